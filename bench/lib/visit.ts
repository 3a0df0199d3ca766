/** A phone with the built server behind it, for benches that look at pages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launch } from './browser.ts';
import type { Context } from './figure.ts';
import { build, startServer } from './product.ts';

export interface BenchVisit {
  readonly url: string;
  readonly page: Page;
  /** Ends the server alone: from then on the page has no network that answers. */
  unplug(): Promise<void>;
  stop(): Promise<void>;
}

/** Builds, starts a server on a database of its own (`env` are further settings of it), and opens an empty page of a phone's size. */
export async function startVisit(context: Context, env: Readonly<Record<string, string>> = {}): Promise<BenchVisit> {
  await build(context);
  const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-'));
  context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startServer(context, { CAIPU_DATA: folder, ...env });
  const browser = await launch(context, ['--disable-gpu']);
  const view = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  const page = await view.newPage();
  // The benches run through a compiler that keeps the names of functions with a helper, which a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named;');
  return {
    url: server.url,
    page,
    unplug: () => server.kill(),
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}
