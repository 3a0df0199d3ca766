/** The one place where the texts of a query or form become the typed fields that a call's definition names. */
import type { TSchema } from 'typebox';
import { COMMON } from '../../protocol/calls/common.ts';
import { type Definition, fieldSchema, requiredFields } from '../../protocol/calls/define.ts';
import { lazyValidator } from './validators.ts';

export type ReadFields =
  | {
      readonly ok: true;
      readonly values: Readonly<Record<string, unknown>>;
      readonly texts: readonly (readonly [name: string, text: string])[];
    }
  | { readonly ok: false; readonly field: string; readonly msg: string };

/** What JSON Schema keywords of a field are read here; `clamp` and `default` are explained in protocol/calls/schema.ts. */
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
 * Makes the reader of a call's fields: those of the query and of the form together, as one set in which each name may stand once. A field that is there with an empty text counts as left out, unless it must be sent.
 * `texts` are the fields as sent, by name: what a repeated idempotency key must match.
 */
export function fieldReader(definition: Definition): (...sets: readonly URLSearchParams[]) => ReadFields {
  const fields = Object.entries(definition.fields as Readonly<Record<string, TSchema>>).sort(([a], [b]) => (a < b ? -1 : 1));
  const required = new Set(requiredFields(definition));
  const valid = lazyValidator(fieldSchema(definition));

  const names = new Set([...Object.keys(COMMON), ...Object.keys(definition.fields)]);

  return (...sets) => {
    const given = Object.create(null) as Record<string, string>;
    for (const pairs of sets)
      for (const [name, text] of pairs) {
        // Two values of one name could be checked by the one and meant by the other.
        if (names.has(name) && name in given) return { ok: false, field: name, msg: `参数 ${name} 重复` };
        given[name] = text;
      }
    for (const [name, { most }] of Object.entries(COMMON))
      if ((given[name]?.length ?? 0) > most) return { ok: false, field: name, msg: `参数 ${name} 不正确：最多 ${most} 字` };
    const values: Record<string, unknown> = {};
    const texts: [string, string][] = [];
    for (const [name, text] of Object.entries(given))
      if (!storable(text)) return { ok: false, field: name, msg: `参数 ${name} 不正确：含有不能保存的字符` };
    for (const [name, schema] of fields) {
      const keywords = schema as FieldKeywords;
      const text = given[name];
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
 * Whether the database can keep the text, and the JSON that it may be: no NUL, and no half of a surrogate pair, neither as a character nor
 * escaped. PostgreSQL refuses both, and a refusal of the database would be an error of the server.
 */
function storable(text: string): boolean {
  if (text.includes('\0') || /\\u0000/.test(text)) return false;
  if (!/[\ud800-\udfff]|\\u[dD][89a-fA-F]/.test(text)) return true;
  const unpaired = text.replace(/[\ud800-\udbff][\udc00-\udfff]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g, '');
  return !/[\ud800-\udfff]|\\u[dD][89a-fA-F]/.test(unpaired);
}

/** undefined: the text is not of this type. */
function valueOf(text: string, { type, clamp, minimum = 0, maximum = Number.MAX_SAFE_INTEGER, default: standard }: FieldKeywords): unknown {
  if (type === 'boolean') return text === '1' ? true : text === '0' ? false : undefined;
  if (type !== 'integer') return text;
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (clamp === true) return Number.isNaN(value) ? standard : Math.min(Math.max(value, minimum), maximum);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** What the field should have been, for a person. */
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
  return '格式不对';
}
