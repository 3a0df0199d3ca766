/** What may stand at a place of a game description, out of its JSON schema. Pure: text and place in, suggestions out. */
import { findNodeAtLocation, getLocation, type Node, parseTree } from 'jsonc-parser';
import familySchema from '../../schemas/family.schema.json' with { type: 'json' };
import gameSchema from '../../schemas/game.schema.json' with { type: 'json' };

export interface Completion {
  readonly label: string;
  /** Put in place of the text from `from` to `to`. */
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly detail: string;
}

/** Names that the schema cannot know. */
export interface Names {
  readonly families: readonly string[];
  /** Play codes of the game as it last was right. */
  readonly plays: readonly string[];
}

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
}

const FILES: Readonly<Record<string, Schema>> = {
  'game.schema.json': gameSchema as unknown as Schema,
  'family.schema.json': familySchema as unknown as Schema,
};

/** A schema and the file that its references are read in. */
interface Placed {
  readonly schema: Schema;
  readonly file: string;
}

function follow({ schema, file }: Placed): Placed {
  if (schema.$ref === undefined) return { schema, file };
  const [name = '', pointer = ''] = schema.$ref.split('#');
  const target = name === '' ? file : name;
  let found: unknown = FILES[target];
  for (const part of pointer.split('/').filter(Boolean)) found = (found as Readonly<Record<string, unknown>> | undefined)?.[part];
  const next = follow({ schema: (found ?? {}) as Schema, file: target });
  // What is said beside the reference is said about this place.
  return schema.description === undefined ? next : { ...next, schema: { ...next.schema, description: schema.description } };
}

/** The schemas that apply to a value; of a union only the member that its discriminator names, all while it names none. */
function variants(placed: Placed, node: Node | undefined): Placed[] {
  const { schema, file } = follow(placed);
  if (schema.oneOf === undefined) return [{ schema, file }];
  const members = schema.oneOf.map((member) => follow({ schema: member, file }));
  const name = schema.discriminator?.propertyName ?? '';
  const chosen = node?.type === 'object' ? findNodeAtLocation(node, [name])?.value : undefined;
  const fits = members.filter(({ schema: member, file: own }) => {
    const { schema: tag } = follow({ schema: member.properties?.[name] ?? {}, file: own });
    return tag.const === chosen || tag.enum?.includes(chosen as string) === true;
  });
  return fits.length > 0 ? fits : members;
}

function schemasAt(root: Node | undefined, path: readonly (string | number)[]): Placed[] {
  let places: Placed[] = [{ schema: gameSchema as unknown as Schema, file: 'game.schema.json' }];
  path.forEach((segment, depth) => {
    const node = root && findNodeAtLocation(root, path.slice(0, depth) as (string | number)[]);
    places = places
      .flatMap((place) => variants(place, node))
      .flatMap(({ schema, file }) => {
        const next = typeof segment === 'number' ? schema.items : schema.properties?.[segment];
        return next === undefined ? [] : [{ schema: next, file }];
      });
  });
  const node = root && findNodeAtLocation(root, [...path]);
  return places.flatMap((place) => variants(place, node));
}

/** What a value of the schema begins as. */
function startOf(placed: Placed): string {
  const { schema } = follow(placed);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return '[]';
  if (schema.type === 'object' || schema.oneOf !== undefined || schema.properties !== undefined) return '{}';
  if (schema.type === 'integer') return '0';
  if (schema.type === 'boolean') return 'false';
  return '""';
}

export function completionsAt(text: string, offset: number, names: Names): Completion[] {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const root = parseTree(text);
  const inside = previousNode !== undefined && offset > previousNode.offset && offset <= previousNode.offset + previousNode.length;
  const from = inside ? previousNode.offset : offset;
  const to = inside ? previousNode.offset + previousNode.length : offset;
  const typed = inside ? text.slice(from, offset).replaceAll('"', '').toLowerCase() : '';
  const found = new Map<string, Completion>();
  const add = (label: string, insert: string, detail = ''): void => {
    if (label.toLowerCase().includes(typed)) found.set(label, found.get(label) ?? { label, insert, from, to, detail });
  };

  if (isAtPropertyKey) {
    const parent = path.slice(0, -1);
    const object = root && findNodeAtLocation(root, parent);
    const own = inside ? previousNode.value : undefined;
    const there = new Set(
      (object?.children ?? []).map((property) => property.children?.[0]?.value as string).filter((name) => name !== own),
    );
    // A key that has its value keeps it.
    const named = /^\s*:/.test(text.slice(to));
    for (const { schema, file } of schemasAt(root, parent))
      for (const [name, property] of Object.entries(schema.properties ?? {}))
        if (!there.has(name)) {
          const placed = follow({ schema: property, file });
          add(name, named ? JSON.stringify(name) : `${JSON.stringify(name)}: ${startOf(placed)}`, placed.schema.description ?? '');
        }
    return [...found.values()];
  }
  const last = path.at(-1);
  if (path.length === 1 && last === 'family') for (const family of names.families) add(family, JSON.stringify(family));
  if (path[0] === 'omitPlays' || (path[0] === 'prizes' && last === 'play')) for (const play of names.plays) add(play, JSON.stringify(play));
  for (const { schema } of schemasAt(root, path)) {
    if (schema.const !== undefined) add(String(schema.const), JSON.stringify(schema.const), schema.description);
    for (const value of schema.enum ?? []) add(String(value), JSON.stringify(value), schema.description);
    if (schema.type === 'boolean') for (const value of ['true', 'false']) add(value, value, schema.description);
  }
  return [...found.values()];
}
