/** Pushes to phones (web push): the pair of keys that they are signed with, and what sends them. */
import type { Querying, EncryptionAtRest } from '../../platform/index.ts';
import { signingKeysOf, makeSigningKeys, type SigningKeys } from './encrypt.ts';
import { openPushService, type PushService } from './service.ts';

export interface PushOptions {
  /** Private key that pushes are signed with; when left out, one that the first process makes and the database keeps. */
  readonly key?: string | undefined;
  /** https: or mailto: address of the sender, for the staff of the push services. */
  readonly contact?: string | undefined;
  /** Hosts of push services beside the known ones. */
  readonly hosts?: readonly string[];
}

export interface Push {
  /** The public key that browsers subscribe under. Not to be asked for within a transaction: it may have to be read. */
  key(): Promise<string>;
  readonly service: PushService;
}

const KEY = 'push.key';
/** Said by a server that was not told its own address; some services refuse it. */
const NO_CONTACT = 'mailto:push@localhost.invalid';

/** Throws if the given key is invalid. A stored key is read when it is first needed. */
export function openPush(database: Querying, encryption: EncryptionAtRest, { key, contact = NO_CONTACT, hosts = [] }: PushOptions): Push {
  let keys: Promise<SigningKeys> | undefined = key === undefined ? undefined : Promise.resolve(signingKeysOf(key));
  const loadKeys = (): Promise<SigningKeys> => {
    keys ??= keptKeys(database, encryption).catch((error: Error) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  return { key: async () => (await loadKeys()).publicKey, service: openPushService({ keys: loadKeys, contact, hosts }) };
}

/** Browsers subscribe under the public key, so it has to stay what it is; of several processes that start at once one makes it. */
async function keptKeys(database: Querying, encryption: EncryptionAtRest): Promise<SigningKeys> {
  const read = async () => (await database.query<{ sealed: string }>('SELECT sealed FROM push_keys WHERE id = 1')).rows[0]?.sealed;
  const storedKey = await read();
  try {
    if (storedKey !== undefined) return signingKeysOf(encryption.open(KEY, storedKey));
  } catch (error) {
    const { rows } = await database.query('SELECT 1 FROM push_subscriptions LIMIT 1');
    if (rows.length > 0) throw error;
    // A copy of a database under other keys, in which no browser subscribed yet: nothing is lost with the key.
  }
  const sealed = encryption.seal(KEY, makeSigningKeys().privateKey);
  await database.query(
    'INSERT INTO push_keys (id, sealed) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed WHERE push_keys.sealed = $2',
    [sealed, storedKey ?? ''],
  );
  return signingKeysOf(encryption.open(KEY, (await read()) as string));
}
