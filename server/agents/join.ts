/** How a new player comes into the tree of agents. */
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { productOffset } from '../descriptions/product-clock.ts';
import { AGENTS, dayOf, FAMILIES, MOST_BY_LINK } from './rules.ts';

/** Number of the day that it is by the clock of the database. */
export async function todayOf(context: Pick<Context, 'publication'>, client: Querying): Promise<number> {
  const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now');
  return dayOf(rows[0]?.now ?? 0, productOffset(context.publication));
}

/** Puts a new player under who invited him, by a link with its rate. */
export async function joinTree(
  context: Pick<Context, 'publication'>,
  client: Querying,
  userId: number,
  by: { readonly parent: number; readonly link?: string | undefined; readonly bp: number },
): Promise<void> {
  await client.query('SELECT join_agent($1, $2, $3::uuid, $4, $5::text[], $6, $7)', [
    userId,
    by.parent,
    by.link ?? null,
    Math.min(by.bp, MOST_BY_LINK),
    FAMILIES,
    await todayOf(context, client),
    AGENTS.most.levels,
  ]);
}
