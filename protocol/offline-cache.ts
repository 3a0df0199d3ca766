/** What the service worker, the app and the server say to each other about what a phone keeps (docs/installed-app.md). */

/** Header of an answer that comes from the phone itself: when the server gave it, unix ms by the phone's clock. */
export const CACHED_AT_HEADER = 'x-kept-at';

/** The page that starts without the network. It has no descriptions; they are read from the cache. */
export const SHELL = '/offline-shell';
/** What a start without the network needs: addresses of files and of descriptions. */
export const SHELL_LIST = '/offline-shell.json';

export interface ShellList {
  readonly files: readonly string[];
  readonly documents: readonly string[];
}

/** What the page says to the worker. */
export type WorkerMessage =
  /** Which build it is of; answered through the port that comes along. */
  | { readonly say: 'build' }
  /** Take over now, and let the page load again. */
  | { readonly say: 'take' }
  /** Look whether the shell and its list are still those of the server. */
  | { readonly say: 'renew' }
  /** These were loaded before the worker was there. */
  | { readonly say: 'keep'; readonly urls: readonly string[] };
