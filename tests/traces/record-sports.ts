/**
 * Records traces of real sessions with games on matches, in the way of record.ts. The recording writes the matches, odds and results that
 * each session needs. `npm run traces -- -g "sports"` runs it.
 */
import type { Page } from '@playwright/test';
import { type MatchDay, startMatchDay } from '../e2e/support/match-day.ts';
import { expect, register, test } from '../e2e/support/test.ts';
import type { TestMatch } from '../server/support/sold-matches.ts';
import { BASKETBALL, ODDS } from '../server/support/sold-matches.ts';
import { openScreen, saveRecording } from './save.ts';

// One session has a refused bet, which the browser logs on its console.
test.use({ refusals: true });

let day: MatchDay;
test.beforeAll(async () => {
  day = await startMatchDay();
});
test.afterAll(() => day?.stop());

const HOUR = 3_600_000;
const TEAMS = [
  'int',
  'nap',
  'juv',
  'mil',
  'ata',
  'rom',
  'laz',
  'bol',
  'fio',
  'com',
  'tor',
  'udi',
  'gen',
  'sas',
  'cag',
  'par',
  'ver',
  'lec',
];
/** `count` football matches of one session. The letter makes their ids and codes different from those of other sessions. */
function football(letter: string, count: number, more: Partial<TestMatch> = {}): TestMatch[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: `${letter}${at + 1}`, league: 'EAL', home: TEAMS[at] as string, away: TEAMS[at + 4] as string, startsIn: 3 * HOUR },
    ...{ code: `${letter}${String(at + 1).padStart(3, '0')}`, odds: { ...ODDS, BF: SCORES } },
    ...more,
  }));
}
const SCORES = { '1:0': '6.00', '2:0': '8.00', '2:1': '7.50', '0:0': '9.00', '1:1': '6.50', '0:1': '7.00', '0:2': '11.00', '1:2': '9.50' };

const row = (page: Page, code: string) => page.locator('.match').filter({ hasText: code });
const pick = (page: Page, code: string, play: string, name: string) =>
  row(page, code)
    .getByRole('group', { name: new RegExp(`^${play}`) })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
const confirm = (page: Page) => page.getByRole('button', { name: '确认投注' });
const placed = (page: Page) => page.getByRole('dialog', { name: '投注成功' });
const toSlip = (page: Page) => page.getByRole('button', { name: '确定', exact: true }).click();
const legs = (page: Page) => page.getByRole('list', { name: '投注单场次' }).locator('> li');

async function seeOrder(page: Page): Promise<void> {
  await placed(page).getByRole('button', { name: '查看订单' }).click();
  await expect(page.getByRole('heading', { name: '订单详情' })).toBeVisible();
}

test('sports: picks on a list, from tab to tab', async ({ page }) => {
  await day.database.query(
    `INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('bjdc', '261101', 0, caipu_now_ms() + 86400000)`,
  );
  const odds = { SPF: ODDS.SPF, ZJQ: ODDS.ZJQ, SXDS: { SD: '3.80', SS: '3.10', XD: '4.20', XS: '4.60' } };
  await day.sell(...football('A', 3, { game: 'bjdc', issue: '261101', odds }).map((match, at) => ({ ...match, position: at + 1 })));
  await register(page, day.server.url);
  await openScreen(page, '/bjdc');
  await pick(page, 'A001', '胜平负', '胜');
  await pick(page, 'A002', '胜平负', '平');
  await page.getByRole('tab', { name: '总进球' }).click();
  await pick(page, 'A003', '总进球', '2');
  await page.getByRole('tab', { name: '胜平负', exact: true }).click();
  await expect(page.locator('.match-bar')).toContainText('已选 2 场');
  await pick(page, 'A002', '胜平负', '平');
  await pick(page, 'A003', '胜平负', '负');
  await toSlip(page);
  await expect(legs(page)).toHaveCount(2);
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'sports-list-tabs');
});

test('sports: picks in the sheet, taken back and cleared', async ({ page }) => {
  await day.sell(...football('B', 3));
  await register(page, day.server.url);
  await openScreen(page, '/jczq');
  await row(page, 'B001')
    .getByRole('button', { name: /全部玩法/ })
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^2:1/ }).click();
  await sheet.getByRole('button', { name: /^1:1/ }).click();
  await sheet.getByRole('tab', { name: '总进球' }).click();
  await sheet.getByRole('button', { name: /^3 ?赔率/ }).click();
  await sheet.getByRole('button', { name: '确定' }).click();
  await pick(page, 'B002', '胜平负', '胜');
  await page.locator('.match-bar__sum').click();
  await page.getByRole('button', { name: /^取消 B001 比分 1:1/ }).click();
  await page.getByRole('button', { name: '移除 B002' }).click();
  await expect(page.getByRole('dialog', { name: '已选 1 场' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '清空' }).click();
  await expect(page.locator('.match-bar')).toContainText('已选 0 场');
  await saveRecording(page, 'sports-sheet');
});

