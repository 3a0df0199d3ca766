/** Scratch cards through the API: buying, opening, refusals, pools that end, and what anybody can check. Laws C1 … of server/scratch/SPEC.md. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { dealPool, leafOf, rootFrom, saltOf, surfaceOf, treeOf } from '../../engine/rules/scratch.ts';
import type { FundItem } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import { derivePool, hmac, sha256 } from '../../server/scratch/derive.ts';
import { beginning, BLOCK, digest, HASH, roomFor, take } from '../../server/scratch/sha256.ts';
import { keptOf } from '../../server/draws/kept.ts';
import { tendPools } from '../../server/scratch/lane.ts';
import { runs } from '../rules/support/runs.ts';
import type { Answer, Client } from './support/client.ts';
import { openTurnover, withdrawableOf } from '../../server/money/turnover.ts';
import { catchUp } from '../../server/member/growth.ts';
import {
  addCards,
  buyCards,
  type CardPage,
  cardOf,
  lobbyOf,
  openAll,
  openCards,
  type Opened,
  type Pool,
  poolOf,
  SMALL,
  smallCard,
  writeCard,
} from './support/scratch.ts';
import { expectBooksInOrder, root, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
  await addCards(server);
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server.stop());

const balanceOf = async (who: Client) =>
  (await server.context.database.query<{ fen: number }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [who.userId])).rows[0]
    ?.fen ?? 0;
const ask = async <R>(text: string, values: readonly unknown[] = []) => (await server.context.database.query<R>(text, values)).rows;
const verify = (given: object) =>
  spawnSync(process.execPath, [join(root, 'scripts/verify-card.mjs')], { input: JSON.stringify(given), encoding: 'utf8' });
/** The family, as it is now: what is left serves everybody for some seconds. */
async function familyOf(who: Client) {
  keptOf(server.context).forget();
  return (await lobbyOf(who, { type: SMALL })).models.types[0];
}
/** All that is left of the pool on sale, bought by one player. */
async function buyRest(who: Client): Promise<string[]> {
  const type = await familyOf(who);
  const ids: string[] = [];
  for (;;) {
    const bought = await buyCards(who, { count: 20, pool: type?.pool as string });
    if (bought.status === STATUS.ok) ids.push(...bought.models.cards.map(({ cardId }) => cardId));
    else if (bought.status !== STATUS.soldOut) throw new Error(bought.msg);
    else {
      const { left } = bought.models as unknown as { left: number };
      if (left === 0) return ids;
      const rest = await buyCards(who, { count: left, pool: type?.pool as string });
      ids.push(...rest.models.cards.map(({ cardId }) => cardId));
    }
  }
}

/** A server without lanes: pools are made when the test says so. */
async function alone(run: (server: TestServer) => Promise<void>): Promise<void> {
  const own = await startServer({ clockSpeed: 1, role: 'web' });
  try {
    await addCards(own);
    await run(own);
  } finally {
    await own.stop();
  }
}

