/** The table of calls itself: its entries, that they cannot contradict each other, and that generated files agree with it. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { call, type Definition, faultOf, fieldSchema, requiredFields, statusesOf } from '../../protocol/calls/define.ts';
import { factsOf } from '../../protocol/calls/facts.ts';
import { needsStep, wrongCode } from '../../protocol/calls/refusals.ts';
import { object, Type } from '../../protocol/calls/schema.ts';
import { callOf, type Row, TABLE, tableOf } from '../../protocol/calls/table.ts';
import { unknownCallMessage } from '../../protocol/calls/unknown.ts';
import { vocabulary } from '../../protocol/calls/vocabulary.ts';
import { openApi } from '../../protocol/openapi.ts';
import { SIGNED_PATHS } from '../../protocol/signing.ts';
import { HTTP_OF_STATUS, STATUS, TEXT_OF_STATUS } from '../../protocol/status.ts';
import { createEarlyRefusals } from '../../server/platform/rate-limits/early-refusals.ts';
import { createAccountConcurrency } from '../../server/platform/rate-limits/account-concurrency.ts';
import type { Services } from '../../server/services.ts';
import { handle, ok, registerCalls } from '../../server/platform/http/call.ts';
import { requestHash } from '../../server/platform/http/idempotency.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** The calls that there are; one that goes away or changes its method breaks every phone that is out there. */
const CALLS = `
  GET  /api/fund/list
  GET  /api/lottery/ChaseIssues
  GET  /api/lottery/GetLotteryOdds
  GET  /api/lottery/LaunchUrl
  GET  /api/lotteryresult/allresult
  GET  /api/lotteryresult/Detail
  GET  /api/lotteryresult/list
  GET  /api/Order/ChaseDetail
  GET  /api/order/detail
  GET  /api/order/list
  GET  /api/order/outcome
  GET  /api/SiteMsg/AppHomePageInfo
  GET  /api/SiteMsg/AppLotteryPageInfo
  GET  /api/SiteMsg/DialogList
  GET  /api/SiteMsg/GetBannerList
  GET  /api/SiteMsg/GetFHLLGameList
  GET  /api/SiteMsg/GetGameList2
  GET  /api/SiteMsg/GetHomePageInfo
  GET  /api/SiteMsg/GetIndexNotic
  GET  /api/SiteMsg/GetLCPokerGameList
  GET  /api/SiteMsg/GetNoticeDetail
  GET  /api/SiteMsg/GetSlotsGameList
  GET  /api/SystemConfig/CheckSystemStatus
  GET  /api/SystemConfig/GetFingerprintParam
  GET  /api/SystemConfig/GetIP
  GET  /api/SystemConfig/GetKFUrl
  GET  /api/SystemConfig/GetServerTime
  GET  /api/SystemConfig/QueryActivity_Setting
  GET  /api/UserCenter/QueryProfileList
  POST /api/account/heartbeat
  POST /api/account/logout
  POST /api/account/weblogin
  POST /api/lottery/bet_szc
  POST /api/Order/CancelChase
  POST /api/webregist
  POST /api/webregist2/postwebregist`
  .trim()
  .split('\n')
  .map((line) => line.trim().replace(/ +/, ' '));

const named = TABLE.map((row) => [`${row.method} ${row.path}`, row] as const);

