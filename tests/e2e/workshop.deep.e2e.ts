/** The workshop in Chromium: a draft is checked, seen on the phone and published, and players see each step. workshop.e2e.ts has the main journey. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { descriptionField, openGame, openWorkshop, previewFrame, replaceInDescription } from './support/workshop.ts';

const PASSWORD = 'workshop-test';
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['jsks', 'ssq'], ownDescriptions: true, operatorPassword: PASSWORD });
});
test.afterAll(async () => {
  await server.stop();
});
// An operator sits at a desk.
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 });

async function openScreen(page: Page, code: string): Promise<string> {
  await page.getByRole('button', { name: '界面', exact: true }).click();
  await page
    .getByRole('navigation', { name: '界面文件' })
    .getByRole('button', { name: new RegExp(`\\b${code}\\b`) })
    .click();
  await expect(page.getByRole('heading', { name: `screens/${code}.json` })).toBeVisible();
  return descriptionField(page).inputValue();
}

/** Puts the caret behind a text of the file. */
async function caretBehind(page: Page, what: string): Promise<void> {
  await descriptionField(page).evaluate((area: HTMLTextAreaElement, found) => {
    area.focus();
    const at = area.value.indexOf(found) + found.length;
    area.setSelectionRange(at, at);
  }, what);
}

test.describe('refused', () => {
  test.use({ refusals: true });
  test('a wrong password does not open the workshop', async ({ page }) => {
    await page.goto(`${server.url}/workshop`);
    await page.getByLabel('管理员密码').fill('not the password');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByRole('alert')).toHaveText('密码不正确');
  });

  test('two-step login: set up with a phone, asked for at the next login, a code is good once, ended with a recovery code', async ({
    page,
  }) => {
    await openWorkshop(page, server.url, PASSWORD);
    await page.getByRole('button', { name: '两步验证' }).click();
    await expect(page.getByText('未开启。')).toBeVisible();
    await page.getByRole('button', { name: '开始设置' }).click();
    await expect(page.getByRole('img', { name: '二维码：两步验证的密钥' })).toBeVisible();
    const secret = Secret.fromBase32((await page.locator('.second-step__secret').innerText()).replaceAll(' ', ''));
    const shown = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await page.getByLabel('动态验证码').fill('000000');
    await page.getByRole('button', { name: '确认并开启' }).click();
    await expect(page.getByRole('alert')).toHaveText('验证码不正确');
    const first = shown(0);
    await page.getByLabel('动态验证码').fill(first);
    await page.getByRole('button', { name: '确认并开启' }).click();
    const listed = page.getByRole('list', { name: '恢复码' }).getByRole('listitem');
    await expect(listed).toHaveCount(10);
    const codes = await listed.allInnerTexts();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: '我已抄下' }).click();
    await expect(page.getByText('恢复码还剩 10 个')).toBeVisible();

    await page.getByRole('button', { name: '退出' }).click();
    await page.getByLabel('管理员密码').fill(PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByText('打开手机上的验证器应用')).toBeVisible();
    await page.getByLabel('动态验证码').fill(first);
    await page.getByRole('button', { name: '验证并登录' }).click();
    await expect(page.getByRole('alert')).toHaveText('该验证码已使用，请等手机显示下一个');
    await page.getByLabel('动态验证码').fill(codes[0] as string);
    await page.getByRole('button', { name: '验证并登录' }).click();
    await expect(page.getByRole('navigation', { name: '彩种文件' })).toBeVisible();

    await page.getByRole('button', { name: '两步验证' }).click();
    await page.getByLabel('输入验证码或恢复码以关闭').fill(codes[1] as string);
    await page.getByRole('button', { name: '关闭两步验证' }).click();
    await expect(page.getByText('未开启。')).toBeVisible();
    await page.getByRole('button', { name: '返回', exact: true }).click();
    await expect(page.getByRole('navigation', { name: '彩种文件' })).toBeVisible();
  });
});

