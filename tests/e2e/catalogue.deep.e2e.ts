/** The catalogue of the workshop as pictures: games on matches have one for all of their plays and one for each, with made-up matches. */
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'catalogue-test';
let server: RunningServer;
test.beforeAll(async () => {
  // No feed: what the pictures show is no match of the server's.
  server = await startServer({ games: ['jsks'], sports: true, operatorPassword: PASSWORD, env: { CAIPU_FEED: 'none' } });
});
test.afterAll(async () => {
  await server.stop();
});
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 });

async function find(page: Page, code: string): Promise<void> {
  await page.getByLabel('找彩种或界面').fill(code);
  await expect(page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: new RegExp(`\\b${code}\\b`) })).toBeVisible();
}

test('every game on matches is pictured whole and play by play', async ({ page }) => {
  await page.goto(`${server.url}/workshop`);
  await page.getByLabel('管理员密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('button', { name: '总览', exact: true }).click();
  const phone = (caption: string) => page.frameLocator(`iframe[title="${caption}"]`);
  const cells = (caption: string) => phone(caption).locator('.match-cell');

  await find(page, 'jczq');
  await expect(phone('全部玩法').getByRole('heading', { name: '竞彩足球' })).toBeVisible();
  await expect(phone('全部玩法').getByRole('tab', { name: '混合过关' })).toBeVisible();
  await expect(page.locator('.catalogue figcaption')).toHaveText([
    '全部玩法',
    '胜平负',
    '让球胜平负',
    '比分',
    '总进球',
    '半全场',
    '二选一',
  ]);
  // A play alone has its own cells in the row, and no tabs.
  await expect(cells('总进球').first()).toContainText('0');
  await expect(phone('总进球').getByRole('tab')).toHaveCount(0);
  await expect(phone('比分').getByText('选比分').first()).toBeVisible();

  await find(page, 'jclq');
  await expect(phone('全部玩法').getByRole('heading', { name: '竞彩篮球' })).toBeVisible();
  await expect(cells('大小分').first()).toBeVisible();
  await find(page, 'ctzq');
  await expect(phone('14 场胜负').getByText('/ 14 场')).toBeVisible();
  await expect(phone('14 场胜负').locator('.match')).toHaveCount(14);
  await find(page, 'bjdc');
  await expect(cells('上下单双').first()).toBeVisible();
});
