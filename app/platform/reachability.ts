/**
 * Whether the server can be reached, judged by the app's own requests. One request without an answer is not yet an outage: a probe
 * follows at once, and only when that has no answer either does the player see a notice. From then on the server is probed with growing
 * pauses, and everything that failed meanwhile is notified as soon as it answers again.
 */
import { proxy } from 'valtio/vanilla';
import type { Fetch } from '../../engine/drivers/network.ts';
import { CACHED_AT_HEADER } from '../../protocol/offline-cache.ts';
import type { Clock } from '../../engine/drivers/timers.ts';

/** Read per leaf by components. */
export interface Reachability {
  down: boolean;
  /** Unix ms of the server's clock at the last answer; 0: there was none. Set when the outage begins. */
  lastAnswerAt: number;
}

export interface ReachOptions {
  readonly clock: Clock;
  /** Unix ms of the server's clock. */
  readonly now: () => number;
  /** From 0 up to, not including, 1: a thousand phones do not ask in the same instant. */
  readonly random: () => number;
  /** Asks the server something small; the answer, or none, is reported like any other. */
  readonly probe: () => void;
}

export interface ReachabilityMonitor {
  readonly view: Reachability;
  /** The server answered something, whatever it was. */
  answered(): void;
  /** A request had no answer, or the stream broke. `keptAt`: what the phone itself answered in its place was given then (unix ms). */
  missed(keptAt?: number): void;
  /** The page is looked at again, or the network is back: do not wait for the next pause. */
  wake(): void;
  /** Calls `listener` when the server answers after it did not; the returned function ends this. */
  onRecovered(listener: () => void): () => void;
  close(): void;
}

/** Pauses between two questions, milliseconds; the last one repeats. A question comes up to a fifth sooner or later. */
export const PROBE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
const LONGEST_PAUSE_MS = Math.max(...PROBE_PAUSES_MS);
const SPREAD = 0.2;

export function createReachabilityMonitor({ clock, now, random, probe }: ReachOptions): ReachabilityMonitor {
  const view: Reachability = proxy({ down: false, lastAnswerAt: 0 });
  const listeners = new Set<() => void>();
  /** Questions without an answer since the first miss; 0 while all is well. */
  let misses = 0;
  let lastAnswerAt = 0;
  /**
   * Times in a row that the server answered the probe and then missed the next request again. Subscribers of a recovery send at once:
   * without a pause a request that alone finds no way (a proxy that drops one path) would be sent as fast as the network carries it.
   */
  let relapses = 0;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  /** ms before a question: none before the first of `pauses`. */
  const pauseMs = (pauses: number): number => {
    if (pauses === 0) return 0;
    const pause = PROBE_PAUSES_MS[Math.min(pauses, PROBE_PAUSES_MS.length) - 1] as number;
    return Math.round(pause * (1 - SPREAD + 2 * SPREAD * random()));
  };
  const askIn = (ms: number): void => {
    cancel?.();
    cancel = clock.after(ms, () => {
      cancel = undefined;
      probe();
    });
  };
  return {
    view,
    answered() {
      lastAnswerAt = now();
      if (misses === 0) return;
      misses = 0;
      relapses += 1;
      recoveredAt = clock.now();
      cancel?.();
      cancel = undefined;
      view.down = false;
      for (const listener of [...listeners]) listener();
    },
    missed(keptAt = 0) {
      // A start without the network has never had an answer: then the newest visible data gives its age.
      if (keptAt > lastAnswerAt) {
        lastAnswerAt = keptAt;
        if (view.down) view.lastAnswerAt = keptAt;
      }
      // Several requests that fail together are one miss: the next question decides.
      if (cancel) return;
      misses += 1;
      if (misses > 1 && !view.down) {
        view.lastAnswerAt = lastAnswerAt;
        view.down = true;
      }
      if (misses === 1 && clock.now() - recoveredAt > LONGEST_PAUSE_MS) relapses = 0;
      // The first relapse is probed at once: two requests may fail one after the other.
      askIn(pauseMs(misses === 1 ? Math.max(0, relapses - 1) : misses - 1));
    },
    wake() {
      if (misses > 0 && cancel) askIn(0);
    },
    onRecovered(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => cancel?.(),
  };
}

/** What a proxy answers while the server behind it does not. */
const BAD_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

/** The same fetch, which reports to `reach` whether the server answered. */
export function reportingFetch(reach: Pick<ReachabilityMonitor, 'answered' | 'missed'>, fetch: Fetch): Fetch {
  return async (url, init) => {
    try {
      const response = await fetch(url, init);
      const keptAt = Number(response.headers.get(CACHED_AT_HEADER));
      // What a proxy says in the server's place is no answer of the server's, and neither is what the phone kept.
      if (keptAt > 0) reach.missed(keptAt);
      else if (BAD_GATEWAYS.has(response.status) && !/json/.test(response.headers.get('content-type') ?? '')) reach.missed();
      else reach.answered();
      return response;
    } catch (error) {
      // We aborted; the caller knows whether it was a time-out.
      if (!init?.signal?.aborted) reach.missed();
      throw error;
    }
  };
}
