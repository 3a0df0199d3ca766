/**
 * The service worker's work, apart from the browser's events (main.ts): what it answers, what it keeps and for how long. The network comes
 * first for all that can change, and what is kept is for when it does not answer.
 */
import { KEPT_AT, SHELL, SHELL_LIST, type ShellList, type ToWorker } from '../../protocol/kept.ts';
import { type Asked, isAway, mayKeep, nameOf, sortOf } from './kept.ts';

/** Names of the stores. A store whose name is not here was an older worker's, and goes when this one takes over. */
const STORES = { shell: 'caipu-shell-1', file: 'caipu-files-1', document: 'caipu-documents-1', answer: 'caipu-answers-1' } as const;
/** Most that a store holds; the oldest goes first. Two builds of the app are some 500 files, all descriptions some 300. */
const MOST: Readonly<Record<string, number>> = { [STORES.file]: 700, [STORES.document]: 500, [STORES.answer]: 120 };
/** A network that says nothing for so long is none (ms), when there is something kept to show instead. */
const PATIENCE_MS = 5_000;

export interface Outside {
  readonly origin: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface Worker {
  /** Keeps what a start without the network needs. Rejects when some of it does not come: the browser tries again at another visit. */
  install(): Promise<void>;
  /** Lets go of what older workers kept. */
  activate(): Promise<void>;
  /** The answer to a request, or undefined for what is none of the worker's business. `later` is told of work that goes on after it. */
  answer(
    request: Request,
    preloaded: Promise<Response | undefined>,
    later: (work: Promise<unknown>) => void,
  ): Promise<Response> | undefined;
  /** What the page says; 'take' and 'build' are the browser's side. */
  hear(message: ToWorker): Promise<void>;
}

export function createWorker({ origin, caches, fetch, now, after }: Outside): Worker {
  const store = (name: keyof typeof STORES): Promise<Cache> => caches.open(STORES[name]);
  const kept = async (name: keyof typeof STORES, key: string): Promise<Response | undefined> =>
    (await store(name)).match(key, { ignoreVary: true });

  async function put(name: keyof typeof STORES, key: string, response: Response): Promise<void> {
    const cache = await store(name);
    // Taken out first: the stores keep the order in which things came, and the oldest goes first.
    await cache.delete(key, { ignoreVary: true });
    await cache.put(key, response);
    const most = MOST[STORES[name]];
    if (most === undefined) return;
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old, { ignoreVary: true });
  }

  /** What never changes under its name, from the phone, and else from the network. */
  async function once(name: 'file' | 'document', request: Request | string, later: (work: Promise<unknown>) => void): Promise<Response> {
    const url = typeof request === 'string' ? request : request.url;
    const here = await kept(name, url);
    if (here) return here;
    const response = await fetch(request);
    if (mayKeep(response) && /immutable/.test(response.headers.get('cache-control') ?? '')) later(put(name, url, response.clone()));
    return response;
  }

  /** The network's answer, or what is kept when none comes in time. Without anything kept the network has all the time it wants. */
  function first(network: Promise<Response>, fallback: () => Promise<Response | undefined>): Promise<Response> {
    return new Promise((resolve, reject) => {
      const instead = (otherwise: () => void): void => {
        fallback().then((here) => (here ? resolve(here) : otherwise()), otherwise);
      };
      const stop = after(PATIENCE_MS, () => instead(() => {}));
      network.then(
        (response) => {
          stop();
          if (isAway(response)) instead(() => resolve(response));
          else resolve(response);
        },
        (error: unknown) => {
          stop();
          instead(() => reject(error));
        },
      );
    });
  }

  /** A copy that says when it came. Its address and its headers are not kept, its body alone. */
  const dated = async (response: Response): Promise<Response> =>
    new Response(await response.blob(), {
      headers: { 'content-type': response.headers.get('content-type') ?? 'application/json', [KEPT_AT]: String(now()) },
    });

  function changing(name: 'shell' | 'answer', key: string, request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
    const network = fetch(request).then((response) => {
      if (mayKeep(response)) later(dated(response.clone()).then((copy) => put(name, key, copy)));
      return response;
    });
    // It may come after what is kept has been shown instead, and is kept then.
    later(network);
    return first(network, () => kept(name, key));
  }

  async function shell(): Promise<void> {
    const fresh = async (path: string): Promise<Response> => {
      const response = await fetch(origin + path, { cache: 'no-cache', credentials: 'same-origin' });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response;
    };
    const index = '/descriptions/index.json';
    const [page, list, listed] = await Promise.all([fresh(SHELL), fresh(SHELL_LIST), fresh(index)]);
    const { files, documents } = (await list.json()) as ShellList;
    await keepAll('file', files);
    await keepAll('document', documents);
    // Last, so that a shell is never without what it names.
    await put('shell', origin + index, await dated(listed));
    await put('shell', origin + SHELL, page);
  }

  async function keepAll(name: 'file' | 'document', paths: readonly string[]): Promise<void> {
    const wanted = paths.map((path) => new URL(path, origin).href);
    const here = new Set((await (await store(name)).keys()).map(({ url }) => url));
    const missing = wanted.filter((url) => !here.has(url));
    await Promise.all(
      missing.map(async (url) => {
        const response = await fetch(url, { credentials: 'same-origin' });
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        await put(name, url, response);
      }),
    );
  }

  const asked = (url: string): Asked => ({ method: 'GET', url, mode: 'cors', destination: '' });

  return {
    install: shell,
    async activate() {
      const own: readonly string[] = Object.values(STORES);
      for (const name of await caches.keys()) if (name.startsWith('caipu-') && !own.includes(name)) await caches.delete(name);
    },
    answer(request, preloaded, later) {
      switch (sortOf(request, origin)) {
        case 'file':
          return once('file', request, later);
        case 'document':
          return once('document', request, later);
        case 'index':
          return changing('shell', origin + new URL(request.url).pathname, request, later);
        case 'answer':
          return changing('answer', nameOf(request.url), request, later);
        case 'page':
          return first(
            preloaded.then((response) => response ?? fetch(request)),
            () => kept('shell', origin + SHELL),
          );
        default:
          return undefined;
      }
    },
    async hear(message) {
      if (message.say === 'renew') await shell();
      if (message.say !== 'keep') return;
      for (const url of message.urls) {
        const sort = sortOf(asked(url), origin);
        const work: Promise<unknown>[] = [];
        const note = (each: Promise<unknown>): void => void work.push(each);
        if (sort === 'file' || sort === 'document') await once(sort, url, note);
        else if (sort === 'answer') await changing('answer', nameOf(url), new Request(url), note);
        await Promise.all(work);
      }
    },
  };
}
