/** Withdrawals on a real PostgreSQL with two server processes: races for a wallet, a request and a card, and payments while processes are killed. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FundMoveModels, WithdrawToFillModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { openEncryption, type EncryptionAtRest } from '../../../server/platform/encryption/at-rest.ts';
import { parseKeys } from '../../../server/platform/encryption/keys.ts';
import { killCount } from '../../engine/rules/support/runs.ts';
import { type Answer, Client } from '../support/client.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { bindCard, newCardNumber, OPERATOR_PASSWORD, openDesk, verifyIdentity, withdraw } from '../support/withdrawals.ts';
import { queryingOf, transactingOf } from '../support/postgres.ts';
import { expectBooksInOrder, spawnServer, waitFor } from '../support/server.ts';

const VAULT_KEYS = 'a1'.repeat(32);
/** A payment of the stand-in takes five seconds of this clock. */
const SPEED = 25;
const KILLS = killCount(2);

let pool: pg.Pool;
let encryption: EncryptionAtRest;
let env: Nodes['env'];
let now: () => number;
let stop: Nodes['stop'] | undefined;
let nodes: Nodes['nodes'] = [];

beforeAll(async () => {
  ({ pool, env, nodes, now, stop } = await startNodes({
    env: { CAIPU_CLOCK: String(SPEED), CAIPU_FEED: 'none', CAIPU_VAULT_KEYS: VAULT_KEYS, CAIPU_OPERATOR_PASSWORD: OPERATOR_PASSWORD },
    graceful: true,
  }));
  encryption = await openEncryption(queryingOf(pool), parseKeys(VAULT_KEYS));
  const desk = await openDesk(base(0), '甲');
  await desk.set({ timesADay: 100, newAccountHours: 0, secondOperatorFen: 1_000_000_000 });
});
afterEach(() => expectBooksInOrder(queryingOf(pool)));
afterAll(() => stop?.());

const base = (node: number): string => nodes[node % 2]?.base ?? '';
async function someone(): Promise<{ player: Client; card: string }> {
  const player = new Client(base(0));
  player.now = now;
  await player.register();
  await verifyIdentity({ encryption, database: transactingOf(pool) as Database }, player);
  return { player, card: (await bindCard(player)).models.id };
}

const stateOf = async (id: string): Promise<string> =>
  (await pool.query<{ state: string }>('SELECT state FROM withdrawals WHERE id = $1', [id])).rows[0]?.state ?? '';

describe('two nodes', () => {
  it('[L42] a hundred requests of the whole wallet at once: one is taken; of a part of it: as many as it covers', async () => {
    const whole = await someone();
    const part = await someone();
    // A request that waits for the player's lock for longer than two seconds is in doubt. The client asks again under its key.
    async function sure({ player, card }: typeof whole, at: number, fen: number): Promise<Answer<FundMoveModels>> {
      const headers = { 'idempotency-key': randomUUID() };
      for (;;) {
        const answer = await withdraw(player.twin(base(at)), card, fen, undefined, { headers });
        if (answer.status !== STATUS.unavailable) return answer;
      }
    }
    const ask = (who: typeof whole, fen: number) => Promise.all(Array.from({ length: 100 }, (_, at) => sure(who, at, fen)));
    const taken = (answers: readonly Answer<FundMoveModels>[]) => answers.filter(({ status }) => status === STATUS.ok).length;
    const [one, some] = await Promise.all([ask(whole, 1_000_000), ask(part, 30_000)]);
    expect([taken(one), taken(some)]).toEqual([1, 33]);
    for (const { status } of [...one, ...some]) expect([STATUS.ok, STATUS.insufficientFunds]).toContain(status);
    const { rows } = await pool.query('SELECT user_id, balance FROM purses WHERE purse = $1 ORDER BY user_id', ['held']);
    expect(rows.map(({ balance }) => Number(balance))).toEqual([1_000_000, 990_000]);
  });

  it('[L45] a player makes a recharge of a request while an operator approves it: one of the two is first', async () => {
    const { player, card } = await someone();
    const desk = await openDesk(base(1), '乙');
    const ends: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const id = (await withdraw(player, card, 2_000)).models.move?.id ?? '';
      const [filled, approved] = await Promise.all([
        player.twin(base(round)).get<WithdrawToFillModels>('/api/fund/withdrawToFillmoney', { withdrawId: id }),
        desk.act(id, 'approve'),
      ]);
      expect([filled.status, approved.status].sort((a, b) => a - b)).toEqual([STATUS.ok, STATUS.stateChanged]);
      ends.push(filled.status === STATUS.ok ? 'filled' : 'approved');
      expect(['paying', 'paid', 'filled']).toContain(await stateOf(id));
      expect((await stateOf(id)) === 'filled').toBe(filled.status === STATUS.ok);
    }
    // A withdrawal that became a recharge is in the wallet, with its bonus. An approved withdrawal has left it.
    const { rows } = await pool.query<{ fen: string }>('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [player.userId]);
    const filled = ends.filter((end) => end === 'filled').length;
    expect(Number(rows[0]?.fen)).toBe(1_000_000 - (12 - filled) * 2_000 + filled * 20);
  });

  it('[L46] one card, bound by many through both nodes at once, is one player’s', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, someone));
    const number = newCardNumber();
    const answers = await Promise.all(crowd.map(({ player }, at) => bindCard(player.twin(base(at)), number)));
    expect(answers.filter(({ status }) => status === STATUS.ok)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === STATUS.stateChanged)).toHaveLength(7);
  });

  it(`[L44] approved withdrawals are paid once each, while processes are killed × ${KILLS}`, async () => {
    const crowd = await Promise.all(Array.from({ length: 4 }, someone));
    const ids: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const desk = await openDesk(base(kill), `丙${kill}`);
      for (const { player, card } of crowd)
        for (let n = 0; n < 3; n += 1) {
          const id = (await withdraw(player, card, 2_000)).models.move?.id ?? '';
          expect((await desk.act(id, 'approve')).status).toBe(STATUS.ok);
          ids.push(id);
        }
      // The blow falls when some of the twelve are under way, each time some others.
      await waitFor('a payment under way', async () => {
        const { rows } = await pool.query('SELECT 1 FROM demo_payer_requests WHERE request = ANY($1::uuid[])', [ids.slice(-12)]);
        return rows.length > (kill % 5) * 2 && rows.length;
      });
      await nodes[kill % 2]?.kill();
      nodes[kill % 2] = await spawnServer(env);
      for (const [at, each] of crowd.entries()) crowd[at] = { ...each, player: each.player.twin(base(kill)) };
    }
    await waitFor('all of them paid', async () => {
      const { rows } = await pool.query('SELECT 1 FROM withdrawals WHERE id = ANY($1::uuid[]) AND state <> $2', [ids, 'paid']);
      return rows.length === 0;
    });
    const { rows } = await pool.query<{ paid: number; announced: number; moved: number }>(
      `SELECT (SELECT count(*)::int FROM withdrawal_steps WHERE withdrawal_id = ANY($1::uuid[]) AND state = 'paid') AS paid,
              (SELECT count(*)::int FROM demo_payer_requests WHERE request = ANY($1::uuid[])) AS announced,
              (SELECT count(*)::int FROM movements WHERE ref = ANY($1::uuid[]) AND kind = 'withdrawPaid') AS moved`,
      [ids],
    );
    expect(rows[0]).toEqual({ paid: ids.length, announced: ids.length, moved: ids.length });
    expect(new Set(ids).size).toBe(12 * KILLS);
  }, 600_000);
});
