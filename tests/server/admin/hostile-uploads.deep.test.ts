/** What reaches the operators' folders and desks without being a description: links, archives, other paths, huge bodies. Nothing of it is read or shown. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filePathOf, operatorHeaders, type OperatorMethod, publishCall, sessionTokenIn } from '../support/operator.ts';
import { startServer, type TestServer, temporaryFolder } from '../support/server.ts';

const PASSWORD = 'a long password';
const SECRET = 'what-nobody-may-see-4711';
let server: TestServer;
let token = '';
const outside = temporaryFolder();

beforeAll(async () => {
  server = await startServer({ operatorPassword: PASSWORD });
  const login = await server.app.inject({
    method: 'POST',
    url: '/operator/api/desk/login',
    headers: operatorHeaders(''),
    payload: { password: PASSWORD },
  });
  token = sessionTokenIn(login.headers['set-cookie']);
});
afterAll(() => server?.stop());

const ask = (method: OperatorMethod, url: string, payload?: Buffer | string, type = 'application/json') =>
  server.app.inject({
    method,
    url,
    headers: { ...operatorHeaders(token), ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });
const read = (address: string) => ask('GET', `/operator/api/desk/${filePathOf(address)}`);
const PUBLISH = '/operator/api/desk/file/publish';
const publish = (address: string, text: string) => ask('POST', PUBLISH, JSON.stringify(publishCall(address, { text, stamp: '' })[2]));
const at = (name: string) => join(server.gamesDir, `${name}.json`);

/** Everything that an operator's page can ask about a game. */
async function shown(code: string): Promise<string> {
  const answers = await Promise.all(['games', `games/${code}`, `games/${code}/versions`].map(read));
  return answers.map(({ payload }) => payload).join('\n');
}

it('a link that leads out of the folder is neither published nor shown, and its target is never quoted', async () => {
  const good = readFileSync(at('jlffc'), 'utf8').replaceAll('jlffc', 'linked').replaceAll('吉林分分彩', SECRET);
  writeFileSync(join(outside, 'linked.json'), good);
  writeFileSync(join(outside, 'plain.json'), `{"kind": "${SECRET}"`);
  for (const name of ['linked', 'plain']) symlinkSync(join(outside, `${name}.json`), at(name));
  symlinkSync('/etc/passwd', at('passwd'));
  await server.context.publication.refresh();
  expect(server.context.publication.index().games.map(({ code }) => code)).not.toContain('linked');
  for (const name of ['linked', 'plain', 'passwd']) {
    const text = await shown(name);
    expect(text, name).not.toContain(SECRET);
    expect(text, name).not.toContain('root:');
    expect((await read(`games/${name}`)).statusCode, name).toBe(404);
  }
  expect(server.context.publication.problems().map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('链接指向文件夹之外')]),
  );
  for (const name of ['linked', 'plain', 'passwd']) unlinkSync(at(name));
});

it('a version that was put aside is no link either', async () => {
  const folder = join(server.gamesDir, '.history', 'jlffc');
  mkdirSync(folder, { recursive: true });
  const id = '1795320000000-0123456789abcdef';
  writeFileSync(join(outside, 'old.json'), SECRET);
  symlinkSync(join(outside, 'old.json'), join(folder, `${id}.json`));
  const answer = await read(`games/jlffc/versions/${id}`);
  expect([answer.statusCode, answer.payload.includes(SECRET)]).toEqual([404, false]);
});

it('a link within the folder is followed: a mounted volume names its files so', async () => {
  const data = join(server.gamesDir, '..data');
  mkdirSync(data);
  renameSync(at('pl3'), join(data, 'pl3.json'));
  symlinkSync('..data/pl3.json', at('pl3'));
  await server.context.publication.refresh();
  expect(server.context.publication.index().games.map(({ code }) => code)).toContain('pl3');
  expect((await read('games/pl3')).statusCode).toBe(200);
});

