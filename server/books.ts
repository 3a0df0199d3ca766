/** The audit of all books of a server: the ledger's own clauses and those of every module. */
import { auditBooks, type BookFault } from './ledger/index.ts';
import { MODULES } from './modules.ts';
import type { Querying } from './platform/index.ts';

/** Faults of the books, at most `most`; none when they are in order. */
export const bookFaults = (client: Querying, most?: number): Promise<BookFault[]> =>
  auditBooks(
    client,
    MODULES.flatMap(({ books }) => books ?? []),
    most,
  );
