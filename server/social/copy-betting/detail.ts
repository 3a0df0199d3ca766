/** One release as the caller may see it: its plan if it is not hidden, and the offer for a follower now. */
import type { ReleaseDetailModels } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { orderNoSql } from '../../platform/index.ts';
import { sportPlan } from '../../sports/index.ts';
import { notFollowableReason, followOfferOf } from './follow-bet.ts';
import { COPY_BETTING_RULES } from './rules.ts';
import { findRelease, planHiddenUntil, releaseRowsOf, type StoredRelease } from './rows.ts';

type Plan = NonNullable<ReleaseDetailModels['plan']>;

/** The picks. The caller has checked that the player may see them. */
export const releasePlanOf = (
  context: SocialServices,
  release: Pick<StoredRelease, 'user_id' | 'order_id' | 'game' | 'status'>,
): Promise<Plan> =>
  sportPlan(context, release.user_id, release.order_id).then(({ legs, passes, wonLegs, awayFirst }) => ({
    gameCode: release.game,
    status: release.status === 'placed' ? 'pending' : release.status,
    multiplier: 1,
    passes,
    wonLegs,
    ...(awayFirst ? { awayFirst } : {}),
    legs,
  }));

/** "周六001 胜、周六002 让负", for a line. */
export const planText = ({ legs }: Plan): string =>
  legs.map(({ code, picks }) => `${code} ${picks.map(({ name }) => name).join('/')}`).join('、');

export async function releaseDetail(
  context: SocialServices,
  id: string,
  asker: number | undefined,
): Promise<ReleaseDetailModels | undefined> {
  const { database } = context;
  const release = await findRelease(database, id, asker);
  if (release === undefined) return undefined;
  const shown = (await planHiddenUntil(database, id, asker)) === null;
  const ownBetRows = asker === undefined ? [] : await ownBets(context, id, asker);
  const { offer, reason } = await offerNow(context, release, asker, !shown);
  const [row] = await releaseRowsOf(context, [release], asker);
  if (row === undefined) return undefined;
  const ended = release.status === 'won' || release.status === 'lost';
  return {
    ...row,
    plan: shown ? await releasePlanOf(context, release) : null,
    offer,
    reason,
    followed: ownBetRows,
    profitFen: ended ? release.prize_fen - release.stake_fen : 0,
  };
}

async function ownBets({ database }: SocialServices, id: string, asker: number): Promise<ReleaseDetailModels['followed']> {
  const { rows } = await database.query<{
    order_id: string;
    order_no: string;
    fen: number;
    prize: number;
    commission: number;
    status: string;
  }>(
    `SELECT f.order_id, ${orderNoSql('s')} AS order_no, f.stake_fen AS fen, s.prize, f.commission_fen AS commission, s.status
       FROM follows f JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id
      WHERE f.user_id = $1 AND f.release_id = $2 ORDER BY f.order_id DESC LIMIT 20`,
    [asker, id],
    'own-follows',
  );
  return rows.map(({ order_id, order_no, fen, prize, commission, status }) => ({
    orderId: order_id,
    orderNo: order_no,
    fen,
    prizeFen: prize,
    commissionFen: commission,
    status: status === 'won' || status === 'lost' || status === 'cancelled' ? status : 'pending',
  }));
}

async function offerNow(
  context: SocialServices,
  release: StoredRelease,
  asker: number | undefined,
  hidden: boolean,
): Promise<Pick<ReleaseDetailModels, 'offer' | 'reason'>> {
  if (release.user_id === asker) return { offer: null, reason: '这是您自己的宝单' };
  const closed = await notFollowableReason(context.database, release);
  if (closed !== undefined) return { offer: null, reason: closed.msg };
  const offer = await followOfferOf(context, context.database, release, 1, hidden);
  if ('status' in offer) return { offer: null, reason: offer.msg };
  const { oddsVersion, maxFen, mostTimes, numbersChanged } = offer;
  const least = Math.ceil(release.least_fen / release.unit_fen);
  const quick = COPY_BETTING_RULES.quickFen.map((fen) => ({
    yuan: String(fen / 100),
    times: Math.min(Math.max(Math.floor(fen / release.unit_fen), least), mostTimes),
  }));
  return { offer: { oddsVersion, maxFen, mostTimes, numbersChanged, quick }, reason: '' };
}
