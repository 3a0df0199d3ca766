/** Results by day, results as bare numbers, the odds table, and the addresses of outside games and of customer service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AllResultModels, LotteryOddsModels, ResultListModels, ResultNumbersModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

const LIST = '/api/lotteryresult/list';
const ODDS = '/api/lottery/GetLotteryOdds';

/** Games of two companies, one of them the demonstration, and customer service at the demonstration. */
const OUTSIDE = {
  providers: [
    { company: 'Ag', name: '远方', launchUrl: 'https://games.example/play/{gamecode}?by={company}', games: [{ code: 'g-1', name: '一' }] },
    { company: 'demo', name: '演示', launchUrl: '{demo}/{gamecode}/', games: [{ code: 'wheel', name: '转盘' }] },
  ],
  demoPort: undefined as number | undefined,
  kefuUrl: '{demo}/kefu/',
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ outside: OUTSIDE });
});
afterAll(async () => {
  await server.stop();
});

/** Puts draws into the past, one for each instant. */
async function drawn(game: string, instants: readonly number[]): Promise<void> {
  const version = server.context.games.published(game);
  if (!version) throw new Error(game);
  const numbers = Object.fromEntries(version.game.draw.zones.map((zone) => [zone.id, Array.from({ length: zone.pick }, () => zone.from)]));
  for (const at of instants)
    await server.context.database.query(
      `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers, prizes, backfilled)
       VALUES ($1, $2, $3, $4, $5, 'settled', $6, 'c', 's', $7, '{}', true)`,
      [game, `t${at}`, at - 2, at - 1, at, version.hash, JSON.stringify(numbers)],
    );
}

describe('results of a day', () => {
  it('are those of the day on the clock of the game; 24:00 belongs to the day that it ends', async () => {
    const midnight = Date.parse('2020-02-29T00:00:00+08:00');
    const day = 86_400_000;
    await drawn('jlffc', [midnight - 1, midnight, midnight + 1, midnight + day, midnight + day + 1]);
    const { models } = await server.client().get<ResultListModels>(LIST, { gameCode: 'jlffc', date: '2020-02-29' });
    expect(models.items.map(({ drawsAt }) => drawsAt - midnight)).toEqual([day, 1]);
    expect(models.next).toBeNull();
  });

  it('come in pages that stay within the day', async () => {
    const client = server.client();
    const first = (await client.get<ResultListModels>(LIST, { gameCode: 'jlffc', date: '2020-02-29', size: '1' })).models;
    const second = (
      await client.get<ResultListModels>(LIST, { gameCode: 'jlffc', date: '2020-02-29', size: '1', cursor: first.next as string })
    ).models;
    expect([first, second].map(({ items }) => items.length)).toEqual([1, 1]);
    expect(second.next).toBeNull();
  });

  it('need a date that exists', async () => {
    for (const date of ['2020-02-30', 'today', '20200229'])
      expect(await server.client().get(LIST, { gameCode: 'jlffc', date }), date).toMatchObject({ http: 400, status: STATUS.invalid });
  });
});

describe('results as numbers', () => {
  it('come up to 300 at once, without their proofs', async () => {
    const start = Date.parse('2019-01-01T00:00:00+08:00');
    await drawn(
      'ssq',
      Array.from({ length: 320 }, (_, at) => start + at * 1000),
    );
    const client = server.client();
    const { models } = await client.get<ResultNumbersModels>(LIST, { gameCode: 'ssq', size: '300', only: 'numbers' });
    expect(models.items).toHaveLength(300);
    expect(Object.keys(models.items[0] ?? {}).sort()).toEqual(['drawsAt', 'gameCode', 'issue', 'numbers', 'origin']);
    expect((await client.get<ResultNumbersModels>(LIST, { gameCode: 'ssq', size: '999', only: 'numbers' })).models.items).toHaveLength(300);
    expect((await client.get<ResultListModels>(LIST, { gameCode: 'ssq', size: '300' })).models.items).toHaveLength(50);
    expect(await client.get(LIST, { gameCode: 'ssq', only: 'seeds' })).toMatchObject({ http: 400, status: STATUS.invalid });
  });

  it('of all games come with the zones of their draws', async () => {
    const { items } = (await server.client().get<AllResultModels>('/api/lotteryresult/allresult')).models;
    for (const { gameCode, numbers, zones } of items)
      expect(Object.fromEntries((zones ?? []).map(({ id, pick }) => [id, pick])), gameCode).toEqual(
        Object.fromEntries(Object.entries(numbers).map(([id, drawnNumbers]) => [id, drawnNumbers.length])),
      );
  });
});

