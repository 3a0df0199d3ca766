/** Who may publish: one password from the environment, sessions of this process alone, nothing shared with players. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** A working day. */
const SESSION_MS = 8 * 3_600_000;
const MOST_SESSIONS = 100;

export interface OperatorSessions {
  /** A token (256 random bits) for the right password; undefined for any other. */
  open(password: string): Promise<{ readonly token: string; readonly expiresAt: number } | undefined>;
  holds(token: string): boolean;
  close(token: string): void;
}

/** `now` is unix ms of the real clock: a simulated one may jump over any number of working days. */
export function openSessions(password: string, now: () => number = Date.now): OperatorSessions {
  // As a hash from here on, so that neither a dump of this process nor a slip of ours shows the password.
  const stored = hash(password);
  const sessions = new Map<string, number>();
  const keyOf = (token: string): string => createHash('sha256').update(token).digest('hex');
  return {
    async open(given) {
      if (!(await verify(await stored, given))) return undefined;
      for (const [key, expiresAt] of sessions) if (expiresAt <= now()) sessions.delete(key);
      const [oldest] = sessions.keys();
      if (sessions.size >= MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now() + SESSION_MS;
      sessions.set(keyOf(token), expiresAt);
      return { token, expiresAt };
    },
    holds: (token) => (sessions.get(keyOf(token)) ?? 0) > now(),
    close: (token) => void sessions.delete(keyOf(token)),
  };
}
