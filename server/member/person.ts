/** What is known of the person behind a player, as it may be shown to himself. */
import { addressMask, type Channel, contactOf } from '../accounts/contacts.ts';
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
  const mask = async (channel: Channel): Promise<string | null> => {
    const address = done[channel] ? await contactOf(context, client, userId, channel) : undefined;
    return address === undefined ? null : addressMask(channel, address);
  };
  return {
    mobileMask: await mask('mobile'),
    emailMask: await mask('email'),
    realNameMask: name === undefined ? null : nameMask(name),
    fundPwd: done.fundPwd,
  };
}
