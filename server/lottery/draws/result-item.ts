/** A drawn issue as phones see it. */
import { gameAt } from '../../../engine/descriptions/sets.ts';
import { drawFactTexts } from '../../../engine/rules/draw-facts.ts';
import type { Draw, Zone } from '../../../engine/descriptions/types.ts';
import type { DrawnResult, ResultItem } from '../../../protocol/calls.ts';
import type { LotteryServices } from '../services.ts';
import type { GameVersion } from '../../catalog/index.ts';

export type DrawnRow = {
  game: string;
  issue: string;
  numbers: Draw['numbers'] | null;
  draws_at: number;
  hash: string;
  commitment: string;
  seed: string;
  backfilled: boolean;
  /** Set for an issue that was not played; left out where only drawn ones are read. */
  cancelled?: string | null;
};

/** Public fields of a drawn issue; `version`: the one that it was drawn under, if it can still be read. */
export function resultItem(row: DrawnRow, games: LotteryServices['games'], version: GameVersion | undefined): ResultItem {
  const facts = row.numbers === null || version === undefined ? [] : saidOf(version, row.draws_at, row.numbers);
  return {
    gameCode: row.game,
    gameName: games.published(row.game)?.game.name ?? row.game,
    issue: row.issue,
    numbers: row.numbers ?? {},
    ...(facts.length === 0 ? {} : { facts }),
    drawsAt: row.draws_at,
    hash: row.hash,
    // The seed of an issue that is given up is nobody's business: nothing was drawn from it.
    proof: row.numbers === null ? { commit: '', seed: '' } : { commit: row.commitment, seed: row.seed },
    ...(row.numbers === null && row.cancelled ? { origin: 'cancelled' as const } : {}),
    ...(row.backfilled ? { backfilled: true as const, origin: row.seed === '' ? ('imported' as const) : ('demo' as const) } : {}),
  };
}

/**
 * What the list of all games shows of a drawn issue, and what the draw event says: phones put the one in the place of the other.
 * `version` is the one that it was drawn under, if it can still be read: its zones may differ from today's.
 */
export const drawnResult = (row: DrawnRow, version: GameVersion | undefined, games: LotteryServices['games']): DrawnResult => ({
  ...resultItem(row, games, version),
  zones: version === undefined ? [] : gameAt(version.game, row.draws_at).draw.zones,
});

/** Numbers that are not those of the version (a ticket's, an older imported draw) have no facts. */
function saidOf({ game }: GameVersion, drawsAt: number, numbers: Draw['numbers']): string[] {
  const dated = gameAt(game, drawsAt);
  return dated.draw.zones.every(({ id, pick }) => numbers[id]?.length === pick) ? drawFactTexts(dated, { numbers }) : [];
}

/** The zones that an issue was drawn by, as they are on its day: those of its version, else of the game's present one. */
export async function zonesOf(games: LotteryServices['games'], game: string, hash: string, drawsAt: number): Promise<readonly Zone[]> {
  const version = await games.byHash(hash).catch(() => games.published(game));
  return version === undefined ? [] : gameAt(version.game, drawsAt).draw.zones;
}

export type ResultParts = Pick<LotteryServices, 'database' | 'games' | 'clock' | 'events'>;
