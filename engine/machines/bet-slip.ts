/**
 * The slip of one game: lines, multiplier (倍), and the description version that they were made under. Pure machine.
 *
 * Only what the player decided is kept; bets and amount are derived by the rules whenever they are shown.
 * The context is plain data, so the slip survives a reload: `saveSlip` writes it, `readSlip` reads it back and trusts nothing in it.
 */
import { type ActorRefFrom, enqueueActions, type SnapshotFrom } from 'xstate';
import { setup } from './setup.ts';
import type { Line, PickedValue, Picks } from '../descriptions/types.ts';
import type { LineTerms } from '../rules/line-terms.ts';
import { type Emitted, effect } from './effects.ts';

export interface SlipLine {
  /** Stable for as long as the line is on the slip; made by the machine from a counter. */
  readonly id: number;
  readonly line: Line;
  /** What the player saw when the line came here, or accepted since. Left out while nobody has said. */
  readonly terms?: LineTerms;
  /** What it would be sold on now, while that is something else: to be accepted before the slip is handed in. */
  readonly now?: LineTerms;
}

export interface SlipCaps {
  readonly lines: number;
  readonly multiplier: number;
}

export interface SlipContext {
  readonly game: string;
  /** Content hash of the description that the lines were checked against. */
  readonly hash: string;
  readonly caps: SlipCaps;
  readonly lines: readonly SlipLine[];
  readonly multiplier: number;
  /** The line that is on the board for editing. */
  readonly editing: number | null;
  readonly nextId: number;
  /** The issue that the visible slip shows; left out while no slip is visible. */
  readonly meant?: string;
  /** The issue that it was for before one closed under the open slip: to be acknowledged before the slip is handed in. */
  readonly passed?: string;
}

/** The stored form of the slip. */
export interface SlipState {
  readonly hash: string;
  readonly lines: readonly SlipLine[];
  readonly multiplier: number;
  readonly editing: number | null;
}

export interface SlipInput {
  readonly game: string;
  readonly hash: string;
  readonly caps: SlipCaps;
  readonly saved?: SlipState;
}

export type SlipEvent =
  | { readonly type: 'ADD'; readonly lines: readonly Line[]; readonly terms?: readonly (LineTerms | undefined)[] }
  | { readonly type: 'REMOVE'; readonly id: number }
  | { readonly type: 'CLEAR' }
  | { readonly type: 'EDIT'; readonly id: number }
  | { readonly type: 'UPDATE'; readonly line: Line; readonly terms?: LineTerms }
  | { readonly type: 'CANCEL_EDIT' }
  | { readonly type: 'MULTIPLIER'; readonly value: number }
  /** The game has a new version. `invalid` are the lines that it no longer takes; they go. `terms`: of the others by id, under this version. */
  | {
      readonly type: 'DESCRIPTION';
      readonly hash: string;
      readonly caps: SlipCaps;
      readonly invalid: readonly number[];
      readonly terms?: Readonly<Record<number, LineTerms>>;
    }
  /** The player has read the prizes and rules that are others now. */
  | { readonly type: 'ACCEPT' }
  /** The slip is looked at, while this issue is on sale; null: none is. */
  | { readonly type: 'SHOWN'; readonly issue: string | null }
  /** This issue is on sale while the slip is looked at. */
  | { readonly type: 'ISSUE'; readonly issue: string }
  /** The player has read that the slip is for another issue now. */
  | { readonly type: 'ACKNOWLEDGE' }
  /** The bet was accepted: the slip starts again. */
  | { readonly type: 'PLACED' };

export type SlipEffect =
  | { readonly do: 'refused'; readonly reason: 'linesCap' | 'multiplierCap' | 'noLine'; readonly limit: number }
  /** `asked`: lines of other terms than were seen. */
  | { readonly do: 'repriced'; readonly removed: number; readonly asked: number };

interface Change {
  readonly context?: Partial<SlipContext>;
  readonly wanted?: SlipEffect;
}

const refuse = (reason: 'linesCap' | 'multiplierCap' | 'noLine', limit: number): Change => ({
  wanted: { do: 'refused', reason, limit },
});

