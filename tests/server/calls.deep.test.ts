/**
 * What holds for every call, run from the table: a new row is in all of this from its first day. What a call means has tests of its own;
 * here it is asked for what its definition promises. A call that needs prepared data gets its fields from `PREPARED`.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChaseIssuesModels } from '../../protocol/calls.ts';
import { asTexts, requiredFields, statusesOf } from '../../protocol/calls/define.ts';
import { modelsOf } from '../../protocol/calls/refusals.ts';
import { type Row, TABLE } from '../../protocol/calls/table.ts';
import { sign } from '../../protocol/signing.ts';
import { HTTP_OF_STATUS, STATUS } from '../../protocol/status.ts';
import { registerCalls } from '../../server/platform/http/call.ts';
import { acceptForms } from '../../server/platform/http/form.ts';
import { BRAND, BRAND_KEY, type CallOptions, type Client } from './support/client.ts';
import { thankCall, thankCalls } from './support/example-call.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from './support/server.ts';
import { sampleFields } from './support/samples.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

let server: TestServer;
/** Has an order and chases; the other player has the same right to nothing of them. */
let owner: Client;
let other: Client;
let orderId: string;

beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, outside: { demoOrigin: 'http://demo.test' } });
  owner = await server.client().register();
  other = await server.client().register();
  await waitFor('an issue to bet on', async () => (await issues()).length > 3);
  const placed = await owner.bet({ ...singleBet(gameVersion(server, 'ssq')) });
  expect(placed.status).toBe(STATUS.ok);
  orderId = placed.models.orderId;
});
afterAll(async () => {
  await expectBooksInOrder(server.context.database);
  await server.stop();
});

const issues = async () => (await owner.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: 'jlffc' })).models.items;

type Sent = Record<string, string>;
const fieldsOf = (row: Row): Promise<Sent> => sampleFields({ server, owner, orderId }, row);
const send = (who: Client, row: Row, fields: Sent, options: CallOptions = {}) =>
  who.call<unknown>(row.path, fields, { signed: row.signed === true, ...options, method: row.method });

const BELONGINGS = ['wallets', 'tickets', 'chases', 'movements', 'idempotency', 'withdrawal_accounts', 'withdrawals'];

/** Rows that were written out, by what they are in the database: every write of a row makes a version with another xmin. */
const written = new Map<string, string>();
const version = (table: string) => `'${table}' || ctid || xmin`;
const VERSIONS = BELONGINGS.map((table) => `SELECT ${version(table)} AS version FROM ${table} WHERE user_id = $1`).join(' UNION ALL ');
const LINES = BELONGINGS.map(
  (table) => `SELECT ${version(table)} AS version, '${table} ' || (to_jsonb(t) - 'prize_fen' - 'wins')::text AS line
    FROM ${table} t WHERE user_id = $1 AND ${version(table)} = ANY ($2::text[])`,
).join(' UNION ALL ');

/**
 * All that belongs to the owner, a line a row; the session's and the clock's own columns are not in these tables. Asked for some hundreds
 * of times, and he comes to have a thousand rows: each is written out once, and what the database says every time is which there are.
 */
async function belongings(): Promise<string> {
  const { database } = server.context;
  for (;;) {
    const { rows } = await database.query<{ all: string | null }>(`SELECT string_agg(version, ' ') AS all FROM (${VERSIONS}) v`, [
      owner.userId,
    ]);
    const there = (rows[0]?.all ?? '').split(' ');
    const unknown = there.filter((each) => !written.has(each));
    if (unknown.length > 0) {
      const lines = await database.query<{ version: string; line: string }>(LINES, [owner.userId, unknown]);
      for (const each of lines.rows) written.set(each.version, each.line);
    }
    // A row that was written in between has another version now.
    if (there.every((each) => written.has(each)))
      return there
        .map((each) => written.get(each))
        .toSorted()
        .join('\n');
  }
}

const named = TABLE.map((row) => [`${row.method} ${row.path}`, row] as const);
const those = (which: (row: Row) => boolean) => named.filter(([, row]) => which(row));

