/**
 * The client platform: everything of the Host contract (engine/screens/core/contract.ts) that is not React. The app adds toasts, routing
 * and the navigator, and hands the whole to the screens.
 */
import type { AnyActorRef } from 'xstate';
import { namespacedStore } from '../../engine/drivers/storage.ts';
import { SESSION_KEYS } from '../../engine/machines/session.ts';
import type { CallOptions, CallResult, Host } from '../../engine/screens/core/contract.ts';
import type { HeartbeatModels, LoginModels, ProfileModels, ServerTimeModels } from '../../protocol/calls.ts';
import { ApiClient, loadHmac, type ClientCallOptions } from './client.ts';
import { lazily } from './lazily.ts';
import { type ClientType, detectClientType, isNativeWrapper } from './client-type.ts';
import { knownDeviceId } from './device-id.ts';
import { type BootDocuments, Descriptions } from './descriptions.ts';
import { browserEnvironment } from './environment.ts';
import { type Notice, TOAST_MS } from './errors.ts';
import { type Events, openEvents } from './events.ts';
import { apiOrigin, matchDataOrigin } from './host.ts';
import { type ReachView, telling, watchReach } from './reach.ts';
import { createServerClock } from './server-clock.ts';
import { Session } from './session.ts';
import { platformSubmissions } from './submissions.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';
import type { Environment, PlatformBrand } from './types.ts';

export { loadChunk } from './chunk.ts';
export type { ClientCallOptions } from './client.ts';
export { ERROR_CATALOGUE, TOAST_MS } from './errors.ts';
export { installWay } from './install-way.ts';
export type { Environment, PlatformBrand } from './types.ts';

/** The app's version, parameter `v`. At least 202007000 counts as confirmed (specification section 5). */
export const APP_VERSION = 202007000;
const CONFIRMED_FROM = 202007000;
export function isConfirmedVersion(version: number): boolean {
  return version >= CONFIRMED_FROM;
}

/** While the event stream is down the index is asked for at this pace. */
const POLL_MS = 30_000;
/** A quiet moment after the start (ms): what the first signed request needs is fetched then. */
const PREPARE_MS = 3_000;
/** A page that is still there so long after the browser began to leave it stays: the player stopped it, or another app was opened. */
const LEAVE_MS = 10_000;
/** The phone's clock drifts, and a laptop's sleeps: read the server's again this often. */
const RECALIBRATE_MS = 10 * 60_000;

export interface PlatformOptions {
  readonly brand: PlatformBrand;
  /** What came with the page: the index and the documents of the first screen. */
  readonly boot?: { readonly index?: Host['index']['current']; readonly documents?: BootDocuments };
  readonly environment?: Environment;
  readonly toast: Host['toast'];
  /** Session's own moves: after login, logout and forced logout. Only paths of the app. */
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void;
  readonly setTab: (tabIndex: number) => void;
  /** What is wrong with a call that is about to be sent; given in development only. */
  readonly faultOfCall?: (method: string, path: string) => string | undefined;
  /** Called with every actor before it starts: for recording. */
  readonly attach?: (actor: AnyActorRef) => void;
  /** How each call and submission of a screen ended. */
  readonly onResult?: (result: CallResult<unknown>) => void;
  /** The server says at start that it is under maintenance. */
  readonly onMaintenance?: (message: string) => void;
  /** This copy of the app is older than the lowest version that counts as confirmed. */
  readonly onOutdated?: () => void;
  /** What every signed call needs could not be loaded, and never can be in this page. */
  readonly onUnloadable?: () => void;
  /** The player has been away, or has played so long that he is to be told what he spent. */
  readonly onNews?: (what: 'away' | 'realityCheck') => void;
}

export interface Outcome {
  readonly ok: boolean;
  /** In words for the player; '' when ok. */
  readonly msg: string;
  /** Status of a refusal, -1 without an answer, and what the server said beside the message. */
  readonly status?: number;
  readonly models?: unknown;
}

