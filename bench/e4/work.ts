/** What E4 measures, in a module of its own so that it can be bundled as the server is and run without a loader between. */
import { loadFamily, loadGame } from '../../engine/descriptions/load.ts';
import { resolveGame } from '../../engine/descriptions/resolve.ts';
import { fileDigest } from '../../server/catalog/prevalidated.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import { compiledGame, type CompiledGame, compileGame } from '../../engine/rules/index.ts';

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

export function loadFamilyText({ code, text }: FamilyFile, proven = false): FamilyDescription {
  return must(loadFamily(text, { file: `${code}.json`, proven }));
}

function load(file: GameFile, families: ReadonlyMap<string, FamilyDescription>, proven = false): CompiledGame {
  const game = must(loadGame(file.text, { file: `${file.code}.json`, families, proven }));
  return compileGame(resolveGame(game, game.family === undefined ? undefined : families.get(game.family)));
}

/** From text to the rules of every play; returns the number of plays. */
export function loadAndCompile(file: GameFile, families: ReadonlyMap<string, FamilyDescription>): number {
  return load(file, families).plays.length;
}

/** The same for a game that is sold: its compiled form, and that of plays that it shares with others of its family, is remembered. */
export function loadCached(file: GameFile, families: ReadonlyMap<string, FamilyDescription>): number {
  return compiledGame(load(file, families).game).plays.length;
}

const firstPlay = (compiled: CompiledGame): unknown => compiled.play(compiled.game.playGroups[0]?.plays[0]?.code ?? '');

/** From text to the rules of one play: what a server does with a file that it does not know, and is asked for a bet. */
export function loadFirstPlay(file: GameFile, families: ReadonlyMap<string, FamilyDescription>): unknown {
  return firstPlay(load(file, families));
}

/** The same with texts whose proofs are at hand, as those of the product's own files are when a built server starts. */
export function openProven(file: GameFile & { readonly family: FamilyFile }, proofs: ReadonlySet<string>): unknown {
  const known = (kind: string, { code, text }: FamilyFile) => proofs.has(fileDigest(kind, `${code}.json`, text));
  const family = loadFamilyText(file.family, known('family', file.family));
  return firstPlay(load(file, new Map([[file.family.code, family]]), known('game', file)));
}

export function proofsOf(file: GameFile & { readonly family: FamilyFile }): ReadonlySet<string> {
  return new Set([fileDigest('game', `${file.code}.json`, file.text), fileDigest('family', `${file.family.code}.json`, file.family.text)]);
}
