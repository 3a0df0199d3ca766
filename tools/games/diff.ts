/** `diff a b`: the changes for players if the game b replaces the game a. */
import { join } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { type Change, changesBetween } from '../../engine/rules/version-changes.ts';
import { isFile, openGame } from './open-game.ts';

export type Diff = { readonly ok: true; readonly changes: readonly Change[] } | { readonly ok: false; readonly lines: readonly string[] };

/** Each of the two is a game's code, read from `folder`, or a file of a game or a family. */
export async function diffGames(a: string, b: string, folder: string, lang: Lang): Promise<Diff> {
  const open = (which: string) => openGame(isFile(which) ? which : join(folder, `${which}.json`), folder, lang);
  const [before, after] = [await open(a), await open(b)];
  if (!before.ok || !after.ok) return { ok: false, lines: [before, after].flatMap((side) => (side.ok ? [] : side.lines)) };
  return { ok: true, changes: changesBetween(before.compiled, after.compiled, lang) };
}

const MARK = { better: '+', worse: '-', other: '*' } as const;

export function writeChanges(changes: readonly Change[], lang: Lang): string[] {
  if (changes.length === 0) return [lang === 'zh' ? '对玩家没有任何改变' : 'nothing changes for players'];
  return changes.map(({ effect, text }) => `${MARK[effect]} ${text}`);
}
