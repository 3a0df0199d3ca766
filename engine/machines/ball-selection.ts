/**
 * What a player has picked in one play: a pure machine (specification section 4, "Ball selection": 0 none, 1 banker, 2 selected).
 *
 * The picks live in context, and the state names say only how far the selection is: `empty`, `partial` (some area is short),
 * `ready` (every area is within its bounds). Whether a ready selection really makes a bet is the rule's to say (engine/rules, `missingPicks`):
 * two places holding the same single number are ready here and yet make no bet where numbers must differ.
 *
 * A tap that is not obeyed is always an effect (see SelectionEffect), never swallowed.
 */
import { type ActorRefFrom, assign, emit, type SnapshotFrom } from 'xstate';
import { setup } from './setup.ts';
import type { PickedValue, Picks, QuickPick } from '../descriptions/types.ts';
import { type Emitted, effect } from './effects.ts';
import { areaKey, type HeldPicksByArea, type HeldPicks, withHeldPicks, moveToChangedAreas, withoutAreas } from './held-picks.ts';
import { hasValue, inOrder, quickValues, type SelectionArea, withValue } from './selection-areas.ts';

/** The specification's ball states. */
export const BALL = { none: 0, banker: 1, selected: 2 } as const;
export type BallState = (typeof BALL)[keyof typeof BALL];

export type RefusalReason = 'max' | 'bankerMax' | 'noBankers' | 'unknownArea' | 'unknownValue' | 'quickTooMany';

export type SelectionEffect =
  | { readonly do: 'haptic' }
  /** `limit` is the bound that stood in the way; 0 where there is none to name. */
  | { readonly do: 'refused'; readonly reason: RefusalReason; readonly area: string; readonly limit: number }
  /** So many values are gone: a new version of the game has no place for them. */
  | { readonly do: 'dropped'; readonly count: number };

export type SelectionEvent =
  | { readonly type: 'TAP'; readonly area: string; readonly value: PickedValue }
  | { readonly type: 'BANKER_MODE'; readonly area: string; readonly on: boolean }
  /** Numbers that are picked together (生肖): all of them, or none when all are. */
  | { readonly type: 'TOGGLE'; readonly area: string; readonly values: readonly PickedValue[] }
  | { readonly type: 'QUICK'; readonly area: string; readonly pick: QuickPick }
  /** A whole selection from outside: a random pick, or a slip line to edit. It replaces the present one. */
  | { readonly type: 'REPLACE'; readonly picks: Picks; readonly bankers?: Picks }
  /** The typed bets of an area for entries, read and free of repeats. The array is kept as it is. */
  | { readonly type: 'ENTRIES'; readonly area: string; readonly values: readonly PickedValue[] }
  /**
   * Another play. `carry`: areas that both plays have keep their picks, and what the new play has no place for is held until a play has
   * one. Without it the board starts empty, or with what areas of the same id can hold (`keep`), as older recordings have it.
   */
  | {
      readonly type: 'PLAY';
      readonly play: string;
      readonly areas: readonly SelectionArea[];
      readonly carry?: boolean;
      readonly keep?: boolean;
    }
  /**
   * A whole board from outside: what was stored, what another player left, a line of the slip. `changed`: it was picked under another
   * version of the game; values that no area has a place for are dropped, and said.
   */
  | {
      readonly type: 'BOARD';
      readonly play: string;
      readonly areas: readonly SelectionArea[];
      readonly held: HeldPicksByArea;
      readonly changed?: boolean;
    }
  | { readonly type: 'CLEAR' };

export interface SelectionContext {
  readonly play: string;
  readonly areas: readonly SelectionArea[];
  /** Every area has an entry; values in the area's own order. An area that an event did not touch keeps its array's identity. */
  readonly picks: Picks;
  readonly bankers: Picks;
  /** Areas where a tap sets a banker. */
  readonly bankerMode: Readonly<Record<string, boolean>>;
  /** What is picked and has no place on the board as it is; left out when that is nothing. */
  readonly held?: HeldPicksByArea;
}

export interface SelectionInput {
  readonly play: string;
  readonly areas: readonly SelectionArea[];
}

export function ballState(context: SelectionContext, area: string, value: PickedValue): BallState {
  if (context.bankers[area]?.includes(value)) return BALL.banker;
  return context.picks[area]?.includes(value) ? BALL.selected : BALL.none;
}

