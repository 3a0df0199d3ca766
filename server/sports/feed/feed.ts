/**
 * The simulated feed (演示) on the game clock, as a background job: it fixes matches, puts them on sale, and brings each to what it is
 * now. Every part of it may run in any number of processes; what one has done the others find in the database.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { LeagueDescription } from '../../../engine/descriptions/sports/types.ts';
import type { SportServices } from '../services.ts';
import { DAY_MS, isDatabaseDown, type RunningJob, Latch, startJob, pollDelay } from '../../platform/index.ts';
import { CupEditions } from './cup-editions.ts';
import { fixturesBetween } from './fixtures.ts';
import { insertFixtures, withoutOtherSources } from './insert-fixtures.ts';
import { minuteMsOf } from './match-rows.ts';
import { offerMatches, saleEndAt } from './offer-matches.ts';
import { LONGEST_MATCH_MINUTES } from './match-progress.ts';
import type { SportVersion } from '../versions.ts';
import { feedSeed, updateDueMatches } from './update-matches.ts';

/** Real ms between two looks at most. */
const LONGEST_SLEEP = 2_000;
/** Game ms between two plannings of fixtures. */
const PLAN_EVERY = 15 * 60_000;
/** The same for demonstration leagues, whose matches go on sale minutes before they begin, and between two checks of the matches that a game sells. */
export const QUICK_PLAN_INTERVAL_MS = 30_000;
/** Days of matches that were played before this database was made: tables, form and results have something to show. */
const PAST_DAYS = 30;
/** The same of leagues in which every team plays each day. */
const PAST_DAYS_DAILY = 12;
/** Days of them that can be looked up as results of each game. */
const PAST_SOLD_DAYS = 3;
/** Real ms between two steps of work that can wait. */
const PAUSE = 20;

export interface MatchFeed {
  /** Resolves when the matches of the sale days that are on sale are there and offered. */
  readonly ready: Promise<void>;
  /** Resolves when the past of the leagues is there too. */
  readonly filled: Promise<void>;
  wake(): void;
  close(): Promise<void>;
}

/** The first look waits for `begin`, which must resolve before the feed is closed. */
export function startFeed(context: SportServices, log: (line: string) => void, begin?: Promise<void>): MatchFeed {
  return new SimulatedFeed(context, log, begin);
}

class SimulatedFeed implements MatchFeed {
  readonly filled: Promise<void>;
  /** With the database connection of the feed. */
  readonly #services: SportServices;
  readonly #log: (line: string) => void;
  readonly #cups: CupEditions;
  readonly #job: RunningJob;
  /** When the fixtures of a league, and the offers of a game, want another look (game ms). */
  readonly #lookAgain = new Map<string, number>();
  #seed: string | undefined;
  /** The version of the descriptions that the last look saw. */
  #published = '';
  readonly #ready = new Latch();
  #ended = false;

