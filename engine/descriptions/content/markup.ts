/**
 * The markup of help pages and articles. A body is a list of lines, and the beginning of a line decides its kind:
 *
 *     ## heading      - item      1. step      > note      | cell | cell |      [text](target)
 *
 * Anything else is a paragraph. There is no markup within a line.
 */
import type { Finding } from '../problem.ts';
import type { Piece } from './types.ts';

type Line =
  | { readonly kind: 'text' | 'heading' | 'note' | 'item' | 'step'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly target: string }
  | { readonly kind: 'row'; readonly cells: readonly string[] }
  | { readonly kind: 'unclear' };

/** What begins like markup and is none is a mistake: a player would read the signs. */
const LIKE_MARKUP = /^(#|-|\*|>|\||\[|\d{1,2}[.)]|```|!\[)/;
const LINK = /^\[([^\][]{1,40})\]\(([^()\s]{1,120})\)$/;

function readLine(line: string): Line {
  const heading = /^## (\S.*)$/.exec(line);
  if (heading) return { kind: 'heading', text: heading[1] as string };
  const item = /^- (\S.*)$/.exec(line);
  if (item) return { kind: 'item', text: item[1] as string };
  const step = /^\d{1,2}\. (\S.*)$/.exec(line);
  if (step) return { kind: 'step', text: step[1] as string };
  const note = /^> (\S.*)$/.exec(line);
  if (note) return { kind: 'note', text: note[1] as string };
  const link = LINK.exec(line);
  if (link) return { kind: 'link', text: link[1] as string, target: link[2] as string };
  if (/^\|.*\|$/.test(line) && line.length > 2) {
    return {
      kind: 'row',
      cells: line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    };
  }
  return LIKE_MARKUP.test(line) ? { kind: 'unclear' } : { kind: 'text', text: line };
}

/** Pieces of a body that has been checked; a line that is unclear is read as a paragraph. */
export function piecesOf(body: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  for (const line of body) {
    const read = readLine(line);
    const last = pieces.at(-1);
    if (read.kind === 'unclear') pieces.push({ kind: 'text', text: line });
    else if (read.kind === 'item' || read.kind === 'step') {
      const kind = read.kind === 'item' ? 'list' : 'steps';
      if (last?.kind === kind) pieces[pieces.length - 1] = { kind, items: [...last.items, read.text] };
      else pieces.push({ kind, items: [read.text] });
    } else if (read.kind === 'row') {
      if (last?.kind === 'table') pieces[pieces.length - 1] = { kind: 'table', rows: [...last.rows, read.cells] };
      else pieces.push({ kind: 'table', rows: [read.cells] });
    } else if (read.kind === 'link') {
      // What leads to a game is what the text is about: a button and no line among others.
      pieces.push({ ...read, kind: read.target.startsWith('game:') ? 'button' : 'link' });
    } else pieces.push({ kind: read.kind, text: read.text });
  }
  return pieces;
}

/** Lines that begin like markup and are none, and rows of another length than their head. */
export function markupFindings(body: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  let head = 0;
  for (const [at, line] of body.entries()) {
    const read = readLine(line);
    const pointer = `/body/${at}`;
    if (read.kind === 'unclear') findings.push({ code: 'CONTENT_LINE', pointer, details: { found: line.slice(0, 40) } });
    if (read.kind !== 'row') head = 0;
    else if (head === 0) head = read.cells.length;
    else if (read.cells.length !== head) findings.push({ code: 'CONTENT_CELLS', pointer, details: { count: read.cells.length, head } });
  }
  return findings;
}

/** Where the lines of a body lead to, each with its place. */
export const linksOf = (body: readonly string[]): readonly { readonly pointer: string; readonly target: string }[] =>
  body.flatMap((line, at) => {
    const read = readLine(line);
    return read.kind === 'link' ? [{ pointer: `/body/${at}`, target: read.target }] : [];
  });
