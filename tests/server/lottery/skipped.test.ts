/** Issues that passed while no server ran: issues that were open are drawn late, the others are recorded as cancelled, and none is missing. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { DrawnResult, ResultDetailModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { createDrawResults } from '../../../server/lottery/draws/results.ts';
import { type Scheduler, startScheduler } from '../../../server/lottery/draws/scheduler.ts';
import { writeHeartbeat, startPass, clockOfPass } from '../../../server/lottery/draws/skipped-issues.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';

/**
 * Three games that draw every minute, every 20 minutes and three times a week. Few of their issues are open ahead, so that the late draws of
 * all open issues take little time.
 */
function someGames(folder: string): string {
  const games = copyGames(folder);
  for (const name of readdirSync(games).filter((each) => each.endsWith('.json'))) {
    const game = JSON.parse(readFileSync(join(games, name), 'utf8')) as { code: string; caps: { issues: number } };
    if (['jlffc', 'jsks', 'ssq'].includes(game.code))
      writeFileSync(join(games, name), JSON.stringify({ ...game, caps: { ...game.caps, issues: 5 } }));
    else rmSync(join(games, name));
  }
  return games;
}

let folder: string;
let server: TestServer;
let context: Services;
const schedulers: Scheduler[] = [];
const lines: string[] = [];
beforeAll(async () => {
  folder = temporaryFolder();
  server = await startServer({ clockSpeed: 1, role: 'web', history: 0, gamesDir: someGames(folder) });
  context = server.context;
});
afterEach(async () => {
  await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.close()));
  expect(lines.splice(0)).toEqual([]);
  await expectBooksInOrder(context.database);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
async function start(): Promise<void> {
  const scheduler = startScheduler(context, (line) => lines.push(line), { history: 0 });
  schedulers.push(scheduler);
  await scheduler.ready;
}
const skippedAlarms = () => context.alarms.list().find(({ name }) => name === 'issue-skipped')?.raised ?? 0;
/** Stops the schedulers and moves the clocks, as after an outage of `ms` real ms. */
async function simulateOutage(ms: number): Promise<void> {
  await waitFor('a heartbeat', async () => (await ask('SELECT 1 FROM draws_heartbeat')).length > 0);
  await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.close()));
  await ask('UPDATE draws_heartbeat SET at_real = at_real - $1', [ms]);
  await context.clock.advance(ms);
}

it('after an outage of three days open issues are drawn late, the others are recorded as cancelled, and no issue is missing', async () => {
  await start();
  const player = await server.client().register();
  const bet = await player.bet(singleBet(gameVersion(server, 'jlffc')));
  expect(bet.status).toBe(STATUS.ok);
  const before = context.clock.now();
  await simulateOutage(3 * DAY_MS);
  await Promise.all([start(), start()]);
  const now = context.clock.now();
  await waitFor(
    'all skipped spans recorded',
    async () => (await ask('SELECT 1 FROM skipped_spans WHERE next_after IS NOT NULL')).length === 0,
    60,
  );
  // There is no gap between two issues from before the outage until after it.
  const rows = await ask<{ issue: string; opens_at: number; closes_at: number; state: string; cancelled: string | null; numbers: unknown }>(
    `SELECT issue, opens_at, closes_at, state, cancelled, numbers FROM issues WHERE game = 'jlffc' AND closes_at > $1 ORDER BY closes_at`,
    [before],
  );
  for (const [at, row] of rows.entries()) if (at > 0) expect(row.opens_at).toBe(rows[at - 1]?.closes_at);
  const passed = rows.filter(({ closes_at }) => closes_at <= now);
  // The game has an issue each minute.
  expect(passed.length).toBeGreaterThan((3 * DAY_MS) / 60_000 - 2);
  const settled = async () => {
    // A game closes up to 75 minutes before its draw. If the test runs between the two, that issue is not due yet, so draws_at counts here.
    const left = await ask(`SELECT 1 FROM issues WHERE draws_at <= $1 AND state NOT IN ('settled', 'withdrawn')`, [now]);
    return left.length === 0;
  };
  await waitFor('the open issues drawn and settled', settled, 60);
  const cancelled = passed.filter((row) => row.cancelled === 'skipped');
  expect(cancelled.length).toBeGreaterThan(4_000);
  for (const row of cancelled) expect(row).toMatchObject({ state: 'withdrawn', numbers: null });
  // The two schedulers together raise the alarm once for each game.
  const games = await ask<{ game: string }>('SELECT DISTINCT game FROM skipped_spans');
  expect(skippedAlarms()).toBe(games.length);

  // Lists of results show cancelled issues to players. Lists for trend charts (only=numbers) leave them out.
  const page = (await player.get<{ items: DrawnResult[] }>('/api/lotteryresult/list', { gameCode: 'jlffc', size: '50' })).models.items;
  const [one] = page.filter(({ origin }) => origin === 'cancelled');
  expect(one).toMatchObject({ numbers: {}, proof: { commit: '', seed: '' } });
  const detail = await player.get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: 'jlffc', issue: one?.issue ?? '' });
  expect(detail.models).toMatchObject({ origin: 'cancelled', prizes: {} });
  const brief = await player.get<{ items: DrawnResult[] }>('/api/lotteryresult/list', { gameCode: 'jlffc', size: '50', only: 'numbers' });
  expect(brief.models.items.filter(({ numbers }) => Object.keys(numbers).length === 0)).toEqual([]);
}, 120_000);

