import { type Page, test } from '@playwright/test';
import { expect } from './test.ts';

/** Milliseconds until the wall clock at UTC+8 next shows `hour`. */
export function untilHour(now: number, hour: number): number {
  const day = 86_400_000;
  const ofDay = (now + 8 * 3_600_000) % day;
  return (hour * 3_600_000 - ofDay + day) % day;
}

/** Unix ms of the server's clock. */
export async function serverNow(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/SystemConfig/GetServerTime`);
  return ((await answer.json()) as { models: { now: number } }).models.now;
}

/** Presses 确认投注 on the confirmation screen and opens the placed order from the success sheet; resolves when it will be drawn (unix ms). */
export async function placeAndOpen(page: Page): Promise<{ readonly drawsAt: number }> {
  const answered = page.waitForResponse(/bet_szc/);
  await page.getByRole('button', { name: '确认投注' }).click();
  const sheet = page.getByRole('dialog', { name: '投注成功' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: '查看订单' }).click();
  await expectWaiting(page);
  return ((await (await answered).json()) as { models: { drawsAt: number } }).models;
}

/** The page of an order is open, and the order waits for its draw. */
export async function expectWaiting(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: '订单详情' })).toBeVisible();
  await expect(page.getByRole('main').getByText('待开奖', { exact: true })).toBeVisible();
}

/** The order on screen has been drawn and paid; the ledger line and the fairness proof say the same. Resolves with the prize ("+¥1,800.00"). */
export async function expectPaid(page: Page): Promise<string> {
  return test.step('prize, ledger and proof', async () => {
    // The prize less the stake stands in front; the prize has a line of its own.
    await expect(page.getByText(/恭喜中奖|已返奖/).first()).toBeVisible({ timeout: 30_000 });
    const amount = await page.getByRole('main').locator('.facts__fact').filter({ hasText: '中奖金额' }).getByRole('definition').innerText();
    expect(amount).toMatch(/^¥[\d,]+\.\d\d$/);
    const prize = `+${amount}`;
    const paid = page.getByRole('listitem').filter({ hasText: '派奖' });
    await expect(paid.first()).toContainText(prize);
    const proof = page.getByRole('region', { name: '公平性验证' });
    await proof.getByRole('button', { name: '在本机验证' }).click();
    await expect(proof.getByText('种子的指纹与开售前公布的一致')).toBeVisible();
    await expect(proof.getByText('与开奖号码一致')).toBeVisible();
    return prize;
  });
}

/** Taps a board cell by its area and value as shown. */
export async function tapBoard(page: Page, area: string, ...values: readonly string[]): Promise<void> {
  const group = page
    .getByRole('tabpanel')
    .getByRole('group', { name: new RegExp(`^${area}`) })
    .first();
  for (const value of values) await group.getByRole('button', { name: new RegExp(`^${area} ${value}(，|$)`) }).click();
}

/** Chooses a play by its name: of few by its segment, of many in the drawer. */
export async function choosePlay(page: Page, name: string): Promise<void> {
  const segment = page.getByRole('tab', { name, exact: true });
  const open = page.getByRole('button', { name: /^玩法：.+，更换$/ });
  await expect(segment.or(open).first()).toBeVisible();
  if ((await segment.count()) > 0) await segment.click();
  else {
    await open.click();
    const drawer = page.getByRole('dialog', { name: '选择玩法' });
    await drawer.getByRole('searchbox').fill(name);
    await drawer.getByRole('button', { name, exact: true }).first().click();
  }
  await expect(page.getByRole('tabpanel', { name: `${name}选号` })).toBeVisible();
}

/**
 * Confirms the chase on the slip and opens its page. An issue that closes meanwhile is not charged, and the player confirms the chase from the next
 * issue on.
 */
export async function confirmChase(page: Page): Promise<void> {
  await page.getByRole('button', { name: '确认追号' }).click();
  const again = page.getByRole('button', { name: '按新期次追号' });
  const placed = page.getByRole('dialog', { name: '追号成功' }).getByRole('button', { name: '查看追号' });
  await expect(again.or(placed)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await placed.click();
}
