/** What is wrong with an expression, in words, for the check of a description. Phones do not load this file. */
import { type ExpressionError, type ExpressionReason, helperSignature, HELPER_NAMES } from './expression.ts';

type Words = readonly [zh: string, en: string];

const WORDS: Readonly<Record<ExpressionReason, (subject: string) => Words>> = {
  'too long': () => ['表达式过长', 'the expression is too long'],
  'too many parts': () => ['表达式过长', 'the expression has too many parts'],
  unreadable: (what) => [`语法错误 ${what}`, what],
  'open brace': () => ['缺少右大括号', 'a closing brace is missing'],
  'regular expression': () => ['正则表达式不可用', 'there are no regular expressions'],
  'computed call': () => ['只能调用内置函数', 'only the listed functions can be called'],
  'unknown function': (name) => [`没有函数 ${name}()`, `there is no function ${name}(); known: ${HELPER_NAMES.join(', ')}`],
  'number of arguments': (name) => {
    const [least, most] = helperSignature(name)?.takes ?? [0, 0];
    return [`${name}() 的参数个数不对`, `${name}() takes ${least === most ? least : `${least} to ${most}`} arguments`];
  },
  'unknown operator': (operator) => [`没有运算符 ${operator}`, `there is no operator ${operator}`],
  'unknown construct': (type) => [`不能这样写（${type}）`, `${type} is not part of the language`],
  'extra semicolon': () => ['多余的分号', 'there is a semicolon too many'],
  'extra comma': () => ['多余的逗号', 'there is a comma too many'],
  'missing comma': () => ['参数之间缺少逗号', 'a comma between arguments is missing'],
  'unknown escape': (escape) => [`不支持转义 ${escape}，请直接写字符`, `there is no escape ${escape}; write the character itself`],
  'full-width mark': (mark) => [`请用半角的 ${mark}`, `write a half-width ${mark}`],
};

/** The fault and its place: "中文|English". */
export function expressionWords({ reason, subject, source, index }: ExpressionError): string {
  const [zh, en] = WORDS[reason](subject);
  const [place, at] = index === undefined ? ['', 'in'] : [`第 ${index + 1} 个字符处，`, `at character ${index + 1} of`];
  return [`${zh}（${place}"${source}"）`, `${en} (${at} "${source}")`].map((text) => text.replaceAll('|', '¦')).join('|');
}
