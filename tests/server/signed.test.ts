/**
 * R23: good signed requests of every signed call of the table, each changed in one way: all are refused, none does anything, and none spends
 * the nonce of the good one, which is accepted afterwards. A request that is merely put in another order is accepted. CAIPU_MUTANTS of them
 * (2,000 unless told; the nightly's job `signed` makes 100,000).
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Row, TABLE } from '../../protocol/calls/table.ts';
import { sign } from '../../protocol/signing.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import { BRAND, BRAND_KEY, type Client } from './support/client.ts';
import { seeded } from './support/hostile.ts';
import { sampleFields, type SampleWorld } from './support/samples.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from './support/server.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

const COUNT = Number(process.env.CAIPU_MUTANTS ?? 2_000);
const random = seeded(Number(process.env.CAIPU_SEED ?? 1));
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');
const SIGNED = TABLE.filter(({ signed }) => signed === true);

type Pair = readonly [name: string, value: string];
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly form: readonly Pair[];
  readonly key: string | undefined;
}

let server: TestServer;
let world: SampleWorld;
let other: Client;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, history: 5, outside: { demoOrigin: 'http://demo.test' } });
  const owner = await server.client().register();
  other = await server.client().register();
  const placed = await waitFor('a bet in time', async () => {
    const answer = await owner.bet(singleBet(gameVersion(server, 'jlffc')));
    return answer.status === STATUS.ok && answer.models;
  });
  world = { server, owner, orderId: placed.orderId };
});
afterAll(() => server?.stop());

/** A good request as it would go over the line. */
async function good(row: Row): Promise<Sent> {
  const fields = Object.entries(await sampleFields(world, row));
  const query: Pair[] = [
    ['c', '1'],
    ['v', '202611000'],
    ['t', String(Math.floor(world.owner.now() / 1000))],
    ['p', BRAND],
    ['n', randomBytes(16).toString('hex')],
    ['mid', String(world.owner.userId)],
    ...(row.session === 'none' ? [] : [['tk', world.owner.token] as const]),
    ...(row.method === 'GET' ? fields : []),
  ];
  const form: readonly Pair[] = row.method === 'POST' ? fields : [];
  const key = row.idempotent ? randomUUID() : undefined;
  const request = { method: row.method, path: row.path, query, form, key };
  return { ...request, query: [...query, ['s', sign(hmac, BRAND_KEY, request)]] };
}

const encode = (pairs: readonly Pair[]) => new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
async function send({ method, path, query, form, key }: Sent): Promise<Envelope<unknown> & { readonly http: number }> {
  const response = await server.app.inject({
    method: method as 'GET',
    url: `${path}?${encode(query)}`,
    headers: {
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { payload: encode(form) } : {}),
  });
  return { http: response.statusCode, ...(response.json() as Envelope<unknown>) };
}

/** Another text than this one, mostly by one character. */
function altered(text: string): string {
  const at = random(text.length + 1);
  const mark = pick(['0', '1', 'a', 'Z', ' ', '%', '中', '\u200b']);
  const made = pick([
    text.slice(0, at) + mark + text.slice(at + 1),
    text.slice(0, at) + mark + text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
  ]);
  return made === text ? `${text}x` : made;
}
const changed = (pairs: readonly Pair[], at: number, to: (pair: Pair) => Pair) => pairs.map((pair, i) => (i === at ? to(pair) : pair));
/** Some pair of query or form, put through a change. */
function somewhere(sent: Sent, change: (pairs: readonly Pair[], at: number) => readonly Pair[]): Sent {
  const inForm = sent.form.length > 0 && random(2) === 0;
  const pairs = inForm ? sent.form : sent.query;
  const made = change(pairs, random(pairs.length));
  return inForm ? { ...sent, form: made } : { ...sent, query: made };
}
const named = (sent: Sent, name: string, value: string): Sent => ({
  ...sent,
  query: sent.query.map((pair) => (pair[0] === name ? [name, value] : pair)),
});

