/** What `npm test` says of the facts in a SPEC.md and of the tests that ran (scripts/lib/specs.mjs). */
import { expect, it } from 'vitest';

interface Ran {
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
  readonly assertions: number;
}
/** Scripts have no types of their own. */
const { factsOf, ranIn, specProblems } = (await import(new URL('../scripts/lib/specs.mjs', import.meta.url).href)) as {
  factsOf(text: string): string[];
  ranIn(json: unknown, from: string): Ran[];
  specProblems(spec: { readonly spec: string; readonly tests: readonly string[] }, facts: readonly string[], ran: readonly Ran[]): string[];
};

const SPEC = { spec: 'some/SPEC.md', tests: ['tests/some/'] };
const FACTS = ['S1', 'S2'];
const test = (title: string, change: Partial<Ran> = {}): Ran => ({
  file: 'tests/some/a.test.ts',
  title,
  passed: true,
  assertions: 1,
  ...change,
});
const problems = (...ran: Ran[]) => specProblems(SPEC, FACTS, ran);

it('facts stand in a list or in a table', () => {
  expect(factsOf('# T\n\n- **S1 One.** It is [S9].\n| S2 | two |\n  - **S3** is indented.\n')).toEqual(['S1', 'S2']);
});

it('nothing is wrong where each fact has a test that passed and asserted; a title may name two, and other letters are of other documents', () => {
  expect(problems(test('[S1][S2] both'), test('[M7] of another'), test('no number', { assertions: 0 }))).toEqual([]);
});

it('a test that was emptied holds its fact no more', () => {
  const emptied = test('[S2] two', { assertions: 0 });
  expect(problems(test('[S1] one'), emptied)).toEqual(['some/SPEC.md: no test [S2] with an assertion has passed']);
  expect(problems(test('[S1] one'), emptied, test('[S2] another'))).toEqual([]);
});

it('a test that failed, was skipped, is gone or stands in another folder holds nothing', () => {
  const missing = ['some/SPEC.md: no test [S2] with an assertion has passed'];
  expect(problems(test('[S1] one'))).toEqual(missing);
  expect(problems(test('[S1] one'), test('[S2] two', { passed: false }))).toEqual(missing);
  expect(problems(test('[S1] one'), test('[S2] two', { file: 'tests/other/a.test.ts' }))).toEqual(missing);
});

it('a title with a number that the document does not have, and a fact that stands there twice, are said', () => {
  expect(problems(test('[S1] one'), test('[S2] two'), test('[S3] three'))).toEqual([
    'tests/some/a.test.ts › [S3] three: some/SPEC.md has no such number',
  ]);
  expect(specProblems(SPEC, ['S1', 'S1'], [test('[S1] one')])).toEqual(['some/SPEC.md has S1 twice']);
});

it('what ran is read from the report of vitest', () => {
  const results = (assertions: number | undefined) => ({
    testResults: [
      { name: '/root/tests/a.test.ts', assertionResults: [{ fullName: '[S1] all one', status: 'passed', meta: { assertions } }] },
    ],
  });
  expect(ranIn(results(2), '/root/')).toEqual([{ file: 'tests/a.test.ts', title: '[S1] all one', passed: true, assertions: 2 }]);
  expect(ranIn(results(undefined), '/root/')).toMatchObject([{ assertions: 0 }]);
});
