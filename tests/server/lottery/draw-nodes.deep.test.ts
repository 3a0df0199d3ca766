/** Draws on PostgreSQL with two server processes that both draw and settle: a pool (奖池) and a draw that another one follows from (PC蛋蛋 from 快乐8). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Draw, DrawSource, GameDescription, Line } from '../../../engine/descriptions/types.ts';
import { deriveNumbers } from '../../../engine/rules/derived-numbers.ts';
import type { ChaseIssuesModels, IssueOnSale } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from '../support/client.ts';
import { waitFor } from '../support/server.ts';
import { pricedTicket, publishedGameOf } from '../support/tickets.ts';
import { twoProcesses } from '../support/two-processes.ts';

const POOL = 'fastpool';
const SOURCE = 'fastkl8';
const DERIVED = 'fastpc';
const SEED = 1_000_003;

const SCHEDULE = {
  kind: 'sessions' as const,
  utcOffset: '+08:00',
  sessions: [{ first: '00:00:10', everySeconds: 10, draws: 8_640 }],
  closeBeforeSeconds: 2,
  issue: '{run:9}',
  run: { from: '2026-01-01', number: 1 },
};

const LIMITED = 'fastlimits';
/** Bets on each digit of 定位胆 in an issue, over all players, of multiplier 1. */
const MOST = 20;
const PRIZE = 1_800;
const TEN = { play: 'DWD', picks: { wan: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] } };

