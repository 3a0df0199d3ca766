/** A player's own limits. Every transaction that takes a stake checks them, under the player's lock. */
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { AccountServices } from '../services.ts';
import { type Querying, refuse } from '../../platform/index.ts';

/**
 * The refusal (limitReached, in words for the player) of a recharge or a stake that a limit, a break or an exclusion of the player's own
 * forbids; undefined when he may. `stake` is a bet, a share of a group order and a transfer to a company alike. Bets ask the same function
 * of the database (player_limit_refusal) in their own statements.
 */
export async function refuseByLimits(
  _context: Pick<AccountServices, 'database'>,
  client: Querying,
  userId: number,
  what: 'deposit' | 'stake',
  amountFen: number,
  /** What is staked, where `amountFen` is the most that can be lost by it: the sentence then says so. */
  stakeFen = amountFen,
): Promise<Envelope<null> | undefined> {
  const { rows } = await client.query<{ why: string | null }>(
    'SELECT player_limit_refusal($1, $2, $3, $4) AS why',
    [userId, what, amountFen, stakeFen],
    'limit-refusal',
  );
  const why = rows[0]?.why ?? null;
  return why === null ? undefined : refuse(STATUS.limitReached, why);
}
