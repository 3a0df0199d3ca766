/**
 * A chase (追号) of the slip: how many issues (期), at what multiplier each, and whether a win stops it (中奖即停). Pure machine.
 *
 *   off → loading → ready ⇄ (loads again when another issue is on sale) · failed → loading
 *
 * Which issues can be chased comes from the server, the one on sale first; the plan is always of the first `count` of them, so that a
 * plan that was made while an issue closed moves on by one and still is of as many issues. What the player sets for one issue by hand
 * stays with that issue; 0 leaves it out (rules: an issue of 0 is not played).
 * Effect: `load`, `refused`.
 */
import { type ActorRefFrom, emit, enqueueActions, type SnapshotFrom } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

export interface ChaseIssue {
  readonly issue: string;
  readonly closesAt: number;
  readonly drawsAt: number;
}

export interface ChaseCaps {
  /** Most issues of a ticket; 1: the game has no chase. */
  readonly issues: number;
  readonly multiplier: number;
}

export interface ChasePart extends ChaseIssue {
  readonly multiplier: number;
}

export interface ChaseContext {
  readonly caps: ChaseCaps;
  readonly issues: readonly ChaseIssue[];
  readonly count: number;
  /** Multiplier of the first issue. */
  readonly base: number;
  /** The multiplier doubles after this many issues; 0: it stays the same. */
  readonly every: number;
  /** Set by hand, by issue. */
  readonly edits: Readonly<Record<string, number>>;
  readonly stopOnWin: boolean;
}

export interface ChaseInput {
  readonly caps: ChaseCaps;
  readonly base?: number;
  /** The plan that an earlier visit left; its issues are still to be loaded (ON). */
  readonly saved?: ChaseState;
}

/** The stored form of the chase: only the decisions of the player. */
export interface ChaseState {
  /** Multiplier of the first issue; left out by earlier versions, which took that of the slip. */
  readonly base?: number;
  readonly count: number;
  readonly every: number;
  readonly edits: Readonly<Record<string, number>>;
  readonly stopOnWin: boolean;
}

export type ChaseEvent =
  | { readonly type: 'ON' }
  | { readonly type: 'OFF' }
  | { readonly type: 'ISSUES'; readonly issues: readonly ChaseIssue[] }
  | { readonly type: 'FAILED' }
  | { readonly type: 'RETRY' }
  /** This issue is on sale now: those before it fall off the front, and more are asked for. */
  | { readonly type: 'SALE'; readonly issue: string }
  | { readonly type: 'COUNT'; readonly value: number }
  | { readonly type: 'BASE'; readonly value: number }
  | { readonly type: 'EVERY'; readonly value: number }
  | { readonly type: 'EDIT'; readonly issue: string; readonly multiplier: number }
  | { readonly type: 'STOP_ON_WIN'; readonly value: boolean }
  | { readonly type: 'CAPS'; readonly caps: ChaseCaps }
  /** The bet was accepted. */
  | { readonly type: 'PLACED' };

export type ChaseEffect =
  | { readonly do: 'load' }
  | { readonly do: 'refused'; readonly reason: 'issuesCap' | 'multiplierCap'; readonly limit: number };

/** Issues that a chase begins with. */
const FIRST_COUNT = 5;

const whole = (value: number, min: number, max: number): number => Math.min(Math.max(Math.trunc(value) || min, min), max);

/** The plan as it stands: one part for each issue, those of multiplier 0 included. */
export function planOf({ caps, issues, count, base, every, edits }: ChaseContext): ChasePart[] {
  let multiplier = Math.min(base, caps.multiplier);
  return issues.slice(0, count).map((issue, at) => {
    if (every > 0 && at > 0 && at % every === 0) multiplier = Math.min(multiplier * 2, caps.multiplier);
    return { ...issue, multiplier: Object.hasOwn(edits, issue.issue) ? (edits[issue.issue] ?? 0) : multiplier };
  });
}

/** Sum of the multipliers: what the price of one issue at one time is to be multiplied by. */
export function timesOf(plan: readonly ChasePart[]): bigint {
  return plan.reduce((sum, part) => sum + BigInt(part.multiplier), 0n);
}

/** The number of issues with a multiplier above 0. */
export function playedIssues(plan: readonly ChasePart[]): number {
  return plan.filter((part) => part.multiplier > 0).length;
}

type Change = { readonly context?: Partial<ChaseContext>; readonly wanted?: ChaseEffect };

const refused = (reason: 'issuesCap' | 'multiplierCap', limit: number): ChaseEffect => ({
  do: 'refused',
  reason,
  limit,
});

