/**
 * For every model: inputs and events that together can take all of its transitions, and the part of its context that distinguishes states
 * (`key`). The values are few: a bound, a value below it, a value past it.
 */
import type { PathOptions } from '../../../../engine/replay/index.ts';
import type { SelectionArea } from '../../../../engine/machines/selection-areas.ts';
import type { Fields, TraceEvent } from '../../../../engine/replay/index.ts';

export interface Sample extends PathOptions {
  readonly name: string;
}

const answer = (status: number) => ({ status, models: { n: 1 }, msg: status === 0 ? '' : '不行' });
const requestEvents: TraceEvent[] = [
  { type: 'SEND' },
  { type: 'ANSWER', answer: answer(0) },
  { type: 'ANSWER', answer: answer(4) },
  { type: 'FAILED' },
  { type: 'DEADLINE' },
  { type: 'CANCEL' },
];

const restored = { type: 'RESTORED', now: 1_000, autoLogin: false, heartbeatCount: 3, heartbeatTime: 500, offlineMinutes: 2 };
const user = { Mid: '7', UserName: 'p7', GameTransferPermission: true };
const sessionEvents: TraceEvent[] = [
  restored,
  { ...restored, token: 't', user },
  { ...restored, token: 't', autoLogin: true, loginAfter: '/there' },
  { ...restored, token: 't' },
  { ...restored, user },
  { type: 'PROFILE', user },
  { type: 'PROFILE_FAILED' },
  { type: 'LOGIN_WANTED', loginAfter: '/here' },
  { type: 'LOGIN_WANTED' },
  { type: 'LOGGED_IN', token: 't2', user, autoLogin: true, now: 2_000 },
  { type: 'LOGGED_IN', token: 't3', user, autoLogin: false, now: 2_000 },
  { type: 'USER', user: { ...user, v: '2' } },
  { type: 'LOGOUT' },
  { type: 'LEFT' },
  { type: 'TOKEN', token: 't2' },
  { type: 'FORCED_OUT', message: '请重新登录' },
  { type: 'FORCED_OUT' },
  { type: 'BEAT_DUE', now: 400_000 },
  { type: 'BEAT_DONE', now: 400_500 },
  { type: 'BEAT_FAILED' },
];

const red: SelectionArea = { id: 'red', label: '红球', values: { from: 1, to: 4 }, min: 1, max: 3, bankers: { min: 1, max: 2 }, need: 3 };
const blue: SelectionArea = { id: 'blue', label: '蓝球', values: ['大', '小'], min: 1, max: 1, bankers: null, need: 1 };
const selectionEvents: TraceEvent[] = [
  { type: 'TAP', area: 'red', value: 1 },
  { type: 'TAP', area: 'red', value: 2 },
  { type: 'TAP', area: 'red', value: 3 },
  { type: 'TAP', area: 'red', value: 9 },
  { type: 'TAP', area: 'blue', value: '大' },
  { type: 'BANKER_MODE', area: 'red', on: true },
  { type: 'BANKER_MODE', area: 'red', on: false },
  { type: 'BANKER_MODE', area: 'blue', on: true },
  { type: 'QUICK', area: 'red', pick: 'all' },
  { type: 'QUICK', area: 'red', pick: 'big' },
  { type: 'REPLACE', picks: { red: [2, 3], blue: ['小'] }, bankers: { red: [1] } },
  { type: 'REPLACE', picks: { red: [2] } },
  { type: 'REPLACE', picks: {} },
  { type: 'PLAY', play: 'other', areas: [blue], keep: true },
  { type: 'PLAY', play: 'first', areas: [red, blue], keep: true },
  { type: 'PLAY', play: 'first', areas: [red, blue] },
  { type: 'TOGGLE', area: 'red', values: [2, 3] },
  { type: 'CLEAR' },
];

