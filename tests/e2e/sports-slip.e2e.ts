/** A parlay of the demonstration league from the first tap to the paid prize, and a match that kicks off on the slip, in Chromium. */
import { ANY_ODDS, pickEveryEnd } from './support/pick-matches.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

let server: RunningServer;
test.beforeAll(async () => {
  // Matches of the demonstration league last minutes; the clock is moved on when everything is picked.
  server = await startServer({ games: ['ssq'], sports: true, clock: 1 });
});
test.afterAll(async () => {
  await server?.stop();
});

/** What the clock is moved on by at a time. */
const MINUTES = 3 * 60_000;

/** Matches of the demonstration league. One of another league may stand among them, and is two hours at it. */
const QUICK = { of: '演示', matches: 2 };

test('竞彩足球: a parlay is placed, played and paid', async ({ page }) => {
  await newPlayer(page, server.url, ANY_ODDS);
  await pickEveryEnd(page, server.url, { ...QUICK, from: 4 });
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/view=slip/);
  await expect(page.getByRole('list', { name: '投注单场次' }).locator('> li')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /过关方式 ?2串1/ })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: '确认投注' }).click();
  const placed = page.getByRole('dialog', { name: '投注成功' });
  await expect(placed).toContainText('9 注');
  // A page that goes away before its player has read this leaves it to the next.
  await page.reload();
  await expect(placed).toContainText('9 注');
  await placed.getByRole('button', { name: '查看订单' }).click();
  await expect(page.getByRole('status').filter({ hasText: /已中/ })).toBeVisible();
  // Whatever the results are, one of nine bets has won.
  await expect(async () => {
    await server.advance(MINUTES);
    await expect(page.getByText(/恭喜中奖|已返奖/).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.getByRole('status').filter({ hasText: '已中 2/2' })).toBeVisible();
  await page.getByRole('button', { name: '查看每一注' }).click();
  await expect(page.getByRole('dialog').getByText('中 1 种')).toBeVisible();
});

test('a match that kicks off on the slip leaves it with the reason', async ({ page }) => {
  await newPlayer(page, server.url, ANY_ODDS);
  // The first of the list may kick off while it is picked.
  await pickEveryEnd(page, server.url, { ...QUICK, from: 2 });
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('list', { name: '投注单场次' })).toBeVisible();
  await expect(async () => {
    await server.advance(MINUTES);
    await expect(page.getByRole('alert').filter({ hasText: '已移除' })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: /^移除 / }).first()).toBeVisible();
});
