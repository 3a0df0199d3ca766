import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../engine/descriptions/generated/screen.ts';
import {
  addDays,
  checkPeriod,
  dayAtOffset,
  isDay,
  lastDays,
  monthPeriod,
  periodText,
  presetPeriods,
} from '../../../engine/screens/blocks/filter/days.ts';
import { shrinkImage } from '../../../engine/screens/blocks/form/fields/shrink.ts';
import { yuanTextToFen, typeYuan, fenToYuanText } from '../../../engine/screens/blocks/form/fields/yuan.ts';
import { checkField, type FieldState } from '../../../engine/screens/blocks/form/form-rules.ts';

const field = (part: Readonly<Record<string, unknown>>): Field => ({ name: 'f', label: '字段', ...part }) as unknown as Field;
const check = (
  part: Readonly<Record<string, unknown>>,
  value: string,
  facts: Partial<FieldState> = {},
  others: Record<string, string> = {},
) => checkField(field(part), { f: value, ...others }, { label: '字段', broken: [], ...facts });

describe('rules of fields, in words', () => {
  it.each<[string, string, Record<string, unknown>, string, Partial<FieldState>?]>([
    ['required', '请输入字段', { type: 'text', required: true }, ''],
    ['optional', '', { type: 'text', minLength: 4 }, ''],
    ['required choice', '请选择字段', { type: 'select', required: true }, ''],
    ['required radio', '请选择字段', { type: 'radio', required: true }, ''],
    ['required date', '请选择字段', { type: 'date', required: true }, ''],
    ['required region', '请选择字段', { type: 'region', required: true }, ''],
    ['required picture', '请上传字段', { type: 'picture', required: true }, ''],
    ['required agreement', '请先阅读并勾选同意', { type: 'agree', required: true }, ''],
    ['required agreement to something', '请先阅读并同意《协议》', { type: 'agree', required: true }, '', { link: '《协议》' }],
    ['least length', '字段至少 4 个字', { type: 'text', minLength: 4 }, '甲'],
    ['least length in its own unit', '字段至少 4 位', { type: 'text', minLength: 4, unit: '位' }, 'a'],
    ['least length of a password', '字段至少 6 位', { type: 'password', minLength: 6, maxLength: 64 }, '12345'],
    ['one length only', '请输入 18 位字段', { type: 'text', minLength: 18, maxLength: 18, unit: '位' }, '123'],
    ['one length only, too long', '请输入 11 位字段', { type: 'tel', minLength: 11, maxLength: 11 }, '123456789012'],
    ['its own sentence when empty', '请再次输入密码', { type: 'password', required: true }, '', { ask: '请再次输入密码' }],
    ['its own sentence when too short', '请再次输入资金密码', { type: 'pin' }, '123', { ask: '请再次输入资金密码' }],
    ['most length, by characters', '字段最多 2 个字，已超出 1 个字', { type: 'text', maxLength: 2 }, '甲乙😀'],
    ['most length, kept', '', { type: 'text', maxLength: 2 }, '甲😀'],
    ['word', '字段只能用字母、数字或下划线', { type: 'text', characters: 'word' }, 'a b'],
    ['name', '字段只能用中文、字母或数字', { type: 'text', characters: 'name' }, '张_三'],
    ['ascii', '字段只能用英文字母、数字或符号，不含空格', { type: 'password', characters: 'ascii' }, '密码'],
    ['han', '字段只能用中文', { type: 'text', characters: 'han' }, 'Zhang'],
    ['han with a dot', '', { type: 'text', characters: 'han' }, '阿卜杜·热依木'],
    ['least amount', '字段不能低于 ¥10.00', { type: 'amount' }, '999', { min: 1000 }],
    ['most amount', '字段不能超过 ¥1,234.56', { type: 'amount' }, '123457', { max: 123456 }],
    ['most amount of whole yuan', '字段不能超过 ¥1,234.00', { type: 'amount', whole: true }, '123500', { max: 123456 }],
    ['most amount, kept', '', { type: 'amount' }, '123456', { max: 123456 }],
    ['first day', '字段不能早于 2026-01-02', { type: 'date' }, '2026-01-01', { min: '2026-01-02' }],
    ['last day', '字段不能晚于 2026-01-02', { type: 'date' }, '2026-01-03', { max: '2026-01-02' }],
    ['short code', '请输入 6 位字段', { type: 'code' }, '1234'],
    ['short fund password', '请输入 4 位字段', { type: 'pin', length: 4 }, '123'],
    ["the field's own rule", '余额不足', { type: 'amount' }, '100', { broken: ['余额不足', '再来'] }],
    ['an own rule on an empty field', '二选一', { type: 'text' }, '', { broken: ['二选一'] }],
    ['the built-in rule before an own one', '请输入字段', { type: 'text', required: true }, '', { broken: ['余额不足'] }],
  ])('%s: %s', (_, words, part, value, facts) => {
    expect(check(part, value, facts)).toBe(words);
  });

  it('a repeated field must say the same', () => {
    expect(check({ type: 'password', same: 'first' }, 'a', { sameAs: '新密码' }, { first: 'b' })).toBe('两次输入的新密码不一致');
    expect(check({ type: 'password', same: 'first' }, 'b', {}, { first: 'b' })).toBe('');
  });
});

