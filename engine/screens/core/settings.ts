/** Switches that are kept on the phone, by name; the block `switches` shows them, and other code reads them here. */
import type { KeyValueStore } from './contract.ts';

const keyOf = (name: string): string => `setting.${name}`;

export function settingOf(storage: KeyValueStore, name: string, otherwise: boolean): boolean {
  const kept = storage.get(keyOf(name));
  return kept === null ? otherwise : kept === '1';
}

export function keepSetting(storage: KeyValueStore, name: string, on: boolean): void {
  storage.set(keyOf(name), on ? '1' : '0');
}
