/**
 * The service worker's work, apart from the browser's events (main.ts): its answers, its cache and the lifetimes. The network comes
 * first for everything that can change, and the cache serves when it does not answer.
 */
import { CACHED_AT_HEADER, SHELL, SHELL_LIST, type ShellList, type WorkerMessage } from '../../protocol/offline-cache.ts';
import { type RequestFacts, isServerUnreachable, isCacheable, cacheKeyOf, cacheKindOf } from './cache.ts';

/** Names of the stores. A store whose name is not here was an older worker's, and goes when this one takes over. */
const CACHE_NAMES = { shell: 'caipu-shell-1', file: 'caipu-files-1', document: 'caipu-documents-1', answer: 'caipu-answers-1' } as const;
type CacheName = keyof typeof CACHE_NAMES;
/** Most that a store holds; the oldest goes first. Two builds of the app are some 500 files, all descriptions some 300. */
const MAX_ENTRIES: Readonly<Record<string, number>> = { [CACHE_NAMES.file]: 700, [CACHE_NAMES.document]: 500, [CACHE_NAMES.answer]: 120 };
/** A network that says nothing for so long is none (ms), when there is something kept to show instead. */
const NETWORK_TIMEOUT_MS = 5_000;

export interface WorkerEnvironment {
  readonly origin: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Told of work that goes on after the answer. */
type WaitUntil = (work: Promise<unknown>) => void;

export interface Worker {
  /** Keeps what a start without the network needs. Rejects when some of it does not come: the browser tries again at another visit. */
  install(): Promise<void>;
  /** Deletes caches of older workers. */
  activate(): Promise<void>;
  /** The answer to a request, or undefined for requests that the worker leaves alone. `later` gets work that continues after it. */
  answer(request: Request, preloaded: Promise<Response | undefined>, later: WaitUntil): Promise<Response> | undefined;
  /** What the page says; 'take' and 'build' are the browser's side. */
  hear(message: WorkerMessage): Promise<void>;
}

/** The stores of the worker: what they keep, and what they answer where the network does not. */
class WorkerCaches {
  readonly #environment: WorkerEnvironment;

  constructor(environment: WorkerEnvironment) {
    this.#environment = environment;
  }

  async cached(name: CacheName, key: string): Promise<Response | undefined> {
    return (await this.#store(name)).match(key, { ignoreVary: true });
  }

  async put(name: CacheName, key: string, response: Response): Promise<void> {
    const cache = await this.#store(name);
    // Taken out first: the stores keep the order in which things came, and the oldest goes first.
    await cache.delete(key, { ignoreVary: true });
    await cache.put(key, response);
    const most = MAX_ENTRIES[CACHE_NAMES[name]];
    if (most === undefined) return;
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old, { ignoreVary: true });
  }

