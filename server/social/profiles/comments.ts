/** Comments and replies under releases and group orders. A reply is a comment with a parent; there is one level of them. */
import type { CommentItem, CommentListModels, ReplyItem } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { MINUTE_MS, DAY_MS, ok, type Querying, refuse, refuseField, announceMessage } from '../../platform/index.ts';
import { emoteFault, emoteOf } from './emotes.ts';
import { PERSON_COLUMNS, PERSON_JOINS, toPerson, type PersonRow } from '../../accounts/index.ts';
import { PROFILE_RULES } from './rules.ts';
import { type ShownSubject, type SubjectKind, subjectKindOf } from './subjects.ts';
import { tidyText, textFault } from './text-filter.ts';

/** The release or group order that a comment is about. */
export interface CommentSubject {
  readonly kind: SubjectKind['kind'];
  readonly id: string;
}

/** The subject that a call names by one of two fields; undefined if the client sent none or both. */
export function commentSubjectOf({ releaseId, hmId }: { readonly releaseId?: string | undefined; readonly hmId?: string | undefined }) {
  if (releaseId !== undefined && hmId === undefined) return { kind: 'release', id: releaseId } as const;
  if (hmId !== undefined && releaseId === undefined) return { kind: 'hm', id: hmId } as const;
  return undefined;
}
export const ONE_SUBJECT_REQUIRED = '请只填写 releaseId 或 hmId 之一';

export const NO_SUBJECT = '方案不存在';
const NO_COMMENT = '评论不存在或已删除';
const CLOSED = `方案结束已超过 ${PROFILE_RULES.comment.closesAfterHours} 小时，不能再评论`;

/** The subject of a comment; undefined if there is none, or the player `asker` may not see it. */
const subjectOf = async (client: Querying, { kind, id }: CommentSubject, asker: number | undefined): Promise<ShownSubject | undefined> =>
  subjectKindOf(kind)?.find(client, id, asker);

interface CommentRow extends PersonRow {
  readonly comment_id: string;
  readonly text: string;
  readonly emote: string | null;
  readonly at: number;
  readonly replies: number;
  readonly parent: string | null;
}
const COLUMNS = `c.id AS comment_id, c.text, c.emote, c.at, c.replies, c.parent, ${PERSON_COLUMNS}`;
const JOINS = `JOIN users u ON u.id = c.user_id ${PERSON_JOINS}`;

const replyOf = (row: CommentRow, asker: number | undefined): ReplyItem => ({
  id: row.comment_id,
  who: toPerson(row),
  text: row.text,
  emote: emoteOf(row.emote),
  at: row.at,
  mine: row.id === asker,
});
const commentOf = (row: CommentRow, replies: readonly ReplyItem[], asker: number | undefined): CommentItem => ({
  ...replyOf(row, asker),
  replyCount: row.replies,
  replies,
});

export interface CommentQuery {
  readonly sort: 'new' | 'hot';
  readonly cursor: string | undefined;
  readonly size: number;
}

const CURSOR = /^(\d{1,16})~([0-9a-f-]{36})$/i;
const ORDER = { new: 'c.at', hot: 'c.replies' } as const;

