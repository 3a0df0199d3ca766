// @vitest-environment happy-dom
import { fireEvent, getByRole, queryByRole } from '@testing-library/dom';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sportRuntime } from '../../../../engine/screens/sports/runtime.ts';
import { observeRenders } from '../../../../engine/screens/core/render-counter.ts';
import { press, until } from '../lottery/support/stage.tsx';
import { matchOffer, offerPage, oddsOf, readSport, T0 } from './support/sports.ts';
import { openList, type SportStage } from './support/stage.tsx';

let rendered: string[] = [];
let stop: () => void = () => {};
let open: SportStage[] = [];
beforeEach(() => {
  rendered = [];
  stop = observeRenders((name) => rendered.push(name));
});
afterEach(async () => {
  stop();
  for (const each of open) await each.unmount();
  open = [];
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function list(
  code: string,
  count: number,
  ...more: [Map<string, string>?, object?, Parameters<typeof openList>[4]?]
): Promise<SportStage> {
  const game = await readSport(code);
  const stage = await openList(
    game,
    offerPage(
      game,
      Array.from({ length: count }, (_, at) => matchOffer(game, at)),
    ),
    ...more,
  );
  open.push(stage);
  return stage;
}

/** The row of a match. */
const row = (stage: SportStage, code: string): HTMLElement => getByRole(stage.page, 'listitem', { name: new RegExp(`^${code} `) });
const cell = (stage: SportStage, code: string, play: string, name: RegExp): HTMLElement =>
  getByRole(getByRole(row(stage, code), 'group', { name: new RegExp(`^${play}`) }), 'button', { name });
const bar = (stage: SportStage): string => stage.page.querySelector('.match-bar__figures')?.textContent ?? '';
const reason = (stage: SportStage): string => stage.page.querySelector('.match-bar__reason')?.textContent ?? '';

describe('list of matches', () => {
  it('one tap among a hundred matches renders one cell and the bar', async () => {
    const stage = await list('jczq', 100);
    expect(stage.page.querySelectorAll('.match')).toHaveLength(100);
    for (const code of ['周日001', '周日100', '周日001']) {
      rendered = [];
      await press(cell(stage, code, '胜平负', /^胜/));
      expect(rendered.sort()).toEqual(['bar', `cell:m${Number(code.slice(2)) - 1}/BRQSPF/3`]);
    }
  });

  it('odds that move render their match alone, with what they were in words', async () => {
    const stage = await list('jczq', 30);
    const game = await readSport('jczq');
    const before = matchOffer(game, 4);
    const odds = { ...before.odds, BRQSPF: { ...before.odds.BRQSPF, '3': '9.99' } };
    rendered = [];
    await stage.tell('offers', { game: 'jczq', from: 1, version: 2, matches: [{ ...before, odds, version: 2 }], removed: [] });
    expect(rendered.sort()).toEqual(['cell:m4/BRQSPF/3', 'row:m4']);
    const moved = cell(stage, '周日005', '胜平负', /^胜/);
    expect(moved.textContent).toContain('9.99');
    expect(moved.getAttribute('aria-label')).toContain(`升，原 ${before.odds.BRQSPF?.['3']}`);
    expect(getByRole(row(stage, '周日005'), 'button', { name: /^胜 ?赔率 ?9\.99/ })).toBe(moved);
  });

  it('loads by version what an event says was missed, and nothing for an event that it already knows', async () => {
    const stage = await list('jczq', 3);
    const sent = () => stage.sent.filter(({ path }) => path.includes('AppSPLotteryPageInfo'));
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.params).toEqual({ game: 'jczq' });
    await stage.tell('offers', { game: 'jczq', from: 0, version: 1, matches: [], removed: [] });
    await stage.tell('offers', { game: 'jclq', from: 7, version: 9, matches: [], removed: [] });
    expect(sent()).toHaveLength(1);
    await stage.tell('offers', { game: 'jczq', from: 7, version: 9, matches: [], removed: [] });
    await until(() => sent().length === 2);
    expect(sent()[1]?.params).toEqual({ game: 'jczq', since: '1' });
  });

  it('takes a whole page as it is, also one of an earlier version, and of a game with issues nothing of another issue', async () => {
    const game = await readSport('jczq');
    const stage = await openList(game, offerPage(game, [matchOffer(game, 0, { version: 9 })]));
    open.push(stage);
    stage.answer = offerPage(game, [matchOffer(game, 0, { version: 3, state: 'suspended' })], { version: 3 });
    await stage.tell('offers', { game: 'jczq', from: 99, version: 100, matches: [], removed: [] });
    await until(() => row(stage, '周日001').textContent?.includes('停售') ?? false);

    const pool = await readSport('ctzq');
    const issue = await openList(pool, offerPage(pool, [matchOffer(pool, 0)], { issue: '261122' }));
    open.push(issue);
    const matches = [matchOffer(pool, 0, { version: 2, state: 'suspended' }), matchOffer(pool, 1, { version: 2 })];
    await issue.tell('offers', { game: 'ctzq', from: 1, version: 2, matches, removed: [] });
    expect([...issue.page.querySelectorAll('.match__code')].map((each) => each.textContent)).toEqual(['1']);
    expect(row(issue, '1').textContent).toContain('停售');
  });

  it('puts what is over below what is sold, and folds days that are over behind one row', async () => {
    const game = await readSport('jczq');
    const state = (at: number) => ([0, 34, 35].includes(at) ? ('finished' as const) : ('selling' as const));
    const stage = await openList(
      game,
      offerPage(
        game,
        [0, 1, 2, 34, 35].map((at) => matchOffer(game, at, { state: state(at) })),
      ),
    );
    open.push(stage);
    const codes = [...stage.page.querySelectorAll('.match__code')].map((each) => each.textContent);
    expect(codes).toEqual(['周日002', '周日003', '周日001']);
    const past = getByRole(stage.page, 'button', { name: '已结束 1 天 · 2 场' });
    expect(past.getAttribute('aria-expanded')).toBe('false');
    await press(past);
    const over = getByRole(stage.page, 'button', { name: /11月23日/ });
    expect(over.getAttribute('aria-expanded')).toBe('false');
    await press(over);
    expect(stage.page.querySelectorAll('.match')).toHaveLength(5);
  });

  it('strikes out a picked match that is suspended, says why, and takes it back when it is sold again', async () => {
    const stage = await list('jczq', 3);
    const game = await readSport('jczq');
    await press(cell(stage, '周日001', '胜平负', /^胜/));
    await press(cell(stage, '周日002', '胜平负', /^平/));
    expect(bar(stage)).toContain('已选 2 场');
    const change = (version: number, over: object) =>
      stage.tell('offers', { game: 'jczq', from: version - 1, version, matches: [matchOffer(game, 0, { version, ...over })], removed: [] });
    await change(2, { state: 'suspended', reason: '等待通知' });
    expect(bar(stage)).toContain('已选 1 场');
    expect(bar(stage)).toContain('1 场已停');
    expect(stage.host.moves.at(-1)).toBe('toast:周日001 停售，已从所选中移除');
    expect(row(stage, '周日001').textContent).toContain('等待通知');
    await change(3, {});
    expect(bar(stage)).toContain('已选 2 场');
  });

  it('says why 确定 cannot go on, and goes on when it can', async () => {
    const stage = await list('jczq', 3);
    const go = () => getByRole(stage.page, 'button', { name: '确定' });
    expect(reason(stage)).toBe('请选择赛事');
    await press(cell(stage, '周日001', '胜平负', /^胜/));
    expect(reason(stage)).toBe('至少选 2 场，或选单关');
    await press(go());
    expect(stage.host.moves.at(-1)).toBe('toast:至少选 2 场，或选单关');
    await press(cell(stage, '周日002', '让球胜平负', /^让平/));
    await press(go());
    expect(stage.host.moves.at(-1)).toBe('/slip');
  });

  it('opens the plays of many choices with odds that are loaded then, counts them, and warns when picks exclude each other', async () => {
    const stage = await list('jczq', 2);
    const game = await readSport('jczq');
    stage.options = {
      game: 'jczq',
      version: 1,
      matches: [
        {
          id: 'm0',
          version: 1,
          odds: oddsOf(
            game,
            0,
            game.plays.map(({ code }) => code),
          ),
        },
      ],
    };
    await press(cell(stage, '周日001', '胜平负', /^负/));
    await press(getByRole(row(stage, '周日001'), 'button', { name: '周日001 全部玩法' }));
    const sheet = await found(() => queryByRole(document.body, 'dialog'));
    expect(stage.sent.filter(({ path }) => path.endsWith('OptionData')).map(({ params }) => params)).toEqual([{ game: 'jczq', ids: 'm0' }]);
    const wins = getByRole(sheet, 'group', { name: '比分 胜' });
    await press(getByRole(wins, 'button', { name: /^1:0/ }));
    expect(getByRole(sheet, 'tab', { name: '比分，已选 1' })).toBeTruthy();
    await until(() => sheet.textContent?.includes('不会同时猜中') ?? false);
    expect(sheet.textContent).toContain('负与所选比分不会同时猜中');
    await press(getByRole(sheet, 'button', { name: '确定' }));
    expect(getByRole(row(stage, '周日001'), 'button', { name: '周日001 全部玩法，已选 1:0' })).toBeTruthy();
  });

  it('keeps what is picked through a reload, for its player alone', async () => {
    const stored = new Map<string, string>();
    const first = await list('jczq', 3, stored);
    await press(cell(first, '周日003', '胜平负', /^胜/));
    await until(() => [...stored.values()].some((text) => text.includes('周日003')));
    await first.unmount();
    open = [];
    const again = await list('jczq', 3, stored);
    expect(bar(again)).toContain('已选 1 场');
    expect(cell(again, '周日003', '胜平负', /^胜/).getAttribute('aria-pressed')).toBe('true');
    await act(async () => Object.assign(again.host.session, { mid: '77' }));
    await until(() => bar(again).includes('已选 0 场'));
  });

  it('narrows the list down, remembers the leagues, and shows a way out when nothing is left', async () => {
    const stored = new Map<string, string>();
    const stage = await list('jczq', 10, stored);
    await press(getByRole(stage.page, 'button', { name: '筛选' }));
    const sheet = await found(() => queryByRole(document.body, 'dialog'));
    await press(getByRole(sheet, 'button', { name: '英超 5' }));
    expect(stage.page.querySelectorAll('.match')).toHaveLength(5);
    expect(stored.get('leaguePick.jczq')).toBe('["ECL"]');
    await press(getByRole(sheet, 'button', { name: '关注的' }));
    expect(stage.page.querySelectorAll('.match')).toHaveLength(0);
    await press(getByRole(stage.page, 'button', { name: '清除筛选' }));
    expect(stage.page.querySelectorAll('.match')).toHaveLength(10);
  });

  it('says when the next sale begins when nothing is on sale, and shows what is sold then', async () => {
    const stage = await list('jczq', 0);
    const text = (): string => stage.page.querySelector('[role="tabpanel"]')?.textContent ?? '';
    expect(text()).toContain('现在没有在售的赛事');
    // Nothing can be picked, so there is nothing to confirm.
    expect(stage.page.querySelector('.match-bar')).toBeNull();
    // 10:00 in China: the sale day begins at noon.
    expect(text()).toContain('下一个销售日 今天 11月22日 周日 12:00 开始');
    const game = await readSport('jczq');
    await stage.tell('offers', { game: 'jczq', from: 1, version: 2, matches: [{ ...matchOffer(game, 0), version: 2 }], removed: [] });
    expect(text()).not.toContain('没有在售');
    expect(stage.page.querySelectorAll('.match')).toHaveLength(1);
    expect(bar(stage)).toContain('已选 0 场');
  });

  it('offers the description’s action while nothing is on sale: a double tap does it once, and no former match is picked', async () => {
    const game = await readSport('jczq');
    const stage = await openList(game, offerPage(game, [matchOffer(game, 0, { state: 'stopped' })]), undefined, undefined, {
      blocks: [
        {
          block: 'match-board',
          idle: 'idle',
          actions: [
            { label: '提醒', when: "state.idle == 'yes'", action: { do: 'call', call: '/api/SiteMsg/SetSaleReminder', done: '好了' } },
          ],
        },
        { block: 'match-bar', go: { do: 'navigate', to: '/slip' } },
      ],
    });
    open.push(stage);
    const button = await found(() => queryByRole(stage.page, 'button', { name: '提醒' }));
    // It stands in the list as what was sold before.
    expect(stage.page.textContent).toContain('已结束 1 天 · 1 场');
    expect(stage.page.querySelector('.match-bar')).toBeNull();
    const sent = (): number => stage.sent.filter(({ path }) => path.endsWith('SetSaleReminder')).length;
    const pressAt = (ms: number): Promise<void> =>
      act(async () => {
        const click = new MouseEvent('click', { bubbles: true });
        Object.defineProperty(click, 'timeStamp', { value: ms });
        button.dispatchEvent(click);
      });
    await pressAt(1_000);
    await until(() => stage.host.moves.includes('toast:好了'));
    await pressAt(1_300);
    expect(sent()).toBe(1);
    await pressAt(2_000);
    expect(sent()).toBe(2);
    await stage.tell('offers', { game: 'jczq', from: 1, version: 2, matches: [{ ...matchOffer(game, 1), version: 2 }], removed: [] });
    expect(stage.page.textContent).not.toContain('没有在售');
    expect(queryByRole(stage.page, 'button', { name: '提醒' })).toBeNull();
    expect(stage.page.querySelector('.match-bar')).not.toBeNull();
  });

  it('names the next issue that opens when none is on sale', async () => {
    const game = await readSport('ctzq');
    const issue = (name: string, days: number, state: 'closed' | 'coming') =>
      ({ issue: name, state, opensAt: T0 + days * 86_400_000, closesAt: T0 + (days + 2) * 86_400_000 }) as const;
    const issues = [issue('26187', -3, 'closed'), issue('26189', 4, 'coming'), issue('26188', 1, 'coming')];
    const stage = await openList(game, offerPage(game, [], { issues }));
    open.push(stage);
    expect(stage.page.textContent).toContain('第 26188 期 11月23日 10:00 开售');
  });

  it('says the day once where kick-off and stop are the same, and no reason that its state says already', async () => {
    const game = await readSport('jczq');
    const late = { startsAt: T0 + 16 * 3_600_000, passStopsAt: T0 + 16 * 3_600_000 - 300_000 };
    const stage = await openList(
      game,
      offerPage(game, [
        matchOffer(game, 0, late),
        matchOffer(game, 1, { state: 'finished', reason: '比赛已结束' }),
        matchOffer(game, 2, { state: 'suspended', reason: '主力停赛' }),
      ]),
    );
    open.push(stage);
    expect(row(stage, '周日001').querySelector('.match__times')?.textContent).toBe('23日 02:0001:55 截止');
    expect(row(stage, '周日002').textContent).toContain('已完赛');
    expect(row(stage, '周日002').textContent).not.toContain('比赛已结束');
    expect(row(stage, '周日003').textContent).toContain('主力停赛');
  });

  it('stops selling a match by the clock, without word from the server', async () => {
    const game = await readSport('jczq');
    const soon = matchOffer(game, 0, { startsAt: T0 + 300_200, singleStopsAt: T0 + 200, passStopsAt: T0 + 200 });
    const stage = await openList(game, offerPage(game, [soon, matchOffer(game, 1)]));
    open.push(stage);
    await press(cell(stage, '周日001', '胜平负', /^胜/));
    stage.now = T0 + 250;
    await until(() => row(stage, '周日001').textContent?.includes('已截止') ?? false);
    expect(bar(stage)).toContain('1 场已停');
  });

  it('says that odds are old after a minute without an answer, and offers to load them', async () => {
    const stage = await list('jczq', 2);
    stage.answer = null;
    stage.now = T0 + 61_000;
    await until(() => queryByRole(stage.page, 'button', { name: '刷新' }) !== null);
    expect(stage.page.textContent).toContain('赔率是 1 分钟前的，可能已变');
  }, 20_000);

  it('has the arrow keys go from choice to choice and from match to match', async () => {
    const stage = await list('jczq', 2);
    const from = cell(stage, '周日001', '胜平负', /^胜/);
    const go = async (key: string): Promise<string> => {
      await act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
      return document.activeElement?.textContent ?? '';
    };
    from.focus();
    expect(await go('ArrowRight')).toMatch(/^平/);
    expect(await go('ArrowDown')).toMatch(/^平/);
    expect(row(stage, '周日002').contains(document.activeElement)).toBe(true);
    expect(await go('ArrowLeft')).toMatch(/^胜/);
  });

  it('shows the fourteen matches of an issue with bankers for 任选九场, and counts to nine', async () => {
    const game = await readSport('ctzq');
    const matches = Array.from({ length: 14 }, (_, at) => matchOffer(game, at));
    const stage = await openList(game, offerPage(game, matches, { issue: '261122', issues: [], pool: { poolFen: 100, carriedFen: 0 } }));
    open.push(stage);
    expect([...stage.page.querySelectorAll('.match__code')].map((each) => each.textContent)).toEqual(
      matches.map((_, at) => String(at + 1)),
    );
    await press(getByRole(stage.page, 'tab', { name: '任选九场' }));
    await press(cell(stage, '1', '任选九场', /^胜/));
    expect(bar(stage)).toContain('已选 1 / 9 场');
    expect(reason(stage)).toBe('至少选 9 场，还差 8 场');
    await press(getByRole(row(stage, '1'), 'button', { name: '1 设胆' }));
    expect(getByRole(row(stage, '1'), 'button', { name: '1 设胆' }).getAttribute('aria-pressed')).toBe('true');
    await press(getByRole(stage.page, 'tab', { name: '14 场胜负' }));
    expect(bar(stage)).toContain('已选 1 / 14 场');
  });

  it('prints the away side first for basketball, its choices too, and 大 before 小', async () => {
    const stage = await list('jclq', 1);
    expect(row(stage, '周日001').getAttribute('aria-label')).toContain('客队1 对 主队1');
    const names = [...row(stage, '周日001').querySelectorAll('.match-cell__name')].map((each) => each.textContent);
    expect(names).toEqual(['主负', '主胜', '让分主负', '让分主胜', '大', '小']);
  });
});

async function found(look: () => HTMLElement | null): Promise<HTMLElement> {
  await until(() => look() !== null);
  return look() as HTMLElement;
}

describe('奖金优化', () => {
  const REFUSED = { '/api/lottery/bet_youhua_create': { refused: '已达到您设定的今日投注限额' } };
  const blocks = [
    { block: 'match-optimise', login: { do: 'navigate', to: '/login' }, fill: { do: 'navigate', to: '/fill?amount={missingFen}' } },
  ];
  /** Two matches are picked: one bet, or with `choices` two more. */
  const optimise = async (session: object, answers = {}, choices: readonly string[] = ['3'], stored = new Map<string, string>()) => {
    const stage = await list('jczq', 2, stored, session, { blocks, answers });
    const runtime = await sportRuntime(stage.host, 'jczq');
    await act(async () => {
      for (const match of ['m0', 'm1'])
        for (const choice of choices) if (!runtime.cells.picked(match, 'SPF', choice)) runtime.tap(match, 'SPF', choice);
    });
    await until(() => stage.page.querySelector('.bet-row') !== null);
    return stage;
  };
  const total = (stage: SportStage): HTMLInputElement => getByRole(stage.page, 'textbox', { name: /^计划注数/ });
  const type = (field: HTMLInputElement, text: string) => act(async () => void fireEvent.change(field, { target: { value: text } }));

  it('says what the server refused', async () => {
    const stage = await optimise({}, REFUSED);
    await press(getByRole(stage.page, 'button', { name: '确认投注' }));
    await until(() => queryByRole(stage.page, 'alert') !== null);
    expect(getByRole(stage.page, 'alert').textContent).toBe('已达到您设定的今日投注限额，未扣款。');
    await press(getByRole(stage.page, 'button', { name: '知道了' }));
    expect(queryByRole(stage.page, 'alert')).toBeNull();
  });

  it('plays a bet no more often than the game sells one, and says so where a plan would', async () => {
    const one = await optimise({});
    await type(total(one), '20000');
    expect(total(one).value).toBe('9999');
    const four = await optimise({}, {}, ['3', '0']);
    await type(total(four), '30000');
    await press(getByRole(four.page, 'button', { name: '博热' }));
    expect(four.page.textContent).toContain('每种组合最多 9,999 倍，请减少注数或自己分配');
  });

  it('keeps what was shared out by hand for a visitor who logs in', async () => {
    const stored = new Map<string, string>();
    const stage = await optimise({ loggedIn: false, mid: '' }, {}, ['3', '0'], stored);
    await type(total(stage), '40');
    await press(getByRole(stage.page, 'button', { name: '自选' }));
    await press(stage.page.querySelector('[aria-label$="减一倍"]'));
    const times = (of: SportStage) => [...of.page.querySelectorAll('.bet-row__times')].map((each) => each.textContent);
    const chosen = times(stage);
    await act(async () => Object.assign(stage.host.session, { loggedIn: true, mid: '10001' }));
    await stage.unmount();
    open = open.filter((each) => each !== stage);
    const after = await optimise({}, {}, ['3', '0'], stored);
    expect([times(after), total(after).value]).toEqual([chosen, '40']);
  });

  it('leads to more money where that alone is missing, with how much', async () => {
    const stage = await optimise({ balanceFen: 9_000 });
    await type(total(stage), '50');
    expect(stage.page.textContent).toContain('余额不足，还差 ¥10.00');
    await press(getByRole(stage.page, 'button', { name: '去充值' }));
    expect(stage.host.moves).toEqual(['/fill?amount=1000']);
  });

  it('names what its own plan costs where the balance does not cover it', async () => {
    const stage = await optimise({ balanceFen: null }, { '/api/lottery/bet_youhua_create': { refused: '余额不足', status: 5 } });
    await type(total(stage), '50');
    await press(getByRole(stage.page, 'button', { name: '确认投注' }));
    await until(() => queryByRole(document.body, 'alert') !== null);
    expect(getByRole(document.body, 'alert').textContent).toContain('本单需支付 ¥100.00');
  });
});
