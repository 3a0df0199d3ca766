/** Warnings of `check`: plays whose return to player lies outside a band. Nothing is refused for it, unless that is asked for. */
import { basename, dirname } from 'node:path';
import { loadGame } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { calendarOf, resolveGame } from '../../engine/descriptions/resolve.ts';
import { type Band, bandFindings, type ReturnsCache } from '../../engine/rules/band.ts';
import type { DescriptionSets } from '../../server/catalog/check-files.ts';
import { descriptionFiles, readDescription } from '../../server/catalog/files.ts';

/** Of files that are in order by themselves; the fault of the others is said by the check. */
export async function bandWarnings(paths: readonly string[], band: Band, sets: DescriptionSets): Promise<Problem[]> {
  const warnings: Problem[] = [];
  const known: ReturnsCache = new WeakMap();
  for (const file of await descriptionFiles(paths)) {
    if (basename(dirname(file)) === 'families') continue;
    const read = await readDescription(file);
    const loaded = read.ok ? loadGame(read.text, { file }) : undefined;
    if (!loaded?.ok) continue;
    const { document } = loaded;
    const set = (await sets.of(file)).gameSet();
    const family = document.family === undefined ? undefined : set.families.get(document.family);
    const named = calendarOf(document);
    const calendar = named === undefined ? undefined : set.calendars.get(named);
    if ((document.family !== undefined && !family) || (named !== undefined && !calendar)) continue;
    const findings = [...bandFindings(document, resolveGame(document, family ?? undefined, calendar ?? undefined), band, known)];
    warnings.push(...loaded.report(findings.filter((finding) => finding !== undefined)));
  }
  return warnings;
}
