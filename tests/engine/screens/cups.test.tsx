// @vitest-environment happy-dom
/** The described screens of live scores and cups, with canned answers: what a player finds there by role and name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CodeTerms } from '../../../engine/descriptions/screens/expression.ts';
import type { ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { clear, draw, hold, loadBlocks, press, until } from './examples/draw.tsx';
import { type Example, NOW } from './examples/example.ts';

const FOLDER = join(import.meta.dirname, '../../../app/descriptions');
const read = <T,>(path: string): T => JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as T;
const screen = (code: string): ScreenDocument => read(`screens/${code}.json`);
const { terms } = read<{ terms: CodeTerms }>('terms.json');

const TABLE = '/matchdata/SJBGroupStageResult';
const MATCHES = '/matchdata/SJBMatchAll';
const LIST = '/api/lottery/OutrightList';
const LIVE = '/matchdata/Match/MatchLive';
const OWN = '/api/order/Matches';
const BET = '/api/lottery/bet_ozb';
const ANALYSIS = '/api/lotteryresult/MatchAnalysis';

const team = (name: string) => ({ id: name, name });
const head = { cup: 'ozb', name: '欧洲杯（演示）', demo: true };
const standing = (position: number, name: string, points: number) => ({
  position,
  team: team(name),
  played: 3,
  won: 2,
  drawn: 0,
  lost: 1,
  for: 5,
  against: 3,
  points,
});
const item = (code: string, name: string, odds: string, state: string) => ({
  code,
  teams: [team(name)],
  name,
  odds,
  support: 125,
  chance: 180,
  state,
});
const live = (id: string, state: string, change: object = {}) => ({
  id,
  sport: 'football',
  league: 'ECL',
  home: team(`主${id}`),
  away: team(`客${id}`),
  startsAt: NOW - 3_600_000,
  state,
  measures: { full: [1, 0] },
  events: [],
  version: 5,
  ...change,
});

const answers: Readonly<Record<string, unknown>> = {
  [TABLE]: {
    ...head,
    groups: [{ name: 'A', teams: [standing(1, '法国', 7), standing(2, '西班牙', 4)] }],
    rounds: [{ name: '决赛', ties: [{ home: team('法国') }] }],
  },
  [MATCHES]: {
    ...head,
    matches: [
      {
        id: 'm1',
        round: '第 1 轮',
        group: 'A',
        home: team('法国'),
        away: team('西班牙'),
        startsAt: NOW,
        state: 'finished',
        measures: { full: [2, 1] },
      },
      { id: 'm2', round: '第 1 轮', home: team('德国'), away: team('荷兰'), startsAt: NOW + 7_200_000, state: 'scheduled', measures: {} },
    ],
  },
  [LIST]: {
    game: 'ozb',
    hash: 'h7',
    version: 3,
    demo: true,
    unitFen: 200,
    multiplier: 9999,
    markets: [
      { market: 'champion', name: '冠军', items: [item('01', '法国', '4.50', 'selling'), item('02', '德国', '9.00', 'out')] },
      { market: 'pair', name: '冠亚军', items: [item('01', '法国 西班牙', '12.00', 'selling')] },
    ],
  },
  [LIVE]: {
    version: 9,
    full: true,
    demo: true,
    leagues: [{ code: 'ECL', name: '英格兰超级联赛', short: '英超', tone: 'blue' }],
    matches: [live('1', 'second'), live('2', 'finished'), live('3', 'first', { sport: 'basketball' })],
  },
  [OWN]: {
    items: [
      {
        match: '1',
        orderId: '019a2b3c-0000-7000-8000-000000000003',
        gameCode: 'jczq',
        gameName: '竞彩足球',
        status: 'pending',
        amountFen: 400,
        placedAt: NOW,
      },
    ],
  },
  [ANALYSIS]: {
    matchId: '1',
    match: { sport: 'football', league: '英超', home: { ...team('主1'), rank: 3 }, away: team('客1'), startsAt: NOW, state: 'second' },
    support: [{ play: 'BRQSPF', orders: 1_280, shares: { '3': 5_230, '1': 2_470, '0': 2_300 } }],
    demo: true,
    home: [{ id: 'p', league: '英超', home: team('主1'), away: team('别队'), startsAt: NOW - 86_400_000, measures: { full: [0, 2] } }],
    away: [],
    headToHead: [],
    table: [standing(1, '主1', 30)],
    moves: [
      { at: NOW - 7_200_000, play: 'SPF', odds: { '3': '3.40', '1': '3.50', '0': '1.80' } },
      { at: NOW - 3_600_000, play: 'SPF', odds: { '3': '3.20', '1': '3.55', '0': '1.88' } },
    ],
  },
  '/api/lottery/CupRank': {
    cup: 'OGB',
    countedAt: NOW,
    items: [
      { place: 1, who: '张***三', mine: false, orders: 3, wonOrders: 2, stakeFen: 600, prizeFen: 1_850, netFen: 1_250 },
      { place: 2, who: '彩***家', mine: true, orders: 1, wonOrders: 0, stakeFen: 200, prizeFen: 0, netFen: -200 },
    ],
    own: { place: 2, orders: 1, netFen: -200 },
  },
};

const example = (code: string, change: Partial<Example> = {}): Example => ({
  screen: screen(code),
  answers,
  terms,
  documents: { 'screen/match': screen('match') },
  expects: [],
  ...change,
});
const button = (name: string | RegExp): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('button')].filter((each) =>
    typeof name === 'string' ? each.textContent?.trim() === name : name.test(each.textContent ?? ''),
  );
  if (!found[0]) throw new Error(`no button ${name}: ${document.body.textContent}`);
  return found[0];
};

beforeAll(loadBlocks);
afterEach(clear);

describe('/scores', () => {
  it('lists the matches of football, and leads to basketball and to the own ones', async () => {
    const { page, host } = await draw(example('scores'));
    hold(page, { role: 'listitem', count: 1 });
    hold(page, { role: 'button', like: '主1', text: '我的投注' });
    await press(button('篮球'));
    expect(host.moves).toEqual(['/scores/basketball']);
  });
  it('of the player are those that he has bets on; a visitor is led to the login', async () => {
    const { page } = await draw(example('scores', { params: { menu: 'mine' } }));
    hold(page, { role: 'tab', name: '完场0' });
    hold(page, { role: 'listitem', count: 1 });
    await clear();
    const visitor = await draw(example('scores', { params: { menu: 'mine' }, session: { loggedIn: false } }));
    hold(visitor.page, { role: 'tab', count: 0 });
    await press(button('登录'));
    expect(visitor.host.moves).toEqual(['/login']);
  });
  it('opens a match in a sheet, with what happened, form, table, odds and own bets', async () => {
    const { page, host } = await draw(example('scores'));
    await press(button(/主1/));
    await until(() => document.querySelector('dialog [role=tab]') !== null && document.querySelector('dialog [aria-busy]') === null);
    hold(page, { role: 'dialog', name: '比赛详情' });
    hold(page, { role: 'region', name: '比赛', text: '主1 1 比 0 客1' });
    await press(button('近况'));
    hold(page, { role: 'listitem', text: '负主1 0:2 别队' });
    hold(page, { role: 'heading', name: '主1 近 1 场1负' });
    await press(button('赔率'));
    hold(page, { role: 'img', like: '让球胜平负，11-22 08:00 至 11-22 09:00：让胜 最低 3.20，最高 3.40' });
    await press(button('我的投注'));
    await press(button(/竞彩足球/));
    expect(host.moves).toEqual(['/orderDetails?orderId=019a2b3c-0000-7000-8000-000000000003']);
    expect(host.calls.find(({ path }) => path.endsWith('MatchAnalysis'))?.params).toEqual({ game: 'jczq', matchId: '1' });
  });
});

it('a match of basketball lists former matches as its game prints them, the away side first', async () => {
  const analysis = answers[ANALYSIS] as { readonly match: object };
  const of = { ...analysis, match: { ...analysis.match, sport: 'basketball' } };
  const { page } = await draw(example('scores', { params: { menu: 'basketball' }, answers: { ...answers, [ANALYSIS]: of } }));
  await press(button(/主3/));
  await until(() => document.querySelector('dialog [role=tab]') !== null && document.querySelector('dialog [aria-busy]') === null);
  await press(button('近况'));
  hold(page, { role: 'listitem', text: '负别队 2:0 主1' });
});

it.each(['cup', 'cup-event', 'five-leagues'])('%s: a match is opened with the odds of the game that sells it', async (code) => {
  const { host } = await draw(example(code, { params: { cup: 'ozb', game: 'ozb', title: '赛事' } }));
  await press(button('赛程'));
  await until(() => /法国 对 西班牙/.test(document.body.textContent ?? ''));
  await press(button(/法国 对 西班牙/));
  await until(() => host.calls.some(({ path }) => path.endsWith('MatchAnalysis')));
  expect(host.calls.find(({ path }) => path.endsWith('MatchAnalysis'))?.params).toEqual({ game: 'jczq', matchId: 'm1' });
});

describe('/match/{match}/{game}', () => {
  const params = { match: '9', game: 'jczq', page: '1', home: '', away: '', view: '' };
  const analysis = answers[ANALYSIS] as { readonly match: object };
  const of = (change: object) => ({
    ...answers,
    '/api/lotteryresult/MatchAnalysis': { ...analysis, match: { ...analysis.match, ...change } },
  });
  it('says who plays, which the address does not, and leads to the bets while it is to come', async () => {
    const { page, host } = await draw(example('match', { params, answers: of({ state: 'scheduled' }) }));
    hold(page, { role: 'region', name: '比赛', like: '主1' });
    expect(page.querySelectorAll('.match-head .crest').length).toBe(2);
    expect([...page.querySelectorAll('.match-head__rank')].map(({ textContent }) => textContent)).toEqual(['第 3 名', '']);
    hold(page, { role: 'list', name: '胜平负支持率', text: '胜 52%平 25%负 23%' });
    expect(page.textContent).toContain('1,280 单 · 含模拟');
    await press(button('近况'));
    expect(page.textContent).toContain('客1 近 0 场');
    expect(page.textContent).toContain('没有近期战绩');
    await press(button('积分'));
    hold(page, { role: 'rowheader', text: '1 主1' });
    await until(() => page.querySelector('th .crest') !== null);
    hold(page, { role: 'tab', name: '动态', count: 0 });
    await press(button('去投注'));
    expect(host.moves).toEqual(['game:jczq']);
    await clear();
    const played = await draw(example('match', { params, answers: of({ state: 'second' }) }));
    hold(played.page, { role: 'button', name: '去投注', count: 0 });
    hold(played.page, { role: 'tab', name: '动态' });
    await clear();
    // No game sells it: nobody is asked for the odds of one.
    const unsold = await draw(example('match', { params: { ...params, game: 'football' } }));
    expect(unsold.host.calls.find(({ path }) => path.endsWith('MatchAnalysis'))?.params).toEqual({ matchId: '9' });
  });
});

describe('/EuropeCup and /sjb', () => {
  const params = { cup: 'ozb', game: 'ozb', title: '欧洲杯' };
  it('list who may win with odds, share of bets, chance and state', async () => {
    const { page } = await draw(example('cup', { params }));
    hold(page, { role: 'button', like: '法国 支持 12.5% · 胜率 18% 4.50' });
    // Teams that are out stand below, folded.
    hold(page, { role: 'button', like: '德国', count: 0 });
    await press(button('已淘汰 1'));
    hold(page, { role: 'button', like: '德国 已淘汰' });
    hold(page, { role: 'tab', name: '冠亚军' });
  });
  it('place a bet under a key, after a question that says what it costs', async () => {
    const { page, host } = await draw(example('cup', { params, answers: { ...answers, [BET]: { bets: 5, amountFen: 1_000 } } }));
    await press(button(/法国/));
    await until(() => document.querySelector('dialog .count') !== null);
    hold(page, { role: 'dialog', name: '冠军：法国' });
    await press(button('5 注'));
    expect(document.querySelector('dialog')?.textContent).toContain('共 10.00 元演示金，猜中约 45.00 元');
    await press(
      [...document.querySelectorAll<HTMLElement>('dialog button')].filter((each) => each.textContent === '投注').at(-1) as HTMLElement,
    );
    await until(() => /确认投注/.test(document.body.textContent ?? ''));
    expect(document.body.textContent).toContain('冠军：法国，赔率 4.50，5 注，共 10.00 元演示金。');
    await press(
      [...document.querySelectorAll<HTMLElement>('dialog button')].filter((each) => each.textContent === '投注').at(-1) as HTMLElement,
    );
    await until(() => host.moves.length > 0);
    expect(host.moves).toEqual(['toast:已投注 5 注，10.00 元']);
    const sent = host.calls.filter(({ path }) => path === BET);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.params).toMatchObject({ game: 'ozb', market: 'champion', hash: 'h7', amountFen: '1000', oddsPolicy: 'ask' });
    expect(JSON.parse(sent[0]?.params.picks ?? '')).toEqual([{ code: '01', odds: '4.50', times: 5 }]);
    expect(document.querySelector('dialog')).toBeNull();
  });
  it('whose winner is known say that, and not that bets are to come', async () => {
    const items = [item('01', '法国', '1.01', 'won'), item('02', '德国', '9.00', 'out')];
    const decided = { ...(answers[LIST] as object), markets: [{ market: 'champion', name: '冠军', items }] };
    for (const [code, expectedText] of [
      ['cup', '本届已经揭晓，下一届公布后开售'],
      ['cup-event', '本届已经揭晓'],
    ] as const) {
      const { page } = await draw(example(code, { params: { ...params, buy: '/EuropeCup' }, answers: { ...answers, [LIST]: decided } }));
      if (code === 'cup-event') await press(button('热门'));
      expect(page.textContent).toContain(expectedText);
      expect(page.textContent).not.toContain('尚未开售');
      await clear();
    }
  });
  it('say why what is out cannot be bet on, and send a visitor to the login', async () => {
    const { page } = await draw(example('cup', { params }));
    await press(button('已淘汰 1'));
    await press(button(/德国/));
    await until(() => document.querySelector('dialog') !== null);
    hold(page, { role: 'definition', text: '已淘汰' });
    expect(document.querySelector('dialog .count')).toBeNull();
    await clear();
    const visitor = await draw(example('cup', { params, session: { loggedIn: false } }));
    await press(button(/法国/));
    await press(button('登录后投注'));
    expect(visitor.host.moves).toEqual(['/login']);
  });
  it('show groups, knock-out, fixtures and rules, each asked for when it is opened', async () => {
    const { page, host } = await draw(example('cup', { params }));
    expect(host.calls.map(({ path }) => path)).toEqual([LIST]);
    await press(button('小组'));
    await until(() => document.querySelector('table') !== null);
    hold(page, { role: 'rowheader', like: '1 法国' });
    await press(button('淘汰赛'));
    hold(page, { role: 'listitem', text: '法国待定' });
    await press(button('赛程'));
    await until(() => /第 1 轮/.test(document.body.textContent ?? ''));
    hold(page, { role: 'button', like: '法国 对 西班牙 10:00 · 第 1 轮 · A 组 2:1 完场' });
    await press(button('规则'));
    hold(page, { role: 'article', text: '冠亚军：押中进入决赛的两支球队即中奖' });
  });
  it('begin the knock-out with the round before the one that is played, and with an earlier one when it is asked for', async () => {
    const won = (home: string, away: string) => ({ home: team(home), away: team(away), winner: 'home' });
    const rounds = [
      { name: '八分之一决赛', ties: [won('甲', '乙'), won('丙', '丁'), won('戊', '己'), won('庚', '辛')] },
      { name: '半决赛', ties: [won('甲', '丙'), won('戊', '庚')] },
      { name: '决赛', ties: [{ home: team('甲'), away: team('戊') }] },
    ];
    const { page } = await draw(example('cup', { params, answers: { ...answers, [TABLE]: { ...head, groups: [], rounds } } }));
    await press(button('淘汰赛'));
    await until(() => document.querySelector('.bracket') !== null);
    hold(page, { role: 'listitem', count: 3 });
    await press(button('八分之一决赛'));
    hold(page, { role: 'listitem', count: 7 });
    expect(button('八分之一决赛').getAttribute('aria-pressed')).toBe('true');
  });
  it('says what decided a tie that is level by its score', async () => {
    const measures = { full: [0, 0], extra: [1, 1], penalties: [5, 3] };
    const rounds = [
      { name: '半决赛', ties: [{ home: team('西班牙'), away: team('法国'), measures, winner: 'home', startsAt: NOW }] },
      { name: '决赛', ties: [{ home: team('西班牙'), away: team('丹麦'), measures: { full: [2, 1] }, winner: 'home' }] },
    ];
    const { page } = await draw(example('cup', { params, answers: { ...answers, [TABLE]: { ...head, groups: [], rounds } } }));
    await press(button('淘汰赛'));
    await until(() => document.querySelector('.bracket') !== null);
    hold(page, { role: 'listitem', text: '西班牙 0 晋级法国 0加时 1:1 点球 5:3' });
    hold(page, { role: 'listitem', text: '西班牙 2 晋级丹麦 1' });
  });
});

describe('the pages of events', () => {
  it('/EuropeCupEventPage leads to the bets, /OgbEventPage to the ranking', async () => {
    const cup = await draw(example('cup-event', { params: { cup: 'ozb', game: 'ozb', buy: '/EuropeCup', title: '欧洲杯活动' } }));
    await press(button(/冠军竞猜/));
    expect(cup.host.moves).toEqual(['/EuropeCup']);
    hold(cup.page, { role: 'button', like: '盈利榜', count: 0 });
    await clear();
    const champions = await draw(example('cup-event', { params: { cup: 'OGB', rank: '/OgbRank', title: '欧冠活动' } }));
    hold(champions.page, { role: 'button', like: '冠军竞猜', count: 0 });
    await press(button(/盈利榜/));
    expect(champions.host.moves).toEqual(['/OgbRank']);
  });
  it('explain the bets that there are', async () => {
    await draw(example('cup-event', { params: { cup: 'ozb', game: 'ozb', buy: '/EuropeCup', title: '欧洲杯活动' } }));
    await press(button('规则'));
    expect(document.body.textContent).toContain('冠亚军：押中进入决赛的两支球队即中奖');
    await clear();
    await draw(example('cup-event', { params: { cup: 'OGB', rank: '/OgbRank', title: '欧冠活动' } }));
    await press(button('规则'));
    expect(document.body.textContent).toContain('在竞彩足球投注');
    expect(document.body.textContent).toContain('盈利榜只算');
    expect(document.body.textContent).not.toContain('冠军');
    await clear();
    await draw(example('cup-rank', { params: { cup: 'OGB', event: '/OgbEventPage', title: '欧冠排行' } }));
    expect(document.body.textContent, 'the nickname is told whole').toContain('显示的是昵称；没有昵称的，用户名只显示首尾。');
    expect(document.body.textContent).not.toContain('冠军竞猜');
  });
  it.each(['cup', 'cup-event', 'five-leagues'])(
    '%s: matches are called a demonstration when the answer says so, and not before',
    async (code) => {
      const params = { cup: 'ozb', game: 'ozb', title: '赛事' };
      const notice = '演示赛事，与真实赛事无关。';
      const refused = { refused: '系统繁忙' };
      await draw(example(code, { params, answers: { [TABLE]: refused, [MATCHES]: refused, [LIST]: refused } }));
      expect(document.body.textContent).not.toContain(notice);
      await clear();
      await draw(example(code, { params }));
      expect(document.body.textContent).toContain(notice);
    },
  );
  it('/OgbRank shows the own place above, and marks the own row', async () => {
    const { page } = await draw(example('cup-rank', { params: { cup: 'OGB', event: '/OgbEventPage', title: '欧冠排行' } }));
    expect(page.textContent).toContain('第 2 名');
    hold(page, { role: 'listitem', text: '2 彩***家我' });
    hold(page, { role: 'listitem', text: '+¥12.50' });
    hold(page, { role: 'listitem', text: '投注 ¥6.00 · 奖金 ¥18.50' });
    expect(page.textContent).toMatch(/截至 \d\d-\d\d \d\d:\d\d，每分钟更新一次/);
  });
  it('/FiveLeagueBattleList shows a week of a league', async () => {
    const { host } = await draw(example('five-leagues', { params: { title: '五大联赛' } }));
    await act(async () => button('德甲').click());
    await press(button('下周'));
    expect(host.calls.filter(({ path }) => path === MATCHES).map(({ params }) => params)).toEqual([
      { cup: 'ECL', week: '0' },
      { cup: 'DAL', week: '0' },
      { cup: 'DAL', week: '1' },
    ]);
  });
});
