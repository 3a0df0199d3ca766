/** The store (商城) and the bag (背包): points are spent, what was bought is used where it belongs, and refusals are said in words. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { StoreProduct } from '../../protocol/calls.ts';
import { smallCard, writeCard } from '../server/support/scratch.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, games: ['fc3d', 'ssq', 'jlffc'], sports: true, env: { CAIPU_CARDS: 'on' } });
  // A pool of a hundred cards: one of ten thousand costs processor and shows no more here.
  writeCard(server.games, smallCard({ code: 'deng2', name: '灯火好运' }));
  mkdirSync(join(server.games, 'store'), { recursive: true });
  // A day's check-in pays for what costs two points; three exchanges are all of a day, and the rest is paid for.
  const codes = ['rename', 'frame-gold', 'make-up', 'coupon-2', 'avatar-pixiu', 'avatar-lucky-cat', 'coupon-sport', 'scratch-deng2'];
  for (const code of codes) {
    const described = JSON.parse(readFileSync(`games/store/${code}.json`, 'utf8')) as ProductDescription;
    const cheap = ['rename', 'frame-gold', 'coupon-sport'].includes(code)
      ? { price: { points: code === 'frame-gold' ? 2 : 1 } }
      : ['coupon-2', 'scratch-deng2'].includes(code)
        ? { price: { fen: 100 } }
        : {};
    writeFileSync(join(server.games, 'store', `${code}.json`), JSON.stringify({ ...described, disabled: undefined, ...cheap }));
  }
  mkdirSync(join(server.games, 'activities'), { recursive: true });
  const week = JSON.parse(readFileSync('games/activities/checkin-week.json', 'utf8')) as ActivityDescription;
  const day: ActivityDescription = {
    ...week,
    code: 'checkin-day',
    title: '签到一天',
    rule: { ...week.rule, of: 1 },
    gives: { points: 20 },
  };
  writeFileSync(join(server.games, 'activities', 'checkin-day.json'), JSON.stringify(day));
  await expect.poll(async () => (await products()).length, { timeout: 60_000 }).toBe(codes.length);
});
const products = async (query = ''): Promise<StoreProduct[]> =>
  (await (await fetch(`${server.url}/api/Store/GetProductList?size=50${query}`)).json()).models.items;
test.afterAll(() => server?.stop());
test.use({ refusals: true });

const PICTURES = process.env.CAIPU_STORE_PICTURES;
const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
};

/** Closes the sheet that a tap has opened: Escape before it is there would go to the page, and the sheet would then lie over it. */
async function closeSheet(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

async function rename(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}/setUserName`);
  await page.getByLabel('昵称').fill(name);
  await page.getByRole('button', { name: '保存' }).click();
}

test('points of a check-in buy a rename card and a frame, and the player uses both', async ({ page }) => {
  await page.goto(`${server.url}/Store`);
  await page.getByRole('button', { name: /^改名卡/ }).click();
  await expect(page.getByRole('button', { name: '登录后购买' })).toBeVisible();
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/MyBag`);
  await expect(page.getByText('背包是空的')).toBeVisible();
  await picture(page, 'bag-empty');
  await page.goto(`${server.url}/CheckInCalendar`);
  await page.getByRole('button', { name: '签到', exact: true }).click();
  await expect(page.getByText('签到成功')).toBeVisible();

  await test.step('a player with too little sees how much is missing', async () => {
    await page.goto(`${server.url}/Store`);
    await expect(page.getByRole('button', { name: /^改名卡/ })).toBeVisible();
    await picture(page, 'store-items');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^补签卡/ }).click();
    await expect(page.getByText('积分不足，还差 115 积分')).toBeVisible();
    await picture(page, 'store-short');
    expect(await axeViolations(page)).toEqual([]);
    await closeSheet(page);
  });

  await test.step('a rename card is bought and changes the nickname a second time', async () => {
    await page.getByRole('button', { name: /^改名卡/ }).click();
    await picture(page, 'store-sheet');
    await page.getByRole('button', { name: '用 1 积分换' }).click();
    await expect(page.getByText('已买到 改名卡 1 件，在背包里')).toBeVisible();
    await rename(page, '好名一二');
    await expect(page.getByText('昵称已更新')).toBeVisible();
    await rename(page, '好名三四');
    await expect(page.getByText('昵称已更新')).toBeVisible();
    await page.goto(`${server.url}/MyBag?tab=past`);
    await expect(page.getByText('已使用')).toBeVisible();
    await picture(page, 'bag-past');
  });

  await test.step('a frame is put on in the bag and seen on the home page', async () => {
    await page.goto(`${server.url}/Store?shelf=looks`);
    await expect(page.getByText('等级不足')).toBeVisible();
    await picture(page, 'store-looks');
    await page.getByRole('button', { name: /^头像 · 貔貅/ }).click();
    // Not anywhere on the page: the row says it too.
    await expect(page.getByRole('dialog').getByText('V2 起可购买').first()).toBeVisible();
    await picture(page, 'store-level');
    await closeSheet(page);
    await page.getByRole('button', { name: /^头像框 · 金环/ }).click();
    await page.getByRole('button', { name: '用 2 积分换' }).click();
    await expect(page.getByText('已买到 头像框 · 金环 1 件，在背包里')).toBeVisible();
    await page.goto(`${server.url}/MyBag`);
    await page.getByRole('button', { name: '立即使用' }).click();
    await expect(page.getByText('使用中')).toBeVisible();
    await picture(page, 'bag');
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${server.url}/homePage`);
    await expect(page.locator('img[src="/avatars/framed/gold/rat.svg"]').first()).toBeVisible();
    await picture(page, 'home-framed');
    await page.goto(`${server.url}/SetAvatar`);
    await expect(page.getByRole('button', { name: /金环/ })).toBeVisible();
    await picture(page, 'set-avatar');
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('a coupon is bought, stands on the slip by itself, and pays its part', async () => {
    await page.goto(`${server.url}/Store?shelf=coupons`);
    await page.getByRole('button', { name: /^2 元红包/ }).click();
    await page.getByRole('button', { name: '付 ¥1.00' }).click();
    await expect(page.getByText('已买到 2 元红包 1 件，在背包里')).toBeVisible();
    // A game of three draws a week: one that closes every minute would ask to acknowledge the next issue in the middle of this.
    await page.goto(`${server.url}/ssq`);
    await page.getByRole('button', { name: '机选多注' }).click();
    await page.getByRole('button', { name: /机选 5 注/ }).click();
    const bar = page.getByRole('region', { name: '投注', exact: true });
    await expect(bar).toContainText('¥8.00');
    await expect(bar).toContainText('红包抵 ¥2.00');
    await picture(page, 'slip-coupon');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^红包/ }).click();
    await expect(page.getByRole('dialog', { name: '选择红包' })).toBeVisible();
    await picture(page, 'slip-coupons');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '不使用红包' }).click();
    await expect(bar).toContainText('¥10.00');
    await page.getByRole('button', { name: /^红包/ }).click();
    await page.getByRole('button', { name: /^2 元红包/ }).click();
    await page.getByRole('button', { name: '确认投注' }).click();
    await expect(page.getByText('抵 ¥2.00')).toBeVisible();
    await expect(page.getByText('¥9,991.00', { exact: true })).toBeVisible();
    await picture(page, 'slip-placed');
    await page.goto(`${server.url}/MyBag?tab=past`);
    await expect(page.getByText('2 元红包')).toBeVisible();
  });

  await test.step('a coupon for matches stands on their slip, fits from its least stake on, and pays its part', async () => {
    await page.goto(`${server.url}/Store?shelf=coupons`);
    await page.getByRole('button', { name: /^5 元竞彩红包/ }).click();
    await page.getByRole('button', { name: '用 1 积分换' }).click();
    await expect(page.getByText('已买到 5 元竞彩红包 1 件，在背包里')).toBeVisible();
    // Odds of the demonstration league move; a bet takes what they are.
    await page.evaluate(() => {
      const space = Object.keys(localStorage)[0]?.split('.')[0] ?? 'caipu';
      localStorage.setItem(`${space}.oddsPolicy`, 'any');
    });
    await page.goto(`${server.url}/jczq`);
    const wins = page.getByRole('button', { name: /^胜 ?赔率/, disabled: false });
    await expect(wins.nth(5)).toBeVisible();
    // Not the first: they kick off soonest.
    for (const at of [4, 5]) await wins.nth(at).click();
    await page.getByRole('button', { name: '确定' }).click();
    const bar = page.getByRole('region', { name: '投注', exact: true });
    await expect(bar).toContainText('¥2.00');
    await expect(page.getByRole('button', { name: /^红包 ?再投 18.00 元可用红包/ })).toBeVisible();
    await page.getByLabel(/^倍数/).fill('10');
    await expect(bar).toContainText('¥15.00');
    await expect(bar).toContainText('红包抵 ¥5.00');
    await picture(page, 'match-slip-coupon');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^红包/ }).click();
    await expect(page.getByRole('dialog', { name: '选择红包' })).toBeVisible();
    await page.getByRole('button', { name: '不使用红包' }).click();
    await expect(bar).toContainText('¥20.00');
    await page.getByRole('button', { name: /^红包/ }).click();
    await page.getByRole('button', { name: /^5 元竞彩红包/ }).click();
    await page.getByRole('button', { name: '确认投注' }).click();
    const placed = page.getByRole('dialog', { name: '投注成功' });
    await expect(placed).toContainText('抵 ¥5.00');
    await expect(placed).toContainText('¥9,976.00');
    await picture(page, 'match-slip-placed');
    await page.goto(`${server.url}/MyBag?tab=past`);
    await expect(page.getByText('5 元竞彩红包')).toBeVisible();
  });

  await test.step('three exchanges are all of a day', async () => {
    await page.goto(`${server.url}/Store`);
    await page.getByRole('button', { name: /^补签卡/ }).click();
    await expect(page.getByRole('dialog').getByText('每天最多用积分兑换 3 次，今日已用完，请明天再来').first()).toBeVisible();
    await picture(page, 'store-exchanges');
    await closeSheet(page);
  });

  await test.step('an activity is done and claimed once', async () => {
    await page.goto(`${server.url}/ActivityList1`);
    await expect(page.getByText('可领取')).toBeVisible();
    await picture(page, 'activities');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^签到一天/ }).click();
    await expect(page.getByRole('button', { name: '领取奖励' })).toBeVisible();
    await picture(page, 'activity');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '领取奖励' }).click();
    await expect(page.getByText('已领取 20 积分')).toBeVisible();
    await expect(page.getByRole('button', { name: '已领取' })).toBeDisabled();
    await picture(page, 'activity-claimed');
  });

  await test.step('a scratch coupon is bought, becomes a card in the bag, and the card opens', async () => {
    // A purchase of a card from a pool that is not open yet gets the answer to wait, so the test waits for the pool.
    const lobby = async () =>
      (await (await fetch(`${server.url}/api/Activity/Get_ScratchCard?type=deng2`)).json()).models?.types?.[0]?.pool ?? null;
    await expect.poll(lobby, { timeout: 60_000 }).not.toBeNull();
    await page.goto(`${server.url}/Store?shelf=exchange`);
    await page.getByRole('button', { name: /^灯火好运刮刮券/ }).click();
    await page.getByRole('button', { name: '付 ¥1.00' }).click();
    await expect(page.getByText('已买到 灯火好运刮刮券 1 件，在背包里')).toBeVisible();
    await page.goto(`${server.url}/MyBag`);
    await page.getByRole('button', { name: '兑换刮刮乐' }).click();
    await expect(page.getByText('已兑换一张刮刮乐')).toBeVisible();
    // It leads to the card.
    await expect(page).toHaveURL(/\/Scratch\?card=/);
    await page.getByRole('button', { name: '一键刮开' }).click();
    const surface = page.getByRole('region', { name: /^灯火好运 第 \d+ 张$/ });
    await expect(surface).toHaveAttribute('data-state', 'shown');
    await picture(page, 'card-of-coupon');
    expect(await axeViolations(page)).toEqual([]);
    // The house paid for the card, so the wallet is as it was.
    await page.goto(`${server.url}/MyBag?tab=past`);
    await expect(page.getByText('灯火好运刮刮券')).toBeVisible();
  });

  await test.step('a product that goes while its sheet is open is refused in words', async () => {
    await page.goto(`${server.url}/Store?shelf=coupons`);
    await page.getByRole('button', { name: /^2 元红包/ }).click();
    await picture(page, 'store-coupon');
    const file = join(server.games, 'store', 'coupon-2.json');
    const described = JSON.parse(readFileSync(file, 'utf8')) as ProductDescription;
    writeFileSync(file, JSON.stringify({ ...described, disabled: '正在补货' }));
    await expect.poll(async () => (await products('&productId=coupon-2'))[0]?.state).toBe('disabled');
    await page.getByRole('button', { name: '付 ¥1.00' }).click();
    await expect(page.getByText('正在补货').first()).toBeVisible();
    await picture(page, 'store-gone');
  });
});
