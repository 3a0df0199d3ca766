/** A stage for game blocks: a host that does nothing by itself, a screen over it, and a DOM to render into. */
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { v7 } from 'uuid';
import { proxy } from 'valtio';
import { createSubmissions, type KeyOutcome } from '../../../../../engine/drivers/submissions.ts';
import { realClock } from '../../../../../engine/drivers/timers.ts';
import type { DescriptionIndex, Game } from '../../../../../engine/descriptions/types.ts';
import type { CallOptions, CallResult, Host } from '../../../../../engine/screens/core/contract.ts';
import type { GamePage, Result } from '../../../../../engine/screens/lottery/calls.ts';
import { HostContext, ScreenContext } from '../../../../../engine/screens/core/hooks.ts';
import { compileScreen } from '../../../../../engine/screens/core/plan.ts';
import { SourceCache } from '../../../../../engine/screens/core/source-cache.ts';
import { ScreenStore } from '../../../../../engine/screens/core/store.ts';
import { screenWith } from '../../support/screens.ts';
// A bar asks for the highest prize by itself, through code that it loads then: loaded here, so that no load outlives a test that ends meanwhile.
import '../../../../../engine/screens/lottery/prize-worker.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

export interface SentCall {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly options: CallOptions & { readonly idempotencyKey?: string };
  answer(result: CallResult<unknown>): Promise<void>;
}

export interface GameStage {
  readonly host: Host;
  readonly toasts: string[];
  readonly went: string[];
  readonly calls: SentCall[];
  readonly stored: Map<string, string>;
  now: number;
  page: GamePage;
  game: { hash: string; game: Game };
  /** Calls to this path, oldest first. */
  to(path: string): SentCall[];
  tell(type: string, event: unknown): void;
  publish(next: { hash: string; game: Game }): Promise<void>;
}

/** What a phone has kept of a game's slip or chase, for the player of the stage and for a visitor. */
export function withStoredDraft(
  part: 'slip' | 'chase',
  code: string,
  text: string,
  before = new Map<string, string>(),
): Map<string, string> {
  for (const who of ['1', 'visitor']) {
    const drafts = JSON.parse(before.get(`drafts.${who}`) ?? '{}') as object;
    before.set(`drafts.${who}`, JSON.stringify({ ...drafts, [`board/${code}/${part}`]: { [part]: text } }));
  }
  return before;
}

/** What the phone of a stage keeps of it now; undefined: nothing. */
export function storedDraftOf(
  { stored, host }: Pick<GameStage, 'stored' | 'host'>,
  part: 'slip' | 'chase',
  code: string,
): string | undefined {
  const { loggedIn, mid } = host.session;
  const drafts = JSON.parse(stored.get(`drafts.${loggedIn ? mid : 'visitor'}`) ?? '{}') as Record<string, Record<string, string>>;
  return drafts[`board/${code}/${part}`]?.[part];
}

export const T0 = 1_000_000_000;

export function pageOf(game: Game, latest: readonly Result[] = []): GamePage {
  return {
    gameCode: game.code,
    hash: 'h1',
    current: { issue: '101', opensAt: T0 - 30_000, closesAt: T0 + 60_000, drawsAt: T0 + 65_000, commit: 'c0ffee' },
    latest,
    omission: {},
  };
}

