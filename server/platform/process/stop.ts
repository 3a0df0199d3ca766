/**
 * The orderly stop of a process: it reports not ready, waits for load balancers if configured, finishes
 * pending requests and exits with code 0. A second signal ends it at once.
 */
import type { Log } from '../monitoring/log.ts';

export interface Stoppable {
  /** From now on not ready. */
  drain(): void;
  close(): Promise<void>;
}

/** npm and the terminal both send a signal for one key press. A signal this soon (ms) after the first one does not count as the second. */
const SAME_SIGNAL_MS = 400;

/**
 * The longest time to finish pending requests. A database that fails every statement could block them for ever. Ending then loses nothing, just
 * as a kill loses nothing.
 */
const STOP_LIMIT_MS = 20_000;

export function stopOnSignals(server: Stoppable, log: Log, drainMs: number): void {
  let since: number | undefined;
  const stop = (signal: string) => {
    if (since !== undefined) {
      if (performance.now() - since < SAME_SIGNAL_MS) return;
      log(`${signal} again: stopping at once`, { level: 'warn' });
      process.exit(1);
    }
    since = performance.now();
    log(`${signal}: stopping`);
    server.drain();
    setTimeout(() => {
      setTimeout(() => {
        log(`not stopped within ${STOP_LIMIT_MS / 1000} s: going all the same`, { level: 'error' });
        process.exit(1);
      }, STOP_LIMIT_MS).unref();
      server.close().then(
        () => {
          log('stopped');
          process.exit(0);
        },
        (error: Error) => {
          log(`could not stop cleanly: ${error.message}`, { level: 'error' });
          process.exit(1);
        },
      );
    }, drainMs);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}
