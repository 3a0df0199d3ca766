/** Runs a step of a test between two statements of a server, so that the test decides their order. */
import type { Database } from '../../../server/platform/database/database.ts';

/**
 * A database that runs `doing` once, before the first statement that `of` accepts. Transactions and statements of kysely are not intercepted.
 */
export function interposeBefore(database: Database, of: (text: string) => boolean, doing: () => Promise<unknown>): Database {
  let done = false;
  return {
    ...database,
    forJob: (name) => interposeBefore(database.forJob(name), of, doing),
    async query(text, values, name) {
      if (!done && of(text)) {
        done = true;
        await doing();
      }
      return database.query(text, values, name);
    },
  };
}
