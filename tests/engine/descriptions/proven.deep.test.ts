/** What was found good when the server was built is not checked again at its start, and whatever differs from it is checked as ever. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KIND_CHECKERS } from '../../../server/catalog/checkers.ts';
import { DescriptionFolders, type FolderFile, foldersOf } from '../../../server/catalog/folders.ts';
import { SetValidator } from '../../../server/catalog/set-validator.ts';
import { prevalidateDescriptions } from '../../../server/catalog/prevalidate.ts';
import { fileDigest } from '../../../server/catalog/prevalidated.ts';

const ROOT = join(import.meta.dirname, '../../..');
const of = { gamesDir: join(ROOT, 'games'), appDir: join(ROOT, 'app/descriptions') };

let folder: string;
let proofs: ReadonlySet<string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-proven-'));
  mkdirSync(join(folder, 'sports'), { recursive: true });
  proofs = new Set(await prevalidateDescriptions(of.gamesDir, of.appDir));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const look = async (isProven: (proof: string) => boolean, where = { gamesDir: folder, appDir: folder }) => {
  const folders = new DescriptionFolders(foldersOf(where), 0, () => {}, isProven);
  await folders.look();
  return folders.files;
};
const text = readFileSync(join(of.gamesDir, 'sports/jczq.json'), 'utf8');
const path = () => join(folder, 'sports/jczq.json');

it('knows every file of the product, and the game that is like another together with that one', async () => {
  const checkedFiles: string[] = [];
  const files = await look((proof) => {
    checkedFiles.push(proof);
    return proofs.has(proof);
  }, of);
  expect(files.size).toBeGreaterThan(100);
  expect(checkedFiles).toHaveLength(files.size);
  expect(checkedFiles.filter((proof) => !proofs.has(proof))).toEqual([]);
  // The one that is like another, the set as a whole, and the app's own descriptions among themselves.
  expect(proofs.size).toBe(files.size + 3);
  for (const [, { loaded }] of files) expect(loaded.ok).toBe(true);
  // What is loaded without a second check is the same to the letter.
  const whole = await look(() => false, of);
  for (const [file, { loaded }] of whole) expect(files.get(file)?.loaded).toMatchObject({ document: loaded.ok && loaded.document });
});

it('skips the checks for that very text under that very name alone', async () => {
  const wrong = text.replace('"unitFen": 200', '"unitFen": -1');
  expect(wrong).not.toBe(text);
  const loads = async (written: string, isProven: (proof: string) => boolean, name = path()) => {
    rmSync(join(folder, 'sports'), { recursive: true });
    mkdirSync(join(folder, 'sports'));
    writeFileSync(name, written);
    return (await look(isProven)).get(name)?.loaded.ok;
  };
  const known = (proof: string) => proofs.has(proof);
  expect(await loads(text, known)).toBe(true);
  expect(await loads(wrong, known)).toBe(false);
  // Nothing but the proof keeps it from being looked at.
  const forged = fileDigest('sport', path(), wrong);
  expect(await loads(wrong, (proof) => proof === forged)).toBe(true);
  expect(await loads(wrong, (proof) => proof === forged, join(folder, 'sports/other.json'))).toBe(false);
  expect(await loads(`${wrong} `, (proof) => proof === forged)).toBe(false);
  expect(await loads('{', (proof) => proof === fileDigest('sport', path(), '{'))).toBe(false);
});

it('judges a set again as soon as one file of it differs', async () => {
  const files = new Map(await look((proof) => proofs.has(proof), of));
  let judged = 0;
  const kinds = KIND_CHECKERS.map((kind) => ({
    ...kind,
    checks: kind.checks.map((make): typeof make => (neighbours) => {
      judged += 1;
      return make(neighbours);
    }),
  }));
  const judge = new SetValidator(kinds, (proof) => proofs.has(proof));
  expect(judge.validate(files)).toEqual({ problems: [], stays: new Set() });
  expect([judged, judge.inForce.size]).toEqual([0, files.size]);
  const [path, file] = [...files][0] as [string, FolderFile];
  files.set(path, { ...file, proof: undefined });
  expect(judge.validate(files).problems).toEqual([]);
  expect(judged).toBeGreaterThan(5);
  judged = 0;
  files.delete(path);
  judge.validate(files);
  expect(judged).toBeGreaterThan(5);
});

it('refuses only the file that a check fails on, and logs the error', async () => {
  const files = await look(() => false, of);
  const [path] = [...files].find(([, { kind }]) => kind === 'small') as [string, FolderFile];
  const name = basename(path, '.json');
  const failing = KIND_CHECKERS.map((kind) =>
    kind.kind === 'small'
      ? {
          ...kind,
          checks: [
            () => (document: { readonly code: string }) => {
              if (document.code === name) throw new Error('a bug');
              return [];
            },
          ],
        }
      : kind,
  );
  const log: string[] = [];
  const judge = new SetValidator(
    failing,
    () => false,
    (line) => log.push(line),
  );
  const { problems } = judge.validate(files);
  expect(problems.map(({ file, code }) => [file, code])).toEqual([[path, 'FILE_CHECK']]);
  expect(judge.inForce.size).toBe(files.size - 1);
  expect(log.join()).toContain('a bug');
});
