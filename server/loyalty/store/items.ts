/** Things that players own: a product's form in the bag, and its text there. */
import { DAY_MS } from '../../platform/index.ts';
import { v7 as uuidv7 } from 'uuid';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { CouponTerms, Gives, ProductDescription } from '../../../engine/descriptions/store/types.ts';
import type { LoyaltyServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { MEMBER_RULES } from '../member/rules.ts';
import uses from './item-usages.json' with { type: 'json' };

export type ItemKind = keyof Gives;

/** What a thing is, as the bag holds it: as it was when it came, so that a product may change or go. */
export interface ItemTerms {
  readonly name: string;
  readonly note: string;
  readonly picture: string;
  readonly gives: Gives;
  /** Whole days that it can be used. */
  readonly keepDays?: number;
}

export const itemTermsOf = ({ name, note, picture, gives, keepDays }: ProductDescription): ItemTerms => ({
  name,
  note,
  picture,
  gives,
  ...(keepDays === undefined ? {} : { keepDays }),
});

/** What is owned once, and for good. */
export const KINDS_OWNED_ONCE = ['avatar', 'frame', 'emotes'] as const satisfies readonly ItemKind[];

/** What a row is called by: things of one kind that do the same have the same name, wherever they came from. */
export function itemKey(gives: Gives, code: string): string {
  if (gives.item !== undefined) return gives.item;
  for (const kind of KINDS_OWNED_ONCE) if (gives[kind] !== undefined) return `${kind}:${gives[kind]}`;
  return code;
}

export const itemKindOf = (gives: Gives): ItemKind => Object.keys(gives)[0] as ItemKind;

/** A thing of member.json, which gifts hold. */
export function memberItemTerms(code: string): ItemTerms {
  const { name = code, note = '', picture = '/goods/item.svg' } = MEMBER_RULES.items[code] ?? {};
  return { name, note, picture, gives: { item: code } };
}

export interface ItemUsage {
  readonly label: string;
  readonly to: string;
  /** UseItem does it. */
  readonly call: boolean;
}

interface DescribedUse {
  readonly label?: string;
  readonly to?: string;
  /** Of coupons: where those for some bets alone are used. */
  readonly toFor?: Readonly<Partial<Record<CouponTerms['for'], string>>>;
  readonly call?: boolean;
}

/** How a thing is used. A coupon for one game leads to that game, if it is there. */
export function itemUsageOf({ publication }: Pick<LoyaltyServices, 'publication'>, gives: Gives): ItemUsage {
  const kind = itemKindOf(gives);
  const described: DescribedUse = kind === 'item' ? (MEMBER_RULES.items[gives.item ?? '']?.use ?? {}) : uses[kind];
  const gameRoute = publication.index().games.find(({ code }) => code === gives.coupon?.game)?.route;
  const to = gameRoute || (gives.coupon && described.toFor?.[gives.coupon.for]) || described.to;
  return { label: described.label ?? '', to: to ?? '', call: described.call === true };
}

/** For which bets a coupon is: 满 20 元可用 · 竞技彩. */
export function couponText({ publication }: Pick<LoyaltyServices, 'publication'>, { leastFen, for: forWhat, game }: CouponTerms): string {
  const named = forWhat === 'game' ? publication.index().games.find(({ code }) => code === game)?.name : FOR_TEXT[forWhat];
  return `满 ${formatMoney(leastFen)} 元可用 · ${named ?? '已下线的彩种'}`;
}
const FOR_TEXT = { all: '全部彩种', number: '数字彩', quick: '高频彩', sport: '竞技彩' } as const;

/** Puts things into the bag. Returns their ids. The caller's transaction holds the player's lock. */
export async function addToBag(
  client: Querying,
  userId: number,
  { key, thing: terms, source, now }: { readonly key: string; readonly thing: ItemTerms; readonly source: string; readonly now: number },
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await client.query(
    `INSERT INTO bag_items (user_id, id, product, source, got_at, expires_at, what)
     SELECT $1, i, $3, $4, $5, $6, $7::jsonb FROM unnest($2::uuid[]) AS i`,
    [userId, ids, key, source, now, terms.keepDays === undefined ? null : now + terms.keepDays * DAY_MS, JSON.stringify(terms)],
  );
  return ids;
}

/** Whether a player owns something of this name that can be used. */
export async function ownsItem(client: Querying, userId: number, key: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM bag_items WHERE user_id = $1 AND product = $2 LIMIT 1', [userId, key]);
  return rows.length > 0;
}
