/**
 * The vocabulary of game descriptions as TypeScript types. schemas/*.schema.json is the contract;
 * a type test holds that these types and the schemas say the same.
 * Money is integer fen. Nothing here is mutable: descriptions are frozen after loading.
 */

export type Tone = 'red' | 'blue' | 'ink' | 'gold' | 'green';

export interface Place {
  readonly id: string;
  readonly label: string;
}

/** Numbers with a tone of their own, and what is written at them, so that colour is never the only sign. */
export interface ToneOf {
  readonly tone: Tone;
  readonly label?: string;
  readonly numbers: readonly number[];
}

/** A word that stands at numbers: those listed, or those of a set by its name. */
export interface SignOf {
  readonly label: string;
  readonly numbers: readonly number[] | string;
}

/** One group of drawn numbers. */
export interface Zone {
  readonly id: string;
  readonly label: string;
  /** set: distinct, unordered. sequence: distinct, in drawn order. digits: independent places, repeats allowed. */
  readonly kind: 'set' | 'sequence' | 'digits';
  readonly from: number;
  readonly to: number;
  readonly pick: number;
  readonly places?: readonly Place[];
  readonly pad?: number;
  readonly tone?: Tone;
  readonly look?: 'ball' | 'digit' | 'die' | 'car';
  /** Numbers with a tone of their own. */
  readonly tones?: readonly ToneOf[];
  /** What is written at numbers of a set (生肖), beside what their tones say. */
  readonly signs?: readonly SignOf[];
  /** From this place on the numbers stand apart from those before it (特码). */
  readonly apart?: string;
  readonly excludes?: string;
}

/** Part of a draw: a whole zone, or named places of it in the order named. */
export interface Slice {
  readonly zone: string;
  readonly places?: readonly string[];
}

export type QuickPick = 'all' | 'big' | 'small' | 'odd' | 'even' | 'clear';

export interface NumbersArea {
  readonly kind: 'numbers';
  readonly id: string;
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Fewest and most picks, bankers not counted. */
  readonly min: number;
  readonly max: number;
  readonly bankers?: { readonly min: number; readonly max: number };
  readonly pad?: number;
  readonly tone?: Tone;
  readonly layout?: 'grid' | 'digits' | 'dice';
  readonly quick?: readonly QuickPick[];
  /** The board shows these sets of numbers in the place of the numbers: one is picked with all that it has (生肖, 尾数). */
  readonly by?: readonly PickedSet[];
  readonly omission?: Slice;
  /** Zone whose tones the numbers take. */
  readonly tonesOf?: string;
}

export interface PickedSet {
  readonly label: string;
  readonly set: readonly number[] | string;
  /** Those of the set on the day, as `gameAt` puts them in. */
  readonly numbers?: readonly number[];
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
  /** The set whose numbers stand under the option. */
  readonly set?: string;
}

/** Numbers that conditions name together (波色, 生肖). With several tables the one that is in force on the day of the draw counts. */
export interface NumberSet {
  readonly id: string;
  /** From the oldest to the newest; before the first `from` the first table counts. */
  readonly tables: readonly { readonly from?: string; readonly numbers: readonly number[] }[];
}

export interface OptionsArea {
  readonly kind: 'options';
  readonly id: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly tone?: Tone;
  readonly options: readonly Option[];
}

/** A text field for whole bets, typed or pasted (单式). Picks of it are entries: "12345", or "01 02 03" where numbers have two digits. */
export interface LinesArea {
  readonly kind: 'lines';
  readonly id: string;
  readonly label: string;
  /** Fewest and most entries, repeats counted. */
  readonly min: number;
  readonly max: number;
  readonly tone?: Tone;
}

export type Area = NumbersArea | OptionsArea | LinesArea;

export interface FixedPrize {
  readonly kind: 'fixed';
  readonly tier: string;
  readonly name: string;
  readonly fen: number;
  /** How much of it a bonus period (加奖) adds, put in by `gameAt`. */
  readonly bonusFen?: number;
}

