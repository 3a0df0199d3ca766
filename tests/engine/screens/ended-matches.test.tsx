// @vitest-environment happy-dom
/** Matches that did not end as they should: put off, called off, level after ninety minutes. What lists, details and orders say of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CodeTerms } from '../../../engine/descriptions/screens/expression.ts';
import type { ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { clear, draw, loadBlocks } from './examples/draw.tsx';
import { type Example, NOW } from './examples/example.ts';

const FOLDER = join(import.meta.dirname, '../../../app/descriptions');
const read = <T,>(path: string): T => JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as T;
const { terms } = read<{ terms: CodeTerms }>('terms.json');

const ORDER = '/api/order/detail';
const ORDERS = '/api/order/list';
const RESULTS = '/api/lotteryresult/jc_list';
const LIST = '/api/lottery/OutrightList';
const LIVE = '/matchdata/Match/MatchLive';
const LEVEL = { full: [1, 1], half: [0, 0], extra: [2, 2], penalties: [4, 5] };

const team = (name: string) => ({ id: name, name });
const leg = (match: string, change: object) => ({
  match,
  code: `周三00${match}`,
  league: '欧洲杯',
  home: '法国',
  away: '西班牙',
  startsAt: NOW,
  state: 'selling',
  numbers: {},
  picks: [{ play: 'BRQSPF', playName: '胜平负', choice: '3', name: '胜', odds: '1.85' }],
  ...change,
});
const order = (change: object) => ({
  orderId: '019a2b3c-0000-7000-8000-000000000003',
  kind: 'sport',
  gameCode: 'jczq',
  gameName: '竞彩足球',
  issue: '',
  hash: 'h',
  bets: 1,
  multiplier: 1,
  amountFen: 200,
  prizeFen: 0,
  status: 'pending',
  placedAt: NOW,
  passNames: '单关',
  passes: [{ code: '1_1', name: '单关' }],
  outrights: [],
  wonLegs: 0,
  wins: [],
  minFen: 370,
  maxFen: 370,
  refundFen: 0,
  ledger: [],
  ...change,
});
const result = (id: string, change: object) => ({
  id,
  code: `周三00${id}`,
  league: 'ozb',
  home: team('法国'),
  away: team('西班牙'),
  startsAt: NOW,
  numbers: {},
  winners: [],
  ...change,
});

const shown = async (code: string, answers: Example['answers'], change: Partial<Example> = {}): Promise<string> =>
  (await draw({ screen: read<ScreenDocument>(`screens/${code}.json`), answers, terms, expects: [], ...change })).page.textContent?.replace(
    /\s+/g,
    ' ',
  ) ?? '';
const orderPage = (change: object) =>
  shown('orderDetails', { [ORDER]: order(change) }, { query: { orderId: '019a2b3c-0000-7000-8000-000000000003' } });
const resultsPage = (...matches: readonly object[]) =>
  shown('sportResultDetailList', { [RESULTS]: { game: 'jczq', name: '竞彩足球', date: '2026-11-28', leagues: [], demo: true, matches } });

beforeAll(loadBlocks);
afterEach(clear);

describe('an order', () => {
  it('says that a match was put off or called off before bets on it are decided', async () => {
    const page = await orderPage({ legs: [leg('1', { state: 'postponed' }), leg('2', { state: 'cancelled' }), leg('3', {})] });
    expect(page).toMatch(/周三001欧洲杯延期.*周三002欧洲杯取消.*周三003欧洲杯\d\d-\d\d \d\d:\d\d/);
  });

  it('that was given back has won nothing, and its match is not shown as hit', async () => {
    const legs = [leg('1', { state: 'cancelled', void: true, picks: [{ ...leg('1', {}).picks[0], hit: true }] })];
    const page = await orderPage({
      status: 'cancelled',
      refundFen: 200,
      legs,
      wins: [{ tier: '1_1', name: '单关', legs: 1, count: 1, prizeFen: 200 }],
    });
    expect(page).toContain('投注金额已退回');
    expect(page).not.toContain('+¥2.00');
    expect(document.querySelector('.match-leg__pick')?.hasAttribute('data-hit')).toBe(false);
  });

  const VOID = { state: 'cancelled', void: true, voidText: '此场无效', picks: [{ ...leg('1', {}).picks[0], hit: true }] };
  it('says what a void match counts as: 1.00, and in a pool as right', async () => {
    const legs = [leg('1', VOID), leg('2', { state: 'finished', picks: VOID.picks })];
    const page = await orderPage({ legs });
    expect(page).toContain('已中 1/2 场，1 场无效按 1.00 计');
    expect(page).toContain('此场无效');
    const pool = await orderPage({ legs, pool: true, passes: [] });
    expect(pool).toContain('已中 2/2 场，1 场无效算对');
    expect(pool).not.toContain('按 1.00');
  });

  it('does not show as hit what nobody wrote down', async () => {
    const picks = [{ play: 'BQC', playName: '半全场', choice: '33', name: '胜胜', odds: '5.20', hit: true, void: true }];
    const page = await orderPage({
      legs: [leg('1', { state: 'finished', measures: { full: [2, 1] }, voidText: '半全场没有记录', picks })],
    });
    expect(page).toContain('已中 0/1 场，1 场无效按 1.00 计');
    expect(page).toContain('半全场胜胜1.00半全场没有记录');
  });

  const won = { status: 'won', prizeFen: 6_356, amountFen: 2_000, legs: [leg('1', { state: 'finished' })] };
  it('that follows a release shows the commission that its author got from the prize, and leads there', async () => {
    const page = await orderPage({ ...won, follows: { releaseId: '019a2b3c-0000-7000-8000-000000000004', commissionFen: 484 } });
    expect(page).toContain('跟单佣金¥4.84，已从奖金中付给发单人');
    expect(page).toContain('赛果查看宝单再来一注');
  });

  it('that follows none says nothing of it', async () => {
    expect(await orderPage(won)).not.toMatch(/跟单佣金|查看宝单/);
  });

  it('says what decided a level tie', async () => {
    const page = await orderPage({ legs: [leg('1', { state: 'finished', measures: LEVEL })] });
    expect(page).toContain('1:1半 0:0加时 2:2点球 4:5');
  });
});

it('the list of orders counts no hits of an order that was given back', async () => {
  const items = ['won', 'cancelled'].map((status, at) => ({
    ...order({ status, orderId: `019a2b3c-0000-7000-8000-00000000000${at}` }),
    subtitle: '胜平负 单关 1 场',
    playNames: '胜平负',
    matches: 1,
    wonLegs: 1,
    numbers: [],
    to: '/orderDetails',
  }));
  const page = await shown('betRecord', { [ORDERS]: { items, next: null } }, { session: { loggedIn: true } } as Partial<Example>);
  expect(page.match(/已中 1\/1/g)).toHaveLength(1);
});

describe('results', () => {
  it('of a match that is put off are not final, those of one that is called off are', async () => {
    const page = await resultsPage(
      result('1', { state: 'postponed' }),
      result('2', { state: 'postponed', void: true }),
      result('3', { state: 'cancelled' }),
    );
    expect(page).toMatch(
      /周三001.*延期：规定时间内没有踢完，各玩法赔率才按 1\.00 计算.*周三002.*延期：此场各玩法赔率按 1\.00 计算.*周三003/,
    );
    expect(page).toContain('取消：此场各玩法赔率按 1.00 计算');
  });

  it('of a pool count a match that is off as right', async () => {
    const matches = [result('1', { state: 'postponed' }), result('2', { state: 'cancelled', void: true })];
    const page = await shown('sportResultDetailList', {
      [RESULTS]: { game: 'ctzq', name: '传统足球', pool: true, date: '2026-11-28', leagues: [], demo: true, matches },
    });
    expect(page).toContain('延期：规定时间内没有踢完，选什么都算对');
    expect(page).toContain('取消：此场选什么都算对');
    expect(page).not.toContain('1.00');
  });

  it('of a level tie say what decided it', async () => {
    expect(await resultsPage(result('1', { state: 'finished', measures: LEVEL }))).toContain('1:1半 0:0加时 2:2点球 4:5');
  });

  it('so does the list of live scores', async () => {
    const match = { id: '1', sport: 'football', league: 'ozb', home: team('法国'), away: team('西班牙'), startsAt: NOW - 7_200_000 };
    const matches = [{ ...match, state: 'finished', measures: LEVEL, events: [], version: 1 }];
    const page = await shown(
      'scores',
      { [LIVE]: { version: 9, full: true, demo: true, leagues: [], matches }, '/api/order/Matches': { items: [] } },
      { query: { tab: 'finished' } },
    );
    expect(page).toContain('半场 0-0 · 加时 2-2 · 点球 4-5');
  });
});

it('a cup whose bets were called off does not say that they are sold again', async () => {
  const items = [{ code: '01', teams: [team('法国')], name: '法国', odds: '4.50', support: 125, chance: 180, state: 'stopped' }];
  const list = { game: 'ozb', hash: 'h', version: 3, demo: true, unitFen: 200, multiplier: 9999, off: true };
  const page = await shown(
    'cup',
    { [LIST]: { ...list, markets: [{ market: 'champion', name: '冠军', items }] } },
    { params: { game: 'ozb', cup: 'ozb' } },
  );
  expect(page).toContain('本届竞猜已取消，没有揭晓的都已退款');
  expect(page).not.toContain('赛后恢复');
});
