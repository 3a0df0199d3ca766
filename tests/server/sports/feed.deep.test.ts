/** The simulated feed of matches without a server: matches, odds, fixtures and cups follow from the seed, and odds return the described share. */
import { isoDateOf, dayNumberOf } from '../../../server/platform/days.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveSport } from '../../../engine/descriptions/sports/resolve.ts';
import type { LeagueDescription, PassesDescription, SportFile } from '../../../engine/descriptions/sports/types.ts';
import { compileSport } from '../../../engine/rules/sports/index.ts';
import { chancesOf, measureModelsOf } from '../../../server/sports/feed/chances.ts';
import { scaledNumber } from '../../../engine/descriptions/sports/conditions.ts';
import { saleDayOf, weekdayOf, zonedTime } from '../../../server/sports/feed/calendar.ts';
import { type CupRow, groupFixtures, nextCupFixtures, standingsOf } from '../../../server/sports/feed/cups.ts';
import { fixturesApartFrom, fixturesBetween } from '../../../server/sports/feed/fixtures.ts';
import { measureModelsOfSport } from '../../../server/sports/feed/match-rows.ts';
import { oddsMoveTimes, priceOffer } from '../../../server/sports/feed/odds.ts';
import { NO_INTERRUPTIONS, matchProgressOf } from '../../../server/sports/feed/match-progress.ts';
import { winningChoicesOf } from '../../../server/sports/feed/update-matches.ts';
import type { Sports, SportVersion } from '../../../server/sports/versions.ts';
import { quickLeague } from '../../support/quick-league.ts';

const read = <T>(path: string): T => JSON.parse(readFileSync(join(import.meta.dirname, '../../../games', path), 'utf8')) as T;
function versionOf(code: string): SportVersion {
  const file = read<SportFile>(`sports/${code}.json`);
  const sport = resolveSport(file, file.like === undefined ? undefined : read<SportFile>(`sports/${file.like}.json`));
  const table = sport.passes === undefined ? undefined : read<PassesDescription>(`passes/${sport.passes}.json`);
  return { hash: code, sport: { ...sport, ...(table ? { table } : {}) }, compiled: compileSport(sport, table) };
}
const SEED = 'a seed of this test';
const MINUTE = 60_000;
const STRENGTHS = [
  { home: 1000, away: 1000 },
  { home: 1350, away: 760 },
  { home: 800, away: 1250 },
];

describe('a match', () => {
  const football = measureModelsOf(versionOf('jczq').sport, { home: 1200, away: 900 });
  const match = (id: string) => ({ id, startsAt: 0, minuteMs: MINUTE });
  const at = (id: string, minute: number, seed = SEED) => matchProgressOf(seed, match(id), football, minute * MINUTE);
  const ids = Array.from({ length: 300 }, (_, i) => `m${i}`);

  it('depends only on the seed and its id', () => {
    expect(ids.map((id) => at(id, 200))).toEqual(ids.map((id) => at(id, 200)));
    expect(ids.map((id) => at(id, 200))).not.toEqual(ids.map((id) => at(id, 200, 'another seed')));
  });

  it('still has the measures of a game whose file was removed while it has bets', () => {
    const { sport, hash } = versionOf('jczq');
    const none = { all: () => [] } as unknown as Sports;
    expect(measureModelsOfSport(none, 'football', [{ hash, ...sport }])({ home: 1200, away: 900 })).toEqual(football);
    expect(measureModelsOfSport(none, 'basketball', [{ hash, ...sport }])({ home: 1200, away: 900 })).toEqual([]);
  });

  it('never lowers a score, has no more goals at half-time than at the end, gives the instant of its next change, and ends', () => {
    for (const id of ids) {
      let before = at(id, -40);
      let minute = -40;
      for (let steps = 0; before.nextAt !== undefined; steps++) {
        expect(steps).toBeLessThan(120);
        expect(before.nextAt).toBeGreaterThan(minute * MINUTE);
        // Nothing changes before the announced instant.
        expect({ ...at(id, before.nextAt / MINUTE - 0.0001), nextAt: 0 }).toEqual({ ...before, nextAt: 0 });
        minute = before.nextAt / MINUTE;
        const now = at(id, minute);
        for (const side of [0, 1] as const) {
          expect(now.measures.full?.[side] ?? 0).toBeGreaterThanOrEqual(before.measures.full?.[side] ?? 0);
          expect(now.measures.half?.[side] ?? 0).toBeLessThanOrEqual(now.measures.full?.[side] ?? 0);
        }
        expect(now.events.length).toBeGreaterThanOrEqual(before.events.length);
        before = now;
      }
      expect(before.end).toBeDefined();
      const goals = before.events.filter(({ kind }) => ['goal', 'own', 'penalty'].includes(kind));
      if (before.state === 'finished')
        expect([goals.filter(({ side }) => side === 'home').length, goals.filter(({ side }) => side === 'away').length]).toEqual(
          before.measures.full,
        );
    }
  });

  it('is sometimes postponed or abandoned, and is void 36 hours later', () => {
    const states = new Map<string, string>();
    for (let i = 0; i < 2_000; i++) {
      const late = at(`n${i}`, 37 * 60);
      states.set(late.state, `n${i}`);
      expect(late.end).toEqual({ void: late.state !== 'finished' });
    }
    expect([...states.keys()].sort()).toEqual(['abandoned', 'finished', 'postponed']);
    const off = at(states.get('postponed') as string, -15);
    expect(off).toMatchObject({ state: 'postponed', end: undefined, nextAt: 36 * 60 * MINUTE });
  });

  it('of basketball never ends level, and may have overtime', () => {
    const basketball = measureModelsOf(versionOf('jclq').sport, { home: 1000, away: 1000 });
    let extra = 0;
    for (const id of ids) {
      const { measures } = matchProgressOf(SEED, { ...match(id), off: NO_INTERRUPTIONS }, basketball, 80 * MINUTE);
      expect(measures.full?.[0]).not.toBe(measures.full?.[1]);
      if (matchProgressOf(SEED, { ...match(id), off: NO_INTERRUPTIONS }, basketball, 60 * MINUTE).state === 'extra') extra += 1;
    }
    expect(extra).toBeGreaterThan(0);
  });
});

