/**
 * The slip of a sports game as a view over what is picked: the machine of the slip kept up with picks, offers, time and the game's version,
 * the request that it becomes, and what follows from the answer. Plain code, no React; made once for a runtime and kept with it.
 */
import { createActor } from 'xstate';
import type { SportDescription } from '../../../descriptions/sports/types.ts';
import { perform } from '../../../machines/effects.ts';
import { joined, type SlipRules } from '../../../machines/match-joined.ts';
import { type MatchSlipActor, type MatchSlipContext, matchSlipMachine, readMatchSlip } from '../../../machines/match-slip.ts';
import { isUnderWay, type Submission, type SubmissionActor } from '../../../machines/submission.ts';
import { type CompiledSport, compileSport, priceSport, type SportTicket, sportPrizeRange } from '../../../rules/sports/index.ts';
import type { SubmissionRequest } from '../../../drivers/submissions.ts';
import { carriesSlip } from '../../lottery/calls.ts';
import { couponBook, couponFor } from '../../lottery/coupons.ts';
import { type Watched, watched } from '../../lottery/value.ts';
import type { SportRuntime, SportVersion } from '../runtime.ts';
import { blockedOf } from './blocked.ts';
import { changedOffers } from './changed-offers.ts';
import { keepSlip } from './keep-slip.ts';
import { oddsPolicy } from './odds-policy.ts';
import { late, passesDropped, refusedText, seenText } from './slip-words.ts';

export interface SlipTotal {
  /** Bets, the multiplier included. */
  readonly bets: bigint;
  readonly amountFen: bigint;
  /** More bets than a ticket of the game may have. */
  readonly overBets: boolean;
}

/** Fen; undefined where a prize is known only after the matches, and while it is being worked out. */
export interface SlipRange {
  readonly minFen: bigint;
  readonly maxFen: bigint;
  readonly exact: boolean;
}

/** How the slip is bet: plainly when left out; its single bets as the plan has them; shown to others (发单) on these terms. */
export type BetAs = 'plan' | Readonly<Record<string, string>>;

export interface SlipRuntime {
  readonly sport: SportRuntime;
  readonly machine: MatchSlipActor;
  readonly submission: SubmissionActor;
  readonly range: Watched<SlipRange | undefined>;
  compiled(): CompiledSport;
  ticket(): SportTicket;
  total(): SlipTotal;
  /** What is sent for the slip as it stands, with the coupon (红包) that its page shows. */
  request(as?: BetAs): SubmissionRequest;
  /** Sends the bet under a key of its own, unless one is under way or something stands in its way; either is said. */
  submit(as?: BetAs): Promise<void>;
  /** Follows time while somebody looks; the returned function ends it. */
  hold(): () => void;
}

export const slipScope = (code: string): string => `slip/${code}`;

/** The ticket that a form which offers the slip to others (under-form.ts) was opened for. */
export const formTickets = new WeakMap<SportRuntime, string>();

const slips = new WeakMap<SportRuntime, SlipRuntime>();
const compiledSports = new WeakMap<SportDescription, CompiledSport>();

export function sportSlip(sport: SportRuntime): SlipRuntime {
  let slip = slips.get(sport);
  if (!slip) slips.set(sport, (slip = createSlip(sport)));
  return slip;
}

/** The slip of this runtime is one over `machine`: a replay puts a recorded machine under the same screens. Call before a slip opens. */
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

/** The slip as the rules price it and the server takes it. */
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
 * The slip as the server is sent it. A pool joins no matches, so there is no word of passes; where odds are none of the bet's concern and
 * none are shown, they are 1.
 */
