/** What a card number says of itself: bank and kind by its first digits, and its check digit. */
import table from './bins.json' with { type: 'json' };

export interface Bank {
  readonly code: string;
  readonly name: string;
}
export interface RecognizedCard extends Bank {
  readonly cardType: 'debit' | 'credit';
}

export const BANKS: readonly Bank[] = table.banks.map(({ code, name }) => ({ code, name }));

const byPrefix = new Map<string, RecognizedCard>(
  table.banks.flatMap(({ code, name, debit, credit }) => [
    ...debit.map((prefix) => [prefix, { code, name, cardType: 'debit' }] as const),
    ...credit.map((prefix) => [prefix, { code, name, cardType: 'credit' }] as const),
  ]),
);
const LENGTHS = [...new Set([...byPrefix.keys()].map(({ length }) => length))].sort((a, b) => b - a);

/** Bank and kind of a card by its number or the first digits of it; undefined when no prefix of the table fits. The longest one counts. */
export function recognizeBank(digits: string): RecognizedCard | undefined {
  for (const length of LENGTHS) {
    const found = digits.length < length ? undefined : byPrefix.get(digits.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Luhn: from the right every second digit is doubled, the digits of the results are added, and the sum ends in 0. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const weighed = at % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** A number of a debit card for demonstrations: a prefix of a bank, zeros, six random digits and the check digit. `random`: below its argument. */
export function demoCardNumber(random: (below: number) => number): string {
  const { debit } = table.banks[random(table.banks.length)] as (typeof table.banks)[number];
  const digits = `${(debit[random(debit.length)] as string).padEnd(12, '0')}${String(random(1_000_000)).padStart(6, '0')}`;
  const check = [...'0123456789'].find((each) => hasCheckDigit(digits + each)) as string;
  return digits + check;
}

/**
 * Why a card cannot be paid out to; undefined when it can. UnionPay cards (62…) do not all end in a check digit, so that for them a wrong one
 * is no reason: the phone only asks to look again.
 */
export function cardNumberFault(number: string, bank: string): { readonly field: 'cardNo' | 'bankCode'; readonly msg: string } | undefined {
  if (!/^\d{16,19}$/.test(number)) return { field: 'cardNo', msg: '卡号须为 16–19 位数字' };
  const found = recognizeBank(number);
  if (found?.cardType === 'credit') return { field: 'cardNo', msg: '不支持信用卡，请换一张储蓄卡' };
  if (!number.startsWith('62') && !hasCheckDigit(number)) return { field: 'cardNo', msg: '卡号不正确，请核对' };
  if (!BANKS.some(({ code }) => code === bank)) return { field: 'bankCode', msg: '请选择开户银行' };
  if (found !== undefined && found.code !== bank) return { field: 'bankCode', msg: `这是${found.name}的卡，请核对开户银行` };
  return undefined;
}

export const bankName = (code: string): string => BANKS.find((bank) => bank.code === code)?.name ?? code;

const MOBILE = /^1[3-9]\d{9}$/;
const EMAIL = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** An Alipay account, a mobile number or an e-mail address, as it is stored and compared; undefined when it is neither. */
export function alipayAccount(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  return MOBILE.test(plain) || (plain.length <= 100 && EMAIL.test(plain)) ? plain : undefined;
}

/** 13812348000 is 138****8000, anna@example.com is a***@example.com. */
export function maskAccount(account: string): string {
  if (MOBILE.test(account)) return `${account.slice(0, 3)}****${account.slice(-4)}`;
  return `${account.slice(0, 1)}***${account.slice(account.indexOf('@'))}`;
}
