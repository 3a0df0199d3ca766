/** The id of this installation as it is stored. Apart from device.ts, which a page does not wait for. */
import type { KeyValueStore } from '../../engine/drivers/storage.ts';

export const STORED_ID = 'RDUID';

/** The id that an earlier visit made; undefined on the first one. */
export function knownDeviceId(store: KeyValueStore): string | undefined {
  const known = store.get(STORED_ID);
  return known && /^[0-9a-f]{32}$/.test(known) ? known : undefined;
}