test('a problem has its place, a click goes there, and the phone shows the last correct draft', async ({ page }) => {
  await openWorkshop(page, server.url, PASSWORD);
  await openGame(page, 'jsks');
  await expect(page.getByText('没有问题，可以发布')).toBeVisible();
  await expect(previewFrame(page).getByRole('heading', { name: '江苏快三' })).toBeVisible();

  await replaceInDescription(page, '"caps"', '"kaps"');
  const problem = page.getByRole('tabpanel').getByRole('button').first();
  await expect(problem).toContainText('不认识属性 "kaps"，是不是 "caps"');
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
  await expect(page.getByText('有 1 个问题，改好后才能发布。')).toBeVisible();
  await problem.click();
  const [line, column] = await descriptionField(page).evaluate((area: HTMLTextAreaElement) => {
    const before = area.value.slice(0, area.selectionStart).split('\n');
    return [before.length, (before.at(-1) ?? '').length + 1];
  });
  await expect(problem).toContainText(`${line}:${column}`);
  await expect(previewFrame(page).getByRole('heading', { name: '江苏快三' })).toBeVisible();
  await page.getByRole('button', { name: '还原' }).click();
  await expect(page.getByText('没有问题，可以发布')).toBeVisible();
});

test('the schema completes names and values', async ({ page }) => {
  await openWorkshop(page, server.url, PASSWORD);
  await openGame(page, 'jsks');
  await descriptionField(page).evaluate((area: HTMLTextAreaElement) => {
    area.focus();
    const at = area.value.lastIndexOf('\n', area.value.indexOf('"caps"'));
    area.setSelectionRange(at, at);
  });
  await page.keyboard.type('\n"dis');
  await expect(page.getByRole('option', { name: /^disabled/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('维护中');
  // Behind the quotes that came with the suggestion.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(',');
  await expect(descriptionField(page)).toHaveValue(/"disabled": "维护中",\s+"caps"/);
  await expect(previewFrame(page).getByRole('alert')).toHaveText('维护中');

  await descriptionField(page).evaluate((area: HTMLTextAreaElement) => {
    area.focus();
    const at = area.value.indexOf('"gold"') + 1;
    area.setSelectionRange(at, at);
  });
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: 'blue' }).click();
  await expect(descriptionField(page)).toHaveValue(/"tone": "blue"/);
});

test('a new game of a family: eleven lines that are not on sale, published, opened by a player, and put on sale', async ({
  page,
  browser,
}) => {
  await openWorkshop(page, server.url, PASSWORD);
  await page.getByText('新建彩种').click();
  const form = page.getByRole('form', { name: '新建彩种' });
  await form.getByLabel('家族').selectOption('11x5');
  await form.getByLabel('代码').fill('jsks');
  await form.getByRole('button').click();
  await expect(form.getByRole('alert')).toContainText('已经有 jsks');
  await form.getByLabel('代码').fill('gd11x5');
  await form.getByLabel('名称').fill('广东11选5');
  await form.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'games/gd11x5.json · 未发布的修改' })).toBeVisible();
  expect((await descriptionField(page).inputValue()).trimEnd().split('\n').length).toBe(11);
  await expect(previewFrame(page).getByRole('heading', { name: '广东11选5' })).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布 gd11x5')).toBeVisible();
  const player = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await player.goto(`${server.url}/ssc/gd11x5`);
  await expect(player.getByRole('heading', { name: '广东11选5' })).toBeVisible();
  await expect(player.getByRole('alert')).toHaveText('即将开售');
  await replaceInDescription(page, /\n.*"disabled".*/, '');
  await expect(page.getByText('没有问题，可以发布')).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(player.getByRole('alert')).toHaveCount(0);
  await player.context().close();
});

