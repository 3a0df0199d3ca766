/** 余额宝 beside /api/fund/in and /api/fund/out (targets/savings.ts): balances, cancelling an unconfirmed deposit, automatic deposits. */
import { yuEBao, yuEBaoAuto, yuEBaoCancel, yuEBaoList } from '../../../protocol/calls/savings.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import { dayNumberAt, handle, type HandledCall, ok, runIdempotent, type Querying, refuse } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { walletBalance } from '../../ledger/index.ts';
import { savingsAccount, savingsRecords } from './account.ts';
import { publishRates } from './job.ts';

/** The database's clock within a transaction that holds the player's lock, and the rates up to its day. */
export async function beginSavings(client: Querying, offsetMs: number): Promise<number> {
  const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'now');
  const at = rows[0]?.now ?? 0;
  await publishRates(client, at, offsetMs);
  return at;
}

export function savingsCalls(context: PaymentServices): HandledCall[] {
  const offset = () => productOffset(context.publication);
  return [
    handle(yuEBao, async ({ player }) => ok(await savingsAccount(context.database, player.id, context.clock.now(), offset()))),
    handle(yuEBaoList, async ({ fields: { type, cursor, size }, player }) =>
      ok(
        await savingsRecords(context.database, player.id, {
          type,
          before: cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined,
          size,
          offsetMs: offset(),
        }),
      ),
    ),
    handle(yuEBaoCancel, ({ fields: { lotId }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const at = await beginSavings(client, offset());
        const { rows } = await client.query<{ back: number | null }>('SELECT savings_cancel($1, $2, $3, $4) AS back', [
          userId,
          lotId,
          at,
          offset(),
        ]);
        const back = rows[0]?.back ?? null;
        if (back !== null) return ok({ balanceFen: await walletBalance(client, userId), amountFen: back }, '已撤回');
        const known = await client.query('SELECT 1 FROM savings_lots WHERE user_id = $1 AND id = $2', [userId, lotId]);
        return known.rows.length === 0
          ? refuse(STATUS.notFound, '转入记录不存在')
          : refuse(STATUS.stateChanged, '该笔转入已确认或已撤回，如需取回请转出');
      }),
    ),
    handle(yuEBaoAuto, ({ fields: { on, keepFen }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const at = await beginSavings(client, offset());
        // The first night is the next one.
        await client.query(
          `INSERT INTO savings_accounts (user_id, keep_fen, auto_day) VALUES ($1, $2, $3)
           ON CONFLICT (user_id) DO UPDATE SET keep_fen = excluded.keep_fen, auto_day = excluded.auto_day`,
          [userId, on ? keepFen : null, dayNumberAt(at, offset())],
        );
        return ok({ on, keepFen: on ? keepFen : 0 }, on ? '已开启，每晚自动转入' : '已关闭自动转入');
      }),
    ),
  ];
}
