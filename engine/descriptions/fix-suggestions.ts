/**
 * Suggests the right form of a text that was typed with a Chinese keyboard or in everyday form: full-width digits and marks, `9:00` for a
 * time, `2026/1/5` for a day, `+8` for an offset. The suggestion is only part of a message; the file is still refused.
 */

const two = (digits: string): string => digits.padStart(2, '0');

/** Replaces full-width digits, letters and marks by plain ones. */
export const toHalfWidth = (text: string): string => text.normalize('NFKC').replaceAll('。', '.').replaceAll('、', ',').trim();

/** A corrected form of the text that `fits`; undefined if there is none. */
export function suggestedFix(text: string, fits: (candidate: string) => boolean): string | undefined {
  const plain = toHalfWidth(text);
  const candidates = [
    plain,
    plain.replaceAll(' ', ''),
    timeOf(plain),
    dayOf(plain),
    offsetOf(plain),
    instantOf(plain),
    minuteOf(plain),
    `/${plain}`,
  ];
  return candidates.find((candidate) => candidate !== undefined && candidate !== text && fits(candidate));
}

function timeOf(text: string): string | undefined {
  const found = /^(\d{1,2})[:.时点](\d{1,2})?(?:[:.分](\d{1,2})?)?秒?分?$/.exec(text);
  return found ? `${two(found[1] ?? '')}:${two(found[2] ?? '')}:${two(found[3] ?? '')}` : undefined;
}

function dayOf(text: string): string | undefined {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text);
  return found ? `${found[1]}-${two(found[2] ?? '')}-${two(found[3] ?? '')}` : undefined;
}

/** A day without a time means its midnight. */
function instantOf(text: string): string | undefined {
  const [day = '', time = '0:00', ...more] = text.split(/[ T]+/);
  const [date, clock] = [dayOf(day), timeOf(time)];
  return more.length > 0 || date === undefined || clock === undefined ? undefined : `${date}T${clock}`;
}

/** 2026-07-07 20:00: the form of an article's publication time. */
const minuteOf = (text: string): string | undefined => instantOf(text)?.replace('T', ' ').slice(0, -3);

/** Operators that authors write in place of the names of comparisons and conditions. */
const SIGNS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '==': 'eq',
  '===': 'eq',
  '!=': 'ne',
  '!==': 'ne',
  '<>': 'ne',
  '≠': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '≤': 'lte',
  '>': 'gt',
  '>=': 'gte',
  '≥': 'gte',
  '!': 'not',
  '&&': 'all',
  and: 'all',
  '||': 'any',
  or: 'any',
};

/** The name of an operator; undefined for any other text. */
export const comparisonName = (text: string): string | undefined => (Object.hasOwn(SIGNS, text) ? SIGNS[text] : undefined);

function offsetOf(text: string): string | undefined {
  const found = /^(?:UTC|GMT)?([+-]?)(\d{1,2})(?::?(\d\d))?$/i.exec(text);
  return found ? `${found[1] || '+'}${two(found[2] ?? '')}:${found[3] ?? '00'}` : undefined;
}

/** Marks of a Chinese keyboard that authors type in place of JSON's. */
const MARKS: Readonly<Record<string, string>> = {
  '，': ',',
  '、': ',',
  '；': ',',
  '：': ':',
  '“': '"',
  '”': '"',
  '‘': '"',
  '’': '"',
  '＂': '"',
  '「': '"',
  '」': '"',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '【': '[',
  '】': ']',
  '－': '-',
  '\u3000': ' ',
  '\u00a0': ' ',
};

/** The plain character for one of a Chinese keyboard; undefined for any other. */
export const asciiMark = (character: string): string | undefined =>
  MARKS[character] ?? (/^[０-９]$/.test(character) ? toHalfWidth(character) : undefined);

/** Part of a message: an amount that was written in yuan, as fen. */
export function wholeFenText(fen: number): string {
  return `整数 ${fen}（金额以分为单位）|the whole number ${fen} (amounts are in fen)`;
}
