/** The texts and expressions of a screen, by what its schema marks and by what was compiled: in the order of their sources. */
import type { ScreenPlan } from '../../../../engine/screens/core/plan.ts';

/** The parts of a schema's node that are read. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly leaf?: 'text' | 'address' | 'expression';
  readonly discriminator?: { readonly propertyName: string };
  readonly properties?: Readonly<Record<string, SchemaNode & { readonly enum?: readonly string[] }>>;
  readonly oneOf?: readonly SchemaNode[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
}

/** "text 第 {issue} 期" or "expression sources.a" for each string of a document that the schema marks as one. */
export function markedLeaves(schema: SchemaNode, document: unknown): string[] {
  const found: string[] = [];
  const look = (value: unknown, node: SchemaNode | undefined): void => {
    if (!node || value === undefined) return;
    if (node.$ref) return look(value, schema.$defs?.[node.$ref.slice('#/$defs/'.length)]);
    if (node.leaf)
      return typeof value === 'string' ? void found.push(`${node.leaf === 'expression' ? 'expression' : 'text'} ${value}`) : undefined;
    if (typeof value !== 'object' || value === null) return;
    const members = value as Readonly<Record<string, unknown>>;
    if (node.discriminator) {
      const { propertyName } = node.discriminator;
      const at = node.properties?.[propertyName]?.enum?.indexOf(members[propertyName] as string) ?? -1;
      return look(value, node.oneOf?.[at]);
    }
    for (const [name, member] of Object.entries(members)) {
      const other = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
      look(member, node.items ?? node.properties?.[name] ?? other);
    }
  };
  look(document, schema);
  return found.sort();
}

/** The same of the expressions and templates in a plan. */
export function compiledLeaves({ title, header, game, sources, blocks }: Omit<ScreenPlan, 'problems'>): string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { source, evaluate, expand } = value as { readonly source?: unknown; readonly evaluate?: unknown; readonly expand?: unknown };
    if (evaluate || expand) found.push(`${evaluate ? 'expression' : 'text'} ${source}`);
    else Object.values(value).forEach(look);
  };
  look([title, header, game, sources.map(({ description }) => description), blocks]);
  return found.sort();
}
