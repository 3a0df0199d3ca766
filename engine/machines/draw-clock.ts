/**
 * The life of an issue (期) as a player sees it: idle → open → closing → closed → drawing → drawn → settled. Pure machine.
 *
 * The server decides: opening, closing and draw instants are its own (unix ms), and every TICK carries the server's time as the phone
 * knows it. Nothing counts ticks, so a phone that slept for an hour is right at its first tick, and a clock that is set back never
 * reopens an issue that was seen closed.
 *
 * Quick games sell the next issue while the last one is still to be drawn: `awaiting` is that last one.
 * Effects: `announce` (60, 30 and 10 s before closing, for screen readers), `closed`, `drawDue`, `drawn`.
 */
import { type ActorRefFrom, enqueueActions, type SnapshotFrom } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

/** Seconds before closing that are read out; a figure every second would drown everything else. */
export const ANNOUNCED_SECONDS = [60, 30, 10] as const;
/** From here on the countdown is red. */
export const CLOSING_MS = 10_000;

export interface ClockIssue {
  readonly issue: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly drawsAt: number;
  /** Ids of the pool's conditions in force (`poolPrizes` of the description); left out for a game without conditions. */
  readonly poolPrizes?: readonly string[];
}

export interface ClockContext {
  readonly issue: ClockIssue | null;
  /** An earlier issue that is closed and whose result is not known yet. */
  readonly awaiting: ClockIssue | null;
  /** Server's time at the latest event, unix ms; never goes back within an issue. */
  readonly now: number;
}

export type ClockEvent =
  /** The issue on sale, as the server says it; null: none at this moment. */
  | { readonly type: 'ISSUE'; readonly issue: ClockIssue | null; readonly now: number }
  | { readonly type: 'TICK'; readonly now: number }
  /** A result is known. */
  | { readonly type: 'DRAW'; readonly issue: string; readonly now: number }
  /** The player's tickets of this issue are settled. */
  | { readonly type: 'SETTLED'; readonly issue: string };

export type ClockEffect =
  | { readonly do: 'announce'; readonly seconds: number; readonly issue: string }
  /** The issue is closed: the next one is to be fetched. */
  | { readonly do: 'closed'; readonly issue: string }
  | { readonly do: 'drawDue'; readonly issue: string }
  | { readonly do: 'drawn'; readonly issue: string };

/** Whole seconds left until closing; rounded up, so that 0 is shown only when it is closed. */
export function secondsLeft(context: ClockContext): number {
  if (!context.issue) return 0;
  return Math.max(0, Math.ceil((context.issue.closesAt - context.now) / 1000));
}

/** Share of the selling time that is left, 0–1, for the bar that drains. */
export function shareLeft(context: ClockContext): number {
  if (!context.issue) return 0;
  const { opensAt, closesAt } = context.issue;
  return Math.min(1, Math.max(0, (closesAt - context.now) / Math.max(1, closesAt - opensAt)));
}

/** Every announcement that lies between two instants; after a jump only the last of them is still of use. */
function announcement(issue: ClockIssue, from: number, to: number): number | undefined {
  return ANNOUNCED_SECONDS.filter((seconds) => {
    const at = issue.closesAt - seconds * 1000;
    return from < at && at <= to && to < issue.closesAt;
  }).at(-1);
}

