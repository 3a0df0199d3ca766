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

const symbol = object({ code: text(), name: text('Said to those who do not see it.'), icon: text('A drawn icon.') });
const prize = object({
  name: text(),
  fen: fen('Prize.'),
  count: count('Cards of the pool that win it.'),
  left: count('Those of them that nobody has opened yet.'),
  symbol,
});

export const scratchType = object({
  code: text(),
  name: text(),
  tagline: text('One line; may be empty.'),
  face: text('A drawn scene.'),
  priceFen: fen('Price of a card.'),
  book: count('Cards in a book (本), the most that one purchase takes.'),
  state: oneOf(['selling', 'preparing', 'disabled'], 'preparing: its next pool is being made.'),
  why: text('Why none can be bought; empty when some can.'),
  pool: orNull(pool, 'The pool on sale; null: none is.'),
  number: count('Which pool of the family this is: 1, 2, …; 0 while there is none.'),
  nextPool: orNull(pool, 'Is on sale when this one is sold out; null: not made yet.'),
  tickets: count('Cards in a pool.'),
  left: count('Those of the pool that are not sold.'),
  topFen: fen('The largest prize.'),
  topLeft: count('Largest prizes that nobody has opened yet.'),
  prizes: list(prize),
  symbols: list(symbol),
  winChance: text('How often a card wins: 1 张/4 张.'),
  returns: text('Return to the player in percent: 65%.'),
  returnExact: text('The same as a fraction: 1300000/2000000.'),
  commit: text('Root of the Merkle tree over all cards of the pool, hexadecimal; empty while there is no pool.'),
  openAfterDays: count('Days after which a card that lies unopened is opened and paid.'),
});

const proof = object(
  {
    root: sha256('Published before the first card of the pool was sold.'),
    salt: text('Hid the prize until the card was opened.'),
    path: list(
      Type.String({ pattern: '^[LR][0-9a-f]{64}$' }),
      'From the card to the root: the side on which the neighbour stands, and its hash.',
    ),
  },
  'docs/add-a-card.md says how it is checked.',
);

const card = {
  cardId,
  type: text('Code of its family.'),
  name: text('Name of its family.'),
  face: text('A drawn scene.'),
  priceFen: fen('What it cost.'),
  pool,
  number: count('Which pool of its family.'),
  serial: count('Its number in the pool, from 1.'),
  state: oneOf(['unopened', 'opened']),
  boughtAt: instant(),
  opensAt: instant('When the server opens it, if its owner does not.'),
  openedAt: orNull(instant()),
  prizeFen: orNull(fen('What it won; null until it is opened.')),
};
const listed = object(card);
const opened = object({
  cardId,
  serial: count('Its number in the pool, from 1.'),
  symbols: list(symbol, 'Nine, three to a row.'),
  tier: text('Name of the prize; empty: none.'),
  prizeFen: fen('What it won.'),
  says: text('Symbols and result in words.'),
});

const CARD = '019a2b3c-0000-7000-8000-0000000000c1';
const POOL = '019a2b3c-0000-7000-8000-0000000000c2';
const ROOT = 'f'.repeat(64);
const crown = { code: 'crown', name: '皇冠', icon: 'crown' } as const;
const typeExample = {
  code: 'deng2',
  name: '灯火好运',
  tagline: '两元一张，头奖 1,000 元',
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
    state: optional(oneOf(['unopened', 'opened'], 'Which of my cards; unopened when left out.')),
    ...paging(),
  },
  answer: object({
    types: list(scratchType, 'In the order of the lobby; with `type` this one alone.'),
    unopened: count('My cards that are not opened, of all families; 0 without a session.'),
    mine: page(listed, 'My cards: unopened ones in the order of buying, opened ones the newest first.'),
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
  answer: page(listed, 'Unopened ones in the order of buying, opened ones the newest first.'),
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
    next: orNull(cardId, 'Another card of mine that is not opened, of the same family first.'),
    unopened: count('My cards that are not opened.'),
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
  salt: text('Hid the prize until the card was opened.'),
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
    prizes: list(
      object({ fen: fen('Prize.'), count: count('Cards that win it.') }),
      'The table that the pool was made with, the largest first.',
    ),
    seed: orNull(text('What the whole list follows from, hexadecimal.'), 'null until it is closed.'),
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
  fields: { pool, won: optional(flag('1: those that won alone.')), ...paging() },
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
  keyed: true,
  wallet: true,
  fields: {
    type,
    count: Type.Integer({ minimum: 1, maximum: 100, default: 1, description: 'How many; at most a book.' }),
    pool: optional(sharedId('pool that the player was shown; left out: the one on sale')),
  },
  answer: object({
    purchaseId: Type.String({ format: 'uuid' }),
    type: text(),
    pool,
    count: count(),
    paidFen: fen('What was paid.'),
    balanceFen: fen('Main wallet after it, fen.'),
    cards: list(object({ cardId, serial: count() })),
  }),
  refuses: ['notFound', 'disabled', 'overCap', 'insufficientFunds', 'soldOut', 'limitReached'],
  refusalModels: {
    soldOut: object({
      count: count('Cards that were asked for.'),
      left: count('Cards of the pool that are left.'),
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
  keyed: true,
  wallet: true,
  fields: {
    cardId: optional(cardId),
    cardIds: optional(Type.String({ minLength: 1, maxLength: 3_700, description: 'Ids by commas, at most 100; in place of `cardId`.' })),
    all: optional(oneOf(['1'], 'In place of ids: all of my unopened cards, 100 at most, those bought first first.')),
  },
  answer: object({
    cards: list(opened, 'In the order asked for.'),
    won: flag('At least one of them won.'),
    wonFen: fen('All prizes together.'),
    balanceFen: fen('Main wallet after it, fen.'),
  }),
  refuses: ['notFound'],
  example: { fields: { cardId: CARD }, models: { cards: [openedExample], won: true, wonFen: 100_000, balanceFen: 1_099_800 } },
});
