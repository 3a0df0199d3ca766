/** Tables as CSV (RFC 4180) for spreadsheets, which take a cell that begins with certain signs for a formula and would execute it. */

import { formatMoney } from '../../engine/descriptions/format.ts';

/** What a formula begins with, in half and full width; a tab or a line end before it is skipped by some programs. */
const FORMULA = /^[\s\u00a0\u3000\ufeff]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;
/** A plain number is one, whatever its sign. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With a byte order mark, without which spreadsheets take Chinese for something else. */
export const csvOf = (rows: readonly (readonly string[])[]): string => `\ufeff${csvLines(rows)}`;

/** The lines alone, for a file that is written in parts. */
export const csvLines = (rows: readonly (readonly string[])[]): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** 123456 as "1234.56", a plain number without separators. */
export const decimal = (fen: number): string => formatMoney(fen).replaceAll(',', '');