export function sentTicket(game: string, context: Parameters<typeof ticketOf>[1]): Partial<SportTicket> {
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
  const { host, code, version, picks } = sport;
  const keeper = keepSlip({
    host,
    code,
    slip: () => machine.getSnapshot().context,
    show: (text) => machine.send({ type: 'SAVED', saved: readMatchSlip(text) ?? null }),
  });
  const saved = readMatchSlip(keeper.read());
  const machine: MatchSlipActor = createActor(matchSlipMachine, {
    id: `matchSlip.${code}`,
    input: { rules: slipRules(version.get()), now: host.now(), policy: oddsPolicy(host.storage), ...(saved ? { saved } : {}) },
  });
  perform(
    machine,
    {
      refused: ({ reason, limit }) => host.toast(refusedText(reason, limit)),
      late: ({ codes }) => host.toast(late(codes)),
      unbank: ({ matches }) => {
        for (const match of matches) picks.send({ type: 'BANKER', match, on: false });
      },
      passesDropped: ({ codes }) => host.toast(passesDropped(codes)),
      seen: ({ asked, count }) => {
        picks.send({ type: 'SEEN', what: 'changes' });
        if (!asked && machine.getSnapshot().context.rules.priced) host.toast(seenText(count));
      },
      // The page that shows the plan says it (match-optimise.tsx).
      planLost: () => {},
    },
    // The picks change in answer to some of them, which comes back here: first this step is done.
    queueMicrotask,
  );
  host.attach?.(machine);
  machine.start();
  const pick = (): void => {
    const { matches, changes } = picks.getSnapshot().context;
    machine.send({ type: 'PICKS', matches, changes, now: host.now() });
  };
  let seenMatches: unknown;
  let seenChanges: unknown;
  picks.subscribe(({ context }) => {
    if (context.matches === seenMatches && context.changes === seenChanges) return;
    seenMatches = context.matches;
    seenChanges = context.changes;
    pick();
  });
  pick();
  version.subscribe(() => machine.send({ type: 'RULES', rules: slipRules(version.get()) }));

  const slip = slipOver(sport, machine);
  const { submission } = slip;
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
      machine.send({ type: 'PLACED' });
      picks.send({ type: 'CLEAR' });
    } else if (sending) machine.send({ type: 'RETURNED' });
    if (!ended || !refusal) return;
    const offers = changedOffers(picks.getSnapshot().context.matches, refusal.models);
    if (offers.length > 0) picks.send({ type: 'OFFERS', offers, removed: [], now: host.now() });
    // What the server sells is another thing than what is shown here.
    if (refusal.models !== undefined) void sport.refresh();
  };
  submission.subscribe(follow);
  follow();

  machine.subscribe(keeper.changed);
  keeper.changed();

  let holders = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = (): void => {
    clearTimeout(timer);
    if (holders === 0) return;
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
  machine.subscribe(() => holders > 0 && arm());

  return {
    ...slip,
    hold() {
      holders += 1;
      // It may have been set elsewhere meanwhile.
      const policy = oddsPolicy(host.storage);
      if (policy !== machine.getSnapshot().context.policy) machine.send({ type: 'POLICY', policy });
      machine.send({ type: 'TIME', now: host.now() });
      arm();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holders -= 1;
        arm();
      };
    },
  };
}

/** What can be said of a slip and done with it, whoever moves its machine. */
function slipOver(sport: SportRuntime, machine: MatchSlipActor): Omit<SlipRuntime, 'hold'> {
  const { host, code, version } = sport;
  const range = watched<SlipRange | undefined>(undefined);
  const compiled = (): CompiledSport => compiledSport(version.get());
  const ticket = (): SportTicket => ticketOf(code, machine.getSnapshot().context);
  const submission = host.submissions.of(slipScope(code));

  // The outcomes of a match's numbers are worked out once and take tens of milliseconds; what is known is a fraction of one. So the first
  // look at new numbers waits for the frame, and no tap waits for it.
  const warm = new Set<string>();
  let waiting = 0;
  const measure = (): void => {
    const { context } = machine.getSnapshot();
    // Whatever waits is of a slip that is another by now, also where this one has no prize to be worked out.
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
    const same =
      measured !== undefined &&
      measured.legs === context.legs &&
      measured.passes === context.passes &&
      measured.multiplier === context.multiplier &&
      measured.rules === context.rules;
    if (same) return;
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

  const request = (as?: BetAs): SubmissionRequest => {
    const { context } = machine.getSnapshot();
    const { bet = '', optimised = '' } = host.sportCalls ?? {};
    const plan = as === 'plan' ? context.plan : null;
    const terms = typeof as === 'object' ? as : undefined;
    const amountFen = plan ? BigInt(plan.total) * BigInt(version.get().sport.unitFen) : total().amountFen;
    // The one that the page shows, or none: its row loads the book. A bet that is shown to others is paid in full.
    const coupon = terms ? undefined : couponFor(couponBook(host, code), amountFen);
    return {
      call: plan ? optimised : bet,
      params: {
        // A plan says by itself how often each bet is played.
        ticket: JSON.stringify({ ...sentTicket(code, context), ...(plan ? { multiplier: 1, units: plan.times } : {}) }),
        hash: context.rules.hash,
        amountFen: amountFen.toString(),
        oddsPolicy: context.policy,
        ...(plan ? { plan: plan.plan } : {}),
        ...(coupon ? { coupon: coupon.itemId } : {}),
        ...terms,
      },
    };
  };

  const slip: Omit<SlipRuntime, 'hold'> = {
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
      const { blocked, stale } = blockedOf(slip);
      if (stale) void sport.refresh();
      if (blocked) return host.toast(blocked);
      const submitted = await host.submissions.submit(slipScope(code), request(as));
      if (submitted.state === 'busy') host.toast('正在提交，请稍候');
    },
  };
  return slip;
}

const DAY_MS = 86_400_000;
/** Under a fast clock stops come close together; the phone need not look more often than this. */
const LEAST_MS = 250;
