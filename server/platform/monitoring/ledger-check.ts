/**
 * Checks the ledger while the server runs: some players at a time, round after round, so that it costs the same with a million players. The
 * wallet and every purse of a player must be the sum of their movements, and the movements must sum to zero in each unit. A fault raises an
 * alarm; the check repairs nothing. `npm run data -- check` checks the whole ledger at once.
 */
import type { Database, Querying } from '../database/database.ts';
import type { Alarms } from './alarms.ts';

/** Players in one pass. */
const PLAYERS = 100;
/** Real ms between two passes. */
const EVERY_MS = 30_000;
/** Advisory lock of a pass, so that only one process checks at a time. The number is arbitrary. */
const CHECK_LOCK = 7_218_012;

export interface LedgerCheck {
  /** Checks the next players; resolves their number. 0: the round is complete, or another process is checking. */
  look(): Promise<number>;
  /** Players checked since the process began, each counted once a round. */
  checked(): number;
  /** Known faults. A player's faults are replaced when the player is checked again. */
  faults(): number;
  /** Unix ms of the last pass; 0 for never. */
  lastAt(): number;
  close(): Promise<void>;
}

export interface PlayerLedgerFault {
  readonly user_id: number;
  readonly what: string;
  /** The balance less the correct balance; for a unit, the sum of its movements. */
  readonly off: number;
}

/** Faults of the players from `from` to `to`, both included. It is one statement, so it sees one instant. */
export async function playerLedgerFaults(client: Querying, from: number, to: number): Promise<PlayerLedgerFault[]> {
  const { rows } = await client.query<PlayerLedgerFault>(
    `WITH legs AS (
       SELECT user_id, debit AS purse, unit, -amount AS amount FROM movements WHERE user_id BETWEEN $1 AND $2 AND debit_after IS NOT NULL
       UNION ALL
       SELECT user_id, credit, unit, amount FROM movements WHERE user_id BETWEEN $1 AND $2 AND credit_after IS NOT NULL),
     sums AS (SELECT user_id, purse, sum(amount)::bigint AS amount FROM legs GROUP BY user_id, purse),
     held AS (
       SELECT user_id, 'wallet' AS purse, balance_fen AS balance FROM wallets WHERE user_id BETWEEN $1 AND $2
       UNION ALL
       SELECT user_id, purse, balance FROM purses WHERE user_id BETWEEN $1 AND $2)
     SELECT user_id, 'purse ' || purse AS what, (coalesce(balance, 0) - coalesce(amount, 0))::bigint AS off
       FROM held FULL JOIN sums USING (user_id, purse) WHERE coalesce(balance, 0) <> coalesce(amount, 0)
     UNION ALL
     SELECT user_id, 'sum of ' || unit, sum(amount)::bigint FROM entries WHERE user_id BETWEEN $1 AND $2
      GROUP BY user_id, unit HAVING sum(amount) <> 0
     ORDER BY 1, 2`,
    [from, to],
    'ledger-faults',
  );
  return rows;
}

export function startLedgerCheck(database: Database, alarms: Alarms, log: (line: string) => void, everyMs = EVERY_MS): LedgerCheck {
  let after = 0;
  let checked = 0;
  let lastAt = 0;
  let reached = 0;
  const wrong = new Map<number, PlayerLedgerFault[]>();

  async function look(): Promise<number> {
    return database.transaction(async (client) => {
      const { rows: turn } = await client.query<{ own: boolean }>(`SELECT pg_try_advisory_xact_lock(${CHECK_LOCK}) AS own`);
      if (turn[0]?.own !== true) return 0;
      const { rows } = await client.query<{ user_id: number }>(
        `SELECT user_id FROM wallets WHERE user_id > $1 ORDER BY user_id LIMIT ${PLAYERS}`,
        [after],
      );
      const [first] = rows;
      const last = rows.at(-1);
      reached = last?.user_id ?? 0;
      lastAt = Date.now();
      if (first === undefined || last === undefined) {
        after = 0;
        return 0;
      }
      // The range begins after the last player of the pass before, so that players with movements and no wallet are checked too.
      const faults = await playerLedgerFaults(client, after + 1, last.user_id);
      for (const id of [...wrong.keys()]) if (id > after && id <= last.user_id) wrong.delete(id);
      for (const fault of faults) wrong.set(fault.user_id, [...(wrong.get(fault.user_id) ?? []), fault]);
      after = rows.length < PLAYERS ? 0 : last.user_id;
      checked += rows.length;
      const shown = [...wrong.values()].flat().slice(0, 3);
      alarms.report(
        'ledger-unbalanced',
        wrong.size,
        shown.map(({ user_id, what, off }) => `Player ${user_id}, ${what}: off by ${off}.`).join(' '),
      );
      return rows.length;
    });
  }

  /** query_canceled: the limit of a statement. */
  const tooLong = (error: Error) => (error as { code?: unknown }).code === '57014';
  let looking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: Error) => {
      log(`ledger check of the players from ${after + 1} on: ${error.message}; npm run data -- check has no limit of time`);
      // If a player's history is too long for one statement, the next pass goes on with the players after this group.
      if (tooLong(error)) after = reached;
    });
  }, everyMs);
  timer.unref();
  return {
    look,
    checked: () => checked,
    faults: () => [...wrong.values()].reduce((sum, faults) => sum + faults.length, 0),
    lastAt: () => lastAt,
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
