/** Scratch cards through the API: buying, opening, refusals, and what anybody can check. Laws C1 … of server/mini-games/scratch/SPEC.md; pools: scratch-pools.test.ts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ScratchDescription } from '../../../engine/descriptions/scratch/types.ts';
import { merkleLeaf, merkleRootFromPath, cardSymbols } from '../../../engine/rules/scratch.ts';
import type { FundItem } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { postDue } from '../../../server/loyalty/member/growth.ts';
import { requireTurnover, withdrawableAmount } from '../../../server/payments/turnover.ts';
import { hmac, sha256 } from '../../../server/mini-games/scratch/derive.ts';
import { runPools } from '../../../server/mini-games/scratch/job.ts';
import type { Answer, Client } from '../support/client.ts';
import {
  buyCards,
  type CardPage,
  cardOf,
  lobbyOf,
  openAll,
  openCards,
  type Opened,
  poolOf,
  SMALL_CARD,
  smallCard,
  verifyCard,
} from '../support/scratch.ts';
import { withServerOfOwn, scratchStage } from '../support/scratch-stage.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
scratchStage((started) => {
  server = started;
});

const balanceOf = async (who: Client) =>
  (await server.context.database.query<{ fen: number }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [who.userId])).rows[0]
    ?.fen ?? 0;
const ask = async <R>(text: string, values: readonly unknown[] = []) => (await server.context.database.query<R>(text, values)).rows;

describe('buying', () => {
  it('[C1] a purchase is one movement, its cards are the player’s, and nobody else knows of them', async () => {
    const who = await server.client().register();
    const before = await balanceOf(who);
    const bought = await buyCards(who, { count: 3 });
    expect(bought).toMatchObject({ status: STATUS.ok, models: { type: SMALL_CARD, count: 3, paidFen: 600, balanceFen: before - 600 } });
    expect(await ask('SELECT kind, amount FROM movements WHERE user_id = $1 AND ref = $2', [who.userId, bought.models.purchaseId])).toEqual(
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
    expect(await buyCards(who, { count: 21 })).toMatchObject({ status: STATUS.overCap, msg: '一次最多购买一本（20 张）' });
    expect((await buyCards(who, { pool: randomUUID() })).status).toBe(STATUS.soldOut);
    for (const count of ['0', '101', '1.5', 'x'])
      expect((await who.post('/api/Activity/Bet_ScratchCard', { type: SMALL_CARD, count })).status).toBe(STATUS.invalid);
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
      await ask(`SELECT coalesce(sum(amount), 0)::bigint AS fen FROM movements WHERE user_id = $1 AND kind = 'scratchPrize'`, [who.userId]),
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
      if (bought.status === STATUS.soldOut) await runPools(server.context);
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
    // The same request again when they are open gets the first answer.
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
        const { rows } = await withdrawableAmount(client, who.userId, server.context.orderKinds);
        return rows.map(({ doneFen }) => doneFen);
      });
    // By the database's clock, as what is bought: the process's copy may be ahead of it.
    const [{ now } = { now: 0 }] = await ask<{ now: number }>('SELECT caipu_now_ms() AS now');
    await requireTurnover(server.context.database, who.userId, { why: 'bonus', requiredFen: 10_000, ref }, now - 1);
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
    await server.context.database.transaction((client) => postDue(client, who.userId, 28_800_000));
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
    const leaf = merkleLeaf(card.serial, card.prizeFen ?? -1, card.proof?.salt ?? '', sha256);
    expect(merkleRootFromPath(leaf, card.proof?.path ?? [], sha256)).toBe(card.proof?.root);
    expect(verifyCard(card)).toMatchObject({ status: 0 });
    expect(verifyCard({ ...card, prizeFen: (card.prizeFen ?? 0) + 100 })).toMatchObject({ status: 1 });
    expect(verifyCard({ ...card, serial: card.serial + 1 })).toMatchObject({ status: 1 });
    // The whole answer, and what there is nothing to check of.
    expect(verifyCard({ status: 0, models: card, msg: '' })).toMatchObject({ status: 0 });
    const nothing = (given: object) => verifyCard(given).stderr.split('\n')[0];
    expect(nothing({ ...card, result: null, proof: null })).toBe('the card has no proof yet: open it first');
    expect(nothing({ pool: (await poolOf(who, pool)).models })).toBe('the pool has no seed: it is published when every card of it is open');
    expect(verifyCard({})).toMatchObject({
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
    await runPools(server.context);
    const listed = (await lobbyOf(who, { state: 'opened', size: '50' })).models;
    expect(listed.unopened).toBe(0);
    expect(new Set(listed.mine.items.map(({ cardId }) => cardId))).toEqual(new Set(ids));
    const paid = listed.mine.items.reduce((sum, { prizeFen }) => sum + (prizeFen ?? 0), 0);
    expect(await balanceOf(who)).toBe(before + paid);
    expect((await openCards(who, ids)).models.wonFen).toBe(paid);
    expect(await balanceOf(who)).toBe(before + paid);
  });
});

it('[C11] symbols are dealt, not arranged: on cards that win nothing no symbol is nearer to three than another', () => {
  const card = smallCard() as unknown as ScratchDescription;
  const seed = Buffer.alloc(32, 7);
  const twice = new Map<string, number>();
  const CARDS = 4_000;
  for (let serial = 1; serial <= CARDS; serial++) {
    const shown = cardSymbols(card, 'pool', serial, 0, seed, hmac);
    for (const { code } of card.symbols)
      if (shown.filter((each) => each === code).length === 2) twice.set(code, (twice.get(code) ?? 0) + 1);
  }
  // Nine of a deck of twenty: a symbol is there twice with a chance of 9 × 8 / (20 × 19).
  const chance = 72 / 380;
  const off = 4 * Math.sqrt(CARDS * chance * (1 - chance));
  for (const { code } of card.symbols) expect(Math.abs((twice.get(code) ?? 0) - CARDS * chance), code).toBeLessThan(off);
});

it('[C1] movements of cards say which, and the list of cards goes on page by page', () =>
  withServerOfOwn(async (own) => {
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
