import type { Zone } from '../descriptions/types.ts';
import type { RuleParams } from './errors.ts';

/** Why a text is no entry. */
export type EntryFault = 'ENTRY_CHARACTER' | 'ENTRY_LENGTH' | 'ENTRY_RANGE' | 'ENTRY_REPEATED' | 'ENTRY_SHAPE' | 'ENTRY_SIGN';

const FAULTS: readonly EntryFault[] = ['ENTRY_CHARACTER', 'ENTRY_LENGTH', 'ENTRY_RANGE', 'ENTRY_REPEATED', 'ENTRY_SHAPE', 'ENTRY_SIGN'];
const CHARACTER = -1;
const LENGTH = -2;
const RANGE = -3;
const REPEATED = -4;
const SHAPE = -5;
const SIGN = -6;

/** Longest table of a space, because each is an array with an item for every way. Five places of eleven numbers need 161,051. */
export const MOST_TUPLES = 1_000_000;

export interface TupleTier {
  readonly tier: string;
  readonly shapes?: readonly (readonly number[])[];
}

/**
 * All ways to fill `size` places with the numbers of a zone, as whole numbers 0 … base^size − 1 (the first place counts most, so
 * that numeric order is the order of the written forms), and which of them are bets.
 */
export class TupleSpace {
  readonly from: number;
  readonly base: number;
  readonly size: number;
  readonly total: number;
  readonly ordered: boolean;
  /** Numbers are written as single digits without delimiters. */
  readonly digits: boolean;
  /** Characters of one number. */
  readonly pad: number;
  readonly distinct: boolean;
  private readonly tiers: readonly TupleTier[];
  /** Every code is a bet of the first tier and its own canonical form, so no tables are needed. */
  private readonly plain: boolean;
  private tables: { readonly tier: Int8Array; readonly canonical: Int32Array } | undefined;
  private codes: Int32Array | undefined;

  constructor(zone: Zone, size: number, ordered: boolean, tiers: readonly TupleTier[]) {
    this.from = zone.from;
    this.base = zone.to - zone.from + 1;
    this.size = size;
    this.total = this.base ** size;
    this.ordered = ordered;
    this.digits = zone.to <= 9;
    this.pad = this.digits ? 1 : Math.max(zone.pad ?? 1, String(zone.to).length);
    this.distinct = zone.kind !== 'digits';
    this.tiers = tiers;
    this.plain = ordered && !this.distinct && tiers.length === 1 && tiers[0]?.shapes === undefined;
  }

  /** Index of the tier that a bet of this code wins; −1 when it is no bet. */
  tierOf(code: number): number {
    return this.plain ? 0 : (this.filled().tier[code] as number);
  }

  /** The code that stands for all orders of a bet whose order does not matter. */
  canonical(code: number): number {
    return this.ordered ? code : (this.filled().canonical[code] as number);
  }

  /** The codes of all different bets, ascending. */
  all(): Int32Array {
    if (!this.codes) {
      const found: number[] = [];
      for (let code = 0; code < this.total; code++) if (this.canonical(code) === code && this.tierOf(code) >= 0) found.push(code);
      this.codes = Int32Array.from(found);
    }
    return this.codes;
  }

  /**
   * Counts the different bets that use only `known` numbers of the zone. Shapes treat all numbers alike, so it does not matter which numbers
   * these are. The count multiplies the choices for each shape and does not list bets.
   */
  betsWithin(known: number): number {
    const tierOf = this.shapes();
    const { ordered } = this;
    /** Counts bets whose shape begins with `parts`. `ways`: choices so far; `alike`: how many parts at the end have the same length. */
    const within = (parts: readonly number[], left: number, ways: number, alike: number): number => {
      if (left === 0) return tierOf(parts) < 0 ? 0 : ways;
      let bets = 0;
      for (let part = Math.min(left, parts.at(-1) ?? (this.distinct ? 1 : left)); part > 0; part--) {
        const same = part === parts.at(-1) ? alike + 1 : 1;
        let placed = ways * (known - parts.length);
        // Parts of one length are interchangeable, so their order is divided out below. Where order counts, a part also chooses its places.
        if (ordered) for (let i = 0; i < part; i++) placed = (placed * (left - i)) / (i + 1);
        bets += within([...parts, part], left - part, placed / same, same);
      }
      return bets;
    };
    return within([], this.size, 1, 0);
  }

