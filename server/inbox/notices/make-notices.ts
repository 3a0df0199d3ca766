/**
 * A player's notices, derived from events: movements of the ledger, new followers, answers and joins, logins and bulletins.
 * Nothing is written where these things happen, so that no bet and no settlement pays for a notice. A reader gets stored and due
 * notices (`dueNotices`). `makeNotices` stores them when the player acts on one, before a push, and now and then while the player is
 * connected. Each is known by its source: making twice, or from two processes, makes it once.
 */
import { DAY_MS } from '../../platform/index.ts';
import type { Querying } from '../../platform/index.ts';
import type { InboxServices } from '../services.ts';
import { orderJoinSql } from '../../ledger/index.ts';
import { bulletinsBetween } from './bulletins.ts';
import { NOTICE_RULES } from './rules.ts';
import type { NoticeRow } from './shown-notices.ts';

interface Progress {
  readonly movement: number;
  readonly at: number;
  readonly now: number;
  readonly off: readonly string[];
}

/** $1 player, $2 from (unix ms), $3 most of a sort. */
const SOCIAL = `
  (SELECT 'social' AS kind, 'follow' AS code, jsonb_build_object('who', a.user_id) AS vars, 'follow:' || a.user_id || ':' || a.at AS source, a.at
     FROM followed_players a WHERE a.target = $1 AND a.at > $2 ORDER BY a.at DESC LIMIT $3)
  UNION ALL
  (SELECT 'social', 'reply', jsonb_build_object('who', r.user_id, 'words', r.text, 'emote', r.emote, 'about', r.kind, 'id', r.subject), 'comment:' || r.id, r.at
     FROM comments c JOIN comments r ON r.parent = c.id AND r.gone_at IS NULL AND r.at > $2 AND r.user_id <> $1
    WHERE c.user_id = $1 AND c.at > $2 - $4::bigint AND c.gone_at IS NULL ORDER BY r.at DESC LIMIT $3)
  UNION ALL
  (SELECT 'social', 'comment', jsonb_build_object('who', c.user_id, 'words', c.text, 'emote', c.emote, 'about', c.kind, 'id', c.subject), 'comment:' || c.id, c.at
     FROM (SELECT 'hm' AS kind, id FROM group_buy_orders WHERE initiator = $1 AND started_at > $2 - $4::bigint
           UNION ALL SELECT 'release', id FROM releases WHERE user_id = $1 AND released_at > $2 - $4::bigint) mine
     JOIN comments c ON c.kind = mine.kind AND c.subject = mine.id AND c.parent IS NULL AND c.gone_at IS NULL AND c.at > $2 AND c.user_id <> $1
    ORDER BY c.at DESC LIMIT $3)
  UNION ALL
  (SELECT 'social', 'join', jsonb_build_object('who', j.user_id, 'shares', j.shares, 'amount', j.amount, 'id', h.id), 'join:' || j.id, j.placed_at
     FROM group_buy_orders h JOIN group_buy_joins j ON j.group_buy_id = h.id AND j.user_id <> $1 AND j.placed_at > $2
    WHERE h.initiator = $1 AND h.started_at > $2 - $4::bigint ORDER BY j.placed_at DESC LIMIT $3)
  UNION ALL
  (SELECT 'system', 'device', jsonb_build_object('device', s.device), 'session:' || s.id, s.created_at
     FROM sessions s WHERE s.user_id = $1 AND s.new_device AND s.created_at > $2 ORDER BY s.created_at DESC LIMIT $3)`;

/**
 * What is due, in the columns of notices. $1 player, $2 from (unix ms), $3 most of a sort, $4 how long is kept, $5 kinds that are off, $6 the
 * movement from which on is looked, $7 from when on (unix ms), $8 and $9 kinds of movements and of their notices, $10 and $11 bulletins.
 */
