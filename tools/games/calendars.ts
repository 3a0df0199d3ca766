/** Warnings of `check`: calendars of days off that end too soon. Nothing is refused for it, unless that is asked for. */
import { calendarWarning } from '../../engine/descriptions/calendars.ts';
import { loadCalendar } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { descriptionFiles, readDescription } from '../../server/catalog/files.ts';

/** Of files that are in order by themselves; what is wrong with the others is said by the check. */
export async function calendarWarnings(paths: readonly string[], atMs: number): Promise<Problem[]> {
  const warnings: Problem[] = [];
  for (const file of await descriptionFiles(paths)) {
    const read = await readDescription(file);
    const loaded = read.ok ? loadCalendar(read.text, { file }) : undefined;
    const finding = loaded?.ok ? calendarWarning(loaded.document, atMs) : undefined;
    if (loaded?.ok && finding !== undefined) warnings.push(...loaded.report([finding]));
  }
  return warnings;
}
