/** What the phone recorded, exported by the player, runs again on another machine without a difference. */
import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Download, type Page } from '@playwright/test';
import { coverage, MACHINES, readTrace, replay, type Trace } from '../../engine/replay/index.ts';
import { run } from '../../tools/replay/main.ts';
import { expectWaiting } from './support/play.ts';
import { FEW_DRAWS_NO_MATCHES, type RunningServer, startServer } from './support/server.ts';
import { expect, register, test } from './support/test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let server: RunningServer | undefined;
test.afterEach(async ({ page }) => {
  await page.close();
  await server?.stop();
  server = undefined;
});

test('register, pick, bet, export: the file replays without divergence and names nobody', async ({ page }, info) => {
  server = await startServer({ games: ['ssq'], clock: 1 });
  const { url } = server;
  const name = await register(page, url);
  await page.goto(`${url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/NumConfirmation/);
  await page.getByRole('button', { name: '加一倍' }).click();
  await page.getByRole('button', { name: '确认投注' }).click();
  const sheet = page.getByRole('dialog', { name: '投注成功' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: '查看订单' }).click();
  await expectWaiting(page);
  const file = await exported(page);
  expect(file.suggestedFilename()).toMatch(/^caipu-\d{8}-\d{6}\.trace\.json$/);
  await expect(page.getByText(/已导出 \d+ 条操作记录/)).toBeVisible();

  const path = info.outputPath('phone.trace.json');
  await file.saveAs(path);
  if (process.env.CAIPU_KEEP_TRACE) copyFileSync(path, process.env.CAIPU_KEEP_TRACE);
  const text = readFileSync(path, 'utf8');
  const token = await page.evaluate(() => localStorage.getItem('caipu.token') ?? '');
  expect(token.length).toBeGreaterThan(10);
  for (const secret of [name, 'secret123', token]) expect(text).not.toContain(secret);

  const trace: Trace = readTrace(text);
  expect(replay(trace, MACHINES).divergence()).toBeUndefined();
  const eventNames = trace.events.map(({ machine, event }) => `${machine.split(/[#@]/)[0]} ${event.type}`);
  expect(eventNames).toEqual(
    expect.arrayContaining([
      'session RESTORED',
      'selection.ssq REPLACE',
      'slip.ssq ADD',
      'slip.ssq MULTIPLIER',
      'submission.slip/ssq SUBMIT',
      'submission.slip/ssq ACCEPTED',
    ]),
  );
  expect(trace.descriptions).toHaveProperty('ssq');
  expect(coverage(MACHINES.submission as never, [trace]).states.covered).toBeGreaterThanOrEqual(3);

  // And on another process, by the command.
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/replay.mjs', path], { cwd: root });
  expect(stdout).toContain(`${trace.events.length} of ${trace.events.length} events replayed, no divergence`);

  // The trace of the next player in this tab has nothing of it.
  const bets = /slip\.ssq|selection\.ssq|submission\.slip/;
  expect(text).toMatch(bets);
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出' }).click();
  await register(page, url);
  await (await exported(page)).saveAs(path);
  const next = readFileSync(path, 'utf8');
  expect(next).not.toMatch(bets);
  expect(replay(readTrace(next), MACHINES).divergence()).toBeUndefined();
  expect(readTrace(next).events.length).toBeGreaterThan(0);
});

/** What the settings give, asked for within the app: a page that is left leaves a recording of its own. */
async function exported(page: Page): Promise<Download> {
  await page.evaluate(() => {
    history.pushState(null, '', '/setting');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /导出操作记录/ }).click();
  return download;
}

test('an export whose code cannot be loaded says so, and the next export is complete', async ({ browser }, info) => {
  server = await startServer({ games: ['ssq'], clock: 1, env: FEW_DRAWS_NO_MATCHES });
  // A page of its own: that something could not be loaded stands on its console.
  const phone = await browser.newPage({ ...info.project.use, serviceWorkers: 'block' });
  try {
    const offline = '**/trace-file-*.js';
    await phone.route(offline, (route) => route.abort('internetdisconnected'));
    await phone.goto(`${server.url}/ssq`);
    await phone.getByRole('button', { name: /^红球 07/ }).click();
    await phone.evaluate(() => {
      history.pushState(null, '', '/setting');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    const button = phone.getByRole('button', { name: /导出操作记录/ });
    await button.click();
    await expect(phone.getByText('内容加载失败，请检查网络后重试')).toBeVisible();
    await phone.unroute(offline);
    const download = phone.waitForEvent('download');
    await button.click();
    const path = info.outputPath('later.trace.json');
    await (await download).saveAs(path);
    const trace = readTrace(readFileSync(path, 'utf8'));
    expect(trace.events.map(({ machine, event }) => `${machine} ${event.type}`)).toContain('selection.ssq TAP');
    expect(replay(trace, MACHINES).divergence()).toBeUndefined();
  } finally {
    await phone.close();
  }
});

const traces = join(root, 'tests/traces');
const recorded = readdirSync(traces)
  .filter((name) => name.endsWith('.trace.json'))
  .sort();
/** Traces are replayed in parts, so that the time limit of a test holds on a busy machine and a failure names few files. */
const PARTS = 5;

/** The command's tools: the stage's page comes from a running server, and nothing has to be built. */
const tools = {
  build: async () => {},
  findChromium: async () => process.env.CHROMIUM_PATH ?? chromium.executablePath(),
  samples: async () => ({}),
};

/** Streams that collect the lines of both outputs. */
function collector() {
  const lines: string[] = [];
  const add = (line: string) => void lines.push(line);
  return { lines, streams: { out: add, error: add } };
}

for (let part = 0; part < PARTS; part++) {
  const files = recorded.filter((_, at) => at % PARTS === part);
  test(`part ${part + 1} of ${PARTS} of the recorded traces replays on the screens in Chromium`, async () => {
    // It serves the page of the stage: no replay needs a long past or a feed of matches, which take seconds of processor to begin.
    server = await startServer({ clock: 1, operatorPassword: 'only for its pages', env: FEW_DRAWS_NO_MATCHES });
    const { lines, streams } = collector();
    const code = await run([...files.map((name) => join(traces, name)), '--browser', '--url', server.url], streams, tools);
    expect(lines.filter((line) => line.includes('DIVERGED'))).toEqual([]);
    expect(lines.filter((line) => /^\d+ of \d+ events replayed in Chromium, no divergence$/.test(line))).toHaveLength(files.length);
    expect(code).toBe(0);
  });
}

test('a divergence has the same words in the headless replay and in the browser of the command', async () => {
  const info = test.info();
  const trace = readTrace(readFileSync(join(traces, 'bet-accepted.trace.json'), 'utf8'));
  const at = trace.events.findIndex(({ event }) => event.type === 'ADD');
  const wrong = info.outputPath('wrong.trace.json');
  const events = trace.events.map((entry, index) => (index === at ? { ...entry, after: { ...entry.after, value: 'empty' } } : entry));
  writeFileSync(wrong, JSON.stringify({ ...trace, events }));
  const { lines, streams } = collector();
  expect(await run([wrong], streams)).toBe(1);
  const divergence = lines.at(-1);
  expect(divergence).toContain(`DIVERGED at event ${at + 1} at`);
  // Typed without an address, the command starts a server of its own.
  const typed = promisify(execFile)(process.execPath, ['scripts/replay.mjs', wrong, '--browser'], { cwd: root });
  const { code, stdout } = await typed.then(
    (done) => ({ ...done, code: 0 }),
    (error: { code: number; stdout: string }) => error,
  );
  expect(code).toBe(1);
  expect(stdout).toContain(divergence);
});
