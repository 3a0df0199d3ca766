/** What is known of the person behind a player, masked: from the part that keeps it encrypted. */
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';

export interface Person {
  readonly mobileMask: string | null;
  readonly emailMask: string | null;
  readonly realNameMask: string | null;
  readonly fundPwd: boolean;
}

export async function personOf(_context: Context, _client: Querying, _userId: number): Promise<Person> {
  return { mobileMask: null, emailMask: null, realNameMask: null, fundPwd: false };
}