  async keepAll(name: 'file' | 'document', paths: readonly string[]): Promise<void> {
    const { origin, fetch } = this.#environment;
    const wanted = paths.map((path) => new URL(path, origin).href);
    const here = new Set((await (await this.#store(name)).keys()).map(({ url }) => url));
    const missing = wanted.filter((url) => !here.has(url));
    await Promise.all(
      missing.map(async (url) => {
        const response = await fetch(url, { credentials: 'same-origin' });
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        await this.put(name, url, response);
      }),
    );
  }

  /** A copy that says when it came. Its address and its headers are not kept, its body alone. */
  async dated(response: Response): Promise<Response> {
    return new Response(await response.blob(), {
      headers: {
        'content-type': response.headers.get('content-type') ?? 'application/json',
        [CACHED_AT_HEADER]: String(this.#environment.now()),
      },
    });
  }

  /** What never changes under its name, from the phone, and else from the network. */
  async once(name: 'file' | 'document', request: Request | string, later: WaitUntil): Promise<Response> {
    const url = typeof request === 'string' ? request : request.url;
    const here = await this.cached(name, url);
    if (here) return here;
    const response = await this.#environment.fetch(request);
    if (isCacheable(response) && /immutable/.test(response.headers.get('cache-control') ?? ''))
      later(this.put(name, url, response.clone()));
    return response;
  }

  /** For changing data: the network, and else the cache under `key`. */
  changing(name: 'shell' | 'answer', key: string, request: Request, later: WaitUntil): Promise<Response> {
    const network = this.#environment.fetch(request).then((response) => {
      if (isCacheable(response)) later(this.dated(response.clone()).then((copy) => this.put(name, key, copy)));
      return response;
    });
    // It may come after the cached answer was used, and is cached then.
    later(network);
    return networkOrCache(this.#environment, network, () => this.cached(name, key));
  }

  #store(name: CacheName): Promise<Cache> {
    return this.#environment.caches.open(CACHE_NAMES[name]);
  }
}

export function createWorker(environment: WorkerEnvironment): Worker {
  const { origin, caches, fetch } = environment;
  const workerCaches = new WorkerCaches(environment);

  /** Keeps what a start without the network needs. */
  async function cacheShell(): Promise<void> {
    const fresh = async (path: string): Promise<Response> => {
      const response = await fetch(origin + path, { cache: 'no-cache', credentials: 'same-origin' });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response;
    };
    const index = '/descriptions/index.json';
    const [page, list, listed] = await Promise.all([fresh(SHELL), fresh(SHELL_LIST), fresh(index)]);
    const { files, documents } = (await list.json()) as ShellList;
    await workerCaches.keepAll('file', files);
    await workerCaches.keepAll('document', documents);
    // Last, so that a shell is never without what it names.
    await workerCaches.put('shell', origin + index, await workerCaches.dated(listed));
    await workerCaches.put('shell', origin + SHELL, page);
  }

  return {
    install: cacheShell,
    async activate() {
      const own: readonly string[] = Object.values(CACHE_NAMES);
      for (const name of await caches.keys()) if (name.startsWith('caipu-') && !own.includes(name)) await caches.delete(name);
    },
    answer(request, preloaded, later) {
      switch (cacheKindOf(request, origin)) {
        case 'file':
          return workerCaches.once('file', request, later);
        case 'document':
          return workerCaches.once('document', request, later);
        case 'index':
          return workerCaches.changing('shell', origin + new URL(request.url).pathname, request, later);
        case 'answer':
          return workerCaches.changing('answer', cacheKeyOf(request.url), request, later);
        case 'page':
          return networkOrCache(
            environment,
            preloaded.then((response) => response ?? fetch(request)),
            () => workerCaches.cached('shell', origin + SHELL),
          );
        default:
          return undefined;
      }
    },
    async hear(message) {
      if (message.say === 'renew') await cacheShell();
      if (message.say === 'keep') for (const url of message.urls) await cacheAddress(workerCaches, url, origin);
    },
  };
}

/** Keeps what the page shows under an address. */
async function cacheAddress(workerCaches: WorkerCaches, url: string, origin: string): Promise<void> {
  const facts: RequestFacts = { method: 'GET', url, mode: 'cors', destination: '' };
  const kind = cacheKindOf(facts, origin);
  const work: Promise<unknown>[] = [];
  const note = (each: Promise<unknown>): void => void work.push(each);
  if (kind === 'file' || kind === 'document') await workerCaches.once(kind, url, note);
  else if (kind === 'answer') await workerCaches.changing('answer', cacheKeyOf(url), new Request(url), note);
  await Promise.all(work);
}

/** The network's answer, or the cached one when none comes in time. Without a cached answer there is no time-out. */
function networkOrCache(
  { after }: Pick<WorkerEnvironment, 'after'>,
  network: Promise<Response>,
  fallback: () => Promise<Response | undefined>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const instead = (otherwise: () => void): void => {
      fallback().then((here) => (here ? resolve(here) : otherwise()), otherwise);
    };
    const stop = after(NETWORK_TIMEOUT_MS, () => instead(() => {}));
    network.then(
      (response) => {
        stop();
        if (isServerUnreachable(response)) instead(() => resolve(response));
        else resolve(response);
      },
      (error: unknown) => {
        stop();
        instead(() => reject(error));
      },
    );
  });
}
