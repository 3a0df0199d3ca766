/**
 * Semantic checks of a screen: what its shape cannot say. The walk follows the schema (schemas/screen.schema.json), whose own keywords say what
 * each text is: `leaf` a text or an expression, `names` the kind of thing that it names, `inScope` which names its expressions may read,
 * `declares` a name that it makes known. So a block that is added is checked by what its block.json says.
 */
import schema from '../../../schemas/screen.schema.json' with { type: 'json' };
import type { Finding } from '../problem.ts';
import { pointerOf } from '../problem.ts';
import { type ReportFinding, collectFindings } from '../semantics/report.ts';
import { blockFindings } from './check-blocks.ts';
import { checkName } from './check-names.ts';
import { compileExpression, ExpressionError, templateParts } from './expression.ts';
import { expressionWords } from './expression-words.ts';
import { infer, inferList, type Names } from './infer.ts';
import { isRecord, namesInScope, type ScreenFacts, screenNames } from './scope.ts';
import { ANY, listOf, TEXT, type Type } from './types.ts';
import type { Vocabulary } from './vocabulary.ts';

type Json = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

const ROOT = schema as unknown as Schema & { readonly $defs: Readonly<Record<string, Schema>> };

/** The fault of a screen whose shape is right, for a product with this vocabulary. */
export function screenFindings(screen: unknown, vocabulary: Vocabulary): Finding[] {
  if (!isRecord(screen)) return [];
  return collectFindings((add) => {
    const facts = factsOf(screen, vocabulary);
    const check = new Check(screen, vocabulary, facts, add);
    check.visit(screen, ROOT, '', { names: screenNames(screen, facts, vocabulary), owner: screen, ownerPointer: '' });
    sourceCycles(screen, add);
  });
}

/**
 * The names that an expression at this pointer may read, for an editor that completes them; undefined where no text is expected. The screen
 * may be as wrong as one is while somebody types.
 */
export function namesAt(screen: unknown, vocabulary: Vocabulary, pointer: string): Names | undefined {
  if (!isRecord(screen)) return undefined;
  const facts = factsOf(screen, vocabulary);
  let found: Names | undefined;
  const check = new Check(
    screen,
    vocabulary,
    facts,
    () => {},
    (at, names) => {
      if (at === pointer) found = names;
    },
  );
  check.visit(screen, ROOT, '', { names: screenNames(screen, facts, vocabulary), owner: screen, ownerPointer: '' });
  return found;
}

/** Names that the whole screen shares: what its sources answer and what its state holds. */
function factsOf(screen: Json, { calls }: Vocabulary): ScreenFacts {
  const sources = Object.fromEntries(
    Object.entries(isRecord(screen.sources) ? screen.sources : {}).map(([name, source]): [string, Type] => {
      const path = isRecord(source) ? String(source.call).toLowerCase() : '';
      return [name, calls?.[path]?.answer ?? ANY];
    }),
  );
  const state: Record<string, Type> = {};
  for (const [name, value] of Object.entries(isRecord(screen.state) ? screen.state : {}))
    state[name] = isRecord(value) ? { type: typeof value.value } : ANY;
  declared(screen, ROOT, state);
  return { sources, state };
}

interface Place {
  readonly names: Names;
  readonly owner: Json;
  readonly ownerPointer: string;
  /** The expression is a list whose items something beside it reads. */
  readonly list?: boolean;
}

class Check {
  readonly #screen: Json;
  readonly #vocabulary: Vocabulary;
  readonly #facts: ScreenFacts;
  readonly #add: ReportFinding;
  readonly #onText: (pointer: string, names: Names) => void;

  constructor(
    screen: Json,
    vocabulary: Vocabulary,
    facts: ScreenFacts,
    add: ReportFinding,
    onText: (pointer: string, names: Names) => void = () => {},
  ) {
    this.#screen = screen;
    this.#vocabulary = vocabulary;
    this.#facts = facts;
    this.#add = add;
    this.#onText = onText;
  }