  numbers(code: number): number[] {
    const numbers = new Array<number>(this.size);
    for (let i = this.size - 1, left = code; i >= 0; i--) {
      numbers[i] = this.from + (left % this.base);
      left = Math.floor(left / this.base);
    }
    return numbers;
  }

  /** −1 when some number is outside of the zone. */
  codeOf(numbers: readonly number[]): number {
    let code = 0;
    for (let i = 0; i < this.size; i++) {
      const value = (numbers[i] as number) - this.from;
      if (!(value >= 0 && value < this.base)) return -1;
      code = code * this.base + value;
    }
    return code;
  }

  text(code: number): string {
    const numbers = this.numbers(code);
    return this.digits ? numbers.join('') : numbers.map((n) => String(n).padStart(this.pad, '0')).join(' ');
  }

  /** The canonical code of an entry, or a negative number, which `fault` translates. Delimiters between numbers are skipped. */
  read(text: string, start = 0, end = text.length): number {
    let code = 0;
    let count = 0;
    let out = false;
    for (let i = start; i < end; ) {
      let value = digitValue(text.charCodeAt(i));
      if (value < 0) {
        if (!isDelimiter(text.charCodeAt(i))) return CHARACTER;
        if (isSignOfNumber(text, i, start, end)) return SIGN;
        i++;
        continue;
      }
      // Digits without a gap are numbers of full width, or one short number. So 102 is an error and not 10 and 2.
      if (this.pad > 1 && (i === start || digitValue(text.charCodeAt(i - 1)) < 0) && !this.whole(text, i, end)) return LENGTH;
      i++;
      // A number ends at its width or at a delimiter, so "1 2" means the same as "01 02".
      for (let width = 1; width < this.pad && i < end; width++, i++) {
        const next = digitValue(text.charCodeAt(i));
        if (next < 0) break;
        value = value * 10 + next;
      }
      value -= this.from;
      if (value < 0 || value >= this.base) out = true;
      if (++count > this.size) continue;
      code = code * this.base + value;
    }
    if (count !== this.size) return LENGTH;
    if (out) return RANGE;
    if (this.tierOf(code) < 0) return this.distinct && this.repeats(code) ? REPEATED : SHAPE;
    return this.canonical(code);
  }

  /** Whether the digits from here to the next gap can be split into numbers in only one way. */
  private whole(text: string, from: number, end: number): boolean {
    let to = from;
    while (to < end && digitValue(text.charCodeAt(to)) >= 0) to++;
    const count = to - from;
    return count <= this.pad || count % this.pad === 0;
  }

  fault(code: number): EntryFault {
    return FAULTS[-1 - code] as EntryFault;
  }

  /** Parameters of the message about a fault. */
  params(text: string): RuleParams {
    const shownText = text.length > 24 ? `${text.slice(0, 24)}…` : text;
    return { entry: shownText, size: this.size, from: this.from, to: this.from + this.base - 1, example: this.example() };
  }

  private example(): string {
    const counting = this.codeOf(Array.from({ length: this.size }, (_, i) => this.from + ((i + (this.from === 0 ? 1 : 0)) % this.base)));
    if (this.tierOf(counting) >= 0) return this.text(counting);
    const codes = this.all();
    return codes.length > 0 ? this.text(codes[Math.floor(codes.length / 2)] as number) : '';
  }

  private repeats(code: number): boolean {
    const numbers = this.numbers(code);
    return new Set(numbers).size < numbers.length;
  }

  /** Returns a function that gives the index of a shape's tier, −1 for none. Its argument lists the parts of the shape, the largest first. */
  private shapes(): (parts: readonly number[]) => number {
    const named = new Map<string, number>();
    let others = -1;
    this.tiers.forEach((tier, index) => {
      if (!tier.shapes) others = index;
      for (const shape of tier.shapes ?? []) named.set([...shape].sort((a, b) => b - a).join(), index);
    });
    return (parts) => named.get(parts.join()) ?? others;
  }

