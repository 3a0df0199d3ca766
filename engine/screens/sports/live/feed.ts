/**
 * Live scores on this phone: one feed for all blocks that show them, which loads from the server, takes events of the stream and notifies
 * subscribers of changed matches. It works while there are subscribers; its data stays for the next one.
 */
import type { Host } from '../../core/contract.ts';
import { type Ticker, createTicker } from './ticker.ts';
import {
  type LiveScoreboard,
  type LiveAnswer,
  type LiveDelta,
  type LiveMatch,
  NO_MATCHES,
  type MergedUpdate,
  applyAnswer,
  applyDelta,
} from './matches.ts';

/** Scores that nothing was heard of for longer than this (ms) may be wrong, and the page says so. */
export const STALE_MS = 60_000;
/** The stream brings what changes; when it brought nothing for this long (ms), the server is asked whether there was nothing to bring. */
const QUIET_MS = 25_000;
/** Phones that missed something learn of it in the same instant; what they ask is spread over this long (ms). */
const SPREAD_MS = 2_000;

export interface FeedStatus {
  readonly state: 'loading' | 'ready' | 'error';
  /** Why the last answer did not come. */
  readonly error: string | undefined;
  readonly stale: boolean;
  /** When something was last heard, unix ms of the server's clock. */
  readonly heardAt: number | undefined;
}

export interface FeedChange {
  readonly before: LiveScoreboard;
  readonly after: LiveScoreboard;
  readonly changed: readonly string[];
}

export interface LiveFeed {
  /** Asks and listens until the returned function is called. */
  hold(): () => void;
  live(): LiveScoreboard;
  match(id: string): LiveMatch | undefined;
  status(): FeedStatus;
  reload(): void;
  readonly watch: (listener: () => void) => () => void;
  readonly watchMatch: (id: string, listener: () => void) => () => void;
  readonly watchStatus: (listener: () => void) => () => void;
  /** Calls `listener` with every change after the first answer. */
  onChange(listener: (change: FeedChange) => void): () => void;
  readonly beat: Ticker;
}

/** Time and chance as a page has them; by hand in a test. */
export interface FeedTime {
  here(): number;
  after(ms: number, later: () => void): () => void;
  seen(): boolean;
  onSeen(listener: () => void): () => void;
  random(): number;
}

type FeedHost = Pick<Host, 'call' | 'on' | 'follow' | 'now' | 'onRecovered'>;

export function createFeed(host: FeedHost, path: string, time: FeedTime): LiveFeed {
  const beat = createTicker({ ...time, now: () => host.now() });
  const known = createKnown(beat);
  const loader = createLoader(host, path, time, known);
  let holders = 0;
  return {
    hold() {
      holders += 1;
      if (holders === 1) loader.start();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holders -= 1;
        if (holders === 0) loader.stop();
      };
    },
    live: known.live,
    match: (id) => known.live().matches.get(id),
    status: known.status,
    reload: () => void loader.load(),
    watch: known.watch,
    watchMatch: known.watchMatch,
    watchStatus: known.watchStatus,
    onChange: known.onChange,
    beat,
  };
}

interface Known extends Pick<LiveFeed, 'live' | 'status' | 'watch' | 'watchMatch' | 'watchStatus' | 'onChange'> {
  setStatus(change: Partial<FeedStatus>): void;
  /** Tells those whose match changed. */
  take(taken: MergedUpdate): void;
}

