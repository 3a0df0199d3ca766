/** What concerns concurrency, on a real PostgreSQL with two server processes: R1, R3, R11, and draws and settlement by both at once. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BetModels, LotteryPageModels, OrderListModels, ProfileModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import type { GameVersion } from '../../server/catalog/games.ts';
import { betCount } from '../engine/rules/support/runs.ts';
import { type Answer, Client } from './support/client.ts';
import { openPool, queryingOf, startWithSchema, type TestPostgres } from './support/postgres.ts';
import { copyGames, expectBooksInOrder, type SpawnedServer, spawnServer, temporaryFolder, waitFor } from './support/server.ts';
import { ALL_DIGITS, FAST_GAME, pricedTicket, publishedGameOf, singleBet, writeFastGame } from './support/tickets.ts';

/** Issues of the fast game then last two seconds. */
const SPEED = 5;

let postgres: TestPostgres;
let pool: pg.Pool;
let folder: string;
const nodes: SpawnedServer[] = [];
const versions = new Map<string, GameVersion>();
let now: () => number;

beforeAll(async () => {
  postgres = await startWithSchema();
  pool = openPool(postgres.url);
  folder = temporaryFolder();
  const games = copyGames(folder);
  writeFastGame(games);
  const env = { DATABASE_URL: postgres.url, CAIPU_GAMES: games, CAIPU_DATA: join(folder, 'data'), CAIPU_CLOCK: String(SPEED) };
  // Both at once: the first start makes tables, past draws and the demo player exactly once.
  nodes.push(...(await Promise.all([spawnServer(env), spawnServer(env)])));
  for (const code of [FAST_GAME, 'ssq']) versions.set(code, await publishedGameOf(nodes[0]?.base ?? '', code));
  now = (await new Client(nodes[0]?.base ?? '').sync()).now;
});
afterEach(() => expectBooksInOrder(queryingOf(pool)));
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function client(node: number): Client {
  const made = new Client(nodes[node % 2]?.base ?? '');
  made.now = now;
  return made;
}
const version = (code: string) => versions.get(code) as GameVersion;

/** The issue on sale, with at least `ms` left. */
const onSale = (code: string, ms: number) =>
  waitFor(
    `${code} on sale for ${ms} ms`,
    async () => {
      const { models } = await client(0).get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: code });
      return models.current !== null && models.current.closesAt - now() > ms ? models.current : undefined;
    },
    60,
  );

