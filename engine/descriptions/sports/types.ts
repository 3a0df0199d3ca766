/**
 * The vocabulary of sports games, pass tables, leagues and outrights as TypeScript types. The schemas of these kinds are the contract; a
 * type test holds that they say the same. Money is integer fen; odds and a match's numbers are decimals written as text.
 */
import type { Tone } from '../types.ts';

/** A table of passes (过关). */
export interface PassesDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'passes';
  readonly code: string;
  readonly name: string;
  /** Whether a bet counts for each group of matches that holds it (多串不去重), or once (去重). */
  readonly repeats: boolean;
  readonly passes: readonly Pass[];
}

/** `matches` 串: how many matches it joins, and how many legs each of its bets has. */
export interface Pass {
  /** Matches _ bets. */
  readonly code: string;
  readonly matches: number;
  readonly legs: readonly number[];
}

/** A sports game as its file says it: what a game that is `like` another leaves out is that one's. `resolveSport` makes the whole of it. */
export interface SportFile extends Partial<SportParts> {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'sport';
  readonly code: string;
  readonly name: string;
  /** Code of the sports game whose parts this one has. */
  readonly like?: string;
  readonly omitPlays?: readonly string[];
  readonly disabled?: string;
  readonly groupBuy?: true;
  readonly menu?: SportMenu;
}

/** What a sports game states or has of the one that it is like. */
interface SportParts {
  /** Leagues of this sport can be sold. */
  readonly sport: string;
  readonly unitFen: number;
  readonly measures: readonly Measure[];
  readonly numbers: readonly MatchNumber[];
  /** Code of a table of passes; only a game with a pool has none. */
  readonly passes?: string;
  /** The name under which a ticket joins several plays (混合过关). */
  readonly mixed?: { readonly code: string; readonly name: string };
  readonly plays: readonly SportPlay[];
  readonly caps: {
    readonly matches: number;
    readonly legs: number;
    readonly multiplier: number;
    readonly bets: number;
    /** Reported by lists of games as maxQishu. */
    readonly issues?: number;
    /** Reported by lists of games as oneDayPriceNum. */
    readonly drawsPerDay?: number;
  };
  readonly payout: OddsPayout | PoolPayout;
  readonly board?: MatchBoard;
  readonly sale?: Sale;
  readonly feed?: Feed;
}

/** A sports game with the parts of the one that it is like: what rules, phone and server work on. */
export interface SportDescription extends SportParts {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'sport';
  readonly code: string;
  readonly name: string;
  readonly like?: string;
  readonly disabled?: string;
  /** Tickets can be bought in a group (合买). */
  readonly groupBuy?: true;
  readonly menu?: SportMenu;
  /** Its bets may be shown to others as releases (宝单), who follow them. */
  readonly release?: true;
}

/** A sports game as it is published and sold: with its table of passes. Its content hash is the version of a bet. */
export interface SportGame extends SportDescription {
  readonly table?: PassesDescription;
}

export interface SportMenu {
  readonly section: 'sport';
  readonly order: number;
  readonly tagline?: string;
  readonly icon?: string;
  readonly mark?: string;
  readonly tone?: Tone;
}

/** How the list of matches is drawn. */
export interface MatchBoard {
  /** Plays whose cells stand in the row of a match. */
  readonly row: readonly string[];
  /** Plays of the sheet behind the row, a tab each. */
  readonly sheet?: readonly {
    readonly play: string;
    readonly parts?: readonly { readonly name: string; readonly columns?: number; readonly choices: readonly string[] }[];
    readonly columns?: number;
  }[];
  readonly awayFirst?: boolean;
}

/** When it is sold; times before kick-off. */
export interface Sale {
  readonly stopSeconds: number;
  readonly singleStopSeconds?: number;
  /** HH:mm of Beijing at which a sale day begins. */
  readonly dayStarts?: string;
  readonly daysAhead?: number;
  readonly issues?: {
    readonly kind: 'week' | 'matches';
    readonly matches?: number;
    readonly days?: readonly number[];
    readonly aheadDays?: number;
    readonly firstCarriedFen?: number;
  };
}

/** How the simulated feed makes, plays and settles its matches. */
export interface Feed {
  readonly leagues: readonly string[];
  readonly marginPermille: number;
  readonly margins?: readonly { readonly play: string; readonly permille: number }[];
  readonly movePermille?: number;
  readonly most?: string;
  readonly measures: readonly PlayedMeasure[];
  readonly numbers?: readonly {
    readonly number: string;
    readonly of: string;
    readonly take: 'difference' | 'total';
    readonly half?: boolean;
    readonly never?: readonly string[];
  }[];
  readonly singles?: readonly SomeMatches[];
  readonly closed?: readonly SomeMatches[];
}

export interface SomeMatches {
  readonly plays: readonly string[];
  readonly permille: number;
}

/** How a measure is played; means and spread in thousandths. */
export interface PlayedMeasure {
  readonly measure: string;
  readonly model: 'goals' | 'points';
  readonly home: number;
  readonly away: number;
  readonly strengthPermille?: number;
  readonly spread?: number;
  /** What live scores call one of it. */
  readonly event?: 'goal' | 'yellow' | 'red' | 'corner';
  readonly firstHalfPermille?: number;
}

