/** `npm run -s data -- …`: the operator's commands on the database: copies, and whether it is in order. */
import { resolve } from 'node:path';
import { type AuditHead, auditHead, recordAudit, verifyAudit } from '../../server/platform/audit/audit.ts';
import { dayNumberOf } from '../../server/platform/days.ts';
import {
  type Database,
  type DatabaseOptions,
  openWithoutMigrating,
  openDatabase,
  readLastMigration,
} from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { connectionError } from '../../server/platform/database/startup-errors.ts';
import { ledgerAuditFaults } from '../../server/audit-ledger.ts';
import { addKeyToFolder, dropOldKeysOfFolder, keysOfFolder, parseKeys, KEYS_VARIABLE } from '../../server/platform/encryption/keys.ts';
import { reencrypt } from '../../server/platform/encryption/reencrypt.ts';
import { openEncryption } from '../../server/platform/encryption/at-rest.ts';
import { readArguments } from '../games/options.ts';
import { commandUser } from '../lib/operator.ts';
import { writeBackup, restoreBackup } from './copies.ts';
import { readExport, runExport } from './exports/command.ts';

const USAGE = `npm run -s data -- <command>

  backup <file>     copies the whole database into one file. On PostgreSQL servers may run (pg_dump); with the embedded database stop the server first
  restore <file>    restores a copy into an empty database, upgrades it and checks it. Exit code 1 if the check finds a fault
  check             checks the whole ledger and the audit list, and changes nothing. Exit code 1 if it finds a fault
  rotate            encrypts players' data again with the first key of CAIPU_VAULT_KEYS, so that the other keys can be removed. Servers may
                    run. With the embedded database (stop the server first) it makes a new key, and deletes the old one once it is unused
  audit             checks the audit list and names the first wrong row. Exit code 1 if there is one
      [--expect <number>:<hash>]    a head that was stored elsewhere, and must be in the list
      [--head]                      prints only the head, <number>:<hash>, for storing it elsewhere

  export <set> <file>    writes one set as a file: orders, movements or odds. The ending of the name chooses the format: .csv, .jsonl or
                    .parquet. Columns: docs/operate/exports.md. Servers on PostgreSQL may run; with the embedded database stop the server first
      [--from <yyyy-MM-dd>] [--to <yyyy-MM-dd>]    the days, both included, on the clock of the product
      [--player <name>]             one player (orders, movements)
  agents            requests that the server counts the daily figures of agents again, from orders and movements
      --from <yyyy-MM-dd> [--to <yyyy-MM-dd>]    the days; without --to until today

The database is the server's: CAIPU_DATA or DATABASE_URL.
`;

const DATE = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/;
/** A day of the calendar: 2026-02-30 is none. */
const isDay = (text: string): boolean => DATE.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
/** A day that no clock comes to: the server stops at today. */
const LAST_DAY = 100_000;

type Say = (text: string) => void;

/** Resolves the exit code: 0 done and in order, 1 something is wrong, 2 not understood. */
export async function main(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
  say: Say = (text) => console.log(text),
  // Standard output may be piped on (to a file, to cron), so errors go elsewhere.
  complain: Say = (text) => console.error(text),
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    say(USAGE);
    return 0;
  }
  const read = readArguments(args, ['expect', 'from', 'to', 'player'], ['head']);
  const { words, options } = typeof read === 'string' ? { words: [], options: new Map<string, string>() } : read;
  const [command, file, target] = words;
  const expected = headFrom(options.get('expect'));
  const known =
    command === 'export'
      ? words.length === 3
      : command === 'backup' || command === 'restore'
        ? words.length === 2
        : command === 'agents'
          ? words.length === 1
          : (command === 'check' || command === 'audit' || command === 'rotate') && words.length === 1;
  if (!known || expected === null) {
    const what = typeof read === 'string' ? read : args.join(' ');
    const form = '--expect 要写成“序号:哈希”，哈希是 64 位十六进制 / --expect is a number, a colon and a hash of 64 hexadecimal digits';
    const lacks = (command === 'backup' || command === 'restore') && words.length === 1;
    const why = lacks ? '还缺内容 / something is missing' : '不明白 / not understood';
    complain(`${USAGE}\n${why}: ${what}${lacks ? ' … <file>' : ''}\n${known && expected === null ? `${form}\n` : ''}`);
    return 2;
  }
  const [from = '', to] = [options.get('from'), options.get('to')];
  if (command === 'agents' && !(isDay(from) && (to === undefined || (isDay(to) && to >= from)))) {
    complain(
      `${USAGE}\n--from 和 --to 要写成日历上的日期，--to 不早于 --from / --from and --to are days of the calendar, 2026-11-20, and --to is not before --from\n`,
    );
    return 2;
  }
  if (command === 'export') {
    const wanted = readExport(file as string, target as string, options);
    if (typeof wanted === 'string') {
      complain(`${USAGE}\n${wanted}\n`);
      return 2;
    }
    return runExport(wanted, env, say, complain);
  }
  const where: DatabaseOptions = { schema: SCHEMA, dataDir: resolve(env.CAIPU_DATA || '.data'), url: env.DATABASE_URL || undefined };
  try {
    // The programs of PostgreSQL are given its parts.
    if (where.url !== undefined && !URL.canParse(where.url)) throw connectionError(where.url, undefined);
    if (command === 'backup') {
      const { bytes, sha256 } = await writeBackup(where, resolve(file as string));
      say(`backup: ${file}, ${bytes} bytes, sha256 ${sha256}`);
      return 0;
    }
    if (command === 'restore') return await restore(where, resolve(file as string), say);
    if (command === 'rotate') return await rotate(where, env, say);
    const database = await openWithoutMigrating(where);
    try {
      if (command === 'agents') {
        await database.query('UPDATE agent_progress SET rebuild_from = $1, rebuild_to = $2', [
          dayNumberOf(from),
          to === undefined ? LAST_DAY : dayNumberOf(to),
        ]);
        say(`days from ${from} to ${to ?? 'today'} are made anew by the server that runs, or the next that is started`);
        return 0;
      }
      if (options.has('head')) {
        const { seq, hash } = await auditHead(database);
        say(`${seq}:${hash}`);
        return 0;
      }
      return (await inOrder(database, say, { books: command === 'check', expected })) ? 0 : 1;
    } finally {
      await database.close();
    }
  } catch (error) {
    complain((error as Error).message);
    return 1;
  }
}

