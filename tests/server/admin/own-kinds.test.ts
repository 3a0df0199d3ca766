/**
 * The games that docs/add-a-game.md offers to copy: dropped into the folder of a running server, bet on, drawn and paid. At most 170 lines
 * of JSON each, as the formatter lays them out; the last plays past midnight.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TicketOrderModels } from '../../../protocol/calls.ts';
import type { Line } from '../../../engine/rules/index.ts';
import { Client } from '../support/client.ts';
import { root, startServer, type TestServer } from '../support/server.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';

const OFFSET_MS = 8 * 3_600_000;
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** One of the lines of a game wins with every draw. */
const LINES: Readonly<Record<string, readonly Line[]>> = {
  wuqiu: [{ play: 'ZH', picks: { side: ['odd', 'even'] } }],
  hydd: [{ play: 'HH', picks: { side: ['big', 'small', 'top', 'low'] } }],
  jlb: [{ play: 'X1', picks: { pick: upTo(1, 80) } }],
  yhft: [{ play: 'DWD', picks: { p1: upTo(1, 10) } }],
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, history: 0 });
});
afterAll(() => server?.stop());

const folder = join(root, 'docs/examples');
const texts = new Map(readdirSync(folder).map((name) => [name.replace('.json', ''), readFileSync(join(folder, name), 'utf8')] as const));

it('games of their own kind go from a file to a paid prize, past midnight too', async () => {
  const { publication, clock } = server.context;
  const listed = (code: string) => publication.index().games.find((game) => game.code === code);
  expect([...texts.keys()].sort()).toEqual(Object.keys(LINES).sort());
  for (const [code, text] of texts) {
    expect(text.trimEnd().split('\n').length, code).toBeLessThanOrEqual(170);
    writeFileSync(join(server.gamesDir, `${code}.json`), text);
  }
  await publication.refresh();
  await server.context.games.refresh();
  expect(Object.keys(LINES).map((code) => [code, listed(code)?.route])).toEqual([
    ['wuqiu', '/number/wuqiu'],
    ['hydd', '/number/hydd'],
    ['jlb', '/number/jlb'],
    ['yhft', '/xyft/yhft'],
  ]);

  // A minute past midnight: the boats that began at noon are still under way, and their issue is of the day before.
  const now = clock.now();
  const midnight = Math.ceil((now + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS;
  await clock.advance(midnight + 60_000 - now);
  const yesterday = new Date(midnight + OFFSET_MS - 1).toISOString().slice(0, 10).replaceAll('-', '');
  // The clock jumped: the issues of the minute are opened by the next look.
  const onSale = async (): Promise<readonly string[]> => {
    const { rows } = await server.context.database.query<{ game: string }>(
      `SELECT DISTINCT game FROM issues WHERE state = 'open' AND opens_at <= $1 AND closes_at > $1`,
      [clock.now()],
    );
    return rows.map(({ game }) => game);
  };
  await expect.poll(onSale, { timeout: 30_000 }).toEqual(expect.arrayContaining(Object.keys(LINES)));
  const client = new Client(server.base);
  await client.sync();
  await client.login('demo', 'demo1234');
  const orders = new Map<string, string>();
  for (const [code, lines] of Object.entries(LINES)) {
    const amountFen =
      lines.reduce((sum, { picks }) => sum + Object.values(picks).reduce((count, values) => count + values.length, 0), 0) * 200;
    const placed = await client.bet({ ticket: { game: code, lines }, hash: listed(code)?.hash ?? '', amountFen });
    expect([code, placed.status, placed.msg]).toEqual([code, 0, expect.any(String)]);
    orders.set(code, placed.models.orderId);
  }
  const detail = async (code: string) =>
    (await client.get<TicketOrderModels>('/api/order/detail', { orderId: orders.get(code) ?? '' })).models;
  expect(JSON.stringify(await detail('yhft'))).toContain(`"${yesterday}`);
  await clock.advance(DAY_MS);
  await client.sync();
  for (const code of texts.keys())
    await expect.poll(async () => (await detail(code))?.prizeFen ?? 0, { timeout: 60_000, message: code }).toBeGreaterThan(0);
}, 180_000);
