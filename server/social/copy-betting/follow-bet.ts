/** The bet that follows a release: the same plan, at the odds on offer now, with a multiplier of its own. */
import { v7 as uuidv7 } from 'uuid';
import { priceSport, type SportTicket, validateSportTicket } from '../../../engine/rules/sports/index.ts';
import type { FollowBetFields, FollowBetModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import {
  type IdempotentRequest,
  runIdempotent,
  type Querying,
  refuse,
  refuseIdempotent,
  fromDatabase,
  type StoredAnswer,
} from '../../platform/index.ts';
import { privacySettingsOf } from '../profiles/privacy.ts';
import {
  type BetForm,
  betFormOf,
  checkLegs,
  OddsMoved,
  prizeRangeOf,
  refuseErrors,
  type SportVersion,
  retryWhileOddsMove,
} from '../../sports/index.ts';
import { findRelease, planHiddenUntil, type StoredRelease, releaseStateOf } from './rows.ts';
import { hundredthsText } from './rules.ts';

/** A release as it would be sold now. */
export interface FollowOffer {
  readonly version: SportVersion;
  /** At the odds and numbers now on offer, with the multiplier that was asked for. */
  readonly ticket: SportTicket;
  readonly form: BetForm;
  readonly oddsVersion: string;
  readonly bets: number;
  readonly amountFen: number;
  readonly minFen: number;
  readonly maxFen: number;
  /** A handicap or a line is another one than the releaser was sold. */
  readonly numbersChanged: boolean;
  readonly mostTimes: number;
}

/** In place of the name of a match in a plan that the caller may not see. */
const SOMETHING_STOPPED = '方案中有比赛已截止或暂停销售，暂不能跟单';
const secretStop = (): Envelope<null> =>
  ({ status: STATUS.issueClosed, models: { legs: [] }, msg: SOMETHING_STOPPED }) as unknown as Envelope<null>;

/** Why nobody can follow a release now, before its odds are looked at; undefined: they can. */
export async function notFollowableReason(client: Querying, release: StoredRelease): Promise<Envelope<null> | undefined> {
  const status = releaseStateOf(release);
  const moved = (msg: string) => ({ status: STATUS.stateChanged, models: { status }, msg }) as unknown as Envelope<null>;
  if (status === 'withdrawn') return moved('宝单已撤回，不能再跟单');
  if (status !== 'open')
    return { status: STATUS.issueClosed, models: { legs: [] }, msg: '宝单已截止，请选择其他宝单' } as unknown as Envelope<null>;
  if (!(await privacySettingsOf(client, [release.user_id]))(release.user_id).allowFollow)
    return refuse(STATUS.disabled, '发单人已关闭跟单');
  return undefined;
}

/** The present offer for the plan. `hidden`: the caller may not see the plan, so a refusal must not reveal anything about it. */
export async function followOfferOf(
  context: SocialServices,
  client: Querying,
  release: StoredRelease,
  times: number,
  hidden: boolean,
): Promise<FollowOffer | Envelope<null>> {
  const { sports, encryption } = context;
  const version = sports.published(release.game);
  if (version === undefined) return refuse(STATUS.notFound, '彩种不存在或已下线');
  if (version.sport.disabled !== undefined) return refuse(STATUS.disabled, version.sport.disabled);
  const { rows } = await client.query<{ ticket: SportTicket }>('SELECT ticket FROM releases WHERE id = $1', [release.release_id], 'plan');
  const plan = rows[0]?.ticket;
  if (plan === undefined) return refuse(STATUS.notFound, '宝单不存在');
  const mostTimes = version.sport.caps.multiplier;
  if (times > mostTimes) return refuse(STATUS.overCap, `倍数最多 ${mostTimes} 倍`);
  const checked = validateSportTicket(version.compiled, { ...plan, multiplier: times });
  if (!checked.ok) return hidden ? refuse(STATUS.invalid, '玩法说明已更新，该方案不能再投注') : refuseErrors(checked.errors);
  const form = betFormOf(version.compiled, checked.value);
  const check = await checkLegs(client, release.game, version.hash, checked.value.matches, form);
  if ('status' in check) return hidden ? secretStop() : check;
  const { judged: offered } = check;
  const ticket: SportTicket = { ...checked.value, matches: offered.matches };
  const range = prizeRangeOf(version.compiled, ticket);
  if (range === undefined) return refuse(STATUS.disabled, `${version.sport.name}不能跟单`);
  if ('status' in range) return range;
  const price = priceSport(version.compiled, ticket);
  return {
    version,
    ticket,
    form,
    // Under a key of this server: a plain hash of odds that everybody knows could be searched for the plan.
    oddsVersion: encryption.hmac('follow.odds', JSON.stringify([release.release_id, version.hash, offered.matches])).slice(0, 32),
    bets: Number(price.bets),
    amountFen: Number(price.amountFen),
    ...range,
    numbersChanged: offered.numbers.length > 0,
    mostTimes,
  };
}

/** The release is not open any more: it was withdrawn or stopped between the look and the sale. */
const CLOSED = 'CP002';

/** Sells it to a player whose lock the caller holds. Throws OddsMoved when what was looked at has changed; nothing is done then. */
export async function placeFollowBet(
  context: Pick<SocialServices, 'sports'>,
  client: Querying,
  userId: number,
  release: Pick<StoredRelease, 'release_id' | 'game'>,
  { version, ticket, form, bets, amountFen, minFen, maxFen }: FollowOffer,
  rule: string | null,
): Promise<StoredAnswer> {
  await context.sports.use(version, client);
  const { units: _, ...plain } = ticket;
  try {
    const { rows } = await client.query<{ answer: StoredAnswer }>(
      'SELECT follow_release($1, $2::jsonb) AS answer',
      [
        userId,
        JSON.stringify({
          id: uuidv7(),
          game: release.game,
          hash: version.hash,
          ticket: plain,
          units: null,
          plan: null,
          bets,
          amount: amountFen,
          multiplier: ticket.multiplier,
          min: minFen,
          max: maxFen,
          form,
          follows: release.release_id,
          times: ticket.multiplier,
          rule,
        }),
      ],
      'follow-release',
    );
    return rows[0]?.answer as StoredAnswer;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'CP001' || code === CLOSED) throw new OddsMoved();
    throw error;
  }
}

