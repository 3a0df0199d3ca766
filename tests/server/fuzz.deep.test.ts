/**
 * R26: requests that nobody means, to every call and every field of the table, by the thousand: never an error of the server, never a word
 * of its inside, and no memory that stays. The calls are those of the table and their good fields those of samples.ts, so a new call is in
 * here from its first day. CAIPU_FUZZ requests (2,500 unless told; the nightly's job `fuzz` makes 200,000), CAIPU_SEED repeats them. Many of
 * them go to a server that is a process of its own, on PostgreSQL, so that what is measured is the server's memory and not the client's.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMON } from '../../protocol/calls/common.ts';
import { type Row, TABLE } from '../../protocol/calls/table.ts';
import { STATUS } from '../../protocol/status.ts';
import { Client } from './support/client.ts';
import { seeded } from './support/hostile.ts';
import { sampleFields } from './support/samples.ts';
import { startWithSchema, type TestPostgres } from './support/postgres.ts';
import {
  copyGames,
  expectBooksInOrder,
  root,
  type SpawnedServer,
  spawnServer,
  startServer,
  temporaryFolder,
  type TestServer,
  waitFor,
} from './support/server.ts';
import { addSports } from './support/sports.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

const COUNT = Number(process.env.CAIPU_FUZZ ?? 2_500);
const SEED = Number(process.env.CAIPU_SEED ?? 1);
/** Requests under way at once. */
const AT_ONCE = 12;
/** From this number of requests on, the server is a process of its own. */
const APART = 20_000;
/** Looks at the memory, evenly spread. */
const LOOKS = 10;
/** What it may hold more at the end than after a third. */
const GROWS_MB = COUNT >= APART ? 16 : 48;

const random = seeded(SEED);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

/** What a parser, a number, a date, a pattern or a database stumbles over. */
const TEXTS: readonly string[] = [
  ...['', ' ', '\t', '\0', 'a\0b', '\r\nX-Y: z', '\u202e', '\ufeff', '\u200b', '\\', '%', '%%%', '%00', '%ff%fe', '+', '&', '=', ';'],
  ...['1e400', '-1e400', '1e-400', '9'.repeat(400), '-0', '+5', ' 5 ', '5.0', '05', '0x10', '1_000', '1,000', 'NaN', 'Infinity', '１２'],
  ...['2147483648', '9007199254740991', '9007199254740992', '9223372036854775807', '9223372036854775808', '-9223372036854775809'],
  ...[
    'null',
    'true',
    'undefined',
    '[]',
    '{}',
    '""',
    '[object Object]',
    '['.repeat(5_000),
    '{"a":'.repeat(3_000),
    '[[[',
    '"\\ud800"',
    '"\\u0000"',
  ],
  ...['{"a":"\\u0000"}', '{"__proto__":{"x":1}}', '{"game":"ssq","game":"dlt"}', '{"game":1e400}', '[1e400]', '"\\ud83d\\ude00"'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'SSQ',
    'ｓｓｑ',
    'ssq\u0301',
    'ssq ',
    '../../etc/passwd',
    'C:\\',
    "'--",
    '" OR 1=1',
  ],
  ...[
    '$1',
    '${x}',
    '{{x}}',
    '<script>',
    'javascript:x',
    '中文',
    '😀'.repeat(40),
    '\ud800',
    '\udfff',
    'é',
    'x'.repeat(300),
    'x'.repeat(9_000),
  ],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '275760-09-13', '-000001-01-01', '2026-1-1', '2026-11-22T00:00:00Z', '_', '1_', '_x'],
  ...['999999999999999_x', '0_\\', '-1_2', `${'9'.repeat(15)}_${'9'.repeat(40)}`, '00000000-0000-0000-0000-000000000000', ','.repeat(300)],
  ...[
    randomUUID(),
    randomUUID().toUpperCase(),
    `${randomUUID()},${randomUUID()}`,
    '0',
    '1',
    '-1',
    '2',
    'x'.repeat(33_000),
    'é'.repeat(20_000),
  ],
];
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, '', 'x', '\0', '\ud800', '😀', '__proto__', 'x'.repeat(2_000), [], {}, [[]]],
  ...[[null], { a: 1 }, Array.from({ length: 300 }, (_, at) => at), '@1e400@', '@-0@', '@1e-7@', '@99999999999999999999@', { toString: 1 }],
];

type Path = readonly string[];
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => places(part, [...path, name]))];
}

