/** hm/detail and hm/joinlist: one group order, its plan as far as the viewer may see it, the joins, and the distribution of the prize. */
import type { Ticket } from '../../../engine/descriptions/types.ts';
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { GroupDetailModels, GroupJoinsModels } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import type { StoredWin } from '../../platform/index.ts';
import { createDrawResults, ticketLinesOf, ticketPlayNames, soldVersionOf } from '../../lottery/index.ts';
import { ticketLegsOf, type LegOffer, OFFERS_OF_MATCHES, passNames, sportPlayNames } from '../../sports/index.ts';
import { UUID } from '../../../protocol/uuid.ts';
import { readPeople } from '../../accounts/index.ts';
import { JOIN_TYPE_NAMES } from './names.ts';
import { GROUP_COLUMNS, type GroupRow, groupItems, deletedPlayer, percentage } from './rows.ts';
import { maySeePlan, SECURITY_NAMES } from './secrecy.ts';
import { commissionOf, GROUP_TERMS } from './terms.ts';

type Plan = GroupDetailModels['plan'];
type JoinItem = GroupJoinsModels['items'][number];

interface DetailRow extends GroupRow {
  readonly hash: string;
  readonly ticket: Ticket | SportTicket;
  readonly bets: number;
  readonly multiplier: number;
  readonly base: 'profit' | 'prize';
  readonly commission_fen: number;
  readonly refund: number;
  readonly stopped: boolean;
  readonly outcome: readonly StoredWin[] | null;
}

/** By its id, or by the id of an order that the viewer has of it: movements of money name that. */
async function findGroup(context: Pick<SocialServices, 'database'>, id: string, viewer: number): Promise<DetailRow | undefined> {
  const { rows } = await context.database.query<DetailRow>(
    `SELECT ${GROUP_COLUMNS}, o.hash, o.ticket, o.bets, o.multiplier, o.base, o.commission_fen, o.refund,
            caipu_now_ms() >= o.stops_at AS stopped, t.outcome
       FROM group_buy_orders o LEFT JOIN tickets t ON t.user_id = 0 AND t.id = o.id
      WHERE o.id = coalesce((SELECT j.group_buy_id FROM group_buy_joins j WHERE j.user_id = $2 AND j.id = $1), $1)`,
    [id, viewer],
    'group-detail',
  );
  return rows[0];
}

interface JoinRow {
  readonly id: string;
  readonly user_id: number;
  readonly type: JoinItem['type'];
  readonly shares: number;
  readonly amount: number;
  readonly prize: number;
  readonly commission: number;
  readonly refund: number;
  readonly placed_at: number;
}

const JOIN_COLUMNS = 'j.id, j.user_id, j.type, j.shares, j.amount, j.prize, j.commission, j.refund, j.placed_at';
async function joinItems(context: SocialServices, rows: readonly JoinRow[], viewer: number): Promise<JoinItem[]> {
  const people = await readPeople(
    context.database,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => ({
    joinId: row.id,
    who: people.get(row.user_id) ?? deletedPlayer(row.user_id),
    mine: row.user_id === viewer,
    type: row.type,
    typeName: JOIN_TYPE_NAMES[row.type],
    shares: row.shares,
    amountFen: row.amount,
    prizeFen: row.prize,
    at: row.placed_at,
  }));
}

/** Before all joins. */
const NO_JOIN = '00000000-0000-0000-0000-000000000000';

/** A page of joins: the caller's first, then the earliest first; undefined: there is no such group order. */
export async function listJoins(
  context: SocialServices,
  { id, cursor, size }: { readonly id: string; readonly cursor?: string | undefined; readonly size: number },
  viewer: number,
): Promise<GroupJoinsModels | undefined> {
  const { rows: existing } = await context.database.query('SELECT 1 FROM group_buy_orders WHERE id = $1', [id], 'group-there');
  if (existing.length === 0) return undefined;
  const after = cursor !== undefined && UUID.test(cursor) ? cursor : undefined;
  const viewerJoins = await ownJoins(context, id, viewer);
  const from = viewerJoins.findIndex((join) => join.id === after) + 1;
  // A cursor that is not one of the viewer's own shares is in the list of the others.
  const among = after !== undefined && from === 0;
  const mine = among ? [] : viewerJoins.slice(from, from + size);
  const room = size - mine.length;
  const { rows } = await context.database.query<JoinRow>(
    `SELECT ${JOIN_COLUMNS} FROM group_buy_joins j WHERE j.group_buy_id = $1 AND j.user_id <> $4 AND j.id > $2::uuid ORDER BY j.id LIMIT $3`,
    [id, among ? after : NO_JOIN, room + 1, viewer],
    'group-joins',
  );
  const shown = [...mine, ...rows.slice(0, room)];
  const more = rows.length > room || (!among && viewerJoins.length > from + mine.length);
  return { items: await joinItems(context, shown, viewer), next: more ? (shown.at(-1)?.id ?? null) : null };
}

