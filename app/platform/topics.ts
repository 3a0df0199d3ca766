/**
 * What the stream is asked for beside what everyone hears: topics such as "live". A topic is asked for while somebody follows it. The
 * stream takes its topics when it is opened, so another set of them opens it again.
 */
import type { Clock } from '../../engine/drivers/timers.ts';

/** Screens that open together ask together (ms). */
const GATHER_MS = 50;
/** Somebody who leaves a page may come back: a topic that nobody follows is still heard this long (ms), and costs no new stream. */
const KEPT_MS = 60_000;

export interface Topics {
  /** Asks for a topic until the returned function is called. */
  follow(topic: string): () => void;
  /** The topics that the stream is to be opened with, by commas. */
  requestedTopics(): string;
}

export function createTopics(clock: Clock, restart: () => void): Topics {
  const followers = new Map<string, number>();
  let requestedTopics = '';
  let cancel: (() => void) | undefined;

  const wanted = (): string => [...followers.keys()].sort().join(',');
  const later = (ms: number): void => {
    cancel?.();
    cancel = clock.after(ms, () => {
      cancel = undefined;
      for (const [topic, count] of followers) if (count === 0) followers.delete(topic);
      if (wanted() !== requestedTopics) restart();
    });
  };
  return {
    follow(topic) {
      const before = followers.get(topic);
      followers.set(topic, (before ?? 0) + 1);
      if (before === undefined) later(GATHER_MS);
      let following = true;
      return () => {
        if (!following) return;
        following = false;
        followers.set(topic, (followers.get(topic) ?? 1) - 1);
        // A topic that is to be asked for soon is not kept waiting.
        if (cancel === undefined) later(KEPT_MS);
      };
    },
    requestedTopics() {
      requestedTopics = wanted();
      return requestedTopics;
    },
  };
}
