/**
 * /api/lottery: bets on matches. A ticket is `$defs/sportTicket` of schemas/ticket.schema.json as JSON text; its `match` is the id of the
 * match, its numbers and odds are those that the phone showed. What was sold (odds, handicap) stands in the answer and in the order.
 *
 * A game whose final odds pay (北京单场) or that has a pool (14 场) sells without odds: they may be left as they were shown, are never
 * compared, and the range of prizes is null.
 */
import { MAX_SPORT_TICKET_TEXT } from '../limits.ts';
import { call } from './define.ts';
import {
  count,
  fen,
  gameCode,
  id,
  instant,
  list,
  object,
  oneOf,
  optional,
  orderNo,
  orNull,
  sharedId,
  Type,
  type TypeOf,
  text,
} from './schema.ts';

const matchId = text('Id of the match.');
const matchCode = text('Code of the match: 周六001.');
const byCode = (description: string) => Type.Record(Type.String(), Type.String(), { description });
const play = text('Play code.');
const choice = text('Choice code.');

export const ODDS_POLICIES = ['ask', 'any', 'up'] as const;
const oddsPolicy = oneOf(
  ODDS_POLICIES,
  'What happens if odds have moved. ask: refuses and returns the changes. any: sells at the present odds. up: sells if no odds have fallen. A changed handicap or line is always refused.',
);
const ticketText = Type.String({
  minLength: 2,
  maxLength: MAX_SPORT_TICKET_TEXT,
  contentMediaType: 'application/json',
  description: 'JSON of $defs/sportTicket of schemas/ticket.schema.json.',
});
const hash = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Version of the description from which the client computed the price.',
});
const amountFen = fen('The amount that was shown to the player, fen.');

/** A match as it was sold. */
export const soldLeg = object({
  match: matchId,
  code: matchCode,
  numbers: byCode('Handicap, line: decimals by code, as sold.'),
  picks: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
    description: 'Odds at the sale, by play and choice; "" in a game that sells without odds.',
  }),
});
const range = {
  minFen: orNull(fen(), 'The least prize if the ticket wins; null if it is known only after the matches.'),
  maxFen: orNull(fen(), 'Largest prize.'),
};

/** Why a leg cannot be bet on now. */
export const stoppedLeg = object({
  match: matchId,
  code: matchCode,
  pointer: text('Its place in the ticket: /matches/2.'),
  stopsAt: orNull(instant(), 'The closing time that has passed, of single bets or of passes.'),
  reason: oneOf(
    ['started', 'stopped', 'suspended', 'closed', 'notSingle', 'ended'],
    'started: kicked off. stopped: the sale has ended. suspended: by an operator or the feed. closed: the play is not sold. notSingle: the play is not sold as a single bet (单关). ended: called off, played or decided.',
  ),
  text: text('The reason in words, for the player.'),
});
export const stopped = object({ legs: list(stoppedLeg, 'All closed legs, in the order of the ticket.') });

/** The differences from the data that the phone showed. */
const changed = object({
  hash: text('The version in force. It differs from the sent one if the description has changed.'),
  changes: list(
    object({ match: matchId, code: matchCode, play, choice, was: text('The odds in the request.'), now: text('The present odds.') }),
    'The odds that have moved.',
  ),
  numbers: list(
    object({
      match: matchId,
      code: matchCode,
      number: text('Code of the number.'),
      was: text('The value in the request; "" if left out.'),
      now: text(),
    }),
    'Handicaps and lines that have changed.',
  ),
});
const refusalModels = { issueClosed: stopped, descriptionChanged: changed };

/** A coupon (红包) from the player's bag (背包); it pays a part of the price. */
const coupon = optional(sharedId('coupon (红包) from the bag (背包); it pays a part of the price'));

const bet = {
  orderId: id('order'),
  orderNo: optional(orderNo),
  gameCode: text(),
  bets: count('Bets (注), the multiplier included.'),
  amountFen: fen(),
  balanceFen: fen('Wallet after the call, fen.'),
  ...range,
  legs: list(soldLeg),
  couponFen: optional(fen('The part that a coupon paid.')),
};

const TICKET =
  '{"game":"jczq","passes":["2_1"],"matches":[{"match":"m1","numbers":{"handicap":"-1"},"picks":{"SPF":{"3":"1.85"}}},{"match":"m2","picks":{"BRQSPF":{"3":"2.10","0":"3.00"}}}]}';
const legs: TypeOf<typeof soldLeg>[] = [
  { match: 'm1', code: '周六001', numbers: { handicap: '-1' }, picks: { SPF: { '3': '1.85' } } },
  { match: 'm2', code: '周六002', numbers: {}, picks: { BRQSPF: { '3': '2.10', '0': '3.00' } } },
];
const betModels = {
  orderId: '019a2b3c-0000-7000-8000-000000000003',
  orderNo: '20261122-0001234',
  gameCode: 'jczq',
  bets: 2,
  amountFen: 400,
  balanceFen: 999_600,
  minFen: 777,
  maxFen: 1110,
  legs,
};

/** Prices a ticket and holds its odds for a minute; moves no money. */
export const betJcCreate = call({
  method: 'POST',
  path: '/api/lottery/bet_jc_create',
  summary: '竞彩投注前的试算：锁定赔率 60 秒',
  changes: 'state',
  session: 'player',
  signed: true,
  clientType: true,
  fields: { ticket: ticketText, hash, amountFen },
  answer: object({
    draftId: id('draft'),
    bets: count('Bets (注), the multiplier included.'),
    amountFen: fen(),
    ...range,
    legs: list(soldLeg, 'The odds of the bet, which may differ from those in the request.'),
    changes: list(
      object({ match: matchId, code: matchCode, play, choice, was: text(), now: text() }),
      'Odds that differ from those in the request.',
    ),
    expiresAt: instant(),
  }),
  refuses: ['issueClosed', 'overCap', 'notFound', 'disabled', 'descriptionChanged'],
  refusalModels,
  example: {
    fields: { ticket: TICKET, hash: '3f1c9a0e', amountFen: 400 },
    models: {
      draftId: '019a2b3c-0000-7000-8000-000000000004',
      bets: 2,
      amountFen: 400,
      minFen: 777,
      maxFen: 1110,
      legs,
      changes: [],
      expiresAt: 1_795_300_060_000,
    },
  },
});

