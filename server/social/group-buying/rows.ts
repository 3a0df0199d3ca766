/** Group orders as lists and details show them: one statement for the rows of a page, the same for all callers and without the picks. */
import type { GroupItem, GroupState, Person } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { orderNoSql, type Querying } from '../../platform/index.ts';
import { readPeople } from '../../accounts/index.ts';
import { recentRecordsOf } from '../profiles/recent-record.ts';
import { groupRouteOf, GROUP_STATE_NAMES } from './names.ts';
import { hotStarters, pinnedOrders } from './pinned.ts';
import { SECURITY_NAMES } from './secrecy.ts';
import { ICONS, GROUP_TERMS } from './terms.ts';

export interface GroupRow {
  readonly id: string;
  readonly order_no: string;
  readonly initiator: number;
  readonly kind: 'ticket' | 'sport';
  readonly game: string;
  readonly issue: string | null;
  readonly total: number;
  readonly shares: number;
  readonly share_fen: number;
  readonly own_shares: number;
  readonly sold: number;
  readonly guarantee: number;
  readonly people: number;
  readonly commission: number;
  readonly security: number;
  readonly title: string;
  readonly words: string;
  readonly state: GroupState;
  readonly started_at: number;
  readonly stops_at: number;
  readonly due_at: number;
  readonly prize: number;
  /** Matches of its ticket. */
  readonly matches: number | null;
  readonly icons: readonly number[] | null;
}

/** Of `group_buy_orders o`. */
export const GROUP_COLUMNS = `o.id, ${orderNoSql('o', 'started_at')} AS order_no, o.initiator, o.kind, o.game, o.issue, o.total, o.shares, o.share_fen, o.own_shares, o.sold, o.guarantee,
  o.people, o.commission, o.security, o.title, o.words, o.state, o.started_at, o.stops_at, o.due_at, o.prize,
  CASE o.kind WHEN 'sport' THEN jsonb_array_length(o.ticket->'matches') END AS matches, (SELECT r.icons FROM group_buy_initiators r WHERE r.user_id = o.initiator) AS icons`;

/** 战绩: the largest icon first; so many of one (iconsMake) make one of the next, and of the largest as many are shown as make none. */
export function recordIconsOf(counts: readonly number[] | null): GroupItem['icons'] {
  const shown: { icon: (typeof ICONS)[number]; count: number }[] = [];
  let carried = 0;
  ICONS.forEach((icon, at) => {
    const all = Math.max(0, counts?.[at] ?? 0) + carried;
    const last = at === ICONS.length - 1;
    carried = last ? 0 : Math.floor(all / GROUP_TERMS.iconsMake);
    const count = last ? Math.min(all, GROUP_TERMS.iconsMake - 1) : all % GROUP_TERMS.iconsMake;
    if (count > 0) shown.unshift({ icon, count });
  });
  return shown;
}

/** Parts of a hundred, rounded down. */
export const percentage = (part: number, of: number): number => Math.floor((part * 100) / of);

/** What of a player's own stands in these group orders, by group order. */
interface Mine {
  readonly shares: number;
  readonly fen: number;
  readonly prize: number;
}

async function sharesOf(client: Querying, userId: number, ids: readonly string[]): Promise<ReadonlyMap<string, Mine>> {
  const { rows } = await client.query<Mine & { id: string }>(
    `SELECT group_buy_id AS id, sum(shares)::int AS shares, sum(amount)::bigint AS fen, sum(prize + commission)::bigint AS prize
       FROM group_buy_joins WHERE user_id = $1 AND group_buy_id = ANY($2::uuid[]) GROUP BY group_buy_id`,
    [userId, ids],
    'group-own-shares',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Rows as the calls answer them. `viewer`: the calling player, undefined without a session. */
export async function groupItems(context: SocialServices, rows: readonly GroupRow[], viewer: number | undefined): Promise<GroupItem[]> {
  if (rows.length === 0) return [];
  const { database } = context;
  const [people, records, mine, hot, pinned] = await Promise.all([
    readPeople(
      database,
      rows.map(({ initiator }) => initiator),
    ),
    recentRecordsOf(
      context,
      'group',
      rows.map(({ initiator }) => initiator),
      viewer,
    ),
    viewer === undefined
      ? undefined
      : sharesOf(
          database,
          viewer,
          rows.map(({ id }) => id),
        ),
    hotStarters(context),
    pinnedOrders(context),
  ]);
  return rows.map((row) => {
    const ownJoin = mine?.get(row.id);
    const left = row.state === 'open' ? row.shares - row.sold : 0;
    return {
      hmId: row.id,
      orderNo: row.order_no,
      to: groupRouteOf(row.id),
      gameCode: row.game,
      gameName: context.gameName(row.game),
      kind: row.kind,
      ...(row.issue === null ? {} : { issue: row.issue }),
      subtitle: row.issue === null ? `${row.matches ?? 0} 场` : `第 ${row.issue} 期`,
      who: people.get(row.initiator) ?? deletedPlayer(row.initiator),
      icons: recordIconsOf(row.icons),
      ...records(row.initiator),
      hot: hot.has(row.initiator),
      title: row.title,
      text: row.words,
      totalFen: row.total,
      shares: row.shares,
      shareFen: row.share_fen,
      soldShares: row.sold,
      leftShares: left,
      guaranteeShares: row.guarantee,
      progress: percentage(row.sold, row.shares),
      guaranteeProgress: percentage(Math.min(row.guarantee, row.shares - row.sold), row.shares),
      people: row.people,
      commission: row.commission,
      security: row.security,
      securityName: SECURITY_NAMES[row.security] ?? '',
      state: row.state,
      stateName: GROUP_STATE_NAMES[row.state],
      full: row.sold === row.shares,
      pinned: row.state === 'open' && pinned.has(row.id),
      prizeFen: row.prize,
      startedAt: row.started_at,
      stopsAt: row.stops_at,
      ...(mine === undefined ? {} : { myShares: ownJoin?.shares ?? 0, myFen: ownJoin?.fen ?? 0, myPrizeFen: ownJoin?.prize ?? 0 }),
    };
  });
}

/** A player whose account is gone. */
export const deletedPlayer = (userId: number): Person => ({ mid: String(userId), name: '彩友', avatar: '', level: 0 });
