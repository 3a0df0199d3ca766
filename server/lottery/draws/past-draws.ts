/** Makes the demonstration draws of every game's past, in small steps. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LotteryServices } from '../services.ts';
import { extendHistory, HISTORY } from './history.ts';
import { gamesInSourceOrder } from './open-issues.ts';

/** Every game has some past before any has all of it. */
const STAGES = [20, HISTORY];
/** Real ms between two steps: what players do comes first. */
export const HISTORY_PAUSE = 10;

export class PastDraws {
  readonly #services: LotteryServices;
  readonly #log: (line: string) => void;
  readonly #most: number;
  /** Game → the draws that it is known to have. */
  readonly #known = new Map<string, number>();
  #filling: Promise<void>;
  #closed = false;

  /** Begins after `begin`; `most`: draws of each game. */
  constructor(services: LotteryServices, log: (line: string) => void, most: number, begin: Promise<void>) {
    this.#services = services;
    this.#log = log;
    this.#most = most;
    this.#filling = begin.then(() => this.#fill());
  }

  /** Looks once more, after what is under way: a description changed, or the clock moved. */
  again(): void {
    this.#filling = this.#filling.then(() => this.#fill());
  }

  /** Resolves when the draws are made, or making them was given up until the next change. */
  whenFilled(): Promise<void> {
    return this.#filling;
  }

  /** Ends after the step under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#filling;
  }

  async #fill(): Promise<void> {
    try {
      let added = 0;
      for (const stage of STAGES) added += await this.#fillUpTo(Math.min(stage, this.#most));
      // Thousands of rows at once leave statistics that speak of an empty table, and an embedded database never makes new ones itself.
      if (added > 0 && !this.#closed) await this.#services.database.query('ANALYZE issues, descriptions');
    } catch (error) {
      if (!this.#closed) this.#log(`history: ${(error as Error).message}; trying again with the next change`);
    }
  }

  /** Returns how many draws were made. */
  async #fillUpTo(want: number): Promise<number> {
    let added = 0;
    for (const version of gamesInSourceOrder(this.#services.games)) {
      const { code, disabled } = version.game;
      if (disabled !== undefined) continue;
      while (!this.#closed && (this.#known.get(code) ?? 0) < want) {
        const step = await extendHistory(this.#services, version, want);
        added += step;
        if (step === 0) this.#known.set(code, want);
        await pause(HISTORY_PAUSE);
      }
    }
    return added;
  }
}
