/** Opens issues, so that every game always has one on sale or to come. */
import { isUnavailable, NOW_ONCE, errorText } from '../../platform/index.ts';
import type { GameVersion } from '../../catalog/index.ts';
import type { LotteryServices } from '../services.ts';
import { openIssues, gamesInSourceOrder } from './open-issues.ts';
import { writeHeartbeat, startPass, clockOfPass, type PassStart } from './skipped-issues.ts';

/** After this many real ms of opening issues the pass makes due draws, and then continues. */
const DRAWS_WAIT_MS = 200;

export interface OpeningSteps {
  /** Called once, when every game has an issue on sale or to come. The rest of the first pass waits for it. */
  ready(): Promise<void>;
  /** Freezes and draws due issues. */
  draw(ended: () => boolean): Promise<void>;
}

export class IssueOpening {
  readonly #services: LotteryServices;
  readonly #steps: OpeningSteps;
  #isReady = false;
  /** Hash of a version → the instant (game ms) at which it needs further issues. */
  readonly #lookAgain = new Map<string, number>();
  /** Games whose issues could not be opened. When they can be, the issues skipped meanwhile are recorded. */
  readonly #unopened = new Set<string>();

  constructor(services: LotteryServices, steps: OpeningSteps) {
    this.#services = services;
    this.#steps = steps;
  }

  /** Makes the next pass check every game. A version that is restored must see the issues that the version before it opened. */
  forget(): void {
    this.#lookAgain.clear();
  }

  /** Opens the missing issues of every game that is due, until `ended`. */
  async look(ended: () => boolean): Promise<void> {
    const { database, clock, games } = this.#services;
    const look = await startPass(database);
    await clock.sync();
    let lookAt = performance.now() + DRAWS_WAIT_MS;
    const due = gamesInSourceOrder(games).filter(
      ({ game, hash }) => game.disabled === undefined && (this.#lookAgain.get(hash) ?? 0) <= look.game,
    );
    if (!this.#isReady) await this.#getReady(due, look);
    for (const version of due) {
      if (ended()) return;
      await this.#open(version, look);
      // After a change of descriptions fifty games take long. Due draws must not wait for them.
      if (performance.now() < lookAt) continue;
      await this.#steps.draw(ended);
      lookAt = performance.now() + DRAWS_WAIT_MS;
    }
    await writeHeartbeat(database, look);
  }

  /**
   * Opens issues of the games that have none, reports that the process is ready, and removes these games from `due`. After a restart nearly
   * all games still have issues, so the process is ready before it has checked each game.
   */
  async #getReady(due: GameVersion[], look: PassStart): Promise<void> {
    const unsold = await this.#withoutSale(due);
    for (const version of unsold) await this.#open(version, look);
    this.#isReady = true;
    await this.#steps.ready();
    for (const version of unsold) due.splice(due.indexOf(version), 1);
  }

  /** The games without an issue on sale or to come. */
  async #withoutSale(of: readonly GameVersion[]): Promise<GameVersion[]> {
    const { rows } = await this.#services.database.query<{ game: string }>(
      `SELECT DISTINCT game FROM issues WHERE state = 'open' AND closes_at > ${NOW_ONCE}`,
    );
    const sold = new Set(rows.map(({ game }) => game));
    return of.filter(({ game }) => !sold.has(game.code));
  }

  async #open(version: GameVersion, look: PassStart): Promise<void> {
    const { code } = version.game;
    const parts = { ...this.#services, clock: clockOfPass(look) };
    try {
      this.#lookAgain.set(version.hash, await openIssues(parts, version, this.#unopened.has(code) ? 0 : look.since));
      this.#unopened.delete(code);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (!this.#unopened.has(code)) this.#services.alarms.raise('game-not-opened', `${code}: ${errorText(error)}`);
      this.#unopened.add(code);
    }
  }
}
