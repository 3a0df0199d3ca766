/** What menus and routes say of each other, of screens and of the brand: reported, and nothing is taken away. */
import { describe, expect, it } from 'vitest';
import type { Description } from '../../../engine/descriptions/load.ts';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import { KIND_CHECKERS, type DocumentSet } from '../../../server/catalog/checkers.ts';
import { type Edit, patchedText } from '../../support/patched.ts';
import { productDescriptions } from '../../support/vocabulary.ts';

const all = productDescriptions();
const one = (kind: string, code?: string): Description =>
  all.find((each) => each.kind === kind && (code === undefined || each.code === code)) as Description;

/** What is reported for a description of the product, edited, among the others. */
function reported(kind: 'menu' | 'routes', code: string | undefined, edits: readonly Edit[], without: readonly string[] = []): string[] {
  const original = one(kind, code);
  const file = `${kind === 'routes' ? 'routes' : original.code}.json`;
  const loaded = loadDocument(patchedText(`${JSON.stringify(original, null, 2)}\n`, edits), { file, kind });
  if (!loaded.ok) return loaded.problems.map((problem) => formatProblem(problem, 'en'));
  const set = all.filter((each) => !without.includes(each.kind)).map((each) => (each === original ? loaded.document : each));
  const ofKind = (wanted: string): Description[] => set.filter((each) => each.kind === wanted);
  const neighbours: DocumentSet = {
    inForce: ofKind,
    accepted: () => [],
    expected: (wanted) => ofKind(wanted).length > 0,
    codes: (wanted) => ofKind(wanted).map(({ code }) => code),
    families: () => new Map(),
    calendars: () => new Map(),
  };
  const checkers = KIND_CHECKERS.find((each) => each.kind === kind);
  const findings = checkers?.checks.flatMap((make) => make(neighbours)(loaded.document)) ?? [];
  return loaded.report(findings).map((problem) => formatProblem(problem, 'en').split('  ').slice(1).join('  '));
}

type Row = readonly [string, string | undefined, readonly Edit[], readonly string[]];

describe('[S83] menus', () => {
  it.each(['codes', 'home', 'mine', 'discover'])('%s of the product is in order', (code) => expect(reported('menu', code, [])).toEqual([]));

  it.each<Row>([
    [
      'a code twice, without regard to case',
      'home',
      [{ set: '/entries/1/code', to: 'casualgame' }],
      ['/entries/1/code  DUPLICATE  "casualgame" occurs twice among the entries of the menu; rename one'],
    ],
    [
      'a code that the catalogue does not have',
      'home',
      [{ set: '/entries/1/code', to: 'Darw' }],
      ['/entries/1/code  SCREEN_MENU_CODE  the menu catalogue has no "Darw", did you mean "Draw"; known: '],
    ],
    [
      'an entry of the catalogue that says nothing of what it does',
      'codes',
      [{ remove: '/entries/0/type' }],
      ['/entries/0  SHAPE_MISSING  property "type" is missing; add "type"'],
    ],
    [
      'a route that there is not',
      'codes',
      [{ set: '/entries/0/url', to: 'nowhere' }],
      ['/entries/0/url  ROUTE_UNKNOWN  there is no route "nowhere"; name an existing route: '],
    ],
    [
      'a tab beyond those of the brand',
      'home',
      [{ set: '/entries/0', to: { code: 'X', label: 'x', type: 2, tabIndex: 5 } }],
      ['/entries/0/tabIndex  MENU_TAB  there is no tab 5; counted from 0, the brand has 5'],
    ],
    [
      'what its type needs is asked by the shape',
      'home',
      [{ set: '/entries/0', to: { code: 'X', label: 'x', type: 2 } }],
      ['SHAPE_MISSING  property "tabIndex" is missing; add "tabIndex"'],
    ],
  ])('%s', (_, code, edits, wanted) => {
    const problems = reported('menu', code, edits);
    expect(problems).toHaveLength(wanted.length);
    for (const [at, text] of wanted.entries()) expect(problems[at]).toContain(text);
  });

  it('the last tab is there, and a set without brands or routes says nothing about them', () => {
    const tab = (tabIndex: number): Edit[] => [{ set: '/entries/0', to: { code: 'X', label: 'x', type: 2, tabIndex } }];
    expect(reported('menu', 'home', tab(4))).toEqual([]);
    expect(reported('menu', 'home', tab(9), ['brand'])).toEqual([]);
    expect(reported('menu', 'codes', [{ set: '/entries/0/url', to: 'nowhere' }], ['routes'])).toEqual([]);
  });
});

describe('[S83] routes', () => {
  it('of the product are in order', () => expect(reported('routes', undefined, [])).toEqual([]));

  it.each<Row>([
    [
      'a path twice, without regard to case and to the names of parameters',
      undefined,
      [
        { insert: '/routes/-', value: { path: '/INDEX', section: 'home', loginOnly: false } },
        { insert: '/routes/-', value: { path: '/scores/{other}', section: 'sports', loginOnly: false } },
      ],
      ['DUPLICATE  "/index" occurs twice among the paths; rename one', 'DUPLICATE  "/scores/{}" occurs twice among the paths; rename one'],
    ],
    [
      'an alias over a route',
      undefined,
      [
        { insert: '/aliases/0', value: { path: '/setting', to: '/mine' } },
        { set: '/aliases/0/to', to: '/login' },
      ],
      ['/aliases/0/path  DUPLICATE  "/setting" occurs twice among the paths; rename one'],
    ],
    [
      'a theme that no brand has',
      undefined,
      [{ set: '/routes/0/theme', to: 'cpu' }],
      ['/routes/0/theme  SCREEN_THEME  no brand has a theme "cpu", did you mean "cup"; known: league, cup'],
    ],
    [
      'a screen and a target that there are not',
      undefined,
      [
        { set: '/routes/0/screen', to: 'hmoe' },
        { set: '/aliases/0/to', to: '/nowhere' },
      ],
      ['/routes/0/screen  SCREEN_UNKNOWN', '/aliases/0/to  ROUTE_UNKNOWN  there is no route "/nowhere"'],
    ],
    [
      'a confirmation of new games that there is not',
      undefined,
      [{ set: '/gameKeys/rules/7/confirm', to: '/Confirm/{gameCode}' }],
      [
        '/gameKeys/rules/7/confirm  ROUTE_UNKNOWN  there is no route "/Confirm/{gameCode}"; name an existing route: /confirmationSSC/{gameCode}, /confirmationJSKS/{gameCode}, /NumConfirmation/{gameCode}/{playCode}; or add it to app/descriptions/routes.json',
      ],
    ],
  ])('%s', (_, code, edits, wanted) => {
    const problems = reported('routes', code, edits);
    expect(problems).toHaveLength(wanted.length);
    for (const [at, text] of wanted.entries()) expect(problems[at]).toContain(text);
  });
});
