/** The services that read lists, on a PostgreSQL with default settings: without HTTP, background jobs and feeds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClock } from '../../server/platform/clock.ts';
import type { Services as ServerContext } from '../../server/services.ts';
import { type Database, openWithoutMigrating, openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { openPublication } from '../../server/catalog/publication.ts';
import { openGames } from '../../server/catalog/games.ts';
import { listOrders } from '../../server/lottery/orders/orders.ts';
import { openSports } from '../../server/sports/versions.ts';
import { startPostgres } from '../../tests/server/support/postgres.ts';
import type { Context } from './figure.ts';
import { generate, root } from './product.ts';

/** A PostgreSQL of its own with an empty database, as it comes but for what a large table asks for. */
export async function emptyPostgres(context: Context): Promise<string> {
  await generate();
  const postgres = await startPostgres(['max_connections=20', 'max_wal_size=4GB']);
  context.onEnd(() => postgres.stop());
  return postgres.url;
}

export async function openServices(url: string, onEnd: Context['onEnd']): Promise<ServerContext & { readonly database: Database }> {
  const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-parts-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const database = await openDatabase({ schema: SCHEMA, url, dataDir: folder, poolSize: 4 });
  onEnd(() => database.close());
  const publication = await openPublication({ gamesDir: join(root, 'games'), appDir: join(root, 'app/descriptions') });
  onEnd(() => publication.close());
  const clock = await openClock(database, undefined);
  const games = await openGames(database, publication, clock, () => {});
  const sports = await openSports(database, publication, clock);
  return { database, clock, games, sports, publication, events: { onBroadcast: () => {}, onMissed: () => {} } } as unknown as ServerContext;
}

/** Writes what a bench fills its tables with: without the limits of time that a server's statements have, since a million rows take minutes. */
export async function openWriter(url: string, onEnd: Context['onEnd']): Promise<Database> {
  const writer = await openWithoutMigrating({ schema: SCHEMA, url, dataDir: '' });
  onEnd(() => writer.close());
  return writer;
}

/** Players 200001 and on. */
export const FIRST_USER = 200_001;
export async function writeUsers(database: Database, users: number): Promise<void> {
  await database.query(
    `INSERT INTO users (id, name, name_key, password_hash, created_at)
     SELECT ${FIRST_USER - 1} + n, 'u' || n, 'u' || n, '', 0 FROM generate_series(1, $1::int) n`,
    [users],
  );
}

/** Reads a page of the order list of `pages` players in turn. */
export async function readOrders(parts: ServerContext, users: number, pages: number): Promise<void> {
  for (let i = 0; i < pages; i += 1) await listOrders(parts, FIRST_USER + ((i * 37) % users), { size: 20 });
}

export async function elapsedMs(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
