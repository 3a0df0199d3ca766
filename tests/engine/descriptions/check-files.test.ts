/** Files that no server runs, judged as one would at its start: what `check` says of the project and of a file that lies anywhere. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkFiles, DescriptionSets } from '../../../server/catalog/check-files.ts';
import { malformedCases } from '../../support/malformed.ts';

const ROOT = join(import.meta.dirname, '../../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-check-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('checkFiles', () => {
  const ofProject = () => new DescriptionSets({ gamesDir: join(ROOT, 'games'), appDir: join(ROOT, 'app/descriptions') });

  it('passes the descriptions of the project, and names file, place, code and remedy of the others', async () => {
    const good = await checkFiles([join(ROOT, 'games')], { sets: ofProject() });
    const described = readdirSync(join(ROOT, 'games'), { recursive: true }).filter((name) => String(name).endsWith('.json'));
    expect(good).toMatchObject({ files: described.length, problems: [] });
    const nan = join(folder, 'nan.json');
    writeFileSync(nan, malformedCases('games').find(({ name }) => name === 'nan')?.bytes ?? '');
    const bad = await checkFiles([nan, join(ROOT, 'nowhere.json')], { sets: ofProject(), lang: 'en' });
    expect(bad.lines).toEqual([
      `${nan}:6:14  /  JSON_NUMBER  "NaN" is not a usable number; write a decimal integer up to 9007199254740991`,
      `${join(ROOT, 'nowhere.json')}:1:1  /  FILE_UNREADABLE  the file cannot be read (there is no such file); check that it exists and is readable`,
    ]);
  });

  it('a file of a folder whose name ends in capitals is not passed over', async () => {
    const file = join(folder, 'SSQ.JSON');
    cpSync(join(ROOT, 'games/ssq.json'), file);
    const { problems } = await checkFiles([folder], { sets: ofProject() });
    expect(problems).toEqual([expect.objectContaining({ file, code: 'FILE_NAME', remedy: expect.stringContaining('ssq.json') })]);
  });

  it('finds the family of a game beside it', async () => {
    cpSync(join(ROOT, 'games/families'), join(folder, 'games/families'), { recursive: true });
    const file = join(folder, 'games/new.json');
    writeFileSync(file, readFileSync(join(ROOT, 'games/jlffc.json'), 'utf8').replace('"jlffc"', '"new"').replace('"ssc"', '"scc"'));
    const { problems } = await checkFiles([file], { sets: ofProject() });
    expect(problems.map(({ code, details }) => [code, details.guess])).toEqual([['FAMILY_UNKNOWN', 'ssc']]);
  });
});
