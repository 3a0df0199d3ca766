/** Each game of matches from the first tap to the paid prize; matches, odds and results are put down by the test. */
import type { Page } from '@playwright/test';
import { type MatchDay, startMatchDay } from './support/match-day.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';
import { BASKETBALL } from '../server/support/sold-matches.ts';

let day: MatchDay;
test.beforeAll(async () => {
  day = await startMatchDay();
});
test.afterAll(async () => {
  await day?.stop();
});

const HOUR = 3_600_000;
/** A row of the list, by the code of its match. */
const row = (page: Page, code: string) => page.locator('.match').filter({ hasText: code });
/** A choice in the row of a match. */
const cell = (page: Page, code: string, play: string, name: string) =>
  row(page, code)
    .getByRole('group', { name: new RegExp(`^${play}`) })
    .getByRole('button', { name: new RegExp(`^${name}`) });
const go = (page: Page) => page.getByRole('button', { name: '确定', exact: true });
const legs = (page: Page) => page.getByRole('list', { name: '投注单场次' }).locator('> li');
const figures = (page: Page) => page.getByRole('region', { name: '投注', exact: true });
const orderLeg = (page: Page, code: string) => page.locator('.match-leg').filter({ hasText: code });

/** Sends the slip, and opens the order from the sheet that says it was placed. */
async function place(page: Page): Promise<void> {
  await page.getByRole('button', { name: '确认投注' }).click();
  await openOrder(page);
}

async function openOrder(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: '投注成功' }).getByRole('button', { name: '查看订单' }).click();
  await expect(page.getByRole('heading', { name: '订单详情' })).toBeVisible();
}

/** The order on the page is paid this much (yuan as written), and the ledger says the same. */
async function expectPaid(page: Page, prize: string): Promise<void> {
  await expect(page.getByText(/恭喜中奖|已返奖/).first()).toBeVisible();
  await expect(page.locator('.facts__fact').filter({ hasText: '中奖金额' }).getByRole('definition')).toHaveText(`¥${prize}`);
  await expect(page.getByRole('listitem').filter({ hasText: '派奖' })).toContainText(`+¥${prize}`);
}

test('竞彩篮球: odds that moved are accepted, a match is called off, and the rest is paid', async ({ page }) => {
  const match = { ...BASKETBALL, startsIn: 2 * HOUR };
  await day.sell(
    { ...match, id: 'b1', code: '周三301', home: 'bos', away: 'lal' },
    { ...match, id: 'b2', code: '周三302', home: 'den', away: 'gsw' },
    { ...match, id: 'b3', code: '周三303', home: 'mia', away: 'chi' },
  );
  await newPlayer(page, day.server.url);
  await page.goto(day.server.url);
  await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '购彩' }).click();
  await page.getByRole('button', { name: '竞技彩' }).click();
  await page.getByText('竞彩篮球').first().click();
  await expect(page).toHaveURL(/\/jclq$/);
  // The away side stands first, and so does what comes true for it.
  await expect(row(page, '周三301').locator('.match__teams')).toHaveText(/客洛杉矶湖人.*主波士顿凯尔特人/);
  await expect(row(page, '周三301').getByRole('group', { name: /^胜负/ }).getByRole('button').first()).toHaveText(/^主负/);
  await cell(page, '周三301', '胜负', '主胜').click();
  await cell(page, '周三302', '大小分', '大').click();
  await row(page, '周三303')
    .getByRole('button', { name: /全部玩法/ })
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^客胜 1-5/ }).click();
  await sheet.getByRole('button', { name: '确定' }).click();
  await go(page).click();
  await expect(legs(page)).toHaveCount(3);
  await expect(figures(page)).toContainText('¥2.00');

  // The server has moved the odds: old beside new, and no bet before it is accepted.
  await day.move('jclq', 'b1', 'SF', '3', '1.90');
  const strip = page.getByRole('region', { name: /1 个赔率或盘口已变/ });
  await expect(strip).toBeVisible();
  const moved = page.getByRole('button', { name: /^去掉 周三301 胜负 主胜，赔率 1\.90，原 1\.60/ });
  await expect(moved).toContainText('↑ 1.90');
  expect(await axeViolations(page)).toEqual([]);
  await strip.getByRole('button', { name: '接受并继续' }).click();
  await expect(strip).toHaveCount(0);
  await page.getByRole('button', { name: '确认投注' }).click();
  await expect(page.getByRole('list', { name: '成交赔率' })).toContainText('主胜 1.90');
  await openOrder(page);
  await expect(orderLeg(page, '周三301')).toContainText('1.90');

  await day.end('b3', 'void');
  await day.end('b1', { full: [112, 104] });
  await day.end('b2', { full: [120, 110] });
  // 2.00 × 1.90 × 1.75 × 1.00.
  await expectPaid(page, '6.65');
  await expect(page.getByRole('status').filter({ hasText: '已中 2/3 场，1 场无效按 1.00 计' })).toBeVisible();
  await expect(orderLeg(page, '周三303')).toContainText('比赛延期或取消，该场赔率按 1.00 计算');

  // Its result stands under its sale day, which is not the day on which the bet was placed before noon.
  await page.getByRole('button', { name: '赛果' }).click();
  const result = page.locator('.match-result').filter({ hasText: '周三301' });
  await expect(result.locator('.match-result__teams')).toHaveText(/^洛杉矶湖人104:112波士顿凯尔特人$/);
});

