/**
 * Copy betting (跟单): releases (宝单) and the bets that follow them. An answer has the plan of a release only for
 * players that its secrecy admits; its other fields are public.
 */
import { call } from './define.ts';
import { sportLeg } from './order.ts';
import { person, personExample, recentRecord } from './people.ts';
import { count, fen, flag, gameCode, id, instant, list, object, oneOf, optional, orderNo, orNull, paging, Type, text } from './schema.ts';
import { RELEASE_SECURITY, soldLeg, stopped } from './sport-bet.ts';

/** The id of a release. Every client may look a release up, so the id is no secret and the contract tests do not protect it. */
export const releaseId = Type.String({ format: 'uuid', description: 'UUID of the release.' });
const ratio = (of: string) => orNull(Type.Integer({ description: `${of}, basis points.` }), 'Null: nothing is settled yet.');

export const RELEASE_STATES = ['open', 'closed', 'withdrawn', 'won', 'lost', 'cancelled'] as const;
const releaseState = oneOf(
  RELEASE_STATES,
  'open: others can follow. closed: bets on its first match have closed. withdrawn: its player withdrew it. won, lost, cancelled (the stake was refunded): settled.',
);
export const last = list(oneOf(['won', 'lost']), 'The latest ten settled releases, the newest first.');
export const dots = text('The same as dots, the newest last: ● won, ○ lost.');

/** A release as a list shows it. No field depends on its picks. */
export const releaseRow = object({
  releaseId,
  orderNo,
  who: person,
  okami: flag('The player is 大神 now.'),
  hit7Bp: ratio("Share of the player's releases of the last 7 days that won"),
  return7Bp: ratio('Prizes of these releases divided by their stakes'),
  record7: recentRecord(7),
  record30: recentRecord(30),
  streak: count("The number of the player's latest releases in a row that won."),
  last,
  dots,
  text: text('Declaration; may be empty.'),
  gameCode: text(),
  gameName: text(),
  playNames: text('Plays, joined by “、”.'),
  passNames: text('Passes, joined by “、”: 3串1.'),
  matches: count('Matches (场).'),
  stakeFen: fen("The player's own stake."),
  unitFen: fen('Price of the plan with the multiplier 1.'),
  minFollowFen: fen('The least stake of a follower.'),
  expected: Type.String({ description: 'The largest prize divided by the stake, rounded down to two decimals: "6.29".' }),
  followers: count('Players who follow.'),
  followedFen: fen('The stakes of the followers.'),
  commission: count("The part of a follower's profit, in percent."),
  security: RELEASE_SECURITY,
  releasedAt: instant(),
  stopsAt: instant('From this instant on nobody can follow, and all players see the plan.'),
  startsAt: instant('First kick-off.'),
  status: releaseState,
  prizeFen: fen("The player's prize."),
  commissionFen: fen('The commission that the followers paid.'),
  mine: flag(),
});
export const releaseRowExample = {
  releaseId: '019a2b3c-0000-7000-8000-000000000021',
  orderNo: '20261122-0001234',
  who: personExample,
  okami: true,
  hit7Bp: 7_500,
  return7Bp: 21_000,
  record7: { orders: 4, won: 3, returnBp: 21_000 },
  record30: { orders: 15, won: 9, returnBp: 13_400 },
  streak: 3,
  last: ['won', 'won', 'won', 'lost'] as const,
  dots: '○●●●',
  text: '稳扎稳打',
  gameCode: 'jczq',
  gameName: '竞彩足球',
  playNames: '胜平负',
  passNames: '3串1',
  matches: 3,
  stakeFen: 20_000,
  unitFen: 200,
  minFollowFen: 200,
  expected: '6.29',
  followers: 12,
  followedFen: 48_000,
  commission: 5,
  security: 2,
  releasedAt: 1_795_300_000_000,
  stopsAt: 1_795_310_000_000,
  startsAt: 1_795_310_300_000,
  status: 'open' as const,
  prizeFen: 0,
  commissionFen: 0,
  mine: false,
};
const rows = object({ items: list(releaseRow), next: orNull(Type.String(), 'Cursor of the next page; null: there is none.') });
const rowsExample = { fields: {}, models: { items: [releaseRowExample], next: null } };

