/**
 * The cache of the data of sources. It outlives a screen, so that going back to a list shows the cached rows at once, and loads them again only
 * if they may have changed.
 */
import type { Host } from './contract.ts';

export type StreamType = Parameters<Host['on']>[0];
const STREAM_TYPES: readonly StreamType[] = ['index', 'draw', 'order', 'balance', 'recharge', 'message', 'offers', 'live', 'group'];
/** Cached data older than this (ms) are loaded again even if no event announced a change. */
const FRESH_MS = 60_000;
const CACHE_ENTRIES = 60;
/** Where the phone stores the last answers of sources that are remembered, by key. */
const REMEMBERED = 'remembered';

interface Cached {
  readonly data: unknown;
  readonly at: number;
  readonly generation: number;
}

const nameOf = (type: StreamType, gameCode: string): string => `${type}/${gameCode.toLowerCase()}`;

export class SourceCache {
  readonly #host: Host;
  readonly #entries = new Map<string, Cached>();
  readonly #counts: Record<StreamType, number> = {
    index: 0,
    draw: 0,
    order: 0,
    balance: 0,
    recharge: 0,
    message: 0,
    offers: 0,
    live: 0,
    group: 0,
  };
  /** Number of events by type and game (lower case, '' for events without a game). */
  readonly #ofGame = new Map<string, number>();

  constructor(host: Host) {
    this.#host = host;
    for (const type of STREAM_TYPES)
      host.on(type, (event: { readonly gameCode?: string } | undefined) => {
        this.#counts[type] += 1;
        const game = event?.gameCode ?? '';
        this.#ofGame.set(nameOf(type, game), this.#named(type, game) + 1);
      });
  }

  /** A number that grows with every stream event of these types; for a source of one game, without events that name another. */
  generation(types: readonly string[] = [], gameCode?: string): number {
    return STREAM_TYPES.filter((type) => types.includes(type)).reduce((sum, type) => sum + this.#count(type, gameCode), 0);
  }

  #count(type: StreamType, gameCode: string | undefined): number {
    return gameCode === undefined ? this.#counts[type] : this.#named(type, '') + this.#named(type, gameCode);
  }

  #named(type: StreamType, gameCode: string): number {
    return this.#ofGame.get(nameOf(type, gameCode)) ?? 0;
  }

  /** `remember`: what the phone has stored is good enough to begin with. It is never fresh. */
  read(key: string, remember?: boolean): Cached | undefined {
    const stored = (remember && this.#remembered()[key]) || undefined;
    return this.#entries.get(key) ?? (stored && { data: stored, at: 0, generation: -1 });
  }

  #remembered(): Readonly<Record<string, unknown>> {
    try {
      return JSON.parse(this.#host.storage.get(REMEMBERED) ?? '{}');
    } catch {
      return {};
    }
  }

  /** Stores the last answer of a source on the phone. */
  remember(key: string, data: unknown): void {
    this.#host.storage.set(REMEMBERED, JSON.stringify({ ...this.#remembered(), [key]: data }));
  }

  isFresh(cached: Cached, types: readonly string[], gameCode?: string): boolean {
    return this.#host.now() - cached.at < FRESH_MS && cached.generation === this.generation(types, gameCode);
  }

  write(key: string, data: unknown, types: readonly string[], gameCode?: string): void {
    this.#entries.delete(key);
    this.#entries.set(key, { data, at: this.#host.now(), generation: this.generation(types, gameCode) });
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > CACHE_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  /** Deletes everything at a change of player, because the next player must not see it. */
  clear(): void {
    this.#entries.clear();
    this.#host.storage.remove(REMEMBERED);
  }
}
