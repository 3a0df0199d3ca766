/**
 * Descriptions as the phone has them: the index, kept up to date, and documents by content hash, fetched when they are first needed
 * and then kept. A document never changes under its hash, so nothing that is open is disturbed by a new index.
 */
import { proxy, ref } from 'valtio/vanilla';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { DescriptionIndex, Game } from '../../engine/descriptions/types.ts';
import type { Fetch } from '../../engine/drivers/network.ts';
import type { LoadedGame } from '../../engine/screens/core/contract.ts';
import type { LoadedSport } from '../../engine/screens/sports/calls.ts';
import { ERROR_CATALOGUE } from './errors.ts';

export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
  readonly code: 'NOT_LISTED' | 'NOT_FETCHED';
  /** "kind/code" of the request. */
  readonly place: string;

  constructor(code: 'NOT_LISTED' | 'NOT_FETCHED', place: string, options?: ErrorOptions) {
    // Players read this: the place is for the code that catches it.
    super(code === 'NOT_LISTED' ? '该内容不存在或已下架' : ERROR_CATALOGUE.description.text, options);
    this.code = code;
    this.place = place;
  }
}

/** Documents that came with the page: kind → code → document. */
export type BootDocuments = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface DescriptionsOptions {
  readonly fetch: Fetch;
  readonly origin: string;
  readonly index?: DescriptionIndex;
  readonly documents?: BootDocuments;
}

const EMPTY: DescriptionIndex = { format: 1, version: '', games: [], documents: {} };

export class Descriptions {
  readonly index: { current: DescriptionIndex };
  readonly #fetch: Fetch;
  readonly #origin: string;
  readonly #cache = new Map<string, Promise<unknown>>();
  #refreshing: Promise<boolean> | undefined;

  constructor(options: DescriptionsOptions) {
    this.#fetch = options.fetch;
    this.#origin = options.origin;
    // `ref`: an index is replaced as a whole and never changed, so tracking its hundreds of leaves would only cost.
    this.index = proxy({ current: ref(options.index ?? EMPTY) as DescriptionIndex });
    for (const [kind, documents] of Object.entries(options.documents ?? {})) {
      for (const [code, document] of Object.entries(documents)) {
        const hash = this.#hashOf(kind, code);
        if (hash) this.#cache.set(`${kind}/${code}.${hash}`, Promise.resolve(freeze(document)));
      }
    }
  }

  /** Fetches the index; true when there is one that can be used (new or not). Calls at the same time share one request. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#fetchIndex().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** As `refresh`, by a request that is made from now on: one under way may have been answered before what was just published. */
  renew(): Promise<boolean> {
    return Promise.resolve(this.#refreshing).then(() => this.refresh());
  }

  /**
   * The current version; with `wanted` that version, such as the version of a ticket, or the current one where the server
   * has it no more: compare the hash of the result.
   * @throws DescriptionError
   */
  async loadGame(code: string, wanted?: string): Promise<LoadedGame> {
    const { hash, document } = await this.#version('game', code, wanted);
    return { hash, game: document as Game };
  }

  /** A sports game, as `loadGame`. @throws DescriptionError */
  async loadSport(code: string, wanted?: string): Promise<LoadedSport> {
    const { hash, document } = await this.#version('sport', code, wanted);
    return { hash, sport: document as SportGame };
  }

  /** The current version; with `wanted` that version and no other. @throws DescriptionError */
  async loadDocument<T>(kind: string, code: string, wanted?: string): Promise<T> {
    if (wanted === undefined) return (await this.#load(kind, code)).document as T;
    try {
      return (await this.#document(kind, code, wanted)) as T;
    } catch (error) {
      throw error instanceof Gone ? new DescriptionError('NOT_FETCHED', `${kind}/${code}`) : error;
    }
  }

  async #version(kind: string, code: string, wanted: string | undefined): Promise<{ hash: string; document: unknown }> {
    if (wanted !== undefined && wanted !== this.#hashOf(kind, code)) {
      try {
        return { hash: wanted, document: await this.#document(kind, code, wanted) };
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
      }
    }
    return this.#load(kind, code);
  }

  async #load(kind: string, code: string): Promise<{ hash: string; document: unknown }> {
    const place = `${kind}/${code}`;
    let hash = this.#hashOf(kind, code);
    if (!hash && (await this.refresh())) hash = this.#hashOf(kind, code);
    // What the page's own index does not list may well be there.
    if (!hash) throw new DescriptionError(this.index.current.abridged ? 'NOT_FETCHED' : 'NOT_LISTED', place);
    try {
      return { hash, document: await this.#document(kind, code, hash) };
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      // The index is older than the server's memory of old versions: read it again and try what it says now.
      const listed = (await this.refresh()) ? this.#hashOf(kind, code) : undefined;
      if (!listed) throw new DescriptionError('NOT_LISTED', place);
      if (listed === hash) throw new DescriptionError('NOT_FETCHED', place);
      try {
        return { hash: listed, document: await this.#document(kind, code, listed) };
      } catch (again) {
        throw again instanceof Gone ? new DescriptionError('NOT_FETCHED', place) : again;
      }
    }
  }

  #hashOf(kind: string, code: string): string | undefined {
    const { games, documents } = this.index.current;
    if (kind === 'game' || kind === 'sport') return games.find((game) => game.code === code)?.hash;
    const ofKind = Object.hasOwn(documents, kind) ? documents[kind] : undefined;
    return ofKind && Object.hasOwn(ofKind, code) ? ofKind[code] : undefined;
  }

  #document(kind: string, code: string, hash: string): Promise<unknown> {
    const name = `${kind}/${code}.${hash}`;
    const cachedPromise = this.#cache.get(name);
    if (cachedPromise) return cachedPromise;
    const path = `/descriptions/${encodeURIComponent(kind)}/${encodeURIComponent(code)}.${encodeURIComponent(hash)}.json`;
    const fetched = this.#json(path, `${kind}/${code}`).then(freeze);
    this.#cache.set(name, fetched);
    // A failure is not kept: the next who needs it tries again.
    fetched.catch(() => this.#cache.delete(name));
    return fetched;
  }

  async #fetchIndex(): Promise<boolean> {
    try {
      const index = await this.#json('/descriptions/index.json', 'index', { cache: 'no-cache' });
      if (!isIndex(index)) return false;
      if (index.version !== this.index.current.version || this.index.current.abridged)
        this.index.current = ref(freeze(index)) as DescriptionIndex;
      return true;
    } catch {
      return this.index.current.version !== '';
    }
  }

  async #json(path: string, place: string, init: RequestInit = {}): Promise<unknown> {
    let response: Response;
    try {
      // As the page asks for what it preloads: with anything else said here it would be fetched twice.
      response = await this.#fetch(this.#origin + path, { credentials: 'same-origin', ...init });
    } catch (cause) {
      throw new DescriptionError('NOT_FETCHED', place, { cause });
    }
    if (response.status === 404) throw new Gone();
    if (!response.ok) throw new DescriptionError('NOT_FETCHED', place);
    try {
      return await response.json();
    } catch (cause) {
      throw new DescriptionError('NOT_FETCHED', place, { cause });
    }
  }
}

class Gone extends Error {}

function isIndex(value: unknown): value is DescriptionIndex {
  if (typeof value !== 'object' || value === null) return false;
  const { format, version, games, documents } = value as Record<string, unknown>;
  return format === 1 && typeof version === 'string' && Array.isArray(games) && typeof documents === 'object' && documents !== null;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
