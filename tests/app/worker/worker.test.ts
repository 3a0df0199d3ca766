/** What the service worker keeps, what it answers with, and what it leaves alone. */
import { describe, expect, it } from 'vitest';
import { isCacheable, cacheKeyOf, cacheKindOf } from '../../../app/worker/cache.ts';
import { openRoute, notificationOf, type AppWindow } from '../../../app/worker/push.ts';
import { createWorker } from '../../../app/worker/worker.ts';
import { installWay } from '../../../app/platform/install-way.ts';
import { COMMON } from '../../../protocol/calls/common.ts';
import { faultOf } from '../../../protocol/calls/define.ts';
import { TABLE } from '../../../protocol/calls/table.ts';
import { CACHED_AT_HEADER } from '../../../protocol/offline-cache.ts';

const ORIGIN = 'https://play.example';
const HASH = '0123456789abcdef0123456789abcdef';
const get = (path: string, more: object = {}) => ({ method: 'GET', url: ORIGIN + path, mode: 'cors', destination: '', ...more });
const page = (path: string, destination = 'document') => get(path, { mode: 'navigate', destination });

describe('what the worker is for', () => {
  it.each([
    ['a page of the app', page('/ssc/jlffc'), 'page'],
    ['a page that is no route', page('/nowhere'), 'page'],
    ['a frame', page('/ssc/jlffc', 'iframe'), undefined],
    ["the operators' page", page('/operator'), undefined],
    ['a file that is opened', page('/openapi.json'), undefined],
    ['a file of the build', get('/assets/index-abc.js'), 'file'],
    ['a description', get(`/descriptions/screen/home.${HASH}.json`), 'document'],
    ['the index', get('/descriptions/index.json'), 'index'],
    ['draws', get('/api/LotteryResult/AllResult?c=1'), 'answer'],
    ['the same as a POST', { ...get('/api/LotteryResult/AllResult'), method: 'POST' }, undefined],
    ['the same of another host', { ...get(''), url: 'https://other.example/api/lotteryresult/allresult' }, undefined],
    ['the wallet', get('/api/fund/Summary'), undefined],
    ['orders', get('/api/order/list'), undefined],
    ['the profile', get('/api/UserCenter/QueryProfileList'), undefined],
    ['the event stream', get('/events'), undefined],
  ])('%s', (_name, requestFacts, sort) => expect(cacheKindOf(requestFacts, ORIGIN)).toBe(sort));

  it('of all calls only those that are the same for everybody and move nothing', () => {
    for (const definition of TABLE) {
      const sort = cacheKindOf(get(definition.path), ORIGIN);
      if (sort === undefined) continue;
      expect([definition.method, definition.session, definition.changes, definition.signed], definition.path).toEqual([
        'GET',
        'none',
        undefined,
        undefined,
      ]);
    }
    const wallet = TABLE.find(({ path }) => path === '/api/fund/Summary');
    expect(faultOf({ ...wallet, kept: true } as never)).toMatch(/same for everybody/);
  });

  it('names an answer by the call and its own fields, never by the client', () => {
    const common = Object.keys(COMMON)
      .map((name) => `${name}=x`)
      .join('&');
    expect(cacheKeyOf(`${ORIGIN}/api/SiteMsg/HelpDetail?type=buy&${common}&name=chase`)).toBe(
      `${ORIGIN}/api/sitemsg/helpdetail?name=chase&type=buy`,
    );
  });

  it('keeps nothing that the server marks as a person’s own, and nothing that says nothing of it', () => {
    const answer = (control?: string) => new Response('{}', { headers: control === undefined ? {} : { 'cache-control': control } });
    expect([answer('no-cache'), answer('no-store'), answer('private, max-age=60'), answer()].map(isCacheable)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

/** Enough of CacheStorage: stores by name, in the order in which things came. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const key = (request: RequestInfo | URL): string => (request instanceof Request ? request.url : String(request));
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (request: RequestInfo | URL) => store.get(key(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => void store.set(key(request), response),
      delete: async (request: RequestInfo | URL) => store.delete(key(request)),
      keys: async () => [...store.keys()].map((url) => new Request(url)),
    };
  };
  return {
    stores,
    caches: { open, keys: async () => [...stores.keys()], delete: async (name: string) => stores.delete(name) } as unknown as CacheStorage,
  };
}

type Served = Record<string, () => Response | Promise<Response>>;
const json = (value: unknown, control = 'no-cache') =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json', 'cache-control': control } });

function running(served: Served) {
  const { caches, stores } = fakeCaches();
  const requestedUrls: string[] = [];
  const timers: (() => void)[] = [];
  const work: Promise<unknown>[] = [];
  const worker = createWorker({
    origin: ORIGIN,
    caches,
    fetch: async (request) => {
      const url = new URL(typeof request === 'string' ? request : request.url);
      requestedUrls.push(url.pathname);
      const answer = served[url.pathname];
      if (!answer) throw new TypeError('Failed to fetch');
      return answer();
    },
    now: () => 1_000,
    after: (_ms, run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  const ask = async (path: string, mode = 'cors') => {
    const request = new Request(ORIGIN + path);
    // Node makes no request that navigates, and knows no destination.
    const seen = new Proxy(request, {
      get: (target, name) =>
        name === 'mode' ? mode : name === 'destination' ? (mode === 'navigate' ? 'document' : '') : Reflect.get(target, name),
    });
    const answer = worker.answer(seen, Promise.resolve(undefined), (each) => void work.push(each.catch(() => undefined)));
    const response = await answer;
    await Promise.all(work);
    return response;
  };
  return { worker, ask, requestedUrls, timers, stores, served };
}

const installing = (): Served => ({
  '/offline-shell': () => new Response('<!doctype html>shell', { headers: { 'content-type': 'text/html' } }),
  '/offline-shell.json': () => json({ files: ['/assets/index-a.js'], documents: [`/descriptions/screen/home.${HASH}.json`] }),
  '/descriptions/index.json': () => json({ version: '1' }),
  '/assets/index-a.js': () => new Response('1', { headers: { 'cache-control': 'public, max-age=31536000, immutable' } }),
  [`/descriptions/screen/home.${HASH}.json`]: () => json({ code: 'home' }, 'public, max-age=31536000, immutable'),
});

describe('with and without the network', () => {
  it('keeps a start: the page, its files, its descriptions, and answers with them when nothing else does', async () => {
    const { worker, ask, served, requestedUrls } = running(installing());
    await worker.install();
    for (const path of Object.keys(served)) delete served[path];
    requestedUrls.length = 0;
    expect(await (await ask('/helpCenter', 'navigate'))?.text()).toContain('shell');
    expect(await (await ask('/assets/index-a.js'))?.text()).toBe('1');
    expect(await (await ask('/descriptions/index.json'))?.json()).toEqual({ version: '1' });
    expect(await (await ask(`/descriptions/screen/home.${HASH}.json`))?.json()).toEqual({ code: 'home' });
    expect(requestedUrls).toEqual(['/helpCenter', '/descriptions/index.json']);
  });

  it('is not installed by halves', async () => {
    const { worker, stores } = running({ ...installing(), '/assets/index-a.js': () => new Response('', { status: 404 }) });
    await expect(worker.install()).rejects.toThrow('/assets/index-a.js: 404');
    expect([...(stores.get('caipu-shell-1')?.keys() ?? [])]).toEqual([]);
  });

  it('shows the latest answer while there is none, and says when it came; a refusal or an own answer is never kept', async () => {
    const path = '/api/lotteryresult/allresult?c=1&tk=secret';
    const { ask, served, stores } = running({ '/api/lotteryresult/allresult': () => json({ status: 0, models: 1 }) });
    expect((await ask(path))?.headers.get(CACHED_AT_HEADER)).toBeNull();
    served['/api/lotteryresult/allresult'] = () => json({ status: 6, models: null }, 'no-store');
    await ask(path);
    delete served['/api/lotteryresult/allresult'];
    const cachedAnswer = await ask(path);
    expect([await cachedAnswer?.json(), cachedAnswer?.headers.get(CACHED_AT_HEADER)]).toEqual([{ status: 0, models: 1 }, '1000']);
    expect([...(stores.get('caipu-answers-1')?.keys() ?? [])]).toEqual([`${ORIGIN}/api/lotteryresult/allresult`]);
  });

  it('a proxy without its server is no server, and the cache answers for a network that stays silent', async () => {
    const { worker, ask, served, timers } = running(installing());
    await worker.install();
    served['/'] = () => new Response('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } });
    expect(await (await ask('/', 'navigate'))?.text()).toContain('shell');
    let late: (response: Response) => void = () => {};
    served['/'] = () => new Promise((resolve) => (late = resolve));
    const waiting = ask('/', 'navigate');
    await expect.poll(() => timers.length).toBe(1);
    timers[0]?.();
    expect(await (await waiting)?.text()).toContain('shell');
    late(new Response('late'));
  });

  it('without anything kept the failure is the network’s own', async () => {
    const { ask } = running({});
    await expect(ask('/api/lotteryresult/list?gameCode=ssq')).rejects.toThrow('Failed to fetch');
  });

  it('holds the newest answers up to a number, and deletes those of older workers', async () => {
    const { worker, ask, stores, served } = running({ '/api/SiteMsg/HelpDetail': () => json({ status: 0 }) });
    for (let n = 0; n < 125; n += 1) await ask(`/api/SiteMsg/HelpDetail?name=${n}`);
    const names = [...(stores.get('caipu-answers-1')?.keys() ?? [])];
    expect([names.length, names[0], names.at(-1)]).toEqual([
      120,
      `${ORIGIN}/api/sitemsg/helpdetail?name=5`,
      `${ORIGIN}/api/sitemsg/helpdetail?name=124`,
    ]);
    // Two builds of the app beside each other: what both of them have came first, and stays.
    const files = new Map(Array.from({ length: 520 }, (_, n) => [`${ORIGIN}/assets/part-${n}.js`, new Response('1')]));
    stores.set('caipu-files-1', files);
    served['/assets/last.js'] = () => new Response('1', { headers: { 'cache-control': 'public, max-age=31536000, immutable' } });
    await ask('/assets/last.js');
    expect([files.size, files.has(`${ORIGIN}/assets/part-0.js`), files.has(`${ORIGIN}/assets/last.js`)]).toEqual([521, true, true]);
    stores.delete('caipu-files-1');
    stores.set('caipu-answers-0', new Map());
    await worker.activate();
    expect([...stores.keys()]).toEqual(['caipu-answers-1']);
  });

  it('keeps files that a page loaded before the worker ran, and no other files that the page names', async () => {
    const { worker, requestedUrls } = running({
      '/assets/a.js': () => new Response('1', { headers: { 'cache-control': 'immutable' } }),
      '/api/lotteryresult/list': () => json({}),
    });
    await worker.hear({
      say: 'keep',
      urls: [
        `${ORIGIN}/assets/a.js`,
        `${ORIGIN}/api/fund/Summary`,
        `${ORIGIN}/api/lotteryresult/list?tk=x`,
        'https://other.example/assets/b.js',
      ],
    });
    expect(requestedUrls).toEqual(['/assets/a.js', '/api/lotteryresult/list']);
  });
});

describe('the way onto the home screen', () => {
  const iphone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', touchPoints: 5 };
  it.each([
    [1, iphone, 'ios'],
    [1, { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', touchPoints: 5 }, 'ios'],
    [1, { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', touchPoints: 0 }, 'desktop'],
    [31, { userAgent: 'Mozilla/5.0 (Linux; Android 15)', touchPoints: 5 }, 'android'],
    [71, { userAgent: 'Mozilla/5.0 (Linux; Android 15)', touchPoints: 5 }, 'installed'],
    [81, iphone, 'installed'],
    [91, iphone, 'wrapper'],
    [8, { userAgent: '', touchPoints: 0 }, 'wrapper'],
  ] as const)('client type %i', (type, browser, way) => expect(installWay(type, browser)).toBe(way));
});

describe('a push', () => {
  it('is shown with its words, and a tap on it stays in the app', () => {
    const push = { title: '派奖 2 元', text: '双色球', to: '/orderDetails?orderId=1', tag: 'm7' };
    expect(notificationOf(JSON.stringify(push))).toMatchObject({
      title: '派奖 2 元',
      options: { body: '双色球', tag: 'm7', data: { to: '/orderDetails?orderId=1' } },
    });
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', 7, null])
      expect(notificationOf(JSON.stringify({ ...push, to })).options.data.to).toBe('/MsgCenter');
  });

  it('that cannot be read is shown as what it is: a message', () => {
    for (const text of [undefined, '', '{', '[]', '{"title":7}', 'null'])
      expect(notificationOf(text)).toMatchObject({ title: '新消息', options: { data: { to: '/MsgCenter' } } });
  });

  function windows(list: { visibilityState: string; answers: boolean }[]) {
    const done: string[] = [];
    const all: AppWindow[] = list.map(({ visibilityState, answers }, at) => ({
      visibilityState,
      focus: async () => void done.push(`focus ${at}`),
      navigate: async (url) => void done.push(`navigate ${at} ${url}`),
      postMessage(message, [port]) {
        done.push(`say ${at} ${message.to}`);
        if (answers) (port as MessagePort).postMessage('opened');
      },
    }));
    let late: (() => void) | undefined;
    return {
      done,
      windows: {
        all: async () => all,
        open: async (url: string) => void done.push(`open ${url}`),
        after(_ms: number, run: () => void) {
          late = run;
          if (list.every(({ answers }) => !answers)) queueMicrotask(() => late?.());
          return () => (late = undefined);
        },
      },
    };
  }

  it('that is tapped opens its page in the window that is seen, in one that is there, or in a new one', async () => {
    const seen = windows([
      { visibilityState: 'hidden', answers: true },
      { visibilityState: 'visible', answers: true },
    ]);
    await openRoute('/MsgCenter', seen.windows);
    expect(seen.done).toEqual(['focus 1', 'say 1 /MsgCenter']);
    const starting = windows([{ visibilityState: 'hidden', answers: false }]);
    await openRoute('/homePage?mid=1', starting.windows);
    expect(starting.done).toEqual(['focus 0', 'say 0 /homePage?mid=1', 'navigate 0 /homePage?mid=1']);
    const none = windows([]);
    await openRoute('//evil.example', none.windows);
    expect(none.done).toEqual(['open /MsgCenter']);
  });
});
