/** Recharge orders: what a player asked for, until it is paid, cancelled or expired. Nothing is posted here (credit.ts does). */
import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { FundMove } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import { ok, orderNoSql, type Querying, refuse, refuseField } from '../../platform/index.ts';
import { refuseByLimits } from '../../accounts/index.ts';
import type { MoveAnswer, MoveRequest, MovesQuery } from '../targets/target.ts';
import type { RechargeMethod, RechargeRules } from './rules.ts';
import { readSettings } from './settings.ts';

export type RechargeState = 'pending' | 'cancelled' | 'expired' | 'paid';

export interface RechargeRow {
  readonly id: string;
  readonly order_no: string;
  readonly user_id: number;
  readonly source: string;
  readonly method: string;
  readonly amount: number;
  readonly province: string | null;
  readonly city: string | null;
  readonly bankcode: string | null;
  readonly address: string;
  readonly device: string;
  readonly brand: string;
  readonly state: RechargeState;
  readonly created_at: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly paid: number | null;
  readonly paid_at: number | null;
  readonly bonus: number;
  readonly odd: string | null;
}

/** An order whose time is over has expired, whether that was written by now or not. */
export const RECHARGE_STATE_SQL = `CASE WHEN state = 'pending' AND expires_at <= caipu_now_ms() THEN 'expired' ELSE state END`;
const COLUMNS = `id, ${orderNoSql('recharges', 'created_at')} AS order_no, user_id, source, method, amount, province, city, bankcode, address, device, brand, ${RECHARGE_STATE_SQL} AS state, created_at,
  expires_at, coalesce(ended_at, CASE WHEN state = 'pending' AND expires_at <= caipu_now_ms() THEN expires_at END) AS ended_at,
  paid, paid_at, bonus, odd`;

/** The methods that can be used now. */
const openMethods = ({ methods }: RechargeRules): readonly RechargeMethod[] => methods.filter(({ off }) => off === undefined);

/** Why this amount cannot be recharged so; undefined when it can. */
function amountFault({ minFen, maxFen }: RechargeRules, method: RechargeMethod, amountFen: number): string | undefined {
  const least = Math.max(minFen, method.minFen);
  const most = Math.min(maxFen, method.maxFen);
  if (amountFen < least) return `${method.name}单笔最低 ¥${formatMoney(least)}`;
  if (amountFen > most) return `${method.name}单笔最高 ¥${formatMoney(most)}`;
  return undefined;
}

/** Makes an order. In the idempotent transaction, under the player's lock. */
export async function createRecharge(context: PaymentServices, client: Querying, request: MoveRequest): Promise<MoveAnswer> {
  const { recharge } = context;
  const { userId, amountFen, fields } = request;
  const base = recharge.url(request.localAddress);
  if (base === undefined) return refuse(STATUS.disabled, '演示收银台未开启，暂不能充值');
  const settings = await readSettings(client, userId);
  const wanted = fields.method ?? settings.method ?? openMethods(recharge.rules)[0]?.code;
  const method = recharge.rules.methods.find(({ code }) => code === wanted);
  if (method === undefined) return refuseField('method', '请选择充值方式');
  if (method.off !== undefined) return refuse(STATUS.disabled, method.off);
  const wrong = amountFault(recharge.rules, method, amountFen);
  if (wrong !== undefined) return refuseField('amountFen', wrong);
  const { rows: waiting } = await client.query<{ count: number; fen: number }>(
    // What waits may be paid at any time: a limit of the player's own counts it.
    `SELECT count(*)::int AS count, coalesce(sum(amount), 0)::bigint AS fen FROM recharges WHERE user_id = $1 AND ${RECHARGE_STATE_SQL} = 'pending'`,
    [userId],
  );
  if ((waiting[0]?.count ?? 0) >= recharge.rules.mostPending)
    return refuse(STATUS.limitReached, `已有 ${recharge.rules.mostPending} 笔待支付，请先支付或取消`);

  const waitingFen = waiting[0]?.fen ?? 0;
  const refused = await refuseByLimits(context, client, userId, 'deposit', amountFen + waitingFen);
  if (refused !== undefined)
    return waitingFen === 0 ? refused : { ...refused, msg: `${refused.msg}（含待支付 ¥${formatMoney(waitingFen)}）` };

  const [province, city] = settings.region?.split('/') ?? [];
  const { rows } = await client.query<RechargeRow>(
    `INSERT INTO recharges (id, user_id, source, method, amount, province, city, bankcode, address, device, brand, created_at, expires_at, ask_at)
     SELECT $1, $2, $3, $4, $5::bigint, $6, $7, $8, $9, $10, $11, now.ms, now.ms + $12::bigint, now.ms + $13::bigint
       FROM (SELECT caipu_now_ms() AS ms) now
     RETURNING ${COLUMNS}`,
    [
      uuidv7(),
      userId,
      randomBytes(24).toString('base64url'),
      method.code,
      amountFen,
      fields.province ?? province ?? null,
      fields.city ?? city ?? null,
      fields.bankcode ?? null,
      request.address,
      request.device,
      request.brand,
      recharge.rules.payMinutes * 60_000,
      recharge.rules.asking.firstSeconds * 1000,
    ],
  );
  const [row] = rows as [RechargeRow];
  const { rows: wallets } = await client.query<{ balance: number }>('SELECT balance_fen AS balance FROM wallets WHERE user_id = $1', [
    userId,
  ]);
  await tellOfOrders(client, userId);
  return ok({
    balanceFen: wallets[0]?.balance ?? 0,
    move: rechargeMove(row, recharge.rules),
    url: cashierAddress(base, row),
    expiresAt: row.expires_at,
  });
}

