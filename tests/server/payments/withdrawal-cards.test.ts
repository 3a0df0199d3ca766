/** What a card number says of itself: the check digit against another implementation, the table of prefixes, masks; and hours and fees. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import table from '../../../server/payments/withdrawals/bins.json' with { type: 'json' };
import {
  alipayAccount,
  cardNumberFault,
  demoCardNumber,
  hasCheckDigit,
  maskAccount,
  recognizeBank,
} from '../../../server/payments/withdrawals/cards.ts';
import { DEFAULT_WITHDRAWAL_RULES, withdrawalRulesFault, feeOf, acceptsRequests } from '../../../server/payments/withdrawals/rules.ts';
import { luhnSum, newCardNumber, withCheckDigit } from '../support/withdrawals.ts';

const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(''));

describe('[L48] the check digit', () => {
  it('the check digit agrees with another implementation', () => {
    fc.assert(fc.property(digits(1, 24), (text) => hasCheckDigit(text) === (luhnSum(text) % 10 === 0)));
  });
  it('is one of ten, and sees every single wrong digit', () => {
    fc.assert(
      fc.property(digits(11, 18), fc.nat(), fc.integer({ min: 1, max: 9 }), (start, at, by) => {
        expect([...'0123456789'].filter((last) => hasCheckDigit(start + last))).toHaveLength(1);
        const right = withCheckDigit(start);
        const place = at % right.length;
        const wrong = right.slice(0, place) + ((Number(right[place]) + by) % 10) + right.slice(place + 1);
        expect(hasCheckDigit(wrong)).toBe(false);
      }),
    );
  });
  it('the check digit of known numbers is right', () => {
    for (const number of ['4111111111111111', '79927398713', '6225880137706868'])
      expect(hasCheckDigit(number)).toBe(luhnSum(number) % 10 === 0);
    expect(hasCheckDigit('4111111111111111')).toBe(true);
    expect(hasCheckDigit('4111111111111112')).toBe(false);
    expect(hasCheckDigit('')).toBe(false);
  });
});

describe('the table of prefixes', () => {
  it('the table names thirty banks and each prefix once', () => {
    expect(table.banks).toHaveLength(30);
    const prefixes = table.banks.flatMap(({ debit, credit }) => [...debit, ...credit]);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    for (const prefix of prefixes) expect(prefix).toMatch(/^\d{6,8}$/);
  });
  it('recognizes a card from its sixth digit on', () => {
    expect(recognizeBank('62258')).toBeUndefined();
    expect(recognizeBank('622588')).toEqual({ code: 'CMB', name: '招商银行', cardType: 'debit' });
    expect(recognizeBank('6225880137706868')).toMatchObject({ code: 'CMB' });
    expect(recognizeBank('622575')).toMatchObject({ code: 'CMB', cardType: 'credit' });
    expect(recognizeBank('999999')).toBeUndefined();
  });
});

describe('a card that is paid out to', () => {
  it('is a debit card of the bank that was chosen', () => {
    expect(cardNumberFault(newCardNumber(), 'CMB')).toBeUndefined();
    expect(cardNumberFault(newCardNumber(), 'ICBC')).toEqual({ field: 'bankCode', msg: '这是招商银行的卡，请核对开户银行' });
    expect(cardNumberFault(withCheckDigit('622575012345678'), 'CMB')).toMatchObject({
      field: 'cardNo',
      msg: '不支持信用卡，请换一张储蓄卡',
    });
    expect(cardNumberFault(withCheckDigit('629999012345678'), 'CMB')).toBeUndefined();
    expect(cardNumberFault(newCardNumber(), 'NONE')).toMatchObject({ field: 'bankCode' });
    expect(cardNumberFault('622588', 'CMB')).toMatchObject({ field: 'cardNo' });
  });
  it('may lack a right check digit when it is of UnionPay, and no other may', () => {
    const wrong = (right: string) => right.slice(0, -1) + ((Number(right.at(-1)) + 1) % 10);
    expect(cardNumberFault(wrong(newCardNumber()), 'CMB')).toBeUndefined();
    expect(cardNumberFault(withCheckDigit('436742012345678'), 'CCB')).toBeUndefined();
    expect(cardNumberFault(wrong(withCheckDigit('436742012345678')), 'CCB')).toEqual({ field: 'cardNo', msg: '卡号不正确，请核对' });
  });
});

it('numbers for demonstrations are of debit cards, and any bank takes them', () => {
  for (let at = 0; at < 5_000; at += 1) {
    const number = demoCardNumber((below) => (at * 7_919) % below);
    const bank = recognizeBank(number);
    expect([bank?.cardType, cardNumberFault(number, bank?.code ?? ''), hasCheckDigit(number)], number).toEqual(['debit', undefined, true]);
  }
});

it('an Alipay account is a mobile number or an e-mail address, and is shown masked', () => {
  expect(alipayAccount(' 13812348000 ')).toBe('13812348000');
  expect(alipayAccount('Anna@Example.com')).toBe('anna@example.com');
  for (const wrong of ['12812348000', '1381234800', 'anna@', '@example.com', 'anna', 'a b@example.com'])
    expect(alipayAccount(wrong)).toBeUndefined();
  expect(maskAccount('13812348000')).toBe('138****8000');
  expect(maskAccount('anna@example.com')).toBe('a***@example.com');
});

describe('figures', () => {
  /** 2026-11-22, on a clock eight hours ahead. */
  const OFFSET = 8 * 3_600_000;
  const at = (time: string) => Date.parse(`2026-11-22T${time}+08:00`);
  it('hours may pass midnight, and are taken ten minutes wider', () => {
    const night = { ...DEFAULT_WITHDRAWAL_RULES, opens: '09:00', closes: '01:00' };
    for (const time of ['08:50:00', '12:00:00', '23:59:59', '00:00:00', '01:09:59'])
      expect(acceptsRequests(night, at(time), OFFSET), time).toBe(true);
    for (const time of ['08:49:59', '01:10:00', '04:00:00']) expect(acceptsRequests(night, at(time), OFFSET), time).toBe(false);
    const day = { ...DEFAULT_WITHDRAWAL_RULES, opens: '09:00', closes: '17:30', graceMinutes: 0 };
    for (const [time, open] of Object.entries({ '08:59:59': false, '09:00:00': true, '17:29:59': true, '17:30:00': false }))
      expect(acceptsRequests(day, at(time), OFFSET), time).toBe(open);
    for (const time of ['00:00:00', '23:59:59']) expect(acceptsRequests(DEFAULT_WITHDRAWAL_RULES, at(time), OFFSET)).toBe(true);
  });
  it('a fee is a share of the amount, cut off, and at least the least fee', () => {
    expect(feeOf({ feeBp: 0, feeMinFen: 0 }, 123_456)).toBe(0);
    expect(feeOf({ feeBp: 50, feeMinFen: 0 }, 12_399)).toBe(61);
    expect(feeOf({ feeBp: 50, feeMinFen: 200 }, 12_399)).toBe(200);
    expect(feeOf({ feeBp: 10_000, feeMinFen: 0 }, Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
  });
  it('what an operator sets is looked at', () => {
    expect(withdrawalRulesFault(DEFAULT_WITHDRAWAL_RULES)).toBeUndefined();
    for (const [field, value] of [
      ['minFen', 99],
      ['minFen', 10_000_000],
      ['timesADay', 1.5],
      ['feeMinFen', 1_000],
      ['opens', '24:00'],
      ['closes', '24:01'],
      ['paused', 'x'.repeat(61)],
      ['paused', 1],
      ['maxFen', '5000'],
    ] as const)
      expect(withdrawalRulesFault({ ...DEFAULT_WITHDRAWAL_RULES, [field]: value }), `${field} ${value}`).toBeDefined();
    // In the words and the unit in which they are typed.
    const ruleFault = (rules: object) => withdrawalRulesFault({ ...DEFAULT_WITHDRAWAL_RULES, ...rules })?.msg;
    expect(ruleFault({ minFen: 99 })).toBe('单笔最低须为 1.00 至 10,000.00 元');
    expect(ruleFault({ timesADay: 0 })).toBe('每日次数须为 1 至 100 的整数');
    expect(ruleFault({ paused: 1 })).toBe('暂停原因须为文字');
  });
});
