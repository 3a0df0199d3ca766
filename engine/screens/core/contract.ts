/**
 * The seam between screen descriptions, the blocks that draw them, and the product that hosts them.
 * Blocks know this file and nothing of the product; the app implements Host.
 */
import type { ComponentType } from 'react';
import type { AnyActorRef } from 'xstate';
import type { DescriptionIndex, Game } from '../../descriptions/types.ts';
import type { Submissions } from '../../drivers/submissions.ts';
import type { FrameRequest } from '../../machines/frame-page.ts';

/** An action in a description: data, performed by the screen runtime. Strings may hold {expressions}. */
export type Action =
  | { readonly do: 'navigate'; readonly to: string; readonly replace?: boolean }
  | { readonly do: 'back' }
  /** Go to a game by its key, by the product's key-to-route rules. */
  | { readonly do: 'game'; readonly key: string }
  /** Perform a menu entry by its code (route, tab, special or named action, disabled reason). */
  | { readonly do: 'menu'; readonly code: string }
  /** A banner or article target: "/route", "game:key" or "menu:code". */
  | { readonly do: 'target'; readonly target: string }
  | {
      readonly do: 'call';
      readonly call: string;
      readonly method?: 'GET' | 'POST';
      readonly params?: Readonly<Record<string, string>>;
      readonly then?: Action;
      readonly done?: string;
    }
  | { readonly do: 'reload'; readonly source?: string }
  | { readonly do: 'toast'; readonly text: string }
  /** A function of the host by name: login, register, logout … */
  | { readonly do: 'host'; readonly name: string; readonly args?: Readonly<Record<string, string>>; readonly then?: Action };

/** Every block: its registered name, an optional condition, and what that block's schema says. */
export interface BlockDescription {
  readonly block: string;
  readonly id?: string;
  /** An expression; the block is left out while it is false. */
  readonly when?: string;
  readonly [key: string]: unknown;
}

export interface SourceDescription {
  readonly call: string;
  readonly params?: Readonly<Record<string, string>>;
  /** An expression; while it is false nothing is loaded and the data is undefined. */
  readonly when?: string;
  /** Stream events that make the source load again. */
  readonly reloadOn?: readonly string[];
  /** Cursor-paged: models are {items, next}; `useSource().more()` appends. */
  readonly paged?: boolean;
}

export interface ScreenDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'screen';
  readonly code: string;
  readonly title: string;
  /** tab: under the tab bar. page: header with back. plain: neither. */
  readonly layout: 'tab' | 'page' | 'plain';
  readonly tab?: string;
  readonly theme?: string;
  /** brand: the header and the top of the page stand on the brand's colour. */
  readonly look?: 'brand';
  readonly headerAction?: { readonly label: string; readonly action: Action };
  /** Blocks of a screen with `game` share one game runtime; the value is an expression for the game code, e.g. "params.gameCode". */
  readonly game?: string;
  readonly sources?: Readonly<Record<string, SourceDescription>>;
  readonly blocks: readonly BlockDescription[];
}

export interface BlockProps<B extends BlockDescription = BlockDescription> {
  readonly block: B;
  /** JSON pointer of the block in its screen description, for placeholders and error texts. */
  readonly pointer: string;
}

export interface BlockDefinition {
  readonly name: string;
  /** The block's accessibility contract in one sentence (role, name, states, live region); tests and docs print it. */
  readonly accessibility: string;
  readonly load: () => Promise<{ readonly default: ComponentType<BlockProps<never>> }>;
}

export type SourceState<T = unknown> = {
  readonly status: 'loading' | 'ready' | 'error';
  readonly data: T | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
  /** Next page of a paged source; undefined at the end. */
  readonly more: (() => void) | undefined;
  readonly loadingMore: boolean;
};

/** What a block reaches through `useScreen()`. */
export interface ScreenRuntime {
  readonly description: ScreenDescription;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Expands a template ("第 {issue} 期 {money(amountFen)}") over scope, then screen values: params, query, session, sources. */
  text(template: string, scope?: Readonly<Record<string, unknown>>): string;
  /** Evaluates an expression to a value, same names as `text`. */
  value(expression: string, scope?: Readonly<Record<string, unknown>>): unknown;
  test(expression: string, scope?: Readonly<Record<string, unknown>>): boolean;
  /** Resolves false when the action did not succeed; whoever performed it has said why. */
  act(action: Action, scope?: Readonly<Record<string, unknown>>): Promise<boolean>;
}

