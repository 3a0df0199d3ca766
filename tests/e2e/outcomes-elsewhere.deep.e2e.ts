/**
 * The outcome of a bet reaches its player wherever he is: slips of matches, copied bets (跟单) and bets on a cup whose form, page or browser page
 * is gone by then. A receipt that was read is over when its screen is left.
 */
import type { Page, Route } from '@playwright/test';
import type { SportVersion } from '../../server/sports/versions.ts';
import { Client } from '../server/support/client.ts';
import { releaseBet } from '../server/support/follow.ts';
import { type MatchDay, startMatchDay } from './support/match-day.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { recordToasts } from './support/toasts.ts';

// The server refuses on purpose.
test.use({ refusals: true });

const SLIP = '**/api/lottery/bet_jc*';
const FOLLOW = '**/api/Lottery/Bet_JC_Follow*';
const CUP = '**/api/lottery/bet_ozb*';
let day: MatchDay;
let owner: Client;
test.beforeAll(async () => {
  day = await startMatchDay();
  await day.sell({ id: 'f1' }, { id: 'f2', home: 'cc', away: 'dd' });
  await day.database.query(`SELECT write_outrights('ozb', '901', caipu_now_ms() + 86400000, 0, $1::jsonb)`, [
    JSON.stringify(
      ['fra', 'esp', 'eng'].map((team, at) => ({
        ...{ market: 'champion', code: `0${at + 1}`, position: at + 1, teams: [team], odds: `${4 + at}.50`, state: 'selling' },
        ...{ support: 300 - 100 * at, chance: 200 - 20 * at },
      })),
    ),
  ]);
  owner = await (await new Client(day.server.url).sync()).register();
});
test.afterAll(() => day?.stop());

/** Holds the next request to `address`, does something, and lets it go on. */
async function meanwhile(page: Page, address: string, send: () => Promise<void>, act: () => Promise<unknown>): Promise<void> {
  const sent = new Promise<Route>((resolve) => void page.route(address, resolve, { times: 1 }));
  await send();
  const route = await sent;
  await act();
  await route.continue();
}

/** Sends, and opens another page when the server has done it and before the answer is there. */
async function leaveForGood(page: Page, address: string, send: () => Promise<void>, to: string): Promise<void> {
  const landed = new Promise<void>((resolve) => {
    void page.route(address, (route) => void route.fetch().then(() => resolve()), { times: 1 });
  });
  await send();
  await landed;
  await page.goto(day.server.url + to);
}

/** Two home wins onto the slip, and the slip. */
async function pickMatches(page: Page): Promise<void> {
  for (const at of [0, 1])
    await page
      .getByRole('button', { name: /^胜 ?赔率/, disabled: false })
      .nth(at)
      .click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('button', { name: '确认投注' })).toBeVisible();
}

const placed = (page: Page) => page.getByRole('dialog', { name: '投注成功' });

test('竞彩: a receipt is over when its slip is left, and the next slip opens without it', async ({ page }) => {
  await newPlayer(page, day.server.url);
  await page.goto(`${day.server.url}/jczq`);
  await pickMatches(page);
  await page.getByRole('button', { name: '确认投注' }).click();
  await expect(placed(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/jczq$/);
  await expect(placed(page)).toBeHidden();
  await pickMatches(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: '确认投注' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: '确认投注' }).click();
  await placed(page).getByRole('button', { name: '关闭' }).click();
  await expect(placed(page)).toBeHidden();
  await expect(page).toHaveURL(/view=slip/);
});

test('竞彩: a player who goes back in flight reads the outcome over the page', async ({ page }) => {
  await newPlayer(page, day.server.url);
  await page.goto(`${day.server.url}/jczq`);
  await pickMatches(page);
  await meanwhile(
    page,
    SLIP,
    () => page.getByRole('button', { name: '确认投注' }).click(),
    async () => {
      await page.goBack();
      await expect(page).toHaveURL(/\/jczq$/);
    },
  );
  await expect(placed(page)).toContainText('竞彩足球');
  await placed(page).getByRole('button', { name: '查看订单' }).click();
  await expect(page).toHaveURL(/orderDetails\?orderId=/);
});

