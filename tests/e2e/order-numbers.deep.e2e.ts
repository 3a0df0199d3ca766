/** The number of an order: on its receipt, in the records, on its page, copied, and found by it in the statement and at the desk. */
import { join } from 'node:path';
import { startServer, type RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

const PASSWORD = 'workshop-test';
const NUMBER = /\d{8}-\d{7}/;
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, games: ['jlffc', 'ssq'], operatorPassword: PASSWORD });
});
test.afterAll(() => server?.stop());

test('an order is known by one number from its receipt to the desk', async ({ page, context, browser }) => {
  const picture = async (name: string, of = page) => {
    const folder = process.env.CAIPU_NUMBER_PICTURES;
    if (folder) await of.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  };
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: /^确定/ }).click();
  await page.getByRole('button', { name: '确认投注' }).click();
  const receipt = page.getByRole('dialog', { name: '投注成功' });
  const number = NUMBER.exec((await receipt.getByText(NUMBER).textContent()) ?? '')?.[0] ?? '';
  expect(number).toMatch(NUMBER);
  await picture('receipt');
  await receipt.getByRole('button', { name: '查看订单' }).click();
  const copy = page.getByRole('button', { name: '复制订单号', exact: true });
  await copy.scrollIntoViewIfNeeded();
  await copy.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  const id = new URL(page.url()).searchParams.get('orderId') ?? '';
  await page.getByRole('button', { name: '复制订单 ID', exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await picture('order');
  await page.goto(`${server.url}/betRecord`);
  await expect(page.getByText(number)).toBeVisible();
  await picture('records');
  await page.setViewportSize({ width: 320, height: 568 });
  await picture('records-320');
  await page.setViewportSize({ width: 390, height: 844 });

  const desk = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })).newPage();
  await desk.goto(`${server.url}/operator/desk`);
  await desk.getByLabel('管理员密码').fill(PASSWORD);
  await desk.getByRole('button', { name: '登录', exact: true }).click();
  await expect(desk.getByLabel('管理员密码')).toBeHidden();
  for (const [at, name] of [number, id].entries()) {
    await desk.goto(`${server.url}/operator/desk/orders`);
    await desk.getByText('按单号').click();
    await desk.getByLabel('单号', { exact: true }).fill(name);
    if (at === 0) await picture('desk-search', desk);
    await desk.getByRole('button', { name: '查这一单' }).click();
    await expect(desk.getByText(number)).toHaveCount(1);
    if (at === 0) await picture('desk-found', desk);
  }
  await desk.getByText('双色球').first().click();
  await expect(desk.getByText(id)).toBeVisible();
  await picture('desk-order', desk);
  await desk.context().close();
});
