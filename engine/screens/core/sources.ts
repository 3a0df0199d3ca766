/**
 * The data that a screen loads, by name. One DataSource is one call of the screen description. It loads when its parameters are known. It
 * loads again when the server announces a change that concerns it, and at the interval of `poll`. It also appends pages. It knows no React;
 * store.ts makes the sources of a screen.
 */
import type { Refresh, SourceDescription } from '../../descriptions/generated/screen.ts';
import type { CallResult, Host, Scope, SourceState } from './contract.ts';
import type { SourceCache, StreamType } from './source-cache.ts';

export interface ListPage {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

export function isListPage(value: unknown): value is ListPage {
  return typeof value === 'object' && value !== null && Array.isArray((value as ListPage).items);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const failed = (): CallResult<unknown> => ({ ok: false, status: -1, msg: '网络错误', inDoubt: false });

/** The value of an item's key, by which a list recognises the item. */
export const itemId = (item: unknown, key: string): unknown => (item as Readonly<Record<string, unknown>> | null)?.[key];

/** Timers, visibility and random numbers: those of the page, or of a test. */
export interface PageEnvironment {
  /** Runs `later` after `ms`; the returned function prevents it. */
  after(ms: number, later: () => void): () => void;
  /** Calls `seen` when the page becomes visible again; the returned function ends this. */
  onSeen(seen: () => void): () => void;
  /** True while the page is visible. */
  seen(): boolean;
  /** From 0 up to, not including, 1. */
  random(): number;
}

/** All clients get the event of a draw, and reconnect after a restart, at the same instant. Their loads are spread over this time (ms). */
const SPREAD_MS = 2_000;
/** Events that all clients get. Other events concern one player, so their loads start at once. */
const SHARED: ReadonlySet<string> = new Set(['draw', 'index']);
/** The most records that events add to a list between two loads, so that a list that is never loaded again stays bounded. */
const MOST_ADDED = 50;
/** The part of its period by which a poll comes sooner or later, so that clients do not poll at the same instant. */
const POLL_SPREAD = 0.2;

export interface SourceOptions {
  readonly name: string;
  readonly description: SourceDescription;
  readonly host: Host;
  readonly cache: SourceCache;
  readonly pace: PageEnvironment;
  /** The current parameters; null while the source must not load: its condition is false, or a source that it needs has no data. */
  readonly params: () => Readonly<Record<string, string>> | null;
  /** The topic of the event stream that the source follows; '' for none. */
  readonly topic: () => string;
  /** True when a new record of an event is added to the list; `scope` has it as `record`. */
  readonly adds: (refresh: Refresh, scope: Scope) => boolean;
  /** True when an event concerns the source; `scope` has it as `event`. */
  readonly concerns: (refresh: Refresh, scope: Scope) => boolean;
  /** True when the player went back to the screen. Fresh cached data is then shown without a load. */
  readonly back: boolean;
}

/** An event of the stream. `missed`: events were lost while the stream was down, so every source loads again. */
type StreamEvent = Readonly<Record<string, unknown>> & { readonly missed?: boolean };

export class DataSource {
  readonly #options: SourceOptions;
  readonly #listeners = new Set<() => void>();
  readonly #events: readonly string[];
  #state: SourceState;
  #key: string | null = null;
  /** The number of the last load. The answer of an earlier load is dropped. */
  #turn = 0;
  #stop: (() => void)[] = [];
  #cancelReload: (() => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  #started = false;
  /** The visible data is being reloaded. */
  #renewing = false;
  /** Records of the first page. Until it is loaded: the server's default size of a page. */
  #first = 20;
  /** Records that events added to the list since it was loaded. */
  #added = 0;
  /** The followed topic, and the function that ends following it. */
  #topic = '';
  #unfollow: (() => void) | undefined;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#events = (options.description.refresh ?? []).map(({ on }) => on);
    const params = options.params();
    const cached = params && options.cache.read(this.#keyOf(params), options.description.remember);
    this.#state = {
      status: cached || !params ? 'ready' : 'loading',
      data: cached ? cached.data : undefined,
      error: undefined,
      reload: this.reload,
      more: this.#moreOf(cached ? cached.data : undefined),
      loadingMore: false,
    };
  }

  readonly state = (): SourceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts to listen to the stream and loads, unless the player went back and the cached data is fresh. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const { description, host } = this.#options;
    for (const refresh of description.refresh ?? [])
      this.#stop.push(
        host.on(refresh.on as StreamType, (event: StreamEvent | undefined) => this.#onEvent(refresh, event ?? { missed: true })),
      );
    this.update();
    this.#poll();
  }