export type CallResult<T> =
  | { readonly ok: true; readonly models: T; readonly msg?: string }
  | {
      readonly ok: false;
      readonly status: number;
      readonly msg: string /** sent, and nobody knows whether it was done */;
      readonly inDoubt: boolean;
    };

export interface CallOptions {
  readonly method?: 'GET' | 'POST';
  /** No toast on failure: for what the player did not ask for, such as polling. */
  readonly quiet?: boolean;
}

export interface LoadedGame {
  readonly hash: string;
  readonly game: Game;
}

export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Session as blocks may see it: a valtio proxy, read with useSnapshot per leaf. The token is not in it. */
export interface SessionView {
  loggedIn: boolean;
  userName: string;
  mid: string;
  balanceFen: number | null;
}

/** Paths of the calls that the game blocks make; what they take and answer is in game/calls.ts. */
export interface GameCalls {
  /** The issue on sale, the last draws and the omission figures. */
  readonly page: string;
  /** Places a ticket. */
  readonly bet: string;
  /** Issues that a chase (追号) may reach. */
  readonly chase: string;
  /** Most characters of a ticket as JSON that one request carries, of one issue and in a chase; no bound when left out. */
  readonly ticketText?: { readonly single: number; readonly chase: number };
}

/** What a page that shows an outside page asks of the product. */
export interface FrameHost {
  /** What is to be shown; null when nothing was opened. */
  request(): FrameRequest | null;
  /** Tab that the page before was, -1 for none. */
  marker(): number;
  setMarker(marker: number): void;
  /** Takes a tab without going there. */
  tab(index: number): void;
  clearLoginAfter(): void;
  /** Colours of a theme of the brand, by name. */
  theme(name: string): Readonly<Record<string, string>> | undefined;
}

/** What the product gives to the engine's screens; reached with `useHost()`. */
export interface Host {
  readonly session: SessionView;
  /** valtio proxy; `current` is replaced when a new index is published. */
  readonly index: { current: DescriptionIndex };
  readonly storage: KeyValueStore;
  /** The version of now, or the one asked for by its hash if it is still to be had. */
  loadGame(code: string, hash?: string): Promise<LoadedGame>;
  loadDocument<T>(kind: string, code: string): Promise<T>;
  call<T>(path: string, params?: Readonly<Record<string, string>>, options?: CallOptions): Promise<CallResult<T>>;
  /** For what must happen at most once: sent under an idempotency key, and asked about when no answer comes. */
  readonly submissions: Submissions;
  navigate(to: string, options?: { readonly replace?: boolean }): void;
  back(): void;
  /** Where the product's API answers the calls that every game makes. */
  readonly gameCalls: GameCalls;
  openGame(key: string): boolean;
  openMenu(code: string): void;
  /** Named functions that a description may call: login, register, logout … Resolves false when it did not succeed (and has said why). */
  perform(name: string, args: Readonly<Record<string, string>>): Promise<boolean>;
  toast(text: string, options?: { readonly ms?: number; readonly icon?: 'success' | 'fail' | 'loading' }): void;
  /** Present where outside pages can be shown. */
  readonly frame?: FrameHost;
  /** Origin of the API and of the event stream; '' or left out for the page's own. */
  readonly origin?: string;
  /** Minutes east of UTC that instants are written in (the product's wall clock); 0 when left out. */
  readonly offsetMinutes?: number;
  /** Told of every machine before it starts: for recording. */
  attach?(actor: AnyActorRef): void;
  /** Unix ms of the server's clock as this phone knows it (offset and simulated speed applied). */
  now(): number;
  /** Stream events; returns the unsubscribe function. */
  on(type: 'index' | 'draw' | 'order' | 'balance', listener: (event: never) => void): () => void;
}

/**
 * Custom properties that a brand sets and blocks use (no block holds a colour):
 * --brand --brand-pressed --on-brand --gold --gold-on-brand --ink --ink-2 --line --page --card --win --lose --info
 * --ball-red --ball-blue --on-ball --radius(12px) --unit(8px) --margin(16px)
 * --text-caption(12px) --text-body(14px) --text-title(16px) --text-page(20px) --text-amount(28px)
 * --motion-page(300ms) --motion-small(150ms)
 * Kit classes of engine/screens/kit.css: .card .button .button--primary .button--ghost .row .row__title .row__note .amount .badge
 * .skeleton .empty .field .sheet .visually-hidden .tabular
 */
export type BrandProperty = `--${string}`;
