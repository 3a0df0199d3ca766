/**
 * The rate limits of all calls (protocol/calls/limits.ts has the figures).
 *
 * Ordinary calls are counted in memory, in chunks leased from the database (counters.ts), so a bet costs no additional statement. Every login
 * attempt and registration is counted in the database, before a password is hashed.
 *
 * A failed login counts three times: for the address, for the name, and for the two together; each makes the next attempt wait, twice as
 * long after each failure. An owner must not be locked out by a client that guesses passwords for the name or has the same address. So an
 * installation with an earlier login of this player (its random id is known) has a counter of its own and no other check: an
 * attacker does not know that id, and an attacker that knows it has a few tries, with the same growing delay. A session that is open is
 * never touched by any of this. The answer is the same whether the name exists or not.
 */
import { DAY_MS, MINUTE_MS } from '../../../engine/descriptions/time-units.ts';
import { createHash } from 'node:crypto';
import { CODE_RATES, type Rate, RATES, REFUSED_RATE, REGISTER_RATES, SEARCH_RATE, VOTE_RATES } from '../../../protocol/calls/limits.ts';
import type { Database } from '../database/database.ts';
import { createCounters } from './counters.ts';

/** For each counter of failed passwords: attempts without a wait, and the longest wait. The failure of the last attempt without a wait causes the first wait. */
const ATTEMPT_LIMITS = {
  address: { withoutWait: 30, longestMs: 15 * MINUTE_MS },
  name: { withoutWait: 15, longestMs: 5 * MINUTE_MS },
  pair: { withoutWait: 5, longestMs: 15 * MINUTE_MS },
  device: { withoutWait: 8, longestMs: 15 * MINUTE_MS },
  operatorAddress: { withoutWait: 5, longestMs: 15 * MINUTE_MS },
  operator: { withoutWait: 30, longestMs: MINUTE_MS },
  operatorName: { withoutWait: 10, longestMs: 5 * MINUTE_MS },
} as const;

const PRUNE_EVERY_MS = 10 * MINUTE_MS;

export interface PasswordAttempt {
  /** Real ms to wait; 0: try. */
  readonly wait: number;
  /** Takes the attempt back, because the server was busy and did not check the password. */
  withdraw(): Promise<void>;
  /** The password was right. */
  succeed(): Promise<void>;
}

export interface LoginAttempt {
  /** The name as it is compared (`normalizeName`). */
  readonly name: string;
  /** As `addressKey` gives it. */
  readonly address: string;
  /** The random id of the installation, as sent; '' for none. */
  readonly device: string;
}

export interface RateLimiter {
  /** Counts a request by address: ms to wait, 0 if it may be made. A promise if the database must be asked. */
  read(address: string): number | Promise<number>;
  /** Counts a request by address, if it may be made without asking the database. False: nothing is counted. */
  readAtHand(address: string): boolean;
  /** Counts a request of an account. `caller`: the player's number, or else the hash of the token. */
  account(kind: 'own' | 'write', caller: string): number | Promise<number>;
  /** Counts a search of an installation: ms to wait, 0 when it may be made. */
  search(caller: string): number;
  /** Counts a refused request (wrong field, signature or session). */
  refused(address: string): Promise<void>;
  /** Ms until an address with too many refused requests may send again; 0: it may send now. */
  distrusted(address: string): number;
  login(attempt: LoginAttempt): Promise<PasswordAttempt>;
  /** `name`: of an operator, normalised; '' for the password of the environment. */
  operatorLogin(address: string, name?: string): Promise<PasswordAttempt>;
  /** Counts a registration: ms to wait. */
  register(address: string): Promise<number>;
  /** Counts a code that is sent or a password that is reset: ms to wait. */
  code(address: string): Promise<number>;
  /** Counts a vote of a visitor: ms to wait. */
  vote(address: string): Promise<number>;
  close(): Promise<void>;
}

/** The stored form of the id of an installation. */
export const deviceHash = (device: string): string => createHash('sha256').update(device).digest('hex');

/** An item of the list for the SQL function begin_attempt. `free`: attempts without a wait; `longest`: the longest wait in ms. */
interface AttemptCounter {
  readonly key: string;
  readonly free: number;
  readonly longest: number;
  /** A correct password resets the counter. */
  readonly forget?: boolean;
}

/** Most stored callers. Beyond it all are removed, which only lets them start a new window. */
const MOST_CALLERS = 20_000;

/** Limits the calls of each caller in a sliding window, in memory, because the window is too short for the database. */
export function slidingWindow({ most, windowMs }: Rate, now: () => number = () => performance.now()): (caller: string) => number {
  const callers = new Map<string, number[]>();
  return (caller) => {
    const at = now();
    if (callers.size > MOST_CALLERS) callers.clear();
    const calls = (callers.get(caller) ?? []).filter((each) => each > at - windowMs);
    callers.set(caller, calls);
    if (calls.length >= most) return Math.ceil((calls[calls.length - most] as number) + windowMs - at);
    calls.push(at);
    return 0;
  };
}

