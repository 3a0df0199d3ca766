/**
 * The operators' desk in the browser: an admin makes a cashier, and the cashier sets two-step login up and reviews a withdrawal. A viewer sees
 * players masked and no more, and his attempts are in the audit list.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { Client } from '../server/support/client.ts';
import { bindCard, newCardNumber, PIN, withdraw } from '../server/support/withdrawals.ts';
import { operatorHeaders } from '../server/support/operator.ts';
import { publishedGameOf, singleBet } from '../server/support/tickets.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

const PASSWORD = 'workshop-test';
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, games: ['jlffc'], operatorPassword: PASSWORD });
  for (const [folder, code] of [
    ['store', 'make-up'],
    ['activities', 'checkin-week'],
    ['quiz', 'sscwei'],
  ] as const) {
    mkdirSync(join(server.games, folder), { recursive: true });
    const described = JSON.parse(readFileSync(`games/${folder}/${code}.json`, 'utf8'));
    const here =
      folder === 'quiz' ? { source: { ...described.source, game: 'jlffc', everyMinutes: 0, leastSeconds: 5, closeBeforeSeconds: 0 } } : {};
    writeFileSync(join(server.games, folder, `${code}.json`), JSON.stringify({ ...described, ...here }));
  }
});
test.afterAll(() => server?.stop());

const PICTURES = process.env.CAIPU_DESK_PICTURES;
const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
};

const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A player with a card who asks for a withdrawal. */
async function asksForMoney(): Promise<{ readonly id: number; readonly card: string }> {
  const player = new Client(server.url);
  await (await player.sync()).register('anna2026', 'secret-1');
  const identity = await player.get<{ realName: string; idNo: string }>('/api/account/DemoIdentity');
  const identityAnswer = await player.post('/api/RealNameAuthor', { ...identity.models });
  expect(identityAnswer.status, identityAnswer.msg).toBe(0);
  expect((await player.post('/api/account/SetFundPwd', { fundPwd: PIN, password: 'secret-1' })).status).toBe(0);
  const card = newCardNumber();
  const bound = await bindCard(player, card);
  expect(bound.status, bound.msg).toBe(0);
  const withdrawalAnswer = await withdraw(player, bound.models.id, 20_000);
  expect(withdrawalAnswer.status, withdrawalAnswer.msg).toBe(0);
  return { id: player.userId, card };
}

async function login(page: Page, name: string, password: string, code?: string): Promise<void> {
  await page.goto(`${server.url}/operator/desk`);
  await page.getByLabel(/^名字/).fill(name);
  await page.getByLabel('管理员密码').fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  if (code === undefined) return;
  await page.getByLabel('动态验证码').fill(code);
  await page.getByRole('button', { name: '验证并登录' }).click();
}

/** Makes an operator on the admin's page; his first password. */
async function hire(admin: Page, name: string, role: string): Promise<string> {
  await admin.goto(`${server.url}/operator/desk/operators`);
  await admin.getByRole('textbox', { name: '名字' }).fill(name);
  await admin.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
  await admin.getByRole('button', { name: '新建', exact: true }).click();
  await expect(admin.getByText(`${name} 的密码`)).toBeVisible();
  const password = (
    await admin
      .locator('dd')
      .filter({ hasText: /^\w{16}/ })
      .first()
      .innerText()
  )
    .trim()
    .slice(0, 16);
  expect(await axeViolations(admin)).toEqual([]);
  return password;
}

const someone = (browser: Browser): Promise<Page> => browser.newPage({ viewport: { width: 390, height: 844 } });