export const drawClockMachine = setup({
  types: {
    context: {} as ClockContext,
    events: {} as ClockEvent,
    emitted: {} as Emitted<ClockEffect>,
  },
  guards: {
    isOpen: ({ context: { issue, now } }) => issue !== null && now < issue.closesAt - CLOSING_MS,
    isClosing: ({ context: { issue, now } }) => issue !== null && now >= issue.closesAt - CLOSING_MS && now < issue.closesAt,
    isClosed: ({ context: { issue, now } }) => issue !== null && now >= issue.closesAt,
    isDrawDue: ({ context: { issue, now } }) => issue !== null && now >= issue.drawsAt,
    isThisIssue: ({ context, event }) => (event.type === 'DRAW' || event.type === 'SETTLED') && event.issue === context.issue?.issue,
    isAwaited: ({ context, event }) => event.type === 'DRAW' && event.issue === context.awaiting?.issue,
    isAnotherIssue: ({ context, event }) => event.type === 'ISSUE' && event.issue?.issue !== context.issue?.issue,
  },
  actions: {
    tick: enqueueActions(({ context, event, enqueue }) => {
      if (!('now' in event)) return;
      const now = Math.max(context.now, event.now);
      const { issue } = context;
      if (issue) {
        const seconds = announcement(issue, context.now, now);
        if (seconds !== undefined) enqueue.emit(effect({ do: 'announce', seconds, issue: issue.issue }));
      }
      enqueue.assign({ now });
    }),
    /** Another issue: what was on sale, if not drawn, is awaited now. Its clock starts from the server's time as given. */
    takeIssue: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'ISSUE') return;
      const { issue, now } = event;
      enqueue.assign({ issue, now, awaiting: context.issue ?? context.awaiting });
    }),
    takeIssueAfterDraw: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'ISSUE') enqueue.assign({ issue: event.issue, now: event.now });
    }),
    /** The same issue again, perhaps with moved instants. */
    refreshIssue: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'ISSUE') enqueue.assign({ issue: event.issue, now: Math.max(context.now, event.now) });
    }),
    awaitedDrawn: enqueueActions(({ context, enqueue }) => {
      if (context.awaiting) enqueue.emit(effect({ do: 'drawn', issue: context.awaiting.issue }));
      enqueue.assign({ awaiting: null });
    }),
    emitClosed: enqueueActions(({ context, enqueue }) => {
      if (context.issue) enqueue.emit(effect({ do: 'closed', issue: context.issue.issue }));
    }),
    emitDrawDue: enqueueActions(({ context, enqueue }) => {
      if (context.issue) enqueue.emit(effect({ do: 'drawDue', issue: context.issue.issue }));
    }),
    emitDrawn: enqueueActions(({ context, enqueue }) => {
      if (context.issue) enqueue.emit(effect({ do: 'drawn', issue: context.issue.issue }));
    }),
  },
}).createMachine({
  id: 'drawClock',
  context: { issue: null, awaiting: null, now: 0 },
  initial: 'idle',
  on: {
    TICK: { actions: 'tick' },
    ISSUE: [{ guard: 'isAnotherIssue', target: '.idle', actions: 'takeIssue' }, { actions: 'refreshIssue' }],
    DRAW: [
      { guard: 'isThisIssue', target: '.drawn', actions: ['tick', 'emitDrawn'] },
      { guard: 'isAwaited', actions: ['tick', 'awaitedDrawn'] },
    ],
  },
  states: {
    idle: {
      always: [
        { guard: 'isClosed', target: 'closed' },
        { guard: 'isClosing', target: 'closing' },
        { guard: 'isOpen', target: 'open' },
      ],
    },
    open: {
      always: [
        { guard: 'isClosed', target: 'closed' },
        { guard: 'isClosing', target: 'closing' },
      ],
    },
    closing: {
      // A server that moves the closing later may reopen; the phone's own clock cannot, as `now` never goes back.
      always: [
        { guard: 'isClosed', target: 'closed' },
        { guard: 'isOpen', target: 'open' },
      ],
    },
    closed: {
      entry: 'emitClosed',
      always: { guard: 'isDrawDue', target: 'drawing' },
    },
    drawing: {
      entry: 'emitDrawDue',
    },
    drawn: {
      on: {
        SETTLED: { guard: 'isThisIssue', target: 'settled' },
        ISSUE: [{ guard: 'isAnotherIssue', target: 'idle', actions: 'takeIssueAfterDraw' }, { actions: 'refreshIssue' }],
        DRAW: { guard: 'isAwaited', actions: ['tick', 'awaitedDrawn'] },
      },
    },
    settled: {
      on: {
        ISSUE: [{ guard: 'isAnotherIssue', target: 'idle', actions: 'takeIssueAfterDraw' }, { actions: 'refreshIssue' }],
        DRAW: { guard: 'isAwaited', actions: ['tick', 'awaitedDrawn'] },
      },
    },
  },
});

export type ClockActor = ActorRefFrom<typeof drawClockMachine>;
export type ClockSnapshot = SnapshotFrom<typeof drawClockMachine>;
