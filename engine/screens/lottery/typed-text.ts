/** Typed bets as text (单式): what the field does with its text. Pure. */
import type { PickedValue } from '../../descriptions/types.ts';

/** Characters that the field itself shows. Each line of a field is laid out; some three thousand take a phone a frame or two. */
export const FIELD_LIMIT = 20_000;

/** A typed text: what is too long for the field is folded away before it, whole lines of it. */
export interface TypedText {
  /** Shown as a summary; '' if nothing is folded. Has no line break at its end. */
  readonly head: string;
  /** In the field, to be edited. */
  readonly field: string;
}

export const fullText = ({ head, field }: TypedText): string => (head === '' ? field : `${head}\n${field}`);

export function foldLongText(text: string): TypedText {
  return text.length > FIELD_LIMIT ? { head: text.replace(/\s+$/, ''), field: '' } : { head: '', field: text };
}

export function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The first and the last of a long text. */
const END = 24;
export function excerptOfEnds(text: string): string {
  const line = (part: string) => part.replace(/\s+/g, ' ').trim();
  return `${line(text.slice(0, END))} … ${line(text.slice(-END))}`;
}

interface TextPiece {
  readonly text: string;
  readonly offset: number;
}

/** The text without these pieces; lines that have nothing left go too. Pieces are in the order of the text. */
export function withoutPieces(text: string, pieces: readonly TextPiece[]): string {
  let remaining = '';
  let from = 0;
  for (const { offset, text: piece } of pieces) {
    remaining += text.slice(from, offset);
    from = offset + piece.length;
  }
  remaining += text.slice(from);
  return remaining
    .split('\n')
    .map((line) => line.replace(/^[\s,，;；、|]+|[\s,，;；、|]+$/g, '').replace(/([\s,，;；、|])[\s,，;；、|]+/g, '$1'))
    .filter((line) => line !== '')
    .join('\n');
}

/** Entries as text, one on each line. */
export const entriesText = (entries: readonly PickedValue[]): string => entries.join('\n');

/**
 * The text after the selection was changed by something else (a random bet, a line to be edited, 清空): entries that were added are
 * appended to what was typed, anything else takes its place.
 */
export function textAfterSelectionChange(text: string, before: readonly PickedValue[], after: readonly PickedValue[]): string {
  if (after.length === 0) return '';
  const grown = before.length > 0 && after.length >= before.length && before.every((entry, at) => after[at] === entry);
  if (!grown) return entriesText(after);
  const added = after.slice(before.length);
  return added.length === 0 ? text : `${text.replace(/\s+$/, '')}\n${entriesText(added)}`;
}
