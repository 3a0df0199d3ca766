import { expect, test } from './support/test.ts';

const PASSWORD = 'secret123';

test('a newcomer confirms age and terms, lands on 投第一注 with the gift, and bets in four taps', async ({ page, shared: { url } }) => {
  await page.goto(`${url}/register`);
  await page.getByLabel('用户名').fill(`n${Date.now().toString(36)}`);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('再次输入密码', { exact: true }).fill(PASSWORD);
  const submit = page.getByRole('button', { name: '注册并登录' });
  await submit.click();
  await expect(page.getByText('请确认您已满 18 周岁并同意用户协议')).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);

  // The terms open over the form, so the passwords stay.
  await page.getByRole('button', { name: '《用户协议》' }).click();
  const terms = page.getByRole('dialog', { name: '用户协议' });
  await expect(terms.getByText('您须年满 18 周岁', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(terms).toBeHidden();
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue(PASSWORD);
  await page.getByRole('checkbox', { name: /已满 18 周岁/ }).check();
  await submit.click();

  await expect(page).toHaveURL(/\/firstBet$/);
  await expect(page.getByText('¥10,000.00')).toBeVisible();
  await page.getByRole('button', { name: '去投双色球' }).click();
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '确认投注' }).click();
  await expect(page.getByRole('dialog', { name: '投注成功' })).toBeVisible();
  await expect(page.getByText('¥9,998.00').first()).toBeVisible();
});

test('a player with an invitation confirms the same', async ({ page, shared: { url } }) => {
  await page.goto(`${url}/registerpromote?code=AB23CD45`);
  await page.getByLabel('用户名').fill(`i${Date.now().toString(36)}`);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('再次输入密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /已满 18 周岁/ }).check();
  await page.getByRole('button', { name: '注册并登录' }).click();
  await expect(page).toHaveURL(/\/firstBet$/);
});
