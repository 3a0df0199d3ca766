/**
 * The review of withdrawals: take, release, approve, or refuse with a reason. Large amounts need the approval of two operators with
 * different logins and names. Each act writes a row of the audit list in the same transaction.
 */
import type { FastifyRequest } from 'fastify';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import { type AuditEntry, ok, orderNoSql, type Querying, refuse } from '../platform/index.ts';
import type { AdminServices } from './services.ts';
import { dayStart, productOffset } from '../catalog/index.ts';
import {
  transactionTime,
  setWithdrawalState,
  readWithdrawalRules,
  stateText,
  withdrawableAmount,
  type WithdrawalState,
} from '../payments/index.ts';
import { lifetimeTotals } from '../ledger/index.ts';
import { auditActorOf, operatorMark, writeAudit } from './guard.ts';

/** Advisory lock. Under it one approval at a time compares the day's approved sum with the limit. */
const APPROVALS_LOCK = 7218016;

export interface WithdrawalItem {
  readonly user_id: number;
  readonly name: string;
  readonly id: string;
  readonly order_no: string;
  readonly amount: number;
  readonly fee: number;
  readonly state: WithdrawalState;
  readonly requested_at: number;
  readonly ended_at: number | null;
  readonly taken_by: string | null;
  readonly taken_in: string | null;
  readonly first_by: string | null;
  readonly first_in: string | null;
  readonly kind: 'bank' | 'alipay';
  readonly bank: string | null;
  readonly shown: string;
  readonly usable_at: number;
  readonly steps: readonly { readonly state: WithdrawalState; readonly at: number; readonly note: string; readonly by: string | null }[];
}

/** Facts about the player for the operator's decision. Amounts are in fen, instants in ms. */
export interface WithdrawalFacts {
  readonly registeredAt: number;
  readonly walletFen: number;
  readonly rechargedFen: number;
  readonly bonusFen: number;
  readonly paidFen: number;
  readonly stakedFen: number;
  readonly wonFen: number;
  /** Number of the player's other withdrawals. */
  readonly earlier: number;
  /** Number of the player's other withdrawals that were refused, or returned by the payer. */
  readonly sentBack: number;
  /** When the player added the account to be paid. */
  readonly boundAt: number;
  /** Turnover that is still required. */
  readonly openFen: number;
}

export const WITHDRAWAL_ITEMS = `SELECT w.*, ${orderNoSql('w', 'requested_at')} AS order_no, u.name, a.kind, a.bank, a.shown, a.usable_at,
    (SELECT jsonb_agg(jsonb_build_object('state', s.state, 'at', s.at, 'note', s.note, 'by', s.by) ORDER BY s.n)
       FROM withdrawal_steps s WHERE s.user_id = w.user_id AND s.withdrawal_id = w.id) AS steps
  FROM withdrawals w JOIN users u ON u.id = w.user_id JOIN withdrawal_accounts a ON a.user_id = w.user_id AND a.id = w.account_id`;

export type ReviewAct =
  | { readonly is: 'take' | 'release' | 'approve'; readonly by: string }
  | { readonly is: 'refuse'; readonly by: string; readonly reason: string };

/** Result of an act: whether the withdrawal waits for a second approval. */
export interface ReviewResult {
  readonly waitsForSecond: boolean;
}

export interface ReviewOptions {
  readonly context: AdminServices;
  readonly log: (line: string) => void;
  /** Wakes the background job that pays approved withdrawals. */
  readonly wake: () => void;
}

/** Identifies the operator, so that two approvals come from two operators. */
export const reviewerOf = (request: FastifyRequest): string => operatorMark(request, 'payouts');

type Done = Envelope<null> | { readonly act: AuditEntry; readonly waitsForSecond?: boolean };

/** Returns a function that applies one act to a withdrawal, under its player's lock and with its row of the audit list. */
export function openReview({
  context,
  log,
  wake,
}: ReviewOptions): (request: FastifyRequest, id: string, act: ReviewAct) => Promise<Envelope<ReviewResult | null>> {
  const { database, publication } = context;
  return async (request, id, act) => {
    const answer = await database.transaction(async (client): Promise<Envelope<ReviewResult | null>> => {
      const before = await withdrawalItemOf(client, id);
      if (before === undefined) return refuse(STATUS.notFound, '没有这笔提现');
      await client.query('SELECT lock_player($1)', [before.user_id]);
      const item = (await withdrawalItemOf(client, id)) as WithdrawalItem;
      const done = await actOn(client, item, act, reviewerOf(request), (at) => dayStart(at, productOffset(publication)));
      if (!('act' in done)) return done;
      await writeAudit(client, request, done.act);
      log(`operator ${done.act.kind}  ${item.id}  ${auditActorOf(request)}`);
      return ok({ waitsForSecond: done.waitsForSecond ?? false });
    });
    if (answer.status === STATUS.ok) wake();
    return answer;
  };
}

