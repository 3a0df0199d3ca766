/** What a module of the server hands to server/modules.ts: its calls, its background jobs and its share in the audit of the books. */
import type { HandledCall } from './http/call.ts';
import type { RunningJob } from './jobs/job.ts';
import type { Log } from './monitoring/log.ts';

export interface JobOptions {
  readonly role: 'all' | 'web' | 'draw';
  /** This process makes pools of scratch cards. */
  readonly cards: boolean;
  /** Matches come from outside alone: no feed runs in this process. */
  readonly matches: boolean;
}

export interface Job<Services> {
  /** Left out: in every process that is more than a web server. The processes share the work by locks in the database. */
  readonly runs?: (options: JobOptions) => boolean;
  /** The first step waits for `begin`. Undefined: there is nothing to do in this installation. */
  start(services: Services, log: Log, begin: Promise<void>): RunningJob | undefined;
}

/** What a module adds to the audit of the books (server/ledger/ledger-audit.ts). */
interface LedgerAudit {
  readonly sums?: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
}

export interface Module<Services> {
  readonly calls: readonly ((services: Services) => readonly HandledCall[])[];
  readonly jobs: readonly Job<Services>[];
  readonly ledgerAudit?: LedgerAudit;
}
