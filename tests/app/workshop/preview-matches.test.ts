/** Matches that the workshop makes up to show a sports game with: what its description can be sold with, for every game of the project. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleMatches } from '../../../app/workshop/preview-matches.ts';
import { resolveSport } from '../../../engine/descriptions/sports/resolve.ts';
import type { SportFile, SportGame } from '../../../engine/descriptions/sports/types.ts';
import { isSoldWithNumbers } from '../../../engine/screens/sports/plays.ts';

const GAMES = join(import.meta.dirname, '../../../games');
const read = <T>(folder: string, code: string): T => JSON.parse(readFileSync(join(GAMES, folder, `${code}.json`), 'utf8')) as T;
const codes = readdirSync(join(GAMES, 'sports')).map((name) => name.replace('.json', ''));
const sportOf = (code: string): SportGame => {
  const file = read<SportFile>('sports', code);
  return resolveSport(file, file.like === undefined ? undefined : read<SportFile>('sports', file.like));
};
const NOW = Date.UTC(2026, 10, 25, 4);

describe.each(codes)('matches made up for %s', (code) => {
  const sport = sportOf(code);
  const { page, options } = sampleMatches({ hash: 'h', sport }, NOW, 8 * 60);

  it('are on sale, of different teams, as many as an issue of a pool has', () => {
    expect(page).toMatchObject({ game: code, hash: 'h', full: true, demo: true });
    expect(page.leagues.map(({ code: league }) => league)).toEqual([...new Set(page.matches.map(({ league }) => league))]);
    if (sport.payout.kind === 'pool') expect(page.matches).toHaveLength(sport.payout.matches);
    expect(new Set(page.matches.map(({ id }) => id)).size).toBe(page.matches.length);
    for (const { home, away, state, startsAt, passStopsAt } of page.matches) {
      expect(home.name).not.toBe(away.name);
      expect(state).toBe('selling');
      expect(passStopsAt).toBeGreaterThan(NOW);
      expect(startsAt).toBeGreaterThanOrEqual(passStopsAt);
    }
    expect(page.issue !== undefined).toBe(sport.sale?.issues !== undefined);
  });

  it('have numbers that every play can be sold with, and odds above 1.00 for every choice, none for a pool', () => {
    for (const { id, numbers, closed, odds } of page.matches) {
      expect(closed).toEqual([]);
      expect(sport.plays.every((play) => isSoldWithNumbers(play, numbers))).toBe(true);
      for (const { code: number, from, to } of sport.numbers) {
        expect(Number(numbers[number])).toBeGreaterThanOrEqual(from);
        expect(Number(numbers[number])).toBeLessThanOrEqual(to);
      }
      const wanted =
        sport.payout.kind === 'pool' ? [] : sport.plays.flatMap((play) => play.choices.map((choice) => [play.code, choice.code] as const));
      for (const [play, choice] of wanted) expect(Number(odds[play]?.[choice])).toBeGreaterThan(1);
      expect(Object.keys(odds)).toHaveLength(sport.payout.kind === 'pool' ? 0 : sport.plays.length);
      expect(options([id]).matches).toEqual([{ id, version: 1, odds }]);
    }
  });
});

it('a number is one that a play asks for, where one does', () => {
  const sport = sportOf('jczq');
  const plays = sport.plays.map((play) => ({ ...play, needs: [{ number: 'handicap', values: ['-3', '4'] }] }));
  const { page } = sampleMatches({ hash: 'h', sport: { ...sport, plays } }, NOW, 8 * 60);
  expect(page.matches.slice(0, 3).map(({ numbers }) => numbers.handicap)).toEqual(['-3', '4', '-3']);
});