describe('buying', () => {
  it('[C1] a purchase is one movement, its cards are the player’s, and nobody else knows of them', async () => {
    const who = await server.client().register();
    const before = await balanceOf(who);
    const bought = await buyCards(who, { count: 3 });
    expect(bought).toMatchObject({ status: STATUS.ok, models: { type: SMALL, count: 3, paidFen: 600, balanceFen: before - 600 } });
    expect(await ask('SELECT kind, amount FROM transfers WHERE user_id = $1 AND ref = $2', [who.userId, bought.models.purchaseId])).toEqual(
      [{ kind: 'scratch', amount: 600 }],
    );
    const [first] = bought.models.cards;
    const other = await server.client().register();
    expect((await cardOf(other, first?.cardId ?? '')).status).toBe(STATUS.notFound);
    expect((await openCards(other, [first?.cardId ?? ''])).status).toBe(STATUS.notFound);
    // One of another's among one's own opens none of them.
    const own = (await buyCards(other)).models.cards[0]?.cardId ?? '';
    expect((await openCards(other, [own, first?.cardId ?? ''])).status).toBe(STATUS.notFound);
    expect((await cardOf(other, own)).models).toMatchObject({ state: 'unopened', result: null, proof: null, prizeFen: null });
  });

  it('[C2] one key is one purchase', async () => {
    const who = await server.client().register();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => buyCards(who, { count: 2 }, { headers })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await lobbyOf(who)).models.unopened).toBe(2);
    expect((await buyCards(who, { count: 3 }, { headers })).status).toBe(STATUS.keyConflict);
  });

  it('[C3] refuses what cannot be, and takes nothing', async () => {
    const who = await server.client().register();
    const before = await balanceOf(who);
    expect((await buyCards(who, { type: 'xiao2' })).status).toBe(STATUS.notFound);
    expect(await buyCards(who, { count: 21 })).toMatchObject({ status: STATUS.overCap, msg: '一次最多买一本，20 张' });
    expect((await buyCards(who, { pool: randomUUID() })).status).toBe(STATUS.soldOut);
    for (const count of ['0', '101', '1.5', 'x'])
      expect((await who.post('/api/Activity/Bet_ScratchCard', { type: SMALL, count })).status).toBe(STATUS.invalid);
    expect((await who.post('/api/Activity/Prize_ScratchCard', {})).status).toBe(STATUS.invalid);
    expect((await who.post('/api/Activity/Prize_ScratchCard', { cardIds: 'a,b' })).status).toBe(STATUS.invalid);
    await who.post('/api/Protection/SetLimit', { what: 'stake', period: 'day', limitFen: '500' });
    expect((await buyCards(who, { count: 3 })).status).toBe(STATUS.limitReached);
    expect((await buyCards(who, { count: 2 })).status).toBe(STATUS.ok);
    expect(await balanceOf(who)).toBe(before - 400);
    await who.post('/api/Protection/Pause', { kind: 'break', code: 'day' });
    expect(await buyCards(who)).toMatchObject({ status: STATUS.limitReached, msg: expect.stringContaining('您正在休息') });
  });

  it('[C3] without money nothing is claimed', async () => {
    const who = await server.client().register();
    const [{ left } = { left: 0 }] = await ask<{ left: number }>('SELECT count(*)::int AS left FROM scratch_cards WHERE owner IS NULL');
    await ask(`SELECT post($1, 'stake', 'wallet', 'house:stakes', $2, 'bet', NULL)`, [who.userId, (await balanceOf(who)) - 100]);
    expect((await buyCards(who)).status).toBe(STATUS.insufficientFunds);
    expect(await ask('SELECT count(*)::int AS left FROM scratch_cards WHERE owner IS NULL')).toEqual([{ left }]);
  });
});

