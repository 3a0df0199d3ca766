/** The review of withdrawals in the back office, and the rules of withdrawals that operators set. */
import {
  approveWithdrawal,
  deskWithdrawal,
  deskWithdrawals,
  refuseWithdrawal,
  releaseWithdrawal,
  setWithdrawalRules,
  takeWithdrawal,
  withdrawalFigures,
  withdrawalRules,
} from '../../../protocol/desk/withdrawals.ts';
import type { FastifyRequest } from 'fastify';
import { STATUS } from '../../../protocol/status.ts';
import { UUID } from '../../../protocol/uuid.ts';
import { maskRealName, realNameOf } from '../../accounts/index.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import {
  withdrawalAccountName,
  withdrawalRulesFault,
  isSettable,
  type WithdrawalRules,
  readWithdrawalRules,
  stateText,
} from '../../payments/index.ts';
import { hasNumberSql, ok, readOrderNumber, refuse, refuseField } from '../../platform/index.ts';
import { writeAudit, signatureOf } from '../guard.ts';
import { hasRight } from '../operators.ts';
import {
  approvedSince,
  withdrawalFactsOf,
  withdrawalItemOf,
  openReview,
  reviewerOf,
  WITHDRAWAL_ITEMS,
  type WithdrawalItem,
} from '../review.ts';
import type { AdminServices } from '../services.ts';
import { NO_NUMBER } from './find-order.ts';
import { type HandledDeskCall, handleDeskCall, pageOf } from './handle.ts';