it('a folder of descriptions that is a link out of the folder around it is refused; one that leads within it is followed', async () => {
  const families = join(server.gamesDir, 'families');
  const elsewhere = join(outside, 'families');
  const { publication } = server.context;
  // As it may be mounted: the folder of a volume beside the links to what is in it.
  renameSync(families, join(server.gamesDir, '..families'));
  symlinkSync('..families', families);
  await publication.refresh();
  expect(publication.problems()).toEqual([]);
  expect(publication.index().games.map(({ code }) => code)).toContain('jsks');
  unlinkSync(families);
  cpSync(join(server.gamesDir, '..families'), elsewhere, { recursive: true });
  writeFileSync(join(elsewhere, 'own.json'), `{"kind": "${SECRET}"`);
  symlinkSync(elsewhere, families);
  await publication.refresh();
  expect(publication.problems().filter(({ file }) => file === families)).toHaveLength(1);
  expect(JSON.stringify(publication.problems())).not.toContain(SECRET);
  for (const address of ['games', 'games/jsks']) expect((await read(address)).payload, address).not.toContain(SECRET);
  unlinkSync(families);
  renameSync(join(server.gamesDir, '..families'), families);
  await publication.refresh();
  expect(publication.problems()).toEqual([]);
});

it('a publication over a link replaces the link, never what it leads to', async () => {
  const text = readFileSync(at('jlffc'), 'utf8');
  const target = join(outside, 'target.json');
  writeFileSync(target, SECRET);
  unlinkSync(at('jlffc'));
  symlinkSync(target, at('jlffc'));
  const answer = await publish('games/jlffc', text);
  expect(answer.statusCode).toBe(200);
  expect(readFileSync(target, 'utf8')).toBe(SECRET);
  expect(readFileSync(at('jlffc'), 'utf8')).toBe(text);
});

/** A zip with one entry whose name leads out, as archivers accept it: what matters are its first bytes. */
const ZIP = Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.from('../../evil.json'), Buffer.alloc(64)]);

it.each(['games', 'screens'])('archives, other types and huge bodies are refused by name: %s', async (desk) => {
  const before = readdirSync(server.gamesDir).sort();
  for (const [type, payload] of [
    ['application/zip', ZIP],
    ['application/gzip', gzipSync('{}')],
    ['application/octet-stream', ZIP],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="../evil.json"\r\n\r\n{}\r\n--x--\r\n',
    ],
    ['text/plain', '{}'],
    ['application/json', ZIP],
    ['application/json', '{"text":'],
  ] as const) {
    const answer = await ask('POST', PUBLISH, payload, type);
    expect(answer.statusCode, type).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, type).toBeLessThan(500);
  }
  // An archive in the place of the text is no description.
  const answer = await publish(`${desk}/evil`, ZIP.toString('latin1').replaceAll('\0', ' '));
  expect([answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([400, '描述有误，未发布']);
  const huge = await ask('POST', PUBLISH, Buffer.alloc(50_000_000, 32));
  expect([huge.statusCode, huge.json<{ msg: string }>().msg]).toEqual([413, expect.stringContaining('上限')]);
  // By the desk's own limit, which is not the server's: what is as long is read, one byte more is not.
  const largest = 1_500_000;
  expect((await ask('POST', PUBLISH, Buffer.alloc(largest, 32))).json<{ msg: string }>().msg).not.toContain('上限');
  const over = await ask('POST', PUBLISH, Buffer.alloc(largest + 1, 32));
  expect([over.statusCode, over.json<{ msg: string }>().msg]).toEqual([413, expect.stringContaining(`上限 ${largest} 字节`)]);
  expect(readdirSync(server.gamesDir).sort()).toEqual(before);
});

it.each(['games', 'screens'])('no code and no version leads to another path: %s', async (desk) => {
  for (const code of ['..%2f..%2fpackage', 'a%00b', '%2fetc%2fpasswd', '..%5c..%5cx', 'families%2fssc', '.history', 'a'.repeat(40)]) {
    for (const address of [`${desk}/${code}`, `${desk}/${code}/versions`, `${desk}/ssq/versions/${code}`]) {
      const answer = await read(address);
      expect(answer.payload, address).not.toContain('"text"');
      expect(answer.statusCode, address).not.toBe(500);
    }
    for (const name of [code, decodeURIComponent(code)]) {
      const put = await publish(`${desk}/${name}`, '{}');
      expect(put.statusCode, name).toBeGreaterThanOrEqual(400);
      expect(put.statusCode, name).toBeLessThan(500);
    }
  }
});
