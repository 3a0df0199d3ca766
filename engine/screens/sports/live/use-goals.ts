/** Goals as they fall: the scoring team flashes in its row, is announced once, and sounds if the player has switched that on. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SportView } from '../../../descriptions/generated/screen.ts';
import { useHost } from '../../core/hooks.ts';
import { readSetting } from '../../core/settings.ts';
import { tone, withAudio } from '../../kit/sound.ts';
import type { LiveFeed } from './feed.ts';
import { type LiveMatch, type ScoreChange, scoreChanges } from './matches.ts';
import { scoreChangeText } from './words.ts';

/** The switch of the sound; off until the player wants it. */
export const GOAL_SOUND = 'goalSound';
/** A goal is lit this long (ms). */
const LIT_MS = 8_000;

const goalSound = (): void =>
  withAudio((context) => [523, 784].forEach((frequency, at) => tone(context, frequency, at * 0.12, 0.25, 0.12)));

interface Lit {
  readonly watch: (id: string, listener: () => void) => () => void;
  readonly of: (id: string) => ScoreChange | undefined;
}

export interface Goals {
  readonly lit: Lit;
  /** What was just told; for a polite status. */
  readonly announcement: string;
}

/** `concerns` says which matches this page tells of; `silent`: another block beside this one sounds. */
export function useGoals(
  feed: LiveFeed,
  viewOf: (match: LiveMatch) => SportView | undefined,
  concerns: (match: LiveMatch) => boolean,
  silent = false,
): Goals {
  const host = useHost();
  const [announcement, setAnnouncement] = useState('');
  const [store] = useState(createLit);
  const latest = useRef({ viewOf, concerns });
  useEffect(() => {
    latest.current = { viewOf, concerns };
  });
  useEffect(() => {
    const stop = feed.onChange(({ before, after, changed }) => {
      const scored = changed.flatMap((id) => {
        const match = after.matches.get(id);
        const view = match && latest.current.viewOf(match);
        if (!match || !view?.goals || !latest.current.concerns(match)) return [];
        return scoreChanges(before.matches.get(id), match, view.score).map((goal) => ({ goal, view }));
      });
      if (scored.length === 0) return;
      for (const { goal } of scored) store.light(goal);
      setAnnouncement(scored.map(({ goal, view }) => scoreChangeText(goal, view)).join('。'));
      if (
        !silent &&
        scored.some(({ goal }) => goal.stands) &&
        document.visibilityState === 'visible' &&
        readSetting(host.storage, GOAL_SOUND, false)
      )
        goalSound();
    });
    return () => {
      stop();
      store.clear();
    };
  }, [feed, host, store, silent]);
  return { lit: store, announcement };
}

function createLit(): Lit & { readonly light: (goal: ScoreChange) => void; readonly clear: () => void } {
  const goals = new Map<string, ScoreChange>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Map<string, Set<() => void>>();
  const tell = (id: string): void => {
    for (const listener of [...(listeners.get(id) ?? [])]) listener();
  };
  const end = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (goals.delete(id)) tell(id);
  };
  return {
    light(goal) {
      const { id } = goal.match;
      clearTimeout(timers.get(id));
      timers.set(
        id,
        setTimeout(() => end(id), LIT_MS),
      );
      goals.set(id, goal);
      tell(id);
    },
    clear: () => [...goals.keys()].forEach(end),
    of: (id) => goals.get(id),
    watch(id, listener) {
      const own = listeners.get(id) ?? new Set();
      listeners.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(id);
      };
    },
  };
}

export function useHighlightedScore(lit: Lit, id: string): ScoreChange | undefined {
  const subscribe = useCallback((listener: () => void) => lit.watch(id, listener), [lit, id]);
  return useSyncExternalStore(subscribe, () => lit.of(id));
}
