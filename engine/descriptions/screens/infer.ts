/** What an expression comes to, and what in it cannot be: names that do not exist, fields that an answer does not have, texts that never occur. */
import type jsep from 'jsep';
import type { ReportFinding } from '../semantics/report.ts';
import { unknownNameDetails } from '../semantics/report.ts';
import { compileExpression, ExpressionError, HELPER_NAMES, helperSignature, parseExpression, type CodeTerms } from './expression.ts';
import { checkForm, checkMarks } from './expression-form.ts';
import { expressionWords } from './expression-words.ts';
import { ANY, isAny, itemOf, listOf, memberOf, membersOf, NUMBER, recordOf, TEXT, BOOLEAN, type Type, unionOf, valuesOf } from './types.ts';

/** The names that can be read at a place, with what they hold. */
export type Names = ReadonlyMap<string, Type>;

export interface InferContext {
  readonly names: Names;
  readonly terms: CodeTerms | undefined;
  readonly pointer: string;
  readonly add: ReportFinding;
}

/** Names of the screen's own that have a problem code of theirs. */
const UNKNOWN_MEMBER = { sources: 'SCREEN_SOURCE', state: 'SCREEN_STATE' } as const;

/** Reports the fault of an expression, and returns what it comes to. */
export function infer(source: string, context: InferContext): Type {
  try {
    checkMarks(source);
    compileExpression(source);
    checkForm(source, parseExpression(source));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    reportFault(error, context);
    return ANY;
  }
  return typeOf(parseExpression(source), context);
}

function reportFault(error: ExpressionError, { add, pointer }: InferContext): void {
  const { reason, subject } = error;
  if (reason === 'unknown function') return add('SCREEN_FUNCTION', pointer, unknownNameDetails(subject, HELPER_NAMES));
  if (reason === 'number of arguments') {
    const [least, most] = helperSignature(subject)?.takes ?? [0, 0];
    return add('SCREEN_ARGUMENTS', pointer, { name: subject, wanted: least === most ? String(least) : `${least}–${most}` });
  }
  add('SCREEN_SYNTAX', pointer, { detail: expressionWords(error) });
}

function typeOf(node: jsep.Expression, context: InferContext): Type {
  switch (node.type) {
    case 'Literal': {
      const { value } = node as jsep.Literal;
      return typeof value === 'string' ? { const: value } : typeof value === 'number' ? NUMBER : typeof value === 'boolean' ? BOOLEAN : ANY;
    }
    case 'Identifier': {
      const { name } = node as jsep.Identifier;
      if (name === 'undefined') return ANY;
      const found = context.names.get(name);
      if (found === undefined) context.add('SCREEN_NAME', context.pointer, unknownNameDetails(name, context.names.keys()));
      return found ?? ANY;
    }
    case 'MemberExpression':
      return memberType(node as jsep.MemberExpression, context);
    case 'CallExpression':
      return callType(node as jsep.CallExpression, context);
    case 'UnaryExpression': {
      const { operator, argument } = node as jsep.UnaryExpression;
      typeOf(argument, context);
      return operator === '!' ? BOOLEAN : NUMBER;
    }
    case 'BinaryExpression':
      return binaryType(node as jsep.BinaryExpression, context);
    case 'ConditionalExpression': {
      const { test, consequent, alternate } = node as jsep.ConditionalExpression;
      typeOf(test, context);
      return unionOf(typeOf(consequent, context), typeOf(alternate, context));
    }
    default:
      return ANY;
  }
}

function memberType(node: jsep.MemberExpression, context: InferContext): Type {
  const object = typeOf(node.object, context);
  if (node.computed) {
    const key = typeOf(node.property, context);
    if (typeof key.const === 'string') return memberOf(object, key.const) ?? ANY;
    return itemOf(object) ?? ANY;
  }
  const name = (node.property as jsep.Identifier).name;
  const found = memberOf(object, name);
  if (found !== undefined) return found;
  const { add, pointer } = context;
  const root = node.object.type === 'Identifier' ? (node.object as jsep.Identifier).name : '';
  const known = membersOf(object);
  if (Object.hasOwn(UNKNOWN_MEMBER, root) && context.names.get(root) === object)
    add(UNKNOWN_MEMBER[root as keyof typeof UNKNOWN_MEMBER], pointer, unknownNameDetails(name, known));
  else add('SCREEN_FIELD', pointer, { of: written(node.object), ...unknownNameDetails(name, known) });
  return ANY;
}