/** Which players see the plan of a release before the first of its matches stops: 0 all, 1 its followers, 2 none. */
export const RELEASE_SECURITY = Type.Integer({
  minimum: 0,
  maximum: 2,
  description: 'The players who see the plan before its first match closes: 0 all (公开), 1 followers (跟单后), 2 none (截止后公开).',
});

/**
 * `ticket` or the `draftId` of a draft that is not past, whose odds are then those sold. With `release` the bet is shown to other players as a
 * release (宝单) that they may follow; the other fields of a release are read with it only.
 */
export const betJc = call({
  method: 'POST',
  path: '/api/lottery/bet_jc',
  summary: '竞彩、北京单场、14 场投注',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  clientType: true,
  fields: {
    ticket: optional(ticketText),
    draftId: optional(id('draft')),
    hash,
    amountFen,
    oddsPolicy: optional(oddsPolicy),
    coupon,
    release: optional(Type.Boolean({ description: 'Whether to release the bet to others (宝单).' })),
    commission: optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        description: "For a release: the commission in percent of a follower's profit; 0 when left out.",
      }),
    ),
    security: optional(RELEASE_SECURITY),
    text: optional(Type.String({ maxLength: 100, description: 'For a release: its declaration (宣言), at most 50 characters.' })),
    minFollowFen: optional(fen('For a release: the least stake of a follower; when left out, the price with multiplier 1.')),
  },
  wallet: true,
  answer: object({ ...bet, releaseId: optional(Type.String({ format: 'uuid', description: 'The release that was made.' })) }),
  refuses: ['issueClosed', 'insufficientFunds', 'overCap', 'notFound', 'disabled', 'descriptionChanged', 'limitReached', 'stateChanged'],
  refusalModels,
  example: { fields: { ticket: TICKET, hash: '3f1c9a0e', amountFen: 400, oddsPolicy: 'ask' }, models: betModels },
});

export const OPTIMISE_PLANS = ['average', 'hot', 'cold', 'own'] as const;
/** An optimised ticket (奖金优化): `ticket.units` says how often each single bet is played. */
export const betYouhuaCreate = call({
  method: 'POST',
  path: '/api/lottery/bet_youhua_create',
  summary: '奖金优化投注',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  clientType: true,
  fields: {
    ticket: ticketText,
    hash,
    amountFen,
    plan: oneOf(OPTIMISE_PLANS, 'The plan of the multipliers: average 平均优化, hot 博热, cold 博冷, own 自定.'),
    oddsPolicy: optional(oddsPolicy),
    coupon,
  },
  wallet: true,
  answer: object(bet),
  refuses: ['issueClosed', 'insufficientFunds', 'overCap', 'notFound', 'disabled', 'descriptionChanged', 'limitReached', 'stateChanged'],
  refusalModels,
  example: {
    fields: {
      ticket: TICKET.replace('"passes"', '"units":[3,2],"passes"'),
      hash: '3f1c9a0e',
      amountFen: 1000,
      plan: 'average',
      oddsPolicy: 'ask',
    },
    models: { ...betModels, bets: 5, amountFen: 1000, balanceFen: 999_000, minFen: 2220, maxFen: 2331 },
  },
});

/** One pick of an outright market as sold. */
export const soldOutright = object({
  market: text('Code of the market: champion 冠军, pair 冠亚军.'),
  code: text('Code of the pick.'),
  name: text('Team, or both teams.'),
  odds: text('Odds sold.'),
  times: count('Bets (注) on it.'),
});

/** Bets on who wins a cup: each pick is a bet of its own. */
export const betOzb = call({
  method: 'POST',
  path: '/api/lottery/bet_ozb',
  summary: '冠军、冠亚军投注',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  clientType: true,
  fields: {
    game: gameCode,
    market: Type.String({ minLength: 1, maxLength: 32, description: 'Code of the market.' }),
    picks: Type.String({
      minLength: 2,
      maxLength: 20_000,
      contentMediaType: 'application/json',
      description: 'JSON of [{code, odds, times}], odds as shown.',
    }),
    hash,
    amountFen,
    oddsPolicy: optional(oddsPolicy),
  },
  wallet: true,
  answer: object({ ...bet, legs: list(soldOutright) }),
  refuses: ['issueClosed', 'insufficientFunds', 'overCap', 'notFound', 'disabled', 'descriptionChanged', 'limitReached'],
  refusalModels,
  example: {
    fields: {
      game: 'ozb',
      market: 'champion',
      picks: '[{"code":"01","odds":"5.50","times":2}]',
      hash: '3f1c9a0e',
      amountFen: 400,
      oddsPolicy: 'ask',
    },
    models: {
      orderId: '019a2b3c-0000-7000-8000-000000000005',
      orderNo: '20261122-0001234',
      gameCode: 'ozb',
      bets: 2,
      amountFen: 400,
      balanceFen: 999_600,
      minFen: 2200,
      maxFen: 2200,
      legs: [{ market: 'champion', code: '01', name: '法国', odds: '5.50', times: 2 }],
    },
  },
});