/** `factor` multiplies every figure; Infinity: nothing is counted. */
export function createRateLimiter(database: Pick<Database, 'query'>, factor = 1): RateLimiter {
  const off = factor === Number.POSITIVE_INFINITY;
  const counters = createCounters(database);
  const times = ({ most, windowMs }: Rate): Rate => ({ most: Math.max(1, Math.round(most * factor)), windowMs });
  const rates = { read: times(RATES.read), own: times(RATES.own), write: times(RATES.write), refused: times(REFUSED_RATE) };

  const pruning = setInterval(() => {
    void database
      .query(
        `WITH counted AS (DELETE FROM request_counts WHERE started < real_now_ms() - ${DAY_MS})
         DELETE FROM failed_attempts WHERE at < real_now_ms() - ${DAY_MS} AND blocked_until < real_now_ms()`,
      )
      .catch(() => {});
  }, PRUNE_EVERY_MS);
  pruning.unref();

  const searches = slidingWindow(times(SEARCH_RATE));

  const counter = (kind: keyof typeof ATTEMPT_LIMITS, key: string, forget = false): AttemptCounter => ({
    key,
    free: Math.max(1, Math.round(ATTEMPT_LIMITS[kind].withoutWait * factor)),
    longest: ATTEMPT_LIMITS[kind].longestMs,
    ...(forget ? { forget } : {}),
  });

  async function beginAttempt(attemptCounters: readonly AttemptCounter[]): Promise<PasswordAttempt> {
    // Rows are locked in this order, so that attempts cannot deadlock.
    const list = [...attemptCounters].sort((a, b) => (a.key < b.key ? -1 : 1));
    const { rows } = await database.query<{ wait: number }>(
      'SELECT begin_attempt($1::jsonb) AS wait',
      [JSON.stringify(list)],
      'begin-attempt',
    );
    const end = async (counted: readonly AttemptCounter[]) => {
      await database.query('SELECT end_attempt($1::jsonb)', [JSON.stringify(counted)], 'end-attempt');
    };
    return {
      wait: rows[0]?.wait ?? 0,
      withdraw: () => end(list.map(({ forget: _forget, ...rest }) => rest)),
      succeed: () => end(list),
    };
  }

  /** Counts in the database each time: ms to wait. */
  async function counted(name: string, list: readonly Rate[], address: string): Promise<number> {
    if (off) return 0;
    const { rows } = await database.query<{ granted: number; ends_in: number }>(
      `SELECT t.* FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS r(key, length, most), take_requests(r.key, r.length, r.most, 1) t`,
      [
        list.map(({ windowMs }) => `${name} ${windowMs} ${address}`),
        list.map(({ windowMs }) => windowMs),
        list.map((rate) => times(rate).most),
      ],
      'count-each',
    );
    return Math.max(0, ...rows.filter(({ granted }) => granted === 0).map(({ ends_in }) => ends_in));
  }

  return {
    read: (address) => (off ? 0 : counters.take(`read ${address}`, rates.read)),
    readAtHand: (address) => off || (counters.full(`refused ${address}`) === 0 && counters.takeAtHand(`read ${address}`, rates.read)),
    account: (kind, caller) => (off ? 0 : counters.take(`${kind} ${caller}`, rates[kind])),
    search: (caller) => (off ? 0 : searches(caller)),
    async refused(address) {
      if (!off) await counters.take(`refused ${address}`, rates.refused);
    },
    distrusted: (address) => (off ? 0 : counters.full(`refused ${address}`)),
    async login({ name, address, device }) {
      if (off) return FREE;
      const id = deviceHash(device);
      const { rows } =
        device === ''
          ? { rows: [] }
          : await database.query(
              'SELECT 1 FROM users u JOIN known_devices d ON d.user_id = u.id AND d.device = $2 WHERE u.name_key = $1',
              [name, id],
              'known-device',
            );
      return rows.length > 0
        ? beginAttempt([counter('device', `device ${id} ${name}`, true)])
        : beginAttempt([
            counter('address', `address ${address}`),
            counter('name', `name ${name}`),
            counter('pair', `pair ${address} ${name}`, true),
          ]);
    },
    operatorLogin: async (address, name = '') =>
      off
        ? FREE
        : beginAttempt([
            name === '' ? counter('operator', 'operator') : counter('operatorName', `operator name ${name}`),
            counter('operatorAddress', `operator ${address}`, true),
          ]),
    register: (address) => counted('register', REGISTER_RATES, address),
    code: (address) => counted('code', CODE_RATES, address),
    vote: (address) => counted('vote', VOTE_RATES, address),
    async close() {
      clearInterval(pruning);
    },
  };
}

const nothing = async () => {};
const FREE: PasswordAttempt = { wait: 0, withdraw: nothing, succeed: nothing };
