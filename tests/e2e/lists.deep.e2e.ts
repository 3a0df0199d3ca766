/** Long lists in a browser: what is in the page while a finger throws them, and after; and code that did not come at first. */
import type { Page, Route } from '@playwright/test';
import { groupDetail, groupJoins } from '../../protocol/calls/hm.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

// The browser notes each request that fails.
test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

const PEOPLE = 400;
const A_PAGE = 50;
const id = (n: number): string => `019a2b3c-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Answers for a group order that many have joined; every third of them has a long name, so that rows are not alike. */
async function manyJoined(page: Page): Promise<void> {
  const models = { ...groupDetail.example.models, people: PEOPLE, stopsAt: Date.now() + 36_000_000 };
  await page.route(/\/api\/hm\/detail/, (route) => route.fulfill({ json: { status: 0, models, msg: '' } }));
  await page.route(/\/api\/hm\/joinlist/, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: Math.min(A_PAGE, PEOPLE - from) }, (_, at) => ({
      ...groupJoins.example.models.items[0],
      joinId: id(from + at),
      who: {
        mid: String(from + at),
        name: `彩友 ${from + at}${at % 3 === 0 ? '，名字很长很长很长很长很长很长很长' : ''}`,
        avatar: '',
        level: 1,
      },
    }));
    return route.fulfill({ json: { status: 0, models: { items, next: from + A_PAGE < PEOPLE ? String(from + A_PAGE) : null }, msg: '' } });
  });
}

/** Row numbers as they stand in the page, and whether each is under the one before it. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>('.window-list > li')];
    const at = items.map((item) => Number(item.getAttribute('aria-posinset')));
    const sorted = items.toSorted((a, b) => Number(a.getAttribute('aria-posinset')) - Number(b.getAttribute('aria-posinset')));
    const gaps = sorted
      .slice(1)
      .map((item, n) => item.getBoundingClientRect().top - (sorted[n] as HTMLElement).getBoundingClientRect().bottom);
    return { at, widest: Math.max(0, ...gaps.map(Math.abs)), size: items[0]?.getAttribute('aria-setsize') };
  });
/** Number of the row in the middle of the screen (0: none is drawn there yet) and where it stands, both at one instant: the elements of a list change their places and their rows. */
const middle = (page: Page) =>
  page.evaluate(() => {
    const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.window-list > li');
    return { number: Number(row?.getAttribute('aria-posinset') ?? 0), y: row?.getBoundingClientRect().top ?? 0 };
  });
const ascending = (numbers: readonly number[]): boolean => numbers.every((each, at) => at === 0 || each > (numbers[at - 1] as number));

test('a list of hundreds of rows renders those near the screen in order and keeps its scroll position', async ({ page }) => {
  await newPlayer(page, server.url);
  await manyJoined(page);
  await page.goto(`${server.url}/togetherOrder?id=${id(1)}`);
  const main = page.getByRole('main');
  await expect(page.getByText('彩友 3，')).toBeAttached();

  // Down to the end, as fast as rows come.
  await expect
    .poll(
      () =>
        main.evaluate((box) => {
          box.scrollTop += 1_500;
          return box.textContent?.includes('没有更多了') && box.scrollTop + box.clientHeight > box.scrollHeight - 2;
        }),
      { intervals: [30], timeout: 30_000 },
    )
    .toBe(true);
  await expect.poll(async () => ascending((await drawn(page)).at)).toBe(true);
  const end = await drawn(page);
  expect(end.at.at(-1)).toBe(PEOPLE);
  expect(end.size).toBe(String(PEOPLE));
  expect(end.at.length).toBeLessThan(50);
  expect(end.widest).toBeLessThan(0.5);

  await main.evaluate((box) => {
    box.scrollTop = box.scrollHeight / 2;
  });
  await expect.poll(async () => ascending((await drawn(page)).at) && ((await drawn(page)).at[0] as number) > 100).toBe(true);
  expect((await drawn(page)).widest).toBeLessThan(0.5);

  // To another page and back: the same rows at the same height. A tap on a row that is not on the screen would move it there first.
  let seen = await middle(page);
  await expect.poll(async () => (seen = await middle(page)).number).toBeGreaterThan(100);
  const { number, y } = seen;
  const row = page.locator(`.window-list > li[aria-posinset="${number}"]`);
  await row.getByRole('button').click();
  await expect(page).toHaveURL(/homePage/);
  await page.goBack();
  await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - y)).toBeLessThan(3);
});

test('重试 loads code that failed to load, and the picks are still there', async ({ browser }) => {
  // A page of its own: React notes on the console what a boundary caught.
  const page = await (await browser.newContext()).newPage();
  await newPlayer(page, server.url);
  let down = true;
  const fail = (route: Route) => (down ? route.abort('connectionreset') : route.continue());
  await page.route(/\/assets\/slip-[^/]+\.js/, fail);
  await page.goto(`${server.url}/ssc/jlffc`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('内容加载失败，请检查网络')).toBeVisible();
  down = false;
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { name: /确认投注/ })).toBeVisible();
  await expect(page.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(1);
});
