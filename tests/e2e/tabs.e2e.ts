/** The network requests of a browser with many tabs, and of pages that stay open during draws. */
import type { Page, Request } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['jlffc', 'ttcjlffc', 'txffc', 'btcffc', 'hnffc', '360ffc', 'jsks', 'ffk3', 'jspk10', 'ssq'] });
});
test.afterAll(async () => {
  await server?.stop();
});

/** The issue that the list of results shows for a game. */
const drawn = (page: Page) => page.getByRole('listitem').filter({ hasText: '吉林分分彩' }).first();

/** A browser opens at most six connections to one host. If each tab had a stream, the seventh tab would never load. */
test('eight tabs share one event stream, get a draw by it, and share a new one when its tab is closed', async ({ page, context }) => {
  // A stream counts from its response. Before it the server sends no events, so an earlier draw would reach no tab.
  const streams = new Set<Page>();
  context.on('response', (response) => {
    if (/\/events$/.test(response.url())) streams.add(response.frame().page());
  });
  const pages = [page, ...(await Promise.all(Array.from({ length: 7 }, () => context.newPage())))];
  await Promise.all(pages.map((each) => each.goto(`${server.url}/result`, { waitUntil: 'commit' })));
  for (const each of pages) await expect(drawn(each)).toBeVisible();
  await expect.poll(() => streams.size).toBe(1);
  const before = await drawn(page).innerText();
  await server.advance(60_000);
  for (const each of pages) await expect(drawn(each)).not.toHaveText(before, { useInnerText: true });

  const [leader] = streams;
  const left = pages.filter((each) => each !== leader);
  await leader?.close();
  await expect.poll(() => streams.size).toBe(2);
  const [first] = left;
  const then = await drawn(first as Page).innerText();
  await server.advance(60_000);
  for (const each of left) await expect(drawn(each)).not.toHaveText(then, { useInnerText: true });
});

const isCall = (request: Request): boolean => request.url().startsWith(`${server.url}/api/`);

/** Resolves when no call of the page is under way. */
function watchAnswers(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => void (isCall(request) && open.add(request)));
  const end = (request: Request): void => void open.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => expect.poll(() => open.size).toBe(0);
}

/** Moves the page's clock second by second and waits for the answers of calls, because a call would time out if the clock moved on. */
async function passTime(page: Page, ms: number, answered: () => Promise<void>): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await answered();
    await page.clock.runFor(1_000);
  }
  await answered();
}

test('home and the list of results request the list at most once in the minute of the draws', async ({ page, context }) => {
  await page.goto(`${server.url}/result`);
  for (const [path, ready] of [
    ['/', '快开'],
    ['/result', '吉林分分彩'],
  ] as const) {
    const open = await context.newPage();
    await open.clock.install();
    const listRequests: string[] = [];
    const answered = watchAnswers(open);
    await open.goto(server.url + path);
    await expect(open.getByText(ready).first()).toBeVisible();
    // Lets the delayed requests of the start happen first.
    await passTime(open, 30_000, answered);
    open.on('request', (request) => {
      if (isCall(request)) listRequests.push(new URL(request.url()).pathname);
    });
    const before = await drawn(page).innerText();
    await server.advance(60_000);
    await expect(drawn(page)).not.toHaveText(before, { useInnerText: true });
    // Longer than the 2 s over which the loads of many phones are spread.
    await passTime(open, 5_000, answered);
    // The app may also request the server's time once, because its clock has moved by minutes.
    const lists = listRequests.filter((call) => call !== '/api/SystemConfig/GetServerTime');
    expect(lists.length, `${path}: ${listRequests.join(' ')}`).toBeLessThanOrEqual(1);
    expect(listRequests.length - lists.length, `${path}: ${listRequests.join(' ')}`).toBeLessThanOrEqual(1);
    await open.close();
  }
});
