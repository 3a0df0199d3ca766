import { proxy } from 'valtio';
import { vi } from 'vitest';
import { createSubmissions } from '../../../../engine/drivers/submissions.ts';
import { virtualClock } from '../../../../engine/drivers/timers.ts';
import type { CallResult, Host } from '../../../../engine/screens/core/contract.ts';

/** A host of plain data: calls are answered by a table, events are sent by hand. */
export interface TestHost extends Host {
  readonly calls: { readonly path: string; readonly params: Readonly<Record<string, string>> }[];
  readonly moves: string[];
  /** Without an event: some were missed. */
  emit(type: 'index' | 'draw' | 'order' | 'balance' | 'group', event?: Readonly<Record<string, unknown>>): void;
}

type Answer = (params: Readonly<Record<string, string>>) => CallResult<unknown> | Promise<CallResult<unknown>>;

export const okAnswer = (models: unknown): CallResult<unknown> => ({ ok: true, models });
export const refusedAnswer = (msg: string): CallResult<unknown> => ({ ok: false, status: 99, msg, inDoubt: false });

export function testHost(answers: Readonly<Record<string, Answer>> = {}, change: Partial<Host> = {}): TestHost {
  const calls: TestHost['calls'] = [];
  const moves: string[] = [];
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const store = new Map<string, string>();
  const storage = {
    get: (key: string) => store.get(key) ?? null,
    set: (key: string, value: string) => void store.set(key, value),
    remove: (key: string) => void store.delete(key),
  };
  let keys = 0;
  const answer = async (path: string, params: Readonly<Record<string, string>>): Promise<CallResult<unknown>> => {
    calls.push({ path, params });
    return (answers[path] ?? (() => refusedAnswer('没有这个接口')))(params);
  };
  return {
    calls,
    moves,
    session: proxy({ loggedIn: true, userName: '甲', mid: '1', balanceFen: 100_00 }),
    index: proxy({ current: { format: 1, version: 'v', games: [], documents: {} } }),
    storage,
    offsetMinutes: 480,
    loadGame: () => Promise.reject(new Error('no game')),
    loadDocument: () => Promise.reject(new Error('no document')),
    call: <T>(path: string, params: Readonly<Record<string, string>> = {}) => answer(path, params) as Promise<CallResult<T>>,
    submissions: createSubmissions({
      store: { ...storage, keys: () => [...store.keys()], name: (key) => key },
      clock: virtualClock(),
      player: () => '1',
      newKey: () => {
        keys += 1;
        return `key-${keys}`;
      },
      send: ({ call, params }) => answer(call, params),
      ask: async () => undefined,
    }),
    navigate: (to) => void moves.push(to),
    back: () => void moves.push('back'),
    openGame: (key) => {
      moves.push(`game:${key}`);
      return true;
    },
    gameCalls: {
      page: '/api/SiteMsg/AppLotteryPageInfo',
      bet: '/api/lottery/bet_szc',
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
      const typed = listener as (event: unknown) => void;
      set.add(typed);
      return () => void set.delete(typed);
    },
    emit(type, event) {
      for (const listener of [...(listeners.get(type) ?? [])]) listener(event);
    },
    ...change,
  };
}

/** Lets every promise that is ready run; there is no clock in these tests. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** The same where pages of a list are put together: what does that comes when it is wanted. */
export async function settlePages(): Promise<void> {
  await settle();
  await vi.dynamicImportSettled();
  await settle();
}