function change(context: SlipContext, event: SlipEvent): Change {
  switch (event.type) {
    case 'ADD': {
      if (event.lines.length === 0) return refuse('noLine', 0);
      if (context.lines.length + event.lines.length > context.caps.lines) return refuse('linesCap', context.caps.lines);
      const added = event.lines.map((line, index): SlipLine => {
        const terms = event.terms?.[index];
        return { id: context.nextId + index, line, ...(terms ? { terms } : {}) };
      });
      return { context: { lines: [...context.lines, ...added], nextId: context.nextId + added.length } };
    }
    case 'REMOVE': {
      const lines = context.lines.filter((each) => each.id !== event.id);
      if (lines.length === context.lines.length) return refuse('noLine', 0);
      const passed = lines.length > 0 ? context.passed : undefined;
      const editing = context.editing === event.id ? null : context.editing;
      return { context: { lines, editing, ...given(lines, context.multiplier), ...(context.passed ? { passed } : {}) } };
    }
    case 'EDIT':
      if (!context.lines.some((each) => each.id === event.id)) return refuse('noLine', 0);
      return { context: { editing: event.id } };
    case 'UPDATE':
      return {
        context: {
          lines: context.lines.map((each) =>
            each.id === context.editing ? { id: each.id, line: event.line, ...(event.terms ? { terms: event.terms } : {}) } : each,
          ),
          editing: null,
        },
      };
    case 'CANCEL_EDIT':
      return { context: { editing: null } };
    case 'MULTIPLIER': {
      const value = Math.min(Math.max(Math.trunc(event.value) || 1, 1), context.caps.multiplier);
      const over = event.value > context.caps.multiplier;
      return { context: { multiplier: value }, ...(over ? refuse('multiplierCap', context.caps.multiplier) : {}) };
    }
    case 'DESCRIPTION': {
      const lines = context.lines.filter((each) => !event.invalid.includes(each.id)).map((each) => under(each, event.terms?.[each.id]));
      const editing = lines.some((each) => each.id === context.editing) ? context.editing : null;
      const most = Math.min(context.multiplier, event.caps.multiplier);
      const { multiplier } = context.lines.length > 0 ? given(lines, most) : { multiplier: most };
      const repriced = context.lines.length > 0 && event.hash !== context.hash;
      return {
        context: { hash: event.hash, caps: event.caps, lines, editing, multiplier },
        ...(repriced
          ? { wanted: { do: 'repriced', removed: context.lines.length - lines.length, asked: lines.filter(({ now }) => now).length } }
          : {}),
      };
    }
    case 'ACCEPT':
      return {
        context: {
          lines: context.lines.map(({ id, line, terms, now }) => ({ id, line, ...(now ? { terms: now } : terms ? { terms } : {}) })),
        },
      };
    case 'SHOWN':
      // What was not acknowledged stays to be: going away and coming back does not.
      return context.passed ? {} : { context: { meant: event.issue ?? undefined } };
    case 'ISSUE': {
      const { meant, passed, lines } = context;
      if (event.issue === meant) return {};
      if (meant === undefined || lines.length === 0) return { context: { meant: event.issue } };
      return { context: { meant: event.issue, passed: passed ?? meant } };
    }
    case 'ACKNOWLEDGE':
      return { context: { passed: undefined } };
    case 'CLEAR':
    case 'PLACED':
      return { context: { lines: [], multiplier: 1, editing: null, ...(context.passed ? { passed: undefined } : {}) } };
  }
}

/** The multiplier is that of the lines: the last one takes it along. */
const given = (lines: readonly SlipLine[], multiplier: number): Pick<SlipContext, 'multiplier'> => ({
  multiplier: lines.length > 0 ? multiplier : 1,
});

/** A line under the terms of a version: those that differ from what the player saw are put beside them. */
function under({ id, line, terms: seen }: SlipLine, present: LineTerms | undefined): SlipLine {
  const terms = seen ?? present;
  return { id, line, ...(terms ? { terms } : {}), ...(seen && present && seen.digest !== present.digest ? { now: present } : {}) };
}