/** JSON with one to three of its places changed, taken away or named again; numbers that JSON has and JavaScript has not as they are. */
function brokenJson(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return pick(TEXTS);
  }
  for (let times = 1 + random(3); times > 0; times -= 1) {
    const path = pick(places(value));
    const last = path.at(-1);
    const to = structuredClone(pick(VALUES));
    if (last === undefined) {
      value = to;
      continue;
    }
    const parent = path.slice(0, -1).reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], value) as Record<string, unknown>;
    const how = random(4);
    if (how === 0) delete parent[last];
    else if (how === 1) parent[pick(['__proto__x', 'constructor', '', 'play', 'lines', 'x'.repeat(500)])] = to;
    else parent[last] = to;
  }
  return JSON.stringify(value ?? null).replace(/"@([^"@]+)@"/g, '$1');
}

interface Shot {
  readonly row: Row;
  readonly what: string;
  /** Characters of the largest value. */
  readonly length: number;
  readonly send: (client: Client) => Promise<Response>;
}

let server: TestServer;
/** The server that is asked, where it is not the one of this process. */
let apart: SpawnedServer | undefined;
let postgres: TestPostgres | undefined;
const folder = temporaryFolder();
let player: Client;
const samples = new Map<Row, Record<string, string>>();
beforeAll(async () => {
  const options = { clockSpeed: 1, history: 5, outside: { demoOrigin: 'http://demo.test' } };
  if (COUNT >= APART) {
    postgres = await startWithSchema();
    const gamesDir = copyGames(folder);
    addSports(gamesDir);
    apart = await spawnServer({
      DATABASE_URL: postgres.url,
      CAIPU_GAMES: gamesDir,
      CAIPU_DATA: join(folder, 'data'),
      CAIPU_CLOCK: '1',
      NODE_OPTIONS: `--import ${join(root, 'tests/server/support/heap.mjs')}`,
    });
    server = await startServer({ ...options, databaseUrl: postgres.url, gamesDir, role: 'web' });
  } else server = await startServer(options);
  player = await server.client().register();
  const placed = await waitFor('a bet in time', async () => {
    const answer = await player.bet(singleBet(gameVersion(server, 'jlffc')));
    return answer.status === STATUS.ok && answer.models;
  });
  for (const row of TABLE) samples.set(row, await sampleFields({ server, owner: player, orderId: placed.orderId }, row));
  if (apart !== undefined) player = player.twin(apart.base);
});
afterAll(async () => {
  await server?.stop();
  await apart?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls that end the session of the client that asks, or all its other sessions. They are not made with the shared client. */
const isLogout = (row: Row) => row.path === '/api/account/logout';

function shot(at: number): Shot {
  // Every call and field in turn, so that none is left to chance.
  const row = TABLE[at % TABLE.length] as Row;
  const names = [...Object.keys(row.fields), ...Object.keys(COMMON).filter((name) => !['s', 'n', 't', 'p', 'tk'].includes(name))];
  const name = names[Math.floor(at / TABLE.length) % names.length] as string;
  const fields = { ...samples.get(row) };
  const schema = (row.fields as Record<string, { contentMediaType?: string }>)[name];
  const value = schema?.contentMediaType === 'application/json' && random(3) > 0 ? brokenJson(fields[name] ?? '[]') : pick(TEXTS);
  const inQuery = Object.hasOwn(COMMON, name);
  if (!inQuery) fields[name] = value;
  // Mostly one thing wrong; now and then much.
  while (random(6) === 0) fields[pick([...Object.keys(row.fields), 'size[]', 'a.b', '__proto__', '', 'toString'])] = pick(TEXTS);
  if (random(15) === 0) delete fields[pick(Object.keys(fields).concat(''))];
  const headers: Record<string, string> = {
    ...(row.idempotent
      ? { 'idempotency-key': random(4) === 0 ? pick(['', 'x', '%00', 'a b', 'x'.repeat(65), '__proto__', randomUUID()]) : randomUUID() }
      : {}),
    ...(random(20) === 0 ? { 'accept-encoding': pick(['br;q=x', '*', 'gzip;;q=0', 'identity;q=0']) } : {}),
    ...(random(25) === 0
      ? {
          'content-type': pick([
            'application/json',
            'text/plain',
            'application/x-www-form-urlencoded; charset=latin1',
            'x',
            'multipart/form-data',
          ]),
        }
      : {}),
    ...(random(40) === 0 ? { authorization: pick(TEXTS.filter((text) => /^[\x20-\x7e]{1,100}$/.test(text))) } : {}),
  };
  const what = `${row.method} ${row.path} ${name} = ${JSON.stringify(value).slice(0, 80)}`;
  const signed = row.signed ? random(12) > 0 : random(12) === 0;
  return {
    row,
    what,
    length: Math.max(value.length, ...Object.values(fields).map((text) => text.length)),
    send: (client) =>
      client.raw(row.path, fields, {
        method: random(40) === 0 ? (row.method === 'GET' ? 'POST' : 'GET') : row.method,
        headers,
        signed,
        ...(inQuery ? { common: { [name]: value } } : {}),
        ...(random(30) === 0 ? { twice: [pick(names), pick(TEXTS)] as const } : {}),
      }),
  };
}

const INSIDE =
  /\n\s+at |node_modules|\.(ts|js|sql):\d|SELECT |INSERT |SQLSTATE|relation "|duplicate key|violates|TypeError|RangeError|SyntaxError/;

/** MB in use once all that can go has gone. */
async function memory(): Promise<number> {
  if (apart !== undefined) {
    const memoryReports = () => [...(apart as SpawnedServer).output().matchAll(/^held: (\d+) bytes$/gm)];
    const before = memoryReports().length;
    apart.child.kill('SIGUSR2');
    return waitFor(
      'the memory of the server',
      async () => memoryReports().length > before && Number(memoryReports().at(-1)?.[1]) / 1_048_576,
    );
  }
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}

it(`[R26] ${COUNT} requests: no error of the server, nothing of its inside, and memory stays flat`, async () => {
  const visitor = new Client(player.base);
  visitor.now = player.now;
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const held: number[] = [];
  async function fire(): Promise<void> {
    for (let at = next++; at < COUNT && faults.length < 20; at = next++) {
      const { row, what, length, send } = shot(at);
      const client = isLogout(row) || random(10) === 0 ? visitor : player;
      const ask = () =>
        send(client).then(
          async (response) => ({ response, text: await response.text() }),
          (error: Error) => error,
        );
      let answered = await ask();
      // A connection that was closed behind a request that is too long may have been given to the next one already.
      for (let tries = 0; answered instanceof Error && tries < 3; tries += 1) answered = await ask();
      if (answered instanceof Error) {
        // What is far too long is cut off in the middle, and the connection with it.
        if (length < 4_000) faults.push(`${what}: ${answered.message}`);
        continue;
      }
      const { response, text } = answered;
      let status = -1;
      try {
        status = (JSON.parse(text) as { status: number }).status;
      } catch {
        faults.push(`${what}: no envelope, HTTP ${response.status}: ${text.slice(0, 200)}`);
      }
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (response.status >= 500) faults.push(`${what}: HTTP ${response.status}: ${text.slice(0, 200)}`);
      if (INSIDE.test(text)) faults.push(`${what}: tells of the inside: ${text.slice(0, 300)}`);
      if (at % Math.ceil(COUNT / LOOKS) === Math.ceil(COUNT / LOOKS) - 1) held.push(await memory());
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fire));
  expect(faults, faults.slice(0, 5).join('\n')).toEqual([]);
  // It was not all refused at the first glance: each layer has had its share.
  for (const status of [STATUS.ok, STATUS.invalid, STATUS.notLoggedIn, STATUS.badSignature])
    expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.any(Number)]);
  expect(statuses.get(STATUS.ok) ?? 0).toBeGreaterThan(COUNT / 50);
  expect(statuses.get(STATUS.invalid) ?? 0).toBeGreaterThan(COUNT / 10);
  const late = await memory();
  // What a server keeps ready has been filled by then.
  const early = held[Math.floor(LOOKS / 4)] ?? late;
  if (apart !== undefined)
    console.log(
      `R26: ${COUNT} requests; held, MB: ${held.map((mb) => mb.toFixed(1)).join(' ')}, ${late.toFixed(1)}; ${JSON.stringify([...statuses])}`,
    );
  expect(late - early).toBeLessThan(GROWS_MB);
  expect(apart?.output() ?? '').not.toContain('wrong answer');
  // The server is as it was: it takes a bet, and its books are in order.
  expect((await player.get('/api/UserCenter/QueryProfileList')).status).toBe(STATUS.ok);
  await expectBooksInOrder(server.context.database);
});

it('invalid addresses, methods and headers', async () => {
  const paths = [
    '/api',
    '/api/',
    '/api//',
    '/API/%00',
    '/api/%2e%2e/x',
    '/api/order/list/',
    '/api/order/list%00',
    '//api/order/list',
    '/api/order/list;x=1',
    `/api/${'x'.repeat(5_000)}`,
    '/events/../api',
    '/%',
    '/%ff',
    '/descriptions/game/%2e%2e.json',
    '/descriptions/__proto__/x.json',
  ];
  for (const path of paths)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'] as const) {
      const response = await server.app.inject({ method, url: path });
      // The app is not built here. A client that asks for one of its pages gets 503.
      const expected = response.statusCode === 503 && response.payload.includes('npm run build');
      expect([method, path, response.statusCode >= 500 && !expected, INSIDE.test(response.payload)]).toEqual([method, path, false, false]);
    }
});
