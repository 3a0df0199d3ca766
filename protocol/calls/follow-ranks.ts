/** Ranks of those who release (跟单排行), and what admits to 大神. */
import { call } from './define.ts';
import { dots, last } from './follow.ts';
import { person, personExample } from './people.ts';
import { count, fen, flag, gameCode, instant, list, object, oneOf, optional, orNull, text, Type } from './schema.ts';

export const RANK_TYPES = ['hit', 'return', 'profit', 'streak', 'popular', 'red'] as const;
export const RANK_PERIODS = ['week', 'month', 'all'] as const;
const rankRow = object({
  rank: count('Place; who have the same figure share it, and stand in the order of who released first.'),
  last: orNull(count(), 'Place in the period before; null: he had none.'),
  who: person,
  okami: flag(),
  valueBp: orNull(Type.Integer({ description: 'Of hit and return, basis points.' }), 'Null: another type.'),
  valueFen: orNull(Type.Integer({ unit: 'fen', description: 'Of profit.' }), 'Null: another type.'),
  value: orNull(
    Type.Integer({ description: 'Of streak (releases in a row), popular (players who followed), red (releases that won).' }),
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
        'hit (left out): share that won. return: prizes by stakes. profit. streak: wins in a row now. popular: followers. red: releases that won.',
      ),
    ),
    period: optional(oneOf(RANK_PERIODS, 'week (left out), month: of the calendar; all.')),
    game: optional(gameCode),
  },
  answer: object({
    rows: list(rankRow, 'The first hundred.'),
    me: orNull(rankRow, 'The own row, wherever it stands; null: the asker has none.'),
    least: count('Settled releases without which nobody is ranked by hit and return.'),
    from: instant('When the period began; 0: all.'),
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
        jump: count('No stake more than so many times the one before.'),
      },
      'What admits to 大神, and what ends it.',
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
