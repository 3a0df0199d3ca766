/** Cups: matches, tables and the knock-out, of the match-data service (match-data.ts), and bets on who wins (champions, pairs). */
import { call } from './define.ts';
import { hash, version } from './match-data.ts';
import { cupMatch, decimal, measures, standing, team } from './matches.ts';
import { count, fen, flag, gameCode as game, instant, list, object, oneOf, optional, text, Type } from './schema.ts';

const cup = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Codes of cups, separated by commas: OGB, ozb, sjb …. The first existing one is used.',
});
const cupHead = { cup: text('Code of the cup.'), name: text(), demo: flag('Simulated (演示).') };
const france = { id: 'fra', name: '法国' };
const ghana = { id: 'gha', name: '加纳' };

export const sjbMatchAll = call({
  method: 'GET',
  path: '/matchdata/SJBMatchAll',
  summary: '杯赛的全部赛事',
  session: 'none',
  withoutToken: true,
  fields: {
    cup,
    week: optional(
      Type.Integer({
        minimum: -60,
        maximum: 60,
        description: 'Only matches of one week (Monday to Sunday, Beijing), given as a number of weeks from this one.',
      }),
    ),
  },
  answer: object({ ...cupHead, matches: list(cupMatch, 'In the order of kick-off.') }),
  refuses: ['notFound'],
  example: {
    fields: { cup: 'sjb' },
    models: {
      cup: 'sjb',
      name: '世界杯（演示）',
      demo: true,
      matches: [
        {
          id: 'sjb-a-1',
          round: '小组赛 第 1 轮',
          group: 'A',
          home: france,
          away: ghana,
          startsAt: 1_795_360_000_000,
          state: 'finished',
          measures: { full: [2, 1], half: [1, 1] },
        },
      ],
    },
  },
});

export const cupTie = object({
  id: optional(text('Id of its match, once both sides are known.')),
  home: optional(team),
  away: optional(team),
  startsAt: optional(instant('Kick-off, unix ms.')),
  state: optional(text('The same as for a live match.')),
  measures: optional(measures),
  winner: optional(oneOf(['home', 'away'])),
});

export const sjbGroupStageResult = call({
  method: 'GET',
  path: '/matchdata/SJBGroupStageResult',
  summary: '杯赛积分榜与对阵图',
  session: 'none',
  withoutToken: true,
  fields: { cup },
  answer: object({
    ...cupHead,
    groups: list(object({ name: text('A, B …; empty for a league.'), teams: list(standing) })),
    rounds: list(
      object({ name: text(), ties: list(cupTie, 'The winners of two neighbouring ties meet in one tie of the next round.') }),
      'The knock-out, the first round first.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { cup: 'sjb' },
    models: {
      cup: 'sjb',
      name: '世界杯（演示）',
      demo: true,
      groups: [
        {
          name: 'A',
          teams: [{ position: 1, team: france, played: 1, won: 1, drawn: 0, lost: 0, for: 2, against: 1, points: 3 }],
        },
      ],
      rounds: [{ name: '决赛', ties: [{}] }],
    },
  },
});

export const outrightList = call({
  method: 'GET',
  path: '/api/lottery/OutrightList',
  summary: '冠军与冠亚军竞猜',
  session: 'none',
  fields: { game },
  answer: object({
    game: text('Game code.'),
    hash,
    version,
    demo: flag('Simulated (演示).'),
    unitFen: fen('Price of a bet, fen.'),
    multiplier: count('Most bets on one item.'),
    stopsAt: optional(instant('When bets close, unix ms.')),
    off: optional(flag('Called off (取消竞猜): undecided bets are refunded.')),
    markets: list(
      object({
        market: text('champion, pair …'),
        name: text(),
        items: list(
          object({
            code: text('Number of the item in its market: 01.'),
            teams: list(team, 'One team, or two for a pair; none: all others together.'),
            name: text(),
            odds: decimal('Odds.'),
            support: count('Share of the bets, per mille.'),
            chance: count('The probability by the odds, per mille.'),
            state: oneOf(['selling', 'stopped', 'out', 'won'], 'out: it cannot win any more (已淘汰).'),
          }),
        ),
      }),
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { game: 'ozb' },
    models: {
      game: 'ozb',
      hash: '3f1c9a0e',
      version: 815,
      demo: true,
      unitFen: 200,
      multiplier: 9999,
      markets: [
        {
          market: 'champion',
          name: '冠军',
          items: [{ code: '01', teams: [france], name: '法国', odds: '4.50', support: 120, chance: 180, state: 'selling' }],
        },
      ],
    },
  },
});
