/** Sessions of operators, in the database, so that every process honours them. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { deviceName, type PasswordHashingQueue } from '../accounts/index.ts';
import type { Database, Querying } from '../platform/index.ts';

/** A working day. */
export const SESSION_MS = 8 * 3_600_000;
/** The most sessions of one operator. A further login ends the oldest one. */
const MOST_SESSIONS = 100;
/** Ms that the time of last use may be behind. */
const USE_WRITTEN_MS = 60_000;

/** Name and role of the password of the environment. */
export const ENVIRONMENT_OPERATOR = { id: null, name: 'admin', role: 'admin' } as const;

/** Identity of an operator. `id`: of the row; null for the password of the environment. */
export interface OperatorPerson {
  readonly id: number | null;
  readonly name: string;
  readonly role: string;
}

export interface Operator extends OperatorPerson {
  /** An id of the operator's session. It is not the session's token. */
  readonly session: string;
}

export interface OperatorSession {
  readonly id: string;
  readonly openedAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly device: string;
}

export interface OperatorSessions {
  /** Whether this is the password of the environment. */
  isRight(password: string, address: string): Promise<boolean>;
  /**
   * A token (256 random bits) after all steps of the login; undefined when the password was
   * changed since, or the operator was disabled. `passwordHash`: of the given password; left out for the password of the environment.
   */
  open(
    person: Pick<OperatorPerson, 'id'> & { readonly passwordHash?: string },
    from: { readonly address: string; readonly agent: string },
  ): Promise<{ readonly token: string; readonly expiresAt: number } | undefined>;
  /** Whose token it is; undefined: nobody's by now. */
  holder(token: string): Promise<Operator | undefined>;
  close(token: string): Promise<void>;
  /** Ends every session of the same operator but this one. */
  closeOthers(token: string): Promise<void>;
  /** An operator's own sessions, the newest first. */
  list(person: Pick<OperatorPerson, 'id'>): Promise<OperatorSession[]>;
  /** Ends one of an operator's own by its id, or all; how many ended. */
  end(person: Pick<OperatorPerson, 'id'>, session?: string, client?: Querying): Promise<number>;
}

/** `now` is unix ms of the real clock: a simulated one may jump over any number of working days. */
export function openSessions(
  database: Pick<Database, 'query'>,
  hashing: PasswordHashingQueue,
  password: string,
  now: () => number = Date.now,
): OperatorSessions {
  // As a hash from here on, so that neither a dump of this process nor a slip of ours shows the password.
  const stored = hash(password);
  // Bound to the password: a change of the password ends all sessions that were opened with the former one.
  const secret = createHash('sha256').update(`operator ${password}`).digest('hex');
  const keyOf = (token: string): string => createHash('sha256').update(`${secret} ${token}`).digest('hex');
  return {
    async isRight(enteredPassword, address) {
      const right = await stored;
      return hashing.run(address, () => verify(right, enteredPassword));
    },
    async open({ id, passwordHash }, { address, agent }) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now() + SESSION_MS;
      const { rows } = await database.query(
        // A concurrent change of the password waits for the lock on the row and then ends this session too, or this transaction waits for it.
        `WITH verified AS (SELECT 1 FROM operators WHERE id = $4::int AND password_hash = $7 AND disabled_at IS NULL FOR SHARE),
         old AS (
           DELETE FROM operator_sessions WHERE expires_at <= $2 OR token_hash IN (
             SELECT token_hash FROM operator_sessions WHERE operator IS NOT DISTINCT FROM $4::int ORDER BY created_at DESC OFFSET ${MOST_SESSIONS - 1}))
         INSERT INTO operator_sessions (token_hash, created_at, expires_at, seen_at, operator, address, device)
         SELECT $1, $2, $3, $2, $4::int, $5, $6 WHERE $4::int IS NULL OR EXISTS (SELECT 1 FROM verified) RETURNING id`,
        [keyOf(token), now(), expiresAt, id, address, deviceName(agent), passwordHash ?? null],
      );
      return rows.length === 1 ? { token, expiresAt } : undefined;
    },
    async holder(token) {
      const { rows } = await database.query<{ id: string; operator: number | null; name: string; role: string; seen_at: number | null }>(
        `SELECT s.id, s.operator, o.name, o.role, s.seen_at FROM operator_sessions s LEFT JOIN operators o ON o.id = s.operator
          WHERE s.token_hash = $1 AND s.expires_at > $2 AND o.disabled_at IS NULL`,
        [keyOf(token), now()],
        'operator-session',
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      if ((row.seen_at ?? 0) < now() - USE_WRITTEN_MS)
        await database.query('UPDATE operator_sessions SET seen_at = $2 WHERE token_hash = $1', [keyOf(token), now()], 'operator-seen');
      const person = row.operator === null ? ENVIRONMENT_OPERATOR : { id: row.operator, name: row.name, role: row.role };
      return { ...person, session: row.id };
    },
    async close(token) {
      await database.query('DELETE FROM operator_sessions WHERE token_hash = $1', [keyOf(token)]);
    },
    async closeOthers(token) {
      await database.query(
        `DELETE FROM operator_sessions WHERE token_hash <> $1
            AND operator IS NOT DISTINCT FROM (SELECT operator FROM operator_sessions WHERE token_hash = $1)`,
        [keyOf(token)],
      );
    },
    async list({ id }) {
      const { rows } = await database.query<OperatorSession>(
        `SELECT id, created_at AS "openedAt", coalesce(seen_at, created_at) AS "seenAt", expires_at AS "expiresAt", address, device
           FROM operator_sessions WHERE operator IS NOT DISTINCT FROM $1::int AND expires_at > $2 ORDER BY created_at DESC, id`,
        [id, now()],
      );
      return rows;
    },
    async end({ id }, session, client = database) {
      const { rowCount } = await client.query(
        'DELETE FROM operator_sessions WHERE operator IS NOT DISTINCT FROM $1::int AND ($2::uuid IS NULL OR id = $2::uuid)',
        [id, session ?? null],
      );
      return rowCount;
    },
  };
}
