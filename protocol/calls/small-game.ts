/** Small games (小游戏): what can be played now, a play, and what was played. Their descriptions are games/small/*.json. */
import { call } from './define.ts';
import {
  count,
  fen,
  flag,
  gameCode,
  instant,
  list,
  object,
  oneOf,
  optional,
  orderNo,
  orNull,
  page,
  paging,
  sha256,
  sharedId,
  signedFen,
  text,
  Type,
} from './schema.ts';

const phoneSeed = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'Seed of the client, 32 hexadecimal digits. The server has committed to its own seed before it gets this one.',
});
const cards = list(Type.Integer({ minimum: 0, maximum: 51 }), 'rank = card div 4 (0: ace), suit = card mod 4 (♠ ♥ ♣ ♦).');

const offer = object(
  {
    play: text('The value for `play` in the bet: the id of the offer, or the number of the round.'),
    commit: sha256('SHA-256 of the seed of the draw.'),
    posts: orNull(cards, 'For a gate: its posts; null for other games.'),
    expiresAt: instant('When bets close.'),
  },
  'The offer of the next play.',
);

const odds = object({
  code: text('Slot machine: "line". Gate: "gate-" and its width. Pair: "pair-" and the winning ranks.'),
  name: text(),
  group: text('The group of the bet, as on the board.'),
  pays: text('The winnings in addition to the stake, in stakes; three outcomes are separated by " / ".'),
  chance: text('Chance of a win in percent: "48.61%".'),
  fraction: text('The same as a fraction: "35/72".'),
  returns: text('The average return in percent: "97.22%".'),
  exact: text('The same as a fraction: "35/36".'),
});

const outcome = object(
  {
    posts: optional(cards),
    card: optional(Type.Integer({ minimum: 0, maximum: 51 })),
    stops: optional(list(count('Position on the reel of the symbol in the top row.'))),
    dice: optional(list(Type.Integer({ minimum: 1, maximum: 6 }))),
  },
  'The outcome; empty until the round is over.',
);
const bet = object({ code: text(), fen: fen('Stake.'), prizeFen: fen('The whole return, including the stake.') });
const proof = object(
  {
    commit: sha256('The commitment that was published before the play.'),
    seed: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The seed of the server: its SHA-256 is `commit`.' }),
    phoneSeed: text('Seed of the client; empty in a shared round, which does not use it.'),
    name: text('The name from which the numbers are derived: the offer, or the number of the round.'),
    hash: text('Version of the description.'),
  },
  'The data for checking the play (engine/small/FAIRNESS.md).',
);
const status = oneOf(['placed', 'won', 'lost'], 'placed: the round is not over.');

export const checkSmallGameQualify = call({
  method: 'GET',
  path: '/api/Activity/CheckSmallGameQualify',
  summary: '小游戏：能否玩、限额、赔率、本局',
  session: 'player',
  fields: {
    game: gameCode,
    skip: optional(sharedId('hand that the player gives up, so that another is dealt. Any id except that of the present hand is ignored')),
  },
  answer: object({
    ok: flag('Whether a play is accepted now.'),
    reason: text('The reason why not; otherwise empty.'),
    gameCode: text(),
    name: text(),
    hash: text('Version of the description. A play must name it.'),
    minFen: fen('Least stake of one bet.'),
    maxFen: fen('Most stake of one bet.'),
    roundFen: fen('The most of one play, or of one shared round.'),
    stepFen: fen('The step of stakes.'),
    quickFen: list(fen(), 'Amounts on buttons.'),
    postTimes: count('The most stakes that one play can lose: 2 at a gate, where a post may be hit.'),
    balanceFen: fen('Main wallet.'),
    shared: flag('All players play one shared round.'),
    offer,
    drawsAt: orNull(instant(), 'When the round is drawn; null: each play is drawn at once.'),
    mineFen: fen('Stakes of the player in this round.'),
    mine: list(object({ code: text(), fen: fen('Stake.') }), 'The same by bet, in a shared round; otherwise empty.'),
    before: orNull(
      object({ round: text(), bets: list(bet), stakeFen: fen('Sum of the stakes.'), prizeFen: fen('The whole return.') }),
      "The player's bets in the first round of `last`; null: none, or there are no rounds.",
    ),
    odds: list(odds),
    last: list(
      object({ round: text(), dice: list(count()), text: text() }),
      "Results of dice, the newest first: of the last rounds, or of the player's plays (`round` is the play). Otherwise empty.",
    ),
    now: instant('The clock of the server.'),
  }),
  refuses: ['notFound', 'disabled'],
  example: {
    fields: { game: 'SLM' },
    models: {
      ok: true,
      reason: '',
      gameCode: 'slm',
      name: '射龙门',
      hash: '0123456789abcdef0123456789abcdef',
      minFen: 1_000,
      maxFen: 100_000,
      roundFen: 100_000,
      stepFen: 1_000,
      quickFen: [1_000, 5_000],
      postTimes: 2,
      balanceFen: 100_000,
      shared: false,
      offer: { play: '019a2b3c-0000-7000-8000-000000000031', commit: 'a'.repeat(64), posts: [8, 32], expiresAt: 1_795_300_120_000 },
      drawsAt: null,
      mineFen: 0,
      mine: [],
      before: null,
      odds: [{ code: 'gate-5', name: '5', group: '', pays: '1.7', chance: '40.00%', fraction: '2/5', returns: '96.00%', exact: '24/25' }],
      last: [],
      now: 1_795_300_000_000,
    },
  },
});

