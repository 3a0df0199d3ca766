/** Steps that may be taken, counted and not timed, so that every machine gives up at the same place. */

/** Steps that one bet, or one play, may cost: 600,000 take a slow phone about a second. */
export const MOST_STEPS = 600_000;

class PastBudget extends Error {}

/** Counts the rest of a budget of steps; the classes of sets that were worked out on it are paid for once. */
export class Budget {
  readonly #paid = new Set<string>();
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Throws when nothing is left; `visitDraws` answers with false then. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new PastBudget();
  }

  /** Spends the steps of something with a name, the first time that it is wanted. */
  once(name: string, steps: number): void {
    if (this.#paid.has(name)) return;
    this.spend(steps);
    this.#paid.add(name);
  }
}

/** False when the work ran past its budget. */
export function withinBudget(work: () => void): boolean {
  try {
    work();
  } catch (error) {
    if (error instanceof PastBudget) return false;
    throw error;
  }
  return true;
}
