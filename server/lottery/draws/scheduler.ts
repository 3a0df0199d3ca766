/**
 * Keeps issues opening, freezing, drawing and settling, in jobs that do not wait for each other: opening, freezing and drawing; settling;
 * and what can wait (housekeeping, demonstration draws of the past). Each job sleeps until something is due. Every process may run one of
 * each, since each step claims its own work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { analyzeSome, isDatabaseDown, type RunningJob, Latch, errorText, startJob, pollDelay, vacuumSome } from '../../platform/index.ts';
import type { LotteryServices } from '../services.ts';
import { HISTORY } from './history.ts';
import { IssueOpening } from './issue-opening.ts';
import { HISTORY_PAUSE, PastDraws } from './past-draws.ts';
import type { SettlementStep } from './settle.ts';
import { Settlement } from './settlement.ts';
import { recordSkippedIssues } from './skipped-issues.ts';
import { drawDueIssues, freezeDueIssues } from './steps.ts';

/** Real ms between two looks at most: another process may have moved the clock or opened an issue. */
const LONGEST_SLEEP = 5_000;
const PRUNE_EVERY = 60_000;

export interface Scheduler {
  /** Resolves when every game has an issue on sale or to come: from then on there is something to bet on. */
  readonly ready: Promise<void>;
  /** Resolves when every game was looked at once, or that failed: settlement leaves the first moments to what a server is ready with. */
  readonly looked: Promise<void>;
  /** Goes on to all the rest, when `startLater` was asked for. */
  start(): void;
  /** Resolves when the present games have their demonstration history, or making it was given up until the next change. */
  history(): Promise<void>;
  /** Look now: a description changed, or the clock moved. */
  wake(): void;
  /** Ends after the steps under way. */
  close(): Promise<void>;
}

export interface Housekeeping {
  /** Deletes what is old, until it is done or `ended` says that the process ends. */
  forget(ended: () => boolean, failed: (error: Error) => void): Promise<void>;
  /** Hashes of descriptions of other kinds that are in force here: their versions stay. */
  inForce(): readonly string[];
}

export interface SchedulerOptions {
  /** Demonstration draws made for each game that has not as many draws; 300 when left out. */
  readonly history?: number | undefined;
  /** Nothing but what `ready` waits for until `start` is called. */
  readonly startLater?: boolean;
  /** What the modules above leave to the housekeeping of every minute. */
  readonly housekeeping?: Housekeeping;
  /** Told of each step of settlement; the next one waits until it resolves. For tests. */
  readonly onSettled?: (step: SettlementStep) => Promise<void> | void;
}

export function startScheduler(context: LotteryServices, log: (line: string) => void, options: SchedulerOptions = {}): Scheduler {
  return new JobScheduler(context, log, options);
}

class JobScheduler implements Scheduler {
  readonly #services: LotteryServices;
  readonly #log: (line: string) => void;
  readonly #housekeeping: Housekeeping | undefined;
  /** The services with the database connection of draws. */
  readonly #drawing: LotteryServices;
  readonly #ready = new Latch();
  readonly #started = new Latch();
  readonly #looked = new Latch();
  readonly #opening: IssueOpening;
  readonly #settlement: Settlement;
  readonly #drawJob: RunningJob;
  readonly #keepJob: RunningJob;
  readonly #past: PastDraws;
  /** When housekeeping last deleted what is old, performance.now; 0: not yet. */
  #pruned = 0;

  constructor(
    services: LotteryServices,
    log: (line: string) => void,
    { history = HISTORY, startLater, housekeeping, onSettled = () => {} }: SchedulerOptions,
  ) {
    this.#services = services;
    this.#log = log;
    this.#housekeeping = housekeeping;
    const { database } = services;
    this.#drawing = { ...services, database: database.forJob('draw') };
    const settling = { ...services, database: database.forJob('settle') };
    if (startLater !== true) this.#started.open();
    const lastPassAt = this.looked;
    this.#drawJob = startJob((ended) => this.#draw(ended), this.#failed('draws'));
    this.#opening = new IssueOpening(this.#drawing, {
      ready: () => {
        this.#ready.open();
        return this.#started.opened;
      },
      draw: (ended) => this.#freezeAndDraw(ended),
    });
    this.#settlement = new Settlement(settling, { begin: lastPassAt, failed: this.#failed('settlement'), onSettled });
    this.#keepJob = startJob((ended) => this.#keep(ended), this.#failed('housekeeping'), lastPassAt);
    this.#past = new PastDraws(services, log, history, lastPassAt);
  }

  get ready(): Promise<void> {
    return this.#ready.opened;
  }

  get looked(): Promise<void> {
    return this.#looked.opened;
  }

  start(): void {
    this.#started.open();
  }

  history(): Promise<void> {
    return this.#past.whenFilled();
  }

  wake(): void {
    this.#opening.forget();
    this.#past.again();
    this.#drawJob.wake();
    this.#settlement.retry();
    this.#keepJob.wake();
  }

  async close(): Promise<void> {
    for (const latch of [this.#ready, this.#started, this.#looked]) latch.open();
    await Promise.all([this.#past.close(), this.#drawJob.close(), this.#settlement.close(), this.#keepJob.close()]);
  }

  #failed(job: string): (error: Error) => void {
    return (error) => {
      this.#log(`${job}: ${error.message}; trying again`);
      // An outage of the database has its own alerts. Any other error is a fault that an operator must look at.
      if (!isDatabaseDown(error)) this.#services.alarms.raise('lane-failed', `${job}: ${errorText(error)}`);
    };
  }

  /** Opens, freezes and draws. Returns the real ms until the next look. */
  async #draw(ended: () => boolean): Promise<number> {
    const { clock, database } = this.#drawing;
    // Also where that failed: settlement and housekeeping leave the first moments alone to what a server is ready with.
    await this.#opening.look(ended).finally(() => this.#looked.open());
    await this.#freezeAndDraw(ended);
    const { rows } = await database.query<{ due: number | null }>(
      `SELECT least((SELECT min(closes_at) FROM issues WHERE state = 'open'), (SELECT min(draws_at) FROM issues WHERE state = 'frozen' AND source IS NULL)) AS due`,
    );
    const wait = (rows[0]?.due ?? Number.POSITIVE_INFINITY) - clock.now();
    return Math.min(Math.max(wait / clock.speed, 5), pollDelay(clock, LONGEST_SLEEP));
  }

  async #freezeAndDraw(ended: () => boolean): Promise<void> {
    while (!ended() && (await freezeDueIssues(this.#drawing)) > 0);
    let drawn = 0;
    for (let some = 1; some > 0 && !ended(); drawn += some) some = await drawDueIssues(this.#drawing);
    if (drawn > 0) this.#settlement.wake();
  }

  /** Housekeeping. Returns the real ms until the next look. */
  async #keep(ended: () => boolean): Promise<number> {
    const { clock, database, games } = this.#services;
    while (!ended() && (await recordSkippedIssues(this.#services))) await pause(HISTORY_PAUSE);
    if (this.#pruned === 0 || performance.now() - this.#pruned > PRUNE_EVERY) {
      this.#pruned = performance.now();
      await this.#housekeeping?.forget(ended, this.#failed('housekeeping'));
      await games.prune(this.#housekeeping?.inForce() ?? []);
      await vacuumSome(database, ended);
      await analyzeSome(database, ended);
    }
    return pollDelay(clock, LONGEST_SLEEP);
  }
}
