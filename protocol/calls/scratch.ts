/**
 * Scratch cards (刮刮乐): a card is taken from a pool whose prizes were committed to before the first was sold, and opened when its owner
 * likes. Amounts are fen.
 */
import { call } from './define.ts';
import {
  count,
  fen,
  flag,
  id,
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
  text,
  Type,
} from './schema.ts';

const type = Type.String({ minLength: 1, maxLength: 32, description: 'Code of a family of cards.' });
const pool = sharedId('pool');
const cardId = id('scratch card');

const symbol = object({ code: text(), name: text('The name for screen readers.'), icon: text('A drawn icon.') });
const prize = object({
  name: text(),
  fen: fen('Prize.'),
  count: count('Cards of the pool that win it.'),
  left: count('Of these, not opened yet.'),
  symbol,
});

export const scratchType = object({
  code: text(),
  name: text(),
  tagline: text('One line; may be empty.'),
  face: text('A drawn scene.'),
  priceFen: fen('Price of a card.'),
  book: count('Cards in a book (本), the most of one purchase.'),
  state: oneOf(['selling', 'preparing', 'disabled'], 'preparing: its next pool is being made.'),
  why: text('The reason why no card can be bought; empty if cards can be bought.'),
  pool: orNull(pool, 'The pool on sale; null: none is.'),
  number: count('The number of the pool in its family: 1, 2, …; 0: no pool.'),
  nextPool: orNull(pool, 'The pool that follows when this one is sold out; null: not made yet.'),
  tickets: count('Cards in a pool.'),
  left: count('Unsold cards of the pool.'),
  topFen: fen('The largest prize.'),
  topLeft: count('Largest prizes that are not opened yet.'),
  prizes: list(prize),
  symbols: list(symbol),
  winChance: text('The chance of a win: 1 张/4 张.'),
  returns: text('Return to the player in percent: 65%.'),
  returnExact: text('The same as a fraction: 1300000/2000000.'),
  commit: text('Root of the Merkle tree over all cards of the pool, in hexadecimal; empty: no pool.'),
  openAfterDays: count('Days after which the server opens and pays an unopened card.'),
});

const proof = object(
  {
    root: sha256('Published before the first card of the pool was sold.'),
    salt: text('The salt that hid the prize until the card was opened.'),
    path: list(
      Type.String({ pattern: '^[LR][0-9a-f]{64}$' }),
      'The path from the card to the root: the side of each neighbour, and its hash.',
    ),
  },
  'The proof. docs/add-a-card.md explains the check.',
);

const card = {
  cardId,
  orderNo,
  type: text('Code of its family.'),
  name: text('Name of its family.'),
  face: text('A drawn scene.'),
  priceFen: fen('The price.'),
  pool,
  number: count('The number of its pool.'),
  serial: count('Its number in the pool, from 1.'),
  state: oneOf(['unopened', 'opened']),
  boughtAt: instant(),
  opensAt: instant('When the server opens it, if its owner does not.'),
  openedAt: orNull(instant()),
  prizeFen: orNull(fen('The prize; null until it is opened.')),
};
const listed = object(card);
const opened = object({
  cardId,
  serial: count('Its number in the pool, from 1.'),
  symbols: list(symbol, 'Nine symbols, three in a row.'),
  tier: text('Name of the prize; empty: none.'),
  prizeFen: fen('The prize.'),
  says: text('Symbols and result in words.'),
});

