/**
 * Measuring the app's lines, as a pure model: one after another, so that none waits for another's bytes, each given up after 10 s.
 *
 *   idle → measuring → done → measuring (again)
 *
 * Every answer names its measurement and its line: what comes late speaks of nothing that is still asked.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** Longer than this nobody waits for a measurement. */
export const PATIENCE_MS = 10_000;

/** Milliseconds; null while it is not known. */
export type LineOutcome = number | 'failed' | null;

export interface SpeedTestInput {
  /** Number of lines. */
  readonly lines: number;
}

export interface SpeedTestContext extends SpeedTestInput {
  /** Number of the measurement. */
  readonly run: number;
  /** By line. */
  readonly outcomes: readonly LineOutcome[];
}

interface Asked {
  readonly run: number;
  readonly line: number;
}

export type SpeedTestEvent =
  | { readonly type: 'START' }
  | ({ readonly type: 'MEASURED'; readonly ms: number } & Asked)
  | ({ readonly type: 'FAILED' } & Asked)
  | ({ readonly type: 'DEADLINE' } & Asked);

export type SpeedTestEffect =
  /** Measure a line and answer `MEASURED` or `FAILED`; after `ms`, `DEADLINE`. It replaces a measurement under way. */
  | { readonly do: 'measure'; readonly run: number; readonly line: number; readonly ms: number }
  /** End what is under way. */
  | { readonly do: 'abort' };

/** The line that is being measured; -1 for none. */
const lineOf = ({ outcomes }: SpeedTestContext): number => outcomes.indexOf(null);

export const speedTestMachine = setup({
  types: {
    context: {} as SpeedTestContext,
    events: {} as SpeedTestEvent,
    input: {} as SpeedTestInput,
    emitted: {} as Emitted<SpeedTestEffect>,
  },
  guards: {
    isAsked: ({ context, event }) => event.type !== 'START' && event.run === context.run && event.line === lineOf(context),
    isOver: ({ context }) => lineOf(context) === -1,
  },
  actions: {
    begin: assign(({ context }) => ({ run: context.run + 1, outcomes: Array.from({ length: context.lines }, () => null) })),
    note: assign(({ context, event }) => {
      if (event.type === 'START') return {};
      const outcome = event.type === 'MEASURED' ? event.ms : ('failed' as const);
      return { outcomes: context.outcomes.map((each, line) => (line === event.line ? outcome : each)) };
    }),
    measure: enqueueActions(({ context, enqueue }) => {
      const line = lineOf(context);
      if (line >= 0) enqueue.emit(effect({ do: 'measure', run: context.run, line, ms: PATIENCE_MS }));
    }),
    abort: emit(effect({ do: 'abort' })),
  },
}).createMachine({
  id: 'speedTest',
  context: ({ input }) => ({ ...input, run: 0, outcomes: [] }),
  initial: 'idle',
  on: {
    START: { target: '.measuring', actions: ['abort', 'begin', 'measure'] },
  },
  states: {
    idle: {},
    measuring: {
      on: {
        MEASURED: { guard: 'isAsked', actions: ['note', 'measure'] },
        FAILED: { guard: 'isAsked', actions: ['note', 'measure'] },
        DEADLINE: { guard: 'isAsked', actions: ['abort', 'note', 'measure'] },
      },
      always: { guard: 'isOver', target: 'done' },
    },
    done: {},
  },
});
