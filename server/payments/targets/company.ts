/** Companies of games as targets of /api/fund/out (wallet → company) and /api/fund/in (back again): the transfer centre (转账中心). */
import type { FundMove } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import { ok, orderNoSql, type Querying, refuse, refuseField } from '../../platform/index.ts';
import { withAnswerTimeout } from '../providers/companies/transfer-service.ts';
import { mayTransfer, refuseByLimits, TRANSFER_LOCKED_TEXT } from '../../accounts/index.ts';
import { walletBalance } from '../../ledger/index.ts';
import type { FundTarget, MoveAnswer, MoveRequest, MovesQuery } from './target.ts';

const YUAN = 100;
/** Game ms after which the background job queries a transfer, in case its process is gone. */
const FIRST_LOOK_MS = 5_000;
/** Real ms that a player waits for the company; whatever comes later comes as an event. */
const PLAYER_WAITS_MS = 3_000;

interface Transfer {
  readonly id: string;
  /** Left out by the answer to a transfer that has just begun. */
  readonly order_no?: string;
  readonly company: string;
  readonly direction: 'in' | 'out';
  readonly amount: number;
  readonly status: 'asking' | 'done' | 'refused';
  readonly note: string;
  readonly placed_at: number;
  readonly ended_at: number | null;
}

const COLUMNS = `id, ${orderNoSql('company_transfers')} AS order_no, company, direction, amount, status, note, placed_at, ended_at`;

export function transferMove(context: Pick<PaymentServices, 'companies'>, row: Transfer): FundMove {
  const name = context.companies.of(row.company)?.name ?? row.company;
  const [from, to] = row.direction === 'out' ? ['主钱包', name] : [name, '主钱包'];
  return {
    id: row.id,
    ...(row.order_no === undefined ? {} : { orderNo: row.order_no }),
    direction: row.direction,
    target: row.company,
    name: `${from} → ${to}`,
    amountFen: row.amount,
    state: row.status,
    ...(row.note === '' ? {} : { note: row.note }),
    at: row.placed_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
  };
}

/** Begins one transfer in a transaction that holds the player's lock; the id of it, or why not. */
export async function beginTransfer(
  context: Pick<PaymentServices, 'companies'>,
  client: Querying,
  { userId, target, amountFen, direction }: Pick<MoveRequest, 'userId' | 'target' | 'amountFen'> & { readonly direction: 'in' | 'out' },
): Promise<{ readonly id: string; readonly at: number } | { readonly refusal: MoveAnswer }> {
  const company = context.companies.of(target);
  if (company === undefined) return { refusal: refuse(STATUS.notFound, '游戏公司不存在') };
  if (amountFen % YUAN !== 0) return { refusal: refuseField('amountFen', '转账金额须为整数元') };
  const { rows: open } = await client.query(
    `SELECT 1 FROM company_transfers WHERE user_id = $1 AND company = $2 AND status = 'asking' LIMIT 1`,
    [userId, company.code],
  );
  if (open.length > 0) return { refusal: refuse(STATUS.stateChanged, '上一笔转账处理中，请勿重复操作') };
  const { rows } = await client.query<{ id: string | null; at: number }>(
    'SELECT company_begin($1, $2, $3, $4, at, at + $5) AS id, at FROM caipu_now_ms() AS at',
    [userId, company.code, direction, amountFen, FIRST_LOOK_MS],
  );
  const { id = null, at = 0 } = rows[0] ?? {};
  return id === null ? { refusal: refuse(STATUS.insufficientFunds, '余额不足') } : { id, at };
}

const move =
  (direction: 'in' | 'out') =>
  async (context: PaymentServices, client: Querying, request: MoveRequest): Promise<MoveAnswer> => {
    if (!(await mayTransfer(client, request.userId))) return refuse(STATUS.disabled, TRANSFER_LOCKED_TEXT);
    const forbidden = direction === 'out' ? await refuseByLimits(context, client, request.userId, 'stake', request.amountFen) : undefined;
    if (forbidden !== undefined) return forbidden;
    const begun = await beginTransfer(context, client, { ...request, direction });
    if ('refusal' in begun) return begun.refusal;
    const { id, at } = begun;
    const company = context.companies.of(request.target)?.code ?? request.target;
    const row: Transfer = {
      ...{ id, company, direction, amount: request.amountFen, status: 'asking', note: '' },
      ...{ placed_at: at, ended_at: null },
    };
    return ok({ balanceFen: await walletBalance(client, request.userId), move: transferMove(context, row) }, '转账处理中');
  };

/** Transfers of a player by their ids. */
export async function readTransfers(context: PaymentServices, client: Querying, ids: readonly string[]): Promise<FundMove[]> {
  const { rows } = await client.query<Transfer>(`SELECT ${COLUMNS} FROM company_transfers WHERE id = ANY($1::uuid[])`, [ids]);
  return rows.map((row) => transferMove(context, row));
}

/** Asks the companies about transfers for as long as a player waits. */
export const queryTransfers = (context: PaymentServices, ids: readonly string[]): Promise<unknown> =>
  withAnswerTimeout(Promise.all(ids.map((id) => context.companies.push(id))), PLAYER_WAITS_MS).catch(() => {});

async function list(
  context: PaymentServices,
  client: Querying,
  userId: number,
  { direction, target, state, before, size }: MovesQuery,
): Promise<FundMove[]> {
  const { rows } = await client.query<Transfer>(
    `SELECT ${COLUMNS} FROM company_transfers
      WHERE user_id = $1 AND ($2::text IS NULL OR direction = $2) AND ($3::text IS NULL OR lower(company) = lower($3))
        AND ($4::text IS NULL OR status = $4) AND (placed_at, id::text COLLATE "C") < ($5, $6 COLLATE "C")
      ORDER BY placed_at DESC, id::text COLLATE "C" DESC LIMIT $7`,
    [userId, direction ?? null, target ?? null, state ?? null, before?.at ?? Number.MAX_SAFE_INTEGER, before?.id ?? '', size],
    'company-moves',
  );
  return rows.map((row) => transferMove(context, row));
}

export const companyTarget: FundTarget = {
  matches: (target, context) => context.companies.of(target) !== undefined,
  out: move('out'),
  in: move('in'),
  async after(context, { userId }, answer) {
    const id = answer.move?.id;
    if (id === undefined) return answer;
    await queryTransfers(context, [id]);
    const [now] = await readTransfers(context, context.database, [id]);
    return { ...answer, balanceFen: await walletBalance(context.database, userId), ...(now === undefined ? {} : { move: now }) };
  },
  list,
};
