/**
 * Names for the types of sports games, pass tables, leagues and outrights. The schemas in schemas/ define them; ../generated/ holds their types.
 * Money is integer fen; odds and a match's numbers are decimals written as text.
 */
import type { LeagueDescription } from '../generated/league.ts';
import type { OutrightDescription } from '../generated/outright.ts';
import type { PassesDescription } from '../generated/passes.ts';
import type {
  All,
  Odds,
  Parity,
  Play as SportPlay,
  Pool as PoolPayout,
  Range,
  Rest,
  Score,
  SportDescription as SportFile,
} from '../generated/sport.ts';

export type { LeagueDescription, Team } from '../generated/league.ts';
export type { OutrightDescription } from '../generated/outright.ts';
export type { PassesDescription } from '../generated/passes.ts';
export type {
  Feed,
  Measure,
  Number as MatchNumber,
  Odds as OddsPayout,
  Play as SportPlay,
  Played as PlayedMeasure,
  Pool as PoolPayout,
  Range as RangeCondition,
  Sale,
  SportDescription as SportFile,
} from '../generated/sport.ts';

export type Pass = PassesDescription['passes'][number];
export type QuickLeague = NonNullable<LeagueDescription['quick']>;
export type Cup = NonNullable<LeagueDescription['cup']>;
export type OutrightMarket = OutrightDescription['markets'][number];
export type Choice = SportPlay['choices'][number];
export type RangeMeasure = Range['take'];
export type Condition = Range | Parity | Score | All | Rest;
export type Rounding = Odds['rounding'];
export type PoolTable = PoolPayout['tables'][number];

/** What a game that is `like` another may leave out and has of that one. */
type Inherited = 'sport' | 'unitFen' | 'measures' | 'numbers' | 'plays' | 'caps' | 'payout';

/** A sports game with the parts of the one that it is like: what rules, phone and server work on. Made by `resolveSport`. */
export interface SportDescription extends Omit<SportFile, Inherited>, Required<Pick<SportFile, Inherited>> {}

/** A sports game as it is published and sold: with its table of passes. Its content hash is the version of a bet. */
export interface SportGame extends SportDescription {
  readonly table?: PassesDescription;
}
