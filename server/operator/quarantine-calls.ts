/**
 * Quarantine on the operator's desk: what could not be drawn or settled, and what to do about it. GET /operator/api/quarantine lists what
 * waits; POST /operator/api/quarantine/{id}/retry tries one at once, and …/refund gives up on it and gives the stakes back.
 */
import type { FastifyInstance } from 'fastify';
import { STATUS } from '../../protocol/status.ts';
import type { Database } from '../db/database.ts';
import { quarantined } from '../draws/quarantine.ts';
import { ok, refuse, send } from '../web/call.ts';
import { actorOf, recordOf } from './guard.ts';

const MOST_LISTED = 200;
const PARAMS = { type: 'object', properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } } } as const;

export interface QuarantineCallOptions {
  readonly database: Database;
  readonly log: (line: string) => void;
  /** Has settlement look at once. */
  readonly wake: () => void;
}

export function registerQuarantine(calls: FastifyInstance, { database, log, wake }: QuarantineCallOptions): void {
  const base = '/operator/api/quarantine';
  calls.get(base, async (_request, reply) => {
    const { items, count } = await quarantined(database, MOST_LISTED);
    const shown = items.map(({ user_id, held_at, retry_at, amount, ...item }) => ({
      ...item,
      userId: user_id,
      heldAt: held_at,
      retryAt: retry_at,
      amountFen: amount,
    }));
    return send(reply, ok({ items: shown, count }));
  });
  const acts = {
    retry: 'SELECT retry_quarantined($1) > 0 AS done',
    refund: 'SELECT refund_quarantined($1) AS done',
  } as const;
  for (const act of ['retry', 'refund'] as const) {
    const text = acts[act];
    calls.post<{ Params: { id: string } }>(`${base}/:id/${act}`, { schema: { params: PARAMS } }, async (request, reply) => {
      const { id } = request.params;
      // Together with its line in the audit list, or not at all.
      const done = await database.transaction(async (client) => {
        const { rows } = await client.query<{ done: boolean }>(text, [id]);
        if (rows[0]?.done === true) await recordOf(client, request, { kind: `quarantine.${act}`, body: { id: Number(id) } });
        return rows[0]?.done === true;
      });
      if (!done) return send(reply, refuse(STATUS.notFound, '没有这一条，或已处理完毕'));
      log(`operator quarantine ${act}  ${id}  ${actorOf(request)}`);
      wake();
      return send(reply, ok(null));
    });
  }
}
