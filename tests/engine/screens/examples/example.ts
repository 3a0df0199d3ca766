/**
 * Examples of blocks and screens: a screen, what the server answers, and what a player then finds. They are data (example.json in a
 * block's folder, *.json here), and feed the tests, the pictures and docs/reference/blocks.md alike.
 */
import { proxy } from 'valtio/vanilla';
import { createSubmissions } from '../../../../engine/drivers/submissions.ts';
import type { WebStorage } from '../../../../engine/drivers/storage.ts';
import { namespacedStore } from '../../../../engine/drivers/storage.ts';
import type { CodeTerms } from '../../../../engine/descriptions/screens/expression.ts';
import { drawsADay } from '../../../../engine/descriptions/schedule.ts';
import type { DescriptionIndex, Game, IndexedGame } from '../../../../engine/descriptions/types.ts';
import type { SportGame } from '../../../../engine/descriptions/sports/types.ts';
import type { CallResult, Host, ScreenDocument } from '../../../../engine/screens/core/contract.ts';

/** What is to be found: a part of this role (and accessible name, exact or holding `like`), so many times; at least once when left out. */
export interface Expectation {
  readonly role: string;
  readonly name?: string;
  readonly like?: string;
  readonly count?: number;
  /** Text that the part holds. */
  readonly text?: string;
}

/** An answer of a call: its models, or `{"refused": "message"}` (of a `status` where one is meant), or "pending" for one that does not come. */
type Answer = unknown;

export interface ExampleState {
  /** Answers of calls by path, in place of the example's own; "pending" or {"refused": "message"} is the answer of all calls. */
  readonly answers?: 'pending' | { readonly refused: string } | Readonly<Record<string, Answer>>;
  readonly documents?: Readonly<Record<string, unknown>>;
  readonly session?: Partial<Host['session']>;
  readonly storage?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly expects: readonly Expectation[];
}

export interface Example {
  /** What every screen needs and an example does not care about may be left out. */
  readonly screen: Partial<ScreenDocument> & Pick<ScreenDocument, 'blocks'>;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly session?: Partial<Host['session']>;
  readonly answers?: Readonly<Record<string, Answer>>;
  /** Described documents by "kind/code". */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** Codes of the described games that are offered. */
  readonly games?: readonly string[];
  /** Codes of the described sports games that are offered. */
  readonly sports?: readonly string[];
  /** What lies in the phone's storage, by key. */
  readonly storage?: Readonly<Record<string, unknown>>;
  readonly terms?: CodeTerms;
  readonly frame?: ReturnType<NonNullable<Host['frame']>['request']>;
  readonly expects: readonly Expectation[];
  readonly states?: Readonly<Record<string, ExampleState>>;
}

/** 2026-11-22 10:00:00 in China: what the clock of every example says. */
export const NOW = Date.UTC(2026, 10, 22, 2, 0, 0);
const CHINA_MINUTES = 480;

export interface ExampleHost extends Host {
  /** The requests, in order. */
  readonly calls: { readonly path: string; readonly params: Readonly<Record<string, string>> }[];
  /** Navigation, messages and requests to the app, in order. */
  readonly moves: string[];
}

/** The screen of an example as a whole description. */
export function documentOf({ screen }: Example): ScreenDocument {
  return { $schema: '', format: 2, kind: 'screen', code: 'example', title: '示例', layout: 'page', ...screen };
}

/** An example in one of its states; the example itself for none. */
export function inState(example: Example, name: string | undefined): Example {
  if (name === undefined) return example;
  const state = example.states?.[name];
  if (!state) throw new Error(`the example has no state "${name}"`);
  const { answers, ...others } = state;
  const documents = { ...example.documents, ...state.documents };
  if (answers === undefined) return { ...example, ...others, documents };
  const all = answers === 'pending' || typeof (answers as { refused?: unknown }).refused === 'string';
  const replaced = all
    ? Object.fromEntries(Object.keys(example.answers ?? {}).map((path) => [path, answers]))
    : { ...example.answers, ...(answers as Readonly<Record<string, Answer>>) };
  return { ...example, ...others, documents, answers: replaced };
}

/** Of all hosts together: what a block remembers by a key belongs to one of them. */
let keys = 0;

