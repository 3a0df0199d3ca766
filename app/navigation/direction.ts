/** Which way a page moves (specification section 2: 300 ms, forward or backward). */
import type { KeyValueStore } from '../../engine/screens/core/contract.ts';

export type Direction = 'forward' | 'backward' | 'none';

export interface DirectionTracker {
  /** The next arrival was asked for: a link moves forward, a replacement or a tab does not move. */
  expect(direction: 'forward' | 'none'): void;
  /** The app now shows this path; gives the direction to move. Unasked arrivals are the browser's back and forward buttons. */
  arrive(path: string): Direction;
  /** The page that is shown has another address now (a filter in its query), and does not move. */
  renamed(path: string): void;
  /** The page right below the one shown; undefined: none. */
  readonly below: string | undefined;
}

const KEY = 'pages';

/** What lies below the page lies in the tab's storage, where it outlives a reload as the browser's history does. */
export function createDirectionTracker(storage?: KeyValueStore): DirectionTracker {
  let stack: string[] = [];
  let expected: 'forward' | 'none' | undefined;
  // The latest 50 entries, because players rarely go back further.
  const keep = (): void => storage?.set(KEY, stack.slice(-50).join('\n'));
  const directionTo = (path: string): Direction => {
    const requestedDirection = expected;
    expected = undefined;
    if (stack.length === 0) {
      const left = storage?.get(KEY)?.split('\n') ?? [];
      // Another address was typed into the tab: its relation to the former page is unknown.
      stack = left.at(-1) === path ? left : [path];
      return 'none';
    }
    if (requestedDirection === undefined && stack.at(-2) === path) {
      stack.pop();
      return 'backward';
    }
    if (requestedDirection !== 'none' && stack.at(-1) !== path) {
      stack.push(path);
      return 'forward';
    }
    stack[stack.length - 1] = path;
    return 'none';
  };
  return {
    expect(direction) {
      expected = direction;
    },
    arrive(path) {
      const direction = directionTo(path);
      keep();
      return direction;
    },
    renamed(path) {
      if (stack.length > 0) stack[stack.length - 1] = path;
      keep();
    },
    get below() {
      return stack.at(-2);
    },
  };
}
