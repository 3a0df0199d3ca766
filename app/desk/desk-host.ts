/** What the engine's screens reach on the desk: its own calls, menu and pages. No player is logged in here and nothing is played. */
import { proxy, ref } from 'valtio/vanilla';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { namespacedStore } from '../../engine/drivers/storage.ts';
import { createSubmissions } from '../../engine/drivers/submissions.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import type { CallOptions, Host } from '../../engine/screens/core/contract.ts';
import { STATUS } from '../../protocol/status.ts';
import { offsetMinutes } from '../host/brand.ts';
import type { Boot } from '../host/boot.ts';
import { requestDesk, type DeskStart } from './calls.ts';
import { createRecovery, isReady } from './recovery.ts';

export interface MenuEntry {
  readonly code: string;
  readonly label: string;
  readonly url?: string;
  readonly icon?: { readonly name?: string };
}
export interface DeskMenu {
  readonly entries: readonly MenuEntry[];
}

export interface DeskHostOptions {
  readonly boot: Boot;
  readonly start: DeskStart;
  readonly navigate: (to: string, replace: boolean) => void;
  readonly setQuery: (changes: Readonly<Record<string, string>>) => void;
  readonly toast: (text: string) => void;
  /** Named functions of descriptions. */
  readonly functions: Readonly<Record<string, (args: Readonly<Record<string, string>>) => void>>;
}

const OWN_MENU = 'desk';

export function createDeskHost({ boot, start, navigate, setQuery, toast, functions }: DeskHostOptions): Host {
  const menu = start.menu as DeskMenu | null;
  const own: Readonly<Record<string, unknown>> = { [OWN_MENU]: menu };
  // The documents that blocks ask for by the index: the one menu of the desk.
  const index = { ...boot.index, games: [], documents: { menu: { [OWN_MENU]: OWN_MENU } } } as DescriptionIndex;
  const recovery = createRecovery(isReady);
  const refused = { ok: false, status: STATUS.disabled, msg: '后台不支持该操作', inDoubt: false } as const;
  return {
    missing: STATUS.notFound,
    invalid: STATUS.invalid,
    brand: boot.brand,
    session: proxy({ loggedIn: true, userName: start.name, mid: '0', balanceFen: null }),
    index: proxy({ current: ref(index) as DescriptionIndex }),
    terms: boot.terms,
    offsetMinutes: offsetMinutes(boot.brand.utcOffset),
    // Nothing of players is kept on the device of an operator.
    storage: { get: () => null, set: () => undefined, remove: () => undefined },
    loadGame: () => Promise.reject(new Error('no games on the desk')),
    loadDocument: async <T>(kind: string, code: string) => {
      const document = kind === 'menu' ? own[code] : start.screens[code];
      if (document === undefined || document === null) throw new Error(`no ${kind} ${code}`);
      return document as T;
    },
    async call<T>(path: string, params: Readonly<Record<string, string>> = {}, options: CallOptions = {}) {
      const result = await requestDesk<T>(path, params, options);
      if (!result.ok && result.status === STATUS.unavailable) recovery.lost();
      if (!result.ok && result.status === STATUS.forbidden && options.quiet !== true) toast(result.msg);
      return result;
    },
    submissions: createSubmissions({
      store: namespacedStore('desk', () => undefined),
      clock: realClock,
      player: () => '0',
      newKey: () => crypto.randomUUID(),
      send: async () => refused,
      ask: async () => ({ state: 'unknown' }),
    }),
    navigate: (to, options) => navigate(to, options?.replace === true),
    back: () => history.back(),
    gameCalls: { page: '', bet: '', chase: '' },
    openGame: () => false,
    openMenu: (code) => {
      const url = menu?.entries.find((entry) => entry.code === code)?.url;
      if (url !== undefined) navigate(url, false);
    },
    perform: async (name, args) => {
      functions[name]?.(args);
      return Object.hasOwn(functions, name);
    },
    toast,
    setQuery,
    now: () => Date.now(),
    onRecovered: (listener) => recovery.on(listener),
    on: () => () => {},
  };
}
