/**
 * The expression language of screen descriptions: conditions ("sources.order.status == 'won'") and text templates
 * ("第 {issue} 期 {yuan(amountFen)}"). jsep parses an expression. The interpreter below always ends and never throws:
 *
 *  - it has no loops, no assignment, and no functions except the listed ones; each node is visited at most once, and their number is capped;
 *  - it reads own properties only, so no prototype, constructor or function can be reached;
 *  - a wrong type gives `undefined`, never an exception, so that a description cannot break a running screen;
 *  - there is no division: amounts stay integers until `yuan()` or `money()` formats them.
 *
 * A syntax error or an unknown function throws an ExpressionError when the screen is compiled.
 */
import jsep from 'jsep';
import { HELPERS, READS_CLOCK } from './helpers.ts';
import { asText, type EvaluationContext, MAX_TEXT, read } from './values.ts';

export { HELPER_NAMES, helperSignature } from './helpers.ts';
export { asText, type EvaluationContext, type CodeTerms } from './values.ts';

/** What is wrong; expression-words.ts has it in words. The last five are found by the check of a description alone (expression-form.ts). */
export type ExpressionReason =
  | 'too long'
  | 'too many parts'
  | 'unreadable'
  | 'open brace'
  | 'regular expression'
  | 'computed call'
  | 'unknown function'
  | 'number of arguments'
  | 'unknown operator'
  | 'unknown construct'
  | 'extra semicolon'
  | 'extra comma'
  | 'missing comma'
  | 'unknown escape'
  | 'full-width mark';

export class ExpressionError extends Error {
  readonly reason: ExpressionReason;
  readonly source: string;
  /** The number of characters before the mistake; undefined if it is unknown. */
  readonly index: number | undefined;
  /** The function, the operator or the mark that is meant; '' where there is none. */
  readonly subject: string;
  constructor(reason: ExpressionReason, source: string, index?: number, subject = '') {
    super(`${reason} ${subject} (${index === undefined ? 'in' : `at character ${index + 1} of`} "${source}")`);
    this.name = 'ExpressionError';
    this.reason = reason;
    this.source = source;
    this.index = index;
    this.subject = subject;
  }
}

/** The name in the references of an expression that reads the clock. */
export const CLOCK = '@now';

/** A name with the first member read from it ("sources.order"), so that a screen knows what an expression depends on. */
export interface Reference {
  readonly name: string;
  readonly member: string | undefined;
}

export interface Expression {
  readonly source: string;
  readonly references: readonly Reference[];
  evaluate(environment: EvaluationContext): unknown;
}

export interface Template {
  readonly source: string;
  readonly references: readonly Reference[];
  /** The whole text when it has no expression in it; undefined otherwise. */
  readonly constant: string | undefined;
  /** `encode` makes each value safe as a part of a URL. */
  expand(environment: EvaluationContext, encode?: boolean): string;
}

/** The longest source in characters and the largest tree in nodes. Both are far above the needs of a readable description. */
const MAX_SOURCE = 1000;
const MAX_NODES = 200;

type Evaluate = (environment: EvaluationContext) => unknown;
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
  const refuse = (reason: ExpressionReason, subject?: string): never => {
    throw new ExpressionError(reason, context.source, undefined, subject);
  };
  context.nodes += 1;
  if (context.nodes > MAX_NODES) refuse('too many parts');
  switch (node.type) {
    case 'Literal': {
      const { value } = node as jsep.Literal;
      if (value instanceof RegExp) return refuse('regular expression');
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
      if (callee.type !== 'Identifier') return refuse('computed call');
      const name = (callee as jsep.Identifier).name;
      const helper = Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined;
      if (!helper) return refuse('unknown function', name);
      const [least, most] = helper.takes;
      if (args.length < least || args.length > most) return refuse('number of arguments', name);
      if (READS_CLOCK.has(name)) context.references.push({ name: CLOCK, member: undefined });
      const compiled = args.map((argument) => build(argument, context));
      return (environment) =>
        helper.run(
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
      return refuse('unknown operator', operator);
    }
    case 'BinaryExpression': {
      const { operator, left, right } = node as jsep.BinaryExpression;
      const a = build(left, context);
      const b = build(right, context);
      if (operator === '&&') return (environment) => a(environment) && b(environment);
      if (operator === '||') return (environment) => a(environment) || b(environment);
      if (operator === '??') return (environment) => a(environment) ?? b(environment);
      const compute = Object.hasOwn(BINARY, operator) ? BINARY[operator] : undefined;
      if (!compute) return refuse('unknown operator', operator);
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
      return refuse('unknown construct', node.type);
  }
}

/** Compiled expressions and templates by source. Screens repeat the same few texts, so entries are never evicted; a full cache takes no new ones. */
const expressions = new Map<string, Expression>();
const templates = new Map<string, Template>();
const CACHE_SIZE = 5000;

/** The tree of an expression, for the check of a description. Throws an ExpressionError if the source cannot be parsed. */
export function parseExpression(source: string): jsep.Expression {
  if (source.length > MAX_SOURCE) throw new ExpressionError('too long', `${source.slice(0, 40)}…`, MAX_SOURCE);
  try {
    return jsep(source);
  } catch (error) {
    const { description, index } = error as { description?: string; index?: number };
    throw new ExpressionError('unreadable', source, index, description);
  }
}

export function compileExpression(source: string): Expression {
  const known = expressions.get(source);
  if (known) return known;
  const tree = parseExpression(source);
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

/** The parts of a template: texts, and the sources of the expressions between them. Throws an ExpressionError if a brace is not closed. */
export function templateParts(source: string): readonly (string | { readonly expression: string })[] {
  const parts: (string | { readonly expression: string })[] = [];
  let text = '';
  for (let i = 0; i < source.length; i++) {
    const c = source[i] as string;
    if (c === '{' && source[i + 1] === '{') {
      text += '{';
      i += 1;
    } else if (c === '{') {
      const end = closingBrace(source, i + 1);
      if (end < 0) throw new ExpressionError('open brace', source, i);
      if (text) parts.push(text);
      text = '';
      parts.push({ expression: source.slice(i + 1, end).trim() });
      i = end;
    } else text += c;
  }
  if (text) parts.push(text);
  return parts;
}

/** Compiles a text with expressions in braces, such as "第 {issue} 期"; "{{" stands for a brace. */
export function compileTemplate(source: string): Template {
  const known = templates.get(source);
  if (known) return known;
  const parts = templateParts(source).map((part) => (typeof part === 'string' ? part : compileExpression(part.expression)));
  const constant = parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
  const template: Template = Object.freeze({
    source,
    constant,
    references: Object.freeze(parts.flatMap((part) => (typeof part === 'string' ? [] : part.references))),
    expand(environment: EvaluationContext, encode = false): string {
      if (constant !== undefined) return constant;
      let result = '';
      for (const part of parts) {
        if (typeof part === 'string') result += part;
        else {
          const value = asText(part.evaluate(environment));
          // A template of one expression is a whole address. Encoding is for values that are parts of an address.
          result += encode && parts.length > 1 ? encodeURIComponent(value) : value;
        }
      }
      return result.slice(0, MAX_TEXT);
    },
  });
  if (templates.size < CACHE_SIZE) templates.set(source, template);
  return template;
}
