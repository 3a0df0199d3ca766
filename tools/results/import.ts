/** The import of a file: read, checked, and stored in one transaction, with everything that is to be said about it. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Game } from '../../engine/descriptions/types.ts';
import type { Language } from '../../engine/rules/index.ts';
import type { Database, Querying } from '../../server/platform/database/database.ts';
import { checkRows } from './check-rows.ts';
import type { DayOrder } from './dates.ts';
import { decodeText, type Encoding } from './encoding.ts';
import { missingIssues } from './issues.ts';
import { mappingId, rememberedMappings, rememberMapping } from './remembered.ts';
import { readRows } from './read.ts';
import type { ImportReport } from './report.ts';
import { gameClockNow, storeDraws, storedResults } from './store.ts';

export interface ImportOptions {
  readonly map?: string | undefined;
  readonly dates?: DayOrder | undefined;
  readonly encoding?: Encoding | undefined;
  readonly skipDifferent: boolean;
  readonly onlyGood: boolean;
  readonly whole: boolean;
  readonly language: Language;
  /** Where mappings are remembered. */
  readonly dataFolder: string;
}

/** What the audit list says of an import. `first` and `last` are issues of the file by the time of their draws. */
export interface ImportAct {
  readonly game: string;
  readonly added: number;
  readonly sha256: string;
  readonly file: string;
  readonly first: string;
  readonly last: string;
}

export interface ImportPlaces {
  /** Opens the database; a file that is at fault by itself needs none. */
  readonly open: () => Promise<Database>;
  readonly written: (client: Querying, body: ImportAct) => Promise<void>;
}

export async function importFile(
  game: Game,
  file: string,
  bytes: Uint8Array,
  options: ImportOptions,
  { open, written }: ImportPlaces,
): Promise<ImportReport> {
  const empty = { game, file, columnsLeft: [], repeated: 0, reckoned: false, left: [], warnings: [], missing: [], proposals: [] };
  const decoded = decodeText(bytes, options.encoding);
  if (decoded === undefined) return { ...empty, mistakes: [{ at: { line: 1, column: 1 }, code: 'RESULT_ENCODING' }] };
  const remembered = await rememberedMappings(options.dataFolder);
  const read = readRows(decoded.text, game, {
    map: options.map,
    dates: options.dates,
    remembered: (columns) => remembered.find(({ id, given }) => given && id === mappingId(game.code, columns))?.map,
  });
  const { table, map, proposals } = read;
  const seen = {
    ...empty,
    encoding: decoded.encoding,
    form: table.form,
    columnsLeft: read.left,
    proposals,
    ...(map === undefined ? {} : { map }),
  };
  if (map === undefined || (read.mistakes.length > 0 && !options.onlyGood)) return { ...seen, mistakes: read.mistakes };
  if (read.mistakes.some(({ code }) => code === 'RESULT_DATES' || code === 'RESULT_DATES_MIXED'))
    return { ...seen, mistakes: read.mistakes };

  const database = await open();
  try {
    const known = new Map((await storedResults(database, game)).map(({ issue, drawsAt }) => [issue, drawsAt]));
    const checked = checkRows(game, read.rows, await gameClockNow(database), options.language, { whole: options.whole, known });
    const { draws, repeated, reckoned, left: leftForm } = checked;
    const judged = { ...seen, repeated, reckoned, leftForm };
    if (checked.mistakes.length > 0 && !options.onlyGood) return { ...judged, mistakes: checked.mistakes };
    const byTime = draws.toSorted((a, b) => a.drawsAt - b.drawsAt);
    const span = { first: byTime[0]?.issue ?? '', last: byTime.at(-1)?.issue ?? '' };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const stored = await storeDraws(
      database,
      game,
      draws,
      (client, added) => written(client, { game: game.code, added, sha256, file: basename(file), ...span }),
      {
        skipDifferent: options.skipDifferent,
        onlyGood: options.onlyGood,
      },
    );
    if (!stored.ok) return { ...judged, mistakes: stored.mistakes };
    const columns = table.columns.map(({ name }) => name);
    const given = options.map !== undefined || remembered.some((each) => each.given && each.id === mappingId(game.code, columns));
    if (table.named && table.form !== 'record') await rememberMapping(options.dataFolder, { game: game.code, columns, map, given });
    return {
      ...judged,
      stored: { added: stored.added, known: stored.known },
      left: [...read.mistakes, ...checked.mistakes, ...(stored.left ?? [])],
      mistakes: [],
      warnings: checked.offSchedule,
      missing: missingBetween(
        game,
        draws.map(({ issue }) => issue),
        (await storedResults(database, game)).filter(({ demo }) => !demo).map(({ issue }) => issue),
      ),
    };
  } finally {
    await database.close();
  }
}

/** Issues between the first and the last of a file that neither it nor the database has. */
function missingBetween(game: Game, imported: readonly string[], stored: readonly string[]): string[] {
  const there = new Set(stored);
  return missingIssues(game.schedule, imported).filter((issue) => !there.has(issue));
}
