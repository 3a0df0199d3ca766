/** A server of its own for a test file: in this process (`startServer`) or in one of its own (`spawnServer`), always on a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { buildServer, type Server } from '../../../server/build-server.ts';
import type { ServerOptions } from '../../../server/server-options.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import { ledgerAuditFaults } from '../../../server/audit-ledger.ts';
import { SHORT_LIVED } from '../../support/short-lived.ts';
import { bundleServer } from './bundle.ts';
import { Client } from './client.ts';
import { fillWithSchema } from './lite.ts';

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

/** A copy of games as they are in the repository: some, all, or those of the codes. */
export function copyGames(folder: string, which: 'all' | readonly string[] = SOME): string {
  const games = join(folder, 'games');
  for (const part of ['families', 'calendars']) cpSync(join(root, 'games', part), join(games, part), { recursive: true });
  for (const name of readdirSync(join(root, 'games')))
    if (name.endsWith('.json') && (which === 'all' || which.includes(name.slice(0, -'.json'.length))))
      cpSync(join(root, 'games', name), join(games, name));
  return games;
}

export async function startServer(
  options: Partial<ServerOptions> & { readonly games?: 'all' | readonly string[] } = {},
): Promise<TestServer> {
  const folder = temporaryFolder();
  const gamesDir = options.gamesDir ?? copyGames(folder, options.games);
  const dataDir = options.dataDir ?? join(folder, 'data');
  if (options.databaseUrl === undefined && options.pool === undefined && options.dataDir === undefined) await fillWithSchema(dataDir);
  const wrongAnswers: string[] = [];
  const server = await buildServer({
    dataDir,
    gamesDir,
    appDir: join(root, 'app/descriptions'),
    webDir: join(folder, 'no-web'),
    watch: false,
    limits: Number.POSITIVE_INFINITY,
    history: 20,
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

/** R2: nothing is wrong with the books (server/ledger/ledger-audit.ts says what that means). */
export async function expectBooksInOrder(database: Querying): Promise<void> {
  expect(await ledgerAuditFaults(database)).toEqual([]);
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

/** `server/main.ts` as a process of its own, ready to answer. */
export async function spawnServer(env: Readonly<Record<string, string>>): Promise<SpawnedServer> {
  bundle ??= bundleServer();
  return spawnProgram(await bundle, root, { CAIPU_LIMITS: 'off', CAIPU_DEMO_DRAWS: '20', CAIPU_CHECK_ANSWERS: '1', ...env });
}

/** A built server as a process, ready to answer on a port of its own. */
export async function spawnProgram(file: string, cwd: string, env: Readonly<Record<string, string>>): Promise<SpawnedServer> {
  const child = spawn(process.execPath, [...SHORT_LIVED, file], {
    cwd,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
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
export async function waitFor<T>(what: string, look: () => Promise<T | undefined | false>, seconds = 30): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
