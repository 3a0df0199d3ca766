/** Puts fixtures of the simulated feed into the database. */
import { DAY_MS } from '../../platform/index.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { LeagueDescription } from '../../../engine/descriptions/sports/types.ts';
import type { Querying } from '../../platform/index.ts';
import type { SportServices } from '../services.ts';
import { fixturesApartFrom, type Fixture } from './fixtures.ts';
import { addMatches, type MatchRow, measureModelsOfSport, SIMULATED_SOURCE, strengthsOf } from './match-rows.ts';
import { simulatedMatchOf, matchProgressOf } from './match-progress.ts';

/** Matches of one statement. */
const AT_ONCE = 25;

/** On days for which a league has matches of another source, the feed makes none. */
export async function withoutOtherSources(
  database: Querying,
  seed: string,
  league: LeagueDescription,
  fixtures: readonly Fixture[],
): Promise<Fixture[]> {
  const [first, last] = [fixtures[0], fixtures.at(-1)];
  if (first === undefined || last === undefined || league.quick !== undefined) return [...fixtures];
  const { rows } = await database.query<{ id: string; startsAt: number }>(
    'SELECT id, starts_at AS "startsAt" FROM matches WHERE league = $1 AND starts_at BETWEEN $2 AND $3 AND source <> $4',
    [league.code, first.startsAt - 4 * DAY_MS, last.startsAt + 4 * DAY_MS, SIMULATED_SOURCE],
  );
  return fixturesApartFrom(rows, seed, league, fixtures);
}

/** The id that a fixture would have at the other club's ground. */
const idElsewhere = ({ id, home, away }: Fixture): string =>
  id.replace(`-${home}-${away}`.toLowerCase(), () => `-${away}-${home}`.toLowerCase());

/** Without those that are there at the other club's ground: earlier versions placed a club at home for half a season. */
async function withoutOtherGround<F extends Fixture>(database: Querying, fixtures: readonly F[]): Promise<F[]> {
  if (fixtures.length === 0) return [];
  const { rows } = await database.query<{ id: string }>('SELECT id FROM matches WHERE id = ANY($1)', [fixtures.map(idElsewhere)]);
  const known = new Set(rows.map(({ id }) => id));
  return fixtures.filter((fixture) => idElsewhere(fixture) === fixture.id || !known.has(idElsewhere(fixture)));
}

/** Adds those that are not there yet, played as far as they are at `now`, game ms. Returns how many were added. */
export async function insertFixtures(
  { database, sports }: Pick<SportServices, 'database' | 'sports'>,
  seed: string,
  league: LeagueDescription,
  all: readonly (Fixture & { cup?: MatchRow['cup'] })[],
  now: number,
): Promise<number> {
  let added = 0;
  const fixtures = await withoutOtherGround(database, all);
  const models = measureModelsOfSport(sports, league.sport);
  for (let at = 0; at < fixtures.length; at += AT_ONCE) {
    const rows = fixtures.slice(at, at + AT_ONCE).map(({ id, home, away, startsAt, cup = null }) => {
      const toPlay = simulatedMatchOf(league, { id, startsAt, cup });
      // What was over before it was put down was never on sale; its moments are not news.
      const progress = matchProgressOf(seed, toPlay, models(strengthsOf(league, home, away)), now);
      const { state, clock: minutes, measures, events, cards, end } = progress;
      return {
        ...{ id, sport: league.sport, league: league.code, home, away, starts_at: startsAt, source: SIMULATED_SOURCE, cup },
        ...(end === undefined
          ? { state: 'scheduled' as const, clock: null, measures: {}, events: [], cards: null, next_at: Math.min(startsAt, now) }
          : { state, clock: minutes, measures, events, cards, next_at: null }),
      };
    });
    added += (await addMatches(database, rows)).length;
    await breathe();
  }
  return added;
}
