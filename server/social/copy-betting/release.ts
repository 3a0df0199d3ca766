/** What a player says of a bet that he releases (发单), read from the fields of bet_jc. */
import { v7 as uuidv7 } from 'uuid';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { planNames, type ReleasedBet, type ReleaseFields, type ReleaseRequest } from '../../sports/index.ts';
import { privacySettingsOf } from '../profiles/privacy.ts';
import { normalisedText, textFault } from '../profiles/text-filter.ts';
import { refuse, refuseField } from '../../platform/index.ts';
import { COPY_BETTING_RULES, hundredthsText } from './rules.ts';

/** Undefined: the bet is not to be released. */
export async function readRelease(
  context: SocialServices,
  fields: ReleaseFields,
  userId: number,
): Promise<ReleaseRequest | undefined | Envelope<null>> {
  if (fields.release !== true) return undefined;
  const { mostText, refusedWords, mostCommission } = COPY_BETTING_RULES.release;
  const text = (fields.text ?? '').trim().replace(/\s+/g, ' ');
  if ([...text].length > mostText) return refuseField('text', `宣言最多 ${mostText} 字`);
  const flat = normalisedText(text);
  const word = refusedWords.find((each) => flat.includes(normalisedText(each)));
  if (word !== undefined) return refuseField('text', `宣言不能含有“${word}”，请修改`);
  const fault = textFault(text);
  if (fault !== undefined) return refuseField('text', fault);
  const commission = fields.commission ?? 0;
  if (commission > mostCommission) return refuseField('commission', `佣金最多 ${mostCommission}%`);
  const privacy = (await privacySettingsOf(context.database, [userId]))(userId);
  if (!privacy.allowFollow) return refuse(STATUS.disabled, '您已关闭“允许他人跟单”，请在资料中打开后再发单');
  if (privacy.showOrders === 'hidden') return refuse(STATUS.disabled, '您的投注记录不公开，请在资料中修改后再发单');
  return { id: uuidv7(), commissionBp: commission * 100, security: fields.security ?? 2, text, leastFen: fields.minFollowFen };
}

/**
 * Arguments of add_release, from the ticket as it is sold. The plan has the multiplier 1: a follower chooses another.
 * An envelope: this bet cannot be released.
 */
export function releaseOf(
  context: SocialServices,
  wish: ReleaseRequest,
  { version, ticket, amountFen, maxFen }: ReleasedBet,
): Readonly<Record<string, unknown>> | Envelope<null> {
  const { leastStakeFen, mostADay } = COPY_BETTING_RULES.release;
  const { in: admission } = COPY_BETTING_RULES.okami;
  if (version.sport.release !== true || maxFen === null) return refuse(STATUS.disabled, `${version.sport.name}不能发单`);
  if (amountFen < leastStakeFen) return refuseField('amountFen', `发单的投注金额至少 ${hundredthsText(leastStakeFen)} 元，请增加倍数`);
  const unitFen = amountFen / ticket.multiplier;
  const leastFen = wish.leastFen === undefined || wish.leastFen === 0 ? unitFen : wish.leastFen;
  if (leastFen < unitFen) return refuseField('minFollowFen', `起跟金额至少为 1 倍的金额 ${hundredthsText(unitFen)} 元`);
  if (leastFen > COPY_BETTING_RULES.rules.mostFen)
    return refuseField('minFollowFen', `起跟金额最多 ${hundredthsText(COPY_BETTING_RULES.rules.mostFen)} 元`);
  const single = ticket.passes.every((code) => code === '1_1');
  const { plays, passes } = planNames(ticket, version);
  const { units: _, ...plain } = ticket;
  return {
    ...wish,
    ticket: { ...plain, multiplier: 1 },
    unitFen,
    leastFen,
    matches: ticket.matches.length,
    plays,
    passes,
    single,
    returnX100: Number((BigInt(maxFen) * 100n) / BigInt(amountFen)),
    leastReturn: single ? admission.singleReturnX100 : admission.returnX100,
    jump: admission.jump,
    mostADay,
    offsetMs: productOffset(context.publication),
  };
}
