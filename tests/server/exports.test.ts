/** Exports as files: the same rows in CSV, JSON Lines and Parquet, read back by libraries that did not write them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { OrderListModels } from '../../protocol/calls.ts';
import { openIssues } from '../../server/lottery/draws/open-issues.ts';
import type { Services } from '../../server/services.ts';
import { readExport } from '../../tools/data/exports/command.ts';
import { EXPORT_SETS, type ExportSet } from '../../tools/data/exports/dictionary.ts';
import { type ExportOptions, exportSet } from '../../tools/data/exports/export.ts';
import type { ExportFormat } from '../../tools/data/exports/writers.ts';
import type { Client } from './support/client.ts';
import { oneServer } from './support/one-server.ts';
import { temporaryFolder, type TestServer } from './support/server.ts';
import { addMatch } from './support/sold-matches.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

let server: TestServer;
let context: Services;
oneServer((started, own) => ([server, context] = [started, own]));

const folder = temporaryFolder();
const setOf = (name: string): ExportSet => EXPORT_SETS.find((each) => each.name === name) as ExportSet;
let files = 0;

/** The file of a set, and its rows as texts: empty for nothing, instants in ISO 8601. */
async function exported(name: string, format: ExportFormat, options: Partial<ExportOptions> = {}) {
  const file = join(folder, `${++files}.${format}`);
  const { rows, sha256 } = await exportSet(context.database, setOf(name), file, { format, ...options });
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  const read = await readBack(file, format, setOf(name));
  expect(read).toHaveLength(rows);
  expect(existsSync(`${file}.part`)).toBe(false);
  return read;
}

async function readBack(file: string, format: ExportFormat, set: ExportSet): Promise<Record<string, string>[]> {
  if (format === 'csv') return parse(readFileSync(file), { columns: true, bom: true }) as Record<string, string>[];
  const objects: Record<string, unknown>[] =
    format === 'jsonl'
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>)
      : await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  return objects.map((row) =>
    Object.fromEntries(
      set.columns.map(({ name, type }) => {
        const value = row[name];
        if (value === null || value === undefined) return [name, ''];
        if (value instanceof Date) return [name, value.toISOString()];
        return [name, type === 'json' ? JSON.stringify(value) : String(value)];
      }),
    ),
  );
}

/** JSON in one form: the database writes spaces, and orders no keys. */
const plain = (rows: readonly Record<string, string>[]) =>
  rows.map((row) => ({ ...row, ...(row.outcome ? { outcome: JSON.stringify(JSON.parse(row.outcome)) } : {}) }));

async function playerWithOrders(count: number): Promise<{ player: Client; name: string }> {
  const player = await server.client().register();
  await openIssues(context, gameVersion(server, 'jlffc'));
  for (let at = 0; at < count; at += 1) expect((await player.bet(singleBet(gameVersion(server, 'jlffc'), at))).msg).toBe('投注成功');
  const { rows } = await context.database.query<{ name: string }>('SELECT name FROM users ORDER BY id DESC LIMIT 1');
  return { player, name: rows[0]?.name ?? '' };
}

