/** Checks the product's own descriptions while the server is built, and says which are good (proven.ts). */
import { sportInSetFindings } from '../../engine/descriptions/sports/sense.ts';
import type { SportFile } from '../../engine/descriptions/sports/types.ts';
import { DescriptionFolders, foldersOf } from './folders.ts';
import { readDescription } from './files.ts';
import { fileProof, likeProof } from './proven.ts';

/** Proofs of everything that is good in these folders, in order. */
export async function proveDescriptions(gamesDir: string, appDir: string): Promise<readonly string[]> {
  const folders = new DescriptionFolders(
    foldersOf({ gamesDir, appDir }),
    0,
    () => {},
    () => false,
  );
  await folders.look();
  const proofs: string[] = [];
  const sports = new Map<string, SportFile | null>();
  const tables = new Set<string>();
  for (const [path, { kind, loaded }] of folders.files) {
    if (!loaded.ok) continue;
    const read = await readDescription(path);
    if (read.ok) proofs.push(fileProof(kind, path, read.text));
    if (kind === 'passes') tables.add(loaded.document.code);
    if (kind === 'sport') sports.set(loaded.document.code, loaded.document as unknown as SportFile);
  }
  for (const file of sports.values()) {
    const base = file?.like === undefined ? undefined : sports.get(file.like);
    if (file && base && sportInSetFindings(file, tables, sports).length === 0) proofs.push(likeProof(file, base, tables));
  }
  return proofs.sort();
}
