/** Games on matches in the publication: what they are like, their passes, leagues and routes, and that a bad file leaves what ran. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPublication, type Publication } from '../../../server/catalog/publication.ts';

const ROOT = join(import.meta.dirname, '../../..');
let folder: string;
let publication: Publication;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-'));
  for (const part of ['passes', 'leagues', 'sports', 'outrights'])
    cpSync(join(ROOT, 'games', part), join(folder, part), { recursive: true });
  publication = await openPublication({ gamesDir: folder, appDir: join(ROOT, 'app/descriptions') });
});
afterEach(async () => {
  await publication.close();
  rmSync(folder, { recursive: true, force: true });
});

const change = (path: string, edit: (text: string) => string) => {
  const file = join(folder, path);
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
};

it('they are in the index with kind, section and route, and their bodies have what they are like and their passes in them', () => {
  const entry = (code: string) => publication.index().games.find((game) => game.code === code);
  expect(entry('jczq')).toMatchObject({ kind: 'sport', route: '/jczq', menu: { section: 'sport' }, maxBeishu: 9999 });
  expect(entry('jczq')).not.toHaveProperty('schedule');
  expect(entry('ozb')).toMatchObject({ kind: 'outright', route: '/EuropeCup' });
  const body = JSON.parse(publication.document('sport', 'qwzq', entry('qwzq')?.hash ?? '') ?? '');
  expect(body.plays.map(({ code }: { code: string }) => code)).toEqual(['BRQSPF', 'SPF', 'BF', 'ZJQ', 'BQC', 'EXY', 'RQSF', 'DXQ']);
  expect(body.table.code).toBe('jc');
  // What it is like has its file repeated nowhere.
  const written = JSON.parse(readFileSync(join(folder, 'sports/qwzq.json'), 'utf8'));
  expect(written.plays.map(({ code }: { code: string }) => code)).toEqual(['RQSF', 'DXQ']);
  expect(publication.problems().filter(({ file }) => file.includes(folder))).toEqual([]);
});

it('a change of the one that it is like, or of the passes, is a new version of it; other games keep theirs', async () => {
  const before = new Map(publication.index().games.map(({ code, hash }) => [code, hash]));
  change('sports/jczq.json', (text) => text.replace('"name": "比分"', '"name": "全场比分"'));
  await publication.refresh();
  const changed = () =>
    publication
      .index()
      .games.filter(({ code, hash }) => before.get(code) !== hash)
      .map(({ code }) => code);
  expect(changed().sort()).toEqual(['jczq', 'qwzq']);
  change('passes/bjdc.json', (text) => text.replace('北京单场过关', '单场过关'));
  await publication.refresh();
  expect(changed().sort()).toEqual(['bjdc', 'jczq', 'qwzq']);
});

it('a bad file, a league or a cup that is not there leave the version that ran', async () => {
  const before = publication.index().games;
  change('sports/jczq.json', (text) => text.replace('"ECL"', '"XYZ"'));
  change('outrights/ozb.json', (text) => text.replace('"cup": "ozb"', '"cup": "ECL"'));
  change('sports/bjdc.json', (text) => text.replace('"unitFen": 200', '"unitFen": "2"'));
  await publication.refresh();
  expect(publication.index().games).toEqual(before);
  expect(
    publication
      .problems()
      .map(({ code, pointer }) => `${code} ${pointer}`)
      .sort(),
  ).toEqual(['OUTRIGHT_CUP /cup', 'SHAPE_TYPE /unitFen', 'SPORT_LEAGUE /feed/leagues/0']);
});

const guide = readFileSync(join(ROOT, 'docs/add-a-sport.md'), 'utf8');
const corners = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';

it('a dropped game has its own address, in the index and in its section, without a word in routes.json', async () => {
  writeFileSync(join(folder, 'sports/corners.json'), corners);
  await publication.refresh();
  const { games } = publication.index();
  expect(games.find(({ code }) => code === 'corners')).toMatchObject({
    kind: 'sport',
    route: '/sport/corners',
    menu: { section: 'sport' },
  });
  expect(publication.problems().filter(({ file }) => file.includes(folder))).toEqual([]);
});

it('a code that a rule for number games would take to a page of theirs is refused', async () => {
  writeFileSync(
    join(folder, 'sports/k3ball.json'),
    corners.replace('"code": "corners", "name": "角球", "sport"', '"code": "k3ball", "name": "角球", "sport"'),
  );
  await publication.refresh();
  expect(publication.problems()).toMatchObject([
    { code: 'SPORT_ROUTE', pointer: '/code', details: { code: 'k3ball', path: '/k3/k3ball' } },
  ]);
  expect(publication.index().games.some(({ code }) => code === 'k3ball')).toBe(false);
});

it('one code for a number game and a game on matches is refused', async () => {
  writeFileSync(
    join(folder, 'sports/ozb.json'),
    readFileSync(join(folder, 'sports/ctzq.json'), 'utf8').replace('"code": "ctzq"', '"code": "ozb"'),
  );
  await publication.refresh();
  expect(publication.problems().map(({ code }) => code)).toContain('DUPLICATE');
});