export const RELEASE_SORTS = ['time', 'amount', 'popular', 'hit', 'return'] as const;
const lobby = {
  method: 'GET',
  session: 'optional',
  fields: {
    game: optional(gameCode),
    sort: optional(
      oneOf(
        RELEASE_SORTS,
        'time (when left out): the earliest close first. amount: own stake. popular: number of followers. hit, return: of 7 days.',
      ),
    ),
    ...paging(),
  },
  answer: rows,
  example: rowsExample,
} as const;

export const queryFDList = call({ ...lobby, path: '/api/order/queryFDList', summary: '跟单大厅：全部可跟的宝单' });
export const queryFDRecommend = call({
  ...lobby,
  path: '/api/order/queryFDRecommend',
  summary: '跟单大厅：推荐宝单，有战绩的人在前，前十单里每人最多两单',
});
export const queryOKamiReleaseOrderList = call({
  ...lobby,
  path: '/api/order/QueryOKamiReleaseOrderList',
  summary: '跟单大厅：大神的宝单',
});
export const queryAttentionUserFollowOrderList = call({
  ...lobby,
  session: 'player',
  path: '/api/order/QueryAttentionUserFollowOrderList',
  summary: '跟单大厅：我关注的人的宝单',
});

/** The plan of a release: its picks, in the same form as an order on matches (the block match-legs). */
const plan = object({
  gameCode: text(),
  status: oneOf(['pending', 'won', 'lost', 'cancelled']),
  multiplier: count('1: followers choose their own multiplier.'),
  passes: list(object({ code: text(), name: text() })),
  wonLegs: count('Matches with a pick that won.'),
  awayFirst: optional(Type.Literal(true, { description: 'The away side is shown first.' })),
  legs: list(sportLeg, 'At the odds of the released bet.'),
});

/** The present offer to a follower. It does not show the plan. */
const offerNow = object({
  oddsVersion: text('A version that represents the present odds and numbers of all its picks. It is sent back with the bet.'),
  maxFen: fen('Largest prize with the multiplier 1, at these odds.'),
  mostTimes: count('Largest multiplier.'),
  numbersChanged: flag('A handicap or a line has changed since the release.'),
  quick: list(
    object({
      yuan: text('Amount on a button, whole yuan.'),
      times: count('The largest multiplier that this amount pays for, at least for the least stake.'),
    }),
    'Quick amounts.',
  ),
});

export const queryReleaseDetailInfo = call({
  method: 'GET',
  path: '/api/order/queryReleaseDetailInfo',
  summary: '宝单详情',
  session: 'optional',
  fields: { releaseId },
  answer: object({
    ...releaseRow.properties,
    plan: orNull(plan, 'Null: the caller may not see it yet.'),
    offer: orNull(offerNow, 'Null: it cannot be followed now, for the `reason` below.'),
    reason: text("The reason why it cannot be followed, in words; '' if it can."),
    followed: list(
      object({
        orderId: id('order'),
        orderNo,
        fen: fen(),
        prizeFen: fen(),
        commissionFen: fen(),
        status: oneOf(['pending', 'won', 'lost', 'cancelled']),
      }),
      "The caller's bets that follow it.",
    ),
    profitFen: Type.Integer({ unit: 'fen', description: 'The profit of its player: prize minus stake; 0 until it is settled.' }),
  }),
  refuses: ['notFound'],
  example: {
    fields: { releaseId: releaseRowExample.releaseId },
    models: {
      ...releaseRowExample,
      plan: null,
      offer: { oddsVersion: '5f2d0c8a91b3e674', maxFen: 1258, mostTimes: 9_999, numbersChanged: false, quick: [{ yuan: '10', times: 5 }] },
      reason: '',
      followed: [],
      profitFen: 0,
    },
  },
});

