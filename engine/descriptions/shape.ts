/** From the compiled schemas' errors to findings that say what to do. */
import type { ShapeError } from './generated/validators.js';
import { suggestedFix, comparisonName, toHalfWidth, wholeFenText } from './fix-suggestions.ts';
import { MAX_PROBLEMS } from './parse.ts';
import { type Finding, type ProblemDetails, pointerOf } from './problem.ts';
import { abbreviatedList, nearestName } from './suggest.ts';

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
        details: { property: short(property), guess: near(property, free) ?? '', known: abbreviatedList(known) },
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
        return { code: 'SHAPE_ENUM', pointer, details: { found, guess: guess ?? '', known: abbreviatedList(allowed.map(show)) } };
      // The list of allowed tags reports a wrong one at the tag itself; here only its place is known.
      const tag = String(params.tag);
      const value = (data as Record<string, unknown> | undefined)?.[tag];
      if (value === undefined) {
        const written = Object.keys((data as object | undefined) ?? {}).find((name) => near(name, [tag]) === tag);
        if (written === undefined) return { code: 'SHAPE_MISSING', pointer, details: { property: tag } };
        const details = { property: short(written), guess: tag, known: tag };
        return { code: 'SHAPE_UNKNOWN_PROPERTY', pointer: pointer + pointerOf(written), details, atKey: true };
      }
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
        details: amount(keyword, [...String(data)].length, Number(params.limit), ['加长|lengthen it', '缩短|shorten it']),
      };
    case 'minProperties':
    case 'maxProperties': {
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
      const written = Object.keys(data as object);
      if (keyword === 'maxProperties' && known.length > 0 && error.parentSchema?.maxProperties === 1)
        return { code: 'SHAPE_ONE', pointer, details: { found: abbreviatedList(written), known: abbreviatedList(known) } };
      const free = known.filter((name) => !written.includes(name));
      if (keyword === 'minProperties' && free.length > 0) return { code: 'SHAPE_FEW', pointer, details: { known: abbreviatedList(free) } };
      return { code: 'SHAPE_ITEMS', pointer, details: items(keyword, written.length, Number(params.limit)) };
    }
    case 'minItems':
    case 'maxItems':
      return { code: 'SHAPE_ITEMS', pointer, details: items(keyword, (data as unknown[]).length, Number(params.limit)) };
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
          wanted: patternWords(String(params.pattern)),
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
  const plain = toHalfWidth(written.slice(0, 80));
  const sign = comparisonName(plain.toLowerCase());
  if (sign !== undefined && known.includes(sign)) return sign;
  return plain !== written && known.includes(plain) ? plain : nearestName(plain, known);
}

/** A guess for a text that a pattern refuses; '' when no near text fits. Long texts get no guess. */
function meant(data: unknown, pattern: RegExp): string {
  return typeof data === 'string' && data.length <= 40 ? (suggestedFix(data, (candidate) => pattern.test(candidate)) ?? '') : '';
}

/** What stands in the place of a value of another type, where more can be said than the type. */
function wantedFor({ instancePath, parentSchema, params }: ShapeError, data: unknown): string | undefined {
  const tag = (parentSchema?.discriminator as { readonly propertyName?: string } | undefined)?.propertyName;
  if (tag === 'get' && Number.isInteger(data)) return `{ "get": "number", "is": ${String(data)} }`;
  if (params.type === 'integer' && typeof data === 'number' && /fen$/i.test(instancePath))
    return '整数（金额以分为单位，1 元写 100）|a whole number (amounts are in fen: 1 yuan is 100)';
  return quotedYuan(instancePath, params.type, data) ?? quotedNumber(params.type, data) ?? unquotedText(params.type, data);
}

/** Text without its quotes: `"version": 2012`, `"disabled": true`. */
function unquotedText(type: unknown, data: unknown): string | undefined {
  if (type !== 'string') return undefined;
  if (typeof data === 'boolean') return '文字（写在双引号里的一句话）|text (a sentence in double quotes)';
  return typeof data === 'number' ? `带引号的文字 "${data}"|the text "${data}" in quotes` : undefined;
}

/** An amount in yuan, with its point, where fen are wanted. */
function quotedYuan(pointer: string, type: unknown, data: unknown): string | undefined {
  if (type !== 'integer' || typeof data !== 'string' || !/fen$/i.test(pointer) || data.length > 12) return undefined;
  const [, yuan, fen = ''] = /^[¥￥]?(\d+)(?:\.(\d{1,2}))?元?$/.exec(toHalfWidth(data)) ?? [];
  if (yuan === undefined || (fen === '' && /^\d+$/.test(toHalfWidth(data)))) return undefined;
  return wholeFenText(Number(`${yuan}${fen.padEnd(2, '0')}`));
}

/** A whole number in quotes, or in digits of a Chinese keyboard. */
function quotedNumber(type: unknown, data: unknown): string | undefined {
  if (type !== 'integer' || typeof data !== 'string' || data.length > 20) return undefined;
  const plain = toHalfWidth(data);
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

/** The usual patterns of the schemas in words; the message has the pattern too. */
const CODE = '代码（由字母、数字、_ 和 - 组成，不是名称）|a code of letters, digits, _ and -';
const PATTERNS: Readonly<Record<string, string>> = {
  '^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$': CODE,
  '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$': CODE,
  '^[a-z][a-z0-9-]{0,31}$': '代码（由小写字母、数字和 - 组成，不是名称）|a code of lower-case letters, digits and -',
  '^[A-Za-z][A-Za-z0-9_]{0,31}$': '名字（由字母、数字和 _ 组成，以字母开头）|a name of letters, digits and _',
  '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$': '时刻（如 08:50:00）|a time such as 08:50:00',
  '^([01]\\d|2[0-3]):[0-5]\\d$': '时刻（如 08:50）|a time such as 08:50',
  '^[+-](0\\d|1[0-4]):[0-5]\\d$': '时区（如 +08:00）|an offset such as +08:00',
  '^\\d{4}-(0\\d|1[0-2])-([0-2]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$':
    '日期和时刻（如 2026-12-01T00:00:00）|a day and time such as 2026-12-01T00:00:00',
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]) ([01]\\d|2[0-3]):[0-5]\\d$':
    '日期和时刻（如 2026-12-01 20:00）|a day and time such as 2026-12-01 20:00',
};

function patternWords(pattern: string): string {
  const path = pattern.startsWith('^/') ? '以 / 开头的路径|a path that begins with /' : '符合下面格式的文字|a text of the form below';
  return PATTERNS[pattern] ?? path;
}

/** How many there are, how many there must be, and which way to go. */
function amount(keyword: string, found: number, limit: number, [more, fewer]: readonly [string, string]): ProblemDetails {
  const few = keyword.startsWith('min');
  return { found, comparison: comparison(few ? '>=' : '<='), limit, detail: few ? more : fewer };
}

const items = (keyword: string, found: number, limit: number): ProblemDetails =>
  amount(keyword, found, limit, [
    `再加 ${limit - found} 项以上|add ${limit - found} or more`,
    `删去 ${found - limit} 项|remove ${found - limit}`,
  ]);

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
