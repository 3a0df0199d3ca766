/** The recorded sessions replay in the browser as they do headless: in the page, and again after a reload of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type * as Replay from '../../engine/replay/index.ts';
import { readTrace } from '../../engine/replay/index.ts';
import type { RunningServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}tests/traces`;
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.trace.json'))
  .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));

let server: RunningServer;
let engine = '';
test.beforeAll(async ({ shared }) => {
  server = shared;
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: { write: false, minify: false, lib: { entry: 'engine/replay/index.ts', formats: ['iife'], name: 'caipuReplay' } },
  });
  for (const { output } of Array.isArray(made) ? made : []) for (const each of output) if (each.type === 'chunk') engine += each.code;
});

/** Each file replayed by the engine in the page: forwards, to the start, and to the end again. */
async function replayed(page: Page): Promise<string[]> {
  await page.evaluate(`${engine}\n;globalThis.caipuReplay = caipuReplay;`);
  return page.evaluate((all) => {
    const { MACHINES, readTrace, replay } = (globalThis as unknown as { caipuReplay: typeof Replay }).caipuReplay;
    return all.map(({ name, text }) => {
      const trace = readTrace(text);
      const run = replay(trace, MACHINES);
      const found = run.divergence();
      const states = () => JSON.stringify(trace.machines.map(({ id }) => run.snapshot(id)?.value));
      run.seek(run.length);
      const end = states();
      run.seek(0);
      run.seek(run.length);
      if (found) return `${name}: differs at event ${found.index + 1}, ${found.machine}: ${found.differs.join(', ')}`;
      return `${name}: ${run.position} of ${trace.events.length} events${states() === end ? '' : ', another end the second time'}`;
    });
  }, files);
}

test('every recorded session replays in the page and after a reload', async ({ page }) => {
  const whole = files.map(({ name, text }) => {
    // As read here, without a browser: a file of an older format has fewer events once it is migrated.
    const count = readTrace(text).events.length;
    return `${name}: ${count} of ${count} events`;
  });
  expect(whole.length).toBeGreaterThanOrEqual(13);
  await page.goto(server.url);
  expect(await replayed(page)).toEqual(whole);
  await page.reload();
  expect(await replayed(page)).toEqual(whole);
});
