/**
 * The expression language of screen descriptions: conditions ("sources.order.status == 'won'") and text templates
 * ("第 {issue} 期 {money(amountFen)}"). jsep parses, the interpreter below is ours and total:
 *
 *  - it has no loops, no assignment, no functions but the listed ones; each node is visited at most once, and their number is capped;
 *  - members are read as own properties only, so no prototype, constructor or function can be reached;
 *  - a wrong type is `undefined`, never an exception: a description cannot take a screen down while it runs;
 *  - there is no division: amounts stay integers until `money()` writes them.
 *
 * What cannot be accepted at all (syntax, an unknown function) is an ExpressionError when the screen is compiled.
 */
import jsep from 'jsep';
import { formatInteger, formatMoney } from '../format.ts';
import { formatInstant } from './time.ts';

export class ExpressionError extends Error {
  readonly source: string;
  readonly index: number;
  constructor(message: string, source: string, index: number) {
    super(`${message} (at ${index} of "${source}")`);
    this.name = 'ExpressionError';
    this.source = source;
    this.index = index;
  }
}

export interface Environment {
  /** Value of a bare name; undefined when there is none. */
  lookup(name: string): unknown;
  /** Minutes east of UTC that instants are written in. */
  readonly offsetMinutes: number;
}

/** A name with the first member read from it ("sources.order"), so that a screen knows what an expression depends on. */
export interface Reference {
  readonly name: string;
  readonly member: string | undefined;
}

export interface Expression {
  readonly source: string;
  readonly references: readonly Reference[];
  evaluate(environment: Environment): unknown;
}

export interface Template {
  readonly source: string;
  readonly references: readonly Reference[];
  /** `encode` makes each value safe as a part of a URL. */
  expand(environment: Environment, encode?: boolean): string;
}

/** Longest source and largest tree: far above anything a person would want to read in a description. */
const MAX_SOURCE = 1000;
const MAX_NODES = 200;
/** Longest text that an expression may build (characters). */
const MAX_TEXT = 10_000;

type Evaluate = (environment: Environment) => unknown;
type Helper = (args: readonly unknown[], environment: Environment) => unknown;

const isFen = (value: unknown): value is number | bigint =>
  (typeof value === 'number' && Number.isSafeInteger(value)) || typeof value === 'bigint';
const absolute = (value: number | bigint): number | bigint => (value < 0 ? -value : value);

/** The whole vocabulary of functions. Instants are unix ms, amounts are fen. */
const HELPERS: Readonly<Record<string, Helper>> = {
  /** 1,234.00 */
  money: ([fen]) => (isFen(fen) ? formatMoney(fen) : undefined),
  /** +1,234.00 or −1,234.00, for ledgers. */
  signed: ([fen]) => (isFen(fen) ? `${fen < 0 ? '−' : '+'}${formatMoney(absolute(fen))}` : undefined),
  /** Length of a list or a text; a number with separators. */
  count: ([value]) => {
    if (Array.isArray(value) || typeof value === 'string') return value.length;
    if (isFen(value)) return formatInteger(value);
    return 0;
  },
  date: ([ms], { offsetMinutes }) => formatInstant(ms, offsetMinutes, 'date'),
  day: ([ms], { offsetMinutes }) => formatInstant(ms, offsetMinutes, 'day'),
  time: ([ms], { offsetMinutes }) => formatInstant(ms, offsetMinutes, 'time'),
  minute: ([ms], { offsetMinutes }) => formatInstant(ms, offsetMinutes, 'minute'),
  pad: ([value, width]) => (typeof width === 'number' && width >= 0 && width <= 40 ? asText(value).padStart(width, '0') : asText(value)),
  /** map(value, 'won', '已中奖', 'lost', '未中奖', otherwise): the text of a code. */
  map: ([value, ...pairs]) => {
    for (let i = 0; i + 1 < pairs.length; i += 2) if (pairs[i] === value) return pairs[i + 1];
    return pairs.length % 2 === 1 ? pairs[pairs.length - 1] : undefined;
  },
  /** True for nothing: absent, empty text, empty list. */
  empty: ([value]) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0),
  /** First characters of a text, for avatars and badges. */
  first: ([value, length]) => [...asText(value)].slice(0, typeof length === 'number' ? Math.max(0, Math.min(40, length)) : 1).join(''),
  /** Last characters of a text, for order numbers too long to show. */
  last: ([value, length]) => {
    const characters = [...asText(value)];
    return characters.slice(Math.max(0, characters.length - (typeof length === 'number' ? Math.max(0, Math.min(40, length)) : 1))).join('');
  },
};

