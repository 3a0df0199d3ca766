/** A game of a family with no differences: what a family alone sells, for its odds and for seeing it on a phone. */
import { draftGame } from './draft.ts';
import { type Loaded, loadGame } from './load.ts';
import type { FamilyDescription, GameDescription } from './types.ts';

/** `today`: from when its prizes hold, YYYY-MM-DD. A family that is in order has such a game. */
export function plainGame(family: FamilyDescription, today: string): Loaded<GameDescription> {
  const { code, name, playGroups } = family;
  const text = draftGame({ family: code, code, name, today, playGroups });
  return loadGame(text, { file: `${code}.json`, families: new Map([[code, family]]) });
}
