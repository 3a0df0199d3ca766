/**
 * What cannot be frozen, drawn or settled waits by itself (server/lottery/draws/quarantine.ts): everything else goes on, an operator hears of it, and
 * when its cause is gone it is settled, exactly once. On the embedded database and on PostgreSQL, each step taken by the test.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChaseDetailModels, OpenOrdersModels, OrderListModels, TicketOrderModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { listQuarantine, retryAllSoon } from '../../../server/lottery/draws/quarantine.ts';
import { createDrawResults } from '../../../server/lottery/draws/results.ts';
import { startScheduler } from '../../../server/lottery/draws/scheduler.ts';
import { retryQuarantinedTicket, takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { clockTo } from '../support/game-clock.ts';
import type { Client } from '../support/client.ts';
import { operatorHeaders, sessionTokenIn } from '../support/operator.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';

/** Hashes of versions that are not stored: another for each test, since a server keeps the versions that it has read. */
let lostVersions = 0;
const lostHash = () => `lost${(lostVersions += 1)}`.padEnd(32, 'f');
const PASSWORD = 'workshop-1234';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startWithSchema();
});
afterAll(() => postgres?.stop());

describe.each(['PGlite', 'PostgreSQL'])('on %s', (home) => {
  let server: TestServer;
  let context: Services;
  beforeAll(async () => {
    server = await startServer({
      clockSpeed: 1,
      role: 'web',
      operatorPassword: PASSWORD,
      ...(home === 'PostgreSQL' ? { databaseUrl: postgres.url } : {}),
    });
    context = server.context;
  });
  afterEach(() => expectBooksInOrder(context.database));
  afterAll(() => server?.stop());

  const ask = async <R>(text: string, values: readonly unknown[] = []) => (await context.database.query<R>(text, values)).rows;
  async function onSale(code: string) {
    const results = createDrawResults(context);
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
  const to = async (ms: number) => context.clock.advance(Math.max(0, Math.ceil(ms - context.clock.now()) + 500));
  async function finish(): Promise<void> {
    while ((await freezeDueIssues(context)) > 0);
    while ((await drawDueIssues(context)) > 0);
    while (await takeSettlementStep(context));
    while (await retryQuarantinedTicket(context));
  }
  const retry = async () => {
    await retryAllSoon(context.database);
    await finish();
  };
  const everyDigit = () =>
    pricedTicket(gameVersion(server, 'jlffc'), [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }]);
  const someIssues = (issues: number) =>
    pricedTicket(gameVersion(server, 'jlffc'), [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }], { issues });
  async function bet(player: Client, code: string, issue: string, bought = singleBet(gameVersion(server, code))) {
    const answer = await player.bet({ ...bought, issue });
    expect(answer).toMatchObject({ status: STATUS.ok });
    return answer.models.orderId;
  }
  const stateOf = async (code: string, issue: string) =>
    (await ask<{ state: string }>('SELECT state FROM issues WHERE game = $1 AND issue = $2', [code, issue]))[0]?.state;
  const detail = async (player: Client, orderId: string) => (await player.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
  const listed = async (player: Client, status: string, more = {}) =>
    (await player.get<OrderListModels>('/api/order/list', { status, ...more })).models.items.map(({ orderId }) => orderId);
  const waiting = async () => listQuarantine(context.database, { limit: 100 });
  const alarms = (name: string) => context.alarms.list().find((alarm) => alarm.name === name)?.raised ?? 0;
  /** The stored version under another hash: as a description looks that is lost, and then found. */
  const store = (hash: string, code: string) =>
    ask(
      `INSERT INTO descriptions (hash, kind, code, body, stored_at, parts) SELECT $1, kind, code, body, stored_at, parts FROM descriptions WHERE hash = $2`,
      [hash, gameVersion(server, code).hash],
    );

  it('a ticket whose description is missing waits; every other ticket, issue and game is settled, and later it is, once', async () => {
    const gone = lostHash();
    const [lost, other] = [await server.client().register(), await server.client().register()];
    const issue = await onSale('jlffc');
    const k3 = await onSale('jsks');
    const bad = await bet(lost, 'jlffc', issue.issue, everyDigit());
    const good = await bet(other, 'jlffc', issue.issue, everyDigit());
    const elsewhere = await bet(lost, 'jsks', k3.issue);
    await ask('UPDATE tickets SET hash = $1 WHERE id = $2', [gone, bad]);
    const before = alarms('ticket-quarantined');
    await to(Math.max(issue.drawsAt, k3.drawsAt));
    await finish();
    expect([await stateOf('jlffc', issue.issue), await stateOf('jsks', k3.issue)]).toEqual(['settled', 'settled']);
    expect((await detail(other, good)).status).toBe('won');
    expect(['won', 'lost']).toContain((await detail(lost, elsewhere)).status);
    // Its player sees it as waiting, in every list, and never as lost.
    expect(await detail(lost, bad)).toMatchObject({ status: 'pending', prizeFen: 0 });
    expect(await listed(lost, 'pending')).toEqual([bad]);
    expect(await listed(lost, 'lost')).not.toContain(bad);
    expect(await listed(lost, '')).toContain(bad);
    expect((await lost.get<OpenOrdersModels>('/api/order/open')).models.count).toBe(1);
    expect(await waiting()).toMatchObject([
      {
        game: 'jlffc',
        issue: issue.issue,
        ticket: bad,
        user_id: lost.userId,
        step: 'settle',
        tries: 1,
        reason: expect.stringContaining(gone),
      },
    ]);
    expect(alarms('ticket-quarantined')).toBe(before + 1);
    // While the cause is there it waits, and no second alarm is raised.
    await retry();
    expect((await waiting())[0]?.tries).toBe(2);
    expect(alarms('ticket-quarantined')).toBe(before + 1);

    await store(gone, 'jlffc');
    await retryAllSoon(context.database);
    await Promise.all([finish(), finish(), finish()]);
    expect(await detail(lost, bad)).toMatchObject({ status: 'won', prizeFen: (await detail(other, good)).prizeFen });
    expect((await detail(lost, bad)).ledger.filter((item) => item.type === 'prize')).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    await ask('DELETE FROM descriptions WHERE hash = $1', [gone]);
  });

  it('a winner whom the database refuses waits, and the other winners of the same step are paid', async () => {
    const players = await Promise.all(Array.from({ length: 3 }, () => server.client().register()));
    const [bad] = players as [Client];
    const issue = await onSale('jlffc');
    const orders: string[] = [];
    for (const player of players) orders.push(await bet(player, 'jlffc', issue.issue, everyDigit()));
    const [wallet] = await ask<{ balance_fen: number }>('DELETE FROM wallets WHERE user_id = $1 RETURNING balance_fen', [bad.userId]);
    await to(issue.drawsAt);
    await finish();
    expect(await stateOf('jlffc', issue.issue)).toBe('settled');
    expect(await waiting()).toMatchObject([{ ticket: orders[0], user_id: bad.userId }]);
    for (const at of [1, 2]) expect((await detail(players[at] as Client, orders[at] as string)).status).toBe('won');
    await ask('INSERT INTO wallets (user_id, balance_fen) VALUES ($1, $2)', [bad.userId, wallet?.balance_fen]);
    await retry();
    expect((await detail(bad, orders[0] as string)).status).toBe('won');
    expect(await waiting()).toEqual([]);
  });

  it('an issue that cannot be drawn waits, the others are drawn, and later it is, from the seed that it was opened with', async () => {
    const gone = lostHash();
    const issue = await onSale('jlffc');
    const k3 = await onSale('jsks');
    await to(Math.max(issue.closesAt, k3.closesAt));
    while ((await freezeDueIssues(context)) > 0);
    const [own] = await ask<{ hash: string; commitment: string; seed: string }>(
      `UPDATE issues SET hash = $3 WHERE game = $1 AND issue = $2 RETURNING $4::text AS hash, commitment, seed`,
      ['jlffc', issue.issue, gone, gameVersion(server, 'jlffc').hash],
    );
    const before = alarms('issue-quarantined');
    await to(Math.max(issue.drawsAt, k3.drawsAt));
    await finish();
    expect([await stateOf('jlffc', issue.issue), await stateOf('jsks', k3.issue)]).toEqual(['frozen', 'settled']);
    expect(await waiting()).toMatchObject([{ game: 'jlffc', issue: issue.issue, ticket: null, step: 'draw' }]);
    await finish();
    expect(alarms('issue-quarantined')).toBe(before + 1);
    await ask('UPDATE issues SET hash = $3 WHERE game = $1 AND issue = $2', ['jlffc', issue.issue, own?.hash]);
    await retry();
    expect(await ask('SELECT state, commitment, seed FROM issues WHERE game = $1 AND issue = $2', ['jlffc', issue.issue])).toEqual([
      { state: 'settled', commitment: own?.commitment, seed: own?.seed },
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('an issue whose draw the database does not take waits, and those that are due with it are drawn', async () => {
    const issue = await onSale('jlffc');
    const k3 = await onSale('jsks');
    await to(Math.max(issue.closesAt, k3.closesAt));
    while ((await freezeDueIssues(context)) > 0);
    await ask(
      `ALTER TABLE issues ADD CONSTRAINT unlucky CHECK (numbers IS NULL OR backfilled OR (game, issue) <> ('jlffc', '${issue.issue}')) NOT VALID`,
    );
    await to(Math.max(issue.drawsAt, k3.drawsAt));
    await finish();
    expect([await stateOf('jlffc', issue.issue), await stateOf('jsks', k3.issue)]).toEqual(['frozen', 'settled']);
    expect(await waiting()).toMatchObject([{ issue: issue.issue, step: 'draw', reason: expect.stringContaining('unlucky') }]);
    await ask('ALTER TABLE issues DROP CONSTRAINT unlucky');
    await retry();
    expect(await stateOf('jlffc', issue.issue)).toBe('settled');
  });

  it('a share of a floating prize waits for every ticket that can have one, until that is read or given back', async () => {
    const gone = lostHash();
    const [lost, other] = [await server.client().register(), await server.client().register()];
    const issue = await onSale('ssq');
    const line = [{ play: 'DS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [1] } }];
    const bad = await bet(lost, 'ssq', issue.issue, pricedTicket(gameVersion(server, 'ssq'), line));
    const good = await bet(other, 'ssq', issue.issue, pricedTicket(gameVersion(server, 'ssq'), line));
    await ask('UPDATE tickets SET hash = $1 WHERE id = $2', [gone, bad]);
    await to(issue.drawsAt);
    while ((await freezeDueIssues(context)) > 0);
    await ask(`UPDATE issues SET state = 'drawn', numbers = $2 WHERE game = 'ssq' AND issue = $1`, [
      issue.issue,
      JSON.stringify({ red: [1, 2, 3, 4, 5, 6], blue: [1] }),
    ]);
    await finish();
    expect(await stateOf('ssq', issue.issue)).toBe('drawn');
    const held = await waiting();
    expect(held.map(({ ticket }) => ticket).sort()).toEqual([bad, null].sort());
    expect((await detail(other, good)).status).toBe('pending');

    // The operator gives the stake back; the other has the prize alone.
    const desk = await operator(server.base);
    const id = held.find(({ ticket }) => ticket === bad)?.id ?? 0;
    const issueId = held.find(({ ticket }) => ticket === null)?.id ?? 0;
    const row = { game: 'ssq', gameName: '双色球', issueName: `第 ${issue.issue} 期`, step: 'settle' };
    const own = { ...row, id, what: 'ticket', player: lost.userId, amountFen: 200, reason: expect.stringContaining(gone) };
    const whole = { ...row, id: issueId, what: 'issue', player: null, playerName: '', amountFen: null };
    const list = await desk<{ items: { id: number }[] }>('GET', '');
    expect(list).toMatchObject({ status: 0, models: { issues: 1, orders: 1, next: null } });
    expect(list.models.items).toEqual(expect.arrayContaining([expect.objectContaining(own), expect.objectContaining(whole)]));
    // A page at a time, and one kind alone; the counts are of all.
    const first = await desk<{ items: { id: number }[]; next: string }>('GET', '', { size: 1 });
    expect(first.models).toMatchObject({ issues: 1, orders: 1, next: String(Math.min(id, issueId)) });
    const second = await desk<{ items: { id: number }[] }>('GET', '', { size: 1, cursor: first.models.next });
    expect(second.models).toMatchObject({ items: [{ id: Math.max(id, issueId) }], next: null });
    expect((await desk('GET', '', { what: 'order' })).models).toMatchObject({ items: [{ id }], issues: 1 });
    expect((await desk('GET', '', { what: 'issue' })).models).toMatchObject({ items: [{ id: issueId }] });
    const entry = { ...own, order: bad, drawn: false, givesBack: { orders: 1, people: 1, fen: 200 }, mayOrder: true, mayPlayer: true };
    expect((await desk('GET', '/entry', { id })).models).toMatchObject(entry);
    const all = { ...whole, order: null, drawn: true, givesBack: { orders: 2, people: 2, fen: 400 }, follow: '', mayOrder: false };
    expect((await desk('GET', '/entry', { id: issueId })).models).toMatchObject(all);
    // The refund names the sum that the operator read. Another sum is refused, and of two requests at once one is done.
    expect(await desk('POST', '/refund', { id, fen: 100 })).toMatchObject({ status: STATUS.stateChanged });
    expect((await waiting()).length).toBe(2);
    const twice = await Promise.all([desk('POST', '/refund', { id, fen: 200 }), desk('POST', '/refund', { id, fen: 200 })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([STATUS.ok, STATUS.notFound]);
    expect(twice.find(({ status }) => status === STATUS.ok)?.models).toEqual({ orders: 1, fen: 200 });
    for (const late of [
      await desk('POST', '/refund', { id, fen: 200 }),
      await desk('POST', '/retry', { id }),
      await desk('GET', '/entry', { id }),
    ])
      expect(late).toMatchObject({ http: 404, msg: '该项已处理完毕，不在隔离区' });
    const [act] = await ask<{ body: string }>(`SELECT body FROM audit WHERE kind = 'quarantine.refund' ORDER BY seq DESC LIMIT 1`);
    expect(JSON.parse(act?.body ?? '')).toEqual({ id, game: 'ssq', issue: issue.issue, player: lost.userId, order: bad, amount: 200 });
    await finish();
    expect(await detail(lost, bad)).toMatchObject({ status: 'cancelled' });
    expect(await detail(other, good)).toMatchObject({ status: 'won', prizeFen: 500_000_000 });
    expect(await waiting()).toEqual([]);
  });

  it('an issue that an operator gives up is given back, in steps, to everybody who bet on it, and its chases go on', async () => {
    const gone = lostHash();
    const players = await Promise.all(Array.from({ length: 3 }, () => server.client().register()));
    const issue = await onSale('jlffc');
    const orders: string[] = [];
    for (const player of players) orders.push(await bet(player, 'jlffc', issue.issue));
    const chaser = players[0] as Client;
    const chase = (await chaser.bet({ ...someIssues(3), issue: issue.issue })).models;
    expect(chase.issues).toBe(3);
    await to(issue.closesAt);
    while ((await freezeDueIssues(context)) > 0);
    await ask('UPDATE issues SET hash = $3 WHERE game = $1 AND issue = $2', ['jlffc', issue.issue, gone]);
    await to(issue.drawsAt);
    await finish();
    const desk = await operator(server.base);
    const [entry] = await waiting();
    const id = entry?.id ?? 0;
    expect((await desk('POST', '/retry', { id })).status).toBe(STATUS.ok);
    const { models: entryDetail } = await desk<{ givesBack: { fen: number } }>('GET', '/entry', { id });
    expect(entryDetail).toMatchObject({ what: 'issue', step: 'draw', drawn: false, givesBack: { orders: 4, people: 3, fen: 800 } });
    expect(await desk('POST', '/refund', { id, fen: entryDetail.givesBack.fen })).toMatchObject({
      status: 0,
      models: { orders: 4, fen: 800 },
    });
    await finish();
    expect(await stateOf('jlffc', issue.issue)).toBe('withdrawn');
    for (const [at, player] of players.entries()) expect((await detail(player, orders[at] as string)).status).toBe('cancelled');
    const { models } = await chaser.get<ChaseDetailModels>('/api/Order/ChaseDetail', { chaseId: chase.chaseId as string });
    expect(models.items.map(({ status }) => status)).toEqual(['cancelled', 'pending', 'pending']);
    expect(await waiting()).toEqual([]);
    expect((await desk('POST', '/retry', { id: 999_999 })).http).toBe(404);
    await expectRefusedToStrangers(server.base);
  });

  it('a chase waits while one of its tickets does', async () => {
    const gone = lostHash();
    const player = await server.client().register();
    const issue = await onSale('jlffc');
    const { chaseId, orderId } = (await player.bet({ ...someIssues(2), issue: issue.issue })).models;
    await ask('UPDATE tickets SET hash = $1 WHERE id = $2', [gone, orderId]);
    const [{ due = 0 } = {}] = await ask<{ due: number }>('SELECT max(due_at) AS due FROM tickets WHERE parent = $1', [chaseId]);
    await to(due);
    await finish();
    expect(await listed(player, 'pending', { kind: 'chase' })).toEqual([chaseId]);
    expect(await listed(player, 'pending', { whole: '1' })).toEqual([chaseId]);
    await store(gone, 'jlffc');
    await retry();
    expect(await listed(player, 'pending', { kind: 'chase' })).toEqual([]);
    expect(['won', 'lost']).toContain((await detail(player, orderId)).status);
    await ask('DELETE FROM descriptions WHERE hash = $1', [gone]);
  });

  it('the scheduler tries it again by itself, at its start and whenever its time has come', async () => {
    const gone = lostHash();
    const player = await server.client().register();
    const issue = await onSale('jlffc');
    const bad = await bet(player, 'jlffc', issue.issue, everyDigit());
    await ask('UPDATE tickets SET hash = $1 WHERE id = $2', [gone, bad]);
    await to(issue.drawsAt);
    await finish();
    const held = async () => (await waiting()).find((each) => each.issue === issue.issue);
    expect((await held())?.tries).toBe(1);
    const scheduler = startScheduler(context, () => {}, { history: 0 });
    try {
      const again = await waitFor('the try of its start', async () => {
        const now = await held();
        return (now?.tries ?? 0) > 1 && now;
      });
      await store(gone, 'jlffc');
      await context.clock.advance(Math.max(0, Math.ceil(again.retry_at - context.clock.now())) + 1);
      scheduler.wake();
      await waitFor('its payment', async () => (await detail(player, bad)).status === 'won');
      expect(await held()).toBeUndefined();
    } finally {
      await scheduler.close();
    }
  });
});

const DESK = '/operator/api/desk/quarantine';

/** Calls the operator's desk with a session of its own. */
async function operator(base: string) {
  const json = { ...operatorHeaders(''), 'content-type': 'application/json' };
  const login = await fetch(`${base}/operator/api/desk/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ password: PASSWORD }),
  });
  const token = sessionTokenIn(login.headers.get('set-cookie'));
  return async <T = unknown>(method: 'GET' | 'POST', path: string, fields: Readonly<Record<string, string | number>> = {}) => {
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const query = method === 'GET' ? `?${new URLSearchParams(texts)}` : '';
    const answer = await fetch(`${base}${DESK}${path}${query}`, {
      method,
      headers: { ...json, ...operatorHeaders(token) },
      ...(method === 'GET' ? {} : { body: JSON.stringify(texts) }),
    });
    return { http: answer.status, ...((await answer.json()) as { status: number; models: T; msg: string }) };
  };
}

async function expectRefusedToStrangers(base: string): Promise<void> {
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/entry?id=1'],
    ['POST', '/retry'],
    ['POST', '/refund'],
  ] as const)
    expect((await fetch(`${base}${DESK}${path}`, { method })).status).toBe(401);
}