test('北京单场: sold without odds, paid by the final SP', async ({ page }) => {
  await day.database.query(
    `INSERT INTO sport_issues (game, issue, opens_at, closes_at) VALUES ('bjdc', '261101', 0, caipu_now_ms() + 86400000)`,
  );
  const match = {
    game: 'bjdc',
    league: 'EAL',
    issue: '261101',
    singles: ['SPF'],
    odds: { SPF: { '3': '2.10', '1': '3.30', '0': '3.20' } },
    startsIn: 2 * HOUR,
  };
  await day.sell(
    { ...match, id: 'd1', code: '1', position: 1, home: 'int', away: 'nap' },
    { ...match, id: 'd2', code: '2', position: 2, home: 'juv', away: 'mil', numbers: { handicap: '1' } },
  );
  await newPlayer(page, day.server.url);
  await page.goto(`${day.server.url}/bjdc`);
  await expect(page.getByRole('region', { name: '期号' })).toContainText('第 261101 期');
  const choice = (nth: number, name: string) =>
    page
      .locator('.match')
      .nth(nth)
      .getByRole('button', { name: new RegExp(`^${name}`) });
  await choice(0, '胜').click();
  await choice(1, '平').click();
  await choice(1, '负').click();
  await go(page).click();
  await expect(legs(page)).toHaveCount(2);
  await expect(page.getByText(/奖金以赛后最终 SP 为准/)).toContainText('65%');
  await page.getByRole('button', { name: /^过关方式/ }).click();
  const passes = page.getByRole('dialog', { name: '过关方式' });
  await passes.getByRole('checkbox', { name: /^2串3/ }).click();
  await passes.getByRole('checkbox', { name: /^2串1/ }).click();
  await passes.getByRole('button', { name: '确定' }).click();
  await expect(figures(page)).toContainText('5 注');
  await place(page);
  await day.end('d1', { full: [3, 1], half: [1, 0] }, { SPF: { '3': '3.123456' } });
  await day.end('d2', { full: [0, 2], half: [0, 0] }, { SPF: { '0': '2.500000' } });
  // 2 × 3.123456 × 65 %, 2 × 2.5 × 65 % and 2 × 3.123456 × 2.5 × 65 %, each cut to the fen.
  await expectPaid(page, '17.46');
  await expect(orderLeg(page, '国际米兰')).toContainText('3.123456');
});

