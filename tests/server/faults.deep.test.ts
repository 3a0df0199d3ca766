/**
 * R5, R13: two processes on PostgreSQL take bets, chases, bets on matches, group orders, joins and withdrawals, and draw and settle. The test
 * kills them, stops the database (in good order and as a crash), and cuts connections in the middle of a commit. The clock of one process is
 * an hour fast, that of the other an hour slow. No process ends because of its database, and an outage is answered with 503 and a message.
 * Nothing acknowledged is lost or doubled, and no issue is missing. Each fault happens once, and ten times in a nightly run.
 */
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OutcomeModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Database } from '../../server/platform/database/database.ts';
import type { GameVersion } from '../../server/catalog/games.ts';
import { parseKeys } from '../../server/platform/encryption/keys.ts';
import { openEncryption } from '../../server/platform/encryption/at-rest.ts';
import { killCount } from '../engine/rules/support/runs.ts';
import { type Answer, Client } from './support/client.ts';
import { ROWS_BY_ACTION, actionsOf, type Actor, ALLOWED_REFUSALS } from './support/actions.ts';
import { SLOW_GAME, writeSlowGame } from './support/groups.ts';
import { bindCard, OPERATOR_PASSWORD, openDesk, verifyIdentity } from './support/withdrawals.ts';
import { openPool, queryingOf, transactingOf } from './support/postgres.ts';
import { type ProxyLine, proxyTo } from './support/proxy.ts';
import { copyGames, expectBooksInOrder, type SpawnedServer, spawnServer, temporaryFolder, waitFor } from './support/server.ts';
import { addMatch, addSports, publishedSport } from './support/sports.ts';
import { startStoppablePostgres, type StoppablePostgres } from './support/stoppable.ts';
import { FAST_GAME, publishedGameOf, singleBet, writeFastGame } from './support/tickets.ts';
import { HOUR_MS } from '../../engine/descriptions/time-units.ts';

/** Issues of the fast game last two seconds. */
const SPEED = 5;
/** Kills of each process, and stops of the database in each mode. */
const ROUNDS = killCount(1);
/** Ms of the second outage of the database: thirty seconds in a nightly run. */
const LONG_MS = ROUNDS > 1 ? 30_000 : 3_000;
const SHORT_MS = ROUNDS > 1 ? 3_000 : 500;
const VAULT_KEYS = 'a1'.repeat(32);

let postgres: StoppablePostgres;
let line: ProxyLine;
let pool: pg.Pool;
let folder: string;
let version: GameVersion;
let action: ReturnType<typeof actionsOf>;
let now: () => number;
const nodes: SpawnedServer[] = [];
let env: (node: number) => Record<string, string>;

