import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterDigits, formatInteger, formatMoney } from '../../../engine/descriptions/format.ts';

describe('money', () => {
  it.each<[number | bigint, string]>([
    [0, '0.00'],
    [-0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [100, '1.00'],
    [99_999, '999.99'],
    [100_000, '1,000.00'],
    [123_456_789, '1,234,567.89'],
    [-5, '-0.05'],
    [-123_456, '-1,234.56'],
    [9_007_199_254_740_991n, '90,071,992,547,409.91'],
    [12_345_678_901_234_567_890n, '123,456,789,012,345,678.90'],
  ])('%s fen is %s', (fen, text) => expect(formatMoney(fen)).toBe(text));
  it('refuses a fraction of a fen rather than rounding it', () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => formatMoney(wrong)).toThrow(RangeError);
  });
  it('loses nothing: taking the marks out gives the fen back', () => {
    fc.assert(fc.property(fc.bigInt(), (fen) => BigInt(formatMoney(fen).replace(/[,.]/g, '')) === fen));
  });
  it('separators stand every three digits', () => {
    fc.assert(fc.property(fc.bigInt(), (fen) => /^-?\d{1,3}(,\d{3})*\.\d{2}$/.test(formatMoney(fen))));
    expect([formatInteger(1_234_567), formatInteger(-1_000n), formatInteger(0)]).toEqual(['1,234,567', '-1,000', '0']);
  });
});

describe('the digit filter', () => {
  it.each<[string, number, number, string]>([
    ['12a3', 1, 9_999, '123'],
    ['倍数５０', 1, 9_999, '50'],
    ['0', 1, 99, '1'],
    ['007', 1, 99, '7'],
    ['100', 1, 99, '99'],
    ['-5', 1, 99, '5'],
    ['1.5', 1, 99, '15'],
    ['', 1, 99, ''],
    ['abc', 1, 99, ''],
    ['9'.repeat(100_000), 1, 50_000, '50000'],
    ['0', 0, 99, '0'],
  ])('%j within %i and %i is %j', (text, min, max, filtered) => expect(filterDigits(text, min, max)).toBe(filtered));
  it('gives nothing, or a number within bounds that it leaves alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(1_000), fc.nat(100_000), (text, min, span) => {
        const filteredDigits = filterDigits(text, min, min + span);
        if (filteredDigits !== '') expect(Number(filteredDigits) >= min && Number(filteredDigits) <= min + span).toBe(true);
        expect(filterDigits(filteredDigits, min, min + span)).toBe(filteredDigits);
      }),
    );
  });
});