/** From a play with bankers to a play with fewer picks and no bankers, and back; and boards as they were stored. */
const few: SelectionArea = { ...red, max: 1, bankers: null, need: 1 };
const carriedEvents: TraceEvent[] = [
  { type: 'TAP', area: 'red', value: 1 },
  { type: 'TAP', area: 'red', value: 2 },
  { type: 'BANKER_MODE', area: 'red', on: false },
  { type: 'QUICK', area: 'red', pick: 'clear' },
  { type: 'PLAY', play: 'few', areas: [few], carry: true },
  { type: 'PLAY', play: 'first', areas: [red], carry: true },
  { type: 'BOARD', play: 'first', areas: [red], held: { 'red:1-4': { values: [1, 2, 3], bankers: [1] } } },
  { type: 'BOARD', play: 'first', areas: [red], held: { 'red:1-9': { values: [2, 9], bankers: [] } }, changed: true },
  { type: 'CLEAR' },
];

const typed: SelectionArea = { id: 'typed', label: '号码', values: 'entries', min: 1, max: 3, bankers: null, need: 1 };
const typedEvents: TraceEvent[] = [
  { type: 'ENTRIES', area: 'typed', values: ['12', '34'] },
  { type: 'ENTRIES', area: 'typed', values: ['1', '2', '3', '4'] },
  { type: 'ENTRIES', area: 'typed', values: [] },
  { type: 'ENTRIES', area: 'blue', values: ['大'] },
  { type: 'ENTRIES', area: 'nowhere', values: ['1'] },
  { type: 'TAP', area: 'typed', value: '12' },
  { type: 'TAP', area: 'blue', value: '大' },
  { type: 'TAP', area: 'nowhere', value: 1 },
  { type: 'CLEAR' },
];

const line = (n: number) => ({ play: 'p', picks: { red: [n] } });
const caps = { lines: 2, multiplier: 9 };
/** An issue that closes while the slip is open. */
const issueEvents: TraceEvent[] = [
  { type: 'ADD', lines: [{ play: 'p', picks: { a: [1] } }] },
  { type: 'REMOVE', id: 1 },
  { type: 'SHOWN', issue: '1' },
  { type: 'SHOWN', issue: null },
  { type: 'ISSUE', issue: '1' },
  { type: 'ISSUE', issue: '2' },
  { type: 'ISSUE', issue: '3' },
  { type: 'ACKNOWLEDGE' },
  { type: 'ACCEPT' },
  { type: 'CLEAR' },
  { type: 'PLACED' },
];

const slipEvents: TraceEvent[] = [
  { type: 'ADD', lines: [line(1)] },
  { type: 'ADD', lines: [line(1), line(2)] },
  { type: 'ADD', lines: [] },
  { type: 'REMOVE', id: 1 },
  { type: 'REMOVE', id: 2 },
  { type: 'REMOVE', id: 77 },
  { type: 'CLEAR' },
  { type: 'EDIT', id: 1 },
  { type: 'EDIT', id: 77 },
  { type: 'UPDATE', line: line(5) },
  { type: 'CANCEL_EDIT' },
  { type: 'MULTIPLIER', value: 3 },
  { type: 'MULTIPLIER', value: 10 },
  { type: 'DESCRIPTION', hash: 'h2', caps: { lines: 2, multiplier: 5 }, invalid: [] },
  { type: 'DESCRIPTION', hash: 'h2', caps, invalid: [1] },
  { type: 'DESCRIPTION', hash: 'h1', caps, invalid: [] },
  { type: 'PLACED' },
];

