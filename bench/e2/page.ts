/** What both lists show, and what they offer to the measuring program. */
import jczq from '../../games/sports/jczq.json';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { Offer } from '../../engine/screens/sports/calls.ts';

declare global {
  interface Window {
    listBench: {
      /** Takes the list away and draws it again; resolves after the frame that shows it. */
      mount(): Promise<void>;
      /** A tap on a cell, spread over the list; resolves after the frame that shows it. */
      tap(times: number): Promise<void>;
      rendersOfOneTap(): Promise<readonly string[]>;
      /** What stands in the rows, and the elements that they are made of, with their classes. */
      text(): string;
    };
  }
}

const query = new URLSearchParams(location.search);
export const MATCH_COUNT = Number(query.get('matches') ?? '100');

const described = jczq as unknown as SportGame;
/** ?all: every play stands in the row, as many choices as the game has; else the rows are the game's own. */
export const EVERY_PLAY = query.has('all');
export const sport: SportGame = EVERY_PLAY
  ? { ...described, board: { row: described.plays.map(({ code }) => code), sheet: described.board?.sheet ?? [] } }
  : described;

const T0 = Date.UTC(2026, 10, 22, 2);
export const fixedNow = (): number => T0;

export const offers: readonly Offer[] = Array.from({ length: MATCH_COUNT }, (_, at) => {
  const startsAt = T0 + 8 * 3_600_000 + at * 600_000;
  return {
    id: `m${at}`,
    code: `周日${String(at + 1).padStart(3, '0')}`,
    day: at < 60 ? '2026-11-22' : '2026-11-23',
    league: 'ECL',
    home: { id: 'h', name: '阿森纳', rank: (at % 20) + 1 },
    away: { id: 'a', name: '切尔西', rank: ((at + 7) % 20) + 1 },
    startsAt,
    singleStopsAt: startsAt - 300_000,
    passStopsAt: startsAt - 300_000,
    state: 'selling' as const,
    numbers: { handicap: '-1' },
    singles: ['BF'],
    closed: [],
    odds: Object.fromEntries(
      sport.plays.map((play, p) => [
        play.code,
        Object.fromEntries(play.choices.map(({ code }, c) => [code, (1.3 + ((at * 7 + p * 5 + c * 3) % 40) / 10).toFixed(2)])),
      ]),
    ),
    version: 1,
  };
});

export const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export const matchCells = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('.match-cell')];

/** Picks and takes back a dozen cells of as many matches. */
export async function tapCells(times: number): Promise<void> {
  const all = matchCells();
  const spread = Array.from({ length: 12 }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / 12)]);
  for (let n = 0; n < times; n++) {
    spread[n % 12]?.click();
    await frame();
  }
}

export async function listDrawn(): Promise<void> {
  while (document.querySelectorAll('.match').length < MATCH_COUNT) await frame();
  await frame();
}

const elements = (row: Element): string =>
  [row, ...row.querySelectorAll('*')].map((each) => `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''}`).join(' ');

export const listMarkup = (): string =>
  [...document.querySelectorAll('.match')].map((each) => `${each.textContent} ${elements(each)}`).join('\n');
