/**
 * The schemas of matches (比赛) and offers, which calls and events share. An offer is a match as one game sells it. Odds and the
 * numbers of a match (handicap, line) are decimal texts, so that no code calculates with floats. Instants are Unix ms.
 */
import { count, instant, list, object, oneOf, optional, Type, text } from './schema.ts';

/** A decimal as text, in the form of descriptions and tickets: "1.85", "-1", "2.5". */
export const decimal = (description: string) =>
  Type.String({ pattern: '^-?(0|[1-9][0-9]{0,6})(\\.[0-9]{1,6})?$', maxLength: 16, description });

export const team = object({
  id: text('Code of the team in its league’s description.'),
  name: text(),
  rank: optional(count('Place in the table of its league.')),
  crest: optional(
    object(
      { shape: text('shield, round, hexagon, diamond, pennant.'), pattern: text(), colours: list(text(), 'Ground, then pattern.') },
      'How its crest is drawn; chosen by its code when left out.',
    ),
  ),
});

export const league = object({
  code: text(),
  name: text(),
  short: text('The short name on a chip: 英超.'),
  tone: text('Colour of its chip.'),
  five: optional(Type.Literal(true, { description: 'One of the five leagues (五大联赛).' })),
  cup: optional(Type.Literal(true, { description: 'A cup: it has groups or rounds.' })),
});

/** Measure → [home, away]. */
export const measures = Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }), {
  description: 'Numbers of both sides by measure: {"full":[2,0],"half":[1,0]}; home first.',
});

export const numbersOfMatch = Type.Record(Type.String(), decimal('A number.'), {
  description: 'The numbers of the match: {"handicap":"-1"}, {"line":"2.5"}.',
});

export const odds = Type.Record(Type.String(), Type.Record(Type.String(), decimal('Odds.')), {
  description: 'Odds by play and choice.',
});

export const OFFER_STATES = ['selling', 'suspended', 'stopped', 'live', 'finished', 'postponed', 'abandoned', 'cancelled'] as const;

export const offer = object(
  {
    id: text('Id of the match; the same in every game that sells it.'),
    code: text('The code of the match in the game: 周六001; in an issue, its number.'),
    day: Type.String({ format: 'date', description: 'Sale day, yyyy-MM-dd.' }),
    league: text('Code of the league.'),
    home: team,
    away: team,
    startsAt: instant('Kick-off, unix ms.'),
    singleStopsAt: instant('When single bets (单关) close, unix ms.'),
    passStopsAt: instant('When bets of several legs close, unix ms.'),
    state: oneOf(
      OFFER_STATES,
      'selling: bets are accepted until the stop times. suspended: bets are not accepted now. stopped: the sale is over. live: in play. finished. postponed (延期), abandoned (腰斩), cancelled (取消).',
    ),
    reason: optional(text('The reason why it is not sold, in words.')),
    numbers: numbersOfMatch,
    singles: list(text(), 'Plays that are sold as single bets.'),
    closed: list(text(), 'Plays that are not sold (未开售).'),
    odds,
    measures: optional(measures),
    version: count('Version of the last change of this offer.'),
  },
  'A match as the game sells it; `odds` are those of the plays of the row, OptionData gives the others.',
);

export const LIVE_STATES = ['scheduled', 'first', 'half', 'second', 'extra', 'finished', 'postponed', 'abandoned', 'cancelled'] as const;

export const matchEvent = object({
  minute: text('"23", "45+2".'),
  kind: oneOf(['goal', 'own', 'penalty', 'yellow', 'red', 'corner'], 'own: an own goal, listed for the side that benefits.'),
  side: oneOf(['home', 'away'], 'The side.'),
  player: optional(text()),
});

export const liveMatch = object({
  id: text('Id of the match.'),
  sport: text('football, basketball.'),
  league: text('Code of the league.'),
  home: team,
  away: team,
  startsAt: instant('Kick-off, unix ms.'),
  state: oneOf(LIVE_STATES, 'first, half, second, extra: the match is in play. Basketball: first and second half.'),
  clock: optional(
    object(
      {
        from: instant('The instant at which the clock showed `minute`, unix ms.'),
        minute: count(),
        minuteMs: count('Milliseconds of the server’s clock for each minute of the match: 60,000, or less in a demonstration league.'),
      },
      'The present minute is minute + (now − from) ÷ minuteMs. Left out while the clock is stopped.',
    ),
  ),
  measures,
  cards: optional(
    object({
      yellow: Type.Array(count(), { minItems: 2, maxItems: 2, description: 'Home, away.' }),
      red: Type.Array(count(), { minItems: 2, maxItems: 2, description: 'Home, away.' }),
    }),
  ),
  events: list(matchEvent, 'In the order of the match.'),
  version: count('Version of the last change of this match.'),
});

/** A past match in the analysis of a match. */
export const pastMatch = object({
  id: text(),
  league: text('Short name of the league.'),
  home: team,
  away: team,
  startsAt: instant('Kick-off, unix ms.'),
  measures,
});

export const standing = object({
  position: count(),
  team,
  played: count(),
  won: count(),
  drawn: count(),
  lost: count(),
  for: count('Goals for.'),
  against: count('Goals against.'),
  points: count(),
});

export const cupMatch = object({
  id: text(),
  round: text('Name of the round: 小组赛 第 1 轮, 四分之一决赛.'),
  group: optional(text('A, B …')),
  ground: optional(text()),
  home: team,
  away: team,
  startsAt: instant('Kick-off, unix ms.'),
  state: oneOf(LIVE_STATES),
  measures,
  winner: optional(oneOf(['home', 'away'], 'For a tie of the knock-out rounds.')),
});

export const offerExample = {
  id: 'm20261122-ecl-01',
  code: '周日001',
  day: '2026-11-22',
  league: 'ECL',
  home: { id: 'ars', name: '阿森纳', rank: 2 },
  away: { id: 'che', name: '切尔西', rank: 5 },
  startsAt: 1_795_360_000_000,
  singleStopsAt: 1_795_359_700_000,
  passStopsAt: 1_795_359_700_000,
  state: 'selling' as const,
  numbers: { handicap: '-1' },
  singles: ['BF'],
  closed: [],
  odds: { BRQSPF: { '3': '1.85', '1': '3.40', '0': '3.60' }, SPF: { '3': '3.45', '1': '3.50', '0': '1.80' } },
  version: 812,
};

export const liveExample = {
  id: 'm20261122-ecl-01',
  sport: 'football',
  league: 'ECL',
  home: { id: 'ars', name: '阿森纳', rank: 2 },
  away: { id: 'che', name: '切尔西', rank: 5 },
  startsAt: 1_795_360_000_000,
  state: 'second' as const,
  clock: { from: 1_795_363_600_000, minute: 46, minuteMs: 60_000 },
  measures: { full: [1, 0] as [number, number], half: [1, 0] as [number, number] },
  cards: { yellow: [0, 1] as [number, number], red: [0, 0] as [number, number] },
  events: [{ minute: '23', kind: 'goal' as const, side: 'home' as const }],
  version: 815,
};

export const leagueExample = { code: 'ECL', name: '英格兰超级联赛', short: '英超', tone: 'league-1', five: true as const };
