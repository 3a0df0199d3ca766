import type { Draw, Line, PickedValue, Play, Predicate, Slice, Value, Zone } from '../descriptions/types.ts';
import type { CompiledGame } from './types.ts';

/** Marks numbers of a draw. */
interface Marks {
  /** Every drawn number of a slice for which `own` holds. */
  slice(slice: Slice, own: (value: number) => boolean): void;
}

/**
 * The drawn numbers that a player's lines have picked, by zone: of a set the numbers; of a sequence or of digits one entry for each
 * place, −1 where the place is not the player's. Of bets on more than single numbers (sums, 大小, typed bets) those that won mark
 * what they look at. Empty when nothing was picked. Lines of plays that the game no longer has are left out.
 */
export function hitNumbers(compiled: CompiledGame, lines: readonly Line[], draw: Draw): Readonly<Record<string, readonly number[]>> {
  const { zones } = compiled.game.draw;
  const marked = new Map<string, Set<number>>();
  const marks: Marks = {
    slice(slice, own) {
      const zone = zones.find(({ id }) => id === slice.zone);
      const numbers = draw.numbers[slice.zone];
      if (!zone || !numbers) return;
      const places = slice.places?.map((id) => (zone.places ?? []).findIndex((place) => place.id === id)) ?? numbers.keys();
      for (const place of places) {
        const value = numbers[place];
        if (value === undefined || !own(value)) continue;
        const of = marked.get(zone.id) ?? new Set();
        marked.set(zone.id, of.add(place));
      }
    },
  };
  for (const line of lines) {
    const play = compiled.play(line.play);
    if (play) markLine(play.play, line, marks, (only) => play.settle(only, draw).size > 0);
  }
  return Object.fromEntries(
    zones.flatMap((zone) => {
      const places = marked.get(zone.id);
      return places ? [[zone.id, asNumbers(zone, draw.numbers[zone.id] ?? [], places)]] : [];
    }),
  );
}

function asNumbers(zone: Zone, numbers: readonly number[], places: ReadonlySet<number>): readonly number[] {
  return zone.kind === 'set'
    ? numbers.filter((_, place) => places.has(place))
    : numbers.map((value, place) => (places.has(place) ? value : -1));
}

function markLine({ code, rule }: Play, line: Line, marks: Marks, wins: (line: Line) => boolean): void {
  const picked = (area: string): ReadonlySet<PickedValue> => new Set([...(line.picks[area] ?? []), ...(line.bankers?.[area] ?? [])]);
  switch (rule.kind) {
    case 'combination':
      for (const { area, of } of rule.picks) {
        const own = picked(area);
        for (const slice of of) marks.slice(slice, (value) => own.has(value));
      }
      return;
    case 'direct':
      for (const { area, zone, place } of rule.parts.flatMap(({ places }) => places)) {
        const own = picked(area);
        marks.slice({ zone, places: [place] }, (value) => own.has(value));
      }
      return;
    case 'group': {
      const own = new Set(rule.roles.flatMap(({ area }) => [...picked(area)]));
      marks.slice(rule.of, (value) => own.has(value));
      return;
    }
    case 'options':
      if (rule.combine === 'all') {
        if (wins(line)) for (const { when } of rule.cases) markRead(when, undefined, marks);
        return;
      }
      for (const [area, values] of Object.entries(line.picks))
        for (const value of values) {
          if (!wins({ play: code, picks: { [area]: [value] } })) continue;
          for (const each of rule.cases)
            if (each.area === area && (!each.values || each.values.includes(value))) markRead(each.when, value, marks);
        }
      return;
    default: {
      const { of } = rule as { readonly of?: Slice };
      if (of && wins(line)) marks.slice(of, () => true);
    }
  }
}

/** Marks what a condition looks at; of a count, the numbers that are counted. */
function markRead(predicate: Predicate, pick: PickedValue | undefined, marks: Marks): void {
  switch (predicate.op) {
    case 'all':
    case 'any':
      for (const each of predicate.of) markRead(each, pick, marks);
      return;
    case 'not':
      return markRead(predicate.of, pick, marks);
    case 'in':
    case 'odd':
    case 'even':
    case 'prime':
      return markValue(predicate.value, pick, marks);
    default:
      markValue(predicate.left, pick, marks);
      markValue(predicate.right, pick, marks);
  }
}

function markValue(value: Value, pick: PickedValue | undefined, marks: Marks): void {
  if (value.get === 'mod') markValue(value.value, pick, marks);
  else if (value.get === 'at') marks.slice({ zone: value.zone, places: [value.place] }, () => true);
  else if (value.get === 'count') {
    const counted = value.value.get === 'pick' ? pick : value.value.get === 'number' ? value.value.is : undefined;
    marks.slice(value.of, (drawn) => counted === undefined || drawn === counted);
  } else if ('of' in value) marks.slice(value.of, () => true);
}
