/**
 * The background job of pushes. It has three kinds of steps, and any process may do each:
 *
 *   find   reads the outbox for events of players with a subscription; one process at a time.
 *   make   makes the messages of one such player, under the player's lock, and writes a push for each phone: once, since the same transaction
 *          moves the mark of progress. Messages by e-mail are noted and written later (mail.ts).
 *   send   claims due pushes and hands them to the push services. An accepted push is deleted; one that was under way when a process was
 *          killed is sent again after a minute and replaces the first one on the phone.
 */
import type { InboxServices } from '../services.ts';
import {
  MINUTE_MS,
  type Database,
  isDatabaseDown,
  type RunningJob,
  type Log,
  type Querying,
  errorText,
  startJob,
  pollDelay,
} from '../../platform/index.ts';
import { bulletinsBetween } from '../notices/bulletins.ts';
import { makeNotices } from '../notices/make-notices.ts';
import { sendDueMail, scheduleMail } from './mail.ts';
import { pushText } from './text.ts';
import { PUSH_RULES } from './rules.ts';
import type { PushAddress, PushService } from './service.ts';
import { ADDRESS_SEAL } from './subscriptions.ts';

/** Real ms between two looks. */
const LOOK_EVERY = 2_000;
/** Rows of the outbox of one step. */
const ROWS = 20_000;
/** Pushes that are under way from one process at once. */
const AT_ONCE = 10;
/** Real ms after which a push that somebody took is anybody's again: longer than a push service is waited for. */
const CLAIM_MS = 60_000;

/**
 * Marks the players that are due for messages. Returns whether there may be more events. It reads up to the oldest running
 * transaction, as the streams of events do (server/platform/stream/hub.ts).
 */
