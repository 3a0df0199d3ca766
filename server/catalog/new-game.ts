/**
 * The text of a new game of a family, on the schedule of a game of that family that is there already. A server has it in the moment in which it
 * lies in the folder, so it says of itself that it is not on sale: nobody bets on a schedule and caps that are somebody else's.
 */
import { draftGame } from '../../engine/descriptions/draft.ts';
import { loadGame } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { type GameSet, gameInSetFindings } from '../../engine/descriptions/semantics/game-in-set.ts';
import type { GameDescription } from '../../engine/descriptions/types.ts';

export interface NewGame {
  readonly family: string;
  readonly code: string;
  readonly name: string;
  /** Written into prizeTable: the day from which the prizes hold, YYYY-MM-DD. */
  readonly today: string;
  /** Where the schemas are seen from the file that is made; beside the folder of games when left out. */
  readonly schemas?: string | undefined;
}

export type DraftedGame = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problems: readonly Problem[] };

/** What players read of a game that was just written. */
const SOON_TEXT = '即将开售';

/** Where the set is read that the game is to stand in: a running server's, or one that a command has read. */
export interface GamesSource {
  gameSet(): GameSet;
  gameFiles(): readonly GameDescription[];
}

/** Begins with schedule, caps and prize table of a game of the family. */
export function draftNewGame(source: GamesSource, wanted: NewGame): DraftedGame {
  const { family, code } = wanted;
  const set = source.gameSet();
  const like = source.gameFiles().find((game) => game.family === family);
  return validateDraft(source, code, draftGame({ ...wanted, disabled: SOON_TEXT, like, playGroups: set.families.get(family)?.playGroups }));
}

/** The text of a game that was just made, judged as if an operator had written it. */
export function validateDraft(source: GamesSource, code: string, text: string): DraftedGame {
  const set = source.gameSet();
  const loaded = loadGame(text, { file: `${code}.json` });
  if (!loaded.ok) return { ok: false, problems: loaded.problems };
  const problems = loaded.report(gameInSetFindings(loaded.document, set));
  return problems.length === 0 ? { ok: true, text } : { ok: false, problems };
}
