/** Personal data of a player, masked for the player's own pages. */
import { addressMask, contactOf, nameMask, realNameOf, steps } from '../../accounts/index.ts';
import type { Channel, Querying } from '../../platform/index.ts';
import type { LoyaltyServices } from '../services.ts';

export interface MemberPerson {
  /** Null: not bound. */
  readonly mobileMask: string | null;
  readonly emailMask: string | null;
  /** Null: not verified. */
  readonly realNameMask: string | null;
  readonly fundPwd: boolean;
}

export async function memberPersonOf(context: LoyaltyServices, client: Querying, userId: number): Promise<MemberPerson> {
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