describe('the table', () => {
  it('has every call that phones know', () => {
    expect(named.map(([name]) => name)).toEqual(expect.arrayContaining(CALLS));
  });

  it.each(named)('%s has a good example and a summary in Chinese', (_, row) => {
    const { fields, models } = row.example;
    for (const name of requiredFields(row)) expect(Object.keys(fields)).toContain(name);
    expect(
      ajv.validate({ ...fieldSchema(row), required: requiredFields(row), additionalProperties: false }, fields),
      ajv.errorsText(),
    ).toBe(true);
    expect(ajv.validate(row.answer, models), ajv.errorsText()).toBe(true);
    expect(row.summary).toMatch(/[\u4e00-\u9fff]/);
  });

  it.each(named)('%s says what each field is, and every sum and instant in which unit', (_, row) => {
    for (const [name, schema] of Object.entries(row.fields as Record<string, { description?: string }>))
      expect([name, schema.description ?? '']).not.toEqual([name, '']);
    (function walk(schema: unknown, at: string): void {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, part] of Object.entries(
        (schema as { properties?: Record<string, { unit?: string; items?: { unit?: string }; anyOf?: { unit?: string }[] }> }).properties ??
          {},
      )) {
        const units = [part.unit, part.items?.unit, ...(part.anyOf ?? []).map(({ unit }) => unit)];
        if (/Fen$|^fen$/.test(name)) expect(units, `${at}/${name}`).toContain('fen');
        if (/At$|^at$/.test(name) && (part as { format?: string }).format !== 'date') expect(units, `${at}/${name}`).toContain('ms');
      }
      for (const [name, part] of Object.entries(schema)) walk(part, `${at}/${name}`);
    })(row.answer, '');
  });

  it('is found by any writing of a path', () => {
    expect(callOf('/API/Order/List?size=1')?.path).toBe('/api/order/list');
    expect(callOf('/api/order/list/')?.path).toBe('/api/order/list');
    expect(callOf('/api/order')).toBeUndefined();
  });

  it('refuses the same path twice, in whatever case', () => {
    const [row] = TABLE as [Row];
    expect(() => tableOf([row, { ...row, path: row.path.toUpperCase().replace('/API/', '/api/') as Row['path'] }])).toThrow(
      /is declared twice/,
    );
  });
});

describe('a definition', () => {
  const plain = { method: 'POST', path: '/api/fund/test', summary: '测试', session: 'player', fields: {}, answer: Type.Null() } as const;
  const example = { fields: {}, models: null };

  it.each<[string, object, RegExp]>([
    ['money without a signature', { changes: 'money', idempotent: true }, /moves money and is not signed; add signed: true/],
    ['money without a key', { changes: 'money', signed: true }, /moves money and has no idempotency key; add idempotent: true/],
    ['a key without a signature', { changes: 'state', idempotent: true }, /is idempotent and not signed/],
    ['a key without a player', { changes: 'state', signed: true, idempotent: true, session: 'none' }, /a key belongs to a player/],
    ['a key for what changes nothing', { signed: true, idempotent: true }, /only what changes something needs a key/],
    ['a GET that changes state unsigned', { method: 'GET', changes: 'state' }, /a GET that changes state must be signed/],
    ['a listed path without a signature', { path: '/api/lottery/bet_jc', changes: 'state' }, /lists it as signed/],
    ['a listed path without the client type', { path: '/api/lottery/Bet_JC', changes: 'state', signed: true }, /add clientType: true/],
    ['a client type elsewhere', { changes: 'state', signed: true, clientType: true }, /only listed calls carry the client type/],
    ['a field with a common name', { fields: { tk: Type.String() } }, /the field tk has the name of a common parameter/],
    ['a path with a query', { path: '/api/fund/test?' }, /the path may hold letters/],
  ])('is refused: %s', (_, part, message) => {
    const definition = { ...plain, ...part } as unknown as Definition;
    expect(faultOf(definition)).toMatch(message);
    expect(() => call({ ...definition, example } as never)).toThrow(message);
  });

  it('cannot be written wrong: the types refuse it too', () => {
    // @ts-expect-error money without a signature
    expect(() => call({ ...plain, changes: 'money', idempotent: true, example })).toThrow();
    // @ts-expect-error money without a key
    expect(() => call({ ...plain, changes: 'money', signed: true, example })).toThrow();
    // @ts-expect-error a GET that changes state without a signature
    expect(() => call({ ...plain, method: 'GET', changes: 'state', example })).toThrow();
    // @ts-expect-error an example that is not of the answer's type
    call({ ...plain, example: { fields: {}, models: 'text' } });
    expect(call({ ...plain, changes: 'money', signed: true, idempotent: true, example }).idempotent).toBe(true);
  });

  it('says which statuses a call may give', () => {
    const idempotent = call({ ...plain, changes: 'money', signed: true, idempotent: true, refuses: ['soldOut'], example });
    expect(statusesOf(idempotent)).toEqual([
      'ok',
      'invalid',
      'notLoggedIn',
      'badSignature',
      'keyConflict',
      'tooMany',
      'maintenance',
      'soldOut',
      'unavailable',
      'internal',
    ]);
  });
});

