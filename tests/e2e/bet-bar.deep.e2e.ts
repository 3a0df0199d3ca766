/** The bet bar leaves the board in sight: it folds while the board scrolls and in low windows, and its keys stay within reach. */
import type { Page } from '@playwright/test';
import { choosePlay, tapBoard } from './support/play.ts';
import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

const bar = (page: Page) => page.getByRole('region', { name: '投注栏' });
const isFolded = (page: Page) => bar(page).evaluate((element) => element.hasAttribute('data-folded'));

/** Opens the board of 双色球 at a size; `text` is the size of text in percent. */
async function open(page: Page, width: number, height: number, text = 100): Promise<void> {
  await page.setViewportSize({ width, height });
  // Each change of the bar is seen at its end.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((size) => {
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = `${size}%`));
  }, text);
  await page.goto(`${server.url}/ssq`);
  await expect(page.locator('.pick').first()).toBeVisible();
  await expect(bar(page)).toBeVisible();
}

/** Rows of balls of an area whose numbers can be touched where they stand. */
const rowsInSight = (page: Page, area: string): Promise<number> =>
  page.evaluate((name) => {
    const balls = [
      ...document.querySelectorAll(`[role=group][aria-label^="${name}"] .pick__ball, fieldset[aria-label^="${name}"] .pick__ball`),
    ];
    const tops = balls.flatMap((ball) => {
      const { left, top, width, height } = ball.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return seen !== null && ball.closest('.pick')?.contains(seen) ? [Math.round(top)] : [];
    });
    return new Set(tops).size;
  }, area);

const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => document.querySelector('.page__main:has(> .board)')?.scrollTo(0, to), top);
const boardTop = (page: Page) => page.evaluate(() => (document.querySelector<HTMLElement>('.board')?.offsetTop ?? 0) - 110);

test('on a phone of 390 × 844 the bar stands open, and a part of the blue zone is in sight', async ({ page }) => {
  await open(page, 390, 844);
  expect(await isFolded(page)).toBe(false);
  expect(await rowsInSight(page, '红球')).toBe(5);
  const blue = await page.getByRole('button', { name: /^蓝球 01/ }).boundingBox();
  const top = await bar(page).boundingBox();
  expect((top?.y ?? 0) - (blue?.y ?? 0)).toBeGreaterThan(20);
});

test('at 320 × 568 the bar is one row: three rows of balls are in sight, and a tap on the count unfolds it', async ({ page }) => {
  await open(page, 320, 568);
  expect(await rowsInSight(page, '红球')).toBeGreaterThanOrEqual(3);
  await expect(bar(page).getByText('还差 6 个红球、1 个蓝球')).toBeInViewport({ ratio: 1 });
  const before = await bar(page).boundingBox();
  const go = await page.getByRole('button', { name: '确定' }).boundingBox();
  const random = page.getByRole('button', { name: '机选', exact: true });
  expect(await isFolded(page)).toBe(true);
  await page.getByRole('button', { name: '展开投注栏' }).tap();
  await expect(page.getByRole('button', { name: '收起投注栏' })).toHaveAttribute('aria-expanded', 'true');
  await random.tap();
  await expect(bar(page)).toContainText('1 注 · ¥2');
  await scrollTo(page, await boardTop(page));
  await expect.poll(() => isFolded(page)).toBe(true);
  // Neither its place in the page nor 确定 has moved.
  expect(await bar(page).boundingBox()).toEqual(before);
  expect(await page.getByRole('button', { name: '确定' }).boundingBox()).toEqual(go);
});

test('at 360 px with text of 200 % three rows are in sight while the board scrolls, and the keyboard reaches the stepper', async ({
  page,
}) => {
  await open(page, 360, 800, 200);
  await scrollTo(page, await boardTop(page));
  await expect.poll(() => isFolded(page)).toBe(true);
  expect(await rowsInSight(page, '红球')).toBeGreaterThanOrEqual(3);
  await page.getByRole('button', { name: '展开投注栏' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('.bet-bar__tools :focus')).toBeInViewport({ ratio: 1 });
});

test('at the end of the page the bar is open, and covers no ball', async ({ page }) => {
  await open(page, 320, 568);
  await scrollTo(page, 100_000);
  await expect.poll(() => isFolded(page)).toBe(false);
  const last = await page.getByRole('button', { name: /^蓝球 16/ }).boundingBox();
  const top = await bar(page).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
});

test('any play of 时时彩 is three taps away, and one that was used before two', async ({ page }) => {
  await page.goto(`${server.url}/ssc/jlffc`);
  const drawer = page.getByRole('dialog', { name: '选择玩法' });
  const openDrawer = page.getByRole('button', { name: /^玩法：.+，更换$/ });
  await openDrawer.tap();
  await expect(drawer.getByRole('tab', { name: '前三' })).toHaveAttribute('aria-selected', 'true');
  await drawer.getByRole('tab', { name: '四星' }).tap();
  await drawer.getByRole('tabpanel', { name: '四星' }).getByRole('button', { name: '四星直选', exact: true }).tap();
  await expect(page.getByRole('tabpanel', { name: '四星直选选号' })).toBeVisible();
  await choosePlay(page, '定位胆');
  await openDrawer.tap();
  // The rail opens at the group of the play on the board, and arrow keys move along it.
  await expect(drawer.getByRole('tab', { name: '定位胆' })).toHaveAttribute('aria-selected', 'true');
  await drawer.getByRole('tab', { name: '定位胆' }).press('ArrowDown');
  await expect(drawer.getByRole('tab', { name: '不定位' })).toBeFocused();
  await drawer.getByRole('region', { name: '最近用过' }).getByRole('button', { name: '四星直选', exact: true }).tap();
  await expect(page.getByRole('tabpanel', { name: '四星直选选号' })).toBeVisible();
  await tapBoard(page, '千位', '1');
});
