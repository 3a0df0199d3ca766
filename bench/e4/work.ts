/** What E4 measures, in a module of its own so that it can be bundled as the server is and run without a loader between. */
import { loadFamily, loadGame } from '../../engine/descriptions/load.ts';
import { resolveGame } from '../../engine/descriptions/resolve.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import { type CompiledGame, compileGame } from '../../engine/rules/index.ts';

export interface FamilyFile {
  readonly code: string;
  readonly text: string;
}

export interface GameFile {
  readonly code: string;
  readonly text: string;
  readonly family?: FamilyFile;
}

function must<T>(loaded: { ok: true; document: T } | { ok: false; problems: readonly unknown[] }): T {
  if (!loaded.ok) throw new Error(`a game that must load does not: ${JSON.stringify(loaded.problems[0])}`);
  return loaded.document;
}

export function loadFamilyText({ code, text }: FamilyFile): FamilyDescription {
  return must(loadFamily(text, { file: `${code}.json` }));
}

function load(file: GameFile, families: ReadonlyMap<string, FamilyDescription>): CompiledGame {
  const game = must(loadGame(file.text, { file: `${file.code}.json`, families }));
  return compileGame(resolveGame(game, game.family === undefined ? undefined : families.get(game.family)));
}

/** From text to the rules of every play; returns the number of plays. */
export function loadAndCompile(file: GameFile, families: ReadonlyMap<string, FamilyDescription>): number {
  return load(file, families).plays.length;
}

/** From text to the rules of one play: what a phone opens, and what a server does that is asked for a bet. */
export function loadAndOpen(file: GameFile, families: ReadonlyMap<string, FamilyDescription>): unknown {
  const compiled = load(file, families);
  return compiled.play(compiled.game.playGroups[0]?.plays[0]?.code ?? '');
}
