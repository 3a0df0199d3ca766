/**
 * Faults of wrong values, seeded into the texts of the machines: a bound that is one off, `<` for `<=`, the smaller for the larger, a field
 * that is not reset, branches the other way round … Only what a machine, or what screens compute from its state, can reach is changed.
 */
import { parseSync } from 'vite';
import { machineSources, type SourceTexts } from './sources.ts';
import { viewNames } from './views.ts';

export interface WrongValue {
  /** "chase.ts:86 Math.min → Math.max: Math.min(base, caps.multiplier)" */
  readonly name: string;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): [string, Node][] =>
  Object.entries(node).flatMap(([key, value]) =>
    Array.isArray(value)
      ? value.flatMap((each): [string, Node][] => (isNode(each) ? [[key, each]] : []))
      : isNode(value)
        ? [[key, value]]
        : [],
  );

/** Properties of a machine's definition, not of its values: tests/engine/replay/mutants.deep.test.ts has the faults of those. */
const DEFINITION = new Set([
  'types',
  'target',
  'guard',
  'id',
  'initial',
  'type',
  'actions',
  'entry',
  'exit',
  'reenter',
  'always',
  'on',
  'states',
]);
const COMPARED: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '==': '!=' };
const RECKONED: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const CALLED: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  some: 'every',
  every: 'some',
};
/** Calls that give back what they were called on, changed: without them it stays as it was. */
const LEFT_OUT = new Set(['filter', 'slice', 'sort', 'map', 'toUpperCase']);

/** `event.type === 'ARRIVE'`, `'now' in event`: said to the type checker; the definition lets no other event come here. */
const narrows = (text: string): boolean => /^\(?!?\(?(event\.type [!=]== '\w+'|'\w+' in event)\)*$/.test(text);

interface Found {
  readonly at: Node;
  readonly text: string;
  readonly what: string;
}

function faultsOf(node: Node, source: string, under: readonly Node[], inFunction: boolean): Found[] {
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const parent = under.at(-1);
  const found: Found[] = [];
  const add = (at: Node, text: string, what: string): void => void found.push({ at, text, what });
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'number') add(node, `${node.value + 1}`, 'one more');
      else if (typeof node.value === 'boolean') add(node, `${!node.value}`, 'the other');
      else if (typeof node.value === 'string' && inFunction && parent?.type === 'Property' && parent.value === node)
        add(node, node.value === '' ? "'?'" : "''", 'another text');
      break;
    case 'BinaryExpression': {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
      const other = COMPARED[operator] ?? RECKONED[operator];
      if (other && !narrows(textOf(node))) add(node, `${textOf(left)} ${other} ${textOf(right)}`, `${operator} → ${other}`);
      break;
    }
    case 'LogicalExpression': {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
      if (operator === '??') add(node, `(${textOf(right)})`, 'always the other');
      else add(node, `(${textOf(left)}) ${operator === '&&' ? '||' : '&&'} (${textOf(right)})`, operator === '&&' ? '&& → ||' : '|| → &&');
      break;
    }
    case 'ConditionalExpression': {
      const { test, consequent, alternate } = node as unknown as { test: Node; consequent: Node; alternate: Node };
      add(node, `(${textOf(test)}) ? ${textOf(alternate)} : ${textOf(consequent)}`, 'the other branch');
      break;
    }
    case 'UnaryExpression':
      if (node.operator === '!') add(node, `(${textOf(node.argument as Node)})`, 'without not');
      if (node.operator === '-') add(node, `(${textOf(node.argument as Node)})`, 'without minus');
      break;
    case 'IfStatement': {
      const then = node.consequent as Node;
      if (
        !node.alternate &&
        !narrows(textOf(node.test as Node)) &&
        (then.type === 'ReturnStatement' || then.type === 'ExpressionStatement')
      )
        add(node, ';', 'left out');
      break;
    }
    case 'SpreadElement':
      add(node, parent?.type === 'ObjectExpression' ? '...{}' : '...[]', 'not taken along');
      break;
    case 'Property':
      // A field that an action does not set keeps what it was; one that a list or an effect lacks is missing.
      if (inFunction && parent?.type === 'ObjectExpression' && node.key && (node.key as Node).name !== 'do') add(node, '...{}', 'not set');
      break;
    case 'CallExpression': {
      const callee = node.callee as Node;
      const object = callee.object as Node | undefined;
      const name = ((callee.property as Node | undefined)?.name as string | undefined) ?? '';
      if (object && CALLED[name] && callee.property) add(callee.property as Node, CALLED[name], `${name} → ${CALLED[name]}`);
      else if (object && LEFT_OUT.has(name)) add(node, `(${textOf(object)})`, `without ${name}`);
      else if (name === 'trunc') add(node, `(${textOf((node.arguments as Node[])[0] as Node)})`, 'without trunc');
      break;
    }
  }
  return found;
}

