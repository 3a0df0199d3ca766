/**
 * Steps that a piece of the engine takes, counted by V8 itself: how often each block of its code was run. The same on every machine and under
 * any load, which a time is not.
 */
import { Session, type Profiler } from 'node:inspector';

const session = new Session();

function ask<T>(method: string, params?: object): T {
  let result: unknown;
  let failed: Error | null = null;
  // Within one thread the answer is there when the call returns.
  session.post(method, params ?? {}, (error, value) => {
    failed = error;
    result = value;
  });
  if (failed) throw failed;
  return result as T;
}

/** Counting is on from here until `stop`; code runs several times slower meanwhile. */
export function stepCounter(): { readonly count: (work: () => void) => number; readonly stop: () => void } {
  session.connect();
  ask('Profiler.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    count(work) {
      ask('Profiler.takePreciseCoverage');
      work();
      const { result } = ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
      return result
        .filter(({ url }) => url.includes('/engine/'))
        .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
        .reduce((sum, { count }) => sum + count, 0);
    },
    stop() {
      ask('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
