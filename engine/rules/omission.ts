import type { Draw, Game, Slice } from '../descriptions/types.ts';

/** A name for a part of the draw, the same for every area that counts its omission (遗漏) on it. */
export function omissionKey(slice: Slice): string {
  return slice.places ? `${slice.zone}/${slice.places.join('+')}` : slice.zone;
}

/**
 * For every part of the draw that some area shows omission for: value → draws since it was last seen (0: in the newest draw).
 * A value seen in none of the draws has their number.
 */
export function omissions(
  game: Pick<Game, 'draw' | 'playGroups'>,
  drawsNewestFirst: readonly Pick<Draw, 'numbers'>[],
): Record<string, Record<string, number>> {
  const result: Record<string, Record<string, number>> = {};
  for (const group of game.playGroups)
    for (const play of group.plays)
      for (const area of play.areas) {
        if (area.kind !== 'numbers' || !area.omission) continue;
        const key = omissionKey(area.omission);
        result[key] ??= omissionOf(game, area.omission, drawsNewestFirst);
      }
  return result;
}

function omissionOf(game: Pick<Game, 'draw'>, slice: Slice, draws: readonly Pick<Draw, 'numbers'>[]): Record<string, number> {
  const zone = game.draw.zones.find((z) => z.id === slice.zone);
  const since: Record<string, number> = {};
  if (!zone) return since;
  for (let v = zone.from; v <= zone.to; v++) since[v] = draws.length;
  const places = slice.places?.map((place) => (zone.places ?? []).findIndex((p) => p.id === place));
  for (let age = draws.length - 1; age >= 0; age--) {
    const numbers = draws[age]?.numbers[zone.id] ?? [];
    for (const v of places ? places.map((i) => numbers[i]) : numbers) if (v !== undefined && since[v] !== undefined) since[v] = age;
  }
  return since;
}