/** A share of the declared pool, divided among the winning bets, floored to the yuan, at most capFen a bet. See `floatingFen`. */
export interface FloatingPrize {
  readonly kind: 'floating';
  readonly tier: string;
  readonly name: string;
  readonly poolPermille: number;
  readonly capFen: number;
  readonly estimateFen: number;
  /** How much of a whole bet this play's bet is, 1000 when left out: a half unit counts half among the winners and gets half. */
  readonly weightPermille?: number;
  /** Paid on top of the share and beyond the pool, floored to the yuan: 800 where 追加 adds 80 %. */
  readonly extraPermille?: number;
  /** Paid beside it and beyond the pool, fen a bet, and how much of `estimateFen` is of a bonus period: both put in by `gameAt`. */
  readonly extraFen?: number;
  readonly bonusFen?: number;
}

export type Prize = FixedPrize | FloatingPrize;

export interface HitTier {
  readonly tier: string;
  readonly hits: readonly (readonly number[])[];
}

export interface CombinationRule {
  readonly kind: 'combination';
  readonly picks: readonly { readonly area: string; readonly choose: number; readonly of: readonly Slice[] }[];
  readonly tiers: readonly HitTier[];
}

export interface DirectRule {
  readonly kind: 'direct';
  /** A bet takes only this many of the places, any of those picked from (任选). */
  readonly choose?: number;
  /** One bet for each tier, which looks at that many last places alone (组合). */
  readonly suffixes?: boolean;
  readonly distinct?: boolean;
  readonly parts: readonly {
    readonly score: 'count' | 'run';
    readonly places: readonly { readonly area: string; readonly zone: string; readonly place: string }[];
  }[];
  readonly tiers: readonly HitTier[];
}

/** 对碰: two different numbers, one of each side; each pair is one bet. A hit list has one figure for each slice: how many of the two are there. */
export interface CrossRule {
  readonly kind: 'cross';
  readonly sides: readonly string[];
  readonly of: readonly Slice[];
  readonly tiers: readonly HitTier[];
}

/** Any places (任选): a bet stands on `choose` of the places that are chosen in `area`. */
export interface Anywhere {
  readonly area: string;
  readonly choose: number;
}

export interface GroupRule {
  readonly kind: 'group';
  readonly of: Slice;
  readonly anywhere?: Anywhere;
  readonly roles: readonly { readonly area: string; readonly times: number; readonly choose: number }[];
  readonly tier: string;
}

/** One number for each place: typed (单式), or all of a sum (和值), a span (跨度) or that have a number (包胆). */
export interface TuplesRule {
  readonly kind: 'tuples';
  readonly of: Slice;
  readonly area: string;
  readonly by: 'entry' | 'sum' | 'span' | 'has';
  readonly order: 'direct' | 'group';
  readonly tiers: readonly { readonly tier: string; readonly shapes?: readonly (readonly number[])[] }[];
  readonly anywhere?: Anywhere;
}

export type PickedValue = number | string;

export interface OptionCase {
  readonly area: string;
  readonly values?: readonly PickedValue[];
  readonly when: Predicate;
  readonly tier?: string;
}

export interface OptionsRule {
  readonly kind: 'options';
  readonly combine: 'each' | 'all' | 'choose' | 'pass';
  /** With `choose`: how many values of the one area a bet takes, and whether all of them or any one of them must hold. */
  readonly choose?: number;
  readonly wins?: 'all' | 'any';
  /** With `pass`: fewest legs (areas) of a bet, what becomes of a leg that is not lost (tiers of the cases), and the tier by how many of each. */
  readonly least?: number;
  readonly legs?: readonly string[];
  readonly tiers?: readonly HitTier[];
  readonly tier?: string;
  readonly cases: readonly OptionCase[];
}

export type Rule = CombinationRule | CrossRule | DirectRule | GroupRule | TuplesRule | OptionsRule;