/** What the app's Host passes on, and what the shell needs beside it. */
export interface Platform
  extends Pick<Host, 'session' | 'index' | 'storage' | 'loadGame' | 'loadDocument' | 'now' | 'on' | 'follow' | 'submissions'>,
    Required<Pick<Host, 'loadSport'>> {
  /** What tells the outcome of a draw waits here while one is played. */
  readonly verdicts: Verdicts;
  call<T>(path: string, params?: Readonly<Record<string, string>>, options?: CallOptions & ClientCallOptions): Promise<CallResult<T>>;
  /** Storage of this tab alone, under the same namespace. */
  readonly tabStorage: Host['storage'];
  readonly clientType: ClientType;
  /** Origin of the API, '' for the page's own. */
  readonly origin: string;
  readonly version: number;
  /** Logs in and goes to where the player was going. */
  login(username: string, password: string, options?: { readonly autoLogin?: boolean }): Promise<Outcome>;
  /** `first`: the page of a new player who was not on the way anywhere. */
  register(username: string, password: string, invite?: string, first?: string): Promise<Outcome>;
  logout(): void;
  /** Remembers where to go after login; the caller then opens the login page. */
  loginWanted(loginAfter: string | undefined): void;
  /** A permission of the user info. */
  has(permission: string): boolean;
  /** A configured address of the brand; undefined when there is none. */
  config(name: string): string | undefined;
  refreshProfile(): Promise<void>;
  /** Whether the server answers: a valtio proxy. */
  readonly reach: ReachView;
  /** Calls back when the server answers after it did not: what failed is asked for again. */
  onRecovered(listener: () => void): () => void;
  /** What the phone says of itself to customer service. */
  readonly device: { readonly rduid?: string; readonly ip?: string };
  /** True after a forced logout, until the next login. */
  readonly banned: boolean;
  close(): void;
}

/** Work that the first screen does not wait for. */
export const loadStartUp = lazily(() => import('./start-up.ts'));

