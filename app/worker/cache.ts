/**
 * What the service worker may keep, and under which name. A closed list: files and descriptions that never change under their name, the index
 * of descriptions, and the calls that the table marks as kept (protocol/calls, `kept`). Everything else goes to the network as if there were
 * no worker: money, sessions, own orders, event streams, operators' pages.
 */
import { COMMON } from '../../protocol/calls/common.ts';
import { KEPT } from '../../protocol/calls/generated/facts.ts';

/** file: of a build, named by its content. document: a description, named by its content. answer: of a kept call. page: the app itself. */
export type CacheKind = 'file' | 'document' | 'index' | 'answer' | 'page';

const CACHED_CALLS: ReadonlySet<string> = new Set(KEPT);
const INDEX = '/descriptions/index.json';
const DOCUMENT = /^\/descriptions\/[\w-]+\/[\w-]+\.[0-9a-f]{32}\.(json|css|svg)$/;
/** Addresses of the server that are no pages of the app; as in server/catalog/site/site.ts, and the pages of operators and testers. */
const NON_PAGE_PATHS = /^\/(api|matchdata|test|operator|workbench|events|metrics|healthz|livez|readyz)(\/|$)/i;
const FILE_EXTENSION = /\.[a-z0-9]{1,8}$/i;

export interface RequestFacts {
  readonly method: string;
  readonly url: string;
  /** 'navigate' for a page; and where it is shown: 'document', or a frame. */
  readonly mode: string;
  readonly destination: string;
}

/** Kind of a request; undefined for requests that the worker leaves alone. */
export function cacheKindOf({ method, url, mode, destination }: RequestFacts, origin: string): CacheKind | undefined {
  const { origin: requestOrigin, pathname } = new URL(url);
  if (method !== 'GET' || requestOrigin !== origin) return undefined;
  if (mode === 'navigate')
    return destination === 'document' && !NON_PAGE_PATHS.test(pathname) && !FILE_EXTENSION.test(pathname) ? 'page' : undefined;
  if (pathname.startsWith('/assets/')) return 'file';
  if (pathname === INDEX) return 'index';
  if (DOCUMENT.test(pathname)) return 'document';
  return CACHED_CALLS.has(pathname.toLowerCase()) ? 'answer' : undefined;
}

/**
 * The cache key of an answer: the call and its own fields in their order. Without the common parameters: time and signature differ
 * each time, and no token may be in the cache.
 */
export function cacheKeyOf(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const ownFields = [...searchParams].filter(([name]) => !Object.hasOwn(COMMON, name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = new URLSearchParams(ownFields).toString();
  return `${origin}${pathname.toLowerCase()}${query === '' ? '' : `?${query}`}`;
}

/** The server marks every answer that must not be stored with no-store: answers about a player, answers of writing calls, and refusals. */
export function isCacheable(response: Pick<Response, 'ok' | 'headers'>): boolean {
  const control = response.headers.get('cache-control') ?? 'no-store';
  return response.ok && !/no-store|private/.test(control);
}

/** What a proxy answers while the server behind it is away. */
export function isServerUnreachable({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status >= 502 && status <= 504 && !/json/.test(headers.get('content-type') ?? '');
}
