/**
 * Ways that golden files hold beside the generated paths: values exactly at a bound, in an order, or in a company that no short path has.
 * Each was written for a seeded wrong value (tests/engine/replay/wrong-values.deep.test.ts) that the generated paths did not tell from the right one.
 */
import type { SelectionArea } from '../../../../engine/machines/selection-areas.ts';
import type { Fields, TraceEvent } from '../../../../engine/replay/index.ts';

/** `ways` begin at the machine's start; each prefix of a way is held as well. */
export interface Bounds {
  readonly name: string;
  readonly input?: unknown;
  readonly ways: readonly (readonly TraceEvent[])[];
}

const five: SelectionArea = { id: 'five', label: '五', values: { from: 1, to: 5 }, min: 0, max: 5, bankers: null, need: 0 };
const sizes: SelectionArea = { id: 'sizes', label: '大小', values: ['大', '小'], min: 0, max: 2, bankers: null, need: 0 };
const typed: SelectionArea = { id: 'typed', label: '号码', values: 'entries', min: 0, max: 3, bankers: null, need: 0 };
const bounds = { from: 1, to: 4 };
const first: SelectionArea = { id: 'first', label: '前', values: bounds, min: 1, max: 3, bankers: { min: 0, max: 1 }, need: 2 };
const second: SelectionArea = { id: 'second', label: '后', values: bounds, min: 0, max: 3, bankers: { min: 0, max: 2 }, need: 0 };
const requiredArea: SelectionArea = { id: 'asked', label: '必', values: bounds, min: 0, max: 3, bankers: { min: 1, max: 2 }, need: 0 };
const twoTyped: SelectionArea = { ...typed, max: 2 };
const tap = (area: string, value: number | string) => ({ type: 'TAP', area, value });
const quick = (area: string, pick: string) => ({ type: 'QUICK', area, pick });
const toggle = (area: string, ...values: readonly (number | string)[]) => ({ type: 'TOGGLE', area, values });
const mode = (area: string, on: boolean) => ({ type: 'BANKER_MODE', area, on });
const board = (play: string, areas: readonly SelectionArea[], held: Fields, changed = false) => ({
  type: 'BOARD',
  play,
  areas,
  held,
  ...(changed ? { changed } : {}),
});
const held = (values: readonly (number | string)[], bankers: readonly (number | string)[] = []) => ({ values, bankers });

const line = (n: number) => ({ play: 'p', picks: { red: [n] } });
const terms = (digest: string) => ({ prize: `¥${digest}`, digest });
const version = (hash: string, of: Fields, invalid: readonly number[] = []) => ({
  type: 'DESCRIPTION',
  hash,
  caps: { lines: 3, multiplier: 9 },
  invalid,
  terms: of,
});

const issue = (name: string, closesAt: number) => ({ issue: name, opensAt: closesAt - 90_000, closesAt, drawsAt: closesAt + 5_000 });
const sale = (name: string, closesAt: number, now: number) => ({ type: 'ISSUE', issue: issue(name, closesAt), now });
const tick = (now: number) => ({ type: 'TICK', now });

const chased = (n: number) => ({ issue: `i${n}`, closesAt: n * 1_000, drawsAt: n * 1_000 + 500 });
const chaseOf = (...numbers: number[]) => ({ type: 'ISSUES', issues: numbers.map(chased) });
const chasing = [{ type: 'ON' }, chaseOf(1, 2, 3, 4, 5, 6, 7)];

const match = (n: number, more: Fields = {}) => ({
  match: `m${n}`,
  code: `${n}`,
  league: '英超',
  home: '主',
  away: '客',
  startsAt: 1_000,
  singleStopsAt: 900,
  passStopsAt: 800,
  numbers: { line: '1' },
  singles: [],
  ...more,
});
const plays = [
  { code: 'A', choices: ['3', '0'], numbers: ['line'], bankers: 2 },
  { code: 'B', choices: ['1', '2'], numbers: [], bankers: 0 },
  { code: 'C', choices: ['x'], numbers: [], bankers: 0 },
];
const sold = { plays, mixed: true, carry: false, matches: 3, bankers: 1 };
const pick = (n: number, play = 'A', choice = '3', more: Fields = {}) => ({
  type: 'TAP',
  match: match(n, more),
  play,
  choice,
  odds: '1.80',
});
const offer = (n: number, more: Fields = {}, now = 0) => ({
  type: 'OFFERS',
  offers: [{ ...match(n), state: 'selling', closed: [], odds: { A: { 3: '1.80', 0: '2.00' }, B: { 1: '3.00', 2: '4.00' } }, ...more }],
  removed: [],
  now,
});
const saved = (picks: Fields) => ({ type: 'PICKS', picks: { game: 'g', hash: 'h0', ...picks } });
const matchWithPicks = (n: number, picks: Fields, more: Fields = {}) => ({ ...match(n), picks, ...more });

