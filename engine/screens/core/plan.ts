/**
 * Compiles a screen description once to a frozen plan with every text, every expression and the dependencies of each block. The schema
 * decides which properties are texts or expressions (engine/descriptions/generated/screen-leaves.js). Later renders compile nothing.
 *
 * Plans are cached by the identity of the document, which is immutable: a new version is a new object.
 */
import { LEAVES, type Leaf } from '../../descriptions/generated/screen-leaves.js';
import type { Action, Block, GroupBlock, ScreenDescription, SourceDescription } from '../../descriptions/generated/screen.ts';
import {
  CLOCK,
  compileExpression,
  compileTemplate,
  type Expression,
  ExpressionError,
  type Reference,
  type Template,
} from '../../descriptions/screens/expression.ts';
import type { ProviderProperty, ScreenDocument } from './contract.ts';

/** What a block reads beside its own properties. It renders again when one of these changes. */
export interface Dependencies {
  readonly sources: readonly string[];
  readonly state: readonly string[];
  readonly session: boolean;
  readonly clock: boolean;
}

export type LeafBlock = Exclude<Block, GroupBlock>;

/** A block of the tree. A group has children; its own properties are compiled like those of any block, `blocks` left out. */
export interface NodePlan {
  readonly block: LeafBlock | Omit<GroupBlock, 'blocks'>;
  readonly pointer: string;
  readonly key: string;
  readonly dependencies: Dependencies;
  readonly children: readonly NodePlan[];
}

export interface SourcePlan {
  readonly name: string;
  readonly description: SourceDescription;
  readonly params: readonly (readonly [name: string, template: Template])[];
  /** Other sources that its parameters or its condition read. */
  readonly needs: readonly string[];
}

/** A value of the screen's own state. */
export interface StatePlan {
  readonly value: unknown;
  /** Kept in the page's address. */
  readonly address?: boolean;
  /** The block reads the value in the address by itself, because only the block knows which values are valid. */
  readonly readByBlock?: boolean;
  /** The values that the description, chips and tabs offer. Any other text in the address is ignored, because the server would refuse it. */
  readonly values?: readonly string[];
}

/** The property of a screen that names its provider; undefined for a screen whose blocks share nothing. */
export const providerProperty = ({ game, sport }: Pick<ScreenDocument, 'game' | 'sport'>): ProviderProperty | undefined =>
  game !== undefined ? 'game' : sport !== undefined ? 'sport' : undefined;

export interface ScreenPlan {
  readonly document: ScreenDocument;
  readonly title: Template;
  readonly titleDependencies: Dependencies;
  readonly header: ScreenDescription['header'];
  readonly headerDependencies: Dependencies;
  /** The property that names the provider around the blocks. `game` is its value, the code of a game. */
  readonly provider: ProviderProperty | undefined;
  readonly game: Expression | undefined;
  readonly sources: readonly SourcePlan[];
  readonly state: Readonly<Record<string, StatePlan>>;
  readonly blocks: readonly NodePlan[];
  /** Parts that cannot be compiled. Development shows them, production leaves them out. */
  readonly problems: readonly { readonly pointer: string; readonly message: string }[];
}

const plans = new WeakMap<ScreenDocument, ScreenPlan>();
const places = new WeakMap<object, string>();

/** JSON pointer of a compiled action in its screen. */
export function actionPointer(action: Action): string {
  return places.get(action) ?? '';
}

/** An object whose members are compiled by their names alone (`LEAVES.names`). */
const BY_NAME: Leaf = { p: {} };

/** Replaces an expression that cannot be compiled. It is never true, so parts that depend on it are left out. */
const NOTHING: Expression = Object.freeze({ source: '', references: Object.freeze([]), evaluate: () => undefined });
const EMPTY_TEXT: Template = compileTemplate('');

class Compiler {
  readonly problems: { pointer: string; message: string }[] = [];

