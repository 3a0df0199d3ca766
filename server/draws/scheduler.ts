/**
 * Keeps issues opening, freezing, drawing and settling, in lanes that do not wait for each other: opening, freezing and drawing; settling;
 * and what can wait (housekeeping, demonstration draws of the past). Each lane sleeps until something is due. Every process may run one of
 * each, since each step claims its own work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { NOW_ONCE } from '../clock.ts';
import type { Context } from '../context.ts';
import { isAway, isUnavailable } from '../db/postgres.ts';
import { forgetAll } from '../system/retention.ts';
import { analyzeSome, vacuumSome } from '../system/table-upkeep.ts';
import type { GameVersion } from '../games.ts';
import { extendHistory, HISTORY } from './history.ts';
import { startLane, untilNextLook } from './lane.ts';
import { openIssues } from './open.ts';
import { reasonOf, retryAll } from './quarantine.ts';
import { tidySome } from './pool.ts';
import { retrySome, type SettledStep, settleSome } from './settle.ts';
import { refreshPools } from '../sports/bets/pools.ts';
import type { SportStep } from '../sports/bets/ends.ts';
import { retrySportSome, settleSportSome } from '../sports/bets/settle.ts';
import { beat, beginLook, instantOf, type LookBegun, recordSkipped } from './skipped.ts';
import { drawDue, freezeDue } from './steps.ts';

/** Real ms between two looks at most: another process may have moved the clock or opened an issue. */
const LONGEST_SLEEP = 5_000;
/** Real ms between two looks for something to settle, when no draw of this process said that there is. */
const SETTLE_EVERY = 1_000;
/** Real ms that an issue is left alone when others held what its settlement needs. */
const BUSY_MS = 1_000;
/** Real ms of opening issues after which draws that are due come in between. */
const DRAWS_WAIT_MS = 200;
const PRUNE_EVERY = 60_000;
/** Real ms between two sums of what phones are shown of a pool. */
const POOLS_EVERY = 10_000;
/** Every game has some past before any has all of it. */
const HISTORY_STAGES = [20, HISTORY];
/** Real ms between two steps of making history: what players do comes first. */
const HISTORY_PAUSE = 10;

export interface Scheduler {
  /** Resolves when every game has an issue on sale or to come: from then on there is something to bet on. */
  readonly ready: Promise<void>;
  /** Goes on to all the rest, when `startLater` was asked for. */
  start(): void;
  /** Resolves when the games of now have their demonstration history, or making it was given up until the next change. */
  history(): Promise<void>;
  /** Look now: a description changed, or the clock moved. */
  wake(): void;
  /** Ends after the steps under way. */
  close(): Promise<void>;
}

export interface SchedulerOptions {
  /** Demonstration draws made for each game that has not as many draws; 300 when left out. */
  readonly history?: number | undefined;
  /** Nothing but what `ready` waits for until `start` is called. */
  readonly startLater?: boolean;
  /** Told of each step of settlement; the next one waits until it resolves. For tests. */
  readonly onSettled?: (step: SettledStep) => Promise<void> | void;
  /** The same of the settlement of matches. */
  readonly onMatchSettled?: (step: SportStep) => Promise<void> | void;
}