describe('registration', () => {
  const one = call({
    method: 'GET',
    path: '/api/SystemConfig/One',
    summary: '一',
    session: 'none',
    fields: { at: Type.Optional(Type.Integer({ description: 'n' })) },
    answer: object({ n: Type.Integer() }),
    example: { fields: {}, models: { n: 1 } },
  });
  const two = { ...one, path: '/api/SystemConfig/Two' } as const;
  const free = { read: () => 0, distrusted: () => 0, refused: async () => {} } as unknown as Services['rateLimiter'];
  const accountConcurrency = createAccountConcurrency();
  const context = {
    maintenance: '',
    rateLimiter: free,
    sessions: { cachedPlayer: () => undefined } as unknown as Services['sessions'],
    accountConcurrency,
    earlyRefusals: createEarlyRefusals(accountConcurrency),
    publicationState: { generation: () => undefined },
  } as Services;
  const answered = handle(one, async ({ fields }) => ok({ n: fields.at ?? 1 }));

  it('refuses a call without a handler, a handler without a call, and two for one', () => {
    const app = Fastify();
    expect(() => registerCalls(app, context, [], { table: [one] })).toThrow('GET /api/SystemConfig/One is in the table and has no handler');
    expect(() => registerCalls(app, context, [answered], { table: [] })).toThrow('has a handler and is not in the table');
    expect(() => registerCalls(app, context, [answered, answered], { table: [one] })).toThrow('has two handlers');
    expect(() => registerCalls(app, context, [answered], { table: [one, two] })).toThrow('GET /api/SystemConfig/Two is in the table');
  });

  it('a key is bound to path and fields, whatever the case of the path', () => {
    const fields = [['orderId', 'x']] as const;
    expect(requestHash('/api/One', fields)).toBe(requestHash('/API/one', fields));
    const others = [requestHash('/api/two', fields), requestHash('/api/one', []), requestHash('/api/one', [['orderId', 'y']])];
    expect(new Set([...others, requestHash('/api/one', fields)]).size).toBe(4);
  });

  it('checks answers against the table only with onWrongAnswer', async () => {
    const wrong = handle(one, async () => ({ status: 0, models: { n: 'text' } as never, msg: '' }));
    const undeclared = handle(two, async () => ({ status: STATUS.soldOut, models: null, msg: '' }));
    const faults: string[] = [];
    const strict = Fastify();
    registerCalls(strict, context, [wrong, undeclared], { table: [one, two], onWrongAnswer: (fault) => faults.push(fault) });
    expect((await strict.inject('/api/SystemConfig/One')).statusCode).toBe(500);
    expect((await strict.inject('/api/SystemConfig/Two')).statusCode).toBe(500);
    expect(faults).toEqual([
      'GET /api/SystemConfig/One, status 0: models/n must be integer',
      'GET /api/SystemConfig/Two answered status 13 (soldOut), which its definition does not list; add it to refuses',
    ]);
    const lax = Fastify();
    registerCalls(lax, context, [wrong, undeclared], { table: [one, two] });
    expect((await lax.inject('/api/SystemConfig/One')).statusCode).toBe(200);
  });
});

