/**
 * Where the second steps are kept. That of the environment's password is encrypted under a key derived from the password: a new password needs
 * a new second step. That of an operator lies in its row, encrypted at rest.
 */
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { type Database, decrypt, encrypt, type EncryptionAtRest } from '../platform/index.ts';
import type { StepStore } from './second-step.ts';

type StepDatabase = Pick<Database, 'query' | 'transaction'>;

const derive = promisify<string, string, number, Buffer>(scrypt);

export function environmentStore(database: StepDatabase, password: string): StepStore {
  const keys = new Map<string, Promise<Buffer>>();
  const keyOf = (salt: string): Promise<Buffer> => {
    const key = keys.get(salt) ?? derive(password, salt, 32);
    keys.set(salt, key);
    return key;
  };
  return {
    async read() {
      const { rows } = await database.query<{ salt: string; sealed: string; confirmed_at: number | null }>(
        'SELECT salt, sealed, confirmed_at FROM admin_second_step',
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const key = await keyOf(row.salt);
      try {
        return { secret: decrypt(key, row.sealed), sealed: row.sealed, confirmedAt: row.confirmed_at };
      } catch {
        // Sealed under another password.
        return undefined;
      }
    },
    async begin(secret, replace) {
      const salt = randomBytes(16).toString('hex');
      await database.query(
        `INSERT INTO admin_second_step (salt, sealed) VALUES ($1, $2)
         ON CONFLICT (one) DO UPDATE SET salt = excluded.salt, sealed = excluded.sealed, confirmed_at = NULL, last_step = 0
           WHERE admin_second_step.confirmed_at IS NULL OR $3::boolean`,
        [salt, encrypt(await keyOf(salt), secret), replace],
      );
    },
    confirm: (sealed, at, step, codes) =>
      database.transaction(async (client) => {
        const { rowCount } = await client.query(
          'UPDATE admin_second_step SET confirmed_at = $1, last_step = $2 WHERE confirmed_at IS NULL AND sealed = $3',
          [at, step, sealed],
        );
        if (rowCount === 0) return false;
        await client.query('DELETE FROM admin_recovery_codes');
        await client.query('INSERT INTO admin_recovery_codes (code_hash) SELECT unnest($1::text[])', [codes]);
        return true;
      }),
    async useStep(step) {
      const { rowCount } = await database.query('UPDATE admin_second_step SET last_step = $1 WHERE last_step < $1', [step]);
      return rowCount > 0;
    },
    async useCode(hash) {
      const { rowCount } = await database.query('DELETE FROM admin_recovery_codes WHERE code_hash = $1', [hash]);
      return rowCount > 0;
    },
    async codesLeft() {
      const { rows } = await database.query<{ left: number }>('SELECT count(*)::int AS left FROM admin_recovery_codes');
      return rows[0]?.left ?? 0;
    },
    async clear() {
      await database.transaction(async (client) => {
        await client.query('DELETE FROM admin_second_step');
        await client.query('DELETE FROM admin_recovery_codes');
      });
    },
  };
}

/** Seals secrets of operators; a line of server/platform/encryption/columns.ts. */
const PURPOSE = 'operator.step';

/** The second step in an operator's row. */
export function operatorStore(database: StepDatabase, encryption: Pick<EncryptionAtRest, 'seal' | 'open'>, id: number): StepStore {
  return {
    async read() {
      const { rows } = await database.query<{ step_sealed: string | null; step_confirmed_at: number | null }>(
        'SELECT step_sealed, step_confirmed_at FROM operators WHERE id = $1',
        [id],
      );
      const [row] = rows;
      if (row === undefined || row.step_sealed === null) return undefined;
      return { secret: encryption.open(PURPOSE, row.step_sealed), sealed: row.step_sealed, confirmedAt: row.step_confirmed_at };
    },
    async begin(secret, replace) {
      await database.query(
        `UPDATE operators SET step_sealed = $2, step_confirmed_at = NULL, step_last = 0
          WHERE id = $1 AND (step_confirmed_at IS NULL OR $3::boolean)`,
        [id, encryption.seal(PURPOSE, secret), replace],
      );
    },
    confirm: (sealed, at, step, codes) =>
      database.transaction(async (client) => {
        const { rowCount } = await client.query(
          'UPDATE operators SET step_confirmed_at = $2, step_last = $3 WHERE id = $1 AND step_confirmed_at IS NULL AND step_sealed = $4',
          [id, at, step, sealed],
        );
        if (rowCount === 0) return false;
        await client.query('DELETE FROM operator_recovery_codes WHERE operator = $1', [id]);
        await client.query('INSERT INTO operator_recovery_codes (operator, code_hash) SELECT $1, unnest($2::text[])', [id, codes]);
        return true;
      }),
    async useStep(step) {
      const { rowCount } = await database.query('UPDATE operators SET step_last = $2 WHERE id = $1 AND step_last < $2', [id, step]);
      return rowCount > 0;
    },
    async useCode(hash) {
      const { rowCount } = await database.query('DELETE FROM operator_recovery_codes WHERE operator = $1 AND code_hash = $2', [id, hash]);
      return rowCount > 0;
    },
    async codesLeft() {
      const { rows } = await database.query<{ left: number }>(
        'SELECT count(*)::int AS left FROM operator_recovery_codes WHERE operator = $1',
        [id],
      );
      return rows[0]?.left ?? 0;
    },
    async clear() {
      await database.transaction(async (client) => {
        await client.query('UPDATE operators SET step_sealed = NULL, step_confirmed_at = NULL, step_last = 0 WHERE id = $1', [id]);
        await client.query('DELETE FROM operator_recovery_codes WHERE operator = $1', [id]);
      });
    },
  };
}
