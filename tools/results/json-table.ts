/** The list of draws in a JSON file: the file itself, a list of objects at any depth of it, or one object on each line. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { Source } from '../../engine/descriptions/parse.ts';
import type { Position } from '../../engine/descriptions/problem.ts';
import { type Cell, shift, type Table, type TableColumn, type TableRow } from './cells.ts';
import type { RowProblem } from './problems.ts';

/** Objects in a draw are opened as deep as this: `numbers.red` is a column. */
const MOST_DEPTH = 3;

const refused = (at: Position, detail: string): Table => ({
  form: 'json',
  named: true,
  columns: [],
  rows: [],
  mistakes: [{ at, code: 'RESULT_SYNTAX', params: { detail } }],
});

/** Tables that the draws may be in, the longest first. */
export function jsonTables(text: string): readonly [Table, ...Table[]] {
  const source = new Source(text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors);
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const lines = linesTable(text);
    if (lines !== undefined) return [lines];
    return [refused(source.position(error?.offset ?? 0), error === undefined ? '' : printParseErrorCode(error.error))];
  }
  const place = (node: Node): Position => source.position(node.offset);
  const [first, ...others] = listsOf(root).map((list) => tableOf('json', list, text, place));
  if (first !== undefined) return [first, ...others];
  const lines = root.type === 'object' ? linesTable(text) : undefined;
  if (lines !== undefined) return [lines];
  if (root.type === 'array' && (root.children ?? []).length === 0)
    return [{ form: 'json', named: true, columns: [], rows: [], mistakes: [{ at: place(root), code: 'RESULT_EMPTY' }] }];
  const faulty = root.type === 'array' ? (root.children?.[0] ?? root) : root;
  return [refused(place(faulty), '找不到开奖的列表 [ { … } ] / no list of draws [ { … } ]')];
}

/** Lists of objects that are reached through objects alone, the longest first: what a draw lists within itself is no draw. */
function listsOf(root: Node): (readonly Node[])[] {
  const found: { readonly items: readonly Node[]; readonly objects: number }[] = [];
  const queue: Node[] = [root];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    const items = node.children ?? [];
    if (node.type === 'array') {
      const objects = items.filter(({ type }) => type === 'object').length;
      if (objects > 0 && objects * 2 > items.length) found.push({ items, objects });
    } else if (node.type === 'object') for (const { children: pair } of items) if (pair?.[1] !== undefined) queue.push(pair[1]);
  }
  return found.toSorted((a, b) => b.objects - a.objects).map(({ items }) => items);
}

/** JSON Lines: undefined when a line that is not empty is no object. */
function linesTable(text: string): Table | undefined {
  const nodes: Node[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() === '') continue;
    const errors: ParseError[] = [];
    const node = parseTree(line, errors);
    if (node?.type !== 'object' || errors.length > 0) return undefined;
    nodes.push(moved(node, index));
  }
  if (nodes.length === 0 || nodes.every(({ children }) => (children ?? []).length === 0)) return undefined;
  const source = new Source(text);
  return tableOf('jsonl', nodes, text, (node) => source.position(node.offset));
}

const moved = (node: Node, by: number): Node => ({
  ...node,
  offset: node.offset + by,
  ...(node.children === undefined ? {} : { children: node.children.map((child) => moved(child, by)) }),
});

function tableOf(form: 'json' | 'jsonl', items: readonly Node[], text: string, place: (node: Node) => Position): Table {
  const columns: TableColumn[] = [];
  const indexes = new Map<string, number>();
  const mistakes: RowProblem[] = [];
  const rows: TableRow[] = [];
  const indexOf = (name: string, key: Node): number => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, columns.length);
    return columns.push({ name, at: place(key) }) - 1;
  };
  const fill = (cells: (Cell | undefined)[], object: Node, before: string, depth: number): void => {
    for (const { children: pair } of object.children ?? []) {
      const [key, value] = pair ?? [];
      if (key === undefined || value === undefined) continue;
      const name = `${before}${String(key.value)}`;
      if (value.type === 'object' && depth < MOST_DEPTH) fill(cells, value, `${name}.`, depth + 1);
      else cells[indexOf(name, key)] = cellOf(value, text, place);
    }
  };
  for (const item of items) {
    if (item.type !== 'object') {
      mistakes.push({ at: place(item), code: 'RESULT_SYNTAX', params: { detail: '每一期应为对象 { … } / an object expected' } });
      continue;
    }
    const cells: (Cell | undefined)[] = [];
    fill(cells, item, '', 1);
    rows.push({ at: place(item), cells });
  }
  return { form, named: true, columns, rows, mistakes };
}

/** Undefined for a list of objects: prizes, matches and such. */
function cellOf(node: Node, text: string, place: (node: Node) => Position): Cell | undefined {
  if (node.type === 'null') return undefined;
  if (node.type === 'array') {
    const items = (node.children ?? []).map((child) => cellOf(child, text, place));
    if (node.children?.some(({ type }) => type === 'object' || type === 'array')) return undefined;
    return { text: '', at: place(node), items: items.filter((item) => item !== undefined) };
  }
  const plain = node.type === 'string' || node.type === 'number';
  return {
    text: plain ? String(node.value) : text.slice(node.offset, node.offset + node.length),
    // One column further for the quote, so that a place within the text is right.
    at: shift(place(node), node.type === 'string' ? 1 : 0),
  };
}
