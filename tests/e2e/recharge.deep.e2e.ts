import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

test('a recharge is left and continued in the framed cashier, paid, credited and announced', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/rechargeType`);
  await page.getByRole('textbox', { name: '充值金额' }).click();
  await page.getByRole('button', { name: '1,000', exact: true }).click();
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByText('本次另赠 10.00 元')).toBeVisible();
  await page.getByRole('button', { name: '去支付' }).click();

  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('¥1,000.00')).toBeVisible();
  const src = new URL((await page.locator('iframe').getAttribute('src')) as string);
  expect(src.origin).not.toBe(new URL(server.url).origin);
  for (const tool of ['刷新', '外部打开']) await expect(page.getByRole('button', { name: tool })).toBeVisible();

  // What was cached of the page before the order is not what it shows now.
  await page.goBack();
  await page.getByRole('button', { name: '再查一次' }).click();
  await expect(page.getByText('尚未收到付款，系统会继续查询')).toBeVisible();
  await page.getByRole('button', { name: '继续支付' }).click();
  await frame.getByRole('button', { name: '支付成功' }).click();
  await expect(page.getByText('充值到账 ¥1,000.00，另赠 ¥10.00')).toBeVisible();
  await expect(frame.getByText('充值已到账，请返回')).toBeVisible();
  await frame.getByRole('button', { name: '返回充值页' }).click();
  await expect(page).toHaveURL(/rechargeType6/);
  await expect(page.getByText('+¥1,000.00')).toBeVisible();

  await page.goto(`${server.url}/WalletManagement`);
  await expect(page.getByText('11,010.00').first()).toBeVisible();
  await page.getByRole('button', { name: /为什么不能全部提现/ }).click();
  await expect(page.getByText('还差 ¥500.00')).toBeVisible();
});

test('a slip that costs more than the wallet has leads to a recharge of the difference, and is placed after it', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('textbox', { name: /^倍数/ }).fill('6000');
  await expect(page.getByText('余额不足，还差 ¥2,000.00')).toBeVisible();
  await page.getByRole('button', { name: '去充值' }).click();
  await expect(page.getByRole('textbox', { name: '充值金额' })).toHaveValue('2,000.00');
  await page.getByRole('button', { name: '去支付' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: '支付成功' }).click();
  await frame.getByRole('button', { name: '返回充值页' }).click();
  await expect(page.getByText('+¥2,000.00')).toBeVisible();
  await page.getByRole('button', { name: '返回', exact: true }).click();
  await page.getByRole('button', { name: '确认投注' }).click();
  await expect(page.getByRole('dialog', { name: '投注成功' })).toBeVisible();
});

test('the usual way to pay can be removed, and the focus returns to its field', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/rechargeConfigure`);
  const usual = page.getByRole('combobox', { name: '常用方式' });
  await expect(usual).toContainText('不指定');
  await usual.click();
  const choices = page.getByRole('dialog', { name: '常用方式' }).getByRole('button');
  // The first one closes the sheet.
  await choices.and(page.locator('.choice-list button:enabled')).first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(usual).not.toContainText('不指定');
  await expect(usual).toBeFocused();
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page).not.toHaveURL(/rechargeConfigure/);

  await page.goto(`${server.url}/rechargeConfigure`);
  await expect(usual).not.toContainText('不指定');
  await usual.click();
  await page.getByRole('button', { name: '不选常用方式' }).click();
  await expect(usual).toContainText('不指定');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page).not.toHaveURL(/rechargeConfigure/);
  await page.goto(`${server.url}/rechargeConfigure`);
  await expect(usual).toContainText('不指定');
});
