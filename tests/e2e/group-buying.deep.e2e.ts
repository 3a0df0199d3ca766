/** Group buying (合买) on three phones: one player starts an order, two join, it fills, and its prize is distributed. Another order does not fill and is refunded. */
import type { Browser, Page } from '@playwright/test';
import { choosePlay, serverNow, untilHour } from './support/play.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';
import type { OrderListModels } from '../../protocol/calls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let server: RunningServer;
test.beforeAll(({ moved }) => {
  server = moved;
});

/** Another phone with another player. */
async function phone(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await newPlayer(page, server.url);
  return page;
}

/** Puts every number of every place on the slip, a sure win of one bet, and opens the form for a group order of it. */
async function offerAll(page: Page): Promise<void> {
  await page.goto(`${server.url}/fc3dpl3/fc3d`);
  await choosePlay(page, '直选');
  for (const place of ['百位', '十位', '个位']) await page.getByRole('button', { name: `${place}全选`, exact: true }).click();
  await expect(page.getByText('1,000 注 · ¥2,000')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: /^发起合买/ }).click();
  await expect(page.getByRole('dialog', { name: '发起合买' })).toBeVisible();
}

/** Chooses 20 shares of 100.00 in the open form, submits it and opens the group order. `progress`: the expected progress text. */
async function start(page: Page, progress = '5%'): Promise<string> {
  const form = page.getByRole('dialog', { name: '发起合买' });
  await form.getByRole('combobox', { name: '分成' }).click();
  await page
    .getByRole('dialog', { name: '分成' })
    .getByRole('button', { name: /^20 份/ })
    .click();
  await expect(form.getByText('至少 5%，即 1 份')).toBeVisible();
  await form.getByRole('radio', { name: /^截止后公开/ }).check({ force: true });
  await form.getByRole('button', { name: '发起合买，付 ¥100.00' }).click();
  const offered = page.getByRole('dialog', { name: '合买已发起' });
  await expect(offered).toContainText('¥100.00');
  await offered.getByRole('button', { name: '查看合买' }).click();
  await expect(page.getByRole('heading', { name: '合买详情' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: '合买进度' })).toHaveAttribute('aria-valuetext', progress);
  return page.url();
}

/** The part of the page under this heading. */
const part = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

/** Moves the clock to this hour of the day at UTC+8. */
async function until(hour: number): Promise<void> {
  await server.advance(untilHour(await serverNow(server.url), hour));
}

