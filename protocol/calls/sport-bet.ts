/**
 * /api/lottery: bets on matches. A ticket is `$defs/sportTicket` of schemas/ticket.schema.json as JSON text; its `match` is the id of the
 * match, its numbers and odds are those that the phone showed. What was sold (odds, handicap) stands in the answer and in the order.
 *
 * A game whose final odds pay (北京单场) or that has a pool (14 场) sells without odds: they may be left as they were shown, are never
 * compared, and the range of prizes is null.
 */
import { MAX_SPORT_TICKET_TEXT } from '../limits.ts';
import { call } from './define.ts';
import { count, fen, gameCode, id, instant, list, object, oneOf, optional, orNull, sharedId, Type, type TypeOf, text } from './schema.ts';

const matchId = text('Id of the match.');
const matchCode = text('Code of the match: 周六001.');
const byCode = (description: string) => Type.Record(Type.String(), Type.String(), { description });
const play = text('Play code.');
const choice = text('Choice code.');

export const ODDS_POLICIES = ['ask', 'any', 'up'] as const;
const oddsPolicy = oneOf(
  ODDS_POLICIES,
  'When odds moved: ask refuses with the changes, any sells at the odds now on offer, up does so where none of them fell. A handicap or line that changed is always asked about.',
);
const ticketText = Type.String({
  minLength: 2,
  maxLength: MAX_SPORT_TICKET_TEXT,
  contentMediaType: 'application/json',
  description: 'JSON of $defs/sportTicket of schemas/ticket.schema.json.',
});
const hash = Type.String({ minLength: 1, maxLength: 64, description: 'Version of the description that the phone priced it under.' });
const amountFen = fen('Fen that the player was shown.');

/** A match as it was sold. */
export const soldLeg = object({
  match: matchId,
  code: matchCode,
  numbers: byCode('Handicap, line: decimals by code, as sold.'),
  picks: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
    description: 'Odds sold by play and choice; "" in a game that sells without odds.',
  }),
});
const range = {
  minFen: orNull(fen(), 'Least prize above nothing; null where it is known only after the matches.'),
  maxFen: orNull(fen(), 'Largest prize.'),
};

/** Why a leg cannot be bet on now. */
export const stoppedLeg = object({
  match: matchId,
  code: matchCode,
  pointer: text('Where it stands in the ticket: /matches/2.'),
  stopsAt: orNull(instant(), 'The stop that has passed: of single bets or of passes.'),
  reason: oneOf(
    ['started', 'stopped', 'suspended', 'closed', 'notSingle', 'ended'],
    'started: kicked off. stopped: past its sale stop. suspended: by an operator or the feed. closed: the play is not sold. notSingle: a play not sold as a single bet (单关). ended: off, played or decided.',
  ),
  text: text('The same for the player.'),
});
export const stopped = object({ legs: list(stoppedLeg, 'Every leg that is stopped, in the order of the ticket.') });

/** What is not as the phone showed it. */
const changed = object({
  hash: text('The version now in force; another one than was sent when the description changed.'),
  changes: list(
    object({ match: matchId, code: matchCode, play, choice, was: text('Odds that were sent.'), now: text('Odds now on offer.') }),
    'Odds that moved.',
  ),
  numbers: list(
    object({ match: matchId, code: matchCode, number: text('Code of the number.'), was: text('As sent; "" when left out.'), now: text() }),
    'Handicaps and lines that changed.',
  ),
});
const refusalModels = { issueClosed: stopped, descriptionChanged: changed };

/** A coupon (红包) of the bag that pays a part. */
const coupon = optional(sharedId('coupon (红包) of the bag that pays a part'));

const bet = {
  orderId: id('order'),
  gameCode: text(),
  bets: count('Bets (注), the multiplier included.'),
  amountFen: fen(),
  balanceFen: fen('Wallet after it, fen.'),
  ...range,
  legs: list(soldLeg),
  couponFen: optional(fen('What a coupon paid of it.')),
};

const TICKET =
  '{"game":"jczq","passes":["2_1"],"matches":[{"match":"m1","numbers":{"handicap":"-1"},"picks":{"SPF":{"3":"1.85"}}},{"match":"m2","picks":{"BRQSPF":{"3":"2.10","0":"3.00"}}}]}';
const legs: TypeOf<typeof soldLeg>[] = [
  { match: 'm1', code: '周六001', numbers: { handicap: '-1' }, picks: { SPF: { '3': '1.85' } } },
  { match: 'm2', code: '周六002', numbers: {}, picks: { BRQSPF: { '3': '2.10', '0': '3.00' } } },
];
const betModels = {
  orderId: '019a2b3c-0000-7000-8000-000000000003',
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
    legs: list(soldLeg, 'At the odds that are held, which may differ from those sent.'),
    changes: list(object({ match: matchId, code: matchCode, play, choice, was: text(), now: text() }), 'Odds that differ from those sent.'),
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
  description: 'Who sees the plan before its first match stops: 0 everybody (公开), 1 who follows it (跟单后), 2 nobody (截止后公开).',
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
  keyed: true,
  clientType: true,
  fields: {
    ticket: optional(ticketText),
    draftId: optional(id('draft')),
    hash,
    amountFen,
    oddsPolicy: optional(oddsPolicy),
    coupon,
    release: optional(Type.Boolean({ description: 'Show it to others as a release (宝单).' })),
    commission: optional(
      Type.Integer({ minimum: 0, maximum: 10, description: 'Of a release: percent of the profit of who follows; 0 when left out.' }),
    ),
    security: optional(RELEASE_SECURITY),
    text: optional(Type.String({ maxLength: 100, description: 'Of a release: its declaration (宣言), at most 50 characters.' })),
    minFollowFen: optional(fen('Of a release: least stake of who follows; the price of one multiplier when left out.')),
  },
  wallet: true,
  answer: object({ ...bet, releaseId: optional(Type.String({ format: 'uuid', description: 'Of the release that it is.' })) }),
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
  keyed: true,
  clientType: true,
  fields: {
    ticket: ticketText,
    hash,
    amountFen,
    plan: oneOf(OPTIMISE_PLANS, 'How the units were shared out: average 平均优化, hot 博热, cold 博冷, own 自定.'),
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
  keyed: true,
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
