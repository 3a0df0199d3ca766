/** Plays whose chances nobody could wait for: on a phone, at a publication, on the command line. */
import { type DrawRules, costlyPlays } from '../../rules/costs.ts';
import type { Finding } from '../problem.ts';
import type { GameDescription } from '../types.ts';
import type { Families } from './index.ts';
import { collectFindings } from './report.ts';

/** Plays that are in the file itself at their rules; a family's on a draw of the game's own at that draw. Its semantics were checked before. */
export function costFindings(kind: string, document: unknown, families: Families | undefined): Finding[] {
  if (kind !== 'family' && kind !== 'game') return [];
  const file = document as Omit<GameDescription, 'kind'>;
  const family = kind === 'game' && file.family !== undefined ? families?.get(file.family) : undefined;
  // The family is missing or refused: that is already reported.
  if (kind === 'game' && file.family !== undefined && !family) return [];
  const groups = file.playGroups ?? [];
  const places = new Map(groups.flatMap(({ plays }, g) => plays.map(({ code }, p) => [code, `/playGroups/${g}/plays/${p}/rule`] as const)));
  const chances = {
    draw: { ...(file.draw ?? family?.draw), ...(file.source === undefined ? {} : { source: file.source }) },
    unitFen: file.unitFen ?? family?.unitFen,
    sets: file.sets ?? family?.sets,
    playGroups: [...(family?.playGroups ?? []), ...groups],
  } as DrawRules;
  const costly = costlyPlays(chances, ({ code }) => places.has(code) || file.draw !== undefined || file.source !== undefined);
  return collectFindings((add) => {
    for (const code of costly) add('PLAY_COSTLY', places.get(code) ?? (file.source === undefined ? '/draw' : '/source'), { play: code });
  });
}
