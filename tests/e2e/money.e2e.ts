/**
 * A new player's money: phone and e-mail proved by codes, real name, fund password, a card, a recharge, a bet, and a withdrawal that an
 * operator approves on his desk, down to the statement.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { latestCodeFor } from '../server/support/outbox.ts';
import { newCardNumber } from '../server/support/withdrawals.ts';
import { placeAndOpen } from './support/play.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, register, test } from './support/test.ts';
import { containsSecret } from '../server/support/secrets.ts';
import { axeViolations } from './support/violations.ts';

const PASSWORD = 'workshop-test';
const PIN = '270915';
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, demo: true, games: ['jlffc'], operatorPassword: PASSWORD });
});
test.afterAll(() => server?.stop());

/** Types six digits on the pad of a fund password. */
async function typePin(page: Page, label: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).click();
  await expect(page.getByRole('dialog', { name: label })).toBeVisible();
  await page.keyboard.type(PIN);
  await expect(page.getByRole('dialog', { name: label })).toHaveCount(0);
}

async function typeAmount(page: Page, label: string, yuan: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).click();
  await page.keyboard.type(yuan);
  await page.getByRole('button', { name: '完成', exact: true }).click();
}

/** Binds an address by the code that was sent to it; the code. */
async function prove(page: Page, route: string, field: string, address: string, mask: string): Promise<string> {
  await page.goto(`${server.url}${route}`);
  await page.getByRole('textbox', { name: field }).fill(address);
  await page.getByRole('button', { name: '发送验证码' }).click();
  await expect(page.getByRole('button', { name: /秒后可重发/ })).toBeVisible();
  const code = await latestCodeFor(server.url, address);
  await page.getByRole('textbox', { name: '验证码' }).fill(code);
  await page.getByRole('button', { name: '绑定', exact: true }).click();
  await expect(page.getByText(`已绑定 ${mask}`)).toBeVisible();
  return code;
}