/** A page of comments with the first replies of each; undefined if the subject does not exist or `asker` may not see it. */
export async function listComments(
  client: Querying,
  about: CommentSubject,
  asker: number | undefined,
  { sort, cursor, size }: CommentQuery,
): Promise<CommentListModels | undefined> {
  const subject = await subjectOf(client, about, asker);
  if (subject === undefined) return undefined;
  const by = ORDER[sort];
  const from = CURSOR.exec(cursor ?? '');
  const { rows } = await client.query<CommentRow>(
    `SELECT ${COLUMNS} FROM comments c ${JOINS}
      WHERE c.kind = $1 AND c.subject = $2 AND c.parent IS NULL AND c.gone_at IS NULL
        AND ($3::bigint IS NULL OR (${by}, c.id) < ($3::bigint, $4::uuid)) ORDER BY ${by} DESC, c.id DESC LIMIT $5`,
    [about.kind, about.id, from?.[1] ?? null, from?.[2] ?? null, size + 1],
  );
  const shown = rows.slice(0, size);
  const [replies, { rows: facts }] = await Promise.all([
    firstReplies(
      client,
      shown.filter(({ replies: count }) => count > 0).map(({ comment_id }) => comment_id),
      asker,
    ),
    client.query<{ now: number; total: number }>(
      `SELECT caipu_now_ms() AS now, (SELECT coalesce(sum(1 + replies), 0)::int FROM comments
          WHERE kind = $1 AND subject = $2 AND parent IS NULL AND gone_at IS NULL) AS total`,
      [about.kind, about.id],
      'comment-facts',
    ),
  ]);
  const last = shown.at(-1);
  const { now = 0, total = 0 } = facts[0] ?? {};
  return {
    items: shown.map((row) => commentOf(row, replies.get(row.comment_id) ?? [], asker)),
    next: rows.length > size && last !== undefined ? `${sort === 'new' ? last.at : last.replies}~${last.comment_id}` : null,
    total,
    open: subject.closesAt === null || now < subject.closesAt,
    closesAt: subject.closesAt,
  };
}

async function firstReplies(
  client: Querying,
  ids: readonly string[],
  asker: number | undefined,
): Promise<ReadonlyMap<string, ReplyItem[]>> {
  const repliesByComment = new Map<string, ReplyItem[]>();
  if (ids.length === 0) return repliesByComment;
  const { rows } = await client.query<CommentRow>(
    `SELECT ${COLUMNS} FROM unnest($1::uuid[]) AS about(id)
       CROSS JOIN LATERAL (SELECT * FROM comments r WHERE r.parent = about.id AND r.gone_at IS NULL ORDER BY r.at, r.id LIMIT $2) c ${JOINS}
      ORDER BY c.at, c.id`,
    [ids, PROFILE_RULES.comment.repliesShown],
    'comment-first-replies',
  );
  for (const row of rows) {
    const list = repliesByComment.get(row.parent ?? '') ?? [];
    list.push(replyOf(row, asker));
    repliesByComment.set(row.parent ?? '', list);
  }
  return repliesByComment;
}

interface Parent extends CommentSubject {
  readonly subject: ShownSubject;
}
/** The subject of a comment that `asker` may see; undefined for a reply and for a removed comment. */
async function parentOf(client: Querying, id: string, asker: number | undefined): Promise<Parent | undefined> {
  const { rows } = await client.query<{ kind: CommentSubject['kind']; subject: string }>(
    'SELECT kind, subject FROM comments WHERE id = $1 AND parent IS NULL AND gone_at IS NULL',
    [id],
    'comment-parent',
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const about = { kind: row.kind, id: row.subject };
  const subject = await subjectOf(client, about, asker);
  return subject === undefined ? undefined : { ...about, subject };
}

/** All replies of a comment, the oldest first. */
export async function listReplies(
  client: Querying,
  commentId: string,
  asker: number | undefined,
  { cursor, size }: Omit<CommentQuery, 'sort'>,
): Promise<{ items: ReplyItem[]; next: string | null } | undefined> {
  if ((await parentOf(client, commentId, asker)) === undefined) return undefined;
  const from = CURSOR.exec(cursor ?? '');
  const { rows } = await client.query<CommentRow>(
    `SELECT ${COLUMNS} FROM comments c ${JOINS} WHERE c.parent = $1 AND c.gone_at IS NULL
        AND ($2::bigint IS NULL OR (c.at, c.id) > ($2::bigint, $3::uuid)) ORDER BY c.at, c.id LIMIT $4`,
    [commentId, from?.[1] ?? null, from?.[2] ?? null, size + 1],
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => replyOf(row, asker)),
    next: rows.length > size && last !== undefined ? `${last.at}~${last.comment_id}` : null,
  };
}

