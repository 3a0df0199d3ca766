/**
 * Encrypts everything again under the current key, so that an older one can be removed. Servers may run meanwhile: each text is
 * replaced only if it has not changed since it was read.
 */
import type { Querying } from '../database/database.ts';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './columns.ts';
import type { EncryptionAtRest } from './at-rest.ts';

const AT_ONCE = 500;

type Resealing = Pick<EncryptionAtRest, 'open' | 'seal' | 'isCurrent'>;

/** Resolves how many texts were sealed again. */
export async function reencrypt(
  database: Querying,
  encryption: Resealing,
  columns: readonly EncryptedColumn[] = ENCRYPTED_COLUMNS,
): Promise<number> {
  let count = 0;
  for (const column of columns) count += await reencryptColumn(database, encryption, column);
  return count;
}

async function reencryptColumn(
  database: Querying,
  encryption: Resealing,
  { table, key, column, purpose }: EncryptedColumn,
): Promise<number> {
  const current = encryption.seal(purpose, '').split('.').slice(0, 2).join('.');
  let count = 0;
  for (;;) {
    const { rows } = await database.query<Record<string, unknown>>(
      `SELECT ${[...key, column].join(', ')} FROM ${table} WHERE ${column} NOT LIKE $1 LIMIT ${AT_ONCE}`,
      [`${current}.%`],
    );
    if (rows.length === 0) return count;
    for (const row of rows) {
      const sealed = row[column] as string;
      const where = key.map((name, at) => `${name} = $${at + 3}`).join(' AND ');
      const { rowCount } = await database.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${where}`, [
        encryption.seal(purpose, encryption.open(purpose, sealed)),
        sealed,
        ...key.map((name) => row[name]),
      ]);
      count += rowCount;
    }
  }
}
