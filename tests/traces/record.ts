/**
 * Records real sessions: the app runs in Chromium against a real server, and the button 导出操作记录 saves each trace beside this file.
 * Every trace is a test (tests/engine/replay/traces.test.ts). After a change of a machine or of the format, `npm run traces` records all of
 * them again, and `npm run traces -- -g "double tap"` records one.
 */
import type { Page } from '@playwright/test';
import { choosePlay, tapBoard, untilHour } from '../e2e/support/play.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { expect, register, test } from '../e2e/support/test.ts';
import { openScreen, saveRecording } from './save.ts';

// Requests are lost on purpose here; the browser reports each on its console, and `refusals` allows these reports.
test.use({ refusals: true });

const BET = '**/api/lottery/bet_szc*';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['ssq', 'jlffc', 'jsks', 'sh11x5'], clock: 1, demo: true });
  // Everything is on sale in the morning.
  const answer = await fetch(`${server.url}/api/SystemConfig/GetServerTime`);
  const { now } = ((await answer.json()) as { models: { now: number } }).models;
  await server.advance(untilHour(now, 10));
});
test.afterAll(() => server?.stop());

const confirm = (page: Page) => page.getByRole('button', { name: '确认投注' });
const placed = (page: Page) => page.getByRole('dialog', { name: '投注成功' });

/** Registers a player, puts one random bet onto the slip and opens the confirmation screen. Returns the player's name. */
async function withSlip(page: Page): Promise<string> {
  const name = await register(page, server.url);
  await openScreen(page, '/ssq');
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(confirm(page)).toBeEnabled();
  return name;
}

async function seeOrder(page: Page): Promise<void> {
  await placed(page).getByRole('button', { name: '查看订单' }).click();
  await expect(page.getByText('等待开奖').first()).toBeVisible();
}

test('a bet, from the login to the record', async ({ page }) => {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('用户名').fill('demo');
  await page.getByLabel('密码', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
  await openScreen(page, '/ssq');
  await tapBoard(page, '红球', '01', '05', '12', '18', '26', '33');
  await tapBoard(page, '蓝球', '07');
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '加一倍' }).click();
  await confirm(page).click();
  await seeOrder(page);
  await page.getByRole('button', { name: '返回', exact: true }).first().click();
  await saveRecording(page, 'login-and-bet', ['demo1234']);
});

test('logged out by the server in the middle of a bet', async ({ page }) => {
  const name = await withSlip(page);
  await page.evaluate(async () => {
    const token = Object.entries(localStorage).find(([key]) => key.endsWith('.token'))?.[1] ?? '';
    const query = new URLSearchParams({ c: '1', v: '202611000', t: String(Math.floor(Date.now() / 1000)), p: 'caipu', tk: token });
    await fetch(`/api/account/logout?${query}`, { method: 'POST' });
  });
  await confirm(page).click();
  await expect(page).toHaveURL(/\/$/);
  await saveRecording(page, 'forced-out-while-betting', [name]);
});

test('no answer in time, and the bet landed', async ({ page }) => {
  await withSlip(page);
  await page.route(BET, async (route) => {
    await route.fetch();
    // The answer never comes.
  });
  await confirm(page).click();
  await expect(placed(page)).toBeVisible({ timeout: 60_000 });
  await seeOrder(page);
  await saveRecording(page, 'no-answer-bet-landed');
});

test('no answer in time, and the bet was lost', async ({ page }) => {
  await withSlip(page);
  // The request never arrives.
  await page.route(BET, () => undefined);
  await confirm(page).click();
  await expect(page.getByRole('dialog', { name: /未成功|没有成功/ })).toBeVisible({ timeout: 60_000 });
  await saveRecording(page, 'no-answer-bet-lost');
});

test('a double tap on the bet', async ({ page }) => {
  await withSlip(page);
  await confirm(page).dblclick();
  await seeOrder(page);
  await saveRecording(page, 'double-tap');
});

