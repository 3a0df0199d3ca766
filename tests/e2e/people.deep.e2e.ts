/**
 * People on three phones: home pages, attention and its end, comments and replies, a report that the desk 评论 of the workshop takes down,
 * and the switch for the visibility of one's orders. The comments are about a group order that was started by its call.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { Client } from '../server/support/client.ts';
import { startGroup } from '../server/support/groups.ts';
import { ALL_DIGITS, pricedTicket, publishedGameOf } from '../server/support/tickets.ts';
import { serverNow, untilHour } from './support/play.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

const PASSWORD = 'workshop-test';
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, games: ['fc3d'], operatorPassword: PASSWORD });
  const set = JSON.parse(readFileSync('games/store/emotes-fortune.json', 'utf8'));
  mkdirSync(join(server.games, 'store'), { recursive: true });
  writeFileSync(join(server.games, 'store', 'emotes-fortune.json'), JSON.stringify({ ...set, price: { fen: 100 } }));
  await server.advance(untilHour(await serverNow(server.url), 12));
});
test.afterAll(() => server?.stop());

const PICTURES = process.env.CAIPU_PEOPLE_PICTURES;
const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
};

// A refused word and a fourth comment within a minute.
test.use({ refusals: true });

/** A phone with a player of its own, and a client that speaks for him. */
interface Phone {
  readonly page: Page;
  readonly client: Client;
  readonly mid: string;
}
async function phone(browser: Browser): Promise<Phone> {
  const page = await (await browser.newContext()).newPage();
  const { client } = await newPlayer(page, server.url);
  const { models } = await client.get<{ readonly who: { readonly mid: string } }>('/api/order/queryUserHomePage');
  return { page, client, mid: models.who.mid };
}

/** A group order of every number of 福彩3D, 20 shares of 100.00; its id. */
async function started(owner: Phone): Promise<string> {
  const version = await publishedGameOf(server.url, 'fc3d');
  const play = version.compiled.plays.map((compiled) => compiled.play).find(({ name }) => name === '直选');
  const picks = Object.fromEntries((play?.areas ?? []).map(({ id }) => [id, ALL_DIGITS]));
  const answer = await startGroup(owner.client, pricedTicket(version, [{ play: play?.code ?? '', picks }]), { shares: 20 });
  expect(answer.status, answer.msg).toBe(0);
  return answer.models.hmId;
}

