/**
 * Blocks that statements read. A pool notes its statements. Each of them is then run once more under EXPLAIN, in a transaction that is rolled
 * back. A count of blocks is the same on every machine, however busy.
 */
import type { Querying } from '../../../server/platform/database/database.ts';
import type { PoolLike } from '../../../server/platform/database/pool.ts';

export interface ObservedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** A connection keeps its plan. */
  readonly named: boolean;
}

export interface ObservingPool {
  readonly pool: PoolLike;
  /** The statements of `work` alone: those of background jobs are not noted. */
  during(work: () => Promise<unknown>): Promise<readonly ObservedStatement[]>;
}

export function observingPool(pool: PoolLike): ObservingPool {
  let observedStatements: ObservedStatement[] = [];
  const note = (text: string, values: readonly unknown[] = [], name?: string): void => {
    if (/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|\()/i.test(text)) observedStatements.push({ text, values, named: name !== undefined });
  };
  const noted = (inner: PoolLike): PoolLike => ({
    ...inner,
    query(text, values, name) {
      note(text, values, name);
      return inner.query(text, values, name);
    },
    async connect() {
      const client = await inner.connect();
      return {
        query(text, values, name) {
          note(text, values, name);
          return client.query(text, values, name);
        },
        release: (error) => client.release(error),
      };
    },
    reader: () => noted(inner.reader()),
  });
  return {
    pool: noted(pool),
    async during(work) {
      observedStatements = [];
      await work();
      return observedStatements;
    },
  };
}

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** A value as a literal, which PREPARE gives the type of its parameter. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = Array.isArray(value)
    ? `{${value.map((each) => (each === null ? 'NULL' : `"${String(each).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
    : value instanceof Uint8Array
      ? `\\x${Buffer.from(value).toString('hex')}`
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return `E'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Blocks that a statement reads: with a plan for its values and, where a connection keeps its plan, with one for any; the greater of the two. */
export async function blocksRead(
  transaction: (work: (client: Querying) => Promise<unknown>) => Promise<unknown>,
  { text, values, named }: ObservedStatement,
): Promise<number> {
  let most = 0;
  for (const mode of ['force_custom_plan', ...(named ? ['force_generic_plan'] : [])]) {
    const undone = new Error('rolled back');
    await transaction(async (client) => {
      await client.query(`SET LOCAL plan_cache_mode = ${mode}`);
      await client.query(`PREPARE measured AS ${text}`);
      try {
        const list = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
        const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] | string }>(
          `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE measured${list}`,
        );
        const planJson = rows[0]?.['QUERY PLAN'] ?? '[]';
        const [explained] = typeof planJson === 'string' ? (JSON.parse(planJson) as { Plan: Plan }[]) : planJson;
        const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = (explained as { Plan: Plan }).Plan;
        most = Math.max(most, hit + read);
      } finally {
        await client.query('DEALLOCATE measured');
      }
      throw undone;
    }).catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  }
  return most;
}
