// Each SPEC.md and the tests that hold it: every number of a fact is in the title of a test that ran with an assertion, and no title names a
// number that is not there. What ran is read from vitest's report; tests/support/count-assertions.ts puts the assertions into it. Where the
// deep ring has not run, the titles in the sources of its tests count: `.ci/run` runs both rings and judges by the reports alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const SERVER = [
  'ledger',
  'accounts/limits',
  'loyalty/member',
  'loyalty/store',
  'social/group-buying',
  'social/copy-betting',
  'social/profiles',
  'mini-games/scratch',
  'agents',
].map((module) => ({ spec: `server/${module}/SPEC.md`, tests: ['tests/server/'] }));

/** Numbers are unique within the folders that hold a document's tests. */
export const SPECS = [
  { spec: 'engine/rules/SPEC.md', tests: ['tests/engine/rules/'] },
  { spec: 'engine/screens/SPEC.md', tests: ['tests/engine/screens/', 'tests/engine/descriptions/'] },
  ...SERVER,
  { spec: 'server/mini-games/quiz/SPEC.md', tests: ['tests/server/', 'tests/engine/quiz/'] },
];

/** "**R1 Bets.**" in a list, or "| L1 |" in a table. */
export const factsOf = (text) => [...text.matchAll(/^(?:- \*\*|\| )([A-Z]\d+)\b/gm)].map(([, number]) => number);

/** What vitest's report says of its tests: file (from the root of the project), title, whether it passed, and how many assertions it made. */
export const ranIn = (json, from = root) =>
  json.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName: title, status, meta }) => ({
      file: name.startsWith(from) ? name.slice(from.length) : name,
      title,
      passed: status === 'passed',
      assertions: meta?.assertions ?? 0,
    })),
  );

/** What is wrong between the facts of a document and the tests that ran. */
export function specProblems({ spec, tests }, facts, ran) {
  const letters = [...new Set(facts.map((fact) => fact[0]))].join('');
  const numbers = (title) => [...title.matchAll(new RegExp(`\\[([${letters}]\\d+)\\]`, 'g'))].map(([, number]) => number);
  const titled = ran
    .filter(({ file }) => tests.some((folder) => file.startsWith(folder)))
    .flatMap((test) => numbers(test.title).map((number) => ({ ...test, number })));
  const held = new Set(titled.filter(({ passed, assertions }) => passed && assertions > 0).map(({ number }) => number));
  return [
    ...facts.filter((fact, at) => facts.indexOf(fact) !== at).map((fact) => `${spec} has ${fact} twice`),
    ...facts.filter((fact) => !held.has(fact)).map((fact) => `${spec}: no test [${fact}] with an assertion has passed`),
    ...titled.filter(({ number }) => !facts.includes(number)).map(({ file, title }) => `${file} › ${title}: ${spec} has no such number`),
  ];
}

/** Titles of tests in sources ({file, text}), as if each had passed. A title is the first text that is given to it, test or describe. */
export const titledIn = (files) =>
  files.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , title]) => ({
      file,
      title,
      passed: true,
      assertions: 1,
    })),
  );

/** The same for every SPEC.md, of all tests that ran. */
export function unheldFacts(ran) {
  return SPECS.flatMap((each) => {
    const facts = factsOf(readFileSync(join(root, each.spec), 'utf8'));
    // A document that is written in another form has no facts, and needs no tests.
    if (facts.length < 6) return [`${each.spec}: only ${facts.length} facts were read`];
    return specProblems(each, facts, ran);
  });
}
