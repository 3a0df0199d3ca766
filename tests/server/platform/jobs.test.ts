/**
 * Opening, freezing and drawing wait for no settlement, and settlement is fair between games. The tests read the order of events, with real
 * schedulers on the embedded database and on PostgreSQL.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../../server/services.ts';
import { SessionScheduler } from '../../../server/platform/database/session-scheduler.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { type Scheduler, startScheduler } from '../../../server/lottery/draws/scheduler.ts';
import type { SettlementStep } from '../../../server/lottery/draws/settle.ts';
import { createAlarms } from '../../../server/platform/monitoring/alarms.ts';
import { clockTo } from '../support/game-clock.ts';
import { insertTickets } from '../support/bulk.ts';
import { interposeBefore } from '../support/interposed.ts';
import { openPool, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion } from '../support/tickets.ts';

/** More than four steps of the embedded database, and two of PostgreSQL. */
const WINNERS = { PGlite: 900, PostgreSQL: 2_500 };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startWithSchema();
});
afterAll(() => postgres?.stop());

describe.each(['PGlite', 'PostgreSQL'] as const)('on %s', (home) => {
  let server: TestServer;
  let context: Services;
  let scheduler: Scheduler | undefined;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await startServer({ clockSpeed: 1, role: 'web', ...(home === 'PostgreSQL' ? { databaseUrl: postgres.url } : {}) });
    context = server.context;
  });
  afterEach(async () => {
    await scheduler?.close();
    scheduler = undefined;
    expect(lines.splice(0)).toEqual([]);
    await expectBooksInOrder(context.database);
  });
  afterAll(() => server?.stop());

  interface IssueRow {
    readonly issue: string;
    readonly hash: string;
    readonly opens_at: number;
    readonly closes_at: number;
    readonly draws_at: number;
    readonly state: string;
  }
  const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
  const find = async (code: string, issue: string) =>
    (await ask<IssueRow>('SELECT * FROM issues WHERE game = $1 AND issue = $2', [code, issue]))[0] as IssueRow;
  async function onSale(code: string): Promise<IssueRow> {
    await openIssues(context, gameVersion(server, code));
    const [issue] = await ask<IssueRow>(
      `SELECT * FROM issues WHERE game = $1 AND state = 'open' AND closes_at > caipu_now_ms() + 5000 ORDER BY closes_at`,
      [code],
    );
    if (issue === undefined) throw new Error(`no issue of ${code} is open`);
    // In the last seconds of an issue that is the next one, which is sold only from its opening on.
    const early = issue.opens_at - context.clock.now();
    if (early > 0) await context.clock.advance(Math.ceil(early) + 1);
    return issue;
  }
  const to = async (ms: number) => clockTo(context, ms + 500);
  const start = (onSettled: (step: SettlementStep) => Promise<void> | void) =>
    (scheduler = startScheduler(context, (line) => lines.push(line), { history: 0, onSettled }));
  const paid = async (issue: string) =>
    (
      await ask<{ prizes: number; orders: number }>(
        `SELECT count(*)::int AS prizes, count(DISTINCT f.ref)::int AS orders FROM movements f JOIN orders o ON o.id = f.ref
          WHERE f.kind = 'prize' AND o.game = 'jlffc' AND o.issue = $1`,
        [issue],
      )
    )[0];

  it('a due draw is made while a large settlement waits between two steps', async () => {
    const big = await onSale('jlffc');
    await insertTickets(context.database, big, { tickets: WINNERS[home], users: 50, step: 1 });
    const other = await onSale('jsks');
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const steps: SettlementStep[] = [];
    await to(big.draws_at);
    start(async (step) => {
      if (step.game !== 'jlffc' || step.issue !== big.issue) return;
      steps.push(step);
      await gate;
    });
    await waitFor('the first step', async () => steps.length > 0);
    expect((await find('jlffc', big.issue)).state).toBe('drawn');
    // Settlement stands still; the clock does not.
    await to(Math.max(other.draws_at, context.clock.now()));
    scheduler?.wake();
    await waitFor(
      'the other draw',
      async () => (await find('jsks', other.issue)).state !== 'open' && (await find('jsks', other.issue)).state !== 'frozen',
    );
    const next = await waitFor('an issue opened after it', async () => await onSaleNow('jsks'));
    expect(next.issue > other.issue).toBe(true);
    expect(steps).toHaveLength(1);
    expect((await find('jlffc', big.issue)).state).toBe('drawn');
    open();
    await waitFor(
      'both settled',
      async () => (await find('jlffc', big.issue)).state === 'settled' && (await find('jsks', other.issue)).state === 'settled',
    );
    expect(steps.length).toBeGreaterThanOrEqual(home === 'PGlite' ? 5 : 3);
    expect(await paid(big.issue)).toEqual({ prizes: WINNERS[home], orders: WINNERS[home] });
  }, 60_000);
  const onSaleNow = async (code: string) =>
    (
      await ask<IssueRow>(
        `SELECT * FROM issues WHERE game = $1 AND state = 'open' AND opens_at <= caipu_now_ms() AND closes_at > caipu_now_ms()`,
        [code],
      )
    )[0];

  it('an issue that is drawn while a larger one is being settled is settled before it', async () => {
    const big = await onSale('jlffc');
    await insertTickets(context.database, big, { tickets: WINNERS[home], users: 50, step: 1 });
    const other = await onSale('jsks');
    const order: string[] = [];
    await to(big.draws_at);
    start(async ({ game: code, issue, is }) => {
      order.push(`${code} ${issue} ${is}`);
      // After the second step of the large one, another game's draw becomes due and is made.
      if (code !== 'jlffc' || issue !== big.issue || order.filter((one) => one.startsWith(`jlffc ${big.issue}`)).length !== 2) return;
      await to(Math.max(other.draws_at, context.clock.now()));
      scheduler?.wake();
      await waitFor('the other draw', async () => ['drawn', 'settled'].includes((await find('jsks', other.issue)).state));
    });
    await waitFor('the large one settled', async () => order.includes(`jlffc ${big.issue} settled`));
    expect(order.indexOf(`jsks ${other.issue} settled`)).toBeGreaterThan(-1);
    expect(order.indexOf(`jsks ${other.issue} settled`)).toBeLessThan(order.indexOf(`jlffc ${big.issue} settled`));
  }, 60_000);

  if (home === 'PostgreSQL')
    it('a winner whose wallet another process holds keeps his own issue waiting, and no other', async () => {
      const pool = openPool(postgres.url);
      const stuck = await onSale('jlffc');
      await insertTickets(context.database, stuck, { tickets: 20, users: 2, step: 1 });
      const other = await onSale('jsks');
      const holder = await pool.connect();
      await holder.query('BEGIN');
      await holder.query(
        `SELECT 1 FROM wallets WHERE user_id = (SELECT max(user_id) FROM tickets WHERE issue = $1 AND game = 'jlffc') FOR UPDATE`,
        [stuck.issue],
      );
      await to(Math.max(stuck.draws_at, other.draws_at));
      const steps: SettlementStep[] = [];
      start((step) => void steps.push(step));
      await waitFor('the other settled', async () => (await find('jsks', other.issue)).state === 'settled');
      await waitFor('the stuck one passed over', async () => steps.some(({ issue, is }) => issue === stuck.issue && is === 'busy'));
      expect((await find('jlffc', stuck.issue)).state).toBe('drawn');
      await holder.query('ROLLBACK');
      holder.release();
      await pool.end();
      await waitFor('the stuck one settled', async () => (await find('jlffc', stuck.issue)).state === 'settled');
      expect(await paid(stuck.issue)).toEqual({ prizes: 20, orders: 20 });
      // The product's calendars of days off may end soon, whatever is settled.
      expect(context.alarms.list().filter(({ name, raised }) => raised > 0 && name !== 'calendar-ends')).toEqual([]);
    }, 60_000);

  if (home === 'PostgreSQL')
    it('a bet that hangs on its way to an issue keeps that issue open, and the others are frozen and drawn', async () => {
      const pool = openPool(postgres.url);
      const stuck = await onSale('jlffc');
      const other = await onSale('jsks');
      const holder = await pool.connect();
      await holder.query('BEGIN');
      await holder.query(`SELECT pg_advisory_xact_lock_shared(issue_lock_key('jlffc', $1))`, [stuck.issue]);
      await to(Math.max(stuck.draws_at, other.draws_at));
      start(() => {});
      await waitFor('the other settled', async () => (await find('jsks', other.issue)).state === 'settled');
      expect((await find('jlffc', stuck.issue)).state).toBe('open');
      await holder.query('ROLLBACK');
      holder.release();
      await pool.end();
      await waitFor('the stuck one settled', async () => (await find('jlffc', stuck.issue)).state === 'settled');
    }, 60_000);
});

