/**
 * Sessions of group buying and follow-betting, recorded as record.ts records its own: what others do in them is done by their calls.
 * `npm run traces -- -g "together|follow"`.
 */
import type { Page } from '@playwright/test';
import type { GroupListModels, ReleaseDetailModels, SportPageModels } from '../../protocol/calls.ts';
import { type MatchDay, startMatchDay } from '../e2e/support/match-day.ts';
import { choosePlay, serverNow, untilHour } from '../e2e/support/play.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { expect, register, test } from '../e2e/support/test.ts';
import { Client } from '../server/support/client.ts';
import { joinGroup } from '../server/support/groups.ts';
import { openScreen, saveRecording } from './save.ts';

const HOUR = 3_600_000;
let server: RunningServer;
let day: MatchDay;
test.beforeAll(async () => {
  [server, day] = await Promise.all([startServer({ clock: 1, games: ['fc3d'] }), startMatchDay()]);
});
test.afterAll(() => Promise.all([server?.stop(), day?.stop()]));

const until = async (hour: number): Promise<void> => server.advance(untilHour(await serverNow(server.url), hour));
const client = async (url: string): Promise<Client> => (await new Client(url).sync()).register();

/** Starts a group order of every number of 福彩3D, 20 shares of 100.00, and opens it. */
async function start(page: Page): Promise<void> {
  await until(12);
  await register(page, server.url);
  await openScreen(page, '/fc3dpl3/fc3d');
  await choosePlay(page, '直选');
  for (const place of ['百位', '十位', '个位']) await page.getByRole('button', { name: `${place}全选`, exact: true }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: /^发起合买/ }).click();
  const form = page.getByRole('dialog', { name: '发起合买' });
  await form.getByRole('combobox', { name: '分成' }).click();
  await page
    .getByRole('dialog', { name: '分成' })
    .getByRole('button', { name: /^20 份/ })
    .click();
  await form.getByRole('button', { name: '发起合买，付 ¥100.00' }).click();
  await page.getByRole('dialog', { name: '合买已发起' }).getByRole('button', { name: '查看合买' }).click();
  await expect(page.getByRole('progressbar', { name: '合买进度' })).toHaveAttribute('aria-valuetext', '5%');
}

test('together: started, filled, drawn, shared out', async ({ page }) => {
  await start(page);
  const other = await client(server.url);
  const { models } = await other.get<GroupListModels>('/api/hm/list');
  expect((await joinGroup(other, models.items[0]?.hmId ?? '', 19)).status).toBe(0);
  await expect(page.getByText('已出票', { exact: true }).first()).toBeVisible();
  await until(22);
  await expect(page.getByRole('heading', { name: '奖金分配' })).toBeVisible({ timeout: 60_000 });
  await saveRecording(page, 'together-filled');
});

test('together: not full, refunded', async ({ page }) => {
  await server.advance(24 * HOUR);
  await start(page);
  await until(21);
  await expect(page.getByText('已流单', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await saveRecording(page, 'together-refunded');
});

/** Two matches of their own. Both home sides win in the end. */
async function sold(letter: string): Promise<readonly string[]> {
  const ids = [`${letter}1`, `${letter}2`];
  await day.sell({ id: ids[0] as string, home: 'int', away: 'nap' }, { id: ids[1] as string, home: 'juv', away: 'mil' });
  return ids;
}

test('follow: released, followed, settled with a commission', async ({ page }) => {
  const ids = await sold('R');
  await register(page, day.server.url);
  await openScreen(page, '/jczq');
  for (const at of [0, 1])
    await page
      .getByRole('button', { name: /^胜 ?赔率/, disabled: false })
      .nth(at)
      .click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('textbox', { name: /倍数/ }).fill('100');
  await page.getByRole('button', { name: /^发单/ }).click();
  const form = page.getByRole('dialog', { name: '发单' });
  await form.getByRole('button', { name: /^投注并发单/ }).click();
  await page.getByRole('dialog', { name: '投注成功，已发单' }).getByRole('button', { name: '查看宝单' }).click();
  await expect(page.getByRole('button', { name: '撤回宝单' })).toBeVisible();
  const releaseId = new URL(page.url()).searchParams.get('id') ?? '';
  const fan = await client(day.server.url);
  const { models } = await fan.get<ReleaseDetailModels>('/api/order/queryReleaseDetailInfo', { releaseId });
  const followed = await fan.post('/api/Lottery/Bet_JC_Follow', {
    releaseId,
    times: '50',
    amountFen: String(50 * models.unitFen),
    oddsVersion: models.offer?.oddsVersion ?? '',
  });
  expect(followed.status, followed.msg).toBe(0);
  await expect(page.getByText('1 人，共 ¥100.00')).toBeVisible({ timeout: 60_000 });
  for (const id of ids) await day.end(id, { full: [2, 0], half: [1, 0] });
  await expect(page.getByText('佣金收入')).toBeVisible({ timeout: 60_000 });
  await saveRecording(page, 'follow-released');
});

test('follow: a standing rule bets by itself', async ({ page }) => {
  const ids = await sold('S');
  const owner = await client(day.server.url);
  await register(page, day.server.url);
  await openScreen(page, `/customMade?who=${owner.userId}`);
  await page.getByRole('button', { name: '开始定制' }).click();
  await expect(page.getByText('已跟 0/10 单')).toBeVisible();
  const { models } = await owner.get<SportPageModels>('/api/SiteMsg/AppSPLotteryPageInfo', { game: 'jczq' });
  const matches = models.matches
    .filter(({ id }) => ids.includes(id))
    .map(({ id, odds }) => ({ match: id, picks: { BRQSPF: { '3': odds.BRQSPF?.['3'] ?? '' } } }));
  const placed = await owner.post('/api/lottery/bet_jc', {
    ticket: JSON.stringify({ game: 'jczq', matches, passes: ['2_1'], multiplier: 100 }),
    hash: models.hash,
    amountFen: '20000',
    oddsPolicy: 'any',
    release: '1',
    commission: '5',
    security: '2',
    minFollowFen: '200',
  });
  expect(placed.status, placed.msg).toBe(0);
  await expect(page.getByText('已跟 1/10 单')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('tab', { name: '执行记录' }).click();
  await expect(page.getByText('已跟 5 倍')).toBeVisible();
  await saveRecording(page, 'follow-rule');
});
