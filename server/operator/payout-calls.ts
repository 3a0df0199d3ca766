/**
 * The review of withdrawals on the operator's desk, below /operator/api/payouts: the queue, what is known of a player, take, approve, refuse
 * with a reason, and the figures that withdrawals follow. Large amounts are approved by two operators, in sessions and under names of
 * their own. Every act is a line of the audit list, written together with what it does.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import { realNameOf } from '../accounts/identity.ts';
import { type Act, record } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { dayStart, productOffset } from '../descriptions/product-clock.ts';
import { accountName } from '../money/payout/accounts.ts';
import { faultOfRules, isSettable, type PayoutRules, payoutRules } from '../money/payout/rules.ts';
import { clockOf, moveWithdrawal, stepText, type WithdrawalState } from '../money/payout/withdrawals.ts';
import { withdrawableOf } from '../money/turnover.ts';
import { ok, refuse, refuseField, send } from '../web/call.ts';

const MOST_LISTED = 200;
/** One approval at a time looks at what the day's approvals came to. */
const APPROVALS_LOCK = 7218016;

export interface PayoutCallOptions {
  readonly context: Context;
  readonly log: (line: string) => void;
  /** Has what was approved paid at once. */
  readonly wake: () => void;
  readonly tokenOf: (request: FastifyRequest) => string;
}

/** No control characters. */
const READABLE = '^[^\\p{C}]+$';
const BY = { type: 'string', minLength: 1, maxLength: 40, pattern: READABLE } as const;
const REASON = { type: 'string', minLength: 2, maxLength: 100, pattern: READABLE } as const;
const PARAMS = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const;
const body = (required: readonly string[], properties: object) =>
  ({ params: PARAMS, body: { type: 'object', additionalProperties: false, required, properties } }) as const;

