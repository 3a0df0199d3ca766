// @vitest-environment happy-dom
/** The lobby of group buying (合买) and the form that offers a slip, drawn over the declared examples of their calls. */
import { getByRole, queryByRole, within } from '@testing-library/dom';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { groupList } from '../../../protocol/calls/hm.ts';
import { groupRanking } from '../../../protocol/calls/hm-records.ts';
import { clear, draw, loadBlocks, press, until } from './examples/draw.tsx';
import { button, GROUP_ANSWERS, screenOf, sentParams, sheet, TERMS, textOf, typeInto } from './support/described.ts';

const ROW = groupList.example.models.items[0];

beforeAll(loadBlocks);
afterEach(clear);

describe('the lobby (合买大厅)', () => {
  const lobby = (answers: object = {}, session: object = {}) =>
    draw({ screen: screenOf('buyTogether'), terms: TERMS, answers: { ...GROUP_ANSWERS, ...answers }, session, expects: [] });

  it('shows who started each order with the results, what a share costs, and the progress as a ring', async () => {
    const { page } = await lobby();
    expect(textOf(page)).toContain('蓝天');
    expect(textOf(page)).toContain('7 日 3 中 2 · 回报 120%');
    expect(textOf(page)).toContain('30 日 12 中 5 · 回报 96.5%');
    expect(textOf(page)).toMatch(/双色球 第 2026136 期 · 共 ¥100.00 每份 ¥1.00 剩 40 份 剩 \S/);
    expect(textOf(page), 'a declaration is on the page of the order').not.toContain('稳健复式');
    expect(getByRole(page, 'img', { name: '进度 60%，保底 20%' }).textContent).toBe('60%');
    expect(getByRole(page, 'img', { name: '星 3' }).textContent).toBe('3');
    expect(getByRole(page, 'img', { name: '星 3' }).querySelector('use')?.getAttribute('href')).toMatch(/#medal-star$/);
    expect(button(page, /^蓝天 .*双色球 第 2026136 期 · 共 ¥100.00 每份 ¥1.00/), 'the name of the card includes its values').toBeDefined();
  });

  it('has each value of a card in one piece, and says it when there are no results yet', async () => {
    const none = { orders: 0, won: 0, returnBp: null };
    const stopsAt = Date.now() + 35 * 3_600_000;
    const { page } = await lobby({ '/api/hm/list': { items: [{ ...ROW, stopsAt, record7: none, record30: none }], next: null } });
    const values = [...page.querySelectorAll('.person-card__piece')].map(({ textContent }) => textContent);
    expect(values.slice(0, 2)).toEqual(['每份 ¥1.00', '剩 40 份']);
    expect(values[2]).toMatch(/^剩 \d+ 天( \d+ 小时)?$/);
    expect(textOf(page)).toContain('暂无战绩');
    expect(textOf(page)).not.toContain('7 日');
  });

  it('shows of an order that is full its people and its state, without a button', async () => {
    const full = { ...ROW, state: 'played', stateName: '已出票', leftShares: 0, progress: 100, guaranteeProgress: 0 };
    const { page } = await lobby({ '/api/hm/list': { items: [full], next: null } });
    expect(textOf(page)).toContain('3 人 已出票');
    expect(getByRole(page, 'img', { name: '进度 100%' })).toBeDefined();
    expect(queryByRole(page, 'button', { name: '认购' })).toBeNull();
  });

  it('takes shares from the row, once for two taps, and brings the list up to date', async () => {
    const { page, host } = await lobby();
    await press(button(page, '认购'));
    const form = sheet('认购 双色球 第 2026136 期');
    await press(within(form).getByRole('button', { name: '5 份' }));
    const go = within(form).getByRole('button', { name: '认购，付 ¥5.00' });
    await act(async () => {
      go.click();
      go.click();
    });
    await until(() => host.moves.length > 0);
    expect(sentParams(host, '/api/lottery/bet_join')).toEqual([{ hmId: ROW.hmId, shares: '5' }]);
    expect(host.moves).toEqual(['toast:已认购 5 份']);
    expect(queryByRole(document.body, 'dialog')).toBeNull();
    expect(sentParams(host, '/api/hm/list')).toHaveLength(2);
  });

  it('says what stands in the way of more shares than are left or than the wallet covers', async () => {
    const { page, host } = await lobby({}, { balanceFen: 300 });
    await press(button(page, '认购'));
    const form = sheet('认购 双色球 第 2026136 期');
    const field = within(form).getByRole('textbox', { name: '认购份数' });
    await typeInto(field, '41');
    await act(async () => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect((field as HTMLInputElement).value, 'what cannot be is not typed').not.toBe('41');
    await typeInto(field, '3');
    expect(within(form).queryByRole('button', { name: '去充值' })).toBeNull();
    await typeInto(field, '5');
    expect(textOf(form)).toContain('余额不足，还差 2.00 元');
    await press(within(form).getByRole('button', { name: '去充值' }));
    expect(host.moves).toEqual(['/rechargeType6?amount=200']);
  });

  it('leads a visitor to the login', async () => {
    const { page, host } = await lobby({}, { loggedIn: false, mid: '' });
    await press(button(page, '认购'));
    expect(host.moves).toEqual(['/login']);
  });

  it('narrows down by a game and orders by an amount', async () => {
    const { page, host } = await lobby();
    await act(async () => button(page, '双色球').click());
    await press(button(page, '排序：进度'));
    await press(button(page, '金额'));
    expect(sentParams(host, '/api/hm/list').at(-1)).toEqual({ game: 'ssq', sort: 'amount' });
  });

  it('says both of one that is pinned and of a 红人, and asks the ranking for the game that it shows', async () => {
    const { page, host } = await lobby({
      '/api/hm/list': { items: [{ ...ROW, pinned: true, hot: true }], next: null },
      [groupRanking.path]: groupRanking.example.models,
    });
    expect(textOf(page)).toContain('置顶 · 红人');
    await act(async () => button(page, '双色球').click());
    await press(getByRole(page, 'tab', { name: '排行' }));
    await until(() => sentParams(host, groupRanking.path).length > 0);
    expect(sentParams(host, groupRanking.path).at(-1)).toEqual({ game: 'ssq' });
    expect(button(page, '筛选，已选 1 项'), 'the page says that the ranking is of one game').toBeDefined();
  });

  it('own group orders can be filtered by their outcome', async () => {
    const { page, host } = await draw({
      screen: screenOf('buyTogether'),
      query: { view: 'mine' },
      terms: TERMS,
      answers: { '/api/hm/QueryTogetherList': { items: [], next: null } },
      expects: [],
    });
    expect(textOf(page)).toContain('还没有发起过合买');
    await press(button(page, '已流单'));
    expect(sentParams(host, '/api/hm/QueryTogetherList').at(-1)).toEqual({ scope: 'mine', state: 'failed' });
    expect(textOf(page)).toContain('没有符合条件的合买');
  });

  it('an empty lobby leads to where one is started', async () => {
    const { page, host } = await lobby({ '/api/hm/list': { items: [], next: null } });
    expect(textOf(page)).toContain('还没有招募中的合买');
    await press(button(page, '去选号'));
    expect(host.moves).toEqual(['tab:{"index":"1"}']);
  });
});

describe('the form that offers a slip (发起合买)', () => {
  const params = { gameCode: 'ssq', gameName: '双色球', amountFen: '10000', bets: '50', odds: '0' };
  const form = (session: object = {}) =>
    draw({ screen: screenOf('startTogether'), params, terms: TERMS, answers: GROUP_ANSWERS, session, expects: [] });

  it('begins with the most shares and the least own part, and says what is paid', async () => {
    const { page, host } = await form();
    expect(textOf(page)).toContain('双色球 · 50 注 · 方案总额 100.00 元');
    expect(textOf(page)).toContain('至少 5%，即 5 份');
    await press(button(page, '增加我保底'));
    expect(textOf(page)).toContain('您付 6.00 元，其中保底 1.00 元截止时未使用的部分退回');
    await press(button(page, '发起合买，付 ¥6.00'));
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
    await typeInto(getByRole(page, 'textbox', { name: '我保底' }), '50');
    await typeInto(getByRole(page, 'textbox', { name: '我认购' }), '60');
    await press(button(page, /^发起合买/));
    expect(host.moves).toEqual([]);
    expect(textOf(page)).toContain('我保底最多 40');
  });

  it('says how much the wallet lacks', async () => {
    const { page } = await form({ balanceFen: 300 });
    expect(textOf(page)).toContain('余额 3.00 元，还差 2.00 元');
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
