/** Identity of a player: real name, proved contacts, and the finished steps of the security list. */
import type { AccountServices } from './services.ts';
import type { Querying } from '../platform/index.ts';

type Opening = Pick<AccountServices, 'encryption'>;

export interface Identity {
  readonly realName: string;
  /** 18 characters, the last a digit or X. */
  readonly number: string;
}

/** The confirmed identity of a player; undefined: there is none. Never to be sent, logged or stored: see `maskRealName` and `maskIdNumber`. */
export async function identityOf({ encryption }: Opening, client: Querying, userId: number): Promise<Identity | undefined> {
  const { rows } = await client.query<{ name_sealed: string; number_sealed: string }>(
    'SELECT name_sealed, number_sealed FROM identities WHERE user_id = $1',
    [userId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { realName: encryption.open('identity.name', row.name_sealed), number: encryption.open('identity.number', row.number_sealed) };
}

/** The confirmed real name; undefined: there is none yet, and the player's next step is /realInfo. */
export async function realNameOf({ encryption }: Opening, client: Querying, userId: number): Promise<string | undefined> {
  const { rows } = await client.query<{ name_sealed: string }>('SELECT name_sealed FROM identities WHERE user_id = $1', [userId]);
  return rows[0] === undefined ? undefined : encryption.open('identity.name', rows[0].name_sealed);
}

export interface SecuritySteps {
  readonly realName: boolean;
  readonly mobile: boolean;
  readonly email: boolean;
  readonly fundPwd: boolean;
}

/** Which steps of the security list a player has done. */
export async function securitySteps(_context: Opening, client: Querying, userId: number): Promise<SecuritySteps> {
  const { rows } = await client.query<SecuritySteps>(
    `SELECT EXISTS (SELECT 1 FROM identities WHERE user_id = $1) AS "realName",
            EXISTS (SELECT 1 FROM contacts WHERE user_id = $1 AND channel = 'mobile') AS mobile,
            EXISTS (SELECT 1 FROM contacts WHERE user_id = $1 AND channel = 'email') AS email,
            EXISTS (SELECT 1 FROM fund_passwords WHERE user_id = $1) AS "fundPwd"`,
    [userId],
    'security-steps',
  );
  return rows[0] as SecuritySteps;
}

/** When a password was last put in the place of another: withdrawals rest for a day after it. Unix ms of the game clock; null: never. */
export async function passwordChangeTimes(
  client: Querying,
  userId: number,
): Promise<{ readonly fundPwdChangedAt: number | null; readonly passwordResetAt: number | null }> {
  const { rows } = await client.query<{ fundPwdChangedAt: number | null; passwordResetAt: number | null }>(
    `SELECT u.password_reset_at AS "passwordResetAt", f.changed_at AS "fundPwdChangedAt"
       FROM users u LEFT JOIN fund_passwords f ON f.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  return rows[0] ?? { fundPwdChangedAt: null, passwordResetAt: null };
}

/** 张三丰 → 张**. A name of the minorities keeps its first part's first character alone. */
export const maskRealName = (name: string): string => `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))}`;

/** First and last character: 1****************2. */
export const maskIdNumber = (number: string): string => `${number.slice(0, 1)}${'*'.repeat(16)}${number.slice(-1)}`;
