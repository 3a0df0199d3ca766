/** Menu descriptions (schemas/menu.schema.json): entries by code, and the catalogue that says what each code does. */
import type { Tone } from './types.ts';

/** 1 opens a route, 2 a home tab, 3 a special action, 4 a named action (specification section 2, "Menu entry codes"). */
export type MenuType = 1 | 2 | 3 | 4;

export interface MenuEntry {
  readonly code: string;
  readonly label: string;
  readonly note?: string;
  /** Left out in menus that only show an entry: the catalogue has it. */
  readonly type?: MenuType;
  readonly url?: string;
  readonly tabIndex?: number;
  readonly action?: string;
  readonly disabledReason?: string;
  readonly needs?: { readonly permission: string; readonly message: string };
  readonly config?: { readonly url: string; readonly message: string };
  /** Name of a drawn icon, and its colour. `text` stood in its place once and is no longer shown. */
  readonly icon?: { readonly name?: string; readonly tone?: Tone; readonly text?: string };
}

export interface MenuDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'menu';
  readonly code: string;
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}

/** The catalogue's entry of a code, without regard to case. */
export function findMenuEntry(catalogue: MenuDescription, code: string): MenuEntry | undefined {
  const wanted = code.toLowerCase();
  return catalogue.entries.find((entry) => entry.code.toLowerCase() === wanted);
}

export interface MenuViewer {
  readonly loggedIn: boolean;
  /** True fields of the user info. */
  has(permission: string): boolean;
  /** A configured address, '' or undefined when there is none. */
  config(name: string): string | undefined;
}

/** What performing an entry comes to. Pure, so that a test can walk the whole catalogue. */
export type MenuOutcome =
  | { readonly step: 'message'; readonly text: string }
  /** `path`: where it leads after the login; left out: it opens no page. */
  | { readonly step: 'login'; readonly path?: string }
  | { readonly step: 'route'; readonly path: string }
  | { readonly step: 'tab'; readonly tabIndex: number }
  | { readonly step: 'special' | 'named'; readonly action: string; readonly url?: string };

/**
 * The disabled reason comes first, then login and permission, then the configured address (specification section 5).
 * Undefined for an entry without an action: a reference that the catalogue should have resolved.
 */
export function resolveMenuEntry(entry: MenuEntry, asker: MenuViewer): MenuOutcome | undefined {
  if (entry.disabledReason) return { step: 'message', text: entry.disabledReason };
  const path = entry.type === 1 && entry.url ? (entry.url.startsWith('/') ? entry.url : `/${entry.url}`) : undefined;
  if (entry.needs) {
    if (!asker.loggedIn) return { step: 'login', ...(path === undefined ? {} : { path }) };
    if (!asker.has(entry.needs.permission)) return { step: 'message', text: entry.needs.message };
  }
  const url = entry.config ? asker.config(entry.config.url) : undefined;
  if (entry.config && !url) return { step: 'message', text: entry.config.message };
  if (path !== undefined) return { step: 'route', path };
  if (entry.type === 2 && entry.tabIndex !== undefined) return { step: 'tab', tabIndex: entry.tabIndex };
  if (entry.type === 3 && entry.action) return { step: 'special', action: entry.action, ...(url ? { url } : {}) };
  if (entry.type === 4 && entry.action) return { step: 'named', action: entry.action };
  return undefined;
}

export interface MenuEnvironment {
  /** True for a path whose screen is there. */
  readonly hasScreen: (path: string) => boolean;
  /** A configured address, '' or undefined when there is none. */
  readonly config: (name: string) => string | undefined;
  /** True for an action that there is. */
  readonly hasAction: (name: string) => boolean;
}

/** True when an entry of the catalogue leads somewhere, without regard to login and permissions. */
export function isOpenEntry(entry: MenuEntry, { hasScreen, config, hasAction }: MenuEnvironment): boolean {
  if (entry.disabledReason) return false;
  if (entry.config && !config(entry.config.url)) return false;
  const step = resolveMenuEntry(entry, { loggedIn: true, has: () => true, config });
  if (!step) return false;
  if (step.step === 'route') return hasScreen(step.path);
  return step.step === 'tab' || ('action' in step && hasAction(step.action));
}
