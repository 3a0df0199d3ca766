import type { Game, NumbersArea, OptionsArea, Play, Slice, Value } from '../../../../engine/descriptions/types.ts';

/**
 * A game of small zones whose plays use what no described game does yet: several slices for a pick, a zone that excludes
 * another, runs, partial hits without repeats, several parts, three roles, every operator of the predicate language.
 */
const main: Slice = { zone: 'main' };
const special: Slice = { zone: 'special' };
const digits: Slice = { zone: 'digits' };
const left: Slice = { zone: 'left' };
const right: Slice = { zone: 'right' };
const order: Slice = { zone: 'order' };

const numbers = (id: string, from: number, to: number, min: number, max: number, more: Partial<NumbersArea> = {}): NumbersArea => ({
  kind: 'numbers',
  id,
  label: id,
  from,
  to,
  min,
  max,
  ...more,
});

const places = (id: string, values: readonly string[], min: number): OptionsArea => ({
  kind: 'options',
  id,
  label: id,
  min,
  max: values.length,
  options: values.map((value) => ({ value, label: value })),
});

const fixed = (tier: string, fen: number) => ({ kind: 'fixed' as const, tier, name: tier, fen });
const at = (place: string): Value => ({ get: 'at', zone: 'digits', place });
const is = (n: number): Value => ({ get: 'number', is: n });
const pick: Value = { get: 'pick' };

const play = (code: string, areas: Play['areas'], rule: Play['rule'], prizes: Play['prizes']): Play => ({
  code,
  name: code,
  hint: code,
  areas,
  rule,
  prizes,
});

const digitPlaces = ['a', 'b', 'c', 'd'];
const rowPlaces = digitPlaces.map((place) => ({ area: place, zone: 'digits', place }));

