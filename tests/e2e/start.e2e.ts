/** How a page of the built app begins: it is painted before any script of the app has run. */
import type { Page } from '@playwright/test';
import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

test('no script of the app runs before the first frame', async ({ page }) => {
  const html = await (await fetch(`${server.url}/ssc/jlffc`)).text();
  expect([...html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    expect.stringMatching(/^\/assets\/start-\w+\.js$/),
  ]);
  const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  expect(preloads.length).toBeGreaterThan(5);
  for (const link of preloads) expect(link).toContain('fetchpriority="low"');

  // Frames do not come while this holds them back, and neither does the app.
  await page.addInitScript(() => {
    const held: FrameRequestCallback[] = [];
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => held.push(callback);
    Object.assign(window, {
      letGo: () => {
        window.requestAnimationFrame = frame;
        for (const callback of held) frame(callback);
      },
    });
  });
  await page.goto(`${server.url}/ssc/jlffc`, { waitUntil: 'load' });
  await expect(page.locator('.splash')).toBeVisible();
  // The entry is preloaded, and a preload does not hold the load event back.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/assets\/index-[\w-]+\.js/.test(name))))
    .toBe(true);
  await expect(page.locator('.splash')).toBeVisible();
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
  await expect(page.getByRole('button', { name: '机选', exact: true })).toBeVisible();
  await expect(page.locator('.splash')).toBeHidden();
});

test.describe('when the app does not come', () => {
  test.use({ refusals: true });
  const help = (page: Page) => page.locator('.splash__help');

  for (const [what, file] of [
    ['its entry', /\/assets\/index-[\w-]+\.js$/],
    ['a script that the entry needs', /\/assets\/react-[\w-]+\.js$/],
    ['a style sheet', /\/assets\/index-[\w-]+\.css$/],
  ] as const)
    test(`the splash says so and loads the page once more: ${what} is lost`, async ({ page }) => {
      await page.route(file, (route) => route.abort());
      await page.goto(`${server.url}/ssq?from=here`);
      await expect(help(page)).toContainText('页面没有加载完整，请检查网络');
      await expect(page.getByRole('button', { name: '机选', exact: true })).toHaveCount(0);
      await page.unrouteAll();
      await help(page).getByRole('link', { name: '重新加载' }).click();
      await expect(page.getByRole('button', { name: '机选', exact: true })).toBeVisible();
      expect(new URL(page.url()).search).toBe('?from=here');
    });

  test('the splash loads the page again by itself when the network is back', async ({ page, context }) => {
    await page.route(/\/assets\/react-[\w-]+\.js$/, (route) => route.abort());
    await page.goto(server.url);
    await expect(help(page)).toBeVisible();
    await page.unrouteAll();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: /双色球/ }).first()).toBeVisible();
  });

  test('after a while the splash offers to reload, whatever happened to the scripts', async ({ page }) => {
    await page.route(/\/assets\/start-\w+\.js$/, (route) => route.abort());
    await page.goto(server.url);
    await expect(page.locator('.splash__name')).toBeVisible();
    await expect(help(page)).toBeHidden();
    await help(page).evaluate((element) => element.getAnimations().forEach((each) => each.finish()));
    await expect(help(page)).toContainText('加载有些慢，请检查网络');
    expect((await help(page).getByRole('link').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  // A page of their own: what fails here is an error of the page too.
  test('a browser that is too old sees a message', async ({ context }) => {
    const page = await context.newPage();
    await page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));
    await page.goto(server.url);
    await expect(help(page)).toContainText('浏览器版本较旧，请更新后再打开');
  });

  test('a page whose blocks failed to load says so once, and 重试 loads all of them', async ({ context }) => {
    const page = await context.newPage();
    await page.route(/\/assets\/home-[\w-]+\.js$/, (route) => route.abort());
    await page.goto(server.url);
    const failed = page.getByText('内容加载失败，请检查网络').filter({ visible: true });
    await expect(failed.first()).toBeVisible();
    await expect(failed).toHaveCount(1);
    await page.unrouteAll();
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.getByRole('button', { name: /双色球/ }).first()).toBeVisible();
    await expect(failed).toHaveCount(0);
  });
});
