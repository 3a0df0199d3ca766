/**
 * The one list of blocks. A name is registered once: a second registration is an error that names both,
 * since two blocks of one name would make a description mean two things.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { BlockDefinition, BlockProps, TreeBlockProps } from './contract.ts';

type Plain = ComponentType<BlockProps & TreeBlockProps>;
export type BlockComponent = LazyExoticComponent<Plain> | Plain;

interface Entry {
  readonly definition: BlockDefinition;
  component: BlockComponent;
  loading: Promise<unknown> | undefined;
}

const entries = new Map<string, Entry>();

/** Loads a block. Once it is there it is drawn as it is: a lazy component would show a skeleton for a frame even then. */
async function loadEntry(entry: Entry): Promise<{ readonly default: Plain }> {
  // A block's own schema is what says which block gets which properties.
  const loaded = (await entry.definition.load()) as unknown as { readonly default: Plain };
  entry.component = loaded.default;
  return loaded;
}

const makeComponent = (entry: Entry): BlockComponent => lazy(() => loadEntry(entry));

export function registerBlock(definition: BlockDefinition): void {
  const known = entries.get(definition.name);
  if (known) {
    if (known.definition === definition) return;
    throw new Error(
      `BLOCK_REGISTERED_TWICE: 积木 "${definition.name}" 重复注册 two blocks are called "${definition.name}"; rename one of them`,
    );
  }
  const entry: Entry = { definition, component: undefined as unknown as BlockComponent, loading: undefined };
  entry.component = makeComponent(entry);
  entries.set(definition.name, entry);
}

export function registerBlocks(definitions: readonly BlockDefinition[]): void {
  for (const definition of definitions) registerBlock(definition);
}

export function blockComponent(name: string): BlockComponent | undefined {
  return entries.get(name)?.component;
}

/** A lazy component remembers that its chunk failed; a retry needs a new one. */
export function resetBlock(name: string): void {
  const entry = entries.get(name);
  if (entry) entry.component = makeComponent(entry);
}

/** Starts loading the chunks of these blocks, so that they travel while the entry is still working. Failures show when rendered. */
export function preloadBlocks(names: Iterable<string>): Promise<unknown> {
  const loading: Promise<unknown>[] = [];
  for (const name of names) {
    const entry = entries.get(name);
    if (!entry || isLoaded(entry)) continue;
    entry.loading ??= loadEntry(entry)
      .catch(() => undefined)
      .finally(() => {
        entry.loading = undefined;
      });
    loading.push(entry.loading);
  }
  return Promise.all(loading);
}

const isLoaded = ({ component }: Entry): boolean => typeof component === 'function';

/** These blocks can be drawn at once; a name that nobody registered can, too: it says so. */
export function blocksLoaded(names: Iterable<string>): boolean {
  for (const name of names) {
    const entry = entries.get(name);
    if (entry && !isLoaded(entry)) return false;
  }
  return true;
}

export function registeredBlocks(): readonly BlockDefinition[] {
  return [...entries.values()].map(({ definition }) => definition);
}
