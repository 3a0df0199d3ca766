/** The server goes away and comes back under a page that is open: nothing has to be loaded by hand. */
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

// The browser notes each request that fails.
test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['jlffc', 'ssq'] });
});
test.afterAll(async () => {
  await server?.stop();
});

/** Between the pages of this context and the server there is nothing. */
const unplug = (page: Page): Promise<unknown> => page.context().route('**/*', (route) => route.abort('connectionrefused'));
const plugIn = (page: Page): Promise<void> => page.context().unroute('**/*');
const strip = (page: Page) => page.getByText(/^连接中断，正在重试/);

test('the slip opens while the server is down, a strip says so, and both recover with the server', async ({ page }) => {
  await newPlayer(page, server.url);
  const prepared = page.waitForResponse((response) => /\/assets\/slip.*\.js/.test(response.url()));
  await page.goto(`${server.url}/ssc/jlffc`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await prepared;
  // The stream of events never ends, so the network is never idle: what is fetched ahead is there when nothing has come for a while.
  await page.waitForFunction(() => {
    const ended = performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).responseEnd);
    return performance.now() - Math.max(...ended) > 1_500;
  });

  await unplug(page);
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('heading', { name: /确认投注/ })).toBeVisible();
  await expect(page.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(1);
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  await expect(strip(page)).toBeVisible();
  await expect(strip(page)).toContainText(/内容更新于 \d\d:\d\d:\d\d/);

  await plugIn(page);
  await expect(strip(page)).toHaveCount(0);
  // The minute may have ended meanwhile: then the slip asks whether the next issue is meant.
  const confirm = page.getByRole('button', { name: '确认投注' });
  await page.addLocatorHandler(page.getByRole('button', { name: '知道了' }), (button) => button.click());
  await confirm.click();
  await expect(page.getByText('查看订单')).toBeVisible();
});

test('a page that could not be loaded says so in plain words and loads by itself later', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/setting`);
  // What a menu entry is opened with is fetched ahead.
  await page.waitForFunction(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(
      ({ name, responseEnd }) => name.includes('/descriptions/menu/codes.') && responseEnd > 0,
    ),
  );
  await expect(page.getByText('当前账号')).toBeVisible();
  await unplug(page);
  await page.getByText('线路检测').click();
  const failed = page.getByText('内容加载失败，请检查网络后重试');
  await expect(failed).toBeVisible();
  await expect(page.getByRole('main').last()).not.toContainText(/screen|testspeed/);
  await plugIn(page);
  await expect(failed).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '线路检测' })).toBeVisible();
});