describe('with good fields', () => {
  it.each(named)('%s answers as its schema says', async (_, row) => {
    // Logging out ends the session of the client that asks.
    const who = row.session === 'token' ? owner.twin() : owner;
    if (row.session === 'token') await who.register();
    const answer = await send(who, row, await fieldsOf(row));
    expect(answer).toMatchObject({ http: 200, status: STATUS.ok });
    expect(ajv.validate(modelsOf(row, 'ok'), answer.models), ajv.errorsText()).toBe(true);
  });
});

describe('without a session', () => {
  it.each(those(({ session }) => session === 'player' || session === 'token'))('%s is refused', async (_, row) => {
    const fields = await fieldsOf(row);
    expect(await send(server.client(), row, fields)).toMatchObject({ http: 401, status: STATUS.notLoggedIn, models: null });
    const stranger = server.client();
    stranger.token = 'A'.repeat(43);
    const expected = row.session === 'token' ? { status: STATUS.ok } : { http: 401, status: STATUS.notLoggedIn, models: null };
    expect(await send(stranger, row, fields)).toMatchObject(expected);
  });
});

describe('a signed call', () => {
  it.each(those(({ signed }) => signed === true))('%s is refused unsigned, stale, changed on the way and sent again', async (_, row) => {
    const before = await belongings();
    const fields = asTexts(row.example.fields as Record<string, unknown>);
    const refused = { http: 403, status: STATUS.badSignature, models: null };
    expect(await send(owner, row, fields, { signed: false })).toMatchObject(refused);
    expect(await send(owner, row, fields, { clockOffset: -303 })).toMatchObject(refused);
    expect(await send(owner, row, fields, { clockOffset: 303 })).toMatchObject(refused);
    expect(await send(owner, row, fields, { tamper: (query) => query.set('mid', '1') })).toMatchObject(refused);
    expect(await send(owner, row, fields, { tamper: (query) => query.set('tk', other.token) })).toMatchObject(refused);
    expect(await belongings()).toBe(before);
    const nonce = randomUUID().replaceAll('-', '');
    expect((await send(owner, row, await fieldsOf(row), { nonce })).status).toBe(STATUS.ok);
    expect(await send(owner, row, await fieldsOf(row), { nonce })).toMatchObject(refused);
  });
});

/** A text that a field does not take; undefined where every text will do. */
function wrongText(schema: Readonly<Record<string, unknown>>): string | undefined {
  const { type, clamp, format, pattern, maxLength } = schema;
  if (clamp === true) return undefined;
  if (Array.isArray(schema.enum)) return 'nonsense';
  if (type === 'integer' || type === 'boolean') return '1.5';
  if (format === 'uuid' || format === 'date') return 'x';
  if (typeof pattern === 'string') return '!';
  return typeof maxLength === 'number' ? 'x'.repeat(maxLength + 1) : undefined;
}

describe('fields', () => {
  it.each(those((row) => Object.keys(row.fields).length > 0))('%s names the field that is missing or wrong', async (_, row) => {
    const before = await belongings();
    // Not one that has to be there: a field is refused before anything is looked for.
    const fields = asTexts(row.example.fields as Record<string, unknown>);
    for (const name of requiredFields(row)) {
      const { [name]: _left, ...rest } = fields;
      expect(await send(owner, row, rest)).toMatchObject({
        http: 400,
        status: STATUS.invalid,
        models: { field: name },
        msg: `缺少参数 ${name}`,
      });
    }
    for (const [name, schema] of Object.entries(row.fields as Record<string, Record<string, unknown>>)) {
      const wrong = wrongText(schema);
      if (wrong === undefined) continue;
      const answer = await send(owner, row, { ...fields, [name]: wrong });
      expect(answer, name).toMatchObject({ http: 400, status: STATUS.invalid, models: { field: name } });
      expect(answer.msg).toMatch(new RegExp(`^参数 ${name} 不正确：.+`));
    }
    expect(await belongings()).toBe(before);
  });

  /** What a database, a number or a parser stumbles over. */
  const NASTY = [
    '\0',
    'a\0b',
    '\ud800',
    '"\\ud800"',
    '{"a":"\\u0000"}',
    '1e400',
    '9'.repeat(400),
    '-0',
    'NaN',
    '__proto__',
    '１２',
    '%',
    "'--",
    '[[[',
  ];
  it.each(those((row) => Object.keys(row.fields).length > 0))(
    '%s answers a nasty text in any field, and never with an error of its own',
    async (_, row) => {
      const fields = await fieldsOf(row);
      const answers = await Promise.all(
        Object.keys(row.fields).flatMap((name) =>
          NASTY.map(async (text) => ({ name, text, ...(await send(owner, row, { ...fields, [name]: text })) })),
        ),
      );
      expect(answers.filter(({ http }) => http >= 500).map(({ name, text, msg }) => `${name} = ${JSON.stringify(text)}: ${msg}`)).toEqual(
        [],
      );
    },
  );

  it.each(those(({ fields }) => 'size' in fields))('%s takes any size and gives a page', async (_, row) => {
    for (const size of ['0', '51', '-1', 'many', ''])
      expect(await send(owner, row, { ...(await fieldsOf(row)), size })).toMatchObject({ status: STATUS.ok });
    expect(await send(owner, row, { ...(await fieldsOf(row)), cursor: 'no such cursor' })).toMatchObject({ status: STATUS.ok });
  });
});

