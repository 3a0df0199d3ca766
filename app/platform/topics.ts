/**
 * Topics of the event stream: what comes to those alone who ask (offers of a game, live scores). The address of the stream names them, so
 * another set of topics is another stream; tabs that ask for the same share one (see `group` of the stream).
 */
import type { Clock } from '../../engine/drivers/timers.ts';

/** A page that is left and one that is opened change the topics twice; the stream starts anew once (ms). */
const SETTLE_MS = 300;

interface Watcher {
  readonly listener: (event: never) => void;
  readonly missed: (() => void) | undefined;
}

export interface Topics {
  /** Names of the topics by commas, '' for none; in one order, so that tabs agree. */
  names(): string;
  watch(topic: string, listener: (event: never) => void, missed?: () => void): () => void;
  /** Hands an event to those who asked for its topic. */
  tell(topic: string, event: unknown): void;
  /** Events were missed. */
  missed(): void;
}

/** `changed` starts the stream anew. */
export function createTopics(clock: Pick<Clock, 'after'>, changed: () => void): Topics {
  const watchers = new Map<string, Set<Watcher>>();
  let streamed = '';
  let cancel: (() => void) | undefined;
  const names = (): string => [...watchers.keys()].sort().join(',');
  const settle = (): void => {
    cancel?.();
    cancel = clock.after(SETTLE_MS, () => {
      cancel = undefined;
      if (names() !== streamed) changed();
    });
  };
  return {
    names: () => (streamed = names()),
    watch(topic, listener, missed) {
      const watcher: Watcher = { listener, missed };
      const own = watchers.get(topic) ?? new Set();
      watchers.set(topic, own.add(watcher));
      settle();
      return () => {
        own.delete(watcher);
        if (own.size === 0 && watchers.get(topic) === own) watchers.delete(topic);
        settle();
      };
    },
    tell(topic, event) {
      for (const { listener } of [...(watchers.get(topic) ?? [])]) listener(event as never);
    },
    missed() {
      for (const own of [...watchers.values()]) for (const each of [...own]) each.missed?.();
    },
  };
}
