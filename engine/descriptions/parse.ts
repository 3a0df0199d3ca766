/**
 * Strict JSON with places. The usual file is good, so it is read by JSON.parse and one walk over the values, which tells what JSON.parse would
 * hide (doubled properties). What is not seen to be good that way is read again for its fault and place.
 */
import { type Node, parseTree, visit } from 'jsonc-parser';
import { wholeFenText } from './fix-suggestions.ts';
import { type Finding, type Position, type ProblemDetails, pointerOf, segmentsOf } from './problem.ts';
import { syntaxFindings } from './syntax-findings.ts';

/** The largest family has 110 KB; nine times that is no description, and is still judged within 100 ms. */
export const MAX_TEXT = 1024 * 1024;
/** The deepest description (a predicate within a case within a play within a group) has 20 levels. */
export const MAX_DEPTH = 64;
/** Most items of one list or properties of one object; no schema allows as many (routes: 500, lines of a ticket: 1,000). */
export const MAX_ITEMS = 2000;
/** Most values in a file. The largest family has 12,000; checks are linear in this, and bets wait meanwhile. */
export const MAX_VALUES = 100_000;
/** After this many the rest only repeats the first. */
export const MAX_PROBLEMS = 100;

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export interface PlacedFinding {
  readonly finding: Finding;
  readonly offset: number;
}

export type Parsed =
  | { readonly ok: true; readonly value: unknown; readonly source: Source }
  | { readonly ok: false; readonly findings: readonly PlacedFinding[]; readonly source: Source };

/** The text of a file and the way from a pointer to a place in it. Built lazily: only problems ask. */
export class Source {
  readonly text: string;
  private root: Node | undefined;
  private lines: number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  position(offset: number): Position {
    this.lines ??= lineStarts(this.text);
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lines[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.lines[low] ?? 0) + 1 };
  }

  /** Offset of a pointer's target, or of the nearest enclosing value in the text. */
  offsetOf(pointer: string, atKey = false): number {
    if (pointer === '') return Math.max(this.text.search(/\S/), 0);
    this.root ??= parseTree(this.text);
    let node = this.root;
    let key: Node | undefined;
    if (node === undefined) return 0;
    for (const segment of segmentsOf(pointer)) {
      let next: Node | undefined;
      if (node.type === 'array') {
        next = node.children?.[Number(segment)];
        key = undefined;
      } else if (node.type === 'object') {
        const property: Node | undefined = node.children?.find((child) => child.children?.[0]?.value === segment);
        key = property?.children?.[0];
        next = property?.children?.[1];
      }
      if (next === undefined) return node.offset;
      node = next;
    }
    return atKey && key !== undefined ? key.offset : node.offset;
  }
}

/** A byte order mark is what some editors write; it means nothing in UTF-8. */
const withoutMark = (input: string): string => (input.startsWith('\uFEFF') ? input.slice(1) : input);

/** A text that `parseJson` found good before: what JSON.parse hides is not looked for again. Where it is no JSON after all, as `parseJson`. */
export function parseProven(input: string): Parsed {
  const text = withoutMark(input);
  try {
    return { ok: true, value: JSON.parse(text), source: new Source(text) };
  } catch {
    return parseJson(input);
  }
}

export function parseJson(input: string): Parsed {
  const text = withoutMark(input);
  const value = goodValue(text);
  return value === undefined ? parseExactly(text) : { ok: true, value, source: new Source(text) };
}

/**
 * The value of a text in which all is in order, read as fast as can be; undefined where that is not sure, and then nothing is said of the text.
 * A property is written with one colon: as many of those as there are properties mean that none of them is doubled.
 */
function goodValue(text: string): object | undefined {
  if (text.length > MAX_TEXT) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (mayBeYuan(text)) return undefined;
  const { properties, values, clean, crowded, deep } = tally(value);
  if (!clean || crowded || deep || values > MAX_VALUES) return undefined;
  return mostWritten(text) === properties || survey(text).properties === properties ? value : undefined;
}

