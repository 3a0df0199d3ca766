/** `new <family> <code>`: writes the text of a new game (server/descriptions/new-game.ts) into the folder, if nothing is there. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { listOf, nearest } from '../../engine/descriptions/suggest.ts';
import { DescriptionSet, type Dirs } from '../../server/descriptions/check-files.ts';
import { listJson } from '../../server/descriptions/files.ts';
import { draftOf } from '../../server/descriptions/new-game.ts';
import { schemasFrom } from '../../server/descriptions/schema-files.ts';

export interface NewGame {
  readonly family: string;
  readonly code: string;
  readonly name?: string | undefined;
  readonly dirs: Dirs;
  /** Written into prizeTable: the day from which the prizes hold, YYYY-MM-DD. */
  readonly today: string;
  /** Where an editor finds the schemas: a way from the folder, or an address; the project's when left out. */
  readonly schemas?: string | undefined;
}

export type Written = { readonly ok: true; readonly file: string; readonly text: string } | { readonly ok: false; readonly text: string };

export async function newGame({ family, code, name, dirs, today, schemas }: NewGame, lang: Lang): Promise<Written> {
  const say = (zh: string, en: string): Written => ({ ok: false, text: lang === 'zh' ? zh : en });
  const folder = dirs.gamesDir;
  const set = await DescriptionSet.open(dirs, false);
  const { families } = set.gameSet();
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

  const file = join(folder, `${code}.json`);
  const drafted = draftOf(set, {
    family,
    code,
    name: name ?? code,
    today,
    schemas: schemas?.replace(/\/+$/, '') ?? schemasFrom(folder, join(import.meta.dirname, '../../schemas')),
  });
  if (!drafted.ok) return { ok: false, text: drafted.problems.map((problem) => formatProblem({ ...problem, file }, lang)).join('\n') };
  const { text } = drafted;
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
