import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Recharges the player of a page by the pages: amount, stand-in cashier. The server has to serve the demonstration pages. */
export async function recharge(page: Page, url: string, yuan: 50 | 100 | 200 | 500): Promise<void> {
  await page.goto(`${url}/rechargeType6`);
  await page.getByRole('textbox', { name: '充值金额' }).click();
  await page.getByRole('button', { name: String(yuan), exact: true }).click();
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByRole('button', { name: '去支付' }).click();
  const cashier = page.frameLocator('iframe');
  await cashier.getByRole('button', { name: '支付成功' }).click();
  await expect(cashier.getByText('充值已到账，请返回')).toBeVisible();
}
