// `npm run pictures`: screenshots of every example at 390 px into docs/pictures/, for docs/screens.md. With names, only those.
// `npm run pictures -- app`: every screen of the running app, for docs/gallery.md (pictures/app).
// `npm run pictures -- films`: a bet, a draw and a win as frames, for docs/films.md (pictures/films).
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { register } from 'tsx/esm/api';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { build } from './build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { blockExamples, screenNames } from './lib/examples.mjs';
import { root } from './lib/run.mjs';
import { say } from './lib/say.mjs';
import { smallPng } from './lib/small-png.mjs';
import { takeWords } from './lib/words.mjs';

const PHONE = { width: 390, height: 844 };
const COLOURS = 64;
const folder = join(root, 'docs/pictures');
const only = process.argv.slice(2);
if (only[0] === 'app' || only[0] === 'films') {
  register();
  const { main } = await (only[0] === 'app' ? import('./pictures/app/main.ts') : import('./pictures/films/main.ts'));
  process.exit(await main(only.slice(1), root, { findChromium, build, smallPng, say }));
}

const pictures = [
  ...blockExamples(root).map(({ name }) => ({ name, query: `block=${name}` })),
  ...screenNames(root).map((name) => ({ name: `screen-${name}`, query: `screen=${name}` })),
];
takeWords(
  `npm run pictures -- [name] …: screenshots for docs/screens.md; -- app and -- films for docs/gallery.md and docs/films.md. Names: ${pictures
    .map(({ name }) => name)
    .join(', ')}`,
  (word) => pictures.some(({ name }) => name === word),
);

mkdirSync(folder, { recursive: true });
const server = await createServer({
  root,
  configFile: false,
  plugins: [react()],
  server: { port: 0, host: '127.0.0.1', watch: null, hmr: false },
  logLevel: 'error',
});
await server.listen();
const url = `http://127.0.0.1:${server.httpServer.address().port}/scripts/pictures/page.html`;
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--lang=zh-CN'],
  env: { ...process.env, LANGUAGE: 'zh-CN' },
});
const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, reducedMotion: 'reduce', locale: 'zh-CN' });
// What stands in a frame is somebody else's page.
await context.route('https://outside.example/**', (route) =>
  route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p style="font: 16px sans-serif; padding: 16px">外部页面</p>' }),
);
let failed = 0;
try {
  for (const { name, query } of pictures) {
    if (only.length > 0 && !only.includes(name)) continue;
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(`${url}?${query}`, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('[aria-busy]'));
    await page.evaluate(() => document.fonts.ready);
    const dialog = page.getByRole('dialog');
    const whole = name.startsWith('screen-') || (await dialog.count()) > 0;
    await grow(page);
    const png = await (whole ? page.screenshot() : page.locator('main').screenshot());
    writeFileSync(join(folder, `${name}.png`), smallPng(png, COLOURS));
    for (const problem of problems) say(`✗ ${name}: ${problem}`);
    failed += problems.length;
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}

/** What is longer than the phone is shown whole. */
async function grow(page) {
  const height = await page.evaluate(() => (document.querySelector('main')?.scrollHeight ?? 0) + 49);
  await page.setViewportSize({ width: PHONE.width, height: Math.max(PHONE.height, height) });
}

if (only.length === 0)
  for (const file of readdirSync(folder))
    if (file.endsWith('.png') && !pictures.some(({ name }) => `${name}.png` === file)) rmSync(join(folder, file));
const size = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
say(`${pictures.length} pictures, ${Math.round(size / 1024)} KB together`);
process.exit(failed > 0 ? 1 : 0);
