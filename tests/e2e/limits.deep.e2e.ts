/** 限额 on the phone: the slip says before it is sent how much is left, and the bet goes through once it is lowered to that. */
import { choosePlay } from './support/play.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

let server: RunningServer | undefined;
test.afterEach(async ({ page }) => {
  // The page first: its event stream must not see the server go.
  await page.close();
  await server?.stop();
  server = undefined;
});

test('限额: the slip says how much of the issue is left, and the bet goes through once its multiplier is lowered', async ({ page }) => {
  server = await startServer({
    games: ['jlffc'],
    clock: 1,
    changes: { jlffc: { limits: { plays: [{ play: 'Q3_ZX', selection: { stakeFen: 400 } }] } } },
  });
  const { url } = server;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPlayer(page, url);
  await page.goto(`${url}/ssc/jlffc`);
  await choosePlay(page, '前三直选');
  for (const name of [/^万位 1/, /^千位 2/, /^百位 3/]) await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/confirmationSSC\/jlffc/);
  const more = page.getByRole('button', { name: '加一倍' });
  await more.click();
  await more.click();
  const line = page.getByText(/^第 \d+ 期 前三直选 .* 只剩 4\.00 元可投$/);
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: '减一倍' }).click();
  await expect(line).toHaveCount(0);
  const answered = page.waitForResponse(/bet_szc/);
  await page.getByRole('button', { name: '确认投注' }).click();
  expect(await (await answered).json()).toMatchObject({ status: 0 });
  await expect(page.getByRole('dialog', { name: '投注成功' })).toBeVisible();
});
