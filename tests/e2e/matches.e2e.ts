/** The list of matches on the built server with its simulated feed: picked in the row and in the sheet, kept, and handed to the slip. */
import { FEW_DRAWS, type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['ssq'], sports: true, clock: 1, env: FEW_DRAWS });
});
test.afterAll(async () => {
  await server?.stop();
});

test('matches are picked in the row and in the sheet, survive a reload, and go to the slip', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/jczq`);
  const onSale = page.locator('.match:not([data-off])').filter({ hasText: '演示' });
  await expect(onSale.nth(5)).toBeVisible();
  // Two of this league stop every three minutes, and nothing of a match can be picked after its stop: the next four are left out.
  const codes = (await onSale.locator('.match__code').allTextContents()).slice(4, 6);
  const row = (at: number) => page.locator('.match').filter({ has: page.getByText(codes[at] ?? '', { exact: true }) });
  // Odds may move at any time, so choices are named without them.
  const choice = (at: number, play: string, name: string) =>
    row(at)
      .getByRole('group', { name: play })
      .getByRole('button', { name: new RegExp(`^${name}`) });
  await choice(0, '让球胜平负', '让胜').click();
  await expect(page.locator('.match-bar')).toContainText('已选 1 场');
  await row(1)
    .getByRole('button', { name: /全部玩法$/ })
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('tab', { name: '总进球' }).click();
  await sheet.getByRole('group', { name: '总进球' }).getByRole('button', { name: /^2/ }).click();
  await expect(sheet.getByRole('tab', { name: '总进球，已选 1' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: '确定' }).click();
  await expect(page.locator('.match-bar')).toContainText('已选 2 场');

  await page.reload();
  await expect(page.locator('.match-bar')).toContainText('已选 2 场');
  await page.getByRole('button', { name: '确定', exact: true }).click();
  await expect(page).toHaveURL(/\/jczq\?view=slip$/);
  await page.goBack();
  await expect(page.locator('.match-bar')).toContainText('已选 2 场');
});
