import { AxeBuilder } from '@axe-core/playwright';
import { choosePlay, confirmChase, serverNow } from './support/play.ts';
import { expect, newPlayer, test } from './support/test.ts';

test('a chase of five issues with 中奖即停 stops at its first win, and the ledger explains the refund', async ({ page, moved: server }) => {
  const { url } = server;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPlayer(page, url);
  await page.goto(`${url}/ssc/jlffc`);
  await choosePlay(page, '前三直选');
  // Every number of every place: one of the thousand bets wins, whatever is drawn.
  for (const place of ['万位', '千位', '百位'])
    await page
      .getByRole('button', { name: `${place}全` })
      .first()
      .click();
  await expect(page.getByText('1,000 注')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/confirmationSSC\/jlffc/);

  await page.getByRole('switch', { name: '追号' }).click();
  const sheet = page.getByRole('dialog', { name: '追号设置' });
  await expect(sheet.getByRole('list', { name: '各期倍数' }).getByRole('listitem')).toHaveCount(5);
  await sheet.getByRole('button', { name: '每期翻倍' }).click();
  await expect(sheet.getByRole('button', { name: '追 5 期 · ¥62,000.00' })).toBeVisible();
  await sheet.getByRole('button', { name: '25 期（最多）' }).click();
  await expect(sheet.getByRole('list', { name: '各期倍数' }).getByRole('listitem')).toHaveCount(25);
  await sheet.getByRole('button', { name: '5 期', exact: true }).click();
  await sheet.getByRole('button', { name: '每期相同' }).click();
  await expect(sheet.getByRole('switch', { name: '中奖即停' })).toHaveAttribute('aria-checked', 'true');
  const { violations } = await new AxeBuilder({ page }).include('dialog[open]').analyze();
  expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  await sheet.getByRole('button', { name: '追 5 期 · ¥10,000.00' }).click();
  await expect(page.getByText('追 5 期 · 共 5 倍 · 中奖即停')).toBeVisible();
  const answered = page.waitForResponse(/bet_szc/);
  await page.getByRole('button', { name: '确认追号' }).click();
  const { drawsAt } = ((await (await answered).json()) as { models: { drawsAt: number } }).models;
  const done = page.getByRole('dialog', { name: '追号成功' });
  await expect(done.getByText('5 期', { exact: true })).toBeVisible();
  await done.getByRole('button', { name: '查看追号' }).click();
  await expect(page).toHaveURL(/\/orderDetails\?chaseId=/);
  await expect(page.getByText('追号中，还有 5 期')).toBeVisible();
  await expect(page.getByText('待开奖')).toHaveCount(5);

  // Just past the draw of the first issue: the second is open for most of a minute then.
  await server.advance(Math.max(0, drawsAt - (await serverNow(url)) + 1_000));
  await expect(page.getByText('中奖即停，追号已停止')).toBeVisible({ timeout: 30_000 });
  // One prize for a thousand bets is less than their price.
  await expect(page.getByText('已返奖')).toHaveCount(1);
  await expect(page.getByText('¥8,000.00', { exact: true })).toBeVisible();
  await page
    .getByRole('button', { name: /已退款/ })
    .first()
    .click();
  await expect(page.getByText('追号退款（中奖即停）')).toBeVisible();
  await expect(page.getByText('+¥2,000.00')).toBeVisible();
  await page.getByRole('button', { name: '查看追号' }).click();
  await expect(page).toHaveURL(/chaseId=/);

  await page.goto(`${url}/betRecord`);
  // One row for all of it.
  await expect(page.getByText(/^追号 \d\/5 期$/)).toHaveCount(1);
  await page.goto(`${url}/transactionRecord`);
  await expect(page.getByText(/追号退款（中奖即停）/)).toHaveCount(4);
  await expect(page.getByText(/追号投注/)).toHaveCount(5);
});

test('/addNumber sets a chase up for what is on the slip, issue by issue', async ({ page, moved: server }) => {
  const { url } = server;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPlayer(page, url);
  await page.goto(`${url}/addNumber?gameCode=jlffc`);
  await expect(page.getByText('投注单里还没有号码')).toBeVisible();
  await page.getByRole('button', { name: '去选号' }).click();
  await choosePlay(page, '前三直选');
  await page.getByRole('button', { name: '机选多注' }).click();
  await page.getByRole('button', { name: /机选 1 注/ }).click();
  await expect(page).toHaveURL(/\/confirmationSSC\/jlffc/);
  await page.goto(`${url}/addNumber?gameCode=jlffc`);
  const rows = page.getByRole('list', { name: '各期倍数' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await rows
    .nth(1)
    .getByRole('button', { name: /减一倍/ })
    .click();
  await rows
    .nth(2)
    .getByRole('button', { name: /加一倍/ })
    .click();
  await expect(rows.nth(1)).toContainText('不投');
  await expect(page.getByText('追 4 期 · 共 5 倍 · 中奖即停')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page).toHaveURL(/\/confirmationSSC\/jlffc/);
  await confirmChase(page);
  await expect(page.getByText('追号中，还有 4 期')).toBeVisible();

  // Stopped by hand: asked first, and what nobody can bet on any more is played.
  await page.getByRole('button', { name: '停止追号' }).click();
  const question = page.getByRole('dialog', { name: '停止追号？' });
  await question.getByRole('button', { name: '再想想' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('待开奖')).toHaveCount(4);
  await page.getByRole('button', { name: '停止追号' }).click();
  const dialogReport = await new AxeBuilder({ page }).include('dialog[open]').analyze();
  expect(dialogReport.violations.map((each) => each.id)).toEqual([]);
  await question.getByRole('button', { name: '停止并退款' }).click();
  await expect(page.getByText(/已停止追号，退回 [34] 期/)).toBeVisible();
  await expect(page.getByRole('button', { name: '停止追号' })).toBeHidden();
  await expect(page.getByText('已退款', { exact: true }).first()).toBeVisible();
  await page.goto(`${url}/transactionRecord`);
  await expect(page.getByText(/追号退款（手动停止）/).first()).toBeVisible();
});
