/**
 * Which cells are picked, watched by cell: a tap among thousands of cells wakes the one that was tapped, and the row's mark of its match.
 */
import type { MatchPicksActor } from '../../machines/match-picks.ts';
import type { PickedMatch } from '../../machines/picked-matches.ts';

export interface PickCells {
  picked(match: string, play: string, choice: string): boolean;
  /** What is picked of a match; the same object while nothing of it changed. */
  match(match: string): PickedMatch | undefined;
  watchCell(match: string, play: string, choice: string, listener: () => void): () => void;
  watchMatch(match: string, listener: () => void): () => void;
  stop(): void;
}

const cellKey = (play: string, choice: string): string => `${play}/${choice}`;

export function createPickCells(actor: MatchPicksActor): PickCells {
  const byMatch = (matches: readonly PickedMatch[]): Map<string, PickedMatch> => new Map(matches.map((each) => [each.match, each]));
  let known = byMatch(actor.getSnapshot().context.matches);
  let list: readonly PickedMatch[] = actor.getSnapshot().context.matches;
  const cells = new Map<string, Map<string, Set<() => void>>>();
  const matches = new Map<string, Set<() => void>>();

  const subscription = actor.subscribe(({ context }) => {
    if (context.matches === list) return;
    list = context.matches;
    const before = known;
    known = byMatch(list);
    const woken: (() => void)[] = [];
    for (const id of new Set([...before.keys(), ...known.keys()])) {
      const old = before.get(id);
      const next = known.get(id);
      if (old === next) continue;
      woken.push(...(matches.get(id) ?? []));
      for (const [key, listeners] of cells.get(id) ?? []) {
        const [play = '', choice = ''] = key.split('/');
        if ((old?.picks[play]?.[choice] !== undefined) !== (next?.picks[play]?.[choice] !== undefined)) woken.push(...listeners);
      }
    }
    // All are up to date before anyone looks.
    for (const listener of woken) listener();
  });

  return {
    picked: (match, play, choice) => known.get(match)?.picks[play]?.[choice] !== undefined,
    match: (match) => known.get(match),
    watchCell(match, play, choice, listener) {
      let own = cells.get(match);
      if (!own) cells.set(match, (own = new Map()));
      const key = cellKey(play, choice);
      const listeners = own.get(key) ?? new Set();
      own.set(key, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    watchMatch(match, listener) {
      const listeners = matches.get(match) ?? new Set();
      matches.set(match, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    stop: () => subscription.unsubscribe(),
  };
}
