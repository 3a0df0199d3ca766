/** Cups of the simulated feed: groups by lot, tables, and a knock-out whose pairs follow from what was played. */
import { DAY_MS, isoDateOf } from '../../platform/index.ts';
import type { Cup, LeagueDescription, Team } from '../../../engine/descriptions/sports/types.ts';
import { DECIDERS, isDecider } from '../../../engine/rules/sports/index.ts';
import { weekdayOf, zonedTime } from './calendar.ts';
import type { Fixture } from './fixtures.ts';
import { randomOf, shuffled } from './random.ts';

type Measures = Readonly<Record<string, readonly [number, number]>>;

/** What a match of a cup is within it. */
export interface CupPart {
  readonly edition: number;
  readonly round: string;
  readonly group?: string;
  /** Number of the tie in its round, from 0; `stage` counts the rounds of the knock-out. */
  readonly tie?: number;
  readonly stage?: number;
}

export interface CupFixture extends Fixture {
  readonly cup: CupPart;
}

/** A match of the cup as far as it was played. */
export interface CupRow {
  readonly id: string;
  readonly home: string;
  readonly away: string;
  readonly startsAt: number;
  readonly state: string;
  readonly measures: Measures;
  readonly cup: CupPart;
}

export const cupEditionAt = ({ editionDays }: Cup, at: number): number => Math.floor(at / DAY_MS / editionDays);

const LETTERS = 'ABCDEFGHIJKLMNOP';
const TIMES = ['20:00'];

/** Teams of each group: one of every pot by strength. */
export function cupGroupsOf(seed: string, { code, cup, teams }: LeagueDescription, edition: number): { name: string; teams: Team[] }[] {
  const { groups } = cup as Cup;
  const ranked = [...teams].sort((a, b) => b.strength - a.strength || (a.code < b.code ? -1 : 1));
  const cupGroups = Array.from({ length: groups }, (_, i) => ({ name: LETTERS[i] as string, teams: [] as Team[] }));
  for (let pot = 0; pot * groups < ranked.length; pot++) {
    const lot = shuffled(ranked.slice(pot * groups, (pot + 1) * groups), randomOf(seed, code, 'lot', edition, pot));
    for (const [i, team] of lot.entries()) cupGroups[i]?.teams.push(team);
  }
  return cupGroups;
}

/** All matches of the groups. */
export function groupFixtures(seed: string, league: LeagueDescription, edition: number): CupFixture[] {
  const cup = league.cup as Cup;
  const groups = cupGroupsOf(seed, league, edition);
  const size = groups[0]?.teams.length ?? 0;
  const fixtures: Omit<CupFixture, 'startsAt'>[] = [];
  for (let round = 0; round < size - 1 + (size % 2); round++)
    for (const { name, teams } of groups)
      for (const [home, away] of pairsOf(teams, round))
        fixtures.push({
          id: `${league.code}-${edition}-${name}${round + 1}-${home.code}-${away.code}`.toLowerCase(),
          home: home.code,
          away: away.code,
          cup: { edition, round: `小组赛第 ${round + 1} 轮`, group: name },
        });
  return fixtures.map((fixture, i) => ({ ...fixture, startsAt: kickOff(league, edition, 0, cup.groupDays, i, fixtures.length) }));
}

function pairsOf(teams: readonly Team[], round: number): [Team, Team][] {
  const [fixed, ...others] = teams.length % 2 === 0 ? teams : [...teams, undefined];
  const circle = [fixed, ...others.slice(round), ...others.slice(0, round)];
  const pairs: [Team, Team][] = [];
  for (let i = 0; i < circle.length / 2; i++) {
    const [home, away] = [circle[i], circle[circle.length - 1 - i]];
    if (home && away) pairs.push((round + i) % 2 === 0 ? [home, away] : [away, home]);
  }
  return pairs;
}

/** The n-th of `count` matches that are spread over `days`, from a day of the edition on. */
function kickOff(league: LeagueDescription, edition: number, day: number, days: number, nth: number, count: number): number {
  const { times = TIMES } = league.cup as Cup;
  const dayOf = (match: number): number => playDay(league.cup as Cup, edition, day + Math.floor((match * days) / count));
  const on = dayOf(nth);
  let first = nth;
  while (first > 0 && dayOf(first - 1) === on) first -= 1;
  return zonedTime(isoDateOf(on), times[(nth - first) % times.length] as string, league.zone);
}

