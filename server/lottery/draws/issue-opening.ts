/** Keeps an issue of every game on sale or to come. */
import { isUnavailable, NOW_ONCE, errorText } from '../../platform/index.ts';
import type { GameVersion } from '../../catalog/index.ts';
import type { LotteryServices } from '../services.ts';
import { openIssues, gamesInSourceOrder } from './open-issues.ts';
import { writeHeartbeat, startPass, clockOfPass, type PassStart } from './skipped-issues.ts';

/** Real ms of opening issues after which draws that are due come in between. */
const DRAWS_WAIT_MS = 200;

export interface OpeningSteps {
  /** Called once every game has an issue on sale or to come; the rest of the first look waits for it. */
  ready(): Promise<void>;
  /** Freezes and draws what is due. */
  draw(ended: () => boolean): Promise<void>;
}

export class IssueOpening {
  readonly #services: LotteryServices;
  readonly #steps: OpeningSteps;
  #isReady = false;
  /** By version: when its issues ahead want another look, game ms. */
  readonly #lookAgain = new Map<string, number>();
  /** Games whose issues could not be opened: what they missed meanwhile is noted when they can be. */
  readonly #unopened = new Set<string>();

  constructor(services: LotteryServices, steps: OpeningSteps) {
    this.#services = services;
    this.#steps = steps;
  }

  /** The next look is at every game: a version that comes back after another must see the issues that the other one left. */
  forget(): void {
    this.#lookAgain.clear();
  }

  /** Opens what every game that wants a look needs, until `ended`. */
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
      // Fifty games take their time after a change of descriptions, and no draw waits for it.
      if (performance.now() < lookAt) continue;
      await this.#steps.draw(ended);
      lookAt = performance.now() + DRAWS_WAIT_MS;
    }
    await writeHeartbeat(database, look);
  }

  /**
   * A process that was killed finds nearly all of them on sale: it is ready before it has looked at each for what else is to be opened.
   * Takes the games that it opens out of `due`.
   */
  async #getReady(due: GameVersion[], look: PassStart): Promise<void> {
    const lacking = await this.#withoutSale(due);
    for (const version of lacking) await this.#open(version, look);
    this.#isReady = true;
    await this.#steps.ready();
    for (const version of lacking) due.splice(due.indexOf(version), 1);
  }

  /** Games in which nothing is on sale or to come. */
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
