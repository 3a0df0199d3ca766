/**
 * Pays approved withdrawals in steps that may be interrupted anywhere: a process claims a due withdrawal for a while, sends it to the payer
 * (without locks), and writes the answer. After the claim has expired, any process sends it again under the same request id.
 */
import { isDatabaseDown, type RunningJob, type Log, NOW_ONCE, startJob, pollDelay } from '../../platform/index.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { realNameOf } from '../../accounts/index.ts';
import type { PaymentServices } from '../services.ts';
import { ACCOUNT_NUMBER_PURPOSE } from './accounts.ts';
import { demoPayer, type Payer } from './payer.ts';
import { setWithdrawalState } from './withdrawals.ts';

/** Game ms until a payment under way is queried again; then the claim has expired. */
const ASK_EVERY_MS = 5_000;
/** Game ms from the approval after which an unfinished payment raises an alarm. */
const LATE_MS = 24 * 3_600_000;
/** Real ms between two looks without a call of `wake`. An approved withdrawal is sent within this time at the latest. */
const LOOK_EVERY = 5_000;

interface Due {
  readonly user_id: number;
  readonly id: string;
  readonly net: number;
  readonly kind: 'bank' | 'alipay';
  readonly sealed: string;
  readonly bank: string | null;
}

/** Claims the due withdrawal that has waited longest. For ASK_EVERY_MS no process claims it again. */
async function claimDueWithdrawal({ database }: PaymentServices): Promise<Due | undefined> {
  const { rows } = await database.query<Due>(
    `WITH due AS (
       SELECT user_id, id FROM withdrawals WHERE state = 'paying' AND next_at <= ${NOW_ONCE} ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE withdrawals w SET next_at = caipu_now_ms() + ${ASK_EVERY_MS}, sent_at = coalesce(w.sent_at, caipu_now_ms()), tries = w.tries + 1
       FROM due JOIN withdrawal_accounts a USING (user_id)
      WHERE w.user_id = due.user_id AND w.id = due.id AND a.id = w.account_id
     RETURNING w.user_id, w.id, w.amount - w.fee AS net, a.kind, a.sealed, a.bank`,
  );
  return rows[0];
}

/** One step: sends a due withdrawal to the payer, for the first time or again, and writes the payer's answer. False: nothing is due. */
export async function processNextWithdrawal(context: PaymentServices, payer: Payer): Promise<boolean> {
  const due = await claimDueWithdrawal(context);
  if (due === undefined) return false;
  const { database, encryption } = context;
  const holder = (await realNameOf(context, database, due.user_id)) ?? '';
  const payerState = await payer.pay({
    request: due.id,
    amountFen: due.net,
    kind: due.kind,
    number: encryption.open(ACCOUNT_NUMBER_PURPOSE, due.sealed),
    bank: due.bank,
    holder,
  });
  if (payerState.is === 'underWay') return true;
  await database.transaction((client) =>
    payerState.is === 'paid'
      ? setWithdrawalState(client, due.user_id, due.id, ['paying'], 'paid')
      : setWithdrawalState(client, due.user_id, due.id, ['paying'], 'returned', { note: payerState.why }),
  );
  return true;
}

/** Reports to the alarms how many payments are not finished after LATE_MS. */
async function reportLate({ database, alarms }: PaymentServices): Promise<void> {
  const { rows } = await database.query<{ late: number }>(
    `SELECT count(*)::int AS late FROM withdrawals WHERE state = 'paying' AND approved_at < ${NOW_ONCE} - ${LATE_MS}`,
  );
  alarms.report('payout-late', rows[0]?.late ?? 0, `${rows[0]?.late ?? 0} withdrawals`);
}

export interface WithdrawalJob {
  /** Look now: an operator approved one, or the clock moved. */
  wake(): void;
  /** Ends after the step under way. */
  close(): Promise<void>;
}

/** Starts the background job of this process. Several processes may run it at once. `payer`: by default the stand-in. `begin`: the job waits for it. */
export function startWithdrawals(
  context: PaymentServices,
  log: Log,
  { payer = demoPayer(context), begin }: { readonly payer?: Payer; readonly begin?: Promise<void> } = {},
): WithdrawalJob {
  let reported = Number.NEGATIVE_INFINITY;
  const job: RunningJob = startJob(
    async (ended) => {
      while (!ended() && (await processNextWithdrawal(context, payer))) await pause(0);
      if (performance.now() - reported > 60_000) {
        reported = performance.now();
        await reportLate(context);
      }
      return pollDelay(context.clock, LOOK_EVERY);
    },
    (error) => {
      log(`withdrawals: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) context.alarms.raise('lane-failed', `withdrawals: ${error.message}`);
    },
    begin,
  );
  return { wake: () => job.wake(), close: () => job.close() };
}
