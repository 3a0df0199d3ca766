/**
 * Public answers of calls that are given from memory before any route (server/platform/http/response-cache.ts), over HTTP, on PostgreSQL with two processes'
 * worth of servers: never one that is over, never to whom it is not due, and counted like any other.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueAt } from '../../../engine/descriptions/schedule.ts';
import type { AllResultModels, LotteryOddsModels, LotteryPageModels, ResultListModels } from '../../../protocol/calls.ts';
import { STATUS, type Envelope } from '../../../protocol/status.ts';
import type { CachedResponse } from '../../../server/platform/http/response-cache.ts';
import { clockTo } from '../support/game-clock.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';

let postgres: TestPostgres;
/** The first draws; the second only answers. */
let nodes: [TestServer, TestServer];
/** What each gave from memory. */
const given: [CachedResponse[], CachedResponse[]] = [[], []];
beforeAll(async () => {
  postgres = await startWithSchema();
  const start = (role: 'all' | 'web') => startServer({ databaseUrl: postgres.url, poolSize: 4, role, clockSpeed: 1, history: 20 });
  nodes = [await start('all'), await start('web')];
  await nodes[0].scheduler?.history();
  for (const [at, node] of nodes.entries()) node.app.responseCache?.observe((one) => given[at as 0 | 1].push(one));
});
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop();
  await postgres?.stop();
});

const ALL = '/api/lotteryresult/allresult?p=caipu&c=1';
const LIST = '/api/lotteryresult/list?gameCode=jlffc&p=caipu&c=1';
const ODDS = '/api/lottery/GetLotteryOdds?gameCode=jlffc&p=caipu&c=1';
const PAGE = '/api/SiteMsg/AppLotteryPageInfo?gameCode=jlffc&p=caipu&c=1';

async function ask<T>(node: TestServer, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(node.base + path, { headers });
  const { models, status } = (await response.json()) as Envelope<T>;
  return { http: response.status, status, models, headers: response.headers };
}
const node = (at: 0 | 1): TestServer => nodes[at];
const nowOnSale = async (at: 0 | 1) => (await ask<LotteryPageModels>(node(at), PAGE)).models.current ?? undefined;

/** Asks until it was given from memory; what it was then. */
async function untilGiven<T>(at: 0 | 1, path: string): Promise<T> {
  return waitFor(`${path} from memory`, async () => {
    const before = given[at].length;
    const { models } = await ask<T>(node(at), path);
    return given[at].slice(before).some(({ url }) => url === path) && models;
  });
}

