/** The moment of a net win: a gold sheet over the present page, once, and the picture of the order (晒单). */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { choosePlay, serverNow } from './support/play.ts';
import { FEW_DRAWS_NO_MATCHES, type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

const MINUTE = 60_000;

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['jlffc'], clock: 1, env: FEW_DRAWS_NO_MATCHES });
});
test.afterAll(() => server?.stop());

/** One number in ten pays for all ten: a prize of 300 yuan makes a sure win a net win. */
function raisePrize(games: string): void {
  const file = join(games, 'families/ssc.json');
  const family = JSON.parse(readFileSync(file, 'utf8')) as { playGroups: { plays: { code: string; prizes?: object }[] }[] };
  for (const { plays } of family.playGroups)
    for (const play of plays) if (play.code === 'DWD') play.prizes = { ...play.prizes, win: { fen: 30_000 } };
  const written = join(games, '.ssc.tmp');
  writeFileSync(written, JSON.stringify(family));
  renameSync(written, file);
}

test('a net win is gold, counts up once, and becomes a picture with a masked name', async ({ page }) => {
  const { url } = server;
  const version = async (): Promise<string> => await (await fetch(`${url}/descriptions/index.json`)).text();
  const before = await version();
  raisePrize(server.games);
  await expect.poll(version).not.toBe(before);
  const { name } = await newPlayer(page, url);
  await server.advance(MINUTE - ((await serverNow(url)) % MINUTE) + 1_000);
  await page.goto(`${url}/ssc/jlffc`);
  await choosePlay(page, '定位胆');
  await page.getByRole('button', { name: '万位全选', exact: true }).click();
  await expect(page.getByText('10 注 · ¥20')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '确认投注' }).click();
  await page.getByRole('dialog', { name: '投注成功' }).getByRole('button', { name: '关闭' }).click();
  await server.advance(2 * MINUTE);

  const sheet = page.getByRole('dialog', { name: '开奖结果' });
  await expect(sheet).toContainText('恭喜中奖');
  await expect(sheet.locator('.win-head')).toContainText('+¥280.00');
  await expect(sheet.locator('.count-up__now')).toHaveCount(0);

  await sheet.getByRole('button', { name: '晒单' }).click();
  const picture = page.getByRole('dialog', { name: '晒单' });
  const drawn = picture.getByRole('img', { name: /吉林分分彩.*定位胆.*（中）.*投注 ¥20\.00 净赚 \+¥280\.00/ });
  await expect(drawn).toHaveAccessibleName(new RegExp(`${name[0]}\\*{4} 演示 · 无现金价值$`));
  await picture.getByRole('switch', { name: '显示完整昵称' }).click();
  await expect(drawn).toHaveAccessibleName(new RegExp(`${name} 演示`));
  const saving = page.waitForEvent('download');
  await picture.getByRole('button', { name: '保存图片' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^caipu-\d+\.png$/);
  await expect(page.getByText('图片已保存')).toBeVisible();
  await picture.getByRole('button', { name: '关闭' }).click();

  // The page of the order is gold too; the win was shown, so its amount stands there at once.
  await sheet.getByRole('button', { name: '查看订单' }).click();
  await expect(page.locator('.win-head')).toContainText('+¥280.00');
  await expect(page.locator('.count-up__now')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '晒单' })).toBeVisible();
});

test('a prize below the stake is a quiet note, and its sheet is calm', async ({ page }) => {
  const { url } = server;
  await newPlayer(page, url);
  await server.advance(MINUTE - ((await serverNow(url)) % MINUTE) + 1_000);
  await page.goto(`${url}/ssc/jlffc`);
  // Each of at most three numbers pays 6.64: less than 20 yuan for all ten.
  await choosePlay(page, '前三一码');
  await page.getByRole('button', { name: /全选$/ }).first().click();
  await expect(page.getByText('10 注 · ¥20')).toBeVisible();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '确认投注' }).click();
  await page.getByRole('dialog', { name: '投注成功' }).getByRole('button', { name: '关闭' }).click();
  await server.advance(2 * MINUTE);
  await page.getByRole('button', { name: /已返奖.*查看/ }).click();
  const sheet = page.getByRole('dialog', { name: '开奖结果' });
  await expect(sheet).toContainText('已返奖');
  await expect(sheet.locator('.win-head, .count-up')).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: '晒单' })).toHaveCount(0);
});
