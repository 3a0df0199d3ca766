/** Masks personal data of a player for the player's own pages. */
import { maskAddress, contactOf, maskRealName, realNameOf, securitySteps } from '../../accounts/index.ts';
import type { Channel, Querying } from '../../platform/index.ts';
import type { LoyaltyServices } from '../services.ts';

export interface MaskedPersonalData {
  /** Null: no phone number is bound. */
  readonly mobileMask: string | null;
  /** Null: no e-mail address is bound. */
  readonly emailMask: string | null;
  /** Null: the real name is not verified. */
  readonly realNameMask: string | null;
  /** True: the player has a fund password. */
  readonly fundPwd: boolean;
}

export async function maskedPersonalDataOf(context: LoyaltyServices, client: Querying, userId: number): Promise<MaskedPersonalData> {
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
