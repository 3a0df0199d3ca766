/** The workshop's desks for small games and scratch cards, over HTTP: what returns too much never reaches the folder, what is right is played at once. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BesideListing, FileVersion } from '../../app/workshop/calls.ts';
import { judgeBeside } from '../../app/workshop/judge-beside.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { percent } from '../../engine/rules/fraction-text.ts';
import type { DeskFile } from '../../server/operator/desk.ts';
import { copyGames, root, startServer, type TestServer, temporaryFolder } from '../server/support/server.ts';
import { checkSmall } from '../server/support/small.ts';

const PASSWORD = 'a long password';
const folder = temporaryFolder();
let server: TestServer;
let token = '';

beforeAll(async () => {
  const gamesDir = copyGames(folder);
  for (const kind of ['small', 'scratch']) cpSync(join(root, 'games', kind), join(gamesDir, kind), { recursive: true });
  server = await startServer({ operatorPassword: PASSWORD, gamesDir, workshopDir: folder, role: 'web' });
  token = (await call<{ token: string }>('POST', 'login', { password: PASSWORD })).models.token;
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function call<T>(method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.base}/operator/api/${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { http: response.status, ...((await response.json()) as { status: number; models: T; msg: string }) };
}
const read = async (file: string) => (await call<DeskFile>('GET', file)).models;
const publish = (file: string, text: string, stamp: string) =>
  call<{ hash: string; stamp: string; problems: Problem[] }>('PUT', file, { text, stamp });
const onDisk = (file: string) => readFileSync(join(server.gamesDir, `${file}.json`), 'utf8');

it('lists the files by their names', async () => {
  const { files: small } = (await call<BesideListing>('GET', 'small')).models;
  expect(small.find(({ code }) => code === 'slm')).toEqual({ code: 'slm', name: '射龙门', status: 'published', problems: [] });
  const { files: scratch } = (await call<BesideListing>('GET', 'scratch')).models;
  expect(scratch.map(({ code, name }) => `${code} ${name}`)).toContain('deng2 灯火好运');
});

it('a small game that returns too much is refused where it stands; one that does not is played at once, and goes back', async () => {
  const before = await read('small/slm');
  const rich = before.text.replace('"12.5"', '"14"');
  const refused = await publish('small/slm', rich, before.stamp);
  expect(refused.http).toBe(400);
  expect(refused.models.problems.map(({ code, pointer, file }) => `${file} ${code} ${pointer}`).sort()).toEqual([
    'slm.json SMALL_POLICY /gate/odds',
    'slm.json SMALL_RETURN /gate/odds/0/pays',
  ]);
  expect(onDisk('small/slm')).toBe(before.text);
  const sent = await publish('small/slm', before.text.replace('"12.5"', '"12"'), before.stamp);
  expect(sent.status, sent.msg).toBe(0);
  const player = await server.client().register();
  const { models } = await checkSmall(player, 'slm');
  expect(models.hash).toBe(sent.models.hash);
  expect(models.odds[0]).toMatchObject({ pays: '12', returns: '92.00%' });
  const { versions } = (await call<{ versions: FileVersion[] }>('GET', 'small/slm/versions')).models;
  const old = versions.find(({ current }) => !current)?.id ?? '';
  const { text } = (await call<{ text: string }>('GET', `small/slm/versions/${old}`)).models;
  expect(text).toBe(before.text);
  expect((await publish('small/slm', text, sent.models.stamp)).status).toBe(0);
  expect((await checkSmall(player, 'slm')).models.odds[0]).toMatchObject({ pays: '12.5' });
});

it('a family of cards is judged as it is published, with the return of its table', async () => {
  const before = await read('scratch/deng2');
  const poor = before.text.replace('"priceFen": 200', '"priceFen": 2000');
  expect((await publish('scratch/deng2', poor, before.stamp)).models.problems).toMatchObject([{ code: 'SCRATCH_RETURN' }]);
  expect(judgeBeside({ kind: 'scratch', code: 'deng2', text: poor }).problems).toMatchObject([{ code: 'SCRATCH_RETURN' }]);
  const { returned = [], problems } = judgeBeside({ kind: 'scratch', code: 'deng2', text: before.text });
  expect(problems).toEqual([]);
  const all = returned.at(-1);
  expect(all && [all.name, percent(all.returns), `${all.returns.numerator}/${all.returns.denominator}`]).toEqual([
    '全部',
    '65.00%',
    '1300000/2000000',
  ]);
  const slot = judgeBeside({ kind: 'small', code: 'slot', text: onDisk('small/slot') }).returned?.[0]?.returns;
  expect(`${slot?.numerator}/${slot?.denominator}`).toBe('15565/16384');
});
