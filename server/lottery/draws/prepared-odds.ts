/**
 * The odds of the product's own games, computed by the build and laid into dist/odds, a file for each table: a server that starts for the
 * first time would take seven seconds of processor for them. From the sources there are none, and a game that was changed is not among them.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CalendarDescription } from '../../../engine/descriptions/calendars.ts';
import { calendarOf, resolveGame } from '../../../engine/descriptions/resolve.ts';
import { issueAt } from '../../../engine/descriptions/schedule.ts';
import type { FamilyDescription, Game, GameDescription } from '../../../engine/descriptions/types.ts';
import { compiledGame } from '../../../engine/rules/index.ts';
import { DescriptionFolders, foldersOf } from '../../catalog/index.ts';
import { oddsHash } from './odds-hash.ts';
import { createWorkerThread } from '../../platform/index.ts';
import { ODDS_PROGRAM, ODDS_TASK, type OddsAnswer, type OddsQuestion } from './odds-worker.ts';

const FOLDER = fileURLToPath(new URL('../odds', import.meta.url));

/** JSON of the table, as the database would have it; undefined where the build made none. */
export async function preparedOdds(hash: string, folder = FOLDER): Promise<string | undefined> {
  return readFile(join(folder, `${hash}.json`), 'utf8').catch(() => undefined);
}

/**
 * Computes the tables of all games in `gamesDir` as they are sold now, for the build, on every core: `node dist/server/main.js odds`. Tables
 * that are there are kept, and those of no game go; the build begins with an empty folder where the program is another.
 */
export async function prepareOdds(gamesDir = 'games', folder = FOLDER): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const there = new Set(readdirSync(folder));
  const sold = new Map<string, Game>();
  for (const described of await gamesOf(gamesDir)) {
    const { game } = compiledGame(described, issueAt(described.schedule, Date.now()).drawsAt);
    if (game.disabled === undefined) sold.set(`${oddsHash(game)}.json`, game);
  }
  const missing = [...sold].filter(([name]) => !there.has(name));
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), missing.length) }, async () => {
      const thread = createWorkerThread<OddsQuestion, OddsAnswer>(ODDS_PROGRAM, ODDS_TASK);
      try {
        // Each takes the next that nobody has taken.
        for (let next = missing.pop(); next !== undefined; next = missing.pop()) {
          const [name, game] = next;
          const { plays } = await thread.ask({ game: JSON.stringify(game) });
          writeWhole(join(folder, name), plays);
        }
      } finally {
        await thread.close();
      }
    }),
  );
  for (const name of there) if (!sold.has(name)) rmSync(join(folder, name));
}

/** A build that is stopped in the middle leaves no half of a table behind. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}

/** With their families and calendars; what is refused is left out: a server says why. */
async function gamesOf(gamesDir: string): Promise<Game[]> {
  const folders = foldersOf({ gamesDir, appDir: gamesDir }).filter(({ kind }) => ['family', 'calendar', 'game'].includes(kind));
  const read = new DescriptionFolders(folders, 0, () => {});
  await read.look();
  const families = new Map<string, FamilyDescription>();
  const calendars = new Map<string, CalendarDescription>();
  const games: Game[] = [];
  for (const { kind, loaded } of read.files.values()) {
    if (!loaded.ok) continue;
    if (kind === 'family') families.set(loaded.document.code, loaded.document as unknown as FamilyDescription);
    else if (kind === 'calendar') calendars.set(loaded.document.code, loaded.document as unknown as CalendarDescription);
    else {
      const game = loaded.document as unknown as GameDescription;
      const family = game.family === undefined ? undefined : families.get(game.family);
      const named = calendarOf(game);
      const calendar = named === undefined ? undefined : calendars.get(named);
      const isWhole = (game.family === undefined || family !== undefined) && (named === undefined || calendar !== undefined);
      if (isWhole) games.push(resolveGame(game, family, calendar));
    }
  }
  return games;
}
