/** The examples of docs/screens.md are valid screens of the product. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadDocument } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { screenFindings } from '../../engine/descriptions/screens/check.ts';
import { productVocabulary } from '../support/vocabulary.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/screens.md'), 'utf8');
const [whole = '', sources = '', button = '', ...rest] = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text);

function problemsOf(parts: object): readonly string[] {
  const screen = { ...(JSON.parse(whole) as object), ...parts };
  const loaded = loadDocument(JSON.stringify(screen), { file: 'billingDetails.json', kind: 'screen' });
  const problems = loaded.ok ? loaded.report(screenFindings(loaded.document, productVocabulary())) : loaded.problems;
  return problems.map((problem) => formatProblem(problem, 'en'));
}

it('docs/screens.md shows a complete screen that is valid', () => {
  expect(problemsOf({})).toEqual([]);
});

it('docs/screens.md shows a source, and a button with an idempotent call, and both are valid in a screen', () => {
  const state = { status: { value: 'open' } };
  const list = { block: 'rows', source: 'orders', row: { title: '{gameName}' } };
  const orders = JSON.parse(`{${sources}}`) as object;
  expect(problemsOf({ sources: orders, state, blocks: [list] })).toEqual([]);
  const plan = { call: '/api/hm/detail', params: { id: '{query.id}' } };
  const group = { block: 'group', source: 'plan', blocks: [{ block: 'buttons', actions: [JSON.parse(button)] }] };
  expect(problemsOf({ sources: { plan }, blocks: [group] })).toEqual([]);
  expect(rest).toEqual([]);
});
