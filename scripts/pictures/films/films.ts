/** The films of `npm run pictures -- films`: the steps of each, and the moments at which a frame is taken. */
import type { Page } from '@playwright/test';
import { Client } from '../../../tests/server/support/client.ts';
import { pricedTicket, publishedGameOf } from '../../../tests/server/support/tickets.ts';
import type { RunningServer } from '../../../tests/e2e/support/server.ts';
import { drawn } from '../app/ways.ts';

export interface Shooting {
  readonly page: Page;
  readonly server: RunningServer;
  /** Takes a frame. `title` is written above it. */
  readonly frame: (title: string) => Promise<void>;
}

export interface Film {
  /** File name of the sheet. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly play: (shooting: Shooting) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();

async function pick(page: Page, area: string, ...numbers: readonly string[]): Promise<void> {
  for (const number of numbers) await page.getByRole('button', { name: new RegExp(`^${area} ${number}(，|$)`) }).click();
}

/** The next issue of a game that closes more than `least` ms from now. Moves the clock to a later issue if needed. */
async function issueAhead(
  { page, server }: Shooting,
  game: string,
  least: number,
): Promise<{ readonly client: Client; readonly drawsAt: number }> {
  const client = await new Client(server.url).sync();
  client.token = await page.evaluate(() => localStorage.getItem('caipu.token') ?? '');
  for (;;) {
    const { models } = await client.get<{ readonly current: { readonly closesAt: number; readonly drawsAt: number } | null }>(
      '/api/SiteMsg/AppLotteryPageInfo',
      { gameCode: game },
    );
    const { current } = models;
    if (current && current.closesAt - client.now() > least) return { client, drawsAt: current.drawsAt };
    await server.advance(Math.max(1_000, (current?.drawsAt ?? client.now()) - client.now() + 1_000));
    await client.sync();
  }
}

/** Waits until the stage shows at least `count` numbers. */
const waitForNumbers = (page: Page, count: number) =>
  page.waitForFunction((least) => document.querySelectorAll('.stage-card .is-there').length >= least, count, { polling: 'raf' });

/** A draw on the page of its game, from the last seconds before the close to the end of the stage. */
const draw =
  (game: string, path: string, numbers: number, bet: boolean) =>
  async (shooting: Shooting): Promise<void> => {
    const { page, server, frame } = shooting;
    await page.goto(server.url + path);
    await drawn(page);
    const { client, drawsAt } = await issueAhead(shooting, game, 8_000);
    if (bet) {
      const published = await publishedGameOf(server.url, game);
      await client.bet(pricedTicket(published, [{ play: 'DWD', picks: { wan: [0, 1, 2, 3, 4, 5, 6], qian: [5] } }]));
    }
    await server.advance(Math.max(0, Math.floor(drawsAt - client.now() - 14_000)));
    await page.reload();
    await drawn(page);
    await frame('before the close');
    await page.getByText('已截止').first().waitFor();
    await frame('closed');
    await page
      .getByText(/秒后开奖/)
      .first()
      .waitFor();
    await frame('counting down');
    await page
      .getByText(/开奖中/)
      .first()
      .waitFor();
    await frame('开奖中');
    await page.locator('.stage-card').waitFor();
    await frame('the stage opens');
    for (const count of [1, Math.ceil(numbers / 2), numbers]) {
      await waitForNumbers(page, count);
      await frame(count === numbers ? 'all numbers' : `${count} of ${numbers}`);
    }
    if (bet) {
      await page.locator('.result-note, dialog[open]').first().waitFor();
      await frame('the verdict');
    }
    await page.locator('.stage-card').waitFor({ state: 'detached' });
    await frame('the page goes on');
  };

async function bet({ page, server, frame }: Shooting): Promise<void> {
  await page.goto(server.url);
  await drawn(page);
  await frame('home');
  const tile = page.getByRole('button', { name: /^双色球/ }).first();
  await tile.scrollIntoViewIfNeeded();
  await frame('the tile');
  await tile.click();
  await page.waitForTimeout(120);
  await frame('the page slides in');
  await drawn(page);
  await frame('the board');
  await pick(page, '红球', '03', '08', '16');
  await frame('three reds: what is missing');
  await pick(page, '红球', '21', '27', '33');
  await pick(page, '蓝球', '09');
  await page.getByText(/最高可得/).waitFor();
  await frame('one bet, what it can win');
  await pick(page, '红球', '05', '12');
  await page.getByText(/复式 · 最高可得/).waitFor();
  await frame('two more reds: 复式');
  await button(page, '确定').click();
  await page.getByRole('button', { name: /^确认投注/ }).waitFor();
  await page.waitForTimeout(400);
  await frame('the slip');
  await button(page, '确认投注').click();
  await page.getByRole('dialog', { name: '投注成功' }).waitFor();
  await page.waitForTimeout(300);
  await frame('placed');
}

/** Bets on 大 of the first digit until a bet wins, at most eight times. The player waits for the results on the home page. */
async function win(shooting: Shooting): Promise<void> {
  const { page, server, frame } = shooting;
  await page.goto(server.url);
  await drawn(page);
  for (let round = 0; ; round += 1) {
    if (round === 8) throw new Error('eight rounds and no win');
    const { client, drawsAt } = await issueAhead(shooting, 'jlffc', 6_000);
    const published = await publishedGameOf(server.url, 'jlffc');
    await client.bet(pricedTicket(published, [{ play: 'LM_POS', picks: { wan: ['big'] } }], { multiplier: 5 }));
    await server.advance(Math.max(0, Math.floor(drawsAt - client.now() - 3_000)));
    // A page reads the server's clock only when it opens.
    await page.reload();
    await drawn(page);
    const sheet = page.getByRole('dialog', { name: '开奖结果' });
    await page.locator('.result-note, dialog[open]').first().waitFor();
    if (!(await sheet.isVisible())) {
      if (round === 0) await frame('not won: one line');
      await button(page, '收起').click();
      continue;
    }
    await page.waitForTimeout(400);
    await frame('won: the sheet over home');
    // The sheet has a button for a single order, and a row for each of several orders.
    await sheet
      .getByRole('button', { name: /查看订单|已中奖/ })
      .first()
      .click();
    await page.waitForURL(/orderDetails/);
    await drawn(page);
    await page.waitForTimeout(400);
    await frame('the order');
    await page.getByText('投注内容').scrollIntoViewIfNeeded();
    await frame('its lines and the proof');
    break;
  }
  await page.goto(`${server.url}/betRecord`);
  await drawn(page);
  await frame('the records');
  await button(page, '已中奖').click();
  await drawn(page);
  await frame('those that won');
  await page.goto(`${server.url}/transactionRecord`);
  await drawn(page);
  await frame('the statement');
  await page.goto(server.url);
  await drawn(page);
  await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '我的' }).click();
  await drawn(page);
  await frame('the balance');
}

export const FILMS: readonly Film[] = [
  {
    name: 'bet',
    title: 'A bet',
    about: 'From the home page to a 双色球 bet picked by hand. After every tap the page shows the missing picks, and no button moves.',
    play: bet,
  },
  {
    name: 'draw',
    title: 'A draw',
    about: 'The last seconds before the close of 吉林分分彩, the numbers one by one, and the verdict after the last of them.',
    play: draw('jlffc', '/ssc/jlffc', 5, true),
  },
  {
    name: 'race',
    title: 'A race',
    about: 'A draw of PK10: ten cars in their fixed colours.',
    play: draw('bjpk10', '/xyft/bjpk10', 10, false),
  },
  {
    name: 'win',
    title: 'A win',
    about: 'The result appears on any page: as a line for a lost bet, as a sheet for a won bet. Then order, records and statement.',
    play: win,
  },
];