function writeGames(gamesDir: string): void {
  const read = (code: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../games', `${code}.json`), 'utf8')) as GameDescription;
  const write = (code: string, game: object) =>
    writeFileSync(join(gamesDir, `${code}.json`), JSON.stringify({ ...game, code, name: code, schedule: SCHEDULE }));
  write(SOURCE, read('bjkl8'));
  const fast = read('jlffc');
  const limits = { plays: [{ play: 'DWD', selection: { exposureFen: MOST * PRIZE } }] };
  write(LIMITED, { ...fast, caps: { ...fast.caps, issues: 60 }, limits });
  const pcdd = read('pcdd');
  write(DERIVED, { ...pcdd, source: { ...(pcdd.source as DrawSource), game: SOURCE, name: SOURCE } });
  const { $schema, format, kind, unitFen, screen, confirm, prizeTable, menu } = read('ssq');
  write(POOL, {
    ...{ $schema, format, kind, unitFen, screen, confirm, prizeTable, menu },
    caps: { multiplier: 100 },
    poolFen: 100_000,
    poolSeedFen: SEED,
    poolStakePermille: 333,
    draw: { zones: [{ id: 'one', label: '号', kind: 'set', from: 0, to: 4, pick: 1 }] },
    playGroups: [
      {
        code: 'G',
        name: '猜号',
        plays: [
          {
            code: 'ONE',
            name: '猜号',
            hint: '选 1 个号码。',
            areas: [{ kind: 'numbers', id: 'one', label: '号码', from: 0, to: 4, min: 1, max: 5 }],
            rule: {
              kind: 'combination',
              picks: [{ area: 'one', choose: 1, of: [{ zone: 'one' }] }],
              tiers: [{ tier: '1', hits: [[1]] }],
            },
            prizes: [{ kind: 'floating', tier: '1', name: '一等奖', poolPermille: 500, capFen: 200_000, estimateFen: 20_000 }],
          },
        ],
      },
    ],
  });
}

const both = twoProcesses({ prepare: writeGames, both: { CAIPU_CLOCK: '4' } });

const onSale = (who: Client, gameCode: string, after = '') =>
  waitFor(`an issue of ${gameCode} with time left`, async () => {
    const { models } = await who.get<{ readonly current: IssueOnSale | null }>('/api/SiteMsg/AppLotteryPageInfo', { gameCode });
    const { current } = models;
    return current !== null && current.issue > after && current.closesAt - who.now() > 4_000 ? current.issue : undefined;
  });
const settled = (codes: readonly string[], issue: string) =>
  waitFor(
    `issue ${issue} settled`,
    async () =>
      (
        await both.ask<{ n: number }>(`SELECT count(*)::int AS n FROM issues WHERE game = ANY($1) AND issue = $2 AND state = 'settled'`, [
          codes,
          issue,
        ])
      )[0]?.n === codes.length,
    60,
  );
/** Bets at both processes at once until the issue closes on them; returns how many were taken. */
async function betAll(players: readonly Client[], gameCode: string, issue: string, line: Line): Promise<number> {
  const version = await publishedGameOf(both.base(0), gameCode);
  const taken = await Promise.all(
    players.flatMap((who, p) =>
      [0, 1].map(
        async (n) =>
          (await who.twin(both.base(p + n)).bet({ ...pricedTicket(version, [line], { multiplier: 1 + ((p + n) % 3) }), issue })).status ===
          0,
      ),
    ),
  );
  return taken.filter(Boolean).length;
}

it('[L29] the pool of a game that both settle is carried on from issue to issue to the fen, and every winner is paid out of it once', async () => {
  const players = await both.players(12);
  const played: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    const issue = await onSale(players[0] as Client, POOL, played.at(-1));
    // Every number, so that one bet of each wins; and some that have but a chance.
    expect(await betAll(players, POOL, issue, { play: 'ONE', picks: { one: i % 2 ? [0, 1, 2, 3, 4] : [i, 4] } })).toBeGreaterThan(0);
    played.push(issue);
  }
  await settled([POOL], played.at(-1) as string);
  interface Row {
    readonly issue: string;
    readonly carried: number;
    readonly fed: number;
    readonly added: number;
    readonly promised: number;
    readonly paid: number;
    readonly staked: number;
    readonly won: number;
    readonly moved: number;
  }
  const rows = await both.ask<Record<keyof Row, string>>(
    `SELECT p.issue, p.carried, p.fed, p.added, p.promised, p.paid,
            coalesce((SELECT sum(amount) FROM tickets t WHERE t.game = p.game AND t.issue = p.issue AND status <> 'cancelled'), 0) AS staked,
            coalesce((SELECT sum(prize) FROM tickets t WHERE t.game = p.game AND t.issue = p.issue AND status = 'won'), 0) AS won,
            coalesce((SELECT sum(f.amount) FROM tickets t JOIN movements f ON f.user_id = 0 AND f.kind = 'poolPrize' AND f.ref = t.id
                       WHERE t.game = p.game AND t.issue = p.issue), 0) AS moved
       FROM issue_pools p JOIN issues i USING (game, issue) WHERE p.game = $1 ORDER BY i.draws_at`,
    [POOL],
  );
  const pools = rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, key === 'issue' ? value : Number(value)])) as unknown as Row,
  );
  expect(pools.length).toBeGreaterThanOrEqual(played.length);
  let carried = 0;
  for (const [at, pool] of pools.entries()) {
    expect(pool.carried, pool.issue).toBe(carried);
    expect(pool.fed, pool.issue).toBe(Math.floor((pool.staked * 333) / 1000));
    expect(pool.added, pool.issue).toBe(Math.max(0, (at === 0 ? SEED : 100_000) - carried - pool.fed));
    expect([pool.promised, pool.won, pool.moved], pool.issue).toEqual([pool.paid, pool.paid, pool.paid]);
    carried += pool.fed + pool.added - pool.paid;
  }
  expect(pools.filter(({ paid }) => paid > 0).length).toBeGreaterThan(1);
  expect((await both.ask<{ balance: string }>('SELECT balance FROM pools WHERE game = $1', [POOL]))[0]?.balance).toBe(String(carried));
  expect(await both.ask('SELECT 1 FROM quarantine')).toEqual([]);
});