const playsSold = {
  plays: [
    { code: 'A', choices: ['3', '0'], numbers: ['line'], bankers: 1 },
    { code: 'B', choices: ['1'], numbers: [], bankers: 1 },
  ],
  mixed: true,
  carry: false,
  matches: 2,
  bankers: 1,
};
const soldAt = (n: number) => ({
  match: `m${n}`,
  code: `周六00${n}`,
  league: '英超',
  home: '主',
  away: '客',
  startsAt: n * 1_000,
  singleStopsAt: n * 1_000 - 100,
  passStopsAt: n * 1_000 - 100,
  numbers: { line: '1' },
  singles: [],
});
const picked = (n: number, choice = '3', play = 'A') => ({ type: 'TAP', match: soldAt(n), play, choice, odds: '1.80' });
const offered = (n: number, more: Fields = {}) => ({
  type: 'OFFERS',
  offers: [{ ...soldAt(n), state: 'selling', closed: [], odds: { A: { 3: '1.80', 0: '2.00' } }, ...more }],
  removed: [],
  now: 0,
});
const picksEvents: TraceEvent[] = [
  picked(1),
  picked(2),
  picked(3),
  picked(1, '1', 'B'),
  picked(1, '7'),
  { type: 'REMOVE', match: 'm1' },
  { type: 'REMOVE', match: 'm9' },
  { type: 'BANKER', match: 'm1', on: true },
  { type: 'BANKER', match: 'm2', on: true },
  offered(1, { odds: { A: { 3: '1.70', 0: '2.00' } } }),
  offered(1, { state: 'suspended', reason: '待定' }),
  offered(1),
  { type: 'OFFERS', offers: [], removed: ['m1', 'm2'], now: 0 },
  { type: 'TIME', now: 950 },
  { type: 'SEEN', what: 'changes' },
  { type: 'SEEN', what: 'struck' },
  { type: 'PICKS', picks: null },
  { type: 'PICKS', picks: { game: 'g', hash: 'h0', matches: [1, 2].map((n) => ({ ...soldAt(n), picks: { A: { 3: '1.80' } } })) } },
  { type: 'DESCRIPTION', hash: 'h2', sold: { ...playsSold, matches: 1 } },
  { type: 'DESCRIPTION', hash: 'h1', sold: playsSold },
  { type: 'CLEAR' },
];
/** Tickets of one play: a change of the play sets the picks aside. */
const playEvents: TraceEvent[] = [
  picked(1),
  picked(1, '1', 'B'),
  { type: 'PLAY', play: 'B' },
  { type: 'PLAY', play: 'A' },
  { type: 'PLAY', play: 'C' },
  { type: 'CLEAR' },
];

const submission = { key: 'k1', call: '/api/bet', method: 'POST', params: { ticket: '{}' } };
const otherSubmission = { key: 'k2', call: '/api/other', method: 'POST', params: {} };
const submissionEvents: TraceEvent[] = [
  { type: 'SUBMIT', submission },
  { type: 'SUBMIT', submission: otherSubmission },
  { type: 'ACCEPTED', answer: { orderId: 'o' }, msg: '好' },
  { type: 'REFUSED', refusal: { status: 4, msg: '不行' } },
  { type: 'NO_ANSWER' },
  { type: 'ASK_FAILED' },
  { type: 'ASK_DUE' },
  { type: 'LOST' },
  { type: 'DISMISS' },
  { type: 'RESUME', submission: otherSubmission },
  { type: 'RESUME', submission: null },
];

const issue = (name: string, closesAt: number) => ({ issue: name, opensAt: 0, closesAt, drawsAt: closesAt + 5_000 });
const first = issue('1', 100_000);
const clockEvents: TraceEvent[] = [
  { type: 'ISSUE', issue: first, now: 1_000 },
  { type: 'ISSUE', issue: issue('1', 200_000), now: 1_000 },
  { type: 'ISSUE', issue: issue('2', 220_000), now: 101_000 },
  { type: 'ISSUE', issue: issue('3', 99_000), now: 95_000 },
  { type: 'ISSUE', issue: issue('4', 99_000), now: 99_500 },
  { type: 'ISSUE', issue: null, now: 101_000 },
  { type: 'TICK', now: 45_000 },
  { type: 'TICK', now: 91_000 },
  { type: 'TICK', now: 101_000 },
  { type: 'TICK', now: 106_000 },
  { type: 'TICK', now: 300_000 },
  { type: 'DRAW', issue: '1', now: 106_500 },
  { type: 'DRAW', issue: '2', now: 300_500 },
  { type: 'DRAW', issue: '9', now: 1 },
  { type: 'SETTLED', issue: '1' },
  { type: 'SETTLED', issue: '2' },
];

