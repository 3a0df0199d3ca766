import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, register, test } from './support/test.ts';
import { openWheel } from './support/wheel.ts';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

const ball = (page: Page) => page.getByRole('button', { name: /^悬浮球/ });
const loads = (page: Page) => page.locator('[data-loads]').getAttribute('data-loads');

async function middle(page: Page): Promise<{ x: number; y: number }> {
  const box = await ball(page).boundingBox();
  if (!box) throw new Error('no ball');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** One finger: down on the ball, over the frame, up. */
async function drag(page: Page, to: { x: number; y: number }): Promise<void> {
  const from = await middle(page);
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 6; step++)
    await touch('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 }]);
  await touch('touchEnd', []);
  await fingers.detach();
}

test.describe('a game in the frame', () => {
  test('plays on another origin, with the tutorial before it', async ({ page }) => {
    await newPlayer(page, server.url);
    await openWheel(page, server.url);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: '转一次（10 积分）' }).click();
    await expect(frame.getByText(/获得 \d+ 积分|未中奖，再转一次/)).toBeVisible();
    const src = new URL((await page.locator('iframe').getAttribute('src')) as string);
    expect(src.origin).not.toBe(new URL(server.url).origin);
    expect(src.search, 'nothing of the player goes to the provider').toBe('');
  });

  test('the tutorial leads back too', async ({ page }) => {
    await newPlayer(page, server.url);
    await page.goto(`${server.url}/gamecenter/demo`);
    await page.getByText('翻牌').click();
    await page.getByRole('dialog').getByRole('button', { name: '返回' }).click();
    await expect(page).toHaveURL(/gamecenter/);
  });

  test('one tap on the ball reloads the game, and two taps go back', async ({ page }) => {
    await newPlayer(page, server.url);
    await openWheel(page, server.url);
    expect(await loads(page)).toBe('1');
    await ball(page).tap();
    await expect.poll(() => loads(page)).toBe('2');
    await expect(page.frameLocator('iframe').getByRole('heading', { name: '幸运转盘' })).toBeVisible();
    const { x, y } = await middle(page);
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    await expect(page).toHaveURL(/gamecenter/);
  });

  test('dragged, the ball snaps to the nearer edge, and a reload remembers where; it fades when left alone', async ({ page }) => {
    await newPlayer(page, server.url);
    await openWheel(page, server.url);
    await drag(page, { x: 120, y: 300 });
    await expect.poll(async () => Math.round((await ball(page).boundingBox())?.x ?? -1)).toBe(8);
    expect(await loads(page), 'a drag is no tap').toBe('1');
    const before = await middle(page);
    expect(Math.abs(before.y - 300)).toBeLessThan(4);
    await page.reload();
    await page.getByRole('dialog').getByRole('button', { name: '进入游戏' }).click();
    await expect.poll(async () => middle(page)).toEqual(before);
    await expect(ball(page)).toHaveAttribute('data-state', 'faded');
    await drag(page, { x: 300, y: 500 });
    await expect.poll(async () => Math.round((await ball(page).boundingBox())?.x ?? -1)).toBe(390 - 52 - 8);
  });

  test('the ball works with the keyboard', async ({ page }) => {
    await newPlayer(page, server.url);
    await openWheel(page, server.url);
    await ball(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Math.round((await ball(page).boundingBox())?.x ?? -1)).toBe(8);
    await page.keyboard.press('Enter');
    await expect.poll(() => loads(page)).toBe('2');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/gamecenter/);
  });

  test('messages of a framed game lead to the login, 余额宝 and home', async ({ page }) => {
    await newPlayer(page, server.url);
    for (const [name, path] of [
      ['余额宝', '/yuEBao'],
      ['去登录', '/login'],
      ['回首页', '/'],
    ] as const) {
      await openWheel(page, server.url);
      await page.frameLocator('iframe').getByRole('button', { name }).click();
      await expect.poll(() => new URL(page.url()).pathname, name).toBe(path);
    }
  });
});

test('a slow game enables its buttons only when it can react', async ({ page }) => {
  await newPlayer(page, server.url);
  let arrive = (): void => {};
  const script = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/frame.js', async (route) => {
    await script;
    await route.continue();
  });
  await page.goto(`${server.url}/gamecenter/demo`);
  await page.getByText('幸运转盘').click();
  await page.getByRole('dialog').getByRole('button', { name: '进入游戏' }).click();
  const button = page.frameLocator('iframe').getByRole('button', { name: '余额宝' });
  await expect(button).toBeDisabled();
  arrive();
  await button.click();
  await expect(page).toHaveURL(/yuEBao/);
});

test('a visitor who opens a game logs in first, and comes back to it', async ({ page }) => {
  await page.goto(`${server.url}/gamecenter/demo`);
  await page.getByText('幸运转盘').click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('用户名').fill('demo');
  await page.getByLabel('密码', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/gamecenter\/demo$/);
  await page.getByText('幸运转盘').click();
  await expect(page).toHaveURL(/\/iframePage$/);
  await page.getByRole('dialog', { name: '悬浮球怎么用' }).getByRole('button', { name: '进入游戏' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: '幸运转盘' })).toBeVisible();
});