/** "1-1795300000000-019a2b3c-…": 1 if the last withdrawal of the previous page is being paid, its instant and its id. */
const CURSOR = /^([01])-(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export interface WithdrawalDeskOptions {
  readonly context: AdminServices;
  readonly log: (line: string) => void;
  /** Wakes the payout job, so that approved withdrawals are paid at once. */
  readonly wake: () => void;
}

/** The rules that an operator can set. */
const settable = (rules: WithdrawalRules) =>
  Object.fromEntries(Object.entries(rules).filter(([name]) => isSettable(name))) as unknown as Omit<
    WithdrawalRules,
    'graceMinutes' | 'cards' | 'alipays' | 'toFillMinFen' | 'toFillBonusTurnover'
  >;

export function withdrawalCalls(options: WithdrawalDeskOptions): HandledDeskCall[] {
  const { context } = options;
  return [
    listCall(context),
    withdrawalCall(context),
    ...decideCalls(options),
    figuresCall(context),
    rulesCall(context),
    setRulesCall(context),
  ];
}

/** A page of withdrawals: those that are open, the oldest first, or those that ended. */
function listCall(context: AdminServices): HandledDeskCall {
  const { database } = context;
  return handleDeskCall(deskWithdrawals, async ({ fields: { show, player, q, cursor, size }, request }) => {
    if (q !== undefined && q.trim() !== '') return foundByNumber(context, q.trim(), request);
    const values: unknown[] = [size + 1];
    const open = show !== 'ended';
    const [, paying, at, last] = CURSOR.exec(cursor ?? '') ?? [];
    let where = open ? 'w.ended_at IS NULL' : 'w.ended_at IS NOT NULL';
    if (player !== undefined) where += ` AND w.user_id = $${values.push(player)}::bigint`;
    if (at !== undefined && last !== undefined) {
      const after = `($${values.push(Number(at))}::bigint, $${values.push(last)}::uuid)`;
      where += open
        ? ` AND (w.state = 'paying', w.requested_at, w.id) > ($${values.push(paying === '1')}::boolean, ${after.slice(1)}`
        : ` AND (w.ended_at, w.id) < ${after}`;
    }
    // Withdrawals to decide come first, so that many payments under way do not push them off the first page.
    const order = open ? "w.state = 'paying', w.requested_at, w.id" : 'w.ended_at DESC, w.id DESC';
    const { rows } = await database.query<WithdrawalItem>(`${WITHDRAWAL_ITEMS} WHERE ${where} ORDER BY ${order} LIMIT $1`, values);
    const { secondOperatorFen } = await readWithdrawalRules(database);
    const { shown, next } = pageOf(rows, size, (row) =>
      open ? `${row.state === 'paying' ? 1 : 0}-${row.requested_at}-${row.id}` : `0-${row.ended_at}-${row.id}`,
    );
    const me = reviewerOf(request);
    return ok({ items: await Promise.all(shown.map((row) => shownWithdrawal(context, row, me, secondOperatorFen))), next });
  });
}

/** The withdrawals with an order number or UUID, which a player reads to customer service. */
async function foundByNumber(context: AdminServices, word: string, request: FastifyRequest) {
  const { database } = context;
  const number = readOrderNumber(word);
  if (number === undefined && !UUID.test(word)) return refuseField('q', NO_NUMBER);
  const values: unknown[] = [];
  const where = number === undefined ? `w.id = $${values.push(word)}::uuid` : hasNumberSql('w', 'requested_at', number, values);
  const { rows } = await database.query<WithdrawalItem>(`${WITHDRAWAL_ITEMS} WHERE ${where} ORDER BY w.id DESC LIMIT 20`, values);
  const { secondOperatorFen } = await readWithdrawalRules(database);
  const me = reviewerOf(request);
  return ok({ items: await Promise.all(rows.map((row) => shownWithdrawal(context, row, me, secondOperatorFen))), next: null });
}

/** One withdrawal with facts about its player. */
function withdrawalCall(context: AdminServices): HandledDeskCall {
  const { database } = context;
  return handleDeskCall(deskWithdrawal, async ({ fields: { id }, request, operator }) => {
    const item = await withdrawalItemOf(database, id);
    if (item === undefined) return refuse(STATUS.notFound, '没有这笔提现');
    const { secondOperatorFen } = await readWithdrawalRules(database);
    const mayDecide = hasRight(operator, 'withdrawals-decide');
    return ok({
      // The deciding operator compares the name with that of the account; others need only a masked name.
      ...(await shownWithdrawal(context, item, reviewerOf(request), secondOperatorFen, mayDecide)),
      mayDecide,
      own: operator.id !== null,
      facts: hasRight(operator, 'players-money') ? await withdrawalFactsOf(context, item) : null,
      steps: item.steps.map(({ state, at, note, by }) => ({ text: stateText(state), at, note, by: by ?? '' })),
    });
  });
}

/** Takes, releases, approves or refuses a withdrawal. */
function decideCalls(options: WithdrawalDeskOptions): HandledDeskCall[] {
  const review = openReview(options);
  return [
    ...(
      [
        [takeWithdrawal, 'take'],
        [releaseWithdrawal, 'release'],
        [approveWithdrawal, 'approve'],
      ] as const
    ).map(([definition, is]) =>
      handleDeskCall(definition, ({ fields: { id, by }, request }) => review(request, id, { is, by: signatureOf(request, by) })),
    ),
    handleDeskCall(refuseWithdrawal, ({ fields: { id, reason, by }, request }) =>
      review(request, id, { is: 'refuse', by: signatureOf(request, by), reason: reason.trim() }),
    ),
  ];
}

function figuresCall(context: AdminServices): HandledDeskCall {
  const { database, clock, publication } = context;
  return handleDeskCall(withdrawalFigures, async ({ operator }) => {
    const { rows } = await database.query<{ waiting: number; paying: number }>(
      `SELECT count(*) FILTER (WHERE state <> 'paying')::int AS waiting, count(*) FILTER (WHERE state = 'paying')::int AS paying
           FROM withdrawals WHERE ended_at IS NULL`,
    );
    const { approvedADayFen, secondOperatorFen } = await readWithdrawalRules(database);
    return ok({
      waiting: rows[0]?.waiting ?? 0,
      paying: rows[0]?.paying ?? 0,
      approvedTodayFen: await approvedSince(database, dayStart(clock.now(), productOffset(publication))),
      approvedADayFen,
      secondOperatorFen,
      maySet: hasRight(operator, 'withdrawals-rules'),
    });
  });
}

function rulesCall({ database }: AdminServices): HandledDeskCall {
  return handleDeskCall(withdrawalRules, async () => ok(settable(await readWithdrawalRules(database))));
}

function setRulesCall({ database }: AdminServices): HandledDeskCall {
  return handleDeskCall(setWithdrawalRules, async ({ fields: { by, resume, ...newRules }, request }) =>
    database.transaction(async (client) => {
      const before = await readWithdrawalRules(client);
      const ruleChanges: Partial<WithdrawalRules> = { ...newRules, ...(resume === true && { paused: '' }) };
      const changed = Object.fromEntries(
        Object.entries(ruleChanges).filter(([name, value]) => before[name as keyof WithdrawalRules] !== value),
      );
      if (Object.keys(changed).length === 0) return refuse(STATUS.stateChanged, '没有改动');
      const rules = { ...before, ...changed };
      const fault = withdrawalRulesFault(rules);
      if (fault !== undefined) return refuseField(fault.field, fault.msg);
      const text = JSON.stringify(changed);
      const signed = signatureOf(request, by);
      await client.query(
        `INSERT INTO withdrawal_rules AS r (body, changed_by, changed_at) VALUES ($1::jsonb, $2, caipu_now_ms())
         ON CONFLICT (one) DO UPDATE SET body = r.body || excluded.body, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
        [text, signed],
      );
      await writeAudit(client, request, { kind: 'payout.rules', body: { rules: text, by: signed } });
      return ok(settable(rules));
    }),
  );
}

/** A withdrawal in a list or on its page. `whole`: with the unmasked real name. */
async function shownWithdrawal(context: AdminServices, item: WithdrawalItem, me: string, secondFen: number, whole = false) {
  const { database, clock } = context;
  const holder = (await realNameOf(context, database, item.user_id)) ?? '';
  return {
    id: item.id,
    orderNo: item.order_no,
    player: item.user_id,
    playerName: item.name,
    holder: whole || holder === '' ? holder : maskRealName(holder),
    account: withdrawalAccountName(item),
    newAccount: item.usable_at > clock.now(),
    amountFen: item.amount,
    feeFen: item.fee,
    step: item.state,
    stepName: stateText(item.state),
    open: item.state === 'requested' || item.state === 'reviewing',
    requestedAt: item.requested_at,
    endedAt: item.ended_at,
    takenBy: item.taken_by ?? '',
    mine: item.taken_in === me,
    firstBy: item.first_by ?? '',
    firstIsMine: item.first_in === me,
    needsTwo: item.amount >= secondFen,
  };
}
