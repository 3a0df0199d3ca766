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
  description: 'Seed of the phone, 32 hexadecimal digits: the server committed to its own before it knew this.',
});
const cards = list(Type.Integer({ minimum: 0, maximum: 51 }), 'rank = card div 4 (0: ace), suit = card mod 4 (♠ ♥ ♣ ♦).');

const offer = object(
  {
    play: text('What is sent back as `play`: the id of the offer, or the number of the round.'),
    commit: sha256('SHA-256 of the seed that it is drawn from.'),
    posts: orNull(cards, 'Of a gate its posts; null for any other game.'),
    expiresAt: instant('From here on it is not taken any more.'),
  },
  'What the next play follows from.',
);

const odds = object({
  code: text('Of a slot machine "line"; of a gate "gate-" and its width; of a pair "pair-" and the ranks that win.'),
  name: text(),
  group: text('Sort of the bet, as the board heads it.'),
  pays: text('What it wins beside the stake, in stakes; of three outcomes " / " between.'),
  chance: text('Chance to win, in percent: "48.61%".'),
  fraction: text('The same exactly: "35/72".'),
  returns: text('What comes back on average, in percent: "97.22%".'),
  exact: text('The same exactly: "35/36".'),
});

const outcome = object(
  {
    posts: optional(cards),
    card: optional(Type.Integer({ minimum: 0, maximum: 51 })),
    stops: optional(list(count('Place on the strip of the symbol in the top row.'))),
    dice: optional(list(Type.Integer({ minimum: 1, maximum: 6 }))),
  },
  'What was drawn; empty while the round is not over.',
);
const bet = object({ code: text(), fen: fen('Stake.'), prizeFen: fen('What came back in all, the stake included.') });
const proof = object(
  {
    commit: sha256('What was published before the play.'),
    seed: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The seed of the server: its SHA-256 is `commit`.' }),
    phoneSeed: text('Seed of the phone; empty in a shared round, where it takes no part.'),
    name: text('What the numbers are named after: the offer, or the number of the round.'),
    hash: text('Version of the description.'),
  },
  'What anybody can check it with (engine/small/FAIRNESS.md).',
);
const status = oneOf(['placed', 'won', 'lost'], 'placed: its round is not over.');

export const checkSmallGameQualify = call({
  method: 'GET',
  path: '/api/Activity/CheckSmallGameQualify',
  summary: '小游戏：能否玩、限额、赔率、这一手（或这一局）',
  session: 'player',
  fields: {
    game: gameCode,
    skip: optional(sharedId('hand that is given up; another one is dealt. Any other than the present one says nothing')),
  },
  answer: object({
    ok: flag('Whether a play is taken now.'),
    reason: text('Why not; else empty.'),
    gameCode: text(),
    name: text(),
    hash: text('Version of the description: a play says under which it was made.'),
    minFen: fen('Least stake of one bet.'),
    maxFen: fen('Most stake of one bet.'),
    roundFen: fen('Most of one play, or of one shared round.'),
    stepFen: fen('Stakes are multiples of it.'),
    quickFen: list(fen(), 'Amounts that buttons offer.'),
    postTimes: count('Stakes that can be lost in one play: 2 at a gate whose post may be hit.'),
    balanceFen: fen('Main wallet.'),
    shared: flag('All play one round together.'),
    offer,
    drawsAt: orNull(instant(), 'When the round is drawn; null where it is drawn at once.'),
    mineFen: fen('Stakes of the player in this round.'),
    mine: list(object({ code: text(), fen: fen('Stake.') }), 'The same by bet, where all play one round together. Else empty.'),
    before: orNull(
      object({ round: text(), bets: list(bet), stakeFen: fen('Sum of the stakes.'), prizeFen: fen('What came back in all.') }),
      'What the player had in the round that `last` begins with; null: nothing, or there are no rounds.',
    ),
    odds: list(odds),
    last: list(
      object({ round: text(), dice: list(count()), text: text() }),
      'Results of dice, the newest first: of the last rounds, or of the own plays (`round` is the play). Else empty.',
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
  keyed: true,
  wallet: true,
  fields: {
    game: gameCode,
    play: Type.String({ minLength: 1, maxLength: 36, description: 'As CheckSmallGameQualify, or the play before, said.' }),
    hash: Type.String({ minLength: 32, maxLength: 32, description: 'Version of the description that the player saw.' }),
    bets: Type.String({
      minLength: 2,
      maxLength: 16_384,
      description: 'JSON: [{code, fen}]. Of a gate "shoot", of a pair "high" or "low"; of a slot machine "line" for each line.',
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
    costFen: fen('What was lost or staked in all: at a post that was hit, twice the stake.'),
    prizeFen: fen('What came back in all.'),
    outcome,
    result: text('The same in words.'),
    book: list(
      object({ at: instant('Milliseconds from its start.'), do: oneOf(['turn', 'stop', 'die', 'line', 'end']), index: count() }),
      'What is shown, in its order.',
    ),
    proof: orNull(proof, 'Null while the round is not over.'),
    next: orNull(offer, 'What the next play follows from; null in a shared round.'),
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
  gameCode: text(),
  name: text('Of the game.'),
  round: text('Number of a shared round; else empty.'),
  bets: list(object({ code: text(), name: text(), fen: fen('Stake.'), prizeFen: fen('What came back in all.') })),
  what: text('The bets in words.'),
  stakeFen: fen('Sum of the stakes.'),
  costFen: fen('What it cost in all.'),
  prizeFen: fen('What came back in all.'),
  netFen: signedFen('What was won less what it cost.'),
  status,
  outcome,
  result: text('What was drawn, in words; empty while the round is not over.'),
  proof: orNull(proof),
  at: instant(),
});

export const smallGameOrderRecordList = call({
  method: 'GET',
  path: '/api/Activity/SmallGameOrderRecordList',
  summary: '小游戏记录',
  session: 'player',
  fields: {
    play: optional(sharedId('play: this one alone')),
    game: optional(gameCode),
    status: optional(oneOf(['placed', 'won', 'lost'], 'Left out: all.')),
    from: optional(instant('Not before.')),
    to: optional(instant('Before.')),
    ...paging(),
  },
  answer: page(smallGameRecord),
  example: {
    fields: {},
    models: {
      items: [
        {
          playId: '019a2b3c-0000-7000-8000-000000000032',
          gameCode: 'slm',
          name: '射龙门',
          round: '',
          bets: [{ code: 'shoot', name: '射门', fen: 1_000, prizeFen: 2_700 }],
          what: '射门 10.00',
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
