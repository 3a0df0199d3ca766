/**
 * The data that a screen loads, by name. One Source is one call of the screen description: it knows how to load, to load
 * again when the server says that something changed, and to append pages. It is plain code; `useSource` subscribes to it.
 *
 * A SourceCache outlives the screen: coming back to a list shows what was there at once, and loads again only if something
 * could have changed since.
 */
import type { CallResult, Host, SourceDescription, SourceState } from './contract.ts';

type StreamType = Parameters<Host['on']>[0];
const STREAM_TYPES: readonly StreamType[] = ['index', 'draw', 'order', 'balance'];
/** Older than this (ms), a cached list is loaded again even when no event told of a change. */
const FRESH_MS = 60_000;
const CACHE_ENTRIES = 60;

interface Cached {
  readonly data: unknown;
  readonly at: number;
  readonly generation: number;
}

export class SourceCache {
  readonly #host: Host;
  readonly #entries = new Map<string, Cached>();
  readonly #counts: Record<StreamType, number> = { index: 0, draw: 0, order: 0, balance: 0 };

  constructor(host: Host) {
    this.#host = host;
    for (const type of STREAM_TYPES) host.on(type, () => (this.#counts[type] += 1));
  }

  /** A number that grows with every stream event of these types. */
  generation(types: readonly string[] = []): number {
    return STREAM_TYPES.reduce((sum, type) => (types.includes(type) ? sum + this.#counts[type] : sum), 0);
  }

  read(key: string): Cached | undefined {
    return this.#entries.get(key);
  }

  isFresh(cached: Cached, types: readonly string[] | undefined): boolean {
    return this.#host.now() - cached.at < FRESH_MS && cached.generation === this.generation(types);
  }

  write(key: string, data: unknown, types: readonly string[] | undefined): void {
    this.#entries.delete(key);
    this.#entries.set(key, { data, at: this.#host.now(), generation: this.generation(types) });
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > CACHE_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  /** Forgets everything: what one player loaded is not for the next. */
  clear(): void {
    this.#entries.clear();
  }
}

export interface Page {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && Array.isArray((value as Page).items);
}

export interface SourceOptions {
  readonly name: string;
  readonly description: SourceDescription;
  readonly host: Host;
  readonly cache: SourceCache;
  /** Parameters as they are now; null while the source is not wanted (its `when` is false). */
  readonly params: () => Readonly<Record<string, string>> | null;
  /** True when the screen was reached by going back: then what is cached is good enough. */
  readonly back: boolean;
}

export class Source {
  readonly #options: SourceOptions;
  readonly #listeners = new Set<() => void>();
  #state: SourceState;
  #key: string | null = null;
  /** Grows with each load; an answer to an older one is dropped. */
  #turn = 0;
  #stop: (() => void)[] = [];
  #started = false;

  constructor(options: SourceOptions) {
    this.#options = options;
    const params = options.params();
    const cached = params && options.cache.read(this.#keyOf(params));
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

  /** Loads, unless coming back to something fresh, and starts listening to the stream. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const { description, host } = this.#options;
    for (const type of description.reloadOn ?? [])
      this.#stop.push(
        host.on(type as StreamType, (event: { readonly gameCode?: string } | undefined) => {
          if (!this.#ofAnother(event?.gameCode)) this.reload();
        }),
      );
    this.update();
  }

  /** An event that names a game says nothing to what is asked about another; one without a name says that some were missed. */
  #ofAnother(gameCode: string | undefined): boolean {
    const own = this.#options.params()?.gameCode;
    return Boolean(gameCode && own) && gameCode?.toLowerCase() !== own?.toLowerCase();
  }

  stop(): void {
    this.#started = false;
    this.#turn += 1;
    for (const stop of this.#stop) stop();
    this.#stop = [];
    this.#key = null;
  }

  /** Call when something that the parameters read has changed: loads again if they did. */
  update(): void {
    if (!this.#started) return;
    const params = this.#options.params();
    if (!params) {
      this.#key = null;
      this.#turn += 1;
      this.#set({ status: 'ready', data: undefined, error: undefined, more: undefined, loadingMore: false });
      return;
    }
    const key = this.#keyOf(params);
    if (key === this.#key) return;
    const first = this.#key === null;
    this.#key = key;
    const { cache, description, back } = this.#options;
    const cached = cache.read(key);
    if (cached) {
      this.#set({ status: 'ready', data: cached.data, error: undefined, more: this.#moreOf(cached.data), loadingMore: false });
      if (first && back && cache.isFresh(cached, description.reloadOn)) return;
    } else this.#set({ status: 'loading', data: undefined, error: undefined, more: undefined, loadingMore: false });
    void this.#load(params);
  }

  readonly reload = (): void => {
    const params = this.#options.params();
    if (!params || !this.#started) return;
    // With something on the glass, it stays there while the new answer is under way.
    if (this.#state.data === undefined) this.#set({ status: 'loading', error: undefined });
    void this.#load(params);
  };

  #keyOf(params: Readonly<Record<string, string>>): string {
    const { description, host } = this.#options;
    return JSON.stringify([host.session.mid, description.call, params]);
  }

  async #load(params: Readonly<Record<string, string>>): Promise<void> {
    const turn = ++this.#turn;
    const result = await this.#call(params);
    if (turn !== this.#turn) return;
    const { cache, description } = this.#options;
    if (!result.ok) {
      this.#set({ status: 'error', error: result.msg, loadingMore: false });
      return;
    }
    cache.write(this.#keyOf(params), result.models, description.reloadOn);
    this.#set({ status: 'ready', data: result.models, error: undefined, more: this.#moreOf(result.models), loadingMore: false });
  }

  #moreOf(data: unknown): (() => void) | undefined {
    return this.#options.description.paged && isPage(data) && data.next ? this.#more : undefined;
  }

  readonly #more = async (): Promise<void> => {
    const params = this.#options.params();
    const page = this.#state.data;
    if (!params || !isPage(page) || !page.next || this.#state.loadingMore) return;
    const turn = ++this.#turn;
    this.#set({ loadingMore: true, error: undefined });
    const result = await this.#call({ ...params, cursor: page.next });
    if (turn !== this.#turn) return;
    if (!result.ok || !isPage(result.models)) {
      // The rows already there stay; the list shows the error under them with a way to try again.
      this.#set({ loadingMore: false, error: result.ok ? '数据格式有误' : result.msg });
      return;
    }
    const data: Page = { ...result.models, items: [...page.items, ...result.models.items] };
    const { cache, description } = this.#options;
    cache.write(this.#keyOf(params), data, description.reloadOn);
    this.#set({ status: 'ready', data, error: undefined, more: this.#moreOf(data), loadingMore: false });
  };

  async #call(params: Readonly<Record<string, string>>): Promise<CallResult<unknown>> {
    try {
      return await this.#options.host.call<unknown>(this.#options.description.call, params);
    } catch (error) {
      return { ok: false, status: -1, msg: error instanceof Error ? error.message : '网络错误', inDoubt: false };
    }
  }

  #set(change: Partial<SourceState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}
