/**
 * Keeps issues opening, freezing, drawing and settling. It sleeps until the next due time; every process may run one, since each
 * step claims its own work.
 */
import type { Context } from '../context.ts';
import { backfill, openIssues } from './open.ts';
import { settleSome } from './settle.ts';
import { drawDue, freezeDue } from './steps.ts';

/** Real ms between two looks at most: another process may have moved the clock or opened an issue. */
const LONGEST_SLEEP = 5_000;
const LONGEST_SLEEP_SIMULATED = 250;
/** After a failure (a database that restarts, say) it waits this long and tries again. */
const AFTER_FAILURE = 1_000;
const PRUNE_EVERY = 60_000;
const NONCE_LIFE_MS = 620_000;

export interface Scheduler {
  /** Look now: a description changed, or the clock moved. */
  wake(): void;
  /** Ends after the step under way. */
  close(): Promise<void>;
}

export function startScheduler(context: Context, log: (line: string) => void): Scheduler {
  const { clock, database, games } = context;
  let closed = false;
  let woken = false;
  let interrupt: (() => void) | undefined;
  /** By version: when its issues ahead want another look. */
  const lookAgain = new Map<string, number>();
  let pruned = 0;

  async function look(): Promise<void> {
    await clock.sync();
    await openAll();
    while (!closed && (await freezeDue(context)) > 0);
    while (!closed && (await drawDue(context)) > 0);
    while (!closed && (await settleSome(context)));
    if (performance.now() - pruned > PRUNE_EVERY) {
      pruned = performance.now();
      await database.query('DELETE FROM nonces WHERE at < caipu_now_ms() - $1', [NONCE_LIFE_MS]);
      await database.query(`DELETE FROM outbox WHERE at < clock_timestamp() - interval '10 minutes'`);
      await database.query('DELETE FROM sessions WHERE expires_at < caipu_now_ms()');
    }
  }

  async function openAll(): Promise<void> {
    for (const version of games.all()) {
      if (closed) return;
      if (version.game.disabled !== undefined || (lookAgain.get(version.hash) ?? 0) > clock.now()) continue;
      if (!lookAgain.has(version.hash)) await backfill(context, version);
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

  return {
    wake() {
      // A version that comes back after another must look at the issues that the other one left.
      lookAgain.clear();
      woken = true;
      interrupt?.();
    },
    async close() {
      closed = true;
      interrupt?.();
      await running;
    },
  };
}
