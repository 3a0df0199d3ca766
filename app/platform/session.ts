/**
 * The driver of the session machine. It does the machine's storage, heartbeat timer and calls, and makes the view for screens.
 * Screens see only the view (valtio), which has no token. `identity()` gives the token to the API client.
 */
import { proxy } from 'valtio/vanilla';
import { type AnyActorRef, createActor } from 'xstate';
import type { NamespacedStore } from '../../engine/drivers/storage.ts';
import type { Clock } from '../../engine/drivers/timers.ts';
import { type Handlers, perform } from '../../engine/machines/effects.ts';
import { SESSION_KEYS, type SessionEffect, sessionMachine, type UserInfo } from '../../engine/machines/session.ts';
import type { SessionView } from '../../engine/screens/core/contract.ts';
import type { Identity } from './client.ts';
import type { HeldVerdicts } from './held-verdicts.ts';

export interface SessionCalls {
  /** User info and balance of the session's player; undefined if the server could not be reached. */
  profile(): Promise<{ readonly user: UserInfo; readonly balanceFen: number } | undefined>;
  heartbeat(count: number, offlineMinutes: number): Promise<boolean>;
  endOnServer(token: string): void;
}

export interface SessionOptions {
  readonly local: NamespacedStore;
  readonly perTab: NamespacedStore;
  readonly clock: Clock;
  readonly root: string;
  readonly calls: SessionCalls;
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void;
  readonly setTab: (tabIndex: number) => void;
  readonly say: (text: string) => void;
  readonly verdicts: Pick<HeldVerdicts, 'tell' | 'drop'>;
  /** Called after the logged-in account changed, so that the event stream and lists are loaded again. */
  readonly onIdentity: () => void;
  readonly attach?: (actor: AnyActorRef) => void;
}

/** The end of a token. It is stored with user info, so that the info is never shown to the player of another token. */
const markOf = (token: string): string => token.slice(-8);
/** Storage key for a copy of the user info that all tabs share. The value is the mark of its token, a space, and the info as JSON. */
const KEPT_USER = 'keptUser';
/** Storage key for the mark of the token to which the tab's user info belongs. */
const USER_OF = 'userOf';