const chased = (name: string, closesAt: number) => ({ issue: name, closesAt, drawsAt: closesAt + 1_000 });
const chaseIssues = [chased('1', 1_000), chased('2', 2_000), chased('3', 3_000)];
const chaseEvents: TraceEvent[] = [
  { type: 'ON' },
  { type: 'OFF' },
  { type: 'ISSUES', issues: chaseIssues },
  { type: 'ISSUES', issues: chaseIssues.slice(1) },
  { type: 'FAILED' },
  { type: 'RETRY' },
  { type: 'SALE', issue: '1' },
  { type: 'SALE', issue: '2' },
  { type: 'SALE', issue: '77' },
  { type: 'COUNT', value: 2 },
  { type: 'COUNT', value: 99 },
  { type: 'BASE', value: 4 },
  { type: 'EVERY', value: 1 },
  { type: 'EDIT', issue: '2', multiplier: 7 },
  { type: 'EDIT', issue: '2', multiplier: 99 },
  { type: 'EDIT', issue: '77', multiplier: 1 },
  { type: 'STOP_ON_WIN', value: false },
  { type: 'CAPS', caps: { issues: 2, multiplier: 5 } },
  { type: 'CAPS', caps: { issues: 1, multiplier: 5 } },
  { type: 'PLACED' },
];

const arrive = (address: string, direction: string, still = false) => ({ type: 'ARRIVE', address, direction, still });
const pageEvents: TraceEvent[] = [
  arrive('/a', 'forward'),
  arrive('/b', 'backward'),
  arrive('/c', 'none'),
  arrive('/d', 'forward', true),
  { type: 'MOVED' },
  { type: 'TAB', index: 1 },
  { type: 'TAB', index: 0 },
];

const startUpEvents: TraceEvent[] = [
  { type: 'START' },
  { type: 'DUE' },
  { type: 'ADDRESS', ip: '203.0.113.7' },
  { type: 'ADDRESS_FAILED' },
  { type: 'AGENT', agent: '{}' },
  { type: 'AGENT_FAILED' },
  { type: 'SYSTEM', maintenance: true, message: '升级中' },
  { type: 'SYSTEM', maintenance: false, message: '' },
  { type: 'SYSTEM_FAILED' },
];

const chunkEvents: TraceEvent[] = [
  { type: 'LOAD' },
  { type: 'LOADED' },
  { type: 'FAILED' },
  { type: 'FAILED', eventType: 'error', request: 'https://app.example/assets/a.js' },
  { type: 'DEADLINE' },
];

const tutorialEvents: TraceEvent[] = [
  { type: 'SHOW', now: 1_000 },
  { type: 'TICK', now: 2_000 },
  { type: 'TICK', now: 3_000 },
  { type: 'ENTER' },
  { type: 'LEAVE' },
];

const scratchEvents: TraceEvent[] = [
  { type: 'STROKE' },
  { type: 'CLEARED', permille: 100 },
  { type: 'CLEARED', permille: 600 },
  { type: 'OPEN' },
  { type: 'RESULT', won: true },
  { type: 'RESULT', won: false },
  { type: 'FAILED' },
  { type: 'AGAIN' },
];

const stageEvents: TraceEvent[] = [
  { type: 'EXPECT', issue: '1' },
  { type: 'EXPECT', issue: '2' },
  { type: 'DUE', issue: '1', now: 900 },
  { type: 'RESULT', issue: '1', reveals: [100, 200], instant: false, now: 1_000 },
  { type: 'RESULT', issue: '2', reveals: [50], instant: false, now: 1_100 },
  { type: 'RESULT', issue: '2', reveals: [50], instant: true, now: 1_100 },
  { type: 'RESULT', issue: '3', reveals: [], instant: false, now: 1_100 },
  { type: 'TICK', now: 1_050 },
  { type: 'TICK', now: 1_100 },
  { type: 'TICK', now: 1_200 },
  { type: 'SKIP' },
  { type: 'CLOSE' },
];

