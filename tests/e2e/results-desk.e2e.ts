/** The results desk in Chromium: enter, correct before payment, call off, put off, and a correction after payment that a second operator signs. */
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, register, test } from './support/test.ts';
import { violations } from './support/violations.ts';

const PASSWORD = 'workshop-test';
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['ssq'], sports: true, clock: 1, operatorPassword: PASSWORD });
});
test.afterAll(async () => {
  await server?.stop();
});
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 });

async function openDesk(page: Page, by: string): Promise<void> {
  await page.goto(`${server.url}/workshop`);
  await page.getByLabel('管理员密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('button', { name: '赛果', exact: true }).click();
  await page.getByRole('textbox', { name: '管理员姓名' }).fill(by);
  await page.getByRole('button', { name: '按日期' }).click();
  await expect(page.getByRole('table')).toBeVisible();
}

const said = (page: Page) => page.getByRole('status');
/** A match by its sides, with what is open below it. */
const rowOf = (page: Page, sides: string) => page.getByRole('row').filter({ hasText: sides }).first();

async function typeScore(page: Page, half: readonly [string, string], full: readonly [string, string]): Promise<void> {
  const form = page.locator('.results__form');
  const fields = form.getByRole('textbox');
  const names = await form.locator('legend').allInnerTexts();
  for (const [i, name] of names.entries()) {
    const pair = name.includes('半') ? half : full;
    await fields.nth(2 * i).fill(pair[0]);
    await fields.nth(2 * i + 1).fill(pair[1]);
  }
}

test('a result is entered, mended, called off, put off; what was paid is corrected by two', async ({ page, browser }) => {
  // A player bets on every way in which a match can end, so that whatever is entered pays.
  const player = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await register(player, server.url);
  await player.evaluate(() => {
    const space = Object.keys(localStorage)[0]?.split('.')[0] ?? 'caipu';
    localStorage.setItem(`${space}.oddsPolicy`, 'any');
  });
  await player.goto(`${server.url}/jczq`);
  for (const name of [/^胜 ?赔率/, /^平 ?赔率/, /^负 ?赔率/]) {
    const cells = player.getByRole('button', { name, disabled: false });
    await expect(cells.nth(2)).toBeVisible();
    for (let at = 0; at < 2; at++) await cells.nth(at).click();
  }
  await player.getByRole('button', { name: '确定' }).click();
  await player.getByRole('button', { name: '确认投注' }).click();
  const placed = player.getByRole('dialog', { name: '投注成功' });
  await placed.getByRole('button', { name: '查看订单' }).click();
  const [one = '', other = ''] = await player
    .locator('.match-leg__teams')
    .evaluateAll((legs) => legs.map((leg) => `${leg.firstElementChild?.textContent} – ${leg.lastElementChild?.textContent}`));

  await openDesk(page, '甲');
  expect(await violations(page)).toEqual([]);
  // Before its kick-off a match can be put off, not entered.
  const later = page.getByRole('row').filter({ hasText: '未开赛' }).last();
  const put = (await later.locator('b').innerText()) ?? '';
  await expect(rowOf(page, put).getByRole('button', { name: '录入' })).toBeDisabled();
  await rowOf(page, put).getByRole('button', { name: '延期' }).click();
  await page.screenshot({ path: test.info().outputPath('postpone.png') });
  await page.locator('.results__form').getByRole('button', { name: '延期' }).click();
  await expect(said(page)).toHaveText('已延期');
  await expect(rowOf(page, put)).toContainText('延期');

  // Entered, then mended before it is paid.
  await server.advance(4 * 60_000);
  for (const [sides, full] of [
    [one, ['1', '0']],
    [other, ['0', '0']],
  ] as const) {
    await rowOf(page, sides)
      .getByRole('button', { name: /录入|改正/ })
      .click();
    await typeScore(page, ['0', '0'], full);
    await page.screenshot({ path: test.info().outputPath('enter.png') });
    await page.locator('.results__form').getByRole('button', { name: '录入赛果' }).click();
    await expect(said(page)).toHaveText('赛果已录入，两分钟后派奖');
    await expect(rowOf(page, sides)).toContainText('待派奖');
  }
  await rowOf(page, one).getByRole('button', { name: '改正' }).click();
  await typeScore(page, ['0', '0'], ['0', '1']);
  await page.locator('.results__form').getByRole('button', { name: '录入赛果' }).click();
  await expect(rowOf(page, one)).toContainText('0:1');
  await server.advance(3 * 60_000);
  await expect(rowOf(page, one)).toContainText('已派奖');
  await expect(player.getByText(/恭喜中奖|已返奖/).first()).toBeVisible();

  // After that it takes a reason, and another operator in a session of his own.
  await rowOf(page, one).getByRole('button', { name: '更正' }).click();
  await typeScore(page, ['0', '0'], ['2', '0']);
  await page.getByLabel('更正原因').fill('录入时主客颠倒');
  await page.screenshot({ path: test.info().outputPath('correct.png') });
  await page.getByRole('button', { name: '提交更正' }).click();
  await expect(page.getByText('待确认的更正')).toBeVisible();
  const second = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openDesk(second, '乙');
  await second.screenshot({ path: test.info().outputPath('sign.png') });
  await second.getByRole('button', { name: '确认更正' }).click();
  await expect(said(second)).toHaveText('更正已确认，正在重新结算');
  await expect(rowOf(second, one)).toContainText('2:0');
  // What was paid is taken back or added to by entries of their own.
  await expect(async () => {
    await player.reload();
    await expect(player.getByText(/更正|冲正/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();

  // A match that is called off.
  const off = page.getByRole('row').filter({ hasText: '未开赛' }).last();
  const name = await off.locator('b').innerText();
  page.once('dialog', (dialog) => void dialog.accept());
  await rowOf(page, name).getByRole('button', { name: '取消比赛' }).click();
  await expect(said(page)).toHaveText('已按取消处理');
  await expect(rowOf(page, name)).toContainText('取消');
  await page.screenshot({ path: test.info().outputPath('desk.png') });
  await player.close();
  await second.close();
});
