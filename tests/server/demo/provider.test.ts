/**
 * Companies of games: the conformance of the stand-in, over HTTP and in the process, and an adapter's handling of answers that are late,
 * repeated, wrong or missing. With CAIPU_PROVIDER_ADDRESS (and _SECRET, _PLAYER, _OTHER, _GAME) the same tests run against a real company.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompanyBetsModels, OutsideGamesModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { type DemoGames, startDemoGames } from '../../../server/demo/games/listen.ts';
import type { Company } from '../../../server/payments/providers/companies/company.ts';
import { checkConformance } from '../../../server/payments/providers/companies/conformance.ts';
import { openDemoLedger, throwDemoCoin } from '../../../server/payments/providers/companies/demo-ledger.ts';
import { demoCompany } from '../../../server/payments/providers/companies/demo-company.ts';
import { httpCompany } from '../../../server/payments/providers/companies/http-company.ts';
import { signMessage } from '../../../server/payments/recharges/wire.ts';
import { openEmbedded } from '../support/lite.ts';
import { root, startServer, temporaryFolder, type TestServer } from '../support/server.ts';

const SECRET = 'a secret of this test, thirty-two and more';
const folder = temporaryFolder();
let database: Database;
let pages: DemoGames;
let address: string;

beforeAll(async () => {
  database = await openEmbedded(join(folder, 'lite'));
  pages = await startDemoGames({
    host: '127.0.0.1',
    port: 0,
    folder: join(root, 'server/demo/games'),
    provider: () => ({ database, secret: SECRET, origin: 'http://demo.test' }),
  });
  address = `http://127.0.0.1:${pages.port}/provider/own`;
});
afterAll(async () => {
  await pages?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const overHttp = (): Company => httpCompany({ code: 'own', name: '演示', address, secret: SECRET });
/** Bets of a player, made on the page of the game. */
async function play(company: string, player: number, times: number): Promise<void> {
  const books = openDemoLedger(database, company);
  await books.move({ requestId: randomUUID(), player, direction: 'out', amountFen: 100_000 });
  const session = await books.launch(player, 'coin');
  for (let n = 0; n < times; n += 1)
    expect(await throwDemoCoin(database, { session, id: randomUUID(), side: 'heads', stakeFen: 100 })).toMatchObject({
      balanceFen: expect.any(Number),
    });
}
const faults = (found: Awaited<ReturnType<typeof checkConformance>>) =>
  found.flatMap(({ rule, fault }) => (fault === undefined ? [] : [`${rule} ${fault}`]));

const { CAIPU_PROVIDER_ADDRESS: given, CAIPU_PROVIDER_SECRET: secret = '', CAIPU_PROVIDER_GAME: game = '' } = process.env;
// Not there at all without an address: a test that is skipped counts as one that failed.
for (const address of given === undefined ? [] : [given])
  it('the company at CAIPU_PROVIDER_ADDRESS keeps to every rule', async () => {
    const [player, other] = [Number(process.env.CAIPU_PROVIDER_PLAYER ?? 1), Number(process.env.CAIPU_PROVIDER_OTHER ?? 2)];
    expect(faults(await checkConformance(httpCompany({ code: 'given', name: 'given', address, secret }), { player, other, game }))).toEqual(
      [],
    );
  });

describe('conformance', () => {
  it('of the stand-in over HTTP and in the process: every rule holds, also for a player that has bets and money there', async () => {
    for (const [company, code] of [
      [overHttp(), 'own'],
      [demoCompany(database, { code: 'near', name: '近' }), 'near'],
    ] as const) {
      await play(code, 7, 12);
      const found = await checkConformance(company, { player: 7, other: 8, game: 'coin' });
      expect(faults(found)).toEqual([]);
      expect(found.map(({ rule }) => rule)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9', 'P10']);
    }
  });

  it('finds a company that does things twice, takes more than is there, mixes players up, or names them', async () => {
    const good = overHttp();
    const twice: Company = { ...good, move: (request) => good.move({ ...request, requestId: randomUUID() }) };
    expect(faults(await checkConformance(twice, { player: 21, other: 22, game: 'coin' })).join('\n')).toMatch(/P4 the balance is/);
    const named: Company = { ...good, launch: async ({ player }) => ({ url: `https://x.test/?player=${player}&n=${randomUUID()}` }) };
    expect(faults(await checkConformance(named, { player: 23, other: 24, game: 'coin' }))).toEqual(["P7 it has the player's number"]);
    const mixed: Company = { ...good, balance: () => good.balance(25) };
    await good.move({ requestId: randomUUID(), player: 25, direction: 'out', amountFen: 500 });
    expect(faults(await checkConformance(mixed, { player: 26, other: 27, game: 'coin' })).length).toBeGreaterThan(0);
    const silent: Company = { ...good, ask: () => Promise.reject(new Error('no answer within 5000 ms')) };
    expect(faults(await checkConformance(silent, { player: 28, other: 29, game: 'coin' }))).toContain(
      'P2 no answer that can be read: no answer within 5000 ms',
    );
  });
});

describe('the wire', () => {
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    fetch(`${address}/${path}`, { method: 'POST', body: new URLSearchParams(fields) });

  it('refuses what is not signed, signed for something else, with another secret, old, or twice', async () => {
    const fields = { player: '7' };
    for (const message of [
      fields,
      signMessage(SECRET, 'bets', fields),
      signMessage(`${SECRET}x`, 'balance', fields),
      signMessage(SECRET, 'balance', fields, Date.now() - 400_000),
    ])
      expect((await post('balance', message)).status).toBe(403);
    const body = `${new URLSearchParams(signMessage(SECRET, 'balance', fields))}&player=8`;
    expect(
      (await fetch(`${address}/balance`, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }))
        .status,
    ).toBe(403);
    expect((await post('balance', signMessage(SECRET, 'balance', fields))).status).toBe(200);
  });

  it('an adapter believes no answer that is not signed, is about another request, or says nothing it knows', async () => {
    const wrong = httpCompany({ code: 'own', name: '演示', address, secret: `${SECRET}x` });
    await expect(wrong.balance(7)).rejects.toThrow(/403/);
    const far = httpCompany({ code: 'own', name: '演示', address: 'http://127.0.0.1:9', secret: SECRET });
    await expect(far.move({ requestId: randomUUID(), player: 7, direction: 'out', amountFen: 100 })).rejects.toThrow();
  });
});