const smallPlayEvents: TraceEvent[] = [
  { type: 'OFFER', play: '1' },
  { type: 'STAKE', code: 'a', fen: 100 },
  { type: 'STAKE', code: 'a', fen: 0 },
  { type: 'SUGGEST', code: 'a', fen: 300 },
  { type: 'CLEAR' },
  { type: 'DOUBLE', most: 400 },
  { type: 'REBET' },
  { type: 'PLAY' },
  { type: 'SERIES', count: 3, stopOnWin: true, stopLossFen: 150 },
  { type: 'SERIES', count: 2, stopOnWin: false, stopLossFen: 0 },
  { type: 'STOP' },
  { type: 'ANSWER', next: '3', times: [100, 200], netFen: -100, instant: false, now: 1_000 },
  { type: 'ANSWER', next: '3', times: [100], netFen: 50, instant: true, now: 1_000 },
  { type: 'ANSWER', next: null, times: [], netFen: 50, instant: false, now: 1_000 },
  { type: 'TAKEN' },
  { type: 'REFUSED', stale: true },
  { type: 'REFUSED', stale: false },
  { type: 'TICK', now: 1_050 },
  { type: 'TICK', now: 1_100 },
  { type: 'TICK', now: 1_200 },
  { type: 'SKIP' },
  { type: 'AGAIN' },
];

const ballEvents: TraceEvent[] = [
  { type: 'PRESS', x: 350, y: 500 },
  { type: 'MOVE', x: 352, y: 502 },
  { type: 'MOVE', x: 60, y: 300 },
  { type: 'RELEASE' },
  { type: 'CANCEL' },
  { type: 'TAP_DUE' },
  { type: 'FADE_DUE' },
  { type: 'RESIZE', width: 844, height: 390 },
  { type: 'ACTIVATE' },
  { type: 'KEY', to: 'left' },
  { type: 'KEY', to: 'up' },
];

const frameRules = {
  kinds: {
    game: { header: false, ball: true, tutorialSeconds: 10 },
    recharge: { header: true, tools: true },
    acti: { header: true, backMarker: true },
  },
  messages: { login: '/login' },
  reloadOnLandscape: ['GF_CQ9'],
};
const outside = 'https://games.example/play';
const opened = (title: string, more: Fields = {}, marker = -1) => ({
  type: 'OPEN',
  request: { title, url: outside, ...more },
  marker,
});
const frameMessage = (origin: string, own: boolean, type: string) => ({ type: 'MESSAGE', origin, own, data: { frame: 1, type } });
const frameEvents: TraceEvent[] = [
  { type: 'OPEN', request: null, marker: -1 },
  opened('game', { company: 'gf_cq9' }),
  opened('game', { company: 'GF_CQ9', method: 'POST', fields: { amount: '1' } }),
  opened('recharge'),
  opened('acti', {}, 0),
  opened('acti', {}, 2),
  opened('acti'),
  opened('game', { url: 'javascript:alert(1)' }),
  { type: 'LOADED' },
  { type: 'RELOAD' },
  { type: 'OPEN_OUTSIDE' },
  { type: 'BACK' },
  frameMessage('https://games.example', true, 'login'),
  frameMessage('https://games.example', false, 'login'),
  frameMessage('https://evil.example', true, 'login'),
  frameMessage('https://games.example', true, 'other'),
  { type: 'TURNED', landscape: true },
  { type: 'TURNED', landscape: false },
];

const speedEvents: TraceEvent[] = [
  { type: 'START' },
  ...[0, 1].flatMap((line) => [
    { type: 'MEASURED', run: 1, line, ms: 40 },
    { type: 'FAILED', run: 1, line },
    { type: 'DEADLINE', run: 1, line },
  ]),
  { type: 'MEASURED', run: 9, line: 0, ms: 7 },
  { type: 'FAILED', run: 9, line: 0 },
  { type: 'DEADLINE', run: 9, line: 0 },
];

const pullEvents: TraceEvent[] = [
  { type: 'TOGGLE' },
  { type: 'DOWN', y: 100, at: 0, height: 200 },
  { type: 'MOVE', y: 60, at: 20 },
  { type: 'MOVE', y: 105, at: 40 },
  { type: 'MOVE', y: 250, at: 900 },
  { type: 'MEASURED', height: 120 },
  { type: 'UP', at: 950 },
  { type: 'CANCEL' },
  { type: 'SETTLED' },
];