type Mutation = readonly [name: string, mutate: (sent: Sent, row: Row) => Sent];
const MUTATIONS: readonly Mutation[] = [
  ['a value', (sent) => somewhere(sent, (pairs, at) => changed(pairs, at, ([name, value]) => [name, altered(value)]))],
  ['a name', (sent) => somewhere(sent, (pairs, at) => changed(pairs, at, ([name, value]) => [altered(name), value]))],
  ['one left out', (sent) => somewhere(sent, (pairs, at) => pairs.filter((_, i) => i !== at))],
  ['one twice', (sent) => somewhere(sent, (pairs, at) => [...pairs, pairs[at] as Pair])],
  ['one more', (sent) => ({ ...sent, query: [...sent.query, [pick(['x', 'amountFen', 'size', '']), pick(['', '1', 'x'])]] })],
  ['the signature', (sent) => named(sent, 's', pick([randomBytes(32).toString('hex'), '', '0'.repeat(64)]))],
  ['the signature in capitals', (sent) => ({ ...sent, query: sent.query.map(([n, v]) => [n, n === 's' ? `${v.toUpperCase()}` : v]) })],
  ['a later time', (sent) => ({ ...sent, query: sent.query.map(([n, v]) => [n, n === 't' ? String(Number(v) + 1 + random(200)) : v]) })],
  ['another nonce', (sent) => named(sent, 'n', randomBytes(16).toString('hex'))],
  ['another brand', (sent) => named(sent, 'p', pick(['qinghe', 'yuedong', 'CAIPU', '__proto__', '']))],
  [
    'another session',
    (sent) => ({
      ...named(sent, 'tk', other.token),
      ...(sent.query.some(([n]) => n === 'tk') ? {} : { query: [...sent.query, ['tk', other.token]] }),
    }),
  ],
  [
    'no session',
    (sent) => ({
      ...sent,
      query: sent.query.some(([n]) => n === 'tk') ? sent.query.filter(([n]) => n !== 'tk') : [...sent.query, ['tk', 'x'.repeat(43)]],
    }),
  ],
  ['another player number', (sent) => named(sent, 'mid', String(other.userId))],
  ['another path', (sent, row) => ({ ...sent, path: pick(TABLE.filter((each) => each.method === row.method && each !== row)).path })],
  [
    'the path in other letters',
    (sent) => ({ ...sent, path: pick([sent.path.toUpperCase(), `${sent.path}/`, sent.path.replace('/api', '/Api')]) }),
  ],
  ['another method', (sent) => ({ ...sent, method: sent.method === 'GET' ? 'POST' : 'GET' })],
  ['another key', (sent) => ({ ...sent, key: sent.key === undefined ? randomUUID() : pick([randomUUID(), `${sent.key}0`, undefined]) })],
];

/** All that a request could have changed, but what belongs to the time itself. */
async function everything(): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const table of ['wallets', 'movements', 'tickets', 'chases', 'idempotency', 'nonces', 'sessions', 'users', 'known_devices']) {
    const { rows } = await server.context.database.query<{ hash: string; n: number }>(
      `SELECT count(*)::int AS n, coalesce(md5(string_agg(md5((to_jsonb(t) - 'status' - 'prize' - 'outcome' - 'settled_at' - 'seen_at' - 'expires_at')::text), '' ORDER BY md5((to_jsonb(t) - 'status' - 'prize' - 'outcome' - 'settled_at' - 'seen_at' - 'expires_at')::text))), '') AS hash FROM ${table} t`,
    );
    all[table] = rows[0];
  }
  return all;
}

it.each(SIGNED.map((row) => [`${row.method} ${row.path}`, row] as const))('[R23] %s', async (_, row) => {
  const times = Math.ceil(COUNT / SIGNED.length / MUTATIONS.length);
  const request = await good(row);
  const before = await everything();
  for (const [name, mutate] of MUTATIONS)
    for (let time = 0; time < times; time += 1) {
      const mutant = mutate(request, row);
      const answer = await send(mutant);
      // A path or method that there is not is no call at all.
      const expected = mutant.method !== request.method ? STATUS.notFound : STATUS.badSignature;
      expect([name, JSON.stringify(mutant).slice(0, 300), answer.status]).toEqual([name, expect.any(String), expected]);
    }
  expect(await everything()).toEqual(before);

  // In any order, and with a parameter of the form in the query, it is the same request: it is done.
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((each) => [random(1_000_000), each] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, each]) => each);
  const first = await send({ ...request, query: shuffled(request.query), form: shuffled(request.form) });
  expect(first).toMatchObject({ http: 200, status: STATUS.ok });
  // Once: an idempotent one is answered as before, any other is refused as a replay.
  const after = await everything();
  const again = await send(request);
  if (row.idempotent) expect(again).toEqual(first);
  else expect(again).toMatchObject({ http: 403, status: STATUS.badSignature });
  // An idempotent request spends the nonce that it brings, whatever becomes of it.
  expect(await everything()).toEqual(after);
});

it('the books are in order after it', () => expectBooksInOrder(server.context.database));
