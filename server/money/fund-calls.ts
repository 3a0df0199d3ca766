/** /api/fund: a player's own ledger, in sentences. */
import type { Selectable } from 'kysely';
import type { FundItem } from '../../protocol/calls.ts';
import { funds } from '../../protocol/calls/fund.ts';
import type { Context } from '../context.ts';
import type { Tables, TransferKind } from '../db/tables.ts';
import type { Games } from '../games.ts';
import { type HandledCall, handle, ok } from '../web/call.ts';

const TITLES: Readonly<Record<TransferKind, string>> = { grant: '注册赠送演示币', stake: '投注', prize: '派奖', refund: '退款' };

/** Third word of a note: why a stake or a refund came about. */
const REASONS: Readonly<Record<string, string>> = {
  chase: '追号投注',
  stop: '追号退款（中奖即停）',
  cancel: '追号退款（手动停止）',
  withdrawn: '退款（该期取消）',
  void: '退款（开奖规则已变更）',
};

export function fundItem(row: Selectable<Tables['transfers']>, games: Games): FundItem {
  const [game = '', issue = '', why = ''] = (row.note ?? '').split(' ');
  const what = game === '' ? '' : ` ${games.published(game)?.game.name ?? game} 第 ${issue} 期`;
  return {
    id: String(row.seq),
    type: row.kind,
    title: `${REASONS[why] ?? TITLES[row.kind]}${what}`,
    amountFen: row.debit === 'wallet' ? -row.amount_fen : row.amount_fen,
    balanceFen: row.balance_fen,
    at: row.at,
    ...(row.order_id === null ? {} : { orderId: row.order_id }),
  };
}

export function fundCalls({ database, games }: Context): HandledCall[] {
  return [
    handle(funds, async ({ fields: { type, cursor, size }, player }) => {
      let query = database.kysely
        .selectFrom('transfers')
        .selectAll()
        .where('user_id', '=', player.id)
        .orderBy('seq', 'desc')
        .limit(size + 1);
      if (type !== undefined) query = query.where('kind', '=', type);
      if (cursor !== undefined && /^\d{1,15}$/.test(cursor)) query = query.where('seq', '<', Number(cursor));
      const rows = await query.execute();
      const shown = rows.slice(0, size);
      return ok({
        items: shown.map((row) => fundItem(row, games)),
        next: rows.length > size ? String(shown.at(-1)?.seq) : null,
      });
    }),
  ];
}