function change(context: ChaseContext, event: ChaseEvent): Change {
  const { caps } = context;
  switch (event.type) {
    case 'ISSUES':
      return { context: { issues: event.issues.slice(0, caps.issues), edits: keep(context.edits, event.issues) } };
    case 'SALE': {
      const at = context.issues.findIndex((each) => each.issue === event.issue);
      if (at === 0) return {};
      // One that is not there yet comes with the next load.
      const issues = at < 0 ? context.issues : context.issues.slice(at);
      return { context: { issues, edits: keep(context.edits, issues) }, wanted: { do: 'load' } };
    }
    case 'COUNT': {
      const over = event.value > caps.issues;
      return { context: { count: whole(event.value, 1, caps.issues) }, ...(over ? { wanted: refused('issuesCap', caps.issues) } : {}) };
    }
    // A new plan is the whole plan: what was set by hand belonged to the old one.
    case 'BASE':
      return { context: { base: whole(event.value, 1, caps.multiplier), edits: {} } };
    case 'EVERY':
      return { context: { every: whole(event.value, 0, caps.issues), edits: {} } };
    case 'EDIT': {
      if (!context.issues.some((each) => each.issue === event.issue)) return {};
      const over = event.multiplier > caps.multiplier;
      return {
        context: { edits: { ...context.edits, [event.issue]: whole(event.multiplier, 0, caps.multiplier) } },
        ...(over ? { wanted: refused('multiplierCap', caps.multiplier) } : {}),
      };
    }
    case 'STOP_ON_WIN':
      return { context: { stopOnWin: event.value } };
    case 'CAPS': {
      const next = event.caps;
      return {
        context: {
          caps: next,
          count: whole(context.count, 1, next.issues),
          base: whole(context.base, 1, next.multiplier),
          issues: context.issues.slice(0, next.issues),
          edits: Object.fromEntries(Object.entries(context.edits).map(([issue, value]) => [issue, Math.min(value, next.multiplier)])),
        },
      };
    }
    case 'OFF':
    case 'PLACED':
      return { context: { count: Math.min(FIRST_COUNT, caps.issues), every: 0, edits: {}, issues: [], stopOnWin: true } };
    default:
      return {};
  }
}

/** The multipliers that the player set for issues that are still listed. */
function keep(edits: Readonly<Record<string, number>>, issues: readonly ChaseIssue[]): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(edits).filter(([issue]) => issues.some((each) => each.issue === issue)));
}

export const chaseMachine = setup({
  types: {
    context: {} as ChaseContext,
    events: {} as ChaseEvent,
    input: {} as ChaseInput,
    emitted: {} as Emitted<ChaseEffect>,
  },
  guards: {
    canChase: ({ context }) => context.caps.issues > 1,
    noChase: ({ event }) => event.type === 'CAPS' && event.caps.issues <= 1,
  },
  actions: {
    change: enqueueActions(({ context, event, enqueue }) => {
      const result = change(context, event);
      if (result.context) enqueue.assign(result.context);
      if (result.wanted) enqueue.emit(effect(result.wanted));
    }),
    load: emit(effect({ do: 'load' })),
  },
}).createMachine({
  id: 'chase',
  context: ({ input }) => ({
    caps: input.caps,
    issues: [],
    count: whole(input.saved?.count ?? FIRST_COUNT, 1, input.caps.issues),
    base: whole(input.saved?.base ?? input.base ?? 1, 1, input.caps.multiplier),
    every: whole(input.saved?.every ?? 0, 0, input.caps.issues),
    edits: Object.fromEntries(
      Object.entries(input.saved?.edits ?? {}).map(([issue, times]) => [issue, whole(times, 0, input.caps.multiplier)]),
    ),
    // Stopping is what keeps a player safe; to go on after a win is to be asked for.
    stopOnWin: input.saved?.stopOnWin ?? true,
  }),
  initial: 'off',
  on: {
    BASE: { actions: 'change' },
    CAPS: [{ guard: 'noChase', target: '.off', actions: 'change' }, { actions: 'change' }],
    OFF: { target: '.off', actions: 'change' },
    PLACED: { target: '.off', actions: 'change' },
  },
  states: {
    off: {
      on: { ON: { guard: 'canChase', target: 'loading' } },
    },
    loading: {
      entry: 'load',
      on: {
        ISSUES: { target: 'ready', actions: 'change' },
        FAILED: 'failed',
      },
    },
    ready: {
      on: {
        ISSUES: { actions: 'change' },
        SALE: { actions: 'change' },
        COUNT: { actions: 'change' },
        EVERY: { actions: 'change' },
        EDIT: { actions: 'change' },
        STOP_ON_WIN: { actions: 'change' },
        RETRY: { actions: 'load' },
      },
    },
    failed: {
      on: { RETRY: 'loading', ON: 'loading' },
    },
  },
});

export type ChaseActor = ActorRefFrom<typeof chaseMachine>;
export type ChaseSnapshot = SnapshotFrom<typeof chaseMachine>;

/** Raised when the stored form changes; a plan of another form is dropped rather than guessed at. */
const CHASE_FORMAT = 1;

/** The plan as text; null while there is none. */
export function saveChase(snapshot: ChaseSnapshot): string | null {
  if (snapshot.matches('off')) return null;
  const { count, base, every, edits, stopOnWin } = snapshot.context;
  return JSON.stringify({ format: CHASE_FORMAT, count, base, every, edits, stopOnWin });
}

/** Reads a stored plan; anything that is not one, whole, gives undefined. Caps are the machine's to apply. */
export function readChase(text: string | null): ChaseState | undefined {
  if (text === null) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { format, count, base, every, edits, stopOnWin } = value as Record<string, unknown>;
  const natural = (each: unknown): each is number => Number.isSafeInteger(each) && (each as number) >= 0;
  if (format !== CHASE_FORMAT || !natural(count) || count < 1 || !natural(every) || typeof stopOnWin !== 'boolean') return undefined;
  if (typeof edits !== 'object' || edits === null || Array.isArray(edits) || !Object.values(edits).every(natural)) return undefined;
  return { count, ...(natural(base) && base > 0 ? { base } : {}), every, edits: edits as Record<string, number>, stopOnWin };
}
