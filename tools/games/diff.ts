/** `diff a b`: what putting b in a's place means for players. */
import { basename, dirname, join } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { loadGame } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { resolveGame } from '../../engine/descriptions/resolve.ts';
import { type Change, changesBetween } from '../../engine/rules/changes.ts';
import { type CompiledGame, compileGame } from '../../engine/rules/index.ts';
import { familiesIn, readDescription } from '../../server/descriptions/files.ts';

export type Diff = { readonly ok: true; readonly changes: readonly Change[] } | { readonly ok: false; readonly lines: readonly string[] };

/** Each of the two is a game's code, read from `folder`, or a file. A file finds its family beside it, else in `folder`. */
export async function diffGames(a: string, b: string, folder: string, lang: Lang): Promise<Diff> {
  const before = await open(a, folder, lang);
  const after = await open(b, folder, lang);
  if (Array.isArray(before) || Array.isArray(after))
    return { ok: false, lines: [before, after].filter((side) => Array.isArray(side)).flat() };
  return { ok: true, changes: changesBetween(before as CompiledGame, after as CompiledGame, lang) };
}

async function open(which: string, folder: string, lang: Lang): Promise<CompiledGame | string[]> {
  const file = which.endsWith('.json') ? which : join(folder, `${which}.json`);
  const read = await readDescription(file);
  if (!read.ok) return [formatProblem(read.problem, lang)];
  const families = new Map([...(await familiesIn(join(folder, 'families'))), ...(await familiesIn(join(dirname(file), 'families')))]);
  // A draft may lie about under any name; here only what it says counts.
  const code = /"code"\s*:\s*"([A-Za-z0-9_-]+)"/.exec(read.text)?.[1];
  const loaded = loadGame(read.text, { file: code === undefined ? basename(file) : join(dirname(file), `${code}.json`), families });
  if (!loaded.ok) return loaded.problems.map((problem) => formatProblem({ ...problem, file }, lang));
  const { document } = loaded;
  return compileGame(resolveGame(document, document.family === undefined ? undefined : (families.get(document.family) ?? undefined)));
}

const MARK = { better: '+', worse: '-', other: '*' } as const;

export function writeChanges(changes: readonly Change[], lang: Lang): string[] {
  if (changes.length === 0) return [lang === 'zh' ? '对玩家没有任何改变' : 'nothing changes for players'];
  return changes.map(({ effect, text }) => `${MARK[effect]} ${text}`);
}