describe('opening', () => {
  it('[C4] pays once, says the same twice, and the symbols say what is paid', async () => {
    const who = await server.client().register();
    const ids = (await buyCards(who, { count: 20 })).models.cards.map(({ cardId }) => cardId);
    const before = await balanceOf(who);
    const opened = await openCards(who, ids);
    expect(opened.status).toBe(STATUS.ok);
    const { cards, wonFen, balanceFen } = opened.models;
    expect(cards.map(({ cardId }) => cardId)).toEqual(ids);
    expect(balanceFen).toBe(before + wonFen);
    for (const { symbols, prizeFen, tier, says } of cards) {
      const alike = new Map<string, number>();
      for (const { code } of symbols) alike.set(code, (alike.get(code) ?? 0) + 1);
      const threes = [...alike].filter(([, n]) => n >= 3);
      const prize = (smallCard() as unknown as ScratchDescription).prizes.find(({ fen }) => fen === prizeFen);
      expect(threes).toEqual(prize === undefined ? [] : [[prize.symbol, 3]]);
      expect(tier).toBe(prize?.name ?? '');
      expect(says.endsWith(prizeFen === 0 ? '没有三个相同，未中奖' : `${tier} ${(prizeFen / 100).toFixed(2)} 元`)).toBe(true);
    }
    const again = await openCards(who, ids);
    expect(again.models).toEqual(opened.models);
    const each = await openCards(who, [ids[3] as string]);
    expect(each.models.cards).toEqual([cards[3]]);
    expect(await balanceOf(who)).toBe(before + wonFen);
    expect(
      await ask(`SELECT coalesce(sum(amount), 0)::bigint AS fen FROM transfers WHERE user_id = $1 AND kind = 'scratchPrize'`, [who.userId]),
    ).toEqual([{ fen: wonFen }]);
  });

  it('[C4] all that is unopened is opened by one call, 100 at most, and once for a key', async () => {
    const who = await server.client().register();
    await server.grant(who.userId, 100_000);
    expect(await openAll(who)).toMatchObject({ status: STATUS.notFound, msg: '没有未刮的卡' });
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      // The pool on sale may end in between.
      const bought = await buyCards(who, { count: 18 });
      if (bought.status === STATUS.soldOut) await tendPools(server.context);
      ids.push(...(bought.status === STATUS.ok ? bought : await buyCards(who, { count: 18 })).models.cards.map(({ cardId }) => cardId));
    }
    expect(ids).toHaveLength(108);
    const before = await balanceOf(who);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([openAll(who, { headers }), openAll(who, { headers })]);
    const [first] = answers;
    expect(first?.status, first?.msg).toBe(STATUS.ok);
    // Those bought first, in their order.
    expect(first?.models.cards.map(({ cardId }) => cardId)).toEqual(ids.slice(0, 100));
    expect(answers[1]).toEqual(first);
    // Asked again when they are open: the answer of then.
    expect(await openAll(who, { headers })).toEqual(first);
    expect(await balanceOf(who)).toBe(before + (first?.models.wonFen ?? -1));
    const rest = await openAll(who);
    expect(rest.models.cards.map(({ cardId }) => cardId)).toEqual(ids.slice(100));
    expect((await lobbyOf(who)).models.unopened).toBe(0);
    expect((await who.post('/api/Activity/Prize_ScratchCard', { all: '1', cardId: ids[0] as string })).status).toBe(STATUS.invalid);
  });

  it('[C4] a card counts for turnover and for growth with its price, once it is open', async () => {
    const who = await server.client().register();
    const ref = randomUUID();
    const counted = () =>
      server.context.database.transaction(async (client) => {
        await client.query('SELECT lock_player($1)', [who.userId]);
        const { rows } = await withdrawableOf(client, who.userId);
        return rows.map(({ doneFen }) => doneFen);
      });
    // By the database's clock, as what is bought: the process's copy may be ahead of it.
    const [{ now } = { now: 0 }] = await ask<{ now: number }>('SELECT caipu_now_ms() AS now');
    await openTurnover(server.context.database, who.userId, { why: 'bonus', requiredFen: 10_000, ref }, now - 1);
    const { cards } = (await buyCards(who, { count: 5 })).models;
    expect(await counted()).toEqual([0]);
    await openCards(
      who,
      cards.slice(0, 3).map(({ cardId }) => cardId),
    );
    expect(await counted()).toEqual([600]);
    expect(await counted()).toEqual([600]);
    await openAll(who);
    expect(await counted()).toEqual([1_000]);
    // 1 for each yuan: ten.
    await server.context.database.transaction((client) => catchUp(client, who.userId, 28_800_000));
    expect(await ask(`SELECT played_fen AS fen, growth FROM member_days WHERE user_id = $1`, [who.userId])).toEqual([
      { fen: 1_000, growth: 10 },
    ]);
  });

  it('[C5] a card’s path leads to the root of its pool, for the program and for a script that knows nothing of it', async () => {
    const who = await server.client().register();
    const { cards, pool } = (await buyCards(who, { count: 2 })).models;
    const [{ cardId } = { cardId: '' }] = cards;
    await openCards(who, [cardId]);
    const card = (await cardOf(who, cardId)).models;
    expect(card.proof?.root).toBe((await poolOf(who, pool)).models.commit);
    const leaf = leafOf(card.serial, card.prizeFen ?? -1, card.proof?.salt ?? '', sha256);
    expect(rootFrom(leaf, card.proof?.path ?? [], sha256)).toBe(card.proof?.root);
    expect(verify(card)).toMatchObject({ status: 0 });
    expect(verify({ ...card, prizeFen: (card.prizeFen ?? 0) + 100 })).toMatchObject({ status: 1 });
    expect(verify({ ...card, serial: card.serial + 1 })).toMatchObject({ status: 1 });
    // The whole answer, and what there is nothing to check of.
    expect(verify({ status: 0, models: card, msg: '' })).toMatchObject({ status: 0 });
    const nothing = (given: object) => verify(given).stderr.split('\n')[0];
    expect(nothing({ ...card, result: null, proof: null })).toBe('the card has no proof yet: open it first');
    expect(nothing({ pool: (await poolOf(who, pool)).models })).toBe('the pool has no seed: it is published when every card of it is open');
    expect(verify({})).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^neither a card that is open nor a pool\nnode scripts/),
    });
    expect(card.next).toBe(cards[1]?.cardId);
  });

  it('[C6] what its owner leaves lying is opened and paid when its days are over', async () => {
    const who = await server.client().register();
    const ids = (await buyCards(who, { count: 20 })).models.cards.map(({ cardId }) => cardId);
    const before = await balanceOf(who);
    await ask('UPDATE scratch_cards SET due_at = caipu_now_ms() WHERE owner = $1', [who.userId]);
    await tendPools(server.context);
    const listed = (await lobbyOf(who, { state: 'opened', size: '50' })).models;
    expect(listed.unopened).toBe(0);
    expect(new Set(listed.mine.items.map(({ cardId }) => cardId))).toEqual(new Set(ids));
    const paid = listed.mine.items.reduce((sum, { prizeFen }) => sum + (prizeFen ?? 0), 0);
    expect(await balanceOf(who)).toBe(before + paid);
    expect((await openCards(who, ids)).models.wonFen).toBe(paid);
    expect(await balanceOf(who)).toBe(before + paid);
  });
});

