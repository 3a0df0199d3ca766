import type { Line, Picks } from '../descriptions/types.ts';
import { countedKindOf } from './kinds/table.ts';
import type { CountedGame, CountedPlay, MissingPick } from './types.ts';
import { picksOf } from './zones.ts';

/**
 * What still has to be picked before the line makes a bet, area by area; empty when it makes at least one. The picks are
 * taken to be well-formed (known values, no repeats). An unknown play lacks nothing.
 */
export function missingPicks(compiled: CountedGame, play: string, picks: Picks, bankers: Picks = {}): MissingPick[] {
  const compiledPlay = compiled.play(play);
  if (!compiledPlay) return [];
  const line = { play, picks, bankers };
  const missing: MissingPick[] = [];
  const { rule } = compiledPlay.play;
  const kind = countedKindOf(rule);
  for (const { area } of compiledPlay.areas.values()) {
    const chosen = picksOf(picks, area.id).length;
    const dan = picksOf(bankers, area.id).length;
    const wantedBankers = area.kind === 'numbers' ? (area.bankers?.min ?? 0) : 0;
    const choose = kind?.choose?.(rule, area.id) ?? 0;
    if (dan < wantedBankers) missing.push({ area: area.id, label: area.label, missing: wantedBankers - dan, banker: true });
    // Bankers still to come will fill their share of the bet, so they are not asked for twice.
    const needed = Math.max(area.min, choose - Math.max(dan, wantedBankers));
    if (chosen < needed) missing.push({ area: area.id, label: area.label, missing: needed - chosen, banker: false });
  }
  if (missing.length > 0 || compiledPlay.count(line) > 0n) return missing;
  const fewest = kind?.fewestAreas?.(rule);
  if (fewest) {
    const areas = [...compiledPlay.areas.values()];
    const filled = areas.filter(({ area }) => picksOf(picks, area.id).length > 0);
    const next = areas.find((area) => !filled.includes(area))?.area;
    if (next) return [{ area: next.id, label: fewest.label, missing: fewest.least - filled.length, banker: false }];
  }
  return [oneMore(compiledPlay, line)];
}

/** Every area has its fewest picks and still there is no bet: rows clash, or nothing at all is picked. */
function oneMore(play: CountedPlay, line: Line): MissingPick {
  const areas = [...play.areas.values()];
  const nothing = areas.every(({ area }) => picksOf(line.picks, area.id).length === 0);
  const first = areas[0]?.area;
  if (areas.length > 1 && nothing && first)
    return { area: first.id, label: areas.every(({ area }) => area.kind === 'numbers') ? '号码' : '选项', missing: 1, banker: false };
  // Which area does one more value help? The last first: it is the one that was picked from last.
  for (const { area, values } of areas.toReversed()) {
    const chosen = picksOf(line.picks, area.id);
    for (const value of values) {
      if (chosen.includes(value)) continue;
      const more = { ...line, picks: { ...line.picks, [area.id]: [...chosen, value] } };
      if (play.count(more) > 0n) return { area: area.id, label: area.label, missing: 1, banker: false };
    }
  }
  const last = areas[areas.length - 1]?.area ?? first;
  return { area: last?.id ?? '', label: last?.label ?? '', missing: 1, banker: false };
}
