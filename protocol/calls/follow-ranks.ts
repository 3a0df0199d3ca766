/** Ranks of those who release (跟单排行), and what admits to 大神. */
import { call } from './define.ts';
import { dots, last } from './follow.ts';
import { person, personExample } from './people.ts';
import { count, fen, flag, gameCode, instant, list, object, oneOf, optional, orNull, text, Type } from './schema.ts';

export const RANK_TYPES = ['hit', 'return', 'profit', 'streak', 'popular', 'red'] as const;
export const RANK_PERIODS = ['week', 'month', 'all'] as const;
const rankRow = object({
  rank: count('The rank. Players with equal figures have equal ranks, in the order of their first releases.'),
  last: orNull(count(), 'The rank in the period before; null: none.'),
  who: person,
  okami: flag(),
  valueBp: orNull(Type.Integer({ description: 'For hit and return, basis points.' }), 'Null: another type.'),
  valueFen: orNull(Type.Integer({ unit: 'fen', description: 'For profit.' }), 'Null: another type.'),
  value: orNull(
    Type.Integer({ description: 'For streak (releases in a row), popular (players who followed), red (releases that won).' }),
    'Null: another type.',
  ),
  orders: count('Releases of the period that are settled.'),
  last10: last,
  dots,
  mine: flag(),
});
const rankExample = {
  rank: 1,
  last: 3,
  who: personExample,
  okami: true,
  valueBp: 7_500,
  valueFen: null,
  value: null,
  orders: 4,
  last10: ['won', 'won', 'lost'] as const,
  dots: '○●●',
  mine: false,
};

export const queryFollowOrderRank = call({
  method: 'GET',
  path: '/api/order/QueryFollowOrderRank',
  summary: '跟单排行',
  session: 'optional',
  fields: {
    type: optional(
      oneOf(
        RANK_TYPES,
        'hit (when left out): share of releases that won. return: prizes divided by stakes. profit. streak: current wins in a row. popular: followers. red: releases that won.',
      ),
    ),
    period: optional(oneOf(RANK_PERIODS, 'week (when left out) and month: of the calendar. all: everything.')),
    game: optional(gameCode),
  },
  answer: object({
    rows: list(rankRow, 'The first hundred.'),
    me: orNull(rankRow, 'The row of the caller, at any rank; null: none.'),
    least: count('The least number of settled releases for a rank by hit or return.'),
    from: instant('The beginning of the period; 0: all.'),
    okami: object(
      {
        days: count(),
        hitBp: count(),
        returnBp: count(),
        orders: count(),
        onDays: count(),
        outHitBp: count(),
        outReturnBp: count(),
        misses: count(),
        idleDays: count(),
        leastStakeFen: fen('Least stake of a release.'),
        expected: text('Least expected return of a pass.'),
        singleExpected: text('Of a single bet.'),
        mostADay: count(),
        jump: count('The most by which a stake may exceed the stake before, as a factor.'),
      },
      'The conditions for becoming and staying 大神.',
    ),
  }),
  example: {
    fields: { type: 'hit', period: 'week' },
    models: {
      rows: [rankExample],
      me: null,
      least: 3,
      from: 1_795_190_400_000,
      okami: {
        days: 7,
        hitBp: 5_000,
        returnBp: 18_000,
        orders: 3,
        onDays: 2,
        outHitBp: 5_000,
        outReturnBp: 12_000,
        misses: 3,
        idleDays: 2,
        leastStakeFen: 20_000,
        expected: '1.80',
        singleExpected: '1.70',
        mostADay: 3,
        jump: 10,
      },
    },
  },
});