export const HELPER_NAMES: readonly string[] = Object.keys(HELPERS);

export function asText(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'object') return '';
  return String(value).slice(0, MAX_TEXT);
}

function read(object: unknown, key: unknown): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  if (typeof object === 'string') return key === 'length' ? object.length : undefined;
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key)) return undefined;
  const value = (object as Record<string | number, unknown>)[key];
  return typeof value === 'function' ? undefined : value;
}

const numbers =
  (compute: (a: number, b: number) => number | undefined) =>
  (a: unknown, b: unknown): unknown =>
    typeof a === 'number' && typeof b === 'number' ? compute(a, b) : undefined;
const ordered =
  (compare: (a: number | string, b: number | string) => boolean) =>
  (a: unknown, b: unknown): boolean =>
    ((typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')) && compare(a, b);

const BINARY: Readonly<Record<string, (a: unknown, b: unknown) => unknown>> = {
  '==': (a, b) => (a ?? null) === (b ?? null),
  '!=': (a, b) => (a ?? null) !== (b ?? null),
  '===': (a, b) => (a ?? null) === (b ?? null),
  '!==': (a, b) => (a ?? null) !== (b ?? null),
  '<': ordered((a, b) => a < b),
  '<=': ordered((a, b) => a <= b),
  '>': ordered((a, b) => a > b),
  '>=': ordered((a, b) => a >= b),
  '+': (a, b) =>
    typeof a === 'number' && typeof b === 'number'
      ? a + b
      : typeof a === 'string' || typeof b === 'string'
        ? (asText(a) + asText(b)).slice(0, MAX_TEXT)
        : undefined,
  '-': numbers((a, b) => a - b),
  '*': numbers((a, b) => a * b),
  '%': numbers((a, b) => (b === 0 ? undefined : a % b)),
};

interface Build {
  readonly source: string;
  readonly references: Reference[];
  nodes: number;
}

function build(node: jsep.Expression, context: Build): Evaluate {
  const refuse = (message: string): never => {
    throw new ExpressionError(message, context.source, 0);
  };
  context.nodes += 1;
  if (context.nodes > MAX_NODES) refuse('表达式过长 expression has too many parts');
  switch (node.type) {
    case 'Literal': {
      const { value } = node as jsep.Literal;
      if (value instanceof RegExp) return refuse('正则表达式不可用 no regular expressions');
      return () => value;
    }
    case 'Identifier': {
      const { name } = node as jsep.Identifier;
      if (name === 'undefined') return () => undefined;
      context.references.push({ name, member: undefined });
      return (environment) => environment.lookup(name);
    }
    case 'MemberExpression': {
      const { object, property, computed } = node as jsep.MemberExpression;
      if (object.type === 'Identifier' && !computed) {
        const name = (object as jsep.Identifier).name;
        const member = (property as jsep.Identifier).name;
        context.nodes += 1;
        context.references.push({ name, member });
        return (environment) => read(environment.lookup(name), member);
      }
      const target = build(object, context);
      if (!computed) {
        const key = (property as jsep.Identifier).name;
        return (environment) => read(target(environment), key);
      }
      const key = build(property, context);
      return (environment) => read(target(environment), key(environment));
    }
    case 'CallExpression': {
      const { callee, arguments: args } = node as jsep.CallExpression;
      if (callee.type !== 'Identifier') return refuse('只能调用内置函数 only the listed functions can be called');
      const name = (callee as jsep.Identifier).name;
      const helper = Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined;
      if (!helper) return refuse(`未知函数 unknown function ${name}; known: ${HELPER_NAMES.join(', ')}`);
      const compiled = args.map((argument) => build(argument, context));
      return (environment) =>
        helper(
          compiled.map((argument) => argument(environment)),
          environment,
        );
    }
    case 'UnaryExpression': {
      const { operator, argument } = node as jsep.UnaryExpression;
      const value = build(argument, context);
      if (operator === '!') return (environment) => !value(environment);
      if (operator === '-')
        return (environment) => {
          const number = value(environment);
          return typeof number === 'number' ? -number : undefined;
        };
      return refuse(`运算符不可用 operator ${operator} is not available`);
    }
    case 'BinaryExpression': {
      const { operator, left, right } = node as jsep.BinaryExpression;
      const a = build(left, context);
      const b = build(right, context);
      if (operator === '&&') return (environment) => a(environment) && b(environment);
      if (operator === '||') return (environment) => a(environment) || b(environment);
      if (operator === '??') return (environment) => a(environment) ?? b(environment);
      const compute = Object.hasOwn(BINARY, operator) ? BINARY[operator] : undefined;
      if (!compute) return refuse(`运算符不可用 operator ${operator} is not available`);
      return (environment) => compute(a(environment), b(environment));
    }
    case 'ConditionalExpression': {
      const { test, consequent, alternate } = node as jsep.ConditionalExpression;
      const condition = build(test, context);
      const yes = build(consequent, context);
      const no = build(alternate, context);
      return (environment) => (condition(environment) ? yes(environment) : no(environment));
    }
    default:
      return refuse(`写法不可用 ${node.type} is not part of the language`);
  }
}

/** Descriptions are few and repeat themselves; entries are never evicted, but the cache is closed when it is full. */
const expressions = new Map<string, Expression>();
const templates = new Map<string, Template>();
const CACHE_SIZE = 5000;

export function compileExpression(source: string): Expression {
  const known = expressions.get(source);
  if (known) return known;
  if (source.length > MAX_SOURCE) throw new ExpressionError('表达式过长 expression is too long', `${source.slice(0, 40)}…`, MAX_SOURCE);
  let tree: jsep.Expression;
  try {
    tree = jsep(source);
  } catch (error) {
    const { description, index } = error as { description?: string; index?: number };
    throw new ExpressionError(`语法错误 ${description ?? 'syntax error'}`, source, index ?? 0);
  }
  const context: Build = { source, references: [], nodes: 0 };
  const evaluate = build(tree, context);
  const expression: Expression = Object.freeze({ source, references: Object.freeze(context.references), evaluate });
  if (expressions.size < CACHE_SIZE) expressions.set(source, expression);
  return expression;
}

/** Finds the brace that closes an expression; text in quotes may hold braces. Returns −1 when there is none. */
function closingBrace(source: string, from: number): number {
  let quote = '';
  for (let i = from; i < source.length; i++) {
    const c = source[i] as string;
    if (quote) {
      if (c === '\\') i += 1;
      else if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if (c === '}') return i;
  }
  return -1;
}

/** "第 {issue} 期": text with expressions in braces; "{{" is a brace itself. */
export function compileTemplate(source: string): Template {
  const known = templates.get(source);
  if (known) return known;
  const parts: (string | Expression)[] = [];
  let text = '';
  for (let i = 0; i < source.length; i++) {
    const c = source[i] as string;
    if (c === '{' && source[i + 1] === '{') {
      text += '{';
      i += 1;
    } else if (c === '{') {
      const end = closingBrace(source, i + 1);
      if (end < 0) throw new ExpressionError('缺少右大括号 a closing brace is missing', source, i);
      if (text) parts.push(text);
      text = '';
      parts.push(compileExpression(source.slice(i + 1, end).trim()));
      i = end;
    } else text += c;
  }
  if (text) parts.push(text);
  const template: Template = Object.freeze({
    source,
    references: Object.freeze(parts.flatMap((part) => (typeof part === 'string' ? [] : part.references))),
    expand(environment: Environment, encode = false): string {
      let result = '';
      for (const part of parts) {
        if (typeof part === 'string') result += part;
        else {
          const value = asText(part.evaluate(environment));
          // A template that is one expression and nothing else is a whole address, not a part of one.
          result += encode && parts.length > 1 ? encodeURIComponent(value) : value;
        }
      }
      return result.slice(0, MAX_TEXT);
    },
  });
  if (templates.size < CACHE_SIZE) templates.set(source, template);
  return template;
}
