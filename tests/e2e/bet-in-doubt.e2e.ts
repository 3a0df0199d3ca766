import type { Page } from '@playwright/test';
import { leaveBeforeAnswer } from './support/leave.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

// The network fails on purpose here, which the browser notes on its console.
test.use({ refusals: true });

const BET = '**/api/lottery/bet_szc*';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

/** A player with one random bet on the slip, on the confirmation screen. */
async function withSlip(page: Page): Promise<void> {
  await newPlayer(page, server.url);
  await fillSlip(page);
}

async function fillSlip(page: Page): Promise<void> {
  await page.goto(`${server.url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('button', { name: '确认投注' })).toBeVisible();
}

const placed = (page: Page) => page.getByRole('dialog', { name: '投注成功' });

/** What the server holds: orders of this player, and stakes in the ledger. */
async function expectOrders(page: Page, orders: number): Promise<void> {
  await page.goto(`${server.url}/betRecord`);
  if (orders === 0) await expect(page.getByText('还没有订单')).toBeVisible();
  else await expect(page.getByText('双色球')).toHaveCount(orders);
  await page.goto(`${server.url}/transactionRecord`);
  await expect(page.getByText('+¥10,000.00')).toBeVisible();
  await expect(page.getByText(/^[-−]¥2\.00$/)).toHaveCount(orders);
}

test('a double tap places one ticket', async ({ page }) => {
  await withSlip(page);
  let sent = 0;
  await page.route(BET, (route) => {
    sent += 1;
    return route.continue();
  });
  await page.getByRole('button', { name: '确认投注' }).dblclick();
  await expect(placed(page)).toBeVisible();
  expect(sent).toBe(1);
  await expectOrders(page, 1);
});

test('a bet whose answer is lost is shown as placed, and there is one ticket', async ({ page }) => {
  await withSlip(page);
  await page.route(BET, async (route) => {
    await route.fetch();
    await route.abort('timedout');
  });
  await page.getByRole('button', { name: '确认投注' }).click();
  await expect(placed(page)).toBeVisible();
  await expectOrders(page, 1);
});

test('a bet whose request is lost is shown as not placed, and the slip is unchanged', async ({ page }) => {
  await withSlip(page);
  await page.route(BET, (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: '确认投注' }).click();
  const refusalDialog = page.getByRole('dialog', { name: /未成功|没有成功/ });
  await expect(refusalDialog).toBeVisible();
  await expect(page.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(1);
  await expectOrders(page, 0);
});

test('a reload in flight asks for the outcome of the bet', async ({ page }) => {
  await withSlip(page);
  const landed = new Promise<void>((resolve) => {
    void page.route(BET, async (route) => {
      await route.fetch();
      resolve();
      // The page goes away before it hears the answer.
    });
  });
  await page.getByRole('button', { name: '确认投注' }).click();
  await landed;
  await page.reload();
  await expect(placed(page)).toBeVisible();
  await expectOrders(page, 1);
});

test('a bet whose answer comes while the browser leaves the page is shown on the next page', async ({ page }) => {
  await withSlip(page);
  await leaveBeforeAnswer(page, BET, () => page.getByRole('button', { name: '确认投注' }).click());
  await expect(placed(page)).toBeVisible();
  await expectOrders(page, 1);
});

test('投注成功 of a page that went away is shown on the next page until it is closed, and not for a newer slip', async ({
  page,
  context,
}) => {
  await withSlip(page);
  await page.getByRole('button', { name: '确认投注' }).click();
  await expect(placed(page)).toBeVisible();
  await page.reload();
  await expect(placed(page)).toContainText('¥2.00');

  const other = await context.newPage();
  await fillSlip(other);
  await expect(other.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(1);
  await expect(other.getByRole('button', { name: '确认投注' })).toBeVisible();
  await expect(placed(other)).toBeHidden();
  await other.close();
  await expectOrders(page, 1);
});