  visit(value: unknown, site: Schema, pointer: string, place: Place): void {
    if (value === undefined) return;
    const node = resolve(site);
    const mark = node.inScope;
    const names =
      typeof mark === 'string' ? namesInScope(mark, { ...place, vocabulary: this.#vocabulary, facts: this.#facts }) : place.names;
    const here = { ...place, names };
    if (typeof value === 'string') return this.#text(value, node, pointer, here);
    if (Array.isArray(value)) {
      const items = node.items as Schema | undefined;
      if (items) for (const [at, item] of value.entries()) this.visit(item, items, `${pointer}/${at}`, here);
      return;
    }
    if (!isRecord(value)) return;
    if (typeof node.names === 'string') this.#named(value, node.names, pointer, here);
    const variant = variantOf(node, value);
    if (variant) blockFindings(value, variant.needs, pointer, this.#screen, this.#add);
    this.#members(value, variant ?? node, pointer, names);
  }

  #members(value: Json, node: Schema, pointer: string, names: Names): void {
    const properties = (node.properties ?? {}) as Readonly<Record<string, Schema>>;
    const others = typeof node.additionalProperties === 'object' ? (node.additionalProperties as Schema) : undefined;
    const own = { names, owner: value, ownerPointer: pointer };
    const lists = listsOf(properties, node);
    for (const [name, child] of Object.entries(value)) {
      const site = Object.hasOwn(properties, name) ? properties[name] : others;
      if (site) this.visit(child, site, pointer + pointerOf(name), { ...own, list: lists.has(name) });
    }
  }

  #text(text: string, node: Schema, pointer: string, place: Place): void {
    this.#onText(pointer, place.names);
    const context = { names: place.names, terms: this.#vocabulary.terms, pointer, add: this.#add };
    if (node.leaf === 'expression') {
      if (place.list) inferList(text, context);
      else infer(text, context);
      if (pointer.endsWith('/when') && neverHolds(text)) this.#add('SCREEN_UNREACHABLE', pointer);
      return;
    }
    if (node.leaf === 'text' || node.leaf === 'address') {
      let parts: ReturnType<typeof templateParts>;
      try {
        parts = templateParts(text);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        return this.#add('SCREEN_SYNTAX', pointer, { detail: expressionWords(error) });
      }
      for (const part of parts) if (typeof part !== 'string') infer(part.expression, context);
    }
    if (typeof node.names === 'string') this.#named(text, node.names, pointer, place);
  }

  #named(value: string | Json, kind: string, pointer: string, { owner, ownerPointer }: Place): void {
    checkName(kind, value, {
      pointer,
      owner,
      ownerPointer,
      screen: this.#screen,
      vocabulary: this.#vocabulary,
      facts: this.#facts,
      add: this.#add,
    });
  }
}

/** The definition that a place refers to; properties beside the reference take precedence over the definition's. */
function resolve(site: Schema): Schema {
  if (typeof site.$ref !== 'string') return site;
  const { $ref, ...beside } = site;
  return { ...resolve(ROOT.$defs[String($ref).split('/').pop() ?? ''] ?? {}), ...beside };
}

/** The one of several definitions that a value's tag says; undefined where there is only one. */
function variantOf(node: Schema, value: Json): Schema | undefined {
  const tag = (node.discriminator as { readonly propertyName?: string } | undefined)?.propertyName;
  if (tag === undefined) return undefined;
  const names = ((node.properties as Readonly<Record<string, Schema>>)[tag]?.enum ?? []) as readonly unknown[];
  const at = names.indexOf(value[tag]);
  return at < 0 ? undefined : resolve((node.oneOf as readonly Schema[])[at] ?? {});
}

/** The properties that must be lists, since others beside them read their items. */
function listsOf(properties: Readonly<Record<string, Schema>>, node: Schema): ReadonlySet<string> {
  const marks = [{ inScope: node.inScope, items: node.items }, ...Object.values(properties)].flatMap((site) => [
    site.inScope,
    (resolve(site).items as Schema | undefined)?.inScope,
  ]);
  return new Set(
    marks.flatMap((mark) => {
      if (mark === 'group') return ['each'];
      return typeof mark === 'string' && mark.startsWith('items(') ? mark.slice(6, -1).split('|') : [];
    }),
  );
}

/** State that blocks keep under a name of theirs. */
function declared(value: unknown, site: Schema, state: Record<string, Type>): void {
  const node = resolve(site);
  if (typeof value === 'string' && typeof node.declares === 'string' && node.declares !== 'field')
    state[value] ??= node.declares === 'list' ? listOf(TEXT) : TEXT;
  if (Array.isArray(value) && node.items) for (const item of value) declared(item, node.items as Schema, state);
  if (!isRecord(value)) return;
  const own = variantOf(node, value) ?? node;
  const others = typeof own.additionalProperties === 'object' ? (own.additionalProperties as Schema) : undefined;
  for (const [name, child] of Object.entries(value)) {
    const member = ((own.properties ?? {}) as Readonly<Record<string, Schema>>)[name] ?? others;
    // The name of a group of tabs is a state, that of a sheet is what opens it.
    if (member && (member.declares !== 'group' || value.show === 'tabs')) declared(child, member, state);
  }
}

/** True for a condition that reads nothing and comes out false. */
function neverHolds(source: string): boolean {
  try {
    const expression = compileExpression(source);
    if (expression.references.length > 0) return false;
    return !expression.evaluate({ lookup: () => undefined, offsetMinutes: 0, now: () => 0, terms: {} });
  } catch {
    return false;
  }
}

function sourceCycles(screen: Json, add: ReportFinding): void {
  const sources = isRecord(screen.sources) ? screen.sources : {};
  const needs = new Map(Object.entries(sources).map(([name, source]) => [name, needsOf(source)]));
  const done = new Set<string>();
  const walk = (name: string, path: readonly string[]): void => {
    if (done.has(name)) return;
    const at = path.indexOf(name);
    if (at >= 0) {
      add('SCREEN_SOURCE_CYCLE', `/sources/${name}`, { cycle: [...path.slice(at), name].join(' → ') });
      return;
    }
    for (const need of needs.get(name) ?? []) walk(need, [...path, name]);
    done.add(name);
  };
  for (const name of needs.keys()) walk(name, []);
}

function needsOf(source: unknown): readonly string[] {
  if (!isRecord(source)) return [];
  const texts = Object.values(isRecord(source.params) ? source.params : {}).filter((text) => typeof text === 'string');
  const expressions = typeof source.when === 'string' ? [source.when] : [];
  const found = [...texts.flatMap((text) => partsOf(text)), ...expressions].flatMap((expression) => {
    try {
      return compileExpression(expression).references;
    } catch {
      return [];
    }
  });
  return [...new Set(found.flatMap(({ name, member }) => (name === 'sources' && member !== undefined ? [member] : [])))];
}

function partsOf(text: string): readonly string[] {
  try {
    return templateParts(text).flatMap((part) => (typeof part === 'string' ? [] : [part.expression]));
  } catch {
    return [];
  }
}
