/** The cups of the simulated feed: fixes the rounds of each edition, offers what can be bet on its end, and calls off what is not decided. */
import { DAY_MS } from '../../platform/index.ts';
import type { Cup, LeagueDescription } from '../../../engine/descriptions/sports/types.ts';
import { resultFaultsOf, resultCheckColumns, type MatchToCheck, measuresOfSport } from '../result-checks.ts';
import type { SportServices } from '../services.ts';
import { contradictedTies, type CupRow, cupEditionAt, nextCupFixtures } from './cups.ts';
import { insertFixtures } from './insert-fixtures.ts';
import { NOT_SIMULATED_SQL, type MatchRow, measureModelsOfSport } from './match-rows.ts';
import { writeOutrights } from './outrights.ts';

export class CupEditions {
  readonly #services: SportServices;
  readonly #log: (line: string) => void;
  /** Game ms after which a cup in which nothing ended is looked at again. */
  readonly #every: number;
  /** Cups in which something ended. */
  readonly #changed = new Set<string>();
  /** Cup → when it wants another look, game ms; none for one that was not looked at yet. */
  readonly #lookAgain = new Map<string, number>();
  /** Ties whose corrected result is not what the next round goes by, of each cup. */
  readonly #against = new Map<string, readonly string[]>();

  /** `every`: game ms between two looks at a cup in which nothing ended. */
  constructor(services: SportServices, log: (line: string) => void, every: number) {
    this.#services = services;
    this.#log = log;
    this.#every = every;
  }

  /** A match of the cup ended: the next `play` looks at it. */
  changed(cup: string): void {
    this.#changed.add(cup);
  }

  /** The next `play` looks at every cup. */
  forget(): void {
    this.#lookAgain.clear();
  }

