/** Personal data of a player, masked for the player's own pages. */
import { maskAddress, contactOf, maskRealName, realNameOf, securitySteps } from '../../accounts/index.ts';
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
  const done = await securitySteps(context, client, userId);
  const name = done.realName ? await realNameOf(context, client, userId) : undefined;
  const mask = async (channel: Channel): Promise<string | null> => {
    const address = done[channel] ? await contactOf(context, client, userId, channel) : undefined;
    return address === undefined ? null : maskAddress(channel, address);
  };
  return {
    mobileMask: await mask('mobile'),
    emailMask: await mask('email'),
    realNameMask: name === undefined ? null : maskRealName(name),
    fundPwd: done.fundPwd,
  };
}
