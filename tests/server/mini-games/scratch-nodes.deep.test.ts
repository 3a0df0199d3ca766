/** Scratch cards with two server processes on PostgreSQL: no card is sold twice or lost, even if a process is killed. */
import { expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { killCount } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import { buyCards, openCards, SMALL_CARD, smallCard, writeCard } from '../support/scratch.ts';
import { waitFor } from '../support/server.ts';
import { twoProcesses } from '../support/two-processes.ts';

/** The nightly run (CAIPU_NIGHTLY) has 64 clients that buy 200 cards each. The deep ring has fewer, but enough that they compete for the same cards. */
const NIGHTLY = process.env.CAIPU_NIGHTLY === '1';
const CLIENTS = NIGHTLY ? 64 : 12;
const BUYS = NIGHTLY ? 200 : 20;

const { ask, base, players, kill } = twoProcesses({ prepare: writeCard, env: { CAIPU_CARDS: 'on' } }, () =>
  waitFor('a pool on sale', async () => (await ask(`SELECT 1 FROM scratch_pools WHERE state = 'selling'`)).length > 0),
);
const RICH = { fen: 10_000_000 };

/** Buys one card and returns its id. Buys from the next pool if one is sold out, and through the other process if this one does not answer. */
async function buyOne(who: Client): Promise<string> {
  for (;;) {
    const headers = { 'idempotency-key': `buy-${Math.random().toString(36).slice(2)}-${who.userId}` };
    for (let node = 0; ; node++) {
      const bought = await buyCards(node === 0 ? who : who.twin(base(node)), {}, { headers }).catch(() => undefined);
      // Without an answer the outcome is unknown, so the same request goes to the next process under the same key.
      if (bought === undefined || bought.http >= 500) continue;
      if (bought.status === STATUS.ok) return bought.models.cards[0]?.cardId ?? '';
      expect(bought.status, bought.msg).toBe(STATUS.soldOut);
      break;
    }
  }
}

/** Compares the prizes of every sold-out pool with its table. All sold cards must be open, because a card has its prize only then. */
async function expectPoolsComplete(sold: number): Promise<void> {
  const table = (smallCard().prizes as { fen: number; count: number }[]).map(({ fen, count }) => ({ prize: fen, n: count }));
  const pools = await ask<{ id: string; sold: number; cards: number }>(
    `SELECT p.id, count(c.owner)::int AS sold, count(*)::int AS cards FROM scratch_pools p JOIN scratch_cards c ON c.pool = p.id
      WHERE p.card = $1 GROUP BY p.id ORDER BY p.number`,
    [SMALL_CARD],
  );
  expect(pools.reduce((sum, each) => sum + each.sold, 0)).toBe(sold);
  for (const each of pools) expect(each.cards).toBe(100);
  const full = pools.filter((each) => each.sold === 100);
  expect(full.length).toBeGreaterThan(0);
  for (const { id } of full)
    expect(
      await ask(
        'SELECT prize::int, count(*)::int AS n FROM scratch_cards WHERE pool = $1 AND prize > 0 GROUP BY prize ORDER BY prize DESC',
        [id],
      ),
    ).toEqual(table);
}

it('[C1] [C8] many clients buy at once from two processes: every card has one owner, and each sold-out pool has the prizes of its table', async () => {
  const people = await players(CLIENTS, RICH);
  const ids = (
    await Promise.all(
      people.map(async (who) => {
        const own: string[] = [];
        for (let i = 0; i < BUYS; i++) own.push(await buyOne(who));
        for (let at = 0; at < own.length; at += 100) {
          const opened = await openCards(who, own.slice(at, at + 100));
          expect(opened.status, opened.msg).toBe(STATUS.ok);
        }
        return own;
      }),
    )
  ).flat();
  expect(new Set(ids).size).toBe(CLIENTS * BUYS);
  await expectPoolsComplete(CLIENTS * BUYS);
  expect(await ask(`SELECT user_id FROM wallets WHERE balance_fen < 0`)).toEqual([]);
}, 600_000);

it('[C4] two processes open the same cards at once: each card is paid once', async () => {
  const [who] = (await players(1, RICH)) as [Client];
  const ids = await Promise.all(Array.from({ length: 10 }, () => buyOne(who)));
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => openCards(who.twin(base(at)), ids)));
  const sums = new Set(answers.map(({ models }) => models.wonFen));
  expect(sums.size).toBe(1);
  const [paid] = await ask<{ fen: number }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS fen FROM movements WHERE user_id = $1 AND kind = 'scratchPrize'`,
    [who.userId],
  );
  expect(Number(paid?.fen)).toBe([...sums][0]);
}, 120_000);

it('[C1] a process is killed during purchases: no card is sold without its payment, and none is lost', async () => {
  const people = await players(8, RICH);
  let enough = false;
  const buying = people.map(async (who) => {
    let bought = 0;
    for (; !enough; bought++) await buyOne(who);
    return bought;
  });
  for (let n = 0; n < killCount(1); n++) {
    const [before] = await ask<{ n: number }>('SELECT count(*)::int AS n FROM scratch_cards WHERE owner IS NOT NULL');
    await waitFor(
      'ten more cards are sold',
      async () =>
        ((await ask<{ n: number }>('SELECT count(*)::int AS n FROM scratch_cards WHERE owner IS NOT NULL'))[0]?.n ?? 0) >
        (before?.n ?? 0) + 10,
    );
    const gone = base(0);
    await kill(0);
    for (const who of people) if (who.base === gone) Object.assign(who, { base: base(0) });
  }
  enough = true;
  const bought = (await Promise.all(buying)).reduce((sum, n) => sum + n, 0);
  const owned = await ask<{ n: number }>('SELECT count(*)::int AS n FROM scratch_cards WHERE owner = ANY($1)', [
    people.map(({ userId }) => userId),
  ]);
  // A client whose answer was lost sent the request again under the same key, so it counted that card once.
  expect(owned).toEqual([{ n: bought }]);
}, 600_000);
