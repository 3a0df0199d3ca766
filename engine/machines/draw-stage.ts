/**
 * A draw as it is watched, as a pure model: an issue is expected, its time comes, its numbers arrive one by one, and only then is there a
 * verdict. Nothing that tells the outcome (a prize, a balance, a changed status) may be shown between `hold` and `release`.
 *
 *   idle → counting → playing.drawing → playing.rolling → verdict → idle
 *
 * Times are of the phone (unix ms); when the numbers arrive is said by the event list of the draw, as ms from its start. A TICK may come
 * late: what is due by then is there at once.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** A result that does not come within this long after its time (ms) is not waited for: the page shows it when it comes. */
export const PATIENCE_MS = 20_000;

export interface StageContext {
  readonly issue: string | null;
  /** When each number arrives, ms from `startedAt`, ascending. */
  readonly reveals: readonly number[];
  readonly startedAt: number;
  /** How many numbers have arrived. */
  readonly shown: number;
}

export type StageEvent =
  /** A draw that will come. */
  | { readonly type: 'EXPECT'; readonly issue: string }
  /** Its time has come. */
  | { readonly type: 'DUE'; readonly issue: string; readonly now: number }
  /** The numbers are known. `instant`: shown at once, as under reduced motion. */
  | {
      readonly type: 'RESULT';
      readonly issue: string;
      readonly reveals: readonly number[];
      readonly instant: boolean;
      readonly now: number;
    }
  | { readonly type: 'TICK'; readonly now: number }
  /** All at once, by a tap. */
  | { readonly type: 'SKIP' }
  /** The stage is left. */
  | { readonly type: 'CLOSE' };

export type StageEffect =
  /** After `ms`, `TICK`. */
  | { readonly do: 'tickLater'; readonly ms: number }
  | { readonly do: 'stopTicks' }
  /** From now on nothing may tell the outcome. */
  | { readonly do: 'hold' }
  | { readonly do: 'release' }
  /** A number arrives, counted from 0. */
  | { readonly do: 'reveal'; readonly order: number }
  | { readonly do: 'verdict'; readonly issue: string };

/** How many numbers are due at an instant. */
const dueAt = ({ reveals, startedAt }: StageContext, now: number): number => reveals.filter((at) => startedAt + at <= now).length;

export const drawStageMachine = setup({
  types: {
    context: {} as StageContext,
    events: {} as StageEvent,
    emitted: {} as Emitted<StageEffect>,
  },
  guards: {
    isInstant: ({ event }) => event.type === 'RESULT' && (event.instant || event.reveals.length === 0),
    isSame: ({ context, event }) => 'issue' in event && event.issue === context.issue,
    isOver: ({ context, event }) => event.type === 'TICK' && dueAt(context, event.now) >= context.reveals.length,
  },
  actions: {
    expect: assign(({ event }) => ('issue' in event ? { issue: event.issue, reveals: [], shown: 0 } : {})),
    take: assign(({ event }) =>
      event.type === 'RESULT' ? { issue: event.issue, reveals: event.reveals, startedAt: event.now, shown: 0 } : {},
    ),
    showAll: assign({ shown: ({ context }) => context.reveals.length }),
    /** What has come due since the last look. */
    show: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'TICK') return;
      const shown = dueAt(context, event.now);
      for (let order = context.shown; order < shown; order++) enqueue.emit(effect({ do: 'reveal', order }));
      enqueue.assign({ shown: Math.max(context.shown, shown) });
    }),
    /** To the next number. */
    tickLater: enqueueActions(({ context, event, enqueue }) => {
      if (!('now' in event)) return;
      const next = context.startedAt + (context.reveals[context.shown] ?? 0);
      enqueue.emit(effect({ do: 'tickLater', ms: Math.max(1, next - event.now) }));
    }),
    waitLater: emit(effect({ do: 'tickLater', ms: PATIENCE_MS })),
    tellVerdict: enqueueActions(({ context, enqueue }) => {
      enqueue.emit(effect({ do: 'verdict', issue: context.issue ?? '' }));
    }),
  },
}).createMachine({
  id: 'drawStage',
  context: { issue: null, reveals: [], startedAt: 0, shown: 0 },
  initial: 'idle',
  on: {
    RESULT: [
      { guard: 'isInstant', target: '.verdict', actions: ['take', 'showAll'] },
      { target: '.playing.rolling', actions: ['take', 'tickLater'] },
    ],
    CLOSE: '.idle',
  },
  states: {
    idle: {
      on: {
        EXPECT: { target: 'counting', actions: 'expect' },
        DUE: { target: 'playing', actions: 'expect' },
      },
    },
    counting: {
      on: {
        EXPECT: { actions: 'expect' },
        DUE: { target: 'playing', actions: 'expect' },
      },
    },
    playing: {
      entry: emit(effect({ do: 'hold' })),
      exit: [emit(effect({ do: 'stopTicks' })), emit(effect({ do: 'release' }))],
      initial: 'drawing',
      states: {
        drawing: {
          entry: 'waitLater',
          on: {
            TICK: { target: '#drawStage.idle' },
            // Within `playing`, so that nothing is released in between.
            RESULT: [
              { guard: 'isInstant', target: '#drawStage.verdict', actions: ['take', 'showAll'] },
              { target: 'rolling', actions: ['take', 'tickLater'] },
            ],
          },
        },
        rolling: {
          on: {
            // The same result again (by the stream and by the page) goes on; another one starts again.
            RESULT: [
              { guard: 'isSame' },
              { guard: 'isInstant', target: '#drawStage.verdict', actions: ['take', 'showAll'] },
              { target: 'rolling', actions: ['take', 'tickLater'] },
            ],
            TICK: [{ guard: 'isOver', target: '#drawStage.verdict', actions: 'show' }, { actions: ['show', 'tickLater'] }],
            SKIP: { target: '#drawStage.verdict', actions: 'showAll' },
          },
        },
      },
    },
    verdict: {
      entry: 'tellVerdict',
    },
  },
});
