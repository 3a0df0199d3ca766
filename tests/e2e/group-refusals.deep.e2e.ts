/**
 * What a group order (合买) refuses, in words with what to do next, and the outcome of a join when others are faster, taps are double, pages
 * are loaded again, the server is away or another tab was first: it is paid once or not at all, and the page says which.
 */
import type { Browser, BrowserContext, Page, Route } from '@playwright/test';
import { Client } from '../server/support/client.ts';
import { type GroupOptions, groupDetail, joinGroup, startGroup } from '../server/support/groups.ts';
import { ALL_DIGITS, pricedTicket, publishedGameOf } from '../server/support/tickets.ts';
import { choosePlay, serverNow, untilHour } from './support/play.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { recordToasts } from './support/toasts.ts';

// The server refuses, and goes away, on purpose.
test.use({ refusals: true });

const JOIN = '**/api/lottery/bet_join*';
let server: RunningServer;
let owner: Client;
test.beforeAll(async ({ moved }) => {
  server = moved;
  await server.advance(untilHour(await serverNow(server.url), 12));
  owner = await player();
});

const player = async () => (await new Client(server.url).sync()).register();

/** A phone with a player of its own, and a client that speaks for him. */
async function phone(browser: Browser): Promise<{ readonly page: Page; readonly client: Client }> {
  const page = await (await browser.newContext()).newPage();
  const { client } = await newPlayer(page, server.url);
  return { page, client };
}

/** The owner's group order of every number of 福彩3D: 20 shares of 100.00; one is his own. Returns its id. */
async function started(group: GroupOptions = {}): Promise<string> {
  const version = await publishedGameOf(server.url, 'fc3d');
  const play = version.compiled.plays.map((compiled) => compiled.play).find(({ name }) => name === '直选');
  const picks = Object.fromEntries((play?.areas ?? []).map(({ id }) => [id, ALL_DIGITS]));
  const answer = await startGroup(owner, pricedTicket(version, [{ play: play?.code ?? '', picks }]), { shares: 20, ...group });
  expect(answer.status, answer.msg).toBe(0);
  return answer.models.hmId;
}

const balanceOf = async (client: Client) =>
  (await client.get<{ readonly balanceFen: number }>('/api/UserCenter/QueryProfileList')).models.balanceFen;
/** Shares that the player has of a group order, and how often he has joined. */
async function joined(client: Client, id: string): Promise<readonly [shares: number, joins: number]> {
  const { mine } = (await groupDetail(client, id)).models;
  return [mine.shares, mine.joins.length];
}
const other = async (id: string, shares: number) => expect(await joinGroup(await player(), id, shares)).toMatchObject({ status: 0 });

/** Holds the requests to join, and counts them. */
async function hold(page: Page | BrowserContext): Promise<{ count(): number; release(): Promise<void> }> {
  const held: Route[] = [];
  let open = false;
  let count = 0;
  await page.route(JOIN, (route) => {
    count += 1;
    if (open) return route.continue();
    held.push(route);
  });
  return {
    count: () => count,
    async release() {
      open = true;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}

const order = (id: string) => `${server.url}/togetherOrder?id=${id}`;
const shares = (page: Page) => page.getByRole('textbox', { name: '认购份数' });
const join = (page: Page) => page.getByRole('button', { name: /^认购，付/ });
const question = (page: Page) => page.getByRole('dialog', { name: '确认认购' });
const yes = (page: Page) => question(page).getByRole('button', { name: '认购', exact: true });
const mine = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: '我的份额', exact: true }) });
/** Opens a group order, asks for so many shares and confirms it. */
async function ask(page: Page, id: string, count: number): Promise<void> {
  await page.goto(order(id));
  await shares(page).fill(String(count));
  await join(page).click();
  await yes(page).click();
}