test('a reload in the middle of sending', async ({ page }) => {
  await withSlip(page);
  const landed = new Promise<void>((resolve) => {
    void page.route(BET, async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await confirm(page).click();
  await landed;
  await page.reload();
  await seeOrder(page);
  await saveRecording(page, 'reload-while-sending');
});

test('the same slip in two tabs', async ({ page }) => {
  await withSlip(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(1);
  let sent = 0;
  let bothSent = (): void => {};
  const both = new Promise<void>((resolve) => {
    bothSent = resolve;
  });
  await page.context().route(BET, async (route) => {
    sent += 1;
    if (sent === 2) bothSent();
    await both;
    await route.continue();
  });
  await Promise.all([confirm(page).click(), confirm(other).click()]);
  await expect(placed(page)).toBeVisible();
  await seeOrder(other);
  await saveRecording(other, 'second-tab');
});

test('追号 over five issues', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/ssc/jlffc');
  await choosePlay(page, '定位胆');
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('switch', { name: '追号' }).click();
  const sheet = page.getByRole('dialog', { name: '追号设置' });
  await expect(sheet.getByRole('list', { name: '各期倍数' }).getByRole('listitem')).toHaveCount(5);
  await sheet.getByRole('button', { name: '每期翻倍' }).click();
  await sheet.getByRole('button', { name: '每期相同' }).click();
  await sheet.getByRole('button', { name: /^追 5 期/ }).click();
  await page.getByRole('button', { name: '确认追号' }).click();
  await page.getByRole('dialog', { name: '追号成功' }).getByRole('button', { name: '查看追号' }).click();
  await expect(page.getByText('追号中，还有 5 期')).toBeVisible();
  await saveRecording(page, 'chase');
});

test('a slip that is edited', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/ssq');
  await page.getByRole('button', { name: '机选多注' }).click();
  await page.getByRole('button', { name: /机选 5 注/ }).click();
  const lines = page.getByRole('list', { name: '投注单号码' }).getByRole('listitem');
  await expect(lines).toHaveCount(5);
  await lines.first().getByRole('button', { name: /^删除/ }).click();
  await expect(lines).toHaveCount(4);
  await lines.first().getByRole('button', { name: /^修改/ }).click();
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: /^(确定|完成|保存)/ }).click();
  await expect(lines).toHaveCount(4);
  await page.getByRole('button', { name: '加一倍' }).click();
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'slip-edited');
});

test('a game in the frame, with the floating ball and a message', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/gamecenter/demo');
  await page.getByText('幸运转盘').click();
  const tutorial = page.getByRole('dialog', { name: '悬浮球怎么用' });
  await tutorial.getByRole('button', { name: '进入游戏' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: '幸运转盘' })).toBeVisible();
  const ball = page.getByRole('button', { name: /^悬浮球/ });
  await ball.focus();
  await page.keyboard.press('ArrowLeft');
  await ball.tap();
  await expect(page.locator('[data-loads]')).toHaveAttribute('data-loads', '2');
  await expect(ball).toHaveAttribute('data-state', 'faded');
  await frame.getByRole('button', { name: '余额宝' }).click();
  await expect(page).toHaveURL(/yuEBao/);
  await saveRecording(page, 'game-in-a-frame');
});

test('快三 和值 by quick picks', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/k3/jsks');
  await choosePlay(page, '和值');
  for (const pick of ['选大号', '选奇数', '清除', '全选'])
    await page
      .getByRole('button', { name: `和值${pick}` })
      .first()
      .click();
  await expect(page.getByText('16 注')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'k3-quick-picks');
});

test('11选5 with a banker', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/ssc/sh11x5');
  await choosePlay(page, '任选三胆拖');
  const area = page.getByRole('tabpanel').getByRole('group').first();
  const number = (text: string) => area.getByRole('button', { name: new RegExp(` ${text}(，|$)`) }).first();
  await number('03').click();
  await area.getByRole('button', { name: '拖码' }).click();
  for (const each of ['01', '05', '08', '11']) await number(each).click();
  await page.getByRole('button', { name: '确定' }).click();
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, '11x5-banker');
});

test('typed entries, some of them wrong', async ({ page }) => {
  await register(page, server.url);
  await openScreen(page, '/ssc/jlffc');
  await choosePlay(page, '五星直选单式');
  await page.getByRole('textbox', { name: /输入或粘贴/ }).fill('12345 67890\n1234\n11111\nabcde');
  await expect(page.getByRole('list', { name: '有误的内容' })).toBeVisible();
  await page.getByRole('button', { name: '去掉错的' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'typed-entry');
});

test('a start under maintenance', async ({ page }) => {
  const closed = await startServer({ games: ['ssq'], env: { CAIPU_MAINTENANCE: '升级中，预计 10 分钟' } });
  try {
    await page.goto(closed.url);
    await expect(page).toHaveURL(/\/maintaining$/);
    await page.getByRole('button', { name: '重新检查' }).click();
    await expect(page.getByText('升级中，预计 10 分钟').first()).toBeVisible();
    await saveRecording(page, 'maintenance');
  } finally {
    await page.close();
    await closed.stop();
  }
});
