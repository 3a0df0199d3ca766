/** The workshop as an operator finds it on the page: the text of a file, the phone beside it, and how one gets there. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const descriptionField = (page: Page) => page.getByLabel('描述文件');
export const previewFrame = (page: Page) => page.frameLocator('iframe[title="手机预览"]');

export async function openWorkshop(page: Page, url: string, password: string): Promise<void> {
  await page.goto(`${url}/workshop`);
  await page.getByLabel('管理员密码').fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('navigation', { name: '彩种文件' })).toBeVisible();
}

/** Replaces a part of the text, which must be there. */
export async function replaceInDescription(page: Page, from: string | RegExp, to: string): Promise<void> {
  const before = await descriptionField(page).inputValue();
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  await descriptionField(page).fill(after);
}

/** Opens a game's file in the editor. Returns its text. */
export async function openGame(page: Page, code: string): Promise<string> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`\\b${code}\\b`) })
    .click();
  await expect(page.getByRole('heading', { name: `games/${code}.json` })).toBeVisible();
  return descriptionField(page).inputValue();
}