export const betSmallGame = call({
  method: 'POST',
  path: '/api/Activity/Bet_SmallGame',
  summary: '小游戏：玩一次（共同局：下注）',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: {
    game: gameCode,
    play: Type.String({ minLength: 1, maxLength: 36, description: 'The value from CheckSmallGameQualify or from the play before.' }),
    hash: Type.String({ minLength: 32, maxLength: 32, description: 'Version of the description that the player saw.' }),
    bets: Type.String({
      minLength: 2,
      maxLength: 16_384,
      description: 'JSON: [{code, fen}]. Gate: "shoot". Pair: "high" or "low". Slot machine: "line" for each line.',
    }),
    amountFen: fen('Sum of the stakes.'),
    seed: phoneSeed,
  },
  answer: object({
    playId: text('UUID of the play.'),
    gameCode: text(),
    status,
    bets: list(bet),
    stakeFen: fen('Sum of the stakes.'),
    costFen: fen('The whole stake; twice the stake if a post was hit.'),
    prizeFen: fen('The whole return.'),
    outcome,
    result: text('The same in words.'),
    book: list(
      object({
        at: instant('Milliseconds from the start of the play.'),
        do: oneOf(['turn', 'stop', 'die', 'line', 'end']),
        index: count(),
      }),
      'The steps of the animation, in order.',
    ),
    proof: orNull(proof, 'Null while the round is not over.'),
    next: orNull(offer, 'The offer of the next play; null in a shared round.'),
    settlesAt: orNull(instant(), 'When the round is drawn; null: it was drawn.'),
    balanceFen: fen('Main wallet after it.'),
    at: instant(),
  }),
  refuses: ['issueClosed', 'insufficientFunds', 'overCap', 'notFound', 'disabled', 'descriptionChanged', 'limitReached', 'stateChanged'],
  example: {
    fields: {
      game: 'SLM',
      play: '019a2b3c-0000-7000-8000-000000000031',
      hash: '0123456789abcdef0123456789abcdef',
      bets: '[{"code":"shoot","fen":1000}]',
      amountFen: 1_000,
      seed: '0123456789abcdef0123456789abcdef',
    },
    models: {
      playId: '019a2b3c-0000-7000-8000-000000000032',
      gameCode: 'slm',
      status: 'won',
      bets: [{ code: 'shoot', fen: 1_000, prizeFen: 2_700 }],
      stakeFen: 1_000,
      costFen: 1_000,
      prizeFen: 2_700,
      outcome: { posts: [8, 32], card: 20 },
      result: '♠3 ♠9 → ♠6 射中',
      book: [
        { at: 700, do: 'turn', index: 0 },
        { at: 1_000, do: 'end', index: 0 },
      ],
      proof: {
        commit: 'a'.repeat(64),
        seed: 'b'.repeat(64),
        phoneSeed: '0123456789abcdef0123456789abcdef',
        name: '019a2b3c-0000-7000-8000-000000000031',
        hash: '0123456789abcdef0123456789abcdef',
      },
      next: { play: '019a2b3c-0000-7000-8000-000000000033', commit: 'c'.repeat(64), posts: [0, 51], expiresAt: 1_795_300_120_000 },
      settlesAt: null,
      balanceFen: 101_700,
      at: 1_795_300_000_000,
    },
  },
});

export const smallGameRecord = object({
  playId: text('UUID of the play.'),
  orderNo,
  gameCode: text(),
  name: text('Of the game.'),
  round: text('Number of a shared round; otherwise empty.'),
  bets: list(object({ code: text(), name: text(), fen: fen('Stake.'), prizeFen: fen('The whole return.') })),
  what: text('The bets in words.'),
  stakeFen: fen('Sum of the stakes.'),
  costFen: fen('The whole stake.'),
  prizeFen: fen('The whole return.'),
  netFen: signedFen('The return minus the stake.'),
  status,
  outcome,
  result: text('The outcome in words; empty until the round is over.'),
  proof: orNull(proof),
  at: instant(),
});

export const smallGameOrderRecordList = call({
  method: 'GET',
  path: '/api/Activity/SmallGameOrderRecordList',
  summary: '小游戏记录',
  session: 'player',
  fields: {
    play: optional(sharedId('play: only this one')),
    game: optional(gameCode),
    status: optional(oneOf(['placed', 'won', 'lost'], 'Left out: all.')),
    from: optional(instant('The first instant.')),
    to: optional(instant('Only before this instant.')),
    ...paging(),
  },
  answer: page(smallGameRecord),
  example: {
    fields: {},
    models: {
      items: [
        {
          playId: '019a2b3c-0000-7000-8000-000000000032',
          orderNo: '20261122-0001234',
          gameCode: 'slm',
          name: '射龙门',
          round: '',
          bets: [{ code: 'shoot', name: '射门', fen: 1_000, prizeFen: 2_700 }],
          what: '射门 ¥10.00',
          stakeFen: 1_000,
          costFen: 1_000,
          prizeFen: 2_700,
          netFen: 1_700,
          status: 'won',
          outcome: { posts: [8, 32], card: 20 },
          result: '♠3 ♠9 → ♠6 射中',
          proof: {
            commit: 'a'.repeat(64),
            seed: 'b'.repeat(64),
            phoneSeed: '0123456789abcdef0123456789abcdef',
            name: '019a2b3c-0000-7000-8000-000000000031',
            hash: '0123456789abcdef0123456789abcdef',
          },
          at: 1_795_300_000_000,
        },
      ],
      next: null,
    },
  },
});