export const betSlipMachine = setup({
  types: {
    context: {} as SlipContext,
    events: {} as SlipEvent,
    input: {} as SlipInput,
    emitted: {} as Emitted<SlipEffect>,
  },
  actions: {
    change: enqueueActions(({ context, event, enqueue }) => {
      const result = change(context, event);
      if (result.context) enqueue.assign(result.context);
      if (result.wanted) enqueue.emit(effect(result.wanted));
    }),
  },
  guards: {
    isEmpty: ({ context }) => context.lines.length === 0,
    isFilled: ({ context }) => context.lines.length > 0 && context.editing === null,
    isEditing: ({ context }) => context.lines.length > 0 && context.editing !== null,
  },
}).createMachine({
  id: 'betSlip',
  context: ({ input }) => ({
    game: input.game,
    hash: input.saved?.hash ?? input.hash,
    caps: input.caps,
    lines: input.saved?.lines ?? [],
    multiplier: Math.min(input.saved?.multiplier ?? 1, input.caps.multiplier),
    editing: input.saved?.editing ?? null,
    nextId: (input.saved?.lines ?? []).reduce((next, each) => Math.max(next, each.id + 1), 1),
  }),
  initial: 'empty',
  on: {
    ADD: { actions: 'change' },
    MULTIPLIER: { actions: 'change' },
    DESCRIPTION: { actions: 'change' },
    SHOWN: { actions: 'change' },
    ISSUE: { actions: 'change' },
    ACKNOWLEDGE: { actions: 'change' },
    ACCEPT: { actions: 'change' },
    CLEAR: { actions: 'change' },
    PLACED: { actions: 'change' },
  },
  states: {
    empty: {
      always: [
        { guard: 'isFilled', target: 'filled' },
        { guard: 'isEditing', target: 'editing' },
      ],
    },
    filled: {
      on: { REMOVE: { actions: 'change' }, EDIT: { actions: 'change' } },
      always: [
        { guard: 'isEmpty', target: 'empty' },
        { guard: 'isEditing', target: 'editing' },
      ],
    },
    editing: {
      on: {
        REMOVE: { actions: 'change' },
        EDIT: { actions: 'change' },
        UPDATE: { actions: 'change' },
        CANCEL_EDIT: { actions: 'change' },
      },
      always: [
        { guard: 'isEmpty', target: 'empty' },
        { guard: 'isFilled', target: 'filled' },
      ],
    },
  },
});

export type SlipActor = ActorRefFrom<typeof betSlipMachine>;
export type SlipSnapshot = SnapshotFrom<typeof betSlipMachine>;

/** Another issue is on sale than the one that the player took the slip to be for, and he has not said that he knows. */
export const isMoved = ({ context }: SlipSnapshot): boolean => context.passed !== undefined;

/** Something on the slip would be sold on other terms than the player saw, and he has not accepted them. */
export const isRepriced = ({ context }: SlipSnapshot): boolean => context.lines.some(({ now }) => now !== undefined);

/** Raised when the stored form changes; a slip of another form is dropped rather than guessed at. */
const SLIP_FORMAT = 1;

export function saveSlip(context: SlipContext): string {
  const { hash, multiplier, editing } = context;
  // What it would be sold on now is found out again whenever the slip is opened.
  const lines = context.lines.map(({ id, line, terms }) => ({ id, line, ...(terms ? { terms } : {}) }));
  return JSON.stringify({ format: SLIP_FORMAT, hash, lines, multiplier, editing });
}

/** Reads a stored slip; anything that is not one, whole, gives undefined. The values of the lines are still to be checked by the rules. */
export function readSlip(text: string | null): SlipState | undefined {
  if (text === null) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value.format !== SLIP_FORMAT || typeof value.hash !== 'string' || !Array.isArray(value.lines)) return undefined;
  const { hash, multiplier, editing } = value;
  if (typeof multiplier !== 'number' || !Number.isSafeInteger(multiplier) || multiplier < 1) return undefined;
  const lines: SlipLine[] = [];
  const ids = new Set<number>();
  for (const each of value.lines) {
    if (!isRecord(each) || !Number.isSafeInteger(each.id) || ids.has(each.id as number) || !isLine(each.line)) return undefined;
    ids.add(each.id as number);
    lines.push({ id: each.id as number, line: each.line, ...(isTerms(each.terms) ? { terms: each.terms } : {}) });
  }
  return { hash, lines, multiplier, editing: typeof editing === 'number' && ids.has(editing) ? editing : null };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isPicks = (value: unknown): value is Picks =>
  isRecord(value) &&
  Object.values(value).every(
    (each) => Array.isArray(each) && each.every((pick: PickedValue) => typeof pick === 'string' || Number.isSafeInteger(pick)),
  );

const isTerms = (value: unknown): value is LineTerms =>
  isRecord(value) && typeof value.prize === 'string' && typeof value.digest === 'string';

const isLine = (value: unknown): value is Line =>
  isRecord(value) && typeof value.play === 'string' && isPicks(value.picks) && (value.bankers === undefined || isPicks(value.bankers));