test('the form of a group order offers no impossible value or names the problem under its field', async ({ page }) => {
  const { client } = await newPlayer(page, server.url);
  // The phone's figures are older than the server's: it believes that a share may cost 0.01.
  await page.route('**/api/hm/Terms*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, models: { ...body.models, minShareFen: 1 } } });
  });
  await page.goto(`${server.url}/fc3dpl3/fc3d`);
  await choosePlay(page, '直选');
  for (const place of ['百位', '十位', '个位']) await page.getByRole('button', { name: `${place}全选`, exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: /^发起合买/ }).click();
  const form = page.getByRole('dialog', { name: '发起合买' });
  const split = async (parts: string) => {
    await form.getByRole('combobox', { name: '分成' }).click();
    const list = page.getByRole('dialog', { name: '分成' });
    // 2,000.00 cannot be cut into 30: only what divides is offered.
    await list.getByRole('searchbox').fill('30');
    await expect(list.getByRole('button', { name: /份/ })).toHaveCount(0);
    await list.getByRole('searchbox').fill(parts);
    await list.getByRole('button', { name: new RegExp(`^${parts} 份`) }).click();
  };
  await split('20');
  const own = form.getByRole('textbox', { name: '我认购' });
  const guarantee = form.getByRole('textbox', { name: '我保底' });
  await own.fill('0');
  await guarantee.fill('20');
  await form.getByRole('button', { name: /^发起合买，付/ }).click();
  await expect(form.getByText('我认购至少 1 份')).toBeVisible();
  await own.fill('1');
  await expect(form.getByText('我保底最多 19 份')).toBeVisible();
  await guarantee.fill('0');
  await split('2,500');
  await own.fill('125');
  await form.getByRole('button', { name: /^发起合买，付/ }).click();
  const field = form.locator('[data-field="shares"]');
  await expect(field.getByRole('alert')).toHaveText('每份不能少于 1.00 元，请减少份数');
  expect(await balanceOf(client)).toBe(1_000_000);
});

test('a join for more shares than are left shows the number left, a join of a full order says so, and both cost nothing', async ({
  browser,
}) => {
  const { page, client } = await phone(browser);
  const id = await started();
  const requests = await hold(page);
  await ask(page, id, 9);
  await expect.poll(requests.count).toBe(1);
  await other(id, 15);
  await requests.release();
  await expect(page.getByText('份额不足，只剩 4 份，请减少份数')).toBeVisible();
  await expect(shares(page)).toHaveValue('9');
  await expect(page.getByText(/剩余 4 份/).first()).toBeVisible();
  expect(await balanceOf(client)).toBe(1_000_000);

  // In the lobby, with the sheet open while the last of them go.
  await page.goto(`${server.url}/buyTogether`);
  await page.getByRole('button', { name: '认购', exact: true }).first().click();
  const sheet = page.getByRole('dialog', { name: /^认购 福彩3D/ });
  await expect(sheet.getByText('4 份', { exact: true })).toBeVisible();
  await other(id, 4);
  await expect(sheet.getByText(/^已满员，没有剩余份额$|^这个合买已不在列表里/)).toBeVisible();
  await expect(join(page)).toHaveCount(0);
  await page.goto(order(id));
  await expect(page.getByText('已满员，没有剩余份额，您没有参与这一单。')).toBeVisible();
  await page.getByRole('button', { name: '看其他合买' }).click();
  await expect(page.getByRole('heading', { name: '合买大厅' })).toBeVisible();
  expect(await balanceOf(client)).toBe(1_000_000);
  await page.context().close();
});

