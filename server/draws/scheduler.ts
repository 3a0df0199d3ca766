/**
 * Keeps issues opening, freezing, drawing and settling. It sleeps until the next due time; every process may run one, since each
 * step claims its own work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { forgetAll } from '../system/retention.ts';
import { extendHistory, HISTORY } from './history.ts';
import { openIssues } from './open.ts';
import { settleSome } from './settle.ts';
import { drawDue, freezeDue } from './steps.ts';

/** Real ms between two looks at most: another process may have moved the clock or opened an issue. */
const LONGEST_SLEEP = 5_000;
const LONGEST_SLEEP_SIMULATED = 250;
/** After a failure (a database that restarts, say) it waits this long and tries again. */
const AFTER_FAILURE = 1_000;
const PRUNE_EVERY = 60_000;
/** Every game has some past before any has all of it. */
const HISTORY_STAGES = [20, HISTORY];
/** Real ms between two steps of making history: what players do comes first. */
const HISTORY_PAUSE = 10;

export interface Scheduler {
  /** Resolves when every game has an issue on sale or to come: from then on there is something to bet on. */
  readonly ready: Promise<void>;
  /** Resolves when the games of now have their demonstration history, or making it was given up until the next change. */
  history(): Promise<void>;
  /** Look now: a description changed, or the clock moved. */
  wake(): void;
  /** Ends after the step under way. */
  close(): Promise<void>;
}

/** `history`: demonstration draws made for each game that has not as many draws; 300 when left out. */
export function startScheduler(context: Context, log: (line: string) => void, history = HISTORY): Scheduler {
  const { clock, database, games } = context;
  let closed = false;
  let woken = false;
  let interrupt: (() => void) | undefined;
  /** By version: when its issues ahead want another look. */
  const lookAgain = new Map<string, number>();
  let pruned = 0;
  let setReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    setReady = resolve;
  });
  /** Game → the draws that it is known to have. */
  const filled = new Map<string, number>();
  let filling: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    await clock.sync();
    await openAll();
    setReady();
    while (!closed && (await freezeDue(context)) > 0);
    while (!closed && (await drawDue(context)) > 0);
    while (!closed && (await settleSome(context)));
    if (performance.now() - pruned > PRUNE_EVERY) {
      pruned = performance.now();
      await forgetAll(database, () => closed);
    }
  }

  async function fill(): Promise<void> {
    let made = 0;
    try {
      for (const stage of HISTORY_STAGES) {
        const want = Math.min(stage, history);
        for (const version of games.all()) {
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

  async function openAll(): Promise<void> {
    for (const version of games.all()) {
      if (closed) return;
      if (version.game.disabled !== undefined || (lookAgain.get(version.hash) ?? 0) > clock.now()) continue;
      lookAgain.set(version.hash, await openIssues(context, version));
    }
  }

  /** Game ms until something is due. */
  async function untilNext(): Promise<number> {
    const { rows } = await database.query<{ due: number | null }>(
      `SELECT least((SELECT min(closes_at) FROM issues WHERE state = 'open'), (SELECT min(draws_at) FROM issues WHERE state = 'frozen')) AS due`,
    );
    return (rows[0]?.due ?? Number.POSITIVE_INFINITY) - clock.now();
  }

  async function sleep(ms: number): Promise<void> {
    if (woken || closed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    interrupt = undefined;
  }

  const running = (async () => {
    while (!closed) {
      woken = false;
      try {
        await look();
        if (closed) return;
        const longest = clock.simulated ? LONGEST_SLEEP_SIMULATED : LONGEST_SLEEP;
        await sleep(Math.min(Math.max((await untilNext()) / clock.speed, 5), longest));
      } catch (error) {
        if (closed) return;
        log(`draws: ${(error as Error).message}; trying again`);
        await sleep(AFTER_FAILURE);
      }
    }
  })();

  filling = ready.then(fill);

  return {
    ready,
    history: () => filling,
    wake() {
      // A version that comes back after another must look at the issues that the other one left.
      lookAgain.clear();
      filling = filling.then(fill);
      woken = true;
      interrupt?.();
    },
    async close() {
      closed = true;
      setReady();
      interrupt?.();
      await Promise.all([running, filling]);
    },
  };
}
