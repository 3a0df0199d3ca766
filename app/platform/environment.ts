/** The browser as the platform's environment. */
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
    openEvents: (url) => new EventSource(url) as never,
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
      window.addEventListener('online', listener);
      window.addEventListener('pageshow', listener);
      return () => {
        document.removeEventListener('visibilitychange', visible);
        window.removeEventListener('online', listener);
        window.removeEventListener('pageshow', listener);
      };
    },
  };
}
