/**
 * `new <family> <code>` and `new --draw … <code>`: writes the text of a new game into the folder, if nothing is there. Of a family it is that
 * of server/catalog/new-game.ts, of an own draw the one that the wizard of the workshop begins with.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { type DefaultRoutes, defaultRoutes } from '../../engine/descriptions/own-pages.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { abbreviatedList, nearestName } from '../../engine/descriptions/suggest.ts';
import { type DraftContext, draftText, FIRST_CHOICES, groupsOf } from '../../engine/rules/starter/draft.ts';
import type { OwnDraw } from '../../engine/rules/starter/plays.ts';
import { DescriptionSet } from '../../server/catalog/check-files.ts';
import type { Dirs } from '../../server/catalog/folders.ts';
import { listJson } from '../../server/catalog/files.ts';
import { type DraftedGame, draftNewGame, validateDraft } from '../../server/catalog/new-game.ts';
import { schemasFrom } from '../../server/catalog/schema-files.ts';

export interface NewGameOptions {
  /** A family, or a draw of its own with the return of its plays in hundredths of a percent. */
  readonly of: string | { readonly draw: OwnDraw; readonly returns: number };
  readonly code: string;
  readonly name?: string | undefined;
  readonly dirs: Dirs;
  /** Written into prizeTable: the day from which the prizes hold, YYYY-MM-DD. */
  readonly today: string;
  /** Where an editor finds the schemas: a way from the folder, or an address; the project's when left out. */
  readonly schemas?: string | undefined;
}

export type NewGameResult =
  | { readonly ok: true; readonly file: string; readonly text: string }
  | { readonly ok: false; readonly text: string };

export async function newGame({ of, code, name, dirs, today, schemas }: NewGameOptions, lang: Lang): Promise<NewGameResult> {
  const say = (zh: string, en: string): NewGameResult => ({ ok: false, text: lang === 'zh' ? zh : en });
  const folder = dirs.gamesDir;
  const set = await DescriptionSet.open(dirs, false);
  const { families, routes } = set.gameSet();
  if (typeof of === 'string' && !families.has(of)) {
    const guess = nearestName(of, families.keys());
    const known = abbreviatedList(families.keys());
    return say(
      `没有家族 ${of}${guess ? `，是不是 ${guess}` : ''}；已有：${known}；自己的开奖写 --draw`,
      `there is no family ${of}${guess ? `, did you mean ${guess}` : ''}; known: ${known}; a draw of its own is --draw`,
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
  const way = schemas?.replace(/\/+$/, '') ?? schemasFrom(folder, join(import.meta.dirname, '../../schemas'));
  const named = { code, name: name ?? code, today };
  let drafted: DraftedGame;
  if (typeof of === 'string') drafted = draftNewGame(set, { family: of, ...named, schemas: way });
  else {
    const pages = defaultRoutes(routes);
    const routesFile = join(dirs.appDir, 'routes.json');
    if (pages === undefined)
      return say(
        `${routesFile} 没有说没有家族的彩种在哪里确认；在 gameKeys 里 families 为 ["*"] 的规则写 confirm，如 "/NumConfirmation/{gameCode}/{playCode}"`,
        `${routesFile} does not say where a game without a family is confirmed; give the rule of gameKeys whose families are ["*"] a confirm, such as "/NumConfirmation/{gameCode}/{playCode}"`,
      );
    drafted = ownDraft(set, { ...of, ...named, pages, schema: `${way}/game.schema.json` });
  }
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

interface OwnDraft extends Pick<DraftContext, 'schema' | 'today'> {
  readonly pages: DefaultRoutes;
  readonly draw: OwnDraw;
  /** Hundredths of a percent. */
  readonly returns: number;
  readonly code: string;
  readonly name: string;
}

/** With the plays that such a draw has everywhere, at prizes that are worked out for the return. */
function ownDraft(set: DescriptionSet, { draw, returns, code, name, ...context }: OwnDraft): DraftedGame {
  const choices = { ...FIRST_CHOICES, draw, returns, code, name };
  return validateDraft(set, code, draftText(choices, { ...context, known: undefined, groups: groupsOf(choices, undefined) }));
}
