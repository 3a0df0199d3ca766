/** Issues, draws and settlement on the embedded database under a simulated clock: what must happen once, and under which version. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { issuesFrom } from '../../../engine/descriptions/schedule.ts';
import type { Game, Schedule } from '../../../engine/descriptions/types.ts';
import type { TicketOrderModels, ResultDetailModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { prizeTable, WHOLE_BET } from '../../../server/lottery/draws/prizes.ts';
import { createDrawResults } from '../../../server/lottery/draws/results.ts';
import { startScheduler } from '../../../server/lottery/draws/scheduler.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import type { Services } from '../../../server/services.ts';
import { clockTo } from '../support/game-clock.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';

let server: TestServer;
let context: Services;
let results: ReturnType<typeof createDrawResults>;
beforeAll(async () => {
  // No scheduler: this test takes each step itself.
  server = await startServer({ clockSpeed: 1, role: 'web' });
  context = server.context;
  results = createDrawResults(context);
});
afterEach(() => expectBooksInOrder(context.database));
afterAll(() => server?.stop());

/** Opens what is due of a game and returns the issue on sale, with at least ten seconds left. */
async function onSale(code: string) {
  await openIssues(context, gameVersion(server, code));
  let issue = await results.onSale(code);
  if (issue === undefined || issue.closesAt - context.clock.now() < 10_000) {
    await clockTo(context, (issue?.closesAt ?? 0) + 1);
    await openIssues(context, gameVersion(server, code));
    issue = await results.onSale(code);
  }
  if (issue === undefined) throw new Error(`nothing on sale of ${code}`);
  return issue;
}

/** To half a second past an instant: this process's copy of the clock may be some ms off the database's. */
const to = async (ms: number) => clockTo(context, ms + 500);

const stateOf = async (code: string, issue: string) =>
  (
    await context.database.query<{ state: string; hash: string; seed: string; commitment: string; numbers: unknown; prizes: unknown }>(
      'SELECT * FROM issues WHERE game = $1 AND issue = $2',
      [code, issue],
    )
  ).rows[0];

async function finish(): Promise<void> {
  while ((await freezeDueIssues(context)) > 0);
  while ((await drawDueIssues(context)) > 0);
  while (await takeSettlementStep(context));
}

async function bet(player: Client, code: string, issue: string, bought = singleBet(gameVersion(server, code))) {
  const answer = await player.bet({ ...bought, issue });
  expect(answer).toMatchObject({ status: STATUS.ok });
  return answer.models.orderId;
}

const everyDigit = () =>
  pricedTicket(gameVersion(server, 'jlffc'), [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }]);

describe('an issue', () => {
  it('is frozen only after its close, drawn only after the freeze and its draw time, with numbers that its commitment foretold', async () => {
    const issue = await onSale('jlffc');
    const { commit } = issue;
    await freezeDueIssues(context);
    expect((await stateOf('jlffc', issue.issue))?.state).toBe('open');
    await to(issue.closesAt);
    const player = await server.client().register();
    expect((await player.bet({ ...singleBet(gameVersion(server, 'jlffc')), issue: issue.issue })).status).toBe(STATUS.issueClosed);
    await drawDueIssues(context);
    expect((await stateOf('jlffc', issue.issue))?.state).toBe('open');
    await freezeDueIssues(context);
    await drawDueIssues(context);
    expect((await stateOf('jlffc', issue.issue))?.state).toBe('frozen');
    await to(issue.drawsAt);
    await drawDueIssues(context);
    const drawn = await stateOf('jlffc', issue.issue);
    expect(drawn?.state).toBe('drawn');
    expect(drawn?.commitment).toBe(commit);
    expect(
      createHash('sha256')
        .update(Buffer.from(drawn?.seed ?? '', 'hex'))
        .digest('hex'),
    ).toBe(commit);
    // Nothing more to draw: the result stands.
    await finish();
    expect(await stateOf('jlffc', issue.issue)).toMatchObject({ state: 'settled', numbers: drawn?.numbers, seed: drawn?.seed });
  });

  it('stays on sale ahead of time, each opened once, one after the other without a gap', async () => {
    await onSale('jlffc');
    await openIssues(context, gameVersion(server, 'jlffc'));
    const { rows } = await context.database.query<{ opens_at: number; closes_at: number }>(
      `SELECT opens_at, closes_at FROM issues WHERE game = 'jlffc' AND closes_at > caipu_now_ms() ORDER BY opens_at`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const [at, row] of rows.entries()) if (at > 0) expect(row.opens_at).toBe(rows[at - 1]?.closes_at);
  });

  it('of the past, made before the first sale, is marked and cannot be bet on', async () => {
    const old = (await results.page('jsks', undefined, 50)).items.filter((item) => item.backfilled === true);
    const player = await server.client().register();
    for (const item of old) {
      expect(await player.bet({ ...singleBet(gameVersion(server, 'jsks')), issue: item.issue })).toMatchObject({
        status: STATUS.issueClosed,
      });
    }
  });
});

