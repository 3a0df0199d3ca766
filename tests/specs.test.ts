/** Each SPEC.md and the tests that hold it: every number has a test, and no test names a number that is not there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Numbers are unique within the folders that hold a document's tests. */
const SPECS = [
  { spec: 'engine/rules/SPEC.md', tests: ['tests/rules'] },
  { spec: 'engine/screens/SPEC.md', tests: ['tests/screens', 'tests/descriptions', 'tests/game-ui'] },
  { spec: 'server/money/SPEC.md', tests: ['tests/server'] },
  { spec: 'server/protection/SPEC.md', tests: ['tests/server'] },
  { spec: 'server/member/SPEC.md', tests: ['tests/server'] },
  { spec: 'server/group/SPEC.md', tests: ['tests/server'] },
  { spec: 'server/follow/SPEC.md', tests: ['tests/server'] },
  { spec: 'server/people/SPEC.md', tests: ['tests/server'] },
  { spec: 'server/scratch/SPEC.md', tests: ['tests/server'] },
  { spec: 'server/quiz/SPEC.md', tests: ['tests/server', 'tests/quiz'] },
  { spec: 'server/store/SPEC.md', tests: ['tests/server'] },
] as const;

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
const unique = (all: readonly string[]): string[] => [...new Set(all)].sort(byNumber);

/** "**R1 Bets.**" in a list, or "| L1 |" in a table. */
const factsOf = (spec: string): string[] =>
  [...readFileSync(join(ROOT, spec), 'utf8').matchAll(/^(?:- \*\*|\| )([A-Z]\d+)\b/gm)].map(([, number]) => number as string);

/** "[S7]" in a title; a title that is put together says which numbers it may have: `[S%i]` with a list of them. */
function carried(folders: readonly string[], letters: string): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  );
  const titles = new RegExp(`\\[([${letters}]\\d+)\\]`, 'g');
  const listed = /^\s+\[(\d+), \/\^/gm;
  return files.flatMap((text) => [
    ...[...text.matchAll(titles)].map(([, number]) => number as string),
    ...(text.includes("'[S%i] %s'") && letters.includes('S') ? [...text.matchAll(listed)].map(([, number]) => `S${number}`) : []),
  ]);
}

it.each(SPECS)('$spec: every fact has a test, and every number in a title is a fact', ({ spec, tests }) => {
  const facts = factsOf(spec);
  expect(facts.length).toBeGreaterThan(5);
  expect(facts).toEqual(unique(facts));
  const letters = [...new Set(facts.map((fact) => fact.slice(0, 1)))].join('');
  expect(unique(carried(tests, letters))).toEqual(unique(facts));
});