  stop(): void {
    this.#started = false;
    this.#turn += 1;
    this.#cancelReload?.();
    this.#cancelReload = undefined;
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
    for (const stop of this.#stop) stop();
    this.#stop = [];
    this.#key = null;
    this.#follow('');
  }

  /** The caller reports that a value of the parameters may have changed. Loads again if the parameters differ. */
  update(): void {
    if (!this.#started) return;
    const params = this.#options.params();
    this.#follow(params ? this.#options.topic() : '');
    if (!params) {
      if (this.#key === null && this.#state.data === undefined && this.#state.status === 'ready') return;
      this.#key = null;
      this.#turn += 1;
      this.#take(undefined);
      return;
    }
    const key = this.#keyOf(params);
    if (key === this.#key) return;
    const first = this.#key === null;
    this.#key = key;
    const { cache, back } = this.#options;
    const cached = cache.read(key, this.#options.description.remember);
    if (cached) {
      this.#take(cached.data);
      if (first && back && cache.isFresh(cached, this.#events, params.gameCode)) return;
    } else this.#set({ status: 'loading', data: undefined, error: undefined, more: undefined, loadingMore: false });
    void this.#load(params);
  }

  #follow(topic: string): void {
    if (topic === this.#topic) return;
    this.#unfollow?.();
    this.#topic = topic;
    this.#unfollow = topic === '' ? undefined : this.#options.host.follow?.(topic);
  }

  readonly reload = (): void => {
    this.#cancelReload?.();
    this.#cancelReload = undefined;
    const params = this.#options.params();
    if (!params || !this.#started) return;
    // The visible data stays while the new answer is under way.
    if (this.#state.data === undefined) this.#set({ status: 'loading', error: undefined });
    void this.#load(params);
  };

  #onEvent(refresh: Refresh, event: StreamEvent): void {
    if (!event.missed) {
      if (!this.#options.concerns(refresh, { event })) return;
      if (refresh.put && this.#put(refresh, refresh.put, event)) return;
    }
    if (this.#cancelReload || !this.#options.params()) return;
    if (!SHARED.has(refresh.on) && !event.missed) {
      this.reload();
      return;
    }
    const { pace } = this.#options;
    this.#cancelReload = pace.after(Math.floor(pace.random() * SPREAD_MS), this.reload);
  }

  /**
   * Puts the record of an event, or each of its list of records, into the loaded data. Returns false when a single record has no place there:
   * the source must then load. A list of records never causes a load: a record without a place concerns other data.
   */
  #put(refresh: Refresh, { list: name, key, of }: NonNullable<Refresh['put']>, event: StreamEvent): boolean {
    const { data } = this.#state;
    const carried = event[of];
    const several = Array.isArray(carried);
    if (!isRecord(data)) return several;
    const records = (several ? carried : [carried]).filter(isRecord);
    if (name === undefined) {
      const own = records.find((record) => record[key] !== undefined && record[key] === data[key]);
      if (own) this.#replace({ ...data, ...own });
      return several || own !== undefined;
    }
    const list: unknown = data[name];
    if (!Array.isArray(list)) return several;
    if (!several && records[0]?.[key] === undefined) return false;
    let next: readonly unknown[] = list;
    for (const record of records) {
      const at = next.findIndex((item) => itemId(item, key) === record[key]);
      if (at >= 0) next = next.map((item, index) => (index === at ? { ...(item as object), ...record } : item));
      else if (this.#added < MOST_ADDED && this.#options.adds(refresh, { event, record })) {
        next = [record, ...next];
        this.#added += 1;
      }
    }
    if (next !== list) this.#replace({ ...data, [name]: next });
    return true;
  }

  /** Replaces the loaded data, in the cache too. */
  #replace(data: Readonly<Record<string, unknown>>): void {
    const params = this.#options.params();
    if (params) this.#options.cache.write(this.#keyOf(params), data, this.#events, params.gameCode);
    this.#set({ data });
  }

  #poll(): void {
    const { description, pace } = this.#options;
    if (!description.poll) return;
    const period = description.poll.seconds * 1000;
    this.#stop.push(
      pace.onSeen(() => {
        // A hidden page does not poll, so its data may be old.
        if (this.#cancelPoll === undefined) this.reload();
        arm();
      }),
    );
    const arm = (): void => {
      this.#cancelPoll?.();
      this.#cancelPoll = pace.after(Math.round(period * (1 - POLL_SPREAD + 2 * POLL_SPREAD * pace.random())), () => {
        this.#cancelPoll = undefined;
        if (!pace.seen()) return;
        this.reload();
        arm();
      });
    };
    arm();
  }

  #keyOf(params: Readonly<Record<string, string>>): string {
    const { description, host } = this.#options;
    return JSON.stringify([host.session.mid, description.call, params]);
  }

  async #load(params: Readonly<Record<string, string>>): Promise<void> {
    const turn = ++this.#turn;
    this.#renewing = true;
    const { data: before } = this.#state;
    const { paged, key } = this.#options.description;
    const scrolled = paged && isListPage(before) && before.items.length > this.#first;
    // A paged list loads as many records as the player has scrolled to, so that every row is current. Few players scroll, so the code for it is a module of its own.
    const result = scrolled
      ? await import('./list-pages.ts').then(
          (pages) => pages.reloadPages(this.#call, params, before.items.length, () => turn === this.#turn, key),
          failed,
        )
      : await this.#call(params);
    if (turn !== this.#turn) return;
    this.#renewing = false;
    if (!result.ok) {
      this.#set({ status: 'error', error: result.msg, refusal: result.status, loadingMore: false });
      return;
    }
    const data = result.models;
    if (!scrolled && isListPage(data)) this.#first = data.items.length;
    this.#added = 0;
    if (this.#options.description.remember) this.#options.cache.remember(this.#keyOf(params), data);
    this.#take(data, params);
  }

  /** Shows loaded data. With `cacheParams` it is also cached under these parameters. */
  #take(data: unknown, cacheParams?: Readonly<Record<string, string>> | false): void {
    if (cacheParams) this.#options.cache.write(this.#keyOf(cacheParams), data, this.#events, cacheParams.gameCode);
    this.#set({ status: 'ready', data, error: undefined, more: this.#moreOf(data), loadingMore: false });
  }

  #moreOf(data: unknown): (() => void) | undefined {
    return this.#options.description.paged && isListPage(data) && data.next ? this.#more : undefined;
  }

  readonly #more = async (): Promise<void> => {
    const params = this.#options.params();
    const page = this.#state.data;
    if (!params || !isListPage(page) || !page.next || this.#state.loadingMore) return;
    const turn = ++this.#turn;
    // This load cancels a reload under way, so the reload is repeated.
    const again = this.#renewing;
    this.#renewing = false;
    this.#set({ loadingMore: true, error: undefined });
    const answer = this.#call({ ...params, cursor: page.next });
    const result = await import('./list-pages.ts').then(
      async (pages) => pages.appendPage(page, await answer, this.#options.description.key),
      failed,
    );
    if (turn !== this.#turn) return;
    // The loaded rows stay. The list shows the error and 重试 below them.
    if (!result.ok) this.#set({ loadingMore: false, error: result.msg });
    else this.#take(result.models, !again && params);
    if (again) this.reload();
  };

  // `quiet`: no message over the page, because the block shows the error and the shell's banner shows that the server is away.
  readonly #call = (params: Readonly<Record<string, string>>): Promise<CallResult<unknown>> =>
    this.#options.host.call<unknown>(this.#options.description.call, params, { quiet: true }).catch(failed);

  #set(change: Partial<SourceState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}
