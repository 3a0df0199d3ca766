/** Something that happens between two statements of a process, so that a test has them in the order that it wants. */
import type { Database } from '../../../server/platform/database/database.ts';

/**
 * Queries `database`, and does something else before the first statement that `of` accepts. Transactions and kysely's statements pass unchanged.
 */
export function interposeBefore(database: Database, of: (text: string) => boolean, doing: () => Promise<unknown>): Database {
  let done = false;
  return {
    ...database,
    lane: (name) => interposeBefore(database.lane(name), of, doing),
    async query(text, values, name) {
      if (!done && of(text)) {
        done = true;
        await doing();
      }
      return database.query(text, values, name);
    },
  };
}