describe('yuan that is typed, fen that is sent', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['12', '1200'],
    ['12.', '1200'],
    ['12.5', '1250'],
    ['12.05', '1205'],
    ['0.07', '7'],
    ['999999999.99', '99999999999'],
  ])('%s yuan is %s fen', (yuan, fen) => expect(yuanTextToFen(yuan)).toBe(fen));

  it('fen comes back as it was, for any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999n }), (fen) => {
        expect(yuanTextToFen(fenToYuanText(String(fen)))).toBe(String(fen));
      }),
    );
  });

  it('any keys make an amount of at most two decimals', () => {
    const keys = fc.array(fc.constantFrom('0', '1', '5', '9', '.', 'delete'), { maxLength: 30 });
    fc.assert(
      fc.property(keys, fc.boolean(), (typed, whole) => {
        const yuan = typed.reduce((now, key) => typeYuan(now, key as never, whole), '');
        expect(yuan).toMatch(whole ? /^(\d{1,9})?$/ : /^(\d{1,9}(\.\d{0,2})?)?$/);
        expect(yuan).not.toMatch(/^0\d/);
      }),
    );
  });
});

describe('a photo is made small', () => {
  it('takes the best drawing that fits, and none when nothing does', async () => {
    const tried: string[] = [];
    const draw = async (width: number, height: number, quality: number): Promise<Blob> => {
      tried.push(`${width}×${height}@${quality}`);
      return new Blob([new Uint8Array(Math.round(width * height * quality * 0.1))]);
    };
    const fits = await shrinkImage(4000, 3000, 100_000, draw);
    expect(fits?.size).toBeLessThanOrEqual(100_000);
    expect(tried).toEqual(['1600×1200@0.85', '1600×1200@0.7', '1600×1200@0.55', '1280×960@0.85', '1280×960@0.7']);
    expect(await shrinkImage(4000, 3000, 10, draw)).toBeUndefined();
  });

  it('never makes a small one larger', async () => {
    const sizes = new Set<string>();
    await shrinkImage(300, 900, 1_000_000, async (width, height) => {
      sizes.add(`${width}×${height}`);
      return new Blob(['x']);
    });
    expect([...sizes]).toEqual(['300×900']);
  });
});

describe('days', () => {
  it('is the day on the wall of the product', () => {
    expect(dayAtOffset(Date.parse('2026-05-31T17:00:00Z'), 480)).toBe('2026-06-01');
  });

  it('knows which days exist', () => {
    expect([isDay('2026-02-28'), isDay('2026-02-30'), isDay('2024-02-29'), isDay(''), isDay('2026-2-1')]).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it('counts over the ends of months and years', () => {
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(lastDays('2026-03-02', 7, '')).toEqual({ from: '2026-02-24', to: '2026-03-02' });
    expect(lastDays('2026-03-02', 7, '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-02' });
    expect(lastDays('2026-03-02', 1, '')).toEqual({ from: '2026-03-02', to: '2026-03-02' });
  });

  it('names periods: yesterday, a month with the days that it has so far, the month before; none that lies before the first day', () => {
    const named = (min: string) =>
      presetPeriods(['yesterday', 'month', 'lastMonth'], '2026-03-02', min).map(
        ({ label, period }) => `${label} ${period.from} ${period.to}`,
      );
    expect(named('')).toEqual(['昨天 2026-03-01 2026-03-01', '本月 2026-03-01 2026-03-02', '上月 2026-02-01 2026-02-28']);
    expect(named('2026-02-20')[2]).toBe('上月 2026-02-20 2026-02-28');
    expect(named('2026-03-02')).toEqual(['本月 2026-03-02 2026-03-02']);
    expect(presetPeriods(undefined, '2026-03-02', '').map(({ label }) => label)).toEqual(['今天', '近 7 天', '近 30 天']);
  });

  it('a month ends today and begins at the first day that can be chosen', () => {
    expect(monthPeriod(2026, 2, '', '2026-05-20')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(monthPeriod(2026, 5, '', '2026-05-20')).toEqual({ from: '2026-05-01', to: '2026-05-20' });
    expect(monthPeriod(2026, 2, '2026-02-10', '2026-05-20')).toEqual({ from: '2026-02-10', to: '2026-02-28' });
    expect(monthPeriod(2026, 6, '', '2026-05-20')).toBeUndefined();
    expect(monthPeriod(2026, 1, '2026-02-10', '2026-05-20')).toBeUndefined();
  });

  it.each([
    ['请选择开始日期', '', '2026-05-01'],
    ['请选择结束日期', '2026-05-01', ''],
    ['开始日期不能晚于结束日期', '2026-05-02', '2026-05-01'],
    ['最早可选 2026-01-01', '2025-12-31', '2026-05-01'],
    ['结束日期不能晚于今天', '2026-05-01', '2026-05-21'],
    ['', '2026-01-01', '2026-05-20'],
  ])('%s', (words, from, to) => expect(checkPeriod({ from, to }, '2026-01-01', '2026-05-20')).toBe(words));

  it('is written in few characters', () => {
    const today = '2026-05-20';
    expect(periodText({ from: '2026-04-01', to: '2026-04-30' }, today)).toBe('2026年4月');
    expect(periodText({ from: '2026-04-01', to: '2026-04-29' }, today)).toBe('04-01 至 04-29');
    expect(periodText({ from: '2025-12-30', to: '2026-01-02' }, today)).toBe('2025-12-30 至 01-02');
    expect(periodText({ from: '2026-05-01', to: '2026-05-01' }, today)).toBe('05-01');
    // As an address may have it.
    expect(periodText({ from: '', to: '2025-05-01' }, today)).toBe('至 2025-05-01');
    expect(periodText({ from: '2026-05-01', to: '' }, today)).toBe('05-01 起');
    expect(periodText({ from: 'May', to: '2026-02-30' }, today)).toBe('May 至 02-30');
  });
});
