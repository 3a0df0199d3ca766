/** The bounds of a count, which may read sources that have not arrived yet. */
const LEAST = 1;
const MOST = 9_999;

export interface CountBounds {
  readonly min: number;
  readonly max: number;
}

const integer = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : otherwise;

export const boundsOf = (min: unknown, max: unknown): CountBounds => ({ min: integer(min, LEAST), max: integer(max, MOST) });