describe('settlement', () => {
  it('pays each ticket under the version that it was sold under', async () => {
    const player = await server.client().register();
    const issue = await onSale('jlffc');
    const old = gameVersion(server, 'jlffc');
    const before = await bet(player, 'jlffc', issue.issue, everyDigit());
    // The prize of 前三直选 is halved while the issue is on sale.
    const file = join(server.gamesDir, 'jlffc.json');
    const text = readFileSync(file, 'utf8');
    const description = JSON.parse(text) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...description, prizes: [{ play: 'Q3_ZX', tier: tierOf(old.game), fen: 90_000 }] }));
    await context.publication.refresh();
    await context.games.refresh();
    expect(gameVersion(server, 'jlffc').hash).not.toBe(old.hash);
    const after = await bet(player, 'jlffc', issue.issue, everyDigit());
    await to(issue.drawsAt);
    await finish();
    const paid = async (orderId: string) => (await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    expect((await paid(before)).prizeFen).toBe(prizeOf(old.game));
    expect((await paid(after)).prizeFen).toBe(90_000);
    expect((await stateOf('jlffc', issue.issue))?.hash).toBe(gameVersion(server, 'jlffc').hash);
    writeFileSync(file, text);
    await context.publication.refresh();
    await context.games.refresh();
  });

  it('of a game that was removed still happens', async () => {
    const player = await server.client().register();
    const issue = await onSale('jsks');
    const file = join(server.gamesDir, 'jsks.json');
    const orderId = await bet(player, 'jsks', issue.issue);
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    await context.publication.refresh();
    await context.games.refresh();
    expect(context.games.published('jsks')).toBeUndefined();
    const gone = await player.bet({ ticket: { game: 'jsks', lines: [] }, hash: 'x', amountFen: 200 });
    expect(gone).toMatchObject({ http: 404, status: STATUS.notFound });
    await to(issue.drawsAt);
    await finish();
    expect((await stateOf('jsks', issue.issue))?.state).toBe('settled');
    const detail = (await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    expect(['won', 'lost']).toContain(detail.status);
    expect(detail.gameName).toBe('江苏快三');
    writeFileSync(file, text);
    await context.publication.refresh();
    await context.games.refresh();
  });

  it('that breaks off before its commit leaves nothing behind, and the next one pays once', async () => {
    const player = await server.client().register();
    const issue = await onSale('jlffc');
    const orderId = await bet(player, 'jlffc', issue.issue, everyDigit());
    await to(issue.drawsAt);
    while ((await freezeDueIssues(context)) > 0);
    while ((await drawDueIssues(context)) > 0);
    const dying: Database = {
      ...context.database,
      transaction: (work) =>
        context.database.transaction(async (client) => {
          await work(client);
          // As when its connection goes: nothing more can be written.
          throw Object.assign(new Error('the process dies before it commits'), { code: '57P01' });
        }),
    };
    for (let i = 0; i < 3; i += 1) await expect(takeSettlementStep({ ...context, database: dying })).rejects.toThrow('dies');
    expect((await stateOf('jlffc', issue.issue))?.state).toBe('drawn');
    while (await takeSettlementStep(context));
    await takeSettlementStep(context);
    const detail = (await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    expect(detail.ledger.filter((item) => item.type === 'prize')).toHaveLength(1);
  });

  it('in batches by several at once pays each winner once', async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => server.client().register()));
    const issue = await onSale('jlffc');
    for (const player of players) await bet(player, 'jlffc', issue.issue, everyDigit());
    await to(issue.drawsAt);
    await Promise.all([finish(), finish(), finish()]);
    const { rows } = await context.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM movements f JOIN orders o ON o.user_id = f.user_id AND o.id = f.ref
        WHERE f.kind = 'prize' AND o.game = 'jlffc' AND o.issue = $1`,
      [issue.issue],
    );
    expect(rows[0]?.n).toBe(players.length);
  });

  it('shares a floating prize among all that won it, over plays and multipliers', async () => {
    const [one, two] = [await server.client().register(), await server.client().register()];
    const issue = await onSale('ssq');
    const version = gameVersion(server, 'ssq');
    const order = [
      await bet(
        one,
        'ssq',
        issue.issue,
        pricedTicket(version, [{ play: 'DS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [1] } }], { multiplier: 2 }),
      ),
      await bet(two, 'ssq', issue.issue, pricedTicket(version, [{ play: 'FS', picks: { red: [1, 2, 3, 4, 5, 6, 7], blue: [1, 2] } }])),
    ] as const;
    await to(issue.drawsAt);
    while ((await freezeDueIssues(context)) > 0);
    // A seed that draws just these numbers cannot be found, so this test writes the draw itself.
    await context.database.query(`UPDATE issues SET state = 'drawn', numbers = $2 WHERE game = 'ssq' AND issue = $1`, [
      issue.issue,
      JSON.stringify({ red: [1, 2, 3, 4, 5, 6], blue: [1] }),
    ]);
    while (await takeSettlementStep(context));
    // First prize: 70 % of 10 亿 among 2 (multiplier 2) + 1 winning bets = 2.33 亿 each, capped at 500 万. Second: 1 winner, capped at 30 万.
    const { prizes } = (await one.get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: 'ssq', issue: issue.issue })).models;
    expect(prizes).toMatchObject({ 'DS/1': 500_000_000, 'FS/1': 500_000_000, 'DT/1': 500_000_000, 'FS/2': 30_000_000, 'DS/3': 300_000 });
    const paid = async (player: Client, orderId: string) => (await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    expect((await paid(one, order[0])).prizeFen).toBe(1_000_000_000);
    // 7 + 2: one first, one second (blue 2), six thirds (5+1), six fourths (5+0).
    expect((await paid(two, order[1])).lines[0]?.wins).toEqual([
      { tierName: '一等奖', count: 1, prizeFen: 500_000_000 },
      { tierName: '二等奖', count: 1, prizeFen: 30_000_000 },
      { tierName: '三等奖', count: 6, prizeFen: 1_800_000 },
      { tierName: '四等奖', count: 6, prizeFen: 120_000 },
    ]);
  });
});

describe('prizeTable', () => {
  const ssq = (): Game => ({ ...gameVersion(server, 'ssq').game, poolFen: 100_000_000_000 });
  it('divides the slice by all winners, floors to the yuan and caps', () => {
    const pool = BigInt(ssq().poolFen);
    const table = prizeTable(
      [ssq()],
      new Map([
        ['1', 700n * WHOLE_BET],
        ['2', 3_000_000n * WHOLE_BET],
      ]),
    );
    expect(table['DS/1']).toBe(Number(((pool * 700n) / 1000n / 700n / 100n) * 100n));
    expect(table['FS/2']).toBe(10_000);
    expect(prizeTable([ssq()], new Map([['2', 7_000_000n * WHOLE_BET]]))['DT/2']).toBe(4_200);
    expect(prizeTable([ssq()], new Map([['1', WHOLE_BET]]))['DT/1']).toBe(500_000_000);
    expect(prizeTable([ssq()], new Map())).not.toHaveProperty('DS/1');
    expect(prizeTable([ssq()], new Map())['DS/6']).toBe(500);
  });

  it('a half unit gets half of a whole share, and 追加 its part on top of it', () => {
    const change = (more: object): Game => ({
      ...ssq(),
      poolFen: 1_000_000_000,
      playGroups: ssq().playGroups.map((group) => ({
        ...group,
        plays: group.plays.map((play) => ({
          ...play,
          prizes: play.prizes.map((prize) => (play.code === 'FS' && prize.kind === 'floating' ? { ...prize, ...more } : prize)),
        })),
      })),
    });
    // 70 % of 1,000 万 for 2½ whole bets: 280 万 each, 140 万 for the half.
    const half = prizeTable([change({ weightPermille: 500 })], new Map([['1', 2_500n]]));
    expect(half).toMatchObject({ 'DS/1': 280_000_000, 'FS/1': 140_000_000 });
    // 700 万 for 3: 2,333,333 each; 80 % of that is 1,866,666.4, floored.
    const extra = prizeTable([change({ extraPermille: 800 })], new Map([['1', 3n * WHOLE_BET]]));
    expect(extra).toMatchObject({ 'DS/1': 233_333_300, 'FS/1': 233_333_300 + 186_666_600 });
    // The cap is on the share; 80 % comes on top of it.
    expect(prizeTable([change({ extraPermille: 800 })], new Map([['1', WHOLE_BET]]))).toMatchObject({ 'FS/1': 900_000_000 });
  });
});

describe('the scheduler', () => {
  it('two at once on one database: every issue one result, and no error', async () => {
    const lines: string[] = [];
    const two = [startScheduler(context, (line) => lines.push(line)), startScheduler(context, (line) => lines.push(line))];
    for (let i = 0; i < 12; i += 1) {
      const issue = await onSale('jlffc');
      await clockTo(context, issue.closesAt + 1);
      for (const scheduler of two) scheduler.wake();
    }
    await Promise.all(two.map((scheduler) => scheduler.close()));
    await finish();
    expect(lines).toEqual([]);
    const { rows } = await context.database.query(
      `SELECT game, issue FROM issues WHERE draws_at <= caipu_now_ms() AND (state <> 'settled' OR numbers IS NULL OR prizes IS NULL)`,
    );
    expect(rows).toEqual([]);
  });

  it('a changed schedule: issues of the old one that have begun are sold to their end, later ones give way to the new', async () => {
    const issue = await onSale('jlffc');
    const file = join(server.gamesDir, 'jlffc.json');
    const text = readFileSync(file, 'utf8');
    const description = JSON.parse(text) as { schedule: Record<string, unknown> };
    description.schedule = { ...description.schedule, first: '00:05:00', everySeconds: 300, drawsPerDay: 288 };
    writeFileSync(file, JSON.stringify(description));
    await context.publication.refresh();
    await context.games.refresh();
    await openIssues(context, gameVersion(server, 'jlffc'));
    const { rows } = await context.database.query<{ issue: string; opens_at: number; closes_at: number; draws_at: number }>(
      `SELECT issue, opens_at, closes_at, draws_at FROM issues WHERE game = 'jlffc' AND closes_at > caipu_now_ms() ORDER BY opens_at`,
    );
    expect(rows[0]).toMatchObject({ issue: issue.issue, closes_at: issue.closesAt, draws_at: issue.drawsAt });
    for (const [at, row] of rows.entries()) {
      if (at === 0) continue;
      expect(row.opens_at).toBeGreaterThanOrEqual(rows[at - 1]?.closes_at ?? 0);
      expect(row.draws_at % 300_000).toBe(0);
    }
    expect(rows.length).toBeGreaterThanOrEqual(4);
    // Looking again changes nothing.
    await openIssues(context, gameVersion(server, 'jlffc'));
    const again = await context.database.query(
      `SELECT issue, opens_at, closes_at, draws_at FROM issues WHERE game = 'jlffc' AND closes_at > caipu_now_ms() ORDER BY opens_at`,
    );
    expect(again.rows).toEqual(rows);
    writeFileSync(file, text);
    await context.publication.refresh();
    await context.games.refresh();
  });

  it('a schedule that counts a day again opens its issues under names of their own', async () => {
    const description = JSON.parse(readFileSync(join(server.gamesDir, 'jlffc.json'), 'utf8')) as { schedule: Schedule };
    const now = context.clock.now();
    // From one draw a minute to one in five: today's later issues get numbers that were drawn this morning. Here they are made so.
    const schedule = { ...description.schedule, first: '00:05:00', everySeconds: 300, drawsPerDay: 288 } as Schedule;
    const plans = issuesFrom(schedule, now, 4).map((plan) => plan.issue);
    for (const plan of plans) {
      await context.database.query(
        `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers, prizes)
         VALUES ('anew', $1, 1, 2, 3, 'settled', 'x', 'x', 'x', '{}', '{}')`,
        [plan],
      );
    }
    writeFileSync(join(server.gamesDir, 'anew.json'), JSON.stringify({ ...description, code: 'anew', name: '重数彩', schedule }));
    await context.publication.refresh();
    await context.games.refresh();
    for (let i = 0; i < 2; i += 1) await openIssues(context, gameVersion(server, 'anew'));
    const { rows } = await context.database.query<{ issue: string }>(
      `SELECT issue FROM issues WHERE game = 'anew' AND state = 'open' ORDER BY opens_at`,
    );
    expect(rows.map((row) => row.issue).slice(0, plans.length)).toEqual(plans.map((plan) => `${plan}-2`));
    const player = await server.client().register();
    await bet(player, 'anew', `${plans[0]}-2`);
  });
});

/** Tier and prize of 前三直选 in a version. */
function directPrize(described: Game) {
  const play = described.playGroups.flatMap((group) => group.plays).find(({ code }) => code === 'Q3_ZX');
  const prize = play?.prizes[0];
  if (prize?.kind !== 'fixed') throw new Error('Q3_ZX has no fixed prize');
  return prize;
}
const tierOf = (described: Game) => directPrize(described).tier;
const prizeOf = (described: Game) => directPrize(described).fen;
