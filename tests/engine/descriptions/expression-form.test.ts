/** What the parser of expressions repairs in silence is refused by the check of a description (engine/descriptions/screens/expression-form.ts). */
import { expect, it } from 'vitest';
import { infer } from '../../../engine/descriptions/screens/infer.ts';
import { ANY } from '../../../engine/descriptions/screens/types.ts';

/** Details of the problems that the check reports. */
function problemsOf(source: string): string[] {
  const problems: string[] = [];
  const names = new Map(['period', 'list', 'a', 'b'].map((name) => [name, ANY]));
  infer(source, {
    names,
    terms: undefined,
    pointer: '/title',
    add: (code, pointer, details) => void problems.push(`${code} ${pointer} ${details?.detail ?? ''}`),
  });
  return problems;
}

it.each([
  [
    'last(period 5)',
    'SCREEN_SYNTAX /title 参数之间缺少逗号（"last(period 5)"）|a comma between arguments is missing (in "last(period 5)")',
  ],
  [
    'money(a);',
    'SCREEN_SYNTAX /title 多余的分号（第 9 个字符处，"money(a);"）|there is a semicolon too many (at character 9 of "money(a);")',
  ],
  ["a == '\\u4e2d'", '不支持转义'],
  ['last（period，5）', '请用半角的 ('],
  ['a ？ 1 ： 2', '请用半角的 ?'],
])('%s is refused', (source, problem) => {
  const [found = ''] = problemsOf(source);
  expect(found).toContain(problem);
});

it.each([
  'last(period, 5)',
  "a == '，；（）'",
  "a == 'it\\'s'",
  'count(filter(list, \'play\', "SPF")) > 0',
  'list[count(list) - 1]',
  "map(a, 1, 'x', 2, 'y', 'z')",
])('%s is accepted', (source) => {
  expect(problemsOf(source)).toEqual([]);
});
