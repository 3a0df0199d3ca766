/**
 * Agents (代理) with the demonstration tree: the player of the first page makes a link, walks down his team, sets a rate, reads reports with the
 * figures of real bets, saves one as a file, and finds every function in the centre of functions.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, logIn, test } from './support/test.ts';
import { axeViolations } from './support/violations.ts';

let server: RunningServer;
test.beforeAll(async () => {
  const quick = ['jlffc', 'jsks', 'ahk3', 'jx11x5', 'jspk10', 'hnffc', 'txffc'];
  server = await startServer({ clock: 30, games: [...quick, 'ssq', 'fc3d', 'pl3'], env: { CAIPU_DEMO_LIFE: 'on' } });
});
test.afterAll(() => server?.stop());
test.use({ refusals: true });

const PICTURES = process.env.CAIPU_AGENT_PICTURES;
const picture = async (page: Page, name: string) => {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
};

test('an agent promotes, sets rates, and reads what his team played', async ({ page }) => {
  test.setTimeout(240_000);
  await logIn(page, server.url, 'demo', 'demo1234');

  await test.step('the team, level by level', async () => {
    await page.goto(`${server.url}/ScoreSubagent`);
    // Twelve players come one after the other.
    await expect
      .poll(
        async () => {
          await page.reload();
          await expect(page.getByText('今日有效投注')).toBeVisible();
          return await page.getByText('12 人').count();
        },
        { timeout: 90_000 },
      )
      .toBe(1);
    await picture(page, 'subagent');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /老周·演示/ }).click();
    await expect(page.getByText('我 › 老周·演示')).toBeVisible();
    await expect(page.getByRole('button', { name: /小鱼·演示/ })).toBeVisible();
    await picture(page, 'subagent-down');
  });

  await test.step('a player with all below him is moved to another place of the team', async () => {
    await page.getByRole('button', { name: /小鱼·演示/ }).click();
    await expect(page.getByRole('heading', { name: '我 › 老周·演示 › 小鱼·演示' })).toBeVisible();
    await page.getByRole('button', { name: '移到他人名下' }).click();
    const sheet = page.getByRole('dialog', { name: '移动 小鱼·演示' });
    const own = /您的编号 (\d+)/.exec((await sheet.getByText(/您的编号/).textContent()) ?? '')?.[1] ?? '';
    await picture(page, 'move-sheet');
    const moveUnder = async (number: string) => {
      await sheet.getByLabel('移到谁名下').fill(number);
      await sheet.getByRole('button', { name: '移动', exact: true }).click();
      await page
        .getByRole('dialog', { name: `移到 ${number} 名下` })
        .getByRole('button', { name: '移动', exact: true })
        .click();
    };
    await moveUnder('9999999');
    await expect(sheet.getByText('您的团队中没有这位玩家')).toBeVisible();
    await moveUnder(own);
    await expect(page.getByRole('heading', { name: '我 › 小鱼·演示' })).toBeVisible();
    await page.getByRole('button', { name: '回到我的直属' }).click();
    await page.getByRole('button', { name: /老周·演示/ }).click();
  });

  await test.step('a rate of somebody right below, from tomorrow on', async () => {
    await page.getByRole('button', { name: '设置返点' }).click();
    await expect(page.getByRole('heading', { name: '老周·演示 的返点' })).toBeVisible();
    await picture(page, 'discount-who');
    await page.getByRole('button', { name: /^高频彩/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('明天 00:00 生效')).toBeVisible();
    await picture(page, 'rate-sheet');
    await sheet.getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('已保存，明天 00:00 生效')).toBeVisible();
    await expect(page.getByText(/老周·演示 · 高频彩/).first()).toBeVisible();
    await page.goto(`${server.url}/ScoreDiscount`);
    await expect(page.getByRole('heading', { name: '档位加成' })).toBeVisible();
    await picture(page, 'discount');
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('a link', async () => {
    await page.goto(`${server.url}/ScorePromote`);
    await expect(page.getByText('还没有推广链接')).toBeVisible();
    await picture(page, 'promote');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '新建链接' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('名称').fill('朋友圈');
    await picture(page, 'link-sheet');
    await sheet.getByRole('button', { name: '建好链接' }).click();
    await expect(page.getByText(/打开 0 次/)).toBeVisible();
    await picture(page, 'promote-link');
    await page.getByRole('button', { name: '二维码' }).click();
    const code = page.getByRole('dialog', { name: '朋友圈' });
    await expect(code.getByRole('img', { name: '扫码注册' })).toBeVisible();
    const poster = page.waitForEvent('download');
    await code.getByRole('button', { name: '海报' }).click();
    expect((await poster).suggestedFilename()).toMatch(/\.png$/);
  });

  await test.step('reports with real figures', async () => {
    await page.goto(`${server.url}/ScoreReprot`);
    await expect
      .poll(
        async () => {
          await page.reload();
          await expect(page.getByText('截至')).toBeVisible();
          return await page.getByRole('cell').count();
        },
        { timeout: 90_000 },
      )
      .toBeGreaterThan(5);
    await picture(page, 'report');
    expect(await axeViolations(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出 CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^积分报表-/);
    // A day leads to what was bet on it, and a game of a span to its bets in that span.
    await page.getByRole('row').nth(1).click();
    await expect(page).toHaveURL(/ScoreBetReport\?scope=team&from=(\d{4}-\d\d-\d\d)&to=\1/);
    await page.goto(`${server.url}/ScoreGameReport?from=2026-01-01&to=2026-12-31`);
    await page.getByRole('row').nth(1).click();
    await expect(page).toHaveURL(/ScoreBetReport\?scope=team&from=2026-01-01&to=2026-12-31&game=/);
    await page.getByRole('button', { name: /改看全部彩种/ }).click();
    await expect(page).toHaveURL(/ScoreBetReport\?scope=team&from=2026-01-01&to=2026-12-31$/);
    for (const [path, name] of [
      ['/ScoreGameReport', 'games'],
      ['/ScoreBetReport?scope=team', 'bets'],
      ['/ScoreReturnList', 'returns'],
    ] as const) {
      await page.goto(`${server.url}${path}`);
      await expect(page.getByText('这段时间没有')).toHaveCount(0);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await picture(page, name);
      expect(await axeViolations(page)).toEqual([]);
    }
    await page.goto(`${server.url}/ScoreBetReport`);
    await expect(page.getByText('这段时间没有数据')).toBeVisible();
    await expect(page.getByText('这段时间没有可导出的数据')).toBeVisible();
    await picture(page, 'bets-empty');
  });

  await test.step('every function, and favourites that stay', async () => {
    await page.goto(`${server.url}/menuCenter`);
    await expect(page.getByRole('region', { name: '代理' })).toBeVisible();
    await picture(page, 'center');
    expect(await axeViolations(page)).toEqual([]);
    const own = page.getByRole('region', { name: '常用' });
    await own.getByRole('button', { name: '编辑' }).click();
    await expect(own.getByText('8/8')).toBeVisible();
    await page.getByRole('region', { name: '代理' }).getByRole('button', { name: '积分报表' }).click();
    await expect(page.getByText('最多 8 个，请先取消一个')).toBeVisible();
    await own.getByRole('button', { name: '充值' }).click();
    await page.getByRole('region', { name: '代理' }).getByRole('button', { name: '积分报表' }).click();
    await picture(page, 'center-edit');
    await own.getByRole('button', { name: '完成' }).click();
    await page.reload();
    await own.getByRole('button', { name: '积分报表' }).click();
    await expect(page).toHaveURL(/ScoreReprot/);
    await page.goto(`${server.url}/menuCenter`);
    await page.getByRole('searchbox', { name: '找功能' }).fill('报表');
    await expect(own).toHaveCount(0);
    await expect(page.getByRole('button', { name: '游戏报表' })).toBeVisible();
    await picture(page, 'center-search');
  });
});
