/**
 * R25: every call of the API with another player's ids in every field that it takes: nothing of that player comes out, and nothing of
 * theirs changes. The calls are those of the server's own OpenAPI document, so a new one is in here from its first day.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChaseIssuesModels, FundListModels, OrderListModels } from '../../protocol/calls.ts';
import type { Client } from './support/client.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from './support/server.ts';
import { addMatch, addSports, betOn, draftOn, sportOf, ticketOn } from './support/sports.ts';
import { gameVersion, pricedTicket, singleBet } from './support/tickets.ts';

interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields: readonly string[];
  readonly required: readonly string[];
}

let server: TestServer;
let calls: readonly ApiCall[];
let owner: Client;
/** What the owner alone knows: ids and figures that no other player's data contain. */
let ids: Readonly<Record<string, string>>;
let marks: readonly string[];

const COMMON = new Set(['c', 'v', 't', 'p', 'tk', 'mid', 'RDUID', 'ip', 'n', 's']);

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
            readonly requestBody?: {
              readonly content: Readonly<
                Record<
                  string,
                  { readonly schema: { readonly properties?: Readonly<Record<string, unknown>>; readonly required?: string[] } }
                >
              >;
            };
          }
        >
      >
    >
  >;
}

beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
  addSports(server.gamesDir);
  await server.context.publication.refresh();
  await server.context.sports.refresh();
  const document = (await (await fetch(`${server.base}/openapi.json`)).json()) as OpenApi;
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): ApiCall => {
      const form = requestBody?.content['application/x-www-form-urlencoded']?.schema;
      const query = parameters.filter(({ name, in: place }) => place === 'query' && !COMMON.has(name));
      return {
        method: method.toUpperCase() as 'GET' | 'POST',
        path,
        fields: [...query.map(({ name }) => name), ...Object.keys(form?.properties ?? {})],
        required: [...query.filter(({ required }) => required).map(({ name }) => name), ...(form?.required ?? [])],
      };
    }),
  );

  owner = await server.client().register(`owner${randomUUID().slice(0, 8)}`);
  // His home page would show his orders once their issues are closed (server/social/profiles/SPEC.md): by his own wish it shows none.
  expect((await owner.post('/api/UserCenter/SetProfile', { showOrders: 'hidden' })).status).toBe(0);
  const version = gameVersion(server, 'jlffc');
  const key = randomUUID();
  const issues = await waitFor('issues to chase', async () => {
    const { items } = (await owner.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: 'jlffc' })).models;
    return items.length > 3 && items;
  });
  const { ticket, hash } = singleBet(version);
  const order = await owner.bet({
    ...pricedTicket(version, ticket.lines, { multiplier: 1_237 }),
    hash,
    issue: issues[1]?.issue ?? '',
    key,
  });
  // The issue meant is not on sale yet: whatever is, then.
  const placed =
    order.status === 0 ? order : await owner.bet({ ...pricedTicket(version, ticket.lines, { multiplier: 1_237 }), hash, key: `${key}x` });
  const chase = await owner.bet({
    ...singleBet(version),
    amountFen: 200 * 1_239 * 3,
    chase: JSON.stringify(issues.slice(1, 4).map(({ issue }) => ({ issue, multiplier: 1_239 }))),
  });
  expect([placed.status, chase.status]).toEqual([0, 0]);
  const { context } = server;
  await server.grant(owner.userId, 1_000_000);
  for (const id of ['own1', 'own2']) await addMatch(context.database, { id });
  const legs = { own1: { BRQSPF: { '3': '1.85' } }, own2: { BRQSPF: { '0': '3.60' } } };
  const jczq = sportOf(context.sports, 'jczq');
  const sport = await betOn(owner, jczq, ticketOn('jczq', legs, ['2_1'], { multiplier: 1_241 }));
  const draft = await draftOn(owner, jczq, ticketOn('jczq', legs, ['2_1'], { multiplier: 1_243 }));
  expect([sport.status, draft.status]).toEqual([0, 0]);
  const funds = (await owner.get<FundListModels>('/api/fund/list')).models.items;
  const orders = (await owner.get<OrderListModels>('/api/order/list')).models.items;
  expect(orders).toHaveLength(5);
  ids = {
    orderId: placed.models.orderId,
    ticketOfChase: chase.models.orderId,
    chaseId: chase.models.chaseId as string,
    key: order.status === 0 ? key : `${key}x`,
    sessionId: (await server.context.sessions.list(owner.userId, owner.token))[0]?.id ?? '',
    mid: String(owner.userId),
    fund: funds[1]?.id ?? '',
    sportOrder: sport.models.orderId,
    draftId: draft.models.draftId,
  };
  marks = [
    owner.token,
    ...orders.map(({ orderId }) => orderId),
    ids.chaseId as string,
    ...[1_237, 1_239, 1_241].map((times) => String(200 * times)),
  ];
});
afterAll(() => server?.stop());

/** Whether an answer holds a mark as a whole value: the six digits of a stake are also found inside hashes, ids and instants. */
const holds = (text: string, mark: string): boolean => new RegExp(`(?<![0-9a-zA-Z])${mark}(?![0-9a-zA-Z])`).test(text);