interface Item {
  readonly user_id: number;
  readonly name: string;
  readonly id: string;
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

const ITEMS = `SELECT w.*, u.name, a.kind, a.bank, a.shown, a.usable_at,
    (SELECT jsonb_agg(jsonb_build_object('state', s.state, 'at', s.at, 'note', s.note, 'by', s.by) ORDER BY s.n)
       FROM withdrawal_steps s WHERE s.user_id = w.user_id AND s.withdrawal_id = w.id) AS steps
  FROM withdrawals w JOIN users u ON u.id = w.user_id JOIN payout_accounts a ON a.user_id = w.user_id AND a.id = w.account_id`;

export function registerPayouts(calls: FastifyInstance, { context, log, wake, tokenOf }: PayoutCallOptions): void {
  const { database, clock, publication } = context;
  const base = '/operator/api/payouts';
  /** Of a session, so that it can be told from another one and not be used. */
  const sessionOf = (request: FastifyRequest) =>
    createHash('sha256')
      .update(`payouts ${tokenOf(request)}`)
      .digest('hex')
      .slice(0, 32);
  const today = (at: number) => dayStart(at, productOffset(publication));

  calls.get<{ Querystring: { show?: 'open' | 'ended' } }>(
    base,
    { schema: { querystring: { type: 'object', properties: { show: { enum: ['open', 'ended'] } } } } },
    async (request, reply) => {
      const open = request.query.show !== 'ended';
      const { rows } = await database.query<Item>(
        open
          ? `${ITEMS} WHERE w.ended_at IS NULL ORDER BY w.requested_at, w.id LIMIT ${MOST_LISTED}`
          : `${ITEMS} WHERE w.ended_at IS NOT NULL ORDER BY w.ended_at DESC, w.id LIMIT ${MOST_LISTED}`,
      );
      const rules = await payoutRules(database);
      const session = sessionOf(request);
      const items = await Promise.all(
        rows.map(async ({ user_id, taken_in, first_in, ...item }) => ({
          id: item.id,
          userId: user_id,
          userName: item.name,
          holder: (await realNameOf(context, database, user_id)) ?? '',
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
        })),
      );
      return send(
        reply,
        ok({
          now: clock.now(),
          offsetMs: productOffset(publication),
          rules,
          approvedTodayFen: await approvedSince(database, today(clock.now())),
          items,
        }),
      );
    },
  );

  calls.get<{ Params: { id: string } }>(`${base}/:id`, { schema: { params: PARAMS } }, async (request, reply) => {
    const found = await itemOf(database, request.params.id);
    return send(reply, found === undefined ? refuse(STATUS.notFound, '没有这笔提现') : ok(await factsOf(database, found)));
  });

  /** Does one thing to a withdrawal under its player's lock and writes it into the audit list, or neither. */
  async function act(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    work: (client: Querying, item: Item) => Promise<Envelope<unknown> | { readonly act: Act; readonly models?: unknown }>,
  ): Promise<FastifyReply> {
    const answer = await database.transaction(async (client) => {
      const before = await itemOf(client, request.params.id);
      if (before === undefined) return refuse(STATUS.notFound, '没有这笔提现');
      await client.query('SELECT lock_player($1)', [before.user_id]);
      const item = (await itemOf(client, request.params.id)) as Item;
      const done = await work(client, item);
      if (!('act' in done)) return done;
      await record(client, request.ip, done.act);
      log(`operator ${done.act.kind}  ${item.id}  ${request.ip}`);
      return ok(done.models ?? null);
    });
    if (answer.status === STATUS.ok) wake();
    return send(reply, answer);
  }

  const gone = ({ state }: Item) => refuse(STATUS.stateChanged, `这笔提现${stepText(state)}，不能再处理`);
  const others = ({ taken_by }: Item) => refuse(STATUS.stateChanged, `${taken_by ?? '另一位管理员'}正在审核这笔提现，先由他放回或接手`);
  const isOpen = ({ state }: Item) => state === 'requested' || state === 'reviewing';
  const isOthers = (item: Item, request: FastifyRequest) => item.taken_in !== null && item.taken_in !== sessionOf(request);

  calls.post<{ Params: { id: string }; Body: { by: string } }>(`${base}/:id/take`, { schema: body(['by'], { by: BY }) }, (request, reply) =>
    act(request, reply, async (client, item) => {
      const by = request.body.by.trim();
      if (!isOpen(item)) return gone(item);
      if (item.state === 'requested') await moveWithdrawal(client, item.user_id, item.id, ['requested'], 'reviewing', { by });
      await client.query('UPDATE withdrawals SET taken_by = $3, taken_in = $4 WHERE user_id = $1 AND id = $2', [
        item.user_id,
        item.id,
        by,
        sessionOf(request),
      ]);
      return { act: { kind: 'payout.take', body: { withdrawal: item.id, by } } };
    }),
  );

  calls.post<{ Params: { id: string }; Body: { by: string } }>(
    `${base}/:id/release`,
    { schema: body(['by'], { by: BY }) },
    (request, reply) =>
      act(request, reply, async (client, item) => {
        const by = request.body.by.trim();
        if (item.state !== 'reviewing') return gone(item);
        if (isOthers(item, request)) return others(item);
        // What one operator has approved stays with the desk, and waits for the second.
        if (item.first_in === null) await moveWithdrawal(client, item.user_id, item.id, ['reviewing'], 'requested', { by });
        await client.query('UPDATE withdrawals SET taken_by = NULL, taken_in = NULL WHERE user_id = $1 AND id = $2', [
          item.user_id,
          item.id,
        ]);
        return { act: { kind: 'payout.release', body: { withdrawal: item.id, by } } };
      }),
  );

  calls.post<{ Params: { id: string }; Body: { by: string } }>(
    `${base}/:id/approve`,
    { schema: body(['by'], { by: BY }) },
    (request, reply) =>
      act(request, reply, async (client, item) => {
        const by = request.body.by.trim();
        if (!isOpen(item)) return gone(item);
        if (isOthers(item, request)) return others(item);
        const rules = await payoutRules(client);
        const acted = (first: boolean): Act => ({ kind: 'payout.approve', body: { withdrawal: item.id, amount: item.amount, first, by } });
        if (item.amount >= rules.secondOperatorFen) {
          if (item.first_in === null) {
            if (item.state === 'requested') await moveWithdrawal(client, item.user_id, item.id, ['requested'], 'reviewing', { by });
            await client.query(
              'UPDATE withdrawals SET first_by = $3, first_in = $4, taken_by = NULL, taken_in = NULL WHERE user_id = $1 AND id = $2',
              [item.user_id, item.id, by, sessionOf(request)],
            );
            return { act: acted(true), models: { waitsForSecond: true } };
          }
          if (item.first_in === sessionOf(request) || item.first_by?.toLowerCase() === by.toLowerCase())
            return refuse(STATUS.stateChanged, '大额提现要由另一位管理员在自己的登录中再次通过');
        }
        await client.query(`SELECT pg_advisory_xact_lock(${APPROVALS_LOCK})`);
        const at = await clockOf(client);
        if ((await approvedSince(client, today(at))) + item.amount > rules.approvedADayFen)
          return refuse(STATUS.limitReached, '今日打款额度已用完，请调整限额或明日再审');
        await moveWithdrawal(client, item.user_id, item.id, ['requested', 'reviewing'], 'paying', { by });
        return { act: acted(false), models: { waitsForSecond: false } };
      }),
  );

  calls.post<{ Params: { id: string }; Body: { by: string; reason: string } }>(
    `${base}/:id/refuse`,
    { schema: body(['by', 'reason'], { by: BY, reason: REASON }) },
    (request, reply) =>
      act(request, reply, async (client, item) => {
        const by = request.body.by.trim();
        const reason = request.body.reason.trim();
        if (!isOpen(item)) return gone(item);
        if (isOthers(item, request)) return others(item);
        await moveWithdrawal(client, item.user_id, item.id, ['requested', 'reviewing'], 'refused', { note: reason, by });
        return { act: { kind: 'payout.refuse', body: { withdrawal: item.id, reason, by } } };
      }),
  );

  calls.put<{ Body: { by: string; rules: Partial<PayoutRules> } }>(
    `${base}/rules`,
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
        await record(client, request.ip, { kind: 'payout.rules', body: { rules: text, by } });
        return ok({ rules });
      });
      return send(reply, answer);
    },
  );
}

