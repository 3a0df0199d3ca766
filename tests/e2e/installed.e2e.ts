/** The installed app: what makes it installable, a start without the network, a new version, and what a phone never keeps. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, register, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow', refusals: true });

const web = mkdtempSync(join(tmpdir(), 'caipu-web-'));
let server: RunningServer;
test.beforeAll(async () => {
  cpSync(fileURLToPath(new URL('../../dist/app', import.meta.url)), web, { recursive: true });
  server = await startServer({ games: ['jlffc', 'ssq'], env: { CAIPU_WEB: web } });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(web, { recursive: true, force: true });
});

/** The worker is in charge, and has kept what the page showed. */
async function waitUntilCached(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const answers = () => page.evaluate(async () => (await (await caches.open('caipu-answers-1')).keys()).map(({ url }) => url));
  await expect.poll(answers).toContainEqual(expect.stringContaining('/allresult'));
  expect(await page.evaluate(async () => (await caches.match('/offline-shell')) !== undefined)).toBe(true);
}

/** Everything that the phone stores: addresses, and the texts of all files but pictures. */
const everything = (page: Page): Promise<{ url: string; body: string }[]> =>
  page.evaluate(async () => {
    const found: { url: string; body: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found.push({ url: request.url, body: (await response?.text()) ?? '' });
      }
    }
    return found;
  });

const updateButton = (page: Page) => page.getByRole('button', { name: '更新', exact: true });

/**
 * The new worker is in charge. Chromium lets it wait while the old one has work: the tap then loads the page without it. The server of these
 * tests has no newer page, so the page offers the version again.
 */
async function waitUntilTaken(page: Page): Promise<void> {
  await expect(async () => {
    const waits = await page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
    if (waits) await updateButton(page).click({ timeout: 5_000 });
    expect(waits).toBe(false);
  }).toPass();
}

const unplug = (context: BrowserContext): Promise<void> => context.setOffline(true);

test('the app can be installed: a manifest with icons of the brand, and a worker that starts it', async ({ page }) => {
  await page.goto(server.url);
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []]);
  const manifest = JSON.parse(data ?? '{}') as {
    start_url: string;
    scope: string;
    display: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone', theme_color: '#C8102E', lang: 'zh-CN' });
  for (const { src, sizes } of manifest.icons.filter(({ sizes: size }) => size !== 'any')) {
    const side = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect(side).toBe(sizes);
  }
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The test's windows keep nothing, which Chromium tells as a reason of its own.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('without a network the app starts with its last data and says how old they are', async ({ page, context }) => {
  await page.goto(server.url);
  await expect(page.getByText('演示 · 无现金价值').first()).toBeVisible();
  await waitUntilCached(page);
  // A page of help and an article that are read with the network can be read without it.
  await page.goto(`${server.url}/helpDetail/buy/chase`);
  await expect(page.getByText('这页有帮助吗？')).toBeVisible();
  await page.goto(`${server.url}/result`);
  await expect(page.getByRole('heading', { name: '开奖' }).first()).toBeVisible();

  await page.goto(`${server.url}/search`);
  await expect(page.getByRole('heading', { name: '热门彩种' })).toBeVisible();

  await unplug(context);
  await page.goto(`${server.url}/helpDetail/buy/chase`);
  await expect(page.getByRole('heading', { name: '什么是追号' }).first()).toBeVisible();
  await expect(page.getByText(/内容更新于 \d\d:\d\d:\d\d|网络已断开/)).toBeVisible();
  await page.goto(server.url);
  await expect(page.getByText('吉林分分彩').first()).toBeVisible();

  await page.goto(`${server.url}/search`);
  await page.getByRole('searchbox').fill('zhuihao');
  await expect(page.getByRole('button', { name: /什么是追号/ })).toBeVisible();
  await expect(page.locator('mark', { hasText: '追号' }).first()).toBeVisible();
  await expect(page.getByText('现在只能找彩种和帮助')).toBeVisible();
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

test('the service worker caches no money, order or session of a player', async ({ page }) => {
  const name = await register(page, server.url);
  await page.goto(server.url);
  await waitUntilCached(page);
  for (const path of ['/WalletManagement', '/betRecord', '/transactionRecord', '/personalInfo', '/ssc/jlffc', '/result', '/'])
    await page.goto(server.url + path).then(() => expect(page.locator('main').last()).toBeVisible());
  await page.waitForLoadState('load');
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name: url }) => url.includes('/allresult')));
  const token = await page.evaluate(
    () => Object.entries({ ...sessionStorage, ...localStorage }).find(([key]) => key.endsWith('.token'))?.[1] ?? '',
  );
  expect(token).not.toBe('');
  const all = await everything(page);
  expect(all.length).toBeGreaterThan(30);
  for (const { url, body } of all) {
    expect(url).not.toMatch(/[?&](tk|mid|s|RDUID|ip)=/);
    expect(new URL(url).pathname).not.toMatch(/^\/api\/(fund|order|usercenter|account|lottery\/)|^\/events/i);
    expect(body, url).not.toContain(name);
    expect(body, url).not.toMatch(/"balanceFen"/);
    expect(body, url).not.toContain(token);
  }
});

test('a new version is offered, waits while a bet is made, and comes with a tap', async ({ page }) => {
  await page.goto(server.url);
  await waitUntilCached(page);
  writeFileSync(join(web, 'sw.js'), readFileSync(join(web, 'sw.js'), 'utf8').replace(/index-[\w-]+\.js/, 'index-newer.js'));
  await page.goto(`${server.url}/ssc/jlffc`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))).toBe(true);
  const update = updateButton(page);
  await expect(update).toHaveCount(0);
  await page.getByRole('button', { name: '返回' }).click();
  await expect(update).toBeVisible();
  await page.evaluate(() => Object.assign(window, { before: true }));
  await update.click();
  await page.waitForFunction(() => !('before' in window));
  await expect(page.getByText('演示 · 无现金价值').first()).toBeVisible();
  await waitUntilTaken(page);
  await expect(update).toHaveCount(0);
  // What was picked before is picked in the new version.
  await page.goto(`${server.url}/ssc/jlffc`);
  await expect(page.getByText('1 注 · ¥2')).toBeVisible();
});

test('a tab loads a new version with its own tap after another tab has loaded it', async ({ page, context }) => {
  await page.goto(server.url);
  await waitUntilCached(page);
  writeFileSync(join(web, 'sw.js'), readFileSync(join(web, 'sw.js'), 'utf8').replace(/index-[\w-]+\.js/, 'index-newest.js'));
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) {
    await tab.goto(server.url);
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