const DUE = `
  SELECT d.kind, d.code, d.vars, d.source, d.at FROM (
    SELECT s.kind, s.code, s.vars, s.source, s.at FROM (${SOCIAL}) s
    UNION ALL
    SELECT k.kind, m.code, m.vars, m.source, m.at FROM (
      -- A chase that stops gives back each issue that is left, in one transaction: a hundred movements are one thing to be told of.
      SELECT code, coalesce('chase:' || chase || ':' || reason, 'movement:' || max(seq)) AS source, max(at) AS at,
             jsonb_build_object('movement', code, 'reason', reason, 'amount', sum(amount), 'unit', unit, 'ref', min(ref::text), 'seq', max(seq),
               'game', min(game), 'issue', min(issue), 'chase', chase, 'issues', count(*)) AS vars
        FROM (
          SELECT t.seq, t.kind AS code, t.reason, t.amount, t.unit, t.ref, t.at, o.game, o.issue,
                 CASE WHEN t.kind = 'refund' AND t.reason IN ('stop', 'cancel') THEN o.parent END AS chase
            FROM (
              -- A player who looks for the first time may have years behind him: found by walking back, so that they are not read.
              SELECT * FROM movements t
               WHERE t.user_id = $1 AND t.at > $7 AND t.kind = ANY ($8::text[])
                 AND t.seq > greatest($6::bigint, (SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.at <= $7 ORDER BY b.seq DESC LIMIT 1))
               ORDER BY t.seq DESC LIMIT $3) t
            ${orderJoinSql('$1', 't.ref')}) moved
       GROUP BY code, reason, unit, chase, CASE WHEN chase IS NULL THEN seq END) m JOIN unnest($8::text[], $9::text[]) AS k(code, kind) USING (code)
    UNION ALL
    SELECT 'system', 'bulletin', jsonb_build_object('id', b.id), 'bulletin:' || b.id, b.at FROM unnest($10::text[], $11::bigint[]) AS b(id, at)) d
   WHERE d.kind <> ALL ($5::text[]) AND NOT EXISTS (SELECT 1 FROM notices n WHERE n.user_id = $1 AND n.source = d.source)`;

/** Up to where the player's notices are made; undefined: there is no such player. */
async function progressOf(client: Querying, userId: number): Promise<Progress | undefined> {
  const { rows } = await client.query<Progress>(
    `SELECT coalesce(m.movement, 0) AS movement, coalesce(m.at, greatest(u.created_at - 1, t.now - $2::bigint)) AS at,
            coalesce(m.off, '{}') AS off, t.now
       FROM users u CROSS JOIN (SELECT caipu_now_ms() AS now) t LEFT JOIN notice_progress m ON m.user_id = u.id WHERE u.id = $1`,
    [userId, NOTICE_RULES.firstDays * DAY_MS],
    'notice-progress',
  );
  return rows[0];
}

function valuesOf(userId: number, progress: Progress, publication: InboxServices['publication']): unknown[] {
  const since = progress.at - NOTICE_RULES.overlapMs;
  // A bulletin goes to players that are here within the time for which messages are stored: later it would come again after its deletion.
  const bulletins = bulletinsBetween(publication, progress.now - NOTICE_RULES.keepDays * DAY_MS, progress.now);
  return [
    userId,
    since,
    NOTICE_RULES.atOnce,
    NOTICE_RULES.keepDays * DAY_MS,
    progress.off,
    Math.max(0, progress.movement - NOTICE_RULES.overlapMovements),
    progress.movement > 0 ? since - NOTICE_RULES.overlapMs : since,
    Object.keys(NOTICE_RULES.movements),
    Object.values(NOTICE_RULES.movements).map(({ kind }) => kind),
    bulletins.map(({ id }) => id),
    bulletins.map(({ at }) => at),
  ];
}

/**
 * The number of a notice that is not made yet: above all of the table, and the same whenever it is read, so that a list leads on from it and
 * the player can say which one he means.
 */
const NUMBER = '900000000000000 + (hashtextextended(source, 0) & 35184372088831)';

/** The row of a number: one that was made, also after it was read as due. $1 player. */
export const noticeNumberIs = (parameter: string): string => `(seq = ${parameter}::bigint OR ${NUMBER} = ${parameter}::bigint)`;

/** Notices that are due and not made. It only reads. */
export async function dueNotices(client: Querying, userId: number, publication: InboxServices['publication']): Promise<NoticeRow[]> {
  const progress = await progressOf(client, userId);
  if (progress === undefined) return [];
  const { rows } = await client.query<NoticeRow>(
    `SELECT ${NUMBER} AS seq, kind, code, vars, at, false AS read FROM (${DUE}) d`,
    valuesOf(userId, progress, publication),
    'notices-due',
  );
  return rows;
}

/** Makes what is due. The caller's transaction holds the player's lock. */
export async function makeNotices(client: Querying, userId: number, publication: InboxServices['publication']): Promise<void> {
  const progress = await progressOf(client, userId);
  if (progress === undefined) return;
  await client.query(
    `INSERT INTO notices (user_id, kind, code, vars, source, at) SELECT $1, d.* FROM (${DUE}) d ORDER BY d.at ON CONFLICT DO NOTHING`,
    valuesOf(userId, progress, publication),
    'notices-make',
  );
  await client.query(
    `INSERT INTO notice_progress AS m (user_id, at, movement) VALUES ($1, $2, (SELECT coalesce(max(seq), 0) FROM movements WHERE user_id = $1))
     ON CONFLICT (user_id) DO UPDATE SET at = excluded.at, movement = greatest(m.movement, excluded.movement)`,
    [userId, progress.now],
    'notice-marked',
  );
}