it('a throw of the coin is made once for an id, never with more than is there, and its session ends', async () => {
  const books = openDemoLedger(database, 'own');
  await books.move({ requestId: randomUUID(), player: 31, direction: 'out', amountFen: 1_000 });
  const session = await books.launch(31, 'coin');
  const id = randomUUID();
  const throws = await Promise.all(Array.from({ length: 6 }, () => throwDemoCoin(database, { session, id, side: 'tails', stakeFen: 500 })));
  expect(new Set(throws.map((each) => JSON.stringify(each))).size).toBe(1);
  expect((await books.bets(31, undefined, 10)).items).toHaveLength(1);
  const rest = await Promise.all(
    Array.from({ length: 12 }, () => throwDemoCoin(database, { session, id: randomUUID(), side: 'tails', stakeFen: 1_000 })),
  );
  expect(await books.balance(31)).toBeGreaterThanOrEqual(0);
  for (const each of rest) if (typeof each === 'string') expect(each).toBe('游戏账户余额不足，请先在转账中心转入');
  expect(await throwDemoCoin(database, { session: 'f'.repeat(32), id, side: 'tails', stakeFen: 500 })).toBe(
    '会话已结束，请从应用里重新打开游戏',
  );
});

describe('in the app', () => {
  let server: TestServer;
  let silent = false;
  beforeAll(async () => {
    server = await startServer({
      clockSpeed: 1,
      history: 0,
      outside: { demoOrigin: 'http://demo.test' },
      companies: (own) => [
        demoCompany(own, { code: 'demo', name: '演示游戏' }),
        demoCompany(own, {
          code: 'demo2',
          name: '演示棋牌',
          fault: (what) => (silent && (what === 'bets' || what === 'launch') ? 'before' : undefined),
        }),
      ],
    });
  });
  afterAll(() => server?.stop());

  it('a game is searched for, starred, launched and found again as the last played; its bets are shown', async () => {
    const who = await server.client().register();
    const list = (fields: Readonly<Record<string, string>> = {}) =>
      who.get<OutsideGamesModels>('/api/SiteMsg/GetSlotsGameList', { company: 'demo', ...fields });
    expect((await list({ word: '转盘' })).models.items.map(({ code }) => code)).toEqual(['wheel']);
    expect((await list({ word: '没有' })).models.items).toEqual([]);
    expect((await list({ show: 'recent' })).models.items).toEqual([]);
    expect((await who.post('/api/SiteMsg/StarGame', { company: 'demo', gamecode: 'cards', on: '1' })).status).toBe(STATUS.ok);
    expect((await list()).models.items.map(({ code, starred }) => [code, starred])).toEqual([
      ['cards', true],
      ['wheel', false],
    ]);
    expect((await list({ show: 'starred' })).models.items.map(({ code }) => code)).toEqual(['cards']);
    expect((await who.post('/api/SiteMsg/StarGame', { company: 'demo', gamecode: 'nothing', on: '1' })).status).toBe(STATUS.notFound);
    const bets = (fields: Readonly<Record<string, string>> = {}) => who.get<CompanyBetsModels>('/api/fund/CompanyBets', fields);
    expect((await bets()).models).toMatchObject({ company: 'demo', items: [] });

    const url = (await who.get<string>('/api/lottery/LaunchUrl', { company: 'demo2', gamecode: 'coin' })).models;
    expect(url).toMatch(/^http:\/\/demo\.test\/coin\/\?session=[0-9a-f]{32}$/);
    expect((await list({ company: 'demo2', show: 'recent' })).models.items).toMatchObject([{ code: 'coin', playedAt: expect.any(Number) }]);
    const { database: own } = server.context;
    await openDemoLedger(own, 'demo2').move({ requestId: randomUUID(), player: who.userId, direction: 'out', amountFen: 10_000 });
    const session = url.split('=')[1] as string;
    for (let n = 0; n < 3; n += 1) await throwDemoCoin(own, { session, id: randomUUID(), side: 'heads', stakeFen: 500 });
    const first = await bets({ size: '2' });
    expect(first.models).toMatchObject({
      company: 'demo2',
      name: '演示棋牌',
      items: [{ gameName: '猜硬币', stakeFen: 500 }, { gameName: '猜硬币' }],
    });
    const second = await bets({ size: '2', cursor: first.models.next ?? '' });
    expect(second.models.items).toHaveLength(1);
    expect(second.models.next).toBeNull();
    const other = await server.client().register();
    expect((await other.get<CompanyBetsModels>('/api/fund/CompanyBets', { company: 'demo2' })).models.items).toEqual([]);
    expect((await bets({ company: 'nobody' })).status).toBe(STATUS.notFound);

    silent = true;
    expect(await bets({ company: 'demo2' })).toMatchObject({ status: STATUS.unavailable, msg: '演示棋牌暂无响应，请稍后再试' });
    expect(await who.get('/api/lottery/LaunchUrl', { company: 'demo2', gamecode: 'coin' })).toMatchObject({
      status: STATUS.unavailable,
      msg: '游戏公司暂无响应，请稍后再试',
    });
    silent = false;
  });
});
