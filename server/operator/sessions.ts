/** Who may publish: one password from the environment, sessions in the database, so that every process honours them. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Hashing } from '../accounts/hashing.ts';
import type { Database } from '../db/database.ts';

/** A working day. */
const SESSION_MS = 8 * 3_600_000;
const MOST_SESSIONS = 100;

export interface OperatorSessions {
  /** Whether this is the password. */
  isRight(password: string, address: string): Promise<boolean>;
  /** A token (256 random bits), for who has shown all that is asked for. */
  open(): Promise<{ readonly token: string; readonly expiresAt: number }>;
  holds(token: string): Promise<boolean>;
  close(token: string): Promise<void>;
  /** Ends every session but this one. */
  closeOthers(token: string): Promise<void>;
}

/** `now` is unix ms of the real clock: a simulated one may jump over any number of working days. */
export function openSessions(
  database: Pick<Database, 'query'>,
  hashing: Hashing,
  password: string,
  now: () => number = Date.now,
): OperatorSessions {
  // As a hash from here on, so that neither a dump of this process nor a slip of ours shows the password.
  const stored = hash(password);
  // With the password in it: whoever changes the password ends all sessions that were opened with another one.
  const secret = createHash('sha256').update(`operator ${password}`).digest('hex');
  const keyOf = (token: string): string => createHash('sha256').update(`${secret} ${token}`).digest('hex');
  return {
    async isRight(given, address) {
      const right = await stored;
      return hashing.run(address, () => verify(right, given));
    },
    async open() {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now() + SESSION_MS;
      await database.query(
        `WITH old AS (
           DELETE FROM operator_sessions WHERE expires_at <= $2 OR token_hash IN (
             SELECT token_hash FROM operator_sessions ORDER BY created_at DESC OFFSET ${MOST_SESSIONS - 1}))
         INSERT INTO operator_sessions (token_hash, created_at, expires_at) VALUES ($1, $2, $3)`,
        [keyOf(token), now(), expiresAt],
      );
      return { token, expiresAt };
    },
    async holds(token) {
      const { rows } = await database.query(
        'SELECT 1 FROM operator_sessions WHERE token_hash = $1 AND expires_at > $2',
        [keyOf(token), now()],
        'operator-session',
      );
      return rows.length > 0;
    },
    async close(token) {
      await database.query('DELETE FROM operator_sessions WHERE token_hash = $1', [keyOf(token)]);
    },
    async closeOthers(token) {
      await database.query('DELETE FROM operator_sessions WHERE token_hash <> $1', [keyOf(token)]);
    },
  };
}