/**
 * The cashier's address for an order. `mid` and `amount` are there because the specification lists them; what is paid is looked up by
 * `source` (notices.ts), so that an edited address changes nothing.
 */
export function cashierAddress(base: string, row: RechargeRow): string {
  const url = new URL(base);
  const { province, city, bankcode } = row;
  const query: Readonly<Record<string, string | null>> = {
    mid: String(row.user_id),
    amount: `${BigInt(row.amount) / 100n}.${String(row.amount % 100).padStart(2, '0')}`,
    source: row.source,
    platform: '1',
    locationType: province === null ? '0' : city === null ? '1' : '2',
    city,
    province,
    bankcode,
    ip: row.address,
    RDUID: row.device,
    VariationName: row.brand,
  };
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== '') url.searchParams.set(name, value);
  return url.href;
}

/** Orders of a player, newest first. */
export async function listRecharges(
  { recharge }: Pick<PaymentServices, 'recharge'>,
  client: Querying,
  userId: number,
  { direction, state, before, size }: MovesQuery,
): Promise<FundMove[]> {
  if (direction === 'out') return [];
  const values: unknown[] = [userId, size];
  const older =
    before === undefined
      ? ''
      : `AND (created_at, id::text COLLATE "C") < ($${values.push(before.at)}::bigint, $${values.push(before.id)}::text)`;
  const like = state === undefined ? '' : `AND ${RECHARGE_STATE_SQL} = $${values.push(state)}::text`;
  const { rows } = await client.query<RechargeRow>(
    `SELECT ${COLUMNS} FROM recharges WHERE user_id = $1 ${older} ${like} ORDER BY created_at DESC, id::text COLLATE "C" DESC LIMIT $2`,
    values,
  );
  return rows.map((row) => rechargeMove(row, recharge.rules));
}

/** One of a player's orders. */
export async function findRecharge(client: Querying, userId: number, id: string): Promise<RechargeRow | undefined> {
  const { rows } = await client.query<RechargeRow>(`SELECT ${COLUMNS} FROM recharges WHERE user_id = $1 AND id = $2::uuid`, [userId, id]);
  return rows[0];
}

/** The order that the cashier's address names; whose it is stands in it. */
export async function rechargeBySource(client: Querying, source: string): Promise<RechargeRow | undefined> {
  const { rows } = await client.query<RechargeRow>(`SELECT ${COLUMNS} FROM recharges WHERE source = $1`, [source]);
  return rows[0];
}

/** Orders that can still be paid, newest first. */
export async function pendingRecharges(client: Querying, userId: number): Promise<RechargeRow[]> {
  const { rows } = await client.query<RechargeRow>(
    `SELECT ${COLUMNS} FROM recharges WHERE user_id = $1 AND ${RECHARGE_STATE_SQL} = 'pending' ORDER BY created_at DESC`,
    [userId],
  );
  return rows;
}

/** Cancels an order that waits. It is still queried: the player may have paid it a moment ago. False: it does not wait any more. */
export async function cancelRecharge(client: Querying, userId: number, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE recharges SET state = 'cancelled', ended_at = caipu_now_ms() WHERE user_id = $1 AND id = $2::uuid AND ${RECHARGE_STATE_SQL} = 'pending'`,
    [userId, id],
  );
  if (rowCount > 0) await tellOfOrders(client, userId);
  return rowCount > 0;
}

/** Publishes the unchanged wallet, so that a phone with the list of waiting payments reloads it, also after it left the page. */
const tellOfOrders = (client: Querying, userId: number) =>
  client.query(`SELECT announce_balance($1, 'wallet', 'fen', (SELECT balance_fen FROM wallets WHERE user_id = $1))`, [userId]);

/** What is odd about a payment, in words. */
export const mismatchText = ({ amount, odd }: Pick<RechargeRow, 'amount' | 'odd'>): readonly string[] => [
  ...(odd?.includes('amount') ? [`下单 ¥${formatMoney(amount)}，按实付金额入账`] : []),
  ...(odd?.includes('late') ? ['订单关闭后到账'] : []),
];

/** How it is paid, in words; its code where the file has it no more. */
export const methodName = ({ methods }: RechargeRules, method: string): string =>
  methods.find(({ code }) => code === method)?.name ?? method;

/** An order as every list of moves shows it. */
export function rechargeMove(row: RechargeRow, rules: RechargeRules): FundMove {
  const name = methodName(rules, row.method);
  const { state, paid, paid_at, ended_at } = row;
  const notes = [...mismatchText(row), ...(row.bonus > 0 ? [`另赠 ¥${formatMoney(row.bonus)}`] : [])];
  return {
    id: row.id,
    orderNo: row.order_no,
    direction: 'in',
    target: 'cashier',
    name,
    amountFen: paid ?? row.amount,
    state,
    ...(notes.length === 0 ? {} : { note: notes.join('；') }),
    at: row.created_at,
    ...(paid_at !== null ? { endedAt: paid_at } : ended_at !== null ? { endedAt: ended_at } : {}),
    steps: [
      { text: '已下单', at: row.created_at },
      ...(paid_at !== null
        ? [{ text: '已到账', at: paid_at }]
        : ended_at !== null
          ? [{ text: state === 'cancelled' ? '已取消' : '超时未支付', at: ended_at }]
          : [{ text: '支付' }, { text: '到账' }]),
    ],
    ...(state === 'pending' ? { canCancel: true, to: '/rechargeType6' } : {}),
  };
}
