/**
 * From a game's key to its route (specification section 2, "Game key to route"), with the rules as data:
 * the `gameKeys` of the routes description. Pure; used by the phone (navigation) and by the publisher (the index's `route`).
 */

/** One ordered rule. It matches a key that is listed or contains one of the parts, and contains none of the excluded parts. */
export interface GameKeyRule {
  /** Number of the rule in the specification, whose last is 7 (the table); from 8 on our own. */
  readonly rule: number;
  readonly keys?: readonly string[];
  readonly contains?: readonly string[];
  readonly notContains?: readonly string[];
  /** Families (or kinds, see `familyOf`) whose games take this rule when neither a rule nor the table knows their key: how a new game gets its route. `*`: any that no other rule names. */
  readonly families?: readonly string[];
  /** Route with {key} (lower case) or {KEY} (upper case). */
  readonly to: string;
  /** In the rule for `*`: the confirmation of a new game with a draw of its own, see `defaultRoutes`. */
  readonly confirm?: string;
  readonly loginOnly?: boolean;
}

export interface GameKeys {
  readonly rules: readonly GameKeyRule[];
  /** Rule 7: lower-case key to route. */
  readonly table: Readonly<Record<string, string>>;
}

export interface GameKeyContext {
  /** See `familyOf`. */
  readonly family?: string;
  /** Left out means logged in: the route without regard to the session. */
  readonly loggedIn?: boolean;
  /** The game's disabled flag, which is the reason in words. */
  readonly disabled?: string;
}

/**
 * `to`: go there. `login`: a visitor; go to the login page, then to this route. `blocked`: switched off, for this reason.
 * `false`: the key is not handled (rule 7).
 */
export type GameRoute = { readonly to: string } | { readonly login: string } | { readonly blocked: string } | false;

/**
 * Rules in order on the lower-cased key, then the table, then the family of the game. The family comes last so that it can only
 * give a route to keys that the specification's rules leave unhandled, never move one that they place.
 */
export function resolveGameRoute(gameKeys: GameKeys, key: string, context: GameKeyContext = {}): GameRoute {
  if (context.disabled !== undefined && context.disabled !== '') return { blocked: context.disabled };
  const lower = key.toLowerCase();
  if (!/^[a-z0-9][a-z0-9_-]*$/.test(lower)) return false;
  const rule = gameKeys.rules.find((candidate) => placesKey(candidate, lower));
  if (rule) return applyRule(rule, lower, context);
  if (Object.hasOwn(gameKeys.table, lower)) return { to: gameKeys.table[lower] as string };
  const { family } = context;
  const ofFamily = (name: string) => gameKeys.rules.find((candidate) => candidate.families?.includes(name));
  const byFamily = family === undefined ? undefined : (ofFamily(family) ?? (MATCH_KINDS.has(family) ? undefined : ofFamily('*')));
  return byFamily ? applyRule(byFamily, lower, context) : false;
}

/** Kinds that stand in a family's place and have boards of their own: `*` is none of theirs. */
const MATCH_KINDS: ReadonlySet<string> = new Set(['sport', 'outright']);

/** By which family a listed game finds its rule. One without a family goes by its kind: `sport`, `outright`, and `game` when it names none. */
export function familyOf(game: { readonly family?: string; readonly kind?: string } | undefined): { readonly family?: string } {
  return game === undefined ? {} : { family: game.family ?? game.kind ?? 'game' };
}

function placesKey(rule: GameKeyRule, key: string): boolean {
  const named = rule.keys?.includes(key) || rule.contains?.some((part) => key.includes(part));
  return Boolean(named) && !rule.notContains?.some((part) => key.includes(part));
}

function applyRule(rule: GameKeyRule, key: string, context: GameKeyContext): GameRoute {
  const to = rule.to.replaceAll('{key}', key).replaceAll('{KEY}', key.toUpperCase());
  return rule.loginOnly && context.loggedIn === false ? { login: to } : { to };
}

/** The route of a game, without regard to the session and to its switch. */
export function routeOf(
  gameKeys: GameKeys,
  game: { readonly code: string; readonly family?: string; readonly kind?: string },
): string | undefined {
  const route = resolveGameRoute(gameKeys, game.code, familyOf(game));
  return route !== false && 'to' in route ? route.to : undefined;
}