async function actOn(
  client: Querying,
  item: WithdrawalItem,
  act: ReviewAct,
  reviewer: string,
  today: (at: number) => number,
): Promise<Done> {
  const { by } = act;
  const open = item.state === 'requested' || item.state === 'reviewing';
  if (act.is === 'release' ? item.state !== 'reviewing' : !open)
    return refuse(STATUS.stateChanged, `这笔提现${stateText(item.state)}，不能再处理`);
  // Any operator may take a withdrawal over. All other acts are refused while another operator has it.
  if (act.is !== 'take' && item.taken_in !== null && item.taken_in !== reviewer)
    return refuse(STATUS.stateChanged, `${item.taken_by ?? '另一位管理员'}正在审核这笔提现，请等他放回队列，或先接手`);
  const key = [item.user_id, item.id];
  switch (act.is) {
    case 'take':
      if (item.state === 'requested') await setWithdrawalState(client, item.user_id, item.id, ['requested'], 'reviewing', { by });
      await client.query('UPDATE withdrawals SET taken_by = $3, taken_in = $4 WHERE user_id = $1 AND id = $2', [...key, by, reviewer]);
      return { act: { kind: 'payout.take', body: { withdrawal: item.id, by } } };
    case 'release':
      // After a first approval the withdrawal stays in review and waits for the second one.
      if (item.first_in === null) await setWithdrawalState(client, item.user_id, item.id, ['reviewing'], 'requested', { by });
      await client.query('UPDATE withdrawals SET taken_by = NULL, taken_in = NULL WHERE user_id = $1 AND id = $2', key);
      return { act: { kind: 'payout.release', body: { withdrawal: item.id, by } } };
    case 'refuse':
      await setWithdrawalState(client, item.user_id, item.id, ['requested', 'reviewing'], 'refused', { note: act.reason, by });
      return { act: { kind: 'payout.refuse', body: { withdrawal: item.id, reason: act.reason, by } } };
    case 'approve':
      return approve(client, item, by, reviewer, today);
  }
}

async function approve(client: Querying, item: WithdrawalItem, by: string, reviewer: string, today: (at: number) => number): Promise<Done> {
  const rules = await readWithdrawalRules(client);
  const acted = (first: boolean): AuditEntry => ({ kind: 'payout.approve', body: { withdrawal: item.id, amount: item.amount, first, by } });
  if (item.amount >= rules.secondOperatorFen) {
    if (item.first_in === null) {
      if (item.state === 'requested') await setWithdrawalState(client, item.user_id, item.id, ['requested'], 'reviewing', { by });
      await client.query(
        'UPDATE withdrawals SET first_by = $3, first_in = $4, taken_by = NULL, taken_in = NULL WHERE user_id = $1 AND id = $2',
        [item.user_id, item.id, by, reviewer],
      );
      return { act: acted(true), waitsForSecond: true };
    }
    if (item.first_in === reviewer || item.first_by?.toLowerCase() === by.toLowerCase())
      return refuse(STATUS.stateChanged, '大额提现须由另一位管理员登录本人账号再次通过');
  }
  await client.query(`SELECT pg_advisory_xact_lock(${APPROVALS_LOCK})`);
  const at = await transactionTime(client);
  if ((await approvedSince(client, today(at))) + item.amount > rules.approvedADayFen)
    return refuse(STATUS.limitReached, '今日打款额度已用完，请调整限额或明日再审');
  await setWithdrawalState(client, item.user_id, item.id, ['requested', 'reviewing'], 'paying', { by });
  return { act: acted(false) };
}

export async function withdrawalItemOf(client: Querying, id: string): Promise<WithdrawalItem | undefined> {
  const { rows } = await client.query<WithdrawalItem>(`${WITHDRAWAL_ITEMS} WHERE w.id = $1`, [id]);
  return rows[0];
}

/** Sum of the withdrawals that were approved since an instant, in fen. Returned ones do not count. */
export async function approvedSince(client: Querying, since: number): Promise<number> {
  const { rows } = await client.query<{ fen: number }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS fen FROM withdrawals WHERE approved_at >= $1::bigint AND state <> 'returned'`,
    [since],
  );
  return rows[0]?.fen ?? 0;
}

export async function withdrawalFactsOf(
  { database, orderKinds }: Pick<AdminServices, 'database' | 'orderKinds'>,
  { user_id, id }: WithdrawalItem,
): Promise<WithdrawalFacts> {
  const { rows } = await database.query<Omit<WithdrawalFacts, 'openFen' | 'stakedFen' | 'wonFen'>>(
    `SELECT u.created_at AS "registeredAt", w.balance_fen AS "walletFen",
            (SELECT coalesce(sum(amount), 0)::bigint FROM movements WHERE user_id = $1 AND kind = 'recharge') AS "rechargedFen",
            (SELECT coalesce(sum(amount), 0)::bigint FROM movements WHERE user_id = $1 AND kind = 'bonus') AS "bonusFen",
            (SELECT coalesce(sum(amount), 0)::bigint FROM movements WHERE user_id = $1 AND kind = 'withdrawPaid') AS "paidFen",
            (SELECT count(*)::int FROM withdrawals WHERE user_id = $1 AND id <> $2) AS earlier,
            (SELECT count(*)::int FROM withdrawals WHERE user_id = $1 AND id <> $2 AND state IN ('refused', 'returned')) AS "sentBack",
            a.bound_at AS "boundAt"
       FROM users u JOIN wallets w ON w.user_id = u.id JOIN withdrawals x ON x.user_id = u.id AND x.id = $2
       JOIN withdrawal_accounts a ON a.user_id = u.id AND a.id = x.account_id WHERE u.id = $1`,
    [user_id, id],
  );
  const { openFen } = await database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [user_id]);
    return withdrawableAmount(client, user_id, orderKinds);
  });
  return { ...(rows[0] as (typeof rows)[number]), ...(await lifetimeTotals(database, user_id)), openFen };
}
