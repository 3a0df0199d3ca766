/**
 * Past draws out of a file: CSV with a head line, or a JSON array. Everything that is wrong is placed by line and column, so that a
 * file of ten thousand draws can be mended without searching.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Source } from '../../engine/descriptions/parse.ts';
import type { Position } from '../../engine/descriptions/problem.ts';
import { nearestName } from '../../engine/descriptions/suggest.ts';
import type { Game, Zone } from '../../engine/descriptions/types.ts';

/** A field of the file and where it stands. */
export interface LocatedText {
  readonly text: string;
  readonly at: Position;
}

/** One draw as it is written; numbers by zone, each a list of fields, or the text that stood in place of a number. */
export interface ResultRow {
  readonly at: Position;
  readonly issue: LocatedText | undefined;
  readonly time: LocatedText | undefined;
  readonly zones: ReadonlyMap<
    string,
    { readonly at: Position; readonly values: readonly { readonly value: unknown; readonly at: Position }[] }
  >;
}

export interface RowProblem {
  readonly at: Position;
  readonly code: keyof typeof ROW_PROBLEM_TEXTS;
  readonly params?: Readonly<Record<string, string | number>>;
}

export const ROW_PROBLEM_TEXTS = {
  RESULT_ENCODING: ['文件不是 UTF-8 文本；在 Excel 里另存为“CSV UTF-8”', 'the file is not UTF-8 text; save it as "CSV UTF-8" in Excel'],
  RESULT_SYNTAX: ['写法有误：{detail}；改正这一处', 'not understood: {detail}; correct it here'],
  RESULT_EMPTY: [
    '文件里没有开奖；第一行写列名，以下每行一期',
    'the file holds no draw; write column names in the first line and a draw in each further one',
  ],
  RESULT_COLUMN: ['不认识的列 {name}{guess}；可用：{known}', 'unknown column {name}{guessEn}; known: {known}'],
  RESULT_COLUMN_MISSING: ['缺少列 {name}；补上', 'column {name} is missing; add it'],
  RESULT_FIELDS: [
    '这一行有 {found} 个字段，应为 {wanted} 个；补上或删去',
    'this line has {found} fields, expected {wanted}; add or remove some',
  ],
  RESULT_ISSUE: ['期号 "{found}" 写法不对；写 1–32 个字母、数字或 -', 'the issue "{found}" is not one; write 1–32 letters, digits or -'],
  RESULT_ISSUE_TWICE: ['期号 {issue} 在第 {line} 行已经有了；只留一个', 'issue {issue} stands in line {line} already; keep one'],
  RESULT_TIME: ['开奖时间 "{found}" 写法不对；写成 2026-11-20 21:15:00', 'the time "{found}" is not one; write it as 2026-11-20 21:15:00'],
  RESULT_TIME_MISSING: ['期号 {issue} 里看不出开奖时间；补上 time', 'issue {issue} does not tell when it was drawn; add time'],
  RESULT_TIME_TWICE: ['第 {line} 行的开奖时间相同；改正其中一个', 'line {line} has the same time; correct one of them'],
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
    '期号 {issue} 已有开奖号码，与文件不同；开奖结果不能更改，删去这一行',
    'issue {issue} has other numbers already; a result never changes, remove this line',
  ],
  RESULT_OWN: [
    '期号 {issue} 是本站正在销售或等待开奖的一期；删去这一行',
    'issue {issue} is on sale here or about to be drawn; remove this line',
  ],
  RESULT_TIME_TAKEN: ['{found} 已有期号 {other}；改正期号或时间', '{found} has issue {other} already; correct the issue or the time'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

export type ReadRows = { readonly rows: readonly ResultRow[]; readonly mistakes: readonly RowProblem[] };

/** What a column may be called besides the ids and labels of the game's zones. */
const ISSUE = ['issue', '期号'];
const TIME = ['time', 'date', '开奖时间', '日期'];
const NUMBERS = ['numbers', '开奖号码', '号码'];

type Column = 'issue' | 'time' | 'numbers' | Zone;

function columnOf(name: string, zones: readonly Zone[]): Column | undefined {
  const key = name.trim().toLowerCase();
  if (ISSUE.includes(key)) return 'issue';
  if (TIME.includes(key)) return 'time';
  if (NUMBERS.includes(key)) return 'numbers';
  return zones.find(({ id, label }) => id.toLowerCase() === key || label === name.trim());
}

function unknownColumn(at: Position, text: string, known: readonly string[]): RowProblem {
  const name = text.slice(0, 40);
  const near = nearestName(name, known);
  return {
    at,
    code: 'RESULT_COLUMN',
    params: {
      name,
      known: known.join(', '),
      guess: near === undefined ? '' : `，是不是 ${near}`,
      guessEn: near === undefined ? '' : `, did you mean ${near}?`,
    },
  };
}

const columnNames = (zones: readonly Zone[]): string[] => ['issue', 'time', 'numbers', ...zones.map(({ id }) => id)];

export function readRows(input: string, game: Pick<Game, 'draw'>): ReadRows {
  const text = input.startsWith('\uFEFF') ? input.slice(1) : input;
  return /^\s*[[{]/.test(text) ? readJson(text, game.draw.zones) : readCsv(text, game.draw.zones);
}

/** Every list of numbers in a field: "01 02 03 + 07" for two zones, "1,2,3", or "12345" where every number has one digit. */
function numbersIn(field: LocatedText, zones: readonly Zone[]): ResultRow['zones'] {
  const parts = zones.length === 1 ? [{ text: field.text, from: 0 }] : split(field.text, /[+|#]/g);
  return new Map(
    parts
      .slice(0, zones.length)
      .map((part, i) => [(zones[i] as Zone).id, zoneIn({ text: part.text, at: shift(field.at, part.from) }, zones[i] as Zone)]),
  );
}

function zoneIn(field: LocatedText, zone: Zone) {
  const close = zone.to < 10 && new RegExp(`^\\s*\\d{${zone.pick}}\\s*$`).test(field.text) && zone.pick > 1;
  const pieces = close ? [...field.text].map((text, from) => ({ text, from })) : split(field.text, /[\s,;、，/-]+/g);
  const values = pieces
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, from }) => ({ value: /^\d{1,4}$/.test(text.trim()) ? Number(text) : text.trim(), at: shift(field.at, from) }));
  return { at: field.at, values };
}

const shift = ({ line, column }: Position, by: number): Position => ({ line, column: column + by });

function split(text: string, by: RegExp): { text: string; from: number }[] {
  const parts: { text: string; from: number }[] = [];
  let from = 0;
  for (const match of text.matchAll(by)) {
    parts.push({ text: text.slice(from, match.index), from });
    from = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(from), from }];
}

function readCsv(text: string, zones: readonly Zone[]): ReadRows {
  const mistakes: RowProblem[] = [];
  const lines = csvLines(text, mistakes);
  const [head, ...body] = lines;
  if (head === undefined || body.length === 0)
    return { rows: [], mistakes: [...mistakes, { at: { line: 1, column: 1 }, code: 'RESULT_EMPTY' }] };
  const columns = head.map((field) => columnOf(field.text, zones));
  columns.forEach((column, i) => {
    const field = head[i] as LocatedText;
    if (column === undefined) mistakes.push(unknownColumn(field.at, field.text, columnNames(zones)));
  });
  const missing = (name: string) => mistakes.push({ at: { line: 1, column: 1 }, code: 'RESULT_COLUMN_MISSING', params: { name } });
  if (!columns.includes('issue')) missing('issue');
  if (!columns.includes('numbers')) for (const zone of zones) if (!columns.includes(zone)) missing(zone.id);
  if (mistakes.length > 0) return { rows: [], mistakes };
  const rows: ResultRow[] = [];
  for (const fields of body) {
    const at = (fields[0] as LocatedText).at;
    if (fields.length !== head.length) {
      mistakes.push({ at, code: 'RESULT_FIELDS', params: { found: fields.length, wanted: head.length } });
      continue;
    }
    const field = (wanted: Column): LocatedText | undefined => fields[columns.indexOf(wanted)];
    const all = field('numbers');
    const single = zones.flatMap((zone) => {
      const own = field(zone);
      return own === undefined ? [] : [[zone.id, zoneIn(own, zone)] as const];
    });
    rows.push({ at, issue: field('issue'), time: field('time'), zones: all === undefined ? new Map(single) : numbersIn(all, zones) });
  }
  return { rows, mistakes };
}

/** Fields of each line that has any; a field in quotes may hold the separator and doubled quotes. Separator: the head's comma, tab or semicolon. */
function csvLines(text: string, mistakes: RowProblem[]): LocatedText[][] {
  const [head = ''] = text.split(/\r?\n/, 1);
  const separator = head.includes('\t') ? '\t' : head.includes(';') ? ';' : ',';
  const lines: LocatedText[][] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const fields: LocatedText[] = [];
    for (let i = 0; i <= line.length; ) {
      const at = { line: index + 1, column: i + 1 };
      if (line[i] === '"') {
        const quoted = /^"((?:[^"]|"")*)"/.exec(line.slice(i));
        if (quoted === null) {
          mistakes.push({ at, code: 'RESULT_SYNTAX', params: { detail: '引号没有结束 / quote not closed' } });
          break;
        }
        fields.push({ text: (quoted[1] ?? '').replaceAll('""', '"'), at: shift(at, 1) });
        i += quoted[0].length;
        if (i < line.length && line[i] !== separator)
          mistakes.push({
            at: { line: index + 1, column: i + 1 },
            code: 'RESULT_SYNTAX',
            params: { detail: '引号后面应为分隔符 / separator expected after the quote' },
          });
        const next = line.indexOf(separator, i);
        i = next < 0 ? line.length + 1 : next + 1;
      } else {
        const next = line.indexOf(separator, i);
        const end = next < 0 ? line.length : next;
        fields.push({ text: line.slice(i, end), at });
        i = end + 1;
      }
    }
    lines.push(fields);
  }
  return lines;
}

