/** What a list and a slip of matches show of finished days, of picks behind the row, and of odds that moved. */
import { type MatchDay, startMatchDay } from './support/match-day.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';
import { ODDS } from '../server/support/sold-matches.ts';

let day: MatchDay;
test.beforeAll(async () => {
  day = await startMatchDay();
});
test.afterAll(async () => {
  await day?.stop();
});

test('finished days of 北京单场 are one row at the end of the list', async ({ page }) => {
  await newPlayer(page, day.server.url);
  const ids = ['old1', 'old2', 'old3', 'new1'];
  await day.sell(
    ...ids.map((id, at) => ({ id, game: 'bjdc', league: 'ECL', home: 'ars', away: 'che', code: String(at + 1), issue: '261105' })),
  );
  for (const [at, id] of ids.slice(0, 3).entries())
    await day.change('bjdc', id, `state = 'stopped', sale_day = sale_day - ${at === 0 ? 2 : 1}`);
  await day.database.query(
    `INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('bjdc', '261105', caipu_now_ms() - 86400000, caipu_now_ms() + 86400000)`,
  );
  await page.goto(`${day.server.url}/bjdc`);
  const past = page.getByRole('button', { name: '已结束 2 天 · 3 场' });
  await expect(past).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('.match')).toHaveCount(1);
  // Today stands above it.
  const [today, end] = [await page.locator('.match').boundingBox(), await past.boundingBox()];
  expect(end?.y ?? 0).toBeGreaterThan(today?.y ?? 0);
  await past.click();
  await expect(page.locator('.matches__past').getByRole('heading')).toHaveCount(2);
  await expect(page.locator('.match__side .crest')).toHaveCount(2);
  expect(await axeViolations(page)).toEqual([]);
});

test('the card shows picked scores, and a moved odd stands beside its pick without moving the slip', async ({ page }) => {
  await newPlayer(page, day.server.url);
  const odds = { ...ODDS, BF: { '1:0': '7.00', '2:1': '8.00', '0:0': '9.50', '0:1': '8.50' } };
  await day.sell({ id: 'f1', code: '周五001', odds }, { id: 'f2', code: '周五002', odds });
  await page.goto(`${day.server.url}/jczq`);
  const row = (code: string) => page.locator('.match').filter({ hasText: code });
  await row('周五001')
    .getByRole('button', { name: /全部玩法/ })
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('tab', { name: '比分' }).click();
  for (const score of ['1:0', '2:1', '0:1']) await sheet.getByRole('button', { name: new RegExp(`^${score} `) }).click();
  await sheet.getByRole('button', { name: '确定' }).click();
  const more = row('周五001').getByRole('button', { name: /全部玩法，已选 1:0、2:1、0:1/ });
  await expect(more).toHaveText('1:0 · 2:1 +1');
  await row('周五002')
    .getByRole('group', { name: /^胜平负/ })
    .getByRole('button', { name: /^胜/ })
    .click();
  await page.getByRole('button', { name: '确定', exact: true }).click();

  const legs = page.getByRole('list', { name: '投注单场次' });
  await expect(legs.locator('> li')).toHaveCount(2);
  const before = await legs.boundingBox();
  await day.move('jczq', 'f2', 'BRQSPF', '3', '1.95');
  const moved = page.getByRole('button', { name: /^去掉 周五002 胜平负 胜，赔率 1\.95，原 1\.85/ });
  await expect(moved).toContainText('↑ 1.95');
  const line = page.getByRole('region', { name: '1 个赔率或盘口已变' });
  await expect(line).toBeVisible();
  expect((await legs.boundingBox())?.y).toBe(before?.y);
  expect(await axeViolations(page)).toEqual([]);
  if (process.env.CAIPU_SHOT) await page.screenshot({ path: `${process.env.CAIPU_SHOT}/slip.png` });
  await line.getByRole('button', { name: '接受并继续' }).click();
  await expect(line).toHaveCount(0);
  await expect(moved).toHaveCount(0);
});
