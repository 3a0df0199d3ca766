/** What everybody may ask: answered from memory until it changes, in the same bytes, and right the moment that it does. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AllResultModels, LotteryPageModels } from '../../../protocol/calls.ts';
import { createAnswerCache } from '../../../server/lottery/draws/answer-cache.ts';
import { clockTo } from '../support/game-clock.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, history: 20 });
  await server.scheduler?.history();
});
afterAll(() => server?.stop());

/** The statements that players' requests cause while `work` runs: the scheduler's are not prepared under these names. */
async function statements(work: () => Promise<unknown>): Promise<readonly string[]> {
  // Handlers of GETs use the connections that only read.
  const database = server.context.database.reader();
  const statementTexts: string[] = [];
  const { query } = database;
  (database as { query: unknown }).query = (text: string, values?: unknown[], name?: string) => {
    if (/latest-results|next-draw|issue-on-sale|chase-issues|take-requests/.test(name ?? '')) statementTexts.push(name as string);
    return query(text, values, name);
  };
  try {
    await work();
  } finally {
    (database as { query: unknown }).query = query;
  }
  return statementTexts;
}

const get = (path: string, headers: Record<string, string> = {}) => server.app.inject({ url: path, headers });
const PATHS = [
  '/api/lotteryresult/allresult',
  '/api/lotteryresult/list?gameCode=ssq',
  '/api/lotteryresult/list?gameCode=SSQ&size=20',
  '/api/SiteMsg/AppLotteryPageInfo?gameCode=ssq',
  '/api/lottery/ChaseIssues?gameCode=ssq',
  '/api/SiteMsg/AppHomePageInfo',
];

it('a hundred of each at once, and again, ask the database once', async () => {
  const statementTexts = await statements(async () => {
    for (let round = 0; round < 2; round += 1)
      for (const path of PATHS)
        for (const { statusCode } of await Promise.all(Array.from({ length: 100 }, () => get(path)))) expect(statusCode).toBe(200);
  });
  const times = (name: string) => statementTexts.filter((each) => each === name).length;
  expect([times('latest-results'), times('issue-on-sale'), times('chase-issues'), times('take-requests')]).toEqual([1, 1, 1, 0]);
  // The list twice: its two spellings differ.
  expect(times('next-draw')).toBeLessThanOrEqual(3);
});

it('says the same packed and unpacked, and packs once', async () => {
  const path = '/api/lotteryresult/allresult';
  const plain = await get(path);
  const packed = await get(path, { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') });
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload);
  const zipped = await get(path, { 'accept-encoding': 'br;q=0, gzip' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.payload);
  expect((await get(path, { 'accept-encoding': 'identity' })).payload).toBe(plain.payload);
  expect((await get(path, { 'accept-encoding': 'br' })).rawPayload.equals(packed.rawPayload)).toBe(true);
});

it('a draw, a close and a publication are in the answer at once', async () => {
  const page = async () => ((await get('/api/SiteMsg/AppLotteryPageInfo?gameCode=jlffc')).json() as { models: LotteryPageModels }).models;
  const latest = async () =>
    ((await get('/api/lotteryresult/allresult')).json() as { models: AllResultModels }).models.items.find(
      ({ gameCode }) => gameCode === 'jlffc',
    )?.issue;
  const first = await waitFor('a sale', async () => (await page()).current ?? undefined);
  const before = await latest();
  await clockTo(server.context, first.closesAt + 1);
  // Ten looks a second at most, and waiting for a sale may have had them all.
  await waitFor('another sale', async () => (await page()).current?.issue !== first.issue);
  await clockTo(server.context, first.drawsAt + 1);
  server.scheduler?.wake();
  await waitFor('the draw', async () => (await latest()) !== before);
  expect(await latest()).toBe(first.issue);
  expect((await page()).latest[0]?.issue).toBe(first.issue);
});

it('a late draw is looked for ten times a second and no more, by however many', async () => {
  let real = 0;
  let looks = 0;
  const cache = createAnswerCache({ now: () => 100, speed: 1 }, () => real);
  const load = async () => ({ value: (looks += 1), until: 50 });
  for (let at = 0; at < 500; at += 1) await cache.get('late', load);
  expect(looks).toBe(10);
  real = 1_001;
  for (let at = 0; at < 500; at += 1) await cache.get('late', load);
  expect(looks).toBe(20);
});

it('a failure serves those who waited for it and nobody else, and little used answers make room', async () => {
  const cache = createAnswerCache({ now: () => 0, speed: 1 });
  let fails = true;
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (fails) throw new Error('away');
    return { value: loads };
  };
  const both = await Promise.allSettled([cache.get('a', load), cache.get('a', load)]);
  expect([both.map(({ status }) => status), loads]).toEqual([['rejected', 'rejected'], 1]);
  fails = false;
  expect(await cache.get('a', load)).toBe(2);
  for (let at = 0; at < 999; at += 1) await cache.get(`b${at}`, load);
  expect(await cache.get('a', load)).toBe(2);
  for (let at = 0; at < 1_000; at += 1) await cache.get(`c${at}`, load);
  const before = loads;
  await cache.get('a', load);
  expect(loads).toBe(before + 1);
  cache.forget('other');
  await cache.get('a', load, { game: 'ssq' });
  expect(loads).toBe(before + 2);
});

it('large answers under keys that strangers choose are bounded by what they hold, and the last ones stay', async () => {
  const cache = createAnswerCache({ now: () => 0, speed: 1 });
  const large = 'x'.repeat(1_000_000);
  let loads = 0;
  const load = async () => {
    loads += 1;
    return { value: { large } };
  };
  for (let since = 0; since < 50; since += 1) await cache.get(`since ${since}`, load);
  const { answers, characters } = cache.held();
  expect(characters).toBeLessThanOrEqual(8_000_000);
  expect(characters).toBe(answers * JSON.stringify({ large }).length);
  expect(answers).toBeGreaterThan(3);
  await cache.get('since 49', load);
  expect(loads).toBe(50);
  await cache.get('since 0', load);
  expect(loads).toBe(51);
  cache.forget();
  expect(cache.held()).toEqual({ answers: 0, characters: 0 });
});
