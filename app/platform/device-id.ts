/** The id of this installation as it is stored. Apart from device.ts, which a page does not wait for. */
import type { KeyValueStore } from '../../engine/drivers/storage.ts';

export const DEVICE_ID_KEY = 'RDUID';

/** The id that an earlier visit made; undefined on the first one. */
export function knownDeviceId(store: KeyValueStore): string | undefined {
  const known = store.get(DEVICE_ID_KEY);
  return known && /^[0-9a-f]{32}$/.test(known) ? known : undefined;
}
