import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Opens the wheel through the game centre and sends the tutorial away. */
export async function openWheel(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/gamecenter/demo`);
  await page.getByText('幸运转盘').click();
  await expect(page).toHaveURL(/\/iframePage$/);
  const tutorial = page.getByRole('dialog', { name: '悬浮球怎么用' });
  await expect(tutorial.getByText(/\d+ 秒后自动进入/)).toBeVisible();
  await tutorial.getByRole('button', { name: '进入游戏' }).click();
  await expect(tutorial).toBeHidden();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: '幸运转盘' })).toBeVisible();
}
