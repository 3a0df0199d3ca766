/** Checks the product's own descriptions during the build. The server does not check a proven description again at its start (prevalidated.ts). */
import { renameSync, writeFileSync } from 'node:fs';
import { sportInSetFindings } from '../../engine/descriptions/sports/semantics.ts';
import type { SportFile } from '../../engine/descriptions/sports/types.ts';
import { KIND_CHECKERS } from './checkers.ts';
import { readDescription } from './files.ts';
import { DescriptionFolders, foldersOf } from './folders.ts';
import { filesOf, SetValidator } from './set-validator.ts';
import { fileDigest, derivedGameDigest, PREVALIDATED_FILE, setDigest } from './prevalidated.ts';

/** Proofs of all files and sets of these folders that have no problem, sorted. */
export async function prevalidateDescriptions(gamesDir: string, appDir: string): Promise<readonly string[]> {
  const folders = new DescriptionFolders(
    foldersOf({ gamesDir, appDir }),
    0,
    () => {},
    () => false,
  );
  await folders.look();
  const own = new Map<string, string>();
  const sports = new Map<string, SportFile | null>();
  const tables = new Set<string>();
  for (const [path, { kind, loaded }] of folders.files) {
    if (!loaded.ok) continue;
    const read = await readDescription(path);
    if (read.ok) own.set(path, fileDigest(kind, path, read.text));
    if (kind === 'passes') tables.add(loaded.document.code);
    if (kind === 'sport') sports.set(loaded.document.code, loaded.document as unknown as SportFile);
  }
  const proofs = [...own.values()];
  for (const file of sports.values()) {
    const base = file?.like === undefined ? undefined : sports.get(file.like);
    if (file && base && sportInSetFindings(file, tables, sports).length === 0) proofs.push(derivedGameDigest(file, base, tables));
  }
  // The sets are proven only if all files together have no problem.
  const files = new Map([...folders.files].map(([path, file]) => [path, { ...file, proof: own.get(path) }]));
  if (new SetValidator(KIND_CHECKERS, () => false).validate(files).problems.length === 0) {
    const sets = [[...files.values()], ...KIND_CHECKERS.flatMap(({ reads }) => (reads === undefined ? [] : [filesOf(files, reads)]))];
    proofs.push(...sets.map(setDigest).filter((set) => set !== undefined));
  }
  return [...new Set(proofs)].sort();
}

/** Writes the proofs of the product's descriptions beside the program, for the build. The file is there whole or not at all. */
export async function writePrevalidated(file = PREVALIDATED_FILE): Promise<void> {
  const proofs = await prevalidateDescriptions('games', 'app/descriptions');
  writeFileSync(`${file}.part`, JSON.stringify(proofs));
  renameSync(`${file}.part`, file);
}
