/**
 * A cache of answers that are the same for all clients. An answer ends with a draw, a publication, or its expiry.
 * Until then it comes from memory, in the encoded bytes of the first answer (platform/http/encoded-response.ts).
 *
 * Each process has its own cache and needs no message from the others: an answer has an expiry (the next draw, the next
 * close), and those times are in the issues. When the expiry is past and the draw is late, at most ten queries a second serve all clients.
 */
import { type Database, type GameClock, setValidity } from '../../platform/index.ts';
import type { LotteryServices } from '../services.ts';

/** Real ms that an answer serves at most: past draws are made and imported beside the clock. */
const MOST_MS = 10_000;
/** Answers kept, and characters of all of them as JSON; the one that was asked for least lately goes. */
const MOST_ANSWERS = 1_000;
const MOST_CHARACTERS = 8_000_000;
/** An answer that is no longer good and cannot be had better is asked for again so often, in so many ms of the game clock. */
const LOOKS = 10;
const LOOKS_MS = 1_000;

export interface LoadedAnswer<T> {
  readonly value: T;
  /** Game ms up to which it is good; left out: only a draw or a publication changes it. */
  readonly until?: number | undefined;
}

export interface CacheOptions {
  /** The game that it tells of; left out: of all. */
  readonly game?: string;
  /** Real ms that it serves at most. */
  readonly mostMs?: number;
}

export interface AnswerCache {
  get<T>(key: string, load: () => Promise<LoadedAnswer<T>>, options?: CacheOptions): Promise<T>;
  /** Forgets what tells of a game, or all. */
  forget(game?: string): void;
  /** The cached answers. */
  held(): { readonly answers: number; readonly characters: number };
}

interface Entry {
  /** Unique: a caller that stores it does not hold the answer in memory. */
  readonly number: number;
  readonly value: Promise<unknown>;
  readonly game: string | undefined;
  readonly madeAt: number;
  /** Known once the answer is there; before that everyone waits for the same look. */
  until: number;
  /** Of its JSON; 0 until it is there. */
  characters: number;
  /** When the last few looks were made, real ms. */
  readonly looks: readonly number[];
}

/** By the reading handle, which is the same for readers and writers. */
const caches = new WeakMap<Database, AnswerCache>();

/** The cache of a database's answers in this process. */
export function answerCacheOf({ database, clock, events }: Pick<LotteryServices, 'database' | 'clock' | 'events'>): AnswerCache {
  const before = caches.get(database.reader());
  if (before !== undefined) return before;
  const cache = createAnswerCache(clock);
  events.onBroadcast((event) => {
    if (event.type === 'draw') cache.forget(event.gameCode);
    else if (event.type === 'index') cache.forget();
  });
  events.onMissed(() => cache.forget());
  caches.set(database.reader(), cache);
  return cache;
}

/** To be called after a change in this process that has no event: draws of the past. */
export const clearAnswerCache = (database: Database): void => caches.get(database.reader())?.forget();

export function createAnswerCache(clock: Pick<GameClock, 'now' | 'speed'>, real: () => number = () => performance.now()): AnswerCache {
  const entries = new Map<string, Entry>();
  let characters = 0;
  let numbers = 0;

  function drop(key: string): void {
    characters -= entries.get(key)?.characters ?? 0;
    entries.delete(key);
  }

  /** Strangers choose most of a key (a page, a day, a version since when), so that the answers are bounded by size as well as by number. */
  function makeRoom(): void {
    for (const key of entries.keys()) {
      if (entries.size <= MOST_ANSWERS && characters <= MOST_CHARACTERS) return;
      drop(key);
    }
  }

  function isGood({ until, madeAt }: Entry, mostMs: number): boolean {
    return clock.now() < until && real() - madeAt < mostMs;
  }
  const isTired = ({ looks }: Entry): boolean => looks.length === LOOKS && real() - (looks[0] as number) < LOOKS_MS / clock.speed;

  /** The one asked for last stands last. */
  function touch(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
  }

  /** Whether an answer is still valid under its key. */
  function stands(key: string, number: number, mostMs: number): boolean {
    const entry = entries.get(key);
    if (entry?.number !== number || !isGood(entry, mostMs)) return false;
    touch(key, entry);
    return true;
  }

  return {
    get<T>(key: string, load: () => Promise<LoadedAnswer<T>>, { game, mostMs = MOST_MS }: CacheOptions = {}): Promise<T> {
      const before = entries.get(key);
      if (before !== undefined && (isGood(before, mostMs) || isTired(before))) {
        touch(key, before);
        return before.value as Promise<T>;
      }
      const fetched = load();
      const number = ++numbers;
      const entry: Entry = {
        number,
        value: fetched.then(({ value }) => value),
        game,
        madeAt: real(),
        until: Number.POSITIVE_INFINITY,
        characters: 0,
        looks: [...(before?.looks ?? []), real()].slice(-LOOKS),
      };
      drop(key);
      entries.set(key, entry);
      fetched.then(
        ({ value, until = Number.POSITIVE_INFINITY }) => {
          entry.until = until;
          // Another answer has its place by now, or none has.
          if (entries.get(key) !== entry) return;
          entry.characters = JSON.stringify(value ?? null).length;
          characters += entry.characters;
          if (typeof value === 'object' && value !== null) setValidity(value, () => stands(key, number, mostMs));
          makeRoom();
        },
        () => {
          // A failure serves those who waited for it and nobody else.
          if (entries.get(key) === entry) drop(key);
        },
      );
      makeRoom();
      return entry.value as Promise<T>;
    },
    forget(game) {
      for (const [key, entry] of entries) if (game === undefined || entry.game === undefined || entry.game === game) drop(key);
    },
    held: () => ({ answers: entries.size, characters }),
  };
}