/** The known scores and their subscribers. */
function createKnown(beat: Ticker): Known {
  let live = NO_MATCHES;
  let status: FeedStatus = { state: 'loading', error: undefined, stale: false, heardAt: undefined };
  const listeners = new Set<() => void>();
  const byMatch = new Map<string, Set<() => void>>();
  const statusListeners = new Set<() => void>();
  const changeListeners = new Set<(change: FeedChange) => void>();
  const subscribe =
    <L>(set: Set<L>) =>
    (listener: L): (() => void) => {
      set.add(listener);
      return () => void set.delete(listener);
    };
  return {
    live: () => live,
    status: () => status,
    setStatus(change) {
      status = { ...status, ...change };
      for (const listener of [...statusListeners]) listener();
    },
    take({ live: next, changed }) {
      if (next === live) return;
      const before = live;
      live = next;
      const rows = changed.flatMap((id) => [...(byMatch.get(id) ?? [])]);
      for (const listener of rows) listener();
      if (changed.length > 0 || before.version === undefined) {
        for (const listener of [...listeners]) listener();
        beat.changed();
      }
      if (before.version !== undefined) for (const listener of [...changeListeners]) listener({ before, after: live, changed });
    },
    watch: subscribe(listeners),
    watchMatch(id, listener) {
      const own = byMatch.get(id) ?? new Set();
      byMatch.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) byMatch.delete(id);
      };
    },
    watchStatus: subscribe(statusListeners),
    onChange: subscribe(changeListeners),
  };
}

interface Loader {
  readonly load: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Asks the server and takes what the stream brings, between `start` and `stop`. */
function createLoader(host: FeedHost, path: string, time: FeedTime, { live, status, setStatus, take }: Known): Loader {
  let running = false;
  let loading = false;
  let again = false;
  /** When something was last heard, by the phone's own clock: the server's may be set anew, and may run fast. */
  let heardHere = Number.NEGATIVE_INFINITY;
  let cancelLook: (() => void) | undefined;
  let cancelLoad: (() => void) | undefined;
  const stops: (() => void)[] = [];

  const heard = (): void => {
    heardHere = time.here();
    setStatus({ state: 'ready', error: undefined, stale: false, heardAt: host.now() });
    arm();
  };

  const load = async (): Promise<void> => {
    cancelLoad?.();
    cancelLoad = undefined;
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    const { version } = live();
    const result = await host
      .call<LiveAnswer>(path, version === undefined ? {} : { since: String(version) }, { quiet: true })
      .catch(() => undefined);
    loading = false;
    if (!running) return;
    if (result?.ok) {
      take(applyAnswer(live(), result.models));
      heard();
    } else {
      const known = live().version !== undefined;
      setStatus({
        state: known ? 'ready' : 'error',
        error: result?.msg ?? '网络错误',
        stale: known && time.here() - heardHere >= STALE_MS,
      });
      arm();
    }
    if (again) {
      again = false;
      void load();
    }
  };

  /** Looks in a while whether anything was heard, and asks when not. */
  const arm = (): void => {
    cancelLook?.();
    cancelLook = undefined;
    if (!running || !time.seen()) return;
    const quiet = time.here() - heardHere;
    // Asked once when it became quiet, and again each time that long.
    const wait = quiet < QUIET_MS ? QUIET_MS - quiet : QUIET_MS;
    const untilStale = quiet < STALE_MS ? STALE_MS - quiet : Number.POSITIVE_INFINITY;
    cancelLook = time.after(Math.min(wait, untilStale), look);
  };
  const look = (): void => {
    if (!time.seen()) return;
    const quiet = time.here() - heardHere;
    if (quiet >= STALE_MS && !status().stale && live().version !== undefined) setStatus({ stale: true });
    arm();
    if (quiet >= QUIET_MS) void load();
  };

  const loadSoon = (): void => {
    cancelLoad ??= time.after(Math.floor(time.random() * SPREAD_MS), () => void load());
  };
  const onLive = (event: LiveDelta & { readonly missed?: boolean }): void => {
    if (event.missed) return loadSoon();
    const taken = applyDelta(live(), event);
    take(taken);
    if (taken.missed) loadSoon();
    else if (live().version !== undefined) heard();
  };

  return {
    load,
    start() {
      running = true;
      const unfollow = host.follow?.('live');
      const recovered = host.onRecovered?.(() => void load());
      stops.push(
        host.on('live', onLive as never),
        // What was missed while nobody looked is asked for at once.
        time.onSeen(look),
      );
      if (unfollow) stops.push(unfollow);
      if (recovered) stops.push(recovered);
      void load();
    },
    stop() {
      running = false;
      for (const each of stops.splice(0)) each();
      cancelLook?.();
      cancelLoad?.();
      [cancelLook, cancelLoad] = [undefined, undefined];
    },
  };
}
