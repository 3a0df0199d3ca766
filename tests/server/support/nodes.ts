/** Two server processes on a PostgreSQL of their own, for tests of their effects on each other and of the state after a kill. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Client } from './client.ts';
import { openPool, startWithSchema } from './postgres.ts';
import { copyGames, type SpawnedServer, spawnServer, temporaryFolder } from './server.ts';

export interface Nodes {
  /** Asks the database behind the processes' back. */
  readonly pool: pg.Pool;
  /** What a further process on this database is started with. */
  readonly env: Readonly<Record<string, string>>;
  /** The processes; a test that kills one puts the next in its place. */
  readonly nodes: SpawnedServer[];
  /** Time of the processes' clock, unix ms. */
  readonly now: () => number;
  /** Ends the processes that are there by then, and the database. */
  readonly stop: () => Promise<void>;
}

export interface NodesOptions {
  /** Puts further files into the folder of games. */
  readonly prepare?: (games: string) => void;
  /** Settings of every process. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings of these two besides. */
  readonly both?: Readonly<Record<string, string>>;
  /** SIGTERM at the end, for processes that must not be cut off; else they are killed. */
  readonly graceful?: boolean;
}

export async function startNodes({ prepare, env: settings, both = {}, graceful = false }: NodesOptions): Promise<Nodes> {
  const ends: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const postgres = await startWithSchema();
    ends.push(() => postgres.stop());
    const pool = openPool(postgres.url);
    ends.push(() => pool.end());
    const folder = temporaryFolder();
    ends.unshift(() => rmSync(folder, { recursive: true, force: true }));
    const games = copyGames(folder);
    prepare?.(games);
    const env = { DATABASE_URL: postgres.url, CAIPU_GAMES: games, CAIPU_DATA: join(folder, 'data'), ...settings };
    const nodes: SpawnedServer[] = [];
    ends.push(() => Promise.all(nodes.map((node) => (graceful ? node.stop() : node.kill()))));
    const spawn = (): Promise<SpawnedServer> => spawnServer({ ...env, ...both });
    nodes.push(...(await Promise.all([spawn(), spawn()])));
    const { now } = await new Client(nodes[0]?.base ?? '').sync();
    return { pool, env, nodes, now, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