test('sports: passes, a banker and a multiplier', async ({ page }) => {
  await day.sell(...football('C', 4));
  await register(page, day.server.url);
  await openScreen(page, '/jczq');
  for (const code of ['C001', 'C002', 'C003', 'C004']) await pick(page, code, '胜平负', '胜');
  await pick(page, 'C004', '胜平负', '负');
  await toSlip(page);
  await page.getByRole('button', { name: /^过关方式/ }).click();
  const passes = page.getByRole('dialog', { name: '过关方式' });
  await passes.getByRole('checkbox', { name: /^2串1，/ }).click();
  await passes.getByRole('checkbox', { name: /^3串1，/ }).click();
  await passes.getByRole('checkbox', { name: /^4串1，/ }).click();
  await passes.getByRole('button', { name: '确定' }).click();
  // With two bankers every bet has at least three matches, so 2串1 is removed.
  await page.getByRole('button', { name: /^C001 .* 设胆$/ }).click();
  await page.getByRole('button', { name: /^C002 .* 设胆$/ }).click();
  await page.getByRole('button', { name: '加一倍' }).click();
  await expect(page.getByRole('button', { name: /过关方式 ?3串1/ })).toBeVisible();
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'sports-passes');
});

test('sports: a match is past its stop on the slip', async ({ page }) => {
  await day.sell(...football('D', 3));
  await register(page, day.server.url);
  await openScreen(page, '/jczq');
  for (const code of ['D001', 'D002', 'D003']) await pick(page, code, '胜平负', '平');
  await toSlip(page);
  await expect(legs(page)).toHaveCount(3);
  await day.change('jczq', 'D2', 'single_stops_at = caipu_now_ms() + 2000, pass_stops_at = caipu_now_ms() + 2000');
  await expect(page.getByText('1 场已移除，金额已重新计算')).toBeVisible();
  await page.getByRole('button', { name: '移除 D002' }).click();
  await expect(legs(page)).toHaveCount(2);
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'sports-struck-out');
});

test('sports: odds that moved are accepted', async ({ page }) => {
  await day.sell(...football('E', 2));
  await register(page, day.server.url);
  await openScreen(page, '/jczq');
  await pick(page, 'E001', '胜平负', '胜');
  await pick(page, 'E002', '胜平负', '负');
  await toSlip(page);
  await expect(legs(page)).toHaveCount(2);
  await day.move('jczq', 'E1', 'BRQSPF', '3', '1.95');
  await expect(page.getByText('1 个赔率或盘口已变')).toBeVisible();
  await day.move('jczq', 'E2', 'BRQSPF', '0', '3.40');
  await expect(page.getByText('2 个赔率或盘口已变')).toBeVisible();
  await page.getByRole('button', { name: '接受并继续' }).click();
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'sports-odds-accepted');
});

test('sports: every plan of 奖金优化, and an own one', async ({ page }) => {
  await day.sell(...football('F', 2));
  await register(page, day.server.url);
  await openScreen(page, '/jczq');
  for (const name of ['胜', '平', '负']) await pick(page, 'F001', '胜平负', name);
  await pick(page, 'F002', '胜平负', '胜');
  await toSlip(page);
  await page.getByRole('button', { name: '奖金优化' }).click();
  const bets = page.getByRole('list', { name: '单注' }).getByRole('listitem');
  await expect(bets).toHaveCount(3);
  await page.getByLabel(/^计划注数/).fill('12');
  await page.getByRole('button', { name: '博热' }).click();
  await page.getByRole('button', { name: '博冷' }).click();
  await page.getByRole('button', { name: '平均' }).click();
  await bets
    .nth(2)
    .getByRole('button', { name: /减一倍$/ })
    .click();
  await bets
    .nth(0)
    .getByRole('button', { name: /加一倍$/ })
    .click();
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'sports-optimise');
});

test('sports: a bet is refused because one of its matches is suspended', async ({ page }) => {
  await day.sell(...football('G', 3));
  await register(page, day.server.url);
  await openScreen(page, '/jczq');
  for (const code of ['G001', 'G002', 'G003']) await pick(page, code, '让球胜平负', '让胜');
  await toSlip(page);
  await expect(legs(page)).toHaveCount(3);
  // The phone receives no event about the suspension before it sends the bet.
  await page.route('**/events?*', (route) => route.abort());
  await day.database.query(`UPDATE offers SET suspended = '盘口关闭' WHERE match_id = 'G2'`);
  await confirm(page).click();
  const refused = page.getByRole('dialog', { name: '有场次已停止投注' });
  await expect(refused).toContainText('盘口关闭');
  await refused.getByRole('button', { name: '知道了' }).click();
  await expect(page.getByText('1 场已移除，金额已重新计算')).toBeVisible();
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'sports-refused');
});

