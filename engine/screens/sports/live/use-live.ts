/** How blocks reach live scores: one feed for each host, and leaves that wake for their own match alone. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Host } from '../../core/contract.ts';
import { useHost } from '../../core/hooks.ts';
import { pageEnvironment } from '../../core/page-environment.ts';
import { favouriteMatches, toggleFavourite } from '../favourites.ts';
import { type Minute, minuteOf, type Periods } from './clock.ts';
import { createFeed, type FeedStatus, type LiveFeed } from './feed.ts';
import type { LiveScoreboard, LiveMatch } from './matches.ts';

const feeds = new WeakMap<Host, LiveFeed>();

/** The feed of a host; it asks the call at `path`, which is the first that a block names. */
function feedOf(host: Host, path: string): LiveFeed {
  let feed = feeds.get(host);
  if (!feed) {
    feed = createFeed(host, path, { ...pageEnvironment, here: () => performance.now() });
    feeds.set(host, feed);
  }
  return feed;
}

/** The feed, held as long as the caller stands. */
export function useFeed(path: string): LiveFeed {
  const host = useHost();
  const feed = feedOf(host, path);
  useEffect(() => feed.hold(), [feed]);
  return feed;
}

export function useLive(feed: LiveFeed): LiveScoreboard {
  return useSyncExternalStore(feed.watch, feed.live);
}

export function useStatus(feed: LiveFeed): FeedStatus {
  return useSyncExternalStore(feed.watchStatus, feed.status);
}

export function useMatch(feed: LiveFeed, id: string): LiveMatch | undefined {
  const subscribe = useCallback((listener: () => void) => feed.watchMatch(id, listener), [feed, id]);
  return useSyncExternalStore(subscribe, () => feed.match(id));
}

function minuteStore(feed: LiveFeed, now: () => Minute | undefined) {
  let shown = now();
  return {
    read: () => shown?.text ?? '',
    subscribe: (listener: () => void) =>
      feed.beat.add({
        next: () => shown?.until,
        due: () => {
          shown = now();
          listener();
        },
      }),
  };
}

/** The minute of a match as text, '' while its clock stands; renders the caller when it is another one. */
export function useMinute(feed: LiveFeed, match: LiveMatch | undefined, periods: Periods): string {
  const host = useHost();
  const minute = useMemo(
    () => minuteStore(feed, () => (match ? minuteOf(match, host.now(), periods) : undefined)),
    [feed, match, periods, host],
  );
  return useSyncExternalStore(minute.subscribe, minute.read);
}

/** The ids of the matches that the player follows. */
export function useFollowedMatches(): ReadonlySet<string> {
  const followed = favouriteMatches(useHost());
  return useSyncExternalStore(followed.subscribe, followed.get);
}

/** Whether one match is followed; wakes its caller for this match alone. */
export function useIsFollowed(id: string): readonly [on: boolean, toggle: () => void] {
  const host = useHost();
  const followed = favouriteMatches(host);
  const on = useSyncExternalStore(followed.subscribe, () => followed.get().has(id));
  return [on, useCallback(() => toggleFavourite(host, id), [host, id])];
}
