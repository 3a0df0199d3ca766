/** Home pages: a player's identity, record, and the orders that the caller may see. */
import type { HomePageModels, HomeRow, OrderItem } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { listOrders } from '../../lottery/index.ts';
import { UUID } from '../../../protocol/uuid.ts';
import { playerRelationOf } from './following.ts';
import { PERSON_COLUMNS, PERSON_JOINS, toPerson, type PersonRow } from '../../accounts/index.ts';
import { privacySettingsOf } from './privacy.ts';
import { kindsWithoutGroups, winRecordOf } from './win-record.ts';
import { subjectKindOf } from './subjects.ts';

/** The home page of a player; undefined: there is no such player. */
export async function homePageModelOf(
  context: SocialServices,
  owner: number,
  asker: number | undefined,
): Promise<HomePageModels | undefined> {
  const { database } = context;
  const { rows } = await database.query<PersonRow & { signature: string | null; region: string | null }>(
    `SELECT ${PERSON_COLUMNS}, p.signature, p.region FROM users u ${PERSON_JOINS} WHERE u.id = $1`,
    [owner],
    'home-person',
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const [standing, switches] = await Promise.all([playerRelationOf(database, owner, asker), privacySettingsOf(database, [owner])]);
  const { showOrders, allowFollow } = switches(owner);
  const hidden = owner !== asker && showOrders === 'hidden';
  return {
    who: toPerson(row),
    ...standing,
    signature: row.signature ?? '',
    region: row.region ?? '',
    allowFollow,
    hidden,
    record: hidden ? null : await winRecordOf(context, owner),
  };
}

export interface HomeQuery {
  readonly owner: number;
  readonly asker: number | undefined;
  readonly cursor: string | undefined;
  readonly size: number;
}
export type HomeRows = { readonly items: readonly HomeRow[]; readonly next: string | null; readonly hidden: boolean };
const NOTHING: HomeRows = { items: [], next: null, hidden: true };

/** Own orders and chases. Others see those of a player who shows them after the close only when no bet on the same can be made any more. */
export async function homeOrders(context: SocialServices, { owner, asker, cursor, size }: HomeQuery): Promise<HomeRows> {
  const isOwner = owner === asker;
  const { showOrders } = (await privacySettingsOf(context.database, [owner]))(owner);
  if (!isOwner && showOrders === 'hidden') return NOTHING;
  const { items, next } = await listOrders({ ...context, orderKinds: kindsWithoutGroups(context.orderKinds) }, owner, {
    closed: !isOwner && showOrders === 'after',
    cursor: cursor !== undefined && UUID.test(cursor) ? cursor : undefined,
    size,
  });
  return { items: items.map((item) => rowOf(item, isOwner)), next, hidden: false };
}

/** Numbers of the first line in a line of text: 03 08 17 + 05. */
function planOf({ numbers, lineCount }: OrderItem): string {
  if (numbers === undefined) return '';
  const first = numbers.map(({ values }) => values.join(' ')).join(' + ');
  return (lineCount ?? 1) > 1 ? `${first} 等 ${lineCount} 行` : first;
}

const rowOf = (item: OrderItem, isOwner: boolean): HomeRow => ({
  id: item.orderId,
  kind: item.kind,
  title: item.title,
  subtitle: item.subtitle,
  plan: planOf(item),
  amountFen: item.amountFen,
  status: item.status,
  prizeFen: item.prizeFen,
  at: item.placedAt,
  // An order's detail belongs to its player.
  to: isOwner ? item.to : '',
});

/** The releases and follows, or the group orders, that `asker` may see; their kind decides. */
export async function homeSocialOrders(context: SocialServices, kind: 'release' | 'hm', query: HomeQuery): Promise<HomeRows> {
  const { showOrders } = (await privacySettingsOf(context.database, [query.owner]))(query.owner);
  if (query.owner !== query.asker && showOrders === 'hidden') return NOTHING;
  const rows = await subjectKindOf(kind)?.rows(context, query);
  return { items: rows?.items ?? [], next: rows?.next ?? null, hidden: false };
}