const rules = {
  hash: 'h1',
  passes: [
    { code: '1_1', matches: 1, legs: [1] },
    { code: '2_1', matches: 2, legs: [2] },
    { code: '3_1', matches: 3, legs: [3] },
    { code: '3_3', matches: 3, legs: [2] },
    { code: '3_4', matches: 3, legs: [2, 3] },
  ],
  plays: { SPF: 8, BF: 2 },
  caps: { matches: 15, legs: 8, multiplier: 50 },
  priced: true,
};
const leg = (n: number, more: Fields = {}) => ({
  ...match(n, { startsAt: 2_000, singleStopsAt: 1_500, passStopsAt: 1_000 }),
  picks: { SPF: { 3: '2.00' } },
  ...more,
});
const legs = (matches: readonly Fields[], changes: readonly Fields[] = [], now = 0) => ({ type: 'PICKS', matches, changes, now });
const pool = { ...rules, passes: [], plays: { SPF: 2 }, pool: { matches: 3, choose: { SPF: 2 } }, priced: false };

const down = (y: number, at = 0, height = 200) => ({ type: 'DOWN', y, at, height });
const move = (y: number, at: number) => ({ type: 'MOVE', y, at });
const up = (at: number) => ({ type: 'UP', at });
const opened = [{ type: 'TOGGLE' }];

const small = (fen: number, code = 'a') => ({ type: 'STAKE', code, fen });
const series = (stopOnWin: boolean, stopLossFen: number) => ({ type: 'SERIES', count: 5, stopOnWin, stopLossFen });
const result = (netFen: number, times: readonly number[] = [], instant = true) => ({
  type: 'ANSWER',
  next: '2',
  times,
  netFen,
  instant,
  now: 1_000,
});
const offered = [{ type: 'OFFER', play: '1' }, small(100)];

const frame = { title: 'game', url: 'https://games.example/play' };
const open = (request: Fields, marker = -1) => ({ type: 'OPEN', request: { ...frame, ...request }, marker });
const frameMessage = (data: unknown) => ({ type: 'MESSAGE', origin: 'https://games.example', own: true, data });
const doubts = Array.from({ length: 7 }, () => [{ type: 'ASK_FAILED' }, { type: 'ASK_DUE' }]).flat();
const submission = { key: 'k1', call: '/api/bet', method: 'POST', params: {} };

