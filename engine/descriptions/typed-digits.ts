/** Fields for numbers read typed and pasted texts with these functions. They return the digits. */

/** More digits than any field can hold; keeps a pasted megabyte from costing anything. */
const LONGEST = 32;

/** Characters of a pasted message that are looked at. */
const MESSAGE = 1_000;

/** Text as keyboards of the Latin script write it: full-width letters, digits and signs become plain ones. */
export const narrow = (text: string): string => text.normalize('NFKC');

/**
 * The digits of a text that was typed or pasted; everything else goes.
 *
 * `length`: digits that the value has. A whole message may be pasted: 【彩谱】验证码 483 920，10 分钟内有效. If the text has more digits
 * than that, the first number of that length is the value, with or without blanks and hyphens in it. Without such a number all digits stay.
 */
export function typedDigits(text: string, length = LONGEST): string {
  const plain = narrow(text.slice(0, MESSAGE));
  const digits = plain.replace(/\D/g, '');
  if (digits.length <= length) return digits;
  const numbers = [...(plain.match(/\d+/g) ?? []), ...(plain.match(/\d+(?:[ -]\d+)+/g) ?? [])];
  return numbers.map((number) => number.replace(/\D/g, '')).find((number) => number.length === length) ?? digits.slice(0, LONGEST);
}

/** A phone number of the mainland without its country code. `length` as above. */
export const typedPhone = (text: string, length?: number): string =>
  typedDigits(narrow(text).replace(/^\s*(?:(?:\+|00)86|86(?=1\d{10}$))/, ''), length);
