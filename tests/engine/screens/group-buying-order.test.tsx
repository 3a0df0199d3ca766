// @vitest-environment happy-dom
/** The page of a group order (合买详情), drawn over the declared examples of its calls. */
import { getByRole, within } from '@testing-library/dom';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { groupDetail } from '../../../protocol/calls/hm.ts';
import { queryReleaseDetailInfo } from '../../../protocol/calls/follow.ts';
import { groupRecord } from '../../../protocol/calls/hm-records.ts';
import { commentList } from '../../../protocol/calls/people.ts';
import { clear, draw, loadBlocks, press, until } from './examples/draw.tsx';
import { button, GROUP_ANSWERS, screenOf, sentParams, sheet, TERMS, textOf, typeInto } from './support/described.ts';

const PLAN = groupDetail.example.models;
const RELEASE = queryReleaseDetailInfo.example.models;

beforeAll(loadBlocks);
afterEach(clear);

describe('a group order (合买详情)', () => {
  const order = (change: object = {}, session: object = {}) =>
    draw({
      screen: screenOf('togetherOrder'),
      query: { id: PLAN.hmId },
      terms: TERMS,
      answers: { ...GROUP_ANSWERS, '/api/hm/detail': { ...PLAN, ...change } },
      session,
      expects: [],
    });
  const over = { mayJoin: false, full: true, soldShares: 100, leftShares: 0, progress: 100, guaranteeProgress: 0 };

  it('shows the pictures of the starter, the members and the authors of comments', async () => {
    const pictures = (page: HTMLElement) => [...page.querySelectorAll('img')].map((image) => image.className);
    const { page } = await order();
    expect(pictures(page)).toEqual(['cell__picture', 'row__picture']);
    await press(getByRole(page, 'tab', { name: /^评论/ }));
    await until(() => pictures(page).includes('comment__avatar'));
    expect(pictures(page), 'a comment and its reply').toEqual(['cell__picture', 'comment__avatar', 'comment__picture', 'comment__avatar']);
  });

  it('shows nothing of a hidden plan and says when it is shown', async () => {
    const { page } = await order();
    expect(textOf(page)).toContain('截止后公开，现在不能看');
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
        ...GROUP_ANSWERS,
        '/api/hm/detail': { ...plan, ...over, ...at, kind: 'sport', state: 'played', stateName: '已出票', guaranteeShares: 0 },
      },
      expects: [],
    });
    expect(textOf(page)).toMatch(/方案总额 · 首场 \d\d-\d\d \d\d:\d\d 开赛/);
    expect(textOf(page), 'what was guaranteed is shares by now, or went back').not.toContain('没有保底');
  });

  it('joins after a question that says what it costs', async () => {
    const { page, host } = await order();
    expect(textOf(page)).toContain('每份 1.00 元，占 1%');
    await press(button(page, '10 份'));
    expect(textOf(page)).toContain('每份 1.00 元，占 10%');
    await press(button(page, '认购，付 ¥10.00'));
    expect(textOf(sheet('确认认购'))).toContain('认购 10 份，共 10.00 元');
    await press(within(sheet('确认认购')).getByRole('button', { name: '认购' }));
    await until(() => host.moves.length > 0);
    expect(sentParams(host, '/api/lottery/bet_join')).toEqual([{ hmId: PLAN.hmId, shares: '10' }]);
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
    expect(textOf(page)).toMatch(says);
    expect(textOf(page)).not.toMatch(not);
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
    for (const words of ['+¥800.00', '¥765.00', '¥7.65', '¥38.25', '+¥33.25']) expect(textOf(page)).toContain(words);
    expect(textOf(page)).not.toContain('零头');
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
      answers: { ...GROUP_ANSWERS, '/api/hm/QueryTotherRank': record },
      expects: [{ role: 'button', like: '近 10 单战绩' }],
    });
    expect(textOf(button(page, /近 10 单战绩/))).toBe('近 10 单战绩');
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
      answers: { ...GROUP_ANSWERS, '/api/hm/QueryTotherRank': { ...groupRecord.example.models, relation }, [call]: {} },
      expects: [],
    });
    await press(button(page, label));
    if (label !== '关注') await press(within(sheet('取消关注')).getByRole('button', { name: '取消关注' }));
    await until(() => host.moves.length > 0);
    expect(sentParams(host, call)).toEqual([{ who: PLAN.who.mid }]);
    expect(sentParams(host, '/api/hm/QueryTotherRank')).toHaveLength(2);
  });

  it.each([
    ['togetherOrder', PLAN.hmId],
    ['followOrder1', RELEASE.releaseId],
  ])('%s: says why nothing can be written, and until when it still can', async (code, id) => {
    const commentsText = async (comments: object, session: object = {}) => {
      const { page } = await draw({
        screen: screenOf(code),
        query: { id, below: 'comments' },
        terms: TERMS,
        answers: {
          ...GROUP_ANSWERS,
          [queryReleaseDetailInfo.path]: RELEASE,
          [commentList.path]: { ...commentList.example.models, ...comments },
        },
        session,
        expects: [],
      });
      const all = textOf(page);
      await clear();
      return all;
    };
    expect(await commentsText({}, { loggedIn: false, mid: '' })).toContain('登录后可以评论');
    expect(await commentsText({ open: false, closesAt: 1_795_300_000_000 })).toContain('讨论已结束');
    expect(await commentsText({ closesAt: 1_795_300_000_000 })).toMatch(/评论开放到 \d\d-\d\d \d\d:\d\d/);
    expect(await commentsText({})).toContain('还可输入 200 个字');
  });

  it.each([
    ['togetherOrder', { id: PLAN.hmId, below: 'comments' }, { hmId: PLAN.hmId }],
    ['followOrder1', { id: RELEASE.releaseId, below: 'comments' }, { releaseId: RELEASE.releaseId }],
  ])('%s: comments are read the newest or the most answered first', async (code, query, about) => {
    const { page, host } = await draw({
      screen: screenOf(code),
      query,
      terms: TERMS,
      answers: { ...GROUP_ANSWERS, [queryReleaseDetailInfo.path]: RELEASE },
      expects: [],
    });
    await press(button(page, '最热'));
    expect(sentParams(host, '/api/order/CommentList')).toEqual([about, { ...about, sort: 'hot' }]);
  });

  it('does not show a record that its player hides', async () => {
    const hidden = { ...groupRecord.example.models, hidden: true, icons: [], started: 0, last10: [] };
    const { page } = await draw({
      screen: screenOf('togetherOrder'),
      query: { id: PLAN.hmId },
      terms: TERMS,
      answers: { ...GROUP_ANSWERS, '/api/hm/QueryTotherRank': hidden },
      expects: [],
    });
    expect(textOf(page)).toContain('近 10 单战绩不公开');
    expect(textOf(page)).not.toContain('发起 0 单');
    const record = await draw({
      screen: screenOf('group-record'),
      params: { who: PLAN.who.mid },
      terms: TERMS,
      answers: { '/api/hm/QueryTotherRank': hidden },
      expects: [],
    });
    expect(textOf(record.page)).toContain('对方隐藏了记录');
  });

  it('the starter adds to the guarantee and changes the declaration, each in a sheet that closes', async () => {
    const { page } = await order({ initiator: true, mayEdit: true, leftShares: 40, guaranteeShares: 5 });
    for (const name of ['加保底', '改宣言']) expect(button(page, name)).not.toBeNull();
    const edit = (what: string) =>
      draw({
        screen: screenOf('group-edit'),
        params: { hmId: PLAN.hmId, what },
        terms: TERMS,
        answers: {
          ...GROUP_ANSWERS,
          '/api/hm/detail': { ...PLAN, initiator: true, mayEdit: true, leftShares: 40, guaranteeShares: 5, shareFen: 100, text: '稳' },
          '/api/hm/Edit': { guaranteeShares: 12, paidFen: 700, text: '稳' },
        },
        expects: [],
      });
    const more = await edit('guarantee');
    await typeInto(within(more.page).getByRole('textbox', { name: '保底共' }), '12');
    await press(within(more.page).getByRole('button', { name: '加保底，付 ¥7.00' }));
    // It costs money, so the player confirms it first, as he does when joining.
    expect(textOf(more.page)).toContain('保底加到 12 份，共付 7.00 元');
    expect(sentParams(more.host, '/api/hm/Edit')).toEqual([]);
    await press(within(more.page).getByRole('button', { name: '加保底' }));
    await until(() => more.host.moves.length > 0);
    expect(sentParams(more.host, '/api/hm/Edit')).toEqual([{ hmId: PLAN.hmId, guaranteeShares: '12' }]);
    expect(more.host.moves).toContain('toast:保底已加到 12 份');
    const words = await edit('words');
    await press(within(words.page).getByRole('button', { name: '保存' }));
    await until(() => words.host.moves.length > 0);
    expect(sentParams(words.host, '/api/hm/Edit')).toEqual([{ hmId: PLAN.hmId, text: '稳', clear: '' }]);
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
          ...GROUP_ANSWERS,
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
    expect(button((await edit('guarantee')).page, '加保底，付 ¥1.00')).not.toBeNull();
    expect(textOf((await edit('guarantee', {}, { balanceFen: 30 })).page)).toContain('余额不足，还差 0.70 元');
    const words = await edit('words');
    await typeInto(within(words.page).getByRole('textbox', { name: '宣言' }), '');
    await press(within(words.page).getByRole('button', { name: '保存' }));
    await until(() => words.host.moves.length > 0);
    expect(sentParams(words.host, '/api/hm/Edit')).toEqual([{ hmId: PLAN.hmId, text: '', clear: 'text' }]);
    expect(words.host.moves).toContain('toast:宣言已删除');
    for (const [what, plan, expectedText] of [
      ['words', { mayEdit: false }, '认购已截止，不能再改'],
      ['guarantee', { mayEdit: false, state: 'played', stateName: '已出票' }, '合买已出票，不能再改'],
      ['guarantee', { leftShares: 5 }, '剩余的 5 份已全部保底'],
    ] as const) {
      const { page } = await edit(what, plan);
      expect(textOf(page)).toContain(expectedText);
      expect(within(page).queryByRole('button', { name: /^(加保底|保存)/ })).toBeNull();
    }
  });

  it('tells the starter why it cannot be called off', async () => {
    const { page } = await order({ initiator: true, mayEdit: true });
    expect(textOf(page)).toContain('认购加保底已过半，不能撤单');
    expect(button(page, '撤单').hasAttribute('disabled') || button(page, '撤单').getAttribute('aria-disabled') === 'true').toBe(true);
  });
});
