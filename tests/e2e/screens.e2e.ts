import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import routes from '../../app/descriptions/routes.json' with { type: 'json' };
import open from '../platform/routes-open.json' with { type: 'json' };
import { type RunningServer, startServer } from './support/server.ts';
import { expect, register, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1 });
});
test.afterAll(async () => {
  await server?.stop();
});

/** Described screens that a player reaches, with parameters filled in. */
const SCREENS = [
  '/',
  '/ssq',
  '/ssc/jlffc',
  '/k3/jsks',
  '/confirmationSSC/jlffc',
  '/confirmationJSKS/jsks',
  '/NumConfirmation/ssq/DT',
  '/addNumber?gameCode=jlffc',
  '/login',
  '/register',
  '/betRecord',
  '/result',
  '/resultDetailList/jlffc',
  '/resultDetailList/jlffc?view=trend',
  '/gpresultdetaillist',
  '/MoreLottery',
  '/transactionRecord',
  '/setting',
  '/helpCenter',
];
const TABS = ['首页', '购彩', '开奖', '发现', '我的'];

/** What sticks out of the phone, and text that its own box cuts off. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wide = document.scrollingElement?.scrollWidth ?? 0;
    if (wide > window.innerWidth) found.push(`the page is ${wide} px wide`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const style = getComputedStyle(element);
      const ownText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!ownText || style.visibility === 'hidden' || element.closest('.visually-hidden') || element.getClientRects().length === 0)
        continue;
      const hides = style.overflowX !== 'visible' || style.overflowY !== 'visible';
      if (hides && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2))
        found.push(`${element.className || element.tagName}: ${element.textContent}`);
    }
    return found;
  });
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await expect(page.getByRole('main').or(page.getByRole('tabpanel')).first()).toBeVisible();
}

for (const width of [360, 390, 430]) {
  test(`no screen is clipped at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await register(page, server.url);
    for (const path of SCREENS) {
      await page.goto(server.url + path);
      await settled(page);
      expect(await clipped(page), path).toEqual([]);
    }
    await page.goto(server.url);
    for (const tab of TABS) {
      await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: tab }).click();
      await settled(page);
      expect(await clipped(page), tab).toEqual([]);
    }
  });
}

test('every screen is accessible (axe)', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await register(page, server.url);
  const look = async (name: string) => {
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`),
      name,
    ).toEqual([]);
  };
  for (const path of SCREENS) {
    await page.goto(server.url + path);
    await look(path);
  }
  await page.goto(server.url);
  for (const tab of TABS) {
    await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: tab }).click();
    await look(tab);
  }
});

test('every route of the product opens something honest', async ({ page }) => {
  await register(page, server.url);
  let notOpen = 0;
  for (const route of routes.routes) {
    const path = route.path.replace(/\{[^}]*\}/g, (name) => (name === '{gameCode}' || name === '{gamename}' ? 'jlffc' : '1'));
    if (route.screen) continue;
    await page.goto(server.url + path);
    await expect(page.getByText('该页面尚未开放'), path).toBeVisible();
    notOpen += 1;
  }
  expect(notOpen).toBe(open.withoutScreen);
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

  test('an order that is not there says so and offers another try', async ({ page }) => {
    await register(page, server.url);
    await page.goto(`${server.url}/orderDetails?orderId=00000000-0000-7000-8000-000000000000`);
    await expect(page.getByText('订单不存在').first()).toBeVisible();
    await expect(page.getByRole('button', { name: '重试' }).first()).toBeVisible();
  });
});