export async function groupDetailOf(context: SocialServices, id: string, viewer: number): Promise<GroupDetailModels | undefined> {
  const row = await findGroup(context, id, viewer);
  if (row === undefined) return undefined;
  const [items, viewerJoins] = await Promise.all([groupItems(context, [row], viewer), ownJoins(context, row.id, viewer)]);
  const [item] = items;
  if (item === undefined) throw new Error(`group order ${id} has no row`);
  const initiator = row.initiator === viewer;
  const open = row.state === 'open' && !row.stopped;
  const visible = maySeePlan({ security: row.security, stopped: row.stopped, initiator, joined: viewerJoins.length > 0 });
  const number = row.kind === 'ticket';
  const result = number && row.issue !== null ? ((await createDrawResults(context).one(row.game, row.issue)) ?? null) : null;
  const sum = (of: (join: JoinRow) => number) => viewerJoins.reduce((all, join) => all + of(join), 0);
  const mine = { amountFen: sum(({ amount }) => amount), prizeFen: sum(({ prize }) => prize), refundFen: sum(({ refund }) => refund) };
  const commissionFen = sum(({ commission }) => commission);
  const shares = sum((join) => join.shares);
  return {
    ...item,
    multiplier: row.multiplier,
    ownShares: row.own_shares,
    joinFen: item.leftShares * row.share_fen,
    guaranteeFen: row.guarantee * row.share_fen,
    initiator,
    mayJoin: open && item.leftShares > 0,
    mayCancel: initiator && open && (row.sold + row.guarantee) * 100 < row.shares * GROUP_TERMS.cancelBelow,
    mayEdit: initiator && open,
    commissionText: commissionText(row),
    ...(number ? { drawsAt: row.due_at } : { firstStartsAt: row.due_at }),
    plan: visible
      ? await planOf(context, row, result)
      : {
          visible,
          why: SECURITY_NAMES[row.security] ?? '',
          playNames: '',
          bets: row.bets,
          multiplier: row.multiplier,
          ...(number ? {} : { matches: row.matches ?? 0 }),
        },
    result,
    split: row.state === 'won' ? await splitOf(context, row) : null,
    mine: {
      shares,
      ...mine,
      percent: percentage(shares, row.shares),
      commissionFen,
      netFen: mine.prizeFen + commissionFen + mine.refundFen - mine.amountFen,
      joins: await joinItems(context, viewerJoins, viewer),
    },
  };
}

async function ownJoins({ database }: SocialServices, id: string, viewer: number): Promise<readonly JoinRow[]> {
  const { rows } = await database.query<JoinRow>(
    `SELECT ${JOIN_COLUMNS} FROM group_buy_joins j WHERE j.user_id = $1 AND j.group_buy_id = $2 ORDER BY j.id`,
    [viewer, id],
    'group-own-joins',
  );
  return rows;
}

async function planOf(context: SocialServices, row: DetailRow, result: GroupDetailModels['result']): Promise<Plan> {
  const common = { visible: true, why: '', bets: row.bets, multiplier: row.multiplier };
  if (row.kind === 'ticket') {
    const ticket = row.ticket as Ticket;
    const version = await soldVersionOf(context.games, row.hash, row.game);
    return {
      ...common,
      playNames: ticketPlayNames(ticket, version),
      lines: ticketLinesOf(ticket, row.outcome ?? [], version, row.due_at, result ?? undefined),
    };
  }
  const ticket = row.ticket as SportTicket;
  const version = await context.sports.byHash(row.hash).catch(() => undefined);
  const { rows } = await context.database.query<{ offers: readonly LegOffer[] | null }>(
    OFFERS_OF_MATCHES,
    [row.game, ticket.matches.map(({ match }) => match)],
    'group-offers',
  );
  return {
    ...common,
    playNames: sportPlayNames(ticket, version),
    passNames: passNames(ticket),
    ...(version?.sport.board?.awayFirst ? { awayFirst: true as const } : {}),
    ...(version?.sport.payout.kind === 'pool' ? { pool: true as const } : {}),
    matches: ticket.matches.length,
    legs: ticketLegsOf(ticket, { offers: rows[0]?.offers ?? null }, context.sports, version),
  };
}

/** As settle_group shares it out: what rounding leaves is what the shares of all joins, each rounded down, do not come to. */
async function splitOf({ database }: SocialServices, row: DetailRow): Promise<NonNullable<GroupDetailModels['split']>> {
  const shared = row.prize - row.commission_fen;
  const { rows } = await database.query<{ parts: number }>(
    'SELECT sum(div($2::numeric * j.shares, $3::numeric))::bigint AS parts FROM group_buy_joins j WHERE j.group_buy_id = $1',
    [row.id, shared, row.shares],
    'group-split',
  );
  return {
    prizeFen: row.prize,
    profitFen: Math.max(0, row.prize - (row.total - row.refund)),
    commissionFen: row.commission_fen,
    sharedFen: shared,
    perShareFen: Number(BigInt(shared) / BigInt(row.shares)),
    remainderFen: shared - (rows[0]?.parts ?? shared),
  };
}

/** What the commission means for this order, with a prize of eight times its price as the example. */
function commissionText({ total, commission, base }: Pick<DetailRow, 'total' | 'commission' | 'base'>): string {
  if (commission === 0) return '发起人不提取佣金，奖金全部按份额分配。';
  const prize = BigInt(total) * 8n;
  const fen = commissionOf(prize, BigInt(total), commission, base);
  const of = base === 'profit' ? '盈利' : '奖金';
  return `盈利时发起人提取${of}的 ${commission}%：如奖金 ${formatMoney(prize)} 元、方案 ${formatMoney(total)} 元，佣金 ${formatMoney(fen)} 元；不盈利不提取。`;
}
