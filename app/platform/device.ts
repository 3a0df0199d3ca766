/**
 * What a request says of the device: RDUID and ip (specification section 7).
 * RDUID is a random number made once per installation, not a fingerprint of the device: it is all that the server's rules need,
 * and it names nobody. The IP answer is stored encrypted; the key ships with the app, so this keeps it from casual eyes only.
 */
import type { KeyValueStore } from '../../engine/drivers/storage.ts';
import { knownDeviceId, DEVICE_ID_KEY } from './device-id.ts';
import { loadOnce } from './lazily.ts';

const STORED_IP = 'ip';

export function deviceId(store: KeyValueStore, randomBytes: (count: number) => Uint8Array): string {
  const known = knownDeviceId(store);
  if (known !== undefined) return known;
  const made = toHex(randomBytes(16));
  store.set(DEVICE_ID_KEY, made);
  return made;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The ciphers load when there is something to encrypt, not before. */
export const loadCiphers = loadOnce(async () => {
  const [aes, utf8] = await Promise.all([import('crypto-js/aes'), import('crypto-js/enc-utf8')]);
  return { aes: aes.default, utf8: utf8.default };
});

export async function storeIp(store: KeyValueStore, secret: string, ip: string): Promise<void> {
  const { aes } = await loadCiphers();
  store.set(STORED_IP, aes.encrypt(ip, secret).toString());
}

/** The stored IP; undefined when there is none, or when it cannot be read with this key. */
export async function storedIp(store: KeyValueStore, secret: string): Promise<string | undefined> {
  const stored = store.get(STORED_IP);
  if (!stored) return undefined;
  try {
    const { aes, utf8 } = await loadCiphers();
    const ip = aes.decrypt(stored, secret).toString(utf8);
    return /^[0-9a-fA-F.:]{2,45}$/.test(ip) ? ip : undefined;
  } catch {
    return undefined;
  }
}
