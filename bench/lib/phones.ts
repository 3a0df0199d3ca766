/**
 * Many phones in one process, started by s7.ts and spoken to by lines of JSON. Each phone is the app's own platform (session, signed
 * calls, event stream) with one open page: the screen's store and sources, and on a game page the game's runtime with its draw clock.
 * React and the DOM are left out: nothing is drawn. Every request is counted by the kind of page that made it.
 */
import { randomBytes } from 'node:crypto';
import { get as httpGet } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createPlatform, type Environment, type Platform } from '../../app/platform/index.ts';
import type { EventSourceLike } from '../../engine/drivers/event-stream.ts';
import { namespacedStore, type WebStorage } from '../../engine/drivers/storage.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import { SESSION_KEYS } from '../../engine/machines/session.ts';
import type { Host, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { compileScreen } from '../../engine/screens/core/plan.ts';
import { SourceCache } from '../../engine/screens/core/source-cache.ts';
import { ScreenStore } from '../../engine/screens/core/store.ts';
import { gameRuntime } from '../../engine/screens/lottery/runtimes.ts';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';

export interface PhonePage {
  /** Which figure its requests count for. */
  readonly kind: string;
  /** Code of the screen description. */
  readonly screen: string;
  /** Code of the game, for a game page. */
  readonly game?: string;
}

export interface PhonesThreadInput {
  readonly url: string;
  /** One phone for each session token, in the order of `pages`. */
  readonly tokens: readonly string[];
  readonly pages: readonly PhonePage[];
  /** The phones open one after the other within this time. */
  readonly openMs: number;
  /** From the last opening until the counting begins. */
  readonly settleMs: number;
  readonly countMs: number;
}

export interface PhonesReport {
  readonly seconds: number;
  readonly failed: number;
  readonly firstFailure: string;
  /** Draw events that one phone received. */
  readonly draws: number;
  /** By kind of page: phones, requests of all of them, most of one, and how often each path was asked for. */
  readonly kinds: Readonly<Record<string, { phones: number; requests: number; most: number; paths: Record<string, number> }>>;
}

// The draw clock asks whether the page is visible; a phone here always is.
Object.assign(globalThis, { document: { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} } });

function memory(): WebStorage {
  const map = new Map<string, string>();
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

/** The part of EventSource that the platform uses, over Node's own HTTP client. */
class Stream implements EventSourceLike {
  readyState = 0;
  onopen: EventSourceLike['onopen'] = null;
  onerror: EventSourceLike['onerror'] = null;
  onmessage: EventSourceLike['onmessage'] = null;
  readonly #listeners = new Map<string, (event: { data: string }) => void>();
  readonly #request;

  constructor(url: string) {
    this.#request = httpGet(url, { agent: false }, (response) => {
      this.readyState = 1;
      this.onopen?.({} as never);
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
          const data = field('data');
          if (data !== undefined) this.#listeners.get(field('event') ?? '')?.({ data });
        }
      });
      response.on('end', () => this.#fail());
    });
    this.#request.on('error', () => this.#fail());
  }
  #fail(): void {
    if (this.readyState === 2) return;
    this.readyState = 2;
    this.onerror?.({} as never);
  }
  addEventListener(type: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.readyState = 2;
    this.#request.destroy();
  }
}

interface Tally {
  counting: boolean;
  failed: number;
  firstFailure: string;
  draws: number;
}

interface Phone {
  readonly page: PhonePage;
  requests: number;
  readonly paths: Record<string, number>;
}

/** What does not change for a page's address is fetched once for all phones, as a browser's cache would keep it for each. */
const immutable = new Map<string, Promise<string>>();

function environmentOf(url: string, phone: Phone, tally: Tally, local: WebStorage): Environment {
  const { protocol, host } = new URL(url);
  const tab = memory();
  return {
    clock: realClock,
    fetch: async (path, init) => {
      const { pathname } = new URL(path, url);
      if (/^\/descriptions\/\w+\//.test(pathname)) {
        if (!immutable.has(pathname))
          immutable.set(
            pathname,
            fetch(new URL(path, url)).then((response) => response.text()),
          );
        return new Response(await immutable.get(pathname));
      }
      if (tally.counting) {
        phone.requests += 1;
        phone.paths[pathname] = (phone.paths[pathname] ?? 0) + 1;
      }
      try {
        return await fetch(new URL(path, url), init);
      } catch (error) {
        if (tally.counting) {
          tally.failed += 1;
          tally.firstFailure ||= `${pathname}: ${String((error as Error).cause ?? error)}`;
        }
        throw error;
      }
    },
    openEvents: (path) => new Stream(new URL(path, url).href),
    localStorage: () => local,
    sessionStorage: () => tab,
    location: { protocol, host, search: '' },
    signals: { search: '', androidBridge: false, iosBridge: false, iosStandalone: false, standalone: false },
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    onStored: () => () => {},
    onWake: () => () => {},
  };
}

