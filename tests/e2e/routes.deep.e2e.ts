import type { Page } from '@playwright/test';
import routes from '../../app/descriptions/routes.json' with { type: 'json' };
import { FEW_DRAWS, type RunningServer, startServer } from './support/server.ts';
import { waitUntilSettled } from './support/settled.ts';
import { layoutShifts, recordLayoutShifts } from './support/shift.ts';
import { expect, newPlayer, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, demo: true, env: FEW_DRAWS });
});
test.afterAll(() => server?.stop());

/** Screens whose parts come one after the other, and an element that shows once all of them have come. */
const IN_PARTS = {
  '/lhc': '.latest-draw .ball:not(.ball--blank)',
  '/ssq': '.latest-draw .ball:not(.ball--blank)',
  '/jczq': '.match',
  '/gpresultdetaillist': '.draw-list__row',
  '/transactionRecord': '.rows__cell',
  '/gamecenter/demo': '.row',
  '/MsgCenter': '.swipe',
};

test('a screen that is opened with nothing cached over a usual 4G does not move while its parts come', async ({ page }) => {
  await recordLayoutShifts(page);
  await newPlayer(page, server.url);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    downloadThroughput: 500_000,
    uploadThroughput: 250_000,
    latency: 80,
  });
  for (const [path, last] of Object.entries(IN_PARTS)) {
    await page.goto(server.url + path);
    await expect(page.locator(last).first()).toBeVisible();
    await waitUntilSettled(page);
    // Observers report the moves of a frame after it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
    const { sum, where } = await layoutShifts(page);
    expect.soft(sum, `${path} moved by itself: ${where.join('; ')}`).toBeLessThanOrEqual(0.02);
  }
});

/** What stands in for a parameter of a route, by the whole route where its name alone does not say. */
const EXAMPLES: Readonly<Record<string, string>> = {
  gameCode: 'ssq',
  gameType: 'DS',
  gamename: 'ssq',
  company: 'demo',
  menu: 'jczq',
  type: 'week',
  name: 'chase',
  date: '2026-01-01',
  noticeId: 'play-money',
  '/ssc/{gameCode}': '/ssc/jlffc',
  '/k3/{gameCode}': '/k3/jsks',
  '/xyft/{gameCode}': '/xyft/bjpk10',
  '/QWLHC/{gameCode}': '/QWLHC/qwlhc',
  '/sport/{gameCode}': '/sport/jczq',
  '/LYB/{gameCode}': '/LYB/LYB',
  '/ShootingDragonDoor/{gameCode}': '/ShootingDragonDoor/SLM',
  '/confirmationSSC/{gameType}': '/confirmationSSC/jlffc',
  '/confirmationJSKS/{gameType}': '/confirmationJSKS/jsks',
  '/sportResultDetailList/{gamename}/{date}': '/sportResultDetailList/jczq/2026-01-01',
  '/helpType/{type}': '/helpType/games',
  '/helpDetail/{type}/{name}': '/helpDetail/buy/chase',
};
const addressOf = (path: string): string => EXAMPLES[path] ?? path.replace(/\{(\w+)\}/g, (_, name: string) => EXAMPLES[name] ?? '');

interface Route {
  readonly path: string;
  readonly screen: string;
  readonly loginOnly?: boolean;
}

/** Routes that do not open a screen for this visitor or player, and the page that opens instead. */
async function unopened(page: Page, loggedIn: boolean): Promise<string[]> {
  const found: string[] = [];
  const away = '/maintaining';
  const pageAt = 'main:not([data-left]), [role=tabpanel]:not([data-left])';
  const go = async (address: string): Promise<void> => {
    // Within the app: loading it two hundred times says nothing about its routes.
    await page.evaluate((to) => {
      for (const each of document.querySelectorAll('main, [role=tabpanel]')) each.setAttribute('data-left', '');
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await expect(page.locator(pageAt).first(), address).toBeVisible();
  };
  await go(away);
  let open = '';
  for (const { path, screen, loginOnly } of routes.routes as readonly Route[]) {
    const asksForLogin = loginOnly === true && !loggedIn;
    const next = asksForLogin ? 'login' : screen;
    // Another screen is in between where the screen stays the same: nothing tells the next page from the one before.
    if (next === open) await go(away);
    open = next;
    await go(addressOf(path));
    const shown = page.locator(pageAt).first();
    await expect(page.locator('.skeleton'), path).toHaveCount(0);
    if (asksForLogin) {
      if (!/^\/login\b/i.test(new URL(page.url()).pathname)) found.push(`${path}: no login`);
      continue;
    }
    // A block whose code is still on its way has nothing to say yet.
    await expect(shown, path).toHaveText(/\S/);
    const text = await shown.innerText();
    if (text.trim() === '' || /尚未开放|内容加载失败|页面不存在/.test(text)) found.push(`${path}: ${text.slice(0, 60)}`);
  }
  return found;
}

test.describe('every route of the product opens its screen', () => {
  // The object that an example asks for may not exist, and the answer says so.
  test.use({ refusals: true });

  test('every route opens its screen for a visitor, or the login where a player is required', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(server.url);
    await waitUntilSettled(page);
    expect(await unopened(page, false)).toEqual([]);
  });

  test('every route opens its screen for a player', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await newPlayer(page, server.url);
    await page.goto(server.url);
    await waitUntilSettled(page);
    expect(await unopened(page, true)).toEqual([]);
  });
});

test.describe('refusals', () => {
  test.use({ refusals: true });

  test('a visitor logs in after a wrong password and arrives at the page that was asked for', async ({ page, shared }) => {
    const { name, password } = await newPlayer(page, shared.url);
    await page.goto(`${shared.url}/setting`);
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click();
    await page.goto(`${shared.url}/transactionRecord`);
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('用户名').fill(name);
    await page.getByLabel('密码', { exact: true }).fill('wrong-one');
    await page.getByRole('button', { name: '登录' }).last().click();
    await expect(page.getByText(/密码不正确|用户名或密码/).first()).toBeVisible();
    await expect(page.getByLabel('用户名')).toHaveValue(name);
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByRole('button', { name: '登录' }).last().click();
    await expect(page).toHaveURL(/\/transactionRecord$/);
    await expect(page.getByText('+¥10,000.00')).toBeVisible();
  });

  test('the page of an unknown order says so and offers the way back', async ({ page, shared }) => {
    await newPlayer(page, shared.url);
    await page.goto(`${shared.url}/orderDetails?orderId=00000000-0000-7000-8000-000000000000`);
    await expect(page.getByText('订单不存在').first()).toBeVisible();
    // Asking again would never help.
    await expect(page.getByRole('main').getByRole('button', { name: '返回' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0);
  });
});
