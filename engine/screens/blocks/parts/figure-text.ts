/** Figures of reports as text. They come as integers, and stay integers until they are written. */
import { formatInteger, formatMoney, formatSigned, formatYuan } from '../../../descriptions/format.ts';

/** fen: money. signed: money with its sign. points: basis points as a percentage. odds: hundredths as 1.85. count: an integer. */
export type Unit = 'fen' | 'signed' | 'points' | 'odds' | 'count';

/** A value as a figure; undefined for what is no integer. */
export function integerOrUndefined(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** The text of a figure in its unit; "–" for a missing one. */
export function formatFigure(figure: number | undefined, unit: Unit): string {
  if (figure === undefined) return '–';
  switch (unit) {
    case 'fen':
      return formatYuan(figure);
    case 'odds':
      return signed(formatMoney(figure));
    case 'signed':
      return formatSigned(figure);
    case 'points':
      return `${formatHundredths(figure)}%`;
    case 'count':
      return signed(formatInteger(figure));
  }
}

/** Hundredths as a decimal without trailing zeros: 1250 is 12.5. */
export function formatHundredths(hundredths: number): string {
  return signed(formatMoney(hundredths).replace(/\.?0+$/, ''));
}

/** With the minus of `formatSigned`, so that a loss reads alike in a table, a chart and a row. */
const signed = (text: string): string => text.replace('-', '−');
