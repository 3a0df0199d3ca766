/** Converts the texts of a query or form into the typed fields of a call's definition. No other code does this. */
import type { TSchema } from 'typebox';
import { COMMON } from '../../../protocol/calls/common.ts';
import { type Definition, fieldSchema, requiredFields } from '../../../protocol/calls/define.ts';
import { lazyValidator } from './validators.ts';

/** Values by field name, or the first wrong field with a message (`msg`) for the player. */
export type ReadFields =
  | {
      readonly ok: true;
      readonly values: Readonly<Record<string, unknown>>;
      readonly texts: readonly (readonly [name: string, text: string])[];
    }
  | { readonly ok: false; readonly field: string; readonly msg: string };

/** JSON Schema keywords of a field that this file reads. `paging` in protocol/calls/schema.ts explains `clamp`. */
interface FieldKeywords {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly clamp?: boolean;
}

/**
 * Returns a function that reads the fields of a call from query and form together. A known name that occurs twice is an error. A field with an
 * empty text counts as left out, unless it is required. `texts` are the sent fields in the order of their names: under a repeated
 * idempotency key they must be the same.
 */
export function fieldReader(definition: Definition): (...sets: readonly URLSearchParams[]) => ReadFields {
  const fields = Object.entries(definition.fields as Readonly<Record<string, TSchema>>).sort(([a], [b]) => (a < b ? -1 : 1));
  const required = new Set(requiredFields(definition));
  const valid = lazyValidator(fieldSchema(definition));

  const names = new Set([...Object.keys(COMMON), ...Object.keys(definition.fields)]);

  return (...sets) => {
    const sentTexts = Object.create(null) as Record<string, string>;
    for (const pairs of sets)
      for (const [name, text] of pairs) {
        // With two values of one name, a check could read one and the call use the other.
        if (names.has(name) && name in sentTexts) return { ok: false, field: name, msg: `参数 ${name} 重复` };
        sentTexts[name] = text;
      }
    for (const [name, { most }] of Object.entries(COMMON))
      if ((sentTexts[name]?.length ?? 0) > most) return { ok: false, field: name, msg: `参数 ${name} 不正确：最多 ${most} 字` };
    const values: Record<string, unknown> = {};
    const texts: [string, string][] = [];
    for (const [name, text] of Object.entries(sentTexts))
      if (!storable(text)) return { ok: false, field: name, msg: `参数 ${name} 不正确：含有不能保存的字符` };
    for (const [name, schema] of fields) {
      const keywords = schema as FieldKeywords;
      const text = sentTexts[name];
      if (text === undefined || (text === '' && !required.has(name))) {
        if (required.has(name)) return { ok: false, field: name, msg: `缺少参数 ${name}` };
        if (keywords.default !== undefined) values[name] = keywords.default;
        continue;
      }
      texts.push([name, text]);
      const value = valueOf(text, keywords);
      if (value === undefined) return { ok: false, field: name, msg: `参数 ${name} 不正确：${expected(keywords)}` };
      values[name] = value;
    }
    const fault = valid(values);
    if (fault === undefined) return { ok: true, values, texts };
    const name = fault.instancePath.split('/')[1] ?? '';
    return { ok: false, field: name, msg: `参数 ${name} 不正确：${expected((definition.fields[name] ?? {}) as FieldKeywords)}` };
  };
}

/**
 * Whether PostgreSQL can store the text, also as JSON. It refuses a NUL and half of a surrogate pair, as a character or as an escape. Without
 * this check such a text would cause an internal error.
 */
function storable(text: string): boolean {
  if (text.includes('\0') || /\\u0000/.test(text)) return false;
  if (!/[\ud800-\udfff]|\\u[dD][89a-fA-F]/.test(text)) return true;
  const unpaired = text.replace(/[\ud800-\udbff][\udc00-\udfff]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g, '');
  return !/[\ud800-\udfff]|\\u[dD][89a-fA-F]/.test(unpaired);
}

/** The typed value of a text; undefined when the text has not this type. */
function valueOf(text: string, { type, clamp, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, default: standard }: FieldKeywords): unknown {
  if (type === 'boolean') return text === '1' ? true : text === '0' ? false : undefined;
  if (type !== 'integer') return text;
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (clamp === true) return Number.isNaN(value) ? standard : Math.min(Math.max(value, minimum), maximum);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Words for the player about the values that a field may have. */
function expected({ type, enum: values, format, minimum, maximum, minLength, maxLength }: FieldKeywords): string {
  if (values !== undefined) return `须为 ${values.join('、')} 之一`;
  if (type === 'boolean') return '须为 0 或 1';
  if (type === 'integer') {
    if (minimum === undefined) return '须为整数';
    return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
      ? `须为不小于 ${minimum} 的整数`
      : `须为 ${minimum} 到 ${maximum} 的整数`;
  }
  if (format === 'uuid') return '须为 UUID 编号';
  if (format === 'date') return '须为日期 yyyy-MM-dd';
  if (minLength !== undefined && maxLength !== undefined) return `须为 ${minLength} 到 ${maxLength} 字`;
  if (maxLength !== undefined) return `最多 ${maxLength} 字`;
  return '格式不正确';
}