test('an admin makes a cashier, and the cashier reviews a withdrawal; a viewer sees players masked, and his attempts are recorded', async ({
  page,
  browser,
}) => {
  const { id, card } = await asksForMoney();
  await login(page, '', PASSWORD);
  await expect(page.getByRole('button', { name: '管理员', exact: true })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  const cashierPassword = await hire(page, '小钱', '出纳');
  const viewerPassword = await hire(page, '小看', '查看员');

  await test.step('the cashier sets two-step login up before he sees anything', async () => {
    const cashier = await someone(browser);
    await login(cashier, '小钱', cashierPassword);
    await expect(cashier.getByRole('heading', { name: '两步验证' })).toBeVisible();
    await cashier.getByRole('button', { name: '开始设置' }).click();
    const secret = (await cashier.locator('.second-step__secret').innerText()).replace(/\s/g, '');
    await cashier.getByLabel('动态验证码').fill(shown(secret, -1));
    await cashier.getByRole('button', { name: '确认并开启' }).click();
    await expect(cashier.locator('.second-step__codes')).toBeVisible();
    await cashier.close();

    const again = await someone(browser);
    await login(again, '小钱', cashierPassword, shown(secret));
    await expect(again.getByRole('button', { name: '提现', exact: true })).toBeVisible();
    for (const hidden of ['审计', '管理员']) await expect(again.getByRole('button', { name: hidden, exact: true })).toHaveCount(0);

    // What waits for him stands first.
    await again.getByRole('button', { name: /^1 笔提现待审核/ }).click();
    await again.getByRole('button', { name: /anna2026/ }).click();
    await expect(again.getByText('审核参考')).toBeVisible();
    expect(await axeViolations(again)).toEqual([]);
    expect(await again.content()).not.toContain(card);
    await again.getByRole('button', { name: '通过', exact: true }).click();
    await again.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click();
    await expect(again.getByText('已通过').first()).toBeVisible();
    await expect(again.getByRole('button', { name: '通过', exact: true })).toHaveCount(0);
    // The list that one comes back to knows of it.
    await again.getByRole('button', { name: '返回' }).click();
    await expect(again.getByRole('button', { name: /anna2026/ })).not.toContainText('已申请');
    await again.getByRole('button', { name: '返回' }).click();
    await expect(again.getByText('暂无待处理事项')).toBeVisible();
    await again.close();
  });

  await test.step('the viewer sees players without their money, and no page that is not his', async () => {
    const viewer = await someone(browser);
    await login(viewer, '小看', viewerPassword);
    await viewer.getByRole('button', { name: '玩家', exact: true }).click();
    await viewer.getByRole('searchbox').fill(String(id));
    await expect(viewer).toHaveURL(new RegExp(`q=${id}`));
    await expect(viewer.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await viewer.getByRole('button', { name: /anna2026/ }).click();
    await expect(viewer.getByText('您的角色不能查看金额')).toBeVisible();
    await expect(viewer.getByRole('button', { name: '冻结账户' })).toHaveCount(0);
    expect(await axeViolations(viewer)).toEqual([]);
    await viewer.goto(`${server.url}/operator/desk/audit`);
    await expect(viewer.getByText('没有可查看的内容')).toBeVisible();
    // What a page does not offer, a call by hand does not get either.
    const tried = await viewer.request.get(`${server.url}/operator/api/desk/audit`, { headers: operatorHeaders('') });
    expect([tried.status(), (await tried.json()).msg]).toEqual([403, expect.stringContaining('您的角色不能')]);
    await viewer.close();
  });

  await test.step('the report says what was sold, and leads to the orders of a game', async () => {
    const player = new Client(server.url);
    await (await player.sync()).register('bets2026', 'secret-1');
    const placed = await player.bet(singleBet(await publishedGameOf(server.url, 'jlffc')));
    expect(placed.status, placed.msg).toBe(0);
    await page.goto(`${server.url}/operator/desk`);
    await page.getByRole('button', { name: '报表', exact: true }).click();
    const game = page.getByRole('row').filter({ hasText: '吉林分分彩' });
    await expect(game).toContainText('2.00');
    await expect(page.getByText('净收入构成')).toBeVisible();
    await picture(page, 'report');
    expect(await axeViolations(page)).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出各彩种' }).click()]);
    expect(file.suggestedFilename()).toMatch(/^经营报表-各彩种-.*\.csv$/);
    expect(readFileSync(await file.path(), 'utf8')).toContain('吉林分分彩,jlffc,1,2.00,0.00,2.00,0.00\r\n');
    await page.getByRole('button', { name: '昨天', exact: true }).click();
    await expect(page.getByText('这段时间没有投注')).toBeVisible();
    await page.getByRole('button', { name: '今天', exact: true }).click();
    await game.getByRole('button').click();
    await expect(page).toHaveURL(/orders\?game=jlffc/);
    await expect(page.getByRole('button', { name: /bets2026/ })).toBeVisible();
  });

  await test.step('the store, activities and quizzes show the sums that are left, claimed and staked', async () => {
    await page.goto(`${server.url}/operator/desk`);
    await page.getByRole('button', { name: '商城', exact: true }).click();
    const card = page.getByRole('listitem').filter({ hasText: '补签卡' });
    await expect(card).toContainText('今日剩 500/500');
    await expect(card).toContainText('每天 3 件');
    await picture(page, 'store');
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${server.url}/operator/desk/activities`);
    await expect(page.getByRole('listitem').filter({ hasText: '签到满 7 天' })).toContainText('已领取');
    await picture(page, 'activities');
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${server.url}/operator/desk/quizzes`);
    await expect(page.getByRole('button', { name: /^时时彩单双/ })).toBeVisible();
    await picture(page, 'quizzes');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^时时彩单双/ }).click();
    await expect(page.getByText('未揭晓')).toBeVisible();
    await expect(page.getByText(/五个号码之和是单还是双/).first()).toBeVisible({ timeout: 90_000 });
    await picture(page, 'quiz');
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('the admin reads it in the audit list, on a wide page too', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${server.url}/operator/desk/audit`);
    await expect(page.getByText('链完整')).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: '越权尝试' });
    await expect(row).toContainText('小看');
    await expect(row).toContainText('缺少权限 audit');
    const approval = page.getByRole('listitem').filter({ hasText: '通过提现' });
    await expect(approval).toContainText('小钱');
    await expect(approval).toContainText('金额 ¥200.00');
    await expect(approval).toContainText('两次中的第一次 否');
    await expect(page.getByRole('listitem').filter({ hasText: '查看玩家' })).toContainText(String(id));
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('the menu beside a page that was narrowed down opens it as its address says', async () => {
    await page.goto(`${server.url}/operator/desk/players`);
    await page.getByRole('searchbox').fill('nobody');
    await expect(page).toHaveURL(/q=nobody/);
    await expect(page.getByText('没有找到玩家')).toBeVisible();
    await page.getByRole('button', { name: '玩家', exact: true }).click();
    await expect(page).toHaveURL(/players$/);
    await expect(page.getByRole('button', { name: /anna2026/ })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await page.getByRole('button', { name: '退出登录' }).click();
    await expect(page.getByLabel('管理员密码')).toBeVisible();
    await expect(page.getByText('登录已结束')).toHaveCount(0);
  });

  await test.step('a long list stands where it was left when one comes back to it', async () => {
    const other = await someone(browser);
    await other.setViewportSize({ width: 390, height: 300 });
    await login(other, '', PASSWORD);
    await other.getByRole('button', { name: '审计', exact: true }).click();
    const row = other.getByRole('listitem').filter({ hasText: '查看玩家' }).last();
    await row.scrollIntoViewIfNeeded();
    const top = () => other.getByRole('main').evaluate((main) => main.scrollTop);
    const left = await top();
    expect(left).toBeGreaterThan(0);
    await other.getByRole('button', { name: '返回' }).click();
    await expect(other.getByRole('heading', { name: '后台', level: 1 })).toBeVisible();
    await other.goForward();
    await expect(other.getByRole('heading', { name: '审计', level: 1 })).toBeVisible();
    await expect.poll(top).toBe(left);
    await other.close();
  });

  await test.step('one login is for all tabs, the workshop and a reload, and a logout ends it in all of them', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const other = await context.newPage();
    await login(other, '', 'a wrong password');
    await expect(other.getByRole('alert')).toHaveText('密码不正确');
    await login(other, '', PASSWORD);
    await expect(other.getByRole('button', { name: '审计', exact: true })).toBeVisible();
    // No script of the page reads what opens the session.
    expect(await other.evaluate(() => document.cookie)).toBe('');
    const loginCookies = await context.cookies(`${server.url}/operator/api/desk/login`);
    expect(loginCookies).toMatchObject([{ name: 'operator', httpOnly: true, sameSite: 'Strict', path: '/operator/api' }]);
    const token = loginCookies[0]?.value ?? '';
    expect(await other.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(token);
    const tab = await context.newPage();
    await tab.goto(`${server.url}/operator/desk`);
    await expect(tab.getByRole('button', { name: '审计', exact: true })).toBeVisible();
    const workshop = await context.newPage();
    await workshop.setViewportSize({ width: 1280, height: 800 });
    await workshop.goto(`${server.url}/operator/desk`);
    await workshop.getByRole('link', { name: '工作台' }).click();
    await expect(workshop.getByRole('navigation', { name: '彩种文件' })).toBeVisible();
    await workshop.reload();
    await expect(workshop.getByRole('navigation', { name: '彩种文件' })).toBeVisible();
    await workshop.getByRole('button', { name: '退出', exact: true }).click();
    await expect(workshop.getByLabel('管理员密码')).toBeVisible();
    await expect(workshop.getByText('登录已结束')).toHaveCount(0);
    for (const page of [other, tab]) {
      await expect(page.getByText('登录已结束，请重新登录')).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
    }
    // An operator that logs in on one of them is in on all.
    await tab.getByLabel('管理员密码').fill(PASSWORD);
    await tab.getByRole('button', { name: '登录', exact: true }).click();
    for (const page of [tab, other]) await expect(page.getByRole('button', { name: '审计', exact: true })).toBeVisible();
    await expect(workshop.getByRole('navigation', { name: '彩种文件' })).toBeVisible();
    await context.close();
  });

  await test.step('an operator that was logged out elsewhere sees so, at the desk and in the workshop', async () => {
    const other = await someone(browser);
    const endsElsewhere = async () => {
      await other.request.post(`${server.url}/operator/api/desk/logout`, { headers: operatorHeaders(''), data: {} });
    };
    await login(other, '', PASSWORD);
    await expect(other.getByRole('button', { name: '审计', exact: true })).toBeVisible();
    await endsElsewhere();
    await other.getByRole('button', { name: '审计', exact: true }).click();
    await expect(other.getByText('登录已结束，请重新登录')).toBeVisible();
    await other.goto(`${server.url}/workshop`);
    await other.getByLabel('管理员密码').fill(PASSWORD);
    await other.getByRole('button', { name: '登录' }).click();
    await other.getByRole('button', { name: '评论', exact: true }).click();
    await expect(other.getByText('没有等待处理的举报').or(other.getByRole('table'))).toBeVisible();
    await endsElsewhere();
    await expect(other.getByText('登录已结束，请重新登录')).toBeVisible();
    expect(await axeViolations(other)).toEqual([]);
    await other.close();
  });
});
