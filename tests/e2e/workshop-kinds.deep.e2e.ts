/** The workshop in Chromium, for what is no game of its own: families, small games and products. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { replaceInDescription, openWorkshop, previewFrame, descriptionField } from './support/workshop.ts';

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

test('a family is previewed as a game, and a new file in the folder is listed by itself', async ({ page }) => {
  await openWorkshop(page, server.url, PASSWORD);
  await page.getByRole('button', { name: '家族', exact: true }).click();
  await page
    .getByRole('navigation', { name: '家族文件' })
    .getByRole('button', { name: /\bk3\b/ })
    .click();
  await expect(previewFrame(page).getByRole('heading', { name: '快三' })).toBeVisible();
  await replaceInDescription(page, '"name": "快三"', '"name": "快三家"');
  await page.getByRole('tab', { name: /变化/ }).click();
  await expect(page.getByRole('tabpanel')).toContainText('名称：快三 → 快三家');
  // One file, and every game of it.
  await expect(page.getByRole('tabpanel')).toContainText(/发布后 \d+ 个彩种一起变：.*江苏快三/);
  await page.getByRole('button', { name: '还原' }).click();

  await page.getByRole('button', { name: '总览', exact: true }).click();
  const contents = page.getByRole('navigation', { name: '目录' });
  await expect(contents.getByRole('link', { name: /jsks/ })).toBeVisible();
  const text = readFileSync(join(server.games, 'jsks.json'), 'utf8');
  writeFileSync(join(server.games, 'dropped.json'), text.replace('"jsks"', '"dropped"').replace('江苏快三', '放进来的'));
  try {
    await expect(contents.getByRole('link', { name: /dropped/ })).toBeVisible();
    await page.getByLabel('找彩种或界面').fill('dropped');
    await expect(page.frameLocator('iframe[title="全部玩法"]').getByRole('heading', { name: '放进来的' })).toBeVisible();
    await expect(page.getByText('和值', { exact: true })).toBeVisible();
    await page.getByLabel('找彩种或界面').fill('activityList');
    await expect(page.frameLocator('iframe').getByRole('heading', { name: '活动' }).first()).toBeVisible();
    expect((await new AxeBuilder({ page }).exclude('iframe').analyze()).violations).toEqual([]);
  } finally {
    rmSync(join(server.games, 'dropped.json'));
  }
  await page.getByLabel('找彩种或界面').fill('');
  await expect(contents.getByRole('link', { name: /dropped/ })).toHaveCount(0);
});

test('a small game is checked while it is typed, shows the exact return of each bet, and is published', async ({ page }) => {
  await openWorkshop(page, server.url, PASSWORD);
  await page.getByRole('button', { name: '小游戏', exact: true }).click();
  await page
    .getByRole('navigation', { name: '小游戏文件' })
    .getByRole('button', { name: /\bslm\b/ })
    .click();
  await expect(page.getByRole('heading', { name: 'games/small/slm.json' })).toBeVisible();
  await replaceInDescription(page, '"12.5"', '"14"');
  await expect(page.getByText('/gate/odds/0/pays SMALL_RETURN')).toBeVisible();
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
  await replaceInDescription(page, '"14"', '"12"');
  await page.getByRole('tab', { name: '返奖率' }).click();
  await expect(page.getByRole('row', { name: /gate-1\b.* 92.0000%/ })).toBeVisible();
  await page.screenshot({ path: 'test-results/workshop-small.png' });
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布 slm')).toBeVisible();
  await page.getByRole('button', { name: '刮刮乐', exact: true }).click();
  await expect(page.getByRole('navigation', { name: '刮刮乐文件' })).toBeVisible();
});

test('a product is created, checked among the others, published, and shows its figures', async ({ page }) => {
  await openWorkshop(page, server.url, PASSWORD);
  await page.getByRole('button', { name: '商城', exact: true }).click();
  await expect(page.getByRole('navigation', { name: '商品文件' })).toBeVisible();
  await page.getByText('新建商品').click();
  await page.getByLabel('代码').fill('gift');
  await page.getByLabel('名称').fill('小礼物');
  await page.getByRole('button', { name: '开始' }).click();
  await expect(page.getByRole('heading', { name: 'games/store/gift.json · 未发布的修改' })).toBeVisible();
  await expect(page.getByText('没有问题，可以发布。')).toBeVisible();
  await replaceInDescription(page, '"disabled": "即将上架",', '"level": 77,');
  await expect(page.getByText('/level STORE_NAME')).toBeVisible();
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
  await replaceInDescription(page, '"level": 77,', '"level": 1,');
  await page.getByRole('tab', { name: '概览' }).click();
  await expect(page.getByRole('table', { name: '草稿摘要' }).getByRole('row', { name: '价格 100 积分' })).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布 gift')).toBeVisible();
  await expect(page.getByRole('table', { name: '运行情况' }).getByRole('row', { name: '卖出 0 件' })).toBeVisible();
  await page.screenshot({ path: 'test-results/workshop-store.png' });
  expect((await new AxeBuilder({ page }).exclude('iframe').analyze()).violations).toEqual([]);
  for (const [desk, files] of [
    ['活动', '活动文件'],
    ['竞猜', '竞猜文件'],
  ] as const) {
    await page.getByRole('button', { name: desk, exact: true }).click();
    await expect(page.getByRole('navigation', { name: files })).toBeVisible();
  }
});

test.describe('texts of the house', () => {
  test('a bulletin begins as a draft, is looked over and published, and players read it; a slide that leads nowhere has a problem while it is typed', async ({
    page,
    browser,
  }) => {
    await openWorkshop(page, server.url, PASSWORD);
    await page.getByRole('button', { name: '公告', exact: true }).click();
    await page.getByText('新建公告').click();
    await page.getByLabel('代码').fill('closed');
    await page.getByLabel('名称').fill('周日凌晨维护');
    await page.getByRole('button', { name: '开始' }).click();
    await expect(page.getByRole('heading', { name: 'app/descriptions/bulletins/closed.json · 未发布的修改' })).toBeVisible();
    await replaceInDescription(page, '写给玩家看的正文。', '02:00 至 04:00 不能投注。');
    await replaceInDescription(page, '"at": "', '"order": 1,\n  "dialog": true,\n  "at": "2026-01-01 00:00", "until": "');
    await page.getByRole('tab', { name: '概览' }).click();
    await expect(page.getByRole('table', { name: '草稿摘要' }).getByRole('row', { name: '正文 02:00 至 04:00 不能投注。' })).toBeVisible();
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await expect(page.getByText('已发布 closed')).toBeVisible();
    expect((await new AxeBuilder({ page }).exclude('iframe').analyze()).violations).toEqual([]);

    await page.getByRole('button', { name: '轮播', exact: true }).click();
    await page
      .getByRole('navigation', { name: '轮播文件' })
      .getByRole('button', { name: /\bssq\b/ })
      .click();
    await replaceInDescription(page, '"game:ssq"', '"game:sqq"');
    await expect(page.getByText('/target CONTENT_TARGET')).toBeVisible();
    await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled();

    const player = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await player.goto(server.url);
    const dialog = player.getByRole('dialog', { name: '周日凌晨维护' });
    await dialog.getByRole('button', { name: '知道了' }).click();
    await expect(dialog).toHaveCount(0);
    await player.reload();
    await player.getByRole('button', { name: '周日凌晨维护' }).click();
    await expect(player.getByText('02:00 至 04:00 不能投注。')).toBeVisible();
    await player.close();
  });

  test('a draft is looked at on the pages of players before anybody else sees it, follows what is typed, and leads on', async ({
    page,
  }) => {
    await openWorkshop(page, server.url, PASSWORD);
    await page.getByRole('button', { name: '公告', exact: true }).click();
    await page.getByText('新建公告').click();
    await page.getByLabel('代码').fill('later');
    await page.getByLabel('名称').fill('下周加开一期');
    await page.getByRole('button', { name: '开始' }).click();
    await expect(previewFrame(page).getByText('写给玩家看的正文。')).toBeVisible();
    await replaceInDescription(page, '写给玩家看的正文。', '周三加开一期。');
    await expect(previewFrame(page).getByText('周三加开一期。')).toBeVisible();
    // A draft that is wrong leaves the phone as it is.
    await replaceInDescription(page, '"text"', '"texts"');
    await expect(page.getByText('/texts SHAPE_UNKNOWN')).toBeVisible();
    await expect(previewFrame(page).getByText('周三加开一期。')).toBeVisible();
    await replaceInDescription(page, '"texts"', '"order": 1, "dialog": true, "text"');
    await page.getByLabel('页面').selectOption('首页');
    const dialog = previewFrame(page).getByRole('dialog', { name: '下周加开一期' });
    await expect(dialog.getByText('周三加开一期。')).toBeVisible();
    await dialog.getByRole('button', { name: '知道了' }).click();
    await previewFrame(page).getByRole('button', { name: '下周加开一期' }).click();
    await expect(previewFrame(page).getByRole('heading', { name: '公告' })).toBeVisible();
    await previewFrame(page).getByRole('button', { name: '返回' }).click();
    await expect(previewFrame(page).getByRole('button', { name: '下周加开一期' })).toBeVisible();

    await page.getByRole('button', { name: '帮助', exact: true }).click();
    await page
      .getByRole('navigation', { name: '帮助文件' })
      .getByRole('button', { name: /\bfirst-bet\b/ })
      .click();
    await replaceInDescription(page, /"title": "[^"]*"/, '"title": "怎样下第一注"');
    await expect(previewFrame(page).getByRole('heading', { name: '怎样下第一注' })).toBeVisible();
    await page.getByLabel('页面').selectOption('分类列表');
    await expect(previewFrame(page).getByText('怎样下第一注')).toBeVisible();
    await page.screenshot({ path: 'test-results/workshop-preview.png' });
    expect((await new AxeBuilder({ page }).exclude('iframe').analyze()).violations).toEqual([]);
  });
});

test('a family that is begun from another keeps its plays short, and a game of it is bet on by a player', async ({ page, browser }) => {
  await openWorkshop(page, server.url, PASSWORD);
  await page.getByRole('button', { name: '家族', exact: true }).click();
  await page.getByText('新建家族').click();
  const form = page.getByRole('form', { name: '新建家族' });
  await form.getByLabel('照哪个家族').selectOption('k3');
  await form.getByLabel('代码').fill('k3own');
  await form.getByLabel('名称').fill('快三自家');
  await form.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'games/families/k3own.json · 未发布的修改' })).toBeVisible();
  await expect(descriptionField(page)).toHaveValue(/"like":/);
  await expect(page.getByText('没有问题，可以发布')).toBeVisible();
  await expect(previewFrame(page).getByRole('heading', { name: '快三自家' })).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布 k3own')).toBeVisible();
  expect(readFileSync(join(server.games, 'families', 'k3own.json'), 'utf8')).toContain('"like":');

  await page.getByRole('button', { name: '游戏', exact: true }).click();
  await page.getByText('新建彩种').click();
  const game = page.getByRole('form', { name: '新建彩种' });
  await game.getByLabel('家族').selectOption('k3own');
  await game.getByLabel('代码').fill('ownks');
  await game.getByLabel('名称').fill('自家快三');
  await game.getByRole('button').click();
  await replaceInDescription(page, /\n.*"disabled".*/, '');
  await expect(page.getByText('没有问题，可以发布')).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布 ownks')).toBeVisible();
  const player = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
  await player.goto(`${server.url}/number/ownks`);
  await player.getByRole('button', { name: /^和值 3，/ }).tap();
  await expect(player.getByText(/1 注/).first()).toBeVisible();
  await player.context().close();
});
