/**
 * What a push service wants of a message: its body encrypted for one browser (RFC 8291, content encoding aes128gcm of RFC 8188), and a
 * signature by which it knows the sender again (VAPID, RFC 8292). All of it is a few calls of node:crypto.
 */
import { createCipheriv, createECDH, createPrivateKey, createSign, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
/** Bytes of an uncompressed point of P-256, and of the secret that a browser shares with its senders. */
const POINT_BYTES = 65;
const SECRET_BYTES = 16;
const KEY_BYTES = 32;
/** A record holds the whole message: services take no more than 4096 bytes with head and tag. */
const RECORD = 4096;
const MOST_BYTES = 3_000;
/** The only record is the last one. */
const LAST = Buffer.from([2]);
const SIGNED_FOR_S = 12 * 3_600;

/** A browser as the sender knows it: keys as PushSubscription.toJSON gives them, base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The pair that a server signs its pushes with. `publicKey`: the point, base64url, as pushManager.subscribe wants it. */
export interface SigningKeys {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Chance of one message; given only where known results are to come out. */
export interface FixedRandomness {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

/** Whether a browser's keys are ones: a point of the curve, and a secret of its length. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== SECRET_BYTES) return false;
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** The body of a push. Throws for invalid keys and for a message that is longer than MOST_BYTES. */
export function encryptPush(message: Buffer, { p256dh, auth }: PushKeys, chance?: FixedRandomness): Buffer {
  if (message.length > MOST_BYTES) throw new RangeError(`a push holds ${MOST_BYTES} bytes, not ${message.length}`);
  const ecdh = createECDH(CURVE);
  if (chance === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(chance.privateKey);
  const sender = ecdh.getPublicKey();
  const receiver = Buffer.from(p256dh, 'base64url');
  const shared = ecdh.computeSecret(receiver);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const input = Buffer.from(hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32));
  const salt = chance?.salt ?? randomBytes(16);
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const head = Buffer.alloc(21);
  salt.copy(head);
  head.writeUInt32BE(RECORD, 16);
  head.writeUInt8(POINT_BYTES, 20);
  return Buffer.concat([head, sender, cipher.update(message), cipher.update(LAST), cipher.final(), cipher.getAuthTag()]);
}

export function makeSigningKeys(): SigningKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const bytes = pair.getPrivateKey();
  // A number that begins with zeros comes without them.
  return signingKeysOf(Buffer.concat([Buffer.alloc(KEY_BYTES - bytes.length), bytes]).toString('base64url'));
}

/** The pair of a private key, base64url. Throws with what to do when it is none. */
export function signingKeysOf(privateKey: string): SigningKeys {
  const bytes = Buffer.from(privateKey, 'base64url');
  try {
    if (bytes.length !== KEY_BYTES) throw new RangeError('not of this length');
    const pair = createECDH(CURVE);
    pair.setPrivateKey(bytes);
    return { privateKey, publicKey: pair.getPublicKey('base64url') };
  } catch {
    throw new Error(
      'CAIPU_PUSH_KEY is no private key of the curve P-256 in base64url (43 characters). Leave it out: then the server makes one and keeps it.',
    );
  }
}

/**
 * The header Authorization for pushes to an origin. `contact`: https: or mailto: address of the sender, for the staff of the service; `now`:
 * unix ms of the real clock.
 */
export function vapidHeader({ privateKey, publicKey }: SigningKeys, origin: string, contact: string, now: number): string {
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: privateKey, x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) },
  });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: origin, exp: Math.floor(now / 1000) + SIGNED_FOR_S, sub: contact })}`;
  const signature = createSign('sha256').update(unsigned).sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64url');
  return `vapid t=${unsigned}.${signature}, k=${publicKey}`;
}