it('a clock that an operator moves, and a game that was not on sale before, skip no issue', async () => {
  await start();
  const spans = (await ask('SELECT 1 FROM skipped_spans')).length;
  const before = skippedAlarms();
  await waitFor('a heartbeat', async () => (await ask('SELECT 1 FROM draws_heartbeat')).length > 0);
  await context.clock.advance(3_600_000);
  schedulers[0]?.wake();
  const results = createDrawResults(context);
  await waitFor('on sale again', async () => (await results.onSale('jlffc')) !== undefined);
  // jsks has had no open issue since long before the outage.
  await simulateOutage(DAY_MS);
  await ask('UPDATE draws_heartbeat SET at_game = at_game + $1', [DAY_MS - 60_000]);
  await ask(`DELETE FROM issues WHERE game = 'jsks' AND closes_at > caipu_now_ms() - 7200000 AND state = 'open'`);
  await start();
  expect((await ask(`SELECT 1 FROM skipped_spans WHERE game = 'jsks'`)).length).toBeLessThanOrEqual(1);
  expect([(await ask('SELECT 1 FROM skipped_spans')).length, skippedAlarms()]).toEqual([spans, before]);
}, 60_000);

it('a clock that jumps back an hour opens and draws no issue twice and changes no result', async () => {
  await start();
  const drawn = async () =>
    ask<{ issue: string; numbers: unknown; seed: string }>(
      `SELECT issue, numbers, seed FROM issues WHERE game = 'jlffc' AND numbers IS NOT NULL ORDER BY draws_at DESC LIMIT 50`,
    );
  const player = await server.client().register();
  const open = async () => ask<{ issue: string }>(`SELECT issue FROM issues WHERE game = 'jlffc' AND state = 'open' ORDER BY closes_at`);
  const [results, ahead] = [await drawn(), await open()];
  // The game clock follows the clock of the database's machine, so this is a jump of that clock.
  await ask('UPDATE clock SET base_game = base_game - 3600000');
  await context.clock.sync();
  schedulers[0]?.wake();
  await openIssues(context, gameVersion(server, 'jlffc'));
  // A drawn issue keeps its result and is not on sale again.
  const answer = await player.bet(singleBet(gameVersion(server, 'jlffc')));
  expect([STATUS.ok, STATUS.issueClosed]).toContain(answer.status);
  expect(results.map(({ issue }) => issue)).not.toContain(answer.models?.issue);
  expect(await drawn()).toEqual(results);
  expect((await open()).map(({ issue }) => issue)).toEqual(expect.arrayContaining(ahead.map(({ issue }) => issue)));
  const names = await ask<{ n: number }>(
    `SELECT count(*)::int AS n FROM issues WHERE game = 'jlffc' GROUP BY closes_at HAVING count(*) > 1`,
  );
  expect(names).toEqual([]);
  await ask('UPDATE clock SET base_game = base_game + 3600000');
  await context.clock.sync();
  schedulers[0]?.wake();
  await waitFor('a bet again', async () => (await player.bet(singleBet(gameVersion(server, 'jlffc')))).status === STATUS.ok);
}, 60_000);

it('a heartbeat that is in the future because the clock was set back hides no outage: the next pass resets it, even if that pass stops early', async () => {
  await start();
  await waitFor('a heartbeat', async () => (await ask('SELECT 1 FROM draws_heartbeat')).length > 0);
  await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.close()));
  const [spans, before] = [(await ask('SELECT 1 FROM skipped_spans')).length, context.clock.now()];
  await ask('UPDATE draws_heartbeat SET at_real = at_real + 3600000, at_game = at_game + 3600000');
  // A process opens the issues of one game, and ends before it has come to the other games.
  const pass = await startPass(context.database);
  await openIssues({ ...context, clock: clockOfPass(pass) }, gameVersion(server, 'jlffc'), pass.since);
  expect((await ask('SELECT 1 FROM skipped_spans')).length).toBe(spans);
  await simulateOutage(1_800_000);
  await start();
  await waitFor('a skipped span noted', async () => (await ask('SELECT 1 FROM skipped_spans')).length > spans);
  await waitFor(
    'the skipped issues recorded',
    async () => (await ask('SELECT 1 FROM skipped_spans WHERE next_after IS NOT NULL')).length === 0,
  );
  const rows = await ask<{ opens_at: number; closes_at: number }>(
    `SELECT opens_at, closes_at FROM issues WHERE game = 'jlffc' AND closes_at > $1 ORDER BY closes_at`,
    [before],
  );
  for (const [at, row] of rows.entries()) if (at > 0) expect(row.opens_at).toBe(rows[at - 1]?.closes_at);
  expect(rows.length).toBeGreaterThan(29);
}, 60_000);

it('a pass that began before the clock was set back leaves no heartbeat in the future', async () => {
  const pass = await startPass(context.database);
  await writeHeartbeat(context.database, pass);
  const at = await ask('SELECT at_real, at_game FROM draws_heartbeat');
  await writeHeartbeat(context.database, { ...pass, real: pass.real + 3_600_000, game: pass.game + 3_600_000 });
  expect(await ask('SELECT at_real, at_game FROM draws_heartbeat')).toEqual(at);
});
