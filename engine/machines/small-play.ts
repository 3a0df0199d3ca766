/**
 * A pure model of a play of a small game on a phone. The server makes an offer (a hand, a spin, a round), the player sets stakes, the play is sent,
 * its steps are shown one by one, and then the verdict. Between `hold` and `release` the page must not show anything that reveals the outcome.
 *
 *   waiting → ready → placing → showing → over → placing …
 *
 * Gates, slot machines and dice use the same model. Instants are unix ms of the phone, and times of steps are ms from the first one.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** Pause between two plays of a series, so that its result can be read. */
export const SERIES_PAUSE_MS = 1_200;

/** Fen by the code of a bet. */
export type Stakes = Readonly<Record<string, number>>;

export interface Series {
  /** Plays that are left. */
  readonly left: number;
  readonly stopOnWin: boolean;
  /** The series ends when its losses reach this amount, fen; 0: there is no such limit. */
  readonly stopLossFen: number;
  /** Winnings less losses of the series so far, fen. */
  readonly netFen: number;
}

export interface SmallPlayContext {
  /** Id of the offer that the next play uses; null: there is none. */
  readonly play: string | null;
  readonly stakes: Stakes;
  /** The stakes of the last play. */
  readonly last: Stakes;
  /** The times of the steps, ms from `startedAt`, ascending. */
  readonly times: readonly number[];
  readonly startedAt: number;
  /** The number of steps that have been shown. */
  readonly shown: number;
  readonly series: Series | null;
}

export type SmallPlayEvent =
  | { readonly type: 'OFFER'; readonly play: string }
  /** Sets the stake of a bet; 0 removes it. */
  | { readonly type: 'STAKE'; readonly code: string; readonly fen: number }
  /** Sets the stake of a bet that has none yet, so that a first tap can play. A shown verdict stays. */
  | { readonly type: 'SUGGEST'; readonly code: string; readonly fen: number }
  | { readonly type: 'CLEAR' }
  /** Doubles each stake, up to `most` fen each. */
  | { readonly type: 'DOUBLE'; readonly most: number }
  /** Sets the stakes of the last play. */
  | { readonly type: 'REBET' }
  | { readonly type: 'PLAY' }
  | { readonly type: 'SERIES'; readonly count: number; readonly stopOnWin: boolean; readonly stopLossFen: number }
  | { readonly type: 'STOP' }
  /** The result of a play. `next`: the next offer. `instant`: all steps are shown at once, as with reduced motion. */
  | {
      readonly type: 'ANSWER';
      readonly next: string | null;
      readonly times: readonly number[];
      readonly netFen: number;
      readonly instant: boolean;
      readonly now: number;
    }
  /** The stakes were accepted for a shared round, which has no result yet. */
  | { readonly type: 'TAKEN' }
  /** The play was refused. `stale`: because its offer is no longer valid. */
  | { readonly type: 'REFUSED'; readonly stale: boolean }
  | { readonly type: 'TICK'; readonly now: number }
  | { readonly type: 'SKIP' }
  /** The pause of a series is over. */
  | { readonly type: 'AGAIN' };

export type SmallPlayEffect =
  | { readonly do: 'submit'; readonly play: string; readonly stakes: Stakes }
  /** Fetch another offer. */
  | { readonly do: 'ask' }
  /** Send `TICK` after `ms`. */
  | { readonly do: 'tickLater'; readonly ms: number }
  | { readonly do: 'stopTicks' }
  /** Send `AGAIN` after `ms`. */
  | { readonly do: 'againLater'; readonly ms: number }
  /** From now on the page must not reveal the outcome. */
  | { readonly do: 'hold' }
  | { readonly do: 'release' }
  /** Show a step, counted from 0. */
  | { readonly do: 'reveal'; readonly order: number }
  | { readonly do: 'verdict' };

const withStake = (stakes: Stakes, code: string, fen: number): Stakes => {
  const { [code]: _, ...others } = stakes;
  return fen > 0 ? { ...others, [code]: fen } : others;
};
const doubled = (stakes: Stakes, most: number): Stakes =>
  Object.fromEntries(Object.entries(stakes).map(([code, fen]) => [code, Math.max(fen, Math.min(fen * 2, most))]));
const dueAt = ({ times, startedAt }: SmallPlayContext, now: number): number => times.filter((at) => startedAt + at <= now).length;

/** Whether a series goes on after a play with this result. */
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
    /** Shows the steps that have become due since the last tick. */
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
      if (context.series !== null) enqueue.emit(effect({ do: 'againLater', ms: SERIES_PAUSE_MS }));
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
        // The answer of an earlier play was lost, and a look-up of its key has found it.
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
        // The server knows the player's stakes in the round, so the stakes here are cleared and the round is fetched again.
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
        // A play that was found by its key leaves no stakes, so one may be suggested.
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
