/** Calls about the account: what the session asks for by itself, and how a player logs in. */
import type { HeartbeatModels, LoginModels, ProfileModels } from '../../protocol/calls.ts';
import type { ApiClient } from './client.ts';
import type { Session, SessionCalls } from './session.ts';

/** What the shell shows beside the page: the player has been away, or has played so long that the app says what he spent. */
export type NewsKind = 'away' | 'realityCheck';

export interface AccountOutcome {
  readonly ok: boolean;
  /** In words for the player; '' when ok. */
  readonly msg: string;
  /** Status of a refusal, -1 without an answer, and what the server said beside the message. */
  readonly status?: number;
  readonly models?: unknown;
}

export function sessionCalls(client: ApiClient, onNews: ((what: NewsKind) => void) | undefined): SessionCalls {
  return {
    async profile() {
      const result = await client.call<ProfileModels>('/api/UserCenter/QueryProfileList', {}, { quiet: true });
      if (!result.ok) return undefined;
      if (result.models.away) onNews?.('away');
      return { user: { ...result.models.user }, balanceFen: result.models.balanceFen };
    },
    async heartbeat(count, offlineMinutes) {
      const form = { count: String(count), offlineMinutes: String(offlineMinutes) };
      const result = await client.call<HeartbeatModels>('/api/account/heartbeat', form, { method: 'POST', quiet: true });
      if (result.ok && result.models.realityCheck) onNews?.('realityCheck');
      return result.ok;
    },
    // The session is gone from the phone by the time this is sent, so the call brings its token along.
    endOnServer: (token) => void client.call('/api/account/logout', {}, { method: 'POST', quiet: true, token }),
  };
}

/** A call that logs a player in: by his name, or by registering him. `home`: page of a player who was not on the way to another one. */
export function accountEntry(client: ApiClient, session: Session) {
  return async (path: string, form: Readonly<Record<string, string>>, autoLogin: boolean, home?: string): Promise<AccountOutcome> => {
    const result = await client.call<LoginModels>(path, form, { method: 'POST', quiet: true });
    if (!result.ok) {
      const { status, msg, models } = result;
      return { ok: false, status, msg, ...(models === undefined ? {} : { models }) };
    }
    const { token, user, balanceFen } = result.models;
    session.loggedIn(token, { ...user }, balanceFen, autoLogin, home);
    return { ok: true, msg: '' };
  };
}
