/**
 * A small game as it is played on a phone, as a pure model: an offer is there (a hand, a spin, a round), stakes are put down, one play is sent, its
 * book is shown step by step, and only then is there a verdict. Nothing that tells the outcome may be shown between `hold` and `release`.
 *
 *   waiting → ready → placing → showing → over → placing …
 *
 * Gates, reels and dice share it; what they look like is theirs. Times are of the phone (unix ms), of the book ms from its start.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** Pause between two plays of a series, so that its result can be read. */
export const PAUSE_MS = 1_200;

/** Fen by the code of a bet. */
export type Stakes = Readonly<Record<string, number>>;

export interface Series {
  /** Plays that are left. */
  readonly left: number;
  readonly stopOnWin: boolean;
  /** The series ends when it has lost so much; 0: it does not. */
  readonly stopLossFen: number;
  /** What it won and lost so far. */
  readonly netFen: number;
}

export interface SmallPlayContext {
  /** What the next play follows from. */
  readonly play: string | null;
  readonly stakes: Stakes;
  /** The stakes of the last play. */
  readonly last: Stakes;
  /** When each step of the book is shown, ms from `startedAt`, ascending. */
  readonly times: readonly number[];
  readonly startedAt: number;
  /** How many steps have been shown. */
  readonly shown: number;
  readonly series: Series | null;
}

export type SmallPlayEvent =
  | { readonly type: 'OFFER'; readonly play: string }
  /** The stake of a bet; 0 takes it away. */
  | { readonly type: 'STAKE'; readonly code: string; readonly fen: number }
  /** The stake of a bet that has none yet: a first tap can play. It ends nothing that is being shown. */
  | { readonly type: 'SUGGEST'; readonly code: string; readonly fen: number }
  | { readonly type: 'CLEAR' }
  /** Twice each stake, of each at most `most`. */
  | { readonly type: 'DOUBLE'; readonly most: number }
  /** The stakes of the last play again. */
  | { readonly type: 'REBET' }
  | { readonly type: 'PLAY' }
  | { readonly type: 'SERIES'; readonly count: number; readonly stopOnWin: boolean; readonly stopLossFen: number }
  | { readonly type: 'STOP' }
  /** What was drawn. `next`: the offer after it. `instant`: shown at once, as under reduced motion. */
  | {
      readonly type: 'ANSWER';
      readonly next: string | null;
      readonly times: readonly number[];
      readonly netFen: number;
      readonly instant: boolean;
      readonly now: number;
    }
  /** The stakes lie in a round that is not over. */
  | { readonly type: 'TAKEN' }
  /** `stale`: the offer is not to be had any more. */
  | { readonly type: 'REFUSED'; readonly stale: boolean }
  | { readonly type: 'TICK'; readonly now: number }
  | { readonly type: 'SKIP' }
  /** The pause of a series is over. */
  | { readonly type: 'AGAIN' };

export type SmallPlayEffect =
  | { readonly do: 'submit'; readonly play: string; readonly stakes: Stakes }
  /** Another offer is wanted. */
  | { readonly do: 'ask' }
  /** After `ms`, `TICK`. */
  | { readonly do: 'tickLater'; readonly ms: number }
  | { readonly do: 'stopTicks' }
  /** After `ms`, `AGAIN`. */
  | { readonly do: 'againLater'; readonly ms: number }
  /** From now on nothing may tell the outcome. */
  | { readonly do: 'hold' }
  | { readonly do: 'release' }
  /** A step of the book, from 0. */
  | { readonly do: 'reveal'; readonly order: number }
  | { readonly do: 'verdict' };

const withStake = (stakes: Stakes, code: string, fen: number): Stakes => {
  const { [code]: _, ...others } = stakes;
  return fen > 0 ? { ...others, [code]: fen } : others;
};
const doubled = (stakes: Stakes, most: number): Stakes =>
  Object.fromEntries(Object.entries(stakes).map(([code, fen]) => [code, Math.max(fen, Math.min(fen * 2, most))]));
const dueAt = ({ times, startedAt }: SmallPlayContext, now: number): number => times.filter((at) => startedAt + at <= now).length;

/** Whether a series goes on after this. */
const goesOn = (series: Series | null, netFen: number): boolean =>
  series !== null &&
  series.left > 1 &&
  !(series.stopOnWin && netFen > 0) &&
  !(series.stopLossFen > 0 && series.netFen + netFen <= -series.stopLossFen);

