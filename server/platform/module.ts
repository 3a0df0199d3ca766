/** What a module of the server gives to server/modules.ts: its calls, its background jobs and its queries for the audit of the ledger. */
import type { HandledCall } from './http/call.ts';
import type { RunningJob } from './jobs/job.ts';
import type { Log } from './monitoring/log.ts';

export interface JobOptions {
  readonly role: 'all' | 'web' | 'draw';
  /** This process generates pools of scratch cards. */
  readonly cards: boolean;
  /** No demonstration feed runs (CAIPU_FEED=none): matches come from outside only. */
  readonly withoutFeed: boolean;
}

export interface Job<Services> {
  /** Whether the job runs in this process. Left out: in all but web processes. Locks in the database share the work out. */
  readonly runs?: (options: JobOptions) => boolean;
  /** The first step waits for `begin`. Undefined: this installation has nothing to do. */
  start(services: Services, log: Log, begin: Promise<void>): RunningJob | undefined;
}

/** What a module adds to the audit of the ledger (server/ledger/ledger-audit.ts). */
interface LedgerAudit {
  readonly sums?: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

export interface Module<Services> {
  readonly calls: readonly ((services: Services) => readonly HandledCall[])[];
  readonly jobs: readonly Job<Services>[];
  readonly ledgerAudit?: LedgerAudit;
}
