/** Where golden files lie, and the modules that the machines come from. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseGolden, type GoldenSection } from './golden.ts';
import { machineFiles } from './wrong-values.ts';
import type { Exports } from './views.ts';

export const goldenFile = (machine: string): string => fileURLToPath(new URL(`../golden/${machine}.txt`, import.meta.url));

export const readGolden = (machine: string): GoldenSection[] => parseGolden(readFileSync(goldenFile(machine), 'utf8'));

/** Exports of the file that defines a machine. */
export async function moduleOf(machine: string): Promise<Exports> {
  const file = machineFiles().find((each) => each.machine === machine)?.file;
  return (await import(new URL(`../../../../engine/machines/${file}`, import.meta.url).href)) as Exports;
}
