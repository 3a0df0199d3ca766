import { proxy } from 'valtio';
import type { CallResult, Host } from '../../../engine/screens/core/contract.ts';

/** A host of plain data: calls are answered by a table, events are sent by hand. */
export interface TestHost extends Host {
  readonly calls: { readonly path: string; readonly params: Readonly<Record<string, string>> }[];
  readonly moves: string[];
  emit(type: 'index' | 'draw' | 'order' | 'balance'): void;
}

type Answer = (params: Readonly<Record<string, string>>) => CallResult<unknown> | Promise<CallResult<unknown>>;

export const ok = (models: unknown): CallResult<unknown> => ({ ok: true, models });
export const no = (msg: string): CallResult<unknown> => ({ ok: false, status: 99, msg, inDoubt: false });

export function testHost(answers: Readonly<Record<string, Answer>> = {}, change: Partial<Host> = {}): TestHost {
  const calls: TestHost['calls'] = [];
  const moves: string[] = [];
  const listeners = new Map<string, Set<() => void>>();
  const store = new Map<string, string>();
  return {
    calls,
    moves,
    session: proxy({ loggedIn: true, userName: '甲', mid: '1', balanceFen: 100_00 }),
    index: proxy({ current: { format: 1, version: 'v', games: [], documents: {} } }),
    storage: {
      get: (key) => store.get(key) ?? null,
      set: (key, value) => void store.set(key, value),
      remove: (key) => void store.delete(key),
    },
    offsetMinutes: 480,
    loadGame: () => Promise.reject(new Error('no game')),
    loadDocument: () => Promise.reject(new Error('no document')),
    async call<T>(path: string, params: Readonly<Record<string, string>> = {}) {
      calls.push({ path, params });
      return (await (answers[path] ?? (() => no('没有这个接口')))(params)) as CallResult<T>;
    },
    navigate: (to) => void moves.push(to),
    back: () => void moves.push('back'),
    openGame: (key) => {
      moves.push(`game:${key}`);
      return true;
    },
    gameCalls: {
      page: '/api/SiteMsg/AppLotteryPageInfo',
      bet: '/api/lottery/bet_szc',
      outcome: '/api/order/outcome',
      chase: '/api/lottery/ChaseIssues',
    },
    openMenu: (code) => void moves.push(`menu:${code}`),
    perform: async (name, args) => {
      moves.push(`${name}:${JSON.stringify(args)}`);
      return name !== 'fail';
    },
    toast: (text) => void moves.push(`toast:${text}`),
    now: () => 0,
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set);
      const typed = listener as () => void;
      set.add(typed);
      return () => void set.delete(typed);
    },
    emit(type) {
      for (const listener of [...(listeners.get(type) ?? [])]) listener();
    },
    ...change,
  };
}

/** Lets every promise that is ready run; there is no clock in these tests. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
