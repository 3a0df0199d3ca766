/**
 * The simulated feed (演示) on the game clock, in a lane of its own: it fixes matches, puts them on sale, and brings each to what it is
 * now. Every part of it may run in any number of processes; what one has done the others find in the database.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { Cup, LeagueDescription } from '../../../engine/descriptions/sports/types.ts';
import type { Context } from '../../context.ts';
import { isAway } from '../../db/postgres.ts';
import { type Lane, startLane, untilNextLook } from '../../draws/lane.ts';
import { DAY_MS } from './calendar.ts';
import { contradicted, type CupRow, editionAt, nextCupFixtures } from './cups.ts';
import { apartFrom, type Fixture, fixturesBetween } from './fixtures.ts';
import { addMatches, ELSEWHERE, type MatchRow, minuteMsOf, playedBy, SIMULATED, strengthsOf } from './match-rows.ts';
import { offerMatches, saleEnds } from './offer.ts';
import { writeOutrights } from './outrights.ts';
import { LONGEST, matchToPlay, progressOf } from './plan.ts';
import { secretSeed, stepDue } from './step.ts';

/** Real ms between two looks at most. */
const LONGEST_SLEEP = 2_000;
/** Game ms after which fixtures ahead are looked for again. */
const PLAN_EVERY = 15 * 60_000;
/** The same for demonstration leagues, whose matches go on sale minutes before they begin, and for what games have to sell. */
export const PLAN_QUICK_EVERY = 30_000;
/** Days of matches that were played before this database was made: tables, form and results have something to show. */
const PAST_DAYS = 30;
/** Days of them that can be looked up as results of each game. */
const PAST_SOLD_DAYS = 3;
/** Matches of one statement. */
const AT_ONCE = 25;
/** Real ms between two steps of what can wait. */
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
export function startFeed(context: Context, log: (line: string) => void, begin?: Promise<void>): MatchFeed {
  const { clock, alarms, sports } = context;
  const database = context.database.lane('feed');
  const own = { ...context, database };
  /** When the fixtures of a league, and the offers of a game, want another look (game ms). */
  const lookAgain = new Map<string, number>();
  /** Cups in which something ended, or that were not looked at yet. */
  const cups = new Set<string>();
  /** Ties whose corrected result is not what the next round goes by, of each cup. */
  const against = new Map<string, readonly string[]>();
  let seed: string | undefined;
  let published = '';
  let setReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    setReady = resolve;
  });
  let setFilled: () => void = () => {};
  const filled = new Promise<void>((resolve) => {
    setFilled = resolve;
  });

  const lane: Lane = startLane(
    async (closed) => {
      await clock.sync();
      seed ??= await secretSeed(database, () => randomBytes(32).toString('hex'));
      const version = context.publication.index().version;
      if (version !== published) lookAgain.clear();
      published = version;
      await due(closed);
      for (const league of sold()) {
        if (closed()) return 0;
        // What took its time may have let something become due; a look at nothing did not.
        if (await fix(league)) await due(closed);
      }
      for (const sport of sports.all()) {
        if (closed()) return 0;
        const now = clock.now();
        if ((lookAgain.get(`game ${sport.hash}`) ?? 0) > now) continue;
        await offerMatches(own, seed, sport, now);
        lookAgain.set(`game ${sport.hash}`, now + PLAN_QUICK_EVERY);
        await due(closed);
      }
      await playCups(closed);
      setReady();
      const { rows } = await database.query<{ due: number | null }>('SELECT min(next_at) AS due FROM matches', [], 'feed-next');
      const wait = (rows[0]?.due ?? Number.POSITIVE_INFINITY) - clock.now();
      return Math.min(Math.max(wait / clock.speed, 20), untilNextLook(clock, LONGEST_SLEEP));
    },
    failed,
    begin,
  );

  function failed(error: Error): void {
    log(`feed of matches: ${error.message}; trying again`);
    if (!isAway(error)) alarms.raise('lane-failed', `feed of matches: ${error.message}`);
  }

  /** Leagues of which some game sells matches. */
  function sold(): LeagueDescription[] {
    const codes = new Set(sports.all().flatMap(({ sport }) => (sport.disabled === undefined ? (sport.feed?.leagues ?? []) : [])));
    return [...codes]
      .flatMap((code) => sports.league(code) ?? [])
      .sort((a, b) => Number(b.quick !== undefined) - Number(a.quick !== undefined));
  }

  async function due(closed: () => boolean): Promise<void> {
    for (;;) {
      if (closed()) return;
      const { matches, ended } = await stepDue(own, seed as string);
      if (matches === 0) return;
      for (const league of ended) if (sports.league(league)?.cup !== undefined) cups.add(league);
      await breathe();
    }
  }

  /** Fixtures of a league from those that may still be played to where sales end. False: it was not their time. */
  async function fix(league: LeagueDescription): Promise<boolean> {
    const now = clock.now();
    const key = `league ${league.code}`;
    if (league.cup !== undefined || (lookAgain.get(key) ?? 0) > now) return false;
    const { quick } = league;
    const ends = Math.max(
      ...sports.all().flatMap(({ sport: { sale, feed } }) => (sale && feed?.leagues.includes(league.code) ? saleEnds(sale, now) : now)),
    );
    const from = now - LONGEST * minuteMsOf(league);
    const to = quick === undefined ? ends : now + quick.sellSeconds * 1000 + 2 * PLAN_QUICK_EVERY;
    await insert(league, await notFromElsewhere(league, fixturesBetween(seed as string, league, from, to)), now);
    lookAgain.set(key, now + (quick === undefined ? PLAN_EVERY : PLAN_QUICK_EVERY));
    return true;
  }

  /** On days for which a league has matches of another source, the feed makes none. */
  async function notFromElsewhere(league: LeagueDescription, fixtures: readonly Fixture[]): Promise<Fixture[]> {
    const [first, last] = [fixtures[0], fixtures.at(-1)];
    if (first === undefined || last === undefined || league.quick !== undefined) return [...fixtures];
    const { rows } = await database.query<{ id: string; startsAt: number }>(
      'SELECT id, starts_at AS "startsAt" FROM matches WHERE league = $1 AND starts_at BETWEEN $2 AND $3 AND source <> $4',
      [league.code, first.startsAt - 4 * DAY_MS, last.startsAt + 4 * DAY_MS, SIMULATED],
    );
    return apartFrom(rows, seed as string, league, fixtures);
  }

  async function insert(
    league: LeagueDescription,
    fixtures: readonly (Fixture & { cup?: MatchRow['cup'] })[],
    now: number,
  ): Promise<number> {
    let added = 0;
    const models = playedBy(sports, league.sport);
    for (let at = 0; at < fixtures.length; at += AT_ONCE) {
      const rows = fixtures.slice(at, at + AT_ONCE).map(({ id, home, away, startsAt, cup = null }) => {
        const toPlay = matchToPlay(league, { id, startsAt, cup });
        // What was over before it was put down was never on sale; its moments are not news.
        const progress = progressOf(seed as string, toPlay, models(strengthsOf(league, home, away)), now);
        const { state, clock: minutes, measures, events, cards, end } = progress;
        return {
          ...{ id, sport: league.sport, league: league.code, home, away, starts_at: startsAt, source: SIMULATED, cup },
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

  /** The rounds of cups that can be fixed, and what can be bet on their end. */
  async function playCups(closed: () => boolean): Promise<void> {
    for (const league of sports.leagues().values()) {
      const { cup } = league;
      if (cup === undefined || closed()) continue;
      const now = clock.now();
      const key = `cup ${league.code}`;
      if (!cups.has(league.code) && (lookAgain.get(key) ?? 0) > now) continue;
      const measure = playedBy(sports, league.sport)({ home: 1, away: 1 })[0]?.code;
      if (measure === undefined) continue;
      const edition = editionAt(cup, now);
      let next = now + PLAN_EVERY;
      for (const each of await editionsOf(league.code, edition)) next = Math.min(next, await playEdition(league, cup, each, measure, now));
      cups.delete(league.code);
      lookAgain.set(key, next);
    }
    const ties = [...against.values()].flat();
    alarms.report('cup-contradicted', ties.length, ties.join(', '));
  }

  /** Returns when the first result that is still looked over counts. */
  async function playEdition(league: LeagueDescription, cup: Cup, edition: number, measure: string, now: number): Promise<number> {
    if (await isElsewhere(league.code, cup, edition)) {
      against.delete(league.code);
      await callOff(league.code, edition);
      return Number.POSITIVE_INFINITY;
    }
    // As many rounds as are over: on the first start those of the whole edition so far.
    for (let round = 0; round <= cup.rounds.length + 1; round++) {
      const rows = await cupRows(league.code, edition);
      const fixtures = nextCupFixtures(seed as string, league, edition, rows, measure);
      if (fixtures.length === 0 || (await insert(league, fixtures, now)) === 0) break;
    }
    const rows = await cupRows(league.code, edition);
    const isLast = edition === editionAt(cup, now);
    if (isLast) against.set(league.code, contradicted(rows, measure));
    await writeOutrights(own, seed as string, league, edition, rows, measure);
    // The next edition has begun, and nothing of this one is still to come: what it has not decided it never will.
    if (!isLast && rows.every(({ state }) => state === 'finished' || state === 'cancelled')) await callOff(league.code, edition);
    return Math.min(...rows.map(({ reviewedAt }) => reviewedAt ?? Number.POSITIVE_INFINITY));
  }

  /** Whether a cup has matches of another source in the days of an edition: the feed plays none beside them. */
  async function isElsewhere(code: string, { editionDays }: Cup, edition: number): Promise<boolean> {
    const begins = edition * editionDays * DAY_MS;
    const { rows } = await database.query(
      `SELECT 1 FROM matches WHERE league = $1 AND starts_at >= $2 AND starts_at < $3 AND ${ELSEWHERE} LIMIT 1`,
      [code, begins, begins + editionDays * DAY_MS],
    );
    return rows.length > 0;
  }

  const gamesOn = (cup: string): string[] => sports.outrights().flatMap(({ outright }) => (outright.cup === cup ? [outright.code] : []));

  /**
   * The present edition of a cup; those before it that began and are not decided, as when no process ran meanwhile, since bets on them wait;
   * and the one before, whose last results may be corrected.
   */
  async function editionsOf(cup: string, now: number): Promise<number[]> {
    const { rows } = await database.query<{ edition: number }>(
      `SELECT DISTINCT o.edition::int AS edition FROM outrights o
        WHERE o.game = ANY($1::text[]) AND o.edition::int < $3 AND (o.state IN ('selling', 'stopped') OR o.edition::int = $3 - 1)
          AND EXISTS (SELECT 1 FROM matches m WHERE m.league = $2 AND (m.cup->>'edition')::int = o.edition::int) ORDER BY 1`,
      [gamesOn(cup), cup, now],
    );
    return [...rows.map(({ edition }) => edition), now];
  }

  /** Gives back what waits for the end of an edition that has none. */
  async function callOff(cup: string, edition: number): Promise<void> {
    const { rows } = await database.query<{ game: string }>(
      `SELECT game FROM (SELECT DISTINCT game, edition FROM outrights
                          WHERE game = ANY($1::text[]) AND edition = $2 AND state IN ('selling', 'stopped')) t
        WHERE void_outright(game, edition) = 'done'`,
      [gamesOn(cup), String(edition)],
    );
    for (const { game } of rows) log(`feed of matches: bets on ${game}, edition ${edition}, are given back: it will not be decided`);
  }

  /** A result that an operator may still change, since no bet is paid by it yet, is none here. */
  async function cupRows(code: string, edition: number): Promise<(CupRow & { readonly reviewedAt: number | null })[]> {
    const { rows } = await database.query<MatchRow & { reviewed_at: number | null }>(
      `SELECT id, home, away, starts_at, state, measures, cup,
              (SELECT max(o.result_at) FROM offers o WHERE o.match_id = m.id AND o.result_at > caipu_now_ms()) AS reviewed_at
         FROM matches m WHERE league = $1 AND (cup->>'edition')::int = $2 ORDER BY starts_at, id`,
      [code, edition],
    );
    return rows.map(({ id, home, away, starts_at, state, measures, cup, reviewed_at }) => ({
      ...{ id, home, away, startsAt: starts_at, state: reviewed_at === null ? state : 'review', measures, reviewedAt: reviewed_at },
      cup: cup as CupRow['cup'],
    }));
  }

  let ended = false;
  /** The past, after everything that players wait for, in small steps. */
  async function fill(): Promise<void> {
    await ready;
    const now = clock.now();
    for (let day = 0; day < PAST_DAYS; day += 3) {
      for (const league of sold()) {
        if (ended) return;
        if (league.rounds === undefined) continue;
        const from = now - (day + 3) * DAY_MS;
        const to = now - day * DAY_MS - (day === 0 ? LONGEST * minuteMsOf(league) : 0);
        await insert(league, await notFromElsewhere(league, fixturesBetween(seed as string, league, from, to)), now);
        await pause(PAUSE);
      }
    }
    for (const version of sports.all()) {
      if (ended) return;
      if (version.sport.sale?.issues?.kind !== 'matches')
        await offerMatches(own, seed as string, version, now, now - PAST_SOLD_DAYS * DAY_MS);
      await pause(PAUSE);
    }
  }
  const filling = fill().then(setFilled, (error: Error) => {
    if (!ended) failed(error);
    setFilled();
  });

  return {
    ready,
    filled,
    wake() {
      lookAgain.clear();
      lane.wake();
    },
    async close() {
      ended = true;
      setReady();
      await lane.close();
      await filling;
    },
  };
}
