/** A server on which somebody has played: what the pictures show is real, drawn and paid. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { now } from '../../tests/e2e/support/play.ts';
import type { RunningServer } from '../../tests/e2e/support/server.ts';
import { register } from '../../tests/e2e/support/test.ts';
import type { World } from './states.ts';

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' };

interface Placed {
  readonly orderId: string;
  readonly chaseId?: string;
  readonly drawsAt: number;
}

/** Fills the board of a game and sends the slip; `fill` does the picking. */
async function bet(page: Page, url: string, path: string, fill: (page: Page) => Promise<void>): Promise<Placed> {
  await page.goto(url + path);
  await fill(page);
  await page.getByRole('button', { name: '确定' }).click();
  const answered = page.waitForResponse(/bet_szc/);
  await page.getByRole('button', { name: /^确认/ }).first().click();
  return ((await (await answered).json()) as { models: Placed }).models;
}

const random = (page: Page) => page.getByRole('button', { name: '机选', exact: true }).click();
/** Two thirds of every place: now and then a win. */
const allDigits = async (page: Page) => {
  for (const place of ['万位', '千位', '百位', '十位', '个位']) {
    const all = page.getByRole('button', { name: `${place}全选`, exact: true });
    if ((await all.count()) > 0) await all.click();
  }
};

async function passDraw(server: RunningServer, drawsAt: number, page: Page, orderId: string): Promise<void> {
  await server.advance(Math.max(0, drawsAt - (await now(server.url)) + 1_000));
  await page.goto(`${server.url}/orderDetails?orderId=${orderId}`);
  await page
    .getByText(/已中奖|恭喜中奖|未中奖|已返奖/)
    .first()
    .waitFor();
}

/** Registers two players, lets one of them win, lose, wait and chase, and hands over their phones. */
export async function settle(
  browser: Browser,
  server: RunningServer,
): Promise<{ readonly world: World; readonly storage: { readonly newcomer: Storage; readonly bettor: Storage } }> {
  const { url } = server;
  const newcomer = await browser.newContext(PHONE);
  await register(await newcomer.newPage(), url);
  const bettor = await browser.newContext({ ...PHONE, reducedMotion: 'reduce' });
  const page = await bettor.newPage();
  page.setDefaultTimeout(30_000);
  await register(page, url);
  const lost = await bet(page, url, '/ssc/jlffc', random);
  const won = await bet(page, url, '/ssc/jlffc', allDigits);
  await passDraw(server, Math.max(won.drawsAt, lost.drawsAt), page, won.orderId);
  const pending = await bet(page, url, '/ssq', random);
  await page.goto(`${url}/ssc/jlffc`);
  await random(page);
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('switch', { name: '追号' }).click();
  await page.keyboard.press('Escape');
  const answered = page.waitForResponse(/bet_szc/);
  await page.getByRole('button', { name: '确认追号' }).click();
  const chase = ((await (await answered).json()) as { models: Placed }).models;
  const storage = { newcomer: await newcomer.storageState(), bettor: await bettor.storageState() };
  await newcomer.close();
  await bettor.close();
  return {
    world: { url, orders: { won: won.orderId, lost: lost.orderId, pending: pending.orderId, chase: chase.chaseId ?? '' } },
    storage,
  };
}
