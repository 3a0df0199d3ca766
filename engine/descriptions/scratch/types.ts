/** A family of scratch cards (刮刮乐) as TypeScript types; schemas/scratch.schema.json is the contract. */

export interface ScratchSymbol {
  readonly code: string;
  readonly name: string;
  readonly icon: string;
}

export interface ScratchPrize {
  readonly name: string;
  readonly fen: number;
  /** Cards of a pool that win it. */
  readonly count: number;
  /** Three of this symbol win it. */
  readonly symbol: string;
}

export interface ScratchDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'scratch';
  readonly code: string;
  readonly name: string;
  readonly tagline?: string;
  /** Why no card is sold now. */
  readonly disabled?: string;
  readonly order?: number;
  /** A scene of engine/screens/kit/scenes. */
  readonly face: string;
  readonly priceFen: number;
  /** Cards in a pool. */
  readonly tickets: number;
  /** Cards in a book (本): the most that one purchase takes. */
  readonly book: number;
  readonly openAfterDays: number;
  readonly symbols: readonly ScratchSymbol[];
  /** The largest first. */
  readonly prizes: readonly ScratchPrize[];
}
