/** Statements, S12 to S15 of server/ledger/SPEC.md: the ledger narrowed down, one movement, sums by day and month, and the file for a spreadsheet. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { FundDetailModels, FundListModels, FundReportModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { csvOf, decimal } from '../../../server/ledger/csv.ts';
import { movementLink } from '../../../server/ledger/movements.ts';
import { MOVEMENTS } from '../../../server/platform/database/movement-rules.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';

const OFFSET = 8 * 3_600_000;
const at = (date: string, time = '12:00:00') => Date.parse(`${date}T${time}Z`) - OFFSET;
/** What happened to the player, in the order of time. */
const PAST: readonly (readonly [date: string, time: string, kind: string, debit: string, credit: string, fen: number, reason: string])[] = [
  ['2026-09-30', '23:59:59', 'recharge', 'outside:recharge', 'wallet', 50_000, 'paid'],
  ['2026-10-01', '00:00:00', 'bonus', 'house:promotions', 'wallet', 1_000, 'recharge'],
  ['2026-10-01', '09:00:00', 'stake', 'wallet', 'house:stakes', 2_000, 'bet'],
  ['2026-10-02', '09:00:00', 'prize', 'house:prizes', 'wallet', 7_000, 'win'],
  ['2026-10-02', '10:00:00', 'yebIn', 'wallet', 'yuebaoPending', 20_000, 'request'],
  ['2026-10-03', '00:05:00', 'yebConfirm', 'yuebaoPending', 'yuebao', 20_000, 'day'],
  ['2026-10-04', '00:05:00', 'yebIncome', 'house:interest', 'yuebao', 1, 'day'],
  ['2026-11-05', '10:00:00', 'withdrawRequest', 'wallet', 'held', 10_000, 'request'],
  ['2026-11-05', '11:00:00', 'withdrawPaid', 'held', 'outside:withdraw', 6_000, 'paid'],
  ['2026-11-05', '12:00:00', 'withdrawCancel', 'held', 'wallet', 4_000, 'refused'],
  ['2026-11-06', '12:00:00', 'refund', 'house:stakes', 'wallet', 300, 'void'],
];

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, history: 0 });
  client = await server.client().register();
  const { database } = server.context;
  const bought: typeof PAST = [
    ['2026-11-07', '09:00:00', 'coupon', 'house:promotions', 'wallet', 500, 'bet'],
    ['2026-11-07', '10:00:00', 'couponBack', 'wallet', 'house:promotions', 200, 'refund'],
    ['2026-11-07', '11:00:00', 'store', 'wallet', 'house:store', 700, 'buy'],
  ];
  for (const [date, time, kind, debit, credit, fen, reason] of [...PAST, ...bought])
    await database.query('SELECT post($1, $2, $3, $4, $5, $6, NULL, $7)', [
      client.userId,
      kind,
      debit,
      credit,
      fen,
      reason,
      at(date, time),
    ]);
});
afterAll(async () => {
  await expectBooksInOrder(server.context.database);
  await server.stop();
});

const list = async (fields: Record<string, string>) =>
  (await client.get<FundListModels>('/api/fund/list', { size: '50', ...fields })).models;
const labels = async (fields: Record<string, string>) => (await list(fields)).items.map(({ label }) => label);