const plays: Play[] = [
  play(
    'SIX',
    [numbers('pick', 1, 9, 1, 9, { bankers: { min: 0, max: 2 } })],
    {
      kind: 'combination',
      picks: [{ area: 'pick', choose: 3, of: [main, special] }],
      tiers: [
        { tier: 'all', hits: [[3, 0]] },
        { tier: 'two-and', hits: [[2, 1]] },
        {
          tier: 'some',
          hits: [
            [2, 0],
            [1, 1],
          ],
        },
      ],
    },
    [fixed('all', 100000), fixed('two-and', 5000), fixed('some', 500)],
  ),
  play(
    'BOTH',
    [numbers('front', 1, 9, 2, 6), numbers('back', 1, 9, 1, 4)],
    {
      kind: 'combination',
      picks: [
        { area: 'front', choose: 2, of: [main] },
        { area: 'back', choose: 1, of: [special] },
      ],
      tiers: [
        { tier: 'full', hits: [[2, 1]] },
        {
          tier: 'part',
          hits: [
            [2, 0],
            [1, 1],
          ],
        },
      ],
    },
    [fixed('full', 9000), fixed('part', 300)],
  ),
  play(
    'PAIR',
    [numbers('front', 1, 9, 1, 6, { bankers: { min: 0, max: 2 } }), numbers('back', 1, 4, 1, 4)],
    {
      kind: 'combination',
      picks: [
        { area: 'front', choose: 3, of: [left] },
        { area: 'back', choose: 1, of: [right] },
      ],
      tiers: [
        { tier: 'full', hits: [[3, 1]] },
        {
          tier: 'near',
          hits: [
            [3, 0],
            [2, 1],
          ],
        },
        { tier: 'right', hits: [[0, 1]] },
      ],
    },
    [fixed('full', 9000), fixed('near', 310), fixed('right', 7)],
  ),
  play(
    'MIX',
    [numbers('pick', 1, 9, 2, 5)],
    {
      kind: 'combination',
      picks: [{ area: 'pick', choose: 2, of: [left, right] }],
      tiers: [
        { tier: 'both', hits: [[2, 1]] },
        {
          tier: 'some',
          hits: [
            [2, 0],
            [0, 2],
            [1, 1],
          ],
        },
      ],
    },
    [fixed('both', 4100), fixed('some', 93)],
  ),
  play(
    'RUN',
    digitPlaces.map((id) => numbers(id, 0, 4, 1, 5)),
    {
      kind: 'direct',
      parts: [{ score: 'run', places: rowPlaces }],
      tiers: [
        { tier: '4', hits: [[4]] },
        { tier: '3', hits: [[3]] },
        { tier: '2', hits: [[2]] },
      ],
    },
    [fixed('4', 50000), fixed('3', 2000), fixed('2', 300)],
  ),
  play(
    'PARTS',
    digitPlaces.map((id) => numbers(id, 0, 4, 1, 5)),
    {
      kind: 'direct',
      parts: [
        { score: 'count', places: rowPlaces.slice(0, 2) },
        { score: 'run', places: rowPlaces.slice(2) },
      ],
      tiers: [
        { tier: 'full', hits: [[2, 2]] },
        {
          tier: 'near',
          hits: [
            [2, 1],
            [1, 2],
          ],
        },
        { tier: 'one', hits: [[0, 1]] },
      ],
    },
    [fixed('full', 50000), fixed('near', 2000), fixed('one', 300)],
  ),
  play(
    'ORDER',
    ['x', 'y', 'z'].map((id) => numbers(id, 1, 6, 1, 6)),
    {
      kind: 'direct',
      distinct: true,
      parts: [{ score: 'count', places: ['x', 'y', 'z'].map((place) => ({ area: place, zone: 'order', place })) }],
      tiers: [
        { tier: '3', hits: [[3]] },
        { tier: '2', hits: [[2]] },
        { tier: '1', hits: [[1]] },
      ],
    },
    [fixed('3', 12000), fixed('2', 1000), fixed('1', 100)],
  ),
  play(
    'ORDER_RUN',
    ['x', 'y', 'z'].map((id) => numbers(id, 1, 6, 1, 6)),
    {
      kind: 'direct',
      distinct: true,
      parts: [{ score: 'run', places: ['x', 'y', 'z'].map((place) => ({ area: place, zone: 'order', place })) }],
      tiers: [
        { tier: '2', hits: [[2], [3]] },
        { tier: '0', hits: [[0]] },
      ],
    },
    [fixed('2', 3000), fixed('0', 1)],
  ),
  play(
    'APART',
    digitPlaces.map((id) => numbers(id, 0, 4, 1, 5)),
    {
      kind: 'direct',
      distinct: true,
      parts: [{ score: 'count', places: rowPlaces }],
      tiers: [
        { tier: '4', hits: [[4]] },
        { tier: '1', hits: [[1]] },
      ],
    },
    [fixed('4', 12000), fixed('1', 100)],
  ),
  play(
    'APART_FULL',
    digitPlaces.map((id) => numbers(id, 0, 4, 1, 5)),
    {
      kind: 'direct',
      distinct: true,
      parts: [{ score: 'count', places: rowPlaces }],
      tiers: [{ tier: '4', hits: [[4]] }],
    },
    [fixed('4', 12000)],
  ),
  play(
    'ROLES',
    [numbers('two', 0, 4, 1, 5), numbers('one', 0, 4, 2, 5)],
    {
      kind: 'group',
      of: digits,
      roles: [
        { area: 'two', times: 2, choose: 1 },
        { area: 'one', times: 1, choose: 2 },
      ],
      tier: 'win',
    },
    [fixed('win', 4000)],
  ),
  play(
    'ROW',
    [numbers('row', 0, 4, 3, 5)],
    {
      kind: 'group',
      of: digits,
      roles: [
        { area: 'row', times: 2, choose: 1 },
        { area: 'row', times: 1, choose: 2 },
      ],
      tier: 'win',
    },
    [fixed('win', 4000)],
  ),
  play(
    'THREE_ROLES',
    [numbers('p', 0, 4, 1, 5), numbers('q', 0, 4, 1, 5), numbers('r', 0, 4, 1, 5)],
    {
      kind: 'group',
      of: { zone: 'six' },
      roles: [
        { area: 'p', times: 3, choose: 1 },
        { area: 'q', times: 2, choose: 1 },
        { area: 'r', times: 1, choose: 1 },
      ],
      tier: 'win',
    },
    [fixed('win', 4000)],
  ),
  play(
    'SIDES',
    [
      {
        kind: 'options',
        id: 'shape',
        label: 'shape',
        min: 0,
        max: 9,
        options: ['sum-odd', 'sum-even', 'wide', 'prime', 'all-apart', 'mod', 'in', 'not', 'max', 'tied', 'seldom'].map((value) => ({
          value,
          label: value,
        })),
      },
      numbers('many', 0, 4, 0, 5),
    ],
    {
      kind: 'options',
      combine: 'each',
      cases: [
        { area: 'shape', values: ['sum-odd'], when: { op: 'odd', value: { get: 'sum', of: digits } }, tier: 'even-money' },
        { area: 'shape', values: ['sum-even'], when: { op: 'even', value: { get: 'sum', of: digits } }, tier: 'even-money' },
        { area: 'shape', values: ['wide'], when: { op: 'gte', left: { get: 'span', of: digits }, right: is(4) }, tier: 'rare' },
        {
          area: 'shape',
          values: ['prime'],
          when: { op: 'prime', value: { get: 'sum', of: { zone: 'digits', places: ['a', 'b'] } } },
          tier: 'even-money',
        },
        { area: 'shape', values: ['all-apart'], when: { op: 'eq', left: { get: 'distinct', of: digits }, right: is(4) }, tier: 'rare' },
        {
          area: 'shape',
          values: ['mod'],
          when: { op: 'eq', left: { get: 'mod', value: { get: 'sum', of: digits }, by: 5 }, right: is(3) },
          tier: 'rare',
        },
        { area: 'shape', values: ['in'], when: { op: 'in', value: at('a'), set: [0, 3] }, tier: 'even-money' },
        {
          area: 'shape',
          values: ['not'],
          when: {
            op: 'not',
            of: {
              op: 'any',
              of: [
                { op: 'eq', left: at('a'), right: at('b') },
                { op: 'lt', left: at('c'), right: is(3) },
              ],
            },
          },
          tier: 'rare',
        },
        {
          area: 'shape',
          values: ['max'],
          when: { op: 'ne', left: { get: 'max', of: digits }, right: { get: 'min', of: digits } },
          tier: 'even-money',
        },
        { area: 'shape', values: ['tied'], when: { op: 'eq', left: at('b'), right: at('d') }, tier: 'rare' },
        // The first case that holds decides, so a tie of three is rare and a mere tie even money.
        {
          area: 'shape',
          values: ['seldom'],
          when: {
            op: 'all',
            of: [
              { op: 'eq', left: at('a'), right: at('b') },
              { op: 'eq', left: at('b'), right: at('c') },
            ],
          },
          tier: 'rare',
        },
        { area: 'shape', values: ['seldom'], when: { op: 'eq', left: at('a'), right: at('b') }, tier: 'even-money' },
        { area: 'many', when: { op: 'gt', left: { get: 'count', of: digits, value: pick }, right: is(1) }, tier: 'rare' },
        { area: 'many', when: { op: 'lte', left: { get: 'count', of: digits, value: at('a') }, right: pick }, tier: 'even-money' },
      ],
    },
    [fixed('even-money', 380), fixed('rare', 1500)],
  ),
  play(
    'ALL',
    [numbers('u', 0, 4, 1, 5), numbers('v', 0, 4, 1, 5)],
    {
      kind: 'options',
      combine: 'all',
      tier: 'win',
      cases: [
        { area: 'u', when: { op: 'eq', left: at('a'), right: pick } },
        { area: 'v', when: { op: 'gt', left: { get: 'sum', of: { zone: 'digits', places: ['b', 'c'] } }, right: pick } },
      ],
    },
    [fixed('win', 700)],
  ),
  // Different tiers, so that those of a bet's values meet; two conditions for one value.
  play(
    'CHOOSE_ALL',
    [numbers('n', 0, 4, 2, 5)],
    {
      kind: 'options',
      combine: 'choose',
      choose: 2,
      wins: 'all',
      cases: [
        { area: 'n', values: [0, 1], when: { op: 'gte', left: { get: 'count', of: digits, value: pick }, right: is(2) }, tier: 'high' },
        { area: 'n', when: { op: 'gte', left: { get: 'count', of: digits, value: pick }, right: is(1) }, tier: 'low' },
      ],
    },
    [fixed('high', 1800), fixed('low', 900)],
  ),
  play(
    'CHOOSE_ANY',
    [numbers('n', 0, 16, 3, 17)],
    {
      kind: 'options',
      combine: 'choose',
      choose: 3,
      wins: 'any',
      cases: [
        { area: 'n', values: [0, 1, 2, 14, 15, 16], when: { op: 'eq', left: { get: 'sum', of: digits }, right: pick }, tier: 'high' },
        { area: 'n', when: { op: 'eq', left: { get: 'sum', of: digits }, right: pick }, tier: 'low' },
      ],
    },
    [fixed('low', 900), fixed('high', 1800)],
  ),
  play(
    'SPECIAL',
    [numbers('n', 1, 9, 1, 9)],
    {
      kind: 'options',
      combine: 'each',
      cases: [
        { area: 'n', values: [1, 2, 3], when: { op: 'eq', left: { get: 'count', of: special, value: pick }, right: is(1) }, tier: 'low' },
        { area: 'n', when: { op: 'eq', left: { get: 'sum', of: special }, right: pick }, tier: 'high' },
      ],
    },
    [fixed('low', 900), fixed('high', 1800)],
  ),
  play(
    'TYPED',
    [{ kind: 'lines', id: 'typed', label: 'typed', min: 1, max: 60 }],
    { kind: 'tuples', of: digits, area: 'typed', by: 'entry', order: 'direct', tiers: [{ tier: 'win' }] },
    [fixed('win', 40000)],
  ),
  play(
    'TYPED_SHAPES',
    [{ kind: 'lines', id: 'typed', label: 'typed', min: 1, max: 60 }],
    {
      kind: 'tuples',
      of: digits,
      area: 'typed',
      by: 'entry',
      order: 'group',
      tiers: [
        { tier: 'pair', shapes: [[2, 1, 1]] },
        {
          tier: 'two',
          shapes: [
            [2, 2],
            [1, 3],
          ],
        },
        { tier: 'apart', shapes: [[1, 1, 1, 1]] },
      ],
    },
    [fixed('pair', 3000), fixed('two', 4000), fixed('apart', 1500)],
  ),
  play(
    'TYPED_ORDER',
    [{ kind: 'lines', id: 'typed', label: 'typed', min: 1, max: 60 }],
    { kind: 'tuples', of: order, area: 'typed', by: 'entry', order: 'direct', tiers: [{ tier: 'win' }] },
    [fixed('win', 9000)],
  ),
  play(
    'SUM_GROUP',
    [numbers('sum', 1, 15, 1, 15)],
    {
      kind: 'tuples',
      of: digits,
      area: 'sum',
      by: 'sum',
      order: 'group',
      tiers: [{ tier: 'pair', shapes: [[2, 1, 1]] }, { tier: 'other' }],
    },
    [fixed('pair', 3000), fixed('other', 1500)],
  ),
  play(
    'SPAN_ANYWHERE',
    [places('where', digitPlaces, 2), numbers('span', 0, 4, 1, 5)],
    {
      kind: 'tuples',
      of: digits,
      area: 'span',
      by: 'span',
      order: 'direct',
      tiers: [{ tier: 'win' }],
      anywhere: { area: 'where', choose: 2 },
    },
    [fixed('win', 700)],
  ),
  play(
    'HAS',
    [numbers('digit', 0, 4, 1, 3)],
    {
      kind: 'tuples',
      of: { zone: 'digits', places: ['b', 'c', 'd'] },
      area: 'digit',
      by: 'has',
      order: 'group',
      tiers: [
        { tier: 'pair', shapes: [[2, 1]] },
        { tier: 'apart', shapes: [[1, 1, 1]] },
      ],
    },
    [fixed('pair', 2000), fixed('apart', 1000)],
  ),
  play(
    'TYPED_ANYWHERE',
    [places('where', ['a', 'b', 'd'], 2), { kind: 'lines', id: 'typed', label: 'typed', min: 1, max: 60 }],
    {
      kind: 'tuples',
      of: { zone: 'digits', places: ['a', 'b', 'd'] },
      area: 'typed',
      by: 'entry',
      order: 'direct',
      tiers: [{ tier: 'win' }],
      anywhere: { area: 'where', choose: 2 },
    },
    [fixed('win', 700)],
  ),
  play(
    'ROLES_ANYWHERE',
    [places('where', digitPlaces, 3), numbers('two', 0, 4, 1, 5), numbers('one', 0, 4, 1, 5)],
    {
      kind: 'group',
      of: digits,
      anywhere: { area: 'where', choose: 3 },
      roles: [
        { area: 'two', times: 2, choose: 1 },
        { area: 'one', times: 1, choose: 1 },
      ],
      tier: 'win',
    },
    [fixed('win', 4000)],
  ),
  play(
    'SOME',
    digitPlaces.map((id) => numbers(id, 0, 4, 0, 5)),
    {
      kind: 'direct',
      choose: 2,
      parts: [{ score: 'count', places: rowPlaces }],
      tiers: [
        { tier: '2', hits: [[2]] },
        { tier: '0', hits: [[0]] },
      ],
    },
    [fixed('2', 3000), fixed('0', 100)],
  ),
  play(
    'SUFFIX',
    digitPlaces.map((id) => numbers(id, 0, 4, 1, 5)),
    {
      kind: 'direct',
      suffixes: true,
      parts: [{ score: 'count', places: rowPlaces }],
      tiers: [
        { tier: '4', hits: [[4]] },
        { tier: '3', hits: [[3]] },
        { tier: '1', hits: [[1]] },
      ],
    },
    [fixed('4', 100000), fixed('3', 20000), fixed('1', 900)],
  ),
  play(
    'FIGURES',
    [
      {
        kind: 'options',
        id: 'odds',
        label: 'odds',
        min: 0,
        max: 4,
        options: ['0', '1', '2', '3'].map((value) => ({ value, label: value })),
      },
      numbers('middle', 2, 5, 0, 4),
    ],
    {
      kind: 'options',
      combine: 'each',
      cases: [
        ...[0, 1, 2, 3].map((n) => ({
          area: 'odds',
          values: [`${n}`],
          when: { op: 'eq' as const, left: { get: 'tally' as const, of: order, set: [1, 3, 5] }, right: is(n) },
          tier: 'odds',
        })),
        { area: 'middle', when: { op: 'eq', left: { get: 'rank', of: order, nth: 2 }, right: pick }, tier: 'middle' },
      ],
    },
    [fixed('odds', 300), fixed('middle', 600)],
  ),
  play(
    'ANY_ORDER',
    [numbers('pick', 1, 6, 2, 6)],
    { kind: 'combination', picks: [{ area: 'pick', choose: 2, of: [order] }], tiers: [{ tier: 'win', hits: [[2]] }] },
    [{ kind: 'floating', tier: 'win', name: 'win', poolPermille: 100, capFen: 100000, estimateFen: 777 }],
  ),
];

