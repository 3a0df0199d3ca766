/**
 * What following a release (跟单) refuses, in words with what to do next: a release that was withdrawn or has stopped meanwhile, odds that
 * moved, a release that is not for the asker. Nothing is taken then; a double tap and a reload on the way take once.
 */
import type { Page, Route } from '@playwright/test';
import type { SportVersion } from '../../server/sports/versions.ts';
import { Client } from '../server/support/client.ts';
import { releaseBet, releaseDetail } from '../server/support/follow.ts';
import { type MatchDay, startMatchDay } from './support/match-day.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { recordToasts } from './support/toasts.ts';

// The server refuses on purpose.
test.use({ refusals: true });

const FOLLOW = '**/api/Lottery/Bet_JC_Follow*';
let day: MatchDay;
let owner: Client;
let page: Page;
let fan: Client;
test.beforeAll(async ({ browser }) => {
  day = await startMatchDay();
  await day.sell({ id: 'f1' }, { id: 'f2', home: 'cc', away: 'dd' });
  owner = await (await new Client(day.server.url).sync()).register();
  page = await (await browser.newContext()).newPage();
  fan = (await newPlayer(page, day.server.url)).client;
});
test.afterAll(async () => {
  await page?.context().close();
  await day?.stop();
});

/** The owner's release of two home wins at 1.85. */
async function released(): Promise<string> {
  const { hash } = (await owner.get<{ readonly hash: string }>('/api/SiteMsg/AppSPLotteryPageInfo', { game: 'jczq' })).models;
  const answer = await releaseBet(owner, { sport: { code: 'jczq' }, hash } as SportVersion, ['f1', 'f2']);
  expect(answer.status, answer.msg).toBe(0);
  return answer.models.releaseId ?? '';
}

const balance = async () => (await fan.get<{ readonly balanceFen: number }>('/api/UserCenter/QueryProfileList')).models.balanceFen;
const follows = async (id: string) => (await releaseDetail(fan, id)).models.followed.length;
const sheet = () => page.getByRole('dialog', { name: '跟单' });
const send = () => sheet().getByRole('button', { name: '跟单，付 ¥10.00' });

async function open(id: string): Promise<void> {
  await page.goto(`${day.server.url}/followOrder1?id=${id}`);
  await page.getByRole('button', { name: '跟单', exact: true }).click();
  await expect(send()).toBeVisible();
}

/** Presses 跟单, does something while the request is on its way, and lets it go on. */
async function meanwhile(act: () => Promise<unknown>): Promise<void> {
  const sent = new Promise<Route>((resolve) => void page.route(FOLLOW, resolve, { times: 1 }));
  await send().click();
  const route = await sent;
  await act();
  await route.continue();
}

test('the odds moved: the player has to confirm, and the second press follows at the present odds', async () => {
  const id = await released();
  await open(id);
  await meanwhile(() => day.move('jczq', 'f1', 'BRQSPF', '3', '1.50'));
  await expect(sheet().getByRole('alert')).toHaveText('赔率已变化，请确认后再跟单。现在最高可得 27.75 元，再按一次按现在的赔率跟单');
  await expect(sheet().getByText('按现在的赔率最高可得 27.75 元', { exact: false })).toBeVisible();
  expect([await balance(), await follows(id)]).toEqual([1_000_000, 0]);
  // Two taps: one order.
  await send().dblclick();
  await expect(page.getByText('我的跟单')).toBeVisible();
  await expect(page.getByText('1 人，共 ¥10.00')).toBeVisible();
  expect([await balance(), await follows(id)]).toEqual([999_000, 1]);
  await day.move('jczq', 'f1', 'BRQSPF', '3', '1.85');
});

test('if the page is left before the answer arrives, the next page shows the outcome', async () => {
  const id = await released();
  await open(id);
  const before = await balance();
  const landed = new Promise<void>((resolve) => {
    void page.route(FOLLOW, (route) => void route.fetch().then(() => resolve()), { times: 1 });
  });
  const toastTexts = await recordToasts(page);
  await send().click();
  await landed;
  await page.reload();
  await expect(page.getByText('1 人，共 ¥10.00')).toBeVisible();
  await expect(page.getByText('我的跟单')).toBeVisible();
  await expect.poll(toastTexts, { timeout: 20_000 }).toContain('跟单成功，已付 10.00 元');
  expect([await balance(), await follows(id)]).toEqual([before - 1_000, 1]);
});

test('a release that is withdrawn or stops while its sheet is open says so, and nothing is paid', async () => {
  const before = await balance();
  const withdrawn = await released();
  await open(withdrawn);
  await meanwhile(() => owner.post('/api/order/WithdrawRelease', { releaseId: withdrawn }));
  await expect(sheet().getByText('宝单已撤回，不能再跟单')).toBeVisible();
  await expect(sheet().getByRole('button', { name: /^跟单/ })).toHaveCount(0);
  await sheet().getByRole('button', { name: '看其他宝单' }).click();
  await expect(page.getByRole('tab', { name: '全部' })).toHaveAttribute('aria-selected', 'true');

  const stopped = await released();
  await open(stopped);
  await meanwhile(() => day.database.query('UPDATE releases SET stops_at = caipu_now_ms() - 1 WHERE id = $1', [stopped]));
  await expect(sheet().getByText('宝单已截止，请选择其他宝单')).toBeVisible();
  await sheet().getByRole('button', { name: '关闭' }).click();
  await expect(page.getByText('现在不能跟单：宝单已截止，请选择其他宝单')).toBeVisible();
  await expect(page.getByRole('button', { name: '跟单', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '看其他宝单' }).click();
  await expect(page.getByRole('tab', { name: '全部' })).toHaveAttribute('aria-selected', 'true');
  expect([await balance(), await follows(withdrawn), await follows(stopped)]).toEqual([before, 0, 0]);
});

test('others see no release of a player that hides the orders', async () => {
  const id = await released();
  expect(await owner.post('/api/UserCenter/SetProfile', { showOrders: 'hidden' })).toMatchObject({ status: 0 });
  const releaseAnswer = async (release: string) => {
    await page.goto(`${day.server.url}/followOrder1?id=${release}`);
    await expect(page.getByRole('alert')).toHaveCount(1);
    return page.getByRole('main').innerText();
  };
  expect(await releaseAnswer(id)).toBe(await releaseAnswer('00000000-0000-7000-8000-000000000001'));
  await expect(page.getByText('宝单不存在')).toBeVisible();
});
