/**
 * Accounts that were refused for too many requests and go on sending them. A further request costs almost nothing: it is refused by its path
 * and session token alone, before routing, form and signature.
 */
import type { IncomingMessage } from 'node:http';
import { tokenHash } from '../http/player.ts';
import { RETRY_AFTER_MS, type AccountConcurrency } from './account-concurrency.ts';

/** Sessions that are remembered; beyond it all are forgotten, and each is refused the usual way once more. */
const MOST = 1_000;
/** Calls of one session that are remembered: an address can be spelled in many ways. */
const MOST_CALLS = 100;

export interface EarlyRefusals {
  /** The session of this token hash was refused since its account has as much in flight as it may have. */
  crowded(hash: string, account: string): void;
  /** This request of the session is refused for `ms` real milliseconds. */
  until(hash: string, account: string, request: IncomingMessage, ms: number): void;
  /** Real ms that a request has to wait by what is remembered; 0: it goes the usual way. */
  look(request: IncomingMessage): number;
}

interface Session {
  readonly who: string;
  /** Method and path → real ms. */
  readonly calls: Map<string, number>;
}

const TOKEN = /[?&]tk=([\w-]+)/;
const callOf = ({ method = '', url = '' }: IncomingMessage): string => `${method} ${url.split('?', 1)[0]}`;

export function createEarlyRefusals(shares: Pick<AccountConcurrency, 'full'>, now: () => number = () => performance.now()): EarlyRefusals {
  const sessions = new Map<string, Session>();

  function remember(hash: string, account: string): Session {
    if (sessions.size >= MOST) sessions.clear();
    const session = sessions.get(hash) ?? { who: account, calls: new Map() };
    sessions.set(hash, session);
    return session;
  }

  return {
    crowded(hash, account) {
      remember(hash, account);
    },
    until(hash, account, request, ms) {
      const { calls } = remember(hash, account);
      if (calls.size >= MOST_CALLS) calls.clear();
      calls.set(callOf(request), now() + ms);
    },
    look(request) {
      // Nearly always nobody is.
      if (sessions.size === 0) return 0;
      const token = TOKEN.exec(request.url ?? '')?.[1];
      if (token === undefined) return 0;
      const hash = tokenHash(token);
      const session = sessions.get(hash);
      if (session === undefined) return 0;
      const wait = (session.calls.get(callOf(request)) ?? 0) - now();
      if (wait > 0) return wait;
      if (shares.full(session.who)) return RETRY_AFTER_MS;
      session.calls.delete(callOf(request));
      if (session.calls.size === 0) sessions.delete(hash);
      return 0;
    },
  };
}
