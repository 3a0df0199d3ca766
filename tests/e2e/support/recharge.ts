import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Recharges the player of a page by the pages: amount, stand-in cashier, and back. The server has to serve the demonstration pages. */
export async function recharge(page: Page, url: string, yuan: 50 | 100 | 200 | 500): Promise<void> {
  await page.goto(`${url}/rechargeType6`);
  await page.getByRole('button', { name: '充值金额' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${yuan}(\\.00)?$`) })
    .click();
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByRole('button', { name: '去支付' }).click();
  const cashier = page.frameLocator('iframe');
  await cashier.getByRole('button', { name: '支付成功' }).click();
  await expect(cashier.getByText('平台已入账，可以返回')).toBeVisible();
}
