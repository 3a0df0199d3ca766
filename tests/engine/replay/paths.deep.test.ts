import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverage, MACHINES, paths } from '../../../engine/replay/index.ts';
import { SAMPLES } from './support/samples.ts';

/** Transitions that no event can take, and why. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

describe('generated paths', () => {
  it('every machine of the engine is a model that can be replayed', () => {
    const folder = new URL('../../../engine/machines/', import.meta.url);
    const ids = readdirSync(folder).flatMap(
      (file) => /createMachine\(\{\s*id: '(\w+)'/.exec(readFileSync(new URL(file, folder), 'utf8'))?.[1] ?? [],
    );
    expect(ids.sort()).toEqual(Object.keys(MACHINES).sort());
  });

  it('every model has samples', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(MACHINES).sort());
  });

  it.each(Object.entries(MACHINES))('%s: every state and every transition', (name, machine) => {
    const found = SAMPLES[name]?.flatMap((sample) => paths(machine, sample)) ?? [];
    const { states, transitions } = coverage(machine, found);
    console.log(
      `${name.padEnd(14)} ${found.length} paths, states ${states.covered}/${states.total}, transitions ${transitions.covered}/${transitions.total}`,
    );
    expect(states.missing).toEqual([]);
    expect(transitions.missing).toEqual(Object.keys(EXCEPTIONS[name] ?? {}));
    expect(transitions.total).toBeGreaterThan(0);
  });
});