/** Public facts of a sale for callers that may not see the plan yet. */
function tellable(answer: StoredAnswer, releaseId: string, hidden: boolean): StoredAnswer {
  if (answer.status === STATUS.ok) {
    const models = { ...(answer.models as object), releaseId };
    return { ...answer, msg: '跟单成功', models: hidden ? { ...models, minFen: null, legs: [] } : models };
  }
  return hidden && answer.status === STATUS.issueClosed ? (secretStop() as StoredAnswer) : answer;
}

/** Bet_JC_Follow. */
export async function followRelease(
  context: SocialServices,
  fields: FollowBetFields,
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<FollowBetModels | null>> {
  const { releaseId, times, amountFen, oddsVersion, oddsPolicy = 'ask' } = fields;
  const { database } = context;
  const refused = (answer: Envelope<null>) => refuseIdempotent(context, idempotentRequest, answer);
  return retryWhileOddsMove<FollowBetModels>(async () => {
    const player = await idempotentRequest.player();
    const release = await findRelease(database, releaseId, player?.id);
    if (release === undefined) return refused(refuse(STATUS.notFound, '宝单不存在'));
    if (release.user_id === player?.id) return refused(refuse(STATUS.invalid, '不能跟自己的宝单'));
    const closed = await notFollowableReason(database, release);
    if (closed !== undefined) return refused(closed);
    const hidden = (await planHiddenUntil(database, releaseId, player?.id)) !== null;
    const offer = await followOfferOf(context, database, release, times, hidden);
    if ('status' in offer) return refused(offer);
    if (offer.amountFen !== amountFen) return refused(refuse(STATUS.invalid, `金额与倍数不符：应为 ${offer.amountFen} 分（/amountFen）`));
    if (amountFen < release.least_fen)
      return refused(refuse(STATUS.invalid, `起跟金额为 ${hundredthsText(release.least_fen)} 元，请增加倍数`));
    if (offer.oddsVersion !== oddsVersion && (oddsPolicy === 'ask' || offer.numbersChanged)) {
      const msg = offer.numbersChanged ? '让球数或盘口已变化，请确认后再跟单' : '赔率已变化，请确认后再跟单';
      const models = { oddsVersion: offer.oddsVersion, maxFen: offer.maxFen };
      return refused({ status: STATUS.descriptionChanged, models, msg } as unknown as Envelope<null>);
    }
    await context.sports.use(offer.version);
    return runIdempotent<FollowBetModels | null>(context, idempotentRequest, async (client, userId) => {
      const answer = await placeFollowBet(context, client, userId, release, offer, null);
      // With the secrecy "who follows sees it" the bet has just opened the plan.
      const still = answer.status === STATUS.ok ? (await planHiddenUntil(client, releaseId, userId)) !== null : hidden;
      return fromDatabase(tellable(answer, releaseId, still));
    });
  });
}
