/**
 * Sessions of players. A token is 256 random bits; only its SHA-256 is stored. A session ends 30 days after its login, or after
 * a week without use; players see their own sessions and can end them.
 *
 * The use of a session is noted in memory and written once in a while: neither a bet nor a read costs a statement more for it.
 */
import { randomBytes } from 'node:crypto';
import { DAY_MS, type Database, type GameClock, type Player, type Querying, tokenHash } from '../platform/index.ts';

const SESSION_MS = 30 * DAY_MS;
/** Game ms without use after which a session ends. */
export const IDLE_MS = 7 * DAY_MS;
/** Sessions of one player; the one that was used least lately ends when there would be more. */
const MOST_SESSIONS = 20;
/** Devices that are remembered of a player. */
const MOST_DEVICES = 20;
const WRITE_EVERY_MS = 60_000;
/** Game ms that the time of last use may be behind. */
const USE_WRITTEN_MS = 600_000;
/** Tokens that this process remembers as honoured. */
const MOST_KNOWN = 100_000;

export interface SessionEntry {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly openedAt: number;
  readonly seenAt: number;
  readonly current: boolean;
  /** Opened on an installation that the player had not used before. */
  readonly newDevice: boolean;
}

/** Where a login comes from. */
export interface Origin {
  readonly address: string;
  /** The User-Agent header. */
  readonly agent: string;
  /** deviceHash of the installation; undefined when it sends no id. */
  readonly device?: string | undefined;
}

/** One session by its id, or all but that of a token or of its hash. */
type SessionsToEnd = { readonly id: string } | { readonly allBut: string } | { readonly allButHash: string };

export interface Sessions {
  /** A new session's token, base64url. */
  open(userId: number, origin: Origin): Promise<string>;
  /** The same after a check of the password of this hash; undefined when the player's password was changed since. */
  openVerified(userId: number, origin: Origin, passwordHash: string): Promise<string | undefined>;
  /** Ends the session of a token. */
  close(token: string): Promise<void>;
  /** The player of a token, with the current balance. */
  player(token: string): Promise<Player | undefined>;
  /** Those of a player that are honoured, the one used last first. */
  list(userId: number, token: string): Promise<SessionEntry[]>;
  /**
   * Ends one session of a player by its id, or all but that of a token; an empty one spares none. Returns how many ended. `client`: in the
   * transaction of somebody else.
   */
  end(userId: number, which: SessionsToEnd, client?: Querying): Promise<number>;
  /** Notes that a session was honoured just now. `hash` is that of its token. */
  markUsed(hash: string, userId?: number): void;
  /** The player of a token that this process honoured of late; 0: honoured, player not known; undefined: not honoured that we know. */
  cachedPlayer(hash: string): number | undefined;
  /** The player of the session of a token hash; undefined where there is none. Those who ask for one at once ask the database once. */
  owner(hash: string): Promise<number | undefined>;
  /** Which of these token hashes are still honoured. */
  honoured(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Writes down now what was used. */
  flush(): Promise<void>;
  /** Writes it down for the last time. */
  stop(): Promise<void>;
}

export function createSessions(database: Database, clock: GameClock): Sessions {
  return new StoredSessions(database, clock);
}

class StoredSessions implements Sessions {
  readonly #database: Database;
  readonly #reading: Querying;
  readonly #clock: GameClock;
  /** Token hash → player, 0 when that is not known. */
  readonly #known = new Map<string, number>();
  /** Token hashes of sessions that were used since the last write. */
  #unwritten = new Set<string>();
  /** Look-ups of token hashes that are under way. */
  readonly #lookUps = new Map<string, Promise<number | undefined>>();
  readonly #writing: NodeJS.Timeout;

  constructor(database: Database, clock: GameClock) {
    this.#database = database;
    this.#reading = database.reader();
    this.#clock = clock;
    this.#writing = setInterval(() => void this.flush().catch(() => {}), WRITE_EVERY_MS);
    this.#writing.unref();
  }

  async open(userId: number, origin: Origin): Promise<string> {
    return (await this.#open(userId, origin, null)) as string;
  }

  openVerified(userId: number, origin: Origin, passwordHash: string): Promise<string | undefined> {
    return this.#open(userId, origin, passwordHash);
  }

  async close(token: string): Promise<void> {
    const { rows } = await this.#database.query<{ token_hash: string }>('SELECT end_sessions(NULL, $1, NULL, NULL) AS token_hash', [
      tokenHash(token),
    ]);
    this.#ended(rows);
  }

  async end(userId: number, which: SessionsToEnd, client: Querying = this.#database): Promise<number> {
    const { rows } = await client.query<{ token_hash: string }>('SELECT end_sessions($1, NULL, $2, $3) AS token_hash', [
      userId,
      'id' in which ? which.id : null,
      'allBut' in which ? tokenHash(which.allBut) : 'allButHash' in which ? which.allButHash : null,
    ]);
    return this.#ended(rows);
  }

