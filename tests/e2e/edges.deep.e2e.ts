/** One left and one right edge in sheets and cards, as docs/add-a-block.md#edges says. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { TABLE } from '../../protocol/calls/table.ts';
import { edgesIn } from './support/edges.ts';
import { describeOpeners, type SheetOpener } from './support/opened-sheets.ts';
import { ANY_ODDS, pickEveryEnd } from './support/pick-matches.ts';
import { FEW_DRAWS, type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

const DESCRIPTIONS = join(import.meta.dirname, '../../app/descriptions');
const { routes: ROUTES } = JSON.parse(readFileSync(join(DESCRIPTIONS, 'routes.json'), 'utf8')) as {
  readonly routes: readonly { readonly path: string; readonly screen?: string }[];
};
/** Boards, whose targets need each px of the width, and pages without cards. */
const OTHER_PAGES = new Set([
  'game',
  'matches',
  'confirm-number',
  'confirm-credit',
  'confirm-quick',
  'addNumber',
  'iframePage',
  'iframePage2',
]);
/** The inset of the brands (`--margin`), px. */
const INSET = 16;
const WIDTHS = [360, 390];
/** The screen whose page has the buttons for whole screens in sheets. */
const CARRIER = 'kefu';

// The examples name documents and codes that the server does not have.
test.use({ refusals: true });
test.describe.configure({ timeout: 480_000 });

let server: RunningServer;
let openers: readonly SheetOpener[];
const descriptions = mkdtempSync(join(tmpdir(), 'caipu-edges-'));
test.beforeAll(async () => {
  openers = describeOpeners(DESCRIPTIONS, descriptions, CARRIER);
  server = await startServer({ demo: true, env: { ...FEW_DRAWS, CAIPU_DESCRIPTIONS: descriptions } });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(descriptions, { recursive: true });
});

/** Calls that say who the player is, and which games there are. */
const REAL = /^\/api\/(account|webregist|lottery|gamecenter|systemconfig)/;

/** Reads answer with the examples of their calls: a sheet has contents, whatever the player has done. */
async function answerWithExamples(page: Page): Promise<void> {
  const examples = new Map(TABLE.map((call) => [call.path.toLowerCase(), call.example.models as unknown]));
  await page.route(/\/(api|matchdata)\//, async (route) => {
    const path = new URL(route.request().url()).pathname.toLowerCase();
    if (REAL.test(path) || !examples.has(path)) return route.fallback();
    await route.fulfill({ json: { status: 0, models: examples.get(path), msg: '' } });
  });
}

/** Addresses of screens whose route has parameters. */
const ADDRESSES: Readonly<Record<string, string>> = { cup: '/EuropeCup', followOrderRank: '/followOrderRank/1' };

/** Codes of screens whose page needs nothing but an address. */
const PAGES = [
  ...new Set(ROUTES.flatMap(({ path, screen }) => (screen === undefined || path.includes('{') || OTHER_PAGES.has(screen) ? [] : [screen]))),
];
const IS_CARD = '.card, .group__card, .rows__cell';
const CARDS = `.page__main :is(${IS_CARD}):not(:is(${IS_CARD}) *)`;

function addressOf(code: string): string {
  const path = ADDRESSES[code] ?? ROUTES.find(({ screen, path: at }) => screen === code && !at.includes('{'))?.path;
  if (path === undefined) throw new Error(`no address of ${code}`);
  return `${path}?id=1`;
}

async function expectOneEdge(page: Page, name: string): Promise<void> {
  const panel = page.locator('dialog[open] .sheet__panel').last();
  // Title and content: a part of the app that is still on its way has none. Content that is all centred has no edge.
  await expect.poll(async () => (await edgesIn(panel, INSET)).blocks, name).toBeGreaterThan(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const { starts, ends } = await edgesIn(panel, INSET);
    expect.soft(starts, `${name} at ${width} px: left edges`).toEqual([]);
    expect.soft(ends, `${name} at ${width} px: right edges of buttons`).toEqual([]);
  }
}

test('the cards of a page have one text edge', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPlayer(page, server.url);
  await answerWithExamples(page);
  for (const code of PAGES) {
    await page.goto(server.url + addressOf(code));
    await expect(page.locator('.page__main :is(.card, .empty, .form, .text-block, ul, ol)').first()).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      const { starts, ends } = await edgesIn(page.locator(CARDS), INSET);
      expect.soft(starts, `${code} at ${width} px: left edges`).toEqual([]);
      expect.soft(ends, `${code} at ${width} px: right edges of buttons`).toEqual([]);
    }
  }
});

test('every described sheet has one left edge, and its buttons one right edge', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPlayer(page, server.url);
  await answerWithExamples(page);
  for (const screen of new Set(openers.map((opener) => opener.screen))) {
    await page.goto(server.url + addressOf(screen));
    for (const { label } of openers.filter((opener) => opener.screen === screen)) {
      const opener = page.getByRole('button', { name: label, exact: true }).first();
      await opener.click();
      await expect(page.locator('dialog .skeleton')).toHaveCount(0);
      await expectOneEdge(page, `${screen} ${label}`);
      await page.keyboard.press('Escape');
    }
  }
});

/** Sheets of blocks, on the way of a player. */
test('the sheets of blocks have one left edge too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newPlayer(page, server.url, ANY_ODDS);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const look = async (what: string): Promise<void> => {
    await expectOneEdge(page, what);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.goto(`${server.url}/ssq`);
  await press(/^机选/);
  await press('确定');
  await press('确认投注');
  await expect(page.getByRole('dialog', { name: '投注成功' })).toBeVisible();
  await look('receipt');

  await page.goto(`${server.url}/ssc/jlffc`);
  await press(/^玩法|选择玩法/);
  await look('plays');
  await page.getByRole('button', { name: '玩法', exact: true }).click();
  await look('about the play');
  await press(/^机选/);
  await press('确定');
  await page.getByRole('switch', { name: '追号' }).click();
  await look('chase');
  await press('清空');
  await look('clear the slip');

  await pickEveryEnd(page, server.url, { of: '周', matches: 2, from: 2 });
  await press(/筛选/);
  await look('filter of matches');
  await press(/更多|全部玩法/);
  await look('all plays of a match');
  await press(/已选/);
  await look('picked matches');
  await page.getByRole('button', { name: '确定', exact: true }).click();
  await press(/过关/);
  await look('passes');
  await press('清空');
  await look('clear the matches');
});
