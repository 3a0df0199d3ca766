/** What can be wrong with a results file, with its place and remedy. */
import type { Position } from '../../engine/descriptions/problem.ts';
import type { Language } from '../../engine/rules/index.ts';

export interface RowProblem {
  readonly at: Position;
  readonly code: keyof typeof ROW_PROBLEM_TEXTS;
  readonly params?: Readonly<Record<string, string | number>>;
}

export const ROW_PROBLEM_TEXTS = {
  RESULT_ENCODING: [
    '认不出文件的文字编码；用 --encoding 说明（utf-8、utf-16le、utf-16be、gb18030、shift_jis），或在 Excel 里另存为“CSV UTF-8”',
    'the encoding of the file is not recognised; name it with --encoding (utf-8, utf-16le, utf-16be, gb18030, shift_jis), or save it as "CSV UTF-8" in Excel',
  ],
  RESULT_SYNTAX: ['写法有误：{detail}；改正这一处', 'not understood: {detail}; correct it here'],
  RESULT_EMPTY: [
    '文件里没有开奖；第一行写列名，以下每行一期',
    'the file holds no draw; write column names in the first line and a draw in each further one',
  ],
  RESULT_COLUMN: ['不认识的列 {name}{guess}；可用：{known}', 'unknown column {name}{guessEn}; known: {known}'],
  RESULT_COLUMN_MISSING: [
    '缺少列 {name}；补上，或用 --map {key}=列名 指定',
    'column {name} is missing; add it, or name the column with --map {key}=<column>',
  ],
  RESULT_MAP: ['--map 里的 {name} 有误：{detail}', '--map: {name} is wrong: {detailEn}'],
  RESULT_TIE: [
    '有几种读法都讲得通，号码却不同；用 --map 选一种：{names}',
    'the file can be read in several ways that differ; choose one with --map: {names}',
  ],
  RESULT_FIELDS: [
    '这一行有 {found} 个字段，应为 {wanted} 个；补上或删去',
    'this line has {found} fields, expected {wanted}; add or remove some',
  ],
  RESULT_ISSUE: ['期号 "{found}" 写法不对；写 1–32 个字母、数字或 -', 'the issue "{found}" is not one; write 1–32 letters, digits or -'],
  RESULT_ISSUE_FORM: [
    '期号 "{found}" 不能化成本彩种的写法 {form}；改正期号，或核对这一行的日期',
    'the issue "{found}" cannot be brought to the form {form} of the game; correct it, or check the date of this line',
  ],
  RESULT_ISSUE_NONE: [
    '这一行没有期号，也不能由开奖日推算；补上期号',
    'this line has no issue, and its day does not tell it; add the issue',
  ],
  RESULT_ISSUE_TWICE: [
    '期号 {issue} 在第 {line} 行已经有了；只留一个{both}',
    'issue {issue} stands in line {line} already; keep one{both}',
  ],
  RESULT_TIME: ['开奖时间 "{found}" 写法不对；写成 2026-11-20 21:15:00', 'the time "{found}" is not one; write it as 2026-11-20 21:15:00'],
  RESULT_DATES: [
    '看不出 "{found}" 里哪个是日、哪个是月；加 --dates dd/mm/yyyy 或 --dates mm/dd/yyyy',
    'it is not clear which part of "{found}" is the day; add --dates dd/mm/yyyy or --dates mm/dd/yyyy',
  ],
  RESULT_DATES_MIXED: [
    '"{found}" 和第 {line} 行的日、月次序相反；改成同一种写法',
    'in "{found}" day and month are in another order than in line {line}; write them in one order',
  ],
  RESULT_TIME_MISSING: ['期号 {issue} 里看不出开奖时间；补上 time', 'issue {issue} does not tell when it was drawn; add time'],
  RESULT_TIME_TWICE: ['第 {line} 行的开奖时间相同；改正其中一个', 'line {line} has the same time; correct one of them'],
  RESULT_DAY_TWICE: [
    '第 {line} 行也是 {found} 开奖，而本彩种一天一期；改正其中一个日期',
    'line {line} is drawn on {found} too, and the game has one draw a day; correct one of the dates',
  ],
  RESULT_TIME_ISSUE: [
    '{found} 不是期号 {issue} 的那一天；改正期号或时间',
    '{found} is not on the day of issue {issue}; correct the issue or the time',
  ],
  RESULT_TIME_OFF: ['期号 {issue} 的时间 {found} 不在开奖时间表上', 'the schedule has no draw at {found}, the time of issue {issue}'],
  RESULT_ISSUE_OFF: [
    '{found} 的一期按开奖时间表是 {wanted}，文件里是 {issue}',
    'by the schedule the draw of {found} is issue {wanted}; the file calls it {issue}',
  ],
  RESULT_FUTURE: ['{found} 还没有到；只能导入已经开奖的期', '{found} has not come yet; import only what has been drawn'],
  RESULT_NUMBERS: ['{detail}', '{detail}'],
  RESULT_CONFLICT: [
    '期号 {issue} 已有开奖号码，与文件不同：文件 {numbers}，{source} {other}；开奖结果不能更改，删去这一行，或加 --skip-different 跳过',
    'issue {issue} has other numbers already; a result never changes, remove this line or add --skip-different (file: {numbers}, {sourceEn}: {other})',
  ],
  RESULT_OWN: [
    '期号 {issue} 是本站正在销售或等待开奖的一期；删去这一行，或加 --only-good 跳过',
    'issue {issue} is on sale here or about to be drawn; remove this line, or add --only-good',
  ],
  RESULT_TIME_TAKEN: ['{found} 已有期号 {other}；改正期号或时间', '{found} has issue {other} already; correct the issue or the time'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

/** What is wrong, and what to do. */
export function problemText({ code, params = {} }: RowProblem, language: Language): string {
  const text = ROW_PROBLEM_TEXTS[code][language === 'zh' ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** `file:line:column  CODE  what is wrong; what to do`. */
export const problemLine = (file: string, problem: RowProblem, language: Language): string =>
  `${file}:${problem.at.line}:${problem.at.column}  ${problem.code}  ${problemText(problem, language)}`;
