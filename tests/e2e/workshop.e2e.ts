/** The main journey of the workshop: a draft is seen on the phone, compared, published and taken back, and players see each step. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { openGame, openWorkshop, previewFrame, replaceInDescription } from './support/workshop.ts';

const PASSWORD = 'workshop-test';
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['jsks', 'ssq'], ownDescriptions: true, operatorPassword: PASSWORD });
});
test.afterAll(async () => {
  await server.stop();
});
// An operator sits at a desk.
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 });

test('a draft is previewed, compared, published and rolled back', async ({ page, browser }) => {
  const playerContext = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const player = await playerContext.newPage();
  await player.goto(`${server.url}/k3/jsks`);
  await expect(player.getByRole('heading', { name: '江苏快三', exact: true })).toBeVisible();

  await openWorkshop(page, server.url, PASSWORD);
  const before = await openGame(page, 'jsks');
  // The phone is the real engine: a tap on it counts a bet by the draft's rules.
  await previewFrame(page)
    .getByRole('button', { name: /^和值 3，/ })
    .click();
  await expect(previewFrame(page).getByText(/1 注/).first()).toBeVisible();

  await replaceInDescription(page, '"江苏快三"', '"江苏快三甲"');
  await replaceInDescription(page, '"multiplier": 50000', '"multiplier": 500');
  await expect(previewFrame(page).getByRole('heading', { name: '江苏快三甲' })).toBeVisible();
  await expect(previewFrame(page).getByText(/1 注/).first()).toBeVisible();
  await page.getByRole('tab', { name: /变化/ }).click();
  await expect(page.getByRole('tabpanel')).toContainText('名称：江苏快三 → 江苏快三甲');
  await expect(page.getByRole('tabpanel')).toContainText('最高倍数：50,000 → 500');
  await page.getByRole('tab', { name: '概率' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('概率和返奖率为精确值');
  await page.getByRole('tabpanel').getByRole('button', { name: '和值 HZ', exact: true }).click();
  await expect(page.getByRole('tabpanel')).toContainText('1 : 216');
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布 jsks')).toBeVisible();
  await expect(player.getByRole('heading', { name: '江苏快三甲' })).toBeVisible();
  expect(readFileSync(join(server.games, 'jsks.json'), 'utf8')).toContain('江苏快三甲');

  await page.getByRole('tab', { name: '版本' }).click();
  await page.getByRole('button', { name: '回退到此版本' }).first().click();
  // Players see it at once, so the operator confirms it.
  await page.getByRole('alertdialog').getByRole('button', { name: '回退' }).click();
  await expect(player.getByRole('heading', { name: '江苏快三', exact: true })).toBeVisible();
  expect(readFileSync(join(server.games, 'jsks.json'), 'utf8')).toBe(before);
  await playerContext.close();
});
