/** The rules of fields, and the words for each way to break one. */
import { formatMoney } from '../../../descriptions/format.ts';
import type { Field } from '../../../descriptions/generated/screen.ts';

/** What the player has put into the fields, by name; '' for nothing. An amount is fen as text, a switch '1' or ''. */
export type Values = Readonly<Record<string, string>>;

/** What of a field's rules comes from expressions, evaluated with the form as it is now. */
export interface FieldState {
  readonly label: string;
  /** The sentence for an empty field, if the description has one. */
  readonly ask?: string;
  /** Label of the field whose value this one repeats. */
  readonly sameAs?: string;
  /** Bounds of an amount (fen), of a count or of a date (yyyy-MM-dd). */
  readonly min?: number | string;
  readonly max?: number | string;
  /** What is counted. */
  readonly unit?: string;
  /** Texts of the field's own rules that are broken. */
  readonly broken: readonly string[];
  /** Label of the link to what is agreed to. */
  readonly link?: string;
}

const CHARACTERS = {
  word: { pattern: /^[A-Za-z0-9_]*$/, words: '字母、数字或下划线' },
  name: { pattern: /^[\p{Script=Han}A-Za-z0-9]*$/u, words: '中文、字母或数字' },
  ascii: { pattern: /^[\x21-\x7e]*$/, words: '英文字母、数字或符号，不含空格' },
  han: { pattern: /^[\p{Script=Han}·]*$/u, words: '中文' },
} as const;

/** Digits of a code or a fund password when the description does not say. */
export const CODE_LENGTH = 6;

const VERBS: Readonly<Partial<Record<Field['type'], string>>> = {
  select: '请选择',
  radio: '请选择',
  date: '请选择',
  region: '请选择',
  picture: '请上传',
};

/** The word for one character of a field: a digit of a number and a sign of a password is a 位, and text has 个字. */
const unitOf = (field: Field): string => (field.type === 'text' ? (field.unit ?? '个字') : '位');

/** The fault of a field, as the text below it; '' if there is none. Lengths count characters as a reader does. */
export function checkField(field: Field, values: Values, facts: FieldState): string {
  const value = values[field.name] ?? '';
  const wrong = value === '' ? missing(field, facts) : checkValue(field, value, values, facts);
  return wrong || (facts.broken[0] ?? '');
}

function missing(field: Field, { label, ask, link }: FieldState): string {
  if (!field.required) return '';
  if (ask) return ask;
  if (field.type === 'agree') return link ? `请先阅读并同意${link}` : '请先阅读并勾选同意';
  return `${VERBS[field.type] ?? '请输入'}${label}`;
}

/** For a value of one length only: 请输入 18 位身份证号. */
const askForLength = (field: Field, length: number, { label, ask }: FieldState): string =>
  ask || `请输入 ${length} ${unitOf(field)}${label}`;

function checkValue(field: Field, value: string, values: Values, facts: FieldState): string {
  switch (field.type) {
    case 'text':
    case 'password':
    case 'tel':
    case 'digits':
      return checkText(field, value, values, facts);
    case 'amount':
      return checkRange(Number(value), facts, ['不能低于 ¥', '不能超过 ¥'], formatMoney, '', field.whole ? 100 : 1);
    case 'count':
      return checkRange(Number(value), facts, ['至少 ', '最多 '], String, facts.unit ? ` ${facts.unit}` : '');
    case 'date':
      return checkDate(value, facts);
    case 'code':
    case 'pin': {
      const length = field.length ?? CODE_LENGTH;
      return value.length < length ? askForLength(field, length, facts) : '';
    }
    default:
      return '';
  }
}

function checkText(
  field: Extract<Field, { readonly type: 'text' | 'password' | 'tel' | 'digits' }>,
  value: string,
  values: Values,
  facts: FieldState,
): string {
  const { label } = facts;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = field;
  const length = [...value].length;
  if (minLength === maxLength && length !== minLength) return askForLength(field, minLength, facts);
  if (length < minLength) return `${label}至少 ${minLength} ${unitOf(field)}`;
  if (length > maxLength) return `${label}最多 ${maxLength} ${unitOf(field)}，已超出 ${length - maxLength} ${unitOf(field)}`;
  const characters = 'characters' in field && field.characters ? CHARACTERS[field.characters] : undefined;
  if (characters && !characters.pattern.test(value)) return `${label}只能用${characters.words}`;
  if ('same' in field && field.same !== undefined && value !== (values[field.same] ?? '')) return `两次输入的${facts.sameAs ?? ''}不一致`;
  return '';
}

/** `step`: what is typed is a multiple of it, and so is the most that is named. */
function checkRange(
  figure: number,
  { label, min, max }: FieldState,
  [least, most]: readonly [string, string],
  text: (figure: number) => string,
  after: string,
  step = 1,
): string {
  if (typeof min === 'number' && figure < min) return label + least + text(min) + after;
  if (typeof max === 'number' && figure > max) return label + most + text(max - (max % step)) + after;
  return '';
}

function checkDate(day: string, { label, min, max }: FieldState): string {
  if (typeof min === 'string' && min !== '' && day < min) return `${label}不能早于 ${min}`;
  if (typeof max === 'string' && max !== '' && day > max) return `${label}不能晚于 ${max}`;
  return '';
}
