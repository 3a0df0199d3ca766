/** The background job that settles drawn issues. */
import { startJob, pollDelay, type RunningJob } from '../../platform/index.ts';
import type { LotteryServices } from '../services.ts';
import { reconcileEndedPools } from './pool.ts';
import { retryAllSoon } from './quarantine.ts';
import { retryQuarantinedTicket, type SettlementStep, takeSettlementStep } from './settle.ts';

/** Real ms between two looks for something to settle, when no draw of this process said that there is. */
const SETTLE_EVERY = 1_000;
/** Real ms that an issue is left alone when others held what its settlement needs. */
const BUSY_MS = 1_000;

export interface SettlementOptions {
  /** The first run waits for it; it must resolve before the job is closed. */
  readonly begin: Promise<void>;
  readonly failed: (error: Error) => void;
  /** Told of each step; the next one waits until it resolves. */
  readonly onSettled: (step: SettlementStep) => Promise<void> | void;
}

export class Settlement implements RunningJob {
  readonly #services: LotteryServices;
  readonly #onSettled: SettlementOptions['onSettled'];
  readonly #job: RunningJob;
  /** Issues whose locks others hold, and until when (performance.now) they are left alone. */
  readonly #busy = new Map<string, number>();
  /** What is in quarantine is tried again at the next look. */
  #retry = true;

  constructor(services: LotteryServices, { begin, failed, onSettled }: SettlementOptions) {
    this.#services = services;
    this.#onSettled = onSettled;
    this.#job = startJob((ended) => this.#look(ended), failed, begin);
  }

  wake(): void {
    this.#job.wake();
  }

  /** Looks now, and tries again what is in quarantine. */
  retry(): void {
    this.#retry = true;
    this.#job.wake();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  /** Returns the real ms until the next look. */
  async #look(ended: () => boolean): Promise<number> {
    if (this.#retry) await retryAllSoon(this.#services.database);
    this.#retry = false;
    for (;;) {
      if (ended()) return 0;
      for (const [issue, until] of this.#busy) if (until <= performance.now()) this.#busy.delete(issue);
      const step = await takeSettlementStep(this.#services, [...this.#busy.keys()]);
      if (step === undefined) break;
      if (step.is === 'busy') this.#busy.set(`${step.game}/${step.issue}`, performance.now() + BUSY_MS);
      await this.#onSettled(step);
    }
    while (!ended() && (await retryQuarantinedTicket(this.#services)));
    await reconcileEndedPools(this.#services);
    return pollDelay(this.#services.clock, SETTLE_EVERY);
  }
}