describe('a background job whose statement fails', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ clockSpeed: 1, role: 'web' });
  });
  afterAll(() => server?.stop());
  it.each([
    ['57014', 'takes too long', ['lane-failed']],
    ['57P03', 'finds a database that is away', []],
  ])('with %s, because it %s, raises %j', async (code, _why, raised) => {
    const alarms = createAlarms(() => {});
    const refusal = Object.assign(new Error('the statement was cancelled'), { code });
    const database = interposeBefore(
      server.context.database,
      (text) => text.startsWith('SELECT least('),
      () => Promise.reject(refusal),
    );
    const lines: string[] = [];
    const scheduler = startScheduler({ ...server.context, database, alarms }, (line) => lines.push(line), { history: 0 });
    await waitFor('the failure', async () => lines.length > 0);
    await scheduler.close();
    expect(lines).toEqual(['draws: the statement was cancelled; trying again']);
    expect(alarms.list().flatMap((alarm) => (alarm.raised > 0 ? [alarm.name] : []))).toEqual(raised);
  });
});

describe('the line for the embedded session', () => {
  it('gives draws the next turn, then players, then settlement; and nobody waits for more than eight others', async () => {
    const turns = new SessionScheduler();
    const order: string[] = [];
    const first = await turns.acquire('play');
    const one = async (priority: 'draw' | 'play' | 'settle') => {
      const done = await turns.acquire(priority);
      order.push(priority);
      done();
      done();
    };
    const all = [one('settle'), ...Array.from({ length: 12 }, () => one('play')), one('draw')];
    first();
    await Promise.all(all);
    expect(order[0]).toBe('draw');
    expect(order.indexOf('settle')).toBe(8);
    expect(order).toHaveLength(14);
    (await turns.acquire('settle'))();
  });
});
