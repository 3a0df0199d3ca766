/** The browser as the platform's environment. */
import { openFetchEvents } from '../../engine/drivers/fetch-events.ts';
import type { Sharing } from '../../engine/drivers/shared-stream.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import type { Environment } from './types.ts';

interface WrapperWindow {
  readonly CaipuAndroid?: unknown;
  readonly webkit?: { readonly messageHandlers?: { readonly caipu?: unknown } };
}

export function browserEnvironment(): Environment {
  const wrapper = window as unknown as WrapperWindow;
  return {
    fetch: (url, init) => fetch(url, init),
    openEvents: (url) => openFetchEvents((address, init) => fetch(address, init), url),
    sharing: browserSharing(),
    localStorage: () => window.localStorage,
    sessionStorage: () => window.sessionStorage,
    clock: realClock,
    location: { protocol: window.location.protocol, host: window.location.host, search: window.location.search },
    signals: {
      search: window.location.search,
      androidBridge: wrapper.CaipuAndroid !== undefined,
      iosBridge: wrapper.webkit?.messageHandlers?.caipu !== undefined,
      iosStandalone: (navigator as { standalone?: boolean }).standalone === true,
      standalone: window.matchMedia?.('(display-mode: standalone)').matches ?? false,
    },
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    onStored(listener) {
      const changed = (event: StorageEvent) => {
        if (event.storageArea === window.localStorage) listener(event.key, event.newValue);
      };
      window.addEventListener('storage', changed);
      return () => window.removeEventListener('storage', changed);
    },
    onWake(listener) {
      const visible = () => {
        if (document.visibilityState === 'visible') listener();
      };
      document.addEventListener('visibilitychange', visible);
      document.addEventListener('resume', listener);
      window.addEventListener('online', listener);
      window.addEventListener('pageshow', listener);
      return () => {
        document.removeEventListener('visibilitychange', visible);
        document.removeEventListener('resume', listener);
        window.removeEventListener('online', listener);
        window.removeEventListener('pageshow', listener);
      };
    },
    onLeave: (listener) => window.addEventListener('beforeunload', listener),
    onSleep(listener) {
      document.addEventListener('freeze', listener);
      window.addEventListener('pagehide', listener);
      return () => {
        document.removeEventListener('freeze', listener);
        window.removeEventListener('pagehide', listener);
      };
    },
  };
}

/** Undefined where the browser has no locks or no channels: they need a secure origin. */
function browserSharing(): Sharing | undefined {
  if (typeof BroadcastChannel === 'undefined' || navigator.locks === undefined) return undefined;
  return {
    id: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    seen: () => document.visibilityState === 'visible',
    channel: (name) => new BroadcastChannel(name) as never,
    lock(name, steal, held, taken) {
      const waiting = new AbortController();
      let granted = false;
      let stopped = false;
      const hold = (): Promise<void> | undefined => {
        if (stopped) return undefined;
        granted = true;
        return new Promise((release) => held(release));
      };
      // A steal does not wait, and the browser refuses a signal with it.
      navigator.locks.request(name, steal ? { steal } : { signal: waiting.signal }, hold).catch(() => {
        if (granted && !stopped) taken();
      });
      return () => {
        stopped = true;
        if (!granted) waiting.abort();
      };
    },
  };
}
