/**
 * The odds of winning a cup. The rest of the cup is simulated many times, and the odds follow from the counted winners. Bets stop while a
 * match of the cup is played, because players would know its score before the odds change.
 */
import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { LeagueDescription, OutrightMarket } from '../../../engine/descriptions/sports/types.ts';
import type { SportServices } from '../services.ts';
import { drawIndex, poisson } from './chances.ts';
import { teamsStillIn, type CupRow, cupGroupsOf, isTieOver, qualifiedTeams, standingsOf, tieWinnerOf } from './cups.ts';
import { measureModelsOfSport, strengthsOf } from './match-rows.ts';
import { type Random, randomOf } from './random.ts';

const RUNS = 3_000;
const RUNS_AT_ONCE = 50;
const MOST = '500';
/** Bets stop this long (ms) before a match of the cup. */
const STOP_MS = 60_000;

interface Outcome {
  readonly champion: string;
  readonly other: string;
}

export async function writeOutrights(
  { database, sports, clock }: Pick<SportServices, 'database' | 'sports' | 'clock'>,
  seed: string,
  league: LeagueDescription,
  edition: number,
  rows: readonly CupRow[],
  measure: string,
): Promise<void> {
  const games = sports.outrights().filter(({ outright }) => outright.cup === league.code);
  if (games.length === 0) return;
  const played = rows.filter(({ state }) => state === 'finished').length;
  const { rows: there } = await database.query<{
    game: string;
    stops_at: number;
    known: string | null;
    off: boolean;
    decided: boolean;
  }>(
    `SELECT DISTINCT ON (game) game, stops_at, known, bool_or(state = 'void') OVER (PARTITION BY game) AS off,
            bool_or(state = 'won') OVER (PARTITION BY game) AS decided
       FROM outrights WHERE edition = $1 AND game = ANY($2::text[]) ORDER BY game, version DESC`,
    [String(edition), games.map(({ outright }) => outright.code)],
  );
  const stopsAt = nextStop(rows, measure, clock.now());
  const digest = digestOf(rows);
  const final = rows.find(({ cup }) => cup.stage === (league.cup?.rounds.length ?? 0) - 1);
  const champion = final === undefined ? undefined : tieWinnerOf(final, measure);
  const finalists = champion === undefined || final === undefined ? undefined : [final.home, final.away];
  const stale = games.filter(({ outright }) => {
    const before = there.find(({ game }) => game === outright.code);
    if (before === undefined) return true;
    // A cup that was called off is over. A paid outright changes only when another champion is known.
    if (before.off || (before.decided && champion === undefined)) return false;
    return before.known !== digest || before.stops_at !== stopsAt;
  });
  if (stale.length === 0) return;
  const outcomes = await outcomesOf(sports, seed, league, edition, rows, measure, played);
  const alive = teamsStillIn(rows, measure) ?? new Set(league.teams.map(({ code }) => code));
  for (const { outright } of stale) {
    const items = outright.markets.flatMap((market) =>
      itemsOf(seed, league, edition, market, outcomes, alive, champion, finalists, outright.payout.decimals),
    );
    await database.query('SELECT write_outrights($1, $2, $3, $4, $5::jsonb, $6)', [
      outright.code,
      String(edition),
      stopsAt,
      played,
      JSON.stringify(items),
      digest,
    ]);
  }
}

/** The digest of all results of the cup. A corrected result changes it. */
function digestOf(rows: readonly CupRow[]): string {
  const results = rows.flatMap(({ id, home, away, state, measures }) =>
    state === 'finished' ? [[id, home, away, ...Object.entries(measures).sort(([a], [b]) => (a < b ? -1 : 1))]] : [],
  );
  return createHash('sha256').update(JSON.stringify(results)).digest('hex').slice(0, 32);
}

/** The next stop of bets: STOP_MS before the next kick-off. 0 while a match is played or has no winner yet, and when the cup is over. */
function nextStop(rows: readonly CupRow[], measure: string, now: number): number {
  const stops = rows.filter((row) => !isTieOver(row, rows, measure)).map(({ startsAt }) => startsAt - STOP_MS);
  const next = Math.min(...stops);
  return stops.length === 0 || next <= now ? 0 : next;
}