/** An amount of fen that is written as whole yuan, "fen": 11.00: for JSON that is 11, and a prize would be a hundredth of the intended one. */
const WHOLE_YUAN = /fen"\s*:\s*-?\d+\.0+(?=[\s,}])/i;

/** A first look: almost no text has a point before a nought. */
const mayBeYuan = (text: string): boolean => text.includes('.0') && WHOLE_YUAN.test(text);

/**
 * At least as many as the properties that are written in a valid text: their colons, and those of texts that look the same, which are few.
 * Infinity where that is not sure.
 */
function mostWritten(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    // The name ends right before its colon; else the colon is within a text, but for one with white space before it, which may be either.
    if (before === 0x22) count += 1;
    else if (before <= 0x20) return Number.POSITIVE_INFINITY;
  }
  return count;
}

/** The same with everything that is wrong. `text` has no mark. For `parseJson`, and for the test that the two agree. */
export function parseExactly(text: string): Parsed {
  const source = new Source(text);
  const refuse = (finding: Finding, offset = 0): Parsed => ({ ok: false, findings: [{ finding, offset }], source });

  if (text.length > MAX_TEXT) return refuse({ code: 'FILE_TOO_LARGE', pointer: '', details: { size: text.length, limit: MAX_TEXT } });
  if (text.trim() === '') return refuse({ code: 'FILE_EMPTY', pointer: '' });
  const { depth, deepAt, properties } = survey(text);
  // Before any parser sees it: both parsers recurse.
  if (depth > MAX_DEPTH) return refuse({ code: 'JSON_DEPTH', pointer: '', details: { limit: MAX_DEPTH } }, deepAt);

  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, findings: syntaxFindings(source), source };
  }
  const count = tally(value);
  if (count.properties !== properties || !count.clean || mayBeYuan(text)) {
    const findings = hiddenFindings(text);
    if (findings.length > 0) return { ok: false, findings, source };
  }
  // Before the schema: its checks of a list for doubles may take the square of its length.
  const crowd = count.crowded ? crowdIn(value, []) : undefined;
  if (crowd !== undefined) {
    const { pointer, size } = crowd;
    return refuse({ code: 'FILE_TOO_MANY', pointer, details: { count: size, limit: MAX_ITEMS } }, source.offsetOf(pointer));
  }
  if (count.values > MAX_VALUES) return refuse({ code: 'FILE_TOO_MANY', pointer: '', details: { count: count.values, limit: MAX_VALUES } });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse({ code: 'JSON_NOT_OBJECT', pointer: '' }, text.search(/\S/));
  }
  return { ok: true, value, source };
}

/** One pass over the characters: how deep it goes, and how many properties are written (colons outside of strings). */
function survey(text: string): { depth: number; deepAt: number; properties: number } {
  let level = 0;
  let depth = 0;
  let deepAt = 0;
  let properties = 0;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case 0x22: {
        i += 1;
        while (i < text.length) {
          const unit = text.charCodeAt(i);
          // A string ends at a line break here as it does in the tolerant parser, so that no bracket hides from either.
          if (unit === 0x22 || unit === 0x0a || unit === 0x0d) break;
          i += unit === 0x5c ? 2 : 1;
        }
        break;
      }
      case 0x3a:
        properties += 1;
        break;
      case 0x5b:
      case 0x7b:
        level += 1;
        if (level > depth) {
          depth = level;
          if (depth === MAX_DEPTH + 1) deepAt = i;
        }
        break;
      case 0x5d:
      case 0x7d:
        level -= 1;
        break;
    }
  }
  return { depth, deepAt, properties };
}

interface Tally {
  readonly properties: number;
  readonly values: number;
  /** No forbidden name and no number that lost digits. */
  readonly clean: boolean;
  /** A list or object has too many items. */
  readonly crowded: boolean;
  /** Past the depth that is allowed; deeper errors are not reported. */
  readonly deep: boolean;
}