function binaryType(node: jsep.BinaryExpression, context: InferContext): Type {
  const { operator } = node;
  const left = typeOf(node.left, context);
  const right = typeOf(node.right, context);
  switch (operator) {
    case '&&':
      return right;
    case '||':
    case '??':
      return unionOf(left, right);
    case '==':
    case '!=':
    case '===':
    case '!==':
      compared(node.left, left, right, context);
      compared(node.right, right, left, context);
      return BOOLEAN;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return BOOLEAN;
    case '+':
      return isNumber(left) && isNumber(right) ? NUMBER : isAny(left) || isAny(right) ? ANY : TEXT;
    default:
      return NUMBER;
  }
}

const isNumber = (type: Type): boolean => type.type === 'number' || type.type === 'integer';

/** A value with listed texts that is compared with another text. */
function compared(node: jsep.Expression, type: Type, other: Type, { add, pointer }: InferContext): void {
  const values = valuesOf(type);
  const text = other.const;
  if (values === undefined || 'const' in type || typeof text !== 'string' || text === '' || values.includes(text)) return;
  add('SCREEN_NEVER_EQUAL', pointer, { of: written(node), ...unknownNameDetails(text, values) });
}

function callType(node: jsep.CallExpression, context: InferContext): Type {
  const name = (node.callee as jsep.Identifier).name;
  const args = node.arguments.map((argument) => typeOf(argument, context));
  const [first = ANY, second = ANY] = args;
  switch (name) {
    case 'sum':
    case 'join':
    case 'find': {
      const item = listItem(node.arguments[0], first, context);
      const field = name === 'join' ? args[2] : second;
      checkField(node.arguments[0], item, field, context);
      return name === 'find' ? item : name === 'sum' ? NUMBER : TEXT;
    }
    case 'map':
      for (let at = 1; at + 1 < args.length; at += 2) compared(node.arguments[0] as jsep.Expression, first, args[at] as Type, context);
      return unionOf(...args.slice(2).filter((_, at) => at % 2 === 0 || at === args.length - 3));
    case 'splits':
      return listOf(recordOf({ parts: NUMBER, each: NUMBER }));
    case 'label':
    case 'tone':
      checkTerm(first, second, context);
      return TEXT;
    default: {
      const gives = helperSignature(name)?.gives;
      return gives === 'text' ? TEXT : gives === 'number' ? NUMBER : gives === 'truth' ? BOOLEAN : ANY;
    }
  }
}

function listItem(node: jsep.Expression | undefined, type: Type, { add, pointer }: InferContext): Type {
  const item = itemOf(type);
  if (item === undefined && node) add('SCREEN_NOT_A_LIST', pointer, { of: written(node) });
  return item ?? ANY;
}

function checkField(list: jsep.Expression | undefined, item: Type, field: Type | undefined, { add, pointer }: InferContext): void {
  if (!list || typeof field?.const !== 'string' || memberOf(item, field.const) !== undefined) return;
  add('SCREEN_FIELD', pointer, { of: `${written(list)}[…]`, ...unknownNameDetails(field.const, membersOf(item)) });
}

function checkTerm(list: Type, code: Type, { terms, add, pointer }: InferContext): void {
  if (terms === undefined || typeof list.const !== 'string') return;
  if (!Object.hasOwn(terms, list.const)) return add('SCREEN_TERM', pointer, unknownNameDetails(list.const, Object.keys(terms)));
  const known = Object.keys(terms[list.const] ?? {});
  for (const value of valuesOf(code) ?? [])
    if (!known.includes(value))
      add(
        'SCREEN_TERM',
        pointer,
        unknownNameDetails(
          `${list.const}.${value}`,
          known.map((each) => `${list.const}.${each}`),
        ),
      );
}

/** The item type of an expression that must be a list; reports one that is not. */
export function inferList(source: string, context: InferContext): Type {
  const type = infer(source, context);
  const item = itemOf(type);
  if (item === undefined) context.add('SCREEN_NOT_A_LIST', context.pointer, { of: source });
  return item ?? ANY;
}

/** An expression as a person would name it in a message. */
function written(node: jsep.Expression): string {
  if (node.type === 'Identifier') return (node as jsep.Identifier).name;
  if (node.type === 'MemberExpression') {
    const { object, property, computed } = node as jsep.MemberExpression;
    return computed ? `${written(object)}[…]` : `${written(object)}.${(property as jsep.Identifier).name}`;
  }
  if (node.type === 'CallExpression') return `${((node as jsep.CallExpression).callee as jsep.Identifier).name}(…)`;
  return '…';
}
