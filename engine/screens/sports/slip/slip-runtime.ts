/**
 * The slip of a sports game. It sends picks, clock and game version to the slip's machine, builds the request of a bet, and applies its outcome.
 * Plain code without React. Each SportRuntime has one slip.
 */
import { createActor } from 'xstate';
import type { SportDescription } from '../../../descriptions/sports/types.ts';
import { perform } from '../../../machines/effects.ts';
import { joined, type SlipRules } from '../../../machines/match-passes.ts';
import {
  type MatchSlipActor,
  type MatchSlipContext,
  matchSlipMachine,
  readMatchSlip,
  saveMatchSlip,
} from '../../../machines/match-slip.ts';
import type { MatchPicksContext } from '../../../machines/match-picks.ts';
import { isUnderWay, type Submission, type SubmissionActor } from '../../../machines/submission.ts';
import type { PickedMatch } from '../../../machines/picked-matches.ts';
import { amountOf } from '../../../rules/amount.ts';
import { type CompiledSport, compileSport, priceSport, type SportTicket, sportPrizeRange } from '../../../rules/sports/index.ts';
import type { SubmissionRequest } from '../../../drivers/submissions.ts';
import { carriesSlip, slipScope } from '../../slip/calls.ts';
import { couponBook, couponFor } from '../../slip/coupons.ts';
import { type ObservableValue, observableValue, referenceCounted } from '../../core/observable.ts';
import type { SportRuntime, SportVersion } from '../runtime.ts';
import { slipBlock } from './blocked.ts';
import { changedOffers } from './changed-offers.ts';
import { persistMatchSlip } from './keep-slip.ts';
import { oddsPolicy } from './odds-policy.ts';
import { sameBets } from './same-bets.ts';
import { lateMatchesText, droppedPassesText, refusedText, oddsAcceptedText } from './slip-words.ts';
import { DAY_MS } from '../../../descriptions/time-units.ts';

export interface SlipTotal {
  /** Bets, the multiplier included. */
  readonly bets: bigint;
  readonly amountFen: bigint;
  /** More bets than a ticket of the game may have. */
  readonly overBets: boolean;
}

/** Lowest and highest prize, in fen. `exact` is false when the calculation was cut short: then rounding and caps are left out. */
export interface SlipRange {
  readonly minFen: bigint;
  readonly maxFen: bigint;
  readonly exact: boolean;
}

/** How the slip is bet. 'plan': each single bet with the multiplier of the plan. An object: as a release (发单), with these parameters. */
export type BetMode = 'plan' | Readonly<Record<string, string>>;

export interface SlipRuntime {
  readonly sport: SportRuntime;
  readonly machine: MatchSlipActor;
  readonly submission: SubmissionActor;
  /** Undefined while no bet is possible, while it is being calculated, and where prizes are known only after the matches. */
  readonly range: ObservableValue<SlipRange | undefined>;
  compiled(): CompiledSport;
  ticket(): SportTicket;
  total(): SlipTotal;
  /** The request for the present slip. It pays with the coupon (红包) that the page shows. `as` left out: a plain bet. */
  request(as?: BetMode): SubmissionRequest;
  /** Sends the bet under a new idempotency key. If another bet is being sent or the slip is blocked, it shows a toast instead. */
  submit(as?: BetMode): Promise<void>;
  /** True if `sent` has the bets of the present slip, or if the slip is empty. */
  isOwn(sent: Submission): boolean;
  /** Reports stops of matches while a screen shows the slip. The returned function ends this screen's hold; the last one stops the timer. */
  hold(): () => void;
}

/** The ticket for which a form of a release (发单) or group order (合买) was opened. A slip with other bets is refused (form-refusal.ts). */
export const formTickets = new WeakMap<SportRuntime, string>();

const slips = new WeakMap<SportRuntime, SlipRuntime>();
const compiledSports = new WeakMap<SportDescription, CompiledSport>();

export function sportSlip(sport: SportRuntime): SlipRuntime {
  let slip = slips.get(sport);
  if (!slip) slips.set(sport, (slip = createSlip(sport)));
  return slip;
}

/** Gives a runtime a slip over `machine`, so that a replay shows a recorded machine on the same screens. Call it before a slip opens. */
export function replaySlip(sport: SportRuntime, machine: MatchSlipActor): void {
  slips.set(sport, { ...slipOver(sport, machine), hold: () => () => {} });
}

