/** Which way a page moves (specification section 2: 300 ms, forward or backward). */

export type Direction = 'forward' | 'backward' | 'none';

export interface DirectionTracker {
  /** The next arrival was asked for: a link moves forward, a replacement or a tab does not move. */
  expect(direction: 'forward' | 'none'): void;
  /** The app now shows this path; gives the direction to move. Unasked arrivals are the browser's back and forward buttons. */
  arrive(path: string): Direction;
  /** The page that is shown has another address now (a filter in its query), and does not move. */
  renamed(path: string): void;
  /** Pages below the one shown. */
  readonly depth: number;
}

export function createDirectionTracker(): DirectionTracker {
  const stack: string[] = [];
  let expected: 'forward' | 'none' | undefined;
  return {
    expect(direction) {
      expected = direction;
    },
    arrive(path) {
      const asked = expected;
      expected = undefined;
      if (stack.length === 0) {
        stack.push(path);
        return 'none';
      }
      if (asked === undefined && stack.at(-2) === path) {
        stack.pop();
        return 'backward';
      }
      if (asked === 'none') {
        stack[stack.length - 1] = path;
        return 'none';
      }
      if (stack.at(-1) === path) return 'none';
      stack.push(path);
      return 'forward';
    },
    renamed(path) {
      if (stack.length > 0) stack[stack.length - 1] = path;
    },
    get depth() {
      return Math.max(0, stack.length - 1);
    },
  };
}