const figure = (page: Page, label: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${label}`) });
const articleWith = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('players use home pages, attention and comments, and an operator takes a reported comment down', async ({ browser }) => {
  const [owner, fan, other] = await Promise.all([phone(browser), phone(browser), phone(browser)]);
  const order = `${server.url}/togetherOrder?id=${await started(owner)}`;

  await test.step('the fan finds the home page of the initiator and follows him, and is followed back', async () => {
    await fan.page.goto(order);
    await fan.page.getByRole('button', { name: /发起 1 单/ }).click();
    await expect(fan.page.getByRole('heading', { name: '个人主页' })).toBeVisible();
    await fan.page.getByRole('button', { name: '关注', exact: true }).click();
    await expect(fan.page.getByRole('button', { name: '已关注' })).toBeVisible();
    expect(await axeViolations(fan.page)).toEqual([]);

    await owner.page.goto(`${server.url}/homePage`);
    await figure(owner.page, '粉丝').click();
    await expect(owner.page.getByRole('tab', { name: '粉丝 1' })).toHaveAttribute('aria-selected', 'true');
    expect(await axeViolations(owner.page)).toEqual([]);
    await owner.page.getByRole('button', { name: '回关' }).click();
    await expect(owner.page.getByText('互相关注')).toBeVisible();
    await expect(owner.page.getByRole('tab', { name: '关注 1' })).toBeVisible();
  });

  await test.step('he takes it back from his list, after a question', async () => {
    await fan.page.goto(`${server.url}/myAttention`);
    await fan.page.getByRole('button', { name: /更多操作$/ }).click();
    await fan.page.getByRole('button', { name: '取消关注' }).click();
    await fan.page.getByRole('dialog', { name: '取消关注' }).getByRole('button', { name: '取消关注' }).click();
    await expect(fan.page.getByText('还没有关注的人')).toBeVisible();
    await expect(fan.page.getByRole('tab', { name: '粉丝 1' })).toBeVisible();
  });

  await test.step('comments: a refused word, one that stands, replies, on a sheet where there are more than three', async () => {
    await other.page.goto(`${order}&below=comments`);
    const field = other.page.getByRole('textbox', { name: '说点什么' });
    await field.fill('稳赚，跟我');
    await other.page.getByRole('button', { name: '发表' }).click();
    await expect(other.page.getByRole('alert')).toContainText('不能承诺中奖或收益');
    await field.fill('大家一起来');
    await other.page.getByRole('button', { name: '发表' }).click();
    await expect(articleWith(other.page, '大家一起来')).toBeVisible();
    await expect(other.page.getByRole('tab', { name: '评论 1' })).toBeVisible();

    await fan.page.goto(`${order}&below=comments`);
    await fan.page.getByRole('button', { name: '回复' }).click();
    await fan.page.getByRole('textbox', { name: /^回复/ }).fill('第一条回复');
    await fan.page.getByRole('button', { name: '回复', exact: true }).last().click();
    await expect(articleWith(fan.page, '第一条回复')).toBeVisible();
    const { models } = await other.client.get<{ readonly items: readonly { readonly id: string }[] }>('/api/order/CommentList', {
      hmId: order.split('id=')[1] ?? '',
    });
    const commentId = models.items[0]?.id ?? '';
    for (const text of ['第二条回复', '第三条回复', '第四条回复'])
      await owner.client.get('/api/order/AddUserReply', { commentId, id: randomUUID(), text });
    await fan.page.reload();
    await expect(articleWith(fan.page, '第三条回复')).toBeVisible();
    await expect(articleWith(fan.page, '第四条回复')).toHaveCount(0);
    await fan.page.getByRole('button', { name: '查看全部 4 条回复' }).click();
    const all = fan.page.getByRole('dialog', { name: '全部回复' });
    await expect(all.getByText('第四条回复')).toBeVisible();
    expect(await axeViolations(fan.page)).toEqual([]);
    await all.getByRole('button', { name: '关闭' }).click();

    // The owner has written three times within the minute.
    await owner.page.goto(`${order}&below=comments`);
    await owner.page.getByRole('textbox', { name: '说点什么' }).fill('还有十份');
    await owner.page.getByRole('button', { name: '发表' }).click();
    await expect(owner.page.getByRole('alert')).toContainText('一分钟内最多发 3 条，请稍后再发');
    await expect(owner.page.getByRole('textbox', { name: '说点什么' })).toHaveValue('还有十份');
  });

  await test.step('the fan reports the comment; the desk takes it down; it is gone on the phones', async () => {
    await articleWith(fan.page, '大家一起来').getByRole('button', { name: '举报' }).click();
    const why = fan.page.getByRole('dialog', { name: '举报评论' });
    await why.getByRole('radio', { name: '广告' }).check({ force: true });
    await why.getByRole('button', { name: '举报' }).click();
    await expect(fan.page.getByText('已举报，我们会尽快处理')).toBeVisible();

    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });
    const desk = await context.newPage();
    await desk.goto(`${server.url}/workshop`);
    await desk.getByLabel('管理员密码').fill(PASSWORD);
    await desk.getByRole('button', { name: '登录' }).click();
    await desk.getByRole('button', { name: '评论', exact: true }).click();
    const row = desk.getByRole('row').filter({ hasText: '大家一起来' });
    await expect(row).toContainText('广告 1');
    await row.getByRole('button', { name: '撤下' }).click();
    await expect(desk.getByRole('status')).toHaveText('请先填写管理员姓名');
    await desk.getByRole('textbox', { name: '管理员姓名' }).fill('王五');
    expect(await axeViolations(desk)).toEqual([]);
    desk.once('dialog', (dialog) => void dialog.accept());
    await row.getByRole('button', { name: '撤下' }).click();
    await expect(desk.getByText('没有等待处理的举报')).toBeVisible();
    await desk.getByRole('button', { name: '已撤下' }).click();
    await expect(row).toBeVisible();
    await context.close();

    for (const { page } of [fan, other]) {
      await page.goto(`${order}&below=comments`);
      await expect(page.getByText('还没有评论')).toBeVisible();
      await expect(page.getByText('大家一起来')).toHaveCount(0);
    }
  });

  await test.step('emotes: everybody’s and those that were bought go along with a comment, or stand for it', async () => {
    const buyer = await phone(browser);
    await buyer.page.goto(`${order}&below=comments`);
    const choose = buyer.page.getByRole('button', { name: /表情$/ }).first();
    await choose.click();
    await expect(buyer.page.getByRole('button', { name: '锦鲤' })).toHaveCount(0);
    await buyer.page.getByRole('button', { name: '点赞', exact: true }).click();
    await expect(buyer.page.getByRole('button', { name: '点赞', exact: true })).toHaveAttribute('aria-pressed', 'true');
    // They are drawn, and not places for what is not there.
    await expect
      .poll(() => buyer.page.locator('.writing img').evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0)))
      .toBe(true);
    await picture(buyer.page, 'emotes');
    expect(await axeViolations(buyer.page)).toEqual([]);
    // What was chosen is there after a reload, as what was typed is.
    await buyer.page.reload();
    await expect(choose.getByRole('img', { name: '点赞' })).toBeVisible();
    await buyer.page.getByRole('button', { name: '发表' }).click();
    await expect(buyer.page.getByRole('article').getByRole('img', { name: '点赞' })).toBeVisible();
    await expect(choose.getByRole('img')).toHaveCount(0);

    await choose.click();
    await buyer.page.getByRole('button', { name: '更多表情' }).click();
    await buyer.page.getByRole('button', { name: /^好运表情/ }).click();
    await buyer.page.getByRole('button', { name: /^付 ¥1\.00/ }).click();
    await expect(buyer.page.getByText('已买到 好运表情 1 件，在背包里')).toBeVisible();
    await buyer.page.goto(`${server.url}/MyBag`);
    await expect(buyer.page.getByRole('button', { name: '去评论' })).toBeVisible();
    await picture(buyer.page, 'emotes-bag');
    await buyer.page.goto(`${order}&below=comments`);
    await choose.click();
    await buyer.page.getByRole('button', { name: '锦鲤' }).click();
    await buyer.page.getByRole('textbox', { name: '说点什么' }).fill('祝好运');
    await buyer.page.getByRole('button', { name: '发表' }).click();
    await expect(articleWith(buyer.page, '祝好运').getByRole('img', { name: '锦鲤' })).toBeVisible();
    await picture(buyer.page, 'emotes-said');
    expect(await axeViolations(buyer.page)).toEqual([]);
    // The initiator gets a message of it.
    const { models } = await owner.client.get<{ readonly items: readonly { readonly text: string }[] }>('/api/SiteMsg/MsgList');
    expect(models.items.map(({ text }) => text)).toEqual(expect.arrayContaining(['[点赞]', '祝好运 [锦鲤]']));
  });

  await test.step('a player that hides his orders shows none in any tab; he himself sees them', async () => {
    const home = `${server.url}/homePage?mid=${owner.mid}`;
    await other.page.goto(`${home}&list=2`);
    await expect(other.page.getByRole('tab', { name: '合买' })).toHaveAttribute('aria-selected', 'true');
    await expect(other.page.getByRole('button', { name: /^福彩3D/ })).toBeVisible();
    await owner.page.goto(`${server.url}/modifyInfo`);
    await owner.page.getByRole('radio', { name: '不公开' }).check({ force: true });
    await owner.page.getByRole('button', { name: '保存' }).click();
    await expect(owner.page.getByText('已保存')).toBeVisible();
    for (const list of ['0', '1', '2']) {
      await other.page.goto(`${home}&list=${list}`);
      await expect(other.page.getByText('对方隐藏了记录')).toBeVisible();
      await expect(other.page.getByRole('tab')).toHaveCount(0);
      await expect(other.page.getByText('福彩3D')).toHaveCount(0);
    }
    await owner.page.goto(`${server.url}/homePage?list=2`);
    await expect(owner.page.getByRole('button', { name: /^福彩3D/ })).toBeVisible();
  });
  await Promise.all([owner, fan, other].map(({ page }) => page.context().close()));
});
