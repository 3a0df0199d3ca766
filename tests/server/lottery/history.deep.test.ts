/** Demonstration history: every game has a past from the first start on, marked as such, provable, and never mistaken for a result. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { validateDraw } from '../../../engine/rules/index.ts';
import type {
  AllResultModels,
  LotteryPageModels,
  OutcomeModels,
  ResultDetailModels,
  ResultListModels,
  ResultNumbersModels,
} from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { drawIssue } from '../../../server/lottery/draws/draw.ts';
import { applyRetention, applyAllRetention, RETENTION } from '../../../server/retention.ts';
import { extendHistory } from '../../../server/lottery/draws/history.ts';
import { checkRows } from '../../../tools/results/check-rows.ts';
import { readRows } from '../../../tools/results/read.ts';
import { storeDraws } from '../../../tools/results/store.ts';
import { pricedTicket, singleBet } from '../support/tickets.ts';
import { startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';

const GAMES = ['ssq', 'dlt', 'fc3d', 'qxc', 'lhc', 'jlffc', 'jsks'];
const folder = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, history: 300, dataDir: join(folder, 'data') });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const numbersOf = async (gameCode: string) =>
  (await server.client().get<ResultNumbersModels>('/api/lotteryresult/list', { gameCode, size: '300', only: 'numbers' })).models.items;

it('a server that is ready sells every game, before its history is made', async () => {
  const client = await server.client().register();
  for (const code of GAMES) {
    const version = server.context.games.published(code);
    const { rows } = await server.context.database.query(`SELECT 1 FROM issues WHERE game = $1 AND state = 'open'`, [code]);
    expect([code, rows.length > 0]).toEqual([code, true]);
    const { current } = (await client.get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: code })).models;
    // Between two sales there is none; the shops of the world are closed then too.
    if (version !== undefined && current !== null && current.closesAt - server.context.clock.now() > 5_000)
      expect((await client.bet(singleBet(version))).status).toBe(0);
  }
});

it('then 300 draws of every game, without a gap before the first sale, each from its own seed', async () => {
  await server.scheduler?.history();
  for (const code of GAMES) {
    const items = await numbersOf(code);
    expect([code, items.length]).toEqual([code, 300]);
    const demo = items.filter(({ origin }) => origin === 'demo');
    expect(demo.length).toBeGreaterThan(290);
    expect(new Set(items.map(({ issue }) => issue)).size).toBe(300);
    expect(items.every(({ drawsAt }, i) => i === 0 || drawsAt < (items[i - 1]?.drawsAt ?? 0))).toBe(true);
    expect(demo.every(({ drawsAt }) => drawsAt <= server.context.clock.now())).toBe(true);
    const version = server.context.games.published(code);
    for (const { issue } of [demo[0], demo.at(-1)] as { issue: string }[]) {
      const { models } = await server.client().get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: code, issue });
      expect(models).toMatchObject({ origin: 'demo', backfilled: true });
      expect(createHash('sha256').update(models.proof.seed, 'hex').digest('hex')).toBe(models.proof.commit);
      if (version !== undefined) {
        expect(drawIssue(version.game, issue, models.proof.seed)).toEqual(models.numbers);
        expect(validateDraw(version.game, { numbers: models.numbers }).ok).toBe(true);
      }
    }
  }
  const { models } = await server.client().get<AllResultModels>('/api/lotteryresult/allresult');
  expect(models.items.map(({ gameCode }) => gameCode)).toEqual(expect.arrayContaining(GAMES));
});

it('made once: neither a change nor another start makes more or other draws', async () => {
  const before = await numbersOf('jlffc');
  server.scheduler?.wake();
  await server.scheduler?.history();
  for (const version of server.context.games.all()) expect(await extendHistory(server.context, version, 300)).toBe(0);
  const after = await numbersOf('jlffc');
  const known = new Map(after.map((item) => [item.issue, item]));
  // A draw of the minute that has just passed may have come in front.
  for (const item of before.slice(0, 290)) expect(known.get(item.issue)).toEqual(item);
});

it('an imported draw takes the place of a demonstration one, and differs from it in the answer', async () => {
  const { database, clock, games } = server.context;
  const version = games.published('ssq');
  if (version === undefined) throw new Error('no ssq');
  const [, second] = (await server.client().get<ResultListModels>('/api/lotteryresult/list', { gameCode: 'ssq', size: '5' })).models.items;
  if (second === undefined) throw new Error('no second draw');
  const time = new Date(second.drawsAt + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const file = `issue,time,numbers\n${second.issue},${time},01 02 03 04 05 06+07\n`;
  const read = readRows(file, version.game);
  const { draws } = checkRows(version.game, read.rows, clock.now(), 'en');
  expect(await storeDraws(database, version.game, draws)).toEqual({ ok: true, added: 1, known: 0 });
  const { models } = await server.client().get<ResultDetailModels>('/api/lotteryresult/Detail', { gameCode: 'ssq', issue: second.issue });
  expect(models).toMatchObject({ origin: 'imported', numbers: { red: [1, 2, 3, 4, 5, 6], blue: [7] }, proof: { commit: '', seed: '' } });
  // From now on the game has a past of its own: nothing is invented before it.
  expect(await extendHistory(server.context, version, 1_000)).toBe(0);
  // What was drawn here is never touched.
  expect(await storeDraws(database, version.game, draws)).toEqual({ ok: true, added: 0, known: 1 });
});

it('refusals are forgotten after a week, and not before; what was done under a key is known for good', async () => {
  const { database } = server.context;
  const client = await server.client().register();
  const version = server.context.games.published('jlffc');
  if (version === undefined) throw new Error('no jlffc');
  const dear = pricedTicket(version, singleBet(version).ticket.lines, { multiplier: 9_999 });
  for (const key of ['refused-today', 'refused-6-days', 'refused-8-days'])
    expect((await client.bet({ ...dear, key })).status).toBe(STATUS.insufficientFunds);
  const placed = await waitFor('a bet in time', async () => {
    const answer = await client.bet({ ...singleBet(version), key: 'done-60-days' });
    return answer.status === STATUS.ok && answer;
  });
  // As every idempotent call but a bet is remembered.
  await database.query(
    `INSERT INTO idempotency (user_id, key, body_hash, answer, at) VALUES ($1, 'chase-60-days', 'h', '{"status": 0, "msg": "", "models": null}', 0)`,
    [client.userId],
  );
  const days = (key: string, n: number) =>
    database.query('UPDATE idempotency SET at = caipu_now_ms() - $1::bigint WHERE user_id = $2 AND key = $3', [
      n * 86_400_000,
      client.userId,
      key,
    ]);
  await days('refused-6-days', 6);
  await days('refused-8-days', 8);
  await days('chase-60-days', 60);
  // More than one batch of old ones.
  await database.query(
    `INSERT INTO idempotency (user_id, key, body_hash, answer, at) SELECT 1, 'old' || n, '', 'null', 0 FROM generate_series(1, 4500) n`,
  );
  const rule = RETENTION.find(({ table }) => table === 'idempotency');
  if (rule === undefined) throw new Error('no rule for keys');
  expect(await applyRetention(database, rule)).toBe(4_501);
  expect(await applyRetention(database, rule)).toBe(0);
  const { rows } = await database.query<{ key: string }>('SELECT key FROM idempotency WHERE user_id = $1 ORDER BY key', [client.userId]);
  expect(rows.map(({ key }) => key)).toEqual(['chase-60-days', 'refused-6-days', 'refused-today']);
  // A phone that was away for two months asks: the bet exists, and is not called unknown.
  expect((await client.get<OutcomeModels>('/api/order/outcome', { key: 'done-60-days' })).models).toMatchObject({
    state: 'done',
    answer: { status: STATUS.ok, models: placed.models },
  });
  expect((await client.get<OutcomeModels>('/api/order/outcome', { key: 'chase-60-days' })).models).toMatchObject({ state: 'done' });
});

it('whatever is forgotten is found by an index, however much is to be kept', async () => {
  const plans = await server.context.database.transaction(async (client) => {
    // Tables of a test are smaller than any index is worth.
    await client.query('SET LOCAL enable_seqscan = off');
    const explained: { readonly table: string; readonly plan: string }[] = [];
    for (const { table, old } of RETENTION) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${old}`);
      explained.push({ table, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
    }
    return explained;
  });
  for (const { table, plan } of plans) {
    expect(plan, table).not.toContain('Seq Scan');
    // The outbox is read from its beginning.
    if (table !== 'outbox') expect(plan, table).toMatch(/Index Cond: \(\w+ < /);
  }
});

it('a rule that takes too long keeps no other from being applied, and somebody hears of it; a database that is away ends the round', async () => {
  const { database } = server.context;
  await database.query('INSERT INTO verification_code_sends (address_hmac, at) VALUES ($1, 0)', ['long ago']);
  const failing = (code: string) => ({
    query: (text: string) =>
      text.startsWith('DELETE FROM idempotency')
        ? Promise.reject(Object.assign(new Error('canceling statement due to statement timeout'), { code }))
        : database.query<never>(text),
  });
  const heard: string[] = [];
  const all = (code: string) =>
    applyAllRetention(
      failing(code),
      () => false,
      ({ message }) => void heard.push(message),
    );
  await expect(all('57P01')).rejects.toThrow('canceling statement');
  expect(heard).toEqual([]);
  const left = async () => (await database.query('SELECT 1 FROM verification_code_sends WHERE at = 0')).rows.length;
  expect(await left()).toBe(1);
  await all('57014');
  expect(heard).toEqual(['what is old of idempotency stays: canceling statement due to statement timeout']);
  expect(await left()).toBe(0);
});
