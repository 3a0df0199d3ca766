/**
 * Where the encryption keys come from. They never lie in the database: CAIPU_VAULT_KEYS names them, or, for the embedded database, a file
 * beside it that is made at the first start. The first key encrypts, every one decrypts, so that a key can be replaced (docs/operate/encryption-keys.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface EncryptionKey {
  /** Told from its bytes, and written with everything that it encrypted: eight hexadecimal digits. */
  readonly id: string;
  readonly bytes: Buffer;
}

export const KEYS_VARIABLE = 'CAIPU_VAULT_KEYS';
const HOW = 'Make one with: openssl rand -hex 32';

/** Throws with what to do when a text is not a list of keys. No part of the text is repeated: it may be most of a key. */
export function parseKeys(text: string, where = KEYS_VARIABLE): readonly EncryptionKey[] {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((each, at) => {
      if (!/^[0-9a-f]{64}$/i.test(each)) throw new Error(`${where}: key ${at + 1} is not 64 hexadecimal digits. ${HOW}`);
      return keyOf(Buffer.from(each, 'hex'));
    });
  if (keys.length === 0) throw new Error(`${where} holds no key. ${HOW}`);
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error(`${where} holds a key twice. Leave the second one out.`);
  return keys;
}

function keyOf(bytes: Buffer): EncryptionKey {
  return { id: createHash('sha256').update('caipu vault key').update(bytes).digest('hex').slice(0, 8), bytes };
}

/**
 * Keys for development on a PostgreSQL, where several processes must have the same and no folder is theirs alone. Everybody knows them:
 * a production server refuses to start without keys of its own (server/read-options.ts).
 */
export const developmentKeys = (): readonly EncryptionKey[] => [keyOf(createHash('sha256').update('caipu development').digest())];

const fileOf = (dataDir: string): string => join(dataDir, 'vault.key');

/** The keys of an embedded database; a first one is made when there is none. The caller holds the folder's lock. */
export function keysOfFolder(dataDir: string): readonly EncryptionKey[] {
  const file = fileOf(dataDir);
  try {
    return parseKeys(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return addKeyToFolder(dataDir, '');
}

/** Puts a new key in front of the others of a folder, which stay readable. */
export function addKeyToFolder(dataDir: string, others = readFileSync(fileOf(dataDir), 'utf8')): readonly EncryptionKey[] {
  mkdirSync(dataDir, { recursive: true });
  return writeKeys(dataDir, `${randomBytes(32).toString('hex')}\n${others}`);
}

/** Leaves only the first key of a folder. */
export function dropOldKeysOfFolder(dataDir: string): readonly EncryptionKey[] {
  return writeKeys(dataDir, `${readFileSync(fileOf(dataDir), 'utf8').split(/\s+/)[0] as string}\n`);
}

function writeKeys(dataDir: string, text: string): readonly EncryptionKey[] {
  const file = fileOf(dataDir);
  const keys = parseKeys(text, file);
  // Whole or not at all: half a file of keys would lose what they encrypted.
  const draft = `${file}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
  return keys;
}