export interface LeagueDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'league';
  readonly code: string;
  readonly name: string;
  readonly short: string;
  readonly sport: string;
  readonly tone: Tone;
  readonly country: string;
  /** IANA name of the time zone of its grounds. */
  readonly zone: string;
  /** One of the five leagues (五大联赛). */
  readonly five?: true;
  /** What its openfootball files are called. */
  readonly key?: string;
  readonly rounds?: readonly (readonly { readonly day: number; readonly time: string }[])[];
  readonly quick?: QuickLeague;
  /** Simulated matches of a thousand that are put off before the kick-off, or stop before their end. */
  readonly off?: { readonly postponed: number; readonly abandoned: number };
  readonly cup?: Cup;
  readonly teams: readonly Team[];
}

/** A demonstration league whose matches last minutes. */
export interface QuickLeague {
  readonly everySeconds: number;
  readonly matches: number;
  readonly minuteMs: number;
  readonly sellSeconds: number;
  readonly stopSeconds: number;
}

export interface Cup {
  readonly editionDays: number;
  readonly groups: number;
  readonly through: number;
  readonly thirds?: number;
  readonly groupDays: number;
  readonly times?: readonly string[];
  readonly rounds: readonly { readonly name: string; readonly day: number; readonly days?: number }[];
}

export interface Team {
  readonly code: string;
  readonly name: string;
  /** 1000 is a middling team. */
  readonly strength: number;
  /** Names in files of openfootball. */
  readonly keys?: readonly string[];
}

/** Bets on who wins a cup. */
export interface OutrightDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'outright';
  readonly code: string;
  readonly name: string;
  readonly disabled?: string;
  readonly menu?: SportMenu;
  readonly unitFen: number;
  /** Code of the cup. */
  readonly cup: string;
  readonly markets: readonly OutrightMarket[];
  readonly caps: { readonly picks: number; readonly multiplier: number };
  readonly payout: {
    readonly decimals: number;
    readonly rounding: Rounding;
    readonly leastFen: number;
    readonly capFen: number;
  };
}

export interface OutrightMarket {
  readonly code: string;
  readonly name: string;
  /** 1: the champion. 2: champion and runner-up, in either order. */
  readonly teams: 1 | 2;
  readonly listed?: number;
  readonly marginPermille: number;
  readonly most?: string;
}

/** What is counted of both sides. */
export interface Measure {
  readonly code: string;
  readonly name: string;
  /** goals: conditions may ask for each side's number. points: for difference and total alone. */
  readonly counted: 'goals' | 'points';
  /** goals: a side's largest number that the range of prizes looks at. points: the largest difference. */
  readonly to: number;
  /** A part of another measure, never larger: the half within the whole. */
  readonly within?: string;
  readonly noTie?: boolean;
}

/** A number that each match brings: handicap, line of a total. */
export interface MatchNumber {
  readonly code: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly decimals: number;
}

export interface SportPlay {
  readonly code: string;
  readonly name: string;
  /** Most legs of a bet with this play. */
  readonly legs: number;
  /** Sold only where these numbers of the match have one of these values. */
  readonly needs?: readonly { readonly number: string; readonly values: readonly string[] }[];
  /** Where it holds, the leg is void for this play. */
  readonly push?: Condition;
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly code: string;
  readonly name: string;
  /** The field of match data that holds its odds. */
  readonly field?: string;
  readonly when: Condition;
}

export type Take = 'home' | 'away' | 'difference' | 'total';

/** A condition over the result of a match. */
export type Condition = RangeCondition | ParityCondition | ScoreCondition | AllCondition | RestCondition;

/** times × value + plus − minus lies within the bounds. */
export interface RangeCondition {
  readonly op: 'range';
  readonly of: string;
  readonly take: Take;
  readonly times?: number;
  readonly plus?: string;
  readonly minus?: string;
  readonly from?: string;
  readonly to?: string;
  readonly above?: string;
  readonly below?: string;
}

export interface ParityCondition {
  readonly op: 'odd' | 'even';
  readonly of: string;
  readonly take: Take;
}

export interface ScoreCondition {
  readonly op: 'score';
  readonly of: string;
  readonly home: number;
  readonly away: number;
}

export interface AllCondition {
  readonly op: 'all';
  readonly conditions: readonly Condition[];
}

/** `when` holds and no other choice of the play comes true (胜其他). */
export interface RestCondition {
  readonly op: 'rest';
  readonly when: Condition;
}

export type Rounding = 'third-decimal' | 'half-even' | 'down';

/** A bet pays unit price × product of odds × share, rounded, at least `leastFen`, capped by its live legs. */
export interface OddsPayout {
  readonly kind: 'odds';
  /** sold: the odds at the time of the bet. final: those that the result brings. */
  readonly odds: 'sold' | 'final';
  /** Decimals of odds. */
  readonly decimals: number;
  readonly sharePermille: number;
  readonly rounding: Rounding;
  readonly leastFen: number;
  readonly capFen: readonly { readonly legs: number; readonly fen: number }[];
}

/** The matches of an issue guessed together; what a bet pays is known when all bets are. */
export interface PoolPayout {
  readonly kind: 'pool';
  /** What of the sales belongs to the players. */
  readonly sharePermille: number;
  /** Matches of an issue. */
  readonly matches: number;
  readonly tables: readonly PoolTable[];
}

export interface PoolTable {
  readonly play: string;
  /** Matches of a bet. */
  readonly choose: number;
  readonly tiers: readonly PoolTier[];
}

export interface PoolTier {
  readonly tier: string;
  readonly name: string;
  readonly hits: number;
  readonly poolPermille: number;
  readonly capFen: number;
}
