/** Where golden files lie, and the modules that the machines come from. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { read, type Section } from './golden.ts';
import { models } from './wrong-values.ts';
import type { Exports } from './views.ts';

export const goldenFile = (machine: string): string => fileURLToPath(new URL(`../golden/${machine}.txt`, import.meta.url));

export const readGolden = (machine: string): Section[] => read(readFileSync(goldenFile(machine), 'utf8'));

/** Exports of the file that defines a machine. */
export async function moduleOf(machine: string): Promise<Exports> {
  const file = models().find((each) => each.machine === machine)?.file;
  return (await import(new URL(`../../../engine/machines/${file}`, import.meta.url).href)) as Exports;
}