/** All that belongs to the owner, to the last byte. */
async function belongings(): Promise<unknown> {
  const tables = [
    'users',
    'wallets',
    'sessions',
    'orders',
    'tickets',
    'chases',
    'sport_orders',
    'sport_quotes',
    'purses',
    'movements',
    'idempotency',
  ];
  const all: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await server.context.database.query(
      `SELECT to_jsonb(t) - 'status' - 'prize' - 'outcome' - 'settled_at' AS row FROM ${table} t WHERE ${table === 'users' ? 'id' : 'user_id'} = $1 ORDER BY 1`,
      [owner.userId],
    );
    all[table] = rows;
  }
  const { rows } = await server.context.database.query(
    `SELECT count(*)::int AS n FROM orders WHERE user_id = $1 AND status = 'cancelled'`,
    [owner.userId],
  );
  return { all, cancelled: rows };
}

it('no call gives or changes what belongs to another', async () => {
  expect(calls.length).toBeGreaterThan(25);
  expect(
    calls.filter(({ fields }) => fields.some((field) => /^(orderId|chaseId|key|sessionId)$/.test(field))).map(({ path }) => path),
  ).toEqual(
    expect.arrayContaining([
      '/api/order/detail',
      '/api/Order/ChaseDetail',
      '/api/Order/CancelChase',
      '/api/order/outcome',
      '/api/UserCenter/EndSession',
    ]),
  );
  const before = await belongings();
  const thief = await server.client().register();
  const nobody = server.client();
  let requestCount = 0;
  for (const call of calls) {
    // Registering under another's name is refused in words that are meant to be read; it has a test of its own.
    for (const [what, id] of Object.entries(ids)) {
      for (const who of [thief, nobody]) {
        // Each call may end the session (logout): then the thief comes back.
        if (who === thief && call.path === '/api/account/logout') continue;
        const fields = Object.fromEntries(
          (call.fields.length > 0 ? call.fields : ['orderId', 'chaseId', 'userId']).map((name) => [name, id]),
        );
        const answer = await who
          .call(call.path, fields, {
            method: call.method,
            headers: call.method === 'POST' ? { 'idempotency-key': ids.key as string } : {},
          })
          .catch((error: Error) => ({ http: 0, status: -1, models: null, msg: String(error) }));
        requestCount += 1;
        const text = JSON.stringify(answer);
        const of = `${call.method} ${call.path} with ${what} of another by ${who === thief ? 'a player' : 'nobody'}`;
        expect([of, answer.http >= 500 || answer.http === 0]).toEqual([of, false]);
        expect([of, marks.filter((mark) => mark !== id && holds(text, mark))]).toEqual([of, []]);
      }
    }
    // The parameter that says whose phone it is means nothing to anybody.
    const claimed = await thief.call(
      call.path,
      {},
      { method: call.method, signed: false, tamper: (query) => query.set('mid', ids.mid as string) },
    );
    expect(marks.filter((mark) => holds(JSON.stringify(claimed), mark))).toEqual([]);
    if (call.path === '/api/account/logout') await thief.register();
  }
  expect(requestCount).toBeGreaterThan(300);
  expect(await belongings()).toEqual(before);
  // And the owner still gets it all.
  const mine = (await owner.get<OrderListModels>('/api/order/list')).models.items;
  expect(mine).toHaveLength(5);
  // The marks are looked for in vain above because they are not there, and not because they never are.
  expect(marks.slice(1).filter((mark) => !holds(JSON.stringify(mine), mark))).toEqual([]);
  await expectBooksInOrder(server.context.database);
});

it('a valid id of another player is answered as an unknown id', async () => {
  const thief = await server.client().register();
  for (const [path, name, method] of [
    ['/api/order/detail', 'orderId', 'GET'],
    ['/api/Order/ChaseDetail', 'chaseId', 'GET'],
    ['/api/Order/CancelChase', 'chaseId', 'POST'],
  ] as const) {
    const theirs = await thief.call(path, { [name]: ids[name] as string }, { method });
    const none = await thief.call(path, { [name]: randomUUID() }, { method });
    expect(theirs.http).toBe(404);
    expect(theirs).toEqual(none);
    expect((await owner.call(path, { [name]: ids[name] as string }, { method })).status).toBe(0);
  }
  const draft = (draftId: string) =>
    thief.post('/api/lottery/bet_jc', {
      draftId,
      hash: sportOf(server.context.sports, 'jczq').hash,
      amountFen: String(200 * 1_243),
    });
  const theirs = await draft(ids.draftId as string);
  expect(theirs.http).toBe(404);
  expect(theirs).toEqual(await draft(randomUUID()));
  // A key is each player's own: another's is unknown, and asking burns it for the asker alone.
  const outcomeAnswer = await thief.get<{ state: string }>('/api/order/outcome', { key: ids.key as string });
  expect(outcomeAnswer.models).toEqual({ state: 'unknown' });
  expect((await owner.get<{ state: string }>('/api/order/outcome', { key: ids.key as string })).models.state).toBe('done');
});
