/** The command line, the workshop and the server use one check, so they find the same problems in the same files. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DraftFinding, checkDraft } from '../../../app/workshop/check-draft.ts';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { surroundingsOf } from '../../../engine/descriptions/semantics/game-in-set.ts';
import { openPublication, type Publication } from '../../../server/catalog/publication.ts';
import { returnWarnings } from '../../../server/admin/warnings.ts';
import { main } from '../../../tools/games/main.ts';
import { runCommand } from '../../support/command.ts';

const ROOT = join(import.meta.dirname, '../../..');
const appDir = join(ROOT, 'app/descriptions');
const gamesDir = mkdtempSync(join(tmpdir(), 'caipu-same-check-'));
let publication: Publication;

const read = (path: string): string => readFileSync(join(ROOT, 'games', path), 'utf8');
type File = Record<string, unknown> & { schedule: object; caps: object };
const base = (code: string): File => JSON.parse(read(`${code}.json`)) as File;
const dropped = new Set<string>();

beforeAll(async () => {
  // Few files, because each run of the command reads all of them.
  for (const name of ['families/k3.json', 'families/ssc.json', 'small/slot.json']) cpSync(join(ROOT, 'games', name), join(gamesDir, name));
  cpSync(join(ROOT, 'games/calendars'), join(gamesDir, 'calendars'), { recursive: true });
  for (const code of ['jsks', 'ssq', 'jlffc']) writeFileSync(join(gamesDir, `${code}.json`), read(`${code}.json`));
  publication = await openPublication({ gamesDir, appDir });
  expect(publication.problems()).toEqual([]);
});

afterEach(async () => {
  for (const file of dropped) rmSync(file);
  dropped.clear();
  await publication.refresh();
});
afterAll(() => publication.close().then(() => rmSync(gamesDir, { recursive: true, force: true })));

/** What each of the three says: codes with their places. */
async function findingsOfAll(code: string, text: string) {
  const file = join(gamesDir, `${code}.json`);
  const name = ({ pointer, code: is }: { readonly pointer: string; readonly code: string }) => `${pointer || '/'} ${is}`;

  const found: DraftFinding[] = [];
  const draft = { is: 'game' as const, id: 1, code, text, surroundings: surroundingsOf(publication.gameSet()), published: null, atMs: 0 };
  await checkDraft(
    draft,
    (finding) => found.push(finding),
    async () => true,
  );
  const workshop = {
    problems: found.flatMap((finding) => (finding.is === 'problems' ? finding.problems.map(name) : [])),
    warnings: found.flatMap((finding) => (finding.is === 'warning' ? [name(finding.problem)] : [])),
  };

  const loaded = loadDocument(text, { file, kind: 'game' });
  const checked = (await publication.check([{ file, loaded }])).map(name);
  const desk = { problems: checked, warnings: checked.length > 0 ? [] : (await returnWarnings(publication)(loaded)).map(name) };

  writeFileSync(file, text);
  dropped.add(file);
  const { out, err } = await runCommand(main, ['check', file], { CAIPU_GAMES: gamesDir, CAIPU_DESCRIPTIONS: appDir });
  const places = (lines: string) =>
    [...lines.matchAll(/\.json:\d+:\d+ {2}(\S+) {2}([A-Z_]+) /g)].map(([, pointer = '', is = '']) => `${pointer} ${is}`);
  const command = { problems: places(out), warnings: places(err) };

  await publication.refresh();
  const server = publication
    .problems()
    .filter((problem) => problem.file === file)
    .map(name);
  return { workshop, desk, command, server };
}

const own =
  (change: (game: File) => object, of = 'jsks') =>
  (code: string) =>
    JSON.stringify({ ...change({ ...base(of), code }) }, null, 1);

