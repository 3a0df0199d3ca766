/** A PostgreSQL server behind a pool of connections that neither ends this process when it goes nor waits for ever while it is silent. */
import pg from 'pg';
import { INT8, type PoolLike, parseInt8, type Rows } from './pool.ts';
import { assertStatementName } from './statement-names.ts';
import { connectionError, unsupportedServerError } from './startup-errors.ts';

/** Real ms until a new connection is given up. */
const CONNECT_MS = 3_000;
/** The server ends a statement after so long. Whatever a player waits for takes milliseconds, a step of settlement less than a second. */
const STATEMENT_MS = 10_000;
/** A little longer than the server's own limit: this one is for a connection that has gone silent. */
const SILENT_MS = STATEMENT_MS + 1_000;
/** How long a statement waits for a lock that another transaction holds. */
const LOCK_MS = 2_000;
/** A process that was stopped in the middle of a transaction gives its locks back after so long. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** As pg's client takes them; 0 or left out is no limit. */
export interface TimeoutSettings {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly query_timeout?: number;
}
const LIMITS: TimeoutSettings = { statement_timeout: STATEMENT_MS, query_timeout: SILENT_MS, lock_timeout: LOCK_MS };
/** Changing tables may take long, but never while others wait for the tables: it waits little for locks, and is tried again. */
export const MIGRATION_LIMITS: TimeoutSettings = { statement_timeout: 0, lock_timeout: 250 };

/**
 * Limits of a background job's connection. A freeze waits for the bets under way on its issue, and a payment for the bets of its player, which
 * takes milliseconds. If a bet is stuck, other issues must not wait, nor players whose wallets the payment has locked. So the job gives up and
 * tries again.
 */
const JOB_LIMITS: TimeoutSettings = { ...LIMITS, lock_timeout: 500 };

/** Opens the pool. Rejects, with what to do, when the server does not answer. */
export async function openPostgres(url: string, size: number, limits: TimeoutSettings = LIMITS): Promise<PoolLike> {
  let pool: PoolLike | undefined;
  try {
    pool = makePool(url, size, limits);
    const { rows } = await pool.query(
      `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`,
    );
    const unfit = unsupportedServerError(url, rows[0] as Parameters<typeof unsupportedServerError>[1]);
    if (unfit !== undefined) throw unfit;
    return pool;
  } catch (error) {
    await pool?.end();
    throw (error as { code?: unknown }).code === undefined && /^DATABASE_URL/.test((error as Error).message)
      ? error
      : connectionError(url, error);
  }
}

/** Limits that are set at the start of a connection, or in each transaction where connections are shared. */
const limitsOf = ({ statement_timeout, lock_timeout }: TimeoutSettings) => ({
  statement_timeout,
  lock_timeout,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
});

/**
 * Connections are made when they are needed. An address with pgbouncer=true is that of a pooler in transaction mode: each transaction may have
 * another connection of the database, so no setting may outlive a transaction. Statements are then not prepared by name, and a transaction sets
 * its own limits; single statements have those of the role (docs/operate/pooling.md).
 */
function makePool(url: string, size: number, limits: TimeoutSettings, onlyReads = false): PoolLike {
  const pooled = new URL(url).searchParams.get('pgbouncer') === 'true';
  const ofTransaction = [...Object.entries(limitsOf(limits)), ...(onlyReads ? [['transaction_read_only', 'on']] : [])]
    .map(([name, value]) => `SET LOCAL ${name} = ${value}`)
    .join('; ');
  const pool = new pg.Pool({
    connectionString: onlyReads && !pooled ? readingUrl(url) : url,
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    ...(limits.query_timeout === undefined ? {} : { query_timeout: limits.query_timeout }),
    ...(pooled ? {} : limitsOf(limits)),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // A broken connection emits one error: to the pool while it is idle, to no listener while it is in use. The statement under
  // way fails as well, which is the answer; without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const run = (queryable: pg.Pool | pg.PoolClient) => async (text: string, values?: readonly unknown[], name?: string) => {
    assertStatementName(text, name);
    const result = await queryable.query({
      text: pooled && /^begin\b/i.test(text) ? `${text}; ${ofTransaction}` : text,
      ...(values === undefined ? {} : { values: values as unknown[] }),
      ...(name && !pooled ? { name } : {}),
    });
    // Several statements in one text have as many results.
    const last = (Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult;
    return { rows: last.rows as unknown[], rowCount: last.rowCount ?? 0 };
  };
  /** Shared connections cannot be set to read only: each statement has a transaction of its own, two messages more. */
  async function readAlone(...parameters: Parameters<PoolLike['query']>): Promise<Rows<unknown>> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN READ ONLY');
      const result = await run(client)(...parameters);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  }
  return {
    query: onlyReads && pooled ? readAlone : run(pool),
    async connect() {
      const client = await pool.connect();
      return { query: run(client), release: (error) => client.release(error) };
    },
    forJob: () => makePool(url, 1, JOB_LIMITS),
    reader: () => makePool(url, size, limits, true),
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  };
}

/** An address whose connections refuse to write from their first message on, so that no statement is sent for it. */
function readingUrl(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', `${address.searchParams.get('options') ?? ''} -c default_transaction_read_only=on`.trim());
  return address.href;
}

/** Errors of Node and of pg's client that mean: no connection, or one that was lost. */
const LOST =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|^Connection terminated|timeout exceeded when trying to connect|^Query read timeout|^timeout expired|Client has encountered a connection error/;

/**
 * True when the database could not be asked or took too long, as opposed to having refused what it was asked: SQLSTATE classes 08
 * (connection), 53 (resources), 57 (intervention of an operator, cancelled by a timeout), 55P03 (lock not to be had), 25P03 (idle too
 * long), 40001 and 40P01 (serialization, deadlock), 25006 (a standby that has not been promoted). What was under way may have been done.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'string' && /^(08|53|57)[0-9A-Z]{3}$|^(55P03|25P03|25006|40001|40P01)$/.test(code)) return true;
  return LOST.test(String(code ?? '')) || LOST.test(String(message ?? ''));
}

/**
 * True when the database is to blame: it is away, full or busy, which /healthz reports too. A statement that it cancelled because
 * it took too long (57014) would take too long again, and is the fault of the request.
 */
export const isDatabaseDown = (error: unknown): boolean => isUnavailable(error) && (error as { readonly code?: unknown }).code !== '57014';

/** True for a lock that another transaction holds, or a deadlock that the database broke: the fault of the request, not of the database. */
export const isLockContention = (error: unknown): boolean =>
  /^(55P03|40P01|40001)$/.test(String((error as { readonly code?: unknown }).code));