  async player(token: string): Promise<Player | undefined> {
    const hash = tokenHash(token);
    const { rows } = await this.#reading.query<{ id: number; name: string; balance_fen: number }>(
      `SELECT u.id, u.name, w.balance_fen FROM sessions s JOIN users u ON u.id = s.user_id JOIN wallets w ON w.user_id = s.user_id
        WHERE s.token_hash = $1 AND s.expires_at > caipu_now_ms()`,
      [hash],
      'player-of-token',
    );
    const row = rows[0];
    if (row === undefined) {
      this.#known.delete(hash);
      return undefined;
    }
    this.markUsed(hash, row.id);
    return { id: row.id, name: row.name, balanceFen: row.balance_fen };
  }

  async list(userId: number, token: string): Promise<SessionEntry[]> {
    const { rows } = await this.#database.query<SessionEntry>(
      `SELECT id, device, address, created_at AS "openedAt", seen_at AS "seenAt", token_hash = $2 AS current,
              new_device AS "newDevice"
         FROM sessions WHERE user_id = $1 AND expires_at > caipu_now_ms() ORDER BY token_hash = $2 DESC, 5 DESC, created_at DESC`,
      [userId, tokenHash(token)],
    );
    return rows;
  }

  markUsed(hash: string, userId = 0): void {
    const known = this.#known;
    const before = known.get(hash);
    if (before === undefined && known.size >= MOST_KNOWN) for (const oldest of [...known.keys()].slice(0, 1_000)) known.delete(oldest);
    if (before === undefined || (userId !== 0 && before !== userId)) known.set(hash, userId || (before ?? 0));
    this.#unwritten.add(hash);
  }

  cachedPlayer(hash: string): number | undefined {
    return this.#known.get(hash);
  }

  async owner(hash: string): Promise<number | undefined> {
    const found = this.#known.get(hash);
    if (found) return found;
    const asking = this.#lookUps.get(hash) ?? this.#lookUp(hash).finally(() => this.#lookUps.delete(hash));
    this.#lookUps.set(hash, asking);
    return asking;
  }

  async honoured(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#database.query<{ token_hash: string }>(
      'SELECT token_hash FROM sessions WHERE token_hash = ANY($1::text[]) AND expires_at > caipu_now_ms()',
      [hashes],
    );
    return new Set(rows.map((row) => row.token_hash));
  }

  async flush(): Promise<void> {
    const hashes = [...this.#unwritten];
    if (hashes.length === 0) return;
    this.#unwritten = new Set();
    await this.#database.query(
      `UPDATE sessions SET seen_at = caipu_now_ms(),
              expires_at = least(ends_at, caipu_now_ms() + ${IDLE_MS})
        WHERE token_hash = ANY($1::text[]) AND expires_at > caipu_now_ms() AND seen_at < caipu_now_ms() - ${USE_WRITTEN_MS}`,
      [hashes],
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.#writing);
    await this.flush().catch(() => {});
  }

  /** Undefined where the player's password is not the one of this hash any more; null: it is not asked for. */
  async #open(userId: number, { address, agent, device }: Origin, passwordHash: string | null): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock.now();
    const { rows } = await this.#database.query<{ opened: boolean }>(
      'SELECT open_session($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS opened',
      [
        userId,
        tokenHash(token),
        now,
        now + IDLE_MS,
        now + SESSION_MS,
        deviceName(agent),
        address,
        device ?? null,
        MOST_SESSIONS,
        MOST_DEVICES,
        passwordHash,
      ],
    );
    if (rows[0]?.opened !== true) return undefined;
    this.markUsed(tokenHash(token), userId);
    return token;
  }

  async #lookUp(hash: string): Promise<number | undefined> {
    const { rows } = await this.#reading.query<{ user_id: number | null }>(
      'SELECT session_player($1) AS user_id',
      [hash],
      'session-player',
    );
    const userId = rows[0]?.user_id ?? undefined;
    if (userId === undefined) this.#known.delete(hash);
    else this.markUsed(hash, userId);
    return userId;
  }

  /** Forgets sessions that ended; returns how many. */
  #ended(rows: readonly { token_hash: string }[]): number {
    for (const { token_hash: hash } of rows) this.#known.delete(hash);
    return rows.length;
  }
}

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS/, '鸿蒙设备'],
  [/Android/, '安卓设备'],
  [/Windows/, 'Windows 电脑'],
  [/Mac OS X|Macintosh/, 'Mac 电脑'],
  [/Linux/, 'Linux 电脑'],
];
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/MicroMessenger/, '微信'],
  [/QQBrowser|MQQBrowser/, 'QQ 浏览器'],
  [/UCBrowser/, 'UC 浏览器'],
  [/Edg/, 'Edge'],
  [/Firefox/, 'Firefox'],
  [/Chrome/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/** A device as its owner knows it: system and browser, no version. */
export function deviceName(agent: string): string {
  const of = (list: typeof SYSTEMS) => list.find(([pattern]) => pattern.test(agent))?.[1];
  return [of(SYSTEMS) ?? '其他设备', of(BROWSERS)].filter(Boolean).join(' · ');
}