/** Wrong or strange files by the code that they take. */
const CASES: readonly (readonly [what: string, code: string, text: (code: string) => string, expected: readonly string[]])[] = [
  ['no JSON', 'newk3', () => '{ "a": ', ['JSON_SYNTAX']],
  ['a property that is not known', 'newk3', own((game) => ({ ...game, poolFne: 1 })), ['SHAPE_UNKNOWN_PROPERTY']],
  ['a family that there is not', 'newk3', own((game) => ({ ...game, family: 'k4' })), ['FAMILY_UNKNOWN']],
  [
    'a calendar that there is not',
    'newssq',
    own((game) => ({ ...game, schedule: { ...game.schedule, calendar: 'fucia' } }), 'ssq'),
    ['CALENDAR_UNKNOWN'],
  ],
  [
    'an extra draw in a closure of its calendar',
    'newssq',
    own((game) => ({ ...game, schedule: { ...game.schedule, extra: ['2026-10-02'] } }), 'ssq'),
    ['CALENDAR_CLOSED'],
  ],
  [
    'a schedule that overlaps',
    'newk3',
    own((game) => ({ ...game, schedule: { ...game.schedule, closeBeforeSeconds: 1200 } })),
    ['SCHEDULE_OVERLAP'],
  ],
  [
    'a prize of a play that the family has not',
    'newk3',
    own((game) => ({ ...game, prizes: [{ play: 'HZZ', tier: 'win', fen: 100 }] })),
    ['PLAY_UNKNOWN'],
  ],
  ['a prize of nothing', 'newk3', own((game) => ({ ...game, prizes: [{ play: 'STH_TX', tier: 'win', fen: 0 }] })), ['PRIZE_ZERO']],
  ['a code that is taken, in capitals', 'JSKS', own((game) => game), ['DUPLICATE']],
  ['a code that a small game has', 'slot', own((game) => game), ['DUPLICATE']],
  ['a code whose letters lead to another page', 'slmffc', own((game) => game, 'jlffc'), ['GAME_CODE']],
  ['a code that differs from the name of the file', 'newk3', own((game) => ({ ...game, code: 'other' })), ['FILE_NAME']],
  ['a screen that there is not', 'newssq', own((game) => ({ ...game, screen: 'gmae' }), 'ssq'), ['SCREEN_UNKNOWN']],
  ['a confirmation that no route has', 'newssq', own((game) => ({ ...game, confirm: '/confrm/{gameCode}' }), 'ssq'), ['ROUTE_UNKNOWN']],
  [
    'a field in the confirmation that there is not',
    'newssq',
    own((game) => ({ ...game, confirm: '/confirm/{game}' }), 'ssq'),
    ['ROUTE_FIELD'],
  ],
  [
    'a number past its range',
    'newk3',
    own((game) => ({ ...game, caps: { ...game.caps, multiplier: 9_000_000_000_000 } })),
    ['SHAPE_RANGE'],
  ],
];

describe('one judge', () => {
  it.each(CASES)('%s', async (_, code, text, expected) => {
    const { workshop, desk, command, server } = await findingsOfAll(code, text(code));
    expect(command.problems.map((each) => each.split(' ')[1])).toEqual(expect.arrayContaining([...expected]));
    expect(workshop.problems, 'the workshop').toEqual(command.problems);
    expect(desk.problems, 'publishing').toEqual(command.problems);
    expect(server, 'a file in the folder').toEqual(command.problems);
  });

  it('a prize of ten times what it should be is warned of in all of them, at the same place', async () => {
    const generous = own((game) => ({ ...game, prizes: [{ play: 'STH_TX', tier: 'win', fen: 64_800 }] }))('newk3');
    const { workshop, desk, command, server } = await findingsOfAll('newk3', generous);
    expect(command).toEqual({ problems: [], warnings: ['/prizes/0/fen RETURN_BAND'] });
    expect(workshop).toEqual(command);
    expect(desk).toEqual(command);
    expect(server, 'a warning takes nothing off sale').toEqual([]);
    expect(publication.game('newk3')).toBeDefined();
  });

  it('a bonus period that returns more than is staked is warned of at its place, and one that ends before it begins is refused, in all of them', async () => {
    const period = (fen: number, until: string) =>
      own((game) => ({
        ...game,
        bonusPeriods: [{ name: '加', from: '2026-12-01T00:00:00', until, prizes: [{ plays: ['STH_TX'], tier: 'win', fen }] }],
      }))('newk3');
    const generous = await findingsOfAll('newk3', period(64_800, '2026-12-02T00:00:00'));
    expect(generous.command).toEqual({ problems: [], warnings: ['/bonusPeriods/0/prizes RETURN_BAND'] });
    expect([generous.workshop, generous.desk]).toEqual([generous.command, generous.command]);
    expect((await findingsOfAll('newk3', period(100, '2026-12-02T00:00:00'))).workshop).toEqual({ problems: [], warnings: [] });
    const backward = await findingsOfAll('newk3', period(100, '2026-11-30T00:00:00'));
    expect(backward.command.problems).toEqual(['/bonusPeriods/0/until PERIOD_END']);
    expect([backward.workshop.problems, backward.desk.problems, backward.server]).toEqual(Array(3).fill(backward.command.problems));
  });

  it('of two new files with one code neither is sold, whichever is read first, and the one that runs stays', async () => {
    for (const code of ['twofc', 'TWOFC']) {
      writeFileSync(join(gamesDir, `${code}.json`), own((game) => game, 'jlffc')(code));
      dropped.add(join(gamesDir, `${code}.json`));
    }
    await publication.refresh();
    expect(publication.problems().map(({ code }) => code)).toEqual(['DUPLICATE', 'DUPLICATE']);
    expect([publication.game('twofc'), publication.game('TWOFC')]).toEqual([undefined, undefined]);
    expect(publication.game('jlffc')).toBeDefined();
  });
});
