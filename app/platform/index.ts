/**
 * The client platform: everything of the Host contract (engine/screens/core/contract.ts) that is not React. The app adds toasts, routing
 * and the navigator, and hands the whole to the screens.
 */
import type { AnyActorRef } from 'xstate';
import { type NamespacedStore, namespacedStore } from '../../engine/drivers/storage.ts';
import type { SubmissionsDriver } from '../../engine/drivers/submissions.ts';
import type { Clock } from '../../engine/drivers/timers.ts';
import { SESSION_KEYS } from '../../engine/machines/session.ts';
import type { CallOptions, CallResult, Host } from '../../engine/screens/core/contract.ts';
import { accountEntry, type NewsKind, type AccountOutcome, sessionCalls } from './account-calls.ts';
import { loadHmac, type ClientCallOptions } from './client.ts';
import { loadOnce } from './lazily.ts';
import { type ClientType, isNativeWrapper } from './client-type.ts';
import { type Connection, createConnection } from './connection.ts';
import { knownDeviceId } from './device-id.ts';
import { type BootDocuments, Descriptions } from './descriptions.ts';
import { browserEnvironment } from './environment.ts';
import { type ErrorNotice, TOAST_MS } from './errors.ts';
import { type Events, openEvents } from './events.ts';
import type { Reachability } from './reachability.ts';
import { Session } from './session.ts';
import type { StartUpOptions } from './start-up.ts';
import { holdAnswerWhileLeaving, platformSubmissions } from './submissions.ts';
import { createHeldVerdicts, type HeldVerdicts } from './held-verdicts.ts';
import type { Environment, RequestBrand } from './types.ts';

export { loadChunk } from './chunk.ts';
export type { ClientCallOptions } from './client.ts';
export { ERROR_CATALOGUE, TOAST_MS } from './errors.ts';
export { installWay } from './install-way.ts';
export type { Environment, RequestBrand } from './types.ts';

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
/** The phone's clock drifts, and a laptop's sleeps: read the server's again this often. */
const RECALIBRATE_MS = 10 * 60_000;

export interface PlatformOptions {
  readonly brand: RequestBrand;
  /** What came with the page: the index and the documents of the first screen. */
  readonly boot?: { readonly index?: Host['index']['current']; readonly documents?: BootDocuments };
  readonly environment?: Environment;
  readonly toast: Host['toast'];
  /** Session's own moves: after login, logout and forced logout. Only paths of the app. */
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void;
  readonly setTab: (tabIndex: number) => void;
  /** The fault of a call that is about to be sent; given in development only. */
  readonly unknownCallMessage?: (method: string, path: string) => string | undefined;
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
  readonly onNews?: (what: NewsKind) => void;
}

/** What the app's Host passes on, and what the shell needs beside it. */
export interface Platform
  extends Pick<Host, 'session' | 'index' | 'loadGame' | 'loadDocument' | 'now' | 'on' | 'follow' | 'submissions'>,
    Required<Pick<Host, 'loadSport'>> {
  readonly storage: NamespacedStore;
  /** What tells the outcome of a draw waits here while one is played. */
  readonly verdicts: HeldVerdicts;
  call<T>(path: string, params?: Readonly<Record<string, string>>, options?: CallOptions & ClientCallOptions): Promise<CallResult<T>>;
  /** Storage of this tab alone, under the same namespace. */
  readonly tabStorage: Host['storage'];
  readonly clientType: ClientType;
  /** Origin of the API, '' for the page's own. */
  readonly origin: string;
  readonly version: number;
  /** Logs in and goes to where the player was going. */
  login(username: string, password: string, options?: { readonly autoLogin?: boolean }): Promise<AccountOutcome>;
  /**
   * Registers and logs in. `invite`: code of the inviting player. `terms`: version of the terms of use that the player agreed to. `first`: the
   * page that opens when the player was not on the way to another one.
   */
  register(
    username: string,
    password: string,
    options?: { readonly invite?: string | undefined; readonly terms?: string | undefined; readonly first?: string | undefined },
  ): Promise<AccountOutcome>;
  logout(): void;
  /** Remembers where to go after login; the caller then opens the login page. */
  loginWanted(loginAfter: string | undefined): void;
  /** A permission of the user info. */
  has(permission: string): boolean;
  /** A configured address of the brand; undefined when there is none. */
  config(name: string): string | undefined;
  refreshProfile(): Promise<void>;
  /** Whether the server answers: a valtio proxy. */
  readonly reach: Reachability;
  /** Calls back when the server answers after it did not: what failed is asked for again. */
  onRecovered(listener: () => void): () => void;
  /** What the phone says of itself to customer service. */
  readonly device: { readonly rduid?: string; readonly ip?: string };
  /** True after a forced logout, until the next login. */
  readonly banned: boolean;
  close(): void;
}

/** Work that the first screen does not wait for. */
export const loadStartUp = loadOnce(() => import('./start-up.ts'));

