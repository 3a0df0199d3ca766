/**
 * Sessions of scratch cards and small games, recorded as record.ts records its own. `npm run traces -- -g games`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { expect, register, test } from '../e2e/support/test.ts';
import { smallCard } from '../server/support/scratch.ts';
import { openScreen, saveRecording } from './save.ts';

// An answer is lost on purpose here, which the browser notes on its console.
test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, games: ['fc3d'], env: { CAIPU_CARDS: 'on' } });
  mkdirSync(join(server.games, 'scratch'), { recursive: true });
  writeFileSync(join(server.games, 'scratch', 'xiao1.json'), JSON.stringify(smallCard()));
});
test.afterAll(() => server?.stop());

const over = (page: Page) => expect(page.getByText(/^(赢|输) |^不输不赢/).first()).toBeVisible();

test('games: a scratch card under the finger, one by one tap, and all the others at once', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/ScratchLobby');
  await page.getByRole('button', { name: '买 1 张' }).click();
  const surface = page.getByRole('region', { name: /^小卡 第 \d+ 张$/ });
  const box = await surface.locator('canvas').boundingBox();
  if (box === null) throw new Error('there is no coat');
  for (let y = 10; y < box.height * 0.95; y += 18) {
    await page.mouse.move(box.x + 4, box.y + y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 4, box.y + y + 6, { steps: 6 });
    await page.mouse.up();
    if ((await surface.getAttribute('data-state')) === 'shown') break;
  }
  await expect(surface).toHaveAttribute('data-state', 'shown');
  await openScreen(page, '/ScratchLobby');
  await page.getByRole('button', { name: '5 张', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '购买' }).click();
  await page.getByRole('button', { name: /^小卡/ }).first().click();
  await page.getByRole('button', { name: '一键刮开' }).click();
  await expect(surface).toHaveAttribute('data-state', 'shown');
  await openScreen(page, '/Scratch');
  await page.getByRole('button', { name: '一键全部刮开' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '刮开' }).click();
  await expect(page.getByText(/^刮开 4 张/)).toBeVisible();
  await saveRecording(page, 'games-scratch');
});

test('games: a gate that is given up and shot at, and a spin whose answer is lost', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/ShootingDragonDoor/SLM');
  await page.getByRole('button', { name: '放弃，换门' }).click();
  await page.getByRole('button', { name: '20', exact: true }).click();
  await page.getByRole('button', { name: '射门 ¥20.00' }).click();
  await expect(page.getByRole('button', { name: '下一局' })).toBeVisible();
  await over(page);
  await openScreen(page, '/SlotMachine');
  await page.getByRole('button', { name: '转一次 ¥0.50' }).click();
  await over(page);
  let lost = 0;
  await page.route('**/api/Activity/Bet_SmallGame*', async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  await page.getByRole('button', { name: '转一次 ¥0.50' }).click();
  await expect.poll(() => lost).toBe(1);
  await over(page);
  await page.unroute('**/api/Activity/Bet_SmallGame*');
  await saveRecording(page, 'games-small');
});

test('games: a series of spins, and dice with chips', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/SlotMachine');
  await page.getByText('自动转').click();
  await page.getByLabel('赢了就停').uncheck();
  await page.getByRole('button', { name: '转 10 次' }).click();
  await expect(page.getByText(/自动：剩余 8 次/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: '停止自动' }).click();
  await expect(page.getByRole('button', { name: '转一次 ¥0.50' })).toBeEnabled();
  await openScreen(page, '/LYB/LYB');
  await page.getByRole('button', { name: /^鱼 赔/ }).click();
  await page.getByRole('button', { name: /^大/ }).click();
  await page.getByRole('button', { name: '加倍' }).click();
  await page.getByRole('button', { name: '摇骰 ¥4.00' }).click();
  await over(page);
  await page.getByRole('button', { name: '重复' }).click();
  await page.getByRole('button', { name: '清空' }).click();
  await saveRecording(page, 'games-series');
});
