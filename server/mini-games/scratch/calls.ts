/** Get_, Bet_ and Prize_ScratchCard, a card and a pool. */
import { v7 as uuidv7 } from 'uuid';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import { scratchChance, scratchReturns } from '../../../engine/descriptions/scratch/pool-returns.ts';
import type { ScratchDescription, ScratchSymbol } from '../../../engine/descriptions/scratch/types.ts';
import { fractionText, oddsText, percentText } from '../../../engine/rules/fraction-text.ts';
import type { OpenedScratchCard, ScratchTypeModels } from '../../../protocol/calls.ts';
import * as scratch from '../../../protocol/calls/scratch.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { MiniGameServices } from '../services.ts';
import {
  handle,
  type HandledCall,
  type IdempotentRequest,
  ok,
  refuse,
  refuseIdempotent,
  fromDatabase,
  type StoredAnswer,
} from '../../platform/index.ts';
import { answerCacheOf } from '../../lottery/index.ts';
import type { OpenedPool } from './pools.ts';
import { cardOfPlayer, cardsOfPlayer, oldestUnopened, type OwnCard, ownCards, poolsOnSale, countUnopened } from './rows.ts';
import { UUID } from '../../../protocol/uuid.ts';

const NO_CARD = '刮刮乐不存在';
const NO_POOL = '奖池不存在';
const NO_TYPE = '刮刮乐不存在或已下线';
/** Real ms for which the rest of the pools is cached: it is the same for all players, and counted over all cards. */
const LEFT_SERVES_MS = 3_000;
const MOST_AT_ONCE = 100;

export function scratchCalls(context: MiniGameServices): HandledCall[] {
  const { database } = context;
  return [
    handle(scratch.getScratchCard, async ({ fields, player }) => {
      const types = await typesOf(context);
      const shown = fields.type === undefined ? types : types.filter(({ code }) => code === fields.type);
      if (fields.type !== undefined && shown.length === 0) return refuse(STATUS.notFound, NO_TYPE);
      const { state = 'unopened', type, cursor, size } = fields;
      const mine =
        player === undefined ? { items: [], next: null } : await cardsOfPlayer(database, player.id, { state, type, cursor, size });
      return ok({ types: shown, unopened: player === undefined ? 0 : await countUnopened(database, player.id), mine });
    }),
    handle(scratch.scratchCards, async ({ fields: { state = 'unopened', ...fields }, player }) =>
      ok(await cardsOfPlayer(database, player.id, { state, ...fields })),
    ),
    handle(scratch.scratchCard, async ({ fields, player }) => {
      const ownCard = await cardOfPlayer(database, player.id, fields.cardId);
      if (ownCard === undefined) return refuse(STATUS.notFound, NO_CARD);
      const pool = ownCard.state === 'opened' ? await context.scratch.open(ownCard.pool) : undefined;
      return ok({
        ...ownCard,
        result: pool === undefined ? null : turned(pool, ownCard.cardId, ownCard.serial),
        proof: pool === undefined ? null : { root: pool.root, ...pool.proof(ownCard.serial) },
        unopened: await countUnopened(database, player.id),
      });
    }),
    handle(scratch.scratchPool, async ({ fields }) => {
      const row = await poolOf(context, fields.pool);
      if (row === undefined) return refuse(STATUS.notFound, NO_POOL);
      const { id: pool, card: type, number, state, tickets, root: commit, seed } = row;
      const { name, prizes: tiers } = JSON.parse(row.body) as ScratchDescription;
      const prizes = tiers.map(({ fen, count }) => ({ fen, count }));
      return ok({ pool, type, name, number, state, tickets, commit, prizes, seed, cards: await wholeList(context, row, fields) });
    }),
    handle(scratch.scratchPoolCards, async ({ fields }) => {
      const row = await poolOf(context, fields.pool);
      return row === undefined ? refuse(STATUS.notFound, NO_POOL) : ok(await wholeList(context, row, fields));
    }),
    handle(scratch.betScratchCard, ({ fields, idempotentRequest }) => buy(context, fields, idempotentRequest)),
    handle(scratch.prizeScratchCard, ({ fields, idempotentRequest }) => open(context, fields, idempotentRequest)),
  ];
}

