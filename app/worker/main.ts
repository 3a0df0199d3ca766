/** The service worker as the browser runs it (/sw.js): its events, over worker.ts. */
import type { WorkerMessage } from '../../protocol/offline-cache.ts';
import { openRoute, notificationOf, type NotificationContent, type AppWindow } from './push.ts';
import { createWorker } from './worker.ts';

/** Which build of the app it belongs to: the file that the page starts with. Written by the build. */
declare const __BUILD__: string;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchRequest extends Lasting {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Lasting {
  readonly data: { text(): string } | null;
}
interface NotificationTapped extends Lasting {
  readonly notification: { readonly data?: { readonly to?: unknown } | null; close(): void };
}
/** The part of a service worker's global scope that this file uses. The project's types describe pages only. */
interface Scope {
  readonly location: { readonly origin: string };
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
    showNotification(title: string, options: NotificationContent['options']): Promise<void>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: boolean }): Promise<readonly AppWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchRequest) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationTapped) => void): void;
  addEventListener(type: 'message', listener: (event: Lasting & MessageEvent<WorkerMessage>) => void): void;
}
const scope = self as unknown as Scope;

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

const worker = createWorker({
  origin: scope.location.origin,
  caches,
  fetch: (request, init) => fetch(request, init),
  now: () => Date.now(),
  after,
});

scope.addEventListener('install', (event) => event.waitUntil(worker.install()));
scope.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      // The page's request goes out while the worker is still being started.
      await scope.registration.navigationPreload?.enable();
      await worker.activate();
      // Pages that were there before the first worker are its own from now on; nothing in them is loaded again.
      await scope.clients.claim();
    })(),
  ),
);
scope.addEventListener('fetch', (event) => {
  const preloaded = event.request.mode === 'navigate' ? Promise.resolve(event.preloadResponse) : Promise.resolve(undefined);
  const answer = worker.answer(event.request, preloaded, (work) => event.waitUntil(work.catch(() => undefined)));
  if (answer) event.respondWith(answer);
});
scope.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data.say === 'build') ports[0]?.postMessage(__BUILD__);
  else if (data.say === 'take') event.waitUntil(scope.skipWaiting());
  else event.waitUntil(worker.hear(data).catch(() => undefined));
});
scope.addEventListener('push', (event) => {
  const { title, options } = notificationOf(event.data?.text());
  event.waitUntil(scope.registration.showNotification(title, options));
});
scope.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(
    openRoute(notification.data?.to, {
      all: () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
      open: (url) => scope.clients.openWindow(url),
      after,
    }),
  );
});
