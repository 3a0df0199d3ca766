/**
 * Topics of the event stream: what changed of a game's offers (`offers:jczq`) or of live scores (`live`), to the phones that asked for it.
 * A step of the feed is one statement for each topic that somebody follows here, however many follow it, at most once a second.
 */
import type { StreamEvent } from '../../../protocol/calls.ts';

/** Real ms between two events of a topic. */
const EVERY_MS = 1_000;
const OFFERS = 'offers:';

export interface Topics {
  /** Somebody follows it from now on; resolves when it is known from which version on there is news. */
  follow(topic: string): Promise<void>;
  /** Nobody here follows it any more. */
  leave(topic: string): void;
  /** Offers of these games changed; `live`: matches did. */
  changed(games: readonly string[], live: boolean): void;
  close(): void;
}

/** Where news of matches comes from. */
export interface MatchChanges {
  version(): Promise<number>;
  /** Offers of a game that changed after a version. */
  offersSince(game: string, since: number): Promise<Omit<Extract<StreamEvent, { type: 'offers' }>, 'type' | 'game' | 'from'>>;
  liveSince(since: number): Promise<Omit<Extract<StreamEvent, { type: 'live' }>, 'type' | 'from'>>;
}

interface Followed {
  /** The last sent state. */
  from: number;
  /** Something changed since. */
  dirty: boolean;
  /** An event was sent, or is being made, less than a second ago; or the last sent state is unknown. */
  busy: boolean;
  /** Resolves when `from` is known. */
  ready: Promise<void>;
  timer: NodeJS.Timeout | undefined;
}

export function createTopics(source: MatchChanges, send: (topic: string, event: StreamEvent) => void, log: (line: string) => void): Topics {
  const followed = new Map<string, Followed>();
  let closed = false;

  async function eventOf(topic: string, from: number): Promise<{ version: number; event: StreamEvent | undefined }> {
    if (topic.startsWith(OFFERS)) {
      const game = topic.slice(OFFERS.length);
      const { version, matches, removed } = await source.offersSince(game, from);
      const none = matches.length === 0 && removed.length === 0;
      return { version, event: none ? undefined : { type: 'offers', game, from, version, matches, removed } };
    }
    const { version, matches } = await source.liveSince(from);
    return { version, event: matches.length === 0 ? undefined : { type: 'live', from, version, matches } };
  }

  async function flush(topic: string, state: Followed): Promise<void> {
    state.dirty = false;
    state.busy = true;
    try {
      const { version, event } = await eventOf(topic, state.from);
      if (closed || followed.get(topic) !== state) return;
      state.from = version;
      if (event !== undefined) send(topic, event);
    } catch (error) {
      log(`topic ${topic}: ${(error as Error).message}; trying again`);
      state.dirty = true;
    }
    if (closed || followed.get(topic) !== state) return;
    state.timer = setTimeout(() => {
      state.timer = undefined;
      state.busy = false;
      if (state.dirty) void flush(topic, state);
    }, EVERY_MS);
    state.timer.unref();
  }

  /** Changes during the query of the version are sent after it. */
  function begin(topic: string): Followed {
    const state: Followed = { from: 0, dirty: false, busy: true, timer: undefined, ready: Promise.resolve() };
    followed.set(topic, state);
    state.ready = source.version().then(
      (version) => {
        state.from = version;
        state.busy = false;
        if (state.dirty && followed.get(topic) === state) void flush(topic, state);
      },
      (error: unknown) => {
        if (followed.get(topic) === state) followed.delete(topic);
        throw error;
      },
    );
    return state;
  }

  return {
    follow: (topic) => (followed.get(topic) ?? begin(topic)).ready,
    leave(topic) {
      clearTimeout(followed.get(topic)?.timer);
      followed.delete(topic);
    },
    changed(games, live) {
      for (const topic of [...games.map((game) => `${OFFERS}${game}`), ...(live ? ['live'] : [])]) {
        const state = followed.get(topic);
        if (state === undefined) continue;
        if (state.busy) state.dirty = true;
        else void flush(topic, state);
      }
    },
    close() {
      closed = true;
      for (const { timer } of followed.values()) clearTimeout(timer);
      followed.clear();
    },
  };
}
