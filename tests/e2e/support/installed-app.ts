/** The installed app in Chromium: a server with its own copy of the built app, and what the service worker stores. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from './server.ts';
import { expect } from './test.ts';

export interface InstalledApp {
  readonly server: RunningServer;
  /** Makes the service worker of the server another one, as a newer build would; `name` is new each time. */
  publish(name: string): void;
  stop(): Promise<void>;
}

export async function installedApp(): Promise<InstalledApp> {
  const web = mkdtempSync(join(tmpdir(), 'caipu-web-'));
  cpSync(fileURLToPath(new URL('../../../dist/app', import.meta.url)), web, { recursive: true });
  const server = await startServer({ games: ['jlffc', 'ssq'], env: { CAIPU_WEB: web } });
  const worker = join(web, 'sw.js');
  return {
    server,
    publish: (name) => writeFileSync(worker, readFileSync(worker, 'utf8').replace(/index-[\w-]+\.js/, `index-${name}.js`)),
    async stop() {
      await server.stop();
      rmSync(web, { recursive: true, force: true });
    },
  };
}

/** The worker is in charge, and has kept what the page showed. */
export async function waitUntilCached(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const answers = () => page.evaluate(async () => (await (await caches.open('caipu-answers-1')).keys()).map(({ url }) => url));
  await expect.poll(answers).toContainEqual(expect.stringContaining('/allresult'));
  expect(await page.evaluate(async () => (await caches.match('/offline-shell')) !== undefined)).toBe(true);
}

export const updateButton = (page: Page) => page.getByRole('button', { name: '更新', exact: true });

/**
 * The new worker is in charge. Chromium lets it wait while the old one has work: the tap then loads the page without it. The server of these
 * tests has no newer page, so the page offers the version again.
 */
export async function waitUntilTaken(page: Page): Promise<void> {
  await expect(async () => {
    const waits = await page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
    if (waits) await updateButton(page).click({ timeout: 5_000 });
    expect(waits).toBe(false);
  }).toPass();
}