interface PoolRow {
  readonly id: string;
  readonly card: string;
  readonly body: string;
  readonly number: number;
  readonly state: 'selling' | 'soldOut' | 'closed';
  readonly tickets: number;
  readonly root: string;
  readonly seed: string | null;
}

async function poolOf({ database }: MiniGameServices, id: string): Promise<PoolRow | undefined> {
  const { rows } = await database.query<PoolRow>(
    `SELECT id, card, body, number, state, tickets, root, seed FROM scratch_pools WHERE id = $1 AND state <> 'making'`,
    [id],
    'scratch-pool-public',
  );
  return rows[0];
}

/** The cards of a closed pool, by serial; of those that `won` alone, where that is asked for. */
async function wholeList(
  context: MiniGameServices,
  { id, seed, tickets }: PoolRow,
  { cursor, size, won }: { readonly cursor?: string; readonly size: number; readonly won?: boolean },
) {
  if (seed === null) return { items: [], next: null };
  const pool = await context.scratch.open(id);
  const items: { serial: number; prizeFen: number; salt: string }[] = [];
  let serial = cursor !== undefined && /^[1-9]\d{0,5}$/.test(cursor) ? Number(cursor) + 1 : 1;
  for (; serial <= tickets && items.length < size; serial += 1) {
    const prizeFen = pool.prizeFen(serial);
    if (won !== true || prizeFen > 0) items.push({ serial, prizeFen, salt: pool.proof(serial).salt });
  }
  return { items, next: serial <= tickets && items.length > 0 ? String(serial - 1) : null };
}

/** The families in force, with the rest of the pool on sale. */
function typesOf(context: MiniGameServices): Promise<ScratchTypeModels[]> {
  return answerCacheOf(context).get(
    `scratch/${[...context.publication.scratch().values()].map(({ hash }) => hash).join()}`,
    async () => ({ value: await makeTypes(context), until: context.clock.now() + LEFT_SERVES_MS * context.clock.speed }),
    { mostMs: LEFT_SERVES_MS },
  );
}

const LAST = 100_000;

async function makeTypes({ database, publication }: MiniGameServices): Promise<ScratchTypeModels[]> {
  const cards = [...publication.scratch().values()]
    .map(({ card }) => card)
    .sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST) || a.priceFen - b.priceFen || (a.code < b.code ? -1 : 1));
  const onSale = await poolsOnSale(database);
  return cards.map((published): ScratchTypeModels => {
    const [pool, next] = onSale.filter(({ card }) => card === published.code);
    // A pool that is sold out before the next one is made has nothing to sell; the next read says so.
    const selling = published.disabled === undefined && pool !== undefined && pool.left > 0;
    // What is sold is what the pool was made under.
    const card = pool?.body ?? published;
    const prizes = card.prizes.map(({ name, fen, count, symbol }) => ({
      name,
      fen,
      count,
      left: count - (pool?.opened.get(fen) ?? 0),
      symbol: symbolOf(card, symbol),
    }));
    return {
      code: published.code,
      name: published.name,
      tagline: published.tagline ?? '',
      face: published.face,
      priceFen: card.priceFen,
      book: card.book,
      state: published.disabled !== undefined ? 'disabled' : selling ? 'selling' : 'preparing',
      why: published.disabled ?? (selling ? '' : '新一批准备中，请稍候'),
      pool: selling ? pool.id : null,
      number: pool?.number ?? 0,
      nextPool: selling ? (next?.id ?? null) : null,
      tickets: card.tickets,
      left: selling ? pool.left : 0,
      topFen: prizes[0]?.fen ?? 0,
      topLeft: prizes[0]?.left ?? 0,
      prizes,
      symbols: card.symbols.map(plain),
      winChance: `1 张/${oddsText(scratchChance(card)).replace('1 : ', '')} 张`,
      returns: percentText(scratchReturns(card)),
      returnExact: fractionText(scratchReturns(card)).replaceAll(',', ''),
      commit: pool?.root ?? '',
      openAfterDays: card.openAfterDays,
    };
  });
}

const plain = ({ code, name, icon }: ScratchSymbol): ScratchSymbol => ({ code, name, icon });

function symbolOf({ symbols }: ScratchDescription, code: string): ScratchSymbol {
  const symbolOfCode = symbols.find((symbol) => symbol.code === code);
  if (symbolOfCode === undefined) throw new Error(`there is no symbol ${code}`);
  return plain(symbolOfCode);
}

