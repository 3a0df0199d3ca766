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
  kind: oneOf(['offer', 'coupon'], 'coupon: needs a code to be typed in.'),
  state,
  reason: text('Why it cannot be taken now, in Chinese; empty when it can.'),
  amount: text('What it brings, in Chinese: 18 元, 充值的 1%，最多 88 元.'),
  amountFen: orNull(fen('What it would bring now.'), 'null: that depends on what is still to come.'),
  /** Progress towards what it asks for. */
  progress: object({
    has: flag('It asks for something that can be counted.'),
    doneFen: fen('Fen or a number, as `unit` says.'),
    requiredFen: fen('The same.'),
    unit: oneOf(['fen', 'count']),
    points: optional(count('Basis points done, at most 10000; left out where nothing is counted.')),
    text: text('In words.'),
  }),
  turnoverTimes: count('What it brings has to be played so many times before it can be withdrawn.'),
  period: oneOf(['once', 'day', 'week', 'month'], 'How often.'),
  left: orNull(count('How many are left.'), 'null: as many as are wanted.'),
  startsAt: instant(),
  endsAt: orNull(instant(), 'null: until further notice.'),
  ruleRows: list(object({ label: text(), value: text() })),
  to: text("Where what it asks for is done: an address of the app; '' where it asks for nothing."),
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
  ruleRows: [{ label: '谁可以领', value: '所有玩家，每人一次' }],
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
    claimable: count('How many can be taken now.'),
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
  keyed: true,
  wallet: true,
  fields: {
    offer: optional(code),
    coupon: optional(
      Type.String({ minLength: 4, maxLength: 40, pattern: '^[A-Za-z0-9-]+$', description: 'Code of a coupon, in place of `offer`.' }),
    ),
  },
  answer: object({
    offer: text('Code of the offer.'),
    title: text(),
    balanceFen: fen('Main wallet after it, fen.'),
    amountFen: fen('What was given.'),
    turnoverFen: fen('What has to be played before it can be withdrawn.'),
  }),
  refuses: ['notFound', 'disabled', 'soldOut', 'stateChanged'],
  refusalModels: { stateChanged: object({ state }) },
  example: {
    fields: { offer: 'welcome' },
    models: { offer: 'welcome', title: '新人礼包', balanceFen: 1_001_800, amountFen: 1_800, turnoverFen: 1_800 },
  },
});
