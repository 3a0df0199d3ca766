/** The way from a place of a JSON text to the schemas that say what may stand there. */
import { findNodeAtLocation, type Node } from 'jsonc-parser';
import activitySchema from '../../schemas/activity.schema.json' with { type: 'json' };
import articleSchema from '../../schemas/article.schema.json' with { type: 'json' };
import bannerSchema from '../../schemas/banner.schema.json' with { type: 'json' };
import bulletinSchema from '../../schemas/bulletin.schema.json' with { type: 'json' };
import familySchema from '../../schemas/family.schema.json' with { type: 'json' };
import gameSchema from '../../schemas/game.schema.json' with { type: 'json' };
import helpSchema from '../../schemas/help.schema.json' with { type: 'json' };
import productSchema from '../../schemas/product.schema.json' with { type: 'json' };
import quizSchema from '../../schemas/quiz.schema.json' with { type: 'json' };
import scratchSchema from '../../schemas/scratch.schema.json' with { type: 'json' };
import screenSchema from '../../schemas/screen.schema.json' with { type: 'json' };
import smallSchema from '../../schemas/small.schema.json' with { type: 'json' };
import sportSchema from '../../schemas/sport.schema.json' with { type: 'json' };

export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number | boolean;
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
  /** What a text of a screen is, and what it names: see engine/descriptions/screens/check.ts. */
  readonly leaf?: 'text' | 'address' | 'expression';
  readonly names?: string;
}

const FILES = {
  'game.schema.json': gameSchema as unknown as Schema,
  'family.schema.json': familySchema as unknown as Schema,
  'screen.schema.json': screenSchema as unknown as Schema,
  'small.schema.json': smallSchema as unknown as Schema,
  'scratch.schema.json': scratchSchema as unknown as Schema,
  'sport.schema.json': sportSchema as unknown as Schema,
  'quiz.schema.json': quizSchema as unknown as Schema,
  'product.schema.json': productSchema as unknown as Schema,
  'activity.schema.json': activitySchema as unknown as Schema,
  'article.schema.json': articleSchema as unknown as Schema,
  'banner.schema.json': bannerSchema as unknown as Schema,
  'bulletin.schema.json': bulletinSchema as unknown as Schema,
  'help.schema.json': helpSchema as unknown as Schema,
};
export type SchemaFile = keyof typeof FILES;

/** A schema and the file that its references are read in. */
export interface SchemaInFile {
  readonly schema: Schema;
  readonly file: SchemaFile;
}

export type DocumentPath = readonly (string | number)[];

export function resolveReference({ schema, file }: SchemaInFile): SchemaInFile {
  if (schema.$ref === undefined) return { schema, file };
  const { $ref, ...beside } = schema;
  const [name = '', pointer = ''] = $ref.split('#');
  const target = name === '' ? file : (name as SchemaFile);
  let found: unknown = FILES[target];
  for (const part of pointer.split('/').filter(Boolean)) found = (found as Readonly<Record<string, unknown>> | undefined)?.[part];
  const next = resolveReference({ schema: (found ?? {}) as Schema, file: target });
  // Properties beside the reference describe this place.
  return { ...next, schema: { ...next.schema, ...beside } };
}

/** The schemas that apply to a value; of a union only the member that its discriminator names, all while it names none. */
function variants(placed: SchemaInFile, node: Node | undefined): SchemaInFile[] {
  const { schema, file } = resolveReference(placed);
  if (schema.oneOf === undefined) return [{ schema, file }];
  const members = schema.oneOf.map((member) => resolveReference({ schema: member, file }));
  const name = schema.discriminator?.propertyName ?? '';
  const chosen = node?.type === 'object' ? findNodeAtLocation(node, [name])?.value : undefined;
  const fits = members.filter(({ schema: member, file: own }) => {
    const { schema: tag } = resolveReference({ schema: member.properties?.[name] ?? {}, file: own });
    return tag.const === chosen || tag.enum?.includes(chosen as string) === true;
  });
  return fits.length > 0 ? fits : members;
}

/** What the schema of `file` says about the place `path` of the document `root`. */
export function schemasAt(file: SchemaFile, root: Node | undefined, path: DocumentPath): SchemaInFile[] {
  let places: SchemaInFile[] = [{ schema: FILES[file], file }];
  path.forEach((segment, depth) => {
    const node = root && findNodeAtLocation(root, path.slice(0, depth));
    places = places
      .flatMap((place) => variants(place, node))
      .flatMap(({ schema, file: own }) => {
        const next = typeof segment === 'number' ? schema.items : (schema.properties?.[segment] ?? additionalSchemaOf(schema));
        return next === undefined ? [] : [{ schema: next, file: own }];
      });
  });
  const node = root && findNodeAtLocation(root, [...path]);
  return places.flatMap((place) => variants(place, node));
}

/** The schema of members that are not listed by name. */
export const additionalSchemaOf = ({ additionalProperties }: Schema): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

/** What a value of the schema begins as. */
export function initialTextOf(placed: SchemaInFile): string {
  const { schema } = resolveReference(placed);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return '[]';
  if (schema.type === 'object' || schema.oneOf !== undefined || schema.properties !== undefined) return '{}';
  if (schema.type === 'integer') return '0';
  if (schema.type === 'boolean') return 'false';
  return '""';
}