  /** The rounds of cups that can be fixed, and what can be bet on their end. */
  async play(seed: string, closed: () => boolean): Promise<void> {
    const { clock, alarms, sports } = this.#services;
    for (const league of sports.leagues().values()) {
      const { code, cup } = league;
      if (cup === undefined || closed()) continue;
      const now = clock.now();
      if (!this.#changed.has(code) && (this.#lookAgain.get(code) ?? 0) > now) continue;
      const measure = measureModelsOfSport(sports, league.sport)({ home: 1, away: 1 })[0]?.code;
      if (measure === undefined) continue;
      let next = now + this.#every;
      for (const edition of await this.#editionsOf(code, cupEditionAt(cup, now)))
        next = Math.min(next, await this.#playEdition(seed, { league, cup, edition, measure }, now));
      this.#changed.delete(code);
      this.#lookAgain.set(code, next);
    }
    const ties = [...this.#against.values()].flat();
    alarms.report('cup-contradicted', ties.length, ties.join(', '));
  }

  /** Returns when the first result that is still looked over counts, game ms. */
  async #playEdition(seed: string, { league, cup, edition, measure }: PlayedEdition, now: number): Promise<number> {
    const { code } = league;
    if (await this.#isElsewhere(code, cup, edition)) {
      this.#against.delete(code);
      await this.#callOff(code, edition);
      return Number.POSITIVE_INFINITY;
    }
    // As many rounds as are over: on the first start those of the whole edition so far.
    for (let round = 0; round <= cup.rounds.length + 1; round++) {
      const fixtures = nextCupFixtures(seed, league, edition, await this.#rowsOf(code, edition), measure);
      if (fixtures.length === 0 || (await insertFixtures(this.#services, seed, league, fixtures, now)) === 0) break;
    }
    const rows = await this.#rowsOf(code, edition);
    const isLast = edition === cupEditionAt(cup, now);
    if (isLast) this.#against.set(code, contradictedTies(rows, measure));
    await writeOutrights(this.#services, seed, league, edition, rows, measure);
    // The next edition has begun, and nothing of this one is still to come: what it has not decided it never will.
    if (!isLast && rows.every(({ state }) => state === 'finished' || state === 'cancelled')) await this.#callOff(code, edition);
    return Math.min(...rows.map(({ reviewedAt }) => reviewedAt ?? Number.POSITIVE_INFINITY));
  }

  /** Whether a cup has matches of another source in the days of an edition: the feed plays none beside them. */
  async #isElsewhere(code: string, { editionDays }: Cup, edition: number): Promise<boolean> {
    const begins = edition * editionDays * DAY_MS;
    const { rows } = await this.#services.database.query(
      `SELECT 1 FROM matches WHERE league = $1 AND starts_at >= $2 AND starts_at < $3 AND ${NOT_SIMULATED_SQL} LIMIT 1`,
      [code, begins, begins + editionDays * DAY_MS],
    );
    return rows.length > 0;
  }

  /** Games that sell what can be bet on the end of a cup. */
  #gamesOn(cup: string): string[] {
    return this.#services.sports.outrights().flatMap(({ outright }) => (outright.cup === cup ? [outright.code] : []));
  }

  /**
   * The present edition of a cup; those before it that began and are not decided, as when no process ran meanwhile, since bets on them wait;
   * and the one before, whose last results may be corrected.
   */
  async #editionsOf(cup: string, now: number): Promise<number[]> {
    const { rows } = await this.#services.database.query<{ edition: number }>(
      `SELECT DISTINCT o.edition::int AS edition FROM outrights o
        WHERE o.game = ANY($1::text[]) AND o.edition::int < $3 AND (o.state IN ('selling', 'stopped') OR o.edition::int = $3 - 1)
          AND EXISTS (SELECT 1 FROM matches m WHERE m.league = $2 AND (m.cup->>'edition')::int = o.edition::int) ORDER BY 1`,
      [this.#gamesOn(cup), cup, now],
    );
    return [...rows.map(({ edition }) => edition), now];
  }

  /** Gives back what waits for the end of an edition that has none. */
  async #callOff(cup: string, edition: number): Promise<void> {
    const { rows } = await this.#services.database.query<{ game: string }>(
      `SELECT game FROM (SELECT DISTINCT game, edition FROM outrights
                          WHERE game = ANY($1::text[]) AND edition = $2 AND state IN ('selling', 'stopped')) t
        WHERE void_outright(game, edition) = 'done'`,
      [this.#gamesOn(cup), String(edition)],
    );
    for (const { game } of rows) this.#log(`feed of matches: bets on ${game}, edition ${edition}, are given back: it will not be decided`);
  }

  /** A result that an operator may still change, since no bet is paid by it yet, is none here, nor is one that cannot be. */
  async #rowsOf(code: string, edition: number): Promise<(CupRow & { readonly reviewedAt: number | null })[]> {
    const { database, clock, sports } = this.#services;
    const { rows } = await database.query<MatchToCheck & Pick<MatchRow, 'id' | 'home' | 'away' | 'cup'> & { reviewed_at: number | null }>(
      `SELECT id, home, away, cup, ${resultCheckColumns('m')},
              (SELECT max(o.result_at) FROM offers o WHERE o.match_id = m.id AND o.result_at > caipu_now_ms()) AS reviewed_at
         FROM matches m WHERE league = $1 AND (cup->>'edition')::int = $2 ORDER BY starts_at, id`,
      [code, edition],
    );
    const cupMeasures = rows[0] === undefined ? [] : measuresOfSport(sports, rows[0].sport, []);
    return rows.map((row) => {
      const { id, home, away, starts_at: startsAt, measures, cup, reviewed_at: reviewedAt } = row;
      const counts = reviewedAt === null && resultFaultsOf(sports, row, { known: cupMeasures, at: clock.now() }).length === 0;
      return { id, home, away, startsAt, state: counts ? row.state : 'review', measures, reviewedAt, cup: cup as CupRow['cup'] };
    });
  }
}

interface PlayedEdition {
  readonly league: LeagueDescription;
  readonly cup: Cup;
  readonly edition: number;
  /** Code of the measure that decides its matches. */
  readonly measure: string;
}
