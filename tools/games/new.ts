/**
 * `new <family> <code>`: a game of a family in eleven lines, on the schedule of a game of that family that is there already. A server that
 * reads the folder has it at once, so it says of itself that it is not on sale: nobody bets on a schedule and caps that are somebody else's.
 */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { draftGame } from '../../engine/descriptions/draft.ts';
import { loadGame } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { listOf, nearest } from '../../engine/descriptions/suggest.ts';
import type { GameDescription } from '../../engine/descriptions/types.ts';
import { familiesIn, listJson, readDescription } from '../../server/descriptions/files.ts';

export interface NewGame {
  readonly family: string;
  readonly code: string;
  readonly name?: string | undefined;
  /** Folder of the games. */
  readonly folder: string;
  /** Written into prizeTable: the day from which the prizes hold, YYYY-MM-DD. */
  readonly today: string;
}

/** What players read of a game that was just written. */
const SOON = '即将开售';

export type Written = { readonly ok: true; readonly file: string; readonly text: string } | { readonly ok: false; readonly text: string };

export async function newGame({ family, code, name, folder, today }: NewGame, lang: Lang): Promise<Written> {
  const say = (zh: string, en: string): Written => ({ ok: false, text: lang === 'zh' ? zh : en });
  const families = await familiesIn(join(folder, 'families'));
  if (!families.has(family)) {
    const guess = nearest(family, families.keys());
    const known = listOf(families.keys());
    return say(
      `没有家族 ${family}${guess ? `，是不是 ${guess}` : ''}；已有：${known}`,
      `there is no family ${family}${guess ? `, did you mean ${guess}` : ''}; known: ${known}`,
    );
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(code))
    return say(`彩种代码 ${code} 只能用字母、数字、_ 和 -，最多 32 个`, `a code is letters, digits, _ and -, at most 32; ${code} is not`);
  const taken = (await listJson(folder)).find((file) => file.toLowerCase() === `${code}.json`.toLowerCase());
  if (taken !== undefined)
    return say(
      `已经有 ${join(folder, taken)}；换一个代码，或直接修改那个文件`,
      `${join(folder, taken)} is there already; choose another code, or edit that file`,
    );

  const text = draftGame({
    family,
    code,
    name: name ?? code,
    today,
    disabled: SOON,
    like: await siblingOf(family, folder, families),
    playGroups: families.get(family)?.playGroups,
  });
  const file = join(folder, `${code}.json`);
  // What is written is checked as if an operator had written it: a family may ask for what its games must say (a pool).
  const checked = loadGame(text, { file, families });
  if (!checked.ok) return { ok: false, text: checked.problems.map((problem) => formatProblem(problem, lang)).join('\n') };
  try {
    // Only if it is still not there.
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return say(
      `写不了 ${file}（${reason}）；检查文件夹是否存在、是否可写`,
      `${file} cannot be written (${reason}); check that the folder exists and may be written`,
    );
  }
  return { ok: true, file, text };
}

async function siblingOf(
  family: string,
  folder: string,
  families: Awaited<ReturnType<typeof familiesIn>>,
): Promise<GameDescription | undefined> {
  for (const name of await listJson(folder)) {
    const read = await readDescription(join(folder, name));
    const loaded = read.ok ? loadGame(read.text, { file: name, families }) : undefined;
    if (loaded?.ok && loaded.document.family === family && loaded.document.code === basename(name, '.json')) return loaded.document;
  }
  return undefined;
}