test('a group order on three phones is started and filled, its prize is distributed, and an unfilled order is refunded', async ({
  page,
  browser,
}) => {
  const { url } = server;
  await until(12);
  await newPlayer(page, url);
  const [second, third] = [await phone(browser), await phone(browser)];

  await offerAll(page);
  const address = await start(page);
  expect(await axeViolations(page)).toEqual([]);

  await test.step('the second player finds it in the lobby and takes nine shares', async () => {
    await second.goto(`${url}/buyTogether`);
    await expect(second.getByText('福彩3D', { exact: false }).first()).toBeVisible();
    await second.getByRole('button', { name: '认购', exact: true }).click();
    const form = second.getByRole('dialog', { name: /^认购 福彩3D/ });
    await form.getByRole('textbox', { name: '认购份数' }).fill('9');
    await form.getByRole('button', { name: '认购，付 ¥900.00' }).click();
    await expect(second.getByText('已认购 9 份')).toBeVisible();
    await expect(second.getByRole('img', { name: '进度 50%' })).toBeVisible();
    expect(await axeViolations(second)).toEqual([]);
    // No joiner sees the numbers before the stop.
    await second.goto(address);
    await expect(second.getByText('截止后公开，现在不能看')).toBeVisible();
  });

  await test.step('the third player takes all remaining shares, so the order is played', async () => {
    await third.goto(address);
    await third.getByRole('button', { name: '全包剩余 10 份' }).click();
    await third.getByRole('dialog', { name: '全包剩余份额' }).getByRole('button', { name: '全包' }).click();
    await expect(third.getByText('已出票', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('已出票', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  });

  await test.step('the issue is drawn, and the prize is distributed to the fen', async () => {
    await until(22);
    await expect(part(page, '奖金分配')).toContainText('¥1,040.00', { timeout: 30_000 });
    await expect(part(page, '奖金分配')).toContainText('¥52.00');
    // Shares of 1, 9 and 10 of 20.
    for (const [who, prize] of [
      [page, '¥52.00'],
      [second, '¥468.00'],
      [third, '¥520.00'],
    ] as const) {
      await who.goto(address);
      await expect(part(who, '我的份额')).toContainText(prize);
    }
    await second.goto(`${url}/betRecord`);
    await expect(second.getByRole('listitem').filter({ hasText: '合买' }).first()).toContainText('+¥468.00');
    expect(await axeViolations(second)).toEqual([]);
  });

  await test.step('an order that does not fill is refunded at its stop', async () => {
    await server.advance(DAY);
    await until(12);
    // A standing rule of the third player joins every further order of this initiator.
    await third.goto(address);
    await third.getByRole('button', { name: /^定制合买/ }).click();
    await third.getByLabel('每单金额').click();
    await third.getByRole('button', { name: '100', exact: true }).click();
    await third.getByRole('button', { name: '完成' }).click();
    await third.getByRole('button', { name: '开始定制' }).click();
    await expect(third.getByText('已跟 0/10 单')).toBeVisible();
    expect(await axeViolations(third)).toEqual([]);
    await offerAll(page);
    const failed = await start(page, '10%');
    await expect(third.getByText('已跟 1/10 单')).toBeVisible({ timeout: 60_000 });
    await third.getByRole('tab', { name: '执行记录' }).click();
    await third.getByRole('button', { name: '跟合买' }).click();
    await expect(third.getByRole('listitem').filter({ hasText: '已跟' })).toContainText('1 份');
    await second.goto(failed);
    await second.getByRole('button', { name: '认购，付 ¥100.00' }).click();
    await second.getByRole('dialog', { name: '确认认购' }).getByRole('button', { name: '认购', exact: true }).click();
    await expect(part(second, '我的份额')).toContainText('1 份');
    await until(21);
    for (const who of [page, second, third]) {
      await who.goto(failed);
      await expect(who.getByText('已流单', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
      await expect(part(who, '我的份额')).toContainText('¥100.00');
    }
    await second.goto(`${url}/transactionRecord`);
    await expect(second.getByText('+¥100.00').first()).toBeVisible();
  });
  await Promise.all([second.context().close(), third.context().close()]);
});

test('a half-filled form of a group order survives a reload, is sent once, and the next form begins empty', async ({ page }) => {
  await until(12);
  const { client } = await newPlayer(page, server.url);
  await offerAll(page);
  const form = page.getByRole('dialog', { name: '发起合买' });
  const field = (name: string) => form.getByRole('textbox', { name });
  const split = form.getByRole('combobox', { name: '分成' });
  await split.click();
  await page
    .getByRole('dialog', { name: '分成' })
    .getByRole('button', { name: /^20 份/ })
    .click();
  await field('我认购').fill('3');
  await field('我保底').fill('2');
  await field('标题').fill('全包百十个');
  await form.getByRole('radio', { name: /^截止后公开/ }).check({ force: true });

  await page.reload();
  // The slip loads the issue on sale again, and a tap before the answer shows a message.
  const offer = page.getByRole('button', { name: /^发起合买/ });
  await expect(offer).toBeVisible();
  await expect(page.getByText('正在载入本期信息')).toHaveCount(0);
  await offer.click();
  await expect(split).toContainText('20 份');
  await expect(field('我认购')).toHaveValue('3');
  await expect(field('我保底')).toHaveValue('2');
  await expect(field('标题')).toHaveValue('全包百十个');
  await expect(form.getByRole('radio', { name: /^截止后公开/ })).toBeChecked();
  await form.getByRole('button', { name: '发起合买，付 ¥500.00' }).dblclick();
  await page.getByRole('dialog', { name: '合买已发起' }).getByRole('button', { name: '查看合买' }).click();
  await expect(page.getByText('全包百十个').first()).toBeVisible();
  await expect(part(page, '我的份额')).toContainText('3 份');
  const { models } = await client.get<OrderListModels>('/api/order/list', { kind: 'group' });
  expect(models.items).toHaveLength(1);

  await offerAll(page);
  await expect(field('标题')).toHaveValue('');
  await expect(field('我保底')).toHaveValue('0');
});
