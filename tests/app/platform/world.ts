/** A small world for the platform: a virtual clock, a server made of functions, storages in memory, an event stream by hand. */
import { createHmac } from 'node:crypto';
import type { EventSourceLike } from '../../../engine/drivers/event-stream.ts';
import type { WebStorage } from '../../../engine/drivers/storage.ts';
import { type VirtualClock, virtualClock } from '../../../engine/drivers/timers.ts';
import type { Hmac } from '../../../protocol/signing.ts';
import { createPlatform, type Environment, type Platform, type PlatformOptions } from '../../../app/platform/index.ts';

export const nodeHmac: Hmac = (key, message) => createHmac('sha256', key).update(message).digest('hex');

export function memoryStorage(entries: Record<string, string> = {}, log?: string[]): WebStorage & { dump(): Record<string, string> } {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => {
      log?.push(`set ${key}`);
      map.set(key, value);
    },
    removeItem: (key) => {
      log?.push(`remove ${key}`);
      map.delete(key);
    },
    dump: () => Object.fromEntries(map),
  };
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly headers: Record<string, string>;
}

/** Answers a request: an envelope, `hang` (no answer ever) or `drop` (connection lost). */
export type Reply = { status: number; models?: unknown; msg?: string } | 'hang' | 'drop' | { raw: string; http: number };
export type Handler = (seen: Seen) => Reply;

export class FakeEvents implements EventSourceLike {
  readyState = 0;
  onopen: EventSourceLike['onopen'] = null;
  onerror: EventSourceLike['onerror'] = null;
  onmessage: EventSourceLike['onmessage'] = null;
  onchunk: EventSourceLike['onchunk'] = null;
  closed = false;
  readonly url: string;
  readonly listeners = new Map<string, (event: { data: string }) => void>();
  constructor(url: string) {
    this.url = url;
  }
  addEventListener(type: string, listener: (event: { data: string }) => void): void {
    this.listeners.set(type, listener);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.onopen?.({} as never);
  }
  fail(): void {
    this.onerror?.({} as never);
  }
  say(event: { type: string } & Record<string, unknown>): void {
    this.listeners.get(event.type)?.({ data: JSON.stringify(event) });
  }
}

export interface World {
  readonly platform: Platform;
  readonly clock: VirtualClock;
  readonly local: ReturnType<typeof memoryStorage>;
  readonly tab: ReturnType<typeof memoryStorage>;
  readonly seen: Seen[];
  /** Storage writes and requests in the order in which they happened. */
  readonly log: string[];
  readonly toasts: { text: string; ms?: number }[];
  readonly moves: { to: string; replace: boolean }[];
  readonly tabs: number[];
  /** Messages that the app shows without a request. */
  readonly news: string[];
  readonly streams: FakeEvents[];
  readonly server: Record<string, Handler>;
  wake(): void;
  /** Another tab writes a key of the shared storage, or takes it away. */
  elsewhere(key: string | null, value: string | null): void;
}

export const brand = { code: 'caipu', signingKey: 'test-signing-key' };
export const demoUser = { Mid: '10001', UserName: 'demo', GameTransferPermission: false, v: '1' };
export const START = 1_795_000_000_000;

export interface WorldOptions {
  readonly brand?: PlatformOptions['brand'];
  readonly boot?: PlatformOptions['boot'];
  readonly attach?: PlatformOptions['attach'];
  readonly unknownCallMessage?: PlatformOptions['unknownCallMessage'];
  readonly local?: Record<string, string>;
  readonly tab?: Record<string, string>;
  readonly server?: Record<string, Handler>;
  readonly environment?: Partial<Environment>;
  readonly serverNow?: () => { now: number; speed: number };
}