type Change = { readonly context: Partial<SelectionContext>; readonly dropped?: number } | { readonly refused: SelectionEffect };

const refused = (reason: RefusalReason, area: string, limit = 0): Change => ({
  refused: { do: 'refused', reason, area, limit },
});

const without = (values: readonly PickedValue[], value: PickedValue) => values.filter((each) => each !== value);

/** A tap sets what the mode says; tapping what already is so clears it. Past a bound it is refused. */
function tap(context: SelectionContext, areaId: string, value: PickedValue): Change {
  const area = context.areas.find((each) => each.id === areaId);
  if (!area) return refused('unknownArea', areaId);
  if (!hasValue(area, value)) return refused('unknownValue', areaId);
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
  } else next = withValue(area, own, value);
  const nextOther = other.includes(value) ? without(other, value) : other;
  const [nextPicks, nextBankers] = asBanker ? [nextOther, next] : [next, nextOther];
  return {
    context: {
      picks: nextPicks === picks ? context.picks : { ...context.picks, [areaId]: nextPicks },
      bankers: nextBankers === bankers ? context.bankers : { ...context.bankers, [areaId]: nextBankers },
    },
  };
}

function toggle(context: SelectionContext, areaId: string, values: readonly PickedValue[]): Change {
  const area = context.areas.find((each) => each.id === areaId);
  if (!area) return refused('unknownArea', areaId);
  if (values.length === 0 || !values.every((value) => hasValue(area, value))) return refused('unknownValue', areaId);
  const picks = context.picks[areaId] ?? [];
  const off = values.every((value) => picks.includes(value));
  const next = off ? picks.filter((value) => !values.includes(value)) : inOrder(area, [...new Set([...picks, ...values])]);
  if (next.length > area.max) return refused('max', areaId, area.max);
  const bankers = (context.bankers[areaId] ?? []).filter((value) => !values.includes(value));
  return {
    context: { picks: { ...context.picks, [areaId]: next }, bankers: { ...context.bankers, [areaId]: bankers } },
  };
}

function quick(context: SelectionContext, areaId: string, pick: QuickPick): Change {
  const area = context.areas.find((each) => each.id === areaId);
  if (!area) return refused('unknownArea', areaId);
  const bankers = pick === 'clear' ? [] : (context.bankers[areaId] ?? []);
  const values = quickValues(area, pick).filter((value) => !bankers.includes(value));
  if (values.length > area.max) return refused('quickTooMany', areaId, area.max);
  return {
    context: {
      picks: { ...context.picks, [areaId]: values },
      bankers: { ...context.bankers, [areaId]: bankers },
      ...letGo(context, [area]),
    },
  };
}

/** Picks in these areas replace their held picks. */
function letGo(context: SelectionContext, areas: readonly SelectionArea[]): Pick<SelectionContext, 'held'> {
  return context.held ? { held: withoutAreas(context.held, areas) } : {};
}

/** As much of the given picks as the areas can hold: foreign values and what is past a bound are left out. */
function fitted(areas: readonly SelectionArea[], picks: Picks, bankers: Picks): Pick<SelectionContext, 'picks' | 'bankers'> {
  const fittingPicks: Record<string, readonly PickedValue[]> = {};
  const fittingBankers: Record<string, readonly PickedValue[]> = {};
  for (const area of areas) {
    const unique = (values: readonly PickedValue[] | undefined) => [...new Set(values ?? [])].filter((value) => hasValue(area, value));
    const dan = area.bankers ? unique(bankers[area.id]).slice(0, area.bankers.max) : [];
    fittingBankers[area.id] = inOrder(area, dan);
    fittingPicks[area.id] = inOrder(
      area,
      unique(picks[area.id])
        .filter((value) => !dan.includes(value))
        .slice(0, area.max),
    );
  }
  return { picks: fittingPicks, bankers: fittingBankers };
}

/** Where bankers must be given, they are asked for first. */
const startingMode = (areas: readonly SelectionArea[]): Record<string, boolean> =>
  Object.fromEntries(areas.filter((area) => area.bankers).map((area) => [area.id, (area.bankers?.min ?? 0) > 0]));