export const queryReleaseFollowList = call({
  method: 'GET',
  path: '/api/order/QueryReleaseFollowList',
  summary: '宝单的跟单人',
  session: 'optional',
  fields: { releaseId, ...paging() },
  answer: object({
    items: list(object({ who: person, fen: fen('Stake.'), at: instant(), prizeFen: fen('The prize after the commission.'), mine: flag() })),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { releaseId: releaseRowExample.releaseId },
    models: { items: [{ who: personExample, fen: 1_000, at: 1_795_300_060_000, prizeFen: 0, mine: false }], next: null },
  },
});

export const queryFollowOrderList = call({
  method: 'GET',
  path: '/api/order/QueryFollowOrderList',
  summary: '我的跟单与我的宝单',
  session: 'player',
  fields: {
    scope: optional(
      oneOf(['follows', 'releases'], "follows (when left out): the caller's bets that follow. releases: the caller's releases."),
    ),
    status: optional(oneOf(['open', 'settled'], 'open: not settled. Left out: all.')),
    ...paging(),
  },
  answer: object({
    items: list(
      object({
        orderId: id('order'),
        release: releaseRow,
        times: count('Multiplier.'),
        fen: fen('Own stake.'),
        prizeFen: fen('The prize after the commission.'),
        commissionFen: fen("The commission: paid, or earned for the caller's own release."),
        status: oneOf(['pending', 'won', 'lost', 'cancelled']),
        byRule: flag('A standing rule placed it.'),
        at: instant(),
      }),
      'The newest first.',
    ),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
  }),
  example: {
    fields: {},
    models: {
      items: [
        {
          orderId: '019a2b3c-0000-7000-8000-000000000022',
          release: releaseRowExample,
          times: 5,
          fen: 1_000,
          prizeFen: 0,
          commissionFen: 0,
          status: 'pending',
          byRule: false,
          at: 1_795_300_060_000,
        },
      ],
      next: null,
    },
  },
});

/** The refusal of a bet because the odds differ from those that the phone showed. */
const oddsMoved = object({ oddsVersion: text('Version of the present odds.'), maxFen: fen('The largest prize of the bet at these odds.') });

export const betJcFollow = call({
  method: 'POST',
  path: '/api/Lottery/Bet_JC_Follow',
  summary: '跟单投注：按当前赔率投同一方案',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    releaseId,
    times: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Multiplier (倍).' }),
    amountFen: fen('The amount that the phone showed: price of the plan times the multiplier, fen.'),
    oddsVersion: Type.String({ minLength: 1, maxLength: 64, description: '`offer.oddsVersion` as shown to the player.' }),
    oddsPolicy: optional(
      oneOf(
        ['ask', 'any'],
        'What happens if odds have moved: ask (when left out) refuses and returns the present odds; any bets at the present odds. A changed handicap is always refused.',
      ),
    ),
  },
  wallet: true,
  answer: object({
    orderId: id('order'),
    orderNo: optional(orderNo),
    releaseId,
    gameCode: text(),
    bets: count('Bets (注), the multiplier included.'),
    amountFen: fen(),
    balanceFen: fen('Wallet after the call, fen.'),
    minFen: orNull(fen(), 'The least prize if the bet wins; null while the plan is hidden.'),
    maxFen: orNull(fen(), 'Largest prize, before the commission.'),
    legs: list(soldLeg, 'Empty while the plan is hidden.'),
  }),
  refuses: ['issueClosed', 'insufficientFunds', 'overCap', 'notFound', 'disabled', 'descriptionChanged', 'limitReached', 'stateChanged'],
  // `issueClosed` has the legs whose sale stopped. It has none while the plan is hidden.
  refusalModels: { issueClosed: stopped, descriptionChanged: oddsMoved, stateChanged: object({ status: releaseState }) },
  example: {
    fields: { releaseId: releaseRowExample.releaseId, times: 5, amountFen: 1_000, oddsVersion: '5f2d0c8a91b3e674' },
    models: {
      orderId: '019a2b3c-0000-7000-8000-000000000022',
      orderNo: '20261122-0001235',
      releaseId: releaseRowExample.releaseId,
      gameCode: 'jczq',
      bets: 5,
      amountFen: 1_000,
      balanceFen: 999_000,
      minFen: null,
      maxFen: 6_290,
      legs: [],
    },
  },
});

/** Not in the specification: withdraws a release, so that no further player can follow it. Its bet and the bets that follow it stay. */
export const withdrawRelease = call({
  method: 'POST',
  path: '/api/order/WithdrawRelease',
  summary: '撤回宝单（截止前），不再接受跟单',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: { releaseId: id('release') },
  answer: object({ releaseId, followers: count('Players who still follow it.') }),
  refuses: ['notFound', 'stateChanged'],
  refusalModels: { stateChanged: object({ status: releaseState }) },
  example: { fields: { releaseId: releaseRowExample.releaseId }, models: { releaseId: releaseRowExample.releaseId, followers: 3 } },
});
