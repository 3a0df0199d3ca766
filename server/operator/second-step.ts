/**
 * The second step of the operators' login (RFC 6238): a code of six digits from a phone, which is accepted once, or one of ten recovery
 * codes, each good for one login. The secret lies in the database, encrypted under a key that comes of the operator password: whoever
 * changes the password begins anew, and a copy of the database does not open the desk.
 */
import { createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../db/database.ts';
import { decrypt, encrypt } from '../vault/cipher.ts';

const STEP_SECONDS = 30;
/** Steps that a phone's clock may be off, each way. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Without letters and digits that are taken for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const derive = promisify<string, string, number, Buffer>(scrypt);

export type CodeResult = 'right' | 'wrong' | 'used';

export interface SecondStep {
  /** Whether logins ask for a code, and how many recovery codes are left. */
  state(): Promise<{ readonly on: boolean; readonly recoveryCodes: number }>;
  /** A new secret, which counts from `confirm` on; undefined when there is one that counts. `uri` is what a phone scans. */
  begin(): Promise<{ readonly uri: string; readonly secret: string } | undefined>;
  /** The first code from the phone: from now on logins ask for one. Returns the recovery codes, to be shown once; undefined: a wrong code. */
  confirm(code: string): Promise<readonly string[] | undefined>;
  /** Spends a code of the phone or a recovery code. */
  spend(code: string): Promise<CodeResult>;
  /** Logins ask for the password alone. */
  end(): Promise<void>;
}

interface Row {
  readonly salt: string;
  readonly sealed: string;
  readonly confirmed_at: number | null;
  readonly last_step: number;
}

/** `now` is unix ms of the real clock, as the phone's is. */
export function openSecondStep(
  database: Pick<Database, 'query' | 'transaction'>,
  password: string,
  now: () => number = () => Date.now(),
): SecondStep {
  const keys = new Map<string, Promise<Buffer>>();
  const keyOf = (salt: string): Promise<Buffer> => {
    const key = keys.get(salt) ?? derive(password, salt, 32);
    keys.set(salt, key);
    return key;
  };
  const totpOf = (secret: Secret): TOTP => new TOTP({ issuer: '彩谱工作台', label: '管理员', secret, digits: 6, period: STEP_SECONDS });

  async function seal(secret: Secret): Promise<{ readonly salt: string; readonly sealed: string }> {
    const salt = randomBytes(16).toString('hex');
    return { salt, sealed: encrypt(await keyOf(salt), secret.base32) };
  }

  /** undefined when it was sealed under another password. */
  async function unseal({ salt, sealed }: Row): Promise<TOTP | undefined> {
    const key = await keyOf(salt);
    try {
      return totpOf(Secret.fromBase32(decrypt(key, sealed)));
    } catch {
      return undefined;
    }
  }

  async function read(): Promise<{ readonly row: Row; readonly totp: TOTP } | undefined> {
    const { rows } = await database.query<Row>('SELECT salt, sealed, confirmed_at, last_step FROM operator_second_step');
    const [row] = rows;
    const totp = row && (await unseal(row));
    return row === undefined || totp === undefined ? undefined : { row, totp };
  }

  /** The time step of a code that is right now; undefined for any other. */
  function stepOf(totp: TOTP, code: string): number | undefined {
    const digits = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(digits)) return undefined;
    const delta = totp.validate({ token: digits, window: WINDOW, timestamp: now() });
    return delta === null ? undefined : Math.floor(now() / 1000 / STEP_SECONDS) + delta;
  }

  const hashOf = (code: string): string =>
    createHash('sha256')
      .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
      .digest('hex');

  return {
    async state() {
      const found = await read();
      if (found === undefined || found.row.confirmed_at === null) return { on: false, recoveryCodes: 0 };
      const { rows } = await database.query<{ left: number }>('SELECT count(*)::int AS left FROM operator_recovery_codes');
      return { on: true, recoveryCodes: rows[0]?.left ?? 0 };
    },
    async begin() {
      const found = await read();
      if (found !== undefined && found.row.confirmed_at !== null) return undefined;
      const secret = new Secret({ size: 20 });
      const { salt, sealed } = await seal(secret);
      // One that cannot be read any more (another password) gives way; of two who begin at once the last one's is confirmed.
      await database.query(
        `INSERT INTO operator_second_step (salt, sealed) VALUES ($1, $2)
         ON CONFLICT (one) DO UPDATE SET salt = excluded.salt, sealed = excluded.sealed, confirmed_at = NULL, last_step = 0
           WHERE operator_second_step.confirmed_at IS NULL OR $3::boolean`,
        [salt, sealed, found === undefined],
      );
      return { uri: totpOf(secret).toString(), secret: secret.base32 };
    },
    async confirm(code) {
      const found = await read();
      const step = found && stepOf(found.totp, code);
      if (found === undefined || step === undefined) return undefined;
      const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
      return database.transaction(async (client) => {
        const { rowCount } = await client.query(
          'UPDATE operator_second_step SET confirmed_at = $1, last_step = $2 WHERE confirmed_at IS NULL AND sealed = $3',
          [now(), step, found.row.sealed],
        );
        if (rowCount === 0) return undefined;
        await client.query('DELETE FROM operator_recovery_codes');
        await client.query('INSERT INTO operator_recovery_codes (code_hash) SELECT unnest($1::text[])', [codes.map(hashOf)]);
        return codes;
      });
    },
    async spend(code) {
      const found = await read();
      if (found === undefined) return 'wrong';
      const step = stepOf(found.totp, code);
      if (step === undefined) {
        const { rowCount } = await database.query('DELETE FROM operator_recovery_codes WHERE code_hash = $1', [hashOf(code)]);
        return rowCount > 0 ? 'right' : 'wrong';
      }
      // The database decides between two who bring the same code, to two processes too.
      const { rowCount } = await database.query('UPDATE operator_second_step SET last_step = $1 WHERE last_step < $1', [step]);
      return rowCount > 0 ? 'right' : 'used';
    },
    async end() {
      await database.transaction(async (client) => {
        await client.query('DELETE FROM operator_second_step');
        await client.query('DELETE FROM operator_recovery_codes');
      });
    },
  };
}

/** 80 random bits: ABCD-EFGH-JKLM-NPQR. */
function recoveryCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