export function compiledSport({ sport }: SportVersion): CompiledSport {
  let compiled = compiledSports.get(sport);
  if (!compiled) compiledSports.set(sport, (compiled = compileSport(sport, sport.table)));
  return compiled;
}

export function slipRules({ hash, sport }: SportVersion): SlipRules {
  const { payout, caps } = sport;
  return {
    hash,
    passes: (sport.table?.passes ?? []).map(({ code, matches, legs }) => ({ code, matches, legs })),
    plays: Object.fromEntries(sport.plays.map((play) => [play.code, play.legs])),
    ...(payout.kind === 'pool'
      ? { pool: { matches: payout.matches, choose: Object.fromEntries(payout.tables.map(({ play, choose }) => [play, choose])) } }
      : {}),
    caps: { matches: caps.matches, legs: caps.legs, multiplier: caps.multiplier },
    priced: payout.kind === 'odds' && payout.odds === 'sold',
  };
}

/** The slip as a ticket for the rules. In a pool, the picks of a play are a list of choices; elsewhere they are odds by choice. */
export function ticketOf(game: string, context: Pick<MatchSlipContext, 'rules' | 'legs' | 'passes' | 'multiplier'>): SportTicket {
  const pool = context.rules.pool !== undefined;
  return {
    game,
    matches: context.legs.map(({ match, numbers, banker, picks }) => ({
      match,
      numbers,
      ...(banker ? { banker: true } : {}),
      picks: pool ? Object.fromEntries(Object.entries(picks).map(([play, odds]) => [play, Object.keys(odds)])) : picks,
    })),
    passes: [...joined(context).chosen],
    multiplier: context.multiplier,
  };
}

/**
 * The ticket that is sent to the server. A pool has no passes, so the field is left out. In a game that does not sell at the shown odds,
 * missing odds are sent as 1.
 */
export function ticketToSend(game: string, context: Parameters<typeof ticketOf>[1]): Partial<SportTicket> {
  const { passes, ...ticket } = ticketOf(game, context);
  if (context.rules.pool) return ticket;
  if (context.rules.priced) return { ...ticket, passes };
  const filled = (odds: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(odds).map(([choice, text]) => [choice, text || '1']));
  const matches = context.legs.map(({ picks }, at) => ({
    ...(ticket.matches[at] as SportTicket['matches'][number]),
    picks: Object.fromEntries(Object.entries(picks).map(([play, odds]) => [play, filled(odds)])),
  }));
  return { ...ticket, matches, passes };
}

function createSlip(sport: SportRuntime): SlipRuntime {
  const { host, code, version } = sport;
  const keeper = persistMatchSlip({
    host,
    code,
    slip: () => machine.getSnapshot().context,
    show: (text) => machine.send({ type: 'SAVED', saved: readMatchSlip(text) ?? null }),
  });
  // Stored passes and multiplier belong to the picked matches. Without picks they are those of an abandoned bet.
  const saved = isPicked(sport) ? readMatchSlip(keeper.read()) : undefined;
  const machine: MatchSlipActor = createActor(matchSlipMachine, {
    id: `matchSlip.${code}`,
    input: { rules: slipRules(version.get()), now: host.now(), policy: oddsPolicy(host.storage), ...(saved ? { saved } : {}) },
  });
  performEffects(sport, machine);
  host.attach?.(machine);
  machine.start();
  followPicks(sport, machine);
  version.subscribe(() => machine.send({ type: 'RULES', rules: slipRules(version.get()) }));

  const slip = slipOver(sport, machine);
  followSubmission(slip);
  machine.subscribe(keeper.changed);
  keeper.changed();
  return { ...slip, hold: followTime(sport, machine) };
}

function performEffects({ host, picks }: SportRuntime, machine: MatchSlipActor): void {
  perform(
    machine,
    {
      refused: ({ reason, limit }) => host.toast(refusedText(reason, limit)),
      late: ({ codes }) => host.toast(lateMatchesText(codes)),
      unbank: ({ matches }) => {
        for (const match of matches) picks.send({ type: 'BANKER', match, on: false });
      },
      passesDropped: ({ codes }) => host.toast(droppedPassesText(codes)),
      seen: ({ asked, count }) => {
        picks.send({ type: 'SEEN', what: 'changes' });
        if (!asked && machine.getSnapshot().context.rules.priced) host.toast(oddsAcceptedText(count));
      },
      // The page with the plan reports it (match-optimise.tsx).
      planLost: () => {},
    },
    // Some handlers change the picks, and that sends an event to this machine. The microtask lets the present step end first.
    queueMicrotask,
  );
}

