/** The installed app: a start without the network, and a new version in two tabs. */
import type { BrowserContext } from '@playwright/test';
import { type InstalledApp, installedApp, updateButton, waitUntilCached, waitUntilTaken } from './support/installed-app.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow', refusals: true });

let app: InstalledApp;
test.beforeAll(async () => {
  app = await installedApp();
});
test.afterAll(() => app?.stop());

const unplug = (context: BrowserContext): Promise<void> => context.setOffline(true);

test('without a network the app starts with its last data and says how old they are', async ({ page, context }) => {
  await page.goto(app.server.url);
  await expect(page.getByText('演示 · 无现金价值').first()).toBeVisible();
  await waitUntilCached(page);
  // A page of help and an article that are read with the network can be read without it.
  await page.goto(`${app.server.url}/helpDetail/buy/chase`);
  await expect(page.getByText('这页有帮助吗？')).toBeVisible();
  await page.goto(`${app.server.url}/result`);
  await expect(page.getByRole('heading', { name: '开奖' }).first()).toBeVisible();

  await page.goto(`${app.server.url}/search`);
  await expect(page.getByRole('heading', { name: '热门彩种' })).toBeVisible();

  await unplug(context);
  await page.goto(`${app.server.url}/helpDetail/buy/chase`);
  await expect(page.getByRole('heading', { name: '什么是追号' }).first()).toBeVisible();
  await expect(page.getByText(/内容更新于 \d\d:\d\d:\d\d|网络已断开/)).toBeVisible();
  await page.goto(app.server.url);
  await expect(page.getByText('吉林分分彩').first()).toBeVisible();

  await page.goto(`${app.server.url}/search`);
  await page.getByRole('searchbox').fill('zhuihao');
  await expect(page.getByRole('button', { name: /什么是追号/ })).toBeVisible();
  await expect(page.locator('mark', { hasText: '追号' }).first()).toBeVisible();
  await expect(page.getByText('当前只能搜索彩种和帮助')).toBeVisible();
  await page.getByRole('button', { name: /什么是追号/ }).click();
  await expect(page.getByRole('heading', { name: '什么是追号' }).first()).toBeVisible();
  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('button', { name: 'zhuihao', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '清空记录' }).click();
  await expect(page.getByRole('heading', { name: '最近搜索' })).toHaveCount(0);

  await context.setOffline(false);
  await expect(page.getByText(/网络已断开|连接中断/)).toHaveCount(0);
});

test('a tab loads a new version with its own tap after another tab has loaded it', async ({ page, context }) => {
  await page.goto(app.server.url);
  await waitUntilCached(page);
  app.publish('newest');
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) {
    await tab.goto(app.server.url);
    await tab.evaluate(() => Object.assign(window, { before: true }));
  }
  for (const tab of tabs) await expect(updateButton(tab)).toBeVisible();
  await updateButton(page).click();
  await page.waitForFunction(() => !('before' in window));
  await waitUntilTaken(page);
  // The other tab stays as it is until it is tapped.
  await other.bringToFront();
  await expect(updateButton(other)).toBeVisible();
  expect(await other.evaluate(() => 'before' in window)).toBe(true);
  await updateButton(other).click();
  await other.waitForFunction(() => !('before' in window));
  await expect(other.getByText('演示 · 无现金价值').first()).toBeVisible();
});
