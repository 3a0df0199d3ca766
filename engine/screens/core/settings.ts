/** Switches that are kept on the phone, by name; the block `switches` shows them, and other code reads them here. */
import type { KeyValueStore } from './contract.ts';

const keyOf = (name: string): string => `setting.${name}`;

export function readSetting(storage: KeyValueStore, name: string, otherwise: boolean): boolean {
  const stored = storage.get(keyOf(name));
  return stored === null ? otherwise : stored === '1';
}

export function writeSetting(storage: KeyValueStore, name: string, on: boolean): void {
  storage.set(keyOf(name), on ? '1' : '0');
}