describe('the ledger', () => {
  it('[S12] is narrowed down by kinds, days of the product, amounts and numbers, and says what each month came to', async () => {
    expect(await labels({ kinds: 'stake,prize' })).toEqual(['派奖', '投注']);
    // The first day begins at midnight, the last one ends there.
    expect(await labels({ from: '2026-10-01', to: '2026-10-01' })).toEqual(['投注', '充值优惠']);
    expect(await labels({ from: '2026-09-30', to: '2026-09-30' })).toEqual(['充值']);
    expect(await labels({ to: '2026-10-02', min: '7000', max: '20000' })).toEqual(['余额宝转入', '派奖']);
    const { items, sums } = await list({ from: '2026-10-01', to: '2026-11-06', min: '1', max: '10000' });
    expect(items.map(({ amountFen }) => amountFen)).toEqual([300, 4_000, -10_000, 7_000, -2_000, 1_000]);
    expect(sums).toEqual([
      { month: '2026-11', inFen: 4_300, outFen: 10_000 },
      { month: '2026-10', inFen: 8_000, outFen: 2_000 },
    ]);
    // Each movement has those of its month beside it, as a list writes them over its first.
    expect(new Set(items.map(({ monthInFen, monthOutFen }) => `${monthInFen} ${monthOutFen}`))).toEqual(
      new Set(['4300 10000', '8000 2000']),
    );
    // The sums are of the month and not of the page, and leave out what only changed its place (余额宝转入), as those of the report do.
    const page = await list({ from: '2026-10-01', to: '2026-10-31', size: '1' });
    expect(page.items).toHaveLength(1);
    expect(page.sums).toEqual([{ month: '2026-10', inFen: 8_000, outFen: 2_000 }]);
    const id = items[0]?.id as string;
    expect((await list({ q: id })).items.map((item) => item.id)).toEqual([id]);
    expect((await list({ q: 'ffffffff' })).items).toEqual([]);
  });

  it('[S12] refuses wrong or contradictory filters, and names the field', async () => {
    const ask = (fields: Record<string, string>) => client.get('/api/fund/list', fields);
    expect(await ask({ kinds: 'stake', group: 'stake' })).toMatchObject({ status: STATUS.invalid });
    expect(await ask({ kinds: 'stake,gold' })).toMatchObject({
      status: STATUS.invalid,
      models: { field: 'kinds' },
      msg: '没有流水类型 gold',
    });
    expect(await ask({ from: '2026-10-02', to: '2026-10-01' })).toMatchObject({ models: { field: 'to' } });
    expect(await ask({ min: '2', max: '1' })).toMatchObject({ models: { field: 'max' } });
  });

  it('[S13] leads to the page of the movement’s subject; to a page of one thing alone only where it is known', () => {
    const { routes } = JSON.parse(readFileSync(new URL('../../../app/descriptions/routes.json', import.meta.url), 'utf8')) as {
      routes: { path: string }[];
    };
    const paths = new Set(routes.map(({ path }) => path.toLowerCase()));
    for (const { kind, to, reasons, reasonsTo = {} } of MOVEMENTS) {
      for (const each of [...(to === undefined ? [] : [to]), ...Object.values(reasonsTo)])
        expect(paths, `${kind} leads to ${each}`).toContain(each.replace(/\?.*/, '').toLowerCase());
      for (const reason of Object.keys(reasonsTo)) expect(Object.keys(reasons), `${kind} has this reason`).toContain(reason);
    }
    const leads = (kind: string, reason: string, ref: string | null = null) => movementLink({ kind, reason }, ref);
    expect(leads('withdrawRequest', 'request')).toBe('/withDraw2');
    expect(leads('gamePrize', 'win', 'x')).toBe('/betRecordSmallGame?play=x');
    expect(leads('gamePrize', 'win')).toBeUndefined();
    expect(leads('stake', 'bet')).toBeUndefined();
    expect(leads('recharge', 'paid', 'x')).toBe('/rechargeType6?id=x');
    expect(leads('store', 'buy', 'x')).toBe('/MyBag');
    // What a rule of 定制跟单 holds is no play of a small game.
    for (const kind of ['hold', 'release']) {
      expect(leads(kind, 'gate', 'x')).toBe('/betRecordSmallGame?play=x');
      expect(leads(kind, 'rule')).toBe('/customMade');
    }
  });

  it('[S13] tells one movement: from where to where, before and after, and what belongs to it; of nobody else', async () => {
    const [bought] = (await list({ kinds: 'yebIn' })).items;
    const detail = await client.get<FundDetailModels>('/api/fund/Detail', { id: bought?.id ?? '' });
    expect(detail.models).toMatchObject({
      label: '余额宝转入',
      to: '/yuEBao',
      source: '主钱包',
      target: '余额宝（待确认）',
      amountFen: -20_000,
      beforeFen: (bought?.balanceFen ?? 0) + 20_000,
      balanceFen: bought?.balanceFen,
      related: [],
    });
    const other = await server.client().register();
    expect(await other.get('/api/fund/Detail', { id: bought?.id ?? '' })).toMatchObject({ status: STATUS.notFound });
    expect(await client.get('/api/fund/Detail', { id: '999999999999999' })).toMatchObject({ status: STATUS.notFound });
  });

  it('[S14] adds up by day and by month; what only changes its place is not counted', async () => {
    const report = async (by: string) =>
      (await client.get<FundReportModels>('/api/fund/Report', { by, from: '2026-09-01', to: '2026-11-07' })).models;
    const { items, days, total } = await report('month');
    expect(items.map(({ period, netFen }) => [period, netFen])).toEqual([
      ['2026-11', -6_100],
      ['2026-10', 6_001],
      ['2026-09', 50_000],
    ]);
    expect(items[1]).toMatchObject({ stakeFen: -2_000, prizeFen: 7_000, incomeFen: 1, offerFen: 1_000, inFen: 8_001, outFen: 2_000 });
    expect(items[0]).toMatchObject({ withdrawFen: -6_000, refundFen: 300, offerFen: 300, storeFen: -700 });
    expect(days.map(({ period }) => period)).toEqual(['2026-09', '2026-10', '2026-11']);
    const byDay = await report('day');
    expect(byDay.total).toEqual(total);
    expect(byDay.items.map(({ period }) => period)).toEqual([
      ...['2026-11-07', '2026-11-06', '2026-11-05', '2026-10-04', '2026-10-02', '2026-10-01', '2026-09-30'],
    ]);
    expect(byDay.days).toHaveLength(62);
    // The net is what the account gained: the purses that are the player's, less their first balance.
    const { rows } = await server.context.database.query<{ fen: number }>(
      `SELECT (SELECT balance_fen FROM wallets WHERE user_id = $1) + coalesce((SELECT sum(balance) FROM purses WHERE user_id = $1), 0)::bigint AS fen`,
      [client.userId],
    );
    expect(rows[0]?.fen).toBe(1_000_000 + total.netFen);
  });
});

