/** Exact fractions as text. BigInt arithmetic throughout: a chance is never rounded but where it says 约. */
import { formatInteger } from '../descriptions/format.ts';
import type { Fraction } from './types.ts';

/** As a percentage with `decimals` decimals, half up: 1/3 → "33.33%". */
export function percentText({ numerator, denominator }: Fraction, decimals = 2): string {
  const scale = 10n ** BigInt(decimals);
  const scaled = (numerator * 100n * scale * 2n + denominator) / (denominator * 2n);
  const digits = scaled.toString().padStart(decimals + 1, '0');
  const whole = formatInteger(BigInt(digits.slice(0, digits.length - decimals)));
  return decimals === 0 ? `${whole}%` : `${whole}.${digits.slice(-decimals)}%`;
}

/** Likelier than this (one in so many), a rounded "约 1/n" would mislead: 45% is not 约 1/2. */
const ROUNDED_FROM = 20n;

/** As one in so many: "1/1,000" where that is exact, "45.00%" where it is likely, else "约 1/1,234". */
export function oneInText(chance: Fraction): string {
  const { numerator, denominator } = chance;
  if (numerator === 0n) return '0';
  if (denominator % numerator === 0n) return `1/${formatInteger(denominator / numerator)}`;
  if (denominator < numerator * ROUNDED_FROM) return percentText(chance);
  return `约 1/${formatInteger((denominator * 2n + numerator) / (numerator * 2n))}`;
}

/** As odds for a table: "1 : 1,000", with two decimals where it does not divide: "1 : 2.47". */
export function oddsText({ numerator, denominator }: Fraction): string {
  if (numerator === 0n) return '—';
  if (denominator % numerator === 0n) return `1 : ${formatInteger(denominator / numerator)}`;
  const hundredths = ((denominator * 200n + numerator) / (numerator * 2n)).toString().padStart(3, '0');
  return `1 : ${formatInteger(BigInt(hundredths.slice(0, -2)))}.${hundredths.slice(-2)}`;
}

/** The fraction itself. */
export function fractionText({ numerator, denominator }: Fraction): string {
  return `${formatInteger(numerator)}/${formatInteger(denominator)}`;
}

export const sameFraction = (a: Fraction, b: Fraction): boolean => a.numerator * b.denominator === b.numerator * a.denominator;
