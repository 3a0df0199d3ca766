/** What a draw may do beside being seen, as this phone is set (设置). */
import type { KeyValueStore } from '../core/contract.ts';
import { readSetting } from '../core/settings.ts';

/** Off until asked for: a phone may lie on a desk in a meeting. */
export const soundOn = (storage: KeyValueStore): boolean => readSetting(storage, 'drawSound', false);
export const hapticsOn = (storage: KeyValueStore): boolean => readSetting(storage, 'drawHaptics', true);
