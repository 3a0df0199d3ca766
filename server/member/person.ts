/** What is known of the person behind a player, as it may be shown to himself. */
import { nameMask, realNameOf, steps } from '../accounts/identity.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';

export interface Person {
  /** Null: not bound. */
  readonly mobileMask: string | null;
  readonly emailMask: string | null;
  /** Null: not verified. */
  readonly realNameMask: string | null;
  readonly fundPwd: boolean;
}

export async function personOf(context: Context, client: Querying, userId: number): Promise<Person> {
  const done = await steps(context, client, userId);
  const name = done.realName ? await realNameOf(context, client, userId) : undefined;
  return {
    mobileMask: done.mobile ? '已绑定' : null,
    emailMask: done.email ? '已绑定' : null,
    realNameMask: name === undefined ? null : nameMask(name),
    fundPwd: done.fundPwd,
  };
}