export function createPlatform(options: PlatformOptions): Platform {
  const { brand } = options;
  const outside = options.environment ?? browserEnvironment();
  const { clock } = outside;
  const version = brand.version ?? APP_VERSION;
  const local = namespacedStore(brand.code, outside.localStorage);
  const perTab = namespacedStore(brand.code, outside.sessionStorage);
  // The id of an earlier visit goes with every request: the server does not take a player who logs in at once for one on a new device.
  const rduid = knownDeviceId(local);
  const device: Platform['device'] = rduid === undefined ? {} : { rduid };
  const recording = options.attach ? { attach: options.attach } : {};
  const connection = createConnection({
    ...recording,
    brand,
    outside,
    version,
    session: () => session,
    device: () => device,
    report: sayOnce(clock, options.toast),
    unknownCallMessage: options.unknownCallMessage,
  });
  const { environment, client, reach, origin, clientType, recalibrate } = connection;
  const call: Platform['call'] = async (path, params, callOptions) => {
    const result = await client.call<never>(path, params, callOptions);
    options.onResult?.(result);
    return result;
  };
  const submissions = platformSubmissions({
    ...recording,
    store: local,
    clock,
    player: () => session.identity().mid,
    randomBytes: environment.randomBytes,
    call: holdAnswerWhileLeaving(environment, call),
    // What a request without an answer changed is not known yet.
    onLanded: () => void session.refreshProfile(),
  });
  const verdicts = createHeldVerdicts();
  const session: Session = new Session({
    ...recording,
    local,
    perTab,
    clock,
    root: brand.mobileRoot ?? '/',
    navigate: options.navigate,
    setTab: options.setTab,
    say: (text) => options.toast(text, { ms: TOAST_MS }),
    verdicts,
    onIdentity: () => {
      events.identityChanged();
      submissions.playerChanged();
    },
    calls: sessionCalls(client, options.onNews),
  });
  const descriptions = new Descriptions({ ...options.boot, fetch: environment.fetch, origin });
  session.restore();
  // The session is restored first, so that the stream opens once, under the right token.
  const events: Events = openEvents({ environment, brand: brand.code, origin, session, descriptions, reach, recalibrate });
  const closers = [
    ...followOutside({ environment, reach, recalibrate, session, submissions, events, onUnloadable: options.onUnloadable }),
    startUp({
      ...recording,
      input: { version, confirmedFrom: CONFIRMED_FROM, native: isNativeWrapper(clientType) },
      clock,
      local,
      device,
      signingKey: brand.signingKey,
      randomBytes: environment.randomBytes,
      call: (path, params) => client.call(path, params, { quiet: true }),
      onMaintenance: (message) => options.onMaintenance?.(message),
      onOutdated: () => options.onOutdated?.(),
    }),
  ];
  clock.after(PREPARE_MS, () => {
    void loadHmac().catch(() => undefined);
    // What the player opens next is listed then, and opens although the server may have gone.
    if (descriptions.index.current.abridged) void descriptions.refresh();
  });
  void recalibrate();
  if (!options.boot?.index) void descriptions.refresh();
  const enter = accountEntry(client, session);

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
    now: connection.now,
    on: events.on,
    follow: events.follow,
    login: (username, password, { autoLogin = true } = {}) => enter('/api/account/weblogin', { username, password }, autoLogin),
    register: (username, password, { invite = '', terms = '', first } = {}) => {
      const form = { username, password, ...(invite === '' ? {} : { invite }), ...(terms === '' ? {} : { terms }) };
      return enter('/api/webregist', form, true, first);
    },
    logout: () => session.logout(),
    loginWanted: (loginAfter) => session.loginWanted(loginAfter),
    has: (permission) => session.has(permission),
    config: (name) => (brand.config && Object.hasOwn(brand.config, name) ? brand.config[name] || undefined : undefined),
    refreshProfile: () => session.refreshProfile(),
    reach: reach.view,
    onRecovered: reach.onRecovered,
    device,
    get banned() {
      return local.get(SESSION_KEYS.banned) === '1';
    },
    close() {
      for (const close of closers) close();
    },
  };
}

/** Toasts a notice, and the same one again only once the first has gone: five sources of a screen that fail together are one message. */
function sayOnce(clock: Clock, toast: Host['toast']): (notice: ErrorNotice) => void {
  let last = { text: '', at: Number.NEGATIVE_INFINITY };
  return ({ text, ms }) => {
    if (text === last.text && clock.now() - last.at < ms) return;
    last = { text, at: clock.now() };
    toast(text, { ms });
  };
}

interface Followed extends Pick<Connection, 'environment' | 'reach' | 'recalibrate'>, Pick<PlatformOptions, 'onUnloadable'> {
  readonly session: Session;
  readonly submissions: SubmissionsDriver;
  readonly events: Events;
}

/** Keeps the parts in step with the network, the browser and the other tabs; the functions of the result end this, and the stream. */
function followOutside({ environment, reach, recalibrate, session, submissions, events, onUnloadable }: Followed): readonly (() => void)[] {
  return [
    reach.onRecovered(() => {
      submissions.wake();
      // Chromium remembers a module that did not come for as long as the page lives (whatwg/html#6768): without the one that signs, nothing
      // could be sent or asked about again.
      void loadHmac().catch(() => onUnloadable?.());
    }),
    reach.close,
    events.close,
    every(environment.clock, POLL_MS, () => events.poll()),
    every(environment.clock, RECALIBRATE_MS, () => void recalibrate()),
    environment.onStored((key, value) => {
      session.storedElsewhere(key, value);
      submissions.storedElsewhere(key);
    }),
    environment.onWake(() => {
      submissions.wake();
      session.wake();
      reach.wake();
      void recalibrate();
      events.wake();
    }),
    environment.onSleep?.(() => events.pause()) ?? (() => {}),
  ];
}

/** Runs again and again, first after `ms`; the result ends this. */
function every(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, function again() {
    run();
    cancel = clock.after(ms, again);
  });
  return () => cancel();
}

/** Drives the start once its code is there; the result ends this. It has work two seconds from now: nothing that the first screen waits for. */
function startUp(options: StartUpOptions): () => void {
  let closed = false;
  let stop: (() => void) | undefined;
  void loadStartUp().then(
    ({ runStartUp: driveStartUp }) => {
      if (!closed) stop = driveStartUp(options);
    },
    // A network that does not bring this part brings nothing else either, and every call says so.
    () => undefined,
  );
  return () => {
    closed = true;
    stop?.();
  };
}
