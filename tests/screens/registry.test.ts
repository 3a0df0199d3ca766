import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { FRAME_BLOCKS } from '../../engine/screens/frame/register.ts';
import { gameBlocks } from '../../engine/screens/lottery/register.ts';
import { blockComponent, registerBlock, registerBlocks, registeredBlocks, resetBlock } from '../../engine/screens/core/registry.ts';

/** Folders below engine/screens that hold a block: all but those of shared parts. */
function blockFolders(): string[] {
  const folder = join(import.meta.dirname, '../../engine/screens');
  return ['blocks', 'lottery/blocks', 'frame'].flatMap((room) =>
    readdirSync(join(folder, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
      .map(({ name }) => name),
  );
}

const load = async () => ({ default: () => null });

describe('registry', () => {
  it('refuses a second block of one name and names both', () => {
    registerBlock({ name: 'test-twice', accessibility: 'the first', load });
    expect(() => registerBlock({ name: 'test-twice', accessibility: 'the second', load })).toThrow(/test-twice.*the first.*the second/);
  });

  it('takes the same definition again, as hot reload does', () => {
    const definition = { name: 'test-again', accessibility: 'x', load };
    registerBlock(definition);
    expect(() => registerBlock(definition)).not.toThrow();
  });

  it('makes a new lazy component after a failed load, since a lazy one remembers its failure', () => {
    registerBlock({ name: 'test-reset', accessibility: 'x', load });
    const before = blockComponent('test-reset');
    // The same one as long as nothing failed: a new component would draw the block anew.
    expect(blockComponent('test-reset')).toBe(before);
    resetBlock('test-reset');
    const after = blockComponent('test-reset');
    expect(after).not.toBe(before);
    expect(after).toBeDefined();
  });

  it('knows nothing of a block that nobody registered', () => {
    expect(blockComponent('nobody')).toBeUndefined();
  });

  it('holds all blocks of the engine, each with an accessibility contract', () => {
    const all = [...GENERIC_BLOCKS, ...gameBlocks, ...FRAME_BLOCKS];
    registerBlocks(all);
    const registered = new Map(registeredBlocks().map((block) => [block.name, block]));
    // Every folder of a block is registered, under its name; there is no registration without a folder.
    expect(all.map(({ name }) => name).sort()).toEqual(blockFolders().sort());
    for (const block of all) {
      expect(registered.get(block.name)).toBe(block);
      // More than a word: what a screen reader meets and what a keyboard reaches.
      expect(block.accessibility.split(' ').length, block.name).toBeGreaterThanOrEqual(2);
    }
  });
});
