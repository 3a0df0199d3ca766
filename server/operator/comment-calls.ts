/**
 * Comments on the operator's desk, below /operator/api/comments: what was reported, the most often reported first, what was taken down, and
 * what to do about it. Every act is a line of the audit list, written together with what it does.
 */
import type { FastifyInstance } from 'fastify';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import { productOffset } from '../descriptions/product-clock.ts';
import { takeAway } from '../people/comments.ts';
import { plainText } from '../people/emotes.ts';
import { ok, refuse, send } from '../web/call.ts';
import { actorOf, recordOf } from './guard.ts';

const MOST_LISTED = 200;
const PARAMS = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const;
const BY = { type: 'string', minLength: 1, maxLength: 40, pattern: '^[^\\p{C}]+$' } as const;
const ACT = { params: PARAMS, body: { type: 'object', additionalProperties: false, required: ['by'], properties: { by: BY } } } as const;
const SHOW = { type: 'object', properties: { show: { enum: ['reported', 'taken'] } } } as const;

interface Row {
  readonly id: string;
  readonly kind: 'release' | 'hm';
  readonly subject: string;
  readonly reply: boolean;
  readonly text: string;
  readonly emote: string | null;
  readonly at: number;
  readonly user_id: number;
  readonly name: string;
  readonly nickname: string | null;
  /** Taken down before, by an operator. */
  readonly taken_before: number;
  readonly judged_at: number | null;
  readonly reasons: Readonly<Record<string, number>> | null;
}

/** Reports since an operator looked last. */
const ROWS = `SELECT c.id, c.kind, c.subject, c.parent IS NOT NULL AS reply, c.text, c.emote, c.at, c.user_id, u.name, p.nickname, c.judged_at,
    (SELECT count(*)::int FROM comments o WHERE o.user_id = c.user_id AND o.gone_by = 'operator' AND o.id <> c.id) AS taken_before,
    (SELECT jsonb_object_agg(r.why, r.n) FROM (SELECT why, count(*)::int AS n FROM comment_reports
       WHERE comment_id = c.id AND ($2 = 'taken' OR at > coalesce(c.judged_at, 0)) GROUP BY why) r) AS reasons
  FROM comments c JOIN users u ON u.id = c.user_id LEFT JOIN profiles p ON p.user_id = c.user_id`;
const WHICH = {
  reported: `WHERE c.reports > 0 ORDER BY c.reports DESC, c.reported_at, c.id`,
  taken: `WHERE c.gone_by = 'operator' ORDER BY c.gone_at DESC, c.id`,
} as const;

export interface CommentCallOptions {
  readonly context: Context;
  readonly log: (line: string) => void;
}

export function registerComments(calls: FastifyInstance, { context, log }: CommentCallOptions): void {
  const { database, publication } = context;
  const base = '/operator/api/comments';

  calls.get<{ Querystring: { show?: keyof typeof WHICH } }>(base, { schema: { querystring: SHOW } }, async (request, reply) => {
    const show = request.query.show ?? 'reported';
    const { rows } = await database.query<Row>(`${ROWS} ${WHICH[show]} LIMIT $1`, [MOST_LISTED, show]);
    const items = rows.map(({ user_id, name, nickname, taken_before, judged_at, reasons, text, emote, ...row }) => ({
      ...row,
      text: plainText(text, emote),
      userId: user_id,
      userName: nickname ?? name,
      takenBefore: taken_before,
      judgedAt: judged_at,
      reasons: reasons ?? {},
    }));
    return send(reply, ok({ offsetMs: productOffset(publication), items }));
  });

  calls.post<{ Params: { id: string }; Body: { by: string } }>(`${base}/:id/take-down`, { schema: ACT }, async (request, reply) => {
    const { id } = request.params;
    const { by } = request.body;
    const done = await database.transaction(async (client) => {
      if (!(await takeAway(client, id, undefined))) return false;
      await recordOf(client, request, { kind: 'comment.take-down', body: { comment: id, by } });
      return true;
    });
    if (!done) return send(reply, refuse(STATUS.notFound, '这条已经不在了'));
    log(`operator comment take-down  ${id}  ${actorOf(request)}`);
    return send(reply, ok(null));
  });

  calls.post<{ Params: { id: string }; Body: { by: string } }>(`${base}/:id/keep`, { schema: ACT }, async (request, reply) => {
    const { id } = request.params;
    const { by } = request.body;
    const done = await database.transaction(async (client) => {
      const { rowCount } = await client.query(
        'UPDATE comments SET reports = 0, reported_at = NULL, judged_at = caipu_now_ms() WHERE id = $1 AND reports > 0 AND gone_at IS NULL',
        [id],
      );
      if (rowCount === 0) return false;
      await recordOf(client, request, { kind: 'comment.keep', body: { comment: id, by } });
      return true;
    });
    if (!done) return send(reply, refuse(STATUS.notFound, '这条没有等待处理的举报'));
    log(`operator comment keep  ${id}  ${actorOf(request)}`);
    return send(reply, ok(null));
  });
}
