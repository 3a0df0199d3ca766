/** Offers (优惠中心): what there is, how far the player is, and taking it. What an offer is stands in server/payments/promotions/offers.json. */
import { call } from './define.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, text, Type } from './schema.ts';

const code = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_-]+$', description: 'Code of the offer.' });
const state = oneOf(['claimable', 'running', 'claimed', 'soldOut', 'expired']);

const ledgerRow = object({ id: text('Number of the movement.'), amountFen: fen(), at: instant() });

export const offer = object({
  code: text(),
  title: text(),
  summary: text('One sentence.'),
  kind: oneOf(['offer', 'coupon'], 'coupon: the player has to type a code.'),
  state,
  reason: text('The reason why it cannot be claimed now, in Chinese; empty if it can.'),
  amount: text('The reward in Chinese: 18 元, 充值的 1%，最多 88 元.'),
  amountFen: orNull(fen('The reward that it would give now.'), 'null: it depends on future events.'),
  /** Progress towards what it asks for. */
  progress: object({
    has: flag('The condition can be counted.'),
    doneFen: fen('Fen or a number, as `unit` says.'),
    requiredFen: fen('The same.'),
    unit: oneOf(['fen', 'count']),
    points: optional(count('The progress, basis points, at most 10000. Left out if nothing is counted.')),
    text: text('The same in words.'),
  }),
  turnoverTimes: count('The turnover before the reward can be withdrawn, as a multiple of it.'),
  period: oneOf(['once', 'day', 'week', 'month'], 'The period in which the offer can be claimed once.'),
  left: orNull(count('The remaining number.'), 'null: unlimited.'),
  startsAt: instant(),
  endsAt: orNull(instant(), 'null: until further notice.'),
  ruleRows: list(object({ label: text(), value: text() })),
  to: text("The route of the page on which the condition is met; '' if there is no condition."),
  claim: orNull(ledgerRow, 'The movement of the last claim; null: never claimed.'),
});

const example = {
  code: 'first-recharge',
  title: '首充礼',
  summary: '第一笔演示充值送 5%',
  kind: 'offer',
  state: 'running',
  reason: '完成第一笔充值后领取',
  amount: '充值的 5%，最多 50 元',
  amountFen: null,
  progress: { has: true, doneFen: 0, requiredFen: 10_000, unit: 'fen', points: 0, text: '已充值 0 / 100 元' },
  turnoverTimes: 3,
  period: 'once',
  left: null,
  startsAt: 1_790_000_000_000,
  endsAt: null,
  ruleRows: [{ label: '领取对象', value: '所有玩家，每人一次' }],
  to: '/rechargeType6',
  claim: null,
} as const;

export const bonus = call({
  method: 'GET',
  path: '/api/SiteMsg/Bonus',
  summary: '优惠中心：优惠、进度与状态；带 offer 则只有这一个',
  session: 'player',
  fields: { offer: optional(code) },
  answer: object({
    items: list(offer),
    claimable: count('How many offers can be claimed now.'),
  }),
  refuses: ['notFound'],
  example: { fields: {}, models: { items: [example], claimable: 0 } },
});

export const bonusClaim = call({
  method: 'POST',
  path: '/api/SiteMsg/BonusClaim',
  summary: '领取优惠；优惠券凭兑换码',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: {
    offer: optional(code),
    coupon: optional(
      Type.String({ minLength: 4, maxLength: 40, pattern: '^[A-Za-z0-9-]+$', description: 'Code of a coupon, instead of `offer`.' }),
    ),
  },
  answer: object({
    offer: text('Code of the offer.'),
    title: text(),
    balanceFen: fen('Main wallet after the call, fen.'),
    amountFen: fen('The reward.'),
    turnoverFen: fen('The turnover before it can be withdrawn.'),
  }),
  refuses: ['notFound', 'disabled', 'soldOut', 'stateChanged'],
  refusalModels: { stateChanged: object({ state }) },
  example: {
    fields: { offer: 'welcome' },
    models: { offer: 'welcome', title: '新人礼包', balanceFen: 1_001_800, amountFen: 1_800, turnoverFen: 1_800 },
  },
});
