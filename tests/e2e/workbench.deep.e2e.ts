/** The replay workbench in Chromium: a trace is loaded, moved through on the real screens, branched, saved and loaded again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { MACHINES, readTrace, replay, type Trace } from '../../engine/replay/index.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

const file = fileURLToPath(new URL('../traces/bet-accepted.trace.json', import.meta.url));
const trace = readTrace(readFileSync(file, 'utf8'));
/** Events up to and with the first of this type. */
const after = (type: string): number => trace.events.findIndex(({ event }) => event.type === type) + 1;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['ssq'], sports: true, clock: 1, operatorPassword: 'workbench-test' });
});
test.afterAll(async () => {
  await server.stop();
});
// The description of the recording may be gone from the server: then it is asked for in vain, and the present one is shown.
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1, refusals: true });

const phone = (page: Page) => page.frameLocator('iframe[title="回放的应用"]');
const picked = (page: Page) => phone(page).locator('.pick[aria-pressed="true"]');
const chart = (page: Page) => page.getByRole('region', { name: '状态图' });
const bench = (page: Page) => page.getByRole('region', { name: '手机' }).locator('[data-position]');
const verdict = (page: Page) => page.getByRole('region', { name: '事件列表' }).getByRole('status');

async function open(page: Page, path = file): Promise<void> {
  await page.goto(`${server.url}/workbench`);
  await page.getByLabel('操作记录文件').setInputFiles(path);
  await expect(bench(page)).toHaveAttribute('data-position', '0');
}
async function seek(page: Page, position: number): Promise<void> {
  await page.getByLabel('时间').fill(String(position));
  await expect(bench(page)).toHaveAttribute('data-position', String(position));
  await expect(page.getByText('画面与模型不一致')).toHaveCount(0);
}

