/** Live scores under a fast clock, and a bet on who wins a cup, as a player meets them in Chromium. */
import { type RunningServer, startServer } from './support/server.ts';
import { shifts, watchShifts } from './support/shift.ts';
import { expect, register, test } from './support/test.ts';
import { violations } from './support/violations.ts';

let server: RunningServer;
test.beforeAll(async () => {
  // A minute of a match of the demonstration league is a fraction of a second here.
  server = await startServer({ games: ['ssq'], sports: true, clock: 10 });
});
test.afterAll(async () => {
  await server?.stop();
});

test('scores run on the phone: minutes pass, a goal is told, a match that is followed and over is found again', async ({ page }) => {
  await watchShifts(page);
  await page.goto(`${server.url}/scores`);
  const rows = page.locator('.live-row');
  const minutes = page.locator('.live-row__time--live');
  await expect(minutes.first()).toBeVisible();
  // The minute is reckoned on the phone: it passes while nothing is asked.
  const first = await rows.first().innerText();
  await expect.poll(async () => rows.first().innerText()).not.toBe(first);
  // A goal is told politely, and flashes in its row.
  await expect(page.getByRole('status').filter({ hasText: '进球' })).toHaveText(/进球：.+ 比 /, { timeout: 120_000 });

  const star = page.getByRole('button', { name: /^关注/ }).first();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('tab', { name: /关注/ }).click();
  await expect(rows).toHaveCount(1);
  // A match that is over is still the one that was followed.
  await expect(rows.first()).toContainText('完场', { timeout: 120_000 });
  await rows.first().locator('.live-row__open').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: '比赛' })).toContainText(' 比 ');
  await sheet.getByRole('tab', { name: '近况' }).click();
  await expect(sheet.getByText(/近 6 场/).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect((await shifts(page)).sum).toBeLessThanOrEqual(0.02);
});

test('a bet on a champion is placed once, shown in the records and settled with the final', async ({ page }) => {
  await register(page, server.url);
  await page.goto(`${server.url}/EuropeCup`);
  await page.locator('.row').filter({ hasText: '支持' }).first().click();
  const sheet = page.getByRole('dialog', { name: /^冠军：/ });
  await sheet.getByRole('button', { name: '5 注' }).click();
  await expect(sheet).toContainText('共 10.00 元演示金');
  await sheet.getByRole('button', { name: '投注' }).click();
  await page.getByRole('dialog', { name: '确认投注' }).getByRole('button', { name: '投注' }).click();
  await expect(page.getByText('已投注 5 注，10.00 元')).toBeVisible();
  await page.goto(`${server.url}/betRecord`);
  const record = page.locator('.row').filter({ hasText: '欧洲杯' });
  await expect(record).toHaveCount(1);
  await expect(record).toContainText('10.00');
});