function isPicked({ picks }: SportRuntime): boolean {
  const { matches, struck } = picks.getSnapshot().context;
  return matches.length + struck.length > 0;
}

/** Sends every change of the picks to the slip's machine. When no pick is left, passes, multiplier and plan are reset. */
function followPicks(sport: SportRuntime, machine: MatchSlipActor): void {
  const { host, picks } = sport;
  const pick = (): void => {
    const { matches, changes } = picks.getSnapshot().context;
    machine.send({ type: 'PICKS', matches, changes, now: host.now() });
  };
  let seen: MatchPicksContext | undefined;
  picks.subscribe(({ context }) => {
    if (context.matches === seen?.matches && context.changes === seen.changes) return;
    seen = context;
    pick();
    // When the player changes, the new player's drafts are restored one after the other, picks first. The microtask waits for both.
    if (!isPicked(sport))
      queueMicrotask(() => {
        if (!isPicked(sport) && saveMatchSlip(machine.getSnapshot().context)) machine.send({ type: 'SAVED', saved: null });
      });
  });
  pick();
}

/** Notifies slip and picks that the bet is being sent, and of its outcome. */
function followSubmission({ sport, machine, submission }: Omit<SlipRuntime, 'hold'>): void {
  const { host, picks } = sport;
  let known: Submission | null = null;
  const follow = (): void => {
    const snapshot = submission.getSnapshot();
    const { submission: sent, refusal } = snapshot.context;
    const sending = machine.getSnapshot().matches('sending');
    if (isUnderWay(snapshot)) {
      if (!sending) machine.send({ type: 'SENT' });
      return;
    }
    const ended = sent !== known && (snapshot.matches('accepted') || snapshot.matches('refused'));
    if (ended) known = sent;
    if (ended && snapshot.matches('accepted') && carriesSlip(sent)) {
      // Matches that were picked or changed while the bet was sent are not part of it, so they stay.
      const bet = sentMatches(sent);
      const isBet = (picked: PickedMatch): boolean => bet.some((each) => sameBets(betOf(each), betOf(picked)));
      const { legs } = machine.getSnapshot().context;
      machine.send({ type: 'PLACED' });
      if (legs.every(isBet)) picks.send({ type: 'CLEAR' });
      else for (const leg of legs) if (isBet(leg)) picks.send({ type: 'REMOVE', match: leg.match });
    } else if (sending) machine.send({ type: 'RETURNED' });
    if (!ended || !refusal) return;
    const offers = changedOffers(picks.getSnapshot().context.matches, refusal.models);
    if (offers.length > 0) picks.send({ type: 'OFFERS', offers, removed: [], now: host.now() });
    // A refusal with models means that the game, its version or an offer has changed on the server.
    if (refusal.models !== undefined) void sport.refresh();
  };
  submission.subscribe(follow);
  follow();
}

/** While the slip is held, sends TIME to slip and picks at each stop of a match on the slip. Returns the slip's `hold`. */
function followTime({ host, picks }: SportRuntime, machine: MatchSlipActor): SlipRuntime['hold'] {
  let held = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = (): void => {
    clearTimeout(timer);
    if (!held) return;
    const now = host.now();
    const { legs } = machine.getSnapshot().context;
    const next = Math.min(...legs.flatMap(({ singleStopsAt, passStopsAt }) => [singleStopsAt, passStopsAt]).filter((at) => at > now));
    if (Number.isFinite(next) && next - now < DAY_MS)
      timer = setTimeout(
        () => {
          machine.send({ type: 'TIME', now: host.now() });
          picks.send({ type: 'TIME', now: host.now() });
          arm();
        },
        Math.max(LEAST_MS, next - now),
      );
  };
  machine.subscribe(arm);
  const hold = referenceCounted(() => {
    held = true;
    return () => {
      held = false;
      arm();
    };
  });
  return () => {
    // Another page may have changed the policy in the meantime.
    const policy = oddsPolicy(host.storage);
    if (policy !== machine.getSnapshot().context.policy) machine.send({ type: 'POLICY', policy });
    const end = hold();
    machine.send({ type: 'TIME', now: host.now() });
    arm();
    return end;
  };
}

type SentMatch = Pick<PickedMatch, 'match' | 'picks'>;

/** The matches of the ticket that was sent. */
function sentMatches(sent: Submission | null): readonly SentMatch[] {
  const { matches = [] } = JSON.parse(sent?.params.ticket ?? '{}') as { readonly matches?: readonly SentMatch[] };
  return matches;
}

