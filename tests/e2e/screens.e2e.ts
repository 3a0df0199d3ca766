import { get } from 'node:http';
import type { Page } from '@playwright/test';
import routes from '../../app/descriptions/routes.json' with { type: 'json' };
import { clipped } from './support/clipped.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { answersInTurn, shifts, watchShifts } from './support/shift.ts';
import { expect, register, test } from './support/test.ts';
import { smallTargets } from './support/touch.ts';
import { violations } from './support/violations.ts';

// Each is long and asks nothing of the others: two workers share them, each with a server of its own.
test.describe.configure({ mode: 'parallel' });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, demo: true });
});
// Some tests open every screen: a hundred, at three widths.
test.describe.configure({ timeout: 480_000 });
test.afterAll(async () => {
  await server?.stop();
});

/** Described screens that a player reaches, with parameters filled in. */
const SCREENS = [
  '/',
  '/ssq',
  '/ssc/jlffc',
  '/k3/jsks',
  '/xyft/bjpk10',
  '/QWLHC/qwlhc',
  '/jczq',
  '/jclq',
  '/ctzq',
  '/confirmationSSC/jlffc',
  '/confirmationJSKS/jsks',
  '/NumConfirmation/ssq/DT',
  '/QWLHC/NumConfirmation?gameCode=qwlhc',
  '/addNumber?gameCode=jlffc',
  '/login',
  '/register',
  '/betRecord',
  '/result',
  '/resultDetailList/jlffc',
  '/resultDetailList/jlffc?view=trend',
  '/resultDetailList/qwlhc?view=trend',
  '/gpresultdetaillist',
  '/MoreLottery',
  '/transactionRecord',
  '/rechargeType6',
  '/rechargeConfigure',
  '/WalletManagement',
  '/setting',
  '/helpCenter',
  '/helpType/games',
  '/helpDetail/buy/chase',
  '/helpDetail/games/jsks',
  '/Article1',
  '/MsgCenter',
  '/EDownload',
  '/search?q=ssq',
  '/msgSettings',
  '/articleDetail?id=dan-tuo-guide',
  '/ActivityList1',
  '/menuCenter',
  '/ScorePromote',
  '/ScoreDiscount',
  '/ScoreSubagent',
  '/ScoreGameReport',
  '/ScoreReprot',
  '/ScoreReturnList',
  '/ScoreBetReport',
  '/noticeDetail/play-money',
  '/maintaining',
  '/qq',
  '/KefuTest',
  '/testspeed',
  '/scores',
  '/scores?tab=coming',
  '/EuropeCup',
  '/EuropeCup?tab=knockout',
  '/sjb?tab=table',
  '/OgbEventPage',
  '/OgbRank',
  '/FiveLeagueBattleList',
  '/gamecenter/demo',
  '/iframePage',
  '/memberCenter',
  '/CheckInCalendar',
  '/SetAvatar',
  '/Store',
  '/Store?shelf=coupons',
  '/MyBag',
  '/ActivityDetail?id=6f0c9a51d2e84b37a1c5e8f3047b92de',
  '/playerProtection',
  '/spending',
  '/yuEBao',
  '/electic2',
  '/transDetailList',
  '/accountDetail',
  '/bonus2',
  '/bonus3?id=coupon-888',
  '/buyTogether',
  '/buyTogether?view=joined',
  '/buyTogether?view=rank',
  '/togetherOrder',
];
const TABS = ['首页', '购彩', '开奖', '发现', '我的'];

async function settled(page: Page): Promise<void> {
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await expect(page.getByRole('main').or(page.getByRole('tabpanel')).first()).toBeVisible();
}

/** A chase that is running, and the record of it: pages of a player who has bet. */
async function placeChase(page: Page): Promise<readonly string[]> {
  await page.goto(`${server.url}/ssc/jlffc`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('switch', { name: '追号' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '确认追号' }).click();
  await page.getByRole('button', { name: '查看追号' }).click();
  await settled(page);
  await expect(page.getByText(/^追号中/)).toBeVisible();
  return [new URL(page.url()).pathname + new URL(page.url()).search, '/betRecord'];
}

/** A page of another origin, with the tutorial and then the floating ball over it. */
async function openFrame(page: Page): Promise<void> {
  await page.goto(`${server.url}/gamecenter/demo`);
  await page.getByText('幸运转盘').click();
  await expect(page.getByRole('dialog', { name: '悬浮球怎么用' })).toBeVisible();
}

/** Opens every screen, frames and tabs included, and calls `look` when it is drawn. */
async function visit(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await register(page, server.url);
  const placed = await placeChase(page);
  for (const path of [...placed, ...SCREENS]) {
    await page.goto(server.url + path);
    await settled(page);
    await look(path);
  }
  await openFrame(page);
  await settled(page);
  await look('frame');
  await page.goto(server.url);
  for (const tab of TABS) {
    await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: tab }).click();
    await settled(page);
    await look(tab);
  }
}

