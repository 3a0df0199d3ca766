/** The rings of tests (docs/testing.md): which files a change can reach, what a profile adds up, and which facts deep tests hold. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { amount } from '../engine/rules/support/runs.ts';

/** Scripts have no types of their own. */
const script = async (name: string): Promise<unknown> => import(new URL(`../../scripts/lib/${name}.mjs`, import.meta.url).href);
const { distances } = (await script('import-graph')) as { distances(changed: readonly string[]): ReadonlyMap<string, number> };
interface Line {
  readonly kind: string;
  readonly file: string;
  readonly title?: string;
  readonly wall: number;
  readonly own: number;
  readonly children: number;
}
interface Profile {
  readonly whole: number;
  readonly inFiles: number;
  readonly between: number;
  readonly files: readonly Line[];
  readonly tests: readonly Line[];
}
const { summed, tables } = (await script('profile')) as {
  summed(lines: readonly Line[], whole: number, wall: number): Profile;
  tables(title: string, profile: Profile, most?: number): string;
};
const { titledIn } = (await script('specs')) as {
  titledIn(
    files: readonly { readonly file: string; readonly text: string }[],
  ): readonly { readonly file: string; readonly title: string }[];
};

describe('which files a change can reach', () => {
  it('a test is one import away from the module that it imports, and further from what that imports', () => {
    const found = distances(['engine/rules/price.ts']);
    expect(found.get('engine/rules/price.ts')).toBe(0);
    expect(found.get('engine/rules/index.ts')).toBe(1);
    expect(found.get('tests/engine/rules/laws.test.ts')).toBe(2);
    expect(found.has('tests/words.test.ts')).toBe(false);
  });

  it('a test of a script is found by the address that it imports, and a deep test by the test that it repeats', () => {
    expect(distances(['scripts/lib/specs.mjs']).has('tests/specs.test.ts')).toBe(true);
    expect(distances(['tests/engine/rules/tuples.test.ts']).get('tests/engine/rules/tuples.deep.test.ts')).toBe(1);
  });

  it('a description reaches the sources that name its folder, and SQL the schema of the database', () => {
    expect(distances(['games/ssq.json']).has('tests/engine/descriptions/check-files.test.ts')).toBe(true);
    expect(distances(['server/loyalty/store/sql/store.sql']).get('server/schema.ts')).toBe(1);
  });
});

describe('a profile', () => {
  const line = (kind: string, file: string, own: number, children = 0): Line => ({ kind, file, title: 'a title', wall: 10, own, children });

  it('adds up workers and their child processes, dearest file first, and gives the rest', () => {
    const profile = summed(
      [line('file', 'a', 100), line('file', 'b', 50, 200), line('between', 'a', 30), line('test', 'a', 90)],
      1_000,
      500,
    );
    expect(profile).toMatchObject({ whole: 1_000, inFiles: 350, between: 30 });
    expect(profile.files.map(({ file }) => file)).toEqual(['b', 'a']);
    expect(tables('T', profile)).toContain('| 0.3 | 0.2 |  | 0.0 | b |');
    expect(tables('T', profile)).toContain('0.6 s outside of workers');
  });

  it('adds browser tests up by file', () => {
    const profile = summed([line('test', 'a', 0, 100), line('test', 'b', 0, 150), line('test', 'a', 0, 100)], 500, 500);
    expect(profile.files).toMatchObject([
      { file: 'a', children: 200, wall: 20 },
      { file: 'b', children: 150, wall: 10 },
    ]);
  });
});

it('titles of tests are read from a source, of every quote and of each kind of call', () => {
  const text = "it('[S1] one', () => {});\ntest.each([1])(`[S2] two`, () => {});\ndescribe(\"[S3] it's three\", () => {});\n";
  expect(titledIn([{ file: 'a.deep.test.ts', text }]).map(({ title }) => title)).toEqual(['[S1] one', '[S2] two', "[S3] it's three"]);
});

it('every file that the nightly run names is there', () => {
  const root = new URL('../../', import.meta.url);
  const named = [...readFileSync(new URL('scripts/nightly.mjs', root), 'utf8').matchAll(/file: '([^']+)'/g)].map(
    ([, file]) => file as string,
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

it('a test takes its bounded amount of chance, in the deep ring the full one, and before both the amount that a variable sets', () => {
  const taken = () => [amount('CAIPU_ANY', 100, 10), amount('CAIPU_ANY', 8, 10)];
  vi.stubEnv('CAIPU_RING', 'one');
  expect(taken()).toEqual([10, 8]);
  vi.stubEnv('CAIPU_RING', 'deep');
  expect(taken()).toEqual([100, 8]);
  vi.stubEnv('CAIPU_ANY', '1000');
  expect(taken()).toEqual([1_000, 1_000]);
  vi.unstubAllEnvs();
});
