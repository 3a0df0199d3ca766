/** The matches of the product over a month, for many seeds: when each club plays, what a list shows, and how often odds move. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LeagueDescription, SportFile } from '../../../engine/descriptions/sports/types.ts';
import { saleDayBegins, saleDayOf } from '../../../server/sports/feed/calendar.ts';
import { type CupFixture, cupEditionAt, type CupRow, nextCupFixtures } from '../../../server/sports/feed/cups.ts';
import { firstOfEachPair, type Fixture, fixturesBetween, pairNameOf } from '../../../server/sports/feed/fixtures.ts';
import { saleStopsOf } from '../../../server/sports/feed/match-rows.ts';
import { DAYS_AHEAD } from '../../../server/sports/feed/offer-matches.ts';
import { oddsMoveTimes } from '../../../server/sports/feed/odds.ts';
import { randomOf } from '../../../server/sports/feed/random.ts';

const GAMES = join(import.meta.dirname, '../../../games');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(GAMES, path), 'utf8')) as T;
const leagues = readdirSync(join(GAMES, 'leagues')).map((file) => read<LeagueDescription>(`leagues/${file}`));
const leagueOf = new Map(leagues.map((league) => [league.code, league]));
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 31;
/** Months in winter, in summer, and those in which the clocks of Europe change. */
const MONTHS = ['2026-01-05', '2026-03-16', '2026-07-01', '2026-10-12', '2026-12-01'].map((day) => Date.parse(`${day}T00:00:00+08:00`));
const SEEDS = Array.from({ length: 6 }, (_, i) => `seed ${i}`);

interface PlayedMatch extends Fixture {
  readonly league: LeagueDescription;
}

/** All rounds of an edition, with results by chance. */
function editionOf(seed: string, league: LeagueDescription, edition: number): CupFixture[] {
  const rows: CupRow[] = [];
  const random = randomOf(seed, 'results', league.code, edition);
  const fixtures: CupFixture[] = [];
  for (;;) {
    const next = nextCupFixtures(seed, league, edition, rows, 'full');
    if (next.length === 0) return fixtures;
    fixtures.push(...next);
    for (const fixture of next)
      rows.push({
        ...fixture,
        state: 'finished',
        measures: { full: [Math.floor(random() * 4), Math.floor(random() * 4)], penalties: [5, 4] },
      });
  }
}

function matchesBetween(seed: string, from: number, to: number): PlayedMatch[] {
  return leagues.flatMap((league) => {
    const { cup } = league;
    const fixtures =
      cup === undefined
        ? fixturesBetween(seed, league, from, to)
        : [cupEditionAt(cup, from), cupEditionAt(cup, from) + 1, cupEditionAt(cup, to)]
            .filter((edition, i, all) => all.indexOf(edition) === i)
            .flatMap((edition) => editionOf(seed, league, edition))
            .filter(({ startsAt }) => startsAt >= from && startsAt < to);
    return fixtures.map((fixture) => ({ ...fixture, league }));
  });
}

const beijingDay = (at: number): number => Math.floor((at + 8 * HOUR_MS) / DAY_MS);
const nameOf = (league: LeagueDescription, code: string): string =>
  `${league.sport} ${league.teams.find((team) => team.code === code)?.name ?? code}`;

const pairOf = ({ league, home, away }: PlayedMatch): string => pairNameOf(league, home, away);

/** Matches that a game sells, with the times of their sale. */
function salesOf(game: string, matches: readonly PlayedMatch[]) {
  const { like, ...own } = read<SportFile>(`sports/${game}.json`);
  const { sale, feed } = { ...(like === undefined ? {} : read<SportFile>(`sports/${like}.json`)), ...own };
  if (sale === undefined || feed === undefined) throw new Error(`${game} has no sale`);
  const { dayStarts = '12:00', daysAhead = DAYS_AHEAD, issues } = sale;
  return matches.flatMap((match) => {
    const { quick } = match.league;
    if (!feed.leagues.includes(match.league.code) || (issues !== undefined && quick !== undefined)) return [];
    const { pass: stopsAt } = saleStopsOf(sale, match.league, match.startsAt);
    const opensAt =
      quick === undefined
        ? saleDayBegins(saleDayOf(match.startsAt, dayStarts) - daysAhead, dayStarts)
        : match.startsAt - quick.sellSeconds * 1000;
    return [{ ...match, opensAt, stopsAt }];
  });
}

