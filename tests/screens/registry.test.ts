import { describe, expect, it } from 'vitest';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { gameBlocks } from '../../engine/screens/lottery/register.ts';
import { blockComponent, registerBlock, registerBlocks, registeredBlocks, resetBlock } from '../../engine/screens/core/registry.ts';

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
    resetBlock('test-reset');
    expect(blockComponent('test-reset')).not.toBe(before);
  });

  it('knows nothing of a block that nobody registered', () => {
    expect(blockComponent('nobody')).toBeUndefined();
  });

  it('holds all blocks of the engine, each with an accessibility contract', () => {
    registerBlocks(GENERIC_BLOCKS);
    registerBlocks(gameBlocks);
    const names = registeredBlocks().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const block of registeredBlocks()) expect(block.accessibility.length, block.name).toBeGreaterThan(0);
  });
});