export type Predicate =
  | { readonly op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'; readonly left: Value; readonly right: Value }
  | { readonly op: 'in'; readonly value: Value; readonly set: readonly number[] | string }
  | { readonly op: 'odd' | 'even' | 'prime'; readonly value: Value }
  | { readonly op: 'all' | 'any'; readonly of: readonly Predicate[] }
  | { readonly op: 'not'; readonly of: Predicate };

export type Value =
  | { readonly get: 'number'; readonly is: number }
  | { readonly get: 'pick' }
  | { readonly get: 'at'; readonly zone: string; readonly place: string }
  | { readonly get: 'sum' | 'span' | 'distinct' | 'max' | 'min'; readonly of: Slice }
  | { readonly get: 'count'; readonly of: Slice; readonly value: Value }
  | { readonly get: 'tally'; readonly of: Slice; readonly set: readonly number[] | string }
  | { readonly get: 'groups'; readonly of: Slice; readonly sets: readonly (readonly number[] | string)[] }
  | { readonly get: 'rank'; readonly of: Slice; readonly nth: number }
  | { readonly get: 'mod'; readonly value: Value; readonly by: number };

/** A piece of a fact: a number of the draw, or the word of the first case that holds; nothing where none does. */
export type FactPart =
  | { readonly value: Value; readonly pad?: number }
  | { readonly cases: readonly { readonly when: Predicate; readonly text: string }[] };

/** What is said of a result beside its numbers: 和 10, 小双, 龙. */
export interface Fact {
  readonly label?: string;
  readonly say: readonly FactPart[];
}

/** One way to bet (玩法). */
export interface Play {
  readonly code: string;
  readonly name: string;
  readonly hint: string;
  readonly example?: string;
  readonly unitFen?: number;
  readonly areas: readonly Area[];
  readonly rule: Rule;
  readonly prizes: readonly Prize[];
}

export interface PlayGroup {
  readonly code: string;
  readonly name: string;
  /** One board for all plays, that of the last; a line is sold under the first play that takes it. */
  readonly oneBoard?: true;
  readonly plays: readonly Play[];
}

export interface IntervalSchedule {
  readonly kind: 'interval';
  readonly utcOffset: string;
  readonly first: string;
  readonly everySeconds: number;
  readonly drawsPerDay: number;
  readonly closeBeforeSeconds: number;
  readonly issue: string;
}

export interface WeeklySchedule {
  readonly kind: 'weekly';
  readonly utcOffset: string;
  readonly days: readonly number[];
  readonly at: string;
  readonly closeBeforeSeconds: number;
  readonly issue: string;
  readonly drawsPerDay?: number;
}

/** Sessions (场) of a day, with breaks between them and past midnight, on some weekdays, and not on days off (休市). */
export interface SessionsSchedule {
  readonly kind: 'sessions';
  readonly utcOffset: string;
  readonly sessions: readonly { readonly first: string; readonly everySeconds: number; readonly draws: number }[];
  /** Weekdays (1 Monday … 7 Sunday); all when left out. */
  readonly days?: readonly number[];
  /** Days without draws, both included, YYYY-MM-DD. */
  readonly off?: readonly { readonly from: string; readonly to: string }[];
  readonly closeBeforeSeconds: number;
  readonly issue: string;
  /** For {run:n}: the first draw of this day, or of the next one that has draws, has this number. */
  readonly run?: { readonly from: string; readonly number: number };
}

export type Schedule = IntervalSchedule | WeeklySchedule | SessionsSchedule;

export interface DrawShape {
  readonly zones: readonly Zone[];
}

/** One number that follows from those of another game: the sum of some of them, its remainder where `mod` says so, and `plus` more. */
export interface DerivedNumber {
  /** A zone of the other game. */
  readonly zone: string;
  /** Of a set: which of its numbers from the smallest up, from 1. */
  readonly ranks?: readonly number[];
  /** Of a sequence or of digits: which places. */
  readonly places?: readonly string[];
  readonly mod?: number;
  readonly plus?: number;
}

/** The draw of another game that a game's numbers follow from, number by number of each zone. */
export interface DrawSource {
  readonly game: string;
  /** Its name, as players read it beside the numbers. */
  readonly name: string;
  /** What that game draws, as its own description has it. */
  readonly zones: readonly Zone[];
  readonly numbers: Readonly<Record<string, readonly DerivedNumber[]>>;
}

/** What a game draws: numbers of its own, or with `source` those that follow from another game's. */
export interface GameDraw extends DrawShape {
  readonly source?: DrawSource;
}

interface Header<K extends string> {
  readonly $schema: string;
  readonly format: number;
  readonly kind: K;
  readonly code: string;
  readonly name: string;
}

/** Limits of one bet in one issue, fen. */
export interface SelectionLimits {
  /** Of one player. */
  readonly stakeFen?: number;
  /** What may have to be paid, over all players (封顶赔付). */
  readonly exposureFen?: number;
}

export interface PlayLimits {
  readonly play: string;
  /** Of one player on the play in one issue, fen. */
  readonly stakeFen?: number;
  /** Of each different bet of the play. */
  readonly selection?: SelectionLimits;
  /** Instead of `selection`, of bets with one pick each. */
  readonly selections?: readonly (SelectionLimits & { readonly values: readonly PickedValue[] })[];
}

/** Limits (限额) of one issue. */
export interface Limits {
  /** Of one player, over all plays, fen. */
  readonly stakeFen?: number;
  readonly plays?: readonly PlayLimits[];
}

/** Prizes that hold for draws from an instant on, "2026-12-01T00:00:00" on the schedule's wall clock. */
export interface DatedPrizes {
  readonly from: string;
  readonly prizes: readonly {
    readonly plays: readonly string[];
    readonly tier: string;
    /** Of a fixed tier. */
    readonly fen?: number;
    /** Of a floating tier; what is left out stays. */
    readonly poolPermille?: number;
    readonly capFen?: number;
    readonly estimateFen?: number;
  }[];
}

/** A bonus period (加奖): draws from `from` on and before `until` pay more for named tiers, `fen` a bet or `permille` of the prize or both. */
export interface BonusPeriod {
  readonly name: string;
  readonly from: string;
  readonly until: string;
  readonly prizes: readonly {
    readonly plays: readonly string[];
    readonly tier: string;
    readonly fen?: number;
    readonly permille?: number;
  }[];
}

export interface FamilyDescription extends Header<'family'> {
  /** The icon of games of this family that name none. */
  readonly icon?: string;
  readonly unitFen: number;
  readonly draw: DrawShape;
  readonly facts?: readonly Fact[];
  readonly sets?: readonly NumberSet[];
  readonly playGroups: readonly PlayGroup[];
  readonly limits?: Limits;
  readonly datedPrizes?: readonly DatedPrizes[];
  readonly bonusPeriods?: readonly BonusPeriod[];
  /** Not sold by a game that has no list of its own. */
  readonly omitPlays?: readonly string[];
  readonly screen: string;
  readonly confirm: string;
}

export interface Caps {
  /** Largest multiplier (倍) of a ticket. */
  readonly multiplier: number;
  /** Most issues (期) of one ticket. */
  readonly issues?: number;
  /** Most lines of one ticket. */
  readonly lines?: number;
}

export interface GameMenu {
  readonly section: 'number' | 'quick' | 'sport' | 'casual';
  readonly order: number;
  readonly tagline?: string;
  /** Name of a drawn icon (engine/screens/kit/icons); the family's, and in the end a plain one, where there is none. */
  readonly icon?: string;
  /** A small drawing in the icon's corner, which tells games with the same icon apart. */
  readonly mark?: string;
  /** Text that stood in the icon's place once; no longer shown, and accepted so that files of before still load. */
  readonly badge?: string;
  readonly tone?: Tone;
}

export interface PrizeTable {
  readonly version: string;
  readonly date: string;
  readonly source: string;
}

export interface GameDescription extends Header<'game'> {
  readonly family?: string;
  readonly disabled?: string;
  readonly groupBuy?: true;
  readonly unitFen?: number;
  readonly draw?: DrawShape;
  readonly source?: DrawSource;
  readonly facts?: readonly Fact[];
  readonly sets?: readonly NumberSet[];
  readonly playGroups?: readonly PlayGroup[];
  readonly omitPlays?: readonly string[];
  readonly prizes?: readonly { readonly play: string; readonly tier: string; readonly fen: number }[];
  readonly screen?: string;
  readonly confirm?: string;
  readonly poolFen?: number;
  readonly poolSeedFen?: number;
  readonly poolStakePermille?: number;
  readonly limits?: Limits;
  readonly datedPrizes?: readonly DatedPrizes[];
  readonly bonusPeriods?: readonly BonusPeriod[];
  readonly prizeTable: PrizeTable;
  readonly schedule: Schedule;
  readonly caps: Caps;
  readonly menu: GameMenu;
}

/**
 * A game with its family applied and every default filled in: what rules, machines, screens and server work on.
 * Made by `resolveGame`; its content hash is the version that a ticket is sold and settled under.
 */
export interface Game {
  readonly code: string;
  readonly name: string;
  readonly family?: string;
  readonly disabled?: string;
  /** Tickets can be bought in a group (合买). */
  readonly groupBuy?: true;
  readonly unitFen: number;
  readonly draw: GameDraw;
  /** What is said of a result beside its numbers. */
  readonly facts?: readonly Fact[];
  /** What conditions name; `gameAt` puts the numbers in their place. */
  readonly sets?: readonly NumberSet[];
  readonly playGroups: readonly PlayGroup[];
  readonly screen: string;
  readonly confirm: string;
  /** The least that the pool (奖池) of an issue holds, fen; 0 for a game without floating prizes. */
  readonly poolFen: number;
  /** What the pool begins with, where that is more. */
  readonly poolSeedFen?: number;
  /** How much of what is staked on plays with floating prizes goes into the pool; nothing when left out. */
  readonly poolStakePermille?: number;
  /** Of plays that the game sells. */
  readonly limits?: Limits;
  /** Of plays that the game sells; `gameAt` puts what is in force into their prizes. */
  readonly datedPrizes?: readonly DatedPrizes[];
  readonly bonusPeriods?: readonly BonusPeriod[];
  /** Bonus periods that are in force, put in by `gameAt` for an instant; then prizes are those of the instant. */
  readonly bonuses?: readonly Pick<BonusPeriod, 'name' | 'from' | 'until'>[];
  readonly prizeTable: PrizeTable;
  readonly schedule: Schedule;
  readonly caps: Required<Caps>;
  readonly menu: GameMenu;
}

/** What clients fetch first: everything that can be opened, by content hash. Served at /descriptions/index.json. */
export interface DescriptionIndex {
  readonly format: 1;
  /** Content hash of the whole index; a change of it is what phones are told about. */
  readonly version: string;
  /** Code of the brand that this server shows; the first of `documents.brand` when left out. */
  readonly brand?: string;
  readonly games: readonly IndexedGame[];
  /** kind → code → content hash, for screen, menu, brand and routes descriptions. */
  readonly documents: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The index that comes with a page: of the screens only the one that it shows, and no small games. All are in /descriptions/index.json. */
  readonly abridged?: true;
}

export interface IndexedGame {
  /** Kind of its description; left out: a number game. */
  readonly kind?: 'sport' | 'outright';
  readonly code: string;
  readonly name: string;
  readonly family?: string;
  readonly hash: string;
  readonly route: string;
  readonly disabled?: string;
  readonly menu: GameMenu;
  /** When it draws, so that a list of games can count down without each game's description; games on matches do not draw. */
  readonly schedule?: Schedule;
  readonly oneDayPriceNum: number;
  readonly maxQishu: number;
  readonly maxBeishu: number;
}

/** A ticket as plain data (schemas/ticket.schema.json). */
export interface Ticket {
  readonly game: string;
  readonly lines: readonly Line[];
  readonly multiplier?: number;
  readonly issues?: number;
}

export type Picks = Readonly<Record<string, readonly PickedValue[]>>;

export interface Line {
  readonly play: string;
  readonly picks: Picks;
  readonly bankers?: Picks;
}

/** A draw's numbers by zone id; place order for sequence and digits zones. */
export interface Draw {
  readonly numbers: Readonly<Record<string, readonly number[]>>;
  /** Fen that one bet of a floating tier pays, by "play/tier". */
  readonly prizes?: Readonly<Record<string, number>>;
}
