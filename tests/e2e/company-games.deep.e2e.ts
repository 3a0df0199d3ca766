/** Games of companies in a browser: searched, starred, played for money that was moved there, and their bets in the records. */
import { mkdirSync } from 'node:fs';
import { clippedTexts } from './support/clipped.ts';
import { recharge } from './support/recharge.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

const PICTURES = 'test-results/company-games';

test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  mkdirSync(PICTURES, { recursive: true });
  server = shared;
});

test('a game is found, starred and played; what was bet there is in the records', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/betRecordDGG`);
  await expect(page.getByText('这家公司没有您的投注记录')).toBeVisible();
  await expect(page.getByRole('button', { name: '去转账中心' })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/records-empty.png` });

  await page.goto(`${server.url}/gamecenter/demo`);
  await expect(page.getByText('幸运转盘')).toBeVisible();
  await page.getByRole('searchbox').fill('翻牌');
  await expect(page.getByText('幸运转盘')).toHaveCount(0);
  await expect(page.getByText('翻两张，相同得分')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/search.png` });

  // Money goes along into a game, once the player has recharged and wants it.
  await recharge(page, server.url, 100);
  await page.goto(`${server.url}/electic2`);
  await page.getByText('进入游戏前自动转入').click();
  await expect(page.getByText('已开启').first()).toBeVisible();
  await page.goto(`${server.url}/gamecenter/demo2`);
  await page.getByRole('listitem').filter({ hasText: '猜硬币' }).getByRole('button', { name: '收藏', exact: true }).click();
  await expect(page.getByText('已收藏').first()).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/starred.png` });
  await page.getByText('猜硬币').click();
  await page.getByRole('button', { name: '进入游戏' }).click();
  const game = page.frameLocator('iframe');
  await expect(game.locator('#balance')).toHaveText('10100.00');
  await game.getByRole('button', { name: '猜正面' }).click();
  await expect(game.getByText(/^开(正面|反面)/)).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/coin.png` });
  expect(['10099.00', '10101.00']).toContain(await game.locator('#balance').textContent());

  await page.goto(`${server.url}/betRecordDGG`);
  await expect(page.getByText(/猜正面，开/)).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/records.png` });
  expect(await clippedTexts(page)).toEqual([]);
  await page.goto(`${server.url}/gamecenter/demo2?show=recent`);
  await expect(page.getByText(/上次玩/)).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/recent.png` });
});
