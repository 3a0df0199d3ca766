/**
 * Matches, offers and results of sports games. The page of a game and lists of results are calls of the API; live scores, odds of the
 * plays behind the row and the tables of cups (cups.ts) are calls of the match-data service, which has a prefix of its own (/matchdata) and may lie
 * on another origin: unsigned, without token.
 *
 * Deltas: every change of a match or an offer has a version of one sequence. A phone that names the `version` of its last answer in
 * `since` gets what changed after it and `full: false`; with a version that is too old, or of another database, it gets everything.
 */
import { call } from './define.ts';
import {
  decimal,
  league,
  leagueExample,
  LIVE_STATES,
  liveExample,
  liveMatch,
  measures,
  numbersOfMatch,
  odds,
  offer,
  offerExample,
  OFFER_STATES,
  pastMatch,
  standing,
  team,
} from './matches.ts';
import { count, fen, flag, gameCode as game, instant, list, object, oneOf, optional, Type, text } from './schema.ts';

const since = optional(Type.Integer({ minimum: 0, description: '`version` of the last answer; left out: everything.' }));
export const version = count('Version of this answer. It is `since` of the next call.');
export const hash = text('Version of the description on sale.');
const issueName = Type.String({ minLength: 1, maxLength: 32, description: 'Issue (期).' });
const dayOrIssue = Type.String({
  pattern: '^(\\d{4}-\\d{2}-\\d{2}|\\d{5,12})$',
  description: 'Sale day, yyyy-MM-dd, or an issue, as in `previous` and `next`.',
});

export const sportIssue = object({
  issue: text('Issue (期).'),
  opensAt: instant('Sale begins, unix ms.'),
  closesAt: instant('Sale ends, unix ms.'),
  state: oneOf(['coming', 'selling', 'closed', 'settled', 'cancelled']),
});