describe('an id', () => {
  const withIds = TABLE.flatMap((row) =>
    Object.entries(row.fields as Record<string, { idOf?: string }>)
      .filter(([, { idOf }]) => idOf !== undefined)
      .map(([name]) => [`${row.method} ${row.path} ${name}`, row, name] as const),
  );
  it('stands in more than one call', () => expect(withIds.length).toBeGreaterThanOrEqual(3));

  it.each(withIds)('%s of another player finds nothing and changes nothing', async (_, row, name) => {
    const fields = await fieldsOf(row);
    const before = await belongings();
    const answer = await send(other, row, fields);
    expect(answer).toMatchObject({ http: 404, status: STATUS.notFound, models: null });
    expect(await send(other, row, { ...fields, [name]: randomUUID() })).toEqual(answer);
    expect(await belongings()).toBe(before);
    expect((await send(owner, row, fields)).status).toBe(STATUS.ok);
  });
});

describe('an idempotent call', () => {
  const idempotent = those((row) => row.idempotent === true);
  const under = (key: string): CallOptions => ({ headers: { 'idempotency-key': key } });

  it.each(idempotent)('%s wants a key of its form', async (_, row) => {
    const before = await belongings();
    const fields = asTexts(row.example.fields as Record<string, unknown>);
    for (const options of [{ idempotent: false }, under('short'), under('x'.repeat(65)), under('no spaces here')])
      expect(await send(owner, row, fields, options)).toMatchObject({ http: 400, status: STATUS.invalid, models: null });
    expect(await belongings()).toBe(before);
  });

  it.each(idempotent)('%s gives one answer for one key, also at once, and refuses another body under it', async (_, row) => {
    const fields = await fieldsOf(row);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(owner, row, fields, under(key))));
    const [first] = answers;
    expect(first).toMatchObject({ http: 200, status: STATUS.ok });
    for (const answer of answers) expect(answer).toEqual(first);
    const after = await belongings();
    expect(await send(owner, row, fields, under(key))).toEqual(first);
    for (const [name, schema] of Object.entries(
      row.fields as Record<string, { type?: string; format?: string; enum?: string[]; pattern?: string; maxLength?: number }>,
    )) {
      const text = fields[name];
      if (text === undefined) continue;
      const choice = schema.enum?.find((value) => value !== text);
      const changed =
        choice !== undefined
          ? choice
          : schema.format === 'uuid'
            ? randomUUID()
            : schema.type === 'integer'
              ? String(Number(text) + 1)
              : schema.type === 'boolean'
                ? String(1 - Number(text))
                : schema.pattern !== undefined || text.length === schema.maxLength
                  ? text.replace(/.$/, (last) => (last === '1' ? '2' : '1'))
                  : `${text} `;
      const answer = await send(owner, row, { ...fields, [name]: changed }, under(key));
      expect(answer, name).toMatchObject({ http: 409, status: STATUS.keyConflict, models: null });
    }
    expect(await belongings()).toBe(after);
  });

  it.each(idempotent)('%s has nothing to say under a key that was burnt', async (_, row) => {
    const key = randomUUID();
    expect((await owner.get('/api/order/outcome', { key })).models).toEqual({ state: 'unknown' });
    const fields = await fieldsOf(row);
    const before = await belongings();
    expect(await send(owner, row, fields, under(key))).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect(await belongings()).toBe(before);
  });

  it('a key of one call is used up for every other', async () => {
    const [bet, cancel] = ['/api/lottery/bet_szc', '/api/Order/CancelChase'].map((path) => TABLE.find((row) => row.path === path) as Row);
    const key = randomUUID();
    expect((await send(owner, bet as Row, await fieldsOf(bet as Row), under(key))).status).toBe(STATUS.ok);
    expect(await send(owner, cancel as Row, await fieldsOf(cancel as Row), under(key))).toMatchObject({ status: STATUS.keyConflict });
  });
});

