/** The background work of a process: draws, settlement, the feed of matches, the jobs of the modules, and the list of descriptions in force. */
import { recordPublication } from './catalog/index.ts';
import { startJobs } from './jobs.ts';
import { type Scheduler, startScheduler } from './lottery/index.ts';
import type { Latch, Log } from './platform/index.ts';
import { applyAllRetention } from './retention.ts';
import type { Services } from './services.ts';
import { type MatchFeed, startFeed, startMatchSettlement } from './sports/index.ts';
import { type CloseSteps, closeWhenBegun, type StartContext } from './start.ts';

/** Calls wake the background jobs of a simulated clock at most once in this time (real ms). */
const WAKE_MS = 200;

export interface Background {
  /** Undefined in the role web. */
  readonly scheduler: Scheduler | undefined;
  readonly feed: MatchFeed | undefined;
  readonly inForce: PublicationRecorder;
  /** The clock moved, or something changed: all of it looks at once. */
  wake(): void;
  /** A call changed something: the jobs of the modules look within moments. */
  wakeSoon(): void;
}

/** Nothing but what makes the server ready begins before `begun` opens. */
export function startBackground({ options, role, log, closing }: StartContext, services: Services, begun: Latch): Background {
  const draws = role === 'web' ? undefined : startDraws(services, options.history, log, closing);
  const inForce = new PublicationRecorder(services, log);
  closing.add(() => inForce.written());
  const feed = role === 'web' || options.feed !== 'demo' ? undefined : startFeed(services, log, begun.opened);
  if (feed !== undefined) closeWhenBegun(closing, begun, feed);
  const jobOptions = { role, cards: options.cards === true, withoutFeed: options.feed !== 'demo', begin: begun.opened };
  const jobs = startJobs(services, log, jobOptions);
  closeWhenBegun(closing, begun, jobs);
  const wake = (): void => {
    draws?.wake();
    feed?.wake();
    jobs.wake();
  };
  services.clock.onJump(wake);
  return { scheduler: draws?.scheduler, feed, inForce, wake, wakeSoon: wakerOf(() => jobs.wake(), closing) };
}

/** Draws and settles numbers, and settles matches. */
function startDraws(services: Services, history: number | undefined, log: Log, closing: CloseSteps) {
  const { database, sports, smalls } = services;
  const scheduler = startScheduler(services, log, {
    history,
    startLater: true,
    housekeeping: {
      forget: (ended, failed) => applyAllRetention(database, ended, failed),
      inForce: () => [...sports.inForce(), ...smalls.inForce()],
    },
  });
  const matchSettlement = startMatchSettlement(services, log, { begin: scheduler.looked });
  // Both at once: the settlement of matches ends only after the scheduler's first look, which ends with the scheduler.
  closing.add(() => Promise.all([scheduler.close(), matchSettlement.close()]));
  return {
    scheduler,
    wake() {
      scheduler.wake();
      matchSettlement.wake();
    },
  };
}

/**
 * Tests, and people who try the app out, wait for what comes of a call; on a simulated clock no job leaves it for its next look. Draws and
 * settlement go by time, and wake each other.
 */
function wakerOf(wake: () => void, closing: CloseSteps): () => void {
  let waking: NodeJS.Timeout | undefined;
  closing.add(() => clearTimeout(waking));
  return () => {
    waking ??= setTimeout(() => {
      waking = undefined;
      wake();
    }, WAKE_MS);
  };
}

/** Writes into the audit list which descriptions are in force. */
export class PublicationRecorder {
  readonly #services: Services;
  readonly #log: Log;
  #recording: Promise<void> = Promise.resolve();
  /** The last written state. */
  #last = '';

  constructor(services: Services, log: Log) {
    this.#services = services;
    this.#log = log;
  }

  /** One after the other, so that the last is what is in force last. */
  write(): void {
    this.#recording = this.#recording
      .then(() => this.#record())
      .catch((error: Error) =>
        this.#log(`audit list: ${error.message}; what came into force is written with the next change`, { level: 'warn' }),
      );
  }

  /** Resolves when everything so far is written, or failed. */
  written(): Promise<void> {
    return this.#recording;
  }

  async #record(): Promise<void> {
    const { database, publication, clock } = this.#services;
    const now = [publication.index().version, ...publication.documents().map(({ hash }) => hash)].join();
    if (now === this.#last) return;
    await recordPublication(database, publication, clock.now());
    this.#last = now;
  }
}
