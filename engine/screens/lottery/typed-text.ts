/** Typed bets as text (单式): what the field does with its text. Pure. */
import type { PickedValue } from '../../descriptions/types.ts';

/** Characters that the field itself shows. Each line of a field is laid out; some three thousand take a phone a frame or two. */
export const FIELD = 20_000;

/** A typed text: what is too long for the field is folded away before it, whole lines of it. */
export interface Typed {
  /** Shown as a summary; '' when nothing is folded. Has no line break at its end. */
  readonly head: string;
  /** In the field, to be edited. */
  readonly field: string;
}

export const whole = ({ head, field }: Typed): string => (head === '' ? field : `${head}\n${field}`);

export function folded(text: string): Typed {
  return text.length > FIELD ? { head: text.replace(/\s+$/, ''), field: '' } : { head: '', field: text };
}

export function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The first and the last of a long text. */
const END = 24;
export function ends(text: string): string {
  const line = (part: string) => part.replace(/\s+/g, ' ').trim();
  return `${line(text.slice(0, END))} … ${line(text.slice(-END))}`;
}

interface Piece {
  readonly text: string;
  readonly offset: number;
}

/** The text without these pieces; lines that have nothing left go too. Pieces are in the order of the text. */
export function withoutPieces(text: string, pieces: readonly Piece[]): string {
  let kept = '';
  let from = 0;
  for (const { offset, text: piece } of pieces) {
    kept += text.slice(from, offset);
    from = offset + piece.length;
  }
  kept += text.slice(from);
  return kept
    .split('\n')
    .map((line) => line.replace(/^[\s,，;；、|]+|[\s,，;；、|]+$/g, '').replace(/([\s,，;；、|])[\s,，;；、|]+/g, '$1'))
    .filter((line) => line !== '')
    .join('\n');
}

/** Entries as text, one on each line. */
export const asText = (entries: readonly PickedValue[]): string => entries.join('\n');

/**
 * The text after the selection was changed by something else (a random bet, a line to be edited, 清空): entries that were added are
 * appended to what was typed, anything else takes its place.
 */
export function followed(text: string, before: readonly PickedValue[], after: readonly PickedValue[]): string {
  if (after.length === 0) return '';
  const grown = before.length > 0 && after.length >= before.length && before.every((entry, at) => after[at] === entry);
  if (!grown) return asText(after);
  const added = after.slice(before.length);
  return added.length === 0 ? text : `${text.replace(/\s+$/, '')}\n${asText(added)}`;
}
