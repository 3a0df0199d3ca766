/** Rows of numbers on narrow screens: no number lies on another one, and the issues of a list of results stand on one edge. */
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, demo: true, games: ['bjpk10', 'cqssc', 'ssq', 'qwlhc'], env: { CAIPU_DEMO_DRAWS: '20' } });
});
test.afterAll(() => server?.stop());

/** Balls of the latest draws that are narrower than the number in them. */
const squeezed = (page: Page): Promise<readonly string[]> =>
  page.locator('.last-draw .ball:not(.ball--die)').evaluateAll((balls) =>
    balls.flatMap((ball) => {
      const range = document.createRange();
      range.selectNodeContents(ball);
      return range.getBoundingClientRect().width > ball.getBoundingClientRect().width ? [ball.textContent ?? ''] : [];
    }),
  );

for (const width of [320, 360, 390])
  test(`no ball of the latest draws is narrower than its number at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    for (const path of ['/MoreLottery', '/']) {
      await page.goto(`${server.url}${path}`);
      await expect(page.locator('.last-draw .car-1').first()).toBeAttached();
      expect(await squeezed(page), path).toEqual([]);
    }
  });

test('the issues of 开奖 stand below the names, on their edge', async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${server.url}/result`);
    await expect(page.locator('.draw-list__head')).toHaveCount(4);
    const edges = await page.locator('.draw-list__head').evaluateAll((heads) =>
      heads.map((head) => {
        const [title, note] = [...head.children].map((child) => child.getBoundingClientRect());
        return title !== undefined && note !== undefined && note.left === title.left && note.top >= title.bottom;
      }),
    );
    expect(edges).toEqual([true, true, true, true]);
  }
});