test('14 场 and 任九 with a banker: the pool is shared out when the issue has ended', async ({ page }) => {
  await day.database.query(
    `INSERT INTO sport_issues (game, issue, opens_at, closes_at, carried_fen) VALUES ('ctzq', '26181', 0, caipu_now_ms() + 3000000, 100000000)`,
  );
  const teams = ['liv', 'ars', 'mci', 'che', 'new', 'avl', 'mun', 'tot', 'bha', 'nfo', 'bou', 'bre', 'ful', 'cry', 'eve', 'whu', 'wol'];
  const ids = Array.from({ length: 14 }, (_, at) => `c${at + 1}`);
  await day.sell(
    ...ids.map((id, at) => ({
      ...{
        id,
        game: 'ctzq',
        league: 'ECL',
        issue: '26181',
        numbers: {},
        odds: {},
        code: `${at + 1}`,
        position: at + 1,
        startsIn: 2 * HOUR,
      },
      ...{ home: teams[at] as string, away: teams[at + 3] as string },
    })),
  );
  await newPlayer(page, day.server.url);
  await page.goto(`${day.server.url}/ctzq`);
  const wins = page.locator('.match').getByRole('button', { name: '胜', exact: true });
  await expect(wins).toHaveCount(14);
  await expect(page.getByRole('region', { name: '期号' })).toContainText('奖池');
  for (let at = 0; at < 13; at++) await wins.nth(at).click();
  await expect(page.locator('.match-bar')).toContainText('还差 1 场');
  await wins.nth(13).click();
  await go(page).click();
  await expect(legs(page)).toHaveCount(14);
  await expect(page.getByText('奖金由奖池分配')).toBeVisible();
  await place(page);
  const first = page.url();

  // Ten matches, one of them a banker: nine of them in each bet, the banker in all.
  await page.goto(`${day.server.url}/ctzq`);
  await page.getByRole('tab', { name: '任选九场' }).click();
  for (let at = 0; at < 10; at++) await wins.nth(at).click();
  await page.getByRole('button', { name: '1 设胆', exact: true }).click();
  await go(page).click();
  await expect(legs(page)).toHaveCount(10);
  await expect(figures(page)).toContainText('9 注');
  expect(await axeViolations(page)).toEqual([]);
  await place(page);
  await expect(orderLeg(page, '利物浦')).toContainText('胆');

  for (const id of ids.slice(1)) await day.end(id, { full: [1, 0] });
  await day.end('c1', { full: [2, 0] });
  // Nothing is paid before the sale of the issue is over; the page shows the picks that came true.
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: '已中 10/10' })).toBeVisible();
  await day.server.advance(3_000_001);
  // Nine bets of 2.00: 64 % of 18.00 are 11.52, shared by nine, down to the yuan.
  await expectPaid(page, '9.00');
  await page.goto(first);
  await expectPaid(page, '1,000,000.00');
});

test('澳门足球: 让球胜负 and 大小球 are paid', async ({ page }) => {
  const match = {
    game: 'qwzq',
    league: 'EAL',
    odds: {
      BRQSPF: { '3': '1.85', '1': '3.40', '0': '3.60' },
      RQSF: { '3': '1.95', '0': '1.85' },
      DXQ: { '3': '1.90', '0': '1.90' },
    },
    numbers: { handicap: '-1', line: '2.5' },
    startsIn: 2 * HOUR,
  };
  await day.sell(
    { ...match, id: 'q1', code: '周三601', home: 'rom', away: 'laz' },
    { ...match, id: 'q2', code: '周三602', home: 'ata', away: 'bol' },
  );
  await newPlayer(page, day.server.url);
  await page.goto(`${day.server.url}/qwzq`);
  await cell(page, '周三601', '让球胜负', '让胜').click();
  await cell(page, '周三602', '大小球', '大').click();
  await go(page).click();
  await page.getByRole('button', { name: '加一倍' }).click();
  await expect(figures(page)).toContainText('¥4.00');
  await place(page);
  await day.end('q1', { full: [3, 1], half: [1, 1] });
  await day.end('q2', { full: [2, 2], half: [0, 1] });
  // 4.00 × 1.95 × 1.90.
  await expectPaid(page, '14.82');
  await expect(page.getByRole('status').filter({ hasText: '已中 2/2' })).toBeVisible();
});