/** The owner's release of two home wins. */
async function released(): Promise<string> {
  const { hash } = (await owner.get<{ readonly hash: string }>('/api/SiteMsg/AppSPLotteryPageInfo', { game: 'jczq' })).models;
  const answer = await releaseBet(owner, { sport: { code: 'jczq' }, hash } as SportVersion, ['f1', 'f2']);
  expect(answer.status, answer.msg).toBe(0);
  return answer.models.releaseId ?? '';
}

const sheet = (page: Page) => page.getByRole('dialog', { name: '跟单' });
const sendFollow = (page: Page) => () => sheet(page).getByRole('button', { name: '跟单，付 ¥10.00' }).click();

test('跟单: a refusal reaches a player who has closed the form, and one who is on another page', async ({ page }) => {
  await newPlayer(page, day.server.url);
  const id = await released();
  const toastTexts = await recordToasts(page);
  await page.goto(`${day.server.url}/followOrder1?id=${id}`);
  await page.getByRole('button', { name: '跟单', exact: true }).click();
  await meanwhile(page, FOLLOW, sendFollow(page), async () => {
    await day.move('jczq', 'f1', 'BRQSPF', '3', '1.50');
    await sheet(page).getByRole('button', { name: '关闭' }).click();
    await expect(sheet(page)).toHaveCount(0);
  });
  await expect.poll(toastTexts).toContainEqual(expect.stringMatching(/^跟单，付 ¥10\.00：赔率已变化/));

  await page.getByRole('button', { name: '跟单', exact: true }).click();
  await meanwhile(page, FOLLOW, sendFollow(page), async () => {
    await owner.post('/api/order/WithdrawRelease', { releaseId: id });
    await page.getByRole('button', { name: '返回' }).evaluate((button: HTMLElement) => button.click());
    await expect(page).not.toHaveURL(/followOrder1\?id/);
  });
  await expect.poll(toastTexts).toContainEqual(expect.stringMatching(/^跟单，付 ¥10\.00：.*撤回/));
  await day.move('jczq', 'f1', 'BRQSPF', '3', '1.85');
});

test('跟单: the next page shows the outcome of a page that is gone', async ({ page }) => {
  await newPlayer(page, day.server.url);
  const id = await released();
  const toastTexts = await recordToasts(page);
  await page.goto(`${day.server.url}/followOrder1?id=${id}`);
  await page.getByRole('button', { name: '跟单', exact: true }).click();
  await leaveForGood(page, FOLLOW, sendFollow(page), '/betRecord');
  await expect.poll(toastTexts, { timeout: 20_000 }).toContain('跟单成功，已付 10.00 元');
});

/** The form of a bet on the champion, confirmed. */
async function betOnCup(page: Page): Promise<void> {
  await page.locator('.row').filter({ hasText: '西班牙' }).click();
  await page.getByRole('dialog', { name: '冠军：西班牙' }).getByRole('button', { name: '投注', exact: true }).click();
  await page.getByRole('dialog', { name: '确认投注' }).getByRole('button', { name: '投注', exact: true }).click();
}

test('欧洲杯: the outcome reaches a player who left the page, and one whose browser page is gone', async ({ page }) => {
  await newPlayer(page, day.server.url);
  const toastTexts = await recordToasts(page);
  await page.goto(`${day.server.url}/EuropeCup`);
  const told = '已投注 1 注，2.00 元';
  await meanwhile(
    page,
    CUP,
    () => betOnCup(page),
    async () => {
      await page
        .getByRole('button', { name: '返回' })
        .first()
        .evaluate((button: HTMLElement) => button.click());
      await expect(page).not.toHaveURL(/EuropeCup/);
    },
  );
  await expect.poll(toastTexts).toContain(told);

  await page.goto(`${day.server.url}/EuropeCup`);
  await leaveForGood(page, CUP, () => betOnCup(page), '/betRecord');
  await expect.poll(async () => (await toastTexts()).filter((text) => text === told).length, { timeout: 20_000 }).toBe(2);
});
