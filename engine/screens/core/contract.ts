/**
 * The seam between screen descriptions, the blocks that draw them, and the product that hosts them.
 * Blocks know this file and nothing of the product; the app implements Host.
 */
import type { ComponentType, ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import type { BrandDescription } from '../../descriptions/brand.ts';
import type { Action, Block, Expression, Text } from '../../descriptions/generated/screen.ts';
import type { NodePlan } from './plan.ts';
import type { CodeTerms } from '../../descriptions/screens/expression.ts';
import type { DescriptionIndex, Game } from '../../descriptions/types.ts';
import type { Submissions } from '../../drivers/submissions.ts';
import type { FrameRequest } from '../../machines/frame-page.ts';
import type { SubmissionActor } from '../../machines/submission.ts';

/**
 * A screen description as it is written (schemas/screen.schema.json, the present format). Its texts and expressions are plain text here;
 * blocks are given the compiled ones of the plan.
 */
export interface ScreenDocument {
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
  readonly header?: unknown;
  readonly game?: string;
  readonly sport?: string;
  /** Addresses that a player is likely to open from here. */
  readonly next?: readonly string[];
  readonly state?: Readonly<
    Record<string, { readonly value: string | number | boolean; readonly address?: boolean; readonly values?: readonly string[] }>
  >;
  readonly sources?: unknown;
  readonly blocks: readonly RawBlock[];
}

export interface RawBlock {
  readonly block: string;
  readonly blocks?: readonly RawBlock[];
  readonly [key: string]: unknown;
}

/** The names that a block's texts and expressions may read beside those of the screen: the members of a record, the values of a form. */
export type Scope = Readonly<Record<string, unknown>>;

export interface BlockProps<B extends Block = Block> {
  /** The block's properties, texts and expressions compiled. */
  readonly block: B;
  /** JSON pointer of the block in its screen description, for placeholders and error texts. */
  readonly pointer: string;
}

/** What a block that draws others is given besides: its place in the tree of the screen. */
export interface TreeBlockProps {
  readonly node: NodePlan;
}

export interface BlockDefinition {
  readonly name: string;
  readonly load: () => Promise<{ readonly default: ComponentType<never> }>;
  /** What stands in its place while the screen loads; where no block of a screen has one, lines stand for all of them. */
  readonly shape?: BlockShape;
}

/**
 * head: a card of two lines. pill: a wide button. line: a line of text. balls: a card of numbers, as high as there is room. cards: a list of
 * cards with cells, under tabs. foot: a bar at the bottom. The others stand for a whole screen that begins with them. form: fields over a
 * button. card: an amount in a card, over facts. rows: rows of a list.
 */
export type BlockShape = 'head' | 'pill' | 'line' | 'balls' | 'cards' | 'foot' | LeadingShape;
export type LeadingShape = 'form' | 'card' | 'rows';

export type SourceState<T = unknown> = {
  readonly status: 'loading' | 'ready' | 'error';
  readonly data: T | undefined;
  readonly error: string | undefined;
  /** Status of the answer that refused it; undefined when no answer came. */
  readonly refusal?: number | undefined;
  readonly reload: () => void;
  /** Next page of a paged source; undefined at the end. */
  readonly more: (() => void) | undefined;
  readonly loadingMore: boolean;
};

/** What a block reaches through `useScreen()`. Names are looked up in `extra`, then in the scope of the groups around it, then in the screen. */
export interface ScreenRuntime {
  readonly document: ScreenDocument;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly scope: Scope;
  /** Expands a compiled text; '' for none. */
  text(text: Text | undefined, extra?: Scope): string;
  /** Evaluates a compiled expression; undefined for none. */
  value(expression: Expression | undefined, extra?: Scope): unknown;
  /** True also where there is no expression: a missing condition holds. */
  test(expression: Expression | undefined, extra?: Scope): boolean;
  /** Resolves false when the action did not succeed; it has shown the reason. */
  act(action: Action, extra?: Scope): Promise<boolean>;
  /** Opens "/route", "game:key" or "menu:code" that came with data. */
  go(target: string): boolean;
}

export type CallResult<T> =
  | { readonly ok: true; readonly models: T; readonly msg?: string }
  | {
      readonly ok: false;
      readonly status: number;
      readonly msg: string;
      /** Sent, and no answer came: it may have been done. */
      readonly inDoubt: boolean;
      /** What the server said beside the message: the present state, the field that it means. */
      readonly models?: unknown;
    };

/** What the server said instead of doing what it was asked. */
export interface Refusal {
  readonly status: number;
  readonly msg: string;
  /** `field`, when there is one, is the name of the parameter that is wrong. */
  readonly models?: unknown;
}

/** What a provider is given: a provider stands around the blocks of a screen and gives them what they share. */
export interface ProviderProps {
  /** What the property of the screen says that named the provider: the code of a game. */
  readonly code: string;
  /** What stands there until it is loaded. */
  readonly waiting?: ReactNode;
  readonly children?: ReactNode;
}

/** Properties of a screen that name a provider. */
export type ProviderProperty = 'game' | 'sport';

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

/** What a page that shows an outside page asks of the product. */
export interface FrameHost {
  /** The page to show; null if none was opened. */
  request(): FrameRequest | null;
  /** Tab that the page before was, -1 for none. */
  marker(): number;
  setMarker(marker: number): void;
  /** Takes a tab without going there. */
  tab(index: number): void;
  clearLoginAfter(): void;
}

/**
 * What the product gives to the engine's screens; reached with `useHost()`. A kind of game declares what it needs besides, by merging into
 * this interface (lottery/calls.ts, sports/calls.ts).
 */
export interface Host {
  /** Status of an answer that says: there is no such thing. Asking again does not help then. */
  readonly missing?: number;
  /** Status of an answer to an invalid request, such as a mistyped address. */
  readonly invalid?: number;
  /** Whose app it is. */
  readonly brand?: Pick<BrandDescription, 'name' | 'slogan' | 'logo'> & Partial<Pick<BrandDescription, 'code' | 'theme'>>;
  /** `install`: how the app gets onto this device's home screen, as the product names the ways. `push`: whether it can get push messages. */
  readonly device?: { readonly install: string; readonly push: string };
  readonly session: SessionView;
  /** valtio proxy; `current` is replaced when a new index is published. */
  readonly index: { current: DescriptionIndex };
  readonly storage: KeyValueStore;
  /** The current version, or the one with the hash if it is still available. */
  loadGame(code: string, hash?: string): Promise<LoadedGame>;
  /** The current version; with `hash` that version and no other, such as the version of a play. */
  loadDocument<T>(kind: string, code: string, hash?: string): Promise<T>;
  call<T>(path: string, params?: Readonly<Record<string, string>>, options?: CallOptions): Promise<CallResult<T>>;
  /** For what must happen at most once: sent under an idempotency key, and asked about when no answer comes. */
  readonly submissions: Submissions;
  navigate(to: string, options?: { readonly replace?: boolean }): void;
  back(): void;
  /** `from` is the game's name where it was tapped: it may travel to the page that opens. */
  openGame(key: string, from?: HTMLElement): boolean;
  /** Opens the game's slip with the lines of an order added to it; where it is left out, the game opens. False when it did not succeed. */
  playAgain?(key: string, order: string): Promise<boolean>;
  openMenu(code: string): void;
  /** Which of these menu codes lead somewhere by now; where it is left out, all do. Rejects when the menus cannot be read. */
  openMenus?(codes: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Named functions that a description may call: login, register, logout … Resolves false when it did not succeed (and has said why), or
   * with the server's refusal, which is then shown where the action was: under its field in a form.
   */
  perform(name: string, args: Readonly<Record<string, string>>): Promise<boolean | Refusal>;
  toast(text: string, options?: { readonly ms?: number; readonly icon?: 'success' | 'fail' | 'loading' }): void;
  /**
   * Says the outcome of the slip of a game that is not before the player, over whatever page he is on, as soon as nothing is in the way; then
   * the submission is done with (DISMISS). `still`: it was not said elsewhere meanwhile.
   */
  tellOutcome?(gameCode: string, submission: SubmissionActor, still: () => boolean): void;
  /** Present where outside pages can be shown. */
  readonly frame?: FrameHost;
  /** Origin of the API and of the event stream; '' or left out for the page's own. */
  readonly origin?: string;
  /** Texts of the codes that the product uses; none when left out. */
  readonly terms?: CodeTerms;
  /** Replaces query parameters in the page's address without opening another page; '' takes one away. */
  setQuery?(changes: Readonly<Record<string, string>>): void;
  /** Minutes east of UTC that instants are written in (the product's wall clock); 0 when left out. */
  readonly offsetMinutes?: number;
  /** Told of every machine before it starts: for recording. */
  attach?(actor: AnyActorRef): void;
  /** While anything is held, what tells the outcome of a draw (a balance that grows, a result sheet) waits; the result lets go, once. */
  holdVerdicts?(): () => void;
  /** Unix ms of the server's clock as this phone knows it (offset and simulated speed applied). */
  now(): number;
  /** Calls back when the server answers after it did not, for what failed meanwhile; returns the unsubscribe function. */
  onRecovered?(listener: () => void): () => void;
  /**
   * Opens this page of the browser again, if the server answers. For code that did not come: a browser may remember that for as long as its
   * page lives (whatwg/html#6768), so that asking again never helps. What was typed and picked is kept.
   */
  reopen?(): Promise<void>;
  /** Stream events; returns the unsubscribe function. `offers`, `live` and `group` come only while their topic is followed. */
  on(
    type: 'index' | 'draw' | 'order' | 'balance' | 'recharge' | 'message' | 'offers' | 'live' | 'group',
    listener: (event: never) => void,
  ): () => void;
  /** Asks the stream for a topic ("live"; "offers:" and the code of a game; "hm" with ":" and a game or a group order, or alone) until the returned function is called. */
  follow?(topic: string): () => void;
}

/**
 * Custom properties that a brand sets and blocks use (no block holds a colour):
 * --brand --brand-pressed --on-brand --gold --gold-on-brand --ink --ink-2 --line --page --card --win --lose --info
 * --ball-red --ball-blue --on-ball --radius(12px) --unit(8px) --margin(16px)
 * --text-caption(12px) --text-body(14px) --text-title(16px) --text-page(20px) --text-amount(28px)
 * --motion-page(300ms) --motion-small(150ms)
 * Kit classes of engine/screens/kit/kit.css: .card .button .button--primary .button--ghost .row .row__title .row__note .amount .badge
 * .skeleton .empty .field .sheet .visually-hidden .tabular
 */
export type BrandProperty = `--${string}`;