it('of a draw that follows from another there is one result, that of its source, and one settlement', async () => {
  const players = await both.players(8);
  const issues: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const issue = await onSale(players[0] as Client, DERIVED, issues.at(-1));
    const every = { play: 'TM', picks: { sum: Array.from({ length: 28 }, (_, sum) => sum) } };
    expect(await betAll(players, DERIVED, issue, every)).toBeGreaterThan(0);
    issues.push(issue);
  }
  const { game } = await publishedGameOf(both.base(1), DERIVED);
  for (const issue of issues) {
    await settled([SOURCE, DERIVED], issue);
    const rows = await both.ask<{ game: string; numbers: Draw['numbers']; seed: string }>(
      'SELECT game, numbers, seed FROM issues WHERE game = ANY($1) AND issue = $2 ORDER BY game',
      [[SOURCE, DERIVED], issue],
    );
    const [source, derived] = rows;
    expect(rows).toHaveLength(2);
    expect(derived?.seed).toBe(source?.seed);
    expect(derived?.numbers).toEqual(deriveNumbers(game.draw.source as DrawSource, source?.numbers ?? {}));
    // Drawn once each, as the audit list and the events have it, and every order paid once.
    const counts = await both.ask<{ game: string; n: number }>(
      `SELECT event->>'gameCode' AS game, count(*)::int AS n FROM outbox WHERE event->>'type' = 'draw' AND event->>'issue' = $1
          AND event->>'gameCode' = ANY($2) GROUP BY 1 ORDER BY 1`,
      [issue, [SOURCE, DERIVED]],
    );
    expect(counts.map(({ n }) => n)).toEqual([1, 1]);
    const paid = await both.ask<{ status: string; n: number }>(
      `SELECT t.status, (SELECT count(*)::int FROM movements f WHERE f.user_id = t.user_id AND f.ref = t.id AND f.kind = 'prize') AS n
         FROM tickets t WHERE t.game = $1 AND t.issue = $2`,
      [DERIVED, issue],
    );
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(paid.map(({ status, n }) => `${status} ${n}`))).toEqual(new Set(['won 1']));
  }
});

it('[R31] a win that stops chases frees room at the limit of later issues while others bet at it: never more than the limit, and all of it is usable', async () => {
  const players = await both.players(8);
  const [first] = players as [Client, ...Client[]];
  const version = await publishedGameOf(both.base(0), LIMITED);
  expect(version.game.playGroups.flatMap(({ plays }) => plays).find(({ code }) => code === 'DWD')?.prizes).toMatchObject([{ fen: PRIZE }]);
  const issues = await waitFor('issues to chase', async () => {
    const { items } = (await first.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: LIMITED })).models;
    return items.length > 24 ? items.slice(3, 24).map(({ issue }) => issue) : undefined;
  });
  const bet = pricedTicket(version, [TEN]);
  const chase = (who: Client, of: readonly string[], multiplier: number) =>
    who.bet({
      ...bet,
      amountFen: bet.amountFen * of.length * multiplier,
      chase: JSON.stringify(of.map((issue) => ({ issue, multiplier }))),
      stopOnWin: '1',
    });
  // Every digit: one of them wins in the first issue, which stops the chase. They fill all of the room between them.
  const placed = await Promise.all(players.slice(0, 5).map((who, p) => chase(who.twin(both.base(p)), issues, 4)));
  expect(placed.map(({ status }) => status)).toEqual(Array(5).fill(STATUS.ok));
  const chases = placed.map(({ models }) => models.chaseId as string);
  const running = async () =>
    (await both.ask<{ n: number }>('SELECT count(*)::int AS n FROM chases WHERE id = ANY($1::uuid[]) AND stopped_by IS NULL', [chases]))[0]
      ?.n;
  // Others try for room in all of these issues meanwhile, and keep what they get.
  let refused = 0;
  let got = 0;
  for (let at = 0; (await running()) !== 0; at += 1) {
    const tried = await Promise.all(
      players.slice(5).map((who, p) => chase(who.twin(both.base(at + p)), [issues[10 + ((at + p) % 8)] as string], 1 + ((at + p) % 3))),
    );
    for (const { status } of tried) {
      expect([STATUS.ok, STATUS.soldOut]).toContain(status);
      if (status === STATUS.ok) got += 1;
      else refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(0);
  // The last issue: whatever is left of it can be bought, to the last bet, and no more.
  const last = issues.at(-1) as string;
  const filled = await Promise.all(
    Array.from({ length: MOST + 6 }, (_, at) => chase((players[at % 8] as Client).twin(both.base(at)), [last], 1)),
  );
  expect(filled.filter(({ status }) => status === STATUS.ok)).toHaveLength(MOST);
  const sold = await both.ask<{ issue: string; times: number }>(
    `SELECT issue, sum(multiplier)::int AS times FROM tickets WHERE game = $1 AND status <> 'cancelled' GROUP BY issue`,
    [LIMITED],
  );
  for (const { issue, times } of sold) expect(times, issue).toBeLessThanOrEqual(MOST);
  expect(sold.find(({ issue }) => issue === last)?.times).toBe(MOST);
  expect(
    sold.filter(({ issue }) => issues.slice(10, 18).includes(issue)).reduce((sum, { times }) => sum + times, 0),
  ).toBeGreaterThanOrEqual(got);
});
