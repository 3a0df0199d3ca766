/** How far a bet is from the front page and from the board, counted in taps; and that nothing moves under the thumb on the way. */
import type { Page } from '@playwright/test';
import { choosePlay, tapBoard } from './support/play.ts';
import { countRestyledElements } from './support/restyled.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

/** Counts the taps that the page is given from now on. */
async function counting(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { taps: (window as unknown as { taps: number }).taps + 1 }), true);
  });
  return () => page.evaluate(() => (window as unknown as { taps: number }).taps);
}

const sure = (page: Page) => page.getByRole('button', { name: '确定' });
const placed = (page: Page) => expect(page.getByRole('dialog', { name: '投注成功' })).toBeVisible();

test('a random bet takes four taps from the front page', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(server.url);
  const tile = page.getByRole('button', { name: /^双色球/ }).first();
  await expect(tile).toBeVisible();
  const taps = await counting(page);
  await tile.click();
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await sure(page).click();
  await page.getByRole('button', { name: '确认投注' }).click();
  await placed(page);
  expect(await taps()).toBe(4);
});

test('a bet picked by hand takes nine taps from the board, and nothing moves under the thumb', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/ssq`);
  await expect(sure(page)).toBeVisible();
  const taps = await counting(page);
  const button = sure(page);
  /** Whole pixels: a page that scrolls by itself may rest on half of one. */
  const places = async () =>
    (await Promise.all([page.locator('.bet-bar').boundingBox(), button.boundingBox()])).map((box) => ({
      width: Math.round(box?.width ?? 0),
      height: Math.round(box?.height ?? 0),
      bottom: Math.floor((box?.y ?? 0) + (box?.height ?? 0) + 0.5),
    }));
  const before = await places();
  await tapBoard(page, '红球', '01', '02', '03', '04', '05', '06');
  await tapBoard(page, '蓝球', '09');
  await expect(page.getByText(/最高可得约 ¥/)).toBeVisible();
  expect(await places()).toEqual(before);
  await button.click();
  await page.getByRole('button', { name: '确认投注' }).click();
  await placed(page);
  expect(await taps()).toBe(9);
});

test('a bet picked by hand takes nine touches from the front page: holding 确定 places it, a short press does not', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(server.url);
  const tile = page.getByRole('button', { name: /^双色球/ }).first();
  await expect(tile).toBeVisible();
  const taps = await counting(page);
  await tile.click();
  await tapBoard(page, '红球', '01', '02', '03', '04', '05', '06');
  await tapBoard(page, '蓝球', '09');
  const bets: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/bet_szc')) bets.push(request.url());
  });
  await sure(page).hover();
  await page.mouse.down();
  await placed(page);
  await page.mouse.up();
  expect([await taps(), bets.length]).toEqual([9, 1]);

  // What is already on the slip was not before the player's eyes: it is shown, and nothing is placed.
  await page.goto(`${server.url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await sure(page).click();
  await expect(page.getByRole('button', { name: '确认投注' })).toBeVisible();
  await page.goto(`${server.url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await sure(page).hover();
  await page.mouse.down();
  await expect(page.getByRole('button', { name: '确认投注' })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText(/2 注/).first()).toBeVisible();
  expect(bets).toHaveLength(1);
});

test('a tap and a tick of the countdown restyle only the elements that they change', async ({ page }) => {
  await page.goto(`${server.url}/ssc/jlffc`);
  await expect(sure(page)).toBeVisible();
  const left = page.getByRole('timer').first();
  await expect(left).toHaveText(/\d:\d/);
  const aSecond = async () => expect(left).not.toHaveText((await left.textContent()) ?? '');
  /** Of some 300 elements of the page. */
  const most = 60;
  // Pages that may come next are loaded ahead, and each of their style sheets restyles all of the page: this one is the last.
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/lines-field-')));
  // What comes after the board may be on its way at first.
  await expect(async () => expect(Math.max(0, ...(await countRestyledElements(page, aSecond)))).toBeLessThan(most)).toPass({
    timeout: 30_000,
  });
  const passes = await countRestyledElements(page, async () => {
    for (const at of [1, 2]) {
      await page.locator('.pick').nth(at).tap();
      await expect(page.locator('.pick.cur')).toHaveCount(at);
    }
  });
  expect(passes.length).toBeGreaterThan(3);
  expect(Math.max(...passes), `elements restyled in each pass: ${passes.join(' ')}`).toBeLessThan(most);
});

test('picks survive a reload, another page and another play', async ({ page }) => {
  await page.goto(`${server.url}/ssq`);
  await tapBoard(page, '红球', '05', '08');
  await choosePlay(page, '胆拖');
  await page.reload();
  const picked = page.getByRole('tabpanel').getByRole('button', { pressed: true, name: /^红球/ });
  await expect(picked).toHaveCount(2);
  await page.getByRole('button', { name: '记录' }).click();
  await page.goto(`${server.url}/ssq`);
  await expect(picked).toHaveCount(2);
  await choosePlay(page, '普通');
  await expect(picked).toHaveCount(2);
});

test('pulling down the head of a game shows the last draws, and a tap closes them', async ({ page }) => {
  await page.goto(`${server.url}/ssq`);
  const open = page.getByRole('button', { name: '最近开奖与遗漏冷热' });
  // The panel comes after the board.
  await expect(page.locator('.game-head__panel')).toBeAttached();
  const box = await open.boundingBox();
  const fingers = await page.context().newCDPSession(page);
  const at = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y: (box?.y ?? 0) + 20 + down }],
    });
  await at('touchStart', 0);
  for (let down = 20; down <= 300; down += 20) await at('touchMove', down);
  await expect(page.locator('.game-head--pulled')).toBeVisible();
  await at('touchEnd', 0);
  await expect(open).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('list', { name: '最近开奖' }).getByRole('listitem').first()).toBeVisible();
  await open.click({ position: { x: 300, y: 10 } });
  await expect(open).toHaveAttribute('aria-expanded', 'false');
});

for (const [what, size] of [
  ['held sideways', { width: 844, height: 390 }],
  ['on a table', { width: 1100, height: 800 }],
] as const)
  test(`${what} board and bet bar stand side by side, and the numbers are in reach`, async ({ page }) => {
    await page.setViewportSize(size);
    for (const route of ['/ssq', '/ssc/jlffc']) {
      await page.goto(server.url + route);
      await expect(sure(page)).toBeVisible();
      const ball = page.locator('.pick').first();
      await ball.click({ trial: true });
      const [left, right] = [await page.locator('.board').boundingBox(), await page.locator('.bet-bar').boundingBox()];
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
      expect((await ball.boundingBox())?.y ?? size.height).toBeLessThan(size.height - 60);
      if (size.height > 500) {
        await expect(page.locator('.game-head__draws li').first()).toBeVisible();
        const [head, slip] = [await page.locator('.game-head').boundingBox(), await page.locator('.slip-aside').boundingBox()];
        expect(slip?.y ?? 0, 'the slip begins below the draws').toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
      }
      // The bar stays where it is however far down the board one reads.
      await page.locator('.pick').last().scrollIntoViewIfNeeded();
      await expect(page.locator('.bet-bar')).toBeInViewport({ ratio: 1 });
    }
  });

test('on a slow phone a game of the list is opened and left again and again', async ({ page, context }) => {
  await page.goto(`${server.url}/MoreLottery`);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (let visit = 0; visit < 3; visit++) {
    await page.locator('[data-game=ssq]').first().click();
    await expect(page).toHaveURL(/\/ssq$/);
    await expect(page.locator('.layer')).toHaveCount(1);
    await page.getByRole('button', { name: '返回' }).click();
    await expect(page).toHaveURL(/MoreLottery/);
    await expect(page.locator('.layer')).toHaveCount(1);
  }
});

test('two quick taps on an entry open one page, and one step back leaves it', async ({ page }) => {
  await page.goto(server.url);
  await page
    .getByRole('button', { name: /^双色球/ })
    .first()
    .evaluate((entry: HTMLElement) => {
      entry.click();
      entry.click();
    });
  await expect(page).toHaveURL(/\/ssq$/);
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});