/** The day (since 1970) of the n-th day of an edition. With `weekdays` the days of the edition fall on those in proportion. */
function playDay({ editionDays, weekdays }: Cup, edition: number, nth: number): number {
  const begins = edition * editionDays;
  if (weekdays === undefined) return begins + nth;
  const allowed = Array.from({ length: editionDays }, (_, i) => begins + i).filter((day) => weekdays.includes(weekdayOf(day)));
  return allowed[Math.min(allowed.length - 1, Math.floor((nth * allowed.length) / editionDays))] ?? begins + nth;
}

export interface StandingRow {
  readonly team: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  for: number;
  against: number;
  points: number;
}

/** A table by points, difference, goals; or by the part of the matches that were won, as leagues of basketball are. `measure` is what counts as goals. */
export function standingsOf(
  teams: readonly string[],
  rows: readonly CupRow[],
  measure: string,
  order: 'points' | 'wins' = 'points',
): StandingRow[] {
  const table = new Map(
    teams.map((team) => [team, { team, played: 0, won: 0, drawn: 0, lost: 0, for: 0, against: 0, points: 0 } as StandingRow]),
  );
  for (const { home, away, state, measures } of rows) {
    const result = measures[measure];
    if (state !== 'finished' || result === undefined) continue;
    for (const [team, ownGoals, other] of [
      [home, result[0], result[1]],
      [away, result[1], result[0]],
    ] as const) {
      const row = table.get(team);
      if (row === undefined) continue;
      row.played += 1;
      row.for += ownGoals;
      row.against += other;
      if (ownGoals > other) row.won += 1;
      else if (ownGoals === other) row.drawn += 1;
      else row.lost += 1;
      row.points += ownGoals > other ? 3 : ownGoals === other ? 1 : 0;
    }
  }
  return [...table.values()].sort((a, b) => (order === 'wins' ? winsMore(a, b) : 0) || better(a, b));
}

/** 8 of 10 stand before 8 of 13, and a team that has not played at the end. */
const winsMore = (a: StandingRow, b: StandingRow): number =>
  Number(b.played > 0) - Number(a.played > 0) || b.won * a.played - a.won * b.played;

const better = (a: StandingRow, b: StandingRow): number =>
  b.points - a.points || b.for - b.against - (a.for - a.against) || b.for - a.for || (a.team < b.team ? -1 : 1);

/** What a result says, with what decided a level tie of a cup: bets do not go by it, and players want to know who went on. */
export const withTieBreak = (result: Measures, knownMeasures: Measures): Measures => ({
  ...result,
  ...Object.fromEntries(Object.entries(knownMeasures).filter(([code]) => isDecider(code))),
});

/** The team that goes on. Undefined before the end, and for a level tie without known penalties. */
export function tieWinnerOf({ home, away, state, measures }: CupRow, measure: string): string | undefined {
  if (state !== 'finished' || measures[measure] === undefined) return undefined;
  const [homeGoals, other] =
    [measure, ...DECIDERS].map((code) => measures[code]).find((pair) => pair !== undefined && pair[0] !== pair[1]) ?? [];
  return homeGoals === undefined || other === undefined ? undefined : homeGoals > other ? home : away;
}

const lastStage = (rows: readonly CupRow[]): number => Math.max(-1, ...rows.map(({ cup }) => cup.stage ?? -1));

/** Whether nothing more comes of a match: it has a result that says who goes on, or the round after it is fixed, and that stays. */
export function isTieOver(row: CupRow, rows: readonly CupRow[], measure: string): boolean {
  if ((row.cup.stage ?? -1) < lastStage(rows)) return true;
  return row.state === 'finished' && (row.cup.stage === undefined || tieWinnerOf(row, measure) !== undefined);
}

