/** Live scores under a fast clock, and a bet on who wins a cup, as a player meets them in Chromium. */
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

let server: RunningServer;
test.beforeAll(async () => {
  // A minute of a match of the demonstration league is a fraction of a second here.
  server = await startServer({ games: ['ssq'], sports: true, clock: 25 });
});
test.afterAll(async () => {
  await server?.stop();
});

test('live scores show the minutes, announce a goal, and keep a followed match after its end', async ({ page }) => {
  await page.goto(`${server.url}/scores`);
  const rows = page.locator('.live-row');
  // The minute is reckoned on the phone; at half-time it stands.
  const running = page.locator('.live-row__time--live').filter({ hasText: '′' });
  await expect(running.first()).toBeVisible();
  const minutes = async (): Promise<string> => (await running.allInnerTexts()).join();
  const before = await minutes();
  await expect.poll(minutes).not.toBe(before);
  // A goal is announced politely.
  await expect(page.getByRole('status').filter({ hasText: '进球' })).toHaveText(/进球.*：.+ 比 /, { timeout: 120_000 });

  // One of the demonstration league, which is played in a few minutes; not the very next, which may kick off under the finger.
  await page.getByRole('tab', { name: /未开/ }).click();
  const label = await rows.filter({ hasText: '演示' }).nth(3).getByRole('button', { name: /^关注/ }).getAttribute('aria-label');
  const star = page.getByRole('button', { name: label ?? '', exact: true }).first();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('tab', { name: /^关注/ }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('完场', { timeout: 180_000 });
  await rows.first().locator('.live-row__open').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: '比赛' })).toContainText(' 比 ');
  await sheet.getByRole('tab', { name: '近况' }).click();
  await expect(sheet.getByRole('tabpanel')).not.toHaveText('');
  expect(await axeViolations(page)).toEqual([]);
});

interface Cup {
  readonly path: string;
  readonly name: string;
}

/** The cup that is on sale now, if there is one. */
async function cupOnSale(): Promise<Cup | undefined> {
  for (const cup of [
    { game: 'ozb', path: '/EuropeCup', name: '欧洲杯' },
    { game: 'sjb', path: '/sjb', name: '世界杯' },
  ]) {
    const answer = await fetch(`${server.url}/api/lottery/OutrightList?game=${cup.game}`);
    const { models } = (await answer.json()) as { models: { markets: readonly { items: readonly { state: string }[] }[] } };
    if (models.markets[0]?.items.some(({ state }) => state === 'selling')) return cup;
  }
  return undefined;
}

test('a bet on a champion is placed once and shown in the records', async ({ page }) => {
  let cup: Cup = { path: '', name: '' };
  await expect(async () => {
    const found = await cupOnSale();
    // Between two editions nothing is on sale, and while a match is played its sale rests.
    if (!found) await server.advance(6 * 3_600_000);
    cup = found ?? cup;
    expect(found).toBeDefined();
  }).toPass({ timeout: 120_000, intervals: [5_000] });
  await newPlayer(page, server.url);
  await page.goto(`${server.url}${cup.path}`);
  await page.locator('.row').filter({ hasText: '支持' }).first().click();
  const sheet = page.getByRole('dialog', { name: /^冠军：/ });
  await sheet.getByRole('button', { name: '5 注' }).click();
  await expect(sheet).toContainText('共 10.00 元演示金');
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: '投注', exact: true }).click();
  await page.getByRole('dialog', { name: '确认投注' }).getByRole('button', { name: '投注', exact: true }).click();
  await expect(page.getByText('已投注 5 注，10.00 元')).toBeVisible();
  await page.goto(`${server.url}/betRecord`);
  const record = page.locator('.row').filter({ hasText: cup.name });
  await expect(record).toHaveCount(1);
  await expect(record).toContainText('10.00');
});
