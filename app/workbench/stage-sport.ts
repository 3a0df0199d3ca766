/**
 * A sports game's runtime whose picks and slip are those of a trace: no timers, no calls, no storage. What was on the list is in no trace,
 * but each match that was picked is, with the odds that were seen: those stand on the list.
 */
import type { AnyMachineSnapshot } from 'xstate';
import { type MatchPicksActor, matchPicksMachine, type MatchPicks, type SoldMatch } from '../../engine/machines/match-picks.ts';
import { type MatchSlipActor, matchSlipMachine } from '../../engine/machines/match-slip.ts';
import type { Trace, TraceEvent } from '../../engine/replay/index.ts';
import { start } from '../../engine/replay/pure.ts';
import { formatInstant } from '../../engine/descriptions/screens/time.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import { observableValue } from '../../engine/screens/core/observable.ts';
import type { Offer } from '../../engine/screens/sports/calls.ts';
import { OfferBook } from '../../engine/screens/sports/offer-book.ts';
import { createPickCells } from '../../engine/screens/sports/pick-cells.ts';
import { listViews, soldPlays } from '../../engine/screens/sports/plays.ts';
import { type Loading, type SportRuntime, type SportVersion, soldMatch } from '../../engine/screens/sports/runtime.ts';
import { replaySlip, slipRules } from '../../engine/screens/sports/slip/slip-runtime.ts';
import { createReplayedActor } from './replayed-actor.ts';
import type { ReplayAccess } from './stage-runtime.ts';

export function createStageSport(
  host: Host,
  code: string,
  loaded: SportVersion,
  replayed: ReplayAccess,
  recorded: () => Trace | undefined,
): SportRuntime {
  const { sport, hash } = loaded;
  /** Shows the machine of this part of the game as it is at the present position, and `before` while it is not there. */
  function machine<T>(part: string, before: AnyMachineSnapshot): T {
    const id = `${part}.${code}`;
    const made = createReplayedActor(id, replayed.snapshot(id) ?? before, (event) => replayed.send(id, event));
    replayed.onMove(() => made.show(replayed.snapshot(id) ?? before));
    return made.actor as T;
  }
  const picks = machine<MatchPicksActor>('picks', start(matchPicksMachine, { game: code, hash, sold: soldPlays(sport) }));
  const slip = machine<MatchSlipActor>('matchSlip', start(matchSlipMachine, { rules: slipRules(loaded), now: host.now(), policy: 'ask' }));

  const book = new OfferBook(() => host.now());
  let shown: Trace | undefined;
  /** The matches of another trace take the place of those of the last. */
  const list = (): void => {
    const trace = recorded();
    if (trace === shown) return;
    shown = trace;
    const matches = offersOf(trace?.events.map(({ event }) => event) ?? [], host.offsetMinutes ?? 0);
    const leagues = [...new Set(matches.map(({ league }) => league))];
    book.page({
      game: code,
      hash,
      version: 1,
      full: true,
      demo: true,
      leagues: leagues.map((league) => ({ code: league, name: league, short: league, tone: 'ink' })),
      matches,
      removed: [],
      notices: [],
    });
  };
  list();
  replayed.onMove(list);
  const view = observableValue(listViews(sport)[0]?.code ?? '');
  /** Where a ticket holds one play, the tab is that play. */
  const follow = (): void => {
    const { play } = picks.getSnapshot().context;
    if (play !== undefined && play !== view.get()) view.set(play);
  };
  follow();
  replayed.onMove(follow);
  const choose = (chosen: string): void => {
    view.set(chosen);
    if (picks.getSnapshot().context.play !== undefined) picks.send({ type: 'PLAY', play: chosen });
  };
  const runtime: SportRuntime = {
    host,
    code,
    version: observableValue(loaded),
    book,
    // 0: a recording says nothing of how old its odds were.
    loading: observableValue<Loading>({ status: 'ready', error: '', freshAt: 0 }),
    picks,
    cells: createPickCells(picks),
    view,
    chooseView: choose,
    chooseIssue: () => {},
    tap(match, play, choice) {
      const offer = book.offer(match);
      if (offer) picks.send({ type: 'TAP', match: soldMatch(offer, offer.league), play, choice, odds: book.odds(match, play, choice) });
    },
    isCurrent: () => true,
    refresh: () => Promise.resolve(),
    loadAll: () => Promise.resolve(true),
    hold: () => () => {},
  };
  replaySlip(runtime, slip);
  return runtime;
}

/** Every match that some event tells of, with all the odds that any tells of. */
function offersOf(events: readonly TraceEvent[], offsetMinutes: number): readonly Offer[] {
  const found = new Map<string, Offer>();
  const add = (sold: SoldMatch, odds: Offer['odds']): void => {
    const { match, code, league, home, away, startsAt, singleStopsAt, passStopsAt, numbers, singles } = sold;
    const known = found.get(match)?.odds ?? {};
    const all = Object.fromEntries(
      [...new Set([...Object.keys(known), ...Object.keys(odds)])].map((play) => [play, { ...known[play], ...odds[play] }]),
    );
    found.set(match, {
      id: match,
      code,
      day: formatInstant(startsAt, offsetMinutes, 'day') ?? '',
      league,
      home: { id: `${match}/home`, name: home },
      away: { id: `${match}/away`, name: away },
      startsAt,
      singleStopsAt,
      passStopsAt,
      state: 'selling',
      numbers,
      singles,
      closed: [],
      odds: all,
      version: 1,
    });
  };
  for (const event of events) {
    const { type, match, play, choice, odds, picks } = event as TraceEvent & Readonly<Record<string, unknown>>;
    if (type === 'TAP' && isSold(match)) add(match, { [String(play)]: { [String(choice)]: String(odds) } });
    if (type === 'PICKS' && picks) for (const each of (picks as MatchPicks).matches ?? []) add(each, each.picks);
  }
  return [...found.values()];
}

/** Machines of other games have taps as well. */
const isSold = (match: unknown): match is SoldMatch => typeof match === 'object' && match !== null && 'passStopsAt' in match;
