/** Coupons (红包) of the player's bag that fit a game, and which one goes along with the next bet on it. */
import type { Host } from '../core/contract.ts';
import { observableValue, type ObservableValue } from '../core/observable.ts';

/** As the product's call answers; the one that pays most first. Amounts are fen, instants unix ms. */
export interface BetCoupon {
  readonly itemId: string;
  readonly name: string;
  readonly fen: number;
  /** The smallest bet that it fits. */
  readonly leastFen: number;
  readonly terms: string;
  readonly expiresAt: number | null;
}

export interface CouponBook {
  readonly offers: ObservableValue<readonly BetCoupon[]>;
  /** undefined: the best that fits; null: none; else the one of this id, while it fits. */
  readonly chosen: ObservableValue<string | null | undefined>;
  /** Reads the bag again: when the slip is shown, and after each bet. */
  readonly load: () => Promise<void>;
}

const books = new WeakMap<Host, Map<string, CouponBook>>();

/** The book of a game; the same for all screens over one host. */
export function couponBook(host: Host, code: string): CouponBook {
  const ofHost = books.get(host) ?? new Map<string, CouponBook>();
  books.set(host, ofHost);
  const known = ofHost.get(code);
  if (known) return known;
  const offers = observableValue<readonly BetCoupon[]>([]);
  const chosen = observableValue<string | null | undefined>(undefined);
  const book: CouponBook = {
    offers,
    chosen,
    async load() {
      const path = host.gameCalls.coupons;
      if (path === undefined) return;
      // After a logout nothing of the former player is shown.
      if (!host.session.loggedIn) return offers.set([]);
      const answer = await host.call<{ readonly items: readonly BetCoupon[] }>(path, { gameCode: code }, { method: 'GET', quiet: true });
      // Without an answer no coupon is used; a bet does not wait for it.
      offers.set(answer.ok ? answer.models.items : []);
    },
  };
  ofHost.set(code, book);
  return book;
}

export const isCouponUsable = ({ leastFen }: BetCoupon, amountFen: bigint): boolean => amountFen >= BigInt(leastFen);

/** The coupon that goes along with a bet of so much; undefined: none. */
export function couponFor({ offers, chosen }: CouponBook, amountFen: bigint): BetCoupon | undefined {
  const id = chosen.get();
  if (id === null) return undefined;
  const fitting = offers.get().filter((coupon) => isCouponUsable(coupon, amountFen));
  return fitting.find(({ itemId }) => itemId === id) ?? fitting[0];
}