export function world(options: WorldOptions = {}): World {
  const clock = virtualClock(START);
  const log: string[] = [];
  const local = memoryStorage(options.local, log);
  const tab = memoryStorage(options.tab, log);
  const seen: Seen[] = [];
  const toasts: World['toasts'] = [];
  const moves: World['moves'] = [];
  const tabs: number[] = [];
  const news: string[] = [];
  const streams: FakeEvents[] = [];
  const wakers = new Set<() => void>();
  const others = new Set<(key: string | null, value: string | null) => void>();
  const server: Record<string, Handler> = {
    '/api/systemconfig/getservertime': () => ({ status: 0, models: options.serverNow?.() ?? { now: clock.now(), speed: 1 } }),
    '/api/systemconfig/getip': () => ({ status: 0, models: { IP: '203.0.113.7' } }),
    '/api/account/weblogin': () => ({ status: 0, models: { token: 'token-1', user: demoUser, balanceFen: 1_000_000 } }),
    '/api/usercenter/queryprofilelist': () => ({ status: 0, models: { user: demoUser, balanceFen: 1_000_000 } }),
    '/api/account/heartbeat': () => ({ status: 0, models: { now: clock.now() } }),
    '/api/account/logout': () => ({ status: 0, models: {} }),
    ...options.server,
  };
  let nonce = 0;
  const environment: Environment = {
    clock,
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        const address = new URL(url, 'http://page.test');
        const request: Seen = {
          method: init.method ?? 'GET',
          path: address.pathname,
          query: address.searchParams,
          form: new URLSearchParams((init.body as string | undefined) ?? ''),
          headers: { ...(init.headers as Record<string, string>) },
        };
        seen.push(request);
        log.push(`send ${request.path}`);
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        const reply = server[address.pathname.toLowerCase()]?.(request) ?? { status: 8, models: null, msg: '没有这个接口' };
        if (reply === 'hang') return;
        if (reply === 'drop') reject(new TypeError('Failed to fetch'));
        else if ('raw' in reply) resolve(new Response(reply.raw, { status: reply.http }));
        else resolve(new Response(JSON.stringify({ models: null, msg: '', ...reply })));
      }),
    openEvents: (url) => {
      const stream = new FakeEvents(url);
      streams.push(stream);
      return stream;
    },
    localStorage: () => local,
    sessionStorage: () => tab,
    location: { protocol: 'http:', host: '127.0.0.1:8080', search: '' },
    signals: { search: '', androidBridge: false, iosBridge: false, iosStandalone: false, standalone: false },
    randomBytes: (count) => {
      nonce += 1;
      return new Uint8Array(count).fill(nonce % 256);
    },
    onStored: (listener) => {
      others.add(listener);
      return () => void others.delete(listener);
    },
    onWake: (listener) => {
      wakers.add(listener);
      return () => void wakers.delete(listener);
    },
    ...options.environment,
  };
  const platform = createPlatform({
    brand: options.brand ?? brand,
    ...(options.boot ? { boot: options.boot } : {}),
    environment,
    toast: (text, { ms } = {}) => void toasts.push(ms === undefined ? { text } : { text, ms }),
    navigate: (to, { replace }) => void moves.push({ to, replace }),
    setTab: (index) => void tabs.push(index),
    onNews: (what) => void news.push(what),
    ...(options.attach ? { attach: options.attach } : {}),
    ...(options.unknownCallMessage ? { unknownCallMessage: options.unknownCallMessage } : {}),
  });
  return {
    platform,
    clock,
    local,
    tab,
    seen,
    log,
    toasts,
    moves,
    tabs,
    news,
    streams,
    server,
    wake: () => wakers.forEach((run) => run()),
    elsewhere: (key, value) => others.forEach((run) => run(key, value)),
  };
}

/** Lets promises that are already settled run on: no time passes. */
export async function settle(): Promise<void> {
  // The parts of the platform that it fetches beside the first load.
  await Promise.all([import('../../../app/platform/start-up.ts'), import('../../../app/platform/hmac.ts')]);
  for (let turn = 0; turn < 8; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** A world whose player is logged in. */
export async function player(options: WorldOptions = {}): Promise<World> {
  const made = world(options);
  await settle();
  await made.platform.login('demo', 'demo1234');
  await settle();
  return made;
}

export const index = {
  format: 1 as const,
  version: 'v1',
  games: [],
  documents: {},
};