describe('odds', () => {
  it.each(['jczq', 'qwzq', 'jclq', 'bjdc'])(
    'of %s: the sum of 1 ÷ odds is at least 1 plus the margin, and the expected return of every choice is below its stake',
    (code) => {
      const version = versionOf(code);
      const { feed, payout } = version.sport;
      if (feed === undefined || payout.kind !== 'odds') throw new Error('no odds');
      for (const [i, strengths] of STRENGTHS.entries())
        for (const moves of [0, 1, 12]) {
          const priced = priceOffer(SEED, version, `m${i}`, strengths);
          if (priced === undefined) throw new Error('no price');
          const numbers = Object.fromEntries(Object.entries(priced.numbers).map(([name, text]) => [name, scaledNumber(text)]));
          const chances = chancesOf(measureModelsOf(version.sport, strengths), numbers);
          const odds = priced.oddsAfter(moves);
          for (const play of version.compiled.plays) {
            const own = odds[play.play.code];
            if (own === undefined) {
              expect(priced.closed).toContain(play.play.code);
              continue;
            }
            const { choices, push } = chances(play);
            const margin = 1 + (feed.margins?.find((each) => each.play === play.play.code)?.permille ?? feed.marginPermille) / 1000;
            const sum = Object.values(own).reduce((all, text) => all + 1 / Number(text), 0);
            // Odds are rounded down to the hundredth and cut at the greatest, so the sum may be larger. Odds below 1.01 are raised to it,
            // so a play with such odds is not compared.
            if (!Object.values(own).includes('1.01')) expect(sum).toBeGreaterThan(margin - 0.0001);
            expect(choices.reduce((all, chance) => all + chance, push)).toBeCloseTo(1, 6);
            for (const [k, { code: choice }] of play.play.choices.entries())
              expect((push + (choices[k] as number) * Number(own[choice])) * payout.sharePermille).toBeLessThan(1000);
          }
        }
    },
  );

  it('over thousands of simulated matches the return agrees with the margin', () => {
    const version = versionOf('jczq');
    const bets = new Map<string, { n: number; sum: number; squares: number }>();
    for (let i = 0; i < 6_000; i++) {
      const strengths = STRENGTHS[i % STRENGTHS.length] as (typeof STRENGTHS)[number];
      const priced = priceOffer(SEED, version, `r${i}`, strengths);
      const end = matchProgressOf(
        SEED,
        { id: `r${i}`, startsAt: 0, minuteMs: MINUTE, off: NO_INTERRUPTIONS },
        measureModelsOf(version.sport, strengths),
        200 * MINUTE,
      );
      const odds = priced?.oddsAfter(0) ?? {};
      const won = winningChoicesOf(version, { numbers: priced?.numbers ?? {}, closed: priced?.closed ?? [] }, end.measures);
      for (const play of ['BRQSPF', 'SPF', 'ZJQ', 'BQC'])
        for (const [choice, text] of Object.entries(odds[play] ?? {})) {
          const back = won[play] === choice ? Number(text) : 0;
          // Stakes are in proportion to the chance of a choice, because the rare choices would make the sum too random.
          const weight = 1 / Number(text);
          const so = bets.get(play) ?? { n: 0, sum: 0, squares: 0 };
          bets.set(play, { n: so.n + weight, sum: so.sum + back * weight, squares: so.squares + (back * weight) ** 2 });
        }
    }
    for (const [play, { n, sum, squares }] of bets) {
      const margin = 1 + (version.sport.feed?.margins?.find((each) => each.play === play)?.permille ?? 110) / 1000;
      const deviation = Math.sqrt(squares) / n;
      expect(Math.abs(sum / n - 1 / margin), play).toBeLessThan(5 * deviation + 0.005);
      expect(sum / n, play).toBeLessThan(1);
    }
  });

  it('move between the opening and the stop, more often near the stop', () => {
    const times = oddsMoveTimes(SEED, { game: 'jczq', matchId: 'm', opensAt: 0, stopsAt: 48 * 60 * MINUTE });
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(48 * 60 * MINUTE);
    const last = times.filter((at) => at > 42 * 60 * MINUTE).length;
    expect(last).toBeGreaterThan(times.filter((at) => at < 6 * 60 * MINUTE).length);
  });
});