beforeAll(async () => {
  postgres = await startStoppablePostgres();
  line = await proxyTo(postgres.url);
  pool = openPool(postgres.url);
  folder = temporaryFolder();
  const games = copyGames(folder);
  writeFastGame(games);
  writeSlowGame(games);
  addSports(games, ['jczq']);
  // Shifts the clock of a process, like a wrong clock of its machine.
  const skew = join(folder, 'skew.mjs');
  writeFileSync(
    skew,
    `const Real = Date; const off = Number(process.env.SKEW_MS);
     globalThis.Date = class extends Real { constructor(...args) { super(...(args.length ? args : [Real.now() + off])); } static now() { return Real.now() + off; } };`,
  );
  env = (node) => ({
    DATABASE_URL: line.url,
    CAIPU_GAMES: games,
    CAIPU_DATA: join(folder, 'data'),
    CAIPU_CLOCK: String(SPEED),
    CAIPU_FEED: 'none',
    CAIPU_VAULT_KEYS: VAULT_KEYS,
    CAIPU_OPERATOR_PASSWORD: OPERATOR_PASSWORD,
    NODE_OPTIONS: `--import=file://${skew}`,
    SKEW_MS: String(node === 0 ? HOUR_MS : -HOUR_MS),
  });
  nodes.push(...(await Promise.all([spawnServer(env(0)), spawnServer(env(1))])));
  const base = nodes[0]?.base ?? '';
  version = await publishedGameOf(base, FAST_GAME);
  await addMatch(queryingOf(pool), { id: 'm', startsIn: 48 * HOUR_MS, singles: ['BRQSPF'] });
  action = actionsOf({
    fast: version,
    slow: await publishedGameOf(base, SLOW_GAME),
    sport: await publishedSport(queryingOf(pool), 'jczq'),
    match: 'm',
  });
  await (await openDesk(base, '甲')).set({ timesADay: 100, newAccountHours: 0, secondOperatorFen: 1_000_000_000 });
  now = (await new Client(nodes[0]?.base ?? '').sync()).now;
}, 120_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await pool?.end();
  await line?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const figures: Record<string, number[]> = {};
const note = (what: string, ms: number) => (figures[what] ??= []).push(Math.round(ms));

it(
  `[R5] [R13] ${ROUNDS} × each fault under load: 0 lost, 0 doubled, no process ended, no issue missing`,
  async () => {
    const encryption = await openEncryption(queryingOf(pool), parseKeys(VAULT_KEYS));
    const players = await Promise.all(
      Array.from({ length: 6 }, async (_, at): Promise<Actor> => {
        const client = new Client(nodes[at % 2]?.base ?? '');
        client.now = now;
        await client.register();
        await pool.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', 2000000000, 'gift', NULL)`, [client.userId]);
        await verifyIdentity({ encryption, database: transactingOf(pool) as Database }, client);
        return { client, card: (await bindCard(client)).models.id };
      }),
    );
    let loading = true;
    const acknowledged = Object.fromEntries(Object.keys(ROWS_BY_ACTION).map((name) => [name, {} as Record<number, number>]));
    const wrong: unknown[] = [];
    let unavailable = 0;
    let accepted = 0;
    let cuts = 0;
    const working = players.map(async (player, at) => {
      const { client } = player;
      for (let n = 0; loading; n += 1) {
        const key = randomUUID();
        const { name, rows, send, done } = action(player, n + at);
        let answer: Answer<unknown> | undefined;
        for (let attempt = 0; answer === undefined; attempt += 1) {
          const own = client.twin(nodes[(at + attempt) % 2]?.base);
          try {
            if (attempt > 0 && attempt % 2 === 0) {
              // A phone in doubt looks up the outcome of the key. The look-up of an unknown key makes it invalid, so the attempt ends.
              const { status, models } = await own.get<OutcomeModels>('/api/order/outcome', { key });
              if (status !== STATUS.ok) continue;
              answer = { http: 200, status: STATUS.keyConflict, models: null, msg: '', ...(models.state === 'done' ? models.answer : {}) };
              continue;
            }
            const got = await send(own, key);
            if (got.status === STATUS.unavailable) {
              unavailable += 1;
              expect(got).toMatchObject({ http: 503, msg: expect.stringMatching(/\S/) });
              await new Promise((resolve) => setTimeout(resolve, 50));
            } else answer = got;
          } catch {
            // The process was killed, or is starting.
            await new Promise((resolve) => setTimeout(resolve, 25));
          }
        }
        if (answer.status === STATUS.ok) {
          const counts = acknowledged[name] as Record<number, number>;
          counts[client.userId] = (counts[client.userId] ?? 0) + rows;
          accepted += 1;
          done?.(answer);
        } else if (!ALLOWED_REFUSALS.includes(answer.status)) wrong.push({ name, ...answer });
      }
    });
    const more = (n: number) => {
      const from = accepted;
      return waitFor(`${n} more bets accepted`, async () => accepted >= from + n, 90);
    };
    const alive = () => expect(nodes.map(({ child }) => child.exitCode)).toEqual([null, null]);
    const heals = async (what: string) => {
      const from = performance.now();
      for (const node of nodes)
        await waitFor('a healthy process', async () => (await fetch(`${node.base}/healthz`).catch(() => undefined))?.status === 200, 60);
      note(what, performance.now() - from);
      await more(5);
      alive();
    };

    await more(20);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const victim of [0, 1]) {
        await (nodes[victim] as SpawnedServer).kill();
        const from = performance.now();
        nodes[victim] = await spawnServer(env(victim));
        note('ready after a kill', performance.now() - from);
        await more(10);
      }
      for (const [mode, away] of [
        ['fast', SHORT_MS],
        ['immediate', LONG_MS],
      ] as const) {
        await postgres.halt(mode);
        const from = performance.now();
        const words = await fetch(`${nodes[round % 2]?.base}/api/order/list?tk=x`).then(
          (answer) => answer.json() as Promise<{ msg: string }>,
        );
        note('words in an outage', performance.now() - from);
        expect(words.msg).not.toBe('');
        // The length of the outage. It is the fault itself, and not a wait for a condition.
        await new Promise((resolve) => setTimeout(resolve, away));
        alive();
        await postgres.resume();
        await heals(`healed after ${mode}`);
      }
      // The request reaches the database, and its answer does not reach the server.
      const before = cuts;
      line.cutAfter('place-bets', () => (cuts += 1));
      await waitFor('a connection cut in the middle of a commit', async () => cuts > before, 60);
      await heals('healed after a cut');
    }
    loading = false;
    await Promise.all(working);
    expect(wrong).toEqual([]);
    expect(unavailable).toBeGreaterThan(0);

    // The database has exactly the acknowledged rows.
    const ids = players.map(({ client }) => client.userId);
    for (const [name, sql] of Object.entries(ROWS_BY_ACTION)) {
      const { rows } = await pool.query<{ user: number; rows: number }>(sql, [ids]);
      const there = Object.fromEntries(rows.map((row) => [row.user, row.rows]));
      expect({ name, there }).toEqual({ name, there: acknowledged[name] });
      expect(rows.length, name).toBeGreaterThan(0);
    }
    // A phone whose clock is an hour off is refused, although the clocks of the processes are off as well.
    for (const node of nodes)
      for (const clockOffset of [3_600, -3_600])
        expect((await (players[0] as Actor).client.twin(node.base).bet(singleBet(version), { clockOffset })).status).toBe(
          STATUS.badSignature,
        );
    const { rows: clock } = await pool.query('SELECT caipu_now_ms()::float8 AS now');
    const passed = [FAST_GAME, clock[0].now];
    await waitFor(
      'every issue that closed meanwhile settled, or called off',
      async () => {
        const { rows: left } = await pool.query(
          `SELECT issue FROM issues WHERE game = $1 AND NOT backfilled AND closes_at <= $2 AND state NOT IN ('settled', 'withdrawn')`,
          passed,
        );
        return left.length === 0;
      },
      90,
    );
    const { rows: issues } = await pool.query(
      `SELECT issue, opens_at::float8 AS opens, closes_at::float8 AS closes, state, cancelled, numbers IS NOT NULL AS drawn FROM issues
        WHERE game = $1 AND NOT backfilled AND closes_at <= $2 ORDER BY closes_at`,
      passed,
    );
    expect(issues.length).toBeGreaterThan(3);
    const gaps = issues.filter((row, at) => at > 0 && row.opens !== issues[at - 1].closes);
    expect(gaps).toEqual([]);
    expect(
      issues.filter((row) => !(row.state === 'settled' && row.drawn) && !(row.state === 'withdrawn' && row.cancelled === 'skipped')),
    ).toEqual([]);
    const { rows: twice } = await pool.query(
      `SELECT ref FROM movements WHERE kind IN ('prize', 'refund') GROUP BY user_id, ref, kind HAVING count(*) > 1`,
    );
    expect(twice).toEqual([]);
    await expectBooksInOrder(queryingOf(pool));
    const spans = Object.entries(figures).map(([what, times]) => `${what} ${Math.min(...times)}–${Math.max(...times)} ms`);
    console.log(`  ${accepted} accepted, ${unavailable} answered with 503; ${spans.join(', ')}; ${issues.length} issues`);
  },
  180_000 + 200_000 * ROUNDS,
);
