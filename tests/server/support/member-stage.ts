/** A member of a server without background jobs, and the member's orders of past days. */
import { randomUUID } from 'node:crypto';
import { productOffset } from '../../../server/catalog/product-clock.ts';
import type { Services } from '../../../server/services.ts';
import type { Client } from './client.ts';
import { oneServer } from './one-server.ts';
import type { TestServer } from './server.ts';

export const DAY = 86_400_000;

export interface MemberStage {
  readonly server: TestServer;
  readonly context: Services;
  /** Of the product's clock, ms. */
  readonly offset: number;
}

/** `begin` receives the stage before the first test. */
export function memberStage(begin: (stage: MemberStage) => void): void {
  oneServer((server, context) => begin({ server, context, offset: productOffset(context.publication) }));
}

/** The day of the product's clock that it is, counted from 1970. */
export const dayOf = ({ context, offset }: Omit<MemberStage, 'server'>): number => Math.floor((context.clock.now() + offset) / DAY);

/** An issue of an own game that is over, and an order on it, as selling and settling leave them: what is posted here is not what is tested. */
export async function addSettledOrder(
  server: TestServer,
  who: Client,
  at: number,
  fen: number,
  how: 'lost' | 'won' | 'cancelled' | 'waiting' = 'lost',
): Promise<void> {
  const { database } = server.context;
  const issue = randomUUID().slice(0, 18);
  const id = randomUUID();
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers)
     SELECT 'ssq', $1, $2::bigint - 3, $2::bigint - 2, $2, $3, hash, '', '', '{}'::jsonb FROM descriptions WHERE kind = 'game' AND code = 'ssq' LIMIT 1`,
    [issue, at, how === 'waiting' ? 'drawn' : 'settled'],
  );
  await server.grant(who.userId, fen);
  await database.query(`SELECT post($1, 'stake', 'wallet', 'house:stakes', $2, 'bet', $3)`, [who.userId, fen, id]);
  await database.query(
    `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount, multiplier, placed_at, due_at)
     SELECT $1, $2, 'ssq', $3, hash, '[]', 1, $4, 1, $5::bigint - 3, $5 FROM issues WHERE game = 'ssq' AND issue = $3`,
    [who.userId, id, issue, fen, at],
  );
  if (how === 'won')
    await database.query(
      `SELECT pay_prizes(jsonb_build_array(jsonb_build_object('user', $1::bigint, 'id', $2::uuid, 'prize', 1, 'outcome', '[]'::jsonb)))`,
      [who.userId, id],
    );
  if (how === 'cancelled') await database.query(`SELECT refund_order($1, $2, 'void')`, [who.userId, id]);
}