test('the slider moves the real screens back and forth, with the chart and the list', async ({ page }) => {
  await open(page);
  await expect(verdict(page)).toHaveText('回放与录制一致');
  await seek(page, after('REPLACE'));
  await expect(picked(page)).toHaveCount(7);
  await expect(phone(page).getByRole('button', { name: /^红球 04/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(chart(page).getByRole('status')).toContainText('ballSelection：ready');
  const svg = chart(page).getByRole('img', { name: 'ballSelection 的状态图，现在是 ready' });
  await expect(svg.locator('[data-state="ready"]')).toHaveAttribute('data-mark', 'now');
  await expect(svg.locator('[data-transition="(any state) --REPLACE"]')).toHaveAttribute('data-mark', 'taken');
  await chart(page).getByText('文字列表').click();
  await expect(chart(page).getByRole('listitem').filter({ hasText: 'ready 当前' })).toBeVisible();

  await seek(page, after('REPLACE') - 1);
  await expect(picked(page)).toHaveCount(0);
  await seek(page, after('ACCEPTED'));
  await seek(page, after('REPLACE'));
  await expect(picked(page)).toHaveCount(7);

  // The keyboard stays with the list, whatever opens on the phone.
  const list = page.getByRole('listbox', { name: '事件' });
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(bench(page)).toHaveAttribute('data-position', String(after('ADD')));
  await expect(list.getByRole('option', { selected: true })).toContainText('ADD');
  await page.getByLabel('只看').selectOption('submission.slip/ssq');
  await expect(list.getByRole('option')).toHaveCount(3);
  await list.focus();
  await page.keyboard.press('End');
  await expect(bench(page)).toHaveAttribute('data-position', String(after('DISMISS')));
  await page.keyboard.press('ArrowUp');
  await expect(bench(page)).toHaveAttribute('data-position', String(after('ACCEPTED')));

  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('a branch by an event and by a tap is saved, loaded again and replays clean', async ({ page }, info) => {
  await open(page);
  await seek(page, after('REPLACE'));
  await phone(page)
    .getByRole('button', { name: /^红球 04/ })
    .click();
  const first = after('REPLACE') + 1;
  await expect(page.getByText(`已分叉：事件 ${first} 是 TAP`)).toBeVisible();
  await expect(picked(page)).toHaveCount(6);

  const form = page.getByRole('region', { name: '分叉' });
  await form.getByLabel('selection.ssq 接受的事件').selectOption('QUICK');
  const content = form.getByLabel('事件内容');
  await content.fill('{"type":');
  await form.getByRole('button', { name: '发送事件' }).click();
  await expect(form.getByRole('alert')).toContainText('不是 JSON');
  await content.fill('{"type":"QUICK","area":"red","pick":"clear"}');
  await form.getByRole('button', { name: '发送事件' }).click();
  await expect(picked(page)).toHaveCount(1);
  await expect(bench(page)).toHaveAttribute('data-position', String(first + 1));
  await page.getByRole('button', { name: '与原录制比较' }).click();
  await expect(page.getByText(`从事件 ${first} 起不同`)).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('bet-accepted-branch.trace.json');
  const path = info.outputPath(saved.suggestedFilename());
  await saved.saveAs(path);
  const branched = readTrace(readFileSync(path, 'utf8'));
  expect(replay(branched, MACHINES).divergence()).toBeUndefined();

  await page.getByRole('button', { name: '回到原录制' }).click();
  await expect(picked(page)).toHaveCount(0);
  await open(page, path);
  await expect(verdict(page)).toHaveText('回放与录制一致');
  await seek(page, branched.events.length);
  await expect(picked(page)).toHaveCount(1);
});

test('a slip of matches is shown as it was recorded, with its passes, bankers and odds that moved, and goes on as a branch', async ({
  page,
}) => {
  const opened = async (name: string) => {
    const path = fileURLToPath(new URL(`../traces/${name}.trace.json`, import.meta.url));
    const { events } = readTrace(readFileSync(path, 'utf8'));
    await page.getByLabel('操作记录文件').setInputFiles(path);
    await expect(bench(page)).toHaveAttribute('data-position', '0');
    await expect(verdict(page)).toHaveText('回放与录制一致');
    /** Events up to and with the last of this type of the machine. */
    return (machine: string, type: string): number =>
      events.findLastIndex((each) => each.machine.startsWith(machine) && each.event.type === type) + 1;
  };
  await page.goto(`${server.url}/workbench`);
  let last = await opened('sports-passes');
  const legs = phone(page).getByRole('list', { name: '投注单场次' }).locator('> li');
  const figures = phone(page).getByRole('region', { name: '投注', exact: true });
  await seek(page, last('matchSlip.jczq', 'MULTIPLIER'));
  await expect(legs).toHaveCount(4);
  await expect(phone(page).getByRole('button', { name: /过关方式 ?3串1/ })).toBeVisible();
  await expect(phone(page).getByRole('button', { name: /^C002 .* 设胆$/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(figures).toContainText('3 注 × 2 倍');
  await seek(page, last('matchSlip.jczq', 'PASS'));
  await expect(figures).toContainText('× 1 倍');
  await seek(page, last('submission.slip/jczq', 'SUBMIT'));
  await expect(figures).toContainText('提交中');

  await seek(page, last('matchSlip.jczq', 'MULTIPLIER'));
  await phone(page).getByRole('button', { name: '加一倍' }).click();
  await expect(page.getByText(/已分叉：事件 \d+ 是 MULTIPLIER/)).toBeVisible();
  await expect(figures).toContainText('3 注 × 3 倍');

  // Another recording in the same page: its matches take the place of the first one's.
  last = await opened('sports-odds-accepted');
  await seek(page, last('matchSlip.jczq', 'ACCEPT') - 1);
  await expect(legs).toHaveCount(2);
  await expect(phone(page).getByRole('region', { name: /2 个赔率或盘口已变/ })).toBeVisible();
  await seek(page, last('matchSlip.jczq', 'ACCEPT'));
  await expect(phone(page).getByText('赔率或盘口已变')).toHaveCount(0);
  await expect(legs.first()).toContainText('1.95');
});

test('the workbench locates the fault of a wrong file, marks a divergence, and takes the recording of an open app', async ({
  page,
  context,
}, info) => {
  await page.goto(`${server.url}/workbench`);
  const input = page.getByLabel('操作记录文件');
  await input.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{\n  "format": oops }') });
  await expect(page.getByRole('alert')).toContainText(/2:13.*NOT_JSON/);

  const at = after('SUBMIT') - 1;
  const events = trace.events.map((entry, index) => (index === at ? { ...entry, after: { ...entry.after, value: 'accepted' } } : entry));
  const path = info.outputPath('wrong.trace.json');
  writeFileSync(path, JSON.stringify({ ...trace, events }));
  await input.setInputFiles(path);
  await expect(verdict(page)).toHaveText(`事件 ${at + 1} 起与录制不同`);
  await seek(page, at + 1);
  await expect(page.getByRole('listbox', { name: '事件' }).getByRole('option', { selected: true })).toContainText('偏离');
  await expect(page.getByRole('region', { name: '偏离' })).toContainText('submission.slip/ssq 在 idle');

  await page.getByRole('button', { name: '取运行中的应用' }).click();
  await expect(page.getByText('没有找到打开的应用')).toBeVisible();
  const app = await context.newPage();
  await newPlayer(app, server.url);
  await app.goto(`${server.url}/ssq`);
  await app.getByRole('button', { name: /^红球 07/ }).click();
  await page.bringToFront();
  const answers = page.getByRole('region', { name: '服务器答复' });
  const ofGame = answers.locator('details', { hasText: '/api/SiteMsg/AppLotteryPageInfo' }).first();
  // The server's answer is recorded when it comes, and the board does not wait for it. The former recording has such an answer too.
  await expect(async () => {
    await page.getByRole('button', { name: '取运行中的应用' }).click();
    await expect(page.getByText('running-app.trace.json')).toBeVisible({ timeout: 5_000 });
    await expect(ofGame).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(verdict(page)).toContainText('回放与录制一致');
  // It stands at the end: what has just happened is what one wants to see.
  await expect(picked(page)).toHaveCount(1);
  await expect(bench(page)).toContainText('/ssq');
  // What the server answered is there as facts, and the rest as its kind; the balance is on the glass.
  await expect(answers).toContainText(/余额 [\d,]+\.\d\d 元/);
  // The last answer is open by itself, and may be this one.
  if ((await ofGame.getAttribute('open')) === null) await ofGame.locator('summary').click();
  await expect(ofGame.getByText(/"issue": "\d+"/)).toBeVisible();
  await expect(answers).toContainText('[text]');
  // Time that only passed is not listed until it is asked for.
  const options = page.getByRole('listbox', { name: '事件' });
  const all = page.getByLabel(/显示载入和计时/);
  const count = async (): Promise<number> => Number(await options.getByRole('option').first().getAttribute('aria-setsize'));
  const without = await count();
  await all.check();
  expect(await count()).toBeGreaterThanOrEqual(without);
  await all.uncheck();
  // An event that nobody has sent yet comes complete.
  const way = page.getByRole('region', { name: '分叉' });
  const machines = page.getByLabel('只看');
  const board = await machines
    .locator('option')
    .filter({ hasText: /^selection\.ssq/ })
    .last()
    .textContent();
  await machines.selectOption(board ?? '');
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await way.getByLabel(/接受的事件/).selectOption('QUICK', { timeout: 10_000 });
  await expect(way.getByLabel(/事件内容/)).toHaveValue(/"area": "red"[^]*"pick": "all"/);
  await expect(bench(page)).not.toContainText('推断');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('the workbench jumps to the first divergence, shows both states of a wrong start, and names states as the source does', async ({
  page,
}, info) => {
  const written = (name: string, change: (trace: Trace) => Trace): string => {
    const path = info.outputPath(`${name}.trace.json`);
    writeFileSync(path, JSON.stringify(change(trace)));
    return path;
  };
  const at = after('SUBMIT') - 1;
  const wrong = written('wrong', ({ events, ...rest }) => ({
    ...rest,
    events: events.map((entry, index) => (index === at ? { ...entry, after: { ...entry.after, value: 'accepted' } } : entry)),
  }));
  const wrongStart = written('start', ({ machines, ...rest }) => ({
    ...rest,
    machines: machines.map((each) =>
      each.id === 'session' ? { ...each, start: { ...each.start, context: { ...each.start.context, heartbeatCount: 3 } } } : each,
    ),
  }));
  const first = page.getByRole('button', { name: '到首个偏离' });
  const divergence = page.getByRole('region', { name: '偏离' });
  await open(page);
  await expect(verdict(page)).toHaveText('回放与录制一致');
  await expect(first).toHaveCount(0);
  await open(page, wrong);
  await first.click();
  await expect(bench(page)).toHaveAttribute('data-position', String(at + 1));
  await expect(divergence).toContainText('submission.slip/ssq 在 idle');
  await expect(page.getByRole('listbox', { name: '事件' }).getByRole('option', { selected: true })).toContainText('偏离');

  await page.getByLabel('操作记录文件').setInputFiles(wrongStart);
  await expect(verdict(page)).toHaveText('session 的起点与录制不同');
  await seek(page, at);
  await first.click();
  await expect(bench(page)).toHaveAttribute('data-position', '0');
  await expect(divergence).toContainText('session 的起点');
  await expect(divergence).toContainText('context.heartbeatCount');
  // The list is at its start as well.
  await expect(page.getByRole('listbox', { name: '事件' }).getByRole('option').first()).toHaveAttribute('aria-posinset', '1');
  await chart(page).getByText('文字列表').click();
  await expect(chart(page).getByText('restoring：PROFILE / recognise → player')).toBeVisible();
  await expect(chart(page).getByText('任意状态：LOGIN_WANTED / …, …')).toBeVisible();
});

test('the workbench says in branches and in the next recording that a game has another description than the recorded one', async ({
  page,
}, info) => {
  const notes = page.getByRole('region', { name: '手机' }).getByRole('status');
  await open(page);
  await seek(page, after('REPLACE'));
  await expect(notes).toContainText('双色球 按现在的描述显示');
  await phone(page)
    .getByRole('button', { name: /^红球 04/ })
    .click();
  await expect(page.getByText(/已分叉：事件 \d+ 是 TAP/)).toBeVisible();
  await expect(picked(page)).toHaveCount(6);
  await expect(notes).toContainText('双色球 按现在的描述显示');

  // Recorded under what the server has now: the phone has loaded the game, and must not keep what it said of it.
  const answer = await page.request.get(`${server.url}/descriptions/index.json`);
  const { games } = (await answer.json()) as { readonly games: readonly { readonly code: string; readonly hash: string }[] };
  const path = info.outputPath('present.trace.json');
  const ssq = games.find(({ code }) => code === 'ssq')?.hash ?? '';
  writeFileSync(path, JSON.stringify({ ...trace, descriptions: { ...trace.descriptions, ssq } }));
  await page.getByLabel('操作记录文件').setInputFiles(path);
  await expect(verdict(page)).toHaveText('回放与录制一致');
  await seek(page, after('REPLACE'));
  await expect(picked(page)).toHaveCount(7);
  await expect(notes).not.toContainText('按现在的描述显示');
  // And back: the game that is loaded is of another version again.
  await page.getByLabel('操作记录文件').setInputFiles(file);
  await expect(bench(page)).toHaveAttribute('data-position', '0');
  await seek(page, after('REPLACE'));
  await expect(notes).toContainText('双色球 按现在的描述显示');
});

test('on a phone the slider of the workbench has the full width, and every target is large enough for a thumb', async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const slider = await page.getByLabel('时间').boundingBox();
  expect(slider?.width).toBeGreaterThan(340);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, textarea, input[type="range"], label:has(input)')].flatMap((each) => {
      const { height } = each.getBoundingClientRect();
      return height > 0 && height < 44 ? [`${each.textContent || each.tagName} ${height}`] : [];
    }),
  );
  expect(small).toEqual([]);
  await page.screenshot({ path: info.outputPath('phone.png'), fullPage: true });
});
