import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Waits for a page with all of its parts. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await expect(page.getByRole('main').or(page.getByRole('tabpanel')).first()).toBeVisible();
}
