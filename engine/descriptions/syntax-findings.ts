/** The fault of a text that is no JSON, in the words of somebody who writes one by hand. */
import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { asciiMark } from './fix-suggestions.ts';
import type { PlacedFinding, Source } from './parse.ts';
import type { Finding } from './problem.ts';

/** The first syntax error of a text that is no JSON: those after it are mostly its echoes. */
export function syntaxFindings(source: Source): PlacedFinding[] {
  const { text } = source;
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const error = errors[0];
  // JSON.parse refused and jsonc-parser did not: say so at the start rather than let the file pass.
  const marked = markAt(text, error?.offset ?? text.length);
  if (marked !== undefined) return [{ finding: syntax(markWords(text[marked] ?? '')), offset: marked }];
  if (error === undefined) return [{ finding: syntax('无法解析|it cannot be parsed'), offset: 0 }];
  const word = wordAt(text, error.offset);
  const before = text.slice(0, error.offset).trimEnd();
  const at = (finding: Finding, offset = error.offset): PlacedFinding[] => [{ finding, offset }];
  const pointer = '';
  const kind = printParseErrorCode(error.error);

  if (kind === 'InvalidCommentToken') return at({ code: 'JSON_COMMENT', pointer });
  if (/^[}\]]/.test(text.slice(error.offset)) && before.endsWith(','))
    return at({ code: 'JSON_TRAILING_COMMA', pointer }, before.length - 1);
  const grouped = kind === 'PropertyNameExpected' ? groupedNumber(text, error.offset) : undefined;
  if (grouped !== undefined)
    return at({ code: 'JSON_NUMBER', pointer, details: { text: grouped.text, guess: grouped.text.replaceAll(',', '') } }, grouped.offset);
  // 0200 is read as 0 and then something more: the number begins before. A missing colon or comma is no matter of numbers.
  const begun = /[-+.\d]*$/.exec(text.slice(Math.max(0, error.offset - 30), error.offset))?.[0] ?? '';
  const separator = kind === 'ColonExpected' || kind === 'CommaExpected';
  if (/^[-+.]?(NaN|Infinity|[\d.])/.test(word) && (begun !== '' || !separator)) {
    return at({ code: 'JSON_NUMBER', pointer, details: { text: begun + word } }, error.offset - begun.length);
  }
  const open = kind === 'InvalidSymbol' ? openString(text, error.offset) : undefined;
  if (open !== undefined) {
    const { line } = source.position(open);
    return at(
      {
        code: 'JSON_STRING',
        pointer,
        details: { detail: `第 ${line} 行从这里开始的文字没有结尾的引号|the text that begins here in line ${line} has no closing quote` },
      },
      open,
    );
  }
  const ended = error.offset >= text.trimEnd().length && /^(PropertyName|Value|Colon|Comma)Expected$/.test(kind);
  if (ended) return at(syntax('文件到这里就结束了，后面的内容不见了|the file ends here, and what should follow is missing'));
  switch (kind) {
    case 'UnexpectedEndOfString':
      return at({ code: 'JSON_STRING', pointer, details: { detail: unclosed(text, error.offset) } });
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return at({ code: 'JSON_STRING', pointer, details: { detail: '转义不对|a wrong escape' } });
    case 'InvalidCharacter':
      return at({ code: 'JSON_STRING', pointer, details: { detail: '含控制字符|a control character' } });
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return at({ code: 'JSON_NUMBER', pointer, details: { text: word } });
    case 'UnexpectedEndOfComment':
      return at({ code: 'JSON_COMMENT', pointer });
    case 'ColonExpected':
      return at(syntax('这里缺少冒号|a colon is missing here'));
    case 'CommaExpected':
      return at(syntax('这里缺少逗号|a comma is missing here'));
    case 'CloseBraceExpected':
      return at(syntax('缺少 }|a } is missing'));
    case 'CloseBracketExpected':
      return at(syntax('缺少 ]|a ] is missing'));
    case 'PropertyNameExpected':
      return at(syntax('属性名要写在双引号里|a property name in double quotes is expected'));
    case 'ValueExpected':
      return at(syntax('缺少值|a value is missing'));
    case 'EndOfFileExpected':
      return at(syntax('描述之后还有内容|something follows the description'));
    default:
      if (text[error.offset] === "'") return at(syntax('单引号；改成双引号 "|a single quote; write "'));
      return at(syntax('不认识的符号|an unknown symbol'));
  }
}

/**
 * Place of a mark of a Chinese keyboard that made the text invalid JSON: at the error, or just before it, as the quote that should have
 * ended a name ("code”: …).
 */
function markAt(text: string, offset: number): number | undefined {
  if (asciiMark(text[offset] ?? '') !== undefined) return offset;
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(from, offset);
  const blank = /[\u3000\u00a0]/.exec(line.replace(/"[^"]*"/g, (quoted) => '_'.repeat(quoted.length)));
  if (blank) return from + blank.index;
  const quote = /[“”‘’＂「」](?=\s*[:,：，}\]]|\s*$)/.exec(line);
  return quote ? from + quote.index : undefined;
}

/**
 * Where a text without its closing quote begins, when that is why a symbol is unknown: the quotes of its line make no pairs, and the text that
 * ends just before the symbol took the quote of the next one (`"name: "x"`).
 */
function openString(text: string, offset: number): number | undefined {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const quotes = [...text.slice(from, end < 0 ? text.length : end).matchAll(/\\.|"/g)].filter(([found]) => found === '"');
  if (quotes.length % 2 === 0) return undefined;
  const before = quotes.map(({ index }) => from + index).filter((at) => at < offset);
  return before.length >= 2 && before.length % 2 === 0 ? before.at(-2) : undefined;
}

/** Why a text has no end: a quote of a Chinese keyboard should have ended it ("x”,). */
function unclosed(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  const quote = /[“”‘’＂「」](?=\s*[,:，：}\]]?\s*$)/.exec(text.slice(offset, end < 0 ? text.length : end))?.[0];
  if (quote === undefined) return '缺少结尾的引号|the closing quote is missing';
  return `结尾是中文输入法的 ${quote}，改成半角的 "|it ends with ${quote} of a Chinese keyboard; write "`;
}

/** A number whose thousands are set apart, 50,000: for JSON a number and then something that is no property. */
function groupedNumber(text: string, offset: number): { readonly text: string; readonly offset: number } | undefined {
  const before = /[^\w.](\d{1,3},)$/.exec(text.slice(Math.max(0, offset - 5), offset))?.[1];
  const after = /^\d{3}(,\d{3})*(?!\w)/.exec(text.slice(offset, offset + 40))?.[0];
  return before === undefined || after === undefined ? undefined : { text: before + after, offset: offset - before.length };
}

function markWords(mark: string): string {
  const plain = asciiMark(mark) ?? mark;
  if (plain === ' ') return '全角空格；改成普通空格|a full-width space; write a plain one';
  return `中文输入法的 ${mark}；改成半角的 ${plain}|${mark} of a Chinese keyboard; write ${plain}`;
}

function syntax(detail: string): Finding {
  return { code: 'JSON_SYNTAX', pointer: '', details: { detail } };
}

function wordAt(text: string, offset: number): string {
  return /^[-+.\w]+/.exec(text.slice(offset, offset + 30))?.[0] ?? text.slice(offset, offset + 1);
}
