import { explain } from './errors.ts';
import { digitValue, type EntryFault, isBreak, isDelimiter, isSignOfNumber, type TupleSpace } from './tuple-space.ts';
import type { CountedPlay } from './types.ts';

/** Typed or pasted text, taken apart. */
export interface ParsedEntries {
  /** In canonical form ("12345", "01 02 03"; ascending where order does not matter), without repeats, in the order typed. */
  readonly accepted: readonly string[];
  readonly rejected: readonly RejectedEntry[];
}

/** One piece of the text that is no bet, or a bet that stands there already. Place and text are those of the typed text. */
export class RejectedEntry {
  readonly text: string;
  readonly reason: EntryFault | 'ENTRY_TWICE';
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** Index of the first character in the whole text, from 0. */
  readonly offset: number;
  private readonly space: TupleSpace;

  constructor(space: TupleSpace, text: string, reason: RejectedEntry['reason'], line: number, column: number, offset: number) {
    this.space = space;
    this.text = text;
    this.reason = reason;
    this.line = line;
    this.column = column;
    this.offset = offset;
  }

  /** What is wrong and what to do, in Chinese. Made when asked for: a long wrong text has many of them. */
  get message(): string {
    return explain({ code: this.reason, params: this.params }, 'zh');
  }

  /** What `explain` needs to say it in the other language. */
  get params(): Readonly<Record<string, string | number>> {
    return this.space.params(this.text);
  }
}

/**
 * Reads typed or pasted bets of a play whose area is of kind `lines`. Where each number is one digit, entries stand apart by
 * anything (12345 67890); where numbers have two, entries stand apart by line ends or semicolons (01 02 03; 04 05 06), or are
 * written without gaps (010203 040506). Full-width digits are as good as others. Throws RangeError for a play without such an area.
 */
export function parseEntries(play: CountedPlay, text: string): ParsedEntries {
  const space = play.entries?.space;
  if (!space) throw new RangeError(`play ${play.play.code} takes no typed entries`);
  const accepted: string[] = [];
  const rejected: RejectedEntry[] = [];
  const seen = new Uint8Array(space.total);
  const whole = space.size * space.pad;
  const starts: number[] = [];
  const ends: number[] = [];
  let line = 1;
  let lineStart = 0;

  const take = (start: number, end: number): void => {
    const code = space.read(text, start, end);
    if (code < 0) rejected.push(new RejectedEntry(space, text.slice(start, end), space.fault(code), line, start - lineStart + 1, start));
    else if (seen[code]) rejected.push(new RejectedEntry(space, text.slice(start, end), 'ENTRY_TWICE', line, start - lineStart + 1, start));
    else {
      seen[code] = 1;
      // Text in canonical form is left as it is.
      accepted.push(
        space.digits && space.ordered && end - start === whole && ascii(text, start) ? text.slice(start, end) : space.text(code),
      );
    }
  };
  const segment = (count: number): void => {
    if (count === 0) return;
    let apart = true;
    if (space.digits) {
      // 1 2 3 4 5: single digits that make just one entry belong together.
      let short = 0;
      for (let i = 0; i < count; i++) if ((ends[i] as number) - (starts[i] as number) === 1) short++;
      apart = space.size === 1 || short < count || count !== space.size;
    } else for (let i = 0; i < count && apart; i++) apart = (ends[i] as number) - (starts[i] as number) === whole;
    if (apart) for (let i = 0; i < count; i++) take(starts[i] as number, ends[i] as number);
    else take(starts[0] as number, ends[count - 1] as number);
  };

  let count = 0;
  let at = 0;
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (isBreak(char)) {
      segment(count);
      count = 0;
      if (char === 0x0a || char === 0x2028) {
        line++;
        lineStart = at + 1;
      }
    } else if (!isDelimiter(char)) {
      const start = at;
      while (at + 1 < text.length) {
        const next = text.charCodeAt(at + 1);
        if (isBreak(next) || isDelimiter(next)) break;
        at++;
      }
      // A number has no sign; the sign is reported with the number behind it.
      starts[count] = start > 0 && isSignOfNumber(text, start - 1, 0, text.length) ? start - 1 : start;
      ends[count] = at + 1;
      count++;
    }
  }
  segment(count);
  return { accepted, rejected };
}

/** Full-width digits are none of a canonical form. */
function ascii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 128 && digitValue(text.charCodeAt(at)) >= 0;
}
