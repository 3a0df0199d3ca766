/**
 * The slip of a sports game: the passes (过关) that join the picked matches, multiplier, odds that moved and how the player takes that, a
 * plan of how often each bet is played (奖金优化), and the bet that is sent. Pure machine.
 *
 *   open.empty      nothing to bet on
 *   open.short      matches, but no pass joins so few (or a pool wants more)
 *   open.asking     odds or a handicap are not those that the player saw; he accepts them first
 *   open.ready      can be bet
 *   sending         the bet is sent, or in doubt: nothing of it can be changed
 *
 * Picks, bankers (胆), matches that left and odds that moved are match-picks.ts's; they come in whole with PICKS. Time comes in with events.
 * Which passes and bankers are possible follows from the picks, and is computed by `joined` and not kept (match-passes.ts).
 */
import { type ActorRefFrom, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';
import { joined, type SlipRules } from './match-passes.ts';
import { changeSlip, betsOf, type Change } from './match-slip-change.ts';
import type { OddsChange, PickedMatch } from './picked-matches.ts';

export type OddsPolicy = 'ask' | 'any' | 'up';

/** How the bets of a ticket are played in other numbers than the same (奖金优化). */
export interface SlipPlan {
  readonly plan: 'average' | 'hot' | 'cold' | 'own';
  /** Times that each bet is played, in the order in which the rules list the bets of the ticket. */
  readonly times: readonly number[];
  /** Times to be shared out. */
  readonly total: number;
  /** The bets that it was made of (match-slip-change.ts): it is no plan of others. */
  readonly bets: string;
}

export interface MatchSlipContext {
  readonly rules: SlipRules;
  readonly now: number;
  /** Matches that are bet on. */
  readonly legs: readonly PickedMatch[];
  /** Matches that are picked and cannot be joined as the slip joins them: the sale of passes, or of single bets, is over. */
  readonly late: readonly PickedMatch[];
  /** The question to the player. */
  readonly changes: readonly OddsChange[];
  /** Codes of passes that the player chose; null: all matches joined, whatever they are. */
  readonly passes: readonly string[] | null;
  readonly multiplier: number;
  readonly policy: OddsPolicy;
  readonly plan: SlipPlan | null;
}

/** The part of a slip that is stored between visits; the list stores the picks. */
export interface MatchSlipState {
  readonly passes: readonly string[] | null;
  readonly multiplier: number;
  readonly plan?: SlipPlan;
}

export interface MatchSlipInput {
  readonly rules: SlipRules;
  readonly now: number;
  readonly policy: OddsPolicy;
  readonly saved?: MatchSlipState;
}

export type MatchSlipEvent =
  /** The picks as they are now, whole, and what changed under them that nobody has seen. */
  | { readonly type: 'PICKS'; readonly matches: readonly PickedMatch[]; readonly changes: readonly OddsChange[]; readonly now: number }
  | { readonly type: 'TIME'; readonly now: number }
  /** The game has a new version. */
  | { readonly type: 'RULES'; readonly rules: SlipRules }
  /** Chooses a pass or gives it up. */
  | { readonly type: 'PASS'; readonly code: string }
  /** All matches joined again. */
  | { readonly type: 'PASSES_RESET' }
  | { readonly type: 'MULTIPLIER'; readonly value: number }
  | { readonly type: 'POLICY'; readonly policy: OddsPolicy }
  /** The player has seen what changed and takes it. */
  | { readonly type: 'ACCEPT' }
  | { readonly type: 'PLAN'; readonly plan: Omit<SlipPlan, 'bets'> }
  /** One bet of the plan is played so often; only as many as are left of the total, and as a bet may be played. */
  | { readonly type: 'TIMES'; readonly at: number; readonly value: number }
  | { readonly type: 'UNPLAN' }
  /** Another slip in the place of this one: another player logged in, or another page changed it; null: an untouched one. */
  | { readonly type: 'SAVED'; readonly saved: MatchSlipState | null }
  | { readonly type: 'SENT' }
  /** The bet was accepted: the slip starts again. */
  | { readonly type: 'PLACED' }
  /** The bet was not taken. */
  | { readonly type: 'RETURNED' };

export type MatchSlipEffect =
  | { readonly do: 'refused'; readonly reason: 'lastPass' | 'noPass' | 'multiplierCap' | 'noneLeft'; readonly limit: number }
  /** These matches cannot be joined any more as the slip joins them. */
  | { readonly do: 'late'; readonly codes: readonly string[] }
  /** More bankers than these matches allow: these are none any more. */
  | { readonly do: 'unbank'; readonly matches: readonly string[] }
  /** Passes are not possible any more. */
  | { readonly do: 'passesDropped'; readonly codes: readonly string[] }
  /** What changed is taken: by the player, or as his policy says (`asked` false). Nobody need see it any more. */
  | { readonly do: 'seen'; readonly asked: boolean; readonly count: number }
  /** The bets are others now, so how often each is played has to be said again. */
  | { readonly do: 'planLost' };

const refuse = (reason: Extract<MatchSlipEffect, { do: 'refused' }>['reason'], limit: number): Change => ({
  wanted: [{ do: 'refused', reason, limit }],
});

function change(context: MatchSlipContext, event: MatchSlipEvent): Change {
  switch (event.type) {
    case 'PICKS':
      return changeSlip(context, { picked: event.matches, changed: event.changes, now: event.now });
    case 'TIME':
      return changeSlip(context, { now: event.now });
    case 'RULES':
      return changeSlip(context, { rules: event.rules });
    case 'SAVED':
      return changeSlip(context, {
        passes: event.saved?.passes ?? null,
        multiplier: event.saved?.multiplier ?? 1,
        plan: event.saved?.plan ?? null,
      });
    case 'PASS':
      return togglePass(context, event.code);
    case 'PASSES_RESET':
      return changeSlip(context, { passes: null });
    case 'MULTIPLIER': {
      const most = context.rules.caps.multiplier;
      const multiplier = Math.min(Math.max(Math.trunc(event.value) || 1, 1), most);
      // Another stake is shared out again.
      const plan = multiplier === context.multiplier ? context.plan : null;
      return { context: { multiplier, plan }, ...(event.value > most ? refuse('multiplierCap', most) : {}) };
    }
    case 'POLICY':
      return changeSlip({ ...context, policy: event.policy }, {});
    case 'ACCEPT':
      return { context: { changes: [] }, wanted: [{ do: 'seen', asked: true, count: context.changes.length }] };
    case 'PLAN':
      return { context: { plan: { ...event.plan, bets: betsOf(context) } } };
    case 'TIMES':
      return setTimes(context, event.at, event.value);
    case 'UNPLAN':
      return { context: { plan: null } };
    case 'PLACED':
      return { context: { passes: null, multiplier: 1, plan: null, changes: [] } };
    case 'SENT':
    case 'RETURNED':
      return {};
  }
}

function togglePass(context: MatchSlipContext, code: string): Change {
  const { chosen, possible } = joined(context);
  if (!possible.includes(code)) return refuse('noPass', 0);
  if (chosen.includes(code) && chosen.length === 1) return refuse('lastPass', 1);
  const next = chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code];
  return changeSlip(context, { passes: inOrder(context.rules, next) });
}

