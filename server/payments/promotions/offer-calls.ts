/** 优惠中心: the current offers, and claiming one. */
import { bonus, bonusClaim } from '../../../protocol/calls/offers.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import { handle, type HandledCall, ok, runIdempotent, type Querying, refuse } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { requireTurnover } from '../turnover.ts';
import { walletBalance } from '../../ledger/index.ts';
import { type DescribedOffer, type WallClock, OFFERS, offerState } from './offers.ts';

/** In which order they stand. */
const ORDER = ['claimable', 'running', 'soldOut', 'claimed', 'expired'];

export function offerCalls(context: PaymentServices, offers: readonly DescribedOffer[] = OFFERS): HandledCall[] {
  const moment = (now: number): WallClock => ({ now, offsetMs: productOffset(context.publication) });

  /** Takes one of an offer with a limited number; false: none is left. */
  async function takeOne(client: Querying, { code, stock }: DescribedOffer, key: string): Promise<boolean> {
    if (stock === undefined) return true;
    const { rows } = await client.query(
      `INSERT INTO promotion_stock AS s (offer, period, taken) VALUES ($1, $2, 1)
       ON CONFLICT (offer, period) DO UPDATE SET taken = s.taken + 1 WHERE s.taken < $3 RETURNING taken`,
      [code, key, stock],
    );
    return rows.length > 0;
  }

  return [
    handle(bonus, async ({ fields, player }) => {
      const requestedOffers = offers.filter(({ code }) => fields.offer === undefined || code === fields.offer);
      if (requestedOffers.length === 0 && fields.offer !== undefined) return refuse(STATUS.notFound, '优惠不存在');
      const now = moment(context.clock.now());
      const items = [];
      for (const each of requestedOffers) items.push((await offerState(context.database, player.id, each, now)).shown);
      items.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
      return ok({ items, claimable: items.filter(({ state }) => state === 'claimable').length });
    }),
    handle(bonusClaim, ({ fields: { offer: code, coupon }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const typed = coupon?.toUpperCase();
        const matchingOffer = offers.find((each) => (typed === undefined ? each.code === code : each.coupon?.toUpperCase() === typed));
        if (matchingOffer === undefined) return refuse(STATUS.notFound, typed === undefined ? '优惠不存在' : '兑换码不正确');
        if (matchingOffer.coupon !== undefined && typed === undefined) return refuse(STATUS.disabled, '请输入兑换码');
        const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'now');
        const at = rows[0]?.now ?? 0;
        const { shown, key, amountFen, open } = await offerState(client, userId, matchingOffer, moment(at));
        const stateChanged = { status: STATUS.stateChanged, models: { state: shown.state }, msg: shown.reason } as never;
        if (shown.state === 'claimed' || shown.state === 'expired') return stateChanged;
        if (shown.state === 'soldOut' || (open && !(await takeOne(client, matchingOffer, key)))) return refuse(STATUS.soldOut, '已领完');
        if (!open) return refuse(STATUS.disabled, shown.reason);
        const turnoverFen = amountFen * matchingOffer.turnover;
        const { rows: claimed } = await client.query<{ id: string }>(
          `INSERT INTO promotion_claims (user_id, offer, period, id, amount, turnover, at) VALUES ($1, $2, $3, gen_random_uuid(), $4, $5, $6)
           ON CONFLICT DO NOTHING RETURNING id`,
          [userId, matchingOffer.code, key, amountFen, turnoverFen, at],
        );
        const id = claimed[0]?.id;
        if (id === undefined) return stateChanged;
        await client.query(`SELECT post($1, 'bonus', 'house:promotions', 'wallet', $2, 'offer', $3, $4)`, [userId, amountFen, id, at]);
        await requireTurnover(client, userId, { why: 'bonus', requiredFen: turnoverFen, ref: id }, at);
        const balanceFen = await walletBalance(client, userId);
        await client.query(`SELECT announce_balance($1, 'wallet', 'fen', $2)`, [userId, balanceFen]);
        return ok({ offer: matchingOffer.code, title: matchingOffer.title, balanceFen, amountFen, turnoverFen }, '领取成功');
      }),
    ),
  ];
}
