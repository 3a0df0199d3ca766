/** Help and articles in a browser: from a question to the game, from an article to its game, and a file that is dropped in. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clippedTexts } from './support/clipped.ts';
import { FEW_DRAWS_NO_MATCHES, type RunningServer, startServer } from './support/server.ts';
import { Client } from '../server/support/client.ts';
import { expect, newPlayer, test } from './support/test.ts';

const PICTURES = 'test-results/content';
test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  server = await startServer({ ownDescriptions: true, env: FEW_DRAWS_NO_MATCHES });
});
test.afterAll(() => server?.stop());

test('help leads to the rules of a game and on to the game, and takes a word about itself', async ({ page }) => {
  await page.goto(`${server.url}/helpCenter`);
  await expect(page.getByRole('button', { name: /彩种玩法/ })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/center.png`, fullPage: true });
  // The field of the page finds help alone, by initials too, and the groups are there again without a word.
  const field = page.getByRole('searchbox', { name: '搜索帮助' });
  await field.fill('没有的帮助');
  await field.press('Enter');
  await expect(page.getByText('没有找到“没有的帮助”')).toBeVisible();
  await field.fill('wjmm');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: /忘记密码怎么办/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /彩种玩法/ })).toHaveCount(0);
  await field.fill('');
  await field.press('Enter');
  await page.getByRole('button', { name: /什么是追号/ }).click();
  await expect(page.getByRole('article')).toContainText('中奖即停');
  expect(await clippedTexts(page)).toEqual([]);
  await page.screenshot({ path: `${PICTURES}/page.png`, fullPage: true });
  await page.getByRole('button', { name: '有帮助', exact: true }).click();
  await expect(page.getByText('1 位玩家觉得有帮助')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: /彩种玩法/ }).click();
  await expect(page.getByRole('heading', { name: '数字彩' })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/games.png` });
  await page.getByRole('button', { name: /^双色球规则/ }).click();
  await expect(page.getByRole('table').first()).toContainText('1/17,721,088');
  expect(await clippedTexts(page)).toEqual([]);
  await page.screenshot({ path: `${PICTURES}/rules.png`, fullPage: true });
  await page.getByRole('button', { name: '去投注 · 双色球' }).click();
  await expect(page).toHaveURL(/\/ssq$/);
  await expect(page.getByRole('button', { name: '机选', exact: true })).toBeVisible();
});

test('an article leads to its game, and of new article files only the correct one appears in the list', async ({ page }) => {
  await page.goto(`${server.url}/Article1`);
  await expect(page.getByRole('button', { name: /第一次来？/ })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/articles.png`, fullPage: true });
  await page.getByRole('button', { name: '攻略', exact: true }).click();
  await page.getByRole('button', { name: /胆拖怎么选/ }).click();
  await expect(page.getByRole('heading', { name: '胆拖怎么选，一次讲清楚' })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/article.png`, fullPage: true });
  await page.getByRole('button', { name: '去投注 · 双色球' }).click();
  await expect(page).toHaveURL(/\/ssq$/);
  await page.goto(`${server.url}/articleDetail?id=none`);
  await expect(page.getByText('文章不存在或已下线')).toBeVisible();

  const text = readFileSync(join(server.descriptions, 'articles/dlt-extra.json'), 'utf8').replace('"dlt-extra"', '"fresh"');
  writeFileSync(
    join(server.descriptions, 'articles/wrong.json'),
    text.replace('"fresh"', '"wrong"').replace('/helpDetail/games/dlt', '/helpCentre'),
  );
  writeFileSync(join(server.descriptions, 'articles/fresh.json'), text.replace(/"title": "[^"]*"/, '"title": "刚刚放进来的一篇"'));
  await expect
    .poll(async () => {
      const answer = await fetch(`${server.url}/api/SiteMsg/GetAricleList?size=50`);
      const { models } = (await answer.json()) as { models: { items: { id: string }[] } };
      return models.items.map(({ id }) => id).filter((id) => id === 'fresh' || id === 'wrong');
    })
    .toEqual(['fresh']);
  await page.goto(`${server.url}/articleDetail?id=fresh`);
  await expect(page.getByRole('heading', { name: '刚刚放进来的一篇' })).toBeVisible();
});

test('a message arrives on an open page, leads to its subject and is marked as read', async ({ page }) => {
  const { client: me } = await newPlayer(page, server.url);
  await page.goto(`${server.url}/MsgCenter`);
  await expect(page.getByRole('button', { name: /注册赠送演示金 10,000 元 ?未读/ })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/messages.png`, fullPage: true });
  expect(await clippedTexts(page)).toEqual([]);
  const { mid } = (await me.get<{ who: { mid: string } }>('/api/order/queryUserHomePage')).models.who;
  const fan = await (await new Client(server.url).sync()).register();
  expect((await fan.get('/api/attention/AttentionUser', { who: mid })).status).toBe(0);
  const message = page.getByRole('button', { name: /关注了您 ?未读/ }).first();
  await expect(message).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/message-came.png`, fullPage: true });
  await message.click();
  await expect(page).toHaveURL(/\/homePage\?mid=/);
  await page.goBack();
  await expect(page.getByRole('button', { name: /关注了您/ }).first()).not.toContainText('未读');
  await page.getByRole('button', { name: '全部已读' }).click();
  await expect(page.getByText('没有未读消息')).toBeVisible();
  await page.goto(`${server.url}/msgSettings`);
  await expect(page.getByText('关注、评论与合买参与')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/message-settings.png` });
});

test('search finds a game by initials and help by words, and shows the games when nothing is found', async ({ page }) => {
  await page.goto(`${server.url}/search`);
  await expect(page.getByRole('heading', { name: '热门彩种' })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/search.png` });
  const field = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
  await field.fill('没有的东西');
  await expect(page.getByText('没有找到“没有的东西”')).toBeVisible();
  await field.fill('zhuihao');
  await expect(page.getByRole('button', { name: /什么是追号/ })).toBeVisible();
  // Full-width letters, traditional characters, and a word that an input method composes.
  await field.fill('３Ｄ');
  await expect(page.locator('mark').filter({ hasText: '3D' }).first()).toBeVisible();
  await field.fill('雙色球');
  await expect(page.locator('mark').filter({ hasText: '双色球' }).first()).toBeVisible();
  await field.fill('');
  await expect(page.getByRole('heading', { name: '热门彩种' })).toBeVisible();
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: "kuai'le", selectionStart: 7, selectionEnd: 7 });
  await expect(field).toHaveValue("kuai'le");
  await expect(page.getByRole('heading', { name: '热门彩种' })).toBeVisible();
  await keyboard.send('Input.insertText', { text: '快乐' });
  await expect(page.locator('mark').filter({ hasText: '快乐' }).first()).toBeVisible();
  await field.fill('ssq');
  await expect(page.getByRole('heading', { name: '彩种' })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/search-found.png` });
  expect(await clippedTexts(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^双色球 / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ssq$/);
});
