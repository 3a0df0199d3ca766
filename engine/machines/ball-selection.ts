/**
 * What a player has picked in one play: a pure machine (specification section 4, "Ball selection": 0 none, 1 banker, 2 selected).
 *
 * The picks live in context, and the state names say only how far the selection is: `empty`, `partial` (some area is short),
 * `ready` (every area is within its bounds). Whether a ready selection really makes a bet is the rule's to say (engine/rules, `lacks`):
 * two places holding the same single number are ready here and yet make no bet where numbers must differ.
 *
 * A tap that is not obeyed is always an effect (see SelectionEffect), never swallowed.
 */
import { type ActorRefFrom, enqueueActions, type SnapshotFrom, setup } from 'xstate';
import type { Area, PickedValue, Picks, Play, QuickPick } from '../descriptions/types.ts';
import { type Emitted, effect } from './effects.ts';

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

/** The specification's ball states. */
export const BALL = { none: 0, banker: 1, selected: 2 } as const;
export type BallState = (typeof BALL)[keyof typeof BALL];

export type RefusalReason = 'max' | 'bankerMax' | 'noBankers' | 'unknownArea' | 'unknownValue' | 'quickTooMany';

export type SelectionEffect =
  | { readonly do: 'haptic' }
  /** `limit` is the bound that stood in the way; 0 where there is none to name. */
  | { readonly do: 'refused'; readonly reason: RefusalReason; readonly area: string; readonly limit: number };

export type SelectionEvent =
  | { readonly type: 'TAP'; readonly area: string; readonly value: PickedValue }
  | { readonly type: 'BANKER_MODE'; readonly area: string; readonly on: boolean }
  | { readonly type: 'QUICK'; readonly area: string; readonly pick: QuickPick }
  /** A whole selection from outside: a random pick, or a slip line to edit. It replaces what was there. */
  | { readonly type: 'REPLACE'; readonly picks: Picks; readonly bankers?: Picks }
  /** The typed bets of an area for entries, read and free of repeats. The array is kept as it is. */
  | { readonly type: 'ENTRIES'; readonly area: string; readonly values: readonly PickedValue[] }
  /** Another play. `keep` carries over what its areas of the same id can hold. */
  | { readonly type: 'PLAY'; readonly play: string; readonly areas: readonly SelectionArea[]; readonly keep?: boolean }
  | { readonly type: 'CLEAR' };

export interface SelectionContext {
  readonly play: string;
  readonly areas: readonly SelectionArea[];
  /** Every area has an entry; values in the area's own order. An area that an event did not touch keeps its array's identity. */
  readonly picks: Picks;
  readonly bankers: Picks;
  /** Areas where a tap sets a banker. */
  readonly bankerMode: Readonly<Record<string, boolean>>;
}

