/** Field rules of forms as data, and the words for each way to break one. */

export interface FieldDescription {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'password' | 'tel' | 'digits';
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Greatest value of a digits field. */
  readonly max?: number;
  /** Which characters it may have. */
  readonly characters?: 'word' | 'name' | 'ascii';
  /** Name of the field that this one repeats. */
  readonly same?: string;
  /** What the field starts with, a template. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly autocomplete?: string;
}

const CHARACTERS: Readonly<Record<NonNullable<FieldDescription['characters']>, { readonly pattern: RegExp; readonly words: string }>> = {
  word: { pattern: /^[A-Za-z0-9_]*$/, words: '字母、数字或下划线' },
  name: { pattern: /^[\p{Script=Han}A-Za-z0-9]*$/u, words: '中文、字母或数字' },
  ascii: { pattern: /^[\x21-\x7e]*$/, words: '英文字母、数字或符号，不含空格' },
};

/** What is wrong with a field, in words for under it; '' when nothing is. Lengths count characters as a reader does. */
export function checkField(field: FieldDescription, values: Readonly<Record<string, string>>): string {
  const value = values[field.name] ?? '';
  const length = [...value].length;
  if (value === '') return field.required ? `请填写${field.label}` : '';
  if (field.minLength !== undefined && length < field.minLength)
    return `${field.label}至少 ${field.minLength} 个字，还差 ${field.minLength - length} 个`;
  if (field.maxLength !== undefined && length > field.maxLength)
    return `${field.label}最多 ${field.maxLength} 个字，多了 ${length - field.maxLength} 个`;
  const characters = field.characters && CHARACTERS[field.characters];
  if (characters && !characters.pattern.test(value)) return `${field.label}只能用${characters.words}`;
  if (field.same !== undefined && value !== (values[field.same] ?? '')) return '两次填写的不一样，请再核对';
  return '';
}
