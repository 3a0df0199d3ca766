import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface RunningServer {
  readonly url: string;
  /** The server's own copy of the game descriptions: tests may drop files here. */
  readonly games: string;
  /** Moves the simulated clock forward. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Games to run; all when left out. */
  readonly games?: readonly string[];
  /** Speed of the simulated clock. */
  readonly clock?: number;
  /** Serve the demonstration pages, on a port of their own. */
  readonly demo?: boolean;
  /** Further environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Opens the workshop. */
  readonly operatorPassword?: string;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

/** Starts the built server on the embedded database in a throwaway folder, and waits until it answers. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'caipu-e2e-'));
  const games = join(folder, 'games');
  mkdirSync(games);
  cpSync(join(root, 'games/families'), join(games, 'families'), { recursive: true });
  if (options.games) for (const code of options.games) cpSync(join(root, `games/${code}.json`), join(games, `${code}.json`));
  else cpSync(join(root, 'games'), games, { recursive: true });

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      CAIPU_CHECK_ANSWERS: '1',
      DATABASE_URL: '',
      PORT: String(port),
      HOST: '127.0.0.1',
      CAIPU_DATA: join(folder, 'data'),
      CAIPU_GAMES: games,
      CAIPU_CLOCK: String(options.clock ?? 1),
      CAIPU_DEMO_PORT: options.demo ? String(await freePort()) : '0',
      ...options.env,
      CAIPU_OPERATOR_PASSWORD: options.operatorPassword ?? '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  const deadline = Date.now() + 180_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended before it answered:\n${output}`);
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) break;
    if (Date.now() > deadline) throw new Error(`the server does not answer after 3 minutes:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    games,
    async advance(ms) {
      const answer = await fetch(`${url}/test/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceMs: ms }),
      });
      if (!answer.ok) throw new Error(`the clock did not move: ${answer.status} ${await answer.text()}`);
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
