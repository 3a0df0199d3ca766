import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterDigits, formatInteger, formatMoney, formatSigned, formatYuan } from '../../../engine/descriptions/format.ts';
import { typedDigits, typedPhone } from '../../../engine/descriptions/typed-digits.ts';

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
  it.each<[number | bigint, string, string]>([
    [0, '¥0.00', '¥0.00'],
    [-0, '¥0.00', '¥0.00'],
    [123_456, '¥1,234.56', '+¥1,234.56'],
    [-5, '−¥0.05', '−¥0.05'],
    [-12_345_678_901_234_567_890n, '−¥123,456,789,012,345,678.90', '−¥123,456,789,012,345,678.90'],
  ])('%s fen as an amount is %s, with its sign %s', (fen, amount, signed) => {
    expect([formatYuan(fen), formatSigned(fen)]).toEqual([amount, signed]);
  });
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

describe('digits that are typed or pasted', () => {
  it.each([
    ['483920', '483920'],
    ['48', '48'],
    ['', ''],
    ['abc', ''],
    ['48a39', '4839'],
    [' 483 920 ', '483920'],
    ['483-920', '483920'],
    ['４８３９２０', '483920'],
    ['【彩谱】验证码 483 920，10分钟内有效', '483920'],
    ['【彩谱】验证码483920，10 分钟内有效，使用一次后失效。', '483920'],
    ['【彩谱】验证码４８３９２０，１０分钟内有效', '483920'],
    ['2026-11-29 12:30 尾号 8821 的验证码是 483920', '483920'],
    ['12【彩谱】验证码 483 920，10分钟内有效', '483920'],
    ['4839201', '4839201'],
  ])('of %j, for a code of six, are %j', (text, digits) => expect(typedDigits(text, 6)).toBe(digits));

  it.each([
    ['+86 138 0013 8000', '13800138000'],
    ['+86-138-0013-8000', '13800138000'],
    ['0086 13800138000', '13800138000'],
    ['8613800138000', '13800138000'],
    ['１３８００１３８０００', '13800138000'],
    ['电话：13800138000（张三，2 号楼 301）', '13800138000'],
    ['138001380001', '138001380001'],
  ])('of %j, for a phone number, are %j', (text, digits) => expect(typedPhone(text, 11)).toBe(digits));

  it('are never anything else, and the same when cleaned again', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 4, max: 19 }), (text, length) => {
        const digits = typedDigits(text, length);
        expect(digits).toMatch(/^\d{0,32}$/);
        expect(typedDigits(digits, length)).toBe(digits);
      }),
    );
  });
});
