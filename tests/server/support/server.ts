/** A server of its own for a test file: in this process (`startServer`) or in one of its own (`spawnServer`), always on a free port. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { buildServer, type Server, type ServerOptions } from '../../../server/app.ts';
import type { Querying } from '../../../server/db/database.ts';
import { Client } from './client.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface TestServer extends Server {
  readonly base: string;
  /** Folder of game descriptions of this server alone; a test may write to it. */
  readonly gamesDir: string;
  readonly dataDir: string;
  client(): Client;
  /** Play money for a player who needs more than the grant. */
  grant(userId: number, fen: number): Promise<void>;
  /** Ends the server and removes its folders. */
  stop(): Promise<void>;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'caipu-'));
}

/** One game of each shape: what most tests need, and a server of fifty games opens issues for all of them. */
const SOME = ['ssq', 'dlt', 'fc3d', 'pl3', 'pl5', 'qlc', 'qxc', 'xqxc', 'lhc', 'jlffc', 'jsks'];

/** A copy of games as they are in the repository: some, or all. */
export function copyGames(folder: string, all = false): string {
  const games = join(folder, 'games');
  cpSync(join(root, 'games', 'families'), join(games, 'families'), { recursive: true });
  for (const name of readdirSync(join(root, 'games')))
    if (name.endsWith('.json') && (all || SOME.includes(name.slice(0, -'.json'.length))))
      cpSync(join(root, 'games', name), join(games, name));
  return games;
}

