/**
 * The one list of blocks. A name is registered once: a second registration is an error that names both,
 * since two blocks of one name would make a description mean two things.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { yieldToMain } from '../../drivers/yield-to-main.ts';
import type { BlockDefinition, BlockProps, BlockShape, ProviderProperty, ProviderProps, TreeBlockProps } from './contract.ts';

export type BlockComponent = LazyExoticComponent<ComponentType<BlockProps & TreeBlockProps>>;

type LoadedComponent = ComponentType<BlockProps & TreeBlockProps>;

interface Entry {
  readonly definition: BlockDefinition;
  component: BlockComponent | LoadedComponent;
  loading: Promise<void> | undefined;
  /** Its chunk is there, or was given up; a block that is drawn then shows what is wrong. */
  settled: boolean;
}

const entries = new Map<string, Entry>();

function makeComponent(entry: Pick<Entry, 'definition' | 'loading'>): BlockComponent {
  // lazy() wants one props type; a block's own schema is what says which block gets which properties.
  return lazy(() => entry.definition.load() as unknown as Promise<{ default: ComponentType<BlockProps & TreeBlockProps> }>);
}

export function registerBlock(definition: BlockDefinition): void {
  const known = entries.get(definition.name);
  if (known) {
    if (known.definition === definition) return;
    throw new Error(`BLOCK_REGISTERED_TWICE: rename one "${definition.name}"`);
  }
  const entry: Entry = { definition, component: undefined as unknown as BlockComponent, loading: undefined, settled: false };
  entry.component = makeComponent(entry);
  entries.set(definition.name, entry);
}

export function registerBlocks(definitions: readonly BlockDefinition[]): void {
  for (const definition of definitions) registerBlock(definition);
}

export function blockComponent(name: string): BlockComponent | LoadedComponent | undefined {
  return entries.get(name)?.component;
}

/** What stands in for these blocks while their screen loads, in their order. */
export function blockShapes(names: Iterable<string>): readonly BlockShape[] {
  return [...names].flatMap((name) => entries.get(name)?.definition.shape ?? []);
}

/** A lazy component remembers that its chunk failed; a retry needs a new one. */
export function resetBlock(name: string): void {
  const entry = entries.get(name);
  if (entry) entry.component = makeComponent(entry);
}

/**
 * Starts loading the chunks of these blocks ahead of need, each in a task of its own: a phone that starts ten at once answers no touch
 * meanwhile. Resolves when all are on their way; failures show when rendered.
 */
export async function preloadBlocks(names: Iterable<string>): Promise<void> {
  for (const name of names) {
    if (entries.get(name)?.loading) continue;
    void loadBlock(name);
    await yieldToMain();
  }
}

/** True when nothing is left to wait for: these blocks can be drawn in one go, and nothing moves when the last of them arrives. */
export function blocksLoaded(names: Iterable<string>): boolean {
  return [...names].every((name) => entries.get(name)?.settled ?? true);
}

/** Resolves when the chunks of these blocks are there, or have failed. */
export async function loadBlocks(names: Iterable<string>): Promise<void> {
  await Promise.all([...names].map(loadBlock));
}

function loadBlock(name: string): Promise<void> | undefined {
  const entry = entries.get(name);
  if (!entry) return undefined;
  entry.loading ??= entry.definition.load().then(
    (chunk) => {
      // Drawn at once from now on, without a placeholder first.
      entry.component = chunk.default as unknown as LoadedComponent;
      entry.settled = true;
    },
    () => {
      entry.settled = true;
    },
  );
  return entry.loading;
}

interface Provider {
  readonly load: () => Promise<{ readonly default: ComponentType<ProviderProps> }>;
  readonly Component: ComponentType<ProviderProps>;
}

/** What stands around the blocks of a screen, by the property of the screen that names it. */
export const providers: Partial<Record<ProviderProperty, Provider>> = {};

export function registerProvider(property: ProviderProperty, load: Provider['load']): void {
  providers[property] = { load, Component: lazy(load) };
}

export function registeredBlocks(): readonly BlockDefinition[] {
  return [...entries.values()].map(({ definition }) => definition);
}
