/** Steps of all recorded sessions: opening a screen within the page, and saving the recording with the player's button. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { MACHINES, readTrace, replay } from '../../engine/replay/index.ts';
import { expect } from '../e2e/support/test.ts';

/** Opens another screen without loading the page, as a link of the app does. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('.layer')).toHaveCount(1);
}

/** Exports the recording with the player's button. The file must replay without a difference, and have neither the token nor a secret in it. */
export async function saveRecording(page: Page, name: string, secrets: readonly string[] = []): Promise<void> {
  await openScreen(page, '/setting');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /导出操作记录/ }).click();
  const file = fileURLToPath(new URL(`${name}.trace.json`, import.meta.url));
  await (await download).saveAs(file);
  const text = readFileSync(file, 'utf8');
  const token = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('.token'))?.[1] ?? '');
  for (const secret of ['secret123', token, ...secrets].filter(Boolean)) expect(text).not.toContain(secret);
  const trace = readTrace(text);
  expect(trace.events.length).toBeGreaterThan(10);
  expect(replay(trace, MACHINES).divergence()).toBeUndefined();
}
