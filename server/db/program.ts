/**
 * What the program keeps in the database beside its tables: functions, triggers, views (.sql files) and described rules. They are applied
 * as a whole, in one transaction, whenever their content is not what the database has; a released file may change, a migration may not.
 */
import { createHash } from 'node:crypto';
import { STATUS } from '../../protocol/status.ts';
import { movementRulesSql } from '../money/movements.ts';
import type { Database, Querying } from './database.ts';
import { readSqlFiles } from './sql-files.ts';

/** Held while the program is applied, so that of several processes that start one does it. Any number will do. */
const PROGRAM_LOCK = 7_218_004;

/** The numbers of business statuses by name: status('insufficientFunds'). An unknown name is an error when its statement is planned. */
export function statusSql(statuses: Readonly<Record<string, number>> = STATUS): string {
  const cases = Object.entries(statuses).map(([name, number]) => `    WHEN '${name}' THEN ${number}`);
  return `CREATE FUNCTION status(p_name text) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  number int := CASE p_name
${cases.join('\n')}
  END;
BEGIN
  IF number IS NULL THEN RAISE EXCEPTION 'protocol/status.ts has no status %', p_name; END IF;
  RETURN number;
END
$$;`;
}

/** Names of what a text creates, as "function post", "view entries". */
export function createdBy(text: string): string[] {
  return [...text.matchAll(/^CREATE (FUNCTION|VIEW) (\w+)/gm)].map(([, kind, name]) => `${kind?.toLowerCase()} ${name}`);
}

/**
 * Brings functions, triggers, views and rules up to date; does nothing when they are. `migration` is the last one applied: after a
 * migration everything is made anew, since it may have dropped what stood in its way. Returns true when something was done.
 */
export async function applyProgram(
  database: Pick<Database, 'transaction' | 'query'>,
  migration: string,
  files: Readonly<Record<string, string>> = readSqlFiles(),
): Promise<boolean> {
  const parts = { 'status (protocol/status.ts)': statusSql(), 'rules (protocol/movements.json)': movementRulesSql(), ...files };
  const hash = createHash('sha256')
    .update(JSON.stringify([migration, parts]))
    .digest('hex');
  // Nearly every start finds what it needs, and takes no lock for it.
  if ((await applied(database))?.hash === hash) return false;
  return database.transaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${PROGRAM_LOCK})`);
    const before = await applied(client);
    if (before?.hash === hash) return false;
    const objects = Object.values(parts).flatMap(createdBy);
    await drop(client, [...new Set([...(before?.objects ?? []), ...objects])]);
    for (const [name, text] of Object.entries(parts)) {
      try {
        await client.query(text);
      } catch (error) {
        throw new Error(`${name} cannot be applied to the database: ${(error as Error).message}`, { cause: error });
      }
    }
    await client.query('ANALYZE movement_rules');
    await client.query(
      `INSERT INTO program_sql (id, hash, objects) VALUES (1, $1, $2) ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, objects = excluded.objects`,
      [hash, objects],
    );
    return true;
  });
}

async function applied(client: Querying): Promise<{ hash: string; objects: string[] } | undefined> {
  return (await client.query<{ hash: string; objects: string[] }>('SELECT hash, objects FROM program_sql WHERE id = 1')).rows[0];
}

/** Drops what an earlier program made, the triggers on its functions first; anything else that stands on them is an error. */
async function drop(client: Querying, objects: readonly string[]): Promise<void> {
  const named = (kind: string) => objects.filter((object) => object.startsWith(`${kind} `)).map((object) => object.slice(kind.length + 1));
  const { rows } = await client.query<{ statement: string }>(
    `SELECT 'DROP VIEW ' || c.oid::regclass AS statement FROM pg_class c
      WHERE c.relkind = 'v' AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($2::text[])
     UNION ALL
     SELECT format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal AND p.pronamespace = current_schema()::regnamespace AND p.proname = ANY($1::text[])
     UNION ALL
     SELECT 'DROP FUNCTION ' || p.oid::regprocedure FROM pg_proc p
      WHERE p.pronamespace = current_schema()::regnamespace AND p.proname = ANY($1::text[])`,
    [named('function'), named('view')],
  );
  for (const { statement } of rows) await client.query(statement);
}