/** Simulates the rest of the cup RUNS times. */
async function outcomesOf(
  sports: SportServices['sports'],
  seed: string,
  league: LeagueDescription,
  edition: number,
  rows: readonly CupRow[],
  measure: string,
  played: number,
): Promise<Outcome[]> {
  const models = measureModelsOfSport(sports, league.sport);
  const random = fast(randomOf(seed, league.code, edition, 'outright', played));
  const means = new Map<string, readonly [readonly number[], readonly number[]]>();
  const score = (home: string, away: string): [number, number] => {
    const key = `${home} ${away}`;
    let chances = means.get(key);
    if (chances === undefined) {
      const model = models(strengthsOf(league, home, away)).find(({ code }) => code === measure);
      chances = [poisson(model?.home ?? 1, 15), poisson(model?.away ?? 1, 15)];
      means.set(key, chances);
    }
    return [drawIndex(chances[0], random), drawIndex(chances[1], random)];
  };
  const winner = (home: string, away: string): string => {
    const [homeGoals, other] = score(home, away);
    return homeGoals === other ? (random() < 0.5 ? home : away) : homeGoals > other ? home : away;
  };
  const groups = cupGroupsOf(seed, league, edition).map(({ name, teams }) => ({
    teams: teams.map(({ code }) => code),
    rows: rows.filter(({ cup }) => cup.group === name),
  }));
  const knockOut = (league.cup?.rounds ?? []).map((_, stage) =>
    rows.filter(({ cup }) => cup.stage === stage).sort((a, b) => (a.cup.tie ?? 0) - (b.cup.tie ?? 0)),
  );
  const done = knockOut[0]?.length ? [] : undefined;
  const outcomes: Outcome[] = [];
  for (let run = 0; run < RUNS; run++) {
    const tables = groups.map(({ teams, rows: groupRows }) =>
      standingsOf(
        teams,
        groupRows.map((row) =>
          row.state === 'finished' ? row : { ...row, state: 'finished', measures: { [measure]: score(row.home, row.away) } },
        ),
        measure,
      ),
    );
    let teams = done ?? qualifiedTeams(league, tables) ?? [];
    let finalists: readonly string[] = [];
    for (const ties of knockOut) {
      const pairs =
        ties.length > 0
          ? ties.map((row) => ({ home: row.home, away: row.away, winner: tieWinnerOf(row, measure) }))
          : Array.from({ length: teams.length / 2 }, (_, tie) => ({
              home: teams[2 * tie] as string,
              away: teams[2 * tie + 1] as string,
              winner: undefined,
            }));
      finalists = pairs.flatMap(({ home, away }) => [home, away]);
      teams = pairs.map(({ home, away, winner: known }) => known ?? winner(home, away));
    }
    const [champion] = teams;
    const other = finalists.find((team) => team !== champion);
    if (champion !== undefined && other !== undefined) outcomes.push({ champion, other });
    if (run % RUNS_AT_ONCE === 0) await breathe();
  }
  return outcomes;
}

/** A fast generator, seeded by the secret one, because the simulation needs hundreds of thousands of numbers. */
function fast(random: Random): Random {
  let state = Math.floor(random() * 2 ** 32);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Item {
  readonly market: string;
  readonly code: string;
  readonly position: number;
  readonly teams: readonly string[];
  readonly odds: string;
  readonly state: string;
  readonly support: number;
  readonly chance: number;
}

/**
 * The items of a market. The strengths of the teams decide the listed pairs, so that an item's number means the same pair during the whole
 * edition. All other pairs are one item. A chance is set two deviations above the counted one, so that a random count costs the house nothing.
 */
function itemsOf(
  seed: string,
  league: LeagueDescription,
  edition: number,
  market: OutrightMarket,
  outcomes: readonly Outcome[],
  alive: ReadonlySet<string>,
  champion: string | undefined,
  finalists: readonly string[] | undefined,
  decimals: number,
): Item[] {
  const ranked = [...league.teams].sort((a, b) => b.strength - a.strength || (a.code < b.code ? -1 : 1)).map(({ code }) => code);
  const all: string[][] =
    market.teams === 1
      ? ranked.map((team) => [team])
      : ranked.flatMap((one, i) => ranked.slice(i + 1).map((other) => [one, other])).sort((a, b) => place(ranked, a) - place(ranked, b));
  const size = market.listed === undefined ? all.length : Math.min(all.length, market.listed - 1);
  const listed: (readonly string[])[] = size < all.length ? [...all.slice(0, size), []] : all;
  const keyOf = (teams: readonly string[]) => [...teams].sort().join(' ');
  const counted = new Map<string, number>();
  for (const { champion: first, other } of outcomes) {
    const key = keyOf(market.teams === 1 ? [first] : [first, other]);
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  const named = new Set(listed.filter((teams) => teams.length > 0).map(keyOf));
  const others = [...counted].filter(([key]) => !named.has(key)).reduce((sum, [, count]) => sum + count, 0);
  const won = champion === undefined || finalists === undefined ? undefined : keyOf(market.teams === 1 ? [champion] : finalists);
  const most = Number(market.most ?? MOST);
  const lot = randomOf(seed, league.code, edition, market.code, 'support');
  const weights = listed.map((teams) => {
    const count = teams.length === 0 ? others : (counted.get(keyOf(teams)) ?? 0);
    return { count, weight: (count + 1) * (0.6 + 0.8 * lot()) };
  });
  const sum = weights.reduce((total, { weight }) => total + weight, 0);
  return listed.map((teams, i) => {
    const { count, weight } = weights[i] as { count: number; weight: number };
    const chance = Math.min(1, (count + 2 * Math.sqrt(count) + 2) / Math.max(1, outcomes.length));
    const fair = Math.min(most, 1 / (chance * (1 + market.marginPermille / 1000)));
    const out = teams.some((team) => !alive.has(team));
    const winner = won !== undefined && (teams.length === 0 ? !named.has(won) : keyOf(teams) === won);
    const state = won !== undefined ? (winner ? 'won' : 'out') : out ? 'out' : fair < 1.02 ? 'stopped' : 'selling';
    return {
      market: market.code,
      code: String(i + 1).padStart(2, '0'),
      position: i + 1,
      teams,
      odds: Math.max(1.01, Math.floor(fair * 10 ** decimals) / 10 ** decimals).toFixed(decimals),
      state,
      support: Math.round((weight / sum) * 1000),
      chance: Math.round((count / Math.max(1, outcomes.length)) * 1000),
    };
  });
}

const place = (ranked: readonly string[], teams: readonly string[]): number => teams.reduce((sum, team) => sum + ranked.indexOf(team), 0);
