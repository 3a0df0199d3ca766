/** What a player sees on the board of a game. */
import type { Page } from '@playwright/test';

export interface ShownBoard {
  readonly play: string;
  readonly areas: Record<string, { readonly picks: number[]; readonly bankers: number[] }>;
  readonly mode: string;
  readonly typed: string;
  readonly empty: boolean;
  readonly ready: boolean;
}

/** What stands on the board: balls, mode and buttons, as they are drawn. */
export function readBoard(page: Page): Promise<ShownBoard> {
  return page.evaluate(() => {
    const text = (selector: string) => document.querySelector(selector)?.textContent?.trim() ?? '';
    const areas: Record<string, { picks: number[]; bankers: number[] }> = {};
    for (const area of document.querySelectorAll('.layer:not([aria-hidden]) .board-area')) {
      if (!area.querySelector('.pick')) continue;
      const values = (selector: string) =>
        [...area.querySelectorAll(selector)].map((each) => Number(each.querySelector('.pick__ball')?.textContent));
      areas[area.querySelector('.board-area__label')?.firstChild?.textContent ?? ''] = {
        picks: values('.pick.cur'),
        bankers: values('.pick.cur-dan'),
      };
    }
    const links = [...document.querySelectorAll('.bet-bar button')].map((each) => each.textContent);
    return {
      play: document.querySelector('[role=tabpanel].board')?.getAttribute('aria-label')?.replace(/选号$/, '') ?? '',
      areas,
      mode: text('.board-mode [aria-pressed=true]'),
      typed: text('.typed__count b'),
      empty: !links.includes('清空'),
      ready: document.querySelector('.bet-bar__go')?.getAttribute('aria-disabled') !== 'true',
    };
  });
}