const betOf = ({ match, picks }: SentMatch): string => JSON.stringify({ match, picks });

/** Queries and commands of a slip over `machine`, without the subscriptions of createSlip. */
function slipOver(sport: SportRuntime, machine: MatchSlipActor): Omit<SlipRuntime, 'hold'> {
  const { host, code, version } = sport;
  const range = observableValue<SlipRange | undefined>(undefined);
  const compiled = (): CompiledSport => compiledSport(version.get());
  const ticket = (): SportTicket => ticketOf(code, machine.getSnapshot().context);
  const submission = host.submissions.of(slipScope(code));

  // The first calculation for new handicap numbers takes tens of ms; a cached one takes less than 1 ms. So new numbers are calculated
  // in a timer, after the frame, and no tap waits for them.
  const warm = new Set<string>();
  let waiting = 0;
  const measure = (): void => {
    const { context } = machine.getSnapshot();
    // Every call cancels a waiting calculation, even if the present slip has no range.
    const mine = (waiting += 1);
    if (!context.rules.priced || context.legs.length === 0 || joined(context).lacking > 0) return range.set(undefined);
    const kinds = context.legs.map(({ numbers }) => JSON.stringify(numbers));
    const work = (): void => {
      if (mine !== waiting) return;
      for (const kind of kinds) warm.add(kind);
      range.set(sportPrizeRange(compiled(), ticket()));
    };
    if (kinds.every((kind) => warm.has(kind))) return work();
    range.set(undefined);
    setTimeout(work, 0);
  };
  let measured: MatchSlipContext | undefined;
  const changed = (): void => {
    const { context } = machine.getSnapshot();
    if (MEASURED.every((part) => measured?.[part] === context[part])) return;
    measured = context;
    measure();
  };
  machine.subscribe(changed);
  changed();

  const total = (): SlipTotal => {
    const { context } = machine.getSnapshot();
    const most = BigInt(version.get().sport.caps.bets);
    if (context.legs.length === 0 || joined(context).lacking > 0) return { bets: 0n, amountFen: 0n, overBets: false };
    const price = priceSport(compiled(), ticket());
    return { ...price, overBets: price.bets / BigInt(context.multiplier) > most };
  };

  const request = (as?: BetMode): SubmissionRequest => {
    const { context } = machine.getSnapshot();
    const { bet = '', optimised = '' } = host.sportCalls ?? {};
    const plan = as === 'plan' ? context.plan : null;
    const terms = typeof as === 'object' ? as : undefined;
    const amountFen = plan ? amountOf(BigInt(plan.total), version.get().sport.unitFen) : total().amountFen;
    // The page's coupon row loads the coupons; before that there is none. A release is paid without a coupon.
    const coupon = terms ? undefined : couponFor(couponBook(host, code), amountFen);
    return {
      call: plan ? optimised : bet,
      params: {
        // A plan has a multiplier for each bet (`units`), so the ticket's own one is 1.
        ticket: JSON.stringify({ ...ticketToSend(code, context), ...(plan ? { multiplier: 1, units: plan.times } : {}) }),
        hash: context.rules.hash,
        amountFen: amountFen.toString(),
        oddsPolicy: context.policy,
        ...(plan ? { plan: plan.plan } : {}),
        ...(coupon ? { coupon: coupon.itemId } : {}),
        ...terms,
      },
    };
  };

  const isOwn = (sent: Submission): boolean => {
    const { legs } = machine.getSnapshot().context;
    return legs.length === 0 || sameBets(`[${sentMatches(sent).map(betOf)}]`, `[${legs.map(betOf)}]`);
  };

  const slip: Omit<SlipRuntime, 'hold'> = {
    isOwn,
    sport,
    machine,
    submission,
    range,
    compiled,
    ticket,
    total,
    request,
    async submit(as) {
      if (!sport.isCurrent() || !host.sportCalls) return;
      const { blocked, stale } = slipBlock(slip);
      if (stale) void sport.refresh();
      if (blocked) return host.toast(blocked);
      const submitted = await host.submissions.submit(slipScope(code), request(as));
      if (submitted.state === 'busy') host.toast('正在提交，请稍候');
    },
  };
  return slip;
}

/** Fields of the context that decide the range of prizes. */
const MEASURED = ['legs', 'passes', 'multiplier', 'rules'] as const;
/** Shortest delay of the timer, ms. Under a fast simulated clock the stops follow each other closely. */
const LEAST_MS = 250;
