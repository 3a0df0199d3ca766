/** hm/list and hm/QueryTogetherList: the lobby, and the group orders of one player. Each is a walk along one index. */
import type { GroupItem, GroupListFields, GroupOwnListFields } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { gameCodeOf } from '../../catalog/index.ts';
import { UUID } from '../../../protocol/uuid.ts';
import { pinnedOrders } from './pinned.ts';
import { GROUP_COLUMNS, type GroupRow, groupItems } from './rows.ts';

interface Page {
  readonly items: GroupItem[];
  readonly next: string | null;
}

/** What the lobby is sorted by; each has an index of the open orders (group_buy_open_…). */
const SORTS = {
  progress: 'progress',
  amount: 'total',
  share: 'share_fen',
  people: 'people',
  record: 'record',
  left: 'left_shares',
  stop: 'stops_at',
} as const;
/** Fen; the least above, the most within. */
const BANDS = {
  w1: [0, 1_000_000],
  w5: [1_000_000, 5_000_000],
  w10: [5_000_000, 10_000_000],
  more: [10_000_000, Number.MAX_SAFE_INTEGER],
} as const;

/** Pinned ones of a first page at most: a cursor names them all. */
const MOST_AHEAD = 15;

interface Cursor {
  readonly value: number;
  readonly id: string;
  /** What stood before the walk, on the first page. */
  readonly ahead: readonly string[];
}

/** The last row of the page before: what it was sorted by, and its id. An invalid cursor begins at the start. */
function readCursor(cursor: string | undefined): Cursor | undefined {
  const [value = '', id = '', ahead = ''] = cursor?.split('.', 3) ?? [];
  return /^-?\d{1,16}$/.test(value) && UUID.test(id)
    ? { value: Number(value), id, ahead: ahead.match(/[0-9a-f]{32}/g)?.slice(0, MOST_AHEAD) ?? [] }
    : undefined;
}

export async function listGroups(context: SocialServices, fields: GroupListFields, viewer: number | undefined): Promise<Page> {
  const { state = 'open', sort = 'progress', game, band, commissionMax, guaranteed, size } = fields;
  const order = fields.order ?? (sort === 'stop' || sort === 'left' ? 'asc' : 'desc');
  const values: unknown[] = [];
  // What is no longer open stands in the order of time. The id is the phone's, and says nothing of it.
  const column = state === 'open' ? SORTS[sort] : 'started_at';
  const down = state !== 'open' || order === 'desc';
  const where = [
    state === 'open'
      ? `o.state = 'open'`
      : state === 'full'
        ? `o.state IN ('played', 'won', 'lost')`
        : `o.state IN ('failed', 'cancelled', 'void')`,
  ];
  // What is past its stop is about to be played or given back.
  if (state === 'open') where.push('o.stops_at > caipu_now_ms()');
  if (game !== undefined) where.push(`o.game = $${values.push(gameCodeOf(context, game))}`);
  if (band !== undefined) where.push(`o.total > $${values.push(BANDS[band][0])} AND o.total <= $${values.push(BANDS[band][1])}`);
  if (commissionMax !== undefined) where.push(`o.commission <= $${values.push(commissionMax)}`);
  if (guaranteed === true) where.push('o.guarantee > 0');
  const by = down ? `o.${column} DESC, o.id DESC` : `o.${column}, o.id`;
  const read = async (also: readonly string[], all: readonly unknown[], end: string): Promise<readonly ListRow[]> => {
    const { rows } = await context.database.query<ListRow>(
      `SELECT ${GROUP_COLUMNS}, o.${column} AS by FROM group_buy_orders o WHERE ${[...where, ...also].join(' AND ')} ${end}`,
      all,
    );
    return rows;
  };
  const after = readCursor(fields.cursor);
  // One place at least is left to the walk, which the next page goes on from.
  const pinned = state === 'open' && after === undefined ? [...(await pinnedOrders(context))].slice(0, Math.min(size - 1, MOST_AHEAD)) : [];
  // What has become pinned since the first page, or is not any more, keeps its place in the walk: each is shown once.
  const passed = after?.ahead ?? pinned;
  const walk: string[] = [];
  const of = [...values];
  if (passed.length > 0) walk.push(`o.id <> ALL($${of.push(passed)}::uuid[])`);
  if (after !== undefined) {
    const id = `$${of.push(after.id)}::uuid`;
    const sign = down ? '<' : '>';
    walk.push(`(o.${column}, o.id) ${sign} ($${of.push(after.value)}::bigint, ${id})`);
  }
  const [total, rows] = await Promise.all([
    // Sorted here: asked for a few in this order, the database would walk the index of all open ones for them.
    pinned.length > 0 ? read([`o.id = ANY($${values.length + 1}::uuid[])`], [...values, pinned], '') : [],
    read(walk, of, `ORDER BY ${by} LIMIT ${size + 1}`),
  ]);
  const first = [...total].sort((a, b) => (down ? -1 : 1) * (a.by - b.by || (a.id < b.id ? -1 : 1)));
  const ahead = after?.ahead ?? first.map(({ id }) => id.replaceAll('-', ''));
  const room = size - first.length;
  const shown = rows.slice(0, room);
  const next = rows.length > room ? cursorOf(shown.at(-1)) : null;
  return {
    items: await groupItems(context, [...first, ...shown], viewer),
    next: next === null || ahead.length === 0 ? next : `${next}.${ahead.join('')}`,
  };
}

type ListRow = GroupRow & { readonly by: number };

const cursorOf = (last: ListRow | undefined): string | null => (last === undefined ? null : `${last.by}.${last.id}`);

/** Those that one player started (`of`), or in which he has shares that he did not start. */
export async function groupsOfPlayer(
  context: SocialServices,
  { state, size, cursor }: GroupOwnListFields,
  userId: number,
  joined: boolean,
  viewer: number | undefined,
): Promise<Page> {
  const values: unknown[] = [userId, size + 1];
  const where = state === undefined ? '' : `AND o.state = $${values.push(state)}`;
  const after = readCursor(cursor);
  const before =
    after === undefined ? '' : `AND (o.started_at, o.id) < ($${values.push(after.value)}::bigint, $${values.push(after.id)}::uuid)`;
  const whose = joined
    ? 'o.id IN (SELECT j.group_buy_id FROM group_buy_joins j WHERE j.user_id = $1) AND o.initiator <> $1'
    : 'o.initiator = $1';
  const { rows } = await context.database.query<GroupRow & { by: number }>(
    `SELECT ${GROUP_COLUMNS}, o.started_at AS by FROM group_buy_orders o WHERE ${whose} ${before} ${where} ORDER BY o.started_at DESC, o.id DESC LIMIT $2`,
    values,
  );
  const shown = rows.slice(0, size);
  return { items: await groupItems(context, shown, viewer), next: rows.length > size ? cursorOf(shown.at(-1)) : null };
}