function readJson(text: string, zones: readonly Zone[]): ReadRows {
  const source = new Source(text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors);
  const at = (node: Node): Position => source.position(node.offset);
  const [error] = errors;
  if (error !== undefined || root === undefined)
    return {
      rows: [],
      mistakes: [
        {
          at: source.position(error?.offset ?? 0),
          code: 'RESULT_SYNTAX',
          params: { detail: error === undefined ? '' : printParseErrorCode(error.error) },
        },
      ],
    };
  if (root.type !== 'array')
    return {
      rows: [],
      mistakes: [{ at: at(root), code: 'RESULT_SYNTAX', params: { detail: '最外层应为数组 [ … ] / an array expected' } }],
    };
  if ((root.children ?? []).length === 0) return { rows: [], mistakes: [{ at: at(root), code: 'RESULT_EMPTY' }] };

  const mistakes: RowProblem[] = [];
  const rows: ResultRow[] = [];
  for (const item of root.children ?? []) {
    if (item.type !== 'object') {
      mistakes.push({ at: at(item), code: 'RESULT_SYNTAX', params: { detail: '每一期应为对象 { … } / an object expected' } });
      continue;
    }
    const fields = new Map<Column, Node>();
    for (const property of item.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key === undefined || value === undefined) continue;
      const column = columnOf(String(key.value), zones);
      if (column === undefined) mistakes.push(unknownColumn(at(key), String(key.value), columnNames(zones)));
      else fields.set(column, value);
    }
    const field = (column: Column): LocatedText | undefined => {
      const node = fields.get(column);
      if (node === undefined) return undefined;
      const plain = typeof node.value === 'string' || typeof node.value === 'number';
      // One column further for the quote, so that a place within the text is right.
      return {
        text: plain ? String(node.value) : text.slice(node.offset, node.offset + node.length),
        at: shift(at(node), node.type === 'string' ? 1 : 0),
      };
    };
    const zonesFound = new Map<string, { at: Position; values: { value: unknown; at: Position }[] }>();
    const addZone = (zone: Zone, node: Node): void => {
      if (node.type === 'array')
        zonesFound.set(zone.id, {
          at: at(node),
          values: (node.children ?? []).map((child) => ({ value: child.value as unknown, at: at(child) })),
        });
      else zonesFound.set(zone.id, zoneIn({ text: String(node.value ?? ''), at: at(node) }, zone));
    };
    for (const zone of zones) {
      const node = fields.get(zone);
      if (node !== undefined) addZone(zone, node);
    }
    const numbers = fields.get('numbers');
    if (numbers?.type === 'object') {
      for (const property of numbers.children ?? []) {
        const [key, value] = property.children ?? [];
        const zone = zones.find(({ id }) => id === key?.value);
        if (zone !== undefined && value !== undefined) addZone(zone, value);
        else if (key !== undefined)
          mistakes.push(
            unknownColumn(
              at(key),
              String(key.value),
              zones.map(({ id }) => id),
            ),
          );
      }
    } else if (numbers?.type === 'array' && zones.length === 1) addZone(zones[0] as Zone, numbers);
    else if (numbers !== undefined)
      for (const [id, zone] of numbersIn(field('numbers') as LocatedText, zones))
        zonesFound.set(id, { at: zone.at, values: [...zone.values] });
    rows.push({ at: at(item), issue: field('issue'), time: field('time'), zones: zonesFound });
  }
  return { rows, mistakes };
}