  constructor(services: SportServices, log: (line: string) => void, begin: Promise<void> | undefined) {
    this.#services = { ...services, database: services.database.forJob('feed') };
    this.#log = log;
    this.#cups = new CupEditions(this.#services, log, PLAN_EVERY);
    this.#job = startJob(
      (closed) => this.#look(closed),
      (error) => this.#failed(error),
      begin,
    );
    this.filled = this.#fill().catch((error: Error) => {
      if (!this.#ended) this.#failed(error);
    });
  }

  get ready(): Promise<void> {
    return this.#ready.opened;
  }

  wake(): void {
    this.#forgetLooks();
    this.#job.wake();
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#ready.open();
    await this.#job.close();
    await this.filled;
  }

  #failed(error: Error): void {
    this.#log(`feed of matches: ${error.message}; trying again`);
    if (!isDatabaseDown(error)) this.#services.alarms.raise('lane-failed', `feed of matches: ${error.message}`);
  }

  #forgetLooks(): void {
    this.#lookAgain.clear();
    this.#cups.forget();
  }

  /** What all that the feed decides by chance follows from. */
  async #secret(): Promise<string> {
    this.#seed ??= await feedSeed(this.#services.database, () => randomBytes(32).toString('hex'));
    return this.#seed;
  }

  /** Does everything that is due. Returns the real ms until the next look. */
  async #look(closed: () => boolean): Promise<number> {
    const { clock, database, publication, sports } = this.#services;
    await clock.sync();
    const seed = await this.#secret();
    const { version } = publication.index();
    if (version !== this.#published) this.#forgetLooks();
    this.#published = version;
    await this.#bringUpToDate(seed, closed);
    for (const league of this.#sold()) {
      if (closed()) return 0;
      // What took its time may have let something become due; a look at nothing did not.
      if (await this.#fix(seed, league)) await this.#bringUpToDate(seed, closed);
    }
    for (const sport of sports.all()) {
      if (closed()) return 0;
      if (await this.#offer(seed, sport)) await this.#bringUpToDate(seed, closed);
    }
    await this.#cups.play(seed, closed);
    this.#ready.open();
    const { rows } = await database.query<{ due: number | null }>('SELECT min(next_at) AS due FROM matches', [], 'feed-next');
    const wait = (rows[0]?.due ?? Number.POSITIVE_INFINITY) - clock.now();
    return Math.min(Math.max(wait / clock.speed, 20), pollDelay(clock, LONGEST_SLEEP));
  }

  /** Brings the matches whose next thing is due to what they are now. */
  async #bringUpToDate(seed: string, closed: () => boolean): Promise<void> {
    const { sports } = this.#services;
    for (;;) {
      if (closed()) return;
      const { matches, ended } = await updateDueMatches(this.#services, seed);
      if (matches === 0) return;
      for (const league of ended) if (sports.league(league)?.cup !== undefined) this.#cups.changed(league);
      await breathe();
    }
  }

  /** Leagues with matches that some game sells. */
  #sold(): LeagueDescription[] {
    const { sports } = this.#services;
    const codes = new Set(sports.all().flatMap(({ sport }) => (sport.disabled === undefined ? (sport.feed?.leagues ?? []) : [])));
    return [...codes]
      .flatMap((code) => sports.league(code) ?? [])
      .sort((a, b) => Number(b.quick !== undefined) - Number(a.quick !== undefined));
  }

  /** Fixtures of a league from those that may still be played to where sales end. False: it was not their time. */
  async #fix(seed: string, league: LeagueDescription): Promise<boolean> {
    const { clock, database, sports } = this.#services;
    const now = clock.now();
    const key = `league ${league.code}`;
    if (league.cup !== undefined || (this.#lookAgain.get(key) ?? 0) > now) return false;
    const { quick } = league;
    const ends = Math.max(
      ...sports.all().flatMap(({ sport: { sale, feed } }) => (sale && feed?.leagues.includes(league.code) ? saleEndAt(sale, now) : now)),
    );
    const from = now - LONGEST_MATCH_MINUTES * minuteMsOf(league);
    const to = quick === undefined ? ends : now + quick.sellSeconds * 1000 + 2 * QUICK_PLAN_INTERVAL_MS;
    const fixtures = await withoutOtherSources(database, seed, league, fixturesBetween(seed, league, from, to));
    await insertFixtures(this.#services, seed, league, fixtures, now);
    this.#lookAgain.set(key, now + (quick === undefined ? PLAN_EVERY : QUICK_PLAN_INTERVAL_MS));
    return true;
  }

  /** Puts matches on sale in a game. False: it was not their time. */
  async #offer(seed: string, sport: SportVersion): Promise<boolean> {
    const now = this.#services.clock.now();
    const key = `game ${sport.hash}`;
    if ((this.#lookAgain.get(key) ?? 0) > now) return false;
    await offerMatches(this.#services, seed, sport, now);
    this.#lookAgain.set(key, now + QUICK_PLAN_INTERVAL_MS);
    return true;
  }

  /** The past, after everything that players wait for, in small steps. */
  async #fill(): Promise<void> {
    await this.ready;
    if (this.#ended) return;
    const { clock, database, sports } = this.#services;
    const seed = await this.#secret();
    const now = clock.now();
    for (let day = 0; day < PAST_DAYS; day += 3) {
      for (const league of this.#sold()) {
        if (this.#ended) return;
        if (league.rounds === undefined && (league.quick?.times === undefined || day >= PAST_DAYS_DAILY)) continue;
        const from = now - (day + 3) * DAY_MS;
        const to = now - day * DAY_MS - (day === 0 ? LONGEST_MATCH_MINUTES * minuteMsOf(league) : 0);
        const fixtures = await withoutOtherSources(database, seed, league, fixturesBetween(seed, league, from, to));
        await insertFixtures(this.#services, seed, league, fixtures, now);
        await pause(PAUSE);
      }
    }
    for (const version of sports.all()) {
      if (this.#ended) return;
      if (version.sport.sale?.issues?.kind !== 'matches')
        await offerMatches(this.#services, seed, version, now, now - PAST_SOLD_DAYS * DAY_MS);
      await pause(PAUSE);
    }
  }
}