const of = (context: Fields, ...names: string[]): string => JSON.stringify(names.map((name) => context[name]));

const pickedMatch = (n: number, picks: Fields = { SPF: { '3': '2.00' } }, more: Fields = {}) => ({
  match: `m${n}`,
  code: `周六00${n}`,
  league: '英超',
  home: `主${n}`,
  away: `客${n}`,
  startsAt: n * 1_000 + 600,
  singleStopsAt: n * 1_000 + 500,
  passStopsAt: n * 1_000,
  numbers: { handicap: '-1' },
  singles: n === 1 ? ['SPF'] : [],
  picks,
  ...more,
});
const threeMatches = [1, 2, 3].map((n) => pickedMatch(n));
const moved = (was: string, now: string | null) => ({ match: 'm2', play: 'SPF', choice: '3', was, now });
const picksEvent = (matches: Fields[], changes: Fields[] = [], now = 0) => ({ type: 'PICKS', matches, changes, now });
const slipRules = {
  hash: 'h1',
  passes: [
    { code: '1_1', matches: 1, legs: [1] },
    { code: '2_1', matches: 2, legs: [2] },
    { code: '3_1', matches: 3, legs: [3] },
    { code: '3_4', matches: 3, legs: [2, 3] },
  ],
  plays: { SPF: 8, BF: 2 },
  caps: { matches: 15, legs: 8, multiplier: 50 },
  priced: true,
};
const averagePlan = { type: 'PLAN', plan: { plan: 'average', times: [1, 2], total: 4 } };
/** Passes and bankers, and the events that remove them. */
const matchSlipPasses: TraceEvent[] = [
  picksEvent(threeMatches),
  picksEvent(threeMatches.slice(0, 1)),
  picksEvent(threeMatches.slice(1, 2)),
  picksEvent([]),
  picksEvent([pickedMatch(1, undefined, { banker: true }), pickedMatch(2, undefined, { banker: true })]),
  { type: 'TIME', now: 1_000 },
  { type: 'TIME', now: 1_500 },
  { type: 'RULES', rules: { ...slipRules, hash: 'h2', passes: slipRules.passes.slice(1, 3), caps: { ...slipRules.caps, multiplier: 5 } } },
  { type: 'PASS', code: '1_1' },
  { type: 'PASS', code: '2_1' },
  { type: 'PASS', code: '3_1' },
  { type: 'PASSES_RESET' },
];
/** Multiplier, plans, a restored slip, and a bet from sending to its answer. */
const matchSlipPlans: TraceEvent[] = [
  picksEvent(threeMatches),
  picksEvent(threeMatches.slice(0, 2)),
  { type: 'RULES', rules: { ...slipRules, hash: 'h2', caps: { ...slipRules.caps, multiplier: 5 } } },
  { type: 'PASS', code: '2_1' },
  { type: 'PASSES_RESET' },
  { type: 'MULTIPLIER', value: 51 },
  { type: 'SAVED', saved: { passes: ['2_1'], multiplier: 7 } },
  { type: 'SAVED', saved: null },
  { type: 'POLICY', policy: 'any' },
  averagePlan,
  { type: 'TIMES', at: 1, value: 9 },
  { type: 'TIMES', at: 9, value: 1 },
  { type: 'UNPLAN' },
  { type: 'SENT' },
  { type: 'PLACED' },
  { type: 'RETURNED' },
];
/** Odds, handicaps and choices that changed, under every policy. */
const matchSlipMoves: TraceEvent[] = [
  picksEvent(threeMatches.slice(0, 2)),
  picksEvent(threeMatches.slice(0, 2), [moved('2.00', '2.1')]),
  picksEvent(threeMatches.slice(0, 2), [moved('2.00', '1.95')]),
  picksEvent(threeMatches.slice(0, 2), [moved('2.00', null)]),
  picksEvent(threeMatches.slice(0, 2), [{ match: 'm1', number: 'handicap', was: '-1', now: '1' }]),
  picksEvent([]),
  { type: 'POLICY', policy: 'ask' },
  { type: 'POLICY', policy: 'any' },
  { type: 'POLICY', policy: 'up' },
  { type: 'ACCEPT' },
  { type: 'SENT' },
  { type: 'TIME', now: 1_000 },
  { type: 'RETURNED' },
];
const matchSlipKey = (context: Fields) =>
  JSON.stringify([
    (context.rules as Fields).hash,
    (context.legs as Fields[]).map(({ match, banker }) => [match, banker]),
    (context.late as Fields[]).length,
    context.changes,
    context.passes,
    context.multiplier === 1,
    context.policy,
    (context.plan as Fields | null)?.plan,
    context.now,
  ]);