function setTimes(context: MatchSlipContext, at: number, wanted: number): Change {
  const { plan } = context;
  const before = plan?.times[at];
  if (!plan || before === undefined) return {};
  const most = context.rules.caps.multiplier;
  const value = Math.min(Math.max(Math.trunc(wanted) || 0, 0), before + unplanned(plan), Math.max(before, most));
  const times = plan.times.map((each, i) => (i === at ? value : each));
  const over = value === most ? refuse('multiplierCap', most) : refuse('noneLeft', plan.total);
  return { context: { plan: { ...plan, plan: 'own', times } }, ...(wanted > value ? over : {}) };
}

/** Times of a plan's total that no bet has. */
export const unplanned = ({ times, total }: SlipPlan): number => total - times.reduce((sum, each) => sum + each, 0);

const inOrder = (rules: SlipRules, codes: readonly string[]): readonly string[] =>
  rules.passes.flatMap(({ code }) => (codes.includes(code) ? [code] : []));

export const matchSlipMachine = setup({
  types: {
    context: {} as MatchSlipContext,
    events: {} as MatchSlipEvent,
    input: {} as MatchSlipInput,
    emitted: {} as Emitted<MatchSlipEffect>,
  },
  actions: {
    change: enqueueActions(({ context, event, enqueue }) => {
      const result = change(context, event);
      if (result.context) enqueue.assign(result.context);
      for (const wanted of result.wanted ?? []) enqueue.emit(effect(wanted));
    }),
  },
  guards: {
    isEmpty: ({ context }) => context.legs.length === 0,
    isShort: ({ context }) => joined(context).lacking > 0,
    isAsking: ({ context }) => context.changes.length > 0,
  },
}).createMachine({
  id: 'matchSlip',
  context: ({ input }) => ({
    rules: input.rules,
    now: input.now,
    legs: [],
    late: [],
    changes: [],
    passes: input.saved?.passes ?? null,
    multiplier: Math.min(input.saved?.multiplier ?? 1, input.rules.caps.multiplier),
    policy: input.policy,
    plan: input.saved?.plan ?? null,
  }),
  initial: 'open',
  states: {
    open: {
      initial: 'settling',
      on: {
        PICKS: { target: '.settling', actions: 'change' },
        TIME: { target: '.settling', actions: 'change' },
        RULES: { target: '.settling', actions: 'change' },
        SAVED: { target: '.settling', actions: 'change' },
        PASS: { target: '.settling', actions: 'change' },
        PASSES_RESET: { target: '.settling', actions: 'change' },
        POLICY: { target: '.settling', actions: 'change' },
        MULTIPLIER: { actions: 'change' },
        PLAN: { actions: 'change' },
        TIMES: { actions: 'change' },
        UNPLAN: { actions: 'change' },
        SENT: 'sending',
        // Another page's bet was accepted, or one of an earlier visit.
        PLACED: { target: '.settling', actions: 'change' },
      },
      states: {
        settling: {
          always: [
            { guard: 'isEmpty', target: 'empty' },
            { guard: 'isShort', target: 'short' },
            { guard: 'isAsking', target: 'asking' },
            { target: 'ready' },
          ],
        },
        empty: {},
        short: {},
        asking: { on: { ACCEPT: { target: 'ready', actions: 'change' } } },
        ready: {},
      },
    },
    sending: {
      on: {
        // The display after the answer must be true.
        PICKS: { actions: 'change' },
        TIME: { actions: 'change' },
        RULES: { actions: 'change' },
        PLACED: { target: 'open', actions: 'change' },
        RETURNED: 'open',
      },
    },
  },
});