export async function findDuePlayers({ database, publication }: Pick<InboxServices, 'database' | 'publication'>): Promise<boolean> {
  const anybody = await database.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM push_subscriptions) OR EXISTS (SELECT 1 FROM push_players WHERE mail_kinds <> '{}') AS any`,
    [],
    'push-anybody',
  );
  if (anybody.rows[0]?.any !== true) return false;
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ bulletins_at: number; now: number }>(
      'SELECT bulletins_at, caipu_now_ms() AS now FROM push_progress WHERE id = 1 FOR UPDATE SKIP LOCKED',
      [],
      'push-work',
    );
    const [work] = rows;
    if (work === undefined) return false;
    const hasBulletins = bulletinsBetween(publication, work.bulletins_at, work.now).length > 0;
    const { rows: passes } = await client.query<{ seen: number }>(
      `WITH edge AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS upto),
            mark AS (SELECT w.seq, least(w.tx, e.upto) AS tx, e.upto FROM push_progress w, edge e WHERE w.id = 1),
            seen AS (SELECT o.tx, o.seq, o.user_id FROM mark m CROSS JOIN LATERAL (
                       SELECT o.tx, o.seq, o.user_id FROM outbox o WHERE o.tx >= m.tx AND (o.tx, o.seq) > (m.tx, m.seq) AND o.tx < m.upto
                        ORDER BY o.tx, o.seq LIMIT ${ROWS}) o),
            due AS (UPDATE push_players p SET due = true
                     WHERE NOT p.due AND ($1 OR p.user_id IN (SELECT user_id FROM seen))
                       AND (p.mail_kinds <> '{}' OR EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.user_id = p.user_id)))
       UPDATE push_progress SET bulletins_at = $2,
              tx = CASE WHEN last.n = ${ROWS} THEN last.tx ELSE last.upto END, seq = CASE WHEN last.n = ${ROWS} THEN last.seq ELSE 0 END
         FROM (SELECT (SELECT count(*) FROM seen)::int AS n, l.tx, l.seq, m.upto
                 FROM mark m LEFT JOIN LATERAL (SELECT tx, seq FROM seen ORDER BY tx DESC, seq DESC LIMIT 1) l ON true) last
        WHERE id = 1 RETURNING last.n AS seen`,
      [hasBulletins, work.now],
      'push-find',
    );
    return (passes[0]?.seen ?? 0) === ROWS;
  });
}

/** Makes the messages of one player and writes what is to be pushed of them. False: nobody is due. */
export async function makePlayerNotices({ database, publication }: Pick<InboxServices, 'database' | 'publication'>): Promise<boolean> {
  const { rows } = await database.query<{ user_id: number }>(
    'SELECT user_id FROM push_players WHERE due ORDER BY user_id LIMIT 1',
    [],
    'push-due',
  );
  const userId = rows[0]?.user_id;
  if (userId === undefined) return false;
  await database.transaction(async (client) => {
    // The player's lock first, as everywhere; a process that waited for it finds nothing left to do.
    await client.query('SELECT lock_player($1)', [userId]);
    const { rowCount } = await client.query('UPDATE push_players SET due = false WHERE user_id = $1 AND due', [userId], 'push-taken');
    if (rowCount === 0) return;
    await makeNotices(client, userId, publication);
    await writePushes(client, userId);
    await scheduleMail(client, userId);
  });
  return true;
}

async function writePushes(client: Querying, userId: number): Promise<void> {
  await client.query(
    `WITH mark AS (SELECT p.upto, p.off, EXISTS (SELECT 1 FROM limited_players b WHERE b.user_id = $1 AND b.blocked_until > caipu_now_ms()) AS away
                     FROM push_players p WHERE p.user_id = $1),
          fresh AS (SELECT n.seq FROM notices n, mark m
                     WHERE n.user_id = $1 AND n.seq > m.upto AND NOT n.gone AND NOT n.read AND n.at > caipu_now_ms() - $2::bigint
                       AND n.kind <> ALL (m.off) AND (NOT m.away OR n.code = ANY ($3::text[]))),
          parts AS (SELECT array_agg(seq ORDER BY seq) AS seqs FROM fresh
                     GROUP BY CASE WHEN (SELECT count(*) FROM fresh) > $4 THEN 0 ELSE seq END),
          written AS (INSERT INTO pushes (subscription, user_id, seqs, upto, next_at, made_at)
                      SELECT s.id, $1, parts.seqs, (SELECT max(seq) FROM unnest(parts.seqs) seq), real_now_ms(), real_now_ms()
                        FROM parts CROSS JOIN push_subscriptions s WHERE s.user_id = $1 ON CONFLICT DO NOTHING)
     UPDATE push_players SET upto = greatest(upto, (SELECT coalesce(max(seq), 0) FROM notices WHERE user_id = $1)) WHERE user_id = $1`,
    [userId, PUSH_RULES.freshMinutes * MINUTE_MS, PUSH_RULES.whileAway, PUSH_RULES.single],
    'push-write',
  );
}

interface Due {
  readonly id: number;
  readonly subscription: number;
  readonly user_id: number;
  readonly seqs: readonly number[];
  readonly upto: number;
  readonly tries: number;
  readonly made_at: number;
  readonly now: number;
  readonly address_sealed: string;
  /** Its login is honoured no more. */
  readonly ended: boolean;
}

/** Sends some due pushes. Returns their number. */
export async function sendDuePushes(parts: InboxServices, service: PushService, log: Log): Promise<number> {
  const { rows } = await parts.database.query<Due>(
    `UPDATE pushes p SET tries = p.tries + 1, next_at = real_now_ms() + ${CLAIM_MS}
       FROM push_subscriptions s JOIN sessions e ON e.token_hash = s.session
      WHERE s.id = p.subscription AND p.id IN (
        SELECT id FROM pushes WHERE next_at <= real_now_ms() ORDER BY next_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING p.id, p.subscription, p.user_id, p.seqs, p.upto, p.tries, p.made_at, real_now_ms() AS now, s.address_sealed,
               e.expires_at <= caipu_now_ms() AS ended`,
    [],
    'push-claim',
  );
  await Promise.all(rows.map((row) => sendOne(parts, service, log, row)));
  return rows.length;
}

async function sendOne(parts: InboxServices, service: PushService, log: Log, row: Due): Promise<void> {
  const { database, encryption } = parts;
  const deletePush = (): Promise<unknown> => database.query('DELETE FROM pushes WHERE id = $1', [row.id], 'push-done');
  const deleteSubscription = (): Promise<unknown> =>
    database.query('DELETE FROM push_subscriptions WHERE id = $1', [row.subscription], 'push-remove');
  if (row.ended || row.made_at + PUSH_RULES.ttlSeconds * 1_000 < row.now) return void (await deletePush());
  // Read only now: messages that were read or deleted in the app meanwhile are not pushed.
  const message = await pushText(parts, row.user_id, row.seqs);
  if (message === undefined) return void (await deletePush());
  const address = JSON.parse(encryption.open(ADDRESS_SEAL.purpose, row.address_sealed)) as PushAddress;
  const outcome = await service.send(address, Buffer.from(JSON.stringify(message)), message.tag);
  if (outcome.is === 'gone') return void (await deleteSubscription());
  if (outcome.is === 'taken') {
    await database.query('UPDATE push_subscriptions SET given_up = 0 WHERE id = $1 AND given_up > 0', [row.subscription], 'push-works');
    return void (await deletePush());
  }
  const wait = outcome.is === 'later' ? PUSH_RULES.waitSeconds[row.tries - 1] : undefined;
  if (outcome.is === 'later' && wait !== undefined) {
    const waitMs = Math.max(wait * 1_000, outcome.waitMs ?? 0);
    return void (await database.query('UPDATE pushes SET next_at = real_now_ms() + $2 WHERE id = $1', [row.id, waitMs], 'push-later'));
  }
  log(`push ${row.id} was given up: ${outcome.why}`, { level: 'warn' });
  const { rows } = await database.query<{ given_up: number }>(
    'UPDATE push_subscriptions SET given_up = given_up + 1 WHERE id = $1 RETURNING given_up',
    [row.subscription],
    'push-given-up',
  );
  await ((rows[0]?.given_up ?? 0) >= PUSH_RULES.givenUpBeforeGone ? deleteSubscription() : deletePush());
}

/** The loops of a process: one finds and makes, the other sends, so that a slow push service keeps nobody's messages from being made. */
export function startPushing(context: InboxServices, log: Log, begin?: Promise<void>): RunningJob {
  const database: Database = context.database.forJob('feed');
  const parts: InboxServices = { ...context, database };
  const failed = (error: Error): void => {
    log(`push: ${error.message}; trying again`);
    if (!isDatabaseDown(error)) context.alarms.raise('lane-failed', `push: ${errorText(error)}`);
  };
  const sending = startJob(
    async (ended) => {
      // The first process makes the key: a page that asks for it only reads.
      await context.push.key();
      while (!ended() && (await sendDuePushes(parts, context.push.service, log)) > 0);
      return pollDelay(context.clock, LOOK_EVERY);
    },
    failed,
    begin,
  );
  const finding = startJob(
    async (ended) => {
      while (!ended() && (await findDuePlayers(parts)));
      let isMade = false;
      while (!ended() && (await makePlayerNotices(parts))) isMade = true;
      if (isMade) sending.wake();
      while (!ended() && (await sendDueMail(parts)));
      return pollDelay(context.clock, LOOK_EVERY);
    },
    failed,
    begin,
  );
  return {
    wake: () => finding.wake(),
    async close() {
      await finding.close();
      await sending.close();
    },
  };
}
