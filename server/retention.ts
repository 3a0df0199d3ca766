/**
 * What is forgotten, when, and why. Everything else is kept: money, orders, issues, descriptions and the audit list have no end. The
 * scheduler of each process applies the rules every minute, some rows at a time, so that no bet waits long for a deletion.
 */
import { isDatabaseDown, NOW_ONCE, type Querying } from './platform/index.ts';
import { NOTICE_RULES } from './inbox/index.ts';

export interface RetentionRule {
  readonly table: string;
  /** For docs/operate/retention.md; a test compares both. */
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
const NOTICE_LIFE_MS = NOTICE_RULES.keepDays * 86_400_000;
/** A game that sold nothing for so long may never sell again, and its reminders are of no use. */
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
    kept: 'refusals 7 days, everything else for ever',
    why: 'a repeated request gets the first answer',
    old: `SELECT ctid FROM idempotency WHERE answer->>'status' IS DISTINCT FROM '0' AND at < ${NOW_ONCE} - ${KEY_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'nonces',
    kept: '620 s',
    why: 'a signature is valid for ten minutes, and only once',
    old: `SELECT ctid FROM nonces WHERE at < ${NOW_ONCE} - ${NONCE_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'spent_nonces',
    kept: '620 s',
    why: 'the same, for fast look-up: the table has no write-ahead log and is filled again after a crash',
    old: `SELECT ctid FROM spent_nonces WHERE at < ${NOW_ONCE} - ${NONCE_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'outbox',
    kept: '10 minutes',
    why: 'events for clients: a client that missed one loads again',
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
    table: 'verification_codes',
    kept: 'until they expire',
    why: 'a code that was sent is valid for five minutes',
    old: `SELECT ctid FROM verification_codes WHERE expires_at < ${NOW_ONCE} LIMIT ${AT_ONCE}`,
  },
  {
    table: 'verification_code_sends',
    kept: '24 hours',
    why: 'limits how many codes an address gets in a day',
    old: `SELECT ctid FROM verification_code_sends WHERE at < ${NOW_ONCE} - 86400000 LIMIT ${AT_ONCE}`,
  },
  {
    table: 'outgoing_messages',
    kept: '7 days; their text until they are sent',
    why: 'shows whether the provider accepted a message that a player misses',
    old: `SELECT ctid FROM outgoing_messages WHERE created_at < ${NOW_ONCE} - ${MESSAGE_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'notices',
    kept: '90 days',
    why: 'messages inside the app; the facts behind them are stored elsewhere',
    old: `SELECT ctid FROM notices WHERE at < ${NOW_ONCE} - ${NOTICE_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'sale_reminders',
    kept: '30 days, or until the game sells again',
    why: 'players who want a message when a game on matches sells again',
    old: `SELECT ctid FROM sale_reminders WHERE at < ${NOW_ONCE} - ${REMINDER_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'sessions',
    kept: 'until they end',
    why: 'an ended session gives no access',
    old: `SELECT ctid FROM sessions WHERE expires_at < ${NOW_ONCE} LIMIT ${AT_ONCE}`,
  },
  {
    table: 'odds_moves',
    kept: '10 days',
    why: 'players look at the chart of odds until the results are known',
    old: `SELECT ctid FROM odds_moves WHERE at < ${NOW_ONCE} - ${ODDS_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'offers',
    kept: '90 days, and as long as an order refers to them',
    why: 'results of games on matches; orders show their matches',
    old: `SELECT o.ctid FROM offers o JOIN matches m ON m.id = o.match_id
           WHERE m.starts_at < ${NOW_ONCE} - ${MATCH_LIFE_MS}::bigint AND o.result IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM sport_legs l WHERE l.game = o.game AND l.match_id = o.match_id) LIMIT ${AT_ONCE}`,
  },
  {
    table: 'matches',
    kept: '90 days, and as long as a game lists them',
    why: 'tables, form and past results',
    old: `SELECT m.ctid FROM matches m WHERE m.starts_at < ${NOW_ONCE} - ${MATCH_LIFE_MS}::bigint
             AND NOT EXISTS (SELECT 1 FROM offers o WHERE o.match_id = m.id) LIMIT ${AT_ONCE}`,
  },
  {
    table: 'alarm_hours',
    kept: '30 days',
    why: 'how often each alarm was raised, by the hour; the back office shows seven days',
    old: `SELECT ctid FROM alarm_hours WHERE hour < ${REAL_NOW} - ${ALARM_LIFE_MS}::bigint LIMIT ${AT_ONCE}`,
  },
  {
    table: 'alarm_states',
    kept: 'an hour after the last report of their process',
    why: 'alarms that last, as each process reports them',
    old: `SELECT ctid FROM alarm_states WHERE seen_at < ${REAL_NOW} - 3600000 LIMIT ${AT_ONCE}`,
  },
];

/** Applies a rule to the end, batch by batch, unless `stop` says that the process ends. Resolves how many rows went. */
export async function applyRetention(client: Querying, rule: RetentionRule, stop: () => boolean = () => false): Promise<number> {
  let deletedRows = 0;
  while (!stop()) {
    const { rowCount } = await client.query(`DELETE FROM ${rule.table} WHERE ctid = ANY(ARRAY(${rule.old}))`);
    deletedRows += rowCount;
    if (rowCount < AT_ONCE) break;
  }
  return deletedRows;
}

/**
 * Every rule in turn. One that fails holds up no other, and `failed` hears of it; a database that is away fails all of them alike, and is
 * thrown.
 */
export async function applyAllRetention(
  client: Querying,
  stop: () => boolean,
  failed: (error: Error) => void,
  rules: readonly RetentionRule[] = RETENTION,
): Promise<void> {
  for (const rule of rules) {
    if (stop()) return;
    try {
      await applyRetention(client, rule, stop);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      failed(new Error(`what is old of ${rule.table} stays: ${(error as Error).message}`, { cause: error }));
    }
  }
}