async function expectUnclipped(page: Page, name: string): Promise<void> {
  for (const width of [430, 390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await clipped(page), `${name} at ${width} px`).toEqual([]);
  }
  const size = (percent: string) => page.evaluate((value) => void (document.documentElement.style.fontSize = value), percent);
  await size('200%');
  expect.soft(await clipped(page), `${name} at 360 px with text twice as large`).toEqual([]);
  await size('');
  await page.setViewportSize({ width: 390, height: 844 });
}

test('no screen is clipped at 360, 390, 430 px or with text twice as large, moves by itself or has small targets, and every screen is accessible (axe)', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchShifts(page);
  await answersInTurn(page, 50);
  await visit(page, async (name) => {
    await expect.soft(page.getByText('演示 · 无现金价值').filter({ visible: true }).first(), name).toBeVisible();
    const { sum, where } = await shifts(page);
    expect.soft(sum, `${name} moved by itself: ${where.join('; ')}`).toBeLessThanOrEqual(0.02);
    expect.soft(await smallTargets(page), `${name}: targets`).toEqual([]);
    await expectUnclipped(page, name);
    // A width that changes moves everything.
    await shifts(page);
    expect.soft(await violations(page, { frames: name === 'frame' }), name).toEqual([]);
    if (name !== 'frame') return;
    await page.getByRole('button', { name: '进入游戏' }).click();
    expect.soft(await violations(page, { frames: true }), 'floating ball over a frame').toEqual([]);
  });
});

/** Screens whose parts come one after the other, and what is there once all of them have come. */
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
  await watchShifts(page);
  await register(page, server.url);
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
    await settled(page);
    // What a frame moved is told after it.
    await page.evaluate(() => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(told)))));
    const { sum, where } = await shifts(page);
    expect.soft(sum, `${path} moved by itself: ${where.join('; ')}`).toBeLessThanOrEqual(0.02);
  }
});

/** Bytes that a server sends for an address, headers included, to a browser that takes Brotli. */
const bytesOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.socket.bytesRead));
    }).on('error', reject);
  });

test('the page of every screen fits the ten packets that a new connection sends without waiting', async () => {
  for (const path of SCREENS) expect(await bytesOf(server.url + path), path).toBeLessThan(10 * 1_460);
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

/** Routes that do not open a screen for this visitor or player, and what is there instead. */
async function unopened(page: Page, loggedIn: boolean): Promise<string[]> {
  const found: string[] = [];
  // A page that nobody asks for is in between: where the screen stays the same, nothing tells the next page from the one before.
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
  for (const { path, loginOnly } of routes.routes as readonly { readonly path: string; readonly loginOnly?: boolean }[]) {
    if (path === away) continue;
    await go(addressOf(path));
    const shown = page.locator(pageAt).first();
    await expect(page.locator('.skeleton'), path).toHaveCount(0);
    if (loginOnly === true && !loggedIn) {
      if (!/^\/login\b/i.test(new URL(page.url()).pathname)) found.push(`${path}: no login`);
      await go(away);
      continue;
    }
    const text = await shown.innerText();
    if (text.trim() === '' || /尚未开放|内容加载失败|页面不存在/.test(text)) found.push(`${path}: ${text.slice(0, 60)}`);
    await go(away);
  }
  return found;
}

test.describe('every route of the product opens its screen', () => {
  // What is asked for by an example may not be there, and is answered so.
  test.use({ refusals: true });

  test('for a visitor, and a login where a player is wanted', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(server.url);
    await settled(page);
    expect(await unopened(page, false)).toEqual([]);
  });

  test('for a player', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await register(page, server.url);
    expect(await unopened(page, true)).toEqual([]);
  });
});

test.describe('refusals', () => {
  test.use({ refusals: true });

  test('a visitor is sent to log in, a wrong password says so, and login leads to where they were going', async ({ page }) => {
    const name = await register(page, server.url);
    await page.goto(`${server.url}/setting`);
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click();
    await page.goto(`${server.url}/transactionRecord`);
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('用户名').fill(name);
    await page.getByLabel('密码', { exact: true }).fill('wrong-one');
    await page.getByRole('button', { name: '登录' }).last().click();
    await expect(page.getByText(/密码不正确|用户名或密码/).first()).toBeVisible();
    await expect(page.getByLabel('用户名')).toHaveValue(name);
    await page.getByLabel('密码', { exact: true }).fill('secret123');
    await page.getByRole('button', { name: '登录' }).last().click();
    await expect(page).toHaveURL(/\/transactionRecord$/);
    await expect(page.getByText('+10,000.00')).toBeVisible();
  });

  test('an order that is not there says so and offers the way back', async ({ page }) => {
    await register(page, server.url);
    await page.goto(`${server.url}/orderDetails?orderId=00000000-0000-7000-8000-000000000000`);
    await expect(page.getByText('订单不存在').first()).toBeVisible();
    // Asking again would never help.
    await expect(page.getByRole('main').getByRole('button', { name: '返回' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: '重试' })).toHaveCount(0);
  });
});