  /** The value with its texts and expressions compiled; what they refer to is added to `found`. */
  value(value: unknown, leaf: Leaf | undefined, pointer: string, found: Reference[]): unknown {
    if (leaf === undefined || value === undefined || value === null) return value;
    if (typeof leaf === 'string') {
      if (leaf.startsWith('#')) return this.value(value, LEAVES.defs[leaf.slice(1)] ?? BY_NAME, pointer, found);
      return typeof value === 'string' ? this.#leaf(value, leaf, pointer, found) : value;
    }
    if ('i' in leaf)
      return Array.isArray(value) ? Object.freeze(value.map((item, at) => this.value(item, leaf.i, `${pointer}/${at}`, found))) : value;
    if (typeof value !== 'object') return value;
    const record = value as Readonly<Record<string, unknown>>;
    if ('d' in leaf) {
      const tag = record[leaf.d];
      const variant =
        typeof tag !== 'string' ? undefined : typeof leaf.of === 'string' ? `#${leaf.of}${tag}` : (leaf.of['*'] ?? leaf.of[tag]);
      const compiled = this.value(value, variant, pointer, found);
      if (leaf.d !== 'do') return compiled;
      const action = compiled === value ? { ...record } : (compiled as object);
      places.set(action, pointer);
      return action;
    }
    const of = (name: string): Leaf | undefined => ('v' in leaf ? leaf.v : (leaf.p[name] ?? LEAVES.names[name]));
    return Object.fromEntries(
      Object.entries(record).map(([name, child]) => [name, this.value(child, of(name), `${pointer}/${name}`, found)]),
    );
  }

  #leaf(source: string, leaf: string, pointer: string, found: Reference[]): Expression | Template {
    try {
      const compiled = leaf === 'e' ? compileExpression(source) : compileTemplate(source);
      found.push(...compiled.references);
      return compiled;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.problems.push({ pointer, message: error.message });
      return leaf === 'e' ? NOTHING : EMPTY_TEXT;
    }
  }

  node(raw: Readonly<Record<string, unknown>>, pointer: string): NodePlan {
    const { blocks, ...own } = raw;
    const found: Reference[] = [];
    const block = this.value(own, '#block', pointer, found) as NodePlan['block'];
    const children = Array.isArray(blocks) ? blocks.map((child, at) => this.node(child, `${pointer}/blocks/${at}`)) : [];
    const dependencies = dependenciesOf(found);
    return Object.freeze({
      block: Object.freeze(block),
      pointer,
      key: typeof raw.id === 'string' ? raw.id : pointer,
      // A group of tabs draws the list of tabs, so it reads the titles and conditions of its children.
      dependencies: raw.show === 'tabs' ? joined([dependencies, ...children.map((child) => child.dependencies)]) : dependencies,
      children: Object.freeze(children),
    });
  }
}

function dependenciesOf(found: readonly Reference[]): Dependencies {
  const members = (of: string): string[] => [
    ...new Set(found.flatMap(({ name, member }) => (name === of && member !== undefined ? [member] : []))),
  ];
  return Object.freeze({
    sources: members('sources'),
    state: members('state'),
    session: found.some(({ name }) => name === 'session'),
    clock: found.some(({ name }) => name === CLOCK),
  });
}

const joined = (all: readonly Dependencies[]): Dependencies =>
  Object.freeze({
    sources: [...new Set(all.flatMap(({ sources }) => sources))],
    state: [...new Set(all.flatMap(({ state }) => state))],
    session: all.some(({ session }) => session),
    clock: all.some(({ clock }) => clock),
  });

const ofParts = new WeakMap<object, Dependencies>();

/**
 * What a compiled part of a block (a row, a cell) reads beside its record. For components inside a block that render by themselves. A source
 * counts when the part names it: a row may read a second source, whose answer does not change the record.
 */
export function dependenciesOfPart(part: object): Dependencies {
  let known = ofParts.get(part);
  if (!known) {
    const found: Reference[] = [];
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { references } = value as { readonly references?: readonly Reference[] };
      if (Array.isArray(references)) found.push(...references);
      else for (const child of Object.values(value)) walk(child);
    };
    walk(part);
    known = dependenciesOf(found);
    ofParts.set(part, known);
  }
  return known;
}

export const readsNothing = ({ sources, state, session, clock }: Dependencies): boolean =>
  sources.length + state.length === 0 && !session && !clock;

