/** The families of the project as everything but a loader sees them (plays that are like others are whole), and the calendars of games. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CalendarDescription } from '../../engine/descriptions/calendars.ts';
import { loadCalendar, loadFamily } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { calendarOf } from '../../engine/descriptions/resolve.ts';
import type { FamilyDescription, GameDescription } from '../../engine/descriptions/types.ts';

const FOLDER = join(import.meta.dirname, '../../games/families');
const known = new Map<string, FamilyDescription>();

export function familyOf(code: string): FamilyDescription {
  const at = known.get(code);
  if (at !== undefined) return at;
  const loaded = loadFamily(readFileSync(join(FOLDER, `${code}.json`), 'utf8'), { file: `${code}.json` });
  if (!loaded.ok) throw new Error(loaded.problems.map((problem) => formatProblem(problem)).join('\n'));
  known.set(code, loaded.document);
  return loaded.document;
}

/** The calendar that a game goes by. */
export function calendarOfGame(game: Pick<GameDescription, 'schedule'>): CalendarDescription | undefined {
  const code = calendarOf(game);
  if (code === undefined) return undefined;
  const text = readFileSync(join(FOLDER, `../calendars/${code}.json`), 'utf8');
  const loaded = loadCalendar(text, { file: `${code}.json` });
  if (!loaded.ok) throw new Error(loaded.problems.map((problem) => formatProblem(problem)).join('\n'));
  return loaded.document;
}
