/**
 * The second step of an operator's login (RFC 6238): a code of six digits from a phone, which is accepted once, or one of ten recovery
 * codes, each good for one login. The stored secret is encrypted (second-step-stores.ts), so a copy of the database does not open the desk.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { narrow } from '../../engine/descriptions/typed-digits.ts';
import type { Database } from '../platform/index.ts';
import { environmentStore } from './second-step-stores.ts';

const STEP_SECONDS = 30;
/** Steps that a phone's clock may be off, each way. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Without letters and digits that are taken for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

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

/** Where the secret and the recovery codes of one login are kept. */
export interface StepStore {
  /** undefined: there is none, or it cannot be opened any more. `sealed` tells one secret from another. */
  read(): Promise<{ readonly secret: string; readonly sealed: string; readonly confirmedAt: number | null } | undefined>;
  /** Stores a new secret instead of one that is not confirmed yet. `replace`: also instead of a confirmed one. */
  begin(secret: string, replace: boolean): Promise<void>;
  /** Lets a secret count, with its recovery codes; false: it is another one by now, or counts already. */
  confirm(sealed: string, at: number, step: number, codes: readonly string[]): Promise<boolean>;
  /** False: this step or a later one was used. The database decides between two who bring the same code. */
  useStep(step: number): Promise<boolean>;
  useCode(hash: string): Promise<boolean>;
  codesLeft(): Promise<number>;
  clear(): Promise<void>;
}

/** For the password of the environment. `now` is unix ms of the real clock, as the phone's is. */
export const openEnvironmentStep = (
  database: Pick<Database, 'query' | 'transaction'>,
  password: string,
  now: () => number = () => Date.now(),
): SecondStep => createSecondStep(environmentStore(database, password), '管理员', now);

/** `label` names the login on the phone. */
export function createSecondStep(store: StepStore, label: string, now: () => number = () => Date.now()): SecondStep {
  const totpOf = (secret: string): TOTP =>
    new TOTP({ issuer: '彩谱工作台', label, secret: Secret.fromBase32(secret), digits: 6, period: STEP_SECONDS });

  /** The time step of a code that is right now; undefined for any other. */
  function stepOf(secret: string, code: string): number | undefined {
    const digits = narrow(code).replace(/[\s-]/g, '');
    if (!/^\d{6}$/.test(digits)) return undefined;
    const delta = totpOf(secret).validate({ token: digits, window: WINDOW, timestamp: now() });
    return delta === null ? undefined : Math.floor(now() / 1000 / STEP_SECONDS) + delta;
  }

  const hashOf = (code: string): string =>
    createHash('sha256')
      .update(
        narrow(code)
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, ''),
      )
      .digest('hex');

  return {
    async state() {
      const found = await store.read();
      if (found === undefined || found.confirmedAt === null) return { on: false, recoveryCodes: 0 };
      return { on: true, recoveryCodes: await store.codesLeft() };
    },
    async begin() {
      const found = await store.read();
      if (found !== undefined && found.confirmedAt !== null) return undefined;
      const secret = new Secret({ size: 20 }).base32;
      // One that cannot be read any more gives way; of two who begin at once the last one's is confirmed.
      await store.begin(secret, found === undefined);
      return { uri: totpOf(secret).toString(), secret };
    },
    async confirm(code) {
      const found = await store.read();
      const step = found && stepOf(found.secret, code);
      if (found === undefined || step === undefined) return undefined;
      const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
      return (await store.confirm(found.sealed, now(), step, codes.map(hashOf))) ? codes : undefined;
    },
    async spend(code) {
      const found = await store.read();
      if (found === undefined) return 'wrong';
      const step = stepOf(found.secret, code);
      if (step === undefined) return (await store.useCode(hashOf(code))) ? 'right' : 'wrong';
      return (await store.useStep(step)) ? 'right' : 'used';
    },
    end: () => store.clear(),
  };
}

/** 80 random bits: ABCD-EFGH-JKLM-NPQR. */
function recoveryCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