export interface SelectionInput {
  readonly play: string;
  readonly areas: readonly SelectionArea[];
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

export function ballState(context: SelectionContext, area: string, value: PickedValue): BallState {
  if (context.bankers[area]?.includes(value)) return BALL.banker;
  return context.picks[area]?.includes(value) ? BALL.selected : BALL.none;
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

type Change = { readonly context: Partial<SelectionContext>; readonly haptic?: boolean } | { readonly refused: SelectionEffect };

const refused = (reason: RefusalReason, area: string, limit = 0): Change => ({
  refused: { do: 'refused', reason, area, limit },
});

const holds = (area: SelectionArea, value: PickedValue): boolean =>
  area.values === 'entries'
    ? typeof value === 'string'
    : 'from' in area.values
      ? typeof value === 'number' && Number.isInteger(value) && value >= area.values.from && value <= area.values.to
      : typeof value === 'string' && area.values.includes(value);

function inOrder(area: SelectionArea, values: readonly PickedValue[]): readonly PickedValue[] {
  if (area.values === 'entries') return values;
  if ('from' in area.values) return [...values].sort((a, b) => Number(a) - Number(b));
  const options = area.values;
  return [...values].sort((a, b) => options.indexOf(String(a)) - options.indexOf(String(b)));
}

const without = (values: readonly PickedValue[], value: PickedValue) => values.filter((each) => each !== value);

/** A tap sets what the mode says; tapping what already is so clears it. Past a bound it is refused. */
function tap(context: SelectionContext, areaId: string, value: PickedValue): Change {
  const area = context.areas.find((each) => each.id === areaId);
  if (!area) return refused('unknownArea', areaId);
  if (!holds(area, value)) return refused('unknownValue', areaId);
  const picks = context.picks[areaId] ?? [];
  const bankers = context.bankers[areaId] ?? [];
  const asBanker = context.bankerMode[areaId] === true && area.bankers !== null;
  const own = asBanker ? bankers : picks;
  const other = asBanker ? picks : bankers;
  let next: readonly PickedValue[];
  if (own.includes(value)) next = without(own, value);
  else if (asBanker && area.bankers && own.length >= area.bankers.max) return refused('bankerMax', areaId, area.bankers.max);
  else if (!asBanker && own.length >= area.max) {
    // An area for just one value is a choice among alternatives: the new one takes the old one's place.
    if (area.max !== 1) return refused('max', areaId, area.max);
    next = [value];
  } else next = inOrder(area, [...own, value]);
  const nextOther = other.includes(value) ? without(other, value) : other;
  const [nextPicks, nextBankers] = asBanker ? [nextOther, next] : [next, nextOther];
  return {
    context: {
      picks: nextPicks === picks ? context.picks : { ...context.picks, [areaId]: nextPicks },
      bankers: nextBankers === bankers ? context.bankers : { ...context.bankers, [areaId]: nextBankers },
    },
    haptic: true,
  };
}

function quick(context: SelectionContext, areaId: string, pick: QuickPick): Change {
  const area = context.areas.find((each) => each.id === areaId);
  if (!area) return refused('unknownArea', areaId);
  const bankers = pick === 'clear' ? [] : (context.bankers[areaId] ?? []);
  const values = quickValues(area, pick).filter((value) => !bankers.includes(value));
  if (values.length > area.max) return refused('quickTooMany', areaId, area.max);
  return {
    context: { picks: { ...context.picks, [areaId]: values }, bankers: { ...context.bankers, [areaId]: bankers } },
    haptic: true,
  };
}

/** As much of the given picks as the areas can hold: foreign values and what is past a bound are left out. */
function fitted(areas: readonly SelectionArea[], picks: Picks, bankers: Picks): Pick<SelectionContext, 'picks' | 'bankers'> {
  const kept: Record<string, readonly PickedValue[]> = {};
  const keptBankers: Record<string, readonly PickedValue[]> = {};
  for (const area of areas) {
    const unique = (values: readonly PickedValue[] | undefined) => [...new Set(values ?? [])].filter((value) => holds(area, value));
    const dan = area.bankers ? unique(bankers[area.id]).slice(0, area.bankers.max) : [];
    keptBankers[area.id] = inOrder(area, dan);
    kept[area.id] = inOrder(
      area,
      unique(picks[area.id])
        .filter((value) => !dan.includes(value))
        .slice(0, area.max),
    );
  }
  return { picks: kept, bankers: keptBankers };
}

/** Where bankers must be given, they are asked for first. */
const startingMode = (areas: readonly SelectionArea[]): Record<string, boolean> =>
  Object.fromEntries(areas.filter((area) => area.bankers).map((area) => [area.id, (area.bankers?.min ?? 0) > 0]));

function start(play: string, areas: readonly SelectionArea[], picks: Picks = {}, bankers: Picks = {}): SelectionContext {
  return { play, areas, ...fitted(areas, picks, bankers), bankerMode: startingMode(areas) };
}

function change(context: SelectionContext, event: SelectionEvent): Change {
  switch (event.type) {
    case 'TAP':
      return tap(context, event.area, event.value);
    case 'QUICK':
      return quick(context, event.area, event.pick);
    case 'BANKER_MODE': {
      const area = context.areas.find((each) => each.id === event.area);
      if (!area) return refused('unknownArea', event.area);
      if (!area.bankers) return refused('noBankers', event.area);
      return { context: { bankerMode: { ...context.bankerMode, [event.area]: event.on } } };
    }
    case 'REPLACE':
      return { context: fitted(context.areas, event.picks, event.bankers ?? {}), haptic: true };
    case 'ENTRIES': {
      const area = context.areas.find((each) => each.id === event.area);
      if (!area) return refused('unknownArea', event.area);
      if (area.values !== 'entries') return refused('unknownValue', event.area);
      const values = event.values.length > area.max ? event.values.slice(0, area.max) : event.values;
      return { context: { picks: { ...context.picks, [event.area]: values } } };
    }
    case 'PLAY':
      return { context: event.keep ? start(event.play, event.areas, context.picks, context.bankers) : start(event.play, event.areas) };
    case 'CLEAR':
      return { context: fitted(context.areas, {}, {}), haptic: true };
  }
}

const size = (context: SelectionContext) =>
  context.areas.reduce((sum, area) => sum + (context.picks[area.id]?.length ?? 0) + (context.bankers[area.id]?.length ?? 0), 0);

function complete(context: SelectionContext): boolean {
  return context.areas.every((area) => {
    const picks = context.picks[area.id]?.length ?? 0;
    const bankers = context.bankers[area.id]?.length ?? 0;
    return picks >= area.min && bankers >= (area.bankers?.min ?? 0) && picks + bankers >= area.need;
  });
}

export const ballSelectionMachine = setup({
  types: {
    context: {} as SelectionContext,
    events: {} as SelectionEvent,
    input: {} as SelectionInput,
    emitted: {} as Emitted<SelectionEffect>,
  },
  actions: {
    change: enqueueActions(({ context, event, enqueue }) => {
      const result = change(context, event);
      if ('refused' in result) return enqueue.emit(effect(result.refused));
      enqueue.assign(result.context);
      if (result.haptic) enqueue.emit(effect({ do: 'haptic' }));
    }),
  },
  guards: {
    isEmpty: ({ context }) => size(context) === 0,
    isReady: ({ context }) => size(context) > 0 && complete(context),
    isPartial: ({ context }) => size(context) > 0 && !complete(context),
  },
}).createMachine({
  id: 'ballSelection',
  context: ({ input }) => start(input.play, input.areas),
  initial: 'empty',
  on: {
    TAP: { actions: 'change' },
    BANKER_MODE: { actions: 'change' },
    QUICK: { actions: 'change' },
    REPLACE: { actions: 'change' },
    ENTRIES: { actions: 'change' },
    PLAY: { actions: 'change' },
    CLEAR: { actions: 'change' },
  },
  states: {
    empty: {
      always: [
        { guard: 'isReady', target: 'ready' },
        { guard: 'isPartial', target: 'partial' },
      ],
    },
    partial: {
      always: [
        { guard: 'isEmpty', target: 'empty' },
        { guard: 'isReady', target: 'ready' },
      ],
    },
    ready: {
      always: [
        { guard: 'isEmpty', target: 'empty' },
        { guard: 'isPartial', target: 'partial' },
      ],
    },
  },
});

export type SelectionActor = ActorRefFrom<typeof ballSelectionMachine>;
export type SelectionSnapshot = SnapshotFrom<typeof ballSelectionMachine>;