describe('fixtures', () => {
  const league = read<LeagueDescription>('leagues/ECL.json');
  const from = Date.parse('2026-08-03T00:00:00Z');
  const year = fixturesBetween(SEED, league, from, from + 19 * 7 * 86_400_000);

  it('every team plays once in a round, and every pair meets twice in a season', () => {
    const byRound = new Map<string, string[]>();
    for (const { home, away, startsAt } of year) {
      const day = Math.floor(startsAt / 86_400_000);
      const round = `${Math.floor((day + 2) / 7)} ${[2, 3, 4].includes(weekdayOf(day)) ? 'mid' : 'end'}`;
      byRound.set(round, [...(byRound.get(round) ?? []), home, away]);
    }
    for (const teams of byRound.values()) expect(new Set(teams).size).toBe(teams.length);
    expect(new Set(year.map(({ id }) => id)).size).toBe(year.length);
  });

  it('of a part of a period are the same as in the whole period', () => {
    const [a, b] = [from + 20 * 86_400_000, from + 23 * 86_400_000];
    expect(fixturesBetween(SEED, league, a, b)).toEqual(year.filter(({ startsAt }) => startsAt >= a && startsAt < b));
    const quick = quickLeague(read<LeagueDescription>('leagues/YSL.json'));
    const hour = fixturesBetween(SEED, quick, from, from + 3_600_000);
    expect(hour).toHaveLength(40);
    expect(fixturesBetween(SEED, quick, from + 600_000, from + 1_200_000)).toEqual(
      hour.filter(({ startsAt }) => startsAt >= from + 600_000 && startsAt < from + 1_200_000),
    );
  });

  it('are at least three days apart from matches of another source, and are not moved by matches that an operator took over', () => {
    const [first, ...rest] = year;
    if (first === undefined) throw new Error('no fixtures');
    const moved = { ...first, startsAt: first.startsAt + 36 * 3_600_000 };
    expect(fixturesApartFrom([], SEED, league, year)).toEqual(year);
    expect(fixturesApartFrom([moved], SEED, league, year)).toEqual(year);
    const near = first.startsAt + 3 * 86_400_000;
    const apart = fixturesApartFrom([moved, { id: 'ecl-of-1', startsAt: first.startsAt }], SEED, league, year);
    expect(apart).toEqual(rest.filter(({ startsAt }) => startsAt >= near));
    expect(apart.length).toBeGreaterThan(0);
  });
});

