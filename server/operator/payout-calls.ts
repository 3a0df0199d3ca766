/**
 * The review of withdrawals on the operator's desk, below /operator/api/payouts: the queue, what is known of a player, take, approve, refuse
 * with a reason, and the figures that withdrawals follow. What the acts do is in review.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS } from '../../protocol/status.ts';
import { nameMask, realNameOf } from '../accounts/identity.ts';
import type { Context } from '../context.ts';
import { dayStart, productOffset } from '../descriptions/product-clock.ts';
import { accountName } from '../money/payout/accounts.ts';
import { faultOfRules, isSettable, type PayoutRules, payoutRules } from '../money/payout/rules.ts';
import { stepText } from '../money/payout/withdrawals.ts';
import { ok, refuse, refuseField, send } from '../web/call.ts';
import { operatorOf, recordOf } from './guard.ts';
import { mayDo } from './operators.ts';
import { approvedSince, factsOf, itemOf, openReview, type ReviewAct, reviewerOf, WITHDRAWAL_ITEMS, type WithdrawalItem } from './review.ts';

const MOST_LISTED = 200;

export interface PayoutCallOptions {
  readonly context: Context;
  readonly log: (line: string) => void;
  /** Has what was approved paid at once. */
  readonly wake: () => void;
}

/** No control characters. */
const READABLE = '^[^\\p{C}]+$';
const BY = { type: 'string', minLength: 1, maxLength: 40, pattern: READABLE } as const;
const REASON = { type: 'string', minLength: 2, maxLength: 100, pattern: READABLE } as const;
const PARAMS = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const;
const body = (required: readonly string[], properties: object) =>
  ({ params: PARAMS, body: { type: 'object', additionalProperties: false, required, properties } }) as const;

export function registerPayouts(calls: FastifyInstance, { context, log, wake }: PayoutCallOptions): void {
  const { database, clock, publication } = context;
  const base = '/operator/api/payouts';
  const review = openReview({ context, log, wake });
  const today = (at: number) => dayStart(at, productOffset(publication));

  calls.get<{ Querystring: { show?: 'open' | 'ended' } }>(
    base,
    { schema: { querystring: { type: 'object', properties: { show: { enum: ['open', 'ended'] } } } } },
    async (request, reply) => {
      const open = request.query.show !== 'ended';
      const { rows } = await database.query<WithdrawalItem>(
        open
          ? // What is to be decided first: many payments that are under way push none of it out of the list.
            `${WITHDRAWAL_ITEMS} WHERE w.ended_at IS NULL ORDER BY w.state = 'paying', w.requested_at, w.id LIMIT ${MOST_LISTED}`
          : `${WITHDRAWAL_ITEMS} WHERE w.ended_at IS NOT NULL ORDER BY w.ended_at DESC, w.id LIMIT ${MOST_LISTED}`,
      );
      const { rows: counts } = await database.query<{ waiting: number; paying: number }>(
        `SELECT count(*) FILTER (WHERE state <> 'paying')::int AS waiting, count(*) FILTER (WHERE state = 'paying')::int AS paying
           FROM withdrawals WHERE ended_at IS NULL`,
      );
      const rules = await payoutRules(database);
      const session = reviewerOf(request);
      // Whoever decides compares the name with that of the account; nobody else needs more of it than tells two players apart.
      const decides = mayDo(operatorOf(request), 'withdrawals-decide');
      const items = await Promise.all(
        rows.map(async ({ user_id, taken_in, first_in, ...item }) => {
          const holder = (await realNameOf(context, database, user_id)) ?? '';
          return {
            id: item.id,
            userId: user_id,
            userName: item.name,
            holder: decides || holder === '' ? holder : nameMask(holder),
            account: accountName(item),
            newAccount: item.usable_at > clock.now(),
            amountFen: item.amount,
            feeFen: item.fee,
            state: item.state,
            stateText: stepText(item.state),
            requestedAt: item.requested_at,
            endedAt: item.ended_at,
            takenBy: item.taken_by,
            mine: taken_in === session,
            firstBy: item.first_by,
            firstIsMine: first_in === session,
            needsTwo: item.amount >= rules.secondOperatorFen,
            steps: item.steps.map(({ state, ...step }) => ({ text: stepText(state), ...step })),
          };
        }),
      );
      return send(
        reply,
        ok({
          now: clock.now(),
          offsetMs: productOffset(publication),
          rules,
          approvedTodayFen: await approvedSince(database, today(clock.now())),
          waiting: counts[0]?.waiting ?? 0,
          paying: counts[0]?.paying ?? 0,
          items,
        }),
      );
    },
  );

  const done = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply, act: ReviewAct) => {
    const answer = await review(request, request.params.id, act);
    return send(reply, answer.status === STATUS.ok && act.is !== 'approve' ? ok(null) : answer);
  };
  for (const is of ['take', 'release', 'approve'] as const)
    calls.post<{ Params: { id: string }; Body: { by: string } }>(
      `${base}/:id/${is}`,
      { schema: body(['by'], { by: BY }) },
      (request, reply) => done(request, reply, { is, by: request.body.by.trim() }),
    );
  calls.post<{ Params: { id: string }; Body: { by: string; reason: string } }>(
    `${base}/:id/refuse`,
    { schema: body(['by', 'reason'], { by: BY, reason: REASON }) },
    (request, reply) => done(request, reply, { is: 'refuse', by: request.body.by.trim(), reason: request.body.reason.trim() }),
  );
}

/** What came in, was staked and went out of a player who asks for a withdrawal: for who may see amounts. */
export function registerPayoutFacts(calls: FastifyInstance, { context: { database } }: PayoutCallOptions): void {
  calls.get<{ Params: { id: string } }>('/operator/api/payouts/:id', { schema: { params: PARAMS } }, async (request, reply) => {
    const found = await itemOf(database, request.params.id);
    return send(reply, found === undefined ? refuse(STATUS.notFound, '没有这笔提现') : ok(await factsOf(database, found)));
  });
}

/** The figures that withdrawals follow, which an operator sets. */
export function registerPayoutRules(calls: FastifyInstance, { context }: PayoutCallOptions): void {
  const { database } = context;
  calls.put<{ Body: { by: string; rules: Partial<PayoutRules> } }>(
    '/operator/api/payouts/rules',
    {
      schema: {
        body: { type: 'object', additionalProperties: false, required: ['by', 'rules'], properties: { by: BY, rules: { type: 'object' } } },
      },
    },
    async (request, reply) => {
      const by = request.body.by.trim();
      const answer = await database.transaction(async (client) => {
        const before = await payoutRules(client);
        const unknown = Object.keys(request.body.rules).find((name) => !isSettable(name));
        if (unknown !== undefined) return refuseField(unknown.slice(0, 40), '没有这一项');
        const rules = { ...before, ...request.body.rules };
        const fault = faultOfRules(rules);
        if (fault !== undefined) return refuseField(fault.field, fault.msg);
        const text = JSON.stringify(request.body.rules);
        await client.query(
          `INSERT INTO payout_rules AS r (body, changed_by, changed_at) VALUES ($1::jsonb, $2, caipu_now_ms())
           ON CONFLICT (one) DO UPDATE SET body = r.body || excluded.body, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
          [text, by],
        );
        await recordOf(client, request, { kind: 'payout.rules', body: { rules: text, by } });
        return ok({ rules });
      });
      return send(reply, answer);
    },
  );
}