test.describe('providers and cashiers of an operator', () => {
  let cashier: Server;
  let operated: RunningServer;
  const received: string[] = [];
  test.beforeAll(async () => {
    cashier = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        received.push(`${request.method} ${request.url} ${body}`);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end('<!doctype html><html lang="zh"><title>收银台</title><h1>演示收银台</h1></html>');
      });
    });
    await new Promise<void>((resolve) => cashier.listen(0, '127.0.0.1', resolve));
    const providers = join(mkdtempSync(join(tmpdir(), 'caipu-providers-')), 'providers.json');
    const games = [{ code: 'wheel', name: '横屏转盘', page: '2' }];
    writeFileSync(providers, JSON.stringify([{ company: 'GF_CQ9', name: 'CQ9', launchUrl: '{demo}/wheel/', games }]));
    const env = { CAIPU_PROVIDERS: providers, CAIPU_FORM_ORIGINS: `http://127.0.0.1:${(cashier.address() as AddressInfo).port}` };
    operated = await startServer({ clock: 1, demo: true, games: ['ssq'], env });
  });
  test.afterAll(async () => {
    await operated?.stop();
    await new Promise<void>((resolve) => void cashier.close(() => resolve()));
  });

  test('a GF_CQ9 game on the second frame page loads again when the phone is turned to landscape, and only then', async ({ page }) => {
    await newPlayer(page, operated.url);
    await page.goto(`${operated.url}/gamecenter/GF_CQ9`);
    await page.getByText('横屏转盘').click();
    await expect(page).toHaveURL(/\/iframePage2$/);
    await page.getByRole('dialog', { name: '悬浮球怎么用' }).getByRole('button', { name: '进入游戏' }).click();
    const wheel = page.frameLocator('iframe').getByRole('heading', { name: '幸运转盘' });
    await expect(wheel).toBeVisible();
    expect(await loads(page)).toBe('1');
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => loads(page)).toBe('2');
    await expect(wheel).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => matchMedia('(orientation: landscape)').matches)).toBe(false);
    expect(await loads(page), 'back to portrait').toBe('2');
  });

  test('a form is handed in to the cashier that the operator named, once, in the frame', async ({ page }) => {
    await register(page, operated.url);
    const origin = `http://127.0.0.1:${(cashier.address() as AddressInfo).port}`;
    received.length = 0;
    await page.evaluate((url) => {
      const token = Object.keys(localStorage).find((name) => name.endsWith('.token')) as string;
      const request = { title: 'recharge', url, method: 'POST', fields: { amount: '100', order: 'o 1&2' } };
      sessionStorage.setItem(token.replace(/token$/, 'frame'), JSON.stringify(request));
    }, `${origin}/pay`);
    await page.goto(`${operated.url}/iframePage`);
    await expect(page.frameLocator('iframe').getByRole('heading', { name: '演示收银台' })).toBeVisible();
    expect(received.filter((each) => each.startsWith('POST'))).toEqual(['POST /pay amount=100&order=o+1%262']);
    // A page that was opened by a form POST has no buttons for reloading or opening outside: they would repeat or lose the form.
    await expect(page.getByRole('button', { name: '刷新' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: '外部打开' })).toHaveCount(0);
    await page.getByRole('button', { name: '返回' }).click();
    await expect(page).not.toHaveURL(/iframePage/);
  });
});

test('customer service and activities open in the frame; an activity leads back where it came from', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/qq`);
  await page.getByRole('button', { name: '在线客服' }).click();
  await expect(page.frameLocator('iframe').getByText('您好，我是演示客服')).toBeVisible();
  await expect(page.getByRole('button', { name: '返回' })).toHaveCount(0);
  await page.goto(`${server.url}/ActivityList1`);
  await page.getByText('开奖验证周').click();
  await expect(page.frameLocator('iframe').getByText('这是演示活动')).toBeVisible();
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(/ActivityList1/);
});

test('发现 leads to the live scores of the app', async ({ page }) => {
  await page.goto(`${server.url}/`);
  await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '发现' }).click();
  await page.getByRole('button', { name: /比分直播/ }).click();
  await expect(page).toHaveURL(/\/scores$/);
  await expect(page.getByRole('tab', { name: /即时/ })).toBeVisible();
});

test('the line test measures three lines', async ({ page }) => {
  await page.goto(`${server.url}/testspeed`);
  await expect(page.getByText(/^\d+ 毫秒$/)).toHaveCount(3);
  await expect(page.getByText(/^线路(畅通|正常|较慢)/)).toBeVisible();
});

test.describe('under maintenance', () => {
  test.use({ refusals: true });
  test('under maintenance the app says so on every page', async ({ page }) => {
    const closed = await startServer({ games: ['ssq'], env: { CAIPU_MAINTENANCE: '升级中，预计 10 分钟' } });
    try {
      await page.goto(closed.url);
      await expect(page).toHaveURL(/\/maintaining$/);
      await expect(page.getByText('升级中，预计 10 分钟').first()).toBeVisible();
      await page.getByRole('button', { name: '重新检查' }).click();
      await expect(page).toHaveURL(/\/maintaining$/);
    } finally {
      await closed.stop();
    }
  });
});
