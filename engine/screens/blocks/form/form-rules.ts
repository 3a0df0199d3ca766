/** The rules of fields, and the words for each way to break one. */
import { formatMoney } from '../../../descriptions/format.ts';
import type { Field } from '../../../descriptions/generated/screen.ts';

/** What the player has put into the fields, by name; '' for nothing. An amount is fen as text, a switch '1' or ''. */
export type Values = Readonly<Record<string, string>>;

/** What of a field's rules comes from expressions, evaluated with the form as it is now. */
export interface FieldState {
  readonly label: string;
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

/** What is wrong with a field, in words for under it; '' when nothing is. Lengths count characters as a reader does. */
export function checkField(field: Field, values: Values, facts: FieldState): string {
  const value = values[field.name] ?? '';
  const wrong = value === '' ? missing(field, facts) : checkValue(field, value, values, facts);
  return wrong || (facts.broken[0] ?? '');
}

function missing(field: Field, { label, link }: FieldState): string {
  if (!field.required) return '';
  if (field.type === 'agree') return link ? `请先阅读并同意${link}` : `请先勾选“${label}”`;
  return `${VERBS[field.type] ?? '请填写'}${label}`;
}

function checkValue(field: Field, value: string, values: Values, facts: FieldState): string {
  switch (field.type) {
    case 'text':
    case 'password':
    case 'tel':
    case 'digits':
      return checkText(field, value, values, facts);
    case 'amount':
      return checkRange(Number(value), facts, (fen) => `¥${formatMoney(fen)}`, field.whole ? 100 : 1);
    case 'count':
      return checkRange(Number(value), facts, (count) => `${count}${facts.unit ? ` ${facts.unit}` : ''}`, 1);
    case 'date':
      return checkDate(value, facts);
    case 'code':
    case 'pin': {
      const length = field.length ?? CODE_LENGTH;
      return value.length < length ? `${facts.label}是 ${length} 位数字，还差 ${length - value.length} 位` : '';
    }
    default:
      return '';
  }
}

function checkText(
  field: Extract<Field, { readonly type: 'text' | 'password' | 'tel' | 'digits' }>,
  value: string,
  values: Values,
  { label }: FieldState,
): string {
  const length = [...value].length;
  if (field.minLength !== undefined && length < field.minLength)
    return `${label}至少 ${field.minLength} 个字，还差 ${field.minLength - length} 个`;
  if (field.maxLength !== undefined && length > field.maxLength)
    return `${label}最多 ${field.maxLength} 个字，多了 ${length - field.maxLength} 个`;
  const characters = 'characters' in field && field.characters ? CHARACTERS[field.characters] : undefined;
  if (characters && !characters.pattern.test(value)) return `${label}只能用${characters.words}`;
  if ('same' in field && field.same !== undefined && value !== (values[field.same] ?? '')) return '两次填写的不一样，请再核对';
  return '';
}

/** `step`: what is typed is a multiple of it, and so is the most that is named. */
function checkRange(figure: number, { label, min, max }: FieldState, text: (figure: number) => string, step: number): string {
  if (typeof min === 'number' && figure < min) return `${label}最少 ${text(min)}`;
  if (typeof max === 'number' && figure > max) return `${label}最多 ${text(max - (max % step))}`;
  return '';
}

function checkDate(day: string, { label, min, max }: FieldState): string {
  if (typeof min === 'string' && min !== '' && day < min) return `${label}不能早于 ${min}`;
  if (typeof max === 'string' && max !== '' && day > max) return `${label}不能晚于 ${max}`;
  return '';
}
