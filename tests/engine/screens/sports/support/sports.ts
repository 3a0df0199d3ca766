/** Described sports games as the phone gets them, and pages of matches made for them. */
import { readFile } from 'node:fs/promises';
import { resolveSport, sportGame } from '../../../../../engine/descriptions/sports/resolve.ts';
import type { PassesDescription, SportFile, SportGame } from '../../../../../engine/descriptions/sports/types.ts';
import type { Offer, OfferPage } from '../../../../../engine/screens/sports/calls.ts';

// Not by URL: a test in a DOM has the DOM's URL, which the file system does not take.
const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(`${import.meta.dirname}/../../../../../games/${name}`, 'utf8')) as T;

export async function readSport(code: string): Promise<SportGame> {
  const file = await read<SportFile>(`sports/${code}.json`);
  const whole = resolveSport(file, file.like === undefined ? undefined : await read<SportFile>(`sports/${file.like}.json`));
  return sportGame(whole, whole.passes === undefined ? undefined : await read<PassesDescription>(`passes/${whole.passes}.json`));
}

/** 2026-11-22 10:00 in China. */
export const T0 = Date.UTC(2026, 10, 22, 2, 0, 0);
const HOUR = 3_600_000;
const LEAGUES = [
  { code: 'ECL', name: '英格兰超级联赛', short: '英超', tone: 'red', five: true as const },
  { code: 'BJL', name: '巴西甲级联赛', short: '巴甲', tone: 'green' },
];

/** The odds of a choice: another for each, the same for the same place. */
export const oddsAt = (match: number, play: number, choice: number): string =>
  (1.3 + ((match * 7 + play * 5 + choice * 3) % 40) / 10).toFixed(2);

export function oddsOf(game: SportGame, match: number, plays: readonly string[]): Offer['odds'] {
  return Object.fromEntries(
    game.plays
      .map((play, at) => [play, at] as const)
      .filter(([{ code }]) => plays.includes(code))
      .map(([play, at]) => [play.code, Object.fromEntries(play.choices.map(({ code }, choice) => [code, oddsAt(match, at, choice)]))]),
  );
}

/** Match number `at`, two a kick-off hour; every 34 of them a sale day. */
export function matchOffer(game: SportGame, at: number, change: Partial<Offer> = {}): Offer {
  const startsAt = T0 + (8 + Math.floor(at / 2)) * HOUR;
  const day = new Date(T0 + 8 * HOUR + Math.floor(at / 34) * 24 * HOUR).toISOString().slice(0, 10);
  const pool = game.payout.kind === 'pool';
  return {
    id: `m${at}`,
    code: pool ? String(at + 1) : `周日${String(at + 1).padStart(3, '0')}`,
    day,
    league: LEAGUES[at % 2]?.code ?? '',
    home: { id: `h${at}`, name: `主队${at + 1}`, rank: (at % 20) + 1 },
    away: { id: `a${at}`, name: `客队${at + 1}`, rank: ((at + 7) % 20) + 1 },
    startsAt,
    singleStopsAt: startsAt - 300_000,
    passStopsAt: startsAt - 300_000,
    state: 'selling',
    numbers: Object.fromEntries(
      game.numbers.map(({ code, from, decimals }) => [code, from < 0 ? (at % 2 ? '1' : '-1') : decimals > 0 ? '2.5' : '2']),
    ),
    singles: game.plays.filter(({ choices }) => choices.length > 3).map(({ code }) => code),
    closed: [],
    odds: pool ? {} : oddsOf(game, at, game.board?.row ?? []),
    version: 1,
    ...change,
  };
}

export function offerPage(game: SportGame, matches: readonly Offer[], change: Partial<OfferPage> = {}): OfferPage {
  return {
    game: game.code,
    hash: 'h1',
    version: Math.max(1, ...matches.map(({ version }) => version)),
    full: true,
    demo: true,
    leagues: LEAGUES,
    matches,
    removed: [],
    notices: [],
    ...change,
  };
}
