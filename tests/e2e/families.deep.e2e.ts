/**
 * A player of each family, from login to a paid prize: a bet on the board that wins whatever is drawn, the slip, the order before and
 * after the draw, the proof, the record and the ledger. 时时彩, 快三, 11选5 and 双色球 are in journeys.deep.e2e.ts.
 */
import type { Page } from '@playwright/test';
import pg from 'pg';
import { type Line, priceTicket, prizeRange } from '../../engine/rules/index.ts';
import { startPostgres, type TestPostgres } from '../server/support/postgres.ts';
import { driveBoard } from './support/board-driver.ts';
import { barFigures, planOf, expectedFillOf } from './support/fills.ts';
import { expectPaid, serverNow, placeAndOpen, untilHour } from './support/play.ts';
import { publishedGame } from './support/published.ts';
import { FEW_DRAWS, type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

interface Journey {
  readonly game: string;
  readonly what: string;
  /** Together they win in every draw. */
  readonly lines: readonly Line[];
  /** Bets and price of each line, as a player would work them out. */
  readonly figures: readonly string[];
  /** Play money that the bet takes beyond what a new player has, fen. */
  readonly grantFen?: number;
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const digits = upTo(0, 9);

/** One game after the other, every few minutes: what a new player has is enough. */
const QUICK: readonly Journey[] = [
  {
    game: 'bjpk10',
    what: '定位胆: every car in the first place',
    lines: [{ play: 'DWD', picks: { p1: upTo(1, 10) } }],
    figures: ['10 注 · ¥20'],
  },
  { game: 'xyft', what: '猜冠军: every boat', lines: [{ play: 'Q1', picks: { p1: upTo(1, 10) } }], figures: ['10 注 · ¥20'] },
  { game: 'xy28', what: '特码: every sum', lines: [{ play: 'TM', picks: { sum: upTo(0, 27) } }], figures: ['28 注 · ¥56'] },
  // Its numbers follow from the draw of 北京快乐8, which is sold beside it.
  { game: 'pcdd', what: '特码: every sum', lines: [{ play: 'TM', picks: { sum: upTo(0, 27) } }], figures: ['28 注 · ¥56'] },
  { game: 'qwlhc', what: '特码 at odds: every number', lines: [{ play: 'TM', picks: { pick: upTo(1, 49) } }], figures: ['49 注 · ¥98'] },
];

/** One or a few draws a week. To be sure of a prize some of them take more than a new player has. */
const NUMBERS: readonly Journey[] = [
  {
    game: 'fc3d',
    what: '直选: every number in every place',
    lines: [{ play: 'ZX', picks: { bai: digits, shi: digits, ge: digits } }],
    figures: ['1,000 注 · ¥2,000'],
  },
  { game: 'pl3', what: '直选和值: every sum', lines: [{ play: 'ZX_HZ', picks: { sum: upTo(0, 27) } }], figures: ['1,000 注 · ¥2,000'] },
  {
    game: 'pl5',
    what: 'every one of 100,000 bets',
    lines: [{ play: 'ZX', picks: { wan: digits, qian: digits, bai: digits, shi: digits, ge: digits } }],
    figures: ['100,000 注 · ¥200,000'],
    grantFen: 20_000_000,
  },
  {
    game: 'dlt',
    what: '复式追加: both numbers of the back zone are the lowest prize',
    lines: [{ play: 'FS_ZJ', picks: { front: [1, 8, 15, 22, 35], back: upTo(1, 12) } }],
    figures: ['66 注 · ¥198'],
  },
  {
    game: 'kl8',
    what: '上下盘: all three, with 20 numbers of 选一',
    lines: [
      { play: 'SXP', picks: { pick: ['more', 'equal', 'less'] } },
      { play: 'X1', picks: { pick: upTo(1, 20) } },
    ],
    figures: ['3 注 · ¥6', '20 注 · ¥40'],
  },
  {
    game: 'qlc',
    what: '复式: of seven numbers four are in one half',
    lines: [
      { play: 'FS', picks: { pick: upTo(1, 15) } },
      { play: 'FS', picks: { pick: upTo(16, 30) } },
    ],
    figures: ['6,435 注 · ¥12,870', '6,435 注 · ¥12,870'],
    grantFen: 2_000_000,
  },
  {
    game: 'lhc',
    what: '复式半注: of six numbers three are in one half',
    lines: [
      { play: 'FS05', picks: { pick: upTo(1, 25) } },
      { play: 'FS05', picks: { pick: upTo(26, 49) } },
    ],
    figures: ['177,100 注 · ¥885,500', '134,596 注 · ¥672,980'],
    grantFen: 160_000_000,
  },
  {
    game: 'qxc',
    what: '复式: two numbers in a row',
    lines: [{ play: 'FS', picks: { p1: digits, p2: digits, p3: [3], p4: [4], p5: [5], p6: [6], p7: [7] } }],
    figures: ['100 注 · ¥200'],
  },
  {
    game: 'xqxc',
    what: '复式: the number of the back zone',
    lines: [{ play: 'FS', picks: { p1: [1], p2: [2], p3: [3], p4: [4], p5: [5], p6: [6], back: upTo(0, 14) } }],
    figures: ['15 注 · ¥30'],
  },
];

async function travel(page: Page, server: RunningServer, journey: Journey, grant: (userId: number, fen: number) => Promise<void>) {
  const { url } = server;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { client } = await newPlayer(page, url);
  if (journey.grantFen) await grant(client.userId, journey.grantFen);
  const { compiled, route } = await publishedGame(url, journey.game, await serverNow(url));
  await page.goto(url + route);
  await expect(page.getByRole('region', { name: '投注栏' })).toBeVisible();
  for (const [at, line] of journey.lines.entries()) {
    const play = compiled.play(line.play);
    if (!play) throw new Error(`${journey.game} has no play ${line.play}`);
    if (at > 0) await page.getByRole('button', { name: '自选号码' }).click();
    await expect(page.getByRole('region', { name: '投注栏' })).toBeVisible();
    expect(barFigures(compiled, line)).toBe(journey.figures[at]);
    await page.evaluate(driveBoard, [planOf(compiled, play, [expectedFillOf(compiled, play, line)])]);
    await expect(page.getByText(journey.figures[at] as string)).toBeVisible();
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(at + 1);
  }
  const { drawsAt } = await placeAndOpen(page);
  await server.advance(Math.max(0, drawsAt - (await serverNow(url)) + 1_000));
  const prize = await expectPaid(page);
  const fen = BigInt(prize.replace(/[+,.¥]/g, ''));
  const { minFen, maxFen } = prizeRange(compiled, { game: journey.game, lines: journey.lines });
  expect(fen).toBeGreaterThanOrEqual(minFen);
  expect(fen).toBeLessThanOrEqual(maxFen);
  await page.goto(`${url}/betRecord`);
  const record = page.getByRole('listitem').filter({ hasText: compiled.game.name });
  const { amountFen } = priceTicket(compiled, { game: journey.game, lines: journey.lines });
  await expect(record).toContainText(fen > amountFen ? '已中奖' : '已返奖');
  await expect(record).toContainText(prize);
  await page.goto(`${url}/transactionRecord`);
  await expect(page.getByRole('listitem').filter({ hasText: '派奖' })).toContainText(prize);
}

test.describe('quick families', () => {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startServer({ games: [...QUICK.map(({ game }) => game), 'bjkl8'], clock: 1, env: FEW_DRAWS });
    // Every one of them is on sale, and drawn within minutes.
    await server.advance(untilHour(await serverNow(server.url), 14));
  });
  test.afterAll(async () => {
    await server?.stop();
  });
  for (const journey of QUICK)
    test(`${journey.game}, ${journey.what}, to a paid prize`, async ({ page }) => {
      await travel(page, server, journey, async () => {
        throw new Error('this player needs no more than a new player has');
      });
    });
});

