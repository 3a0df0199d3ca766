/** Matches picked from the list of 竞彩足球 as it is at the moment: what has just kicked off may still stand there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { LeagueDescription } from '../../../engine/descriptions/sports/types.ts';
import { expect } from './test.ts';

interface Wanted {
  /** What the rows of the matches say: a league, the day that codes of matches begin with. */
  readonly of: string;
  readonly matches: number;
  /** So many at the head of the list are left out: they may kick off while a slip is filled in, which takes them off it. */
  readonly from?: number;
  /** They last as long as real ones, so that no feed ends them meanwhile, and no two of them kick off at the same minute. */
  readonly real?: boolean;
}

/** Short names of the leagues whose minutes are shorter. */
function quickLeagues(): readonly string[] {
  const folder = fileURLToPath(new URL('../../../games/leagues', import.meta.url));
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as LeagueDescription)
    .flatMap(({ short, quick }) => (quick === undefined ? [] : [short]));
}

/** What the phone of a player keeps who takes odds that move while a slip is filled in. */
export const ANY_ODDS = { oddsPolicy: 'any' };

/** Opens the list and picks every way in which the first such matches on sale can end, so that one bet wins. The player takes `ANY_ODDS`. */
export async function pickEveryEnd(page: Page, url: string, { of, matches, from = 0, real = false }: Wanted): Promise<void> {
  await page.goto(`${url}/jczq`);
  const cell = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} ?赔率`), disabled: false });
  const rows = page
    .locator('.match')
    .filter({ hasText: of })
    .filter({ has: cell('胜') });
  await expect(rows.nth(from + matches)).toBeVisible();
  const listed = await rows.evaluateAll((all) =>
    all.map((row) => ({
      code: row.querySelector('.match__code')?.textContent ?? '',
      starts: row.querySelector('.match__times span')?.textContent ?? '',
      text: row.querySelector('.match__head')?.textContent ?? '',
    })),
  );
  const quick = quickLeagues();
  const lasting = listed.filter(({ text }) => !real || quick.every((short) => !text.includes(short)));
  const codes = lasting
    .filter(({ starts }, at) => !real || lasting.findIndex((each) => each.starts === starts) === at)
    .slice(from, from + matches)
    .map(({ code }) => code);
  for (const code of codes)
    for (const name of ['胜', '平', '负'])
      await rows
        .filter({ has: page.getByText(code, { exact: true }) })
        .locator(cell(name))
        .first()
        .click();
  await expect(page.getByText(`已选 ${matches} 场`)).toBeVisible();
}
