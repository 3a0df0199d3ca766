/**
 * Names for the types of game descriptions. The schemas in schemas/ define them; generated/ holds their types. What a file does not hold and the
 * engine adds is declared here: the game with its family, the index that clients fetch, and what `gameAt` puts in for an instant.
 * Money is integer fen. Nothing is mutable: descriptions are frozen after loading.
 */
import type {
  BonusPeriods,
  DatedPrizes as AllDatedPrizes,
  ComparePredicate,
  CombinationRule,
  CountValue,
  CrossRule,
  DirectRule,
  Draw as DrawShape,
  Facts,
  FixedPrize,
  FloatingPrize,
  FoldValue,
  GroupRule,
  GroupsValue,
  HitTiers,
  InPredicate,
  Limits,
  LinesArea,
  ListPredicate,
  AtValue,
  ModValue,
  NotPredicate,
  NumberValue,
  NumbersArea,
  OptionsArea,
  OptionsRule,
  ParityPredicate,
  PickValue,
  PlayGroup,
  PrizeTable,
  RankValue,
  Sets,
  TallyValue,
  TuplesRule,
  Zone,
} from './generated/family.ts';
import type {
  GameDescription,
  IntervalSchedule,
  PoolPrizes as AllPoolPrizes,
  SessionsSchedule,
  Source,
  WeeklySchedule,
} from './generated/game.ts';
import type { Picks } from './generated/ticket.ts';

export type {
  Anywhere,
  CombinationRule,
  CrossRule,
  DirectRule,
  Draw as DrawShape,
  FactPart,
  FamilyDescription,
  FixedPrize,
  FloatingPrize,
  GroupRule,
  Limits,
  LinesArea,
  NumbersArea,
  OptionsArea,
  OptionsRule,
  PickedSet,
  Play,
  PlayGroup,
  PlayLimits,
  PrizeTable,
  SelectionLimits,
  Slice,
  TuplesRule,
  Zone,
} from './generated/family.ts';
export type {
  DerivedNumber,
  GameDescription,
  IntervalSchedule,
  SessionsSchedule,
  Source as DrawSource,
  WeeklySchedule,
} from './generated/game.ts';
export type { Line, Picks, Ticket } from './generated/ticket.ts';

// What `gameAt` puts in.
declare module './generated/family.ts' {
  interface PickedSet {
    /** Those of the set on the day. */
    readonly numbers?: readonly number[];
  }
  interface FixedPrize {
    /** How much of it a bonus period (加奖) adds, fen. */
    readonly bonusFen?: number;
  }
  interface FloatingPrize {
    /** Paid beside it and beyond the pool, fen a bet, and how much of `estimateFen` is of a bonus period. */
    readonly extraFen?: number;
    readonly bonusFen?: number;
  }
}

/** The type of an item of a list that may be left out. */
export type ItemOf<List extends readonly unknown[] | undefined> = NonNullable<List>[number];

export type Tone = NonNullable<Zone['tone']>;
export type ToneOf = ItemOf<Zone['tones']>;
export type QuickPick = ItemOf<NumbersArea['quick']>;
export type NumberSet = Sets[number];
export type Area = NumbersArea | OptionsArea | LinesArea;
export type Prize = FixedPrize | FloatingPrize;
export type HitTier = HitTiers[number];
export type PickedValue = Picks[string][number];
export type OptionCase = OptionsRule['cases'][number];
export type Rule = CombinationRule | CrossRule | DirectRule | GroupRule | TuplesRule | OptionsRule;
export type Predicate = ComparePredicate | InPredicate | ParityPredicate | ListPredicate | NotPredicate;
export type Value = NumberValue | PickValue | AtValue | FoldValue | CountValue | TallyValue | GroupsValue | RankValue | ModValue;
export type Fact = Facts[number];
export type Schedule = IntervalSchedule | WeeklySchedule | SessionsSchedule;
export type DatedPrizes = AllDatedPrizes[number];
export type BonusPeriod = BonusPeriods[number];
export type PoolPrizes = AllPoolPrizes[number];
export type Caps = GameDescription['caps'];
export type GameMenu = GameDescription['menu'];

/** What a game draws: numbers of its own, or with `source` those that follow from another game's. */
export interface GameDraw extends DrawShape {
  readonly source?: Source;
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
  /** Facts of a result beside its numbers. */
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
  /** The part of stakes on plays with floating prizes that goes into the pool; nothing when left out. */
  readonly poolStakePermille?: number;
  /** Of plays that the game sells. */
  readonly limits?: Limits;
  /** Of plays that the game sells; `gameAt` puts what is in force into their prizes. */
  readonly datedPrizes?: readonly DatedPrizes[];
  readonly bonusPeriods?: readonly BonusPeriod[];
  /** Bonus periods that are in force, put in by `gameAt` for an instant; then prizes are those of the instant. */
  readonly bonuses?: readonly Pick<BonusPeriod, 'name' | 'from' | 'until'>[];
  /** Prizes that depend on the pool; `gameAt` puts those in force into the plays. */
  readonly poolPrizes?: readonly PoolPrizes[];
  /** The ids of `poolPrizes` in force, put in by `gameAt`. */
  readonly poolPrizesInForce?: readonly string[];
  readonly prizeTable: PrizeTable;
  readonly schedule: Schedule;
  readonly caps: Required<Caps>;
  readonly menu: GameMenu;
}

/** What clients fetch first: everything that can be opened, by content hash. Served at /descriptions/index.json. */
export interface DescriptionIndex {
  readonly format: 1;
  /** Content hash of the whole index; phones get an event when it changes. */
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

/** A draw's numbers by zone id; place order for sequence and digits zones. */
export interface Draw {
  readonly numbers: Readonly<Record<string, readonly number[]>>;
  /** Fen that one bet of a floating tier pays, by "play/tier". */
  readonly prizes?: Readonly<Record<string, number>>;
}
