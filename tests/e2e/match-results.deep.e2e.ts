/** The results desk in Chromium: put off, enter, correct before payment, call off, and a correction after payment that a second operator signs. */
import type { Page } from '@playwright/test';
import { ANY_ODDS, pickEveryEnd } from './support/pick-matches.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

const PASSWORD = 'workshop-test';
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['ssq'], sports: true, clock: 1, operatorPassword: PASSWORD });
});
test.afterAll(async () => {
  await server?.stop();
});
test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 });

interface Leg {
  /** 周日001 */
  readonly code: string;
  /** yyyy-MM-dd of the kick-off. */
  readonly day: string;
  /** Kick-off, unix ms. */
  readonly startsAt: number;
  /** Odds of 胜, 平 and 负 as printed. */
  readonly odds: readonly string[];
}

async function openDesk(page: Page, by: string): Promise<void> {
  await page.goto(`${server.url}/workshop`);
  await page.getByLabel('管理员密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('button', { name: '赛果', exact: true }).click();
  await page.getByRole('textbox', { name: '管理员姓名' }).fill(by);
  await page.getByRole('button', { name: '按日期' }).click();
  await expect(page.getByRole('table')).toBeVisible();
}

const queueMessage = (page: Page) => page.locator('.queue__msg');
const form = (page: Page) => page.locator('.queue__form');

/** The row of a match of 竞彩足球. */
async function rowOf(page: Page, { code, day }: Leg) {
  await page.getByLabel('开赛日期').fill(day);
  return page.getByRole('row').filter({ hasText: `竞彩足球 ${code}` });
}

async function typeScore(page: Page, full: readonly [string, string]): Promise<void> {
  const names = await form(page).locator('legend').allInnerTexts();
  for (const [i, name] of names.entries())
    for (const side of [0, 1] as const)
      await form(page)
        .locator('fieldset input')
        .nth(2 * i + side)
        .fill(name.includes('半') ? '0' : full[side]);
  // A tie of a cup that is level is decided by penalties.
  const penalties = form(page).getByRole('textbox', { name: /^点球/ });
  if (await penalties.first().isVisible()) for (const side of [0, 1] as const) await penalties.nth(side).fill(['5', '4'][side] ?? '');
}

/** Moves the clock to where a match can just be over and the feed has not ended it, however far away its kick-off is at this time of day. */
async function playTo(page: Page, leg: Leg): Promise<void> {
  const { now } = (await (await fetch(`${server.url}/healthz`)).json()) as { now: number };
  const over = leg.startsAt + 92 * 60_000;
  if (over > now) await server.advance(over - now);
  await expect((await rowOf(page, leg)).getByRole('button', { name: '录入' })).toBeEnabled({ timeout: 60_000 });
}

async function enterScore(page: Page, leg: Leg, full: readonly [string, string]): Promise<void> {
  const row = await rowOf(page, leg);
  await row.getByRole('button', { name: /录入|改正/ }).click();
  await typeScore(page, full);
  await form(page).getByRole('button', { name: '录入赛果' }).click();
  await expect(queueMessage(page)).toHaveText('赛果已录入，两分钟后派奖');
  await expect(row).toContainText(full.join(':'));
}

/** Bets on every way in which the first two matches of real length can end, so that each result that is entered pays. The second one kicks off later: the feed could end it while the first is entered. */
async function betOnTwo(player: Page): Promise<readonly Leg[]> {
  await newPlayer(player, server.url, ANY_ODDS);
  // What is no match of the demonstration league has a day in its code.
  await pickEveryEnd(player, server.url, { of: '周', matches: 2, real: true });
  await player.getByRole('button', { name: '确定' }).click();
  await player.getByRole('button', { name: '确认投注' }).click();
  await player.getByRole('dialog', { name: '投注成功' }).getByRole('button', { name: '查看订单' }).click();
  await expect(player.locator('.match-leg')).toHaveCount(2);
  const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
  return player.locator('.match-leg').evaluateAll(
    (legs, of) =>
      legs.map((leg) => {
        const [day = '', time = ''] = (leg.querySelector('.match-leg__state')?.textContent ?? '').trim().split(' ');
        return {
          code: leg.querySelector('.match-leg__code')?.textContent ?? '',
          day: `${of}-${day}`,
          startsAt: Date.parse(`${of}-${day}T${time}:00+08:00`),
          odds: leg.textContent?.match(/\d+\.\d\d/g) ?? [],
        };
      }),
    year,
  );
}

test('an operator postpones, enters, corrects and cancels results, and a paid result needs two operators', async ({ page, browser }) => {
  const player = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const [one, other] = (await betOnTwo(player)) as [Leg, Leg];
  await openDesk(page, '甲');
  expect(await axeViolations(page)).toEqual([]);

  // Before its kick-off a match can be put off and called off, not entered.
  await expect((await rowOf(page, one)).getByRole('button', { name: '录入' })).toBeDisabled();
  // Another one than those that were bet on, which may be the last of the day.
  const coming = [one, other].reduce(
    (rows, { code }) => rows.filter({ hasNotText: `竞彩足球 ${code}` }),
    page.getByRole('row').filter({ hasText: '未开赛' }),
  );
  const off = (await coming.last().locator('b').innerText()) ?? '';
  await coming.last().getByRole('button', { name: '延期' }).click();
  await form(page).getByRole('button', { name: '延期' }).click();
  await expect(queueMessage(page)).toHaveText('已延期');
  const named = page.getByRole('row').filter({ hasText: off });
  await expect(named).toContainText('延期');
  page.once('dialog', (dialog) => void dialog.accept());
  await named.getByRole('button', { name: '取消比赛' }).click();
  await expect(queueMessage(page)).toHaveText('已按取消处理，两分钟后结算');

  // Entered, mended before it is paid, paid.
  await playTo(page, one);
  await enterScore(page, one, ['1', '0']);
  await enterScore(page, one, ['0', '1']);
  await playTo(page, other);
  await enterScore(page, other, ['0', '0']);
  await server.advance(3 * 60_000);
  await expect(await rowOf(page, other)).toContainText('已派奖');
  await player.reload();
  await expect(player.getByText(/恭喜中奖|已返奖/).first()).toBeVisible();

  // After that it takes a reason, and another operator in a session of his own.
  const paid = await rowOf(page, one);
  // Away paid so far. Fixtures are made by chance, and 胜 can have the odds of 负: a draw has others then, and so a difference to post.
  const corrected = one.odds[0] === one.odds[2] ? (['1', '1'] as const) : (['2', '0'] as const);
  expect(one.odds).toHaveLength(3);
  await paid.getByRole('button', { name: '更正' }).click();
  await typeScore(page, corrected);
  await page.getByLabel('更正原因').fill('录入时主客颠倒');
  await page.getByRole('button', { name: '提交更正' }).click();
  await expect(page.getByText('待确认的更正')).toBeVisible();
  const second = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openDesk(second, '乙');
  const waiting = await rowOf(second, one);
  second.once('dialog', (dialog) => void dialog.accept());
  await second.getByRole('button', { name: '确认更正' }).click();
  await expect(queueMessage(second)).toHaveText('更正已确认，正在重新结算');
  await expect(waiting).toContainText(corrected.join(':'));
  // The difference is posted by an entry of its own, which the player sees.
  await expect(async () => {
    await player.reload();
    await expect(player.getByText(/更正|冲正|收回/).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await player.close();
  await second.close();
});
