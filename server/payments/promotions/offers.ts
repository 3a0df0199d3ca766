/** Offers (优惠) of server/payments/promotions/offers.json: reading the file, and a player's progress and claim in each offer. */
import { DAY_MS } from '../../platform/index.ts';
import { Value } from 'typebox/value';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { DiscountOffer as Offer } from '../../../protocol/calls.ts';
import { Type, type TypeOf } from '../../../protocol/calls/schema.ts';
import described from './offers.json' with { type: 'json' };
import type { Querying } from '../../platform/index.ts';
import { kindsInGroup, orderJoinSql } from '../../ledger/index.ts';

const fen = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const closed = { additionalProperties: false };

/** Schema of one offer in server/payments/promotions/offers.json. */
const OFFER = Type.Object(
  {
    code: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }),
    title: Type.String({ minLength: 1, maxLength: 20 }),
    summary: Type.String({ minLength: 1, maxLength: 60 }),
    /** How often a player may claim the offer. */
    period: Type.Enum(['once', 'day', 'week', 'month']),
    /** First and last day on the product's wall clock. */
    from: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    to: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    /** Condition of a claim, counted within the period: recharges in fen, stakes less refunds in fen, or the number of bets. */
    needs: Type.Optional(
      Type.Union([
        Type.Object({ what: Type.Enum(['recharge', 'stake']), fen }, closed),
        Type.Object({ what: Type.Literal('bets'), count: Type.Integer({ minimum: 1, maximum: 100_000 }) }, closed),
      ]),
    ),
    /** Games whose stakes count; all when left out. */
    games: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    /** A fixed amount, or a share (basis points) of the recharges or stakes within the period. */
    gives: Type.Union([
      Type.Object({ fen }, closed),
      Type.Object({ share: Type.Integer({ minimum: 1, maximum: 10_000 }), of: Type.Enum(['recharge', 'stake']), mostFen: fen }, closed),
    ]),
    /** Turnover (流水): how many times the gift must be staked before it can be withdrawn. */
    turnover: Type.Integer({ minimum: 0, maximum: 50 }),
    /** Most claims of all players in each period; unlimited when left out. */
    stock: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    /** Code that a player must enter to claim the offer. */
    coupon: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{4,40}$' })),
    /** Route of the app on which the player can meet the condition. */
    where: Type.Optional(Type.String({ pattern: '^/[A-Za-z0-9/_-]*$' })),
    rules: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }, closed), { maxItems: 12 }),
  },
  closed,
);
export type DescribedOffer = TypeOf<typeof OFFER>;

/** Checks the list of offers. @throws an error with file, JSON pointer and reason. */
export function readOffers(value: unknown): readonly DescribedOffer[] {
  if (!Array.isArray(value)) throw new Error('server/payments/promotions/offers.json: it is a list of offers');
  const codes = new Set<string>();
  for (const [at, offer] of value.entries()) {
    const [fault] = Value.Errors(OFFER, offer);
    if (fault !== undefined) throw new Error(`server/payments/promotions/offers.json: /${at}${fault.instancePath} ${fault.message}`);
    const { code, from, to } = offer as DescribedOffer;
    if (codes.has(code)) throw new Error(`server/payments/promotions/offers.json: /${at}/code ${code} is there twice; give it another`);
    if (to !== undefined && to < from) throw new Error(`server/payments/promotions/offers.json: /${at}/to is before /${at}/from`);
    codes.add(code);
  }
  return value as readonly DescribedOffer[];
}

export const OFFERS = readOffers(described);

/** An instant, with the wall clock of the product. */
export interface WallClock {
  /** Unix ms. */
  readonly now: number;
  /** Ms that the product's wall clock is ahead of UTC. */
  readonly offsetMs: number;
}

interface Span {
  /** Name of the period: "2026-11-23", "week 2026-11-23" with the Monday, "2026-11" or "once". A player has one claim for each. */
  readonly key: string;
  readonly startsAt: number;
  readonly endsAt: number | null;
}

const dateOf = (at: number, offsetMs: number) => new Date(at + offsetMs).toISOString().slice(0, 10);
const startOf = (date: string, offsetMs: number) => Date.parse(date) - offsetMs;