test('the wizard leads from the kind of draw to a game that a player opens, and every step is seen on the phone', async ({
  page,
  browser,
}) => {
  await openWorkshop(page, server.url, PASSWORD);
  await page.getByRole('button', { name: '打开新建向导' }).click();
  const wizard = page.getByRole('main', { name: '新建彩种向导' });
  const next = () => wizard.getByRole('button', { name: '下一步' }).click();
  await expect(previewFrame(page).getByRole('heading', { name: '新彩种' })).toBeVisible();
  await wizard.getByRole('button', { name: /^骰子/ }).click();
  await expect(previewFrame(page).getByText('骰子1').first()).toBeVisible();
  await next();
  await expect(wizard.getByRole('button', { name: '下一步' })).toBeDisabled();
  await wizard.getByLabel('代码').fill('JSKS');
  await expect(wizard.getByRole('status')).toContainText('已经有 JSKS');
  await wizard.getByLabel('代码').fill('mydice');
  await wizard.getByLabel('名称', { exact: true }).fill('我的骰子');
  await expect(previewFrame(page).getByRole('heading', { name: '我的骰子' })).toBeVisible();
  await next();
  await wizard.getByLabel(/^和值 /).uncheck();
  await expect(previewFrame(page).getByRole('tab', { name: '和值' })).toHaveCount(0);
  await next();
  await wizard.getByLabel('每天，开到零点以后').check();
  await wizard.getByLabel('一天几期').fill('140');
  await expect(wizard).toContainText('最后一期在 第二天 08:10 开奖');
  // An operator that looks at another game, or loads the page again, goes on where he was.
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /\bjsks\b/ })
    .click();
  await expect(wizard).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: '打开新建向导' }).click();
  await expect(wizard.getByLabel('一天几期')).toHaveValue('140');
  await expect(previewFrame(page).getByRole('heading', { name: '我的骰子' })).toBeVisible();
  await next();
  await wizard.getByLabel('马上出售').check();
  expect((await new AxeBuilder({ page }).exclude('iframe').analyze()).violations).toEqual([]);
  await wizard.getByRole('button', { name: '放进编辑器' }).click();
  await expect(page.getByRole('heading', { name: 'games/mydice.json · 未发布的修改' })).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布 mydice')).toBeVisible();
  await page.getByRole('tab', { name: '版本' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('admin');
  const player = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await player.goto(`${server.url}/number/mydice`);
  await expect(player.getByRole('heading', { name: '我的骰子' })).toBeVisible();
  await player.context().close();
});

test.describe('asked before it is done', () => {
  test.use({ refusals: true });
  test('a draft survives another file, another tab and a reload, and shows another operator’s change beside it', async ({ page }) => {
    await openWorkshop(page, server.url, PASSWORD);
    await openGame(page, 'jsks');
    await replaceInDescription(page, '"江苏快三"', '"江苏快三稿"');
    await openGame(page, 'ssq');
    await expect(page.getByRole('navigation').getByRole('button', { name: /\bjsks\b/ })).toContainText('有草稿');
    await page.getByRole('button', { name: '界面', exact: true }).click();
    await page.reload();
    await expect(page.getByRole('navigation', { name: '界面文件' })).toBeVisible();
    await page.getByRole('button', { name: '游戏', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'games/ssq.json' })).toBeVisible();
    await openGame(page, 'jsks');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'games/jsks.json · 未发布的修改' })).toBeVisible();
    await expect(descriptionField(page)).toHaveValue(/江苏快三稿/);

    const file = join(server.games, 'jsks.json');
    const good = readFileSync(file, 'utf8');
    try {
      writeFileSync(file, good.replace('"multiplier": 50000', '"multiplier": 40000'));
      await page.getByRole('button', { name: '发布', exact: true }).click();
      const conflict = page.getByRole('region', { name: '文件在别处改过' });
      await expect(conflict.getByRole('row', { name: /40000/ })).toBeVisible();
      await expect(conflict.getByRole('row', { name: /江苏快三稿/ })).toBeVisible();
      expect((await new AxeBuilder({ page }).exclude('iframe').analyze()).violations).toEqual([]);
      await conflict.getByRole('button', { name: '在草稿上继续' }).click();
      await expect(descriptionField(page)).toHaveValue(/江苏快三稿[^]*"multiplier": 50000/);
      await page.getByRole('button', { name: '还原' }).click();
      await expect(descriptionField(page)).toHaveValue(/"multiplier": 40000/);
      await page.getByRole('button', { name: '找回草稿' }).click();
      await expect(descriptionField(page)).toHaveValue(/江苏快三稿[^]*"multiplier": 50000/);
      await page.getByRole('button', { name: '还原' }).click();
      await expect(page.getByRole('button', { name: '找回草稿' })).toBeVisible();
      await replaceInDescription(page, '"江苏快三"', '"江苏快三 "');
      await expect(page.getByRole('button', { name: '找回草稿' })).toHaveCount(0);
    } finally {
      writeFileSync(file, good);
    }
  });

  test('a tenfold prize has to be confirmed, and a new schedule names its first issue', async ({ page }) => {
    await openWorkshop(page, server.url, PASSWORD);
    await openGame(page, 'jsks');
    await replaceInDescription(page, '"caps"', '"prizes": [{ "play": "STH_TX", "tier": "win", "fen": 64800 }],\n  "caps"');
    await expect(page.getByRole('tabpanel')).toContainText('返奖率 900.00%');
    await page.getByRole('button', { name: '发布', exact: true }).click();
    const ask = page.getByRole('alertdialog');
    await expect(ask).toContainText('三同号通选 STH_TX 的返奖率 900.00%');
    await ask.getByRole('button', { name: '取消' }).click();
    await expect(ask).toHaveCount(0);
    await page.getByRole('button', { name: '还原' }).click();
    await replaceInDescription(page, /"drawsPerDay": \d+/, '"drawsPerDay": 40');
    await page.getByRole('tab', { name: /变化/ }).click();
    await expect(page.getByRole('tabpanel')).toContainText(/新的开奖时间/);
    await page.getByRole('button', { name: '还原' }).click();
  });
});