/** Top-level declarations of a file by name, and what it imports from files of the folder. */
function outline(program: Node): { readonly declared: Map<string, Node>; readonly imported: Map<string, string> } {
  const declared = new Map<string, Node>();
  const imported = new Map<string, string>();
  for (const statement of program.body as Node[]) {
    const inner = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null;
    if (inner?.type === 'FunctionDeclaration') declared.set((inner.id as Node).name as string, inner);
    if (inner?.type === 'VariableDeclaration')
      for (const each of inner.declarations as Node[]) declared.set((each.id as Node).name as string, each);
    const from = (statement.source as Node | undefined)?.value as string | undefined;
    if (statement.type === 'ImportDeclaration' && from?.startsWith('./') && statement.importKind !== 'type')
      for (const each of statement.specifiers as Node[]) imported.set((each.local as Node).name as string, from.slice(2));
  }
  return { declared, imported };
}

const CODE = /^(?!TS)/;

/** Names that a piece of code uses. */
function namesIn(node: Node, into: Set<string> = new Set()): Set<string> {
  if (node.type === 'Identifier') into.add(node.name as string);
  for (const [, child] of childrenOf(node)) if (CODE.test(child.type) || child.type === 'TSAsExpression') namesIn(child, into);
  return into;
}

export interface MachineFile {
  /** The machine's id. */
  readonly machine: string;
  readonly file: string;
}

/** Machines and the files that define them. */
export function machineFiles(sources: SourceTexts = machineSources()): MachineFile[] {
  return [...sources].flatMap(([file, text]) => {
    const machine = /createMachine\(\{\s*id: '(\w+)'/.exec(text)?.[1];
    return machine ? [{ machine, file }] : [];
  });
}

/** Every fault of a model, in the order of its text; those of a file that it shares with another model belong to both. */
export function wrongValues({ machine, file }: MachineFile, sources: SourceTexts): WrongValue[] {
  const outlines = new Map<string, ReturnType<typeof outline>>();
  const outlineOf = (name: string) => {
    let found = outlines.get(name);
    if (!found) outlines.set(name, (found = outline(parseSync(name, sources.get(name) as string).program as unknown as Node)));
    return found;
  };
  const reached = new Map<string, Set<string>>();
  const reach = (inFile: string, name: string): void => {
    const { declared, imported } = outlineOf(inFile);
    const elsewhere = imported.get(name);
    if (elsewhere) return reach(elsewhere, name);
    const node = declared.get(name);
    const seen = reached.get(inFile) ?? new Set();
    if (!node || seen.has(name)) return;
    reached.set(inFile, seen.add(name));
    for (const each of namesIn(node)) reach(inFile, each);
  };
  for (const name of [...outlineOf(file).declared.keys()]) if (name.endsWith('Machine')) reach(file, name);
  for (const name of viewNames(machine)) reach(file, name);

  const all: WrongValue[] = [];
  for (const [inFile, names] of reached) {
    const source = sources.get(inFile) as string;
    const visit = (node: Node, under: readonly Node[], inFunction: boolean): void => {
      for (const { at, text, what } of faultsOf(node, source, under, inFunction)) {
        const line = source.slice(0, at.start).split('\n').length;
        const whole = source.slice(node.start, node.end).replace(/\s+/g, ' ');
        const short = whole.length > 70 ? `${whole.slice(0, 69)}…` : whole;
        all.push({ name: `${inFile}:${line} ${what}: ${short}`, file: inFile, start: at.start, end: at.end, text });
      }
      const within = inFunction || /Function/.test(node.type);
      for (const [key, child] of childrenOf(node)) {
        const name = node.type === 'Property' ? ((node.key as Node).name as string) : '';
        if (node.type === 'Property' && key === 'key') continue;
        // Patterns name what is taken out, `as` says a type.
        if (/Pattern$|^TS(?!AsExpression|NonNull)/.test(child.type) || (key === 'params' && /Function/.test(node.type))) continue;
        if (!within && DEFINITION.has(name) && !/Function|Call|Array|Object/.test(child.type)) continue;
        if (!within && name === 'types') continue;
        visit(child, [...under, node], within);
      }
    };
    for (const name of names) {
      const node = outlineOf(inFile).declared.get(name) as Node;
      visit(node, [], node.type === 'FunctionDeclaration');
    }
  }
  const known = new Set<string>();
  return all
    .sort((a, b) => (a.file === b.file ? a.start - b.start || a.end - b.end : a.file < b.file ? -1 : 1))
    .filter(({ name, start }) => !known.has(`${name} ${start}`) && known.add(`${name} ${start}`));
}

/** The text of a file with a fault in it. */
export function withFault(sources: SourceTexts, { file, start, end, text }: WrongValue): SourceTexts {
  const source = sources.get(file) as string;
  return new Map([[file, source.slice(0, start) + text + source.slice(end)]]);
}
