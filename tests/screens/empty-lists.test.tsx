// @vitest-environment happy-dom
/** Lists with nothing in them: the words are true, and say what to do next. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';
import { clear, draw, loadBlocks } from './examples/draw.tsx';
import type { Example } from './examples/example.ts';

const FOLDER = join(import.meta.dirname, '../../app/descriptions/screens');
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
  ])('narrowed down to %o', async (query, title, note) => {
    const text = await textOf('betRecord', { answers: { '/api/order/list': NONE }, query });
    expect(text).toContain(title + note);
  });
});