describe('a GET that changes something', () => {
  it.each(those(({ method, changes }) => method === 'GET' && changes !== undefined))(
    '%s is neither kept nor read in advance',
    async (_, row) => {
      const fields = await fieldsOf(row);
      for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }] as Record<string, string>[])
        expect(await send(owner, row, fields, { headers })).toMatchObject({ http: 403, status: STATUS.badSignature });
      const head = await fetch(`${server.base}${row.path}`, { method: 'HEAD' });
      expect(head.status).toBe(404);
      const got = await fetch(`${server.base}${row.path}`);
      expect(got.headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('the example of docs/calls.md', () => {
  it('pays once for a key, for an order of the player’s own', async () => {
    const app = Fastify();
    acceptForms(app);
    registerCalls(app, server.context, thankCalls(server.context), { table: [thankCall], onWrongAnswer: (fault) => expect.fail(fault) });
    const thanks = async (who: Client, key: string, of: string) => {
      const query = new URLSearchParams({ c: '1', v: '1', p: BRAND, tk: who.token });
      query.set('t', String(Math.floor(who.now() / 1000)));
      query.set('n', randomUUID().replaceAll('-', ''));
      const form = new URLSearchParams({ orderId: of, words: '谢谢' });
      const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
      query.set('s', sign(hmac, BRAND_KEY, { method: 'POST', path: thankCall.path, query, form, key }));
      const headers = { 'idempotency-key': key, 'content-type': 'application/x-www-form-urlencoded' };
      return (await app.inject({ method: 'POST', url: `${thankCall.path}?${query}`, headers, payload: form.toString() })).json();
    };
    const key = randomUUID();
    const first = await thanks(owner, key, orderId);
    expect(first).toEqual({ status: STATUS.ok, models: { orderId, giftFen: 100 }, msg: '' });
    expect(await thanks(owner, key, orderId)).toEqual(first);
    expect(await thanks(owner, key, randomUUID())).toMatchObject({ status: STATUS.keyConflict });
    expect(await thanks(other, randomUUID(), orderId)).toMatchObject({ status: STATUS.notFound, models: null });
    await app.close();
  });
});

describe('/openapi.json', () => {
  it('has every call with its answer, its examples and the statuses that it may give', async () => {
    const document = (await (await fetch(`${server.base}/openapi.json`)).json()) as {
      paths: Record<
        string,
        Record<string, { parameters: object[]; responses: Record<string, { content: Record<string, { example: object }> }> }>
      >;
    };
    expect(Object.keys(document.paths)).toHaveLength(TABLE.length);
    for (const row of TABLE) {
      const operation = document.paths[row.path]?.[row.method.toLowerCase()];
      expect(operation?.responses['200']?.content['application/json']?.example).toMatchObject({ status: 0, models: row.example.models });
      const statuses = [...new Set(statusesOf(row).map((name) => String(HTTP_OF_STATUS[STATUS[name]])))];
      expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(statuses.sort());
      const header = expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: true });
      if (row.idempotent) expect(operation?.parameters).toContainEqual(header);
      else expect(operation?.parameters).not.toContainEqual(header);
    }
  });
});
