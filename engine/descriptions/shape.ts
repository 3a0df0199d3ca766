/** From the compiled schemas' errors to findings that say what to do. */
import type { ShapeError } from './generated/validators.js';
import { mended, namedSign, plainOf, wholeFen } from './mend.ts';
import { MAX_PROBLEMS } from './parse.ts';
import { type Finding, pointerOf } from './problem.ts';
import { listOf, nearest } from './suggest.ts';

/** Errors of combined schemas repeat what their parts say; they count only when nothing else does. */
const COMBINED: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'if', 'propertyNames']);

/** Ends of lines, and what turns the direction of writing about: texts of players have neither. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export function shapeFindings(errors: readonly ShapeError[], root: unknown): Finding[] {
  const telling = errors.filter((error) => !COMBINED.has(error.keyword));
  const findings = (telling.length > 0 ? telling : errors).slice(0, MAX_PROBLEMS).map((error) => shapeFinding(error, root));
  // A misspelt property is one mistake, not an unknown property and a missing one.
  const misspelt = new Set(
    findings.flatMap(({ code, pointer, details }) =>
      code === 'SHAPE_UNKNOWN_PROPERTY' && details?.guess !== ''
        ? [`${pointer.slice(0, pointer.lastIndexOf('/'))}\n${details?.guess}`]
        : [],
    ),
  );
  const seen = new Set<string>();
  return findings.filter(({ code, pointer, details }) => {
    if (code === 'SHAPE_MISSING' && misspelt.has(`${pointer}\n${details?.property}`)) return false;
    const key = `${code}\n${pointer}\n${code === 'SHAPE_MISSING' ? details?.property : ''}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function shapeFinding(error: ShapeError, root: unknown): Finding {
  const { instancePath: pointer, keyword, params } = error;
  const data = 'data' in error ? error.data : root;
  const found = show(data);
  switch (keyword) {
    case 'required':
      return { code: 'SHAPE_MISSING', pointer, details: { property: String(params.missingProperty) } };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const property = String(params.additionalProperty ?? params.unevaluatedProperty);
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
      const free = known.filter((name) => !Object.hasOwn(data as object, name));
      return {
        code: 'SHAPE_UNKNOWN_PROPERTY',
        pointer: pointer + pointerOf(property),
        details: { property: short(property), guess: near(property, free) ?? '', known: listOf(known) },
        atKey: true,
      };
    }
    case 'type':
      return { code: 'SHAPE_TYPE', pointer, details: { wanted: wantedFor(error, data) ?? typeWords(params.type), found } };
    case 'enum':
    case 'const':
    case 'discriminator': {
      const allowed = keyword === 'const' ? [params.allowedValue] : ((params.allowedValues as unknown[] | undefined) ?? []);
      const guess =
        typeof data === 'string'
          ? near(
              data,
              allowed.filter((value): value is string => typeof value === 'string'),
            )
          : undefined;
      if (keyword !== 'discriminator')
        return { code: 'SHAPE_ENUM', pointer, details: { found, guess: guess ?? '', known: listOf(allowed.map(show)) } };
      // The list of allowed tags reports a wrong one at the tag itself; here only its place is known.
      const tag = String(params.tag);
      const value = (data as Record<string, unknown> | undefined)?.[tag];
      if (value === undefined) return { code: 'SHAPE_MISSING', pointer, details: { property: tag } };
      if (typeof value !== 'string')
        return { code: 'SHAPE_TYPE', pointer: pointer + pointerOf(tag), details: { wanted: typeWords('string'), found: show(value) } };
      return { code: 'SHAPE_ENUM', pointer: pointer + pointerOf(tag), details: { found: show(value), guess: '', known: '—' } };
    }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { code: 'SHAPE_RANGE', pointer, details: { found, comparison: comparison(params.comparison), limit: Number(params.limit) } };
    case 'minLength':
    case 'maxLength':
      return {
        code: 'SHAPE_LENGTH',
        pointer,
        details: { comparison: comparison(keyword === 'minLength' ? '>=' : '<='), limit: Number(params.limit) },
      };
    case 'minProperties': {
      const free = Object.keys((error.parentSchema?.properties as object | undefined) ?? {}).filter(
        (name) => !Object.hasOwn(data as object, name),
      );
      if (free.length > 0) return { code: 'SHAPE_FEW', pointer, details: { known: listOf(free) } };
      return { code: 'SHAPE_ITEMS', pointer, details: { comparison: comparison('>='), limit: Number(params.limit) } };
    }
    case 'minItems':
    case 'maxItems':
    case 'maxProperties':
      return {
        code: 'SHAPE_ITEMS',
        pointer,
        details: { comparison: comparison(keyword.startsWith('min') ? '>=' : '<='), limit: Number(params.limit) },
      };
    case 'uniqueItems':
      return { code: 'SHAPE_UNIQUE', pointer, details: { first: Number(params.j) + 1, second: Number(params.i) + 1 } };
    case 'pattern': {
      const hidden = typeof data === 'string' ? HIDDEN.exec(data)?.[0].codePointAt(0) : undefined;
      if (typeof data === 'string' && data.trim() === '') return { code: 'TEXT_BLANK', pointer };
      if (hidden !== undefined)
        return { code: 'TEXT_HIDDEN', pointer, details: { character: `U+${hidden.toString(16).toUpperCase().padStart(4, '0')}` } };
      return {
        code: 'SHAPE_PATTERN',
        pointer,
        details: {
          found: short(String(data)),
          pattern: String(params.pattern),
          guess: meant(data, new RegExp(String(params.pattern), 'u')),
        },
      };
    }
    case 'format':
      return {
        code: 'SHAPE_FORMAT',
        pointer,
        details: {
          found: short(String(data)),
          format: String(params.format),
          guess: meant(data, /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
        },
      };
    default:
      return { code: 'SHAPE_OTHER', pointer, details: { detail: `${keyword} ${error.message ?? ''}`.trim() } };
  }
}

/** The known name nearest to a written one; that one itself when it was written with a Chinese keyboard. */
function near(written: string, known: readonly string[]): string | undefined {
  const plain = plainOf(written.slice(0, 80));
  const sign = namedSign(plain.toLowerCase());
  if (sign !== undefined && known.includes(sign)) return sign;
  return plain !== written && known.includes(plain) ? plain : nearest(plain, known);
}

