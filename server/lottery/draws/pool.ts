/**
 * The pool (奖池) of a game with floating prizes, as settlement works with it (server/lottery/draws/sql/pools.sql): fed and shared out when an issue's prizes
 * are fixed (fix-prizes.ts), paid from ticket by ticket (pay.ts), and put right here for what was given back afterwards.
 */
import type { Database, ShortTicket, Querying } from '../../platform/index.ts';
import type { GameVersion } from '../../catalog/index.ts';
import { poolStakeOf } from './fix-prizes.ts';
import { type DrawnIssue, valueOrFault, type VersionOf, versionsOf } from './issue.ts';
import type { DrawParts } from './quarantine.ts';
import { ticketHashSql, toWholeTickets } from './sold-tickets.ts';

/** Orders given back that are taken out of their pools in one step. */
const MOST_RETURNS = 500;

/** Fen that a winning bet takes out of the pool by "play/tier". The pool of the game is held until the transaction ends; to be called before a wallet is. */
export async function poolSharesOf(
  client: Querying,
  { game, issue }: Pick<DrawnIssue, 'game' | 'issue'>,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await client.query<{ shares: Record<string, number> | null }>(
    'SELECT p.shares FROM (SELECT lock_pool($1)) AS held LEFT JOIN issue_pools p ON p.game = $1 AND p.issue = $2',
    [game, issue],
    'pool-shares',
  );
  return rows[0]?.shares ?? {};
}

interface Return extends Pick<DrawnIssue, 'numbers' | 'draws_at'> {
  readonly user_id: number;
  readonly order_id: string;
  readonly game: string;
  readonly issue: string;
  readonly hash: string;
  readonly ticket: ShortTicket;
  readonly multiplier: number;
}

/**
 * Takes stakes out of pools again whose orders were given back, and frees what was promised to nobody any more, in the transaction of `client`.
 * With an issue: of this one. Returns how many orders: fewer than a step takes means that nothing is left.
 */
export async function reconcilePools(client: Querying, versionOf: VersionOf, of?: Pick<DrawnIssue, 'game' | 'issue'>): Promise<number> {
  const { rows } = await client.query<Return>(
    `SELECT r.user_id, r.order_id, r.game, r.issue, ${ticketHashSql('t')} AS hash, t.ticket, t.multiplier, i.numbers, i.draws_at
       FROM pool_returns r JOIN tickets t ON t.user_id = r.user_id AND t.id = r.order_id JOIN issues i ON i.game = r.game AND i.issue = r.issue
      WHERE $1::text IS NULL OR (r.game, r.issue) = ($1, $2) ORDER BY r.game, r.issue LIMIT ${MOST_RETURNS} FOR UPDATE OF r SKIP LOCKED`,
    [of?.game ?? null, of?.issue ?? null],
  );
  const stakes = new Map<string, { readonly game: string; readonly issue: string; fen: bigint }>();
  for (const row of toWholeTickets(rows, ({ game }) => game)) {
    const key = `${row.game}/${row.issue}`;
    const sum = stakes.get(key) ?? { game: row.game, issue: row.issue, fen: 0n };
    stakes.set(key, sum);
    // One that nobody can read was not counted either.
    const fed = await valueOrFault(async () => poolStakeOf(row, row.ticket, (await versionOf(row.hash)) as GameVersion));
    if ('value' in fed) sum.fen += fed.value * BigInt(row.multiplier);
    await client.query('DELETE FROM pool_returns WHERE user_id = $1 AND order_id = $2', [row.user_id, row.order_id]);
  }
  for (const { game, issue, fen } of stakes.values())
    if (fen > 0n) await client.query('SELECT withdraw_pool_stakes($1, $2, $3::bigint)', [game, issue, String(fen)]);
  if (of !== undefined) await client.query('SELECT close_pool($1, $2)', [of.game, of.issue]);
  else await client.query('SELECT close_pool(game, issue) FROM issue_pools WHERE paid <> promised ORDER BY game, issue LIMIT 100');
  return rows.length;
}

/** The same for what happened after its issue was settled: an operator gave a ticket back, or one that had waited was paid. */
export async function reconcileEndedPools({ database, games }: DrawParts): Promise<void> {
  const { rows } = await database.query<{ any: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM pool_returns) OR EXISTS (SELECT 1 FROM issue_pools WHERE paid <> promised) AS any',
    [],
    'pools-to-tidy',
  );
  if (rows[0]?.any !== true) return;
  while ((await database.transaction((client) => reconcilePools(client, versionsOf(games, client)))) === MOST_RETURNS);
}

export interface PoolBalance {
  readonly game: string;
  /** What is in it and promised to nobody, fen. */
  readonly free: number;
}

/** The pools that there are. */
export async function currentPools(database: Pick<Database, 'query'>): Promise<PoolBalance[]> {
  const { rows } = await database.query<PoolBalance>('SELECT game, unpromised_pool(game) AS free FROM pools', [], 'pools-now');
  return rows;
}

/** What one issue made of its pool, fen. */
export interface IssuePool {
  /** What there was to share. */
  readonly poolFen: number;
  readonly carriedFen: number;
  readonly fedFen: number;
  readonly addedFen: number;
  /** What the winners got out of it. */
  readonly paidFen: number;
  /** Ids of the pool's conditions in force, where there were any. */
  readonly inForce?: readonly string[];
}

export async function poolOfIssue(database: Pick<Database, 'query'>, game: string, issue: string): Promise<IssuePool | undefined> {
  const { rows } = await database.query<IssuePool & { readonly inForce: readonly string[] }>(
    `SELECT in_force AS "inForce", carried + fed + added AS "poolFen", carried AS "carriedFen", fed AS "fedFen", added AS "addedFen", promised AS "paidFen"
       FROM issue_pools WHERE game = $1 AND issue = $2`,
    [game, issue],
    'pool-of-issue',
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { inForce, ...amounts } = row;
  return inForce.length === 0 ? amounts : { ...amounts, inForce };
}