const CARD = '019a2b3c-0000-7000-8000-0000000000c1';
const POOL = '019a2b3c-0000-7000-8000-0000000000c2';
const ROOT = 'f'.repeat(64);
const crown = { code: 'crown', name: '皇冠', icon: 'crown' } as const;
const typeExample = {
  code: 'deng2',
  name: '灯火好运',
  tagline: '2 元一张，头奖 1,000 元',
  face: 'card-lantern',
  priceFen: 200,
  book: 100,
  state: 'selling',
  why: '',
  pool: POOL,
  number: 1,
  nextPool: null,
  tickets: 10_000,
  left: 9_900,
  topFen: 100_000,
  topLeft: 1,
  prizes: [{ name: '头奖', fen: 100_000, count: 1, left: 1, symbol: crown }],
  symbols: [crown],
  winChance: '1 张/4 张',
  returns: '65%',
  returnExact: '1300000/2000000',
  commit: ROOT,
  openAfterDays: 60,
} as const;
const cardExample = {
  cardId: CARD,
  orderNo: '20261122-0001234',
  type: 'deng2',
  name: '灯火好运',
  face: 'card-lantern',
  priceFen: 200,
  pool: POOL,
  number: 1,
  serial: 17,
  state: 'opened',
  boughtAt: 1_790_000_000_000,
  opensAt: 1_795_184_000_000,
  openedAt: 1_790_000_060_000,
  prizeFen: 100_000,
} as const;
const openedExample = {
  cardId: CARD,
  serial: 17,
  symbols: Array(9).fill(crown) as { code: string; name: string; icon: string }[],
  tier: '头奖',
  prizeFen: 100_000,
  says: '皇冠 …：三个皇冠，头奖 1,000 元',
};
const proofExample = { root: ROOT, salt: '00112233445566778899aabbccddeeff', path: [`R${ROOT}`] };

export const getScratchCard = call({
  method: 'GET',
  path: '/api/Activity/Get_ScratchCard',
  summary: '刮刮乐：卡种、奖池剩余与承诺，登录后带我的卡',
  session: 'optional',
  fields: {
    type: optional(type),
    state: optional(oneOf(['unopened', 'opened'], 'The state of the cards to list; unopened when left out.')),
    ...paging(),
  },
  answer: object({
    types: list(scratchType, 'Families in the order of the lobby; with `type`, only this one.'),
    unopened: count("Number of the player's unopened cards of all families; 0 without a session."),
    mine: page(listed, "The player's cards: unopened ones in the order of purchase; opened ones, the newest first."),
  }),
  refuses: ['notFound'],
  example: { fields: { type: 'deng2' }, models: { types: [typeExample], unopened: 1, mine: { items: [cardExample], next: null } } },
});

export const scratchCards = call({
  method: 'GET',
  path: '/api/Activity/ScratchCards',
  summary: '我的刮刮乐，一页一页',
  session: 'player',
  fields: {
    type: optional(type),
    state: optional(oneOf(['unopened', 'opened'], 'unopened when left out.')),
    ...paging(),
  },
  answer: page(listed, 'Unopened cards in the order of purchase; opened cards, the newest first.'),
  example: { fields: { state: 'opened' }, models: { items: [cardExample], next: null } },
});

export const scratchCard = call({
  method: 'GET',
  path: '/api/Activity/ScratchCard',
  summary: '一张刮刮乐：未刮时只有卡面，刮开后带图案与凭证',
  session: 'player',
  fields: { cardId },
  answer: object({
    ...card,
    result: orNull(opened, 'null until it is opened.'),
    proof: orNull(proof, 'null until it is opened.'),
    next: orNull(cardId, 'Another unopened card of the player, preferably of the same family.'),
    unopened: count("Number of the player's unopened cards."),
  }),
  refuses: ['notFound'],
  example: {
    fields: { cardId: CARD },
    models: { ...cardExample, result: openedExample, proof: proofExample, next: null, unopened: 0 },
  },
});

const poolCard = object({
  serial: count(),
  prizeFen: fen('Prize.'),
  salt: text('The salt that hid the prize until the card was opened.'),
});

