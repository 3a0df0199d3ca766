// @vitest-environment happy-dom
/** The screens of follow-betting (跟单) and of standing rules (定制跟单), drawn over the declared examples of their calls. */
import { getByRole, within } from '@testing-library/dom';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import { queryReleaseDetailInfo, queryReleaseFollowList } from '../../../protocol/calls/follow.ts';
import { queryFollowOrderRank } from '../../../protocol/calls/follow-ranks.ts';
import { editReleaseOrderFollowRule, queryReleaseOrderFollowRuleList } from '../../../protocol/calls/follow-rules.ts';
import { addFollowerRule, groupRules } from '../../../protocol/calls/hm-rules.ts';
import { queryFDUserList } from '../../../protocol/calls/people.ts';
import GROUP_TERMS from '../../../server/social/group-buying/group.json' with { type: 'json' };
import { clear, draw, loadBlocks, press, until } from './examples/draw.tsx';
import { button, screenOf, sentParams, sheet, TERMS, textOf, typeInto } from './support/described.ts';

const RELEASE = queryReleaseDetailInfo.example.models;

beforeAll(loadBlocks);
afterEach(clear);

describe('follow-betting (跟单)', () => {
  it('the lobby sorts the lists whose tabs say by what', async () => {
    const answers = Object.fromEntries(
      ['queryFDRecommend', 'queryFDList', 'QueryAttentionUserFollowOrderList'].map((call) => [
        `/api/order/${call}`,
        { items: [], next: null },
      ]),
    );
    const { page, host } = await draw({ screen: screenOf('followOrder1'), terms: TERMS, answers, expects: [] });
    await press(getByRole(page, 'tab', { name: '全部' }));
    await press(button(page, '排序：截止'));
    await press(button(page, '金额'));
    await press(getByRole(page, 'tab', { name: '推荐' }));
    await press(getByRole(page, 'tab', { name: '关注' }));
    expect(sentParams(host, '/api/order/queryFDList').at(-1)).toEqual({ sort: 'amount' });
    expect(sentParams(host, '/api/order/queryFDRecommend')).not.toContainEqual({ sort: 'amount' });
    expect(sentParams(host, '/api/order/QueryAttentionUserFollowOrderList')).toEqual([{}]);
  });

  const OWN = { '/api/order/QueryFollowOrderList': { items: [], next: null } };

  it('says of a release both that its player is 大神 and how often he won in a row', async () => {
    const answers = { '/api/order/queryFDRecommend': { items: [{ ...RELEASE, okami: true, streak: 5 }], next: null } };
    const { page } = await draw({ screen: screenOf('followOrder1'), terms: TERMS, answers, expects: [] });
    expect(textOf(page)).toContain('大神 · 5 连红');
    expect(textOf(page)).toContain('7 日 4 中 3 · 回报 210%30 日 15 中 9 · 回报 134%');
    expect([...page.querySelectorAll('.person-card__piece')].map(({ textContent }) => textContent)).toEqual([
      '¥2.00 起跟',
      '12 人跟 ¥480.00',
      '佣金 5%',
      expect.stringMatching(/^剩 \S/),
    ]);
    expect(textOf(page), 'a declaration is on the page of the release').not.toContain('稳扎稳打');
  });

  it('leads from a release of another player to where it is followed', async () => {
    const answers = { '/api/order/queryFDRecommend': { items: [RELEASE, { ...RELEASE, releaseId: 'own', mine: true }], next: null } };
    const { page, host } = await draw({ screen: screenOf('followOrder1'), terms: TERMS, answers, expects: [] });
    await press(button(page, '跟单'));
    expect(host.moves).toEqual([`/followOrder1?id=${RELEASE.releaseId}`]);
  });

  it('says of a release when it was made, and how the latest ended', async () => {
    const answers = { [queryReleaseDetailInfo.path]: RELEASE, [queryReleaseFollowList.path]: { items: [], next: null } };
    const { page } = await draw({ screen: screenOf('followOrder1'), query: { id: RELEASE.releaseId }, terms: TERMS, answers, expects: [] });
    expect(textOf(page)).toMatch(/发单时间\d{4}-\d\d-\d\d/);
    expect(textOf(page)).toContain('近 4 单 ○●●●');
  });

  it.each([
    ['', '待开奖', { status: 'open' }],
    ['releases', '已结束', { scope: 'releases', status: 'settled' }],
  ])('own lists ("%s") are narrowed down by what is settled', async (scope, chip, params) => {
    const { page, host } = await draw({
      screen: screenOf('followOrder1'),
      query: { view: 'mine', scope },
      terms: TERMS,
      answers: OWN,
      expects: [],
    });
    await press(button(page, '筛选'));
    await press(button(page, chip));
    expect(sentParams(host, '/api/order/QueryFollowOrderList').at(-1)).toEqual(params);
    expect(textOf(page)).toContain('没有符合条件的');
  });

  it('a row of the ranking whose player has nothing settled says nothing of his latest', async () => {
    const [row] = rows;
    expect(
      textOf((await rank('week', 'popular', { rows: [{ ...row, valueBp: null, value: 2, last10: [], dots: '' }] })).page),
    ).not.toContain('近 ');
  });

  const rank = (period: string, type: string, models: object) =>
    draw({
      screen: screenOf('followOrderRank'),
      params: { type: period },
      query: { type },
      terms: TERMS,
      answers: { [queryFollowOrderRank.path]: { ...queryFollowOrderRank.example.models, ...models } },
      expects: [],
    });
  const rows = queryFollowOrderRank.example.models.rows.map((row) => ({ ...row, last: null }));

  it('the ranking of all time says nothing of a period before it', async () => {
    expect(textOf((await rank('week', '', { rows })).page)).toContain('新上榜');
    await clear();
    expect(textOf((await rank('all', '', { rows })).page)).not.toContain('新上榜');
  });

  it.each([
    ['', '至少 3 单结算后上榜'],
    ['return', '至少 3 单结算后上榜'],
    ['profit', '有宝单结算后上榜'],
    ['streak', '最近一单命中后上榜'],
    ['popular', '宝单有人跟后上榜'],
    ['red', '有宝单命中后上榜'],
  ])('the empty ranking "%s" says what it takes to be on it', async (type, note) => {
    expect(textOf((await rank('week', type, { rows: [], least: 3 })).page)).toContain(note);
  });
});

