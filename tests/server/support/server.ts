/** A server of its own for a test file: in this process (`startServer`) or in one of its own (`spawnServer`), always on a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
    loginsPerMinute: 100_000,
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
      await server.context.database.query(`SELECT credit_wallet($1, 'grant', 'house:grants', $2, NULL, NULL)`, [userId, fen]);
    },
    async stop() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
      expect(wrongAnswers, 'answers that are not as the table of calls says').toEqual([]);
    },
  };
}

/**
 * R2: every transaction and the whole ledger sum to zero, every wallet is the sum of its entries, every ticket has its stake and its
 * prize or refund, every chase its tickets.
 */
export async function expectBooksInOrder(database: Querying): Promise<void> {
  const { rows } = await database.query(`SELECT * FROM (
    SELECT 'transaction ' || user_id || '/' || seq AS what, sum(amount_fen)::bigint AS off FROM entries GROUP BY user_id, seq HAVING sum(amount_fen) <> 0
    UNION ALL
    SELECT 'ledger', sum(amount_fen)::bigint FROM entries HAVING sum(amount_fen) <> 0
    UNION ALL
    SELECT 'wallet ' || w.user_id, w.balance_fen - coalesce((SELECT sum(e.amount_fen) FROM entries e WHERE e.account = 'wallet:' || w.user_id), 0)::bigint
      FROM wallets w WHERE w.balance_fen <> coalesce((SELECT sum(e.amount_fen) FROM entries e WHERE e.account = 'wallet:' || w.user_id), 0)
    UNION ALL
    SELECT 'balance after ' || t.user_id || '/' || t.seq, t.balance_fen FROM (
      SELECT *, sum(CASE credit WHEN 'wallet' THEN amount_fen ELSE -amount_fen END) OVER (PARTITION BY user_id ORDER BY seq) AS running FROM transfers) t
     WHERE t.running <> t.balance_fen
    UNION ALL
    SELECT 'stake of ' || t.id, t.amount_fen FROM tickets t
     WHERE (SELECT coalesce(sum(amount_fen), 0) FROM transfers f WHERE f.user_id = t.user_id AND f.order_id = t.id AND f.kind = 'stake') <> t.amount_fen
    UNION ALL
    SELECT 'prize of ' || t.id, t.prize_fen FROM tickets t
     WHERE (SELECT coalesce(sum(amount_fen), 0) FROM transfers f WHERE f.user_id = t.user_id AND f.order_id = t.id AND f.kind = 'prize') <> t.prize_fen
    UNION ALL
    SELECT 'late bet ' || t.id, t.placed_at - i.closes_at FROM tickets t JOIN issues i USING (game, issue)
     WHERE t.placed_at >= i.closes_at OR (t.placed_at < i.opens_at AND t.chase_id IS NULL) OR i.backfilled
    UNION ALL
    SELECT 'refund of ' || t.id, t.amount_fen FROM tickets t
     WHERE (SELECT coalesce(sum(amount_fen), 0) FROM transfers f WHERE f.user_id = t.user_id AND f.order_id = t.id AND f.kind = 'refund')
           <> CASE t.status WHEN 'cancelled' THEN t.amount_fen ELSE 0 END
    UNION ALL
    SELECT 'chase ' || c.id, c.amount_fen FROM chases c
     WHERE (SELECT coalesce(sum(amount_fen), 0) FROM tickets t WHERE t.user_id = c.user_id AND t.chase_id = c.id) <> c.amount_fen
        OR (SELECT count(*) FROM tickets t WHERE t.user_id = c.user_id AND t.chase_id = c.id) <> c.issues
    UNION ALL
    SELECT 'transfer without ticket ' || f.user_id || '/' || f.seq, f.amount_fen FROM transfers f
     WHERE f.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tickets t WHERE t.user_id = f.user_id AND t.id = f.order_id)
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

/** `server/main.ts` as a process of its own, ready to answer. */
export async function spawnServer(env: Readonly<Record<string, string>>): Promise<SpawnedServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      CAIPU_LOGINS_PER_MINUTE: '100000',
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
