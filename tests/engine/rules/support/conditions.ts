/** What conditions of a description mean, written literally and without a line of the engine. */
import type { Draw, Game, PickedValue, Predicate, Slice, Value } from '../../../../engine/descriptions/types.ts';

/** The drawn numbers that a slice names, a fresh list. */
export function slicePart(game: Game, draw: Draw, slice: Slice): number[] {
  const drawn = draw.numbers[slice.zone] as readonly number[];
  const zone = game.draw.zones.find((z) => z.id === slice.zone);
  return slice.places ? slice.places.map((id) => drawn[zone?.places?.findIndex((p) => p.id === id) ?? -1] as number) : [...drawn];
}

/** Whether a condition holds; `atMs` is the time of the draw, for sets that change with the day. */
export function conditionHolds(game: Game, draw: Draw, p: Predicate, pick: PickedValue, atMs?: number): boolean {
  const value = (v: Value): number => evaluate(game, draw, v, pick, atMs);
  switch (p.op) {
    case 'eq':
      return value(p.left) === value(p.right);
    case 'ne':
      return value(p.left) !== value(p.right);
    case 'lt':
      return value(p.left) < value(p.right);
    case 'lte':
      return value(p.left) <= value(p.right);
    case 'gt':
      return value(p.left) > value(p.right);
    case 'gte':
      return value(p.left) >= value(p.right);
    case 'in':
      return named(game, p.set, atMs).includes(value(p.value));
    case 'odd':
      return value(p.value) % 2 === 1;
    case 'even':
      return value(p.value) % 2 === 0;
    case 'prime':
      return [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47].includes(value(p.value));
    case 'all':
      return p.of.every((q) => conditionHolds(game, draw, q, pick, atMs));
    case 'any':
      return p.of.some((q) => conditionHolds(game, draw, q, pick, atMs));
    case 'not':
      return !conditionHolds(game, draw, p.of, pick, atMs);
  }
}

function evaluate(game: Game, draw: Draw, v: Value, pick: PickedValue, atMs?: number): number {
  const part = (slice: Slice): number[] => slicePart(game, draw, slice);
  switch (v.get) {
    case 'number':
      return v.is;
    case 'pick':
      return pick as number;
    case 'at':
      return part({ zone: v.zone, places: [v.place] })[0] as number;
    case 'sum':
      return part(v.of).reduce((a, b) => a + b);
    case 'span':
      return Math.max(...part(v.of)) - Math.min(...part(v.of));
    case 'distinct':
      return new Set(part(v.of)).size;
    case 'max':
      return Math.max(...part(v.of));
    case 'min':
      return Math.min(...part(v.of));
    case 'count':
      return part(v.of).filter((n) => n === evaluate(game, draw, v.value, pick, atMs)).length;
    case 'tally':
      return part(v.of).filter((n) => named(game, v.set, atMs).includes(n)).length;
    case 'groups':
      return v.sets.filter((set) => part(v.of).some((n) => named(game, set, atMs).includes(n))).length;
    case 'rank':
      return part(v.of).sort((a, b) => a - b)[v.nth - 1] as number;
    case 'mod':
      return evaluate(game, draw, v.value, pick, atMs) % v.by;
  }
}

/** Numbers of a set: as they stand, or by name those of the last table that has begun on the day of the draw where the game is. */
function named(game: Game, set: readonly number[] | string, atMs: number | undefined): readonly number[] {
  if (typeof set !== 'string') return set;
  const tables = game.sets?.find(({ id }) => id === set)?.tables ?? [];
  const offset = /^([+-])(\d\d):(\d\d)$/.exec(game.schedule.utcOffset ?? '') ?? [];
  const localMs = (atMs ?? 0) + (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000;
  const day = new Date(localMs).toISOString().slice(0, 10);
  const begun = atMs === undefined ? [] : tables.filter(({ from }) => from === undefined || from <= day);
  return (begun.at(-1) ?? tables[0])?.numbers ?? [];
}