export function createGameStage(
  game: Game,
  session: { loggedIn?: boolean; mid?: string; balanceFen?: number } = {},
  stored = new Map<string, string>(),
): GameStage {
  const listeners = new Map<string, Set<(event: never) => void>>();
  const namespaced = {
    get: (key: string) => stored.get(key) ?? null,
    set: (key: string, value: string) => void stored.set(key, value),
    remove: (key: string) => void stored.delete(key),
  };
  const indexOf = (hash: string) =>
    ({
      format: 1,
      version: hash,
      documents: {},
      games: [{ code: game.code, name: game.name, hash, route: `/x/${game.code}` }],
    }) as unknown as DescriptionIndex;
  const self: GameStage = {
    toasts: [],
    went: [],
    calls: [],
    stored,
    now: T0,
    page: pageOf(game),
    game: { hash: 'h1', game },
    to: (path) => self.calls.filter((call) => call.path === path),
    tell: (type, event) => {
      for (const listener of listeners.get(type) ?? []) listener(event as never);
    },
    publish: async (next) => {
      self.game = next;
      self.host.index.current = indexOf(next.hash);
      await act(async () => self.tell('index', { version: next.hash }));
    },
    host: {
      session: proxy({
        loggedIn: session.loggedIn ?? true,
        userName: 'demo',
        mid: session.mid ?? '1',
        balanceFen: session.balanceFen ?? 1_000_000,
      }),
      index: proxy({ current: indexOf('h1') }),
      storage: namespaced,
      loadGame: async (code) => {
        if (code !== game.code) throw new Error('NOT_LISTED');
        return self.game;
      },
      loadDocument: () => Promise.reject(new Error('no documents here')),
      call: <T,>(path: string, params = {}, options = {}) => {
        if (path === '/api/SiteMsg/AppLotteryPageInfo') return Promise.resolve({ ok: true, models: self.page as T });
        return new Promise<CallResult<T>>((resolve) => {
          self.calls.push({
            path,
            params,
            options,
            answer: async (result) => {
              await act(async () => resolve(result as CallResult<T>));
            },
          });
        });
      },
      submissions: createSubmissions({
        store: { ...namespaced, keys: () => [...stored.keys()], name: (key) => key },
        clock: realClock,
        player: () => (self.host.session.loggedIn ? self.host.session.mid : ''),
        newKey: v7,
        send: ({ key, call, method, params }) => self.host.call(call, params, { method, idempotencyKey: key } as CallOptions),
        ask: async (key) => {
          const result = await self.host.call<KeyOutcome>('/api/order/outcome', { key }, { quiet: true });
          return result.ok ? result.models : undefined;
        },
      }),
      navigate: (to) => void self.went.push(to),
      back: () => void self.went.push('back'),
      openGame: (key) => self.went.push(`game:${key}`) > 0,
      gameCalls: {
        page: '/api/SiteMsg/AppLotteryPageInfo',
        bet: '/api/lottery/bet_szc',
        chase: '/api/lottery/ChaseIssues',
        groupBuy: '/api/lottery/bet_together',
      },
      openMenu: (code) => void self.went.push(`menu:${code}`),
      perform: async () => true,
      toast: (text) => void self.toasts.push(text),
      now: () => self.now,
      on: (type, listener) => {
        const set = listeners.get(type) ?? new Set();
        listeners.set(type, set.add(listener));
        return () => void set.delete(listener);
      },
    },
  };
  return self;
}

const EMPTY = screenWith({ title: '' });

/** Renders, waits until what is lazy has come, and returns the element. */
const mounted = new Set<() => Promise<void>>();

/** Takes away all that was rendered, sheets over the page included: what is still mounted when the page is cleared would look for them. */
export async function clear(): Promise<void> {
  for (const unmount of mounted) await unmount();
  document.body.replaceChildren();
}

export async function render(host: Host, children: ReactNode): Promise<{ element: HTMLElement; unmount: () => Promise<void> }> {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  const store = new ScreenStore({ plan: compileScreen(EMPTY), host, cache: new SourceCache(host), params: {}, query: {}, back: false });
  await act(async () =>
    root.render(
      <HostContext value={host}>
        <ScreenContext value={store}>{children}</ScreenContext>
      </HostContext>,
    ),
  );
  const unmount = async () => {
    mounted.delete(unmount);
    await act(async () => root.unmount());
    element.remove();
  };
  mounted.add(unmount);
  return { element, unmount };
}

export async function press(element: Element | null | undefined): Promise<void> {
  if (!element) throw new Error('nothing to press');
  await act(async () => (element as HTMLElement).click());
}

/** The button of this accessible name (or text). */
export function button(within: ParentNode, name: string | RegExp): HTMLButtonElement {
  const all = [...within.querySelectorAll('button')];
  const named = (each: HTMLButtonElement) => each.getAttribute('aria-label') ?? textOf(each);
  const found = all.find((each) => (typeof name === 'string' ? named(each) === name : name.test(named(each))));
  if (!found) throw new Error(`no button ${name}; there are: ${all.map(named).join(' | ')}`);
  return found;
}

/** The text that a name is made of: without what is hidden from readers. */
function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return copy.textContent ?? '';
}

export async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !holds(); i++) await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
  if (!holds()) throw new Error('never came to hold');
}