export function createPlatform(options: PlatformOptions): Platform {
  const { brand } = options;
  const outside = options.environment ?? browserEnvironment();
  const { clock } = outside;
  const reach = watchReach({ clock, now: () => serverClock.now(), random: Math.random, probe: () => void recalibrate() });
  const environment: Environment = { ...outside, fetch: telling(reach, outside.fetch) };
  const version = brand.version ?? APP_VERSION;
  const origin = apiOrigin(environment.location, brand.api);
  const clientType = detectClientType(environment.signals);
  const local = namespacedStore(brand.code, environment.localStorage);
  const perTab = namespacedStore(brand.code, environment.sessionStorage);
  const serverClock = createServerClock(clock);
  // An id that an earlier visit made goes with every request: who logs in at once is not taken for somebody on a new device.
  const rduid = knownDeviceId(local);
  const device: { rduid?: string; ip?: string } = rduid === undefined ? {} : { rduid };
  const closers: (() => void)[] = [];
  let lastSaid = { text: '', at: Number.NEGATIVE_INFINITY };

  const say = (notice: Notice) => {
    // Five sources of a screen that fail together are one message to the player.
    if (notice.text === lastSaid.text && clock.now() - lastSaid.at < notice.ms) return;
    lastSaid = { text: notice.text, at: clock.now() };
    options.toast(notice.text, { ms: notice.ms });
  };

  let calibrating: Promise<void> | undefined;
  const recalibrate = () => {
    calibrating ??= readServerTime().finally(() => {
      calibrating = undefined;
    });
    return calibrating;
  };
  async function readServerTime(): Promise<void> {
    const sentAt = clock.now();
    const result = await client.call<ServerTimeModels>('/api/SystemConfig/GetServerTime', {}, { quiet: true });
    if (result.ok) serverClock.calibrate({ now: result.models.now, speed: result.models.speed, sentAt, receivedAt: clock.now() });
  }

  const client: ApiClient = new ApiClient({
    environment,
    brand,
    origin,
    matchOrigin: matchDataOrigin(environment.location, brand.api),
    clientType,
    version,
    identity: () => session.identity(),
    device: () => device,
    now: serverClock.now,
    clockReady: () => (serverClock.calibrated ? Promise.resolve() : recalibrate()),
    recalibrate,
    report: say,
    onNoAnswer: () => reach.missed(),
    faultOfCall: options.faultOfCall,
    ...(options.attach ? { attach: options.attach } : {}),
    onRefusedToken: (token, message) => session.tokenRefused(token, message),
    onBalance: (balanceFen, token) => {
      // An answer that comes after the account changed is about somebody else's wallet.
      if (token !== undefined && token === session.identity().token) session.setBalance(balanceFen);
    },
  });
  const call: Platform['call'] = async (path, params, callOptions) => {
    const result = await client.call<never>(path, params, callOptions);
    options.onResult?.(result);
    return result;
  };
  /** Resolves when a page that the browser began to leave is still there. */
  let staying: Promise<void> | undefined;
  environment.onLeave?.(() => {
    staying = new Promise((stay) => clock.after(LEAVE_MS, stay));
  });
  const submissions = platformSubmissions({
    store: local,
    clock,
    player: () => session.identity().mid,
    randomBytes: environment.randomBytes,
    call: async (path, params, callOptions) => {
      const result = await call<never>(path, params, callOptions);
      // Nobody would read it in a page that goes: the page that follows asks what became of the key.
      await staying;
      return result;
    },
    // What a request without an answer changed is not known yet.
    onLanded: () => void session.refreshProfile(),
    ...(options.attach ? { attach: options.attach } : {}),
  });

  const session: Session = new Session({
    local,
    perTab,
    clock,
    root: brand.mobileRoot ?? '/',
    navigate: options.navigate,
    setTab: options.setTab,
    ...(options.attach ? { attach: options.attach } : {}),
    say: (text) => options.toast(text, { ms: TOAST_MS }),
    onIdentity: () => {
      events.identityChanged();
      submissions.playerChanged();
    },
    calls: {
      profile: async () => {
        const result = await client.call<ProfileModels>('/api/UserCenter/QueryProfileList', {}, { quiet: true });
        if (!result.ok) return undefined;
        if (result.models.away) options.onNews?.('away');
        return { user: { ...result.models.user }, balanceFen: result.models.balanceFen };
      },
      heartbeat: async (count, offlineMinutes) => {
        const form = { count: String(count), offlineMinutes: String(offlineMinutes) };
        const result = await client.call<HeartbeatModels>('/api/account/heartbeat', form, { method: 'POST', quiet: true });
        if (result.ok && result.models.realityCheck) options.onNews?.('realityCheck');
        return result.ok;
      },
      // The session is gone from the phone by the time this is sent, so the call brings its token along.
      endOnServer: (token) => void client.call('/api/account/logout', {}, { method: 'POST', quiet: true, token }),
    },
  });

  const descriptions = new Descriptions({
    fetch: environment.fetch,
    origin,
    ...(options.boot?.index ? { index: options.boot.index } : {}),
    ...(options.boot?.documents ? { documents: options.boot.documents } : {}),
  });

  const verdicts = createVerdicts();
  session.restore();
  // The session is restored first, so that the stream opens once, under the right token.
  const events: Events = openEvents({
    environment,
    brand: brand.code,
    origin,
    session,
    descriptions,
    verdicts,
    reach,
    recalibrate: () => void recalibrate(),
  });
  // Chromium remembers a module that did not come for as long as the page lives (whatwg/html#6768): without the one that signs, nothing could
  // be sent or asked about again.
  closers.push(
    reach.onRecovered(() => {
      submissions.wake();
      void loadHmac().catch(() => options.onUnloadable?.());
    }),
  );
  closers.push(() => reach.close());
  closers.push(() => events.close());

  every(POLL_MS, () => events.poll());
  every(RECALIBRATE_MS, () => void recalibrate());
  closers.push(
    environment.onStored((key, value) => {
      session.storedElsewhere(key, value);
      submissions.storedElsewhere(key);
    }),
  );
  closers.push(
    environment.onWake(() => {
      submissions.wake();
      session.wake();
      reach.wake();
      void recalibrate();
      events.wake();
    }),
  );
  const sleeping = environment.onSleep?.(() => events.pause());
  if (sleeping) closers.push(sleeping);

  function every(ms: number, run: () => void): void {
    let cancel = clock.after(ms, function again() {
      run();
      cancel = clock.after(ms, again);
    });
    closers.push(() => cancel());
  }
  async function enter(path: string, form: Readonly<Record<string, string>>, autoLogin: boolean, home?: string): Promise<Outcome> {
    const result = await client.call<LoginModels>(path, form, { method: 'POST', quiet: true });
    if (!result.ok) {
      const { status, msg, models } = result;
      return { ok: false, status, msg, ...(models === undefined ? {} : { models }) };
    }
    const { token, user, balanceFen } = result.models;
    session.loggedIn(token, { ...user }, balanceFen, autoLogin, home);
    return { ok: true, msg: '' };
  }

  let closed = false;
  // It has work to do two seconds from now: nothing that the first screen waits for.
  void loadStartUp().then(
    ({ driveStartUp }) => {
      if (closed) return;
      closers.push(
        driveStartUp({
          input: { version, confirmedFrom: CONFIRMED_FROM, native: isNativeWrapper(clientType) },
          clock,
          local,
          device,
          signingKey: brand.signingKey,
          randomBytes: environment.randomBytes,
          call: (path, params) => client.call(path, params, { quiet: true }),
          onMaintenance: (message) => options.onMaintenance?.(message),
          onOutdated: () => options.onOutdated?.(),
          ...(options.attach ? { attach: options.attach } : {}),
        }),
      );
    },
    // A network that does not bring this part brings nothing else either, and every call says so.
    () => undefined,
  );
  clock.after(PREPARE_MS, () => {
    void loadHmac().catch(() => undefined);
    // What the player opens next is listed then, and opens although the server may have gone.
    if (descriptions.index.current.abridged) void descriptions.refresh();
  });
  void recalibrate();
  if (!options.boot?.index) void descriptions.refresh();

  return {
    session: session.view,
    index: descriptions.index,
    storage: local,
    tabStorage: perTab,
    clientType,
    origin,
    version,
    loadGame: (code, hash) => descriptions.loadGame(code, hash),
    loadDocument: (kind, code, hash) => descriptions.loadDocument(kind, code, hash),
    loadSport: (code, hash) => descriptions.loadSport(code, hash),
    call,
    submissions,
    verdicts,
    now: serverClock.now,
    on: events.on,
    follow: events.follow,
    login: (username, password, { autoLogin = true } = {}) => enter('/api/account/weblogin', { username, password }, autoLogin),
    register: (username, password, invite = '', first) =>
      enter('/api/webregist', { username, password, ...(invite === '' ? {} : { invite }) }, true, first),
    logout: () => session.logout(),
    loginWanted: (loginAfter) => session.loginWanted(loginAfter),
    has: (permission) => session.has(permission),
    config: (name) => (brand.config && Object.hasOwn(brand.config, name) ? brand.config[name] || undefined : undefined),
    refreshProfile: () => session.refreshProfile(),
    reach: reach.view,
    onRecovered: (listener) => reach.onRecovered(listener),
    device,
    get banned() {
      return local.get(SESSION_KEYS.banned) === '1';
    },
    close() {
      closed = true;
      for (const close of closers) close();
    },
  };
}
