/** Key-value storage under a brand's name. A browser that denies storage (private windows, full quota) gets memory instead. */

export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface NamespacedStore extends KeyValueStore {
  /** How the browser's storage names a key: what its `storage` events say. */
  name(key: string): string;
  /** Keys of this namespace, without it. */
  keys(): string[];
  /** False once the browser's storage has refused: what is written lives as long as the page. */
  readonly durable: boolean;
}

/** The part of the Web Storage interface that is used. */
export interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * A store whose keys read `namespace.key`. `open` may throw or return undefined (that is how browsers deny storage).
 * After a refusal every later write of this page goes to memory, and memory is read first, so a value once written is always read back.
 */
export function namespacedStore(namespace: string, open: () => WebStorage | undefined): NamespacedStore {
  const prefix = `${namespace}.`;
  const memory = new Map<string, string | null>();
  let storage: WebStorage | undefined;
  try {
    storage = open() ?? undefined;
    // Reading may succeed where writing is refused: try both once.
    storage?.setItem(`${prefix}probe`, '1');
    storage?.removeItem(`${prefix}probe`);
  } catch {
    storage = undefined;
  }
  let durable = storage !== undefined;
  const attempt = <T>(action: (storage: WebStorage) => T): T | undefined => {
    if (!storage) return undefined;
    try {
      return action(storage);
    } catch {
      durable = false;
      return undefined;
    }
  };
  return {
    get(key) {
      const inMemory = memory.get(key);
      if (inMemory !== undefined) return inMemory;
      return attempt((web) => web.getItem(prefix + key)) ?? null;
    },
    set(key, value) {
      const stored = attempt((web) => {
        web.setItem(prefix + key, value);
        return true;
      });
      if (stored) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      const removed = attempt((web) => {
        web.removeItem(prefix + key);
        return true;
      });
      if (removed) memory.delete(key);
      else memory.set(key, null);
    },
    name: (key) => prefix + key,
    keys() {
      const names = new Set<string>();
      attempt((web) => {
        for (let at = 0; at < web.length; at++) {
          const name = web.key(at);
          if (name?.startsWith(prefix)) names.add(name.slice(prefix.length));
        }
      });
      for (const [key, value] of memory) {
        if (value === null) names.delete(key);
        else names.add(key);
      }
      return [...names];
    },
    get durable() {
      return durable;
    },
  };
}
