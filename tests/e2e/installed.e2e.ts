/** The installed app: what makes it installable, a new version, and what a phone never stores. The rest is in installed.deep.e2e.ts. */
import type { Page } from '@playwright/test';
import { type InstalledApp, installedApp, updateButton, waitUntilCached, waitUntilTaken } from './support/installed-app.ts';
import { expect, register, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow', refusals: true });

let app: InstalledApp;
test.beforeAll(async () => {
  app = await installedApp();
});
test.afterAll(() => app?.stop());

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

test('the app can be installed: a manifest with icons of the brand, and a worker that starts it', async ({ page }) => {
  await page.goto(app.server.url);
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

test('the service worker caches no money, order or session of a player', async ({ page }) => {
  const name = await register(page, app.server.url);
  await page.goto(app.server.url);
  await waitUntilCached(page);
  for (const path of ['/WalletManagement', '/betRecord', '/transactionRecord', '/personalInfo', '/ssc/jlffc', '/result', '/'])
    await page.goto(app.server.url + path).then(() => expect(page.locator('main').last()).toBeVisible());
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
  await page.goto(app.server.url);
  await waitUntilCached(page);
  app.publish('newer');
  await page.goto(`${app.server.url}/ssc/jlffc`);
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
  await page.goto(`${app.server.url}/ssc/jlffc`);
  await expect(page.getByText('1 注 · ¥2')).toBeVisible();
});