function start(play: string, areas: readonly SelectionArea[], picks: Picks = {}, bankers: Picks = {}): SelectionContext {
  return { play, areas, ...fitted(areas, picks, bankers), bankerMode: startingMode(areas) };
}

/** The picks of the board and the held picks together. */
export function heldPicksOfBoard({ areas, picks, bankers, held: before }: SelectionContext): HeldPicksByArea {
  return withHeldPicks(areas, picks, bankers, before);
}

/** The play with the held picks of its areas restored, and the rest still held. */
function filledFrom(play: string, areas: readonly SelectionArea[], all: HeldPicksByArea): SelectionContext {
  const picks: Record<string, readonly PickedValue[]> = {};
  const bankers: Record<string, readonly PickedValue[]> = {};
  for (const area of areas) {
    const heldPicks = all[areaKey(area) ?? ''];
    if (!heldPicks) continue;
    const dan = area.bankers ? heldPicks.bankers.filter((value) => hasValue(area, value)).slice(0, area.bankers.max) : [];
    bankers[area.id] = dan;
    picks[area.id] = heldPicks.values.filter((value) => !dan.includes(value));
  }
  const context = start(play, areas, picks, bankers);
  const rest: Record<string, HeldPicks> = { ...withoutAreas(all, areas) };
  for (const area of areas) {
    const key = areaKey(area);
    const heldPicks = key === undefined ? undefined : all[key];
    if (key === undefined || !heldPicks) continue;
    const shown = [...(context.picks[area.id] ?? []), ...(context.bankers[area.id] ?? [])];
    const values = heldPicks.values.filter((value) => hasValue(area, value) && !shown.includes(value));
    const marks = area.bankers ? heldPicks.bankers.filter((value) => values.includes(value)) : heldPicks.bankers;
    if (values.length > 0 || marks.length > 0) rest[key] = { values, bankers: marks };
  }
  // Bankers that came along are not asked for again.
  const bankerMode = { ...context.bankerMode };
  for (const { id, bankers: bounds } of areas) if (bounds) bankerMode[id] = (context.bankers[id]?.length ?? 0) < bounds.min;
  return { ...context, bankerMode, held: Object.keys(rest).length > 0 ? rest : undefined };
}

/** What the switches stand at, of the areas that take bankers now as before. */
function stillAsked({ areas: before, bankerMode }: SelectionContext, areas: readonly SelectionArea[]): Record<string, boolean> {
  const took = new Set(before.filter(({ bankers }) => bankers).map(({ id }) => id));
  return Object.fromEntries(areas.filter(({ id, bankers }) => bankers && took.has(id)).map(({ id }) => [id, bankerMode[id] === true]));
}

/** Values of the areas on the board that they have no place for. */
function foreign(areas: readonly SelectionArea[], all: HeldPicksByArea): number {
  return areas.reduce((sum, area) => sum + (all[areaKey(area) ?? '']?.values.filter((value) => !hasValue(area, value)).length ?? 0), 0);
}

function change(context: SelectionContext, event: SelectionEvent): Change {
  switch (event.type) {
    case 'TAP':
      return tap(context, event.area, event.value);
    case 'TOGGLE':
      return toggle(context, event.area, event.values);
    case 'QUICK':
      return quick(context, event.area, event.pick);
    case 'BANKER_MODE': {
      const area = context.areas.find((each) => each.id === event.area);
      if (!area) return refused('unknownArea', event.area);
      if (!area.bankers) return refused('noBankers', event.area);
      return { context: { bankerMode: { ...context.bankerMode, [event.area]: event.on } } };
    }
    case 'REPLACE':
      return { context: { ...fitted(context.areas, event.picks, event.bankers ?? {}), ...letGo(context, context.areas) } };
    case 'ENTRIES': {
      const area = context.areas.find((each) => each.id === event.area);
      if (!area) return refused('unknownArea', event.area);
      if (area.values !== 'entries') return refused('unknownValue', event.area);
      const values = event.values.length > area.max ? event.values.slice(0, area.max) : event.values;
      return { context: { picks: { ...context.picks, [event.area]: values } } };
    }
    case 'PLAY':
      if (event.carry) return { context: filledFrom(event.play, event.areas, heldPicksOfBoard(context)) };
      return { context: event.keep ? start(event.play, event.areas, context.picks, context.bankers) : start(event.play, event.areas) };
    case 'BOARD': {
      const all = event.changed ? moveToChangedAreas(event.held, event.areas) : event.held;
      const next = filledFrom(event.play, event.areas, all);
      if (!event.changed) return { context: next };
      // What is typed is not held, and a new version of the same play does not take it away.
      const typed = event.areas.filter(({ id, values }) => values === 'entries' && event.play === context.play && context.picks[id]);
      const picks = { ...next.picks, ...Object.fromEntries(typed.map(({ id, max }) => [id, (context.picks[id] ?? []).slice(0, max)])) };
      // Nor does it turn the switch between 胆 and 拖, which is in the player's hand.
      const bankerMode = event.play === context.play ? { ...next.bankerMode, ...stillAsked(context, event.areas) } : next.bankerMode;
      return { context: { ...next, picks, bankerMode }, dropped: foreign(event.areas, all) };
    }
    case 'CLEAR':
      return { context: { ...fitted(context.areas, {}, {}), ...letGo(context, context.areas) } };
  }
}

