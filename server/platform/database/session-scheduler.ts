/**
/**
 * The queue of the one session of the embedded database. Draws come first, then requests of players, settlement of draws and
 * of matches, and the feed of matches last; but work that waits long enough comes next, so that none waits for ever.
 */

/** Kinds of work, the most urgent first. */
export const PRIORITIES = ['draw', 'play', 'settle', 'matches', 'feed'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Turns that others may have before one that is less urgent. */
const MOST_PASSED_OVER = 8;

export class SessionScheduler {
  readonly #waiting = new Map<Priority, (() => void)[]>(PRIORITIES.map((priority) => [priority, []]));
  /** Turns that went to others while somebody of this priority waited. */
  readonly #passedOver = new Map<Priority, number>(PRIORITIES.map((priority) => [priority, 0]));
  #busy = false;

  get busy(): boolean {
    return this.#busy;
  }

  /** How many wait. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Resolves with the function that ends the turn. */
  async acquire(priority: Priority): Promise<() => void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.get(priority)?.push(resolve));
    this.#busy = true;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#next();
    };
  }

  #next(): void {
    const waiting = PRIORITIES.filter((priority) => this.#waiting.get(priority)?.length);
    // The least urgent of those who waited too long, else the most urgent.
    const chosen = waiting.findLast((priority) => (this.#passedOver.get(priority) ?? 0) >= MOST_PASSED_OVER) ?? waiting[0];
    if (chosen === undefined) {
      this.#busy = false;
      return;
    }
    for (const priority of waiting) this.#passedOver.set(priority, priority === chosen ? 0 : (this.#passedOver.get(priority) ?? 0) + 1);
    // Still busy: the turn goes from one to the other, and nobody who comes now gets in between.
    this.#waiting.get(chosen)?.shift()?.();
  }
}