export const scratchPool = call({
  method: 'GET',
  path: '/api/Activity/ScratchPool',
  summary: '一个奖池：承诺；全部刮开后的种子与整张清单',
  session: 'none',
  fields: { pool, ...paging(200) },
  answer: object({
    pool,
    type: text('Code of its family.'),
    name: text('Name of its family.'),
    number: count(),
    state: oneOf(['selling', 'soldOut', 'closed'], 'closed: every card is open.'),
    tickets: count(),
    commit: sha256('Root of the Merkle tree.'),
    prizes: list(object({ fen: fen('Prize.'), count: count('Cards that win it.') }), 'The prizes of the pool, the largest first.'),
    seed: orNull(text('The seed from which the whole list is computed, in hexadecimal.'), 'null until it is closed.'),
    cards: page(poolCard, 'By serial; empty until it is closed.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { pool: POOL },
    models: {
      pool: POOL,
      type: 'deng2',
      name: '灯火好运',
      number: 1,
      state: 'selling',
      tickets: 10_000,
      commit: ROOT,
      prizes: [{ fen: 100_000, count: 1 }],
      seed: null,
      cards: { items: [], next: null },
    },
  },
});

/** Own addition: the list of a closed pool by itself, as a phone shows it. */
export const scratchPoolCards = call({
  method: 'GET',
  path: '/api/Activity/ScratchPoolCards',
  summary: '一个奖池的整张清单，全部刮开后才有',
  session: 'none',
  fields: { pool, won: optional(flag('1: only winning cards.')), ...paging() },
  answer: page(poolCard, 'By serial; empty until the pool is closed.'),
  refuses: ['notFound'],
  example: {
    fields: { pool: POOL, won: true },
    models: { items: [{ serial: 17, prizeFen: 100_000, salt: proofExample.salt }], next: null },
  },
});

export const betScratchCard = call({
  method: 'POST',
  path: '/api/Activity/Bet_ScratchCard',
  summary: '购买刮刮乐；售罄时说剩余与下一批',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: {
    type,
    count: Type.Integer({ minimum: 1, maximum: 100, default: 1, description: 'The number of cards, at most a book.' }),
    pool: optional(sharedId('pool that the player was shown; left out: the one on sale')),
  },
  answer: object({
    purchaseId: Type.String({ format: 'uuid' }),
    type: text(),
    pool,
    count: count(),
    paidFen: fen('The payment.'),
    balanceFen: fen('Main wallet after the call, fen.'),
    cards: list(object({ cardId, serial: count() })),
  }),
  refuses: ['notFound', 'disabled', 'overCap', 'insufficientFunds', 'soldOut', 'limitReached'],
  refusalModels: {
    soldOut: object({
      count: count('Number of requested cards.'),
      left: count('Remaining cards of the pool.'),
      pool: orNull(pool, 'The next pool; null: it is being made.'),
    }),
  },
  example: {
    fields: { type: 'deng2', count: 1 },
    models: {
      purchaseId: '019a2b3c-0000-7000-8000-0000000000c3',
      type: 'deng2',
      pool: POOL,
      count: 1,
      paidFen: 200,
      balanceFen: 999_800,
      cards: [{ cardId: CARD, serial: 17 }],
    },
  },
});

export const prizeScratchCard = call({
  method: 'POST',
  path: '/api/Activity/Prize_ScratchCard',
  summary: '刮开：结果与派奖；重复刮开答案相同，只派一次',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: {
    cardId: optional(cardId),
    cardIds: optional(
      Type.String({ minLength: 1, maxLength: 3_700, description: 'Ids, separated by commas, at most 100; instead of `cardId`.' }),
    ),
    all: optional(oneOf(['1'], 'Instead of ids: all unopened cards of the player, at most 100, the oldest purchase first.')),
  },
  answer: object({
    cards: list(opened, 'In the order of the request.'),
    won: flag('At least one of them won.'),
    wonFen: fen('The sum of the prizes.'),
    balanceFen: fen('Main wallet after the call, fen.'),
  }),
  refuses: ['notFound'],
  example: { fields: { cardId: CARD }, models: { cards: [openedExample], won: true, wonFen: 100_000, balanceFen: 1_099_800 } },
});