export function startScheduler(context: Context, log: (line: string) => void, options: SchedulerOptions = {}): Scheduler {
  const { clock, database, games, alarms } = context;
  const { history = HISTORY, onSettled = () => {}, onMatchSettled = () => {} } = options;
  const drawing = { ...context, database: database.lane('draw') };
  const settling = { ...context, database: database.lane('settle') };
  const matches = { ...context, database: database.lane('matches') };
  let closed = false;
  let isReady = false;
  /** By version: when its issues ahead want another look. */
  const lookAgain = new Map<string, number>();
  /** Games whose issues could not be opened: what they missed meanwhile is noted when they can be. */
  const unopened = new Set<string>();
  let setReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    setReady = resolve;
  });
  let setStarted: () => void = () => {};
  const started = options.startLater === true ? new Promise<void>((resolve) => (setStarted = resolve)) : undefined;
  /** Once every game was looked at, or that failed: settlement and housekeeping leave the first moments to what a server is ready with. */
  let setLooked: () => void = () => {};
  const looked = new Promise<void>((resolve) => {
    setLooked = resolve;
  });
  const failed = (lane: string) => (error: Error) => {
    log(`${lane}: ${error.message}; trying again`);
    // A database that is away is seen by everybody. Anything else is a fault that somebody must look at.
    if (!isAway(error)) alarms.raise('lane-failed', `${lane}: ${reasonOf(error)}`);
  };

  const drawLane = startLane(async (ended) => {
    await openAll(ended).finally(setLooked);
    await freezeAndDraw(ended);
    const { rows } = await drawing.database.query<{ due: number | null }>(
      `SELECT least((SELECT min(closes_at) FROM issues WHERE state = 'open'), (SELECT min(draws_at) FROM issues WHERE state = 'frozen' AND source IS NULL)) AS due`,
    );
    const wait = (rows[0]?.due ?? Number.POSITIVE_INFINITY) - clock.now();
    return Math.min(Math.max(wait / clock.speed, 5), untilNextLook(clock, LONGEST_SLEEP));
  }, failed('draws'));

  async function freezeAndDraw(ended: () => boolean): Promise<void> {
    while (!ended() && (await freezeDue(drawing)) > 0);
    let drawn = 0;
    for (let some = 1; some > 0 && !ended(); drawn += some) some = await drawDue(drawing);
    if (drawn > 0) settleLane.wake();
  }

  async function openAll(ended: () => boolean): Promise<void> {
    const look = await beginLook(drawing.database);
    await clock.sync();
    let lookAt = performance.now() + DRAWS_WAIT_MS;
    const due = sourcesFirst(games).filter(({ game, hash }) => game.disabled === undefined && (lookAgain.get(hash) ?? 0) <= look.game);
    if (!isReady) {
      // A process that was killed finds nearly all of them on sale: it is ready before it has looked at each for what else is to be opened.
      const lacking = await withoutSale(due);
      for (const version of lacking) await open(version, look);
      isReady = true;
      setReady();
      await started;
      for (const version of lacking) due.splice(due.indexOf(version), 1);
    }
    for (const version of due) {
      if (ended()) return;
      await open(version, look);
      // Fifty games take their time after a change of descriptions, and no draw waits for it.
      if (performance.now() < lookAt) continue;
      await freezeAndDraw(ended);
      lookAt = performance.now() + DRAWS_WAIT_MS;
    }
    await beat(drawing.database, look);
  }

  /** Games in which nothing is on sale or to come. */
  async function withoutSale(of: readonly GameVersion[]): Promise<GameVersion[]> {
    const { rows } = await drawing.database.query<{ game: string }>(
      `SELECT DISTINCT game FROM issues WHERE state = 'open' AND closes_at > ${NOW_ONCE}`,
    );
    const sold = new Set(rows.map(({ game }) => game));
    return of.filter(({ game }) => !sold.has(game.code));
  }

  async function open(version: GameVersion, look: LookBegun): Promise<void> {
    const { code } = version.game;
    const parts = { ...drawing, clock: instantOf(look) };
    try {
      lookAgain.set(version.hash, await openIssues(parts, version, unopened.has(code) ? 0 : look.since));
      unopened.delete(code);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (!unopened.has(code)) alarms.raise('game-not-opened', `${code}: ${reasonOf(error)}`);
      unopened.add(code);
    }
  }

  /** Issues whose locks others hold, and until when (performance.now) they are left alone. */
  const busy = new Map<string, number>();
  let retry = true;
  const settleLane = startLane(
    async (ended) => {
      if (retry) await retryAll(settling.database);
      retry = false;
      for (;;) {
        if (ended()) return 0;
        for (const [issue, until] of busy) if (until <= performance.now()) busy.delete(issue);
        const step = await settleSome(settling, [...busy.keys()]);
        if (step === undefined) break;
        if (step.is === 'busy') busy.set(`${step.game}/${step.issue}`, performance.now() + BUSY_MS);
        await onSettled(step);
      }
      while (!ended() && (await retrySome(settling)));
      await tidySome(settling);
      return untilNextLook(clock, SETTLE_EVERY);
    },
    failed('settlement'),
    looked,
  );

  /** Matches whose locks others hold, and until when (performance.now) they are left alone. */
  const busyMatches = new Map<string, number>();
  let poolsAt = Number.NEGATIVE_INFINITY;
  const matchLane = startLane(
    async (ended) => {
      if (performance.now() - poolsAt > POOLS_EVERY) {
        poolsAt = performance.now();
        await refreshPools(matches);
      }
      for (;;) {
        if (ended()) return 0;
        for (const [match, until] of busyMatches) if (until <= performance.now()) busyMatches.delete(match);
        const step = await settleSportSome(matches, [...busyMatches.keys()]);
        if (step === undefined) break;
        if (step.is === 'busy') busyMatches.set(`${step.game}/${step.match}`, performance.now() + BUSY_MS);
        await onMatchSettled(step);
      }
      while (!ended() && (await retrySportSome(matches)));
      return untilNextLook(clock, SETTLE_EVERY);
    },
    failed('settlement of matches'),
    looked,
  );

  let pruned = 0;
  const housekeepingFailed = failed('housekeeping');
  const keepLane = startLane(
    async (ended) => {
      while (!ended() && (await recordSkipped(context))) await pause(HISTORY_PAUSE);
      if (pruned === 0 || performance.now() - pruned > PRUNE_EVERY) {
        pruned = performance.now();
        await forgetAll(database, ended, housekeepingFailed);
        await games.prune([...context.sports.inForce(), ...context.smalls.inForce()]);
        await vacuumSome(database, ended);
        await analyzeSome(database, ended);
      }
      return untilNextLook(clock, LONGEST_SLEEP);
    },
    housekeepingFailed,
    looked,
  );

  /** Game → the draws that it is known to have. */
  const filled = new Map<string, number>();
  async function fill(): Promise<void> {
    let made = 0;
    try {
      for (const stage of HISTORY_STAGES) {
        const want = Math.min(stage, history);
        for (const version of sourcesFirst(games)) {
          const { code, disabled } = version.game;
          if (disabled !== undefined) continue;
          while (!closed && (filled.get(code) ?? 0) < want) {
            const added = await extendHistory(context, version, want);
            made += added;
            if (added === 0) filled.set(code, want);
            await pause(HISTORY_PAUSE);
          }
        }
      }
      // Thousands of rows at once leave statistics that speak of an empty table, and an embedded database never makes new ones itself.
      if (made > 0 && !closed) await database.query('ANALYZE issues, descriptions');
    } catch (error) {
      if (!closed) log(`history: ${(error as Error).message}; trying again with the next change`);
    }
  }
  let filling = looked.then(fill);

  return {
    ready,
    start: () => setStarted(),
    history: () => filling,
    wake() {
      // A version that comes back after another must look at the issues that the other one left.
      lookAgain.clear();
      filling = filling.then(fill);
      retry = true;
      drawLane.wake();
      settleLane.wake();
      matchLane.wake();
      keepLane.wake();
    },
    async close() {
      closed = true;
      setReady();
      setStarted();
      setLooked();
      await Promise.all([drawLane.close(), settleLane.close(), matchLane.close(), keepLane.close(), filling]);
    },
  };
}

/** Games whose numbers follow from another's come after it. */
function sourcesFirst(games: Context['games']): GameVersion[] {
  return games.all().toSorted((a, b) => Number(a.game.draw.source !== undefined) - Number(b.game.draw.source !== undefined));
}
