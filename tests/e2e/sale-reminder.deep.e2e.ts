/** 开售提醒我 in Chromium: nothing is on sale, a visitor logs in and comes back, asks for a message, and gets it once when matches are sold. */
import { BASKETBALL } from '../server/support/sold-matches.ts';
import { type MatchDay, startMatchDay } from './support/match-day.ts';
import { expect, newPlayer, test } from './support/test.ts';

let day: MatchDay;
test.beforeAll(async () => {
  day = await startMatchDay();
});
test.afterAll(async () => {
  await day?.stop();
});
// A server that is away answers nothing, and the browser notes it.
test.use({ refusals: true });

test('开售提醒 leads a visitor through the login, one tap sets it, another takes it back, and two at once set it once', async ({
  page,
}) => {
  const { server, database } = day;
  const wishes = async () => (await database.query('SELECT 1 FROM sale_reminders')).rows.length;
  const { name, password } = await newPlayer(page, server.url);
  await page.context().setStorageState({ cookies: [], origins: [] });
  await page.goto(`${server.url}/jczq`);
  await expect(page.getByText('现在没有在售的赛事')).toBeVisible();
  await expect(page.getByText(/^下一个销售日 .* 开始/)).toBeVisible();
  const ask = page.getByRole('button', { name: '开售提醒我' });
  const reminderButton = page.getByRole('button', { name: '已设提醒' });
  await ask.click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('用户名').fill(name);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).last().click();
  await expect(page).toHaveURL(/\/jczq/);

  await ask.dblclick();
  await expect(reminderButton).toBeVisible();
  await expect(page.getByText('设置成功，开售后将提醒您')).toBeVisible();
  expect(await wishes()).toBe(1);
  await page.reload();
  await expect(reminderButton).toBeVisible();
  await reminderButton.click();
  await expect(page.getByText('已取消提醒')).toBeVisible();
  await expect(ask).toBeVisible();
  expect(await wishes()).toBe(0);

  await page.route('**/SetSaleReminder*', (route) => route.abort());
  await expect(async () => {
    // The first one may be taken for the other half of a double tap.
    await ask.click();
    await expect(page.getByText(/网络|服务器/).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(ask).toBeVisible();
  expect(await wishes()).toBe(0);
});

test('when matches are on sale again, the list shows them and one message leads there', async ({ page }) => {
  const { server, database } = day;
  const { client } = await newPlayer(page, server.url);
  await page.goto(`${server.url}/jczq`);
  await page.getByRole('button', { name: '开售提醒我' }).click();
  await expect(page.getByRole('button', { name: '已设提醒' })).toBeVisible();
  await day.sell({ id: 'again1' }, { id: 'again2' });
  await expect(page.getByText('现在没有在售的赛事')).toHaveCount(0);
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await expect
    .poll(async () => (await database.query('SELECT 1 FROM notices WHERE user_id = $1 AND code = $2', [client.userId, 'sale'])).rows.length)
    .toBe(1);
  await page.goto(`${server.url}/MsgCenter`);
  const message = page.getByText('竞彩足球 已开售');
  await expect(message).toHaveCount(1);
  await expect(page.getByText(/^2 场可以投注，最早 \d\d-\d\d \d\d:\d\d 截止/)).toBeVisible();
  await message.click();
  await expect(page).toHaveURL(/\/jczq$/);
});

test('closed matches stay in the list, which says that nothing is on sale', async ({ page }) => {
  await newPlayer(page, day.server.url);
  await day.sell({ ...BASKETBALL, id: 'over1' });
  await day.change('jclq', 'over1', `state = 'stopped'`);
  await page.goto(`${day.server.url}/jclq`);
  await expect(page.getByText('现在没有在售的赛事')).toBeVisible();
  await expect(page.getByRole('button', { name: '开售提醒我' })).toBeVisible();
  await expect(page.getByRole('button', { name: /已结束 1 天 · 1 场/ })).toBeVisible();
});
