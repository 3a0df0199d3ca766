import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { FRAME_BLOCKS } from '../../../engine/screens/frame/register.ts';
import { LOTTERY_BLOCKS } from '../../../engine/screens/lottery/register.ts';
import { SMALL_BLOCKS } from '../../../engine/screens/small/register.ts';
import { SPORT_BLOCKS } from '../../../engine/screens/sports/register.ts';
import { blockComponent, registerBlock, registeredBlocks, resetBlock } from '../../../engine/screens/core/registry.ts';

const SCREENS = join(import.meta.dirname, '../../../engine/screens');

interface BlockFile {
  readonly block: string;
  readonly summary?: string;
  readonly accessibility?: string;
}

const load = async () => ({ default: () => null });

describe('registry', () => {
  it('refuses a second block of one name and names it', () => {
    registerBlock({ name: 'test-twice', load });
    expect(() => registerBlock({ name: 'test-twice', load })).toThrow(/BLOCK_REGISTERED_TWICE.*test-twice/);
  });

  it('takes the same definition again, as hot reload does', () => {
    const definition = { name: 'test-again', load };
    registerBlock(definition);
    expect(() => registerBlock(definition)).not.toThrow();
  });

  it('makes a new lazy component after a failed load, since a lazy one remembers its failure', () => {
    registerBlock({ name: 'test-reset', load });
    const before = blockComponent('test-reset');
    resetBlock('test-reset');
    expect(blockComponent('test-reset')).not.toBe(before);
  });

  it('knows nothing of a block that nobody registered', () => {
    expect(blockComponent('nobody')).toBeUndefined();
  });

  it('holds exactly the blocks that have a folder, each with a summary and an accessibility sentence', () => {
    const described = readdirSync(SCREENS, { recursive: true, encoding: 'utf8' })
      .filter((file) => basename(file) === 'block.json')
      .map((file) => JSON.parse(readFileSync(join(SCREENS, file), 'utf8')) as BlockFile);
    const registered = [...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...SPORT_BLOCKS, ...SMALL_BLOCKS, ...FRAME_BLOCKS];
    expect(registered.map(({ name }) => name).sort()).toEqual(described.map(({ block }) => block).sort());
    for (const { block, summary, accessibility } of described) {
      expect(summary, block).toMatch(/\w.*\.$/);
      expect(accessibility?.length, block).toBeGreaterThan(5);
    }
    expect(() => registered.forEach(registerBlock)).not.toThrow();
    expect(registeredBlocks()).toEqual(expect.arrayContaining(registered));
  });

  it('loads a component for each of them', async () => {
    for (const { name, load } of [...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...SPORT_BLOCKS, ...SMALL_BLOCKS, ...FRAME_BLOCKS])
      expect(typeof (await load()).default, name).toBe('function');
  });
});