/** A reader of CSV of its own, as RFC 4180 says. */
function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] as string;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',' || char === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (char === '\n') rows.push([]);
    } else if (char !== '\r') cell += char;
  }
  rows.pop();
  return rows;
}

describe('the file for a spreadsheet', () => {
  const nasty = fc.oneof(
    fc.string(),
    fc.constantFrom('=1+1', '+86', '-cmd', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '"=1"', ',=1', 'a\n=1', '-5', '-5.50', '|x', '%0'),
    fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' '), fc.string()).map((parts) => parts.join('')),
  );
  it('[S15] holds no cell that a spreadsheet executes, and every cell as it was but for a mark before it', () => {
    fc.assert(
      fc.property(fc.array(fc.array(nasty, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = csvOf(rows);
        expect(text.startsWith('\ufeff')).toBe(true);
        const read = cells(text.slice(1));
        expect(read).toHaveLength(rows.length);
        read.forEach((row, at) =>
          row.forEach((found, place) => {
            const original = rows[at]?.[place] ?? '';
            expect([original, `'${original}`]).toContain(found);
            if (!/^-?\d+(\.\d+)?$/.test(found)) expect(found).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
          }),
        );
      }),
    );
  });

  it('[S15] is the ledger as it is narrowed down, in plain numbers', async () => {
    const { models } = await client.get<{ text: string; name: string; rows: number; complete: boolean }>('/api/fund/Export', {
      from: '2026-10-01',
      to: '2026-10-02',
    });
    expect(models).toMatchObject({ rows: 4, complete: true });
    expect(models.name).toMatch(/^资金明细-\d{4}-\d\d-\d\d\.csv$/);
    const read = cells(models.text.slice(1));
    expect(read[0]).toEqual(['时间', '流水号', '类型', '内容', '金额（元）', '余额（元）', '订单号', '订单 ID']);
    expect(read.slice(1).map((row) => [row[0], row[2], row[4]])).toEqual([
      ['2026-10-02 10:00:00', '余额宝转入', '-200.00'],
      ['2026-10-02 09:00:00', '派奖', '70.00'],
      ['2026-10-01 09:00:00', '投注', '-20.00'],
      ['2026-10-01 00:00:00', '充值优惠', '10.00'],
    ]);
    expect([decimal(0), decimal(-5), decimal(123_456)]).toEqual(['0.00', '-0.05', '1234.56']);
  });
});
