/** Matches picked from the list of 竞彩足球 as it is at the moment: what has just kicked off may still stand there. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

interface Wanted {
  /** What the rows of the matches say: a league, the day that codes of matches begin with. */
  readonly of: string;
  readonly matches: number;
  /** So many at the head of the list are left out: they may kick off while a slip is filled in, which takes them off it. */
  readonly from?: number;
  /** No two of them kick off at the same minute. */
  readonly apart?: boolean;
}

/** What the phone of a player keeps who takes odds that move while a slip is filled in. */
export const ANY_ODDS = { oddsPolicy: 'any' };

/** Opens the list and picks every way in which the first such matches on sale can end, so that one bet wins. The player takes `ANY_ODDS`. */
export async function pickEveryEnd(page: Page, url: string, { of, matches, from = 0, apart = false }: Wanted): Promise<void> {
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
    })),
  );
  const codes = listed
    .filter(({ starts }, at) => !apart || listed.findIndex((each) => each.starts === starts) === at)
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
