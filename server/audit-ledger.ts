/** The audit of all books of a server: the ledger's own clauses and those of every module. */
import { auditLedger, type LedgerFault } from './ledger/index.ts';
import { MODULES } from './modules.ts';
import type { Querying } from './platform/index.ts';

/** Faults of the books, at most `most`; none when they are in order. */
export const ledgerAuditFaults = (client: Querying, most?: number): Promise<LedgerFault[]> =>
  auditLedger(
    client,
    MODULES.flatMap(({ ledgerAudit }) => ledgerAudit ?? []),
    most,
  );
