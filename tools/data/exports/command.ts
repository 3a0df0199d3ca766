/** `data -- export <set> <file>`: the words of the command, and the file with its record on the audit list. */
import { resolve } from 'node:path';
import { recordAudit } from '../../../server/platform/audit/audit.ts';
import { type DatabaseOptions, openWithoutMigrating } from '../../../server/platform/database/database.ts';
import { connectionError } from '../../../server/platform/database/startup-errors.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { commandUser } from '../../lib/operator.ts';
import { EXPORT_SETS, type ExportSet } from './dictionary.ts';
import { exportSet } from './export.ts';
import { type ExportFormat, FORMATS } from './writers.ts';

const DAY_MS = 86_400_000;

interface Wanted {
  readonly set: ExportSet;
  readonly file: string;
  readonly format: ExportFormat;
  /** Days as unix ms of their midnight in UTC; both are included. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly player: string | undefined;
}

/** What the words ask for, or the error in both languages. */
export function readExport(name: string, file: string, options: ReadonlyMap<string, string>): Wanted | string {
  const set = EXPORT_SETS.find((each) => each.name === name);
  const names = EXPORT_SETS.map((each) => each.name);
  if (set === undefined) return `没有 ${name}；可以导出 ${names.join('、')} / there is no set ${name}; the sets are ${names.join(', ')}`;
  const format = FORMATS.find((each) => file.endsWith(`.${each}`));
  if (format === undefined)
    return `文件名以 .csv、.jsonl 或 .parquet 结尾，${file} 不是 / the name of the file ends in .csv, .jsonl or .parquet; ${file} does not`;
  const player = options.get('player');
  if (player !== undefined && set.player === undefined)
    return `${name} 不分玩家，去掉 --player / ${name} has no players, leave --player out`;
  const [from, to] = ['from', 'to'].map((each) => dayMs(options.get(each))) as [Day, Day];
  if (from === null || to === null || (from !== undefined && to !== undefined && to < from))
    return '--from 和 --to 要写成日历上的日期，--to 不早于 --from / --from and --to are days of the calendar, 2026-11-20, and --to is not before --from';
  return { set, file: resolve(file), format, from, to, player };
}

type Day = number | undefined | null;

/** Null for a day that there is not. */
function dayMs(text: string | undefined): Day {
  if (text === undefined) return undefined;
  const ms = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return new Date(ms || 0).toISOString().startsWith(text) ? ms : null;
}

type Say = (text: string) => void;

/** Resolves the exit code: 0 written, 1 not. */
export async function runExport(
  { set, file, format, from, to, player }: Wanted,
  env: Readonly<Record<string, string | undefined>>,
  say: Say,
  complain: Say,
): Promise<number> {
  const where: DatabaseOptions = { schema: SCHEMA, dataDir: resolve(env.CAIPU_DATA || '.data'), url: env.DATABASE_URL || undefined };
  try {
    if (where.url !== undefined && !URL.canParse(where.url)) throw connectionError(where.url, undefined);
    const database = await openWithoutMigrating(where);
    try {
      const { rows: clock } = await database.query<{ offset: number }>('SELECT utc_offset_ms AS offset FROM clock WHERE id = 1');
      const offset = clock[0]?.offset ?? 0;
      const { rows, sha256 } = await exportSet(database, set, file, {
        format,
        from: from === undefined ? undefined : from - offset,
        to: to === undefined ? undefined : to - offset + DAY_MS,
        player,
      });
      // The file has personal data, so that the audit list records the export with the user.
      await recordAudit(database, commandUser(), { kind: 'data.export', body: { set: set.name, rows, sha256 } });
      say(`${set.name}: ${file}, ${rows} rows, sha256 ${sha256}`);
      return 0;
    } finally {
      await database.close();
    }
  } catch (error) {
    complain((error as Error).message);
    return 1;
  }
}
