/** How a new player comes into the tree of agents. */
import { dayNumberAt } from '../platform/index.ts';
import type { AgentServices } from './services.ts';
import type { Querying } from '../platform/index.ts';
import { productOffset } from '../catalog/index.ts';
import { AGENT_RULES, FAMILIES, MAX_LINK_REBATE_BP } from './rules.ts';

/** Number of the day that it is by the clock of the database. */
export async function currentDayNumber(context: Pick<AgentServices, 'publication'>, client: Querying): Promise<number> {
  const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now');
  return dayNumberAt(rows[0]?.now ?? 0, productOffset(context.publication));
}

/** Puts a new player under who invited him, by a link with its rate. */
export async function joinTree(
  context: Pick<AgentServices, 'publication'>,
  client: Querying,
  userId: number,
  by: { readonly parent: number; readonly link?: string | undefined; readonly bp: number },
): Promise<void> {
  await client.query('SELECT join_agent($1, $2, $3::uuid, $4, $5::text[], $6, $7)', [
    userId,
    by.parent,
    by.link ?? null,
    Math.min(by.bp, MAX_LINK_REBATE_BP),
    FAMILIES,
    await currentDayNumber(context, client),
    AGENT_RULES.most.levels,
  ]);
}
