/** Warnings of `check`: plays whose return to player lies outside a band. Nothing is refused for it, unless that is asked for. */
import { basename, dirname, join } from 'node:path';
import { loadGame } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { resolveGame } from '../../engine/descriptions/resolve.ts';
import { gameAt } from '../../engine/descriptions/sets.ts';
import type { DrawShape, FamilyDescription, GameDescription, Play } from '../../engine/descriptions/types.ts';
import { percent } from '../../engine/rules/fraction-text.ts';
import { compilePlay, playReturns, type Returns } from '../../engine/rules/index.ts';
import { descriptionFiles, familiesIn, readDescription } from '../../server/descriptions/files.ts';

/** Percent of the price that comes back on average. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** "50-100" → 50 % to 100 %; undefined for anything else. */
export function readBand(text: string): Band | undefined {
  const [, low, high] = /^(\d{1,4})-(\d{1,4})$/.exec(text) ?? [];
  const band = { low: Number(low), high: Number(high) };
  return low !== undefined && band.low <= band.high ? band : undefined;
}

export async function bandWarnings(paths: readonly string[], band: Band): Promise<Problem[]> {
  const warnings: Problem[] = [];
  const folders = new Map<string, Map<string, FamilyDescription | null>>();
  // Games of a family share its plays; forty games of one are worked out once.
  const known = new WeakMap<Play, { draw: DrawShape; unitFen: number; returns: Returns }>();
  for (const file of await descriptionFiles(paths)) {
    if (basename(dirname(file)) === 'families') continue;
    const folder = join(dirname(file), 'families');
    if (!folders.has(folder)) folders.set(folder, await familiesIn(folder));
    const families = folders.get(folder) as Map<string, FamilyDescription | null>;
    const read = await readDescription(file);
    const loaded = read.ok ? loadGame(read.text, { file, families }) : undefined;
    if (!loaded?.ok) continue;
    const { document } = loaded;
    const game = gameAt(resolveGame(document, document.family === undefined ? undefined : (families.get(document.family) ?? undefined)));
    for (const play of game.playGroups.flatMap((group) => group.plays)) {
      const unitFen = play.unitFen ?? game.unitFen;
      let found = known.get(play);
      if (found?.draw !== game.draw || found.unitFen !== unitFen) {
        const compiled = compilePlay(game, play);
        const returns = playReturns({ game, plays: [compiled], play: () => compiled }, play.code);
        if (returns === undefined) continue;
        found = { draw: game.draw, unitFen, returns };
        known.set(play, found);
      }
      const { lowest, highest } = found.returns;
      const outside = [lowest, highest].find(
        ({ numerator, denominator }) =>
          numerator * 100n < BigInt(band.low) * denominator || numerator * 100n > BigInt(band.high) * denominator,
      );
      if (outside !== undefined)
        warnings.push(
          ...loaded.report([
            {
              code: 'RETURN_BAND',
              pointer: placeOf(document, play.code),
              details: { play: `${play.name} ${play.code}`, found: percent(outside), low: band.low, high: band.high },
            },
          ]),
        );
    }
  }
  return warnings;
}

/** Where the game's own file decides about a play: its prize for it, the play itself, or the family that it names. */
function placeOf(game: GameDescription, play: string): string {
  const prize = game.prizes?.findIndex((item) => item.play === play) ?? -1;
  if (prize >= 0) return `/prizes/${prize}/fen`;
  for (const [g, group] of (game.playGroups ?? []).entries())
    for (const [p, own] of group.plays.entries()) if (own.code === play) return `/playGroups/${g}/plays/${p}/prizes`;
  return '/family';
}
