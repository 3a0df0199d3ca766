/**
 * What the program keeps in the database beside its tables: functions, triggers, views (.sql files) and described rules. They are applied
 * as a whole, in one transaction, whenever their content is not what the database has; a released file may change, a migration may not.
 */
import { createHash } from 'node:crypto';
import { STATUS } from '../../../protocol/status.ts';
import { movementRulesSql } from './movement-rules.ts';
import type { Database, Querying } from './database.ts';
import currentRoutines from './sql-routines.json' with { type: 'json' };
import { lastMigration, type Schema } from './schema.ts';

/** Key of the advisory lock during the installation of the routines, so that only one of several starting processes does it. An arbitrary number. */
const ROUTINES_LOCK = 7_218_004;

export interface SqlRoutinesOptions {
  /** Grows with every change of the routines (npm run program). */
  readonly number?: number;
  /** The number of the newer program that this older one may replace, as an operator who goes back on purpose gives it. */
  readonly replaceNumber?: number | undefined;
}

/** The numbers of business statuses by name: status('insufficientFunds'). An unknown name is an error when its statement is planned. */
export function statusFunctionSql(statuses: Readonly<Record<string, number>> = STATUS): string {
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

const TRIGGER = /^CREATE TRIGGER (\w+) [^;]*;$/gm;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Names of the objects that a text creates, as "function post", "view entries"; a trigger with a hash of its definition, "trigger forbid_movement_change 5d41…". */
export function createdObjects(text: string): string[] {
  return [
    ...[...text.matchAll(/^CREATE (FUNCTION|VIEW) (\w+)/gm)].map(([, kind, name]) => `${kind?.toLowerCase()} ${name}`),
    ...[...text.matchAll(TRIGGER)].map(([statement, name]) => `trigger ${name} ${md5(statement)}`),
  ];
}

/**
 * The text in a form that replaces existing objects. A replaced function keeps its oid, so that the bets of a process
 * that is running meanwhile go on; one that was dropped and made again would fail them. Triggers that are as they were are left out: making
 * one locks its table.
 */
function withOrReplace(text: string, unchangedTriggers: ReadonlySet<string>): string {
  return text
    .replace(TRIGGER, (statement, name: string) =>
      unchangedTriggers.has(`trigger ${name} ${md5(statement)}`) ? '' : statement.replace('CREATE', 'CREATE OR REPLACE'),
    )
    .replace(/^CREATE (FUNCTION|VIEW) /gm, 'CREATE OR REPLACE $1 ');
}

/**
 * Brings functions, triggers, views and rules up to date; does nothing when they are. After a
 * migration everything is made again, since it may have dropped what stood in its way. Returns true when something was done. Rejects, before
 * anything is changed, when the database has the program of a newer version: its processes may be running.
 */
export async function applySqlRoutines(
  database: Pick<Database, 'transaction' | 'query'>,
  { migrations, routines: files }: Schema,
  { number = currentRoutines.number, replaceNumber }: SqlRoutinesOptions = {},
): Promise<boolean> {
  const parts = { 'status (protocol/status.ts)': statusFunctionSql(), 'rules (protocol/movements.json)': movementRulesSql(), ...files };
  const hash = createHash('sha256')
    .update(JSON.stringify([lastMigration(migrations), parts]))
    .digest('hex');
  const routines = { parts, hash, number, replaceNumber };
  // Nearly every start finds what it needs, and takes no lock for it.
  if (isUpToDate(await readInstalled(database), routines)) return false;
  try {
    return await installRoutines(database, routines, true);
  } catch (error) {
    // Another return type, another name of a parameter, another column: the existing object must be dropped first.
    if (!/^(42P13|42P16|42809)$/.test(String(((error as Error).cause as { code?: unknown } | undefined)?.code))) throw error;
    return installRoutines(database, routines, false);
  }
}

interface SqlRoutines {
  readonly parts: Readonly<Record<string, string>>;
  readonly hash: string;
  readonly number: number;
  readonly replaceNumber: number | undefined;
}

const isUpToDate = (installed: InstalledRoutines | undefined, { hash, number }: SqlRoutines): boolean =>
  installed?.hash === hash && installed.number >= number;

/** In one transaction. `inPlace`: existing objects are replaced, and obsolete ones dropped at the end; else all are dropped first. */
function installRoutines(database: Pick<Database, 'transaction'>, routines: SqlRoutines, inPlace: boolean): Promise<boolean> {
  const { parts, hash, number } = routines;
  return database.transaction(async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${ROUTINES_LOCK})`);
    const installed = await readInstalled(client);
    if (isUpToDate(installed, routines)) return false;
    refuseNewerRoutines(installed, routines);
    const objects = Object.values(parts).flatMap(createdObjects);
    const allObjects = [...new Set([...(installed?.objects ?? []), ...objects])];
    const { rows: triggers } = await client.query<{ name: string }>('SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal');
    // A migration may have taken a trigger away with its table.
    const unchangedTriggers = new Set(
      inPlace ? installed?.objects.filter((object) => triggers.some(({ name }) => object.startsWith(`trigger ${name} `))) : [],
    );
    if (!inPlace) await dropObjects(client, allObjects, false);
    for (const [name, text] of Object.entries(parts)) {
      try {
        await client.query(withOrReplace(text, unchangedTriggers));
      } catch (error) {
        throw new Error(`${name} cannot be applied to the database: ${(error as Error).message}`, { cause: error });
      }
    }
    const triggerNames = (of: readonly string[]) =>
      of.filter((one) => one.startsWith('trigger ')).map((one) => one.split(' ')[1] as string);
    const createdTriggers = new Set(triggerNames(objects));
    const removedTriggers = triggerNames(installed?.objects ?? []).filter((name) => !createdTriggers.has(name));
    if (inPlace) await dropObjects(client, allObjects, true, removedTriggers);
    await client.query('ANALYZE movement_rules');
    await client.query(
      `INSERT INTO sql_routines (id, hash, objects, number) VALUES (1, $1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, objects = excluded.objects, number = excluded.number`,
      [hash, objects, number],
    );
    return true;
  });
}

interface InstalledRoutines {
  readonly hash: string;
  readonly objects: readonly string[];
  readonly number: number;
}

async function readInstalled(client: Querying): Promise<InstalledRoutines | undefined> {
  return (await client.query<InstalledRoutines>('SELECT hash, objects, number FROM sql_routines WHERE id = 1')).rows[0];
}

function refuseNewerRoutines(installed: InstalledRoutines | undefined, { number, replaceNumber }: SqlRoutines): void {
  if (installed === undefined || installed.number <= number || installed.number === replaceNumber) return;
  throw new Error(
    `the functions of this database are those of a newer version of Caipu: its program is number ${installed.number}, and this one is number ${number}. ` +
      `Nothing was changed. Start the newer version. To go back to this one on purpose, stop every process of the newer version, and start once with CAIPU_PROGRAM_OVER=${installed.number}.`,
  );
}

/**
 * Drops what an earlier program made, the triggers on its functions first; anything else that stands on them is an error. `stale`: only what
 * this transaction has not just made. `gone`: names of triggers that no file has any more.
 */
async function dropObjects(
  client: Querying,
  objects: readonly string[],
  stale: boolean,
  removedTriggers: readonly string[] = [],
): Promise<void> {
  const named = (kind: string) => objects.filter((object) => object.startsWith(`${kind} `)).map((object) => object.slice(kind.length + 1));
  const { rows } = await client.query<{ statement: string }>(
    `WITH functions AS (
       SELECT p.oid FROM pg_proc p
        WHERE p.pronamespace = current_schema()::regnamespace AND p.proname = ANY($1::text[]) AND NOT ($3 AND age(p.xmin) = 0))
     SELECT 'DROP VIEW ' || c.oid::regclass AS statement FROM pg_class c
      WHERE c.relkind = 'v' AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($2::text[]) AND NOT $3
     UNION ALL
     SELECT format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass) FROM pg_trigger t
      WHERE NOT t.tgisinternal AND (t.tgfoid IN (SELECT oid FROM functions) OR t.tgname = ANY($4::text[]))
     UNION ALL
     SELECT 'DROP FUNCTION ' || oid::regprocedure FROM functions`,
    [named('function'), named('view'), stale, removedTriggers],
  );
  for (const { statement } of rows) await client.query(statement);
}
