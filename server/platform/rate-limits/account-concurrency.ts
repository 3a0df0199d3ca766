/**
 * Limits the simultaneous requests of an account in this process, so that no account can keep others from the database.
 *
 * A player's calls wait for each other, because only one transaction at a time holds the player's lock. A call that waits for the lock in the
 * database occupies a connection. So a call waits here for its turn, before it takes a connection.
 */

/**
 * Calls of one account that may use the database at once. The second one reads while the first one writes; a third one would mostly wait
 * for the player's lock, on a connection that others need.
 */
const AT_ONCE = 2;

/**
 * Requests of one account in flight at once, in one process. A page asks for about ten things when it opens, and a browser has at most six
 * HTTP/1.1 connections to one server. The figure is that of four tabs that open at the same instant through a proxy that speaks HTTP/2.
 */
const MOST_IN_FLIGHT = 40;

/**
 * An account with more than CROWD waiting calls is a loop and not a page that opens. Its calls then run one at a time, with a pause of REST
 * times the duration of the last one. So a loop of calls, cheap or expensive, gets a small share of the database.
 */
const CROWD = 10;
const REST = 3;
/** Longest pause, real ms. The duration of a call includes its waits in the database, so it may be long without much work. */
const MOST_REST_MS = 500;

/** Real ms until a refused caller may try again: by then its running requests are answered. */
export const RETRY_AFTER_MS = 1_000;

/** One request of an account. */
export interface RequestSlot {
  /** The account: the player's number, or the hash of a token whose player is not known yet. */
  readonly who: string;
  /** Moves the request to its true account. False: that account has too many requests in flight. */
  become(who: string): boolean;
  /** Resolves when it is this request's turn to use the database. Those of an account come in order. */
  turn(): Promise<void>;
  /** Gives the turn back while `work` waits for another server, and waits for a new turn afterwards. */
  releaseWhile<T>(work: Promise<T>): Promise<T>;
  /** The request is answered. */
  leave(): void;
}

export interface AccountConcurrency {
  /** Counts a request as in flight; undefined when the account has as many as it may have. */
  enter(who: string): RequestSlot | undefined;
  /** True when a further request of this account would be refused. */
  full(who: string): boolean;
}

/** The slot of a request without an account. */
export const UNLIMITED_SLOT: RequestSlot = {
  who: '',
  become: () => true,
  turn: async () => {},
  releaseWhile: (work) => work,
  leave() {},
};

interface Account {
  inFlight: number;
  /** Turns in use or in their pause. */
  busy: number;
  readonly waiting: (() => void)[];
}

/** `bounded` false: there is no limit in flight and no pause, but requests still wait for their turns. */
export function createAccountConcurrency(bounded = true, now: () => number = () => performance.now()): AccountConcurrency {
  const accounts = new Map<string, Account>();
  const full = (who: string) => bounded && (accounts.get(who)?.inFlight ?? 0) >= MOST_IN_FLIGHT;

  function join(who: string): Account | undefined {
    if (full(who)) return undefined;
    const account = accounts.get(who) ?? { inFlight: 0, busy: 0, waiting: [] };
    accounts.set(who, account);
    account.inFlight += 1;
    return account;
  }

  function part(who: string, account: Account): void {
    account.inFlight -= 1;
    if (account.inFlight === 0) accounts.delete(who);
  }

  const crowded = ({ waiting }: Account) => bounded && waiting.length > CROWD;

  /** Ends a turn that took `ms`, and starts the next ones, after the pause of a crowded account. */
  function end(account: Account, ms: number): void {
    const next = () => {
      account.busy -= 1;
      while (account.waiting.length > 0 && account.busy < (crowded(account) ? 1 : AT_ONCE)) {
        account.busy += 1;
        account.waiting.shift()?.();
      }
    };
    if (crowded(account) && account.busy === 1) setTimeout(next, Math.min(MOST_REST_MS, ms * REST));
    else next();
  }

  return {
    full,
    enter(first) {
      const joined = join(first);
      if (joined === undefined) return undefined;
      let who = first;
      let account = joined;
      /** When the turn began; undefined: this request has none. */
      let since: number | undefined;
      async function turn(): Promise<void> {
        // Waiting requests come first.
        if (account.busy < AT_ONCE && account.waiting.length === 0) account.busy += 1;
        else await new Promise<void>((resolve) => account.waiting.push(resolve));
        since = now();
      }
      function giveBack(): void {
        if (since === undefined) return;
        end(account, now() - since);
        since = undefined;
      }
      return {
        get who() {
          return who;
        },
        become(other) {
          const its = join(other);
          if (its === undefined) return false;
          part(who, account);
          who = other;
          account = its;
          return true;
        },
        turn,
        async releaseWhile(work) {
          giveBack();
          try {
            return await work;
          } finally {
            await turn();
          }
        },
        leave() {
          giveBack();
          part(who, account);
        },
      };
    },
  };
}
