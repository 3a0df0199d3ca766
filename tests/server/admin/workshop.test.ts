import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../../engine/descriptions/problem.ts';
import type { GameListing } from '../../../app/workshop/calls.ts';
import type { DeskFile, DeskVersion } from '../../../server/admin/file-desk.ts';
import { readOptions } from '../../../server/read-options.ts';
import { openSessions } from '../../../server/admin/sessions.ts';
import { startServer, type TestServer, temporaryFolder } from '../support/server.ts';
import {
  callOperator,
  filePathOf,
  listingOf,
  logInOperator,
  operatorHeaders,
  type OperatorMethod,
  publishCall,
  sessionTokenIn,
} from '../support/operator.ts';

const PASSWORD = 'a long password';
let server: TestServer;
let token = '';
const officeDir = temporaryFolder();

beforeAll(async () => {
  for (const folder of ['assets', 'desk']) mkdirSync(join(officeDir, folder));
  writeFileSync(join(officeDir, 'desk/desk.html'), '<!doctype html><title>w</title>');
  writeFileSync(join(officeDir, 'assets/a.js'), '');
  server = await startServer({ operatorPassword: PASSWORD, officeDir, limits: 1 });
  ({ token } = await logInOperator(server.base, PASSWORD));
});

afterAll(async () => {
  await server?.stop();
  rmSync(officeDir, { recursive: true, force: true });
});

const call = <T>(method: OperatorMethod, path: string, body?: Readonly<Record<string, unknown>>, bearer = token) =>
  callOperator<T>(server.base, bearer, method, path, body);

const read = async (code: string) => (await call<DeskFile>('GET', filePathOf(`games/${code}`))).models;
const publish = (code: string, text: string, stamp: string) =>
  call<{ hash: string; stamp: string; problems: Problem[] }>(...publishCall(`games/${code}`, { text, stamp }));
const listed = (code: string) => server.context.publication.index().games.find((game) => game.code === code);