/** A host that answers from an example. `games` and `sports` are those that its code names, by code. */
export function exampleHost(
  example: Example,
  games: Readonly<Record<string, Game>> = {},
  sports: Readonly<Record<string, SportGame>> = {},
  change: Partial<Host> = {},
): ExampleHost {
  const calls: ExampleHost['calls'] = [];
  const moves: string[] = [];
  const stored = namespacedStore('example', memory);
  for (const [key, value] of Object.entries(example.storage ?? {}))
    stored.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  const session = proxy({ loggedIn: true, userName: '彩谱玩家', mid: '10001', balanceFen: 1_234_500, ...example.session });
  const answer = (path: string): Promise<CallResult<unknown>> => {
    const given = example.answers?.[path];
    if (given === 'pending') return new Promise(() => {});
    if (given === undefined) return Promise.resolve({ ok: false, status: 8, msg: `示例没有回答 ${path}`, inDoubt: false });
    const { refused, status = 1 } = given as { readonly refused?: unknown; readonly status?: number };
    if (typeof refused === 'string') return Promise.resolve({ ok: false, status, msg: refused, inDoubt: false });
    return Promise.resolve({ ok: true, models: given });
  };
  const call: ExampleHost['call'] = (path, params = {}) => {
    calls.push({ path, params });
    return answer(path) as never;
  };
  const submissions = createSubmissions({
    store: stored,
    clock: { now: () => NOW, after: () => () => {} },
    player: () => session.mid,
    newKey: () => `key-${(keys += 1)}`,
    send: ({ call: path, params }) => call(path, params),
    ask: () => Promise.resolve({ state: 'unknown' }),
  });
  return {
    calls,
    moves,
    session,
    index: proxy({ current: indexOf(Object.values(games), Object.values(sports), example) }),
    storage: stored,
    offsetMinutes: CHINA_MINUTES,
    terms: example.terms ?? {},
    submissions,
    call,
    loadGame: async (code) => {
      const game = games[code];
      if (!game) throw new Error(`no game "${code}"`);
      return { hash: 'h1', game };
    },
    loadSport: async (code) => {
      const sport = sports[code];
      if (!sport) throw new Error(`no sports game "${code}"`);
      return { hash: 'h1', sport };
    },
    sportCalls: {
      page: '/api/SiteMsg/AppSPLotteryPageInfo',
      options: '/matchdata/Match/OptionData',
      bet: '/api/lottery/bet_jc',
      optimised: '/api/lottery/bet_youhua_create',
    },
    loadDocument: async (kind, code) => {
      const found = example.documents?.[`${kind}/${code}`];
      if (found === undefined) throw new Error(`no document ${kind}/${code}`);
      return found as never;
    },
    navigate: (to) => void moves.push(to),
    back: () => void moves.push('back'),
    gameCalls: { page: '/api/SiteMsg/AppLotteryPageInfo', bet: '/api/lottery/bet_szc', chase: '/api/lottery/ChaseIssues' },
    openGame: (key) => moves.push(`game:${key}`) > 0,
    openMenu: (code) => void moves.push(`menu:${code}`),
    perform: async (name, args) => moves.push(`${name}:${JSON.stringify(args)}`) > 0,
    toast: (text) => void moves.push(`toast:${text}`),
    brand: { name: '示例彩', logo: 'logo-leaf' },
    frame: {
      request: () => example.frame ?? null,
      marker: () => -1,
      setMarker: () => {},
      tab: () => {},
      clearLoginAfter: () => {},
    },
    now: () => NOW,
    on: () => () => {},
    ...change,
  };
}

function indexOf(games: readonly Game[], sports: readonly SportGame[], { documents = {} }: Example): DescriptionIndex {
  const hashes: Record<string, Record<string, string>> = {};
  for (const name of Object.keys(documents)) {
    const [kind = '', code = ''] = name.split('/');
    hashes[kind] = { ...hashes[kind], [code]: 'h1' };
  }
  return {
    format: 1,
    version: 'v1',
    documents: hashes,
    games: [
      ...sports.map(
        ({ code, name, menu }) => ({ code, name, hash: 'h1', route: `/${code}`, kind: 'sport', menu }) as unknown as IndexedGame,
      ),
      ...games.map(
        (game): IndexedGame => ({
          code: game.code,
          name: game.name,
          ...(game.family === undefined ? {} : { family: game.family }),
          hash: 'h1',
          route: '',
          menu: game.menu,
          schedule: game.schedule,
          oneDayPriceNum: drawsADay(game.schedule),
          maxQishu: game.caps.issues,
          maxBeishu: game.caps.multiplier,
        }),
      ),
    ],
  };
}

function memory(): WebStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