describe('times', () => {
  it('of a ground’s wall clock are right in summer, in winter and when clocks change', () => {
    const iso = (date: string, time: string, zone: string) => new Date(zonedTime(date, time, zone)).toISOString();
    expect(iso('2026-01-10', '15:00', 'Europe/London')).toBe('2026-01-10T15:00:00.000Z');
    expect(iso('2026-07-10', '15:00', 'Europe/London')).toBe('2026-07-10T14:00:00.000Z');
    expect(iso('2026-11-22', '20:45', 'Europe/Rome')).toBe('2026-11-22T19:45:00.000Z');
    expect(iso('2026-10-25', '00:30', 'Europe/London')).toBe('2026-10-24T23:30:00.000Z');
    expect(iso('2026-10-25', '01:30', 'Europe/London')).toBe('2026-10-25T00:30:00.000Z');
    expect(iso('2026-10-25', '12:00', 'Europe/London')).toBe('2026-10-25T12:00:00.000Z');
    expect(iso('2026-11-22', '19:35', 'Asia/Shanghai')).toBe('2026-11-22T11:35:00.000Z');
  });

  it('a sale day begins at noon in Beijing', () => {
    const day = (text: string) => isoDateOf(saleDayOf(Date.parse(text), '12:00'));
    expect([day('2026-11-22T03:59:59Z'), day('2026-11-22T04:00:00Z'), day('2026-11-23T03:59:00Z')]).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-22',
    ]);
    expect(weekdayOf(dayNumberOf('2026-11-22'))).toBe(7);
  });
});

it('a cup leads from its groups to one champion, and each round waits for the former one', () => {
  const league = read<LeagueDescription>('leagues/ozb.json');
  let rows: CupRow[] = [];
  const sizes: number[] = [];
  for (;;) {
    const next = nextCupFixtures(SEED, league, 460, rows, 'full');
    if (next.length === 0) break;
    sizes.push(next.length);
    const open = next.map((fixture) => ({ ...fixture, state: 'scheduled', measures: {} }));
    // The next round has no fixtures before the last match of this one is over.
    expect(nextCupFixtures(SEED, league, 460, [...rows, ...open], 'full')).toEqual([]);
    rows = [
      ...rows,
      ...open.map((row, i) => ({
        ...row,
        state: 'finished',
        measures: { full: [i % 3, 1] as [number, number], penalties: [5, 4] as [number, number] },
      })),
    ];
  }
  expect(sizes).toEqual([36, 8, 4, 2, 1]);
  expect(groupFixtures(SEED, league, 460)).toHaveLength(36);
  const final = rows.at(-1) as CupRow;
  expect(final.startsAt).toBe(Math.max(...rows.map(({ startsAt }) => startsAt)));
  const table = standingsOf(
    ['a', 'b', 'c'],
    [
      { ...final, home: 'a', away: 'b', measures: { full: [2, 0] } },
      { ...final, home: 'c', away: 'b', measures: { full: [1, 1] } },
    ],
    'full',
  );
  expect(table.map(({ team, points }) => [team, points])).toEqual([
    ['a', 3],
    ['c', 1],
    ['b', 1],
  ]);
});

it('a table of basketball goes by the part of the matches that were won', () => {
  const match = (home: string, away: string, full: [number, number]) =>
    ({ home, away, state: 'finished', measures: { full } }) as unknown as CupRow;
  const rows = [match('a', 'c', [90, 80]), match('a', 'c', [90, 80]), match('c', 'a', [90, 80]), match('b', 'c', [81, 80])];
  expect(standingsOf(['d', 'a', 'b', 'c'], rows, 'full', 'wins').map(({ team }) => team)).toEqual(['b', 'a', 'c', 'd']);
});

it('a club of a league is at home and away in turn: three times at one of them in a row at most', () => {
  const league = read<LeagueDescription>('leagues/JGL.json');
  const from = Date.parse('2026-01-01T00:00:00Z');
  const grounds = new Map<string, string>();
  for (const { home, away } of fixturesBetween(SEED, league, from, from + 30 * 86_400_000)) {
    grounds.set(home, `${grounds.get(home) ?? ''}H`);
    grounds.set(away, `${grounds.get(away) ?? ''}A`);
  }
  expect(grounds.size).toBe(league.teams.length);
  // Two seasons may meet in the thirty days, each with a row of three at its end.
  for (const each of grounds.values()) expect(each).not.toMatch(/H{6}|A{6}/);
});