/** Teams that can still be champions: those of the last round that is fixed that did not lose in it. Undefined: all. */
export function teamsStillIn(rows: readonly CupRow[], measure: string): ReadonlySet<string> | undefined {
  const last = lastStage(rows);
  if (last < 0) return undefined;
  return new Set(rows.flatMap((row) => (row.cup.stage === last ? (tieWinnerOf(row, measure) ?? [row.home, row.away]) : [])));
}

/** Ties whose winner, by a result that was corrected, is not who plays the round that was fixed after them. */
export function contradictedTies(rows: readonly CupRow[], measure: string): string[] {
  return rows.flatMap((row) => {
    const { stage } = row.cup;
    const winner = stage === undefined ? undefined : tieWinnerOf(row, measure);
    const next = rows.filter(({ cup }) => stage !== undefined && cup.stage === stage + 1);
    return winner === undefined || next.length === 0 || next.some(({ home, away }) => home === winner || away === winner) ? [] : [row.id];
  });
}

/** Teams that leave the groups, in the places of the first round: two that stand together meet. Undefined before the groups are over. */
export function qualifiedTeams(league: LeagueDescription, groups: readonly (readonly StandingRow[])[]): string[] | undefined {
  const { through, thirds = 0 } = league.cup as Cup;
  const size = groups[0]?.length ?? 0;
  if (groups.some((table) => table.some(({ played }) => played < size - 1))) return undefined;
  const seeds: StandingRow[] = [];
  for (let place = 0; place < through; place++) seeds.push(...groups.map((table) => table[place] as StandingRow).sort(better));
  seeds.push(
    ...groups
      .flatMap((table) => table[through] ?? [])
      .sort(better)
      .slice(0, thirds),
  );
  return places(seeds.length).map((seed) => (seeds[seed] as StandingRow).team);
}

/** Seeds in the order of a bracket: the first meets the last, and the best two can meet only at the end. */
function places(size: number): number[] {
  let order = [0];
  while (order.length < size) {
    const length = order.length * 2;
    order = order.flatMap((seed) => [seed, length - 1 - seed]);
  }
  return order;
}

/** What can be fixed now beside the rows that there are: the groups at first, then a round when the one before is over. */
export function nextCupFixtures(
  seed: string,
  league: LeagueDescription,
  edition: number,
  rows: readonly CupRow[],
  measure: string,
): CupFixture[] {
  if (rows.length === 0) return groupFixtures(seed, league, edition);
  const cup = league.cup as Cup;
  const knockOut = rows.filter((row) => row.cup.stage !== undefined);
  let teams = qualifiedTeams(
    league,
    cupGroupsOf(seed, league, edition).map((group) =>
      standingsOf(
        group.teams.map(({ code }) => code),
        rows.filter((row) => row.cup.group === group.name),
        measure,
      ),
    ),
  );
  for (const [stage, round] of cup.rounds.entries()) {
    const played = knockOut.filter((row) => row.cup.stage === stage);
    if (played.length === 0) {
      if (teams === undefined) return [];
      const pairs = Array.from({ length: teams.length / 2 }, (_, tie) => [teams?.[2 * tie], teams?.[2 * tie + 1]] as [string, string]);
      return pairs.map(([home, away], tie) => ({
        id: `${league.code}-${edition}-k${stage + 1}-${tie + 1}`.toLowerCase(),
        home,
        away,
        startsAt: kickOff(league, edition, round.day, round.days ?? 1, tie, pairs.length),
        cup: { edition, round: round.name, stage, tie },
      }));
    }
    // Pairs that are fixed stay, whatever a result before them was corrected to.
    const winners = [...played].sort((a, b) => (a.cup.tie ?? 0) - (b.cup.tie ?? 0)).map((row) => tieWinnerOf(row, measure));
    teams = winners.some((winner) => winner === undefined) ? undefined : (winners as string[]);
  }
  return [];
}

/** When the ties of a round are to be played, before its pairs are known. */
export function tieTimes(league: LeagueDescription, edition: number, stage: number): number[] {
  const { rounds } = league.cup as Cup;
  const round = rounds[stage];
  if (round === undefined) return [];
  const ties = 2 ** (rounds.length - 1 - stage);
  return Array.from({ length: ties }, (_, tie) => kickOff(league, edition, round.day, round.days ?? 1, tie, ties));
}