export const smallPlayMachine = setup({
  types: {
    context: {} as SmallPlayContext,
    events: {} as SmallPlayEvent,
    emitted: {} as Emitted<SmallPlayEffect>,
  },
  guards: {
    canPlay: ({ context }) => context.play !== null && Object.keys(context.stakes).length > 0,
    isInstant: ({ event }) => event.type === 'ANSWER' && (event.instant || event.times.length === 0),
    isStale: ({ event }) => event.type === 'REFUSED' && event.stale,
    isOver: ({ context, event }) => event.type === 'TICK' && dueAt(context, event.now) >= context.times.length,
    inSeries: ({ context }) => context.series !== null && context.play !== null,
  },
  actions: {
    offer: assign(({ event }) => (event.type === 'OFFER' ? { play: event.play } : {})),
    stake: assign(({ context, event }) => (event.type === 'STAKE' ? { stakes: withStake(context.stakes, event.code, event.fen) } : {})),
    suggest: assign(({ context, event }) =>
      event.type === 'SUGGEST' && context.stakes[event.code] === undefined
        ? { stakes: withStake(context.stakes, event.code, event.fen) }
        : {},
    ),
    clear: assign({ stakes: {} }),
    double: assign(({ context, event }) => (event.type === 'DOUBLE' ? { stakes: doubled(context.stakes, event.most) } : {})),
    rebet: assign({ stakes: ({ context }) => context.last }),
    begin: assign(({ event }) =>
      event.type === 'SERIES'
        ? { series: { left: event.count, stopOnWin: event.stopOnWin, stopLossFen: event.stopLossFen, netFen: 0 } }
        : { series: null },
    ),
    stop: assign({ series: null }),
    submit: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ last: context.stakes });
      enqueue.emit(effect({ do: 'submit', play: context.play ?? '', stakes: context.stakes }));
    }),
    take: assign(({ context, event }) => {
      if (event.type !== 'ANSWER') return {};
      const { series } = context;
      const on = goesOn(series, event.netFen);
      return {
        play: event.next,
        times: event.times,
        startedAt: event.now,
        shown: 0,
        series: on && series !== null ? { ...series, left: series.left - 1, netFen: series.netFen + event.netFen } : null,
      };
    }),
    showAll: assign({ shown: ({ context }) => context.times.length }),
    /** What has come due since the last look. */
    show: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'TICK') return;
      const shown = dueAt(context, event.now);
      for (let order = context.shown; order < shown; order++) enqueue.emit(effect({ do: 'reveal', order }));
      enqueue.assign({ shown: Math.max(context.shown, shown) });
    }),
    tickLater: enqueueActions(({ context, event, enqueue }) => {
      if (!('now' in event)) return;
      const next = context.startedAt + (context.times[context.shown] ?? 0);
      enqueue.emit(effect({ do: 'tickLater', ms: Math.max(1, next - event.now) }));
    }),
    again: enqueueActions(({ context, enqueue }) => {
      enqueue.emit(effect({ do: 'verdict' }));
      if (context.series !== null) enqueue.emit(effect({ do: 'againLater', ms: PAUSE_MS }));
    }),
    ask: emit(effect({ do: 'ask' })),
  },
}).createMachine({
  id: 'smallPlay',
  context: { play: null, stakes: {}, last: {}, times: [], startedAt: 0, shown: 0, series: null },
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        OFFER: { target: 'ready', actions: 'offer' },
        // A play whose answer was lost has been found.
        ANSWER: [
          { guard: 'isInstant', target: 'over', actions: ['take', 'showAll'] },
          { target: 'showing', actions: ['take', 'tickLater'] },
        ],
      },
    },
    ready: {
      on: {
        OFFER: { actions: 'offer' },
        STAKE: { actions: 'stake' },
        SUGGEST: { actions: 'suggest' },
        CLEAR: { actions: 'clear' },
        DOUBLE: { actions: 'double' },
        REBET: { actions: 'rebet' },
        PLAY: { guard: 'canPlay', target: 'placing', actions: 'submit' },
        SERIES: { guard: 'canPlay', target: 'placing', actions: ['begin', 'submit'] },
        ANSWER: [
          { guard: 'isInstant', target: 'over', actions: ['take', 'showAll'] },
          { target: 'showing', actions: ['take', 'tickLater'] },
        ],
      },
    },
    placing: {
      on: {
        STOP: { actions: 'stop' },
        ANSWER: [
          { guard: 'isInstant', target: 'over', actions: ['take', 'showAll'] },
          { target: 'showing', actions: ['take', 'tickLater'] },
        ],
        // What lies in the round by now is the server's to say.
        TAKEN: { target: 'ready', actions: ['stop', 'clear', 'ask'] },
        REFUSED: [
          { guard: 'isStale', target: 'waiting', actions: ['stop', 'ask'] },
          { target: 'ready', actions: 'stop' },
        ],
      },
    },
    showing: {
      entry: emit(effect({ do: 'hold' })),
      exit: [emit(effect({ do: 'stopTicks' })), emit(effect({ do: 'release' }))],
      on: {
        STOP: { actions: 'stop' },
        TICK: [{ guard: 'isOver', target: 'over', actions: 'show' }, { actions: ['show', 'tickLater'] }],
        SKIP: { target: 'over', actions: 'showAll' },
      },
    },
    over: {
      entry: 'again',
      on: {
        STOP: { actions: 'stop' },
        AGAIN: { guard: 'inSeries', target: 'placing', actions: 'submit' },
        OFFER: { actions: 'offer' },
        STAKE: { target: 'ready', actions: ['stop', 'stake'] },
        // After a play that was found by its key no stake stands yet.
        SUGGEST: { actions: 'suggest' },
        CLEAR: { target: 'ready', actions: ['stop', 'clear'] },
        DOUBLE: { target: 'ready', actions: ['stop', 'double'] },
        REBET: { target: 'ready', actions: ['stop', 'rebet'] },
        PLAY: { guard: 'canPlay', target: 'placing', actions: ['begin', 'submit'] },
        SERIES: { guard: 'canPlay', target: 'placing', actions: ['begin', 'submit'] },
      },
    },
  },
});
