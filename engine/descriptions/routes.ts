/**
 * The routes description: which paths the app has, which screen each shows, and matching a path against them.
 * Routes match without regard to case; a static segment wins over a parameter.
 */
import type { GameKeys } from './game-route.ts';

export interface RouteEntry {
  /** "/results/{gameCode}": segments, each literal or one parameter. */
  readonly path: string;
  readonly section: string;
  readonly loginOnly: boolean;
  /** Code of the screen description; left out while the route has none (then the generic "not open yet" screen shows). */
  readonly screen?: string;
  /** Page title for a route that has no screen of its own yet. */
  readonly title?: string;
  /** Parameters that the path does not carry, e.g. the game code of a page of one game. */
  readonly params?: Readonly<Record<string, string>>;
  /** Colour theme of the brand, by name. */
  readonly theme?: string;
}

export interface RouteAlias {
  readonly path: string;
  readonly to: string;
}

export interface RoutesDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'routes';
  readonly code: string;
  readonly routes: readonly RouteEntry[];
  /** Names that menus and old links use; each opens the route that it stands for. */
  readonly aliases: readonly RouteAlias[];
  readonly gameKeys: GameKeys;
}

export interface RouteMatch {
  readonly route: RouteEntry;
  /** Values as written in the path, percent-decoded; the route's own `params` filled in. */
  readonly params: Readonly<Record<string, string>>;
  /** The alias that the path used, when it did. */
  readonly alias?: RouteAlias;
}

interface Compiled {
  readonly entries: readonly { readonly route: RouteEntry; readonly segments: readonly Segment[] }[];
  readonly aliases: ReadonlyMap<string, RouteAlias>;
}
type Segment = { readonly literal: string } | { readonly parameter: string };

const compiled = new WeakMap<RoutesDescription, Compiled>();

/** The route of a path ("/results/abc", with or without query, hash or trailing slash); undefined when there is none. */
export function matchRoute(routes: RoutesDescription, path: string): RouteMatch | undefined {
  const table = compile(routes);
  const segments = segmentsOf(path);
  const alias = table.aliases.get(segments.join('/').toLowerCase());
  const wanted = alias ? segmentsOf(alias.to) : segments;
  for (const entry of table.entries) {
    const params = matchSegments(entry.segments, wanted);
    if (params) {
      const all = Object.freeze({ ...entry.route.params, ...params });
      return alias ? { route: entry.route, params: all, alias } : { route: entry.route, params: all };
    }
  }
  return undefined;
}

/** A route's path with its parameters filled in: ("/results/{gameCode}", {gameCode: "abc"}) → "/results/abc". */
export function fillRoute(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(Object.hasOwn(params, name) ? (params[name] as string) : ''));
}

function compile(routes: RoutesDescription): Compiled {
  const known = compiled.get(routes);
  if (known) return known;
  const entries = routes.routes.map((route) => {
    const segments = segmentsOf(route.path).map(parseSegment);
    return { route, segments, rank: rank(segments) };
  });
  // Literal before parameter at the first place where two routes differ, so /QWLHC/NumConfirmation is never taken for a game.
  // Not localeCompare: its first call loads the collation of a language, which costs the first paint some 10 ms.
  entries.sort((a, b) => compareText(a.rank, b.rank));
  const aliases = new Map(routes.aliases.map((alias) => [segmentsOf(alias.path).join('/').toLowerCase(), alias]));
  const table = { entries, aliases };
  compiled.set(routes, table);
  return table;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function rank(segments: readonly Segment[]): string {
  return segments.map((segment) => ('literal' in segment ? '0' : '1')).join('');
}

function segmentsOf(path: string): string[] {
  return (path.split(/[?#]/, 1)[0] as string).split('/').filter((segment) => segment !== '');
}

function parseSegment(text: string): Segment {
  const parameter = /^\{(\w+)\}$/.exec(text)?.[1];
  return parameter === undefined ? { literal: text.toLowerCase() } : { parameter };
}

function matchSegments(pattern: readonly Segment[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of pattern.entries()) {
    const text = segments[at] as string;
    if ('literal' in segment) {
      if (segment.literal !== text.toLowerCase()) return undefined;
    } else {
      const value = decode(text);
      if (value === undefined) return undefined;
      params[segment.parameter] = value;
    }
  }
  return params;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
