/**
 * The session as a pure model (specification sections 3, 4 and 6): a visitor has no user info, a player has token and user info.
 * The token lives in local storage, the user info in session storage; a page that finds a token without user info logs in again
 * by itself when auto-login is on. A token that the server refuses is a forced logout.
 *
 *   starting → restoring → player | visitor
 *   visitor ⇄ player(resting ⇄ beating)
 *   visitor | player → restoring           a player logged in in another tab
 *
 * Effects are data; instants and durations are unix milliseconds and milliseconds, and come in with the events.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** Names of the stored values; the storage driver puts the brand in front. */
export const SESSION_KEYS = {
  token: 'token',
  user: 'userInfo',
  autoLogin: 'autoLogin',
  banned: 'banned',
  currentTab: 'currentTab',
  loginAfter: 'loginAfter',
  heartbeatCount: 'heartbeatCount',
  heartbeatTime: 'heartbeatTime',
  offlineMinutes: 'offlineMinutes',
} as const;

/** The specification names heartbeat count and time, not the pace; a minute keeps offline minutes exact and the traffic small. */
export const HEARTBEAT_MS = 60_000;

/** User info of the session: fields as the server gives them (Mid, UserName, permissions …). */
export type UserInfo = Readonly<Record<string, unknown>>;

export interface SessionInput {
  /** Where a forced logout leads: "/" or the brand's mobile site root. */
  readonly root: string;
}

export interface SessionContext extends SessionInput {
  readonly token?: string;
  readonly user?: UserInfo;
  /** Where to go after login. */
  readonly loginAfter?: string;
  readonly heartbeatCount: number;
  readonly heartbeatTime: number;
  /** Whole minutes that the phone was away, not yet reported by a heartbeat. */
  readonly offlineMinutes: number;
}

export type SessionEvent =
  | {
      readonly type: 'RESTORED';
      readonly now: number;
      readonly token?: string;
      readonly user?: UserInfo;
      readonly autoLogin: boolean;
      readonly loginAfter?: string;
      readonly heartbeatCount: number;
      readonly heartbeatTime: number;
      readonly offlineMinutes: number;
    }
  /** The server knows the restored token. */
  | { readonly type: 'PROFILE'; readonly user: UserInfo }
  /** The server could not be asked; the token is kept for the next try. */
  | { readonly type: 'PROFILE_FAILED' }
  | { readonly type: 'LOGIN_WANTED'; readonly loginAfter?: string }
  | {
      readonly type: 'LOGGED_IN';
      readonly token: string;
      readonly user: UserInfo;
      readonly autoLogin: boolean;
      readonly now: number;
      /** Where to go who was not on the way anywhere; the first page when left out. */
      readonly home?: string | undefined;
    }
  | { readonly type: 'USER'; readonly user: UserInfo }
  | { readonly type: 'LOGOUT' }
  /** Logged out in another tab, which has told the server and cleared what the tabs share. */
  | { readonly type: 'LEFT' }
  /** Somebody logged in in another tab: this token is what the tabs share now. */
  | { readonly type: 'TOKEN'; readonly token: string }
  | { readonly type: 'FORCED_OUT'; readonly message?: string }
  | { readonly type: 'BEAT_DUE'; readonly now: number }
  | { readonly type: 'BEAT_DONE'; readonly now: number }
  | { readonly type: 'BEAT_FAILED' };

export type SessionEffect =
  | { readonly do: 'store'; readonly area: 'local' | 'session'; readonly key: string; readonly value: string }
  | { readonly do: 'forget'; readonly area: 'local' | 'session'; readonly key: string }
  | { readonly do: 'fetchProfile'; readonly token: string }
  /** Tell the server that the session is over; nobody waits for the answer. */
  | { readonly do: 'endOnServer'; readonly token: string }
  | { readonly do: 'beat'; readonly count: number; readonly offlineMinutes: number }
  | { readonly do: 'beatLater'; readonly ms: number }
  | { readonly do: 'stopBeats' }
  | { readonly do: 'tab'; readonly tabIndex: number }
  | { readonly do: 'navigate'; readonly to: string; readonly replace: boolean }
  | { readonly do: 'say'; readonly text: string };