describe.each(['csv', 'jsonl', 'parquet'] as const)('%s', (format) => {
  it('orders are those that the player sees', async () => {
    const { player, name } = await playerWithOrders(3);
    const { items } = (await player.get<OrderListModels>('/api/order/list')).models;
    const rows = await exported('orders', format, { player: name });
    expect(
      rows.map(({ order_id, order_no, status, amount, unit, game, issue }) => ({ order_id, order_no, status, amount, unit, game, issue })),
    ).toEqual(
      items.toReversed().map(({ orderId, orderNo, status, amountFen, gameCode, issue }) => ({
        order_id: orderId,
        order_no: orderNo,
        status,
        amount: String(amountFen),
        unit: 'fen',
        game: gameCode,
        issue: issue ?? '',
      })),
    );
    expect(rows.map(({ placed_at }) => Date.parse(placed_at ?? ''))).toEqual(items.toReversed().map(({ placedAt }) => placedAt));
    expect(rows.map(({ settled_at, prize }) => [settled_at, prize])).toEqual([
      ['', '0'],
      ['', '0'],
      ['', '0'],
    ]);
  });

  it('movements add up to the balance, and the house has none', async () => {
    const { name } = await playerWithOrders(2);
    const rows = await exported('movements', format, { player: name });
    const sum = (side: 'debit' | 'credit') =>
      rows.filter((row) => row[side] === 'wallet').reduce((total, { amount }) => total + Number(amount), 0);
    const { rows: wallets } = await context.database.query<{ fen: number }>(
      'SELECT balance_fen AS fen FROM wallets w JOIN users u ON u.id = w.user_id WHERE u.name = $1',
      [name],
    );
    expect(sum('credit') - sum('debit')).toBe(wallets[0]?.fen);
    expect(rows.at(-1)).toMatchObject({
      kind: 'stake',
      debit: 'wallet',
      credit: 'house:stakes',
      debit_after: String(wallets[0]?.fen),
      credit_after: '',
    });
    const all = await exported('movements', format);
    const { rows: counted } = await context.database.query<{ n: number }>('SELECT count(*)::int AS n FROM movements');
    expect(all).toHaveLength(counted[0]?.n ?? 0);
  });

  it('odds have a row for each play and choice, with the time from which they hold', async () => {
    const odds = { SPF: { '3': '2.05', '1': '3.10', '0': '3.40' } };
    await addMatch(context.database, { id: `m${format}`, code: '周五001', odds });
    await context.database.query(`INSERT INTO odds_moves (game, match_id, version, at, odds) VALUES ('jczq', $1, 1, 1795312800000, $2)`, [
      `m${format}`,
      JSON.stringify(odds),
    ]);
    await context.database.query(`UPDATE offers SET final_odds = $2 WHERE match_id = $1`, [
      `m${format}`,
      JSON.stringify({ SPF: { '3': '2.00' } }),
    ]);
    const rows = (await exported('odds', format)).filter(({ match_id }) => match_id === `m${format}`);
    expect(rows.map(({ final, play, choice, odds: price }) => [final, play, choice, price])).toEqual([
      ['no', 'SPF', '0', '3.40'],
      ['no', 'SPF', '1', '3.10'],
      ['no', 'SPF', '3', '2.05'],
      ['yes', 'SPF', '3', '2.00'],
    ]);
    expect(rows[0]).toMatchObject({ game: 'jczq', number: '周五001', at: '2026-11-22T02:00:00.000Z' });
  });
});

it('the three formats have the same rows', async () => {
  const { name } = await playerWithOrders(2);
  for (const set of ['orders', 'movements']) {
    const [csv, jsonl, parquet] = [
      await exported(set, 'csv', { player: name }),
      await exported(set, 'jsonl', { player: name }),
      await exported(set, 'parquet', { player: name }),
    ];
    expect(csv.length).toBeGreaterThan(0);
    expect(plain(jsonl)).toEqual(plain(csv));
    expect(plain(parquet)).toEqual(plain(csv));
  }
});

it('a day bounds the rows at its first and last ms', async () => {
  const { name } = await playerWithOrders(1);
  const [row] = await exported('orders', 'jsonl', { player: name });
  const at = Date.parse(row?.placed_at ?? '');
  const count = async (options: Partial<ExportOptions>) => (await exported('orders', 'jsonl', { player: name, ...options })).length;
  expect([await count({ from: at }), await count({ from: at + 1 }), await count({ to: at }), await count({ to: at + 1 })]).toEqual([
    1, 0, 0, 1,
  ]);
});

it('a file that is there is not replaced, and an export that fails leaves none', async () => {
  const file = join(folder, 'there.csv');
  writeFileSync(file, 'mine');
  await expect(exportSet(context.database, setOf('orders'), file, { format: 'csv' })).rejects.toThrow('is there already');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const wrong = { ...setOf('orders'), from: 'FROM nothing o' };
  const other = join(folder, 'other.csv');
  await expect(exportSet(context.database, wrong, other, { format: 'csv' })).rejects.toThrow();
  expect([existsSync(other), existsSync(`${other}.part`)]).toEqual([false, false]);
});

describe('the words of the command', () => {
  const read = (name: string, file: string, options: Readonly<Record<string, string>> = {}) =>
    readExport(name, file, new Map(Object.entries(options)));
  const DAY = Date.parse('2026-11-20T00:00:00Z');

  it('name a set, a format and days', () => {
    expect(read('orders', 'a.parquet', { from: '2026-11-20', to: '2026-11-20', player: 'demo' })).toMatchObject({
      file: resolve('a.parquet'),
      format: 'parquet',
      from: DAY,
      to: DAY,
      player: 'demo',
    });
  });

  it.each([
    ['order', 'a.csv', {}, 'there is no set order; the sets are orders, movements, odds'],
    ['orders', 'a.xlsx', {}, 'the name of the file ends in .csv, .jsonl or .parquet; a.xlsx does not'],
    ['odds', 'a.csv', { player: 'demo' }, 'odds has no players, leave --player out'],
    ['orders', 'a.csv', { from: '2026-02-30' }, '--from and --to are days of the calendar'],
    ['orders', 'a.csv', { from: '2026-11-20', to: '2026-11-19' }, '--to is not before --from'],
  ])('%s %s %j is refused', (name, file, options, text) => {
    expect(read(name, file, options)).toContain(text);
  });
});
