/**
 * Makes a player's notices out of what happened to him since he looked last: movements of his ledger, players who followed, answered or joined
 * him, logins and bulletins. Nothing is written where these things happen, so that no bet and no settlement pays for a notice; and since each
 * is known by its source, looking twice, or from two processes, makes it once.
 */
import type { Querying } from '../db/database.ts';
import type { Context } from '../context.ts';
import { bulletinsBetween } from './bulletins.ts';
import { NOTICES } from './rules.ts';

const DAY_MS = 86_400_000;

interface Mark {
  readonly movement: number;
  readonly at: number;
  readonly now: number;
  readonly off: readonly string[];
}

/** $1 player, $2 from (unix ms), $3 most of a sort. */
const SOCIAL = `
  (SELECT 'social' AS kind, 'follow' AS code, jsonb_build_object('who', a.user_id) AS vars, 'follow:' || a.user_id || ':' || a.at AS source, a.at
     FROM attention a WHERE a.target = $1 AND a.at > $2 ORDER BY a.at DESC LIMIT $3)
  UNION ALL
  (SELECT 'social', 'reply', jsonb_build_object('who', r.user_id, 'words', r.text, 'emote', r.emote, 'about', r.kind, 'id', r.subject), 'comment:' || r.id, r.at
     FROM comments c JOIN comments r ON r.parent = c.id AND r.gone_at IS NULL AND r.at > $2 AND r.user_id <> $1
    WHERE c.user_id = $1 AND c.at > $2 - $4::bigint AND c.gone_at IS NULL ORDER BY r.at DESC LIMIT $3)
  UNION ALL
  (SELECT 'social', 'comment', jsonb_build_object('who', c.user_id, 'words', c.text, 'emote', c.emote, 'about', c.kind, 'id', c.subject), 'comment:' || c.id, c.at
     FROM (SELECT 'hm' AS kind, id FROM hm_orders WHERE initiator = $1 AND started_at > $2 - $4::bigint
           UNION ALL SELECT 'release', id FROM releases WHERE user_id = $1 AND released_at > $2 - $4::bigint) mine
     JOIN comments c ON c.kind = mine.kind AND c.subject = mine.id AND c.parent IS NULL AND c.gone_at IS NULL AND c.at > $2 AND c.user_id <> $1
    ORDER BY c.at DESC LIMIT $3)
  UNION ALL
  (SELECT 'social', 'join', jsonb_build_object('who', j.user_id, 'shares', j.shares, 'amount', j.amount, 'id', h.id), 'join:' || j.id, j.placed_at
     FROM hm_orders h JOIN hm_joins j ON j.hm_id = h.id AND j.user_id <> $1 AND j.placed_at > $2
    WHERE h.initiator = $1 AND h.started_at > $2 - $4::bigint ORDER BY j.placed_at DESC LIMIT $3)
  UNION ALL
  (SELECT 'system', 'device', jsonb_build_object('device', s.device), 'session:' || s.id, s.created_at
     FROM sessions s WHERE s.user_id = $1 AND s.new_device AND s.created_at > $2 ORDER BY s.created_at DESC LIMIT $3)`;

/** The caller's transaction holds the player's lock. */
export async function makeNotices(client: Querying, userId: number, publication: Context['publication']): Promise<void> {
  const { rows } = await client.query<Mark>(
    `WITH begun AS (INSERT INTO notice_marks (user_id, at)
       SELECT id, greatest(created_at - 1, caipu_now_ms() - $2::bigint) FROM users WHERE id = $1 ON CONFLICT DO NOTHING RETURNING *)
     SELECT m.movement, m.at, m.off, caipu_now_ms() AS now FROM (SELECT * FROM begun UNION ALL SELECT * FROM notice_marks WHERE user_id = $1) m LIMIT 1`,
    [userId, NOTICES.firstDays * DAY_MS],
    'notice-mark',
  );
  const [mark] = rows;
  if (mark === undefined) return;
  const since = mark.at - NOTICES.overlapMs;
  await client.query(
    `WITH moved AS (
       SELECT t.seq, t.kind AS code, t.reason, t.amount, t.unit, t.ref, t.at, o.game, o.issue,
              CASE WHEN t.kind = 'refund' AND t.reason IN ('stop', 'cancel') THEN o.parent END AS chase
         FROM transfers t LEFT JOIN orders o ON o.user_id = t.user_id AND o.id = t.ref
        WHERE t.user_id = $1 AND t.seq > $2 AND t.at > $3 AND t.kind = ANY ($4::text[]) ORDER BY t.seq DESC LIMIT $6),
     -- A chase that stops gives back each issue that is left, in one transaction: a hundred movements are one thing to be told of.
     made AS (
       SELECT code, coalesce('chase:' || chase || ':' || reason, 'movement:' || max(seq)) AS source, max(at) AS at,
              jsonb_build_object('movement', code, 'reason', reason, 'amount', sum(amount), 'unit', unit, 'ref', min(ref::text), 'seq', max(seq),
                'game', min(game), 'issue', min(issue), 'chase', chase, 'issues', count(*)) AS vars
         FROM moved GROUP BY code, reason, unit, chase, CASE WHEN chase IS NULL THEN seq END)
     INSERT INTO notices (user_id, kind, code, vars, source, at)
     SELECT $1, k.kind, m.code, m.vars, m.source, m.at FROM made m JOIN unnest($4::text[], $5::text[]) AS k(code, kind) USING (code)
     WHERE k.kind <> ALL ($7::text[]) ON CONFLICT DO NOTHING`,
    [
      userId,
      Math.max(0, mark.movement - NOTICES.overlapMovements),
      mark.movement > 0 ? since - NOTICES.overlapMs : since,
      Object.keys(NOTICES.movements),
      Object.values(NOTICES.movements).map(({ kind }) => kind),
      NOTICES.atOnce,
      mark.off,
    ],
    'notice-movements',
  );
  await client.query(
    `INSERT INTO notices (user_id, kind, code, vars, source, at)
     SELECT $1, s.kind, s.code, s.vars, s.source, s.at FROM (${SOCIAL}) s WHERE s.kind <> ALL ($5::text[]) ON CONFLICT DO NOTHING`,
    [userId, since, NOTICES.atOnce, NOTICES.keepDays * DAY_MS, mark.off],
    'notice-social',
  );
  // A bulletin is for whoever is here on its day or later, as long as its message would be kept: else it came again when that was forgotten.
  const told = bulletinsBetween(publication, mark.now - NOTICES.keepDays * DAY_MS, mark.now);
  if (!mark.off.includes('system'))
    await client.query(
      `INSERT INTO notices (user_id, kind, code, vars, source, at)
       SELECT $1, 'system', 'bulletin', jsonb_build_object('id', b.id), 'bulletin:' || b.id, b.at FROM unnest($2::text[], $3::bigint[]) AS b(id, at)
       ON CONFLICT DO NOTHING`,
      [userId, told.map(({ id }) => id), told.map(({ at }) => at)],
      'notice-bulletins',
    );
  await client.query(
    `UPDATE notice_marks SET at = $2, movement = greatest(movement, (SELECT coalesce(max(seq), 0) FROM transfers WHERE user_id = $1)) WHERE user_id = $1`,
    [userId, mark.now],
    'notice-marked',
  );
}
