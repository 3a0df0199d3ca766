/** One player, one slip, two tabs: one ticket or none, and each tab says which. */
import type { Page } from '@playwright/test';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

// The network fails on purpose here, which the browser notes on its console.
test.use({ refusals: true });

const BET = '**/api/lottery/bet_szc*';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

const confirm = (page: Page) => page.getByRole('button', { name: '确认投注' });
const done = (page: Page) => page.getByRole('dialog', { name: '投注成功' });
const failed = (page: Page) => page.getByRole('dialog', { name: /未成功|没有成功/ });
const lines = (page: Page) => page.getByRole('list', { name: '投注单号码' }).getByRole('listitem');

/** A player with one random bet on the slip, on the confirmation screen. */
async function withSlip(page: Page): Promise<void> {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(confirm(page)).toBeEnabled();
}

/** The same address in a second tab of the same browser. */
async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  return other;
}

/** What the server holds of this player. */
async function expectTickets(page: Page, count: number): Promise<void> {
  await page.goto(`${server.url}/transactionRecord`);
  await expect(page.getByText('+¥10,000.00')).toBeVisible();
  await expect(page.getByText(/^[-−]¥2\.00$/)).toHaveCount(count);
}

/** The number of the order that the sheet speaks of. */
async function orderOf(page: Page): Promise<string> {
  await done(page).getByRole('button', { name: '查看订单' }).click();
  await expect(page).toHaveURL(/orderDetails/);
  return new URL(page.url()).search;
}

test('two tabs that send the same slip at once place one ticket, and both show it', async ({ page }) => {
  await withSlip(page);
  const other = await secondTab(page);
  await expect(lines(other)).toHaveCount(1);
  const keys: (string | undefined)[] = [];
  let bothSent = (): void => {};
  const sent = new Promise<void>((resolve) => {
    bothSent = resolve;
  });
  await page.context().route(BET, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // Neither hears an answer before the other has sent: however slow the machine is, both are under way at once.
    if (keys.length === 2) bothSent();
    await sent;
    await route.continue();
  });
  await Promise.all([confirm(page).click(), confirm(other).click()]);
  await expect(done(page)).toBeVisible();
  await expect(done(other)).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await orderOf(other)).toBe(await orderOf(page));
  await expectTickets(page, 1);
});

test('a slip that another tab has placed is not sent again, and the tab says so', async ({ page }) => {
  await withSlip(page);
  const other = await secondTab(page);
  await expect(lines(other)).toHaveCount(1);
  await confirm(page).click();
  await expect(done(page)).toBeVisible();
  let sent = 0;
  await other.route(BET, (route) => {
    sent += 1;
    return route.continue();
  });
  await confirm(other).click();
  await expect(other.getByText('投注单已在另一个页面投注或清空')).toBeVisible();
  await expect(lines(other)).toHaveCount(0);
  expect(sent).toBe(0);
  await expectTickets(other, 1);
});

test('a slip that another tab has changed is shown before it is sent', async ({ page }) => {
  await withSlip(page);
  const other = await secondTab(page);
  await expect(lines(other)).toHaveCount(1);
  await page.getByRole('button', { name: '加一倍' }).click();
  await expect(page.getByText('¥4.00')).toBeVisible();
  await confirm(other).click();
  await expect(other.getByText('投注单已在另一个页面更改，请核对后再投注')).toBeVisible();
  await expect(other.getByText('¥4.00')).toBeVisible();
  await confirm(other).click();
  await expect(done(other)).toBeVisible();
});

test('a tab that opens in flight finds the outcome for both tabs', async ({ page }) => {
  await withSlip(page);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const outcomeRequest = new Promise<void>((resolve) => {
    void page.route(BET, async (route) => {
      resolve();
      await held;
      await route.continue();
    });
  });
  await confirm(page).click();
  await outcomeRequest;
  // The request is still on its way: the new tab asks, and by asking sees to it that the key buys nothing any more.
  const other = await secondTab(page);
  await expect(failed(other)).toBeVisible();
  release();
  await expect(failed(page).or(done(page))).toBeVisible();
  await expect(done(page)).toHaveCount(0);
  await expectTickets(other, 0);
});

test('after a reload in flight both tabs find the same ticket', async ({ page }) => {
  await withSlip(page);
  const landed = new Promise<void>((resolve) => {
    void page.route(BET, async (route) => {
      await route.fetch();
      resolve();
      // The page goes away before it hears the answer.
    });
  });
  await confirm(page).click();
  await landed;
  const other = await secondTab(page);
  await expect(done(other)).toBeVisible();
  await page.reload();
  await expect(lines(page)).toHaveCount(0);
  await expect(confirm(page)).toHaveAttribute('aria-disabled', 'true');
  await expectTickets(page, 1);
});