test('sports: live scores', async ({ page }) => {
  await day.sell(...football('H', 2));
  await day.database.query(
    `UPDATE matches SET state = 'second', starts_at = caipu_now_ms() - 3600000, version = next_match_version(),
            clock = jsonb_build_object('from', caipu_now_ms(), 'minute', 58, 'minuteMs', 60000), measures = '{"full":[1,0],"half":[0,0]}',
            events = '[{"minute":"51","kind":"goal","side":"home"}]' WHERE id = 'H1'`,
  );
  await register(page, day.server.url);
  await openScreen(page, '/scores');
  const live = page.locator('.live-row').filter({ hasText: '国际米兰' });
  await expect(live).toBeVisible();
  await live.getByRole('button', { name: /^关注/ }).click();
  await live.locator('.live-row__open').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('tab', { name: '近况' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /^关注/ }).click();
  await page.getByRole('button', { name: '篮球', exact: true }).click();
  await expect(page).toHaveURL(/basketball/);
  await page.getByRole('button', { name: '我的比赛' }).click();
  await expect(page).toHaveURL(/mine/);
  await saveRecording(page, 'sports-live-scores');
});

test('sports: a cup, and a bet on its champion', async ({ page }) => {
  const items = ['fra', 'esp', 'eng'].map((team, at) => ({
    ...{ market: 'champion', code: `0${at + 1}`, position: at + 1, teams: [team], odds: `${4 + at}.50`, state: 'selling' },
    ...{ support: 300 - 100 * at, chance: 200 - 20 * at },
  }));
  await day.database.query(`SELECT write_outrights('ozb', '901', caipu_now_ms() + 86400000, 0, $1::jsonb)`, [JSON.stringify(items)]);
  await register(page, day.server.url);
  await openScreen(page, '/EuropeCup');
  for (const tab of ['小组', '淘汰赛', '赛程', '冠军']) await page.getByRole('tab', { name: tab, exact: true }).click();
  await page.locator('.row').filter({ hasText: '法国' }).click();
  const sheet = page.getByRole('dialog', { name: '冠军：法国' });
  await sheet.getByRole('button', { name: '投注', exact: true }).click();
  await page.getByRole('dialog', { name: '确认投注' }).getByRole('button', { name: '投注', exact: true }).click();
  await expect(page.getByText('已投注 1 注，2.00 元')).toBeVisible();
  await saveRecording(page, 'sports-cup');
});

test('sports: basketball, the away side first', async ({ page }) => {
  const match = { ...BASKETBALL, startsIn: 3 * HOUR };
  await day.sell(
    { ...match, id: 'J1', code: 'J001', home: 'bos', away: 'lal' },
    { ...match, id: 'J2', code: 'J002', home: 'den', away: 'gsw' },
  );
  await register(page, day.server.url);
  await openScreen(page, '/jclq');
  await pick(page, 'J001', '让分胜负', '让分主负');
  await pick(page, 'J001', '大小分', '大');
  await row(page, 'J002')
    .getByRole('button', { name: /全部玩法/ })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^主胜 6-10/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await toSlip(page);
  await expect(legs(page)).toHaveCount(2);
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'sports-basketball');
});

test('sports: nine of fourteen with a banker', async ({ page }) => {
  await day.database.query(
    `INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('ctzq', '26181', 0, caipu_now_ms() + 3000000)`,
  );
  await day.sell(
    ...football('K', 14, { game: 'ctzq', league: 'EAL', issue: '26181', numbers: {}, odds: {} }).map((match, at) => ({
      ...match,
      position: at + 1,
    })),
  );
  await register(page, day.server.url);
  await openScreen(page, '/ctzq');
  await page.getByRole('tab', { name: '任选九场' }).click();
  const wins = page.locator('.match').getByRole('button', { name: '胜', exact: true });
  for (let at = 0; at < 10; at++) await wins.nth(at).click();
  await page.getByRole('button', { name: 'K001 设胆', exact: true }).click();
  await page.getByRole('tab', { name: /^14 场/ }).click();
  await page.getByRole('tab', { name: '任选九场' }).click();
  await page.getByRole('button', { name: 'K001 设胆', exact: true }).click();
  await toSlip(page);
  await expect(legs(page)).toHaveCount(10);
  await confirm(page).click();
  await seeOrder(page);
  await saveRecording(page, 'sports-nine-of-fourteen');
});