/** The content of a comment or reply: words, an emote, or both. */
interface Said {
  readonly text: string;
  readonly emote?: string | undefined;
}

/** The refusal of a new comment or reply; undefined if it may be written. The transaction holds the player's lock, so the counts are exact. */
async function refusal(
  client: Querying,
  userId: number,
  { text, emote }: Said,
  subject: ShownSubject,
): Promise<Envelope<null> | undefined> {
  const { most, aMinute, aDay } = PROFILE_RULES.comment;
  const length = [...text].length;
  if (length === 0 && emote === undefined) return refuseField('text', '请输入内容');
  if (length > most) return refuseField('text', `最多 ${most} 字，已输入 ${length} 字`);
  const fault = textFault(text);
  if (fault !== undefined) return refuseField('text', fault);
  const missing = emote === undefined ? undefined : await emoteFault(client, userId, emote);
  if (missing !== undefined) return refuseField('emote', missing);
  const { rows } = await client.query<{ now: number; minute: number; day: number }>(
    `SELECT caipu_now_ms() AS now, count(*) FILTER (WHERE at > caipu_now_ms() - ${MINUTE_MS})::int AS minute, count(*)::int AS day
       FROM comments WHERE user_id = $1 AND at > caipu_now_ms() - ${DAY_MS}`,
    [userId],
    'comment-rate',
  );
  const { now = 0, minute = 0, day = 0 } = rows[0] ?? {};
  if (subject.closesAt !== null && now >= subject.closesAt) return refuse(STATUS.stateChanged, CLOSED);
  if (day >= aDay) return refuse(STATUS.limitReached, `24 小时内最多发 ${aDay} 条，请稍后再试`);
  if (minute >= aMinute) return refuse(STATUS.limitReached, `一分钟内最多发 ${aMinute} 条，请稍后再发`);
  return undefined;
}

interface Written extends Said {
  readonly id: string;
}

async function write(
  client: Querying,
  userId: number,
  about: CommentSubject,
  { id, text, emote, parent }: Written & { readonly parent: string | null },
): Promise<CommentRow | undefined> {
  const { rows } = await client.query<CommentRow>(
    `WITH c AS (INSERT INTO comments (id, kind, subject, parent, user_id, text, emote, at) VALUES ($1, $2, $3, $4, $5, $6, $7, caipu_now_ms())
       ON CONFLICT DO NOTHING RETURNING *) SELECT ${COLUMNS} FROM c ${JOINS}`,
    [id, about.kind, about.id, parent, userId, text, emote ?? null],
    'comment-write',
  );
  return rows[0];
}
const USED = refuse(STATUS.stateChanged, '该内容已发表，请刷新查看');

export async function addComment(
  client: Querying,
  userId: number,
  about: CommentSubject,
  { id, text: rawText, emote }: Written,
): Promise<Envelope<CommentItem | null>> {
  const subject = await subjectOf(client, about, userId);
  if (subject === undefined) return refuse(STATUS.notFound, NO_SUBJECT);
  const text = tidyText(rawText);
  const refused = await refusal(client, userId, { text, emote }, subject);
  if (refused !== undefined) return refused;
  const row = await write(client, userId, about, { id, text, emote, parent: null });
  if (row !== undefined) await announceMessage(client, subject.owner);
  return row === undefined ? USED : ok(commentOf(row, [], userId), '已发表');
}