function tally(root: unknown): Tally {
  let properties = 0;
  let values = 0;
  let clean = true;
  let crowded = false;
  let deep = false;
  const walk = (item: object, depth: number): void => {
    if (depth > MAX_DEPTH) {
      deep = true;
      return;
    }
    let size = 0;
    if (Array.isArray(item)) {
      size = item.length;
      for (let index = 0; index < size; index += 1) look(item[index], depth);
    } else {
      // JSON.parse makes plain objects: what for-in meets are their own properties.
      for (const key in item) {
        size += 1;
        if (FORBIDDEN.has(key)) clean = false;
        look((item as Record<string, unknown>)[key], depth);
      }
      properties += size;
    }
    if (size > MAX_ITEMS) crowded = true;
  };
  const look = (item: unknown, depth: number): void => {
    values += 1;
    if (typeof item === 'number') {
      if (!usable(item)) clean = false;
    } else if (typeof item === 'object' && item !== null) walk(item, depth + 1);
  };
  look(root, 0);
  return { properties, values, clean, crowded, deep };
}

/** The first list or object that has too many items, in the order of the file. */
function crowdIn(item: unknown, path: readonly (string | number)[]): { readonly pointer: string; readonly size: number } | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const entries = Object.entries(item);
  if (entries.length > MAX_ITEMS) return { pointer: pointerOf(...path), size: entries.length };
  for (const [key, value] of entries) {
    const crowd = crowdIn(value, [...path, key]);
    if (crowd) return crowd;
  }
  return undefined;
}

/** Numbers past 2^53 are not what was written; no description needs them. */
function usable(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** What JSON.parse lets pass in silence: doubled and forbidden properties, numbers that lose digits, whole yuan. The text is valid JSON. */
function hiddenFindings(text: string): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  /** The way to here: an object has the names that it had so far, a list counts. */
  const path: { readonly names: Set<string> | undefined; at: string | number }[] = [];
  const add = (
    code: 'JSON_NUMBER' | 'JSON_DUPLICATE_KEY' | 'JSON_FORBIDDEN_KEY' | 'SHAPE_TYPE',
    details: ProblemDetails,
    offset: number,
  ) => {
    if (findings.length >= MAX_PROBLEMS) return;
    findings.push({ finding: { code, pointer: pointerOf(...path.map(({ at }) => at)), details }, offset });
  };
  // A visit builds no tree: a file of a hundred thousand doubled properties costs little more than reading it.
  visit(text, {
    onObjectBegin: () => void path.push({ names: new Set(), at: '' }),
    onArrayBegin: () => void path.push({ names: undefined, at: 0 }),
    onObjectEnd: () => void path.pop(),
    onArrayEnd: () => void path.pop(),
    onSeparator: (character) => {
      const top = path[path.length - 1];
      if (character === ',' && typeof top?.at === 'number') top.at += 1;
    },
    onObjectProperty: (name, offset) => {
      const top = path[path.length - 1];
      if (top?.names === undefined) return;
      top.at = name;
      if (FORBIDDEN.has(name)) add('JSON_FORBIDDEN_KEY', { key: name }, offset);
      else if (top.names.has(name)) add('JSON_DUPLICATE_KEY', { key: name }, offset);
      top.names.add(name);
    },
    onLiteralValue: (value, offset, length) => {
      if (typeof value === 'number' && !usable(value))
        add('JSON_NUMBER', { text: text.slice(offset, offset + Math.min(length, 30)) }, offset);
      else if (typeof value === 'number' && /fen$/i.test(String(path.at(-1)?.at))) {
        const found = text.slice(offset, offset + Math.min(length, 30));
        if (found.includes('.') && Number.isInteger(value)) add('SHAPE_TYPE', { wanted: wholeFenText(value * 100), found }, offset);
      }
    },
  });
  return findings;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) starts.push(i + 1);
  }
  return starts;
}
