/** Encryption at rest: what is sealed opens only where it belongs, HMACs stay for ever, and a database says when its keys are missing. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Querying } from '../../../server/platform/database/database.ts';
import { readOptions } from '../../../server/read-options.ts';
import { addKeyToFolder, dropOldKeysOfFolder, keysOfFolder, parseKeys } from '../../../server/platform/encryption/keys.ts';
import { openEncryption, keyring, EncryptionError } from '../../../server/platform/encryption/at-rest.ts';

const key = () => parseKeys(randomBytes(32).toString('hex'))[0] as ReturnType<typeof parseKeys>[number];
const [old, next] = [key(), key()];

/** A database of one secret; `sealed`: whether some other table holds anything. */
function memory(sealed = false): Querying & { secret?: string } {
  return {
    async query(text, values = []) {
      if (text.startsWith('SELECT sealed FROM encryption_secrets'))
        return { rows: this.secret === undefined ? [] : [{ sealed: this.secret }] } as never;
      if (text.startsWith('INSERT INTO encryption_secrets')) {
        if (this.secret === undefined || this.secret === values[2]) this.secret = values[1] as string;
        return { rows: [], rowCount: 1 };
      }
      return { rows: sealed ? [{}] : [], rowCount: 0 } as never;
    },
  };
}

it('decrypts a sealed value, and refuses one that was changed, moved to another purpose or sealed under another key', () => {
  const encryption = keyring([old]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
      const sealed = encryption.seal('card.number', text.replace(/\p{Surrogate}/gu, '?'));
      expect(encryption.open('card.number', sealed)).toBe(text.replace(/\p{Surrogate}/gu, '?'));
      expect(() => encryption.open('identity.number', sealed)).toThrow(EncryptionError);
      const body = Buffer.from(sealed.split('.')[2] as string, 'base64');
      body[at % body.length] = (body[at % body.length] as number) ^ 1;
      expect(() => encryption.open('card.number', `v1.${old.id}.${body.toString('base64')}`)).toThrow(EncryptionError);
      expect(() => keyring([next]).open('card.number', sealed)).toThrow(`key ${old.id} is needed`);
    }),
    { numRuns: 50 },
  );
  expect(encryption.seal('card.number', '6222')).not.toBe(encryption.seal('card.number', '6222'));
  expect(() => encryption.open('card.number', '6222')).toThrow('is not');
});

it('seals under the first key and reads under all, and HMACs outlive a key', async () => {
  const database = memory(true);
  const before = await openEncryption(database, [old]);
  const sealed = before.seal('contact.value', '13800138000');
  const after = await openEncryption(database, [next, old]);
  expect(after.open('contact.value', sealed)).toBe('13800138000');
  expect(after.isCurrent(sealed)).toBe(false);
  expect(after.isCurrent(after.seal('contact.value', 'x'))).toBe(true);
  expect(after.hmac('contact.value', '13800138000')).toBe(before.hmac('contact.value', '13800138000'));
  expect(after.hmac('contact.value', '13800138000')).toMatch(/^[0-9a-f]{64}$/);
  expect(after.hmac('card.number', '13800138000')).not.toBe(after.hmac('contact.value', '13800138000'));
});

it('refuses a database that it cannot read, and starts again on one in which nothing is sealed', async () => {
  const full = memory(true);
  await openEncryption(full, [old]);
  await expect(openEncryption(full, [next])).rejects.toThrow(/key [0-9a-f]{8} is needed.*put it into CAIPU_VAULT_KEYS/);
  const empty = memory();
  await openEncryption(empty, [old]);
  await expect(openEncryption(empty, [next])).resolves.toBeDefined();
  await expect(openEncryption(empty, [next])).resolves.toBeDefined();
});

it('makes a key beside the embedded database that only its owner reads, adds one in front and drops the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caipu-keys-'));
  const [first] = keysOfFolder(folder);
  expect(keysOfFolder(folder)).toEqual([first]);
  expect(statSync(join(folder, 'vault.key')).mode & 0o777).toBe(0o600);
  const both = addKeyToFolder(folder);
  expect(both).toHaveLength(2);
  expect(both[1]).toEqual(first);
  expect(dropOldKeysOfFolder(folder)).toEqual([both[0]]);
  expect(readFileSync(join(folder, 'vault.key'), 'utf8')).not.toContain(first?.bytes.toString('hex'));
  writeFileSync(join(folder, 'vault.key'), 'half a key');
  expect(() => keysOfFolder(folder)).toThrow(/vault\.key: key 1 is not 64 hexadecimal digits/);
});

it('asks a production server on a PostgreSQL for keys of its own, and never says what it was given', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/caipu' };
  expect(() => readOptions(production)).toThrow('CAIPU_VAULT_KEYS is missing');
  const text = randomBytes(32).toString('hex');
  expect(readOptions({ ...production, CAIPU_VAULT_KEYS: text }).encryptionKeys).toHaveLength(1);
  expect(readOptions({ DATABASE_URL: 'postgres://localhost/caipu' }).encryptionKeys).toBeUndefined();
  const wrong = () => readOptions({ ...production, CAIPU_VAULT_KEYS: `${text},${text.slice(0, 60)}` });
  expect(wrong).toThrow('CAIPU_VAULT_KEYS: key 2 is not 64 hexadecimal digits. Make one with: openssl rand -hex 32');
  try {
    wrong();
  } catch (error) {
    expect((error as Error).message).not.toContain(text.slice(0, 8));
  }
  expect(() => parseKeys(`${text} ${text}`)).toThrow('holds a key twice');
});
