/** Shares of a group order (合买) among a player's orders. Only the group order has the picks, for players that may see them. */
import type { GroupOrderModels } from '../../../protocol/calls.ts';
import type { Database } from '../../platform/index.ts';
import type { GameName } from '../../catalog/index.ts';
import type { EarlyOrder, OrderHead, OrderKind } from '../../ledger/index.ts';
import { groupRouteOf, JOIN_TYPE_NAMES } from './names.ts';

interface Row {
  readonly group_buy_id: string;
  readonly type: keyof typeof JOIN_TYPE_NAMES;
  readonly shares: number;
  readonly of: number;
  readonly total: number;
  readonly commission: number;
  readonly state: string;
  readonly matches: number | null;
}

const ROWS = `SELECT j.group_buy_id, j.type, j.shares, o.shares AS of, o.total, j.commission, o.state,
    CASE o.kind WHEN 'sport' THEN jsonb_array_length(o.ticket->'matches') END AS matches
  FROM unnest($1::bigint[], $2::uuid[]) WITH ORDINALITY AS h(user_id, id, at)
  JOIN group_buy_joins j ON j.user_id = h.user_id AND j.id = h.id JOIN group_buy_orders o ON o.id = j.group_buy_id ORDER BY h.at`;

export const groupKind = ({ database, gameName }: { readonly database: Database; readonly gameName: GameName }): OrderKind => ({
  kind: 'group',
  table: 'group_buy_joins',
  listed: true,
  statuses: ['pending', 'won', 'lost', 'cancelled'],
  async summaries(heads) {
    const { rows } = await database.query<Row>(ROWS, [heads.map(({ user_id }) => user_id), heads.map(({ id }) => id)], 'group-order-rows');
    return rows.map((row, at) => {
      const head = heads[at] as OrderHead;
      const name = gameName(head.game);
      const issueText = head.issue === null ? `${row.matches ?? 0} 场` : `第 ${head.issue} 期`;
      return {
        title: name,
        subtitle: `合买${JOIN_TYPE_NAMES[row.type]} ${row.shares} 份 ${issueText}`,
        to: groupRouteOf(row.group_buy_id),
        issue: head.issue ?? '',
        gameName: name,
        hmId: row.group_buy_id,
        shares: row.shares,
        sharesName: JOIN_TYPE_NAMES[row.type],
      };
    });
  },
  async detail(head) {
    const { rows } = await database.query<Row>(ROWS, [[head.user_id], [head.id]], 'group-order-rows');
    const [row] = rows;
    if (row === undefined) throw new Error(`order ${head.id} has no shares`);
    return { sharesOf: row.of, totalFen: row.total, commissionFen: row.commission } satisfies Partial<GroupOrderModels>;
  },
  early: {
    movements: ['hmGuarantee', 'hmRefund'],
    async find(userId, refs) {
      const { rows } = await database.query<EarlyOrder & { ref: string }>(
        'SELECT guarantee_id AS ref, id, game, issue FROM group_buy_orders WHERE initiator = $1 AND guarantee_id = ANY($2::uuid[])',
        [userId, refs],
        'guarantees-of',
      );
      return new Map(rows.map(({ ref, ...order }) => [ref, order]));
    },
  },
  // The detail of the group order is found by the order as well.
  route: groupRouteOf,
  subject: ({ game, issue }) => `${gameName(game)}${issue === null ? '' : ` 第 ${issue} 期`}合买`,
});