describe('pools', () => {
  it('[C7] the next one is there before the last card is sold; who asks for more than is left is told so', async () => {
    const who = await server.client().register();
    const type = await familyOf(who);
    await buyRest(who);
    await tendPools(server.context);
    const late = await buyCards(who, { pool: type?.pool as string });
    expect(late).toMatchObject({ http: 409, status: STATUS.soldOut, msg: '这一批已售完' });
    const { pool } = late.models as unknown as { pool: string };
    expect(pool).toMatch(/^[0-9a-f-]{36}$/);
    const fresh = await buyCards(who);
    expect(fresh.models.pool).toBe(pool);
    const now = await familyOf(who);
    expect(now).toMatchObject({ pool, number: (type?.number ?? 0) + 1, tickets: 100 });
  });

  it('[C7] one that is sold out before the next is made has nothing to sell, and its family says so', () =>
    alone(async (own) => {
      const who = await own.client().register();
      for (let n = 0; n < 5; n += 1) expect((await buyCards(who, { count: 20 })).status).toBe(STATUS.ok);
      const family = async () => {
        keptOf(own.context).forget();
        return (await lobbyOf(who, { type: SMALL })).models.types[0];
      };
      expect(await family()).toMatchObject({ state: 'preparing', why: '新一批正在准备，请稍候', pool: null, number: 1, left: 0 });
      await tendPools(own.context);
      expect(await family()).toMatchObject({ state: 'selling', why: '', number: 2, left: 100 });
    }));

  it('[C8] all prizes of a closed pool are those of its table, and its seed shows the whole list', async () => {
    const who = await server.client().register();
    const type = await familyOf(who);
    const pool = type?.pool as string;
    const ids = await buyRest(who);
    // A batch that asks for more than is left of it.
    expect(ids.length).toBeGreaterThan(20);
    await ask('UPDATE scratch_cards SET due_at = caipu_now_ms() WHERE pool = $1', [pool]);
    expect((await poolOf(who, pool)).models).toMatchObject({ seed: null, cards: { items: [] } });
    const listed = (fields: Readonly<Record<string, string>> = {}) => who.get('/api/Activity/ScratchPoolCards', { pool, ...fields });
    expect(await listed(), 'nothing is told of cards that are not open').toMatchObject({ status: 0, models: { items: [], next: null } });
    await tendPools(server.context);
    await tendPools(server.context);
    const closed = (await poolOf(who, pool, { size: '200' })).models;
    expect(closed).toMatchObject({ state: 'closed', commit: type?.commit });
    expect(closed.cards.items).toHaveLength(100);
    const sum = (prize: number) => closed.cards.items.filter(({ prizeFen }) => prizeFen === prize).length;
    expect([sum(5_000), sum(1_000), sum(200), sum(0)]).toEqual([1, 4, 20, 75]);
    expect(
      await ask('SELECT prize, count(*)::int AS n FROM scratch_cards WHERE pool = $1 GROUP BY prize ORDER BY prize DESC', [pool]),
    ).toEqual([
      { prize: 5_000, n: 1 },
      { prize: 1_000, n: 4 },
      { prize: 200, n: 20 },
      { prize: 0, n: 75 },
    ]);
    expect(verify({ description: smallCard(), pool: closed })).toMatchObject({ status: 0 });
    expect(verify({ description: smallCard({ code: 'other' }), pool: closed })).toMatchObject({ status: 1 });
    // By pages.
    const pages = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { cards }: Pool = (await poolOf(who, pool, { size: '30', ...(cursor === '' ? {} : { cursor }) })).models;
      pages.push(...cards.items);
      cursor = cards.next;
    }
    expect(pages).toEqual(closed.cards.items);
    // By itself, and those that won alone: to its end, page by page.
    expect((await listed({ size: '30' })).models).toEqual({ items: closed.cards.items.slice(0, 30), next: '30' });
    const winners = closed.cards.items.filter(({ prizeFen }) => prizeFen > 0);
    const first = (await listed({ won: '1', size: '20' })).models as Pool['cards'];
    const rest = (await listed({ won: '1', size: '20', cursor: first.next ?? '' })).models as Pool['cards'];
    expect([...first.items, ...rest.items]).toEqual(winners);
    expect(rest.next).toBeNull();
    expect(await who.get('/api/Activity/ScratchPoolCards', { pool: randomUUID() })).toMatchObject({ status: STATUS.notFound });
  });

  it('[C9] a changed file counts from the next pool on, one that is wrong changes nothing, and one that is disabled ends the sale', async () => {
    const who = await server.client().register();
    const before = (await buyCards(who)).models;
    writeCard(server.gamesDir, smallCard({ priceFen: 210 }));
    await server.context.publication.refresh();
    expect((await buyCards(who, { pool: before.pool })).models).toMatchObject({ paidFen: 200, pool: before.pool });
    writeCard(server.gamesDir, smallCard({ priceFen: 1 }));
    await server.context.publication.refresh();
    expect(server.context.publication.problems().map(({ code }) => code)).toContain('SCRATCH_RETURN');
    // A card of before is checked as it was sold, and so is its whole pool: nothing of the new file is in it.
    const tiers = (smallCard().prizes as { fen: number; count: number }[]).map((prize, i) => ({ ...prize, fen: prize.fen * 2 - i }));
    writeCard(server.gamesDir, smallCard({ priceFen: 400, prizes: tiers }));
    await server.context.publication.refresh();
    expect(server.context.publication.problems()).toEqual([]);
    await openCards(who, [before.cards[0]?.cardId ?? '']);
    expect(verify((await cardOf(who, before.cards[0]?.cardId ?? '')).models)).toMatchObject({ status: 0 });
    writeCard(server.gamesDir, smallCard({ priceFen: 210 }));
    await server.context.publication.refresh();
    await buyRest(who);
    await ask('UPDATE scratch_cards SET due_at = caipu_now_ms() WHERE pool = $1', [before.pool]);
    await tendPools(server.context);
    await tendPools(server.context);
    expect(verify({ pool: (await poolOf(who, before.pool, { size: '200' })).models })).toMatchObject({ status: 0 });
    const after = await buyCards(who);
    expect(after.models).toMatchObject({ paidFen: 210 });
    writeCard(server.gamesDir, smallCard({ priceFen: 210, disabled: '春节后再见' }));
    await server.context.publication.refresh();
    expect(await buyCards(who)).toMatchObject({ status: STATUS.disabled, msg: '春节后再见' });
    expect(await familyOf(who)).toMatchObject({ state: 'disabled', why: '春节后再见', pool: null });
    expect((await openCards(who, [after.models.cards[0]?.cardId ?? ''])).status).toBe(STATUS.ok);
    writeCard(server.gamesDir);
    await server.context.publication.refresh();
  });

  it('[C5] a list that is not the one that was committed to opens nothing', async () => {
    const who = await server.client().register();
    const { cards, pool } = (await buyCards(who)).models;
    const [{ root: kept } = { root: '' }] = await ask<{ root: string }>('SELECT root FROM scratch_pools WHERE id = $1', [pool]);
    await ask('UPDATE scratch_pools SET root = $2 WHERE id = $1', [pool, 'a'.repeat(64)]);
    const { createPools } = await import('../../server/scratch/pools.ts');
    const anew = createPools(server.context.database, server.context.vault);
    await expect(anew.open(pool)).rejects.toThrow('is not the one that its root commits to');
    await anew.close();
    await ask('UPDATE scratch_pools SET root = $2 WHERE id = $1', [pool, kept]);
    expect((await openCards(who, [cards[0]?.cardId ?? ''])).status).toBe(STATUS.ok);
  });
});

