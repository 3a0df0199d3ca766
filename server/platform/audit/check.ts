/** The audit list verified while the server runs, some rows at a time from the beginning on, and its head written into the log. */
import type { Database } from '../database/database.ts';
import type { Alarms } from '../monitoring/alarms.ts';
import type { Log } from '../monitoring/log.ts';
import { type AuditHead, auditHead, verifyAudit } from './audit.ts';

const ROWS = 2_000;
const EVERY_MS = 60_000;
/** The log stores a head out of reach of the owner of the database. */
const SAY_EVERY_MS = 3_600_000;

export interface AuditCheck {
  /** Verifies the next rows; starts again after the last. */
  look(): Promise<void>;
  /** Rows in the list at the last look. */
  rows(): number;
  close(): Promise<void>;
}

export function startAuditCheck(database: Database, alarms: Alarms, log: Log, everyMs = EVERY_MS): AuditCheck {
  let from: AuditHead | undefined;
  let rows = 0;
  let loggedHead: AuditHead | undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const head = await auditHead(database);
    const cut = loggedHead !== undefined && head.seq < loggedHead.seq;
    const { rows: seen, head: upto, broken } = await verifyAudit(database, { ...(from === undefined ? {} : { from }), most: ROWS });
    const fault = broken ?? (cut ? { seq: head.seq + 1, what: `the list ended at row ${loggedHead?.seq} before` } : undefined);
    rows = head.seq;
    if (fault !== undefined) {
      alarms.report('audit-broken', 1, `Row ${fault.seq}: ${fault.what}.`);
      // It stays broken: the same row is found by the next round.
      from = undefined;
      return;
    }
    // Over only when a whole round has found nothing.
    if (seen < ROWS) {
      alarms.report('audit-broken', 0, '');
      from = undefined;
    } else from = upto;
    if (performance.now() - loggedAt < SAY_EVERY_MS) return;
    loggedAt = performance.now();
    loggedHead = head;
    log(`audit list: ${head.seq} rows, head ${head.hash}`, { auditSeq: head.seq, auditHash: head.hash });
  }

  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: Error) => log(`audit check: ${error.message}; trying again`, { level: 'warn' }));
  }, everyMs);
  timer.unref();
  return {
    look,
    rows: () => rows,
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
