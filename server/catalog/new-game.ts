/**
 * Makes the file of a new game of a family. It starts with the schedule and the caps of an existing game of that family. A server publishes a
 * file as soon as it is in the folder, so the new game is marked as not on sale: players cannot bet before its own schedule and caps are set.
 */
import { draftGame } from '../../engine/descriptions/draft.ts';
import { loadGame } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { type GameSet, gameInSetFindings } from '../../engine/descriptions/semantics/game-in-set.ts';
import type { GameDescription } from '../../engine/descriptions/types.ts';

export interface NewGameRequest {
  readonly family: string;
  readonly code: string;
  readonly name: string;
  /** The day from which the prizes hold, YYYY-MM-DD. It is written into `prizeTable`. */
  readonly today: string;
  /** Path of the schemas, relative to the new file. When left out, they are beside the folder of games. */
  readonly schemas?: string | undefined;
}

export type DraftedGame = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The text that players see at a new game that is not on sale yet. */
const SOON_TEXT = '即将开售';

/** The set of games that the new game joins: that of a running server, or one that a command has read. */
export interface GamesSource {
  gameSet(): GameSet;
  gameFiles(): readonly GameDescription[];
}

/** Drafts and checks a new game, with the schedule, caps and prize table of a game of the family. */
export function draftNewGame(source: GamesSource, wanted: NewGameRequest): DraftedGame {
  const { family, code } = wanted;
  const set = source.gameSet();
  const like = source.gameFiles().find((game) => game.family === family);
  return validateDraft(source, code, draftGame({ ...wanted, disabled: SOON_TEXT, like, playGroups: set.families.get(family)?.playGroups }));
}

/** Checks the text of a drafted game like a file that an operator has written. */
export function validateDraft(source: GamesSource, code: string, text: string): DraftedGame {
  const set = source.gameSet();
  const loaded = loadGame(text, { file: `${code}.json` });
  if (!loaded.ok) return { ok: false, problems: loaded.problems };
  const problems = loaded.report(gameInSetFindings(loaded.document, set));
  return problems.length === 0 ? { ok: true, text } : { ok: false, problems };
}
