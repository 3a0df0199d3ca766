// @vitest-environment happy-dom
/** A question of a quiz (竞猜) in its sheet, over the declared example of its call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getByRole, queryByRole } from '@testing-library/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { ssjcQuestions } from '../../../protocol/calls/quiz.ts';
import { clear, draw, loadBlocks, press } from './examples/draw.tsx';

const APP = join(import.meta.dirname, '../../../app/descriptions');
const read = (name: string) => JSON.parse(readFileSync(join(APP, name), 'utf8'));
const [QUESTION] = ssjcQuestions.example.models.items;
const shown = (change: object = {}) =>
  draw({
    screen: read('screens/quiz-entry.json') as ScreenDocument,
    terms: read('terms.json').terms,
    params: { question: QUESTION.id, option: '' },
    answers: { [ssjcQuestions.path]: { items: [{ ...QUESTION, ...change }], next: null }, '/api/UserCenter/Levels': { points: 100 } },
    expects: [],
  });
const text = (page: HTMLElement): string => (page.textContent ?? '').replace(/\s+/g, ' ');

beforeAll(loadBlocks);
afterEach(clear);

it.each(['open', 'closed'])('says while it is %s when its result is expected', async (status) => {
  expect(text((await shown({ status })).page)).toMatch(/预计揭晓\d{4}-\d\d-\d\d/);
});

it('says of one that is decided what happened, and no more when that is expected', async () => {
  const { page } = await shown({ status: 'decided', outcome: 'big', outcomeName: '大', result: '3 4 5' });
  expect(text(page)).toContain('3 4 5 → 大');
  expect(text(page)).not.toContain('预计揭晓');
});

it.each([
  ['draw', '开奖结果', `/resultDetailList/${QUESTION.gameCode}`],
  ['match', '比分直播', '/scores'],
])('leads from a question about a %s to where it can be looked up', async (kind, name, to) => {
  const { page, host } = await shown({ kind });
  await press(getByRole(page, 'button', { name: new RegExp(`^${name}`) }));
  expect(host.moves).toEqual([to]);
  expect(queryByRole(page, 'button', { name: kind === 'draw' ? /^比分直播/ : /^开奖结果/ })).toBeNull();
});