/** How far the selection is; asked for after every event. */
function isEmpty({ areas, picks, bankers }: SelectionContext): boolean {
  for (const { id } of areas) if (picks[id]?.length || bankers[id]?.length) return false;
  return true;
}

function isComplete({ areas, picks, bankers }: SelectionContext): boolean {
  for (const { id, min, need, bankers: bounds } of areas) {
    const picked = picks[id]?.length ?? 0;
    const marked = bankers[id]?.length ?? 0;
    if (picked < min || marked < (bounds?.min ?? 0) || picked + marked < need) return false;
  }
  return true;
}

let lastChange: { readonly context: SelectionContext; readonly event: SelectionEvent; readonly change: Change } | undefined;

/** What an event does to a selection; worked out once for the guard and the action that ask one after the other. */
function outcome(context: SelectionContext, event: SelectionEvent): Change {
  if (lastChange?.context !== context || lastChange.event !== event) lastChange = { context, event, change: change(context, event) };
  return lastChange.change;
}

const accepted = (result: Change): Partial<SelectionContext> => ('refused' in result ? {} : result.context);
const dropped = (result: Change): number => ('refused' in result ? 0 : (result.dropped ?? 0));

function refusal(result: Change): SelectionEffect {
  if ('refused' in result) return result.refused;
  throw new Error('the selection refused nothing');
}

/** A player's touch on the board: the phone vibrates, or shows why nothing was picked. */
const PICKING = [{ guard: 'isRefused', actions: 'refuse' }, { actions: ['change', 'haptic'] }] as const;

export const ballSelectionMachine = setup({
  types: {
    context: {} as SelectionContext,
    events: {} as SelectionEvent,
    input: {} as SelectionInput,
    emitted: {} as Emitted<SelectionEffect>,
  },
  actions: {
    change: assign(({ context, event }) => accepted(outcome(context, event))),
    refuse: emit(({ context, event }) => effect(refusal(outcome(context, event)))),
    haptic: emit(effect({ do: 'haptic' })),
    tellDropped: emit(({ context, event }) => effect({ do: 'dropped', count: dropped(outcome(context, event)) })),
  },
  guards: {
    isRefused: ({ context, event }) => 'refused' in outcome(context, event),
    isDropping: ({ context, event }) => dropped(outcome(context, event)) > 0,
    isEmpty: ({ context }) => isEmpty(context),
    isReady: ({ context }) => isComplete(context) && !isEmpty(context),
    isPartial: ({ context }) => !isComplete(context) && !isEmpty(context),
  },
}).createMachine({
  id: 'ballSelection',
  context: ({ input }) => start(input.play, input.areas),
  initial: 'empty',
  on: {
    TAP: PICKING,
    TOGGLE: PICKING,
    QUICK: PICKING,
    REPLACE: { actions: ['change', 'haptic'] },
    CLEAR: { actions: ['change', 'haptic'] },
    BANKER_MODE: [{ guard: 'isRefused', actions: 'refuse' }, { actions: 'change' }],
    ENTRIES: [{ guard: 'isRefused', actions: 'refuse' }, { actions: 'change' }],
    PLAY: { actions: 'change' },
    BOARD: [{ guard: 'isDropping', actions: ['tellDropped', 'change'] }, { actions: 'change' }],
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
