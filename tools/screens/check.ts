/** The check of screens and their siblings, judged by the publication itself, so that what passes here is what the server publishes. */
import { stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { type Loaded, loadDocument } from '../../engine/descriptions/load.ts';
import { formatProblem, type Problem } from '../../engine/descriptions/problem.ts';
import { descriptionFiles, readDescription } from '../../server/catalog/files.ts';
import { BUILT_IN_SCREENS } from '../../server/catalog/opened-screens.ts';
import { openPublication } from '../../server/catalog/publication.ts';
import { neededProblem } from '../../server/catalog/report.ts';
import { CODES_MENU } from '../../server/catalog/vocabulary.ts';

export interface DescriptionFolders {
  readonly gamesDir: string;
  readonly appDir: string;
}

export interface CheckedScreens {
  /** How many files were read. */
  readonly files: number;
  /** The problems, one a line. */
  readonly lines: readonly string[];
}

/** Checks these files and folders among the app's descriptions; all of the app's descriptions when none is given. */
export async function checkScreens(paths: readonly string[], place: DescriptionFolders, language: Lang): Promise<CheckedScreens> {
  const publication = await openPublication(place);
  try {
    const files = await descriptionFiles(paths.length > 0 ? paths : [place.appDir]);
    const drafts = await Promise.all(files.map(async (path) => draftOf(paths.length > 0 ? path : shortened(path))));
    const problems = [...(await publication.check(drafts)), ...(paths.length > 0 ? [] : await missingFiles(place))];
    return { files: drafts.length, lines: problems.map((problem) => formatProblem(problem, language)) };
  } finally {
    await publication.close();
  }
}

/** What the app itself opens and the folder does not have: a server that runs would keep what it had. */
async function missingFiles({ appDir }: DescriptionFolders): Promise<Problem[]> {
  const needed = [
    ...['routes', 'terms', 'functions'],
    ...BUILT_IN_SCREENS.map((code) => join('screens', code)),
    join('menus', CODES_MENU),
  ].map((name) => join(appDir, `${name}.json`));
  const there = await Promise.all(needed.map((file) => stat(file).catch(() => undefined)));
  return needed.filter((_, at) => there[at] === undefined).map((file) => neededProblem(shortened(file)));
}

async function draftOf(file: string): Promise<{ readonly file: string; readonly loaded: Loaded }> {
  const read = await readDescription(resolve(file), file);
  return { file, loaded: read.ok ? loadDocument(read.text, { file }) : { ok: false, problems: [read.problem] } };
}

/** As short as it can be said from here: a log is read by people. */
function shortened(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith(`..${sep}`) ? path : short;
}