export const appSpLotteryPageInfo = call({
  method: 'GET',
  path: '/api/SiteMsg/AppSPLotteryPageInfo',
  summary: '竞技彩页：在售赛事与赔率',
  session: 'none',
  fields: { game, issue: optional(issueName), since },
  answer: object({
    game: text('Game code.'),
    hash,
    version,
    full: flag('false: only what changed after `since`.'),
    demo: flag('These matches are simulated (演示).'),
    issue: optional(text('The issue that is shown, if the game is sold by issues.')),
    issues: optional(
      list(
        sportIssue,
        'Issues that can be requested: those on sale, the next to close first; then future issues; then past ones, newest first.',
      ),
    ),
    pool: optional(
      object({
        poolFen: fen('The payments into the pool of this issue so far.'),
        carriedFen: fen('Carried over from earlier issues (滚存).'),
      }),
    ),
    leagues: list(league, 'Leagues of these matches.'),
    matches: list(offer, 'In the order of sale day and code.'),
    removed: list(text(), 'Ids that are no longer listed.'),
    notices: list(text(), 'A note for the player.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { game: 'jczq' },
    models: {
      game: 'jczq',
      hash: '3f1c9a0e',
      version: 815,
      full: true,
      demo: true,
      leagues: [leagueExample],
      matches: [offerExample],
      removed: [],
      notices: ['赛事和赔率均为演示数据'],
    },
  },
});

export const optionData = call({
  method: 'POST',
  path: '/matchdata/Match/OptionData',
  summary: '赛事的全部玩法赔率',
  session: 'none',
  withoutToken: true,
  fields: {
    game,
    ids: Type.String({ minLength: 1, maxLength: 2_000, description: 'Ids of matches, separated by commas, at most 50.' }),
  },
  answer: object({
    game: text('Game code.'),
    version,
    matches: list(object({ id: text(), version: count('Version of the offer.'), odds }), 'Those of `ids` that the game lists.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { game: 'jczq', ids: 'm20261122-ecl-01' },
    models: {
      game: 'jczq',
      version: 815,
      matches: [{ id: 'm20261122-ecl-01', version: 812, odds: { ZJQ: { '0': '9.50', '1': '4.20' } } }],
    },
  },
});

export const matchLive = call({
  method: 'GET',
  path: '/matchdata/Match/MatchLive',
  summary: '比分直播',
  session: 'none',
  withoutToken: true,
  fields: { since, sport: optional(Type.String({ maxLength: 16, description: 'football, basketball; left out: all.' })) },
  answer: object({
    version,
    full: flag('false: only what changed after `since`.'),
    demo: flag('These matches are simulated (演示).'),
    leagues: list(league, 'Leagues of these matches.'),
    matches: list(liveMatch, 'From yesterday’s to tomorrow’s, in the order of kick-off.'),
  }),
  example: {
    fields: { since: 810 },
    models: { version: 815, full: false, demo: true, leagues: [leagueExample], matches: [liveExample] },
  },
});

export const jcList = call({
  method: 'GET',
  path: '/api/lotteryresult/jc_list',
  summary: '竞技彩赛果',
  session: 'none',
  kept: true,
  fields: {
    game,
    date: optional(dayOrIssue),
    issue: optional(issueName),
  },
  answer: object({
    game: text('Game code.'),
    name: text('Name of the game.'),
    awayFirst: optional(Type.Literal(true, { description: 'The away side is shown first, as usual in this sport.' })),
    pool: optional(Type.Literal(true, { description: 'A pool (奖池) pays the prizes. In a void match every choice is right.' })),
    date: text('Sale day, yyyy-MM-dd. For a game that is sold by issues: the day on which the issue closes.'),
    issue: optional(text('The issue, if the game is sold by issues.')),
    previous: optional(text('The previous day (or issue) with results.')),
    next: optional(text('The next day (or issue) with results.')),
    demo: flag('Simulated (演示).'),
    leagues: list(league),
    matches: list(
      object({
        id: text(),
        code: text(),
        league: text('Code of the league.'),
        home: team,
        away: team,
        startsAt: instant('Kick-off, unix ms.'),
        state: oneOf(OFFER_STATES),
        void: optional(
          Type.Literal(true, { description: 'The match is void: every leg on it has odds of 1; in a pool every pick is right.' }),
        ),
        measures: optional(measures),
        numbers: numbersOfMatch,
        winners: list(
          object({
            play: text(),
            playName: text(),
            number: optional(text('The handicap or line that the play uses, as printed: −1, 219.5.')),
            choice: text(),
            name: text('Name of the choice.'),
            odds: optional(decimal('Odds at the end of the sale, or the SP.')),
          }),
          'The winning choices, one row for each play that was sold.',
        ),
      }),
      'Matches of the day that are finished or do not take place, by code.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { game: 'jczq', date: '2026-11-21' },
    models: {
      game: 'jczq',
      name: '竞彩足球',
      date: '2026-11-21',
      previous: '2026-11-20',
      demo: true,
      leagues: [leagueExample],
      matches: [
        {
          id: 'm20261121-ecl-01',
          code: '周六001',
          league: 'ECL',
          home: { id: 'ars', name: '阿森纳' },
          away: { id: 'che', name: '切尔西' },
          startsAt: 1_795_270_000_000,
          state: 'finished',
          measures: { full: [2, 0], half: [1, 0] },
          numbers: { handicap: '-1' },
          winners: [{ play: 'BRQSPF', playName: '胜平负', choice: '3', name: '胜', odds: '1.85' }],
        },
      ],
    },
  },
});

export const getBjdcWeekIssuse = call({
  method: 'GET',
  path: '/api/lotteryresult/getbjdcweekissuse',
  summary: '按期销售的竞技彩的期号',
  session: 'none',
  fields: { game: Type.String({ minLength: 1, maxLength: 32, default: 'bjdc', description: 'Game code; bjdc when left out.' }) },
  answer: object({ game: text('Game code.'), issues: list(sportIssue, 'Newest first.') }),
  refuses: ['notFound'],
  example: {
    fields: { game: 'bjdc' },
    models: {
      game: 'bjdc',
      issues: [{ issue: '261101', opensAt: 1_795_100_000_000, closesAt: 1_795_700_000_000, state: 'selling' }],
    },
  },
});

export const matchAnalysis = call({
  method: 'GET',
  path: '/api/lotteryresult/MatchAnalysis',
  summary: '赛事分析：近况、交锋、积分、赔率走势',
  session: 'none',
  fields: { game: optional(game), matchId: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the match.' }) },
  answer: object({
    matchId: text(),
    match: object(
      {
        sport: text('football, basketball.'),
        league: text('Short name of the league.'),
        home: team,
        away: team,
        startsAt: instant('Kick-off, unix ms.'),
        state: oneOf(LIVE_STATES),
      },
      'The match, for a caller that has only its id.',
    ),
    demo: flag('Simulated (演示).'),
    home: list(pastMatch, 'The last 6 of the home side, newest first.'),
    away: list(pastMatch, 'The last 6 of the away side, newest first.'),
    headToHead: list(pastMatch, 'The last 6 against each other, newest first.'),
    table: list(standing, 'The table of the league.'),
    support: list(
      object({
        play: text(),
        orders: count('Orders counted: the latest on the match, at most 2,000, and simulated ones of a simulated match.'),
        shares: Type.Record(Type.String(), count(), { description: 'Basis points by choice. They add up to 10,000.' }),
      }),
      'Support (支持率) of the plays of the row: how often orders picked each choice. Empty without `game`; without plays that nobody picked.',
    ),
    moves: list(
      object({
        at: instant('Since when, unix ms.'),
        play: text(),
        odds: Type.Record(Type.String(), decimal('Odds.'), { description: 'Odds by choice.' }),
      }),
      'Past odds of the plays of the row, oldest first. Empty without `game`, or if the game does not sell the match.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: { game: 'jczq', matchId: 'm20261122-ecl-01' },
    models: {
      matchId: 'm20261122-ecl-01',
      match: {
        sport: 'football',
        league: '英超',
        home: { id: 'ars', name: '阿森纳' },
        away: { id: 'che', name: '切尔西' },
        startsAt: 1_795_360_000_000,
        state: 'scheduled',
      },
      demo: true,
      home: [],
      away: [],
      headToHead: [],
      table: [],
      support: [{ play: 'BRQSPF', orders: 1_280, shares: { '3': 5_230, '1': 2_470, '0': 2_300 } }],
      moves: [{ at: 1_795_300_000_000, play: 'BRQSPF', odds: { '3': '1.85', '1': '3.40', '0': '3.60' } }],
    },
  },
});
