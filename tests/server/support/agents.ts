/** Agents for tests: the accounts with rates today, players below them, and their bets. */
import { randomUUID } from 'node:crypto';
import { grantStartRates } from '../../../server/agents/tree.ts';
import { joinTree, currentDayNumber } from '../../../server/agents/join.ts';
import { FAMILIES } from '../../../server/agents/rules.ts';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

type Parts = Pick<TestServer, 'context'>;

/** Makes a player an agent whose rates hold today, all of them the same. */
export async function makeAgent({ context }: Parts, { userId }: Pick<Client, 'userId'>, bp = 300): Promise<void> {
  const { database } = context;
  await database.transaction(async (client) => {
    const today = await currentDayNumber(context, client);
    await grantStartRates(client, userId, today);
    for (const family of FAMILIES) await client.query('SELECT set_agent_rate($1, $2, $3, $4, $1)', [userId, family, today, bp]);
  });
}

/** A new player below another, with a rate of today. */
export async function newSubPlayer(server: TestServer, parent: Pick<Client, 'userId'>, bp = 0): Promise<Client> {
  const sub = await server.client().register();
  await server.context.database.transaction((client) => joinTree(server.context, client, sub.userId, { parent: parent.userId, bp }));
  return sub;
}

/** A play of a small game that is over, as if it had been lost an instant ago or days before. */
export async function addLostSmallPlay({ context }: Parts, userId: number, fen: number, daysAgo = 0, game = 'reels'): Promise<string> {
  const id = randomUUID();
  await context.database.query(
    `INSERT INTO small_plays (user_id, id, game, hash, commitment, phone_seed, bets, stake, cost, status, placed_at, settled_at)
     SELECT $1, $2, $5, 'h', '', '', '[]', $3::bigint, $3::bigint, 'lost', at, at FROM (SELECT caipu_now_ms() - $4::bigint * 86400000 AS at) t`,
    [userId, id, fen, daysAgo, game],
  );
  await context.database.query(`SELECT post($1, 'game', 'wallet', 'house:stakes', $2, 'play', $3)`, [userId, fen, id]);
  return id;
}
