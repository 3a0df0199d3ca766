import type { Page } from '@playwright/test';
import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropGameFile, hourlyGame } from '../server/support/drops.ts';
import { choosePlay, expectPaid, expectWaiting, serverNow, placeAndOpen, tapBoard, untilHour } from './support/play.ts';
import { FEW_DRAWS_NO_MATCHES, type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, register, test } from './support/test.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let server: RunningServer | undefined;
test.afterEach(async ({ page }) => {
  // The page first: its event stream must not see the server go.
  await page.close();
  await server?.stop();
  server = undefined;
});

/** An entry of one of the home page's menus. */
const menuEntry = (page: Page, menu: string, name: RegExp) => page.getByRole('region', { name: menu }).getByRole('button', { name });

test('a minute game: register, 前三直选, 机选 5, multiplier, confirm, record, draw, prize', async ({ page }) => {
  server = await startServer({ clock: 1, env: FEW_DRAWS_NO_MATCHES });
  const { url } = server;
  await register(page, url);
  // An issue that has just begun: the order is placed and seen in the records before its draw.
  await server.advance(MINUTE - ((await serverNow(url)) % MINUTE) + 1_000);
  await page.goto(url);
  await menuEntry(page, '快开', /^吉林分分彩/).click();
  await expect(page).toHaveURL(/\/ssc\/jlffc$/);
  await choosePlay(page, '前三直选');
  await page.getByRole('button', { name: '机选多注' }).click();
  await page.getByRole('button', { name: /机选 5 注/ }).click();
  await expect(page).toHaveURL(/\/confirmationSSC\/jlffc/);
  await expect(page.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(5);

  // Every number of every place is a sure win beside the five random bets.
  await page.getByRole('button', { name: '自选号码' }).click();
  for (const place of ['万位', '千位', '百位']) await page.getByRole('button', { name: `${place}全选`, exact: true }).click();
  await expect(page.getByText('1,000 注 · ¥2,000')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(6);
  await page.getByRole('button', { name: '加一倍' }).click();
  // The multiplier is the whole slip's: 1,005 bets at 2 yuan, twice.
  await expect(page.getByRole('textbox', { name: /^倍数/ })).toHaveValue('2');
  await expect(page.getByText('¥4,020.00')).toBeVisible();
  await placeAndOpen(page);

  await page.goto(`${url}/betRecord`);
  await expect(page.getByText('吉林分分彩')).toBeVisible();
  const record = page.getByRole('listitem').filter({ hasText: '吉林分分彩' });
  await expect(record.getByText('待开奖', { exact: true })).toBeVisible();
  await record.getByRole('button').click();
  await expectWaiting(page);
  await server.advance(2 * MINUTE);
  await expectPaid(page);
  await page.goto(`${url}/transactionRecord`);
  await expect(page.getByText('+¥3,600.00')).toBeVisible();
});

test('a weekly game with bankers (胆拖): one banker, six others, every blue', async ({ page }) => {
  server = await startServer({ games: ['ssq'], clock: 1 });
  const { url } = server;
  await newPlayer(page, url);
  await page.goto(`${url}/ssq`);
  await choosePlay(page, '胆拖');
  await tapBoard(page, '红球', '08');
  await page.getByRole('button', { name: '拖码', exact: true }).click();
  await tapBoard(page, '红球', '01', '05', '12', '18', '26', '33');
  await expect(page.getByText(/还差 1 个蓝球/)).toBeVisible();
  for (let blue = 1; blue <= 16; blue += 1) await tapBoard(page, '蓝球', String(blue).padStart(2, '0'));
  await expect(page.getByText('96 注')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/NumConfirmation\/ssq\/DT/);
  await placeAndOpen(page);
  await server.advance(4 * DAY);
  await expectPaid(page);
});

test('a dice game: every 和值', async ({ page }) => {
  server = await startServer({ games: ['jsks'], clock: 1 });
  const { url } = server;
  await server.advance(untilHour(await serverNow(url), 10));
  await newPlayer(page, url);
  await page.goto(`${url}/k3/jsks`);
  await choosePlay(page, '和值');
  await page.getByRole('button', { name: '和值全选', exact: true }).click();
  await expect(page.getByText('16 注')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/confirmationJSKS\/jsks/);
  await placeAndOpen(page);
  await server.advance(30 * MINUTE);
  await expectPaid(page);
});

test('an operator drops files, and the games are bet on and paid in an open browser', async ({ page }) => {
  server = await startServer({ games: ['jlffc'], clock: 1 });
  const { url, games } = server;
  await newPlayer(page, url);
  await page.goto(url);
  await expect(menuEntry(page, '快开', /^吉林分分彩/)).toBeVisible();
  await expect(page.getByText('演示11选5')).toHaveCount(0);

  // A wrong file first: players never see it, the running game stays.
  writeFileSync(join(games, 'broken11x5.json'), '{"$schema":"../schemas/game.schema.json","format":2,"kind":"game","code":"broken11x5"');
  const file = {
    $schema: '../schemas/game.schema.json',
    format: 2,
    kind: 'game',
    code: 'demo11x5',
    name: '演示11选5',
    family: '11x5',
    prizeTable: { version: '1', date: '2026-11-01', source: '11选5 固定奖金表' },
    schedule: {
      kind: 'interval',
      utcOffset: '+08:00',
      first: '00:01:00',
      everySeconds: 60,
      drawsPerDay: 1440,
      closeBeforeSeconds: 5,
      issue: '{yyyy}{MM}{dd}{seq:4}',
    },
    caps: { multiplier: 9999 },
    menu: { section: 'quick', order: 30, tagline: '拖入即开', badge: '11' },
  };
  // Written beside and renamed, as an editor does.
  writeFileSync(join(games, '.demo11x5.tmp'), JSON.stringify(file, null, 2));
  renameSync(join(games, '.demo11x5.tmp'), join(games, 'demo11x5.json'));
  await menuEntry(page, '快开', /^演示11选5/).click();
  await expect(page).toHaveURL(/\/ssc\/demo11x5$/);

  // 任选五 with all eleven numbers: 462 bets, and one of them must win.
  await choosePlay(page, '任选五');
  await page.getByRole('button', { name: '选号全选', exact: true }).click();
  await expect(page.getByText('462 注')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await placeAndOpen(page);
  await server.advance(2 * MINUTE);
  await expectPaid(page);

  copyFileSync(join(games, 'broken11x5.json'), join(games, 'demo11x5.json'));
  const index = (await (await fetch(`${url}/descriptions/index.json`)).json()) as { games: { code: string }[] };
  expect(index.games.map((game) => game.code)).toEqual(['jlffc', 'demo11x5']);

  // A game of another family, while the phone stands on its list of games: it is not loaded again.
  await page.goto(`${url}/MoreLottery`);
  await expect(page.getByText('演示11选5').first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillThisPage: true }));
  dropGameFile(games, { ...hourlyGame('pk10', 'demopk10'), name: '演示赛车' });
  await page.getByText('演示赛车').first().click();
  await expect(page.getByRole('tabpanel', { name: '猜冠军选号' })).toBeVisible();
  expect(await page.evaluate(() => 'stillThisPage' in window)).toBe(true);
  await page.getByRole('button', { name: /^冠军全选?$/ }).click();
  await expect(page.getByText('10 注 · ¥20')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  const { drawsAt } = await placeAndOpen(page);
  await server.advance(Math.max(0, drawsAt - (await serverNow(url)) + 1_000));
  await expectPaid(page);
});
