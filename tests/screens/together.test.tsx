// @vitest-environment happy-dom
/** The screens of group buying (合买), drawn over the declared examples of their calls. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getByRole, queryByRole, within } from '@testing-library/dom';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';
import { betJoin, groupDetail, groupJoins, groupList, groupTerms } from '../../protocol/calls/hm.ts';
import { queryReleaseDetailInfo, queryReleaseFollowList } from '../../protocol/calls/follow.ts';
import { queryFollowOrderRank } from '../../protocol/calls/follow-ranks.ts';
import { editReleaseOrderFollowRule, queryReleaseOrderFollowRuleList } from '../../protocol/calls/follow-rules.ts';
import { groupRanking, groupRecord } from '../../protocol/calls/hm-records.ts';
import { addFollowerRule, groupRules } from '../../protocol/calls/hm-rules.ts';
import { formatMoney } from '../../engine/descriptions/format.ts';
import { commentList, queryFDUserList } from '../../protocol/calls/people.ts';
import GROUP_TERMS from '../../server/group/group.json' with { type: 'json' };
import { clear, draw, loadBlocks, press, until } from './examples/draw.tsx';
import type { ExampleHost } from './examples/example.ts';

const APP = join(import.meta.dirname, '../../app/descriptions');
const read = (name: string) => JSON.parse(readFileSync(join(APP, name), 'utf8'));
const TERMS = read('terms.json').terms;
const screenOf = (code: string) => read(`screens/${code}.json`) as ScreenDocument;
const PLAN = groupDetail.example.models;
const RELEASE = queryReleaseDetailInfo.example.models;
const ROW = groupList.example.models.items[0];
const ANSWERS = {
  '/api/hm/list': groupList.example.models,
  '/api/hm/detail': PLAN,
  '/api/hm/joinlist': groupJoins.example.models,
  '/api/hm/QueryTotherRank': groupRecord.example.models,
  '/api/order/CommentList': commentList.example.models,
  '/api/hm/Terms': groupTerms.example.models,
  '/api/lottery/bet_join': betJoin.example.models,
};

beforeAll(loadBlocks);
afterEach(clear);

const button = (page: HTMLElement, name: string | RegExp): HTMLElement => getByRole(page, 'button', { name });
const sheet = (name: string | RegExp): HTMLElement => getByRole(document.body, 'dialog', { name });
const sent = (host: ExampleHost, path: string) => host.calls.flatMap((call) => (call.path === path ? [call.params] : []));
const text = (page: HTMLElement): string => (page.textContent ?? '').replace(/\s+/g, ' ');

async function type(field: HTMLElement, value: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the lobby (合买大厅)', () => {
  const lobby = (answers: object = {}, session: object = {}) =>
    draw({ screen: screenOf('buyTogether'), terms: TERMS, answers: { ...ANSWERS, ...answers }, session, expects: [] });

  it('says of each order how far it is, what is guaranteed, what is left and until when', async () => {
    const { page } = await lobby();
    expect(text(page)).toContain('双色球 第 2026136 期');
    expect(text(page)).toContain('60% + 保 20%');
    expect(text(page)).toContain('每份 1.00 · 佣金 5% · 截止后公开 · 剩 40 份 · ');
    expect(getByRole(page, 'img', { name: '星 3' }).textContent).toBe('3');
    expect(getByRole(page, 'img', { name: '星 3' }).querySelector('use')?.getAttribute('href')).toMatch(/#medal-star$/);
    expect(getByRole(page, 'progressbar').getAttribute('aria-valuenow')).toBe('60');
  });

  it('takes shares from the row, once for two taps, and brings the list up to date', async () => {
    const { page, host } = await lobby();
    await press(button(page, '认购'));
    const form = sheet('认购 双色球 第 2026136 期');
    await press(within(form).getByRole('button', { name: '5 份' }));
    const go = within(form).getByRole('button', { name: '认购，付 5.00 元' });
    await act(async () => {
      go.click();
      go.click();
    });
    await until(() => host.moves.length > 0);
    expect(sent(host, '/api/lottery/bet_join')).toEqual([{ hmId: ROW.hmId, shares: '5' }]);
    expect(host.moves).toEqual(['toast:已认购 5 份']);
    expect(queryByRole(document.body, 'dialog')).toBeNull();
    expect(sent(host, '/api/hm/list')).toHaveLength(2);
  });

  it('says what stands in the way of more shares than are left or than the wallet covers', async () => {
    const { page, host } = await lobby({}, { balanceFen: 300 });
    await press(button(page, '认购'));
    const form = sheet('认购 双色球 第 2026136 期');
    const field = within(form).getByRole('textbox', { name: '认购份数' });
    await type(field, '41');
    await act(async () => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect((field as HTMLInputElement).value, 'what cannot be is not typed').not.toBe('41');
    await type(field, '3');
    expect(within(form).queryByRole('button', { name: '去充值' })).toBeNull();
    await type(field, '5');
    expect(text(form)).toContain('余额不足，还差 2.00 元');
    await press(within(form).getByRole('button', { name: '去充值' }));
    expect(host.moves).toEqual(['/rechargeType6?amount=200']);
  });

  it('leads a visitor to the login', async () => {
    const { page, host } = await lobby({}, { loggedIn: false, mid: '' });
    await press(button(page, '登录后认购'));
    expect(host.moves).toEqual(['/login']);
  });

  it('narrows down by what the sheet asks, says it, and takes it back', async () => {
    const { page, host } = await lobby();
    await act(async () => button(page, '双色球').click());
    await press(button(page, '金额'));
    expect(sent(host, '/api/hm/list').at(-1)).toEqual({ game: 'ssq', sort: 'amount' });
  });

  it('says both of one that is pinned and of a 红人, its title and its declaration, and asks the ranking for the game that it shows', async () => {
    const { page, host } = await lobby({
      '/api/hm/list': { items: [{ ...ROW, pinned: true, hot: true }], next: null },
      [groupRanking.path]: groupRanking.example.models,
    });
    expect(text(page)).toContain('置顶 · 红人');
    expect(text(page)).toContain('“本期精选：稳健复式，欢迎参与”');
    await act(async () => button(page, '双色球').click());
    await press(getByRole(page, 'tab', { name: '排行' }));
    await until(() => sent(host, groupRanking.path).length > 0);
    expect(sent(host, groupRanking.path).at(-1)).toEqual({ game: 'ssq' });
    expect(button(page, '双色球').getAttribute('aria-pressed'), 'what it is narrowed down by is said').toBe('true');
  });

  it('own group orders are narrowed down by what became of them', async () => {
    const { page, host } = await draw({
      screen: screenOf('buyTogether'),
      query: { view: 'mine' },
      terms: TERMS,
      answers: { '/api/hm/QueryTogetherList': { items: [], next: null } },
      expects: [],
    });
    expect(text(page)).toContain('还没有发起过合买');
    await press(button(page, '已流单'));
    expect(sent(host, '/api/hm/QueryTogetherList').at(-1)).toEqual({ scope: 'mine', state: 'failed' });
    expect(text(page)).toContain('没有符合条件的合买');
  });

  it('an empty lobby leads to where one is started', async () => {
    const { page, host } = await lobby({ '/api/hm/list': { items: [], next: null } });
    expect(text(page)).toContain('还没有招募中的合买');
    await press(button(page, '去选号'));
    expect(host.moves).toEqual(['tab:{"index":"1"}']);
  });
});

describe('a group order (合买详情)', () => {
  const order = (change: object = {}, session: object = {}) =>
    draw({
      screen: screenOf('togetherOrder'),
      query: { id: PLAN.hmId },
      terms: TERMS,
      answers: { ...ANSWERS, '/api/hm/detail': { ...PLAN, ...change } },
      session,
      expects: [],
    });
  const over = { mayJoin: false, full: true, soldShares: 100, leftShares: 0, progress: 100, guaranteeProgress: 0 };

  it('shows the pictures of who started it, who joined and who comments', async () => {
    const pictures = (page: HTMLElement) => [...page.querySelectorAll('img')].map((image) => image.className);
    const { page } = await order();
    expect(pictures(page)).toEqual(['cell__picture', 'row__picture']);
    await press(getByRole(page, 'tab', { name: /^评论/ }));
    await until(() => pictures(page).includes('comment__avatar'));
    expect(pictures(page), 'a comment and its reply').toEqual(['cell__picture', 'comment__avatar', 'comment__picture', 'comment__avatar']);
  });

  it('shows nothing of a hidden plan and says when it is shown', async () => {
    const { page } = await order();
    expect(text(page)).toContain('截止后公开，现在不能看');
    expect(getByRole(page, 'progressbar', { name: '合买进度' }).getAttribute('aria-valuetext')).toBe('60% + 保 20%');
  });

  it('says when the first of its matches begins, where it has no draw', async () => {
    const { drawsAt, ...plan } = PLAN;
    const at = { firstStartsAt: drawsAt };
    const { page } = await draw({
      screen: screenOf('togetherOrder'),
      query: { id: PLAN.hmId },
      terms: TERMS,
      answers: {
        ...ANSWERS,
        '/api/hm/detail': { ...plan, ...over, ...at, kind: 'sport', state: 'played', stateName: '已出票', guaranteeShares: 0 },
      },
      expects: [],
    });
    expect(text(page)).toMatch(/方案总额（元），首场 \d\d-\d\d \d\d:\d\d 开赛/);
    expect(text(page), 'what was guaranteed is shares by now, or went back').not.toContain('没有保底');
  });

  it('joins after a question that says what it costs', async () => {
    const { page, host } = await order();
    expect(text(page)).toContain('每份 1.00 元，占 1%');
    await press(button(page, '10 份'));
    expect(text(page)).toContain('每份 1.00 元，占 10%');
    await press(button(page, '认购，付 10.00 元'));
    expect(text(sheet('确认认购'))).toContain('认购 10 份，共 10.00 元');
    await press(within(sheet('确认认购')).getByRole('button', { name: '认购' }));
    await until(() => host.moves.length > 0);
    expect(sent(host, '/api/lottery/bet_join')).toEqual([{ hmId: PLAN.hmId, shares: '10' }]);
  });

  it.each([
    ['played', { ...over, state: 'played', stateName: '已出票' }, /已出票/, /认购，付/],
    ['lost', { ...over, state: 'lost', stateName: '未中奖' }, /未中奖/, /认购，付/],
    [
      'failed',
      { mayJoin: false, leftShares: 0, state: 'failed', stateName: '已流单' },
      /已流单.*已全部退款.*认购 60 份，/,
      /认购，付|已满员/,
    ],
    ['cancelled', { mayJoin: false, leftShares: 0, state: 'cancelled', stateName: '已撤单' }, /已撤单.*已全部退款/, /认购，付|已满员/],
    ['void', { ...over, state: 'void', stateName: '已退款' }, /已退款/, /认购，付/],
  ])('%s: says so and takes no more shares', async (_, change, says, not) => {
    const { page } = await order(change);
    expect(text(page)).toMatch(says);
    expect(text(page)).not.toMatch(not);
  });

  it('won: shows how the prize was shared out, and the own part of it', async () => {
    const { page } = await order({
      ...over,
      state: 'won',
      stateName: '中奖',
      prizeFen: 80_000,
      split: { prizeFen: 80_000, profitFen: 70_000, commissionFen: 3_500, sharedFen: 76_500, perShareFen: 765, remainderFen: 0 },
      mine: { shares: 5, amountFen: 500, percent: 5, prizeFen: 3_825, commissionFen: 0, refundFen: 0, netFen: 3_325, joins: [] },
    });
    for (const words of ['+800.00', '765.00 元', '7.65 元', '38.25 元', '+33.25 元']) expect(text(page)).toContain(words);
    expect(text(page)).not.toContain('零头');
  });

  it('names the away side first where the sport does, with its score', async () => {
    const leg = {
      match: 'b1',
      code: '周一301',
      league: 'NBA',
      home: '主场队',
      away: '客场队',
      startsAt: 1_795_399_700_000,
      state: 'finished',
      numbers: {},
      measures: { full: [98, 104], half: [50, 51] },
      picks: [{ play: 'SF', playName: '胜负', choice: '0', name: '客胜', odds: '2.05', hit: true }],
    };
    const plan = { ...PLAN.plan, visible: true, why: '', lines: undefined, legs: [leg] };
    const teams = (page: HTMLElement) => page.querySelector('.match-leg__teams')?.textContent;
    const { page } = await order({ kind: 'sport', state: 'played', mayJoin: false, plan: { ...plan, awayFirst: true } });
    expect(teams(page)).toBe('客场队104:98半 51:50主场队');
    await clear();
    const { page: other } = await order({ kind: 'sport', state: 'played', mayJoin: false, plan });
    expect(teams(other)).toBe('主场队98:104半 50:51客场队');
  });

  it.each([['pending'], [{ refused: '系统繁忙' }]])('says nothing of a record that it does not have (%s)', async (record) => {
    const { page } = await draw({
      screen: screenOf('togetherOrder'),
      query: { id: PLAN.hmId },
      terms: TERMS,
      answers: { ...ANSWERS, '/api/hm/QueryTotherRank': record },
      expects: [{ role: 'button', like: '近 10 单战绩' }],
    });
    expect(text(button(page, /近 10 单战绩/))).toBe('近 10 单战绩');
  });

  it.each([
    ['none', '关注', '/api/attention/AttentionUser'],
    ['fan', '关注', '/api/attention/AttentionUser'],
    ['following', '已关注', '/api/attention/cancelAttentionUser'],
    ['mutual', '互相关注', '/api/attention/cancelAttentionUser'],
  ])('follows who started it, or no longer (%s)', async (relation, label, call) => {
    const { page, host } = await draw({
      screen: screenOf('togetherOrder'),
      query: { id: PLAN.hmId },
      terms: TERMS,
      answers: { ...ANSWERS, '/api/hm/QueryTotherRank': { ...groupRecord.example.models, relation }, [call]: {} },
      expects: [],
    });
    await press(button(page, label));
    if (label !== '关注') await press(within(sheet('取消关注')).getByRole('button', { name: '取消关注' }));
    await until(() => host.moves.length > 0);
    expect(sent(host, call)).toEqual([{ who: PLAN.who.mid }]);
    expect(sent(host, '/api/hm/QueryTotherRank')).toHaveLength(2);
  });

  it.each([
    ['togetherOrder', PLAN.hmId],
    ['followOrder1', RELEASE.releaseId],
  ])('%s: says why nothing can be written, and until when it still can', async (code, id) => {
    const said = async (comments: object, session: object = {}) => {
      const { page } = await draw({
        screen: screenOf(code),
        query: { id, below: 'comments' },
        terms: TERMS,
        answers: { ...ANSWERS, [queryReleaseDetailInfo.path]: RELEASE, [commentList.path]: { ...commentList.example.models, ...comments } },
        session,
        expects: [],
      });
      const all = text(page);
      await clear();
      return all;
    };
    expect(await said({}, { loggedIn: false, mid: '' })).toContain('登录后可以评论');
    expect(await said({ open: false, closesAt: 1_795_300_000_000 })).toContain('讨论已结束');
    expect(await said({ closesAt: 1_795_300_000_000 })).toMatch(/评论开放到 \d\d-\d\d \d\d:\d\d/);
    expect(await said({})).toContain('还可写 200 个字');
  });

  it.each([
    ['togetherOrder', { id: PLAN.hmId, below: 'comments' }, { hmId: PLAN.hmId }],
    ['followOrder1', { id: RELEASE.releaseId, below: 'comments' }, { releaseId: RELEASE.releaseId }],
  ])('%s: comments are read the newest or the most answered first', async (code, query, about) => {
    const { page, host } = await draw({
      screen: screenOf(code),
      query,
      terms: TERMS,
      answers: { ...ANSWERS, [queryReleaseDetailInfo.path]: RELEASE },
      expects: [],
    });
    await press(button(page, '最热'));
    expect(sent(host, '/api/order/CommentList')).toEqual([about, { ...about, sort: 'hot' }]);
  });

  it('says nothing of the record of who hides it', async () => {
    const hidden = { ...groupRecord.example.models, hidden: true, icons: [], started: 0, last10: [] };
    const { page } = await draw({
      screen: screenOf('togetherOrder'),
      query: { id: PLAN.hmId },
      terms: TERMS,
      answers: { ...ANSWERS, '/api/hm/QueryTotherRank': hidden },
      expects: [],
    });
    expect(text(page)).toContain('近 10 单战绩不公开');
    expect(text(page)).not.toContain('发起 0 单');
    const record = await draw({
      screen: screenOf('group-record'),
      params: { who: PLAN.who.mid },
      terms: TERMS,
      answers: { '/api/hm/QueryTotherRank': hidden },
      expects: [],
    });
    expect(text(record.page)).toContain('对方隐藏了记录');
  });

  it('who started it adds to the guarantee and changes the declaration, each in a sheet that closes', async () => {
    const { page } = await order({ initiator: true, mayEdit: true, leftShares: 40, guaranteeShares: 5 });
    for (const name of ['加保底', '改宣言']) expect(button(page, name)).not.toBeNull();
    const edit = (what: string) =>
      draw({
        screen: screenOf('group-edit'),
        params: { hmId: PLAN.hmId, what },
        terms: TERMS,
        answers: {
          ...ANSWERS,
          '/api/hm/detail': { ...PLAN, initiator: true, mayEdit: true, leftShares: 40, guaranteeShares: 5, shareFen: 100, text: '稳' },
          '/api/hm/Edit': { guaranteeShares: 12, paidFen: 700, text: '稳' },
        },
        expects: [],
      });
    const more = await edit('guarantee');
    await type(within(more.page).getByRole('textbox', { name: '保底共' }), '12');
    await press(within(more.page).getByRole('button', { name: '加保底，付 7.00 元' }));
    // Money goes: it is asked about first, as joining is.
    expect(text(more.page)).toContain('保底加到 12 份，共付 7.00 元');
    expect(sent(more.host, '/api/hm/Edit')).toEqual([]);
    await press(within(more.page).getByRole('button', { name: '加保底' }));
    await until(() => more.host.moves.length > 0);
    expect(sent(more.host, '/api/hm/Edit')).toEqual([{ hmId: PLAN.hmId, guaranteeShares: '12' }]);
    expect(more.host.moves).toContain('toast:保底已加到 12 份');
    const words = await edit('words');
    await press(within(words.page).getByRole('button', { name: '保存' }));
    await until(() => words.host.moves.length > 0);
    expect(sent(words.host, '/api/hm/Edit')).toEqual([{ hmId: PLAN.hmId, text: '稳', clear: '' }]);
    expect(words.host.moves).toContain('toast:宣言已更新');
  });

  it('begins at one share more, takes a declaration away, and says when nothing can be changed any more', async () => {
    const edit = (what: string, plan: object = {}, session: object = {}) =>
      draw({
        screen: screenOf('group-edit'),
        params: { hmId: PLAN.hmId, what },
        terms: TERMS,
        session,
        answers: {
          ...ANSWERS,
          '/api/hm/detail': {
            ...PLAN,
            initiator: true,
            mayEdit: true,
            leftShares: 40,
            guaranteeShares: 5,
            shareFen: 100,
            text: '稳',
            ...plan,
          },
          '/api/hm/Edit': { guaranteeShares: 5, paidFen: 0, text: '' },
        },
        expects: [],
      });
    expect(button((await edit('guarantee')).page, '加保底，付 1.00 元')).not.toBeNull();
    expect(text((await edit('guarantee', {}, { balanceFen: 30 })).page)).toContain('余额不足，还差 0.70 元');
    const words = await edit('words');
    await type(within(words.page).getByRole('textbox', { name: '宣言' }), '');
    await press(within(words.page).getByRole('button', { name: '保存' }));
    await until(() => words.host.moves.length > 0);
    expect(sent(words.host, '/api/hm/Edit')).toEqual([{ hmId: PLAN.hmId, text: '', clear: 'text' }]);
    expect(words.host.moves).toContain('toast:宣言已删除');
    for (const [what, plan, said] of [
      ['words', { mayEdit: false }, '认购已截止，不能再改'],
      ['guarantee', { mayEdit: false, state: 'played', stateName: '已出票' }, '合买已出票，不能再改'],
      ['guarantee', { leftShares: 5 }, '剩余的 5 份已全部保底'],
    ] as const) {
      const { page } = await edit(what, plan);
      expect(text(page)).toContain(said);
      expect(within(page).queryByRole('button', { name: /^(加保底|保存)/ })).toBeNull();
    }
  });

  it('says to who started it why it cannot be called off', async () => {
    const { page } = await order({ initiator: true, mayEdit: true });
    expect(text(page)).toContain('认购加保底已过半，不能撤单');
    expect(button(page, '撤单').hasAttribute('disabled') || button(page, '撤单').getAttribute('aria-disabled') === 'true').toBe(true);
  });
});

describe('the form that offers a slip (发起合买)', () => {
  const params = { gameCode: 'ssq', gameName: '双色球', amountFen: '10000', bets: '50', odds: '0' };
  const form = (session: object = {}) =>
    draw({ screen: screenOf('startTogether'), params, terms: TERMS, answers: ANSWERS, session, expects: [] });

  it('begins with the most shares and the least own part, and says what is paid', async () => {
    const { page, host } = await form();
    expect(text(page)).toContain('双色球 · 50 注 · 方案总额 100.00 元');
    expect(text(page)).toContain('至少 5%，即 5 份');
    await press(button(page, '增加我保底'));
    expect(text(page)).toContain('您付 6.00 元，其中保底 1.00 元截止时没有用到的退回');
    await press(button(page, '发起合买，付 6.00 元'));
    const [called] = host.moves;
    expect(JSON.parse(called?.replace('startTogether:', '') ?? '')).toMatchObject({
      gameCode: 'ssq',
      shares: '100',
      ownShares: '5',
      guaranteeShares: '1',
      commission: '0',
      security: '0',
    });
  });

  it('does not let own and guaranteed shares pass all of them', async () => {
    const { page, host } = await form();
    await type(getByRole(page, 'textbox', { name: '我保底' }), '50');
    await type(getByRole(page, 'textbox', { name: '我认购' }), '60');
    await press(button(page, /^发起合买/));
    expect(host.moves).toEqual([]);
    expect(text(page)).toContain('我保底最多 40');
  });

  it('says how much the wallet lacks', async () => {
    const { page } = await form({ balanceFen: 300 });
    expect(text(page)).toContain('余额 3.00 元，还差 2.00 元');
  });
});

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
    await press(button(page, '金额'));
    await press(getByRole(page, 'tab', { name: '推荐' }));
    await press(getByRole(page, 'tab', { name: '关注' }));
    expect(sent(host, '/api/order/queryFDList').at(-1)).toEqual({ sort: 'amount' });
    expect(sent(host, '/api/order/queryFDRecommend')).not.toContainEqual({ sort: 'amount' });
    expect(sent(host, '/api/order/QueryAttentionUserFollowOrderList')).toEqual([{}]);
  });

  const OWN = { '/api/order/QueryFollowOrderList': { items: [], next: null } };

  it('says of a release both that its player is 大神 and how often he won in a row', async () => {
    const answers = { '/api/order/queryFDRecommend': { items: [{ ...RELEASE, okami: true, streak: 5 }], next: null } };
    const { page } = await draw({ screen: screenOf('followOrder1'), terms: TERMS, answers, expects: [] });
    expect(text(page)).toContain('大神 · 5 连红');
  });

  it('says of a release when it was made, and how the latest ended', async () => {
    const answers = { [queryReleaseDetailInfo.path]: RELEASE, [queryReleaseFollowList.path]: { items: [], next: null } };
    const { page } = await draw({ screen: screenOf('followOrder1'), query: { id: RELEASE.releaseId }, terms: TERMS, answers, expects: [] });
    expect(text(page)).toMatch(/发单时间\d{4}-\d\d-\d\d/);
    expect(text(page)).toContain('近 4 单 ○●●●');
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
    await press(button(page, chip));
    expect(sent(host, '/api/order/QueryFollowOrderList').at(-1)).toEqual(params);
    expect(text(page)).toContain('没有符合条件的');
  });

  it('a row of the ranking whose player has nothing settled says nothing of his latest', async () => {
    const [row] = rows;
    expect(text((await rank('week', 'popular', { rows: [{ ...row, valueBp: null, value: 2, last10: [], dots: '' }] })).page)).not.toContain(
      '近 ',
    );
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
    expect(text((await rank('week', '', { rows })).page)).toContain('新上榜');
    await clear();
    expect(text((await rank('all', '', { rows })).page)).not.toContain('新上榜');
  });

  it.each([
    ['', '至少 3 单结算后上榜'],
    ['return', '至少 3 单结算后上榜'],
    ['profit', '有宝单结算后上榜'],
    ['streak', '最近一单命中后上榜'],
    ['popular', '宝单有人跟后上榜'],
    ['red', '有宝单命中后上榜'],
  ])('the empty ranking "%s" says what it takes to be on it', async (type, note) => {
    expect(text((await rank('week', type, { rows: [], least: 3 })).page)).toContain(note);
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
    expect(text(sheet('修改定制')).includes('已停止，保存后也不跟')).toBe(!on);
    await press(within(sheet('修改定制')).getByRole('button', { name: '保存' }));
    await until(() => host.moves.length > 0);
    expect(sent(host, editReleaseOrderFollowRule.path)).toMatchObject([{ on: sends }]);
    expect(host.moves).toEqual([`toast:${says}`]);
  });

  it('says the same of a bound that is left out in a new rule and in a changed one, and what the server does then', () => {
    const said = new Map<string, Set<string>>();
    const look = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const { name, placeholder } = part as { readonly name?: string; readonly placeholder?: string };
      if (name !== undefined && placeholder?.startsWith('不填')) said.set(name, (said.get(name) ?? new Set()).add(placeholder));
      Object.values(part).forEach(look);
    };
    look(screenOf('customMade'));
    const most = formatMoney(GROUP_TERMS.rules.maxFen);
    expect(Object.fromEntries([...said].map(([name, texts]) => [name, [...texts]]))).toEqual({
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
    await type(getByRole(page, 'textbox', { name: '找人' }), '蓝天');
    await press(button(page, '找'));
    await until(() => sent(host, queryFDUserList.path).length > 1);
    expect(sent(host, queryFDUserList.path).at(-1)).toMatchObject({ q: '蓝天' });
    expect(text(page)).toContain('没有找到');
  });

  it('a stopped rule of group orders says on its button that it is switched on', async () => {
    const { page } = await rules({ items: [] }, { items: [{ ...GROUP, on: false, state: 'off' }], next: null });
    await press(button(page, '修改并启用'));
    expect(within(sheet('修改定制')).getByRole('button', { name: '保存并启用' })).toBeDefined();
  });

  it('asks a changed prepaid rule for what it has still to buy, less what is held for it', async () => {
    const held = { ...GROUP, fen: 10_000, done: 8, heldFen: 20_000, prepay: true };
    const { page, host } = await rules({ items: [] }, { items: [held], next: null }, { balanceFen: 50_000 });
    await press(button(page, '修改'));
    const form = sheet('修改定制');
    expect(text(form)).toContain('共留出 200.00 元（已留 200.00 元）');
    expect(text(form)).not.toContain('余额 500.00 元');
    const times = within(form).getByRole('textbox', { name: '跟多少单' });
    await type(times, '16');
    expect(text(form)).toContain('预付还需要 600.00 元，余额 500.00 元；请减少单数或关闭预付');
    await type(times, '8');
    await press(within(form).getByRole('button', { name: '保存' }));
    expect(text(form), 'it would place nothing more').toContain('跟多少单最少 9');
    expect(sent(host, addFollowerRule.path)).toEqual([]);
  });

  it.each([
    ['no other rule', { items: [] }],
    ['rules of releases', { items: [SINGLE] }],
  ])('says that the rules of group orders are not loaded, with %s, and loads them again', async (_, single) => {
    const { page, host } = await rules(single, { refused: '系统繁忙' });
    expect(text(page)).toContain('系统繁忙');
    await press(button(page, '重试'));
    expect(sent(host, groupRules.path)).toHaveLength(2);
  });

  it('says once that there is no rule', async () => {
    const { page } = await rules({ items: [] }, { items: [], next: null });
    expect(text(page).split('还没有定制')).toHaveLength(2);
    expect(text(page)).not.toContain('跟合买');
  });
});

it('[S92] a screen in a sheet closes that sheet, after its own', async () => {
  const inside = {
    code: 'inside',
    blocks: [
      {
        block: 'buttons',
        actions: [
          { label: '更多', action: { do: 'open', sheet: 'more' } },
          { label: '完成', action: { do: 'close' } },
        ],
      },
      { block: 'group', show: 'sheet', name: 'more', title: '更多内容', blocks: [{ block: 'text', text: '内容' }] },
    ],
  };
  const { page } = await draw({
    screen: { blocks: [{ block: 'buttons', actions: [{ label: '打开', action: { do: 'sheet', screen: 'inside', title: '里面' } }] }] },
    documents: { 'screen/inside': { ...screenOf('startTogether'), ...inside, sources: {} } },
    expects: [],
  });
  await press(button(page, '打开'));
  await press(within(sheet('里面')).getByRole('button', { name: '更多' }));
  expect(sheet('更多内容')).toBeDefined();
  await press(within(sheet('里面')).getByRole('button', { name: '完成' }));
  expect(queryByRole(document.body, 'dialog', { name: '更多内容' })).toBeNull();
  expect(sheet('里面')).toBeDefined();
  await press(within(sheet('里面')).getByRole('button', { name: '完成' }));
  expect(queryByRole(document.body, 'dialog')).toBeNull();
});

it('[S92] the way back out of a sheet leads to the page under it, and from a page to the one before', async () => {
  const nothing = { block: 'not-open', title: '没有了', actions: [{ label: '回去', action: { do: 'back' } }] };
  const { page, host } = await draw({
    screen: {
      blocks: [nothing, { block: 'buttons', actions: [{ label: '打开', action: { do: 'sheet', screen: 'inside', title: '里面' } }] }],
    },
    documents: { 'screen/inside': { ...screenOf('startTogether'), code: 'inside', blocks: [nothing], sources: {} } },
    expects: [],
  });
  for (const way of ['返回', '回去']) {
    await press(button(page, '打开'));
    await press(within(sheet('里面')).getByRole('button', { name: way }));
    expect(queryByRole(document.body, 'dialog')).toBeNull();
    expect(host.moves).toEqual([]);
  }
  await press(button(page, '返回'));
  expect(host.moves).toEqual(['back']);
});