describe('files that are generated from the table', () => {
  it.each(named)('%s: the phone knows of it what it needs', (_, row) => {
    expect(factsOf(`${row.path}?x=1`)).toEqual({
      signed: row.signed === true,
      idempotent: row.idempotent === true,
      clientType: row.clientType === true,
      short: row.timeout === 'short',
      withoutToken: row.withoutToken === true,
      wallet: row.wallet === true,
    });
    expect(unknownCallMessage(row.method, `${row.path.toUpperCase()}?x=1`)).toBeUndefined();
    expect(unknownCallMessage(row.method === 'GET' ? 'POST' : 'GET', row.path)).toContain(`is a ${row.method} and was sent as a`);
  });

  it('in development every call is passed on to the server, as in production', async () => {
    const { default: config } = await import('../../vite.config.ts');
    const passed = Object.keys(config.server?.proxy ?? {});
    expect(TABLE.filter(({ path }) => !passed.some((from) => path.startsWith(from))).map(({ path }) => path)).toEqual([]);
  });

  it('a call that is not there is a fault with a remedy', () => {
    expect(unknownCallMessage('GET', '/api/order/lst')).toBe(
      'GET /api/order/lst is not in the table of calls (protocol/calls/); correct the path or declare the call',
    );
    expect(unknownCallMessage('GET', '/api/__proto__')).toContain('is not in the table');
  });

  it('the vocabulary is plain data: the same after a trip through JSON', () => {
    const words = vocabulary();
    expect(JSON.parse(JSON.stringify(words))).toEqual(words);
    expect(Object.keys(words)).toHaveLength(TABLE.length);
    expect(words['/api/order/cancelchase']).toMatchObject({
      method: 'POST',
      idempotent: true,
      signed: true,
      session: 'player',
      changes: 'money',
      fields: { chaseId: { required: true, type: 'text', schema: { format: 'uuid' } } },
      answer: { type: 'object', properties: { refundFen: { type: 'integer', unit: 'fen' } } },
    });
    expect(words['/api/fund/list']?.fields.size).toMatchObject({ required: false, type: 'integer' });
    // Everything stands alone: no reference leads out of it.
    expect(JSON.stringify(words)).not.toContain('$ref');
  });

  it('of the specification’s signed paths, those that are there carry the client type', () => {
    expect(SIGNED_PATHS).toHaveLength(10);
    for (const { path, clientType } of TABLE)
      expect([path, clientType === true]).toEqual([path, SIGNED_PATHS.includes(path.toLowerCase())]);
  });
});

describe('documents', () => {
  const root = new URL('../../', import.meta.url);
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

  it('docs/calls.md shows the lines of the example that is tested', () => {
    const blocks = [...read('docs/calls.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code as string);
    expect(blocks).toHaveLength(2);
    const example = read('tests/server/support/example-call.ts');
    for (const block of blocks) expect(example).toContain(block);
  });

  it('docs/signing.md lists the signed calls', () => {
    const text = read('docs/signing.md').toLowerCase();
    const listed = text.slice(text.indexOf('## what is signed'), text.indexOf('## parameters'));
    for (const { path, signed } of TABLE) expect([path, listed.includes(`${path.toLowerCase()}\``)]).toEqual([path, signed === true]);
  });

  it('every reference of the OpenAPI document leads somewhere', () => {
    const text = JSON.stringify(openApi());
    const references = [...new Set([...text.matchAll(/"\$ref":"#\/components\/parameters\/(\w+)"/g)].map(([, name]) => name as string))];
    expect(references.length).toBeGreaterThan(5);
    const { components } = openApi() as { components: { parameters: object } };
    expect(Object.keys(components.parameters)).toEqual(expect.arrayContaining(references));
    expect(text.match(/"\$ref":/g)).toHaveLength([...text.matchAll(/"#\/components\/parameters\//g)].length);
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(TABLE.length);
  });
});

it('every business status has an HTTP status and a text', () => {
  const codes = Object.values(STATUS);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) {
    expect(HTTP_OF_STATUS[code]).toBeGreaterThanOrEqual(200);
    if (code !== STATUS.ok) expect(TEXT_OF_STATUS[code]).toMatch(/[\u4e00-\u9fff]/);
  }
  expect([STATUS.soldOut, STATUS.needsStep, STATUS.wrongCode, STATUS.limitReached, STATUS.stateChanged]).toEqual([13, 14, 15, 16, 17]);
  expect(ajv.validate(needsStep, { step: 'card', to: '/addBank' })).toBe(true);
  expect(ajv.validate(wrongCode, { left: 3, lockedUntil: null })).toBe(true);
});
