/** Operators of a simulated world: they publish changed games, drop wrong files, take games off and put them back. */
import type { Chance } from './chance.ts';
import type { ServerCluster } from './cluster.ts';
import type { Stage } from './stage.ts';

export class Operator {
  readonly #stage: Stage;
  readonly #cluster: ServerCluster;
  readonly #chance: Chance;
  /** Code → the file as it was when it was good and on. */
  readonly #good = new Map<string, Record<string, unknown>>();
  #due = false;
  #edits = 0;

  constructor(stage: Stage, cluster: ServerCluster, chance: Chance) {
    this.#stage = stage;
    this.#cluster = cluster;
    this.#chance = chance;
    for (const code of cluster.games) this.#good.set(code, cluster.read(code));
  }

  begin(): void {
    setTimeout(
      () => {
        this.#due = true;
        this.begin();
      },
      this.#chance.between(5_000, 60_000),
    );
  }

  /** Does what is due; called between two steps of the world, since reading files takes time that is not the seed's. */
  async work(): Promise<void> {
    if (!this.#due) return;
    this.#due = false;
    const code = this.#chance.one([...this.#good.keys()]);
    const good = this.#good.get(code) as Record<string, unknown>;
    this.#edits += 1;
    const what = this.#chance.next();
    if (what < 0.4) {
      const changed = { ...good, name: `${String(good.name).slice(0, 8)}${this.#edits}` };
      this.#good.set(code, changed);
      this.#cluster.write(code, changed);
      this.#stage.note(`operator changes ${code}`);
    } else if (what < 0.6) {
      this.#cluster.write(code, this.#chance.one(['{', '{"kind":"game"}', JSON.stringify({ ...good, caps: { multiplier: -1 } })]));
      this.#stage.note(`operator breaks ${code}`);
    } else if (what < 0.8) {
      this.#cluster.write(code, { ...good, disabled: '维护中' });
      this.#stage.note(`operator takes ${code} off`);
    } else {
      this.#cluster.write(code, good);
      this.#stage.note(`operator puts ${code} on`);
    }
    await this.#cluster.look();
    await this.#stage.settle();
  }

  /** Every game is good and on again. */
  async tidy(): Promise<void> {
    for (const [code, good] of this.#good) this.#cluster.write(code, good);
    await this.#cluster.look();
    await this.#stage.settle();
  }
}
