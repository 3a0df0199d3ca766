/** The tickets of a selection that many bet on: in portions, in order, each once, and no more of them read than a portion wants. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase, type Querying } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { type SoldTicket, ticketsAfter, ticketsOfKeys } from '../../../server/lottery/draws/ticket-reads.ts';
import { recordPlans } from '../support/plans.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/server.ts';

const ISSUE = { game: 'jlffc', issue: 'hot' };
const HASH = 'h'.repeat(64);
const HOT = '01ff';
const PLAYERS = 400;
/** Tickets of the selection that each player has; every seventh player has one that is held back. */
const EACH = 5;
const LIMIT = 12;

async function fill(database: Querying): Promise<void> {
  await database.query(`SELECT register_user('player' || n, 'player' || n, 'x', 1) FROM generate_series(1, $1::int) n`, [PLAYERS]);
  await database.query(
    `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, selection, bets, amount, multiplier, placed_at, due_at, status)
     SELECT u.id, gen_random_uuid(), $1, $2, $3, short_ticket($4::jsonb), decode($5, 'hex'), 1, 1, 1, 1, 1,
            CASE WHEN n = 1 AND u.id % 7 = 0 THEN 'held' ELSE 'placed' END
       FROM users u CROSS JOIN generate_series(1, $6::int) n ORDER BY gen_random_uuid()`,
    [ISSUE.game, ISSUE.issue, HASH, JSON.stringify({ game: ISSUE.game, lines: [] }), HOT, EACH],
  );
}

let postgres: TestPostgres;
const databases = new Map<string, Database>();
beforeAll(async () => {
  postgres = await startWithSchema();
  databases.set('PGlite', await openDatabase({ schema: SCHEMA, dataDir: join(temporaryFolder(), 'db') }));
  databases.set('PostgreSQL', await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: temporaryFolder() }));
  for (const database of databases.values()) await fill(database);
});
afterAll(async () => {
  for (const database of databases.values()) await database.close();
  await postgres?.stop();
});

const keys = (tickets: readonly SoldTicket[]): string[] => tickets.map(({ user_id, id }) => `${user_id} ${id}`);

it.each(['PGlite', 'PostgreSQL'])('gives all placed tickets in portions, by player and id, each once, on %s', async (home) => {
  const database = databases.get(home) as Database;
  const { rows } = await database.query<SoldTicket>(`SELECT user_id, id FROM tickets WHERE status = 'placed' ORDER BY user_id, id`);
  const found = await ticketsOfKeys(database, ISSUE, [`02${randomUUID().replaceAll('-', '')}`, HOT], LIMIT);
  expect(found).toHaveLength(LIMIT);
  for (let last = found.at(-1); last !== undefined; ) {
    const next = await ticketsAfter(database, ISSUE, HOT, { user: last.user_id, id: last.id }, LIMIT);
    expect(next.length).toBeLessThanOrEqual(LIMIT);
    found.push(...next);
    last = next.at(-1);
  }
  expect(keys(found)).toEqual(keys(rows));
});

it('reads no more of them than a portion and the last player of it, even when nothing is known of the tables', async () => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  let plans: readonly string[];
  try {
    await client.query('DELETE FROM pg_statistic');
    plans = await recordPlans(client, true);
    const desk = { query: (text: string, values: unknown[]) => client.query(text, values) } as unknown as Querying;
    const [last] = (await ticketsOfKeys(desk, ISSUE, [HOT], LIMIT)).slice(-1) as [SoldTicket];
    await ticketsAfter(desk, ISSUE, HOT, { user: last.user_id, id: last.id }, LIMIT);
  } finally {
    await client.end();
  }
  const read = plans
    .flatMap((plan) => [...plan.matchAll(/Scan[^(]* on tickets[^(]*\([^)]*\) \(actual [^)]*?rows=(\d+)/g)])
    .map(([, rows]) => Number(rows));
  expect(read).toHaveLength(2);
  for (const rows of read) expect(rows).toBeLessThanOrEqual(LIMIT + EACH);
});
