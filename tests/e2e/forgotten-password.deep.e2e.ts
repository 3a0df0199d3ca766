/** A player who forgot his password: the phone number that he bound before gives him a code, the code a new password, and every old login ends. */
import type { Page } from '@playwright/test';
import { latestCodeFor } from '../server/support/outbox.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

// The first phone is refused once its login has ended.
test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(({ moved }) => {
  server = moved;
});

/** Pastes a text into a field by the keyboard. */
async function paste(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByRole('textbox', { name }).focus();
  await page.keyboard.press('ControlOrMeta+V');
}

test('bind a phone, forget the password, reset it by a code, log in with the new one', async ({ page, browser }) => {
  const { url } = server;
  const { name } = await newPlayer(page, url);
  await page.goto(`${url}/BindCellphone`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await paste(page, '手机号', '+86 138 0013 8000');
  await expect(page.getByRole('textbox', { name: '手机号' })).toHaveValue('13800138000');
  await page.getByRole('button', { name: '发送验证码' }).click();
  await expect(page.getByRole('button', { name: /秒后可重发/ })).toBeVisible();
  const code = await latestCodeFor(url, '13800138000');
  await paste(page, '验证码', `【彩谱】验证码 ${code.slice(0, 3)} ${code.slice(3)}，10分钟内有效`);
  await expect(page.getByRole('textbox', { name: '验证码' })).toHaveValue(code);
  await page.getByRole('button', { name: '绑定', exact: true }).click();
  await page.goto(`${url}/BindCellphone`);
  await expect(page.getByText('138****8000').first()).toBeVisible();

  // On another phone, where nobody is logged in. A code may be sent a minute after the one before.
  await server.advance(61_000);
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 390, height: 844 } });
  const other = await context.newPage();
  await other.goto(`${url}/login`);
  await other.getByRole('button', { name: '忘记密码' }).click();
  // The previous page asks for a name too, and is there until this one is drawn.
  await expect(other.getByRole('button', { name: '发送验证码' })).toBeVisible();
  await other.getByRole('textbox', { name: '用户名' }).fill(name);
  const before = await latestCodeFor(url, '13800138000');
  await other.getByRole('button', { name: '发送验证码' }).click();
  await expect.poll(() => latestCodeFor(url, '13800138000')).not.toBe(before);
  await other.getByRole('textbox', { name: '验证码' }).fill(await latestCodeFor(url, '13800138000'));
  await other.getByRole('textbox', { name: '新密码', exact: true }).fill('a-new-password-7');
  await other.getByRole('textbox', { name: '再次输入新密码' }).fill('a-new-password-7');
  await other.getByRole('button', { name: '重设密码' }).click();
  await expect(other).toHaveURL(/\/login/);
  // The address changes before the page does, and both pages ask for a name: a name that is typed too soon goes with the previous page.
  const password = other.getByRole('textbox', { name: '密码', exact: true });
  await expect(password).toBeVisible();
  await other.getByRole('textbox', { name: '用户名' }).fill(name);
  await password.fill('a-new-password-7');
  await other.getByRole('button', { name: '登录', exact: true }).last().click();
  await expect(other).not.toHaveURL(/\/login/);
  await other.goto(`${url}/changePwd?tab=devices`);
  await expect(other.getByText('本机')).toBeVisible();
  // The previous login is over.
  await page.goto(`${url}/changePwd`);
  await expect(page).toHaveURL(/\/login/);
  await context.close();
});