it('[C11] symbols are dealt, not arranged: on cards that win nothing no symbol is nearer to three than another', () => {
  const card = smallCard() as unknown as ScratchDescription;
  const seed = Buffer.alloc(32, 7);
  const twice = new Map<string, number>();
  const CARDS = 4_000;
  for (let serial = 1; serial <= CARDS; serial++) {
    const shown = surfaceOf(card, 'pool', serial, 0, seed, hmac);
    for (const { code } of card.symbols)
      if (shown.filter((each) => each === code).length === 2) twice.set(code, (twice.get(code) ?? 0) + 1);
  }
  // Nine of a deck of twenty: a symbol is there twice with a chance of 9 × 8 / (20 × 19).
  const chance = 72 / 380;
  const off = 4 * Math.sqrt(CARDS * chance * (1 - chance));
  for (const { code } of card.symbols) expect(Math.abs((twice.get(code) ?? 0) - CARDS * chance), code).toBeLessThan(off);
});

it('[C10] the order of a pool follows from its seed alone, and has every prize of the table', () => {
  const card = smallCard({ tickets: 20_000 }) as unknown as ScratchDescription;
  const { wins, nodes } = derivePool(card, 'pool', 'ab'.repeat(32));
  // In one pass over buffers it is what the engine says step by step.
  const key = Buffer.from('ab'.repeat(32), 'hex');
  expect(Buffer.from(wins).equals(Buffer.from(dealPool(card, 'pool', key, hmac)))).toBe(true);
  const fen = [0, ...card.prizes.map((prize) => prize.fen)];
  const leaves = Array.from(wins, (win, i) => leafOf(i + 1, fen[win] as number, saltOf(card.code, 'pool', i + 1, key, hmac), sha256));
  expect(Buffer.from(nodes).equals(Buffer.from(treeOf(leaves, sha256).nodes))).toBe(true);
  expect([1, 2, 3].map((win) => wins.filter((each) => each === win).length)).toEqual([1, 4, 20]);
  expect(derivePool(card, 'pool', 'ab'.repeat(32)).wins).toEqual(wins);
  expect(derivePool(card, 'pool', 'ac'.repeat(32)).wins).not.toEqual(wins);
});

