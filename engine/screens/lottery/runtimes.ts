/** Which runtimes there are: one for each game that was opened, made once for a host. */
import type { Host } from '../core/contract.ts';
import { createGameRuntime, type GameRuntime } from './runtime.ts';

interface Opened {
  readonly coming: Promise<GameRuntime>;
  runtime: GameRuntime | undefined;
}

const opened = new WeakMap<Host, Map<string, Opened>>();
const makers = new WeakMap<Host, (code: string) => Promise<GameRuntime>>();

/** Runtimes of this host are made by `make`: a replay puts recorded machines under the same screens. Call before a game opens. */
export function makeRuntimesWith(host: Host, make: (code: string) => Promise<GameRuntime>): void {
  makers.set(host, make);
}

/** The runtime of a game that was opened before: its page is drawn at once, without anything that stands for it. */
export const openedRuntime = (host: Host, code: string): GameRuntime | undefined => opened.get(host)?.get(code)?.runtime;

/** The runtime of a game. A failure is not remembered, so that 重试 tries again. */
export function gameRuntime(host: Host, code: string): Promise<GameRuntime> {
  const games = opened.get(host) ?? new Map<string, Opened>();
  opened.set(host, games);
  const known = games.get(code);
  if (known) return known.coming;
  const game: Opened = { coming: makers.get(host)?.(code) ?? createGameRuntime(host, code), runtime: undefined };
  games.set(code, game);
  game.coming.then(
    (runtime) => {
      game.runtime = runtime;
    },
    () => games.delete(code),
  );
  return game.coming;
}
