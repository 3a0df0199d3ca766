/**
 * What a player has picked on a list of matches (竞彩, 北京单场, 14 场): a pure machine. List and slip share it.
 *
 * Picks live in `matches`, with what a slip needs to know of each match. What can no longer be bet is struck out and kept in `struck`, so
 * that the player learns why it is gone; it comes back by itself when its match is sold again. What changed under a pick (odds, handicap,
 * a play that closed) stands in `changes` until the player has seen it.
 *
 * A game whose tickets hold one play (no `mixed`) has one play at a time on its list; the picks of the others are set aside meanwhile.
 * A tap that is not obeyed is always an effect, never swallowed.
 */
import { type ActorRefFrom, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';
import {
  type AcceptedOffer,
  acceptOffers,
  fitPicks,
  type MatchPicks,
  type OddsChange,
  type PickedMatch,
  type SoldMatch,
  type SoldPlays,
  type StruckMatch,
  type StrikeReason,
  strikeStopped,
  withoutMatch,
  withTap,
} from './picked-matches.ts';

export type {
  AcceptedOffer,
  MatchPicks,
  OddsChange,
  PickedMatch,
  SoldMatch,
  SoldPlays,
  StruckMatch,
  StrikeReason,
} from './picked-matches.ts';

export type MatchPicksEffect =
  | { readonly do: 'haptic' }
  /** `limit` is the bound that stood in the way; 0 where there is none to name. */
  | { readonly do: 'refused'; readonly reason: 'matches' | 'bankers' | 'play' | 'unknown'; readonly limit: number }
  /** So many picks are gone: a new version of the game has no place for them. */
  | { readonly do: 'dropped'; readonly count: number }
  /** These matches were struck out just now. */
  | { readonly do: 'struck'; readonly matches: readonly { readonly code: string; readonly why: StrikeReason }[] };

export type MatchPicksEvent =
  /** Picks a choice, or takes it back when it is picked. */
  | { readonly type: 'TAP'; readonly match: SoldMatch; readonly play: string; readonly choice: string; readonly odds: string }
  | { readonly type: 'REMOVE'; readonly match: string }
  | { readonly type: 'BANKER'; readonly match: string; readonly on: boolean }
  /** Everything on the list as it is; of a game with one play at a time, what is set aside stays. */
  | { readonly type: 'CLEAR' }
  /** Another play, where a ticket holds one. */
  | { readonly type: 'PLAY'; readonly play: string }
  /** What the server now says of matches; those that are not picked do not matter. `removed`: no longer on the list at all. */
  | { readonly type: 'OFFERS'; readonly offers: readonly AcceptedOffer[]; readonly removed: readonly string[]; readonly now: number }
  /** It is this late (server's clock, unix ms): what is past its stop is struck out. */
  | { readonly type: 'TIME'; readonly now: number }
  /** The player has read what changed, or what was struck out. */
  | { readonly type: 'SEEN'; readonly what: 'changes' | 'struck' }
  /** Picks from outside: what was stored, or what another player left; null: none. */
  | { readonly type: 'PICKS'; readonly picks: MatchPicks | null }
  /** A new version of the game. */
  | { readonly type: 'DESCRIPTION'; readonly hash: string; readonly sold: SoldPlays };

export interface MatchPicksContext extends MatchPicks {
  readonly sold: SoldPlays;
  readonly struck: readonly StruckMatch[];
  readonly changes: readonly OddsChange[];
}

export interface MatchPicksInput {
  readonly game: string;
  readonly hash: string;
  readonly sold: SoldPlays;
  readonly saved?: MatchPicks;
}

/** The stored and passed part, without fields for display. */
export function picksOf({ game, hash, play, matches, aside }: MatchPicksContext): MatchPicks {
  return { game, hash, matches, ...(play === undefined ? {} : { play }), ...(aside ? { aside } : {}) };
}

type Change = { readonly context: Partial<MatchPicksContext>; readonly effects?: readonly MatchPicksEffect[] };

const unchanged: Change = { context: {} };
const HAPTIC: readonly MatchPicksEffect[] = [{ do: 'haptic' }];
const refused = (reason: 'matches' | 'bankers' | 'play' | 'unknown', limit = 0): Change => ({
  context: {},
  effects: [{ do: 'refused', reason, limit }],
});

function start({ game, hash, sold, saved }: MatchPicksInput): MatchPicksContext {
  const first = sold.mixed ? undefined : sold.plays[0]?.code;
  const empty: MatchPicksContext = { game, hash, sold, play: first, matches: [], struck: [], changes: [] };
  return saved ? { ...empty, ...fitPicks(saved, sold).picks, hash } : empty;
}

function tap(context: MatchPicksContext, event: Extract<MatchPicksEvent, { readonly type: 'TAP' }>): Change {
  const { sold, matches } = context;
  const play = sold.plays.find(({ code }) => code === event.play);
  if (!play?.choices.includes(event.choice)) return refused('unknown');
  if (context.play !== undefined && context.play !== event.play) return refused('play');
  const next = withTap(matches, event.match, event.play, event.choice, event.odds);
  if (next.length > sold.matches) return refused('matches', sold.matches);
  return { context: { matches: next, ...forget(context, next) }, effects: HAPTIC };
}

/** Changes and struck matches that no pick stands behind any more, or that were picked again, are no news. */
function forget({ changes, struck }: MatchPicksContext, matches: readonly PickedMatch[]): Partial<MatchPicksContext> {
  const known = new Map(matches.map((each) => [each.match, each]));
  const left = changes.filter(({ match, play, choice, now }) => {
    const picks = known.get(match)?.picks;
    return picks !== undefined && (play === undefined || choice === undefined || now === null || picks[play]?.[choice] !== undefined);
  });
  const gone = struck.filter(({ picked }) => !known.has(picked.match));
  return {
    ...(left.length < changes.length ? { changes: left } : {}),
    ...(gone.length < struck.length ? { struck: gone } : {}),
  };
}

function remove(context: MatchPicksContext, match: string): Change {
  const matches = withoutMatch(context.matches, match);
  const struck = context.struck.filter(({ picked }) => picked.match !== match);
  if (matches === context.matches && struck.length === context.struck.length) return unchanged;
  return { context: { struck, changes: context.changes.filter((each) => each.match !== match), matches }, effects: HAPTIC };
}

/** Most bankers of the ticket as it is. */
export function mostBankers({ sold, play }: Pick<MatchPicksContext, 'sold' | 'play'>): number {
  return sold.plays.find(({ code }) => code === play)?.bankers ?? sold.bankers;
}

function banker(context: MatchPicksContext, match: string, on: boolean): Change {
  const { matches } = context;
  const most = mostBankers(context);
  if (!matches.some((each) => each.match === match)) return refused('unknown');
  if (on && matches.filter((each) => each.banker && each.match !== match).length >= most) return refused('bankers', most);
  const next = matches.map((each) => (each.match !== match ? each : on ? { ...each, banker: true as const } : withoutBanker(each)));
  return { context: { matches: next }, effects: HAPTIC };
}

function withoutBanker(match: PickedMatch): PickedMatch {
  const { banker: _, ...rest } = match;
  return rest;
}

/** The picks of the play that goes are set aside; where all plays ask the same question (`carry`), they go along. */
function choosePlay(context: MatchPicksContext, play: string): Change {
  const { sold, matches, aside = {}, play: before } = context;
  if (before === undefined || !sold.plays.some(({ code }) => code === play)) return refused('unknown');
  if (before === play) return unchanged;
  if (sold.carry) {
    const bankers = mostBankers({ sold, play });
    const carried = matches.map((each) => {
      const moved = { ...each, picks: { [play]: each.picks[before] ?? {} } };
      return bankers > 0 ? moved : withoutBanker(moved);
    });
    return { context: { play, matches: carried, struck: [], changes: [] } };
  }
  const { [play]: back = [], ...others } = aside;
  const next = matches.length > 0 ? { ...others, [before]: matches } : others;
  return {
    context: { play, matches: back, aside: Object.keys(next).length > 0 ? next : undefined, struck: [], changes: [] },
  };
}

function struckEffects(before: readonly StruckMatch[], after: readonly StruckMatch[]): readonly MatchPicksEffect[] {
  const known = new Set(before.map(({ picked }) => picked.match));
  const matches = after.filter(({ picked }) => !known.has(picked.match)).map(({ picked, why }) => ({ code: picked.code, why }));
  return matches.length > 0 ? [{ do: 'struck', matches }] : [];
}

function change(context: MatchPicksContext, event: MatchPicksEvent): Change {
  switch (event.type) {
    case 'TAP':
      return tap(context, event);
    case 'REMOVE':
      return remove(context, event.match);
    case 'BANKER':
      return banker(context, event.match, event.on);
    case 'CLEAR':
      return { context: { matches: [], struck: [], changes: [] }, effects: HAPTIC };
    case 'PLAY':
      return choosePlay(context, event.play);
    case 'OFFERS': {
      const next = acceptOffers(context, event.offers, event.removed, event.now);
      return { context: next, effects: struckEffects(context.struck, next.struck ?? context.struck) };
    }
    case 'TIME': {
      const next = strikeStopped(context, event.now);
      return { context: next, effects: struckEffects(context.struck, next.struck ?? context.struck) };
    }
    case 'SEEN':
      return { context: event.what === 'changes' ? { changes: [] } : { struck: [] } };
    case 'PICKS': {
      if (!event.picks) return { context: { matches: [], aside: undefined, struck: [], changes: [] } };
      const { picks, dropped } = fitPicks(event.picks, context.sold);
      return {
        context: { matches: picks.matches, play: picks.play, aside: picks.aside, struck: [], changes: [] },
        ...(dropped > 0 ? { effects: [{ do: 'dropped', count: dropped }] } : {}),
      };
    }
    case 'DESCRIPTION': {
      const { picks, dropped } = fitPicks(picksOf(context), event.sold);
      const next = { ...context, ...picks, aside: picks.aside, hash: event.hash, sold: event.sold };
      return {
        context: { ...next, play: picks.play, ...forget(next, picks.matches) },
        ...(dropped > 0 ? { effects: [{ do: 'dropped', count: dropped }] } : {}),
      };
    }
  }
}

export const matchPicksMachine = setup({
  types: {
    context: {} as MatchPicksContext,
    events: {} as MatchPicksEvent,
    input: {} as MatchPicksInput,
    emitted: {} as Emitted<MatchPicksEffect>,
  },
  actions: {
    change: enqueueActions(({ context, event, enqueue }) => {
      const { context: next, effects = [] } = change(context, event);
      if (Object.keys(next).length > 0) enqueue.assign(next);
      for (const each of effects) enqueue.emit(effect(each));
    }),
  },
  guards: {
    isEmpty: ({ context }) => context.matches.length === 0,
    isFull: ({ context }) => context.matches.length >= context.sold.matches,
    isSome: ({ context }) => context.matches.length > 0 && context.matches.length < context.sold.matches,
  },
}).createMachine({
  id: 'matchPicks',
  context: ({ input }) => start(input),
  initial: 'empty',
  on: {
    TAP: { actions: 'change' },
    REMOVE: { actions: 'change' },
    BANKER: { actions: 'change' },
    CLEAR: { actions: 'change' },
    PLAY: { actions: 'change' },
    OFFERS: { actions: 'change' },
    TIME: { actions: 'change' },
    SEEN: { actions: 'change' },
    PICKS: { actions: 'change' },
    DESCRIPTION: { actions: 'change' },
  },
  states: {
    empty: {
      always: [
        { guard: 'isFull', target: 'full' },
        { guard: 'isSome', target: 'some' },
      ],
    },
    some: {
      always: [
        { guard: 'isEmpty', target: 'empty' },
        { guard: 'isFull', target: 'full' },
      ],
    },
    /** As many matches as a ticket can hold. */
    full: {
      always: [
        { guard: 'isEmpty', target: 'empty' },
        { guard: 'isSome', target: 'some' },
      ],
    },
  },
});

export type MatchPicksActor = ActorRefFrom<typeof matchPicksMachine>;
