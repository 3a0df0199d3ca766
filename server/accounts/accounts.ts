/** Players: names and passwords. Passwords are kept as argon2id hashes and are never logged. */
import type { Database, Player, Querying } from '../platform/index.ts';
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import common from './common-passwords.json' with { type: 'json' };
import type { PasswordHashingQueue } from './hashing.ts';

/** Play money that a new player starts with: 10,000.00. */
export const WELCOME_GRANT_FEN = 1_000_000;

/** Letters, digits and Chinese characters; the forms' own texts say the same. */
const NAME = /^[A-Za-z0-9\u4e00-\u9fff]{4,20}$/u;
/** Real ms after the start in which the hash that is compared for unknown names is made. */
const AFTER_START_MS = 2_000;
const PASSWORD_LENGTH = { min: 6, max: 64 };
const COMMON: ReadonlySet<string> = new Set(common.passwords.split(' '));

/** A player whose password was correct, and the hash that it was compared with. */
export interface AuthenticatedPlayer extends Player {
  readonly passwordHash: string;
}

export interface Accounts {
  /** The fault of a name or password, as a text for players; undefined if they are valid. */
  fault(name: string, password: string): { readonly field: 'username' | 'password'; readonly msg: string } | undefined;
  /** The same of a new password alone. */
  passwordFault(name: string, password: string): string | undefined;
  /** A password as it is kept. Rejects with Busy when too many log in at once. */
  hashOf(password: string, address: string): Promise<string>;
  isTaken(name: string): Promise<boolean>;
  /**
   * Makes a player with the opening grant; undefined when the name is taken. `also`: what is written with him, in the same transaction. Rejects
   * with Busy when too many log in at once.
   */
  register(
    name: string,
    password: string,
    address?: string,
    also?: (client: Querying, userId: number) => Promise<void>,
  ): Promise<Player | undefined>;
  /** The player whose name and password these are. Rejects with Busy when too many log in at once. */
  check(name: string, password: string, address: string): Promise<AuthenticatedPlayer | undefined>;
}

/** Stores that a player agreed to a version of the terms of use, and confirmed an age of 18 or more. Later agreements are rows of their own. */
export async function recordAgreement(client: Querying, userId: number, version: string): Promise<void> {
  await client.query('INSERT INTO terms_agreements (user_id, version, agreed_at) VALUES ($1, $2, caipu_now_ms()) ON CONFLICT DO NOTHING', [
    userId,
    version,
  ]);
}

/** Names are compared without regard to case and to full-width forms, so that nobody can pass for another. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** What is weak about a password, as a text for players. */
function weakness(name: string, password: string): string | undefined {
  const plain = normalizeName(password);
  if (COMMON.has(plain) || new Set(plain).size < 3) return '密码过于简单，请换一个';
  const normalizedName = normalizeName(name);
  if (plain.replace(/\d{0,4}$/, '') === normalizedName || plain === normalizedName || plain === [...normalizedName].reverse().join(''))
    return '密码不能与用户名相同或相近，请换一个';
  return undefined;
}

/** `registered`: what every new player gets, in the transaction of his registration. */
export function createAccounts(
  database: Database,
  hashing: PasswordHashingQueue,
  onRegistered: (client: Querying, userId: number) => Promise<void> = async () => {},
): Accounts {
  // Compared against when there is no such player, so that the time taken does not tell which names exist.
  let nobody: Promise<string> | undefined;
  const hashOfNobody = () => (nobody ??= hash(randomBytes(16).toString('hex')));
  // Computed after the start, and before a client could recognise the first login with an unknown name by its time.
  setTimeout(() => void hashOfNobody().catch(() => {}), AFTER_START_MS).unref();

  function passwordFault(name: string, password: string): string | undefined {
    if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max) return '密码须为 6–64 位';
    return weakness(name, password);
  }

  return {
    passwordFault,
    fault(name, password) {
      if (!NAME.test(name)) return { field: 'username', msg: '用户名须为 4–20 位中文、字母或数字' };
      const fault = passwordFault(name, password);
      return fault === undefined ? undefined : { field: 'password', msg: fault };
    },
    hashOf: (password, address) => hashing.run(address, () => hash(password)),
    async isTaken(name) {
      const { rows } = await database.query('SELECT 1 FROM users WHERE name_key = $1', [normalizeName(name)]);
      return rows.length > 0;
    },
    async register(name, password, address = '', also) {
      const passwordHash = await hashing.run(address, () => hash(password));
      const make = async (client: Querying): Promise<Player | undefined> => {
        const values = [name, normalizeName(name), passwordHash, WELCOME_GRANT_FEN];
        const { rows } = await client.query<{ id: number | null }>('SELECT register_user($1, $2, $3, $4) AS id', values);
        const id = rows[0]?.id ?? null;
        if (id === null) return undefined;
        await onRegistered(client, id);
        await also?.(client, id);
        return { id, name, balanceFen: WELCOME_GRANT_FEN };
      };
      return database.transaction(make);
    },
    async check(name, password, address) {
      const row = await database.kysely
        .selectFrom('users')
        .innerJoin('wallets', 'wallets.user_id', 'users.id')
        .select(['users.id', 'users.name', 'users.password_hash', 'wallets.balance_fen'])
        .where('name_key', '=', normalizeName(name))
        .executeTakeFirst();
      const stored = row?.password_hash ?? (await hashOfNobody());
      const right = await hashing.run(address, () => verify(stored, password));
      return row !== undefined && right
        ? { id: row.id, name: row.name, balanceFen: row.balance_fen, passwordHash: row.password_hash }
        : undefined;
    },
  };
}
