/**
 * A screen description compiled once to a frozen plan: every expression parsed, every block's dependencies known.
 * Cached by the identity of the document, which is immutable (a new version is a new object).
 */
import type { BlockDescription, ScreenDescription, SourceDescription } from './contract.ts';
import {
  compileExpression,
  compileTemplate,
  type Expression,
  ExpressionError,
  type Reference,
  type Template,
} from '../../descriptions/screens/expression.ts';

/** What makes a block render again although nothing of its own changed. */
export interface Dependencies {
  readonly sources: readonly string[];
  readonly state: boolean;
  readonly session: boolean;
}

export interface BlockPlan {
  readonly block: BlockDescription;
  readonly pointer: string;
  readonly key: string;
  readonly when: Expression | undefined;
  readonly dependencies: Dependencies;
}

export interface SourcePlan {
  readonly name: string;
  readonly description: SourceDescription;
  readonly when: Expression | undefined;
  readonly params: readonly (readonly [name: string, template: Template])[];
}

export interface ScreenPlan {
  readonly description: ScreenDescription;
  readonly title: Template;
  readonly game: Expression | undefined;
  readonly sources: readonly SourcePlan[];
  readonly blocks: readonly BlockPlan[];
  /** What cannot work, with its pointer; development shows it, production leaves the part out. */
  readonly problems: readonly { readonly pointer: string; readonly message: string }[];
}

const plans = new WeakMap<ScreenDescription, ScreenPlan>();

/** Properties of blocks that hold an expression rather than a template. */
const EXPRESSION_KEYS = new Set(['when', 'each', 'of', 'items', 'value', 'paused']);

function references(value: unknown, key: string, found: Reference[]): void {
  if (typeof value === 'string') {
    try {
      if (value.includes('{')) found.push(...compileTemplate(value).references);
      else if (EXPRESSION_KEYS.has(key)) found.push(...compileExpression(value).references);
    } catch {
      // Not every text is a template; a real mistake is reported where the text is used.
    }
  } else if (Array.isArray(value)) for (const item of value) references(item, key, found);
  else if (typeof value === 'object' && value !== null) for (const [name, child] of Object.entries(value)) references(child, name, found);
}

function dependenciesOf(block: BlockDescription): Dependencies {
  const found: Reference[] = [];
  references(block, '', found);
  const sources = new Set<string>();
  for (const { name, member } of found) if (name === 'sources' && member) sources.add(member);
  return {
    sources: [...sources],
    state: found.some(({ name }) => name === 'state'),
    session: found.some(({ name }) => name === 'session'),
  };
}

export function compileScreen(description: ScreenDescription): ScreenPlan {
  const known = plans.get(description);
  if (known) return known;
  const problems: { pointer: string; message: string }[] = [];
  const attempt = <T>(pointer: string, compile: () => T): T | undefined => {
    try {
      return compile();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      problems.push({ pointer, message: error.message });
      return undefined;
    }
  };
  const expression = (source: string | undefined, pointer: string): Expression | undefined =>
    source === undefined ? undefined : attempt(pointer, () => compileExpression(source));

  const sources = Object.entries(description.sources ?? {}).map(([name, source]): SourcePlan => {
    const pointer = `/sources/${name}`;
    return {
      name,
      description: source,
      when: expression(source.when, `${pointer}/when`),
      params: Object.entries(source.params ?? {}).flatMap(([param, text]) => {
        const template = attempt(`${pointer}/params/${param}`, () => compileTemplate(text));
        return template ? [[param, template] as const] : [];
      }),
    };
  });
  const blocks = description.blocks.flatMap((block, index): BlockPlan[] => {
    const pointer = `/blocks/${index}`;
    const when = expression(block.when, `${pointer}/when`);
    // A block whose condition cannot be read is left out: shown always, it might say what is not true.
    if (block.when !== undefined && !when) return [];
    return [{ block, pointer, key: block.id ?? `${index}-${block.block}`, when, dependencies: dependenciesOf(block) }];
  });
  const plan: ScreenPlan = Object.freeze({
    description,
    title: attempt('/title', () => compileTemplate(description.title)) ?? compileTemplate(''),
    game: expression(description.game, '/game'),
    sources: Object.freeze(sources),
    blocks: Object.freeze(blocks),
    problems: Object.freeze(problems),
  });
  plans.set(description, plan);
  return plan;
}
