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

/** The beginnings of markup. A line that begins so without being markup is a mistake, because players would see the signs. */
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

/** The pieces of a body. A line that begins like markup without being markup becomes a paragraph; the check refuses it. */
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
      // A link to a game is the main action of a text, so it becomes a button.
      pieces.push({ ...read, kind: read.target.startsWith('game:') ? 'button' : 'link' });
    } else pieces.push({ kind: read.kind, text: read.text });
  }
  return pieces;
}

/** Findings: lines that begin like markup without being markup, and rows with more or fewer cells than their head. */
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

/** The link targets of a body, each with its place. */
export const linksOf = (body: readonly string[]): readonly { readonly pointer: string; readonly target: string }[] =>
  body.flatMap((line, at) => {
    const read = readLine(line);
    return read.kind === 'link' ? [{ pointer: `/body/${at}`, target: read.target }] : [];
  });
