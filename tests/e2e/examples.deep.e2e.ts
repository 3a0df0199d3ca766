/** The examples of the generic blocks in a browser: on a narrow phone with text of twice the size, and by the rules of accessibility. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type PreviewServer, preview } from 'vite';
import type { Page } from '@playwright/test';
import type { Example } from '../engine/screens/examples/example.ts';
import { blockFolders, screenExamples } from '../engine/screens/examples/found.ts';
import { clippedTexts } from './support/clipped.ts';
import { expect, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
let server: PreviewServer;
let folder = '';
let url = '';

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-examples-'));
  const config = { root: ROOT, configFile: false, logLevel: 'error' } as const;
  // Built once: from source, each of the pages below would ask for hundreds of modules.
  await build({
    ...config,
    plugins: [react()],
    build: { outDir: folder, target: 'es2022', minify: false, rollupOptions: { input: join(ROOT, 'scripts/pictures/page.html') } },
  });
  server = await preview({ ...config, build: { outDir: folder }, preview: { port: 0, host: '127.0.0.1' } });
  const address = server.httpServer.address();
  if (typeof address !== 'object' || address === null) throw new Error('the examples are not served');
  url = `http://127.0.0.1:${address.port}/scripts/pictures/page.html`;
});
test.afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const EXAMPLES = [
  ...blockFolders()
    .filter(({ folder }) => folder.startsWith('engine/screens/blocks/'))
    .map(({ name, example }) => ({ name, query: `block=${name}`, example })),
  ...screenExamples().map(({ name, example }) => ({ name: `screen ${name}`, query: `screen=${name}`, example })),
];

/** Opens an example and waits until it shows what its answers brought. */
async function open(page: Page, query: string): Promise<void> {
  await page.goto(`${url}?${query}`);
  await expect(page.locator('#app main > *').first()).toBeAttached();
  if (!query.startsWith('kit')) await expect(page.locator('[aria-busy], .skeleton')).toHaveCount(0);
}

// One page for all of them: each on a new one loads and compiles the app's script again, which was a third of their time.
test('every example is accessible, and nothing of it is cut off at 360 px with text of twice the size', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, query, example } of EXAMPLES)
    for (const state of ['', ...(example?.states?.long ? ['long'] : [])]) {
      const which = `${name} ${state}`;
      await open(page, `${query}${state && `&state=${state}`}`);
      expect.soft(await axeViolations(page, { without: ['page-has-heading-one', 'region', 'heading-order'] }), which).toEqual([]);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      // What is folded is cut off, and says so; unfolded it is not.
      const folded = page.getByRole('button', { name: '展开全文' });
      while ((await folded.count()) > 0) await folded.first().click();
      expect.soft(await clippedTexts(page), which).toEqual([]);
    }
});

test('a list of 300 rows has only those near the screen in the page, and scrolls with it', async ({ page }) => {
  const items = Array.from({ length: 300 }, (_, at) => ({
    id: `r${at}`,
    name: `第 ${at + 1} 行`,
    note: at % 7 === 0 ? '这一行高一些。'.repeat(12) : '',
  }));
  const example: Example = {
    screen: {
      sources: { rows: { call: '/api/rows' } },
      blocks: [
        { block: 'text', text: '上面的字' },
        { block: 'rows', source: 'rows', key: '{id}', row: { title: '{name}', note: '{note}', action: { do: 'toast', text: '{name}' } } },
      ],
    },
    answers: { '/api/rows': { items, next: null } },
    expects: [],
  };
  await page.addInitScript((text) => sessionStorage.setItem('example', text), JSON.stringify(example));
  await open(page, 'given');
  const rows = page.getByRole('listitem');
  await expect(rows.first()).toContainText('第 1 行');
  await expect.poll(() => rows.count()).toBeLessThan(60);
  const main = page.locator('main');
  const end = page.getByText('没有更多了');
  await expect(async () => {
    await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(end).toBeInViewport({ timeout: 1_000 });
    await expect(page.getByRole('button', { name: '第 300 行' })).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await expect(page.locator('li[aria-posinset="300"]')).toHaveAttribute('aria-setsize', '300');
  expect(await rows.count()).toBeLessThan(60);
  await main.evaluate((element) => element.scrollTo(0, 0));
  await expect(page.getByRole('button', { name: '第 1 行', exact: false }).first()).toBeInViewport();
});

test('a swipe to the left shows what stands behind a row, and does not press it', async ({ page }) => {
  await open(page, 'screen=wallet-list');
  const row = page.getByRole('listitem').filter({ hasText: '招商银行' });
  const remove = row.getByRole('button', { name: '删除' });
  // What a swipe needs comes in a chunk of its own.
  await expect(row.getByRole('button', { name: /更多操作/ })).toBeVisible();
  await expect(remove).toBeHidden();
  const box = await row.boundingBox();
  if (!box) throw new Error('the row is not drawn');
  const client = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', box.x + 250);
  for (const x of [240, 200, 150, 100, 60]) await touch('touchMove', box.x + x);
  await touch('touchEnd');
  await expect(remove).toBeInViewport();
  await remove.click();
  await expect(page.getByRole('dialog', { name: '删除 招商银行 8801' })).toBeVisible();
});

test.describe('the kit', () => {
  // One dot of the screen for one of the picture: what differs is the drawing, not the scaling.
  test.use({ deviceScaleFactor: 1, reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const)
    test(`every part of the kit matches its picture, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      // A picture of a part shows only what fits on the phone.
      await page.setViewportSize({ width: 390, height: 1_600 });
      await open(page, 'kit');
      for (const part of await page.locator('[data-part]').all())
        await expect.soft(part).toHaveScreenshot(`${await part.getAttribute('data-part')}-${colorScheme}.png`);
    });

  test('another brand colours every part of the kit', async ({ page }) => {
    for (const brand of ['qinghe', 'yuedong'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await open(page, `kit&brand=${brand}`);
        await expect.soft(page.locator('[data-part=buttons]')).toHaveScreenshot(`${brand}-${colorScheme}.png`);
      }
  });
});
