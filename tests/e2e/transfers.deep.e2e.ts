/** The transfer centre (转账中心) in a browser: there and back, while the phone and the company each lose an answer. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import type { Page } from '@playwright/test';
import { recharge } from './support/recharge.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

const OUT = '**/api/fund/out*';
const file = join(tmpdir(), `caipu-providers-${process.pid}.json`);

// An answer that is thrown away is an error on the browser's console.
test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(async () => {
  // A company whose every answer to a transfer is lost.
  const wallet = { kind: 'demo', loses: 1 };
  writeFileSync(file, JSON.stringify([{ company: 'demo', name: '演示游戏', launchUrl: '{demo}/{gamecode}/', games: [], wallet }]));
  server = await startServer({ games: ['jlffc'], clock: 1, demo: true, env: { CAIPU_PROVIDERS: file } });
});
test.afterAll(() => server?.stop());

/** Types an amount on the keypad of the sheet that is open, and hands it in. */
async function move(page: Page, sheet: string, yuan: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: sheet });
  await dialog.getByRole('textbox', { name: /金额/ }).click();
  await page.keyboard.type(yuan);
  await page.getByRole('button', { name: '完成' }).click();
  await dialog.getByRole('button', { name: button }).click();
}

test('money goes to a company and back although the phone loses an answer and the company loses all', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/electic2`);
  await expect(page.getByText('需首充激活账号 开启转账中心')).toBeVisible();
  await recharge(page, server.url, 100);
  await page.goto(`${server.url}/electic2`);
  await expect(page.getByText('10,100.00').first()).toBeVisible();

  // The server does it, and its answer never reaches the phone.
  let sent = 0;
  await page.route(OUT, async (route) => {
    sent += 1;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: '转入游戏' }).click();
  await move(page, '主钱包 → 演示游戏', '60', '确认转入');
  await expect(page.getByText(/转账处理中/)).toBeVisible();
  await expect(page.getByText('10,040.00').first()).toBeVisible();
  expect(sent).toBe(1);
  await page.unroute(OUT);

  // The company is queried until it reports the outcome of the request.
  await server.advance(31_000);
  await expect(page.getByText(/60\.00 元，处理中/)).toBeHidden();
  await expect(page.getByText('¥60.00', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: '一键转回' }).click();
  await expect(page.getByText('转回处理中')).toBeVisible();
  await server.advance(31_000);
  await expect(page.getByText('10,100.00').first()).toBeVisible();
  await page.getByRole('button', { name: '明细', exact: true }).click();
  await expect(page.getByText('主钱包 → 演示游戏')).toBeVisible();
  await expect(page.getByText('演示游戏 → 主钱包')).toBeVisible();
  await expect(page.locator('.row__badge').filter({ hasText: '成功' })).toHaveCount(2);
});