test('欧洲杯: a bet on the champion is paid when the cup is won', async ({ page }) => {
  await day.database.query(`SELECT write_outrights('ozb', '901', caipu_now_ms() + 86400000, 0, $1::jsonb)`, [
    JSON.stringify(
      ['fra', 'esp', 'eng'].map((team, at) => ({
        ...{ market: 'champion', code: `0${at + 1}`, position: at + 1, teams: [team], odds: `${4 + at}.50`, state: 'selling' },
        ...{ support: 300 - 100 * at, chance: 200 - 20 * at },
      })),
    ),
  ]);
  await newPlayer(page, day.server.url);
  await page.goto(`${day.server.url}/EuropeCup`);
  await page.locator('.row').filter({ hasText: '西班牙' }).click();
  const sheet = page.getByRole('dialog', { name: '冠军：西班牙' });
  await sheet.getByRole('button', { name: '5 注' }).click();
  await expect(sheet).toContainText('猜中约 55.00 元');
  await sheet.getByRole('button', { name: '投注', exact: true }).click();
  await page.getByRole('dialog', { name: '确认投注' }).getByRole('button', { name: '投注', exact: true }).click();
  await expect(page.getByText('已投注 5 注，10.00 元')).toBeVisible();
  await day.database.query(
    `UPDATE outrights SET state = CASE code WHEN '02' THEN 'won' ELSE 'out' END, version = next_match_version() WHERE edition = '901'`,
  );
  // The result comes to the player where he is, and would lie over the records if it came later.
  const news = page.getByRole('dialog', { name: '开奖结果' });
  await expect(news).toContainText('55.00');
  await news.getByRole('button', { name: '关闭' }).click();
  await expect(news).toHaveCount(0);
  await page.goto(`${day.server.url}/betRecord`);
  const record = page.locator('.row').filter({ hasText: '欧洲杯' });
  await expect(record).toContainText('+¥55.00');
  await record.click();
  await expectPaid(page, '55.00');
  await expect(page.getByRole('listitem').filter({ hasText: '西班牙' })).toContainText('已中');
});

test('奖金优化: a plan, then an own distribution, placed and paid bet by bet', async ({ page }) => {
  await day.sell(
    { id: 'o1', code: '周三001', league: 'EAL', home: 'int', away: 'nap', startsIn: 2 * HOUR },
    { id: 'o2', code: '周三002', league: 'EAL', home: 'juv', away: 'mil', startsIn: 2 * HOUR },
  );
  await newPlayer(page, day.server.url);
  await page.goto(`${day.server.url}/jczq`);
  await cell(page, '周三001', '胜平负', '胜').click();
  await cell(page, '周三001', '胜平负', '平').click();
  await cell(page, '周三002', '胜平负', '负').click();
  await go(page).click();
  await page.getByRole('button', { name: '奖金优化' }).click();
  await expect(page).toHaveURL(/view=optimise/);
  const bets = page.getByRole('list', { name: '单注' }).getByRole('listitem');
  await expect(bets).toHaveCount(2);
  const total = page.getByLabel(/^计划注数/);
  await total.fill('10');
  await page.getByRole('button', { name: '博冷' }).click();
  await expect(page.getByText('其余投在赔率最高的一注')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  // One from the long odds to the short ones: the rest has to be shared out before the bet can be placed.
  const times = async (): Promise<number[]> => (await bets.locator('output').allInnerTexts()).map((text) => Number.parseInt(text, 10));
  const [short = 0, long = 0] = await times();
  expect(short + long).toBe(10);
  await bets
    .nth(1)
    .getByRole('button', { name: /减一倍$/ })
    .click();
  await expect(figures(page)).toContainText('还有 1 注没有分配');
  await bets
    .nth(0)
    .getByRole('button', { name: /加一倍$/ })
    .click();
  await expect(figures(page)).not.toContainText('没有分配');
  expect(await times()).toEqual([short + 1, long - 1]);
  // What was shared out by hand is there after a reload.
  await page.reload();
  await expect(page.getByRole('button', { name: '自选' })).toHaveAttribute('aria-pressed', 'true');
  expect(await times()).toEqual([short + 1, long - 1]);
  await place(page);
  await expect(page.getByText('自选', { exact: true })).toBeVisible();
  await day.end('o1', { full: [2, 0], half: [1, 0] });
  await day.end('o2', { full: [0, 1], half: [0, 0] });
  // 2.00 × 1.85 × 3.60 = 13.32 for each time that the first is played.
  await expectPaid(page, ((1332 * (short + 1)) / 100).toFixed(2));
  await page.getByRole('button', { name: '查看每一注' }).click();
  await expect(page.getByRole('dialog').getByText('中 1 种')).toBeVisible();
});
