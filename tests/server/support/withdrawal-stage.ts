/** A server whose draws and payments are steps of the test's own, two operators at its desk of withdrawals, and for each test a player with a card. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { FundMove, FundMoveModels } from '../../../protocol/calls.ts';
import { verifyAudit } from '../../../server/platform/audit/audit.ts';
import type { Services } from '../../../server/services.ts';
import type { Payer } from '../../../server/payments/withdrawals/payer.ts';
import { demoPayer } from '../../../server/payments/withdrawals/payer.ts';
import { processNextWithdrawal } from '../../../server/payments/withdrawals/steps.ts';
import type { Client } from './client.ts';
import { bindCard, OPERATOR_PASSWORD, openDesk, verifyIdentity } from './withdrawals.ts';
import { expectBooksInOrder, startServer, type TestServer } from './server.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;

export interface WithdrawalStage {
  readonly server: TestServer;
  readonly context: Services;
  /** The player of this test, with a real name, a fund password and `card`. */
  readonly player: Client;
  readonly card: string;
  readonly one: Desk;
  readonly two: Desk;
}

/** `begin` receives the stage before each test. The function that it returns makes requests about the player of the test. */
export function withdrawalStage(begin: (stage: WithdrawalStage) => void) {
  let server: TestServer;
  let context: Services;
  let player: Client;
  let desks: readonly [Desk, Desk];
  beforeAll(async () => {
    server = await startServer({ clockSpeed: 1, role: 'web', operatorPassword: OPERATOR_PASSWORD });
    context = server.context;
    desks = [await openDesk(server.base, '甲'), await openDesk(server.base, '乙')];
  });
  beforeEach(async () => {
    await context.database.query('DELETE FROM withdrawal_rules');
    player = await server.client().register();
    await verifyIdentity(context, player);
    const card = (await bindCard(player)).models.id;
    begin({ server, context, player, card, one: desks[0], two: desks[1] });
  });
  afterEach(async () => {
    await expectBooksInOrder(context.database);
    expect(await verifyAudit(context.database)).not.toHaveProperty('broken');
  });
  afterAll(() => server?.stop());

  const purse = async (who: Client, name: string): Promise<number> => {
    const { rows } = await context.database.query<{ fen: number }>(
      `SELECT balance_fen AS fen FROM wallets WHERE user_id = $1 AND $2 = 'wallet' UNION ALL SELECT balance FROM purses WHERE user_id = $1 AND purse = $2`,
      [who.userId, name],
    );
    return rows[0]?.fen ?? 0;
  };
  const wallet = (who: Client = player) => purse(who, 'wallet');
  const moves = async (): Promise<readonly FundMove[]> =>
    (await player.get<{ items: FundMove[] }>('/api/fund/Moves', { target: 'withdraw' })).models.items;
  return {
    wallet,
    held: (who: Client = player) => purse(who, 'held'),
    moves,
    stateOf: async (id: string) => (await moves()).find((move) => move.id === id)?.state,
    /** Pays what is approved, by the stand-in unless another payer is given. */
    async payAll(by: Payer = demoPayer(context)): Promise<void> {
      while (await processNextWithdrawal(context, by));
    },
    /** Gives the player what his wallet lacks of so much. */
    async grantedTo(least: number): Promise<void> {
      const short = least - (await wallet());
      if (short > 0) await server.grant(player.userId, short);
    },
  };
}

export const idOf = ({ models }: { models: FundMoveModels }): string => models.move?.id ?? '';
