/**
 * 隔离区 and 告警 on the operators' desk in the browser: what could not be settled is listed with its reason, tried again and given back after
 * a question that says what it does; the first page leads to what is critical.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { Client } from '../server/support/client.ts';
import { startWithSchema, type TestPostgres } from '../server/support/postgres.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

const PASSWORD = 'workshop-test';
const REASON = `the description ${'0f3c'.repeat(8)} is not stored: ${'a reason of some length that goes on, '.repeat(10)}end`;
// An entry that another operator finished is refused.
test.use({ refusals: true });
let postgres: TestPostgres;
let server: RunningServer;
let pool: pg.Pool;
test.beforeAll(async () => {
  postgres = await startWithSchema();
  pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  server = await startServer({ clock: 1, games: ['jlffc'], operatorPassword: PASSWORD, env: { DATABASE_URL: postgres.url } });
});
test.afterAll(async () => {
  await server?.stop();
  await pool?.end();
  await postgres?.stop();
});

const PICTURES = process.env.CAIPU_DESK_PICTURES;
const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
};
const NEVER = 9_000_000_000_000;

/** A bet of a new player that waits in quarantine, as settlement puts it there. */
async function heldBet(name: string, reason: string): Promise<{ readonly entry: number; readonly order: string; readonly player: Client }> {
  const player = new Client(server.url);
  await (await player.sync()).register(name, 'secret-1');
  const index = (await (await fetch(`${server.url}/descriptions/index.json`)).json()) as { games: { code: string; hash: string }[] };
  const hash = index.games.find(({ code }) => code === 'jlffc')?.hash ?? '';
  const placed = await player.bet({
    ticket: { game: 'jlffc', lines: [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }] },
    hash,
    amountFen: 200,
  });
  expect(placed.status, placed.msg).toBe(0);
  const order = placed.models.orderId;
  const { rows } = await pool.query<{ issue: string }>('SELECT issue FROM tickets WHERE id = $1', [order]);
  // A try of the server's own, once the issue is drawn, fails as well: nobody has this version.
  await pool.query('UPDATE tickets SET hash = $2 WHERE id = $1', [order, `lost${name}`.padEnd(32, 'f')]);
  await pool.query(`SELECT quarantine('jlffc', $1, $2, $3, 'settle', $4)`, [rows[0]?.issue, player.userId, order, reason]);
  const { rows: held } = await pool.query<{ id: string }>('UPDATE quarantine SET retry_at = $2 WHERE ticket = $1 RETURNING id', [
    order,
    NEVER,
  ]);
  return { entry: Number(held[0]?.id), order, player };
}
const stateOf = async (order: string) =>
  (await pool.query<{ status: string }>('SELECT status FROM orders WHERE id = $1', [order])).rows[0]?.status;