describe('odds', () => {
  it('name every play of a game with prizes and exact chances', async () => {
    const { models } = await server.client().get<LotteryOddsModels>(ODDS, { gameCode: 'SSQ' });
    const version = server.context.games.published('ssq');
    expect(models.hash).toBe(version?.hash);
    expect(models.plays.map(({ code }) => code)).toEqual(version?.compiled.plays.map(({ play }) => play.code));
    const [single] = models.plays;
    expect(single).toMatchObject({ code: 'DS', unitFen: 200, bets: '17721088' });
    const jackpot = single?.kinds[0]?.tiers.find(({ tier }) => tier === '1');
    expect(jackpot).toMatchObject({ floating: true, chance: { numerator: '1', denominator: '17721088' } });
    const third = single?.kinds[0]?.tiers.find(({ tier }) => tier === '3');
    expect(third).toMatchObject({ floating: false, fen: 300_000 });
  });

  it('list bets with different chances separately', async () => {
    const { models } = await server.client().get<LotteryOddsModels>(ODDS, { gameCode: 'jsks' });
    const sum = models.plays.find(({ code }) => code === 'HZ');
    expect(sum?.kinds.length).toBeGreaterThan(1);
    expect(sum?.kinds.flatMap(({ bets }) => bets)).toHaveLength(16);
    const ends = sum?.kinds.find(({ bets }) => bets.some((text) => text.includes('18')));
    expect(ends?.winChance).toEqual({ numerator: '1', denominator: '216' });
  });

  it('are refused for an unknown game, and without a game', async () => {
    expect(await server.client().get(ODDS, { gameCode: 'nothing' })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await server.client().get(ODDS)).toMatchObject({ http: 400, status: STATUS.invalid });
  });
});

describe('games and customer service of others', () => {
  const launch = (client: Client, fields: Readonly<Record<string, string>>) => client.get<string>('/api/lottery/LaunchUrl', fields);

  it('a launch address fills the template of the company with the stored spelling, and contains nothing about the player', async () => {
    const client = await server.client().register();
    const answer = await launch(client, { company: 'aG', gamecode: 'G-1' });
    expect(answer).toMatchObject({ http: 200, status: STATUS.ok, models: 'https://games.example/play/g-1?by=Ag' });
    expect(JSON.stringify(answer)).not.toContain(client.token);
  });

  it('a launch address is refused without a session, for an unknown company or game, and while the demonstration is off', async () => {
    const client = await server.client().register();
    expect(await launch(server.client(), { company: 'ag', gamecode: 'g-1' })).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
    for (const fields of [
      { company: 'ag', gamecode: 'wheel' },
      { company: 'nobody', gamecode: 'g-1' },
      { company: '__proto__', gamecode: '../g-1' },
    ])
      expect(await launch(client, fields)).toMatchObject({ http: 404, status: STATUS.notFound, models: null });
    expect(await launch(client, { company: 'ag' })).toMatchObject({ http: 400, status: STATUS.invalid });
    expect(await launch(client, { company: 'demo', gamecode: 'wheel' })).toMatchObject({ status: STATUS.disabled, models: null });
  });

  it('the address of customer service is null, at the demonstration, or made from the template of the operator', async () => {
    const where = async () => (await server.client().get<string | null>('/api/SystemConfig/GetKFUrl', { page: '/mine' })).models;
    expect(await where()).toBeNull();
    OUTSIDE.demoPort = 8_099;
    // The settings are read once, so the test changes the values that this server holds.
    Object.assign(server.context.outside, OUTSIDE);
    expect(await where()).toBe('http://127.0.0.1:8099/kefu/');
    const client = await server.client().register();
    expect((await launch(client, { company: 'demo', gamecode: 'WHEEL' })).models).toBe('http://127.0.0.1:8099/wheel/');
    Object.assign(server.context.outside, { kefuUrl: 'https://help.example/?from=caipu' });
    expect(await where()).toBe('https://help.example/?from=caipu');
    // The address gets the parameters of its template: the page that the player comes from (here an entry of the ledger), the player's id,
    // and the client's facts about itself.
    Object.assign(server.context.outside, { kefuUrl: 'https://help.example/?at={page}&who={mid}&of={client}' });
    const listRequest = (fields: Readonly<Record<string, string>>, from = server.client()) =>
      from.get<string | null>('/api/SystemConfig/GetKFUrl', fields, { common: { mid: String(from.userId) } });
    const fields = { page: '/billingDetails?id=5&x=1', ClientInfo: '{"Account":"a&b"}' };
    expect((await listRequest(fields, client)).models).toBe(
      `https://help.example/?at=${encodeURIComponent(fields.page)}&who=${client.userId}&of=${encodeURIComponent(fields.ClientInfo)}`,
    );
    Object.assign(server.context.outside, { kefuUrl: undefined });
    expect((await listRequest(fields)).models).toBe('http://127.0.0.1:8099/kefu/?page=%2FbillingDetails%3Fid%3D5%26x%3D1');
  });
});
