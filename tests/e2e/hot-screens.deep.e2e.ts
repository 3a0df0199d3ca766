/** Screens that are dropped into a server that runs: a wrong one reaches no phone, the mended one reaches those that are open. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['ssq'], ownDescriptions: true });
});
test.afterAll(async () => {
  await server?.stop();
});

interface Screen {
  title: string;
  sources?: Record<string, { call: string }>;
  blocks: object[];
}

/** Changes a screen's file of the running server. */
function drop(code: string, change: (screen: Screen) => void): void {
  const file = join(server.descriptions, 'screens', `${code}.json`);
  const screen = JSON.parse(readFileSync(file, 'utf8')) as Screen;
  change(screen);
  writeFileSync(file, JSON.stringify(screen, null, 2));
}

/** The hash under which a screen is published. */
async function hashOf(code: string): Promise<string | undefined> {
  const index = (await (await fetch(`${server.url}/descriptions/index.json`)).json()) as DescriptionIndex;
  return index.documents.screen?.[code];
}

test('a screen with an unknown source reaches no phone, and the corrected screen arrives by itself', async ({ page, context }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/setting`);
  await expect(page.getByText('当前账号')).toBeVisible();
  const before = await hashOf('setting');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });

  const late = { block: 'text', text: '客服在线 {sources.servers.items.length} 人' };
  drop('setting', (screen) => {
    screen.title = '新设置';
    screen.blocks.unshift(late);
  });
  // Another change, a good one: once it is published, the wrong one has been judged.
  const good = await hashOf('activityList');
  drop('activityList', (screen) => {
    screen.title = '新活动';
  });
  await expect.poll(() => hashOf('activityList')).not.toBe(good);
  expect(await hashOf('setting')).toBe(before);
  const other = await context.newPage();
  await other.goto(`${server.url}/ActivityList1`);
  await expect(other.getByRole('heading', { name: '新活动' })).toBeVisible();
  await other.goto(`${server.url}/setting`);
  for (const phone of [page, other]) {
    await expect(phone.getByRole('heading', { name: '设置', exact: true })).toBeVisible();
    await expect(phone.getByText('当前账号')).toBeVisible();
    await expect(phone.getByText('客服在线')).toHaveCount(0);
  }

  drop('setting', (screen) => {
    screen.blocks[0] = { block: 'text', text: '客服在线，{session.userName}' };
  });
  for (const phone of [page, other]) {
    await phone.bringToFront();
    await expect(phone.getByRole('heading', { name: '新设置', exact: true })).toBeVisible();
    await expect(phone.getByText(/^客服在线，p/)).toBeVisible();
  }
  expect(await hashOf('setting')).not.toBe(before);
  // By itself: nothing was loaded again.
  expect(loads).toEqual([]);
});
