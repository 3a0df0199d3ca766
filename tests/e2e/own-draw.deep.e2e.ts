/**
 * Games of an own draw, as `npm run games -- new --draw` writes them and as the wizard of the workshop does: a player picks on the board, bets
 * on the confirmation that the routes name, and is paid.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { Line } from '../../engine/rules/index.ts';
import { driveBoard } from './support/board-driver.ts';
import { barFigures, planOf, expectedFillOf } from './support/fills.ts';
import { expectPaid, serverNow, placeAndOpen, untilHour } from './support/play.ts';
import { publishedGame } from './support/published.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

const OPERATOR = 'workshop-test';
const root = fileURLToPath(new URL('../..', import.meta.url));
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['jsks'], ownDescriptions: true, operatorPassword: OPERATOR, clock: 1 });
  // The drafts are drawn all day long.
  await server.advance(untilHour(await serverNow(server.url), 12));
});
test.afterAll(async () => {
  await server?.stop();
});

/** On a phone of their own: every value of the first place is picked, so that the bet wins whatever is drawn. */
async function playToPaidPrize(browser: Browser, code: string): Promise<void> {
  const { url } = server;
  await expect
    .poll(async () => ((await (await fetch(`${url}/descriptions/index.json`)).json()) as DescriptionIndex).games.map((game) => game.code))
    .toContain(code);
  const { compiled, route } = await publishedGame(url, code, await serverNow(url));
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await newPlayer(page, url);
  const play = compiled.plays[0];
  const place = play?.play.areas[0];
  if (play === undefined || place === undefined) throw new Error(`${code} has no plays`);
  const line: Line = { play: play.play.code, picks: { [place.id]: play.areas.get(place.id)?.values ?? [] } };
  const figures = barFigures(compiled, line);
  await page.goto(url + route);
  await expect(page.getByRole('region', { name: '投注栏' })).toBeVisible();
  await page.evaluate(driveBoard, [planOf(compiled, play, [expectedFillOf(compiled, play, line)])]);
  await expect(page.getByText(figures)).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(new RegExp(`/NumConfirmation/${code}/${line.play}$`));
  await expect(page.getByRole('list', { name: '投注单号码' }).getByRole('listitem')).toHaveCount(1);
  const { drawsAt } = await placeAndOpen(page);
  await server.advance(Math.max(0, drawsAt - (await serverNow(url)) + 1_000));
  await expectPaid(page);
  await context.close();
}

test('a game that the command line writes is bet on and paid', async ({ browser }) => {
  const written = execFileSync(
    process.execPath,
    ['scripts/games.mjs', 'new', '--draw', 'sequence:1-20:5', 'ownballs', '--name', '自家五球'],
    {
      cwd: root,
      env: { ...process.env, CAIPU_GAMES: server.games, CAIPU_DESCRIPTIONS: server.descriptions },
      encoding: 'utf8',
    },
  ).trim();
  expect(written).toBe(join(server.games, 'ownballs.json'));
  writeFileSync(written, readFileSync(written, 'utf8').replace(/\n.*"disabled".*/, ''));
  await playToPaidPrize(browser, 'ownballs');
});

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 });
  test('a game that the wizard of the workshop writes is bet on and paid', async ({ page, browser }) => {
    await page.goto(`${server.url}/workshop`);
    await page.getByLabel('管理员密码').fill(OPERATOR);
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('button', { name: '打开新建向导' }).click();
    const wizard = page.getByRole('main', { name: '新建彩种向导' });
    const next = () => wizard.getByRole('button', { name: '下一步' }).click();
    await next();
    await wizard.getByLabel('代码').fill('owndigits');
    await wizard.getByLabel('名称', { exact: true }).fill('自家三位');
    for (let step = 2; step < 5; step += 1) await next();
    await wizard.getByLabel('马上出售').check();
    await wizard.getByRole('button', { name: '放进编辑器' }).click();
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await expect(page.getByText('已发布 owndigits')).toBeVisible();
    await playToPaidPrize(browser, 'owndigits');
  });
});
