/** On/off settings, stored on the phone by name. The block `switches` shows and changes them. */
import type { KeyValueStore } from './contract.ts';

const keyOf = (name: string): string => `setting.${name}`;

export function readSetting(storage: KeyValueStore, name: string, byDefault: boolean): boolean {
  const stored = storage.get(keyOf(name));
  return stored === null ? byDefault : stored === '1';
}

export function writeSetting(storage: KeyValueStore, name: string, on: boolean): void {
  storage.set(keyOf(name), on ? '1' : '0');
}