describe.each(MONTHS.map((from) => [new Date(from + 8 * HOUR_MS).toISOString().slice(0, 10), from] as const))(
  'the month from %s',
  (_, from) => {
    const months = SEEDS.map((seed) => matchesBetween(seed, from - 4 * DAY_MS, from + (DAYS + 4) * DAY_MS));

    it('no club plays twice on a day of Beijing, whatever its league or cup', () => {
      for (const matches of months) {
        const played = new Map<string, string>();
        for (const { league, home, away, startsAt, id } of matches)
          for (const team of [home, away]) {
            const key = `${nameOf(league, team)} ${beijingDay(startsAt)}`;
            expect(played.get(key) ?? id, key).toBe(id);
            played.set(key, id);
          }
      }
    });

    it('at each hour each list has enough matches on sale, and no pair twice', () => {
      // 北京单场 sells leagues and cups alone: in its thinnest hour the next evening is still ahead.
      const least = { jczq: 12, qwzq: 10, jclq: 6, bjdc: 5 };
      for (const [game, count] of Object.entries(least))
        for (const matches of months) {
          const sales = salesOf(game, matches);
          for (let at = from; at < from + DAYS * DAY_MS; at += HOUR_MS) {
            const open = sales.filter(({ opensAt, stopsAt }) => opensAt <= at && stopsAt > at);
            // A pair of a league and a cup waits for its earlier match. That is rare, so hardly any match is missed.
            const listed = firstOfEachPair(open, [], pairOf);
            expect(open.length - listed.length).toBeLessThanOrEqual(2);
            expect(listed.length, `${game} ${new Date(at).toISOString()}`).toBeGreaterThanOrEqual(count);
            expect(new Set(listed.map(pairOf)).size).toBe(listed.length);
          }
        }
    });

    it('a match of a demonstration league ends within an hour and a half of any instant', () => {
      for (const matches of months) {
        const kickOffs = matches
          .filter(({ league }) => league.quick !== undefined && league.sport === 'football')
          .map(({ startsAt }) => startsAt);
        kickOffs.sort((a, b) => a - b);
        for (const [i, at] of kickOffs.entries()) if (i > 0) expect(at - (kickOffs[i - 1] as number)).toBeLessThanOrEqual(HOUR_MS);
      }
    });
  },
);

it('a slip of three matches that is left alone for two minutes stays as it is nine times of ten, at any time of the sale', () => {
  for (const seed of SEEDS) {
    const matches = matchesBetween(seed, MONTHS[0] as number, (MONTHS[0] as number) + 7 * DAY_MS);
    for (const game of ['jczq', 'jclq', 'bjdc']) {
      const { feed } = read<SportFile>(`sports/${game}.json`);
      let minutes = 0;
      let moved = 0;
      for (const { id, opensAt, stopsAt } of salesOf(game, matches)) {
        const from = Math.max(opensAt, stopsAt - 6 * HOUR_MS);
        minutes += (stopsAt - from) / 60_000;
        moved += oddsMoveTimes(seed, { game, matchId: id, opensAt, stopsAt }, feed?.moveMinutes).filter((at) => at >= from).length;
      }
      expect(minutes).toBeGreaterThan(10_000);
      // Moves of one match lie further apart than two minutes, so the chance of one is the rate times two.
      expect((1 - (2 * moved) / minutes) ** 3).toBeGreaterThan(0.9);
    }
  }
});

it('every league has its clubs named once, and the demonstration leagues share none', () => {
  const names = leagues
    .filter(({ cup, sport }) => cup === undefined && sport === 'football')
    .flatMap(({ teams }) => teams.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  const invented = leagues.filter(({ quick, sport }) => quick !== undefined && sport === 'football').flatMap(({ teams }) => teams);
  expect(invented.length).toBeGreaterThanOrEqual(24);
  for (const { crest } of invented) expect(crest).toBeDefined();
  expect(new Set(invented.map(({ crest }) => JSON.stringify(crest))).size).toBe(invented.length);
  expect(leagueOf.get('YSL')?.quick?.times).toHaveLength(8);
});
