/**
 * What the database holds encrypted: identities, card numbers, addresses of players, messages with codes in them.
 *
 * `seal` encrypts under the first key, with a key of its own derived for each purpose, so that a text of one column does not open as one of
 * another. `hmac` makes an HMAC-SHA256 that tells whether two texts are the same without telling what they are: the unique indexes stand on it. Its key
 * is random and lies in the database, itself sealed, so that HMACs stay the same when an encryption key is replaced.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Querying } from '../database/database.ts';
import { decrypt, encrypt } from './cipher.ts';
import { ENCRYPTED_COLUMNS } from './columns.ts';
import { KEYS_VARIABLE, type EncryptionKey } from './keys.ts';

export interface EncryptionAtRest {
  /** Encrypts a text for a purpose, such as `card.number`. The same text gives another result each time. */
  seal(purpose: string, text: string): string;
  /** Throws a EncryptionError for what was sealed for another purpose, under a key that is not there, or changed since. */
  open(purpose: string, sealed: string): string;
  /** HMAC-SHA256 of a text for a purpose, hexadecimal: the same for the same text, for ever. */
  hmac(purpose: string, text: string): string;
  /** Whether a sealed text is under the key that encrypts now. */
  isCurrent(sealed: string): boolean;
}

/** Shows neither plain texts nor keys, only the ids of keys. */
export class EncryptionError extends Error {}

const FORM = /^v1\.([0-9a-f]{8})\.([A-Za-z0-9+/=]+)$/;

type Keyring = Omit<EncryptionAtRest, 'hmac'>;

/** `keys`: the first encrypts, all decrypt. */
export function keyring(keys: readonly EncryptionKey[]): Keyring {
  const [first] = keys;
  if (first === undefined) throw new EncryptionError('encryption at rest needs a key');
  const derived = new Map<string, Buffer>();
  function keyFor({ id, bytes }: EncryptionKey, purpose: string): Buffer {
    const name = `${id} ${purpose}`;
    const found = derived.get(name) ?? Buffer.from(hkdfSync('sha256', bytes, '', `caipu seal ${purpose}`, 32));
    derived.set(name, found);
    return found;
  }
  return {
    seal: (purpose, text) => `v1.${first.id}.${encrypt(keyFor(first, purpose), text, purpose)}`,
    open(purpose, sealed) {
      const [, id, body] = FORM.exec(sealed) ?? [];
      if (body === undefined) throw new EncryptionError(`what should be sealed for ${purpose} is not`);
      const key = keys.find((each) => each.id === id);
      if (key === undefined) throw new EncryptionError(`key ${id} is needed for ${purpose} and is not in ${KEYS_VARIABLE}`);
      try {
        return decrypt(keyFor(key, purpose), body, purpose);
      } catch {
        throw new EncryptionError(`a text that was sealed for ${purpose} under key ${id} was changed, or belongs elsewhere`);
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`v1.${first.id}.`),
  };
}

export const HMAC_KEY = { name: 'mark-key', purpose: 'vault.mark-key' } as const;

/** Opens the encryption of a database: finds the key of its HMACs, or makes it. Rejects with what to do when the keys are not those of the database. */
export async function openEncryption(database: Querying, keys: readonly EncryptionKey[]): Promise<EncryptionAtRest> {
  const own = keyring(keys);
  const sealed = await hmacKeyOf(database, own);
  let hmacKey: string;
  try {
    hmacKey = own.open(HMAC_KEY.purpose, sealed);
  } catch (error) {
    if (await holdsSealed(database))
      throw new Error(
        `${(error as Error).message}. Players’ data in this database is encrypted under that key: put it into ${KEYS_VARIABLE}, after the key ` +
          'that is used now. An embedded database keeps its keys in the file vault.key of its folder; a backup does not hold them.',
      );
    // A copy of a database in which nothing was sealed yet: nothing is lost with the key.
    hmacKey = own.open(HMAC_KEY.purpose, await hmacKeyOf(database, own, sealed));
  }
  const bytes = Buffer.from(hmacKey, 'hex');
  return { ...own, hmac: (purpose, text) => createHmac('sha256', bytes).update(`${purpose}\n${text}`, 'utf8').digest('hex') };
}

/** The sealed key of HMACs. Of several processes that start at once one makes it. `instead`: the one that cannot be read and gives way. */
async function hmacKeyOf(database: Querying, own: Keyring, instead?: string): Promise<string> {
  const read = async () =>
    (await database.query<{ sealed: string }>('SELECT sealed FROM encryption_secrets WHERE name = $1', [HMAC_KEY.name])).rows[0]?.sealed;
  const found = await read();
  if (found !== undefined && found !== instead) return found;
  const made = own.seal(HMAC_KEY.purpose, randomBytes(32).toString('hex'));
  await database.query(
    `INSERT INTO encryption_secrets (name, sealed) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed WHERE encryption_secrets.sealed = $3`,
    [HMAC_KEY.name, made, instead ?? ''],
  );
  return (await read()) as string;
}

/** Keys that every database gets at its start. Without anything that was made under them, new ones take their place. */
const MADE_ANEW = ['encryption_secrets', 'push_keys'];

async function holdsSealed(database: Querying): Promise<boolean> {
  for (const { table, column } of ENCRYPTED_COLUMNS.filter(({ table: name }) => !MADE_ANEW.includes(name))) {
    const { rows } = await database.query(`SELECT 1 FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1`);
    if (rows.length > 0) return true;
  }
  return false;
}