export const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  request: [{ name: 'request', input: { timeoutMs: 20_000 }, events: requestEvents }],
  session: [
    {
      name: 'session',
      input: { root: '/m' },
      events: sessionEvents,
      key: (context) => JSON.stringify([context.token !== undefined, context.loginAfter !== undefined]),
    },
  ],
  ballSelection: [
    {
      name: 'bankers',
      input: { play: 'first', areas: [red, blue] },
      events: selectionEvents,
      key: (context) => of(context, 'play', 'picks', 'bankers', 'bankerMode'),
    },
    {
      name: 'carried',
      input: { play: 'first', areas: [red] },
      events: carriedEvents,
      key: (context) => of(context, 'play', 'picks', 'bankers', 'bankerMode', 'held'),
    },
    {
      name: 'typed',
      input: { play: 'typed', areas: [typed, blue] },
      events: typedEvents,
      key: (context) => of(context, 'picks'),
    },
  ],
  betSlip: [
    {
      name: 'new',
      input: { game: 'g', hash: 'h1', caps },
      events: slipEvents,
      key: (context) =>
        JSON.stringify([(context.lines as { id: number }[]).map(({ id }) => Math.min(id, 3)), context.editing, context.multiplier]),
      limit: 20_000,
    },
    {
      name: 'kept',
      input: { game: 'g', hash: 'h1', caps, saved: { hash: 'h0', lines: [{ id: 1, line: line(1) }], multiplier: 20, editing: 1 } },
      events: slipEvents.slice(0, 2),
      key: (context) => JSON.stringify([(context.lines as unknown[]).length, context.editing]),
    },
    {
      name: 'open at a closing',
      input: { game: 'g', hash: 'h1', caps },
      events: issueEvents,
      key: (context) => JSON.stringify([(context.lines as unknown[]).length, context.meant, context.passed]),
    },
  ],
  matchPicks: [
    {
      name: 'mixed',
      input: { game: 'g', hash: 'h1', sold: playsSold },
      events: picksEvents,
      key: (context) =>
        JSON.stringify([
          (context.matches as { match: string; banker?: boolean }[]).map(({ match, banker }) => [match, banker]),
          (context.struck as unknown[]).length,
          (context.changes as unknown[]).length,
          (context.sold as Fields).matches,
        ]),
      limit: 3_000,
    },
    {
      name: 'one play a ticket',
      input: { game: 'g', hash: 'h1', sold: { ...playsSold, mixed: false } },
      events: playEvents,
      key: (context) => JSON.stringify([context.play, (context.matches as unknown[]).length, Object.keys((context.aside as Fields) ?? {})]),
    },
    {
      name: 'plays that ask the same',
      input: { game: 'g', hash: 'h1', sold: { ...playsSold, mixed: false, carry: true } },
      events: playEvents,
      key: (context) => JSON.stringify([context.play, (context.matches as unknown[]).length]),
    },
  ],
  submission: [
    {
      name: 'new',
      input: {},
      events: submissionEvents,
      key: (context) => JSON.stringify([(context.submission as { key: string } | null)?.key, (context.asked as number) > 0]),
    },
    { name: 'unfinished', input: { unfinished: submission }, events: submissionEvents },
  ],
  drawClock: [{ name: 'clock', events: clockEvents, key: (context) => of(context, 'issue', 'awaiting', 'now') }],
  pullPanel: [{ name: 'panel', events: pullEvents, key: (context) => of(context, 'wasOpen', 'height', 'shown', 'speed', 'lastY') }],
  scratchCard: [{ name: 'card', events: scratchEvents, key: (context) => of(context, 'cleared', 'asked', 'known', 'won') }],
  smallPlay: [
    {
      name: 'small game',
      events: smallPlayEvents,
      key: (context) =>
        JSON.stringify([
          context.play !== null,
          Object.keys(context.stakes as Fields),
          Object.keys(context.last as Fields).length,
          (context.times as unknown[]).length,
          context.shown,
          (context.series as { left: number; netFen: number } | null)?.left,
          (context.series as { left: number; netFen: number } | null)?.netFen,
        ]),
      limit: 20_000,
    },
  ],
  drawStage: [{ name: 'stage', events: stageEvents, key: (context) => of(context, 'issue', 'reveals', 'startedAt', 'shown') }],
  chase: [
    {
      name: 'chase',
      input: { caps: { issues: 3, multiplier: 9 } },
      events: chaseEvents,
      key: (context) =>
        JSON.stringify([
          (context.issues as unknown[]).length,
          context.count,
          context.every,
          context.edits,
          (context.caps as Fields).issues,
        ]),
    },
    { name: 'no chase', input: { caps: { issues: 1, multiplier: 9 } }, events: chaseEvents.slice(0, 3) },
  ],
  matchSlip: [
    {
      name: 'passes',
      input: { rules: slipRules, now: 0, policy: 'any', saved: { passes: ['2_1'], multiplier: 99 } },
      events: matchSlipPasses,
      key: matchSlipKey,
    },
    { name: 'plans', input: { rules: slipRules, now: 0, policy: 'any' }, events: matchSlipPlans, key: matchSlipKey },
    { name: 'odds that move', input: { rules: slipRules, now: 0, policy: 'ask' }, events: matchSlipMoves, key: matchSlipKey },
    {
      name: 'a pool',
      input: {
        rules: {
          ...slipRules,
          passes: [],
          plays: { SPF: 2 },
          pool: { matches: 3, choose: { SPF: 2 } },
          priced: false,
        },
        now: 0,
        policy: 'ask',
      },
      events: matchSlipMoves,
      key: matchSlipKey,
    },
  ],
  pageTransition: [
    {
      name: 'pages',
      events: pageEvents,
      key: ({ current, leaving, tab }) => JSON.stringify([(current as Fields | null)?.address, (leaving as Fields | null)?.address, tab]),
    },
  ],
  startUp: [
    { name: 'in a browser', input: { version: 9, confirmedFrom: 9, native: false }, events: startUpEvents },
    { name: 'an old version in a native wrapper', input: { version: 8, confirmedFrom: 9, native: true }, events: startUpEvents },
  ],
  chunkLoad: [{ name: 'chunk', input: { request: 'cells' }, events: chunkEvents, key: (context) => of(context, 'failure') }],
  tutorial: [{ name: 'two seconds', input: { seconds: 2 }, events: tutorialEvents, key: (context) => of(context, 'secondsLeft') }],
  floatingBall: [
    {
      name: 'ball',
      input: { width: 390, height: 844, size: 52, margin: 8 },
      events: ballEvents,
      key: ({ width, place }) => JSON.stringify([width, (place as Fields).side]),
    },
  ],
  framePage: [
    {
      name: 'frame',
      input: { rules: frameRules, appOrigin: 'https://app.example', landscape: false },
      events: frameEvents,
      key: (context) => of(context, 'request', 'marker', 'landscape'),
    },
  ],
  speedTest: [
    {
      name: 'two lines',
      input: { lines: 2 },
      events: speedEvents,
      key: ({ run, outcomes }) => JSON.stringify([Math.min(run as number, 2), outcomes]),
    },
    { name: 'no lines', input: { lines: 0 }, events: speedEvents.slice(0, 1) },
  ],
};
