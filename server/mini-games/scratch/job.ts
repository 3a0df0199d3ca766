/**
 * The background job of scratch cards: it makes a pool before the one on sale runs out, opens and pays cards that stayed unopened for too
 * long, and publishes the seed of a pool when all cards are open. Any number of processes may run it.
 */
import { DAY_MS, isDatabaseDown, type RunningJob, NOW_ONCE, errorText, startJob, pollDelay } from '../../platform/index.ts';
import { randomBytes } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { rootOf } from '../../../engine/rules/scratch.ts';
import { v7 as uuidv7 } from 'uuid';
import type { MiniGameServices } from '../services.ts';
import { SEED_PURPOSE } from './pools.ts';

type Parts = Pick<MiniGameServices, 'database' | 'clock' | 'publication' | 'scratch' | 'encryption' | 'alarms'>;

/** Real ms between two looks at most: another process may sell, or the clock may be moved. */
const LONGEST_SLEEP = 5_000;
/** Rows of a pool that are written in one statement: more would delay plays on an embedded database. */
const BLOCK = 1_000;
/** Cards that are opened in one step. */
const MANY = 200;
/** The next pool is made when a tenth of one is left. */
const AHEAD = 10;

/** Families without enough to sell get their next pool. Returns how many were begun. */
async function beginPools({ database, publication, scratch, encryption }: Parts): Promise<number> {
  let begun = 0;
  for (const { code, hash, body, card } of publication.scratch().values()) {
    if (card.disabled !== undefined || !(await runsOut(database, card.tickets, code))) continue;
    const id = uuidv7();
    const seed = randomBytes(32).toString('hex');
    const { nodes } = await scratch.derive(card, id, seed);
    // Of several processes that find the same the first one's pool counts.
    const { rowCount } = await database.query(
      `INSERT INTO scratch_pools (id, card, number, hash, body, price, tickets, open_after_ms, root, seed_sealed, made_at)
       SELECT $1, $2, coalesce((SELECT max(number) FROM scratch_pools WHERE card = $2), 0) + 1, $3, $4, $5, $6, $7, $8, $9, caipu_now_ms()
        WHERE NOT EXISTS (SELECT 1 FROM scratch_pools WHERE card = $2 AND state = 'making')
       ON CONFLICT (card, number) DO NOTHING`,
      [
        id,
        code,
        hash,
        body,
        card.priceFen,
        card.tickets,
        card.openAfterDays * DAY_MS,
        rootOf({ leaves: card.tickets, nodes }),
        encryption.seal(SEED_PURPOSE, seed),
      ],
    );
    begun += rowCount;
  }
  return begun;
}

/** Cards are sold from the first serial on, so the first that is not sold says how many are. */
async function runsOut(database: Parts['database'], tickets: number, code: string): Promise<boolean> {
  const { rows } = await database.query<{ state: string; tickets: number; first: number | null }>(
    `SELECT p.state, p.tickets, (SELECT c.serial FROM scratch_cards c WHERE c.pool = p.id AND c.owner IS NULL ORDER BY c.serial LIMIT 1) AS first
       FROM scratch_pools p WHERE p.card = $1 AND p.state IN ('making', 'selling')`,
    [code],
    'scratch-runs-out',
  );
  if (rows.some(({ state }) => state === 'making')) return false;
  const left = rows.reduce((sum, row) => sum + (row.first === null ? 0 : row.tickets - row.first + 1), 0);
  return left * AHEAD < tickets;
}

/** Writes the cards of pools that any process has begun; written cards stay. Returns the number of pools that went on sale. */
async function fillPools({ database }: Parts, ended: () => boolean): Promise<number> {
  const { rows } = await database.query<{ id: string; tickets: number; there: number }>(
    // From the start again when two processes left a gap.
    `SELECT p.id, p.tickets, (SELECT CASE WHEN max(serial) = count(*) THEN max(serial) ELSE 0 END FROM scratch_cards c WHERE c.pool = p.id) AS there
       FROM scratch_pools p WHERE p.state = 'making'`,
    [],
    'scratch-making',
  );
  let filled = 0;
  for (const { id, tickets, there } of rows) {
    for (let from = there + 1; from <= tickets; from += BLOCK) {
      if (ended()) return filled;
      await database.query(
        'INSERT INTO scratch_cards (pool, serial) SELECT $1, s FROM generate_series($2::int, $3::int) s ON CONFLICT DO NOTHING',
        [id, from, Math.min(from + BLOCK - 1, tickets)],
        'scratch-fill',
      );
      await breathe();
    }
    const { rowCount } = await database.query(
      `UPDATE scratch_pools p SET state = 'selling' WHERE id = $1 AND state = 'making'
          AND (SELECT count(*) FROM scratch_cards c WHERE c.pool = p.id) = tickets`,
      [id],
    );
    filled += rowCount;
  }
  return filled;
}

/** Opens cards that are due; returns how many. */
export async function openDueCards({ database, scratch }: Parts): Promise<number> {
  const { rows } = await database.query<{ owner: number; id: string; pool: string; serial: number }>(
    `SELECT owner, id, pool, serial FROM scratch_cards
      WHERE owner IS NOT NULL AND opened_at IS NULL AND due_at <= ${NOW_ONCE} ORDER BY due_at LIMIT ${MANY}`,
    [],
    'scratch-due',
  );
  let opened = 0;
  for (const owner of new Set(rows.map((row) => row.owner))) {
    const turned = [];
    for (const { id, pool, serial } of rows.filter((row) => row.owner === owner))
      turned.push({ cardId: id, prizeFen: (await scratch.open(pool)).turn(serial).prizeFen });
    const done = await database.query<{ n: number }>('SELECT open_due_cards($1, $2::jsonb) AS n', [owner, JSON.stringify(turned)]);
    opened += done.rows[0]?.n ?? 0;
  }
  return opened;
}

/** Pools without a card to sell, and then without a card to open. A closed pool shows its seed: from it everybody finds the whole list. */
async function endPools({ database, scratch }: Parts): Promise<void> {
  await database.query(
    `UPDATE scratch_pools p SET state = 'soldOut' WHERE state = 'selling'
        AND NOT EXISTS (SELECT 1 FROM scratch_cards c WHERE c.pool = p.id AND c.owner IS NULL)`,
    [],
    'scratch-sold-out',
  );
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM scratch_pools p WHERE state = 'soldOut' AND NOT EXISTS (SELECT 1 FROM scratch_cards c WHERE c.pool = p.id AND c.opened_at IS NULL)`,
    [],
    'scratch-open-all',
  );
  for (const { id } of rows) {
    const { seed } = await scratch.open(id);
    await database.query(
      `UPDATE scratch_pools SET state = 'closed', seed = $2, ended_at = caipu_now_ms() WHERE id = $1 AND state = 'soldOut'`,
      [id, seed],
    );
  }
}

/** One round of everything above. */
export async function runPools(parts: Parts, ended: () => boolean = () => false): Promise<void> {
  await endPools(parts);
  await beginPools(parts);
  await fillPools(parts, ended);
  while (!ended() && (await openDueCards(parts)) > 0);
}

export function startScratch(context: MiniGameServices, log: (line: string) => void, begin: Promise<void>): RunningJob {
  return startJob(
    async (ended) => {
      await runPools(context, ended);
      return pollDelay(context.clock, LONGEST_SLEEP);
    },
    (error) => {
      log(`scratch cards: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) context.alarms.raise('lane-failed', `scratch cards: ${errorText(error)}`);
    },
    begin,
  );
}