test.describe('number lotteries', () => {
  let postgres: TestPostgres;
  let database: pg.Client;
  let server: RunningServer;
  test.beforeAll(async () => {
    postgres = await startPostgres();
    database = new pg.Client(postgres.url);
    await database.connect();
    server = await startServer({ games: NUMBERS.map(({ game }) => game), clock: 1, env: { ...FEW_DRAWS, DATABASE_URL: postgres.url } });
  });
  test.afterAll(async () => {
    await server?.stop();
    await database?.end();
    await postgres?.stop();
  });
  for (const journey of NUMBERS)
    test(`${journey.game}, ${journey.what}, to a paid prize`, async ({ page }) => {
      await travel(page, server, journey, async (userId, fen) => {
        await database.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', $2, 'gift', NULL)`, [userId, fen]);
      });
    });

  test('the chances of a game are those that the build has worked out: the server neither computes nor stores them', async () => {
    const answer = await fetch(`${server.url}/api/lottery/GetLotteryOdds?gameCode=kl8`);
    const { models } = (await answer.json()) as { models: { plays: unknown[] } };
    expect(models.plays.length).toBeGreaterThan(1);
    expect((await database.query('SELECT hash FROM odds')).rows).toEqual([]);
  });

  test('of eighty numbers the ones that were picked at random are brought into view', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${server.url}/number/kl8`);
    const board = page.getByRole('tabpanel');
    // Half of the board is in sight: six picks of one number each are seldom all of that half.
    for (let pick = 0; pick < 6; pick += 1) {
      await page.getByRole('button', { name: '机选', exact: true }).click();
      await expect(board.locator('.cur')).toHaveCount(1);
      await expect(board.locator('.cur')).toBeInViewport({ ratio: 0.9 });
      await expect
        .poll(() =>
          board.locator('.cur').evaluate((cell) => {
            const { left, top, width, height } = cell.getBoundingClientRect();
            return cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          }),
        )
        .toBe(true);
    }
  });
});