type Want = (wanted: SessionEffect) => void;

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    emitted: {} as Emitted<SessionEffect>,
  },
  actions: {
    /** Auto-login came through: back to where the guard had stopped the player meanwhile. */
    recognise: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'PROFILE') return;
      const want: Want = (wanted) => enqueue.emit(effect(wanted));
      want({ do: 'store', area: 'session', key: SESSION_KEYS.user, value: JSON.stringify(event.user) });
      if (context.loginAfter !== undefined) {
        want({ do: 'forget', area: 'session', key: SESSION_KEYS.loginAfter });
        want({ do: 'navigate', to: context.loginAfter, replace: true });
      }
      enqueue.assign({ user: event.user, loginAfter: undefined });
    }),
    /** This tab's own alone: the shared ones may be a new player's by now. */
    leave: enqueueActions(({ enqueue }) => {
      const want: Want = (wanted) => enqueue.emit(effect(wanted));
      want({ do: 'forget', area: 'session', key: SESSION_KEYS.user });
      want({ do: 'forget', area: 'session', key: SESSION_KEYS.loginAfter });
      want({ do: 'tab', tabIndex: 0 });
      want({ do: 'say', text: '您已在其他页面退出登录' });
      want({ do: 'navigate', to: '/', replace: true });
      enqueue.assign({ token: undefined, user: undefined, loginAfter: undefined });
    }),
    follow: assign(({ event }) => (event.type === 'TOKEN' ? { token: event.token } : {})),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, heartbeatCount: 0, heartbeatTime: 0, offlineMinutes: 0 }),
  initial: 'starting',
  on: {
    LOGIN_WANTED: {
      actions: [
        assign({ loginAfter: ({ event }) => event.loginAfter }),
        enqueueActions(({ event, enqueue }) => {
          enqueue.emit({
            type: 'effect',
            effect:
              event.loginAfter === undefined
                ? { do: 'forget', area: 'session', key: SESSION_KEYS.loginAfter }
                : { do: 'store', area: 'session', key: SESSION_KEYS.loginAfter, value: event.loginAfter },
          });
        }),
      ],
    },
    LOGGED_IN: {
      target: '.player',
      actions: [
        enqueueActions(({ context, event, enqueue }) => {
          const want: Want = (wanted) => enqueue.emit(effect(wanted));
          want({ do: 'store', area: 'local', key: SESSION_KEYS.token, value: event.token });
          want({ do: 'store', area: 'session', key: SESSION_KEYS.user, value: JSON.stringify(event.user) });
          if (event.autoLogin) want({ do: 'store', area: 'local', key: SESSION_KEYS.autoLogin, value: '1' });
          else want({ do: 'forget', area: 'local', key: SESSION_KEYS.autoLogin });
          want({ do: 'forget', area: 'local', key: SESSION_KEYS.banned });
          want({ do: 'forget', area: 'session', key: SESSION_KEYS.loginAfter });
          want({ do: 'navigate', to: context.loginAfter ?? event.home ?? '/', replace: true });
        }),
        assign({
          token: ({ event }) => event.token,
          user: ({ event }) => event.user,
          heartbeatCount: 0,
          heartbeatTime: ({ event }) => event.now,
          offlineMinutes: 0,
          loginAfter: undefined,
        }),
      ],
    },
    FORCED_OUT: {
      target: '.visitor',
      actions: [
        enqueueActions(({ context, event, enqueue }) => {
          const want: Want = (wanted) => enqueue.emit(effect(wanted));
          clear(want);
          want({ do: 'store', area: 'local', key: SESSION_KEYS.banned, value: '1' });
          want({ do: 'tab', tabIndex: 0 });
          if (event.message) want({ do: 'say', text: event.message });
          want({ do: 'navigate', to: context.root, replace: true });
        }),
        assign({ token: undefined, user: undefined, loginAfter: undefined }),
      ],
    },
  },
  states: {
    starting: {
      on: {
        RESTORED: [
          {
            guard: ({ event }) => Boolean(event.token && event.user),
            target: 'player',
            actions: [assign(({ event }) => ({ ...restored(event), token: event.token, user: event.user }))],
          },
          {
            guard: ({ event }) => Boolean(event.token && event.autoLogin),
            target: 'restoring',
            actions: [assign(({ event }) => ({ ...restored(event), token: event.token }))],
          },
          {
            target: 'visitor',
            actions: [
              assign(({ event }) => restored(event)),
              // A token without user info and without auto-login belongs to a page that was closed: the visit is over.
              enqueueActions(({ event, enqueue }) => {
                if (event.token) clear((wanted) => enqueue.emit(effect(wanted)));
              }),
            ],
          },
        ],
      },
    },
    restoring: {
      on: {
        PROFILE: { target: 'player', actions: 'recognise' },
        PROFILE_FAILED: 'visitor',
        TOKEN: { target: 'restoring', reenter: true, actions: 'follow' },
      },
      entry: enqueueActions(({ context, enqueue }) => {
        if (context.token) enqueue.emit(effect({ do: 'fetchProfile', token: context.token }));
      }),
    },
    visitor: {
      // A network that was down at start must not cost the player the session: PROFILE may still come.
      on: {
        PROFILE: { guard: ({ context }) => context.token !== undefined, target: 'player', actions: 'recognise' },
        TOKEN: { target: 'restoring', actions: 'follow' },
      },
    },
    player: {
      initial: 'resting',
      exit: emit(effect({ do: 'stopBeats' })),
      on: {
        USER: {
          actions: [
            assign({ user: ({ event }) => event.user }),
            enqueueActions(({ event, enqueue }) => {
              enqueue.emit(effect({ do: 'store', area: 'session', key: SESSION_KEYS.user, value: JSON.stringify(event.user) }));
            }),
          ],
        },
        LEFT: { target: 'visitor', actions: 'leave' },
        TOKEN: { target: 'restoring', actions: ['leave', 'follow'] },
        LOGOUT: {
          target: 'visitor',
          actions: [
            enqueueActions(({ context, enqueue }) => {
              const want: Want = (wanted) => enqueue.emit(effect(wanted));
              if (context.token) want({ do: 'endOnServer', token: context.token });
              clear(want);
              want({ do: 'tab', tabIndex: 0 });
              want({ do: 'navigate', to: '/', replace: true });
            }),
            assign({ token: undefined, user: undefined, loginAfter: undefined }),
          ],
        },
      },
      states: {
        resting: {
          entry: emit(effect({ do: 'beatLater', ms: HEARTBEAT_MS })),
          on: {
            BEAT_DUE: {
              target: 'beating',
              actions: [
                assign({
                  heartbeatCount: ({ context }) => context.heartbeatCount + 1,
                  offlineMinutes: ({ context, event }) => context.offlineMinutes + minutesAway(context.heartbeatTime, event.now),
                  heartbeatTime: ({ event }) => event.now,
                }),
                enqueueActions(({ context, enqueue }) => {
                  const want: Want = (wanted) => enqueue.emit(effect(wanted));
                  storeBeat(context, want);
                  want({ do: 'beat', count: context.heartbeatCount, offlineMinutes: context.offlineMinutes });
                }),
              ],
            },
          },
        },
        beating: {
          on: {
            BEAT_DONE: {
              target: 'resting',
              actions: [
                assign({ offlineMinutes: 0, heartbeatTime: ({ event }) => event.now }),
                enqueueActions(({ context, enqueue }) => storeBeat(context, (wanted) => enqueue.emit(effect(wanted)))),
              ],
            },
            // What was not reported stays, and is reported by the next one.
            BEAT_FAILED: 'resting',
          },
        },
      },
    },
  },
});