it('a message that is hashed where it lies has the SHA-256 that everybody else has', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, afterBlock) => {
      const message = new Uint8Array(roomFor(bytes.length));
      message.set(bytes);
      const into = new Uint8Array(HASH + 3);
      const state = beginning();
      const first = new Uint8Array(BLOCK).fill(0x5c);
      if (afterBlock) take(state, first, 0);
      digest(state, afterBlock ? BLOCK : 0, message, bytes.length, into, 3);
      expect(Buffer.from(into.subarray(3))).toEqual(sha256(afterBlock ? Buffer.concat([first, bytes]) : bytes));
    }),
    { numRuns: runs(300) },
  );
});

it('[C1] movements of cards say which, and the list of cards goes on page by page', () =>
  alone(async (own) => {
    const who = await own.client().register();
    const { models } = await buyCards(who, { count: 3 });
    const later = (await buyCards(who, { count: 2 })).models;
    const moved = async () => (await who.get<{ items: FundItem[] }>('/api/fund/list')).models.items;
    expect((await moved()).slice(0, 2)).toMatchObject([
      { type: 'scratch', subject: '小卡 2 张', to: '/Scratch' },
      { type: 'scratch', subject: '小卡 3 张' },
    ]);
    const ids = [...models.cards, ...later.cards].map(({ cardId }) => cardId);
    const listed = async (state: string) => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Answer<CardPage> = await who.get('/api/Activity/ScratchCards', { state, size: '2', ...(cursor ? { cursor } : {}) });
        found.push(...page.models.items.map(({ cardId }) => cardId));
        cursor = page.models.next;
      }
      return found;
    };
    expect(await listed('unopened')).toEqual(ids);
    // One card of four wins.
    let won: Opened['cards'][number] | undefined;
    for (const id of ids) won ??= (await openCards(who, [id])).models.cards.find(({ prizeFen }) => prizeFen > 0);
    while (won === undefined)
      won = (await openCards(who, [(await buyCards(who)).models.cards[0]?.cardId ?? ''])).models.cards.find(({ prizeFen }) => prizeFen > 0);
    const [prize] = (await moved()).filter(({ type }) => type === 'scratchPrize');
    expect(prize).toMatchObject({
      subject: expect.stringMatching(new RegExp(`^小卡 第 \\d+ 批 ${won.serial} 号$`)),
      to: `/Scratch?card=${won.cardId}`,
      amountFen: won.prizeFen,
    });
    expect(await listed('opened')).toContain(won.cardId);
  }));
