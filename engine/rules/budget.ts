/** A bound of work. Steps are counted and not timed, so that every machine gives up at the same step. */

/** Steps that one bet, or one play, may cost: 600,000 take a slow phone about a second. */
export const MOST_STEPS = 600_000;

class PastBudget extends Error {}

/** Counts the steps that are left. A budget pays for a named result, such as the classes of a zone's sets, only once. */
export class Budget {
  readonly #paid = new Set<string>();
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Throws PastBudget when fewer steps are left; `withinBudget`, and so `visitDraws`, then returns false. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new PastBudget();
  }

  /** Spends the steps of a named result at its first use; later uses cost nothing. */
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
