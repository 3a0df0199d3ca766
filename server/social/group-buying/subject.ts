/** Group orders on home pages and under comments. Everybody may know that there is one; what was picked, by its secrecy. */
import type { Ticket } from '../../../engine/descriptions/types.ts';
import type { HomeRow } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { firstLinePicks, soldVersionOf } from '../../lottery/index.ts';
import type { SubjectRowsQuery, SubjectKind } from '../profiles/subjects.ts';
import { groupRouteOf } from './names.ts';
import { percentage } from './rows.ts';
import { maySeePlan } from './secrecy.ts';

/** Nothing more is written about it so long after its end. */
const OPEN_AFTER_MS = 86_400_000;

interface Row {
  readonly id: string;
  readonly kind: 'ticket' | 'sport';
  readonly game: string;
  readonly issue: string | null;
  readonly state: string;
  readonly total: number;
  readonly prize: number;
  readonly sold: number;
  readonly shares: number;
  readonly security: number;
  readonly started_at: number;
  readonly stopped: boolean;
  readonly joined: boolean;
  readonly hash: string;
  readonly ticket: Ticket | null;
  /** Matches of its ticket. */
  readonly matches: number | null;
}

const STATUSES: Readonly<Record<string, HomeRow['status']>> = { open: 'pending', played: 'pending', won: 'won', lost: 'lost' };

async function rows(
  context: SocialServices,
  { owner, asker, cursor, size }: SubjectRowsQuery,
): Promise<{ items: HomeRow[]; next: string | null }> {
  const [at = '', id = ''] = cursor?.split('.', 2) ?? [];
  const after = /^\d{1,16}$/.test(at) && /^[0-9a-f-]{36}$/.test(id);
  const { rows: orders } = await context.database.query<Row>(
    `SELECT o.id, o.kind, o.game, o.issue, o.state, o.total, o.prize, o.sold, o.shares, o.security, o.started_at, o.hash,
            caipu_now_ms() >= o.stops_at AS stopped, CASE o.kind WHEN 'ticket' THEN o.ticket END AS ticket,
            CASE o.kind WHEN 'sport' THEN jsonb_array_length(o.ticket->'matches') END AS matches,
            EXISTS (SELECT 1 FROM group_buy_joins j WHERE j.user_id = $2 AND j.group_buy_id = o.id) AS joined
       FROM group_buy_orders o WHERE o.initiator = $1 ${after ? 'AND (o.started_at, o.id) < ($4::bigint, $5::uuid)' : ''}
      ORDER BY o.started_at DESC, o.id DESC LIMIT $3`,
    [owner, asker ?? 0, size + 1, ...(after ? [at, id] : [])],
  );
  const shown = orders.slice(0, size);
  const last = shown.at(-1);
  return {
    items: await Promise.all(shown.map((row) => homeRow(context, row, owner === asker))),
    next: orders.length > size && last !== undefined ? `${last.started_at}.${last.id}` : null,
  };
}

async function homeRow(context: SocialServices, row: Row, initiator: boolean): Promise<HomeRow> {
  const progress = row.state === 'open' ? ` 进度 ${percentage(row.sold, row.shares)}%` : '';
  return {
    id: row.id,
    kind: 'hm',
    title: `${context.gameName(row.game)}合买`,
    subtitle: `${row.issue === null ? `${row.matches ?? 0} 场` : `第 ${row.issue} 期`}${progress}`,
    plan: maySeePlan({ security: row.security, stopped: row.stopped, initiator, joined: row.joined }) ? await planLine(context, row) : '',
    amountFen: row.total,
    status: STATUSES[row.state] ?? 'cancelled',
    prizeFen: row.prize,
    at: row.started_at,
    to: groupRouteOf(row.id),
  };
}

/** The numbers of the first line: 03 08 17 + 05; '' for matches. */
async function planLine({ games }: SocialServices, { ticket, hash, game }: Row): Promise<string> {
  if (ticket === null) return '';
  const { numbers, lineCount } = firstLinePicks(ticket, await soldVersionOf(games, hash, game));
  const first = numbers.map(({ values }) => values.join(' ')).join(' + ');
  return lineCount > 1 ? `${first} 等 ${lineCount} 行` : first;
}

export const groupSubject: SubjectKind = {
  kind: 'hm',
  async find(client: Querying, id: string) {
    const { rows: orders } = await client.query<{ initiator: number; ended_at: number | null }>(
      'SELECT initiator, ended_at FROM group_buy_orders WHERE id = $1',
      [id],
      'group-subject',
    );
    const [row] = orders;
    if (row === undefined) return undefined;
    return { owner: row.initiator, closesAt: row.ended_at === null ? null : row.ended_at + OPEN_AFTER_MS };
  },
  rows,
  makers: 'SELECT user_id AS id, last_at AS at FROM group_buy_initiators WHERE last_at > 0',
  async latest(client: Querying, userIds) {
    const { rows: orders } = await client.query<{ id: number; title: string; sold: number; shares: number; state: string }>(
      `SELECT u.id, o.title, o.sold, o.shares, o.state FROM unnest($1::bigint[]) AS u(id),
         LATERAL (SELECT title, sold, shares, state FROM group_buy_orders WHERE initiator = u.id ORDER BY started_at DESC, id DESC LIMIT 1) o`,
      [userIds],
      'groups-latest',
    );
    return new Map(
      orders.map(({ id, title, sold, shares }) => [id, `合买${title === '' ? '' : ` ${title}`} 进度 ${percentage(sold, shares)}%`]),
    );
  },
};
