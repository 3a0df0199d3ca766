/** Where the API is (specification section 7): derived from the page's host, within what the brand description allows. */
import type { ApiHosts } from './types.ts';

export interface PageAddress {
  readonly protocol: string;
  /** With port, as `location.host`. */
  readonly host: string;
  readonly search: string;
}

/**
 * Origin of the API, '' for the page's own.
 * 1. `realhost` in the query, if the brand lists that very host: any other value is ignored, since the token goes where this says.
 * 2. The brand's override for the page's host, or for "*".
 * 3. Local and test hosts (an address, a single label, localhost, .local, .test, .localhost): the page's own.
 * 4. The leading label replaced by api1. A host of two labels has no leading label to give away (its parent would be somebody else's
 *    domain), so api1 is put in front.
 */
export function apiOrigin(page: PageAddress, hosts: ApiHosts = {}): string {
  const requestedHost = new URLSearchParams(page.search).get('realhost')?.toLowerCase();
  if (requestedHost && hosts.realhosts?.some((host) => host.toLowerCase() === requestedHost)) return origin(page, requestedHost);
  const override = own(hosts.overrides, page.host.toLowerCase()) ?? own(hosts.overrides, '*');
  if (override !== undefined) return override === 'same' || override === '' ? '' : origin(page, override);
  const [name = '', port] = splitPort(page.host.toLowerCase());
  if (isLocal(name)) return '';
  const labels = name.split('.');
  const derived = labels.length > 2 ? ['api1', ...labels.slice(1)] : ['api1', ...labels];
  return origin(page, derived.join('.') + (port ? `:${port}` : ''));
}

/** Origin of the match-data service: where the brand says, else the API's. Its calls carry no token. */
export function matchDataOrigin(page: PageAddress, hosts: ApiHosts = {}): string {
  const { matchData } = hosts;
  if (matchData === undefined) return apiOrigin(page, hosts);
  return matchData === 'same' ? '' : origin(page, matchData);
}

function origin(page: PageAddress, host: string): string {
  return host === page.host.toLowerCase() ? '' : `${page.protocol}//${host}`;
}

function own(table: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined;
}

function splitPort(host: string): [string, string | undefined] {
  const found = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host);
  return found ? [found[1] as string, found[2]] : [host, undefined];
}

function isLocal(name: string): boolean {
  if (name.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return true;
  return !name.includes('.') || /\.(local|test|localhost|internal)$/.test(name);
}
