/** The background jobs of one process behind one name to wake and to close. */
import { MODULES } from './modules.ts';
import type { JobOptions, RunningJob, Log } from './platform/index.ts';
import type { Services } from './services.ts';

/** Starts the jobs that run in this process. `wake`: something may be due sooner than a job knows. `close` ends after the steps under way. */
export function startJobs(services: Services, log: Log, { begin, ...options }: JobOptions & { readonly begin: Promise<void> }): RunningJob {
  const wanted = MODULES.flatMap(({ jobs }) => jobs).filter(({ runs = ({ role }) => role !== 'web' }) => runs(options));
  const running = wanted.flatMap((job) => job.start(services, log, begin) ?? []);
  return {
    wake() {
      for (const job of running) job.wake();
    },
    async close() {
      for (const job of running.toReversed()) await job.close();
    },
  };
}