it('is the same answer with the same headers, and counted by call and status', async () => {
  const count = async () =>
    Number(
      /caipu_answers_total\{call="\/api\/lottery\/GetLotteryOdds",status="ok"\} (\d+)/.exec(
        await (await fetch(`${nodes[0].base}/metrics`)).text(),
      )?.[1] ?? 0,
    );
  const counted = await count();
  const first = await ask(nodes[0], ODDS);
  expect(given[0]).toEqual([]);
  await untilGiven(0, ODDS);
  given[0].length = 0;
  const again = await ask(nodes[0], ODDS);
  expect(given[0]).toMatchObject([{ route: '/api/lottery/GetLotteryOdds', status: 200, business: STATUS.ok, url: ODDS }]);
  expect(again.models).toEqual(first.models);
  const lasting = ({ headers }: typeof first) => [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  expect(lasting(again)).toEqual(lasting(first));
  expect(again.headers.get('cache-control')).toBe('no-cache');
  await waitFor('at least three answers counted', async () => (await count()) >= counted + 3);
});

it('a draw by one process ends what the other gives, and a close what tells of the sale', async () => {
  const sale = await waitFor('a sale', () => nowOnSale(0));
  await clockTo(nodes[0].context, sale.closesAt + 1);
  await nodes[1].context.clock.sync();
  for (const at of [0, 1] as const) expect((await nowOnSale(at))?.issue).not.toBe(sale.issue);
  const latest = async (path: string) =>
    (await ask<AllResultModels | ResultListModels>(nodes[1], path)).models.items.find(({ gameCode }) => gameCode === 'jlffc')?.issue;
  for (const path of [ALL, LIST]) expect([path, await latest(path)]).not.toEqual([path, sale.issue]);
  await untilGiven(1, ALL);
  await untilGiven(1, LIST);
  await clockTo(nodes[0].context, sale.drawsAt + 1);
  nodes[0].scheduler?.wake();
  // The issue before it may be drawn only now too, and then is the latest for a moment.
  for (const path of [ALL, LIST]) await waitFor(`the draw in ${path}`, async () => (await latest(path)) === sale.issue);
});

it('the chances of the issue on sale are asked for again with the next one', async () => {
  const { clock, games } = nodes[1].context;
  await untilGiven(1, ODDS);
  const schedule = games.published('jlffc')?.game.schedule as NonNullable<ReturnType<typeof games.published>>['game']['schedule'];
  given[1].length = 0;
  await clockTo(nodes[0].context, issueAt(schedule, clock.now()).closesAt + 1);
  await clock.sync();
  await ask(nodes[1], ODDS);
  expect(given[1]).toEqual([]);
});

it('a publication ends it', async () => {
  const file = join(nodes[1].gamesDir, 'jlffc.json');
  const description = JSON.parse(readFileSync(file, 'utf8')) as { omitPlays?: string[] };
  const odds = await untilGiven<LotteryOddsModels>(1, ODDS);
  const page = await untilGiven<LotteryPageModels>(1, PAGE);
  const [play] = odds.plays;
  writeFileSync(file, JSON.stringify({ ...description, omitPlays: [...(description.omitPlays ?? []), play?.code] }));
  await nodes[1].context.publication.refresh();
  expect(nodes[1].context.publication.problems()).toEqual([]);
  await waitFor('the taking over', async () => nodes[1].context.publicationState.generation() !== undefined);
  const after = (await ask<LotteryOddsModels>(nodes[1], ODDS)).models;
  expect(after.hash).toBe(nodes[1].context.games.published('jlffc')?.hash);
  expect(after.hash).not.toBe(odds.hash);
  expect(after.plays.map(({ code }) => code)).not.toContain(play?.code);
  expect((await ask<LotteryPageModels>(nodes[1], PAGE)).models.hash).not.toBe(page.hash);
});

it('what was put together while a publication was taken over is kept for nobody', async () => {
  const { publicationState } = nodes[0].context as { publicationState: { generation: () => number | undefined } };
  const { generation } = publicationState;
  publicationState.generation = () => undefined;
  try {
    given[0].length = 0;
    for (let i = 0; i < 3; i++) await ask(nodes[0], LIST);
    expect(given[0]).toEqual([]);
  } finally {
    publicationState.generation = generation;
  }
  await untilGiven(0, LIST);
});

it('a request with a session or a signature comes all the way, and a player’s own data is never kept', async () => {
  const players = [await nodes[0].client().register(), await nodes[0].client().register()] as const;
  await untilGiven(0, ODDS);
  given[0].length = 0;
  for (let round = 0; round < 3; round++) {
    for (const { token, userId } of players) {
      for (const path of [ODDS, ALL, PAGE]) expect((await ask(nodes[0], `${path}&tk=${token}`)).status).toBe(STATUS.ok);
      const own = await ask<{ balanceFen: number }>(nodes[0], `/api/fund/list?tk=${token}&p=caipu&c=1`);
      expect([own.status, own.headers.get('cache-control')]).toEqual([STATUS.ok, 'no-store']);
      expect(userId).toBeGreaterThan(0);
    }
    expect((await ask(nodes[0], `${ODDS}&s=00`)).status).toBe(STATUS.badSignature);
    expect((await ask(nodes[0], '/api/lottery/GetLotteryOdds?gameCode=nothing&p=caipu&c=1')).status).toBe(STATUS.notFound);
  }
  expect(given[0]).toEqual([]);
});

it('is counted by address like any other read, whatever client the proxy names', async () => {
  const limited = await startServer({ clockSpeed: 1, limits: 0.002, history: 0, trustedProxies: ['127.0.0.1'] });
  try {
    const fromMemory: CachedResponse[] = [];
    limited.app.responseCache?.observe((one) => fromMemory.push(one));
    const statuses = async (address: string, times: number) => {
      const all: number[] = [];
      for (let at = 0; at < times; at++) all.push((await ask(limited, PAGE, { 'x-forwarded-for': address })).status);
      return all;
    };
    // Within one minute, from which on everybody starts again.
    const minute = () => Math.floor(Date.now() / 60_000);
    const busy = await waitFor('sixteen in one minute', async () => {
      const from = minute();
      const all = await statuses(`203.0.113.${from % 100}`, 16);
      return minute() === from && all;
    });
    // A five-hundredth of six thousand a minute.
    expect(busy.filter((status) => status === STATUS.ok)).toHaveLength(12);
    expect(new Set(busy.slice(12))).toEqual(new Set([STATUS.tooMany]));
    expect(fromMemory.length).toBeGreaterThan(5);
    expect(await statuses('203.0.113.200', 3)).toEqual([STATUS.ok, STATUS.ok, STATUS.ok]);
  } finally {
    await limited.stop();
  }
});
