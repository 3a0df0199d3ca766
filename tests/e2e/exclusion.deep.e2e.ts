import { AxeBuilder } from '@axe-core/playwright';
import { choosePlay, confirmChase } from './support/play.ts';
import { expect, newPlayer, test } from './support/test.ts';

// This test expects refusals: the server refuses the bet of an excluded player.
test.use({ refusals: true });

test('self-exclusion stops an open chase, refunds it and ends betting', async ({ page, shared }) => {
  const { url } = shared;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPlayer(page, url);

  const pick = async () => {
    await page.goto(`${url}/ssc/jlffc`);
    await choosePlay(page, '前三直选');
    await page.getByRole('button', { name: '机选多注' }).click();
    await page.getByRole('button', { name: /机选 1 注/ }).click();
    await expect(page).toHaveURL(/\/confirmationSSC\/jlffc/);
  };
  await pick();
  await page.getByRole('switch', { name: '追号' }).click();
  const sheet = page.getByRole('dialog', { name: '追号设置' });
  await sheet.getByRole('button', { name: '25 期（最多）' }).click();
  await sheet.getByRole('button', { name: /^追 25 期/ }).click();
  await confirmChase(page);
  await expect(page).toHaveURL(/\/orderDetails\?chaseId=/);
  const chase = page.url();

  await page.goto(`${url}/playerProtection`);
  await page.getByRole('button', { name: /^自我排除 半年/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '自我排除' }).click();
  await expect(page.getByText('自我排除中')).toBeVisible();
  await expect(page.getByText('期间不能投注和充值，提现与查询照常')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);

  await page.goto(chase);
  await expect(page.getByText('追号已手动停止')).toBeVisible();
  // A minute game: an issue may have begun its draw meanwhile, all the others are back.
  await expect.poll(() => page.getByText('已退款').count()).toBeGreaterThanOrEqual(23);

  await pick();
  await page.getByRole('button', { name: /^确认投注/ }).click();
  await expect(page.getByText(/您已自我排除，\d{4}-\d\d-\d\d \d\d:\d\d 前不能投注/).first()).toBeVisible();

  await page.goto(`${url}/spending`);
  await expect(page.getByText(/^共投入 \d+\.00 元，返回 \d+\.00 元/)).toBeVisible();
});
