/** Players and sessions. Passwords are kept as argon2id hashes, tokens as SHA-256; neither is ever logged. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { GameClock } from '../clock.ts';
import type { Database } from '../db/database.ts';

/** Play money that a new player starts with: 10,000.00. */
export const GRANT_FEN = 1_000_000;
const SESSION_MS = 30 * 86_400_000;

/** Letters, digits and Chinese characters; the forms' own texts say the same. */
const NAME = /^[A-Za-z0-9\u4e00-\u9fff]{4,20}$/u;
const PASSWORD_LENGTH = { min: 6, max: 64 };

export interface Player {
  readonly id: number;
  readonly name: string;
  readonly balanceFen: number;
}

export interface Accounts {
  /** What is wrong with a name or password, for a player to read; undefined when they will do. */
  fault(name: string, password: string): { readonly field: 'username' | 'password'; readonly msg: string } | undefined;
  /** Makes a player with the opening grant; undefined when the name is taken. */
  register(name: string, password: string): Promise<Player | undefined>;
  /** The player whose name and password these are. */
  check(name: string, password: string): Promise<Player | undefined>;
  /** A new session's token: 256 random bits, base64url. */
  openSession(userId: number): Promise<string>;
  closeSession(token: string): Promise<void>;
  /** The player of a token, with the balance of now. */
  player(token: string): Promise<Player | undefined>;
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Names are compared without regard to case and to full-width forms, so that nobody can pass for another. */
function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

export function createAccounts(database: Database, clock: GameClock): Accounts {
  // Compared against when there is no such player, so that the time taken does not tell which names exist.
  const nobody = hash(randomBytes(16).toString('hex'));

  return {
    fault(name, password) {
      if (!NAME.test(name)) return { field: 'username', msg: '用户名须为 4–20 位中文、字母或数字' };
      if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max)
        return { field: 'password', msg: '密码须为 6–64 位' };
      return undefined;
    },
    async register(name, password) {
      const { rows } = await database.query<{ id: number | null }>('SELECT register_user($1, $2, $3, $4) AS id', [
        name,
        nameKey(name),
        await hash(password),
        GRANT_FEN,
      ]);
      const id = rows[0]?.id ?? null;
      return id === null ? undefined : { id, name, balanceFen: GRANT_FEN };
    },
    async check(name, password) {
      const row = await database.kysely
        .selectFrom('users')
        .innerJoin('wallets', 'wallets.user_id', 'users.id')
        .select(['users.id', 'users.name', 'users.password_hash', 'wallets.balance_fen'])
        .where('name_key', '=', nameKey(name))
        .executeTakeFirst();
      const right = await verify(row?.password_hash ?? (await nobody), password);
      return row !== undefined && right ? { id: row.id, name: row.name, balanceFen: row.balance_fen } : undefined;
    },
    async openSession(userId) {
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      await database.kysely
        .insertInto('sessions')
        .values({ token_hash: tokenHash(token), user_id: userId, created_at: now, expires_at: now + SESSION_MS })
        .execute();
      return token;
    },
    async closeSession(token) {
      await database.kysely.deleteFrom('sessions').where('token_hash', '=', tokenHash(token)).execute();
    },
    async player(token) {
      const { rows } = await database.query<{ id: number; name: string; balance_fen: number }>(
        `SELECT u.id, u.name, w.balance_fen FROM sessions s JOIN users u ON u.id = s.user_id JOIN wallets w ON w.user_id = s.user_id
          WHERE s.token_hash = $1 AND s.expires_at > caipu_now_ms()`,
        [tokenHash(token)],
        'player-of-token',
      );
      const row = rows[0];
      return row === undefined ? undefined : { id: row.id, name: row.name, balanceFen: row.balance_fen };
    },
  };
}