/** What is meant by a text that a pattern refuses; '' when nothing near fits it. Of a long one nothing is guessed. */
function meant(data: unknown, pattern: RegExp): string {
  return typeof data === 'string' && data.length <= 40 ? (mended(data, (candidate) => pattern.test(candidate)) ?? '') : '';
}

/** What stands in the place of a value of another type, where more can be said than the type. */
function wantedFor({ instancePath, parentSchema, params }: ShapeError, data: unknown): string | undefined {
  const tag = (parentSchema?.discriminator as { readonly propertyName?: string } | undefined)?.propertyName;
  if (tag === 'get' && Number.isInteger(data)) return `{ "get": "number", "is": ${String(data)} }`;
  if (params.type === 'integer' && typeof data === 'number' && /fen$/i.test(instancePath))
    return '整数（金额以分为单位，1 元写 100）|a whole number (amounts are in fen: 1 yuan is 100)';
  return quotedYuan(instancePath, params.type, data) ?? quotedNumber(params.type, data);
}

/** An amount in yuan, with its point, where fen are wanted. */
function quotedYuan(pointer: string, type: unknown, data: unknown): string | undefined {
  if (type !== 'integer' || typeof data !== 'string' || !/fen$/i.test(pointer) || data.length > 12) return undefined;
  const [, yuan, fen = ''] = /^[¥￥]?(\d+)(?:\.(\d{1,2}))?元?$/.exec(plainOf(data)) ?? [];
  if (yuan === undefined || (fen === '' && /^\d+$/.test(plainOf(data)))) return undefined;
  return wholeFen(Number(`${yuan}${fen.padEnd(2, '0')}`));
}

/** A whole number in quotes, or in digits of a Chinese keyboard. */
function quotedNumber(type: unknown, data: unknown): string | undefined {
  if (type !== 'integer' || typeof data !== 'string' || data.length > 20) return undefined;
  const plain = plainOf(data);
  return /^-?(0|[1-9]\d*)$/.test(plain) ? `不加引号的整数 ${plain}|the whole number ${plain} without quotes` : undefined;
}

const TYPES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  string: ['文字', 'text'],
  integer: ['整数', 'a whole number'],
  number: ['数', 'a number'],
  boolean: ['true 或 false', 'true or false'],
  object: ['对象 { }', 'an object { }'],
  array: ['列表 [ ]', 'a list [ ]'],
  null: ['null', 'null'],
};

function typeWords(types: unknown): string {
  const words = [types].flat().map((type) => TYPES[String(type)] ?? [String(type), String(type)]);
  return `${words.map(([zh]) => zh).join('或')}|${words.map(([, en]) => en).join(' or ')}`;
}

function comparison(sign: unknown): string {
  return { '>=': '不小于|at least', '<=': '不大于|at most', '>': '大于|more than', '<': '小于|less than' }[String(sign)] ?? String(sign);
}

/** A value as it stands in the file, cut to what a line can hold. */
function show(value: unknown): string {
  if (Array.isArray(value)) return '[ ]';
  if (typeof value === 'object' && value !== null) return '{ }';
  return short(JSON.stringify(value) ?? 'undefined');
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
