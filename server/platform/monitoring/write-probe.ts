/** Whether the database takes what is written: a row that belongs to nobody is written and committed. */
import type { Database } from '../database/database.ts';

/** Real ms that a yes is good for: however many balancers ask, a process writes once in that time. */
const GOOD_MS = 1_000;

/** Resolves once the row is written, rejects when it is not; one write at a time, whose answer all who ask meanwhile share. */
export function createWriteProbe(database: Pick<Database, 'query'>): () => Promise<void> {
  let known: Promise<void> | undefined;
  let goodUntil = Number.POSITIVE_INFINITY;
  return () => {
    if (known !== undefined && performance.now() < goodUntil) return known;
    const begun = performance.now();
    goodUntil = Number.POSITIVE_INFINITY;
    // A statement without a row to change takes no part in the log, and succeeds where nothing can be written.
    known = database.query('UPDATE write_probe SET at = clock_timestamp() WHERE id = 1', [], 'write-probe').then(({ rowCount }) => {
      if (rowCount !== 1) throw new Error('the row of write_probe is missing');
    });
    known.then(
      () => {
        goodUntil = begun + GOOD_MS;
      },
      // A database that is back is seen at the next question.
      () => {
        goodUntil = 0;
      },
    );
    return known;
  };
}