export type MatchSlipActor = ActorRefFrom<typeof matchSlipMachine>;

/** Raised when the stored form changes; a slip of another form is dropped rather than guessed at. */
const FORMAT = 1;

/** A slip as text; null when there is nothing to keep. */
export function saveMatchSlip({ passes, multiplier, plan }: MatchSlipContext): string | null {
  if (passes === null && multiplier === 1 && plan === null) return null;
  return JSON.stringify({ format: FORMAT, passes, multiplier, ...(plan ? { plan } : {}) });
}

/** Reads a stored slip; anything that is not one, whole, gives undefined. Whether its passes are possible is the machine's to say. */
export function readMatchSlip(text: string | null | undefined): MatchSlipState | undefined {
  if (!text) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { format, passes, multiplier, plan } = value as Readonly<Record<string, unknown>>;
  if (format !== FORMAT || !(passes === null || isTexts(passes))) return undefined;
  if (typeof multiplier !== 'number' || !Number.isSafeInteger(multiplier) || multiplier < 1) return undefined;
  if (plan === undefined) return { passes, multiplier };
  return isPlan(plan) ? { passes, multiplier, plan } : undefined;
}

function isPlan(value: unknown): value is SlipPlan {
  const { plan, times, total, bets } = (value ?? {}) as Partial<Record<keyof SlipPlan, unknown>>;
  const natural = (each: unknown): each is number => Number.isSafeInteger(each) && (each as number) >= 0;
  if (!['average', 'hot', 'cold', 'own'].includes(plan as string) || typeof bets !== 'string' || !natural(total)) return false;
  return Array.isArray(times) && times.every(natural) && times.reduce((sum, each) => sum + each, 0) <= total;
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');
