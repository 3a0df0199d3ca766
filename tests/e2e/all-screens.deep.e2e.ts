import { get } from 'node:http';
import type { Page } from '@playwright/test';
import { clippedTexts } from './support/clipped.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { delayAnswersInTurn, layoutShifts, recordLayoutShifts } from './support/shift.ts';
import { waitUntilSettled } from './support/settled.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { smallTouchTargets } from './support/touch.ts';
import { axeViolations } from './support/violations.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, demo: true });
});
// A hundred screens, at three widths.
test.describe.configure({ timeout: 480_000 });
test.afterAll(async () => {
  await server?.stop();
});

/** Described screens that a player reaches, with parameters filled in. */
const SCREENS = [
  '/',
  '/ssq',
  '/ssc/jlffc',
  '/k3/jsks',
  '/xyft/bjpk10',
  '/QWLHC/qwlhc',
  '/jczq',
  '/jclq',
  '/ctzq',
  '/confirmationSSC/jlffc',
  '/confirmationJSKS/jsks',
  '/NumConfirmation/ssq/DT',
  '/QWLHC/NumConfirmation?gameCode=qwlhc',
  '/addNumber?gameCode=jlffc',
  '/login',
  '/register',
  '/betRecord',
  '/result',
  '/resultDetailList/jlffc',
  '/resultDetailList/jlffc?view=trend',
  '/resultDetailList/qwlhc?view=trend',
  '/gpresultdetaillist',
  '/MoreLottery',
  '/transactionRecord',
  '/rechargeType6',
  '/rechargeConfigure',
  '/WalletManagement',
  '/setting',
  '/helpCenter',
  '/helpType/games',
  '/helpDetail/buy/chase',
  '/helpDetail/games/jsks',
  '/Article1',
  '/MsgCenter',
  '/EDownload',
  '/search?q=ssq',
  '/msgSettings',
  '/articleDetail?id=dan-tuo-guide',
  '/ActivityList1',
  '/menuCenter',
  '/ScorePromote',
  '/ScoreDiscount',
  '/ScoreSubagent',
  '/ScoreGameReport',
  '/ScoreReprot',
  '/ScoreReturnList',
  '/ScoreBetReport',
  '/noticeDetail/play-money',
  '/maintaining',
  '/qq',
  '/KefuTest',
  '/testspeed',
  '/scores',
  '/scores?tab=coming',
  '/EuropeCup',
  '/EuropeCup?tab=knockout',
  '/sjb?tab=table',
  '/OgbEventPage',
  '/OgbRank',
  '/FiveLeagueBattleList',
  '/gamecenter/demo',
  '/iframePage',
  '/memberCenter',
  '/CheckInCalendar',
  '/SetAvatar',
  '/Store',
  '/Store?shelf=coupons',
  '/MyBag',
  '/ActivityDetail?id=6f0c9a51d2e84b37a1c5e8f3047b92de',
  '/playerProtection',
  '/spending',
  '/yuEBao',
  '/electic2',
  '/transDetailList',
  '/accountDetail',
  '/bonus2',
  '/bonus3?id=coupon-888',
  '/buyTogether',
  '/buyTogether?view=joined',
  '/buyTogether?view=rank',
  '/togetherOrder',
];
const TABS = ['首页', '购彩', '开奖', '发现', '我的'];

/** A chase that is running, and the record of it: pages of a player who has bet. */
async function placeChase(page: Page): Promise<readonly string[]> {
  await page.goto(`${server.url}/ssc/jlffc`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('switch', { name: '追号' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '确认追号' }).click();
  await page.getByRole('button', { name: '查看追号' }).click();
  await waitUntilSettled(page);
  await expect(page.getByText(/^追号中/)).toBeVisible();
  return [new URL(page.url()).pathname + new URL(page.url()).search, '/betRecord'];
}

/** A page of another origin, with the tutorial and then the floating ball over it. */
async function openFrame(page: Page): Promise<void> {
  await page.goto(`${server.url}/gamecenter/demo`);
  await page.getByText('幸运转盘').click();
  await expect(page.getByRole('dialog', { name: '悬浮球怎么用' })).toBeVisible();
}

/** Opens every screen, frames and tabs included, and calls `look` when it is drawn. */
async function visit(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await newPlayer(page, server.url);
  const placed = await placeChase(page);
  for (const path of [...placed, ...SCREENS]) {
    await page.goto(server.url + path);
    await waitUntilSettled(page);
    await look(path);
  }
  await openFrame(page);
  await waitUntilSettled(page);
  await look('frame');
  await page.goto(server.url);
  for (const tab of TABS) {
    await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: tab }).click();
    await waitUntilSettled(page);
    await look(tab);
  }
}

async function expectUnclipped(page: Page, name: string): Promise<void> {
  for (const width of [430, 390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await clippedTexts(page), `${name} at ${width} px`).toEqual([]);
  }
  const size = (percent: string) => page.evaluate((value) => void (document.documentElement.style.fontSize = value), percent);
  await size('200%');
  expect.soft(await clippedTexts(page), `${name} at 360 px with text twice as large`).toEqual([]);
  await size('');
  await page.setViewportSize({ width: 390, height: 844 });
}

test('every screen fits 360, 390 and 430 px and doubled text, stays in place, has large targets and passes axe', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordLayoutShifts(page);
  await delayAnswersInTurn(page, 50);
  await visit(page, async (name) => {
    await expect.soft(page.getByText('演示 · 无现金价值').filter({ visible: true }).first(), name).toBeVisible();
    const { sum, where } = await layoutShifts(page);
    expect.soft(sum, `${name} moved by itself: ${where.join('; ')}`).toBeLessThanOrEqual(0.02);
    expect.soft(await smallTouchTargets(page), `${name}: targets`).toEqual([]);
    await expectUnclipped(page, name);
    // A width that changes moves everything.
    await layoutShifts(page);
    expect.soft(await axeViolations(page, { frames: name === 'frame' }), name).toEqual([]);
    if (name !== 'frame') return;
    await page.getByRole('button', { name: '进入游戏' }).click();
    expect.soft(await axeViolations(page, { frames: true }), 'floating ball over a frame').toEqual([]);
  });
});

/** Bytes that a server sends for an address, headers included, to a browser that takes Brotli. */
const bytesOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.socket.bytesRead));
    }).on('error', reject);
  });

test('the page of every screen fits the first ten packets of a new connection', async () => {
  for (const path of SCREENS) expect(await bytesOf(server.url + path), path).toBeLessThan(10 * 1_460);
});
