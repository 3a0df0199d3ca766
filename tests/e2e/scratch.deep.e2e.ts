/** Scratch cards (刮刮乐): a player buys them, scratches them, leaves one half scratched, opens one by a tap, gets prizes, and verifies the proof. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Client } from '../server/support/client.ts';
import { buyCards, lobbyOf, smallCard } from '../server/support/scratch.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, games: ['fc3d'], env: { CAIPU_CARDS: 'on' } });
  // Most cards win, so that the test soon gets a prize.
  const prizes = [
    { name: '头奖', fen: 500, count: 10, symbol: 'crown' },
    { name: '二等奖', fen: 200, count: 60, symbol: 'gem' },
  ];
  mkdirSync(join(server.games, 'scratch'), { recursive: true });
  writeFileSync(join(server.games, 'scratch', 'xiao1.json'), JSON.stringify(smallCard({ prizes })));
});
test.afterAll(() => server?.stop());

const PICTURES = process.env.CAIPU_SCRATCH_PICTURES;
const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
};

const surface = (page: Page) => page.getByRole('region', { name: /^小卡 第 \d+ 张$/ });

/** Scratches the coat line by line, down to this share of its height. */
async function scratch(page: Page, share: number): Promise<void> {
  const box = await surface(page).locator('canvas').boundingBox();
  if (box === null) throw new Error('there is no coat');
  for (let y = 10; y < box.height * share; y += 18) {
    await page.mouse.move(box.x + 4, box.y + y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 4, box.y + y + 6, { steps: 12 });
    await page.mouse.up();
  }
}

async function buy(page: Page, button: string): Promise<void> {
  await page.goto(`${server.url}/ScratchLobby`);
  await expect(page.getByRole('heading', { name: '小卡' })).toBeVisible();
  await page.getByRole('button', { name: button, exact: true }).click();
}

test('a player buys cards, scratches, leaves one half scratched, opens one by a key, gets a prize and verifies a proof', async ({
  page,
}) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/ScratchLobby`);
  await expect(page.getByRole('button', { name: '买 1 张' })).toBeVisible();
  await picture(page, 'lobby');
  expect(await axeViolations(page)).toEqual([]);

  await test.step('scratching removes the coat, and at 60 % the rest is removed', async () => {
    await buy(page, '买 1 张');
    await expect(surface(page)).toHaveAttribute('data-state', 'coat');
    await picture(page, 'coat');
    expect(await axeViolations(page)).toEqual([]);
    await scratch(page, 0.4);
    await picture(page, 'scratching');
    await expect(surface(page)).toHaveAttribute('data-state', 'coat');
    // The server has opened the card by now. The page must not show the result or further buttons before the coat is off.
    await expect(page.getByRole('button', { name: /再买一张|下一张|在本机验证/ })).toHaveCount(0);
    await scratch(page, 0.95);
    await expect(surface(page)).toHaveAttribute('data-state', 'shown');
    await expect(surface(page).getByRole('status')).toContainText(/三个皇冠，头奖 5.00 元|三个宝石，二等奖 2.00 元|没有三个相同，未中奖/);
    await picture(page, 'shown');
    expect(await axeViolations(page)).toEqual([]);
    await expect(page.getByRole('button', { name: '再买一张' })).toBeVisible();
  });

  await test.step('the phone verifies the proof', async () => {
    await page.getByRole('button', { name: '在本机验证' }).click();
    await expect(page.getByText('与开售前公布的指纹一致')).toBeVisible();
    await picture(page, 'proof');
    await page.getByRole('button', { name: /^这一批的公布/ }).click();
    const pool = page.getByRole('dialog', { name: /^小卡 第 \d+ 批$/ });
    await expect(pool.getByText('全部刮开以后公布种子和整张清单')).toBeVisible();
    await picture(page, 'pool');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('a card that was half scratched is open after a reload', async () => {
    await buy(page, '买 1 张');
    await expect(surface(page)).toHaveAttribute('data-state', 'coat');
    const answered = page.waitForResponse((response) => response.url().includes('Prize_ScratchCard'));
    await scratch(page, 0.2);
    await answered;
    await page.reload();
    await expect(surface(page)).toHaveAttribute('data-state', 'shown');
  });

  await test.step('a key opens one card, a tap opens all others, and the statement has a prize', async () => {
    await buy(page, '10 张');
    await page.getByRole('dialog').getByRole('button', { name: '购买' }).click();
    await expect(page).toHaveURL(/\/Scratch$/);
    await expect(page.getByRole('button', { name: '一键全部刮开' })).toBeVisible();
    await picture(page, 'mine');
    await page.getByRole('button', { name: /^小卡/ }).first().click();
    await page.getByRole('button', { name: '一键刮开' }).focus();
    await page.keyboard.press('Enter');
    await expect(surface(page)).toHaveAttribute('data-state', 'shown');
    await page.getByRole('button', { name: /^下一张/ }).click();
    await expect(surface(page)).toHaveAttribute('data-state', 'coat');
    await page.goto(`${server.url}/Scratch`);
    await page.getByRole('button', { name: '一键全部刮开' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '刮开' }).click();
    await expect(page.getByText(/^刮开 9 张，共中/)).toBeVisible();
    await picture(page, 'opened');
    await page.goto(`${server.url}/transactionRecord`);
    await expect(page.getByText('刮刮乐派奖').first()).toBeVisible();
    await picture(page, 'statement');
  });
});

test.describe('a pool that is sold out between the list and the purchase', () => {
  test.use({ refusals: true });
  test('the purchase says how many cards are left and sells those or cards of the next pool', async ({ page }) => {
    await newPlayer(page, server.url);
    await page.goto(`${server.url}/ScratchLobby`);
    await expect(page.getByRole('button', { name: '5 张', exact: true })).toBeVisible();
    // Another player buys cards until three are left in the pool.
    const other = await new Client(server.url).register();
    const family = async () => (await lobbyOf(other, { type: 'xiao1' })).models.types[0];
    const pool = (await family())?.pool as string;
    for (let refused = false; !refused; ) {
      const bought = await buyCards(other, { count: 20, pool });
      if (bought.status === 0) continue;
      refused = true;
      const { left } = bought.models as unknown as { left: number };
      if (left > 3) expect((await buyCards(other, { count: left - 3, pool })).status).toBe(0);
    }
    await expect
      .poll(async () => (await buyCards(other, { count: 20, pool })).models, { timeout: 20_000 })
      .toMatchObject({
        left: 3,
        pool: expect.stringMatching(/-/),
      });
    await page.getByRole('button', { name: '5 张', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '购买' }).click();
    const sheet = page.getByRole('dialog', { name: '未购买成功，未扣款' });
    await expect(sheet.getByText('这一批只剩 3 张')).toBeVisible();
    await picture(page, 'sold-out');
    expect(await axeViolations(page)).toEqual([]);
    await sheet.getByRole('button', { name: '从下一批买 5 张' }).click();
    await expect(page).toHaveURL(/\/Scratch$/);
    await expect(page.getByRole('button', { name: /第 2 批/ })).toHaveCount(5);
  });
});

test('with reduced motion one tap opens the card', async ({ browser }) => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await newPlayer(page, server.url);
  await buy(page, '买 1 张');
  await surface(page).locator('canvas').click();
  await expect(surface(page)).toHaveAttribute('data-state', 'shown');
});
