/**
 * Pools of scratch cards: how one follows another, the published facts of a closed one, changed files, and how its list is derived
 * (server/mini-games/scratch/SPEC.md).
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScratchDescription } from '../../../engine/descriptions/scratch/types.ts';
import { dealPool, merkleLeaf, saltOf, merkleTree } from '../../../engine/rules/scratch.ts';
import { STATUS } from '../../../protocol/status.ts';
import { answerCacheOf } from '../../../server/lottery/draws/answer-cache.ts';
import { derivePool, hmac, sha256 } from '../../../server/mini-games/scratch/derive.ts';
import { runPools } from '../../../server/mini-games/scratch/job.ts';
import {
  initialState,
  BLOCK_BYTES,
  finishHash,
  HASH_BYTES,
  paddedLength,
  compressBlock,
} from '../../../server/mini-games/scratch/sha256.ts';
import { inDeepRing, runCount } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import {
  buyCards,
  cardOf,
  lobbyOf,
  openCards,
  type Pool,
  poolOf,
  SMALL_CARD,
  smallCard,
  verifyCard,
  writeCard,
} from '../support/scratch.ts';
import { withServerOfOwn, scratchStage } from '../support/scratch-stage.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
scratchStage((started) => {
  server = started;
});

const ask = async <R>(text: string, values: readonly unknown[] = []) => (await server.context.database.query<R>(text, values)).rows;
/** The family, as it is now. The server reuses the count of cards that are left for some seconds. */
async function familyOf(who: Client) {
  answerCacheOf(server.context).forget();
  return (await lobbyOf(who, { type: SMALL_CARD })).models.types[0];
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

describe('pools', () => {
  it('[C7] the next one is there before the last card is sold; a request for more than is left gets that answer', async () => {
    const who = await server.client().register();
    const type = await familyOf(who);
    await buyRest(who);
    await runPools(server.context);
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
    withServerOfOwn(async (own) => {
      const who = await own.client().register();
      for (let n = 0; n < 5; n += 1) expect((await buyCards(who, { count: 20 })).status).toBe(STATUS.ok);
      const family = async () => {
        answerCacheOf(own.context).forget();
        return (await lobbyOf(who, { type: SMALL_CARD })).models.types[0];
      };
      expect(await family()).toMatchObject({ state: 'preparing', why: '新一批准备中，请稍候', pool: null, number: 1, left: 0 });
      await runPools(own.context);
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
    await runPools(server.context);
    await runPools(server.context);
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
    expect(verifyCard({ description: smallCard(), pool: closed })).toMatchObject({ status: 0 });
    expect(verifyCard({ description: smallCard({ code: 'other' }), pool: closed })).toMatchObject({ status: 1 });
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
    // An earlier card is checked as it was sold, and so is its whole pool: nothing of the new file is in it.
    const tiers = (smallCard().prizes as { fen: number; count: number }[]).map((prize, i) => ({ ...prize, fen: prize.fen * 2 - i }));
    writeCard(server.gamesDir, smallCard({ priceFen: 400, prizes: tiers }));
    await server.context.publication.refresh();
    expect(server.context.publication.problems()).toEqual([]);
    await openCards(who, [before.cards[0]?.cardId ?? '']);
    expect(verifyCard((await cardOf(who, before.cards[0]?.cardId ?? '')).models)).toMatchObject({ status: 0 });
    writeCard(server.gamesDir, smallCard({ priceFen: 210 }));
    await server.context.publication.refresh();
    await buyRest(who);
    await ask('UPDATE scratch_cards SET due_at = caipu_now_ms() WHERE pool = $1', [before.pool]);
    await runPools(server.context);
    await runPools(server.context);
    expect(verifyCard({ pool: (await poolOf(who, before.pool, { size: '200' })).models })).toMatchObject({ status: 0 });
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
    const [{ root: storedRoot } = { root: '' }] = await ask<{ root: string }>('SELECT root FROM scratch_pools WHERE id = $1', [pool]);
    await ask('UPDATE scratch_pools SET root = $2 WHERE id = $1', [pool, 'a'.repeat(64)]);
    const { createScratchPools: createPools } = await import('../../../server/mini-games/scratch/pools.ts');
    const anew = createPools(server.context.database, server.context.encryption);
    await expect(anew.open(pool)).rejects.toThrow('is not the one that its root commits to');
    await anew.close();
    await ask('UPDATE scratch_pools SET root = $2 WHERE id = $1', [pool, storedRoot]);
    expect((await openCards(who, [cards[0]?.cardId ?? ''])).status).toBe(STATUS.ok);
  });
});

it('[C10] the order of a pool follows from its seed alone, and has every prize of the table', () => {
  const card = smallCard({ tickets: inDeepRing() ? 20_000 : 2_000 }) as unknown as ScratchDescription;
  const { wins, nodes } = derivePool(card, 'pool', 'ab'.repeat(32));
  // In one pass over buffers it is what the engine says step by step.
  const key = Buffer.from('ab'.repeat(32), 'hex');
  expect(Buffer.from(wins).equals(Buffer.from(dealPool(card, 'pool', key, hmac)))).toBe(true);
  const fen = [0, ...card.prizes.map((prize) => prize.fen)];
  const leaves = Array.from(wins, (win, i) => merkleLeaf(i + 1, fen[win] as number, saltOf(card.code, 'pool', i + 1, key, hmac), sha256));
  expect(Buffer.from(nodes).equals(Buffer.from(merkleTree(leaves, sha256).nodes))).toBe(true);
  expect([1, 2, 3].map((win) => wins.filter((each) => each === win).length)).toEqual([1, 4, 20]);
  expect(derivePool(card, 'pool', 'ab'.repeat(32)).wins).toEqual(wins);
  expect(derivePool(card, 'pool', 'ac'.repeat(32)).wins).not.toEqual(wins);
});

it('a message that is hashed where it lies has the SHA-256 that everybody else has', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, afterBlock) => {
      const message = new Uint8Array(paddedLength(bytes.length));
      message.set(bytes);
      const into = new Uint8Array(HASH_BYTES + 3);
      const state = initialState();
      const first = new Uint8Array(BLOCK_BYTES).fill(0x5c);
      if (afterBlock) compressBlock(state, first, 0);
      finishHash(state, afterBlock ? BLOCK_BYTES : 0, message, bytes.length, into, 3);
      expect(Buffer.from(into.subarray(3))).toEqual(sha256(afterBlock ? Buffer.concat([first, bytes]) : bytes));
    }),
    { numRuns: runCount(300) },
  );
});
