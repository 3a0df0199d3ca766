/**
 * Text forms of money and of digit fields. Money is integer fen and stays so: no float ever touches an amount,
 * the yuan sign and the separators are put in by string arithmetic.
 */

/**
 * Fen as players read money: two decimals and thousands separators, e.g. 123456n → "1,234.56", -5 → "-0.05"
 * (specification section 5). Exact for any size.
 * @throws RangeError when a number is not an integer: a fraction of a fen is a mistake, never something to round away.
 */
export function formatMoney(fen: number | bigint): string {
  const exact = BigInt(fen);
  const digits = (exact < 0n ? -exact : exact).toString().padStart(3, '0');
  return `${exact < 0n ? '-' : ''}${group(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** Fen as an amount that stands alone: "¥1,234.56", "−¥0.05". Exact and throwing like formatMoney. */
export function formatYuan(fen: number | bigint): string {
  return `${fen < 0 ? '−' : ''}¥${formatMoney(fen).replace('-', '')}`;
}

/** Fen with their sign, as a gain or a loss is read: "+¥1,234.56", "−¥0.05"; nothing is neither, so it is "¥0.00". Exact and throwing like formatMoney. */
export function formatSigned(fen: number | bigint): string {
  return `${fen > 0 ? '+' : ''}${formatYuan(fen)}`;
}

/** An integer with thousands separators: counts of bets (注) and of people. */
export function formatInteger(value: number | bigint): string {
  const exact = BigInt(value);
  return exact < 0n ? `-${group((-exact).toString())}` : group(exact.toString());
}

/** Units of a large amount, in fen: 亿 and 万 of yuan. */
const LARGE = [
  [10_000_000_000n, '亿'],
  [1_000_000n, '万'],
] as const;

/** Fen that are not negative as "10 亿", "1,234.5 万" or "8,500", with at most one decimal; cut off, since a pool is never more than it is. */
export function formatLargeMoney(fen: number | bigint): string {
  const exact = BigInt(fen);
  for (const [unit, name] of LARGE) {
    if (exact < unit) continue;
    const tenths = (exact * 10n) / unit;
    return `${formatInteger(tenths / 10n)}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`} ${name}`;
  }
  return formatInteger(exact / 100n);
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** More digits than any field can hold; keeps a pasted megabyte from costing anything. */
const LONGEST = 32;

/**
 * The value of a number field after typing (specification section 5): everything but digits is dropped, then the number
 * is held between min and max (both inclusive, non-negative integers). Full-width digits, which Chinese keyboards produce, count as digits.
 * A text without digits gives '' so that a field can be emptied; the field's owner decides what empty means (usually min, on blur).
 */
export function filterDigits(text: string, min: number, max: number): string {
  const digits = text.normalize('NFKC').replace(/\D/g, '');
  if (digits === '') return '';
  const significant = digits.replace(/^0+(?=\d)/, '');
  const value = significant.length > LONGEST ? BigInt(max) : BigInt(significant);
  if (value < BigInt(min)) return String(min);
  if (value > BigInt(max)) return String(max);
  return value.toString();
}