/** An opened card in answers: its symbols, and the same in words. */
function turned(pool: OpenedPool, cardId: string, serial: number): OpenedScratchCard {
  const { symbols: codes, tier, prizeFen } = pool.turn(serial);
  const symbols = codes.map((code) => symbolOf(pool.card, code));
  const alike = pool.card.prizes.find(({ fen }) => fen === prizeFen);
  const result =
    alike === undefined ? '没有三个相同，未中奖' : `三个${symbolOf(pool.card, alike.symbol).name}，${tier} ${formatMoney(prizeFen)} 元`;
  return { cardId, serial, symbols, tier, prizeFen, says: `${symbols.map(({ name }) => name).join('、')}。${result}` };
}

async function buy(
  context: MiniGameServices,
  { type, count, pool }: { readonly type: string; readonly count: number; readonly pool?: string },
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<never | null>> {
  const published = context.publication.scratch().get(type);
  if (published === undefined) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.notFound, NO_TYPE));
  const { disabled, book } = published.card;
  if (disabled !== undefined) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.disabled, disabled));
  if (count > book) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.overCap, `一次最多购买一本（${book} 张）`));
  return answerOf(context, 'buy_cards', idempotentRequest, {
    card: type,
    pool: pool ?? null,
    purchase: uuidv7(),
    ids: Array.from({ length: count }, () => uuidv7()),
  });
}

async function open(
  context: MiniGameServices,
  { cardId, cardIds, all }: { readonly cardId?: string; readonly cardIds?: string; readonly all?: '1' },
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<never | null>> {
  const player = await idempotentRequest.player();
  if (all !== undefined && cardId === undefined && cardIds === undefined) {
    const rows = player === undefined ? [] : await oldestUnopened(context.database, player.id, MOST_AT_ONCE);
    // A repetition of the key after they were opened gets the first answer.
    if (player !== undefined && rows.length === 0)
      return refuseIdempotent(context, idempotentRequest, refuse(STATUS.notFound, '没有未刮的卡'));
    return openRows(context, idempotentRequest, rows);
  }
  const cardIdList = cardId === undefined ? (cardIds?.split(',') ?? []) : [cardId];
  const ids = [...new Set(cardIdList.map((each) => each.trim().toLowerCase()))];
  if (
    ids.length === 0 ||
    ids.length > MOST_AT_ONCE ||
    [cardId, cardIds, all].filter((each) => each !== undefined).length > 1 ||
    !ids.every((each) => UUID.test(each))
  )
    return refuseIdempotent(
      context,
      idempotentRequest,
      refuse(STATUS.invalid, `写 cardId，或用逗号隔开的 cardIds，最多 ${MOST_AT_ONCE} 张，或 all`),
    );
  // The transaction refuses a missing card.
  const rows = player === undefined ? [] : await ownCards(context.database, player.id, ids);
  const cardsInOrder = ids.flatMap((id) => rows.find((each) => each.id === id) ?? []);
  return openRows(context, idempotentRequest, cardsInOrder.length === ids.length ? cardsInOrder : []);
}

/** Opens a player's cards, in their order; none: as if they were not there. */
async function openRows(
  context: MiniGameServices,
  idempotentRequest: IdempotentRequest,
  rows: readonly OwnCard[],
): Promise<Envelope<never | null>> {
  const cards: OpenedScratchCard[] = [];
  for (const { id, pool, serial } of rows) cards.push(turned(await context.scratch.open(pool), id, serial));
  return answerOf(context, 'open_cards', idempotentRequest, { cards });
}

/** One statement decides, writes and answers. */
async function answerOf(
  { database }: MiniGameServices,
  statement: 'buy_cards' | 'open_cards',
  { tokenHash, nonce, key, bodyHash }: IdempotentRequest,
  item: object,
): Promise<Envelope<never | null>> {
  const { rows } = await database.query<{ answer: StoredAnswer }>(
    `SELECT ${statement}($1::jsonb) AS answer`,
    [JSON.stringify({ token: tokenHash, nonce, key, body_hash: bodyHash, ...item })],
    statement,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`${statement} gave no answer`);
  return fromDatabase<never | null>(row.answer);
}