/** Token, user info and auto-login go together: none of them means anything alone. */
function clear(want: Want): void {
  want({ do: 'forget', area: 'local', key: SESSION_KEYS.token });
  want({ do: 'forget', area: 'session', key: SESSION_KEYS.user });
  want({ do: 'forget', area: 'local', key: SESSION_KEYS.autoLogin });
  want({ do: 'forget', area: 'session', key: SESSION_KEYS.loginAfter });
}

function restored(event: Extract<SessionEvent, { type: 'RESTORED' }>) {
  const { loginAfter, heartbeatCount, heartbeatTime, offlineMinutes } = event;
  return { loginAfter, heartbeatCount, heartbeatTime, offlineMinutes };
}

/** Whole minutes between two beats beyond the pace itself; a clock that was set back counts as none. */
function minutesAway(last: number, now: number): number {
  return last === 0 ? 0 : Math.max(0, Math.floor((now - last - HEARTBEAT_MS) / 60_000));
}

function storeBeat(context: SessionContext, want: Want): void {
  want({ do: 'store', area: 'local', key: SESSION_KEYS.heartbeatCount, value: String(context.heartbeatCount) });
  want({ do: 'store', area: 'local', key: SESSION_KEYS.heartbeatTime, value: String(context.heartbeatTime) });
  want({ do: 'store', area: 'local', key: SESSION_KEYS.offlineMinutes, value: String(context.offlineMinutes) });
}
