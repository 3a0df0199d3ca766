/**
 * Games that draw every ten seconds, and the processes that open their issues: two on PostgreSQL, one on the embedded database. Steps of a
 * process are taken as of any instant, so that a test has them in the order that it wants.
 */
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { issuesFrom } from '../../../engine/descriptions/schedule.ts';
import type { Services } from '../../../server/services.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { recordSkippedIssues } from '../../../server/lottery/draws/skipped-issues.ts';
import { type DatabaseClock, databaseClock } from './machine-clock.ts';
import { openPool, queryingOf } from './postgres.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer } from './server.ts';
import { FAST_GAME, gameVersion, writeFastDerived, writeFastGame } from './tickets.ts';

export const ISSUE_MS = 10_000;

export interface IssueRow {
  readonly issue: string;
  readonly opens_at: number;
  readonly closes_at: number;
  readonly state: string;
  readonly cancelled: string | null;
}

/** The fast game and two more, drawn as often. The numbers of one of these follow from the other's. */
function someGames(folder: string): string {
  const games = copyGames(folder);
  writeFastGame(games);
  writeFastDerived(games);
  return games;
}

/**
 * Starts and ends the processes around the tests of the file or block that calls it: on the PostgreSQL at `postgresUrl`, asked for when the
 * tests begin, or on an embedded database. Before each test there is no issue but those of the fast game from `start` on.
 */
export function fastIssues(postgresUrl?: () => string) {
  const nodes: TestServer[] = [];
  let folder: string;
  let machine: DatabaseClock;
  let context: Services;
  /** The second process, where there can be one. */
  let other: Services;
  let pool: ReturnType<typeof openPool> | undefined;
  beforeAll(async () => {
    folder = temporaryFolder();
    const options = { clockSpeed: 1, role: 'web', history: 0, gamesDir: someGames(folder) } as const;
    if (postgresUrl !== undefined) {
      const databaseUrl = postgresUrl();
      pool = openPool(databaseUrl);
      machine = await databaseClock(queryingOf(pool));
      for (let n = 0; n < 2; n += 1) nodes.push(await startServer({ ...options, databaseUrl }));
    } else {
      nodes.push(await startServer(options));
      machine = await databaseClock((nodes[0] as TestServer).context.database, true);
    }
    context = (nodes[0] as TestServer).context;
    other = (nodes.at(-1) as TestServer).context;
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await pool?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
  const version = (code = FAST_GAME) => gameVersion(nodes[0] as TestServer, code);
  /** A process as it stands at an instant of the game clock as it knows it, with a database of its own. */
  const at = (now: number, process = context, database = process.database) => ({
    ...process,
    database,
    clock: { ...process.clock, now: () => now, speed: 1 },
  });
  async function writeOff(process = context): Promise<void> {
    while (await recordSkippedIssues(process));
  }
  const issues = (code = FAST_GAME) =>
    ask<IssueRow>('SELECT issue, opens_at, closes_at, state, cancelled FROM issues WHERE game = $1 ORDER BY closes_at, issue', [code]);
  /** Each close once and the next one ten seconds later, from the first issue to the last. */
  async function expectEachOnce(code = FAST_GAME): Promise<IssueRow[]> {
    const rows = (await issues(code)).filter(({ cancelled }) => cancelled !== 'schedule');
    const steps = rows.slice(1).map((row, n) => ({ issue: row.issue, ms: row.closes_at - (rows[n] as IssueRow).closes_at }));
    expect(steps.filter(({ ms }) => ms !== ISSUE_MS)).toEqual([]);
    return rows;
  }
  const lastClose = async (code = FAST_GAME) => (await issues(code)).at(-1)?.closes_at as number;
  /** An instant amid an issue on sale, and the former clock. */
  let start: number;
  beforeEach(async () => {
    await ask('DELETE FROM issues');
    await ask('DELETE FROM skipped_spans');
    await ask('DELETE FROM draws_heartbeat');
    await context.clock.sync();
    start = (issuesFrom(version().game.schedule, context.clock.now(), 1)[0]?.opensAt as number) + ISSUE_MS / 2;
    await openIssues(at(start), version());
  });
  afterEach(() => expectBooksInOrder(context.database));

  return {
    at,
    ask,
    version,
    writeOff,
    issues,
    expectEachOnce,
    lastClose,
    /** What there is once a test runs. */
    now: () => ({ context, other, machine, start }),
  };
}
