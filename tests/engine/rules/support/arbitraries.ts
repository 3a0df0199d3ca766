import fc from 'fast-check';
import { drawNumbers } from '../../../../engine/rules/index.ts';
import type { PickedValue } from '../../../../engine/descriptions/types.ts';
import type { CompiledPlay, Draw, Game, Line } from '../../../../engine/rules/types.ts';
import { seeded } from './games.ts';

/** Valid lines of a play, few enough picks that every bet can be listed. */
export function lines(play: CompiledPlay, spread: number): fc.Arbitrary<Line> {
  const { rule } = play.play;
  const areas = [...play.areas.values()].map(({ area, values }) => {
    if (area.kind === 'lines') {
      const all = (play.entries as NonNullable<typeof play.entries>).space.all();
      const entry = fc.nat(all.length - 1).map((at) => (play.entries as NonNullable<typeof play.entries>).space.text(all[at] as number));
      return fc
        .array(entry, { minLength: area.min, maxLength: Math.min(area.max, area.min + spread) })
        .map((picks) => ({ id: area.id, bankers: [] as PickedValue[], picks: picks as PickedValue[] }));
    }
    const choose = rule.kind === 'combination' ? (rule.picks.find((p) => p.area === area.id)?.choose ?? 0) : 0;
    const banked = area.kind === 'numbers' ? area.bankers : undefined;
    const bankerCount = banked ? fc.integer({ min: banked.min, max: Math.min(banked.max, choose - 1) }) : fc.constant(0);
    return bankerCount.chain((dan) => {
      const least = Math.max(area.min, choose - dan);
      const most = Math.min(area.max, values.length - dan, Math.max(least, choose) + spread);
      return fc
        .integer({ min: Math.min(least, most), max: most })
        .chain((count) => fc.shuffledSubarray([...values], { minLength: dan + count, maxLength: dan + count }))
        .map((chosen) => ({ id: area.id, bankers: chosen.slice(0, dan), picks: chosen.slice(dan) as PickedValue[] }));
    });
  });
  return fc
    .tuple(...areas)
    .map((rows): Line => {
      const line = { play: play.play.code, picks: Object.fromEntries(rows.map((row) => [row.id, row.picks])) };
      const banked = rows.filter((row) => row.bankers.length > 0);
      return banked.length > 0 ? { ...line, bankers: Object.fromEntries(banked.map((row) => [row.id, row.bankers])) } : line;
    })
    .filter((line) => play.count(line) > 0n);
}

/** Draws of a game that lean to the numbers of a line, so that wins of every tier come up and not one in a million. */
export function drawsNear(game: Game, line: Line): fc.Arbitrary<Draw> {
  const picks = [...Object.values(line.picks), ...Object.values(line.bankers ?? {})].flat();
  // Of a typed bet, its numbers are warm.
  const hot = new Set(picks.flatMap((v) => (typeof v === 'string' && /^\d+$/.test(v) ? [...v] : String(v).split(' ')).map(Number)));
  return fc.tuple(fc.nat(), fc.integer({ min: 0, max: 10 })).map(([seed, heat]) => {
    const random = seeded(seed);
    if (heat === 0) return drawNumbers(game, random);
    const numbers: Record<string, number[]> = {};
    for (const zone of game.draw.zones) {
      const excluded = zone.excludes === undefined ? [] : (numbers[zone.excludes] ?? []);
      const pool = Array.from({ length: zone.to - zone.from + 1 }, (_, i) => zone.from + i).filter((v) => !excluded.includes(v));
      const drawn: number[] = [];
      while (drawn.length < zone.pick) {
        const free = pool.filter((v) => zone.kind === 'digits' || !drawn.includes(v));
        const warm = free.filter((v) => hot.has(v));
        const from = warm.length > 0 && random(10) < heat ? warm : free;
        drawn.push(from[random(from.length)] as number);
      }
      numbers[zone.id] = drawn;
    }
    return { numbers };
  });
}
