/** Areas as selecting needs them: which values they have, in which order, and what a quick pick means. */
import type { Area, PickedValue, Play, QuickPick } from '../descriptions/types.ts';

/** The bounds that the machine keeps to: an area of a play, reduced to what selecting needs. Plain data. */
export interface SelectionArea {
  readonly id: string;
  readonly label: string;
  /** Numbers from–to, the option values in their order, or entries: typed bets, which the rule reads and not this machine. */
  readonly values: { readonly from: number; readonly to: number } | readonly string[] | 'entries';
  readonly min: number;
  readonly max: number;
  readonly bankers: { readonly min: number; readonly max: number } | null;
  /** Fewest bankers and picks together (the `choose` of the rule); `min` when the rule asks for no more. */
  readonly need: number;
}

/** The areas of a play as the machine wants them. */
export function selectionAreas(play: Play): SelectionArea[] {
  const choose = new Map<string, number>();
  if (play.rule.kind === 'combination') for (const pick of play.rule.picks) choose.set(pick.area, pick.choose);
  return play.areas.map((area: Area) => ({
    id: area.id,
    label: area.label,
    values:
      area.kind === 'numbers'
        ? { from: area.from, to: area.to }
        : area.kind === 'options'
          ? area.options.map((option) => option.value)
          : 'entries',
    min: area.min,
    max: area.max,
    bankers: area.kind === 'numbers' && area.bankers ? area.bankers : null,
    need: Math.max(area.min, choose.get(area.id) ?? 0),
  }));
}

/** The values that a quick pick means. Big is the upper half of the range; of an odd count the middle value is small. */
export function quickValues(area: SelectionArea, pick: QuickPick): readonly PickedValue[] {
  if (pick === 'clear') return [];
  if (area.values === 'entries') return [];
  if (!('from' in area.values)) return pick === 'all' ? area.values : [];
  const { from, to } = area.values;
  const values: number[] = [];
  for (let value = from; value <= to; value++) {
    if (
      pick === 'all' ||
      (pick === 'big' && value * 2 > from + to) ||
      (pick === 'small' && value * 2 <= from + to) ||
      (pick === 'odd' && value % 2 !== 0) ||
      (pick === 'even' && value % 2 === 0)
    )
      values.push(value);
  }
  return values;
}

/** Whether an area has this value. */
export const hasValue = (area: SelectionArea, value: PickedValue): boolean =>
  area.values === 'entries'
    ? typeof value === 'string'
    : 'from' in area.values
      ? typeof value === 'number' && Number.isInteger(value) && value >= area.values.from && value <= area.values.to
      : typeof value === 'string' && area.values.includes(value);

/** Values as they stand on the board, however they were tapped. */
export function inOrder(area: SelectionArea, values: readonly PickedValue[]): readonly PickedValue[] {
  if (area.values === 'entries') return values;
  if ('from' in area.values) return [...values].sort((a, b) => Number(a) - Number(b));
  const options = area.values;
  return [...values].sort((a, b) => options.indexOf(String(a)) - options.indexOf(String(b)));
}

/** Where a value stands among those of its area; typed bets stay in the order in which they were typed. */
function placeOf({ values }: SelectionArea, value: PickedValue): number {
  if (values === 'entries') return 0;
  return 'from' in values ? Number(value) : values.indexOf(String(value));
}

/** Values that are in order, with one more in its place: a tap sorts nothing. */
export function withValue(area: SelectionArea, values: readonly PickedValue[], value: PickedValue): readonly PickedValue[] {
  const own = placeOf(area, value);
  let at = values.length;
  while (at > 0 && placeOf(area, values[at - 1] as PickedValue) > own) at -= 1;
  return at === values.length ? [...values, value] : values.toSpliced(at, 0, value);
}
