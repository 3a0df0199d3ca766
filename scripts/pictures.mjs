// `npm run pictures`: a screenshot of every example at 390 px. With names, only those.
// `npm run pictures -- app`: every screen of the running app (pictures/app).
// `npm run pictures -- films`: a bet, a draw and a win as frames (pictures/films).
// All of them go into .pictures/, which Git ignores. The few that the documents show are in docs/pictures/ as well.
import { chromium } from '@playwright/test';
import { register } from 'tsx/esm/api';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { build } from './build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { blockExamples, screenNames } from './lib/examples.mjs';
import { removeOthers, writePage, writePicture } from './lib/pictures.mjs';
import { root } from './lib/run.mjs';
import { say } from './lib/say.mjs';
import { takeWords } from './lib/words.mjs';

const PHONE = { width: 390, height: 844 };
const only = process.argv.slice(2);
if (only[0] === 'app' || only[0] === 'films') {
  register();
  const { main } = await (only[0] === 'app' ? import('./pictures/app/main.ts') : import('./pictures/films/main.ts'));
  process.exit(await main(only.slice(1), { findChromium, build, say, writePicture, writePage, removeOthers }));
}

const pictures = [
  ...blockExamples(root).map(({ name }) => ({ name, query: `block=${name}` })),
  ...screenNames(root).map((name) => ({ name: `screen-${name}`, query: `screen=${name}` })),
];
takeWords(
  `npm run pictures -- [name] …: screenshots of the examples into .pictures/; -- app: every screen of the app; -- films: a bet, a draw and a win. Names: ${pictures
    .map(({ name }) => name)
    .join(', ')}`,
  (word) => pictures.some(({ name }) => name === word),
);

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
    writePicture(name, png);
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
  removeOthers(
    '.',
    pictures.map(({ name }) => name),
  );
say(`${only.length || pictures.length} pictures in .pictures/`);
process.exit(failed > 0 ? 1 : 0);
