import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fillWithSchema } from '../../server/support/lite.ts';
import { quickLeague } from '../../support/quick-league.ts';
import { SHORT_LIVED } from '../../support/short-lived.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface RunningServer {
  readonly url: string;
  /** The server's own copy of the game descriptions: tests may drop files here. */
  readonly games: string;
  /** Its own copy of the app's descriptions, when it was asked for one; else the project's. */
  readonly descriptions: string;
  /** Moves the simulated clock forward. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Games to run; all when left out. */
  readonly games?: readonly string[];
  /** Other schedules of games that `games` names, in part. */
  readonly schedules?: Readonly<Record<string, object>>;
  /** Other properties of games that `games` names. */
  readonly changes?: Readonly<Record<string, object>>;
  /** Run the games on matches too, with their leagues, when `games` names some. */
  readonly sports?: true;
  /** Speed of the simulated clock. */
  readonly clock?: number;
  /** Serve the demonstration pages, on a port of their own. */
  readonly demo?: boolean;
  /** Further environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Give the server a copy of the app's descriptions, for tests that change them. */
  readonly ownDescriptions?: boolean;
  /** Opens the workshop. */
  readonly operatorPassword?: string;
}

/**
 * Environment of a server with all or many games whose past nobody looks at in full: 300 draws of each take three seconds of processor.
 * A chart of them has journeys of its own (results.deep.e2e.ts, all-screens.deep.e2e.ts).
 */
export const FEW_DRAWS = { CAIPU_DEMO_DRAWS: '20' };

/** The same where nobody looks at matches either: a feed that begins takes another three. */
export const FEW_DRAWS_NO_MATCHES = { ...FEW_DRAWS, CAIPU_FEED: 'none' };

/**
 * Every simulated match takes place: which one would be put off depends on a secret that differs from run to run. In one demonstration
 * league a match kicks off every few minutes, whatever the hour of the run.
 */
function playAllMatches(leagues: string): void {
  for (const name of readdirSync(leagues)) {
    const league = JSON.parse(readFileSync(join(leagues, name), 'utf8'));
    const played = name === 'YSL.json' ? quickLeague(league) : league;
    writeFileSync(join(leagues, name), JSON.stringify({ ...played, off: { postponed: 0, abandoned: 0 } }));
  }
}

/** Starts the built server on the embedded database in a throwaway folder, and waits until it answers. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'caipu-e2e-'));
  const games = join(folder, 'games');
  mkdirSync(games);
  for (const part of ['families', 'calendars']) cpSync(join(root, 'games', part), join(games, part), { recursive: true });
  if (options.games) for (const code of options.games) cpSync(join(root, `games/${code}.json`), join(games, `${code}.json`));
  else cpSync(join(root, 'games'), games, { recursive: true });
  for (const [code, changes] of Object.entries(options.schedules ?? {})) {
    const game = JSON.parse(readFileSync(join(games, `${code}.json`), 'utf8'));
    writeFileSync(join(games, `${code}.json`), JSON.stringify({ ...game, schedule: { ...game.schedule, ...changes } }));
  }
  for (const [code, changes] of Object.entries(options.changes ?? {})) {
    const game = JSON.parse(readFileSync(join(games, `${code}.json`), 'utf8'));
    writeFileSync(join(games, `${code}.json`), JSON.stringify({ ...game, ...changes }));
  }
  if (options.games && options.sports)
    for (const kind of ['sports', 'passes', 'leagues', 'outrights'])
      cpSync(join(root, 'games', kind), join(games, kind), { recursive: true });
  if (options.games) cpSync(join(root, 'games/small'), join(games, 'small'), { recursive: true });
  if (options.games && options.sports) playAllMatches(join(games, 'leagues'));
  const descriptions = options.ownDescriptions ? join(folder, 'descriptions') : join(root, 'app/descriptions');
  if (options.ownDescriptions) cpSync(join(root, 'app/descriptions'), descriptions, { recursive: true });

  await fillWithSchema(join(folder, 'data'));

  const { child, url, exited } = await spawnServer(options.demo === true, {
    ...process.env,
    NODE_ENV: 'test',
    CAIPU_CHECK_ANSWERS: '1',
    CAIPU_LIMITS: 'off',
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    // The server chooses a free port and says which.
    PORT: '0',
    CAIPU_DATA: join(folder, 'data'),
    CAIPU_GAMES: games,
    CAIPU_DESCRIPTIONS: descriptions,
    CAIPU_CLOCK: String(options.clock ?? 1),
    CAIPU_DEMO_PORT: '0',
    ...options.env,
    CAIPU_OPERATOR_PASSWORD: options.operatorPassword ?? '',
  });
  return {
    url,
    games,
    descriptions,
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

interface Spawned {
  readonly child: ChildProcess;
  readonly url: string;
  readonly exited: Promise<void>;
}

/** With demonstration pages the server needs their port: when one is taken, another is tried. */
async function spawnServer(demo: boolean, env: NodeJS.ProcessEnv): Promise<Spawned> {
  if (!demo) return spawnOnce(env);
  for (let tries = 1; ; tries += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      return await spawnOnce({ ...env, CAIPU_DEMO_PORT: String(port) });
    } catch (error) {
      if (tries === 5 || !String(error).includes(`port ${port} is in use`)) throw error;
    }
  }
}

/** Resolves with the address that the server says; throws with its output when it ends before. */
async function spawnOnce(env: NodeJS.ProcessEnv): Promise<Spawned> {
  const child = spawn(process.execPath, [...SHORT_LIVED, 'dist/server/main.js'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready: (http:\/\/\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then(() => reject(new Error(`the server ended before it answered:\n${output}`)));
  });
  return { child, url, exited };
}
