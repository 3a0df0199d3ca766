/**
 * Follow-betting (跟单): releases (宝单) and the bets that follow them. An answer has the plan of a release only for
 * players that its secrecy admits; its other fields are public.
 */
import { call } from './define.ts';
import { sportLeg } from './order.ts';
import { person, personExample } from './people.ts';
import { count, fen, flag, gameCode, id, instant, list, object, oneOf, optional, orNull, paging, Type, text } from './schema.ts';
import { RELEASE_SECURITY, soldLeg, stopped } from './sport-bet.ts';

/** Of a thing that everybody may ask about: the id is no secret. */
export const releaseId = Type.String({ format: 'uuid', description: 'UUID of the release.' });
const ratio = (of: string) => orNull(Type.Integer({ description: `${of}, basis points.` }), 'Null: nothing is settled yet.');

export const RELEASE_STATES = ['open', 'closed', 'withdrawn', 'won', 'lost', 'cancelled'] as const;
const releaseState = oneOf(
  RELEASE_STATES,
  'open: others may follow. closed: its first match has stopped. withdrawn: its player took it back. won, lost, cancelled (its stake given back): settled.',
);
export const last = list(oneOf(['won', 'lost']), 'The latest ten that are settled, the newest first.');
export const dots = text('The same in dots, the newest last: ● won, ○ lost.');

/** What a list shows of a release; nothing of it depends on what was picked. */
export const releaseRow = object({
  releaseId,
  who: person,
  okami: flag('He is 大神 now.'),
  hit7Bp: ratio('Of his releases of the last 7 days the share that won'),
  return7Bp: ratio('Prizes of these by their stakes'),
  streak: count('His releases in a row that won, up to the latest.'),
  last,
  dots,
  text: text('Declaration; may be empty.'),
  gameCode: text(),
  gameName: text(),
  playNames: text('Plays, joined by “、”.'),
  passNames: text('Passes, joined by “、”: 3串1.'),
  matches: count('Matches (场).'),
  stakeFen: fen('What its player staked himself.'),
  unitFen: fen('Price of the plan with the multiplier 1.'),
  minFollowFen: fen('Least stake of who follows.'),
  expected: Type.String({ description: 'Largest prize by the stake, two decimals, cut off: "6.29".' }),
  followers: count('Players who follow.'),
  followedFen: fen('What they staked.'),
  commission: count('Percent of the profit of who follows.'),
  security: RELEASE_SECURITY,
  releasedAt: instant(),
  stopsAt: instant('From here on nobody follows and everybody sees the plan.'),
  startsAt: instant('First kick-off.'),
  status: releaseState,
  prizeFen: fen('What its player won.'),
  commissionFen: fen('What those who followed paid for it.'),
  mine: flag(),
});
export const releaseRowExample = {
  releaseId: '019a2b3c-0000-7000-8000-000000000021',
  who: personExample,
  okami: true,
  hit7Bp: 7_500,
  return7Bp: 21_000,
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
      oneOf(RELEASE_SORTS, 'time (left out): which stops first. amount: own stake. popular: players who follow. hit, return: of 7 days.'),
    ),
    ...paging(),
  },
  answer: rows,
  example: rowsExample,
} as const;

export const queryFDList = call({ ...lobby, path: '/api/order/queryFDList', summary: '跟单大厅：全部可跟的宝单' });
export const queryFDRecommend = call({ ...lobby, path: '/api/order/queryFDRecommend', summary: '跟单大厅：推荐宝单' });
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

/** What was picked, as an order on matches tells it (match-legs of a screen). */
const plan = object({
  gameCode: text(),
  status: oneOf(['pending', 'won', 'lost', 'cancelled']),
  multiplier: count('1: who follows chooses his own.'),
  passes: list(object({ code: text(), name: text() })),
  wonLegs: count('Matches of which a pick came true.'),
  awayFirst: optional(Type.Literal(true, { description: 'The away side stands first.' })),
  legs: list(sportLeg, 'At the odds that the releaser was sold.'),
});

