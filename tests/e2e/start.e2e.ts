/** How a page of the built app begins: it is painted before any script of the app has run. */
import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

test('nothing of the app runs before the first frame: its files travel as preloads, and a script of a few lines starts them', async ({
  page,
}) => {
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
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/assets\/index-[\w-]+\.js/.test(name))),
  ).toBe(true);
  await page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
  await expect(page.getByRole('button', { name: '机选', exact: true })).toBeVisible();
  await expect(page.locator('.splash')).toBeHidden();
});