export async function addReply(
  client: Querying,
  userId: number,
  commentId: string,
  { id, text: rawText, emote }: Written,
): Promise<Envelope<ReplyItem | null>> {
  const parent = await parentOf(client, commentId, userId);
  if (parent === undefined) return refuse(STATUS.notFound, NO_COMMENT);
  const text = tidyText(rawText);
  const refused = await refusal(client, userId, { text, emote }, parent.subject);
  if (refused !== undefined) return refused;
  // The update locks the row of the comment, so that no reply is added to a comment that is being removed.
  const { rows } = await client.query<{ user_id: number }>(
    'UPDATE comments SET replies = replies + 1 WHERE id = $1 AND gone_at IS NULL RETURNING user_id',
    [commentId],
    'comment-replied',
  );
  const [answered] = rows;
  if (answered === undefined) return refuse(STATUS.notFound, NO_COMMENT);
  await announceMessage(client, answered.user_id);
  const row = await write(client, userId, parent, { id, text, emote, parent: commentId });
  return row === undefined ? USED : ok(replyOf(row, userId), '已回复');
}

/** Removes a comment or reply, by its `author` or (undefined) by an operator. False if it does not exist, is removed already, or has another author. */
export async function removeComment(client: Querying, id: string, author: number | undefined): Promise<boolean> {
  // Locks the parent before the reply, in the same order as addReply, so that the two cannot deadlock.
  await client.query('SELECT 1 FROM comments WHERE id = (SELECT parent FROM comments WHERE id = $1) FOR UPDATE', [id]);
  const { rows } = await client.query<{ parent: string | null }>(
    `UPDATE comments SET gone_at = caipu_now_ms(), gone_by = CASE WHEN $2::bigint IS NULL THEN 'operator' ELSE 'author' END,
            reports = 0, reported_at = NULL, judged_at = CASE WHEN $2::bigint IS NULL THEN caipu_now_ms() ELSE judged_at END
      WHERE id = $1 AND gone_at IS NULL AND ($2::bigint IS NULL OR user_id = $2) RETURNING parent`,
    [id, author ?? null],
  );
  const [row] = rows;
  if (row === undefined) return false;
  if (row.parent !== null) await client.query('UPDATE comments SET replies = replies - 1 WHERE id = $1', [row.parent]);
  return true;
}

export type ReportReason = 'abuse' | 'fraud' | 'advert' | 'other';

/** Reports a comment or reply that the player can see to the operators. A second report by the same player changes nothing. */
export async function reportComment(
  client: Querying,
  userId: number,
  id: string,
  why: ReportReason,
): Promise<Envelope<{ reported: boolean } | null>> {
  const { rows } = await client.query<{ kind: CommentSubject['kind']; subject: string; user_id: number }>(
    `SELECT c.kind, c.subject, c.user_id FROM comments c LEFT JOIN comments p ON p.id = c.parent
      WHERE c.id = $1 AND c.gone_at IS NULL AND p.gone_at IS NULL`,
    [id],
    'comment-to-report',
  );
  const [row] = rows;
  if (row === undefined || (await subjectOf(client, { kind: row.kind, id: row.subject }, userId)) === undefined)
    return refuse(STATUS.notFound, NO_COMMENT);
  if (row.user_id === userId) return refuseField('id', '自己的评论可以直接删除');
  const { rows: recent } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM comment_reports WHERE user_id = $1 AND at > caipu_now_ms() - ${DAY_MS}`,
    [userId],
    'reports-of-a-day',
  );
  if ((recent[0]?.count ?? 0) >= PROFILE_RULES.reportsADay)
    return refuse(STATUS.limitReached, `24 小时内最多举报 ${PROFILE_RULES.reportsADay} 次，请稍后再试`);
  const { rowCount } = await client.query(
    'INSERT INTO comment_reports (comment_id, user_id, why, at) VALUES ($1, $2, $3, caipu_now_ms()) ON CONFLICT DO NOTHING',
    [id, userId, why],
  );
  if (rowCount === 1)
    await client.query(
      'UPDATE comments SET reports = reports + 1, reported_at = coalesce(reported_at, caipu_now_ms()) WHERE id = $1 AND gone_at IS NULL',
      [id],
    );
  return ok({ reported: true }, '举报已提交，我们会尽快处理');
}
