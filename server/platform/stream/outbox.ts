/** The outbox, read from a position on: what was committed since then, in the order of its transactions. */
import type { StreamEvent } from '../../../protocol/calls.ts';
import type { Querying } from '../database/database.ts';

const MOST_EVENTS = 5_000;
/** Looks at the outbox that the same transaction may hold up before it is asked whose it is. */
const STUCK_LOOKS = 3;

export interface OutboxReader {
  /** Takes the position where there is none. One look for all who ask meanwhile: a second one would find all that was before them. */
  begin(): Promise<void>;
  /** What was committed since the position, which moves behind it. Without one there is nothing, and the position is taken. */
  read(): Promise<readonly OutboxRow[]>;
  /** Gives the position up. */
  forget(): void;
}

/** What processes tell each other beside what phones hear. */
export type OutboxEvent =
  | StreamEvent
  | {
      readonly type: 'placed';
      readonly gameCode: string;
      readonly issues: readonly string[];
      readonly balanceFen: number;
      /** The group order whose shares were bought; `began`: that was started. */
      readonly hm?: string;
      readonly began?: boolean;
    }
  | { readonly type: 'hm'; readonly hmId: string; readonly gameCode: string }
  | { readonly type: 'ended'; readonly session: string }
  | { readonly type: 'matches'; readonly games: readonly string[]; readonly live: boolean }
  | { readonly type: 'settled'; readonly gameCode: string; readonly issue: string; readonly drawsAt: number };

export interface OutboxRow {
  readonly tx: string;
  readonly seq: number;
  readonly user: number | null;
  readonly event: OutboxEvent;
}

/** The oldest running transaction that is not known to be of another database; prepared ones have no process. */
const OWN_EDGE = `coalesce(
    (SELECT min(x::text::numeric) FROM pg_snapshot_xip(s) x
      WHERE NOT EXISTS (SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
                         WHERE l.locktype = 'transactionid' AND l.granted AND l.transactionid = x::xid
                           AND a.datid <> (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND NOT EXISTS (SELECT 1 FROM pg_prepared_xacts p WHERE p.transaction = x::xid AND p.database <> current_database())
    )::text::xid8,
    pg_snapshot_xmax(s))`;

/**
 * What was committed since the position, in order. It goes up to the oldest transaction still running, whose number was given earlier and
 * which may commit later: it would be passed over. The snapshot counts the transactions of all databases of the cluster. One of another
 * database writes nothing here, so when the edge has stood still for some looks, those known to be of another one are left out; looking
 * that up costs more than all the rest.
 */
const outboxQuery = (precise: boolean): string => `
  WITH edge AS (SELECT pg_snapshot_xmin(s) AS simple, ${precise ? OWN_EDGE : 'pg_snapshot_xmin(s)'} AS upto FROM pg_current_snapshot() s)
  SELECT simple::text AS simple, upto::text AS upto, (
    SELECT jsonb_agg(jsonb_build_object('tx', o.tx::text, 'seq', o.seq, 'user', o.user_id, 'event', o.event) ORDER BY o.tx, o.seq)
      FROM (SELECT * FROM outbox
             WHERE tx >= $1::text::xid8 AND (tx, seq) > ($1::text::xid8, $2::bigint) AND tx < (SELECT upto FROM edge)
             ORDER BY tx, seq LIMIT ${MOST_EVENTS}) o) AS events
    FROM edge`;

export function openOutbox(database: Querying): OutboxReader {
  /** Position: all before this transaction, and this transaction up to this number. */
  let position: { readonly tx: string; readonly seq: number } | undefined;
  let beginning: Promise<void> | undefined;
  /** Where the simple edge stood at the last look, for how many looks, and whether the precise one is asked for. */
  let edgeAt = '';
  let edgeStood = 0;
  let precise = false;

  async function read(): Promise<readonly OutboxRow[]> {
    const { rows } = await database.query<{ simple: string; upto: string; events: OutboxRow[] | null }>(
      outboxQuery(precise),
      [position?.tx ?? '0', position?.seq ?? 0],
      precise ? 'outbox-precise' : 'outbox',
    );
    const [row] = rows;
    if (row === undefined) return [];
    edgeStood = row.simple === edgeAt ? edgeStood + 1 : 0;
    edgeAt = row.simple;
    precise = precise ? row.simple !== row.upto : edgeStood >= STUCK_LOOKS;
    // Where it begins: nothing before the first connection is anyone's news.
    if (position === undefined) {
      position = { tx: row.upto, seq: 0 };
      return [];
    }
    // The simple edge may lie before what the precise one let through.
    if (BigInt(row.upto) < BigInt(position.tx)) return [];
    const events = row.events ?? [];
    const last = events.at(-1);
    // More than one look takes: the next one goes on behind the last.
    if (events.length === MOST_EVENTS && last !== undefined) position = { tx: last.tx, seq: last.seq };
    else if (row.upto !== position.tx) position = { tx: row.upto, seq: 0 };
    return events;
  }

  return {
    async begin() {
      if (position !== undefined) return;
      beginning ??= read()
        .then(() => {})
        .finally(() => {
          beginning = undefined;
        });
      await beginning;
    },
    read,
    forget() {
      position = undefined;
    },
  };
}
