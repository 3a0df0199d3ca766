/** The answers and rows of some work on the database, which is then rolled back. */
import type { Database, Querying } from '../../../server/platform/database/database.ts';

class Undone extends Error {}

export interface RolledBackResult<T> {
  readonly answers: T;
  /** Rows by what they are. */
  readonly left: Readonly<Record<string, unknown[]>>;
}

/** `looks`: statements by what they are to tell. */
export async function tryAndRollBack<T>(
  database: Database,
  looks: Readonly<Record<string, string>>,
  work: (client: Querying) => Promise<T>,
): Promise<RolledBackResult<T>> {
  let found: RolledBackResult<T> | undefined;
  await database
    .transaction(async (client) => {
      const answers = await work(client);
      const left: Record<string, unknown[]> = {};
      for (const [what, text] of Object.entries(looks)) left[what] = (await client.query(text)).rows;
      found = { answers, left };
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found as RolledBackResult<T>;
}