async function restore(where: DatabaseOptions, file: string, say: Say): Promise<number> {
  const { sha256 } = await restoreBackup(where, file);
  // Opening it brings an older copy up to date; one of a newer version, or of one from before the first release, is refused.
  await (await openDatabase(where)).close();
  // A server's limits of time are not for the whole ledger of a large copy.
  const database = await openWithoutMigrating(where);
  try {
    say(`restored ${file}, schema ${await readLastMigration(database)}`);
    const good = await inOrder(database, say, { books: true });
    await recordAudit(database, commandUser(), { kind: 'data.restore', body: { backup: sha256 } });
    const { rows } = await database.query<{ open: number; drawn: number; tickets: number }>(
      `SELECT count(*) FILTER (WHERE state = 'open') AS open, count(*) FILTER (WHERE state IN ('frozen', 'drawn')) AS drawn,
              (SELECT count(*) FROM tickets WHERE status = 'placed' AND due_at > caipu_now_ms()) AS tickets FROM issues`,
    );
    say(
      `issues open ${rows[0]?.open}, waiting to be drawn or settled ${rows[0]?.drawn}, tickets that wait for a draw to come ${rows[0]?.tickets}: the server goes on with them`,
    );
    return good ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** Seals everything under the first key. */
async function rotate(where: DatabaseOptions, env: Readonly<Record<string, string | undefined>>, say: Say): Promise<number> {
  const database = await openWithoutMigrating(where);
  try {
    // The lock of the folder is held from here on. A run that was broken off left both keys: the next one goes on with them.
    const given = env[KEYS_VARIABLE];
    const own = given === undefined || given === '';
    if (own && where.url !== undefined) throw new Error(`${KEYS_VARIABLE} is missing: put the new key first and the present one after it.`);
    if (own && keysOfFolder(where.dataDir).length < 2) addKeyToFolder(where.dataDir);
    const keys = own ? keysOfFolder(where.dataDir) : parseKeys(given);
    if (keys.length < 2) throw new Error(`${KEYS_VARIABLE} holds one key: put the new key first and the present one after it.`);
    const sealed = await reencrypt(database, await openEncryption(database, keys));
    await recordAudit(database, commandUser(), { kind: 'vault.rotate', body: { key: keys[0]?.id ?? '', sealed } });
    if (own) dropOldKeysOfFolder(where.dataDir);
    say(`sealed ${sealed} texts under key ${keys[0]?.id}`);
    say(
      own
        ? 'the key before it was dropped'
        : `nothing needs ${keys
            .slice(1)
            .map(({ id }) => id)
            .join(', ')} any more: leave it out of ${KEYS_VARIABLE} and start the servers again`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

/** Says how the database stands; false when something is wrong. */
async function inOrder(
  database: Database,
  say: Say,
  { books, expected }: { books: boolean; expected?: AuditHead | undefined },
): Promise<boolean> {
  let good = true;
  if (books) {
    const faults = await ledgerAuditFaults(database);
    const { rows } = await database.query<{ players: number; movements: number }>(
      'SELECT (SELECT count(*) FROM users) AS players, (SELECT count(*) FROM movements) AS movements',
    );
    say(`ledger: ${faults.length === 0 ? 'in order' : 'NOT in order'}, ${rows[0]?.players} players, ${rows[0]?.movements} movements`);
    for (const { what, off } of faults) say(`  ${what}: ${off}`);
    good = faults.length === 0;
  }
  const { rows, head, broken } = await verifyAudit(database, expected === undefined ? {} : { expected });
  if (broken === undefined) say(`audit list: in order, ${rows} rows, head ${head.seq}:${head.hash}`);
  else say(`audit list: BROKEN at row ${broken.seq}: ${broken.what}. The ${rows} rows before it are in order`);
  return good && broken === undefined;
}

/** undefined: none is given; null: it is not one. */
function headFrom(text: string | undefined): AuditHead | undefined | null {
  if (text === undefined) return undefined;
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  return match === null ? null : { seq: Number(match[1]), hash: match[2] as string };
}