async function itemOf(client: Querying, id: string): Promise<Item | undefined> {
  const { rows } = await client.query<Item>(`${ITEMS} WHERE w.id = $1`, [id]);
  return rows[0];
}

/** What approvals since an instant came to, less what came back. */
async function approvedSince(client: Querying, since: number): Promise<number> {
  const { rows } = await client.query<{ fen: number }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS fen FROM withdrawals WHERE approved_at >= $1::bigint AND state <> 'returned'`,
    [since],
  );
  return rows[0]?.fen ?? 0;
}

/** What an operator looks at before he decides. */
async function factsOf(database: Context['database'], { user_id, id }: Item): Promise<object> {
  const { rows } = await database.query<object>(
    `SELECT u.created_at AS "registeredAt", w.balance_fen AS "walletFen",
            (SELECT coalesce(sum(amount), 0)::bigint FROM transfers WHERE user_id = $1 AND kind = 'recharge') AS "rechargedFen",
            (SELECT coalesce(sum(amount), 0)::bigint FROM transfers WHERE user_id = $1 AND kind = 'bonus') AS "bonusFen",
            (SELECT coalesce(sum(amount), 0)::bigint FROM transfers WHERE user_id = $1 AND kind = 'withdrawPaid') AS "paidFen",
            (SELECT coalesce(sum(amount), 0)::bigint FROM transfers WHERE user_id = $1 AND kind = 'stake') AS "stakedFen",
            (SELECT coalesce(sum(amount), 0)::bigint FROM transfers WHERE user_id = $1 AND kind = 'prize') AS "wonFen",
            (SELECT count(*)::int FROM withdrawals WHERE user_id = $1 AND id <> $2) AS earlier,
            (SELECT count(*)::int FROM withdrawals WHERE user_id = $1 AND id <> $2 AND state IN ('refused', 'returned')) AS "sentBack",
            a.bound_at AS "boundAt"
       FROM users u JOIN wallets w ON w.user_id = u.id JOIN withdrawals x ON x.user_id = u.id AND x.id = $2
       JOIN payout_accounts a ON a.user_id = u.id AND a.id = x.account_id WHERE u.id = $1`,
    [user_id, id],
  );
  const { lockedFen } = await database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [user_id]);
    return withdrawableOf(client, user_id);
  });
  return { ...rows[0], lockedFen };
}
