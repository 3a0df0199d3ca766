/**
 * What is forgotten, when, and why. Everything else is kept: money, orders, issues, descriptions and the audit list have no end. The
 * scheduler of each process applies the rules every minute, some rows at a time, so that no bet waits long for a deletion.
 */
import { NOW_ONCE } from '../clock.ts';
import type { Querying } from '../db/database.ts';
import { isAway } from '../db/postgres.ts';
import { NOTICES } from '../notices/rules.ts';

export interface RetentionRule {
  readonly table: string;
  /** For docs/operate.md, which a test holds against this list. */
  readonly kept: string;
  readonly why: string;
  /** A query of the ctid of some rows that may go: all of them when there are few. */
  readonly old: string;
}

/** Game ms that a refusal is remembered for under its key. What was done under a key is known for as long as the order is. */
const KEY_LIFE_MS = 7 * 86_400_000;
/** Signed requests are taken for ten minutes around the server's time; a nonce is kept for a little longer. */
const NONCE_LIFE_MS = 620_000;
/** Odds that moved, and matches that were played, are of use for so long (game ms). */
const ODDS_LIFE_MS = 10 * 86_400_000;
const MATCH_LIFE_MS = 90 * 86_400_000;
const NOTICE_LIFE_MS = NOTICES.keepDays * 86_400_000;
/** A game that sold nothing for so long may never sell again, and who waits for it has forgotten it. */
const REMINDER_LIFE_MS = 30 * 86_400_000;
const MESSAGE_LIFE_MS = 7 * 86_400_000;
/** Alarms are of the real clock. Read once: an index is not asked for what changes from row to row. */
const REAL_NOW = '(SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)';
const ALARM_LIFE_MS = 30 * 86_400_000;
/** Rows of one statement: a few ms. */
const AT_ONCE = 2_000;

export const RETENTION: readonly RetentionRule[] = [
  {
    table: 'idempotency',
    kept: '7 days what was refused, for good what was done',
    why: 'a request sent again gets the answer of the first time',
    old: `SELECT ctid FROM idempotency WHERE answer->>'status' IS DISTINCT FROM '0' AND at < ${NOW_ONCE} - ${KEY_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'nonces',
    kept: '620 s',
    why: 'a signature is taken for ten minutes, and only once',
    old: `SELECT ctid FROM nonces WHERE at < ${NOW_ONCE} - ${NONCE_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'spent_nonces',
    kept: '620 s',
    why: 'the same, to be looked up: in no write-ahead log, and filled again after a crash',
    old: `SELECT ctid FROM spent_nonces WHERE at < ${NOW_ONCE} - ${NONCE_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'outbox',
    kept: '10 minutes',
    why: 'hints for phones: who missed one loads anew',
    // In the order in which they came, which is the key: there is no index by age.
    old: `SELECT ctid FROM (SELECT ctid, at FROM outbox ORDER BY tx, seq LIMIT ${AT_ONCE}) oldest WHERE at < clock_timestamp() - interval '10 minutes'`,
  },
  {
    table: 'sport_quotes',
    kept: '60 s',
    why: 'a draft of a bet on matches holds its odds for a minute',
    old: `SELECT ctid FROM sport_quotes WHERE expires_at < ${NOW_ONCE} LIMIT ${AT_ONCE}`,
  },
  {
    table: 'codes',
    kept: 'until they expire',
    why: 'a code that was sent is good for five minutes',
    old: `SELECT ctid FROM codes WHERE expires_at < ${NOW_ONCE} LIMIT ${AT_ONCE}`,
  },
  {
    table: 'code_sends',
    kept: '24 hours',
    why: 'how many codes an address was sent today',
    old: `SELECT ctid FROM code_sends WHERE at < ${NOW_ONCE} - 86400000 LIMIT ${AT_ONCE}`,
  },
  {
    table: 'outbox_messages',
    kept: '7 days; what they said, until they are sent',
    why: 'whether a message that a player misses was taken by the provider',
    old: `SELECT ctid FROM outbox_messages WHERE created_at < ${NOW_ONCE} - ${MESSAGE_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'notices',
    kept: '90 days',
    why: 'messages to players inside the app; what they tell of is kept elsewhere',
    old: `SELECT ctid FROM notices WHERE at < ${NOW_ONCE} - ${NOTICE_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'sale_reminders',
    kept: '30 days, and until the game sells again',
    why: 'who wants to be told when a game on matches sells again',
    old: `SELECT ctid FROM sale_reminders WHERE at < ${NOW_ONCE} - ${REMINDER_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'sessions',
    kept: 'until they end',
    why: 'an ended session opens nothing',
    old: `SELECT ctid FROM sessions WHERE expires_at < ${NOW_ONCE} LIMIT ${AT_ONCE}`,
  },
  {
    table: 'odds_moves',
    kept: '10 days',
    why: 'the chart of odds that moved is looked at until the results are',
    old: `SELECT ctid FROM odds_moves WHERE at < ${NOW_ONCE} - ${ODDS_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'offers',
    kept: '90 days, and as long as somebody bet on them',
    why: 'results of games on matches; tickets show the matches that they were on',
    old: `SELECT o.ctid FROM offers o JOIN matches m ON m.id = o.match_id
           WHERE m.starts_at < ${NOW_ONCE} - ${MATCH_LIFE_MS}::bigint AND o.result IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM sport_legs l WHERE l.game = o.game AND l.match_id = o.match_id) LIMIT ${AT_ONCE}`,
  },
  {
    table: 'matches',
    kept: '90 days, and as long as a game lists them',
    why: 'tables, form and the results of the past',
    old: `SELECT m.ctid FROM matches m WHERE m.starts_at < ${NOW_ONCE} - ${MATCH_LIFE_MS}::bigint
             AND NOT EXISTS (SELECT 1 FROM offers o WHERE o.match_id = m.id) LIMIT ${AT_ONCE}`,
  },
  {
    table: 'alarm_hours',
    kept: '30 days',
    why: 'how often each alarm was raised, by the hour; the desk shows seven days',
    old: `SELECT ctid FROM alarm_hours WHERE hour < ${REAL_NOW} - ${ALARM_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'alarm_states',
    kept: 'an hour after their process was heard last',
    why: 'what lasts, as each process says it; one that is gone says nothing',
    old: `SELECT ctid FROM alarm_states WHERE seen_at < ${REAL_NOW} - 3600000 LIMIT ${AT_ONCE}`,
  },
];

/** Applies a rule to the end, batch by batch, unless `stop` says that the process ends. Resolves how many rows went. */
export async function forget(client: Querying, rule: RetentionRule, stop: () => boolean = () => false): Promise<number> {
  let gone = 0;
  while (!stop()) {
    const { rowCount } = await client.query(`DELETE FROM ${rule.table} WHERE ctid = ANY(ARRAY(${rule.old}))`);
    gone += rowCount;
    if (rowCount < AT_ONCE) break;
  }
  return gone;
}

/**
 * Every rule in turn. One that fails holds up no other, and `failed` hears of it; a database that is away fails all of them alike, and is
 * thrown.
 */
export async function forgetAll(
  client: Querying,
  stop: () => boolean,
  failed: (error: Error) => void,
  rules: readonly RetentionRule[] = RETENTION,
): Promise<void> {
  for (const rule of rules) {
    if (stop()) return;
    try {
      await forget(client, rule, stop);
    } catch (error) {
      if (isAway(error)) throw error;
      failed(new Error(`what is old of ${rule.table} stays: ${(error as Error).message}`, { cause: error }));
    }
  }
}
