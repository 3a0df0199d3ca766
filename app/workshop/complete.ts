/** What may stand at a place of a description, out of its JSON schema and the names of a guide. Pure: text and place in, suggestions out. */
import { findNodeAtLocation, getLocation, type Node, parseTree } from 'jsonc-parser';
import {
  resolveReference,
  additionalSchemaOf,
  type DocumentPath,
  type SchemaInFile,
  type Schema,
  type SchemaFile,
  schemasAt,
  initialTextOf,
} from './schema-walk.ts';

export interface Completion {
  readonly label: string;
  /** Put in place of the text from `from` to `to`. */
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly detail: string;
  /** A part of a longer text, such as a name in an expression. */
  readonly inText?: true;
}

/** A place of a document, with what the schema says about it. */
export interface SchemaPlace {
  readonly path: DocumentPath;
  readonly root: Node | undefined;
  readonly schemas: readonly SchemaInFile[];
}

export interface NameSuggestion {
  readonly label: string;
  readonly insert?: string;
  readonly detail?: string;
}

/** Names that the schema cannot know. */
export interface CompletionGuide {
  readonly schema: SchemaFile;
  /** Values of the place. */
  values(place: SchemaPlace): readonly string[];
  /** Property names of the object at the place. */
  keys?(place: SchemaPlace): readonly NameSuggestion[];
  /** Completions after the text `before`: the names, and the length of the part that is typed already. Undefined where no name belongs. */
  inText?(place: SchemaPlace, before: string): { readonly typed: string; readonly names: readonly NameSuggestion[] } | undefined;
}

/** Names of a game that its schema cannot know. */
export interface GameNames {
  readonly families: readonly string[];
  /** Play codes of the game as it last was right. */
  readonly plays: readonly string[];
}

export const gameGuide = ({ families, plays }: GameNames): CompletionGuide => ({
  schema: 'game.schema.json',
  values({ path }) {
    const last = path.at(-1);
    if (path.length === 1 && last === 'family') return families;
    return path[0] === 'omitPlays' || (path[0] === 'prizes' && last === 'play') ? plays : [];
  },
});

/** A family names nothing outside of itself. */
export const FAMILY_GUIDE: CompletionGuide = { schema: 'family.schema.json', values: () => [] };

export function completionsAt(text: string, offset: number, guide: CompletionGuide): Completion[] {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const root = parseTree(text);
  const inside = previousNode !== undefined && offset > previousNode.offset && offset <= previousNode.offset + previousNode.length;
  const from = inside ? previousNode.offset : offset;
  const to = inside ? previousNode.offset + previousNode.length : offset;
  if (isAtPropertyKey)
    return keysAt(text, path.slice(0, -1), root, guide, { from, to, offset, own: inside ? previousNode.value : undefined });

  const place: SchemaPlace = { path, root, schemas: schemasAt(guide.schema, root, path) };
  const before = inside && previousNode.type === 'string' ? text.slice(from + 1, offset) : undefined;
  const continued = before === undefined ? undefined : guide.inText?.(place, before);
  if (continued) {
    const { typed, names } = continued;
    const start = offset - typed.length;
    const fits = names.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()) && label !== typed);
    return fits.map(({ label, insert = label, detail = '' }) => ({ label, insert, from: start, to: offset, detail, inText: true }));
  }
  const { found, add } = collector(from, to, inside ? text.slice(from, offset) : '');
  for (const value of guide.values(place)) add(value, JSON.stringify(value));
  for (const { schema } of place.schemas) {
    if (schema.const !== undefined) add(String(schema.const), JSON.stringify(schema.const), firstDescriptionLine(schema));
    for (const value of schema.enum ?? []) add(String(value), JSON.stringify(value), firstDescriptionLine(schema));
    if (schema.type === 'boolean' && schema.const === undefined)
      for (const value of ['true', 'false']) add(value, value, firstDescriptionLine(schema));
  }
  return [...found.values()];
}

/** What an operator reads of a place: the Chinese line, where there are two. */
const firstDescriptionLine = ({ description }: Schema): string | undefined => description?.split('\n')[0];

interface KeyPlace {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  /** The name under the caret. */
  readonly own: unknown;
}

function keysAt(
  text: string,
  parent: DocumentPath,
  root: Node | undefined,
  guide: CompletionGuide,
  { from, to, offset, own }: KeyPlace,
): Completion[] {
  const object = root && findNodeAtLocation(root, [...parent]);
  const there = new Set((object?.children ?? []).map((property) => property.children?.[0]?.value as string).filter((name) => name !== own));
  const place: SchemaPlace = { path: parent, root, schemas: schemasAt(guide.schema, root, parent) };
  const { found, add } = collector(from, to, text.slice(from, offset));
  // A key that has its value keeps it.
  const named = /^\s*:/.test(text.slice(to));
  const addKey = (name: string, value: SchemaInFile, detail = ''): void => {
    if (!there.has(name)) add(name, named ? JSON.stringify(name) : `${JSON.stringify(name)}: ${initialTextOf(value)}`, detail);
  };
  for (const { schema, file } of place.schemas) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const placed = resolveReference({ schema: property, file });
      addKey(name, placed, firstDescriptionLine(placed.schema));
    }
    const others = additionalSchemaOf(schema);
    if (others) for (const { label, detail } of guide.keys?.(place) ?? []) addKey(label, { schema: others, file }, detail);
  }
  return [...found.values()];
}

function collector(from: number, to: number, before: string) {
  const typed = before.replaceAll('"', '').toLowerCase();
  const found = new Map<string, Completion>();
  const add = (label: string, insert: string, detail = ''): void => {
    if (label.toLowerCase().includes(typed)) found.set(label, found.get(label) ?? { label, insert, from, to, detail });
  };
  return { found, add };
}
