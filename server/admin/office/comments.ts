/**
 * Comments in the back office: the list of reported ones, most reports first, the list of removed ones, and the acts on them. Each act
 * writes a row of the audit list in the same transaction.
 */
import { deskComments, keepComment, takeDownComment } from '../../../protocol/desk/comments.ts';
import { STATUS } from '../../../protocol/status.ts';
import { productOffset } from '../../catalog/index.ts';
import { ok, refuse } from '../../platform/index.ts';
import { plainText, removeComment } from '../../social/index.ts';
import { auditActorOf, writeAudit, signatureOf } from '../guard.ts';
import type { AdminServices } from '../services.ts';
import { type HandledDeskCall, handleDeskCall } from './handle.ts';

const MOST_LISTED = 200;

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
  /** Number of the author's other comments that operators removed. */
  readonly taken_before: number;
  readonly judged_at: number | null;
  readonly reasons: Readonly<Record<string, number>> | null;
}

/** Comments with the number of their reports by reason. For reported comments only reports since an operator's last decision count. */
const ROWS = `SELECT c.id, c.kind, c.subject, c.parent IS NOT NULL AS reply, c.text, c.emote, c.at, c.user_id, u.name, p.nickname, c.judged_at,
    (SELECT count(*)::int FROM comments o WHERE o.user_id = c.user_id AND o.gone_by = 'operator' AND o.id <> c.id) AS taken_before,
    (SELECT jsonb_object_agg(r.why, r.n) FROM (SELECT why, count(*)::int AS n FROM comment_reports
       WHERE comment_id = c.id AND ($2 = 'taken' OR at > coalesce(c.judged_at, 0)) GROUP BY why) r) AS reasons
  FROM comments c JOIN users u ON u.id = c.user_id LEFT JOIN profiles p ON p.user_id = c.user_id`;
const WHICH = {
  reported: `WHERE c.reports > 0 ORDER BY c.reports DESC, c.reported_at, c.id`,
  taken: `WHERE c.gone_by = 'operator' ORDER BY c.gone_at DESC, c.id`,
} as const;

export interface CommentDeskOptions {
  readonly context: AdminServices;
  readonly log: (line: string) => void;
}

export function commentCalls({ context, log }: CommentDeskOptions): HandledDeskCall[] {
  const { database, publication } = context;
  return [
    handleDeskCall(deskComments, async ({ fields: { show } }) => {
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
      return ok({ offsetMs: productOffset(publication), items });
    }),

    handleDeskCall(takeDownComment, async ({ fields: { id, by }, request }) => {
      const done = await database.transaction(async (client) => {
        if (!(await removeComment(client, id, undefined))) return false;
        await writeAudit(client, request, { kind: 'comment.take-down', body: { comment: id, by: signatureOf(request, by) } });
        return true;
      });
      if (!done) return refuse(STATUS.notFound, '这条已经不在了');
      log(`operator comment take-down  ${id}  ${auditActorOf(request)}`);
      return ok(null);
    }),

    handleDeskCall(keepComment, async ({ fields: { id, by }, request }) => {
      const done = await database.transaction(async (client) => {
        const { rowCount } = await client.query(
          'UPDATE comments SET reports = 0, reported_at = NULL, judged_at = caipu_now_ms() WHERE id = $1 AND reports > 0 AND gone_at IS NULL',
          [id],
        );
        if (rowCount === 0) return false;
        await writeAudit(client, request, { kind: 'comment.keep', body: { comment: id, by: signatureOf(request, by) } });
        return true;
      });
      if (!done) return refuse(STATUS.notFound, '这条没有等待处理的举报');
      log(`operator comment keep  ${id}  ${auditActorOf(request)}`);
      return ok(null);
    }),
  ];
}