describe('two nodes', () => {
  it('[R1] 64 clients × 50 bets of 2.00 on a wallet of 100.00: exactly 50 accepted', async () => {
    const player = await client(0).register();
    // Down to 100.00, so that the wallet is what runs out.
    await pool.query(`SELECT post($1, 'stake', 'wallet', 'house:stakes', 990000, 'bet', NULL)`, [player.userId]);
    const issue = await onSale('ssq', 60_000);
    const answers = await Promise.all(
      Array.from({ length: 64 }, async (_, at) => {
        const own = player.twin(nodes[at % 2]?.base);
        const got: Answer<BetModels>[] = [];
        for (let i = 0; i < 50; i += 1) got.push(await own.bet({ ...singleBet(version('ssq'), at * 50 + i), issue: issue.issue }));
        return got;
      }),
    );
    const statuses = answers.flat().map((answer) => answer.status);
    expect(statuses.filter((status) => status === STATUS.ok)).toHaveLength(50);
    expect(statuses.filter((status) => status === STATUS.insufficientFunds)).toHaveLength(64 * 50 - 50);
    expect((await player.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen).toBe(0);
    const balances = answers
      .flat()
      .filter((answer) => answer.status === 0)
      .map((answer) => answer.models.balanceFen);
    expect(new Set(balances).size).toBe(50);
  });

  it('[R3] one key 100 times at once on both nodes, and again later: one ticket, one debit, one answer', async () => {
    const player = await client(1).register();
    const issue = await onSale('ssq', 60_000);
    const key = randomUUID();
    const bet = { ...singleBet(version('ssq')), issue: issue.issue, key };
    const twins = [player.twin(nodes[0]?.base), player.twin(nodes[1]?.base)];
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => (twins[at % 2] as Client).bet(bet)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(STATUS.ok);
    expect(await (twins[1] as Client).bet(bet)).toEqual(answers[0]);
    const other = { ...bet, ...singleBet(version('ssq'), 99) };
    expect(JSON.stringify(other.ticket)).not.toBe(JSON.stringify(bet.ticket));
    expect(await (twins[0] as Client).bet(other)).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect((await player.get<OrderListModels>('/api/order/list')).models.items).toHaveLength(1);
    expect((await player.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen).toBe(1_000_000 - 200);
  });

  it('[R11] bets straddling closes, with client clocks up to an hour off: none accepted at or after its close', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, (_, at) => client(at).register()));
    // A quarter of R11's figure, and as many more as it takes to pass three closes; all of it in a night.
    const BETS = betCount(2_500);
    let sent = 0;
    let closes = 0;
    const accepted: { models: BetModels }[] = [];
    const refused = new Map<number, number>();
    let issue = await onSale(FAST_GAME, 3_000);
    await Promise.all(
      Array.from({ length: 16 }, async (_, at) => {
        const own = (players[at % 8] as Client).twin(nodes[at % 2]?.base);
        while (sent < BETS || closes < 3) {
          sent += 1;
          // Aim at one issue through its close and half a second past it, then at the next. The signature's time is right (the window is
          // 300 s); what a wrong clock changes is everything else that a phone says, and the server takes none of it.
          if (now() > issue.closesAt + 1_000) {
            const following = await next(issue.issue);
            if (following.issue > issue.issue) {
              closes += 1;
              issue = following;
            }
          }
          const { models, status } = await own.bet(
            { ...singleBet(version(FAST_GAME), sent), issue: issue.issue },
            { clockOffset: [0, 280, -280][sent % 3] ?? 0 },
          );
          if (status === STATUS.ok) accepted.push({ models });
          else refused.set(status, (refused.get(status) ?? 0) + 1);
        }
      }),
    );
    // Clocks an hour off are refused outright, before the close and after it.
    for (const clockOffset of [3_600, -3_600]) {
      expect((await (players[0] as Client).bet({ ...singleBet(version(FAST_GAME)) }, { clockOffset })).status).toBe(STATUS.badSignature);
    }
    expect([...refused.keys()].filter((status) => status !== STATUS.issueClosed && status !== STATUS.insufficientFunds)).toEqual([]);
    expect(refused.get(STATUS.issueClosed)).toBeGreaterThan(BETS / 100);
    expect(accepted.length).toBeGreaterThan(BETS / 10);
    const { rows } = await pool.query(
      `SELECT count(*)::int AS late FROM orders t JOIN issues i USING (game, issue) WHERE t.placed_at >= i.closes_at OR t.placed_at < i.opens_at`,
    );
    expect(rows[0].late).toBe(0);
    // No ticket came in after the freeze: every accepted one is there and no other.
    const { rows: counted } = await pool.query(`SELECT count(*)::int AS tickets FROM tickets WHERE game = $1`, [FAST_GAME]);
    expect(counted[0].tickets).toBe(accepted.length);
  }, 400_000);

  it('both nodes draw and settle at once: one result per issue, every winner paid once', async () => {
    const player = await client(0).register();
    const bet = pricedTicket(version(FAST_GAME), [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }]);
    for (let i = 0; i < 3; i += 1) {
      const issue = await onSale(FAST_GAME, 3_000);
      expect((await player.bet({ ...bet, issue: issue.issue })).status).toBe(STATUS.ok);
      await waitFor('the next issue', async () => (await onSale(FAST_GAME, 0)).issue !== issue.issue);
    }
    await waitFor('all three paid', async () => {
      const { items } = (await player.get<OrderListModels>('/api/order/list', { status: 'won' })).models;
      return items.length === 3;
    });
    const { rows } = await pool.query(
      `SELECT ref, count(*)::int AS n FROM movements WHERE kind = 'prize' GROUP BY ref HAVING count(*) > 1`,
    );
    expect(rows).toEqual([]);
    // Every issue whose draw is past is settled, and none was skipped between the first and the last.
    await waitFor('no issue left behind', async () => {
      const { rows: open } = await pool.query(`SELECT issue FROM issues WHERE draws_at < $1 AND state <> 'settled'`, [
        Math.floor(now()) - 60_000,
      ]);
      return open.length === 0;
    });
  });
});

describe('one clock', () => {
  it('a clock that is moved on one node is moved on the other, and the issues follow', async () => {
    const before = now();
    const hour = 3_600_000;
    const moved = await fetch(`${nodes[0]?.base}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: hour }),
    });
    expect(moved.status).toBe(200);
    const other = await waitFor('the other node an hour on', async () => {
      const synced = await client(1).sync();
      return synced.now() >= before + hour ? synced : undefined;
    });
    now = other.now;
    const player = await client(1).register();
    // The draws of the hour that was skipped come first, and a busy machine may take longer than an issue lasts.
    const placed = await waitFor('a bet on an issue of the new hour', async () => {
      const answer = await player.bet(singleBet(version(FAST_GAME)));
      return answer.status === STATUS.ok ? answer : undefined;
    });
    expect(placed.models.drawsAt).toBeGreaterThan(before + hour);
  });
});

async function next(after: string) {
  return waitFor('the next issue', async () => {
    const found = await onSale(FAST_GAME, 0);
    return found.issue > after ? found : undefined;
  });
}
