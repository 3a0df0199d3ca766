/** What a list is narrowed down by stands in the address: going back, a reload and a link that was sent restore it. */
import type { Page } from '@playwright/test';
import { choosePlay, serverNow, placeAndOpen } from './support/play.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ moved }) => {
  server = moved;
});

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: '状态', exact: true }).getByRole('button', { name, exact: true });
const orders = (page: Page) => page.getByRole('listitem').filter({ hasText: '吉林分分彩' });

/** The list shows what was won, and its chip says so. */
async function expectWon(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/betRecord\?status=won$/);
  await expect(chip(page, '已中奖')).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(page, '全部')).toHaveAttribute('aria-pressed', 'false');
  await expect(orders(page)).toHaveCount(1);
  // The prize of one bet of many is less than the price of all.
  await expect(orders(page).getByText('已返奖', { exact: true })).toBeVisible();
}

async function bet(page: Page, places: readonly string[]): Promise<{ readonly drawsAt: number }> {
  await page.goto(`${server.url}/ssc/jlffc`);
  await choosePlay(page, '前三直选');
  if (places.length === 0) await page.getByRole('button', { name: '机选', exact: true }).click();
  for (const place of places) await page.getByRole('button', { name: `${place}全选`, exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  return placeAndOpen(page);
}

test('投注记录 keeps the filter 已中奖 after a detail page, after a reload and from a link', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPlayer(page, server.url);
  // Every number of every place: one of the thousand bets wins.
  const { drawsAt } = await bet(page, ['万位', '千位', '百位']);
  await server.advance(Math.max(0, drawsAt - (await serverNow(server.url)) + 1_000));
  await expect(page.getByText(/恭喜中奖|已返奖/).first()).toBeVisible();
  await bet(page, []);

  await page.goto(`${server.url}/betRecord`);
  await expect(orders(page)).toHaveCount(2);
  await chip(page, '已中奖').click();
  await expectWon(page);
  await orders(page).getByRole('button').first().click();
  await expect(page.getByText(/恭喜中奖|已返奖/).first()).toBeVisible();
  await page.getByRole('button', { name: '返回' }).click();
  await expectWon(page);
  // What was narrowed down is found where it was left, too: on a phone that shows less than the one order.
  const phone = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ ...phone, height: 240 });
  const main = page.getByRole('main');
  await main.evaluate((box) => box.scrollTo(0, 60));
  await expect.poll(() => main.evaluate((box) => box.scrollTop)).toBe(60);
  // Playwright's own tap would bring the whole row into sight.
  await orders(page).getByRole('button').first().dispatchEvent('click');
  await expect(page.getByText(/恭喜中奖|已返奖/).first()).toBeVisible();
  await page.getByRole('button', { name: '返回' }).click();
  await expectWon(page);
  await expect.poll(() => main.evaluate((box) => box.scrollTop)).toBe(60);
  await page.setViewportSize(phone);
  await page.reload();
  await expectWon(page);
  await orders(page).getByRole('button').first().click();
  await expect(page.getByText(/恭喜中奖|已返奖/).first()).toBeVisible();
  await page.goBack();
  await expectWon(page);

  const link = page.url();
  const friend = await context.newPage();
  await friend.goto(link);
  await expectWon(friend);
  await chip(friend, '全部').click();
  await expect(friend).toHaveURL(/\/betRecord$/);
  await expect(orders(friend)).toHaveCount(2);
  // A choice is no step of its own: back leads out of the list and not through its filters.
  await page.bringToFront();
  await chip(page, '待开奖').click();
  await expect(page).toHaveURL(/status=pending$/);
  await chip(page, '全部').click();
  await expect(orders(page)).toHaveCount(2);
});
