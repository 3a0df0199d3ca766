/** Follow-betting on three phones: a release from the slip, a standing rule that bets by itself, a follow by hand, and the commission. */
import type { Browser, Page } from '@playwright/test';
import { type MatchDay, startMatchDay } from './support/match-day.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';
import type { OrderListModels } from '../../protocol/calls.ts';

let day: MatchDay;
test.beforeAll(async () => {
  day = await startMatchDay();
  await day.sell({ id: 'f1' }, { id: 'f2', home: 'cc', away: 'dd' });
});
test.afterAll(() => day?.stop());

/** A phone of its own, on which a new player is logged in; his public number. */
async function phone(browser: Browser): Promise<{ readonly page: Page; readonly mid: string }> {
  const page = await (await browser.newContext()).newPage();
  const { client } = await newPlayer(page, day.server.url);
  return { page, mid: String(client.userId) };
}

test('release, follow by rule and by hand, settle, commission', async ({ browser }) => {
  const { url } = day.server;
  const [owner, fan, ruler] = [await phone(browser), await phone(browser), await phone(browser)];

  await ruler.page.goto(`${url}/customMade?who=${owner.mid}`);
  await ruler.page.getByRole('button', { name: '开始定制' }).click();
  await expect(ruler.page.getByText('已跟 0/10 单')).toBeVisible();

  await owner.page.goto(`${url}/jczq`);
  for (const at of [0, 1])
    await owner.page
      .getByRole('button', { name: /^胜 ?赔率/, disabled: false })
      .nth(at)
      .click();
  await owner.page.getByRole('button', { name: '确定' }).click();
  await owner.page.getByRole('textbox', { name: /倍数/ }).fill('100');
  await owner.page.getByRole('button', { name: /^发单/ }).click();
  const form = owner.page.getByRole('dialog', { name: '发单' });
  await form.getByLabel('宣言').fill('看好两个主队');
  expect(await axeViolations(owner.page)).toEqual([]);
  await form.getByRole('button', { name: '投注并发单，付 ¥200.00' }).click();
  const placed = owner.page.getByRole('dialog', { name: '投注成功，已发单' });
  await placed.getByRole('button', { name: '查看宝单' }).click();
  await expect(owner.page.getByText('看好两个主队')).toBeVisible();
  await expect(owner.page.getByRole('button', { name: '撤回宝单' })).toBeVisible();
  const release = owner.page.url();

  // The rule has bet by itself, and says so.
  await ruler.page.goto(`${url}/customMade`);
  await ruler.page.getByRole('tab', { name: '执行记录' }).click();
  await expect(ruler.page.getByText('已跟 5 倍')).toBeVisible();

  await fan.page.goto(`${url}/followOrder1?view=all`);
  expect(await axeViolations(fan.page)).toEqual([]);
  await fan.page.getByRole('button', { name: /2 场 2串1/ }).click();
  await expect(fan.page.getByText(/截止前只显示场数/)).toBeVisible();
  await expect(fan.page.getByText('cc vs dd')).toHaveCount(0);
  expect(await axeViolations(fan.page)).toEqual([]);
  await fan.page.getByRole('button', { name: '跟单', exact: true }).click();
  const sheet = fan.page.getByRole('dialog', { name: '跟单' });
  await sheet.getByRole('button', { name: '¥100' }).click();
  await sheet.getByRole('button', { name: '跟单，付 ¥100.00' }).click();
  await expect(fan.page.getByText('我的跟单')).toBeVisible();
  await expect(fan.page.getByText('2 人，共 ¥110.00')).toBeVisible();

  // A slip of matches is offered to others as well: at the odds of when it is full, and its matches are hidden until the stop.
  await fan.page.goto(`${url}/jczq`);
  for (const at of [0, 1])
    await fan.page
      .getByRole('button', { name: /^胜 ?赔率/, disabled: false })
      .nth(at)
      .click();
  await fan.page.getByRole('button', { name: '确定' }).click();
  await fan.page.getByRole('textbox', { name: /倍数/ }).fill('10');
  await fan.page.getByRole('button', { name: /^发起合买/ }).click();
  const offer = fan.page.getByRole('dialog', { name: '发起合买' });
  await offer.getByRole('radio', { name: /^截止后公开/ }).check({ force: true });
  expect(await axeViolations(fan.page)).toEqual([]);
  await offer.getByRole('button', { name: /^发起合买，付/ }).click();
  await fan.page.getByRole('dialog', { name: '合买已发起' }).getByRole('button', { name: '查看合买' }).click();
  await expect(fan.page.getByText('2串1').first()).toBeVisible();
  await expect(fan.page.getByRole('heading', { name: '投注内容' })).toBeVisible();
  await owner.page.goto(fan.page.url());
  await expect(owner.page.getByText('截止后公开，现在不能看')).toBeVisible();
  await expect(owner.page.getByRole('heading', { name: '投注内容' })).toHaveCount(0);

  for (const match of ['f1', 'f2']) await day.end(match, { full: [2, 0], half: [1, 0] });
  await owner.page.goto(release);
  await expect(async () => {
    await owner.page.reload();
    await expect(owner.page.getByText('佣金收入')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  // 5 % of each profit, 55 times 6.84 − 2.00: 1.21 and 12.10.
  await expect(owner.page.getByText('¥13.31', { exact: true })).toBeVisible();
  await fan.page.goto(`${url}/followOrder1?view=mine`);
  await expect(fan.page.getByText(/佣金 ¥12.10/)).toBeVisible();
  await expect(fan.page.getByText('+¥329.90')).toBeVisible();
  await fan.page.goto(`${url}/followOrderRank/all?type=red`);
  await expect(fan.page.getByText('1 单').first()).toBeVisible();
  expect(await axeViolations(fan.page)).toEqual([]);
  await fan.page.goto(`${url}/followOrderRank/week`);
  await expect(fan.page.getByText('本周样本不足')).toBeVisible();
});

test('a half-filled release survives a reload, is sent once, and the next form begins empty', async ({ page }) => {
  const { url } = day.server;
  // The matches of the journey above are over.
  await day.sell({ id: 'r1', home: 'aa', away: 'cc' }, { id: 'r2', home: 'bb', away: 'dd' });
  const { client } = await newPlayer(page, url);
  const form = page.getByRole('dialog', { name: '发单' });
  const words = form.getByLabel('宣言');
  const least = form.getByLabel('起跟金额');
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: /^发单/ }).click();
    await expect(words).toBeEditable();
  };
  const pick = async (): Promise<void> => {
    await page.goto(`${url}/jczq`);
    for (const at of [0, 1])
      await page
        .getByRole('button', { name: /^平 ?赔率/, disabled: false })
        .nth(at)
        .click();
    await page.getByRole('button', { name: '确定' }).click();
    await page.getByRole('textbox', { name: /倍数/ }).fill('100');
  };
  await pick();
  await open();
  await words.fill('两场都防平');
  await least.click();
  const keys = page.getByRole('dialog', { name: '起跟金额' });
  for (const key of ['2', '0']) await keys.getByRole('group').getByRole('button', { name: key, exact: true }).click();
  await keys.getByRole('button', { name: '完成' }).click();
  await form.getByRole('button', { name: '10 %' }).click();
  await form.getByRole('radio', { name: /^公开/ }).check({ force: true });

  await page.reload();
  await expect(page.getByRole('textbox', { name: /倍数/ })).toHaveValue('100');
  await open();
  await expect(words).toHaveValue('两场都防平');
  await expect(least).toHaveValue('20.00');
  await expect(form.getByRole('button', { name: '10 %' })).toHaveAttribute('aria-pressed', 'true');
  await expect(form.getByRole('radio', { name: /^公开/ })).toBeChecked();
  await form.getByRole('button', { name: '投注并发单，付 ¥200.00' }).dblclick();
  await page.getByRole('dialog', { name: '投注成功，已发单' }).getByRole('button', { name: '查看宝单' }).click();
  await expect(page.getByText('两场都防平')).toBeVisible();
  const { models } = await client.get<OrderListModels>('/api/order/list');
  expect(models.items.map(({ amountFen }) => amountFen)).toEqual([20_000]);

  await pick();
  await open();
  await expect(words).toHaveValue('');
  await expect(least).toHaveValue('');
});
