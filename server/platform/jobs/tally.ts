/**
 * Counts of requests, such as how often an article was opened. They are added up in memory and written together after the requests were
 * answered, so that what is popular is a row every second or so. What a process that ends had not written yet is lost.
 */

/** Real ms in which counts are added up. */
const GATHER_MS = 1_000;

export interface Tally {
  add(name: string): void;
  /** What of it is not written yet. */
  of(name: string): number;
}

/** `write` gets names in order, so that two processes do not wait for each other's rows, and as many counts. */
export function openTally(write: (names: readonly string[], counts: readonly number[]) => Promise<unknown>): Tally {
  let waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  async function flush(): Promise<void> {
    timer = undefined;
    const rows = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1));
    waiting = new Map();
    await write(
      rows.map(([name]) => name),
      rows.map(([, count]) => count),
    );
  }
  return {
    add(name) {
      waiting.set(name, (waiting.get(name) ?? 0) + 1);
      timer ??= setTimeout(() => void flush().catch(() => {}), GATHER_MS).unref();
    },
    of: (name) => waiting.get(name) ?? 0,
  };
}