export class Session {
  readonly view: SessionView = proxy({ loggedIn: false, userName: '', mid: '', balanceFen: null });
  readonly #options: SessionOptions;
  readonly #actor;
  #stopBeat: (() => void) | undefined;
  #shownToken = '';
  /** The present or last token of this tab. The tab removes shared stored values only while they belong to this token. */
  #own: string | undefined;
  #lastStoredUser: UserInfo | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#actor = createActor(sessionMachine, { id: 'session', input: { root: options.root } });
    // The view is updated before effects run, so that a screen that an effect opens sees the present player.
    perform(this.#actor, this.#handlers(), queueMicrotask);
    this.#actor.subscribe(() => this.#show());
    options.attach?.(this.#actor);
    this.#actor.start();
  }

  /** Restores the session that an earlier page stored. To be called once, when everything that effects need exists. */
  restore(): void {
    const { local, perTab, clock } = this.#options;
    const token = local.get(SESSION_KEYS.token) ?? undefined;
    const autoLogin = local.get(SESSION_KEYS.autoLogin) === '1';
    const tabs = parseUser(perTab.get(SESSION_KEYS.user));
    const own = token && perTab.get(USER_OF) === markOf(token) ? tabs : undefined;
    const user = own ?? (autoLogin && token ? this.#storedUser(token) : undefined);
    this.#own = token;
    const loginAfter = perTab.get(SESSION_KEYS.loginAfter) ?? undefined;
    this.#actor.send({
      type: 'RESTORED',
      now: clock.now(),
      // If the tab has user info of another token, the server is asked for the player of the shared token, as in auto-login.
      autoLogin: autoLogin || tabs !== undefined,
      heartbeatCount: whole(local.get(SESSION_KEYS.heartbeatCount)),
      heartbeatTime: whole(local.get(SESSION_KEYS.heartbeatTime)),
      offlineMinutes: whole(local.get(SESSION_KEYS.offlineMinutes)),
      ...(token ? { token } : {}),
      ...(user ? { user } : {}),
      ...(loginAfter ? { loginAfter } : {}),
    });
    if (this.#actor.getSnapshot().matches('player')) void this.refreshProfile();
  }

  /** The stored user info of this token. A new page shows it at once and asks the server for the present one meanwhile. */
  #storedUser(token: string): UserInfo | undefined {
    const [mark = '', ...rest] = (this.#options.local.get(KEPT_USER) ?? '').split(' ');
    return mark === markOf(token) ? parseUser(rest.join(' ')) : undefined;
  }

  /** Notes the token of the tab's user info. With auto-login it also stores a copy of the info for new tabs, until the token is removed. */
  #storeUser(token: string | undefined, user: UserInfo | undefined): void {
    if (user === this.#lastStoredUser) return;
    this.#lastStoredUser = user;
    const { local, perTab } = this.#options;
    if (token && user) perTab.set(USER_OF, markOf(token));
    if (token && user && local.get(SESSION_KEYS.autoLogin) === '1') local.set(KEPT_USER, `${markOf(token)} ${JSON.stringify(user)}`);
    else if (!user && !local.get(SESSION_KEYS.token)) local.remove(KEPT_USER);
  }

  identity(): Identity {
    const { token, user } = this.#actor.getSnapshot().context;
    return { token, mid: String(user?.Mid ?? '') };
  }

  /** Whether the player has a permission, such as GameTransferPermission: a field of the user info is true. */
  has(permission: string): boolean {
    const { user } = this.#actor.getSnapshot().context;
    return user !== undefined && Object.hasOwn(user, permission) && user[permission] === true;
  }

  loginWanted(loginAfter: string | undefined): void {
    this.#actor.send(loginAfter === undefined ? { type: 'LOGIN_WANTED' } : { type: 'LOGIN_WANTED', loginAfter });
  }

  loggedIn(token: string, user: UserInfo, balanceFen: number, autoLogin: boolean, home: string | undefined): void {
    this.#actor.send({ type: 'LOGGED_IN', token, user, autoLogin, now: this.#options.clock.now(), home });
    this.setBalance(balanceFen);
  }

  logout(): void {
    this.#actor.send({ type: 'LOGOUT' });
  }

  /** Handles a change of local storage by another tab. Browsers give `value` null for a removed key, and `key` null if all keys were removed. */
  storedElsewhere(key: string | null, value: string | null): void {
    if (key !== null && key !== this.#options.local.name(SESSION_KEYS.token)) return;
    if (value === null) this.#actor.send({ type: 'LEFT' });
    else if (value !== this.identity().token) this.#actor.send({ type: 'TOKEN', token: value });
  }

  /** Ends the session because the server refused its token. A refusal of an earlier session's token changes nothing. */
  tokenRefused(token: string, message: string): void {
    if (this.identity().token === token) this.#actor.send({ type: 'FORCED_OUT', message });
  }

  /**
   * Shows a new balance. A larger balance would reveal the outcome of a draw, so it waits while verdicts are held. A smaller one is shown at
   * once, because the player's own bet caused it, and it replaces a waiting balance.
   */
  setBalance(balanceFen: number): void {
    const { view } = this;
    if (!view.loggedIn || !Number.isSafeInteger(balanceFen)) return;
    const { verdicts } = this.#options;
    const { token } = this.identity();
    verdicts.drop('balance');
    const show = () => {
      if (this.identity().token === token) view.balanceFen = balanceFen;
    };
    if (balanceFen > (view.balanceFen ?? balanceFen)) verdicts.tell('balance', show);
    else show();
  }

  /** To be called when the network is back: checks a token that could not be checked at the start. */
  wake(): void {
    if (this.identity().token !== undefined && !this.view.loggedIn) void this.refreshProfile();
  }

  async refreshProfile(): Promise<void> {
    const tokenBefore = this.identity().token;
    const profile = await this.#options.calls.profile();
    if (this.identity().token !== tokenBefore || tokenBefore === undefined) return;
    if (!profile) {
      this.#actor.send({ type: 'PROFILE_FAILED' });
      return;
    }
    const playing = this.#actor.getSnapshot().matches('player');
    this.#actor.send(playing ? { type: 'USER', user: profile.user } : { type: 'PROFILE', user: profile.user });
    this.setBalance(profile.balanceFen);
  }

  #show(): void {
    const snapshot = this.#actor.getSnapshot();
    const playing = snapshot.matches('player');
    const { user, token } = snapshot.context;
    if (token) this.#own = token;
    const view = this.view;
    view.loggedIn = playing;
    view.userName = playing ? String(user?.UserName ?? '') : '';
    view.mid = playing ? String(user?.Mid ?? '') : '';
    if (!playing) view.balanceFen = null;
    // This runs after the effects of the step, because one of them stores whether auto-login is on.
    queueMicrotask(() => this.#storeUser(token, playing ? user : undefined));
    const shownToken = playing ? `${token}` : '';
    if (shownToken !== this.#shownToken) {
      this.#shownToken = shownToken;
      queueMicrotask(() => this.#options.onIdentity());
    }
  }

  #handlers(): Handlers<SessionEffect> {
    const { local, perTab, clock, calls, navigate, setTab, say } = this.#options;
    const area = (name: 'local' | 'session') => (name === 'local' ? local : perTab);
    return {
      store: (effect) => area(effect.area).set(effect.key, effect.value),
      forget: (effect) => {
        // If another player has logged in in another tab, the shared values belong to that player and stay.
        if (effect.area === 'local' && (local.get(SESSION_KEYS.token) ?? this.#own) !== this.#own) return;
        area(effect.area).remove(effect.key);
      },
      fetchProfile: () => void this.refreshProfile(),
      endOnServer: ({ token }) => calls.endOnServer(token),
      beatLater: ({ ms }) => {
        this.#stopBeat?.();
        this.#stopBeat = clock.after(ms, () => this.#actor.send({ type: 'BEAT_DUE', now: clock.now() }));
      },
      stopBeats: () => this.#stopBeat?.(),
      beat: ({ count, offlineMinutes }) => {
        void calls.heartbeat(count, offlineMinutes).then((done) => {
          this.#actor.send(done ? { type: 'BEAT_DONE', now: clock.now() } : { type: 'BEAT_FAILED' });
        });
      },
      tab: ({ tabIndex }) => setTab(tabIndex),
      navigate: ({ to, replace }) => navigate(to, { replace }),
      say: ({ text }) => say(text),
    };
  }
}

function whole(text: string | null): number {
  const value = Number(text ?? 0);
  return Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function parseUser(text: string | null): UserInfo | undefined {
  if (text === null) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as UserInfo) : undefined;
  } catch {
    return undefined;
  }
}