  private filled(): { readonly tier: Int8Array; readonly canonical: Int32Array } {
    if (this.tables) return this.tables;
    const ofShape = this.shapes();
    const tier = new Int8Array(this.total);
    const canonical = new Int32Array(this.total);
    // There are many codes and few shapes. Codes whose sorted numbers are equal in the same positions have the same tier.
    const byMask = new Map<number, number>();
    const numbers = new Array<number>(this.size);
    for (let code = 0; code < this.total; code++) {
      for (let i = this.size - 1, left = code; i >= 0; i--) {
        numbers[i] = left % this.base;
        left = Math.floor(left / this.base);
      }
      for (let i = 1; i < this.size; i++) {
        const value = numbers[i] as number;
        let j = i - 1;
        for (; j >= 0 && (numbers[j] as number) > value; j--) numbers[j + 1] = numbers[j] as number;
        numbers[j + 1] = value;
      }
      let same = 0;
      let key = 0;
      for (let i = 0; i < this.size; i++) {
        key = key * this.base + (numbers[i] as number);
        if (i > 0 && numbers[i] === numbers[i - 1]) same |= 1 << i;
      }
      canonical[code] = key;
      let found = byMask.get(same);
      if (found === undefined) {
        found = this.distinct && same !== 0 ? -1 : ofShape(shapeOf(same, this.size));
        byMask.set(same, found);
      }
      tier[code] = found;
    }
    this.tables = { tier, canonical };
    return this.tables;
  }
}

/** The shape of sorted numbers: how often each number occurs, the largest count first. Bit i of `same`: numbers i − 1 and i are equal. */
function shapeOf(same: number, size: number): number[] {
  const runs: number[] = [];
  for (let i = 0; i < size; i++)
    if (i > 0 && (same >> i) & 1) runs[runs.length - 1] = (runs[runs.length - 1] as number) + 1;
    else runs.push(1);
  return runs.sort((a, b) => b - a);
}

const spaces = new Map<string, TupleSpace>();

/** One space for all plays of the same numbers and shapes: 前三, 中三 and 后三, and every way to choose places, share their tables. */
export function tupleSpace(zone: Zone, size: number, ordered: boolean, tiers: readonly TupleTier[]): TupleSpace {
  const key = JSON.stringify([zone.from, zone.to, zone.pad, zone.kind === 'digits', size, ordered, tiers]);
  let space = spaces.get(key);
  if (!space) {
    space = new TupleSpace(zone, size, ordered, tiers);
    spaces.set(key, space);
  }
  return space;
}

/** 0–9 for a digit, full width too; −1 for anything else. */
export function digitValue(char: number): number {
  if (char >= 48 && char <= 57) return char - 48;
  return char >= 0xff10 && char <= 0xff19 ? char - 0xff10 : -1;
}

/** Whether a character may stand between numbers: space, tab, carriage return, comma, 、, +, -, |, /. */
export function isDelimiter(char: number): boolean {
  switch (char) {
    case 0x20:
    case 0x09:
    case 0x0d:
    case 0x2c:
    case 0x2b:
    case 0x2d:
    case 0x2f:
    case 0x7c:
    case 0xa0:
    case 0x3000:
    case 0x3001:
    case 0xff0c:
    case 0xff5c:
      return true;
    default:
      return false;
  }
}

/** A plus or minus that belongs to the number after it: it stands before a digit, and not between two of them (1-2-3). */
export function isSignOfNumber(text: string, at: number, start: number, end: number): boolean {
  const char = text.charCodeAt(at);
  if ((char !== 0x2b && char !== 0x2d) || at + 1 >= end || digitValue(text.charCodeAt(at + 1)) < 0) return false;
  return at === start || digitValue(text.charCodeAt(at - 1)) < 0;
}

/** Whether a character ends an entry: a line end or a semicolon. */
export function isBreak(char: number): boolean {
  return char === 0x0a || char === 0x3b || char === 0xff1b || char === 0x2028;
}