export const BOUNDS: Readonly<Record<string, readonly Bounds[]>> = {
  ballSelection: [
    {
      name: 'bounds: quick picks',
      input: { play: 'q', areas: [five, sizes, typed] },
      ways: [
        ...['all', 'big', 'small', 'odd', 'even'].map((each) => [quick('five', each), quick('five', 'clear')]),
        [quick('sizes', 'all'), quick('sizes', 'big'), quick('sizes', 'clear'), quick('typed', 'all'), quick('nowhere', 'all')],
        [tap('sizes', '小'), tap('sizes', '大'), tap('sizes', '中'), tap('five', 5), tap('five', 6), tap('five', 1), tap('five', 2.5)],
        [{ type: 'ENTRIES', area: 'typed', values: ['1', '2', '3', '4'] }, tap('typed', 7)],
      ],
    },
    {
      name: 'bounds: sets',
      input: { play: 'p', areas: [first, five] },
      ways: [
        [toggle('five', 1, 3), toggle('five', 3, 2), toggle('five', 3, 1), toggle('five', 1, 2, 3, 4, 5), toggle('five', 1, 2, 3, 4, 5)],
        [toggle('first', 1, 2, 3), toggle('first', 4), toggle('first', 2, 4), toggle('first', 1, 2, 3)],
        [mode('first', true), tap('first', 2), toggle('first', 2, 3), toggle('first', 5), toggle('first'), toggle('nowhere', 1)],
      ],
    },
    {
      name: 'bounds: boards',
      input: { play: 'p', areas: [first, second] },
      ways: [
        [mode('first', true), mode('second', true), mode('first', false), tap('second', 1), tap('second', 2), tap('second', 3)],
        [mode('second', true), board('p', [first, second], { 'first:1-4': held([1, 2]) }, true), board('other', [first, second], {}, true)],
        [
          mode('second', true),
          board('p', [first, { ...second, bankers: null }, requiredArea], {}, true),
          board('p', [first, second, requiredArea], {}, true),
        ],
        [
          board('p', [first], { 'first:1-4': held([1, 2, 3], [2, 3]), 'sizes:大|小': held(['大']) }),
          { type: 'PLAY', play: 's', areas: [sizes], carry: true },
        ],
        [board('p', [first], { 'first:1-4': held([9, 1, 2], [9, 2]) }), tap('first', 3)],
        [
          board('p', [first], { 'first:1-4': held([9, 1, 8]), 'first:1-9': held([4]) }, true),
          board('p', [first], { 'first:1-9': held([4, 7]) }, true),
        ],
        [
          board('p', [second], { 'second:1-4': held([1, 2, 3, 4], [4]), 'first:1-4': held([1]) }),
          quick('second', 'clear'),
          { type: 'CLEAR' },
        ],
        [
          board('p', [second], { 'second:1-4': held([1, 2, 3, 4], [4]) }),
          { type: 'REPLACE', picks: { second: [1, 1, 2] }, bankers: { second: [2, 3, 4] } },
        ],
        [
          board('p', [{ ...second, max: 1 }], { 'second:1-4': held([3, 1, 2], [2, 1]), 'first:1-4': held([4], [4]) }),
          { type: 'PLAY', play: 'n', areas: [{ ...second, bankers: null, max: 2 }], carry: true },
          { type: 'PLAY', play: 'p', areas: [first, second], carry: true },
        ],
        [
          board('p', [requiredArea], { 'asked:1-4': held([1], [1]) }),
          board('p', [requiredArea, { ...second, need: 3 }], { 'second:1-4': held([1], [1]) }),
        ],
      ],
    },
    {
      name: 'bounds: typed',
      input: { play: 't', areas: [typed, first] },
      ways: [
        [{ type: 'ENTRIES', area: 'typed', values: ['1', '2', '3'] }, board('t', [twoTyped, first], { 'first:1-4': held([1]) }, true)],
        [{ type: 'ENTRIES', area: 'typed', values: ['1'] }, board('u', [typed, first], {}, true)],
        [tap('first', 1), tap('first', 2), { type: 'PLAY', play: 'v', areas: [first], keep: true }],
      ],
    },
    {
      name: 'bounds: bankers must be given',
      input: { play: 'a', areas: [requiredArea] },
      ways: [
        [
          tap('asked', 1),
          mode('asked', false),
          tap('asked', 2),
          tap('asked', 1),
          board('a', [requiredArea], { 'asked:1-4': held([1, 2], [2]) }),
        ],
      ],
    },
  ],
  betSlip: [
    {
      name: 'bounds: terms and multiplier',
      input: { game: 'g', hash: 'h1', caps: { lines: 3, multiplier: 9 } },
      ways: [
        [
          { type: 'ADD', lines: [line(1), line(2)], terms: [terms('a'), terms('b')] },
          { type: 'ADD', lines: [line(3)] },
          version('h2', { 1: terms('a'), 2: terms('c'), 3: terms('d') }),
          version('h3', { 1: terms('a'), 2: terms('c'), 3: terms('e') }),
          { type: 'ACCEPT' },
          { type: 'EDIT', id: 2 },
          { type: 'UPDATE', line: line(4), terms: terms('f') },
        ],
        [{ type: 'ADD', lines: [line(1)] }, { type: 'ACCEPT' }, version('h1', {}), { type: 'ACCEPT' }],
        [
          { type: 'ADD', lines: [line(1)], terms: [terms('a')] },
          version('h2', {}),
          { type: 'EDIT', id: 1 },
          { type: 'UPDATE', line: line(2) },
        ],
        ...[0, 1, 2.9, 9, 10, Number.NaN].map((value) => [
          { type: 'MULTIPLIER', value: 5 },
          { type: 'MULTIPLIER', value },
        ]),
        [
          { type: 'SHOWN', issue: '1' },
          { type: 'ADD', lines: [line(1), line(2)] },
          { type: 'ISSUE', issue: '2' },
          { type: 'ISSUE', issue: '3' },
          { type: 'REMOVE', id: 1 },
          { type: 'REMOVE', id: 2 },
        ],
      ],
    },
  ],
  chase: [
    {
      name: 'bounds: a long chase',
      input: {
        caps: { issues: 6, multiplier: 9 },
        base: 2,
        saved: { count: 4, every: 2, edits: { i1: 3, i2: 20, i3: 0 }, stopOnWin: false },
      },
      ways: [
        [...chasing, { type: 'COUNT', value: 6 }, { type: 'COUNT', value: 7 }, { type: 'COUNT', value: 0 }, { type: 'COUNT', value: 2.9 }],
        [...chasing, { type: 'BASE', value: 0 }, { type: 'BASE', value: 1 }, { type: 'BASE', value: 5 }, { type: 'EVERY', value: 1 }],
        [...chasing, { type: 'BASE', value: 9 }, { type: 'CAPS', caps: { issues: 6, multiplier: 5 } }, { type: 'COUNT', value: 6 }],
        [...chasing, { type: 'EVERY', value: 0 }, { type: 'EVERY', value: -1 }, { type: 'EVERY', value: 1 }, { type: 'COUNT', value: 6 }],
        [
          ...chasing,
          { type: 'EDIT', issue: 'i4', multiplier: 9 },
          { type: 'EDIT', issue: 'i2', multiplier: 0 },
          { type: 'EDIT', issue: 'i4', multiplier: 10 },
          { type: 'SALE', issue: 'i2' },
          { type: 'SALE', issue: 'i3' },
          { type: 'SALE', issue: 'i9' },
          chaseOf(5, 6),
          { type: 'CAPS', caps: { issues: 2, multiplier: 1 } },
        ],
        [...chasing, { type: 'EDIT', issue: 'i1', multiplier: 7 }, { type: 'CAPS', caps: { issues: 3, multiplier: 5 } }],
        [...chasing, { type: 'OFF' }, { type: 'ON' }],
        [...chasing, { type: 'STOP_ON_WIN', value: true }, { type: 'STOP_ON_WIN', value: false }, { type: 'PLACED' }],
      ],
    },
    { name: 'bounds: nothing saved', input: { caps: { issues: 99, multiplier: 9 } }, ways: [[...chasing, { type: 'COUNT', value: 0 }]] },
    {
      name: 'bounds: saved beyond the cap',
      input: { caps: { issues: 2, multiplier: 3 }, base: 8, saved: { count: 0, every: 9, edits: { i1: 8 }, stopOnWin: true } },
      ways: [chasing],
    },
  ],
  drawClock: [
    {
      name: 'bounds: instants',
      ways: [
        [
          sale('1', 100_000, 1_000),
          tick(39_999),
          tick(40_000),
          tick(40_001),
          tick(69_999),
          tick(70_000),
          tick(89_999),
          tick(90_000),
          tick(90_001),
        ],
        [sale('1', 100_000, 98_999), tick(99_000), tick(99_999), tick(100_000), tick(104_999), tick(105_000)],
        [sale('1', 100_000, 40_000), tick(70_000), tick(100_000)],
        [sale('1', 100_000, 1_000), tick(95_000), tick(1_000)],
        [sale('1', 100_000, 1_000), sale('2', 200_000, 101_000), sale('3', 300_000, 201_000), { type: 'DRAW', issue: '2', now: 206_000 }],
        [sale('1', 0, -90_001), tick(-45_000)],
        [{ type: 'ISSUE', issue: { issue: '1', opensAt: 50_000, closesAt: 50_000, drawsAt: 50_000 }, now: 49_999 }, tick(50_000)],
      ],
    },
  ],
  drawStage: [
    {
      name: 'bounds: numbers at their instants',
      ways: [
        [{ type: 'RESULT', issue: '1', reveals: [0, 100], instant: false, now: 1_000 }, tick(999), tick(1_000), tick(1_099), tick(1_100)],
        [
          { type: 'RESULT', issue: '1', reveals: [100, 101, 500], instant: false, now: 1_000 },
          tick(1_100),
          tick(1_100),
          tick(1_102),
          tick(900),
        ],
      ],
    },
  ],
  floatingBall: [
    {
      name: 'bounds: slop and middle',
      input: { width: 390, height: 844, size: 52, margin: 8 },
      ways: [
        // 8 px is a tap still; 9 a drag.
        [{ type: 'PRESS', x: 350, y: 500 }, { type: 'MOVE', x: 358, y: 500 }, { type: 'MOVE', x: 350, y: 491 }, { type: 'RELEASE' }],
        [{ type: 'PRESS', x: 350, y: 500 }, { type: 'MOVE', x: 358.5, y: 500 }, { type: 'CANCEL' }],
        // Its middle decides, not an edge: at 169 px it is the middle of the box.
        ...[168, 169, 180, 150].map((x) => [{ type: 'PRESS', x: 350, y: 500 }, { type: 'MOVE', x: x + 20, y: 500 }, { type: 'RELEASE' }]),
        // No further than the box.
        [{ type: 'PRESS', x: 350, y: 500 }, { type: 'MOVE', x: -500, y: -900 }, { type: 'RELEASE' }],
        [{ type: 'PRESS', x: 350, y: 500 }, { type: 'MOVE', x: 900, y: 1_900 }, { type: 'RELEASE' }],
        [
          { type: 'KEY', to: 'left' },
          { type: 'KEY', to: 'right' },
          { type: 'KEY', to: 'up' },
          { type: 'KEY', to: 'down' },
          { type: 'KEY', to: 'down' },
        ],
        [
          { type: 'RESIZE', width: 40, height: 40 },
          { type: 'KEY', to: 'down' },
          { type: 'RESIZE', width: 390, height: 844 },
        ],
      ],
    },
  ],
  framePage: [
    {
      name: 'bounds: addresses and messages',
      input: {
        rules: {
          kinds: {
            game: { header: true, title: '游戏', backMarker: true, tools: true },
            other: { header: true, title: '别的' },
            plain: { header: false },
          },
          messages: { login: '/login' },
          reloadOnLandscape: ['gf_cq9', 'AB'],
        },
        appOrigin: 'https://app.example',
        landscape: false,
      },
      ways: [
        ...[
          'https://app.example/x',
          'https://bank.example@evil.example',
          'https://:p@evil.example',
          'ftp://games.example',
          'http://games.example',
          'x',
        ].map((url) => [open({ url })]),
        [open({ title: '游戏' }), { type: 'BACK' }, open({ title: '别的' }), open({ title: '没有' })],
        [open({ title: 'plain' }, 0), { type: 'BACK' }, { type: 'OPEN_OUTSIDE' }],
        ...[-1, 0, 1, 2].map((marker) => [open({}, marker), { type: 'BACK' }]),
        ...[
          null,
          'login',
          7,
          [],
          {},
          { type: 'login' },
          { frame: 1 },
          { frame: 2, type: 'login' },
          { frame: 1, type: 7 },
          { frame: 1, type: 'login' },
        ].map((data) => [open({}), frameMessage(data)]),
        ...[{ company: 'Gf_Cq9' }, { gamecode: 'ab' }, { company: 'gf_cq9', gamecode: 'AB' }, { company: 'other' }, {}].map((request) => [
          open(request),
          { type: 'TURNED', landscape: true },
          { type: 'TURNED', landscape: true },
        ]),
        [
          open({ method: 'POST', fields: {}, company: 'AB' }),
          { type: 'TURNED', landscape: true },
          { type: 'OPEN_OUTSIDE' },
          { type: 'RELOAD' },
        ],
      ],
    },
  ],
  matchPicks: [
    {
      name: 'bounds: order, stops, offers',
      input: { game: 'g', hash: 'h1', sold },
      ways: [
        [pick(10), pick(9), pick(11, 'A', '3', { startsAt: 500 }), pick(8), pick(9, 'B', '1'), pick(9, 'A', '0'), pick(9, 'A', '3')],
        [pick(2), pick(1), pick(3), { type: 'TIME', now: 799 }, { type: 'TIME', now: 800 }, { type: 'TIME', now: 1_000 }],
        [
          pick(1, 'A', '3', { singles: ['A'] }),
          pick(2),
          { type: 'TIME', now: 800 },
          { type: 'TIME', now: 899 },
          { type: 'TIME', now: 900 },
        ],
        [pick(1), { type: 'TIME', now: 1_000 }, pick(2), { type: 'TIME', now: 1_001 }, { type: 'SEEN', what: 'struck' }],
        [pick(1), offer(1, {}, 799), offer(1, {}, 800), offer(1, {}, 799), offer(1, { startsAt: 700 }, 800)],
        [pick(1), offer(1, {}, 800), offer(1, {}, 800)],
        [pick(1), offer(1, { passStopsAt: 900, startsAt: 900 }, 900), offer(1, { passStopsAt: 2_000, startsAt: 3_000 }, 950)],
        [pick(1), offer(1, { numbers: { line: '2' } }), offer(1, { numbers: { line: '3' } }), offer(1, { numbers: {} }), offer(1)],
        [pick(1, 'B', '1'), offer(1, { numbers: { line: '2' } }), offer(1, { closed: ['B'] }), offer(1, { closed: [] }), offer(1)],
        [pick(1), { type: 'BANKER', match: 'm1', on: true }, offer(1, { odds: { A: { 3: '1.70' } } }), offer(1), pick(1, 'B', '2')],
        [pick(1), pick(1, 'A', '0'), offer(1, { odds: { A: { 3: '1.80' } } }), offer(1, { odds: { B: {} } }), pick(1)],
        [
          pick(1),
          pick(1, 'A', '0'),
          offer(1, { odds: { A: { 3: '1.70', 0: '2.10' } } }),
          pick(1, 'A', '0'),
          { type: 'DESCRIPTION', hash: 'h2', sold: { ...sold, plays: plays.slice(1) } },
        ],
        [
          pick(1),
          offer(1, { state: 'suspended', reason: '甲' }),
          offer(1, { state: 'suspended', reason: '乙' }),
          offer(1, { state: 'suspended' }),
        ],
        [pick(1), offer(1, { state: 'suspended' }), offer(1, { state: 'suspended' }), offer(1, { state: 'postponed' }), offer(1)],
        [pick(1), pick(2), pick(3), offer(1, { state: 'suspended' }), pick(4), offer(1), { type: 'REMOVE', match: 'm4' }, offer(1)],
        [pick(1), pick(2), offer(1, { state: 'suspended' }), offer(2, { state: 'suspended' }), pick(1), { type: 'REMOVE', match: 'm2' }],
        [
          pick(1),
          { type: 'BANKER', match: 'm1', on: true },
          { type: 'BANKER', match: 'm1', on: false },
          { type: 'BANKER', match: 'm9', on: true },
        ],
      ],
    },
    {
      name: 'bounds: one play a ticket',
      input: {
        game: 'g',
        hash: 'h1',
        sold: { ...sold, mixed: false },
        saved: { game: 'g', hash: 'h0', play: 'B', matches: [matchWithPicks(1, { B: { 1: '3.00' } })] },
      },
      ways: [
        [
          { type: 'PLAY', play: 'A' },
          pick(2),
          { type: 'PLAY', play: 'C' },
          pick(3, 'C', 'x'),
          { type: 'PLAY', play: 'B' },
          pick(4, 'B', '2'),
          { type: 'DESCRIPTION', hash: 'h2', sold: { ...sold, mixed: false, plays: plays.slice(0, 2) } },
          { type: 'DESCRIPTION', hash: 'h3', sold: { ...sold, mixed: false, plays: plays.slice(0, 1) } },
          { type: 'PICKS', picks: null },
        ],
        [
          { type: 'PLAY', play: 'A' },
          pick(2),
          { type: 'BANKER', match: 'm2', on: true },
          pick(3),
          { type: 'BANKER', match: 'm3', on: true },
        ],
        [
          saved({
            play: 'A',
            matches: [matchWithPicks(1, { A: { 3: '1.80', 7: '9.00' }, B: { 1: '3.00' } })],
            aside: {
              A: [matchWithPicks(2, { A: { 0: '2' } })],
              B: [matchWithPicks(3, { B: { 2: '4' }, A: { 3: '1' } })],
              Z: [matchWithPicks(4, { Z: { 1: '1' } })],
            },
          }),
          { type: 'PLAY', play: 'B' },
        ],
        [saved({ play: 'Z', matches: [matchWithPicks(1, { A: { 3: '1.80' } })] }), { type: 'PLAY', play: 'B' }],
        [
          saved({ matches: [1, 2, 3, 4].map((n) => matchWithPicks(n, { A: { 3: '1.80', 0: '2' } })) }),
          pick(1, 'A', '0'),
          saved({ play: 'B', matches: [] }),
        ],
        [
          { type: 'PLAY', play: 'A' },
          pick(2),
          offer(2, { odds: { A: { 3: '1.70' } } }),
          offer(2, { state: 'suspended' }),
          { type: 'PLAY', play: 'C' },
        ],
        [{ type: 'PLAY', play: 'A' }, pick(2), offer(2, { odds: { A: { 3: '1.70' } } }), { type: 'PLAY', play: 'B' }, { type: 'CLEAR' }],
      ],
    },
    {
      name: 'bounds: plays that ask the same',
      input: { game: 'g', hash: 'h1', sold: { ...sold, mixed: false, carry: true } },
      ways: [
        [
          pick(1),
          pick(2),
          { type: 'BANKER', match: 'm1', on: true },
          offer(1, { odds: { A: { 3: '1.70' } } }),
          offer(2, { state: 'suspended' }),
          { type: 'PLAY', play: 'B' },
          { type: 'PLAY', play: 'A' },
        ],
      ],
    },
    {
      name: 'bounds: saved',
      input: {
        game: 'g',
        hash: 'h1',
        sold,
        saved: { game: 'g', hash: 'h0', matches: [matchWithPicks(1, { A: { 3: '1.80' }, Z: { 1: '1' } }, { banker: true })] },
      },
      ways: [[pick(1, 'B', '1')]],
    },
  ],
  matchSlip: [
    {
      name: 'bounds: passes, order, late matches',
      input: { rules, now: 0, policy: 'up' },
      ways: [
        [
          legs([leg(1), leg(2), leg(3)]),
          { type: 'PASS', code: '3_3' },
          { type: 'PASS', code: '3_4' },
          { type: 'PASS', code: '3_1' },
          legs([leg(1), leg(2)]),
        ],
        [legs([leg(1), leg(2, { picks: { SPF: { 3: '2.00' }, BF: { '1:0': '9.00' } } }), leg(3)]), { type: 'PASS', code: '2_1' }],
        [legs([leg(1, { singles: ['SPF'] })]), legs([leg(1, { singles: ['SPF'], picks: { SPF: { 3: '2.00' }, BF: { '1:0': '9.00' } } })])],
        [
          legs([leg(1, { singles: ['SPF'] }), leg(2, { singles: ['SPF'] })]),
          { type: 'PASS', code: '1_1' },
          { type: 'TIME', now: 1_000 },
          { type: 'TIME', now: 1_500 },
        ],
        [
          legs([leg(2), leg(1, { passStopsAt: 500, startsAt: 1_500 }), leg(3)]),
          { type: 'TIME', now: 500 },
          { type: 'PASSES_RESET' },
          { type: 'TIME', now: 400 },
        ],
        [
          legs([leg(3, { passStopsAt: 500 }), leg(2), leg(1, { passStopsAt: 500 }), leg(4, { startsAt: 3_000 })]),
          { type: 'TIME', now: 500 },
          { type: 'TIME', now: 499 },
        ],
        [
          legs([leg(1, { banker: true }), leg(2), leg(3)]),
          { type: 'PASS', code: '2_1' },
          legs([leg(1, { banker: true }), leg(2, { banker: true }), leg(3)]),
        ],
        [legs([leg(1, { banker: true }), leg(2, { banker: true }), leg(3, { banker: true })])],
        [legs([leg(1), leg(2)], [{ match: 'm1', play: 'SPF', choice: '3', was: '2.0', now: '2.00' }])],
        [legs([leg(1), leg(2)], [{ match: 'm1', play: 'SPF', choice: '3', was: '2', now: '1.99' }]), { type: 'SENT' }, { type: 'PLACED' }],
        [legs([leg(1), leg(2)], [{ match: 'm1', play: 'SPF', choice: '3', was: '10.5', now: '9.75' }]), { type: 'PLACED' }],
        [
          legs([leg(1), leg(2)]),
          { type: 'PLAN', plan: { plan: 'hot', times: [1, 2], total: 4 } },
          { type: 'TIMES', at: 0, value: 0 },
          { type: 'TIMES', at: 0, value: -1 },
          { type: 'TIMES', at: 0, value: 1.9 },
          { type: 'TIMES', at: 0, value: 2 },
          { type: 'TIMES', at: 0, value: 3 },
          { type: 'TIMES', at: 7, value: 3 },
          legs([leg(1, { picks: { SPF: { 3: '2.50' } } }), leg(2)]),
          legs([leg(1, { picks: { SPF: { 3: '2.50', 0: '3.00' } } }), leg(2)]),
        ],
        ...[0, 1, 2.9, 50, 51, Number.NaN].map((value) => [
          { type: 'MULTIPLIER', value: 5 },
          { type: 'MULTIPLIER', value },
        ]),
        [{ type: 'TIMES', at: 0, value: 3 }],
      ],
    },
    {
      name: 'bounds: a pool',
      input: { rules: pool, now: 0, policy: 'ask' },
      ways: [
        [legs([leg(1)]), legs([leg(1), leg(2)]), legs([leg(1, { banker: true }), leg(2, { banker: true }), leg(3)])],
        [
          legs([leg(1, { banker: true }), leg(2), leg(3)]),
          legs([leg(1, { banker: true }), leg(2, { banker: true }), leg(3, { banker: true })]),
        ],
      ],
    },
    {
      name: 'bounds: a pool of every match',
      input: { rules: { ...pool, pool: { matches: 3, choose: { SPF: 3 } } }, now: 0, policy: 'ask' },
      ways: [[legs([leg(1, { banker: true }), leg(2), leg(3)])]],
    },
    {
      name: 'bounds: a play of another game',
      input: { rules: { ...pool, pool: { matches: 3, choose: {} }, plays: {} }, now: 0, policy: 'ask' },
      ways: [[legs([leg(1)])]],
    },
    {
      name: 'bounds: a play without legs',
      input: { rules: { ...rules, plays: {} }, now: 0, policy: 'ask' },
      ways: [[legs([leg(1), leg(2)])]],
    },
  ],
  pageTransition: [
    {
      name: 'bounds: queries',
      ways: [
        [
          { type: 'ARRIVE', address: '/a', direction: 'forward', still: false },
          { type: 'ARRIVE', address: '/a?x=1', direction: 'forward', still: false },
          { type: 'ARRIVE', address: '/a?x=1', direction: 'forward', still: false },
          { type: 'ARRIVE', address: '/a?x=2', direction: 'backward', still: false },
          { type: 'ARRIVE', address: '/a', direction: 'backward', still: false },
        ],
      ],
    },
  ],
  pullPanel: [
    {
      name: 'bounds: slop, part of the way, fling',
      ways: [
        ...[110, 111, 90, 89].map((y) => [down(100), move(y, 10)]),
        ...[110, 111, 90, 89].map((y) => [...opened, down(100), move(y, 10)]),
        // 80 px of 200 are 400 permille.
        ...[179, 180, 181].map((y) => [down(100), move(115, 10), move(y, 2_000), up(2_200)]),
        // Of an open one 120 px are left: it stays.
        ...[19, 20, 21].map((y) => [...opened, down(100), move(80, 10), move(y, 2_000), up(2_200)]),
        // 350 px a second, and a rest of 100 ms that takes them away.
        ...[100, 101].map((rest) => [down(100), move(115, 10), move(150, 110), up(110 + rest)]),
        [down(100), move(115, 10), move(149, 110), up(110)],
        [down(100), move(180, 10), move(145, 110), up(110)],
        [down(100), move(180, 10), move(190, 10), up(10)],
        [down(100), move(115, 10), move(115, 11), move(95, 12), up(12)],
      ],
    },
  ],
  session: [
    {
      name: 'bounds: minutes away',
      input: { root: '/m' },
      ways: [
        ...[60_000, 119_999, 120_000, 120_001, 180_500, 400].map((now) => [
          { type: 'RESTORED', now: 0, autoLogin: false, heartbeatCount: 3, heartbeatTime: 500, offlineMinutes: 0, token: 't', user: {} },
          { type: 'BEAT_DUE', now: now + 500 },
        ]),
        ...[0, 1].map((heartbeatTime) => [
          { type: 'RESTORED', now: 0, autoLogin: false, heartbeatCount: 0, heartbeatTime, offlineMinutes: 0, token: 't', user: {} },
          { type: 'BEAT_DUE', now: 180_001 },
        ]),
      ],
    },
  ],
  smallPlay: [
    {
      name: 'bounds: stakes and series',
      ways: [
        [...offered, small(200, 'b'), small(1), small(0), { type: 'DOUBLE', most: 300 }, { type: 'DOUBLE', most: 300 }],
        ...[0, 1].map((net) => [...offered, series(true, 0), result(net)]),
        ...[-99, -100, -101].map((net) => [...offered, series(false, 100), result(net)]),
        [...offered, series(false, 0), result(0), { type: 'AGAIN' }, result(-1)],
        [...offered, series(false, 1), result(0), { type: 'AGAIN' }, result(-1)],
        [...offered, { type: 'PLAY' }, result(5, [0, 100, 101], false), tick(1_000), tick(1_100), tick(1_100), tick(900), tick(1_101)],
      ],
    },
  ],
  submission: [
    {
      name: 'bounds: pauses',
      input: {},
      ways: [
        [
          { type: 'SUBMIT', submission },
          { type: 'NO_ANSWER' },
          ...doubts,
          { type: 'ASK_FAILED' },
          { type: 'REFUSED', refusal: { status: 4, msg: '' } },
          { type: 'SUBMIT', submission },
        ],
      ],
    },
  ],
  tutorial: [
    {
      name: 'bounds: seconds',
      input: { seconds: 3 },
      ways: [
        [{ type: 'SHOW', now: 1_000 }, tick(1_001), tick(1_999), tick(2_000), tick(2_400), tick(3_999), tick(4_000)],
        [{ type: 'SHOW', now: 1_000 }, tick(500), tick(3_001)],
      ],
    },
  ],
};
