/**
 * The workshop's calls for small games, scratch cards, quizzes, products and texts, over HTTP. A file that returns too much or names something
 * unknown is not written to the folder. A valid file takes effect at once.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACTIVITIES, ARTICLES, BANNERS, BULLETINS, HELP, PRODUCTS } from '../../../app/workshop/document-kinds.ts';
import type { DocumentListing, FileVersion } from '../../../app/workshop/calls.ts';
import { checkDocument } from '../../../app/workshop/check-document.ts';
import type { Problem } from '../../../engine/descriptions/problem.ts';
import { writeDescription } from '../../../engine/descriptions/write.ts';
import { percentText } from '../../../engine/rules/fraction-text.ts';
import type { BuyProductModels } from '../../../protocol/calls.ts';
import type { DeskFile } from '../../../server/admin/file-desk.ts';
import { copyGames, root, startServer, type TestServer, temporaryFolder } from '../support/server.ts';
import { filePathOf, listingOf, logInOperator, type OperatorSession, publishCall } from '../support/operator.ts';
import { checkSmall } from '../support/small.ts';

const PASSWORD = 'a long password';
const folder = temporaryFolder();
let server: TestServer;
let operator: OperatorSession;
let appDir: string;

beforeAll(async () => {
  const gamesDir = copyGames(folder);
  for (const kind of ['small', 'scratch', 'store', 'activities', 'quiz'])
    cpSync(join(root, 'games', kind), join(gamesDir, kind), { recursive: true });
  appDir = join(folder, 'app');
  cpSync(join(root, 'app/descriptions'), appDir, { recursive: true });
  server = await startServer({ operatorPassword: PASSWORD, gamesDir, appDir, officeDir: folder, role: 'web' });
  operator = await logInOperator(server.base, PASSWORD);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (file: string) => (await operator.call<DeskFile>('GET', filePathOf(file))).models;
const publish = (file: string, text: string, stamp: string) =>
  operator.call<{ hash: string; stamp: string; problems: Problem[] }>(...publishCall(file, { text, stamp }));
const onDisk = (file: string) => readFileSync(join(server.gamesDir, `${file}.json`), 'utf8');

it('lists the files by their names', async () => {
  const { files: small } = listingOf<DocumentListing>(await operator.call('GET', filePathOf('small'))).models;
  expect(small.find(({ code }) => code === 'slm')).toEqual({ code: 'slm', name: '射龙门', status: 'published', problems: [] });
  const { files: scratch } = listingOf<DocumentListing>(await operator.call('GET', filePathOf('scratch'))).models;
  expect(scratch.map(({ code, name }) => `${code} ${name}`)).toContain('deng2 灯火好运');
});

it('a small game that returns too much is refused at its place; a valid one is played at once, and its former version can be restored', async () => {
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
  const { versions } = (await operator.call<{ versions: FileVersion[] }>('GET', filePathOf('small/slm/versions'))).models;
  const old = versions.find(({ current }) => !current)?.id ?? '';
  const { text } = (await operator.call<{ text: string }>('GET', filePathOf(`small/slm/versions/${old}`))).models;
  expect(text).toBe(before.text);
  expect((await publish('small/slm', text, sent.models.stamp)).status).toBe(0);
  expect((await checkSmall(player, 'slm')).models.odds[0]).toMatchObject({ pays: '12.5' });
});

it('a family of cards is checked as at its publication, with the return of its prize table', async () => {
  const before = await read('scratch/deng2');
  const poor = before.text.replace('"priceFen": 200', '"priceFen": 2000');
  expect((await publish('scratch/deng2', poor, before.stamp)).models.problems).toMatchObject([{ code: 'SCRATCH_RETURN' }]);
  expect(checkDocument({ kind: 'scratch', code: 'deng2', text: poor }).problems).toMatchObject([{ code: 'SCRATCH_RETURN' }]);
  const { summary, problems } = checkDocument({ kind: 'scratch', code: 'deng2', text: before.text });
  expect(problems).toEqual([]);
  const all = summary?.returnRows?.at(-1);
  expect(all && [all.name, percentText(all.returns), `${all.returns.numerator}/${all.returns.denominator}`]).toEqual([
    '全部',
    '65.00%',
    '1300000/2000000',
  ]);
  const slot = checkDocument({ kind: 'small', code: 'slot', text: onDisk('small/slot') }).summary?.returnRows?.[0]?.returns;
  expect(`${slot?.numerator}/${slot?.denominator}`).toBe('15565/16384');
});

it('a bet of a small game is named by its group and its own name, or by one of them if they are equal or one is missing', () => {
  const names = (code: string) =>
    checkDocument({ kind: 'small', code, text: onDisk(`small/${code}`) }).summary?.returnRows?.map(({ name }) => name);
  expect(names('lyb30')).toEqual(expect.arrayContaining(['单骰 一', '任意围骰', '总和 4']));
  expect(names('slm')?.[0]).toBe('1');
});

const found = (problems: readonly Problem[]) => problems.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);

it('a product with an unknown name is refused at its place by workshop and server; a valid one is sold at its new price', async () => {
  const { files, names } = listingOf<DocumentListing>(await operator.call('GET', filePathOf('store'))).models;
  expect(files.find(({ code }) => code === 'rename')).toMatchObject({ name: '改名卡', status: 'published' });
  const before = await read('store/rename');
  const wrong = before.text.replace('"item": "rename"', '"item": "renam"').replace('"shelf"', '"level": 99, "shelf"');
  const refused = await publish('store/rename', wrong, before.stamp);
  expect(refused.http).toBe(400);
  expect(found(refused.models.problems).sort()).toEqual([
    expect.stringContaining('STORE_NAME /gives/item 没有道具 "renam"'),
    expect.stringContaining('STORE_NAME /level'),
  ]);
  expect(found(checkDocument({ kind: 'product', code: 'rename', text: wrong, names }).problems).sort()).toEqual(
    found(refused.models.problems).sort(),
  );
  expect(onDisk('store/rename')).toBe(before.text);
  const price = (JSON.parse(before.text) as { price: { points: number } }).price.points;
  const cheap = before.text.replace(`"points": ${price}`, '"points": 1');
  expect(checkDocument({ kind: 'product', code: 'rename', text: cheap, names }).summary?.rows).toContainEqual({
    label: '价格',
    text: '1 积分',
  });
  expect((await publish('store/rename', cheap, before.stamp)).status).toBe(0);
  const player = await server.client().register();
  await server.context.database.query(`SELECT post($1, 'points', 'house:points', 'points', 2, 'task', NULL)`, [player.userId]);
  const bought = await player.post<BuyProductModels>('/api/Store/BuyProduct', { productId: 'rename', count: '2' });
  expect(bought.models).toMatchObject({ paidPoints: 2 });
  expect((await operator.call('GET', filePathOf('store/rename/figures'))).models).toEqual({
    figures: { sold: 2, soldLastDay: 2, buyers: 1, points: 2, fen: 0 },
  });
});

it('a new product and a new activity begin as valid files, and an activity shows the number of claims', async () => {
  const { names } = listingOf<DocumentListing>(await operator.call('GET', filePathOf('store'))).models;
  const text = PRODUCTS.begin?.('gift', '新商品', names) ?? '';
  expect(checkDocument({ kind: 'product', code: 'gift', text, names }).problems).toEqual([]);
  expect((await publish('store/gift', text, '')).status).toBe(0);
  const page = ACTIVITIES.begin?.('day', '签到一天', names) ?? '';
  expect(checkDocument({ kind: 'activity', code: 'day', text: page, names }).summary?.rows?.map((fact) => fact.text)).toContain('10 积分');
  expect((await publish('activities/day', page, '')).status).toBe(0);
  const { id } = JSON.parse(page) as { id: string };
  // Under the address of another, players would find one of the two.
  const twin = page.replace('"code": "day"', '"code": "twin"');
  expect(found((await publish('activities/twin', twin, '')).models.problems)).toEqual([expect.stringContaining('DUPLICATE /id')]);
  const player = await server.client().register();
  expect((await player.post('/api/UserCenter/Checkin')).status).toBe(0);
  expect((await player.get(`/api/Activity/${id}`)).status).toBe(0);
  expect((await operator.call('GET', filePathOf('activities/day/figures'))).models).toEqual({ figures: { claimed: 0, claimedLastDay: 0 } });
  await server.context.database.query(`INSERT INTO member_claims (user_id, code, period, at) VALUES ($1, $2, '', caipu_now_ms())`, [
    player.userId,
    `activity:${id}`,
  ]);
  expect((await operator.call('GET', filePathOf('activities/day/figures'))).models).toEqual({ figures: { claimed: 1, claimedLastDay: 1 } });
});

it('workshop and server check a quiz together with the games of its questions', async () => {
  const { names } = listingOf<DocumentListing>(await operator.call('GET', filePathOf('quiz'))).models;
  const before = await read('quiz/k3daxiao');
  const check = (text: string) => checkDocument({ kind: 'quiz', code: 'k3daxiao', text, names });
  expect(check(before.text).problems).toEqual([]);
  expect(check(before.text).summary?.rows?.find(({ label }) => label === '选项')).toEqual({ label: '选项', text: '大、小' });
  for (const wrong of [before.text.replace('"jsks"', '"jskz"'), before.text.replaceAll('"dice"', '"dise"')]) {
    const refused = await publish('quiz/k3daxiao', wrong, before.stamp);
    expect(refused.http).toBe(400);
    expect(found(check(wrong).problems)).toEqual(found(refused.models.problems));
  }
  expect((await publish('quiz/k3daxiao', before.text.replace('"most": 1000', '"most": 500'), before.stamp)).status).toBe(0);
  expect((await operator.call('GET', filePathOf('quiz/k3daxiao/figures'))).models).toMatchObject({
    figures: { open: 0, entries: 0, carried: 0 },
  });
});

it('texts of the house begin as valid files, and a text with an unknown target is refused at its place', async () => {
  for (const { kind, name, begin } of [BULLETINS, BANNERS, ARTICLES, HELP]) {
    const { names } = listingOf<DocumentListing>(await operator.call('GET', filePathOf(name))).models;
    const text = begin?.('fresh', '新的一条', names) ?? '';
    const { problems, summary } = checkDocument({ kind, code: 'fresh', text, names });
    expect([name, problems]).toEqual([name, []]);
    expect(writeDescription(JSON.parse(text)), 'in the form of the other files').toBe(text);
    expect(summary?.rows).toContainEqual({ label: '标题', text: '新的一条' });
    const done = await publish(`${name}/fresh`, text, '');
    expect([name, done.status, done.msg]).toEqual([name, 0, expect.any(String)]);
    const { files } = listingOf<DocumentListing>(await operator.call('GET', filePathOf(name))).models;
    expect(files.find(({ code }) => code === 'fresh')).toMatchObject({ name: '新的一条', status: 'published' });
  }
  const wrong = [
    [BANNERS, 'ssq', (text: string) => text.replace('game:ssq', 'game:sqq'), 'CONTENT_TARGET /target'],
    [BANNERS, 'ssq', (text: string) => text.replace('game:ssq', '/reslut'), 'CONTENT_TARGET /target'],
    [ARTICLES, 'welcome', (text: string) => text.replace(/"type": "[^"]*"/, '"type": "none"'), 'CONTENT_NAME /type'],
    [ARTICLES, 'fresh', (text: string) => text.replace('第一段。', '[规则](menu:Nobody)'), 'CONTENT_TARGET /body/0'],
    [HELP, 'fresh', (text: string) => text.replace('"body"', '"related": ["nowhere"],\n  "body"'), 'CONTENT_NAME /related/0'],
    [HELP, 'fresh', (text: string) => text.replace('第一段。', '[帮助](/helpType/nowhere)'), 'CONTENT_TARGET /body/0'],
  ] as const;
  for (const [{ kind, name }, code, change, place] of wrong) {
    const { names } = listingOf<DocumentListing>(await operator.call('GET', filePathOf(name))).models;
    const before = await read(`${name}/${code}`);
    const text = change(before.text);
    const refused = await publish(`${name}/${code}`, text, before.stamp);
    expect([refused.http, found(refused.models.problems)]).toEqual([400, [expect.stringContaining(place)]]);
    expect(found(checkDocument({ kind, code, text, names }).problems), 'while it is typed').toEqual(found(refused.models.problems));
    expect(readFileSync(join(appDir, name, `${code}.json`), 'utf8')).toBe(before.text);
  }
  // An immediate bulletin is on the home page at once.
  const draft = await read('bulletins/fresh');
  const now = draft.text.replace(/"at": "[^"]*"/, '"at": "2026-01-01 00:00",\n  "order": 1');
  expect((await publish('bulletins/fresh', now, draft.stamp)).status).toBe(0);
  const { items } = (await server.client().get<{ items: readonly { title: string }[] }>('/api/SiteMsg/GetIndexNotic')).models;
  expect(items[0]?.title).toBe('新的一条');
});