interface Boot {
  readonly index: DescriptionIndex;
  readonly brand: { readonly code: string; readonly signingKey: string };
  readonly screens: ReadonlyMap<string, ScreenDocument>;
}

async function boot({ url, pages }: PhonesThreadInput): Promise<Boot> {
  const json = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
  const index = await json<DescriptionIndex>('/descriptions/index.json');
  const load = <T>(kind: string, code: string) => json<T>(`/descriptions/${kind}/${code}.${index.documents[kind]?.[code]}.json`);
  const screens = new Map<string, ScreenDocument>();
  for (const { screen } of pages) if (!screens.has(screen)) screens.set(screen, await load('screen', screen));
  const [brand = ''] = Object.keys(index.documents.brand ?? {});
  return { index, brand: await load('brand', brand), screens };
}

/** What a page's screen and its game do without being drawn. */
async function openPage(platform: Platform, { screen, game }: PhonePage, { screens }: Boot): Promise<void> {
  const host = {
    session: platform.session,
    index: platform.index,
    storage: platform.storage,
    loadGame: platform.loadGame,
    loadDocument: platform.loadDocument,
    call: platform.call,
    submissions: platform.submissions,
    gameCalls: {
      page: '/api/SiteMsg/AppLotteryPageInfo',
      bet: '/api/lottery/bet_szc',
      chase: '/api/lottery/ChaseIssues',
    },
    origin: platform.origin,
    now: platform.now,
    on: platform.on,
    toast: () => {},
    navigate: () => {},
    back: () => {},
    openGame: () => true,
    openMenu: () => {},
    perform: async () => true,
  } satisfies Host;
  const plan = compileScreen(screens.get(screen) as ScreenDocument);
  const params: Record<string, string> = game === undefined ? {} : { gameCode: game };
  const store = new ScreenStore({ plan, host, cache: new SourceCache(host), params, query: {}, back: false });
  store.start();
  if (game !== undefined) (await gameRuntime(host, game)).hold();
}

async function work(order: PhonesThreadInput): Promise<PhonesReport> {
  const tally: Tally = { counting: false, failed: 0, firstFailure: '', draws: 0 };
  const shared = await boot(order);
  const opening = order.pages.map(async (page, at) => {
    await pause((order.openMs * at) / order.pages.length);
    const phone: Phone = { page, requests: 0, paths: {} };
    const local = memory();
    const store = namespacedStore(shared.brand.code, () => local);
    store.set(SESSION_KEYS.token, order.tokens[at] as string);
    store.set(SESSION_KEYS.autoLogin, '1');
    const platform = createPlatform({
      brand: shared.brand,
      boot: { index: shared.index },
      environment: environmentOf(order.url, phone, tally, local),
      toast: () => {},
      navigate: () => {},
      setTab: () => {},
    });
    if (at === 0)
      platform.on('draw', () => {
        if (tally.counting) tally.draws += 1;
      });
    await openPage(platform, page, shared);
    return phone;
  });
  const phones = await Promise.all(opening);
  await pause(order.settleMs);
  console.log(JSON.stringify('counting'));
  tally.counting = true;
  const from = performance.now();
  await pause(order.countMs);
  tally.counting = false;
  const seconds = (performance.now() - from) / 1000;
  const kinds: Record<string, { phones: number; requests: number; most: number; paths: Record<string, number> }> = {};
  for (const { page, requests, paths } of phones) {
    const kind = (kinds[page.kind] ??= { phones: 0, requests: 0, most: 0, paths: {} });
    kind.phones += 1;
    kind.requests += requests;
    kind.most = Math.max(kind.most, requests);
    for (const [path, count] of Object.entries(paths)) kind.paths[path] = (kind.paths[path] ?? 0) + count;
  }
  return { seconds, failed: tally.failed, firstFailure: tally.firstFailure, draws: tally.draws, kinds };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await work(JSON.parse(line) as PhonesThreadInput)));
  process.exit(0);
}
