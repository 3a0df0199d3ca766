/** Results, trend charts, all games, and typed bets, as a player meets them in Chromium. */
import type { Page } from '@playwright/test';
import { choosePlay } from './support/play.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { layoutShifts, recordLayoutShifts } from './support/shift.ts';
import { expect, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['jlffc', 'ssq', 'jsks'] });
  const drawn = async (): Promise<number> => {
    const answer = await fetch(`${server.url}/api/lotteryresult/list?gameCode=jlffc&size=300&only=numbers`);
    return ((await answer.json()) as { models: { items: unknown[] } }).models.items.length;
  };
  // Enough draws for the longest chart. A leap further than issues are opened ahead would leave issues out.
  const leap = async (): Promise<number> => {
    const count = await drawn();
    if (count < 300) await server.advance(1_200_000);
    return count;
  };
  await expect.poll(leap, { timeout: 60_000, intervals: [200] }).toBe(300);
});
test.afterAll(async () => {
  await server.stop();
});

/** A fingerprint of the painted picture: colours of every 97th pixel. */
const picture = (page: Page): Promise<string> =>
  page.locator('.trend__canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height);
    let hash = 0;
    for (let at = 0; at < data.length; at += 97) hash = (hash * 31 + (data[at] ?? 0)) | 0;
    return String(hash);
  });

test('the trend chart draws the numbers of each issue and scrolls over 300 issues', async ({ page }) => {
  await page.goto(`${server.url}/ssc/jlffc`);
  await page.getByRole('button', { name: '走势' }).click();
  await expect(page).toHaveURL(/resultDetailList\/jlffc\?view=trend/);
  const chart = page.locator('.trend__canvas');
  await expect(chart).toHaveAttribute('aria-label', /分布走势，最近 50 期/);
  const whole = await picture(page);

  await page.getByRole('button', { name: '万位' }).click();
  await expect(chart).toHaveAttribute('aria-label', /万位走势/);
  const first = await picture(page);
  expect(first).not.toBe(whole);
  await page.getByRole('button', { name: '折线' }).click();
  await expect.poll(() => picture(page)).not.toBe(first);

  await page.getByLabel('看多少期').selectOption('300');
  await expect(chart).toHaveAttribute('aria-label', /最近 300 期/);
  const end = await picture(page);
  const scroller = page.getByRole('region', { name: /走势图，可滚动/ });
  const seen = await scroller.evaluate(async (box) => {
    let most = 0;
    for (let step = 0; step < 60; step++) {
      box.scrollTop -= 120;
      await new Promise(requestAnimationFrame);
      most = Math.max(most, Number(box.querySelector('canvas')?.dataset.rows));
    }
    return { most, height: box.scrollHeight };
  });
  expect(seen.height).toBeGreaterThan(300 * 30);
  // Only what can be seen is painted.
  expect(seen.most).toBeLessThan(40);
  expect(await picture(page)).not.toBe(end);
});

test('the chart gives its figures as tables, and follows the next draw', async ({ page }) => {
  await page.goto(`${server.url}/resultDetailList/jlffc?view=trend`);
  await page.getByRole('button', { name: '个位' }).click();
  const newest = await page.locator('.trend__canvas').getAttribute('aria-label');
  await server.advance(120_000);
  await expect(page.locator('.trend__canvas')).not.toHaveAttribute('aria-label', newest ?? '');
  await page.getByRole('button', { name: '表格' }).click();
  await expect(page.getByRole('table', { name: '个位统计' }).getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('table', { name: /各期开出/ }).getByRole('row')).toHaveCount(51);
});

test('all games: search, star and order survive a reload', async ({ page }) => {
  await page.goto(`${server.url}/MoreLottery`);
  await page.getByRole('searchbox', { name: '搜索彩种' }).fill('快三');
  await expect(page.locator('[data-game]')).toHaveCount(1);
  await page.getByRole('button', { name: '收藏江苏快三' }).click();
  await page.getByRole('searchbox', { name: '搜索彩种' }).fill('');
  await page.getByRole('button', { name: '排序：默认排序' }).click();
  await page.getByRole('button', { name: '最近截止' }).click();
  await page.reload();
  await expect(page.getByRole('region', { name: '收藏' }).locator('[data-game]')).toHaveAttribute('data-game', 'jsks');
  await expect(page.getByRole('button', { name: '排序：最近截止' })).toBeVisible();
  await expect(page.getByRole('button', { name: '收藏江苏快三' }).first()).toHaveAttribute('aria-pressed', 'true');
});

