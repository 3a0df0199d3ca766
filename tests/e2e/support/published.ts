import { type CompiledGame, compileGame } from '../../../engine/rules/index.ts';
import type { DescriptionIndex, Game } from '../../../engine/descriptions/types.ts';

export interface PublishedGame {
  readonly compiled: CompiledGame;
  /** The route of the game's screen. */
  readonly route: string;
}

/** A game as the phone gets it from the server at `url`; rejects if it is not published. `now` (unix ms) decides the sets of numbers that change with the day. */
export async function publishedGame(url: string, code: string, now = Date.now()): Promise<PublishedGame> {
  const index = (await (await fetch(`${url}/descriptions/index.json`)).json()) as DescriptionIndex;
  const entry = index.games.find((game) => game.code === code);
  if (!entry) throw new Error(`${code} is not published`);
  const answer = await fetch(`${url}/descriptions/game/${code}.${entry.hash}.json`);
  return { compiled: compileGame((await answer.json()) as Game, now), route: entry.route };
}
