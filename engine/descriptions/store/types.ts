/** A product of the store (商城) as TypeScript types; schemas/product.schema.json is the contract. */

export type Shelf = 'items' | 'looks' | 'coupons' | 'exchange';

/** A coupon (红包) that pays a part of one bet. */
export interface CouponTerms {
  readonly fen: number;
  /** The smallest bet that it fits, fen. */
  readonly leastFen: number;
  /** Days that it can be used when it came back with the whole stake. */
  readonly backDays: number;
  readonly for: 'all' | 'number' | 'quick' | 'sport' | 'game';
  /** With `for` game. */
  readonly game?: string;
}

/** What a product does: exactly one of these. */
export interface Gives {
  readonly item?: string;
  readonly avatar?: string;
  readonly frame?: string;
  /** A set of emotes (表情). */
  readonly emotes?: string;
  readonly coupon?: CouponTerms;
  readonly scratch?: { readonly card: string };
}

export interface ProductDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'product';
  readonly code: string;
  readonly name: string;
  readonly note: string;
  /** Why it is not sold now. */
  readonly disabled?: string;
  readonly order?: number;
  readonly shelf: Shelf;
  /** Address of a picture on the server. */
  readonly picture: string;
  /** Exactly one of the two. */
  readonly price: { readonly points?: number; readonly fen?: number };
  readonly stock?: { readonly total?: number; readonly day?: number };
  /** Of one player. */
  readonly limit?: { readonly account?: number; readonly day?: number };
  readonly level?: number;
  /** First and last day of sale, yyyy-mm-dd on the wall clock of the product. */
  readonly from?: string;
  readonly to?: string;
  readonly keepDays?: number;
  readonly gives: Gives;
}