test('results of a quick game by day, and a draw that plays and can be skipped', async ({ page }) => {
  await page.goto(`${server.url}/gpresultdetaillist`);
  await page.getByLabel('彩种').selectOption('jlffc');
  const rows = page.locator('.draw-list__row');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('button', { name: '前一天' }).click();
  await expect(page.getByLabel('日期')).not.toHaveValue('');
  await page.getByRole('button', { name: '后一天' }).click();
  await rows.first().click();
  await expect(page).toHaveURL(/issue=/);
  await expect(page.getByRole('button', { name: '重看开奖' })).toBeVisible();
  // The facts of the numbers stand under them as soon as all of them are there.
  await expect(page.locator('.draw-result .draw-facts')).toContainText('总和');
  // Time stands still from here on: a busy machine would look when the draw has been played already.
  await page.clock.install({ time: await page.evaluate(() => Date.now()) });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.getByRole('button', { name: '重看开奖' }).click();
  await expect(page.locator('.ball--blank').first()).toBeVisible();
  await page.getByRole('button', { name: '跳过' }).click();
  await expect(page.locator('.ball--blank')).toHaveCount(0);
});

test('a board stays where it is while its game is counted down, drawn and goes on', async ({ page }) => {
  const quick = await startServer({ games: ['jlffc'], clock: 10 });
  try {
    await recordLayoutShifts(page);
    await page.goto(`${quick.url}/ssc/jlffc`);
    const head = page.locator('.latest-draw__issue');
    const issue = () => head.locator('span').first().textContent();
    await expect(page.locator('.latest-draw .draw-facts')).toBeVisible();
    const before = await issue();
    await expect(head.getByText(/秒后开奖|开奖中/)).toBeVisible();
    await expect.poll(issue).not.toBe(before);
    await expect(page.locator('.latest-draw .draw-facts')).toBeVisible();
    const { sum, where } = await layoutShifts(page);
    expect(sum, where.join('; ')).toBeLessThanOrEqual(0.02);
  } finally {
    await page.close();
    await quick.stop();
  }
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('under reduced motion a draw appears at once', async ({ page }) => {
    await page.goto(`${server.url}/resultDetailList/jlffc`);
    await page.locator('.draw-list__row').first().click();
    await page.getByRole('button', { name: '重看开奖' }).click();
    await expect(page.locator('.ball--blank')).toHaveCount(0);
  });

  test('the elements below an awaited part appear at once and not level by level', async ({ page }) => {
    await page.goto(`${server.url}/resultDetailList/jlffc`);
    await expect(page.locator('.draw-list__row .ball').first()).toBeVisible();
    const seen = await page.locator('main').evaluate((main) => {
      const visibility = () => [...main.querySelectorAll('*')].map((each) => getComputedStyle(each).visibility);
      main.style.visibility = 'hidden';
      const hidden = visibility();
      main.style.visibility = '';
      return { hidden: [...new Set(hidden)], shown: visibility().filter((each) => each === 'hidden').length };
    });
    expect(seen).toEqual({ hidden: ['hidden'], shown: 0 });
  });
});

test('typed bets are counted, their mistakes are explained by line, and the corrected bets are priced', async ({ page }) => {
  await page.goto(`${server.url}/ssc/jlffc`);
  await choosePlay(page, '前三直选单式');
  const field = page.getByRole('textbox', { name: /输入或粘贴/ });
  await field.fill('123 456\n78\n12a 999\n123');
  await expect(page.getByText('已读入 3 组号码')).toBeVisible();
  const rejected = page.getByRole('list', { name: '有误的内容' }).getByRole('listitem');
  await expect(rejected).toHaveCount(3);
  await expect(rejected.first()).toContainText('第 2 行');
  await page.getByRole('button', { name: '去掉错的' }).click();
  await expect(field).toHaveValue('123 456\n999');
  await expect(page.getByRole('region', { name: '投注栏' })).toContainText('3 注 · ¥6');
  await page.reload();
  await expect(page.getByRole('textbox', { name: /输入或粘贴/ })).toHaveValue('123 456\n999');
});