describe('standing rules (定制跟单)', () => {
  const SINGLE = queryReleaseOrderFollowRuleList.example.models.items[0];
  const GROUP = groupRules.example.models.items[0];
  const rules = (single: unknown, group: unknown, session: object = {}) =>
    draw({
      screen: screenOf('customMade'),
      terms: TERMS,
      answers: {
        [queryReleaseOrderFollowRuleList.path]: single,
        [groupRules.path]: group,
        [editReleaseOrderFollowRule.path]: editReleaseOrderFollowRule.example.models,
        [addFollowerRule.path]: addFollowerRule.example.models,
      },
      session,
      expects: [],
    });

  it.each([
    [false, '0', '已保存，仍是停止'],
    [true, '1', '已保存，从下一单开始跟'],
  ])('a changed rule of releases that is on (%s) stays as it is', async (on, sends, says) => {
    const { page, host } = await rules({ items: [{ ...SINGLE, on }] }, { items: [], next: null });
    await press(button(page, '修改'));
    expect(textOf(sheet('修改定制')).includes('已停止，保存后也不跟')).toBe(!on);
    await press(within(sheet('修改定制')).getByRole('button', { name: '保存' }));
    await until(() => host.moves.length > 0);
    expect(sentParams(host, editReleaseOrderFollowRule.path)).toMatchObject([{ on: sends }]);
    expect(host.moves).toEqual([`toast:${says}`]);
  });

  it('says the same of a bound that is left out in a new rule and in a changed one, and what the server does then', () => {
    const textsByState = new Map<string, Set<string>>();
    const look = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const { name, placeholder } = part as { readonly name?: string; readonly placeholder?: string };
      if (name !== undefined && placeholder?.startsWith('不填'))
        textsByState.set(name, (textsByState.get(name) ?? new Set()).add(placeholder));
      Object.values(part).forEach(look);
    };
    look(screenOf('customMade'));
    const most = formatMoney(GROUP_TERMS.rules.maxFen);
    expect(Object.fromEntries([...textsByState].map(([name, texts]) => [name, [...texts]]))).toEqual({
      maxFen: [`不填为 ${most}`],
      ...Object.fromEntries(['dayMaxFen', 'minTotalFen', 'maxTotalFen', 'minBalanceFen'].map((name) => [name, ['不填为不限']])),
    });
  });

  it('finds whom to follow by a name', async () => {
    const { page, host } = await draw({
      screen: screenOf('customMade'),
      query: { view: 'add' },
      terms: TERMS,
      answers: { [queryFDUserList.path]: { items: [], next: null, total: 0 } },
      expects: [],
    });
    await typeInto(getByRole(page, 'textbox', { name: '找人' }), '蓝天');
    await press(button(page, '找'));
    await until(() => sentParams(host, queryFDUserList.path).length > 1);
    expect(sentParams(host, queryFDUserList.path).at(-1)).toMatchObject({ q: '蓝天' });
    expect(textOf(page)).toContain('没有找到');
  });

  it('a stopped rule of group orders says on its button that it is switched on', async () => {
    const { page } = await rules({ items: [] }, { items: [{ ...GROUP, on: false, state: 'off' }], next: null });
    await press(button(page, '修改并启用'));
    expect(within(sheet('修改定制')).getByRole('button', { name: '保存并启用' })).toBeDefined();
  });

  it('asks a changed prepaid rule for the price of its open purchases, less the sum that is held for it', async () => {
    const held = { ...GROUP, fen: 10_000, done: 8, heldFen: 20_000, prepay: true };
    const { page, host } = await rules({ items: [] }, { items: [held], next: null }, { balanceFen: 50_000 });
    await press(button(page, '修改'));
    const form = sheet('修改定制');
    expect(textOf(form)).toContain('共预留 200.00 元（已预留 200.00 元）');
    expect(textOf(form)).not.toContain('余额 500.00 元');
    const times = within(form).getByRole('textbox', { name: '跟多少单' });
    await typeInto(times, '16');
    expect(textOf(form)).toContain('预付还需要 600.00 元，余额 500.00 元；请减少单数或关闭预付');
    await typeInto(times, '8');
    await press(within(form).getByRole('button', { name: '保存' }));
    expect(textOf(form), 'it would place nothing more').toContain('跟多少单至少 9');
    expect(sentParams(host, addFollowerRule.path)).toEqual([]);
  });

  it.each([
    ['no other rule', { items: [] }],
    ['rules of releases', { items: [SINGLE] }],
  ])('says that the rules of group orders are not loaded, with %s, and loads them again', async (_, single) => {
    const { page, host } = await rules(single, { refused: '系统繁忙' });
    expect(textOf(page)).toContain('系统繁忙');
    await press(button(page, '重试'));
    expect(sentParams(host, groupRules.path)).toHaveLength(2);
  });

  it('says once that there is no rule', async () => {
    const { page } = await rules({ items: [] }, { items: [], next: null });
    expect(textOf(page).split('还没有定制')).toHaveLength(2);
    expect(textOf(page)).not.toContain('跟合买');
  });
});
