/** A described call under an idempotency key, in a browser against the real server: 停止追号 on the page of a chase. One effect, whatever happens. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { serverNow } from './support/play.ts';
import { leaveBeforeAnswer } from './support/leave.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { recordToasts } from './support/toasts.ts';

const CANCEL = '**/api/Order/CancelChase*';
const OUTCOME = '**/api/order/outcome*';
const DETAIL = /\/api\/Order\/ChaseDetail/;
/** jlffc draws on every minute, ms. */
const MINUTE = 60_000;
const STOPPED = /^已停止追号，退回 \d+ 期，共 [\d,]+\.\d\d 元$/;

let server: RunningServer;
test.beforeAll(({ moved }) => {
  server = moved;
});
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

/** A player whose chase of five issues is running, on its page. */
async function withChase(page: Page): Promise<void> {
  // Just past a draw: an issue that closes between slip and confirmation would have to be confirmed again.
  await server.advance(MINUTE - ((await serverNow(server.url)) % MINUTE) + 1_000);
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/ssc/jlffc`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('switch', { name: '追号' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '确认追号' }).click();
  await page.getByRole('button', { name: '查看追号' }).click();
  await expect(page.getByText(/^追号中/)).toBeVisible();
}

const stop = (page: Page) => page.getByRole('button', { name: '停止追号' });
const question = (page: Page) => page.getByRole('dialog', { name: '停止追号？' });
const yes = (page: Page) => question(page).getByRole('button').last();

/** The question is open, and its 停止并退款 can be pressed. */
async function expectQuestion(page: Page): Promise<void> {
  await stop(page).click();
  await expect(yes(page)).toHaveText('停止并退款');
}

/** The page says that it was done: once, and with how many issues were given back. Resolves with that number. */
async function expectStopped(page: Page, toasts: () => Promise<string[]>): Promise<number> {
  await expect(page.getByText('追号已手动停止')).toBeVisible();
  await expect(question(page)).toBeHidden();
  await expect(stop(page)).toBeHidden();
  await expect.poll(async () => (await toasts()).filter((text) => STOPPED.test(text)).length).toBe(1);
  const text = (await toasts()).find((each) => STOPPED.test(each)) ?? '';
  const issues = Number(/\d+/.exec(text)?.[0]);
  expect(issues).toBeGreaterThan(0);
  return issues;
}

/** The ledger: each issue that was cancelled was paid back, once. */
async function expectRefunds(page: Page, issues: number): Promise<void> {
  await page.goto(`${server.url}/transactionRecord`);
  await expect(page.getByText('+¥10,000.00')).toBeVisible();
  await expect(page.getByText('追号退款（手动停止）')).toHaveCount(issues);
}

/** Holds every request to an address until `release`, and counts them. */
async function hold(
  page: Page | BrowserContext,
  address: string,
): Promise<{ count(): number; release(how?: (route: Route) => Promise<void>): Promise<void> }> {
  const held: Route[] = [];
  let count = 0;
  let open: ((route: Route) => Promise<void>) | undefined;
  await page.route(address, (route) => {
    count += 1;
    if (open) return open(route);
    held.push(route);
  });
  return {
    count: () => count,
    async release(how = (route) => route.continue()) {
      open = how;
      await Promise.all(held.map(how));
    },
  };
}

test('100 double taps send one request, and each issue is paid back once', async ({ page }) => {
  const toasts = await recordToasts(page);
  await withChase(page);
  const requests = await hold(page, CANCEL);
  await expectQuestion(page);
  const box = await yes(page).boundingBox();
  if (!box) throw new Error('the button has no place');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  // Half of them within one task, before anything can be drawn; half a frame apart, on whatever stands at that place by then.
  await yes(page).evaluate(async (button: HTMLButtonElement, { x, y }) => {
    for (let taps = 0; taps < 100; taps += 1) button.click();
    for (let pairs = 0; pairs < 50; pairs += 1) {
      await new Promise(requestAnimationFrame);
      for (const _ of [1, 2]) (document.elementFromPoint(x, y) as HTMLElement | null)?.click();
    }
  }, at);
  await expect.poll(() => requests.count()).toBe(1);
  await requests.release();
  const issues = await expectStopped(page, toasts);
  await expectRefunds(page, issues);
  expect(requests.count()).toBe(1);
});

test('taps during a slow call send no second request', async ({ page }) => {
  const toasts = await recordToasts(page);
  await withChase(page);
  const requests = await hold(page, CANCEL);
  await expectQuestion(page);
  await yes(page).click();
  await question(page).getByRole('button', { name: '再想想' }).click();
  await expect(question(page)).toBeHidden();
  await expect(stop(page)).toBeDisabled();
  for (let taps = 0; taps < 20; taps += 1) await stop(page).dispatchEvent('click');
  await expect(question(page)).toBeHidden();
  await requests.release();
  await expectRefunds(page, await expectStopped(page, toasts));
  expect(requests.count()).toBe(1);
});

test.describe('without an answer', () => {
  // The network fails on purpose here, which the browser notes on its console.
  test.use({ refusals: true });

  test('a lost answer shows 结果确认中 until the outcome is known, and the effect happens once', async ({ page }) => {
    const toasts = await recordToasts(page);
    await withChase(page);
    let sent = 0;
    await page.route(CANCEL, async (route) => {
      sent += 1;
      await route.fetch();
      await route.abort('timedout');
    });
    const outcome = await hold(page, OUTCOME);
    let loaded = 0;
    page.on('request', (request) => {
      if (DETAIL.test(request.url())) loaded += 1;
    });
    await expectQuestion(page);
    await yes(page).click();
    await expect(yes(page)).toHaveText('结果确认中');
    await expect(yes(page)).toBeDisabled();
    await yes(page).dispatchEvent('click');
    // The page behind the question says the same.
    await question(page).getByRole('button', { name: '再想想' }).click();
    const doubtful = page.getByRole('button', { name: '结果确认中' });
    await expect(doubtful).toBeDisabled();
    await doubtful.dispatchEvent('click');
    await expect(question(page)).toBeHidden();
    expect(sent).toBe(1);
    expect((await toasts()).filter((text) => STOPPED.test(text))).toEqual([]);
    await outcome.release();
    await expectRefunds(page, await expectStopped(page, toasts));
    expect(sent).toBe(1);
    expect(outcome.count()).toBe(1);
    expect(loaded).toBeGreaterThan(0);
  });

  test('a lost request is shown as not done, and the next try has a new key', async ({ page }) => {
    const toasts = await recordToasts(page);
    await withChase(page);
    const keys: string[] = [];
    await page.route(CANCEL, (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      return keys.length === 1 ? route.abort('connectionreset') : route.continue();
    });
    await expectQuestion(page);
    await yes(page).click();
    await expect.poll(toasts).toContain('提交失败，请重试');
    await expect(question(page)).toBeHidden();
    await expect(page.getByText(/^追号中/)).toBeVisible();
    await expectQuestion(page);
    await yes(page).click();
    await expectRefunds(page, await expectStopped(page, toasts));
    expect(new Set(keys).size).toBe(2);
  });

  test('a page that opens after a reload in flight asks for the outcome, and the effect happens once', async ({ page }) => {
    const toasts = await recordToasts(page);
    await withChase(page);
    let sent = 0;
    const landed = new Promise<void>((resolve) => {
      void page.route(CANCEL, async (route) => {
        sent += 1;
        await route.fetch();
        resolve();
        // The page goes away before it gets the answer.
      });
    });
    const outcome = await hold(page, OUTCOME);
    await expectQuestion(page);
    await yes(page).click();
    await landed;
    await page.reload();
    // The chase is stopped by now, and the button that stopped it stays until its outcome is known.
    await expect(page.getByText('追号已手动停止')).toBeVisible();
    await expect(page.getByRole('button', { name: '结果确认中' })).toBeDisabled();
    await outcome.release();
    const issues = await expectStopped(page, toasts);
    await page.reload();
    await expect(page.getByText('追号已手动停止')).toBeVisible();
    expect((await toasts()).filter((text) => STOPPED.test(text))).toHaveLength(1);
    await expectRefunds(page, issues);
    expect([sent, outcome.count()]).toEqual([1, 1]);
  });

  test('the answer that comes while the browser leaves the page is shown on the next page, once', async ({ page }) => {
    const toasts = await recordToasts(page);
    await withChase(page);
    await expectQuestion(page);
    await leaveBeforeAnswer(page, CANCEL, () => yes(page).click());
    await expect(page.locator('.toast__text')).toHaveText(STOPPED);
    await expectRefunds(page, await expectStopped(page, toasts));
  });

  test('during an outage the outcome stays open, and it is resolved when the server is back', async ({ page }) => {
    const toasts = await recordToasts(page);
    await withChase(page);
    let sent = 0;
    await page.route(CANCEL, async (route) => {
      sent += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    let gone = true;
    let questions = 0;
    await page.route(OUTCOME, (route) => {
      questions += 1;
      return gone ? route.abort('connectionrefused') : route.continue();
    });
    await expectQuestion(page);
    await yes(page).click();
    await expect.poll(() => questions).toBeGreaterThan(1);
    await expect(yes(page)).toHaveText('结果确认中');
    gone = false;
    await expectRefunds(page, await expectStopped(page, toasts));
    expect(sent).toBe(1);
  });
});

test('two tabs that press at once have one effect and the same answer', async ({ page, context }) => {
  const other = await context.newPage();
  const noise: string[] = [];
  other.on('pageerror', (error) => noise.push(String(error)));
  other.on('console', (message) => {
    if (message.type() === 'error') noise.push(message.text());
  });
  await other.emulateMedia({ reducedMotion: 'reduce' });
  const [toasts, otherToasts] = [await recordToasts(page), await recordToasts(other)];
  await withChase(page);
  await other.goto(page.url());
  await expect(other.getByText(/^追号中/)).toBeVisible();
  const requests = await hold(context, CANCEL);
  const keys = new Set<string>();
  context.on('request', (request) => {
    if (/CancelChase/.test(request.url())) keys.add(request.headers()['idempotency-key'] ?? '');
  });
  await page.bringToFront();
  await expectQuestion(page);
  await yes(page).click();
  await other.bringToFront();
  await expectQuestion(other);
  await yes(other).click();
  await expect.poll(() => requests.count()).toBe(2);
  await requests.release();
  const issues = await expectStopped(other, otherToasts);
  await page.bringToFront();
  expect(await expectStopped(page, toasts)).toBe(issues);
  expect(keys.size).toBe(1);
  await expectRefunds(page, issues);
  expect(noise).toEqual([]);
});