export const toyGame: Game = {
  code: 'toy',
  name: 'toy',
  unitFen: 200,
  draw: {
    zones: [
      { id: 'main', label: 'main', kind: 'set', from: 1, to: 9, pick: 3 },
      { id: 'special', label: 'special', kind: 'set', from: 1, to: 9, pick: 1, excludes: 'main' },
      { id: 'left', label: 'left', kind: 'set', from: 1, to: 9, pick: 3 },
      { id: 'right', label: 'right', kind: 'set', from: 1, to: 4, pick: 1 },
      { id: 'digits', label: 'digits', kind: 'digits', from: 0, to: 4, pick: 4, places: digitPlaces.map((id) => ({ id, label: id })) },
      { id: 'order', label: 'order', kind: 'sequence', from: 1, to: 6, pick: 3, places: ['x', 'y', 'z'].map((id) => ({ id, label: id })) },
      {
        id: 'six',
        label: 'six',
        kind: 'digits',
        from: 0,
        to: 4,
        pick: 6,
        places: ['1', '2', '3', '4', '5', '6'].map((id) => ({ id, label: id })),
      },
    ],
  },
  playGroups: [{ code: 'toy', name: 'toy', plays }],
  screen: 'game',
  confirm: '/',
  poolFen: 1000000,
  prizeTable: { version: '1', date: '2026-01-01', source: 'test' },
  schedule: {
    kind: 'interval',
    utcOffset: '+08:00',
    first: '00:01:00',
    everySeconds: 60,
    drawsPerDay: 10,
    closeBeforeSeconds: 5,
    issue: '{yyyy}{MM}{dd}{seq:3}',
  },
  caps: { multiplier: 99, issues: 10, lines: 20 },
  menu: { section: 'quick', order: 1 },
};