/** The period of an offer that contains `now`, limited to the days of the offer. */
export function offerPeriod({ period, from, to }: Pick<DescribedOffer, 'period' | 'from' | 'to'>, { now, offsetMs }: WallClock): Span {
  const first = startOf(from, offsetMs);
  const last = to === undefined ? null : startOf(to, offsetMs) + DAY_MS;
  if (period === 'once') return { key: 'once', startsAt: first, endsAt: last };
  const day = startOf(dateOf(now, offsetMs), offsetMs);
  const date = new Date(now + offsetMs);
  const monday = day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const span = {
    day: { key: dateOf(day, offsetMs), startsAt: day, endsAt: day + DAY_MS },
    week: { key: `week ${dateOf(monday, offsetMs)}`, startsAt: monday, endsAt: monday + 7 * DAY_MS },
    month: {
      key: dateOf(day, offsetMs).slice(0, 7),
      startsAt: Date.UTC(year, month, 1) - offsetMs,
      endsAt: Date.UTC(year, month + 1, 1) - offsetMs,
    },
  }[period];
  return { key: span.key, startsAt: Math.max(first, span.startsAt), endsAt: last === null ? span.endsAt : Math.min(last, span.endsAt) };
}

/** A player's activity within a period; `stakeFen` is less refunds. */
interface PlayerActivity {
  readonly rechargeFen: number;
  readonly stakeFen: number;
  readonly bets: number;
}

/** Recharges, stakes and bets of a player since an instant (unix ms). The query walks back from the newest movement, so it reads no older ones. */
export async function activitySince(
  client: Querying,
  userId: number,
  since: number,
  games: readonly string[] | undefined,
): Promise<PlayerActivity> {
  // Orders are joined only for an offer that is limited to some games.
  const [order, ofGames] = games === undefined ? ['', ''] : [orderJoinSql('$1', 'f.ref'), 'AND o.game = ANY($5::text[])'];
  const { rows } = await client.query<{ recharge: number; stake: number; bets: number }>(
    `SELECT coalesce(sum(f.amount) FILTER (WHERE f.kind = 'recharge'), 0)::bigint AS recharge,
            (coalesce(sum(f.amount) FILTER (WHERE f.kind = ANY($3::text[]) ${ofGames}), 0)
             - coalesce(sum(f.amount) FILTER (WHERE f.kind = ANY($4::text[]) ${ofGames}), 0))::bigint AS stake,
            count(*) FILTER (WHERE f.kind = ANY($3::text[]) ${ofGames})::int AS bets
       FROM movements f ${order}
      WHERE f.user_id = $1 AND f.unit = 'fen' AND f.at >= $2
        AND f.seq > coalesce((SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.at < $2 ORDER BY b.seq DESC LIMIT 1), 0)`,
    [userId, since, kindsInGroup('stake'), kindsInGroup('refund'), ...(games === undefined ? [] : [games])],
    games === undefined ? 'offer-played' : 'offer-played-games',
  );
  const { recharge = 0, stake = 0, bets = 0 } = rows[0] ?? {};
  return { rechargeFen: recharge, stakeFen: Math.max(0, stake), bets };
}

/** Fen as yuan: 5000 → "50", 888 → "8.88". */
const yuan = (amount: number) => formatMoney(amount).replace(/\.00$/, '');
const percent = (bp: number) => `${Math.floor(bp / 100)}${bp % 100 === 0 ? '' : `.${String(bp % 100).padStart(2, '0')}`}%`;

/** Value of an offer now, in fen; 0 for a share of recharges or stakes that are 0. */
function claimValue({ gives }: DescribedOffer, { rechargeFen, stakeFen }: PlayerActivity): number {
  if ('fen' in gives) return gives.fen;
  return Math.min(gives.mostFen, Number((BigInt(gives.of === 'recharge' ? rechargeFen : stakeFen) * BigInt(gives.share)) / 10_000n));
}

function progressOf({ needs }: DescribedOffer, { rechargeFen, stakeFen, bets }: PlayerActivity): Offer['progress'] {
  if (needs === undefined) return { has: false, doneFen: 0, requiredFen: 0, unit: 'count', text: '' };
  const [done, required] = needs.what === 'bets' ? [bets, needs.count] : [needs.what === 'recharge' ? rechargeFen : stakeFen, needs.fen];
  const words = {
    recharge: `已充值 ${yuan(done)} / ${yuan(required)} 元`,
    stake: `已投注 ${yuan(done)} / ${yuan(required)} 元`,
    bets: `已投注 ${done} / ${required} 次`,
  };
  return {
    has: true,
    doneFen: done,
    requiredFen: required,
    unit: needs.what === 'bets' ? 'count' : 'fen',
    points: Number((BigInt(Math.min(done, required)) * 10_000n) / BigInt(required)),
    text: words[needs.what],
  };
}