async function login(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/operator/desk`);
  await page.getByLabel('管理员密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('button', { name: '隔离区', exact: true })).toBeVisible();
}

test('an operator reads, retries and refunds quarantined work, and the page names another operator that was first', async ({ page }) => {
  await login(page);
  await page.getByRole('button', { name: '隔离区', exact: true }).click();
  await expect(page.getByText('隔离区暂无内容')).toBeVisible();
  await picture(page, 'quarantine-empty');
  const long = await heldBet('longtext26', REASON);
  const other = await heldBet('secondone26', 'no wallet');
  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('button', { name: '隔离区', exact: true }).click();
  await expect(page.getByText('共 0 期、2 张订单待处理')).toBeVisible();
  const row = page.getByRole('button', { name: /longtext26/ });
  await expect(row).toContainText('已重试 1 次');
  await expect(row).toContainText('2.00');
  expect(await axeViolations(page)).toEqual([]);
  await picture(page, 'quarantine');

  await test.step('an entry says all of its reason, and leads to the order and the player', async () => {
    await row.click();
    await expect(page.getByText(REASON)).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'quarantine-entry');
    await page.getByRole('button', { name: '查看订单' }).click();
    await expect(page.getByText(long.order)).toBeVisible();
    await page.getByRole('button', { name: '返回' }).click();
    await page.getByRole('button', { name: '查看玩家' }).click();
    await expect(page.getByRole('heading', { name: 'longtext26', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: '返回' }).click();
  });

  await test.step('a refund asks with player and sum; a double tap gives back once', async () => {
    await page.getByRole('button', { name: '退款', exact: true }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('longtext26 该订单的投注额 2.00 立即退回，不再开奖派奖。不能撤销。');
    await picture(page, 'quarantine-question');
    expect(await axeViolations(page)).toEqual([]);
    await question.getByRole('button', { name: '退款 2.00' }).dblclick();
    await expect(page.getByText('1 张订单，2.00 已退回')).toBeVisible();
    await expect(page.getByText('共 0 期、1 张订单待处理')).toBeVisible();
    await expect(page.getByRole('button', { name: /longtext26/ })).toHaveCount(0);
    expect(await stateOf(long.order)).toBe('cancelled');
    const { rows } = await pool.query(`SELECT 1 FROM movements WHERE kind = 'refund' AND user_id = $1`, [long.player.userId]);
    expect(rows).toHaveLength(1);
    await picture(page, 'quarantine-refunded');
  });

  await test.step('what another operator finished meanwhile is said, and the list is as it is now', async () => {
    await page.getByRole('button', { name: /secondone26/ }).click();
    await expect(page.getByRole('heading', { name: '原因' })).toBeVisible();
    await pool.query('SELECT refund_quarantined($1)', [other.entry]);
    await page.getByRole('button', { name: '重试', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '重试' }).click();
    await expect(page.getByText('该项已处理完毕，不在隔离区')).toBeVisible();
    await expect(page.getByText('隔离区暂无内容')).toBeVisible();
    await page.goto(`${server.url}/operator/desk/quarantine/entry?id=${other.entry}`);
    await expect(page.getByText('该项已处理完毕，不在隔离区')).toBeVisible();
    await picture(page, 'quarantine-gone');
  });

  await test.step('a retry is asked for and said', async () => {
    const third = await heldBet('thirdone26', 'no wallet');
    await page.goto(`${server.url}/operator/desk/quarantine/entry?id=${third.entry}`);
    await page.getByRole('button', { name: '重试', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '重试' }).click();
    await expect(page.getByText('已安排，即将重试')).toBeVisible();
    await expect(page).toHaveURL(/quarantine$/);
  });

  await test.step('giving up on an issue says how many orders and people it is about', async () => {
    const { rows } = await pool.query<{ issue: string }>(`SELECT issue FROM tickets WHERE user_id = $1`, [long.player.userId]);
    const fourth = await heldBet('fourthone26', 'no wallet');
    const { rows: own } = await pool.query<{ issue: string; id: string }>(
      `INSERT INTO quarantine (game, issue, step, reason, held_at, retry_at)
       SELECT 'jlffc', t.issue, 'draw', 'the seed is not readable', caipu_now_ms(), $2 FROM tickets t WHERE t.id = $1 RETURNING issue, id`,
      [fourth.order, NEVER],
    );
    expect(rows).toHaveLength(1);
    await page.goto(`${server.url}/operator/desk/quarantine`);
    await page
      .getByRole('button', { name: /整期/ })
      .filter({ hasText: own[0]?.issue ?? '' })
      .click();
    await picture(page, 'quarantine-issue');
    await page.getByRole('button', { name: '退款', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(
      /整期取消，(还没派奖的 )?\d+ 张订单的投注额共 \d+\.00 退给 \d+ 位玩家，由结算分批退回。不能撤销。/,
    );
    await picture(page, 'quarantine-issue-question');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^取消|^再想想|^不/ })
      .first()
      .click();
    expect(await stateOf(fourth.order)).toBe('held');
  });
});

test('the first page leads to what is critical, and 告警 says what it means and what to do', async ({ page }) => {
  await pool.query('UPDATE quarantine SET ended_at = 1, outcome = $1 WHERE ended_at IS NULL', ['done']);
  await pool.query('DELETE FROM alarm_hours');
  await login(page);
  await page.getByRole('button', { name: '告警', exact: true }).click();
  // The product's calendars of days off may end soon; that depends on the day.
  await expect(page.getByText('暂无需要处理的告警').or(page.getByRole('heading', { name: '注意 · 休市日历将到期' }))).toBeVisible();
  await expect(page.getByRole('heading', { name: /^(严重|注意) · (?!休市日历)/ })).toHaveCount(0);
  await picture(page, 'alarms-empty');
  const now = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
  await pool.query(`INSERT INTO alarm_hours SELECT x.name, ${now} / 3600000 * 3600000, x.count, ${now}, x.detail FROM (VALUES
    ('recharge-odd', 2, 'payment 019a2b3c-0000-7000-8000-0000000000c1 belongs to two recharges'), ('issue-skipped', 1, 'jlffc: 12 issues'),
    ('ledger-unbalanced', 1, 'Player 100001, purse wallet: off by -200.')) AS x(name, count, detail)`);
  await pool.query(
    `INSERT INTO alarm_states VALUES ('another process', 'ledger-unbalanced', 1, 'Player 100001, purse wallet: off by -200.', ${now}, ${now})`,
  );
  await page.getByRole('button', { name: '返回' }).click();
  const line = page.getByRole('button', { name: /2 项严重告警/ });
  await expect(line).toBeVisible();
  await picture(page, 'desk-critical');
  expect(await axeViolations(page)).toEqual([]);
  await line.click();
  await expect(page.getByRole('heading', { name: /^严重 · / })).toHaveText(['严重 · 账目不平', '严重 · 充值异常']);
  await expect(page.getByText('有账户的余额与流水对不上')).toBeVisible();
  await expect(page.getByText('处理方法：先停止投注')).toBeVisible();
  await expect(page.getByText('日志原文：Player 100001, purse wallet: off by -200.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '注意 · 有期次被跳过' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await picture(page, 'alarms');
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(page.getByRole('navigation', { name: '后台菜单' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await picture(page, 'alarms-wide');
});