describe('operator login', () => {
  it('opens with the password only, and every call but the login wants the session', async () => {
    expect(await call('POST', 'login', { password: 'another password' }, '')).toMatchObject({
      http: 401,
      models: null,
      msg: '密码不正确',
      cache: 'no-store',
    });
    expect((await call('POST', 'login', {}, '')).http).toBe(400);
    for (const [method, path, body] of [
      ['GET', 'files/problems'],
      ['GET', filePathOf('screens')],
      ['GET', filePathOf('screens/mine')],
      ['GET', filePathOf('screens/mine/versions')],
      ['GET', filePathOf('screens/mine/versions/1')],
      publishCall('screens/mine', { text: '{}', stamp: '' }),
      ['GET', filePathOf('games')],
      ['GET', filePathOf('games/ssq')],
      ['GET', filePathOf('games/ssq/versions')],
      ['GET', filePathOf('games/ssq/versions/1')],
      publishCall('games/ssq', { text: '{}', stamp: '' }),
      ['POST', 'logout'],
    ] as const)
      for (const bearer of ['', 'x', 'x'.repeat(43)]) expect((await call(method, path, body, bearer)).http).toBe(401);
  });

  it('a player is no operator, and an operator no player', async () => {
    const player = await server.client().register();
    expect((await call('GET', filePathOf('games'), undefined, player.token)).http).toBe(401);
    const client = server.client();
    client.token = token;
    expect((await client.get('/api/order/list')).status).toBe(2);
  });

  it('a session is a cookie that no script reads; a token in the address or in another header means nothing', async () => {
    const login = await fetch(`${server.base}/operator/api/desk/login`, {
      method: 'POST',
      headers: { ...operatorHeaders(''), 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    expect(login.headers.get('set-cookie')).toMatch(/^operator=[\w-]{43}; Path=\/operator\/api; Max-Age=28800; HttpOnly; SameSite=Strict$/);
    const opened = sessionTokenIn(login.headers.get('set-cookie'));
    expect(await login.text()).not.toContain(opened);
    const answer = await fetch(`${server.base}/operator/api/desk/files?kind=games&token=${token}&tk=${token}`, {
      headers: { ...operatorHeaders(''), cookie: `token=${token}`, authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
    const out = await fetch(`${server.base}/operator/api/desk/logout`, { method: 'POST', headers: operatorHeaders(opened) });
    expect(out.headers.get('set-cookie')).toContain('operator=; Path=/operator/api; Max-Age=0;');
    expect((await call('GET', filePathOf('games'), undefined, opened)).http).toBe(401);
    // By HTTPS alone, where the app is reached by it.
    const safe = await startServer({ operatorPassword: PASSWORD, outside: { origin: 'https://play.example' }, history: 0 });
    try {
      const there = await fetch(`${safe.base}/operator/api/desk/login`, {
        method: 'POST',
        headers: { ...operatorHeaders(''), 'content-type': 'application/json' },
        body: JSON.stringify({ password: PASSWORD }),
      });
      expect(there.headers.get('set-cookie')).toMatch(/; Secure$/);
    } finally {
      await safe.stop();
    }
    const form = await fetch(`${server.base}/operator/api/desk/file/publish`, {
      method: 'POST',
      headers: { ...operatorHeaders(token), 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(form.status).toBe(400);
  });

  it('guesses are slowed down', async () => {
    const codes = await Promise.all(Array.from({ length: 12 }, () => call('POST', 'login', { password: 'guess guess' }, '')));
    expect(codes.map(({ http }) => http)).toContain(429);
  });

  it('ends with the logout and with the day', async () => {
    const FROM = { address: '127.0.0.1', agent: '' };
    let now = 0;
    const { database, hashing } = server.context;
    const sessions = openSessions(database, hashing, 'a password', () => now);
    const one = (await sessions.open({ id: null }, FROM))?.token ?? '';
    const other = (await sessions.open({ id: null }, FROM))?.token ?? '';
    expect(one).not.toBe(other);
    expect([await sessions.isRight('a password', ''), await sessions.isRight('another one', '')]).toEqual([true, false]);
    await sessions.close(one);
    const held = (tokens: readonly string[]) => Promise.all(tokens.map((each) => sessions.holder(each).then((who) => who !== undefined)));
    expect(await held([one, other, ''])).toEqual([false, true, false]);
    // Another process of the same database and password honours it; one with another password does not.
    expect(await openSessions(database, hashing, 'a password', () => now).holder(other)).toMatchObject({
      id: null,
      name: 'admin',
      role: 'admin',
    });
    expect(await openSessions(database, hashing, 'another one', () => now).holder(other)).toBeUndefined();
    now = 8 * 3_600_000;
    expect(await sessions.holder(other)).toBeUndefined();
  });

  it('is not there without a password, and a short one is refused at the start', async () => {
    expect(readOptions({}).operatorPassword).toBeUndefined();
    expect(() => readOptions({ CAIPU_OPERATOR_PASSWORD: 'short' })).toThrow('fewer than 8');
    const plain = await startServer({ officeDir });
    try {
      for (const [path, method] of [
        ['/operator/api/desk/login', 'POST'],
        ['/operator/api/desk/files', 'GET'],
      ] as const)
        expect((await fetch(plain.base + path, { method })).status).toBe(404);
      expect(await (await fetch(`${plain.base}/workshop`)).text()).not.toContain('<title>w</title>');
    } finally {
      await plain.stop();
    }
  });
});

describe('the workshop', () => {
  it('serves its page apart from the app', async () => {
    // Where it was before leads to where it is.
    for (const path of ['operator/desk', 'operator/desk/workshop', 'workshop'])
      expect(await (await fetch(`${server.base}/${path}`)).text()).toContain('<title>w</title>');
    expect((await fetch(`${server.base}/operator/assets/a.js`)).headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${server.base}/operator/preview`)).status).toBe(503);
  });

  it('lists every file with its status and its problems', async () => {
    const file = join(server.gamesDir, 'jsks.json');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('"caps"', '"kaps"'));
    writeFileSync(join(server.gamesDir, 'newone.json'), '{');
    await server.context.publication.refresh();
    const { models } = listingOf<GameListing>(await call('GET', filePathOf('games')));
    const of = (code: string) => models.files.find((game) => game.code === code);
    expect(of('ssq')).toMatchObject({ status: 'published', problems: [] });
    expect(of('jsks')).toMatchObject({
      status: 'stale',
      name: '江苏快三',
      problems: [expect.objectContaining({ code: 'SHAPE_UNKNOWN_PROPERTY', file: 'jsks.json' })],
    });
    expect(of('newone')?.status).toBe('refused');
    expect(JSON.parse(models.surroundings.families.ssc ?? '')).toMatchObject({ kind: 'family', code: 'ssc' });
    writeFileSync(file, good);
    rmSync(join(server.gamesDir, 'newone.json'));
    await server.context.publication.refresh();
  });

  it('publishes a change at once, keeps the former version, and takes the change back', async () => {
    const before = await read('jsks');
    expect(before.published?.hash).toBe(listed('jsks')?.hash);
    const text = before.text.replace('江苏快三', '江苏快三新');
    const done = await publish('jsks', text, before.stamp);
    expect(done).toMatchObject({ http: 200, status: 0 });
    expect(listed('jsks')).toMatchObject({ name: '江苏快三新', hash: done.models.hash });
    expect(readFileSync(join(server.gamesDir, 'jsks.json'), 'utf8')).toBe(text);
    // What players buy now is this version: the database holds it.
    expect((await server.context.games.byHash(done.models.hash)).game.name).toBe('江苏快三新');

    const { versions } = (await call<{ versions: DeskVersion[] }>('GET', filePathOf('games/jsks/versions'))).models;
    expect(versions.map(({ current }) => current)).toEqual([true, false]);
    // The operator that published it. The version before came from a file in the folder and names none.
    expect(versions.map(({ by }) => by)).toEqual(['admin', undefined]);
    const old = (await call<{ text: string }>('GET', filePathOf(`games/jsks/versions/${versions[1]?.id}`))).models.text;
    expect(old).toBe(before.text);
    expect((await publish('jsks', old, done.models.stamp)).http).toBe(200);
    expect(listed('jsks')?.hash).toBe(before.published?.hash);
    expect(readdirSync(server.gamesDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('refuses a wrong text with the place, and what runs goes on', async () => {
    const { text, stamp } = await read('jsks');
    const refused = await publish('jsks', text.replace('"closeBeforeSeconds": 60', '"closeBeforeSeconds": 1200'), stamp);
    expect(refused).toMatchObject({ http: 400, models: { problems: [{ code: 'SCHEDULE_OVERLAP', line: expect.any(Number) }] } });
    expect((await read('jsks')).text).toBe(text);
    expect((await publish('jsks', '{', stamp)).models.problems[0]).toMatchObject({ code: 'JSON_SYNTAX', line: 1 });
  });

  it('refuses what only the whole can judge, and puts the file back', async () => {
    const { text } = await read('jsks');
    // Routes match without regard to case: a second JSKS would be the same address.
    const refused = await publish('JSKS', text.replace('"jsks"', '"JSKS"'), '');
    expect(refused.models.problems).toEqual([expect.objectContaining({ code: 'DUPLICATE' })]);
    expect(readdirSync(server.gamesDir)).not.toContain('JSKS.json');
    expect(listed('jsks')).toBeDefined();
  });

  it('a new game is on sale with its first publication; the code is the file', async () => {
    const { text } = await read('jsks');
    expect((await publish('xxk3', text.replace('"jsks"', '"xxk3"'), '')).http).toBe(200);
    expect(listed('xxk3')).toMatchObject({ route: '/k3/xxk3' });
    expect((await publish('other', text, '')).models.problems).toEqual([expect.objectContaining({ code: 'FILE_NAME' })]);
    expect((await publish('..%2fother', text, '')).http).toBe(400);
  });

  it('a family is edited too, and a change that breaks some of its games needs a confirmation first', async () => {
    const { text, stamp, published } = (
      await call<DeskFile<{ hash: string; name: string; family: { code: string } }>>('GET', filePathOf('families/k3'))
    ).models;
    expect(published?.family.code).toBe('k3');
    const send = (next: string, accepted: boolean) =>
      call<{ hash: string; stamp: string; warnings?: Problem[] }>(...publishCall('families/k3', { text: next, stamp, accepted }));
    const game = join(server.gamesDir, 'jsks.json');
    const before = readFileSync(game, 'utf8');
    writeFileSync(game, before.replace('"caps"', '"prizes": [{ "play": "STH_TX", "tier": "win", "fen": 4100 }], "caps"'));
    await server.context.publication.refresh();
    const hash = listed('jsks')?.hash;
    const without = text.replaceAll('"STH_TX"', '"STH_TY"');
    const unconfirmedAnswer = await send(without, false);
    expect(unconfirmedAnswer.models.warnings).toEqual([
      expect.objectContaining({ code: 'PLAY_UNKNOWN', message: expect.stringMatching(/^jsks\.json 会因此有误，旧版本继续运行：/) }),
    ]);
    expect((await call<DeskFile>('GET', filePathOf('families/k3'))).models.text).toBe(text);
    const done = await send(without, true);
    expect(done.status).toBe(0);
    expect(listed('jsks')?.hash).toBe(hash);
    writeFileSync(join(server.gamesDir, 'families/k3.json'), text);
    writeFileSync(game, before);
    await server.context.publication.refresh();
  });

  it('says that there is something new in the folders, whatever it is', async () => {
    const changes = async () => (await call<{ changes: string }>('GET', 'files/changes')).models.changes;
    const before = await changes();
    expect(await changes()).toBe(before);
    writeFileSync(join(server.gamesDir, 'dropped.json'), '{');
    await server.context.publication.refresh();
    expect(await changes()).not.toBe(before);
    rmSync(join(server.gamesDir, 'dropped.json'));
    await server.context.publication.refresh();
  });

  it('a file that nobody could read is neither replaced nor taken away', async () => {
    const { text } = await read('jsks');
    const game = text.replace('"jsks"', '"gbk"');
    const file = join(server.gamesDir, 'gbk.json');
    for (const [bytes, code] of [
      [Buffer.from('{"name":"\xbf\xec\xc8\xfd"}', 'latin1'), 'FILE_ENCODING'],
      [Buffer.alloc(2_000_000, 0x20), 'FILE_TOO_LARGE'],
    ] as const) {
      writeFileSync(file, bytes);
      await server.context.publication.refresh();
      expect(await publish('gbk', game, '')).toMatchObject({ http: 400, models: { problems: [{ file: 'gbk.json', code }] } });
      expect(readFileSync(file).equals(bytes)).toBe(true);
    }
    rmSync(file);
    await server.context.publication.refresh();
  });

  it('a folder that cannot be written is named, with what to do', async () => {
    const { text, stamp } = await read('jsks');
    const { writeFile } = promises;
    for (const [code, why] of [
      ['EROFS', '所在的磁盘是只读的，请改为可写'],
      ['ENOSPC', '磁盘已满，请先清理出空间'],
      ['EACCES', '没有写入权限，请检查文件夹的属主'],
    ] as const) {
      promises.writeFile = async (path) => Promise.reject(Object.assign(new Error(code), { code, path }));
      syncBuiltinESMExports();
      const refused = await publish('jsks', text.replace('极速快三', '极速快三二'), stamp).finally(() => {
        promises.writeFile = writeFile;
        syncBuiltinESMExports();
      });
      expect(refused).toMatchObject({ http: 500, msg: expect.stringMatching(new RegExp(`^发布失败：无法写入文件夹 games\\S*，${why}$`)) });
      expect((await read('jsks')).text).toBe(text);
    }
  });

  it('of two operators with the same text, the second to publish gets a conflict', async () => {
    const { text, stamp } = await read('ssq');
    const all = await Promise.all([
      publish('ssq', text.replace('双色球', '双色球一'), stamp),
      publish('ssq', text.replace('双色球', '双色球二'), stamp),
    ]);
    expect(all.map(({ http }) => http).sort()).toEqual([200, 409]);
    expect((await publish('ssq', text, '')).http).toBe(409);
  });

  it('answers 404 for a game or version that is not there', async () => {
    for (const path of ['games/nothing', 'games/ssq/versions/1', 'games/ssq/versions/0000000000000-0000000000000000'])
      expect((await call('GET', filePathOf(path))).http).toBe(404);
    expect((await call<{ versions: [] }>('GET', filePathOf('games/nothing/versions'))).models.versions).toEqual([]);
  });
});
