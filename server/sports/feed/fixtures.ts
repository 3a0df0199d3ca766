/** Fixtures of the simulated feed: leagues by rounds of a week, demonstration leagues by times of a day or every few seconds. */
import { DAY_MS, isoDateOf, dayNumberOf } from '../../platform/index.ts';
import type { LeagueDescription, QuickLeague } from '../../../engine/descriptions/sports/types.ts';
import { mondayOf, weekOf, zonedTime } from './calendar.ts';
import { findTeam } from '../../../engine/descriptions/sports/teams.ts';
import { randomOf, shuffled } from './random.ts';

export interface Fixture {
  readonly id: string;
  readonly home: string;
  readonly away: string;
  readonly startsAt: number;
}

/** Fixtures of a league that kick off from `from` to below `to`. Cups are in cups.ts. */
export function fixturesBetween(seed: string, league: LeagueDescription, from: number, to: number): Fixture[] {
  if (league.quick?.times !== undefined) return dailyFixtures(seed, league, league.quick.times, from, to);
  if (league.quick !== undefined) return quickFixtures(seed, league, league.quick, from, to);
  const { rounds } = league;
  if (rounds === undefined) return [];
  const fixtures: Fixture[] = [];
  const firstWeek = weekOf(Math.floor(from / DAY_MS)) - 1;
  const lastWeek = weekOf(Math.floor(to / DAY_MS)) + 1;
  for (let week = firstWeek; week <= lastWeek; week++)
    for (const [nth, kickOffs] of rounds.entries()) {
      const pairs = roundOf(seed, league, week * rounds.length + nth);
      for (const [i, [home, away]] of pairs.entries()) {
        const { day, time } = kickOffs[i % kickOffs.length] as { day: number; time: string };
        const date = isoDateOf(mondayOf(week) + day - 1);
        const startsAt = zonedTime(date, time, league.zone);
        if (startsAt >= from && startsAt < to) fixtures.push({ id: matchIdOf(league, date, home, away), home, away, startsAt });
      }
    }
  return fixtures.sort(byKickOff);
}

/** One round a day: no team plays twice on a day of the league. */
function dailyFixtures(seed: string, league: LeagueDescription, times: readonly string[], from: number, to: number): Fixture[] {
  const fixtures: Fixture[] = [];
  // The day of the league's zone may be another than that of UTC.
  for (let day = Math.floor(from / DAY_MS) - 1; day <= Math.floor(to / DAY_MS) + 1; day++) {
    const date = isoDateOf(day);
    for (const [i, [home, away]] of roundOf(seed, league, day).entries()) {
      const time = times[i];
      if (time === undefined) break;
      const startsAt = zonedTime(date, time, league.zone);
      if (startsAt >= from && startsAt < to) fixtures.push({ id: matchIdOf(league, date, home, away), home, away, startsAt });
    }
  }
  return fixtures.sort(byKickOff);
}

const matchIdOf = ({ code }: LeagueDescription, date: string, home: string, away: string): string =>
  `${code}-${date.replaceAll('-', '')}-${home}-${away}`.toLowerCase();

const byKickOff = (a: Fixture, b: Fixture): number => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);

const NEAR_MS = 3 * DAY_MS;

/**
 * Those of a league's fixtures that are three days and more apart from every one of these matches, which are not the feed's any more. One of
 * them that the feed made itself, and an operator took over since, keeps no other away.
 */
export function fixturesApartFrom(
  others: readonly Pick<Fixture, 'id' | 'startsAt'>[],
  seed: string,
  league: LeagueDescription,
  fixtures: readonly Fixture[],
): Fixture[] {
  if (others.length === 0) return [...fixtures];
  const days = others.map(({ startsAt }) => startsAt);
  // A match that was put off may stand some days after its fixture.
  const simulatedIds = new Set(
    fixturesBetween(seed, league, Math.min(...days) - 4 * NEAR_MS, Math.max(...days) + NEAR_MS).map(({ id }) => id),
  );
  const foreign = others.filter(({ id }) => !simulatedIds.has(id));
  return fixtures.filter((fixture) => foreign.every(({ startsAt }) => Math.abs(startsAt - fixture.startsAt) >= NEAR_MS));
}

/** A round of a double round robin: every team plays once. An odd team has a round off. */
function roundOf(seed: string, league: LeagueDescription, round: number): [home: string, away: string][] {
  const { teams } = league;
  const size = teams.length + (teams.length % 2);
  const length = 2 * (size - 1);
  const season = Math.floor(round / length);
  const nth = round - season * length;
  const order: (string | undefined)[] = shuffled(
    teams.map(({ code }) => code),
    randomOf(seed, league.code, 'season', season),
  );
  if (order.length < size) order.push(undefined);
  const turn = nth % (size - 1);
  const [fixed, ...others] = order;
  const circle = [fixed, ...others.slice(turn), ...others.slice(0, turn)];
  const pairs: [string, string][] = [];
  for (let i = 0; i < size / 2; i++) {
    const [one, other] = [circle[i], circle[size - 1 - i]];
    if (one === undefined || other === undefined) continue;
    // Each round a team moves on by one place, so its venue alternates with its place; the fixed team alternates with the round. The second
    // half of the season turns all venues round.
    const swap = ((i === 0 ? nth : i) % 2 === 1) !== nth >= size - 1;
    pairs.push(swap ? [other, one] : [one, other]);
  }
  return shuffled(pairs, randomOf(seed, league.code, 'round', round));
}

function quickFixtures(seed: string, league: LeagueDescription, quick: QuickLeague, from: number, to: number): Fixture[] {
  const { everySeconds = DAY_MS / 1000, matches = 0 } = quick;
  const every = everySeconds * 1000;
  const fixtures: Fixture[] = [];
  for (let slot = Math.ceil(from / every); slot * every < to; slot++) {
    const teams = shuffled(
      league.teams.map(({ code }) => code),
      randomOf(seed, league.code, 'slot', slot),
    );
    for (let i = 0; i < matches && 2 * i + 1 < teams.length; i++) {
      const [home, away] = [teams[2 * i] as string, teams[2 * i + 1] as string];
      fixtures.push({ id: `${league.code}-${(slot * every) / 1000}-${i}`.toLowerCase(), home, away, startsAt: slot * every });
    }
  }
  return fixtures;
}

/** Both clubs of a match, whichever is at home. A club has the same name in its league and in a cup. */
export function pairNameOf(league: LeagueDescription | undefined, home: string, away: string): string {
  const nameOf = (code: string): string => findTeam(league, code)?.name ?? code;
  return [nameOf(home), nameOf(away)].sort().join(' – ');
}

/** Matches in their order, without those whose pair is taken or comes earlier. */
export function firstOfEachPair<M>(matches: readonly M[], taken: Iterable<string>, pairOf: (match: M) => string): M[] {
  const pairs = new Set(taken);
  return matches.filter((match) => {
    const pair = pairOf(match);
    if (pairs.has(pair)) return false;
    pairs.add(pair);
    return true;
  });
}

/** The number of a quick match in its UTC day, from 1: its code is the same in every process. Undefined in a league with times of a day. */
export function quickMatchNumber({ everySeconds, matches = 1 }: QuickLeague, id: string): number | undefined {
  if (everySeconds === undefined) return undefined;
  const [, second = '0', i = '0'] = /-(\d+)-(\d+)$/.exec(id) ?? [];
  const inDay = Number(second) - dayNumberOf(isoDateOf(Math.floor((Number(second) * 1000) / DAY_MS))) * (DAY_MS / 1000);
  return Math.floor(inDay / everySeconds) * matches + Number(i) + 1;
}