/** What a follower is sold now, told without the plan. */
const offerNow = object({
  oddsVersion: text('Stands for odds and numbers of all its picks as they are on offer now; sent back with the bet.'),
  maxFen: fen('Largest prize with the multiplier 1, at these odds.'),
  mostTimes: count('Largest multiplier.'),
  numbersChanged: flag('A handicap or a line is another one than the releaser was sold.'),
  quick: list(
    object({
      yuan: text('Amount that a button offers, whole yuan.'),
      times: count('Largest multiplier that it pays for, at least the least stake.'),
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
    plan: orNull(plan, 'Null: the asker may not see it yet.'),
    offer: orNull(offerNow, 'Null: it cannot be followed now; `reason` says why.'),
    reason: text("Why it cannot be followed, in words; '' where it can."),
    followed: list(
      object({
        orderId: id('order'),
        fen: fen(),
        prizeFen: fen(),
        commissionFen: fen(),
        status: oneOf(['pending', 'won', 'lost', 'cancelled']),
      }),
      'Own bets that follow it.',
    ),
    profitFen: Type.Integer({ unit: 'fen', description: 'Of its player: prize less stake; 0 while it is not settled.' }),
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
    items: list(
      object({ who: person, fen: fen('Stake.'), at: instant(), prizeFen: fen('What was paid, the commission taken off.'), mine: flag() }),
    ),
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
    scope: optional(oneOf(['follows', 'releases'], 'follows (left out): own bets that follow. releases: own releases.')),
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
        prizeFen: fen('What was paid, the commission taken off.'),
        commissionFen: fen('Commission: paid, of an own release: earned.'),
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

/** The answer when the odds are no longer those that the phone showed. */
const oddsMoved = object({ oddsVersion: text('Of the odds now.'), maxFen: fen('Largest prize of the bet at these odds.') });

export const betJcFollow = call({
  method: 'POST',
  path: '/api/Lottery/Bet_JC_Follow',
  summary: '跟单投注：按当前赔率投同一方案',
  changes: 'money',
  session: 'player',
  signed: true,
  keyed: true,
  fields: {
    releaseId,
    times: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Multiplier (倍).' }),
    amountFen: fen('Fen that the player was shown: price of the plan times the multiplier.'),
    oddsVersion: Type.String({ minLength: 1, maxLength: 64, description: '`offer.oddsVersion` as it was shown.' }),
    oddsPolicy: optional(
      oneOf(
        ['ask', 'any'],
        'When odds moved: ask (left out) refuses with what they are now, any bets at them. A handicap that changed is always asked about.',
      ),
    ),
  },
  wallet: true,
  answer: object({
    orderId: id('order'),
    releaseId,
    gameCode: text(),
    bets: count('Bets (注), the multiplier included.'),
    amountFen: fen(),
    balanceFen: fen('Wallet after it, fen.'),
    minFen: orNull(fen(), 'Least prize above nothing; null while the plan is not shown.'),
    maxFen: orNull(fen(), 'Largest prize, before the commission.'),
    legs: list(soldLeg, 'Empty while the plan is not shown.'),
  }),
  refuses: ['issueClosed', 'insufficientFunds', 'overCap', 'notFound', 'disabled', 'descriptionChanged', 'limitReached', 'stateChanged'],
  // The legs are those that stopped; none are named while the plan is not shown.
  refusalModels: { issueClosed: stopped, descriptionChanged: oddsMoved, stateChanged: object({ status: releaseState }) },
  example: {
    fields: { releaseId: releaseRowExample.releaseId, times: 5, amountFen: 1_000, oddsVersion: '5f2d0c8a91b3e674' },
    models: {
      orderId: '019a2b3c-0000-7000-8000-000000000022',
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

/** Own addition: takes a release back, after which nobody follows it any more; the own bet and those that follow stay. */
export const withdrawRelease = call({
  method: 'POST',
  path: '/api/order/WithdrawRelease',
  summary: '撤回宝单（截止前），不再接受跟单',
  changes: 'state',
  session: 'player',
  signed: true,
  keyed: true,
  fields: { releaseId: id('release') },
  answer: object({ releaseId, followers: count('Players who follow it all the same.') }),
  refuses: ['notFound', 'stateChanged'],
  refusalModels: { stateChanged: object({ status: releaseState }) },
  example: { fields: { releaseId: releaseRowExample.releaseId }, models: { releaseId: releaseRowExample.releaseId, followers: 3 } },
});