test('a screen: a mistake is placed and mended as one types, the phone shows the draft, players get it, and it goes back', async ({
  page,
  browser,
}) => {
  const playerContext = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const player = await playerContext.newPage();
  await player.goto(`${server.url}/ActivityList1`);
  await expect(player.getByRole('heading', { name: '活动', exact: true })).toBeVisible();

  await openWorkshop(page, server.url, PASSWORD);
  const before = await openScreen(page, 'activityList');
  await expect(page.getByText('没有问题，可以发布')).toBeVisible();
  await expect(previewFrame(page).getByRole('heading', { name: '活动' })).toBeVisible();

  await replaceInDescription(page, '"title": "活动"', '"title": "活动{sesion.loggedIn ? 1 : 2}"');
  const problem = page.getByRole('tabpanel').getByRole('button').first();
  await expect(problem).toContainText('这里没有名字 "sesion"，是不是 "session"');
  await expect(problem).toContainText('/title SCREEN_NAME');
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
  await expect(previewFrame(page).getByRole('heading', { name: '活动', exact: true })).toBeVisible();

  await replaceInDescription(page, '{sesion.loggedIn ? 1 : 2}', '');
  // The editor offers the members of a readable value after the dot.
  await caretBehind(page, '"title": "活动');
  await page.keyboard.type('{');
  await expect(page.getByRole('option', { name: 'session', exact: true })).toBeVisible();
  await page.keyboard.type('session.');
  await page.getByRole('option', { name: 'userName', exact: true }).click();
  await page.keyboard.type('}');
  await expect(page.getByText('没有问题，可以发布')).toBeVisible();
  await expect(previewFrame(page).getByRole('heading', { name: '活动预览', exact: true })).toBeVisible();
  await page.getByLabel('已登录').uncheck();
  await replaceInDescription(page, '{session.userName}', '{session.loggedIn ? 1 : 2}');
  await expect(previewFrame(page).getByRole('heading', { name: '活动2', exact: true })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布 activityList')).toBeVisible();
  await expect(player.getByRole('heading', { name: '活动2', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: '版本' }).click();
  await page.getByRole('button', { name: '回退到此版本' }).first().click();
  // Players see it at once, so the operator confirms it.
  await page.getByRole('alertdialog').getByRole('button', { name: '回退' }).click();
  await expect(player.getByRole('heading', { name: '活动', exact: true })).toBeVisible();
  expect(readFileSync(join(server.descriptions, 'screens/activityList.json'), 'utf8')).toBe(before);
  await playerContext.close();
});

test('a screen is shown on example answers, of the address that the operator gives', async ({ page }) => {
  await openWorkshop(page, server.url, PASSWORD);
  await openScreen(page, 'orderDetails');
  await expect(previewFrame(page).getByRole('heading', { name: '订单详情' })).toBeVisible();
  await page.getByLabel('地址').fill('/orderDetails?chaseId=1');
  await expect(previewFrame(page).getByRole('heading', { name: '追号详情' })).toBeVisible();
  await expect(previewFrame(page).getByText('追号期数')).toBeVisible();
});

test('the workshop shows a problem of a menu, although no editor opens menus', async ({ page }) => {
  const menu = join(server.descriptions, 'menus/mine.json');
  const good = readFileSync(menu, 'utf8');
  writeFileSync(menu, '{');
  try {
    await openWorkshop(page, server.url, PASSWORD);
    await expect(page.getByRole('region', { name: '其他描述的问题' })).toContainText('menus/mine.json:1:');
  } finally {
    writeFileSync(menu, good);
  }
});