const PERIODS: Readonly<Record<DescribedOffer['period'], string>> = {
  once: '每人一次',
  day: '每天一次',
  week: '每周一次',
  month: '每月一次',
};

function ruleRows(offer: DescribedOffer): Offer['ruleRows'] {
  const { from, to, gives, turnover, stock, period } = offer;
  return [
    { label: '时间', value: to === undefined ? `${from} 起` : `${from} 至 ${to}` },
    { label: '次数', value: PERIODS[period] },
    { label: '赠送', value: amountText(gives) },
    { label: '流水', value: turnover === 0 ? '不限，可直接提现' : `投注满赠送金额的 ${turnover} 倍后可提现` },
    ...(stock === undefined ? [] : [{ label: '数量', value: `${period === 'once' ? '共' : '每期'} ${stock} 份` }]),
    ...offer.rules.filter(({ label }) => label !== '数量'),
  ];
}

const amountText = (gives: DescribedOffer['gives']): string =>
  'fen' in gives
    ? `¥${yuan(gives.fen)}`
    : `${gives.of === 'recharge' ? '充值' : '投注'}的 ${percent(gives.share)}，最多 ¥${yuan(gives.mostFen)}`;

/**
 * State of an offer for a player. `key`: period of a claim that is made now. `amountFen`: value of that claim. `open`: a claim is possible, with
 * the code if the offer has one.
 */
export async function offerState(
  client: Querying,
  userId: number,
  offer: DescribedOffer,
  moment: WallClock,
): Promise<{ readonly shown: Offer; readonly key: string; readonly amountFen: number; readonly open: boolean }> {
  const span = offerPeriod(offer, moment);
  const { rows } = await client.query<{ id: string; amount: number; at: number; key: string; seq: number | null }>(
    `SELECT c.id, c.amount, c.at, c.period AS key, f.seq
       FROM promotion_claims c LEFT JOIN movements f ON f.user_id = $1 AND f.ref IS NOT NULL AND ref_hash(f.user_id, f.ref) = ref_hash(c.user_id, c.id) AND f.ref = c.id
      WHERE c.user_id = $1 AND c.offer = $2 ORDER BY c.at DESC LIMIT 1`,
    [userId, offer.code],
    'offer-last-claim',
  );
  const [last] = rows;
  const claimCount =
    offer.stock === undefined
      ? 0
      : ((
          await client.query<{ taken: number }>(
            'SELECT taken FROM promotion_stock WHERE offer = $1 AND period = $2',
            [offer.code, span.key],
            'offer-taken',
          )
        ).rows[0]?.taken ?? 0);
  const activity = await activitySince(client, userId, span.startsAt, offer.games);
  const progress = progressOf(offer, activity);
  const amountFen = claimValue(offer, activity);
  const { state, reason } = stateOf();

  function stateOf(): { state: Offer['state']; reason: string } {
    if (last?.key === span.key) return { state: 'claimed', reason: offer.period === 'once' ? '已领取' : '本期已领取' };
    if (span.endsAt !== null && moment.now >= span.endsAt) return { state: 'expired', reason: '活动已结束' };
    if (moment.now < span.startsAt) return { state: 'running', reason: '活动未开始' };
    if (offer.stock !== undefined && claimCount >= offer.stock) return { state: 'soldOut', reason: '已领完' };
    if ((progress.points ?? 10_000) < 10_000) return { state: 'running', reason: progress.text };
    if (amountFen === 0) return { state: 'running', reason: '暂无可领取金额' };
    if (offer.coupon !== undefined) return { state: 'running', reason: '凭兑换码领取' };
    return { state: 'claimable', reason: '' };
  }

  return {
    key: span.key,
    amountFen,
    open: state === 'claimable' || (state === 'running' && reason === '凭兑换码领取'),
    shown: {
      ...{ code: offer.code, title: offer.title, summary: offer.summary, kind: offer.coupon === undefined ? 'offer' : 'coupon' },
      ...{ state, reason, amount: amountText(offer.gives), amountFen: amountFen === 0 ? null : amountFen, progress },
      turnoverTimes: offer.turnover,
      period: offer.period,
      left: offer.stock === undefined ? null : Math.max(0, offer.stock - claimCount),
      startsAt: span.startsAt,
      endsAt: span.endsAt,
      ruleRows: ruleRows(offer),
      to: offer.where ?? '',
      claim: last === undefined ? null : { id: String(last.seq ?? ''), amountFen: last.amount, at: last.at },
    },
  };
}
