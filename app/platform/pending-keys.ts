/**
 * Idempotency keys whose outcome is not known. A key is written here before its request is sent and removed when the outcome is known,
 * so a reload, a crash or a dead battery in between leaves a question that can be asked, never a bet that nobody remembers.
 */
import { v7 } from 'uuid';
import type { KeyValueStore } from '../../engine/drivers/storage.ts';

export interface PendingKey {
  readonly key: string;
  readonly path: string;
  /** Account that sent it: only that account can ask. */
  readonly mid: string;
  /** Unix ms, the phone's clock. */
  readonly at: number;
}

const STORED = 'pendingKeys';
/** The server answers for a key much longer than this; a phone that was off for a month shows its bets in the records anyway. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** A new key: a UUID of version 7, so that keys sort by time in the server's index. */
export function newKey(): string {
  return v7();
}

export class PendingKeys {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  add(pending: PendingKey): void {
    this.#write([...this.all().filter(({ key }) => key !== pending.key), pending]);
  }

  drop(key: string): void {
    this.#write(this.all().filter((pending) => pending.key !== key));
  }

  of(mid: string, now: number): PendingKey[] {
    const kept = this.all().filter(({ at }) => now - at < KEPT_MS);
    return kept.filter((pending) => pending.mid === mid);
  }

  all(): PendingKey[] {
    try {
      const parsed: unknown = JSON.parse(this.#store.get(STORED) ?? '[]');
      return Array.isArray(parsed) ? parsed.filter(isPending) : [];
    } catch {
      return [];
    }
  }

  #write(keys: readonly PendingKey[]): void {
    if (keys.length === 0) this.#store.remove(STORED);
    else this.#store.set(STORED, JSON.stringify(keys));
  }
}

function isPending(value: unknown): value is PendingKey {
  if (typeof value !== 'object' || value === null) return false;
  const { key, path, mid, at } = value as Record<string, unknown>;
  return typeof key === 'string' && typeof path === 'string' && typeof mid === 'string' && typeof at === 'number';
}