export async function startServer(options: Partial<ServerOptions> & { readonly allGames?: boolean } = {}): Promise<TestServer> {
  const folder = temporaryFolder();
  const gamesDir = options.gamesDir ?? copyGames(folder, options.allGames);
  const dataDir = options.dataDir ?? join(folder, 'data');
  const lines: string[] = [];
  const wrongAnswers: string[] = [];
  const server = await buildServer({
    dataDir,
    gamesDir,
    appDir: join(root, 'app/descriptions'),
    webDir: join(folder, 'no-web'),
    watch: false,
    limits: Number.POSITIVE_INFINITY,
    history: 20,
    log: (line) => lines.push(line),
    onWrongAnswer: (fault) => wrongAnswers.push(fault),
    ...options,
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const address = server.app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const base = `http://127.0.0.1:${address.port}`;
  return {
    ...server,
    base,
    gamesDir,
    dataDir,
    client() {
      const client = new Client(base);
      client.now = server.context.clock.now;
      return client;
    },
    async grant(userId, fen) {
      await server.context.database.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', $2, 'gift', NULL)`, [userId, fen]);
    },
    async stop() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
      expect(wrongAnswers, 'answers that are not as the table of calls says').toEqual([]);
    },
  };
}

/**
 * R2: every transaction and the ledger of every unit sum to zero, every movement is one that is described, every purse is the sum of its
 * movements and every balance after is right, every order has its stake, its detail and its prize or refund, every chase its tickets.
 */
export async function expectBooksInOrder(database: Querying): Promise<void> {
  const { rows } = await database.query(`WITH parts AS (SELECT * FROM orders WHERE kind <> 'chase'),
  held AS (
    SELECT user_id, 'wallet' AS purse, 'fen' AS unit, balance_fen AS balance FROM wallets UNION ALL SELECT user_id, purse, unit, balance FROM purses),
  legs AS (
    SELECT user_id, seq, debit AS purse, -amount AS amount, debit_after AS after FROM transfers WHERE debit_after IS NOT NULL
    UNION ALL SELECT user_id, seq, credit, amount, credit_after FROM transfers WHERE credit_after IS NOT NULL)
  SELECT * FROM (
    SELECT 'transaction ' || user_id || '/' || seq AS what, sum(amount)::bigint AS off FROM entries GROUP BY user_id, seq HAVING sum(amount) <> 0
    UNION ALL
    SELECT 'ledger of ' || unit, sum(amount)::bigint FROM entries GROUP BY unit HAVING sum(amount) <> 0
    UNION ALL
    SELECT 'undescribed ' || user_id || '/' || seq, amount FROM transfers f WHERE NOT EXISTS (
      SELECT 1 FROM movement_rules r WHERE r.kind = f.kind AND r.reason = f.reason AND r.unit = f.unit
         AND r.debit IN (f.debit, described_account(f.debit)) AND r.credit IN (f.credit, described_account(f.credit)))
    UNION ALL
    SELECT 'purse without movements, or the other way round: ' || coalesce(h.purse, l.purse) || ' ' || coalesce(h.user_id, l.user_id), 0
      FROM (SELECT * FROM held WHERE balance > 0) h FULL JOIN (SELECT DISTINCT user_id, purse FROM legs) l USING (user_id, purse)
     WHERE l.purse IS NULL OR NOT EXISTS (SELECT 1 FROM held e WHERE e.user_id = l.user_id AND e.purse = l.purse)
    UNION ALL
    SELECT h.purse || ' ' || h.user_id, h.balance - coalesce(l.sum, 0)::bigint
      FROM held h LEFT JOIN (SELECT user_id, purse, sum(amount) AS sum FROM legs GROUP BY user_id, purse) l USING (user_id, purse)
     WHERE h.balance <> coalesce(l.sum, 0)
    UNION ALL
    SELECT 'balance after ' || user_id || '/' || seq || ' ' || purse, after FROM (
      SELECT *, sum(amount) OVER (PARTITION BY user_id, purse ORDER BY seq) AS running FROM legs) t WHERE running <> after
    UNION ALL
    SELECT 'stake of ' || t.id, t.amount FROM parts t
     WHERE (SELECT coalesce(sum(amount), 0) FROM transfers f WHERE f.user_id = t.user_id AND f.ref = t.id AND f.kind = 'stake') <> t.amount
    UNION ALL
    SELECT 'prize of ' || t.id, t.prize FROM parts t
     WHERE (SELECT coalesce(sum(amount), 0) FROM transfers f WHERE f.user_id = t.user_id AND f.ref = t.id AND f.kind = 'prize') <> t.prize
    UNION ALL
    SELECT 'late bet ' || t.id, t.placed_at - i.closes_at FROM parts t JOIN issues i USING (game, issue)
     WHERE t.placed_at >= i.closes_at OR (t.placed_at < i.opens_at AND t.parent IS NULL) OR i.backfilled OR t.due_at <> i.draws_at
    UNION ALL
    SELECT 'refund of ' || t.id, t.amount FROM parts t
     WHERE (SELECT coalesce(sum(amount), 0) FROM transfers f WHERE f.user_id = t.user_id AND f.ref = t.id AND f.kind = 'refund')
           <> CASE t.status WHEN 'cancelled' THEN t.amount ELSE 0 END
    UNION ALL
    SELECT 'chase ' || c.id, c.amount FROM orders c JOIN chases d USING (user_id, id)
     WHERE (SELECT coalesce(sum(amount), 0) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id) <> c.amount
        OR (SELECT count(*) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id) <> d.issues
        OR c.due_at <> (SELECT max(t.due_at) FROM orders t WHERE t.user_id = c.user_id AND t.parent = c.id AND (t.status <> 'cancelled' OR c.status = 'cancelled'))
    UNION ALL
    SELECT 'order of no kind ' || id, 0 FROM ONLY orders
    UNION ALL
    SELECT 'id of two orders ' || id, count(*) FROM orders GROUP BY user_id, id HAVING count(*) > 1
    UNION ALL
    SELECT 'movement without order ' || f.user_id || '/' || f.seq, f.amount FROM transfers f
     WHERE f.ref IS NOT NULL AND f.kind IN ('stake', 'prize', 'refund')
       AND NOT EXISTS (SELECT 1 FROM parts t WHERE t.user_id = f.user_id AND t.id = f.ref)
  ) faults LIMIT 10`);
  expect(rows).toEqual([]);
}

export interface SpawnedServer {
  readonly base: string;
  readonly child: ChildProcess;
  /** What it has said so far. */
  output(): string;
  /** kill -9, resolved when it is gone. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

let bundle: Promise<string> | undefined;

/**
 * The server as one file, as it ships. Made once for each test file, since a start from the sources costs half as much again and some
 * tests make twenty. Renamed into its place: another test file that starts at the same time finds a whole file.
 */
async function bundleServer(): Promise<string> {
  const folder = join(root, 'dist', 'test-server');
  const own = join(folder, `${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '-c', 'vite.server.config.ts', '--mode', 'production', '--outDir', own, '--logLevel', 'warn'],
    { cwd: root, env: { PATH: process.env.PATH ?? '' } },
  );
  const file = join(folder, 'main.js');
  renameSync(join(own, 'main.js'), file);
  rmSync(own, { recursive: true });
  return file;
}

/** `server/main.ts` as a process of its own, ready to answer. */
export async function spawnServer(env: Readonly<Record<string, string>>): Promise<SpawnedServer> {
  bundle ??= bundleServer();
  const child = spawn(process.execPath, [await bundle], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      CAIPU_LIMITS: 'off',
      CAIPU_DEMO_DRAWS: '20',
      CAIPU_CHECK_ANSWERS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  const base = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready: (http:\/\/\S+)/.exec(output);
      if (ready !== null) resolve(ready[1] as string);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
  const end = (signal: 'SIGKILL' | 'SIGTERM') => async () => {
    child.kill(signal);
    await gone;
  };
  return { base, child, output: () => output, kill: end('SIGKILL'), stop: end('SIGTERM') };
}

/** Waits until `look` gives something; a condition, not a length of time. Fails with what it waited for. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, seconds = 30): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