/** Adds the state that blocks declare under a name (a filter, tabs). Most of it is in the address, so that going back restores it. */
function declaredState(node: NodePlan, state: Record<string, StatePlan>): void {
  for (const [name, plan] of Object.entries(stateOf(node))) {
    const known = state[name];
    // Two views may have the same choice with different chips.
    state[name] = known && plan.values ? { ...known, values: [...(known.values ?? []), ...plan.values] } : (known ?? plan);
  }
  for (const child of node.children) declaredState(child, state);
}

const READ_BY_BLOCK: StatePlan = Object.freeze({ value: '', address: true, readByBlock: true });

/** The value of a tab in the state: its `value`, or else its index ('' for the first tab). */
export function tabValue({ block }: NodePlan, index: number): string {
  return (block as Omit<GroupBlock, 'blocks'>).value ?? (index === 0 ? '' : String(index));
}

function stateOf({ block, children }: NodePlan): Readonly<Record<string, StatePlan>> {
  const text = (name: string | undefined, values?: readonly string[]): Record<string, StatePlan> =>
    name ? { [name]: { value: '', address: true, ...(values && { values }) } } : {};
  const valuesOf = (items: readonly { readonly value: string }[] | undefined) => items?.map(({ value }) => value);
  switch (block.block) {
    case 'choices':
      return text(block.name, valuesOf(block.chips));
    case 'live-scores':
      return text(block.name);
    case 'group':
      return block.show === 'tabs' ? text(block.name, children.map(tabValue)) : {};
    case 'table':
      return text(block.order);
    case 'calendar':
      return { ...text(block.name), ...text(block.month) };
    case 'game-day':
      return { [block.game]: READ_BY_BLOCK, [block.day]: READ_BY_BLOCK };
    case 'filter':
      return Object.assign(
        {},
        ...(block.chips ?? []).map(({ name, options }) => text(name, valuesOf(options.items))),
        block.sort ? text(block.sort.name, valuesOf(block.sort.options.items)) : {},
        text(block.search?.name),
        text(block.period?.from),
        text(block.period?.to),
      );
    case 'pictures':
      return block.name === undefined ? {} : { [block.name]: { value: '', address: false } };
    case 'form':
      return Object.fromEntries((block.state ?? []).map(({ name }) => [name, { value: '', address: false }]));
    case 'rows':
      return block.select ? { [block.select.name]: { value: Object.freeze([]), address: false } } : {};
    default:
      return {};
  }
}

export function compileScreen(document: ScreenDocument): ScreenPlan {
  const known = plans.get(document);
  if (known) return known;
  const compiler = new Compiler();
  const part = <T>(name: keyof ScreenDescription): { readonly value: T; readonly dependencies: Dependencies } => {
    const found: Reference[] = [];
    const leaf = 'p' in (LEAVES.root as object) ? (LEAVES.root as { readonly p: Readonly<Record<string, Leaf>> }).p[name] : undefined;
    const value = compiler.value(document[name], leaf, `/${name}`, found) as T;
    return { value, dependencies: dependenciesOf(found) };
  };

  const title = part<Template>('title');
  const header = part<ScreenDescription['header']>('header');
  const described = part<Readonly<Record<string, SourceDescription>> | undefined>('sources').value ?? {};
  const sources = Object.entries(described).map(([name, description]): SourcePlan => {
    const params = Object.entries(description.params ?? {});
    const found = [
      ...params.flatMap(([, template]) => template.references),
      ...(description.when?.references ?? []),
      ...(description.topic?.references ?? []),
    ];
    return { name, description, params, needs: dependenciesOf(found).sources };
  });
  const blocks = (document.blocks ?? []).map((block, at) => compiler.node(block as Readonly<Record<string, unknown>>, `/blocks/${at}`));
  const state: Record<string, StatePlan> = { ...document.state };
  for (const node of blocks) declaredState(node, state);
  const provider = providerProperty(document);
  const plan: ScreenPlan = Object.freeze({
    document,
    title: title.value,
    titleDependencies: title.dependencies,
    header: header.value,
    headerDependencies: header.dependencies,
    provider,
    game: provider && part<Expression | undefined>(provider).value,
    sources: Object.freeze(sources),
    state: Object.freeze(state),
    blocks: Object.freeze(blocks),
    problems: Object.freeze(compiler.problems),
  });
  plans.set(document, plan);
  return plan;
}