test('a group order that is started or refused after its form was left: a message over the page says so', async ({ browser }) => {
  const { page, client } = await phone(browser);
  const START = '**/api/lottery/bet_together*';
  const toastTexts = await recordToasts(page);
  await page.goto(`${server.url}/fc3dpl3/fc3d`);
  await choosePlay(page, '直选');
  for (const place of ['百位', '十位', '个位']) await page.getByRole('button', { name: `${place}全选`, exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  /** Sends the form, and goes back to the board before the server hears of it. */
  const startAndLeave = async (answer: (route: Route) => Promise<void>) => {
    const sent = new Promise<Route>((resolve) => void page.route(START, resolve, { times: 1 }));
    await page.getByRole('button', { name: /^发起合买/ }).click();
    await page
      .getByRole('dialog', { name: '发起合买' })
      .getByRole('button', { name: /^发起合买，付/ })
      .click();
    const route = await sent;
    await page.evaluate(() => history.back());
    await expect(page.getByRole('button', { name: /^确定/ })).toBeVisible();
    await answer(route);
  };
  await startAndLeave((route) => route.fulfill({ json: { status: 6, msg: '方案总额超过上限', models: null } }));
  await expect.poll(toastTexts).toContainEqual(expect.stringMatching(/^发起合买，付 .*：方案总额超过上限$/));
  expect(await balanceOf(client)).toBe(1_000_000);

  await page.getByRole('button', { name: /^投注单 1 条/ }).click();
  await startAndLeave((route) => route.continue());
  const told = page.getByRole('dialog', { name: '合买已发起' });
  await expect(told).toContainText('福彩3D');
  await told.getByRole('button', { name: '查看合买' }).click();
  await expect(page.getByRole('heading', { name: '合买详情' })).toBeVisible();
  await page.context().close();
});

test('a join is paid once after a double tap, a reload in flight or an outage of the server', async ({ browser }) => {
  const { page, client } = await phone(browser);

  await test.step('two taps send one request', async () => {
    const id = await started();
    const requests = await hold(page);
    await page.goto(order(id));
    await join(page).dblclick();
    await yes(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect.poll(requests.count).toBe(1);
    await requests.release();
    await expect(mine(page)).toContainText('1 份');
    expect(requests.count()).toBe(1);
    expect([await joined(client, id), await balanceOf(client)]).toEqual([[1, 1], 990_000]);
    await page.unroute(JOIN);
  });

  await test.step('if the page is left before the answer arrives, the next page shows the outcome', async () => {
    const id = await started();
    const landed = new Promise<void>((resolve) => {
      void page.route(JOIN, async (route) => {
        await route.fetch();
        resolve();
      });
    });
    await ask(page, id, 2);
    await landed;
    await page.reload();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(page.getByText('已认购 2 份')).toBeVisible();
    await expect(mine(page)).toContainText('2 份');
    await expect(join(page)).toBeEnabled();
    expect([await joined(client, id), await balanceOf(client)]).toEqual([[2, 1], 970_000]);
  });

  await test.step('the server is away when it is sent and comes back: it was not done, and can be done again', async () => {
    const id = await started();
    await page.goto(order(id));
    await shares(page).fill('3');
    await join(page).click();
    await page.context().route('**/*', (route) => route.abort('connectionrefused'));
    await yes(page).click();
    await expect(page.getByText('已提交，正在向服务器核对结果，请勿重复提交')).toBeVisible();
    await page.context().unroute('**/*');
    // What signs was to be loaded while the server was away: the page comes again by itself.
    await expect(page.getByRole('alert').filter({ hasText: '提交失败，请重试' })).toBeVisible();
    await expect(shares(page)).toHaveValue('3');
    await join(page).click();
    await yes(page).click();
    await expect(mine(page)).toContainText('3 份');
    expect([await joined(client, id), await balanceOf(client)]).toEqual([[3, 1], 940_000]);
  });
  await page.context().close();
});

test('the same join from two tabs is paid once, and each tab shows what the other did', async ({ browser }) => {
  const { page, client } = await phone(browser);
  const second = await page.context().newPage();
  const id = await started();
  const requests = await hold(page.context());
  await ask(page, id, 5);
  await ask(second, id, 5);
  await expect.poll(requests.count).toBe(2);
  await requests.release();
  for (const tab of [page, second]) {
    await expect(mine(tab)).toContainText('5 份，占 25%');
    await expect(join(tab)).toBeEnabled();
  }
  expect([await joined(client, id), await balanceOf(client)]).toEqual([[5, 1], 950_000]);
  // From here on the first joins alone; the second hears of it.
  await shares(page).fill('2');
  await join(page).click();
  await yes(page).click();
  for (const tab of [page, second]) await expect(mine(tab)).toContainText('7 份，占 35%');
  expect(await joined(client, id)).toEqual([7, 2]);
  await page.context().close();
});

test('a group order that a player may not see answers as if it did not exist', async ({ browser }) => {
  const { page, client } = await phone(browser);
  const id = await started({ security: 3 });
  const { joins } = (await groupDetail(owner, id)).models.mine;
  const answerOf = async (path: string) => {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('alert')).toContainText('返回');
    return page.getByRole('main').innerText();
  };
  // The owner's own order of its shares leads its owner to the group order, and nobody else.
  const unknown = '00000000-0000-7000-8000-000000000001';
  expect(await answerOf(`/togetherOrder?id=${joins[0]?.joinId}`)).toBe(await answerOf(`/togetherOrder?id=${unknown}`));
  await expect(page.getByText('合买不存在')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.goto(order(id));
  await expect(page.getByText('保密，只有发起人能看')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^方案内容/ })).toHaveCount(0);
  // A member does not see it either.
  expect(await joinGroup(client, id, 1)).toMatchObject({ status: 0 });
  await expect(mine(page)).toContainText('1 份');
  await expect(page.getByText('保密，只有发起人能看')).toBeVisible();
  await page.context().close();
});
