// @vitest-environment happy-dom
/** Lists with nothing in them: the words are true, and say what to do next. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { clear, draw, loadBlocks } from './examples/draw.tsx';
import type { Example } from './examples/example.ts';

const FOLDER = join(import.meta.dirname, '../../../app/descriptions/screens');
const read = (code: string): ScreenDocument => JSON.parse(readFileSync(join(FOLDER, `${code}.json`), 'utf8')) as ScreenDocument;
const NONE = { items: [], next: null };

async function textOf(code: string, change: Partial<Example>): Promise<string> {
  const { page } = await draw({ screen: read(code), session: { loggedIn: true }, expects: [], ...change } as Example);
  return page.textContent ?? '';
}

beforeAll(loadBlocks);
afterEach(clear);

describe('the list of orders', () => {
  it.each([
    [{}, '还没有订单', '选一注号码，下单后在这里看开奖'],
    [{ status: 'cancelled' }, '没有已退款的订单', '换一个条件看看，或者再选一注'],
    [{ status: 'won', kind: 'chase' }, '没有已中奖的追号订单', '换一个条件看看，或者再选一注'],
    [{ kind: 'group' }, '没有合买订单', '换一个条件看看，或者再选一注'],
    [{ from: '2026-05-01', to: '2026-05-02', kind: 'group' }, '这段时间没有合买订单', '换一个条件看看，或者再选一注'],
    [{ to: '2026-05-02', by: 'drawn', status: 'pending' }, '这段时间没有待开奖的订单', '待开奖的还没有开奖日，请改按下单日查'],
    [{ game: 'ssq' }, '没有订单', '换一个条件看看，或者再选一注'],
  ])('narrowed down to %o', async (query, title, note) => {
    const text = await textOf('betRecord', { answers: { '/api/order/list': NONE }, query });
    expect(text).toContain(title + note);
  });
});

describe('other records', () => {
  it.each([
    ['betRecordSmallGame', '/api/Activity/SmallGameOrderRecordList', { status: 'lost' }, '还没有小游戏记录'],
    ['transDetailList', '/api/fund/Transfers', { progress: 'asking' }, '没有转账记录'],
    ['betRecordSSJC', '/api/Activity/DoSSJCActRecord', { status: 'lost' }, '还没有竞猜记录'],
  ] as const)('%s says that there is none and has no filter then, or none with this filter', async (code, call, query, none) => {
    const answers = { [call]: NONE, '/api/fund/Companies': { items: [] }, '/api/Activity/SSJCQuizzes': { items: [] } };
    expect(await textOf(code, { answers })).toContain(none);
    expect(document.querySelector('.filter')).toBeNull();
    await clear();
    await textOf(code, { answers, query });
    expect(document.querySelector('.filter')).not.toBeNull();
    expect(document.body.textContent).toContain('没有符合条件的记录换一个条件看看');
    expect(document.body.textContent).not.toContain(none);
  });
});

it('an empty shelf leads to another one', async () => {
  const answers = { '/api/Store/GetProductList': { ...NONE, balancePoints: 0 } };
  const nameOf = async (query: Readonly<Record<string, string>>) => {
    await textOf('store', { answers, query });
    const name = document.querySelector('.empty .button')?.textContent;
    await clear();
    return name;
  };
  expect(await nameOf({})).toBe('头像');
  expect(await nameOf({ shelf: 'looks' })).toBe('道具');
});

it('a player without bets does not see that as much came back as was spent', async () => {
  const report = { items: [], games: [], netFen: 0, spentFen: 0, backFen: 0, playedMinutes: 0 };
  const { sources } = read('spending') as unknown as { sources: { report: { call: string } } };
  const text = await textOf('spending', { answers: { [sources.report.call]: report } });
  expect(text).toContain('没有投注');
  expect(text).not.toContain('一样多');
});
