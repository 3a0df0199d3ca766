/** 余额宝 as a target of /api/fund/out (wallet → 余额宝) and /api/fund/in (back again). */
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { FundMove } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import { ok, type Querying, refuse, refuseField } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { remainingOutLimit } from '../savings/account.ts';
import { CUTOFF_MS, MIN_DEPOSIT_FEN, MAX_WITHDRAWAL_FEN, confirmationTimes } from '../savings/terms.ts';
import { walletBalance } from '../../ledger/index.ts';
import { beginSavings } from '../savings/calls.ts';
import type { FundTarget, MoveRequest, MovesQuery } from './target.ts';

const TARGET = 'yuebao';
const NAME = '余额宝';

async function purses(client: Querying, userId: number): Promise<{ yuebaoFen: number; pendingFen: number }> {
  const { rows } = await client.query<{ purse: string; balance: number }>(
    `SELECT purse, balance FROM purses WHERE user_id = $1 AND purse IN ('yuebao', 'yuebaoPending')`,
    [userId],
    'yuebao-purses',
  );
  const of = (purse: string) => rows.find((row) => row.purse === purse)?.balance ?? 0;
  return { yuebaoFen: of('yuebao'), pendingFen: of('yuebaoPending') };
}

async function moveIn(context: PaymentServices, client: Querying, { userId, amountFen }: MoveRequest) {
  const offset = productOffset(context.publication);
  if (amountFen < MIN_DEPOSIT_FEN) return refuseField('amountFen', `每次至少转入 ${formatMoney(MIN_DEPOSIT_FEN)} 元`);
  const at = await beginSavings(client, offset);
  const { rows } = await client.query<{ id: string; day: number | null }>(
    `SELECT id, savings_in($1, id, $2, 'request', $3, $4, $5) AS day FROM gen_random_uuid() AS id`,
    [userId, amountFen, at, offset, CUTOFF_MS],
  );
  const { id = '', day = null } = rows[0] ?? {};
  if (day === null) return refuse(STATUS.insufficientFunds, '余额不足');
  const dates = confirmationTimes(day, offset);
  return ok(
    {
      balanceFen: await walletBalance(client, userId),
      ...(await purses(client, userId)),
      ...dates,
      move: { id, direction: 'out' as const, target: TARGET, name: NAME, amountFen, state: 'pending', at, canCancel: true },
    },
    '已转入余额宝',
  );
}

async function moveOut(context: PaymentServices, client: Querying, { userId, amountFen }: MoveRequest) {
  const offset = productOffset(context.publication);
  if (amountFen > MAX_WITHDRAWAL_FEN) return refuse(STATUS.limitReached, `每次最多转出 ${formatMoney(MAX_WITHDRAWAL_FEN)} 元`);
  const at = await beginSavings(client, offset);
  const left = await remainingOutLimit(client, userId, at, offset);
  if (amountFen > left) return refuse(STATUS.limitReached, `今日还可转出 ${formatMoney(left)} 元`);
  const { rows } = await client.query<{ left: number | null }>('SELECT savings_out($1, $2, $3, $4) AS left', [
    userId,
    amountFen,
    at,
    offset,
  ]);
  if ((rows[0]?.left ?? null) === null) return refuse(STATUS.insufficientFunds, '余额宝可转出金额不足，待确认的部分可以撤回');
  const { rows: posted } = await client.query<{ seq: number }>(
    `SELECT max(seq) AS seq FROM movements WHERE user_id = $1 AND kind = 'yebOut' AND kind <> 'stake'`,
    [userId],
  );
  return ok(
    {
      balanceFen: await walletBalance(client, userId),
      ...(await purses(client, userId)),
      move: {
        id: String(posted[0]?.seq ?? ''),
        direction: 'in' as const,
        target: TARGET,
        name: NAME,
        amountFen,
        state: 'done',
        at,
        endedAt: at,
      },
    },
    '已转入余额',
  );
}

const STATES = { pending: 'pending', confirmed: 'done', cancelled: 'cancelled' } as const;

async function list(
  _: PaymentServices,
  client: Querying,
  userId: number,
  { direction, state, before, size }: MovesQuery,
): Promise<FundMove[]> {
  const { rows } = await client.query<{ id: string; direction: 'in' | 'out'; amount: number; state: keyof typeof STATES; at: number }>(
    `SELECT * FROM (
       SELECT id::text, 'out' AS direction, amount, status AS state, placed_at AS at FROM savings_lots WHERE user_id = $1
       UNION ALL
       SELECT seq::text, 'in', amount, 'confirmed', at FROM movements
        WHERE user_id = $1 AND kind = 'yebOut' AND kind <> 'stake' AND reason = 'request') m
      WHERE ($2::text IS NULL OR direction = $2) AND ($3::text IS NULL OR state = $3)
        AND (at, id COLLATE "C") < ($4, $5 COLLATE "C")
      ORDER BY at DESC, id COLLATE "C" DESC LIMIT $6`,
    [
      userId,
      direction ?? null,
      state === undefined ? null : ((Object.keys(STATES) as (keyof typeof STATES)[]).find((one) => STATES[one] === state) ?? 'none'),
      before?.at ?? Number.MAX_SAFE_INTEGER,
      before?.id ?? '',
      size,
    ],
    'yuebao-moves',
  );
  return rows.map((row) => ({
    id: row.id,
    direction: row.direction,
    target: TARGET,
    name: NAME,
    amountFen: row.amount,
    state: STATES[row.state],
    at: row.at,
    ...(row.state === 'pending' ? { canCancel: true } : {}),
  }));
}

export const savingsTarget: FundTarget = { matches: (target) => target === TARGET, out: moveIn, in: moveOut, list };