/** What a button of the page hands over as a file. */
async function exported(page: Page, route: string, button: RegExp): Promise<string> {
  await page.goto(`${server.url}${route}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

test('phone, e-mail, real name, card, recharge, bet, a withdrawal that is approved, and the statement of it all', async ({
  page,
  browser,
}) => {
  const { url } = server;
  const name = await register(page, url);
  const secrets: Record<string, string> = {
    password: 'secret123',
    'fund password': PIN,
    phone: '13800138000',
    'e-mail': 'anna@example.com',
  };

  await test.step('the player proves his identity', async () => {
    secrets['code of the phone'] = await prove(page, '/BindCellphone', '手机号', '13800138000', '138****8000');
    secrets['code of the e-mail'] = await prove(page, '/BindEmail', '邮箱', 'anna@example.com', 'a***@example.com');
    // A withdrawal says what is missing, and where it is done.
    await page.goto(`${url}/withDraw2`);
    await page.getByRole('button', { name: '去实名认证' }).click();
    await page.getByRole('button', { name: '用演示证件' }).click();
    await expect(page.getByRole('textbox', { name: '身份证号' })).not.toHaveValue('');
    secrets['identity number'] = await page.getByRole('textbox', { name: '身份证号' }).inputValue();
    secrets['real name'] = await page.getByRole('textbox', { name: '姓名' }).inputValue();
    await page.getByRole('checkbox', { name: /^同意/ }).check();
    await page.getByRole('button', { name: '提交认证' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('已认证')).toBeVisible();
    await page.goto(`${url}/changePwd?tab=fund`);
    await typePin(page, '资金密码');
    await typePin(page, '再次输入资金密码');
    await page.getByRole('textbox', { name: '登录密码' }).fill('secret123');
    await page.getByRole('button', { name: '设置资金密码' }).click();
    await expect(page.getByText('资金密码已设置')).toBeVisible();
  });

  const card = newCardNumber();
  secrets['card number'] = card;
  await test.step('a card', async () => {
    await page.goto(`${url}/addBank`);
    await page.getByRole('textbox', { name: '卡号' }).fill(card);
    await expect(page.getByText('招商银行 · 储蓄卡')).toBeVisible();
    await page.getByRole('combobox', { name: '开户地区' }).click();
    await page.getByRole('button', { name: '广东省' }).click();
    await page.getByRole('button', { name: '深圳市' }).click();
    await typePin(page, '资金密码');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '确认添加' }).click();
    await expect(page).toHaveURL(/bankManagement/);
    await expect(page.getByText(`招商银行 尾号 ${card.slice(-4)}`).first()).toBeVisible();
  });

  await test.step('a recharge and a bet', async () => {
    await page.goto(`${url}/rechargeType`);
    await typeAmount(page, '充值金额', '1000');
    await page.getByRole('button', { name: '去支付' }).click();
    const cashier = page.frameLocator('iframe');
    await cashier.getByRole('button', { name: '支付成功' }).click();
    await expect(page.getByText('充值到账 ¥1,000.00，另赠 ¥10.00')).toBeVisible();
    await page.goto(`${url}/ssc/jlffc`);
    await page.getByRole('button', { name: '机选多注' }).click();
    await page.getByRole('button', { name: /机选 5 注/ }).click();
    await placeAndOpen(page);
  });

  await test.step('a withdrawal is asked for', async () => {
    await page.goto(`${url}/withDraw2`);
    await expect(page.getByText('为什么不能全部提现')).toBeVisible();
    await typeAmount(page, '提现金额', '2000');
    await typePin(page, '资金密码');
    await page.getByRole('button', { name: '申请提现' }).click();
    await expect(page.getByText('已申请提现 2,000.00 元，请等待审核')).toBeVisible();
    await expect(page.getByRole('button', { name: '撤回' })).toBeVisible();
    await expect(page.getByText('今日还可提现 2 次，全天可申请')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('an operator approves it', async () => {
    const desk = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await desk.goto(`${url}/operator/desk/withdrawals`);
    await desk.getByLabel('管理员密码').fill(PASSWORD);
    await desk.getByRole('button', { name: '登录' }).click();
    await expect(desk.getByRole('main')).toContainText('待审核1 笔');
    await desk.getByRole('button', { name: new RegExp(name) }).click();
    const main = desk.getByRole('main');
    await expect(main).toContainText(`招商银行 尾号 ${card.slice(-4)}`);
    await expect(main).toContainText('2,000.00');
    await expect(main).toContainText('审核参考');
    // The operator with the password of the server gives the name under which he acts.
    await main.getByLabel('署名').fill('王五');
    await main.getByRole('button', { name: '使用这个署名' }).click();
    expect(await axeViolations(desk)).toEqual([]);
    // Nothing goes out by one press.
    await main.getByRole('button', { name: '通过', exact: true }).click();
    const question = desk.getByRole('dialog');
    await expect(question).toContainText(new RegExp(`打款 2,000.00 元到 .+ 的 招商银行 尾号 ${card.slice(-4)}。打款后不能收回。`));
    await question.getByRole('button', { name: '通过', exact: true }).click();
    await expect(desk.getByText('已通过，正在打款')).toBeVisible();
    await expect(main).toContainText('王五');
    await server.advance(10_000);
    await desk.getByRole('button', { name: '返回' }).click();
    await desk.getByText('已结束', { exact: true }).click();
    await expect(desk.getByRole('button', { name: new RegExp(name) })).toContainText('已到账');
    expect(await desk.content()).not.toContain(card);
    // Of the figures that withdrawals follow, those that were changed are sent, and no others.
    await desk.getByRole('button', { name: '提现限额' }).click();
    await expect(desk.getByLabel('每日次数')).toHaveValue('3');
    await desk.getByLabel('每日次数').fill('5');
    await desk.getByRole('button', { name: '保存限额' }).click();
    await expect(desk.getByText('限额已更新，对新的申请立即生效')).toBeVisible();
    expect(await axeViolations(desk)).toEqual([]);
    await desk.goto(`${url}/operator/desk/audit`);
    await expect(desk.getByRole('listitem').filter({ hasText: '修改提现规则' })).toContainText('署名 admin，规则 每日次数 5');
    await expect(desk.getByRole('listitem').filter({ hasText: '通过提现' })).toContainText('署名 王五');
    await desk.close();
  });

  await test.step('the statement', async () => {
    // The page that was left open has heard of it.
    const record = page.getByRole('listitem').filter({ hasText: `招商银行 尾号 ${card.slice(-4)}` });
    await expect(record.getByText('已到账')).toBeVisible();
    await page.goto(`${url}/transactionRecord`);
    for (const text of ['−¥2,000.00', '+¥1,000.00', '+¥10.00']) await expect(page.getByText(text).first()).toBeVisible();
    expect(await page.content()).not.toContain(card);
  });

  await test.step('nothing of it stands in what the phone keeps and exports', async () => {
    const left: Record<string, string> = {
      'the statement as a file': await exported(page, '/accountDetail', /^导出 CSV/),
      'the recording of the tab': await exported(page, '/setting', /导出操作记录/),
      'the storage of the browser': await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    };
    expect(left['the statement as a file']).toContain('2000.00');
    expect(left['the recording of the tab']).toContain('"events"');
    for (const [where, text] of Object.entries(left))
      for (const [what, secret] of Object.entries(secrets)) expect(containsSecret(text, secret), `${what} in ${where}`).toBe(false);
  });
});
