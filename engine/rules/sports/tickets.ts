/** Sports tickets: what they come to in bets and price, the range of their prizes, what they win, and their single bets. */
import type { Pass } from '../../descriptions/sports/types.ts';
import type { CompiledSport } from './compile.ts';
import { LOST, type Result, type ScaledNumbers, type State, VOID, WON } from '../../descriptions/sports/conditions.ts';
import { type Hit, type JoinedLeg, joinedSum, joinedWins, timesIn } from './joined.ts';
import { expandPool, poolBets, poolWins } from './pool.ts';
import { type RangeLeg, rangeLeg, sportRange } from './range.ts';
import {
  choices,
  combinations,
  type MatchResult,
  type SportBet,
  type SportLeg,
  type SportTicket,
  type SportWin,
  scaledNumbers,
} from './ticket.ts';

interface Option {
  readonly play: string;
  readonly choice: string;
  readonly odds: bigint;
}

interface ReadLeg extends JoinedLeg {
  readonly match: string;
  readonly numbers: ScaledNumbers;
  readonly options: readonly Option[];
}

/** Bets and price in fen, the multiplier included. The ticket is one that `validateSportTicket` let pass. */
export function priceSport(compiled: CompiledSport, ticket: SportTicket): { readonly bets: bigint; readonly amountFen: bigint } {
  const bets = countBets(compiled, ticket) * BigInt(ticket.multiplier);
  return { bets, amountFen: bets * BigInt(compiled.sport.unitFen) };
}

/** Bets before the multiplier. */
export function countBets(compiled: CompiledSport, ticket: SportTicket): bigint {
  if (compiled.table === undefined) return poolBets(compiled, ticket);
  const legs = readLegs(compiled, ticket);
  return joinedSum(
    legs,
    legs.map(({ options }) => BigInt(options.length)),
    passesOf(compiled, ticket),
    compiled.table.repeats,
  );
}

/**
 * Least prize above nothing and largest, in fen, the multiplier included; undefined for a pool, which pays what is in it.
 * `steps` bounds the work; past it the range is that before rounding and caps, and `exact` is false.
 */
export function sportPrizeRange(
  compiled: CompiledSport,
  ticket: SportTicket,
  steps?: number,
): { readonly minFen: bigint; readonly maxFen: bigint; readonly exact: boolean } | undefined {
  const { payout, table, sport } = compiled;
  if (payout === undefined || table === undefined || sport.payout.kind !== 'odds') return undefined;
  const legs = ticket.matches.map((match) => rangeLegOf(compiled, match, payout.scale));
  const { unitFen } = sport;
  const { sharePermille } = sport.payout;
  const range = sportRange({ legs, passes: passesOf(compiled, ticket), table, payout, unitFen, sharePermille }, steps);
  const times = BigInt(ticket.multiplier);
  return { minFen: range.minFen * times, maxFen: range.maxFen * times, exact: range.exact };
}

/** What a ticket wins; `results` by match. Throws for a match without a result: nothing is settled before all are there. */
export function settleSport(
  compiled: CompiledSport,
  ticket: SportTicket,
  results: Readonly<Record<string, MatchResult>>,
  prizes: Readonly<Record<string, number>> = {},
): { readonly wins: readonly SportWin[]; readonly prizeFen: bigint } {
  const times = BigInt(ticket.multiplier);
  const wins = compiled.table === undefined ? poolWins(compiled, ticket, results, prizes) : joinedPrizes(compiled, ticket, results);
  const multiplied = wins.map((win) => ({ ...win, count: win.count * times, prizeFen: win.prizeFen * times }));
  return { wins: multiplied, prizeFen: multiplied.reduce((sum, { prizeFen }) => sum + prizeFen, 0n) };
}

/** Every different bet of a ticket, pass by pass. */
export function* expandSport(compiled: CompiledSport, ticket: SportTicket): Generator<SportBet> {
  if (compiled.table === undefined) {
    yield* expandPool(compiled, ticket);
    return;
  }
  const legs = readLegs(compiled, ticket);
  for (const pass of passesOf(compiled, ticket))
    for (const size of pass.legs)
      for (const chosen of combinations(legs.length, size)) {
        const times = timesIn(pass, legs, chosen, compiled.table.repeats);
        if (times === 0n) continue;
        for (const options of choices(chosen.map((i) => (legs[i] as ReadLeg).options)))
          yield {
            pass: pass.code,
            legs: options.map(({ play, choice }, k) => ({ match: (legs[chosen[k] as number] as ReadLeg).match, play, choice })),
            times,
          };
      }
}

function joinedPrizes(compiled: CompiledSport, ticket: SportTicket, results: Readonly<Record<string, MatchResult>>): SportWin[] {
  const { payout, table, sport } = compiled;
  if (payout === undefined || table === undefined || sport.payout.kind !== 'odds') return [];
  const legs = readLegs(compiled, ticket);
  const final = sport.payout.odds === 'final';
  const hits = legs.map((leg) => {
    const result = results[leg.match];
    if (result === undefined) throw new Error(`match ${leg.match} has no result`);
    return hitsOf(
      leg.options.map((option) => {
        const state = result.void ? VOID : stateOf(compiled, option, result.measures ?? {}, leg.numbers);
        return { state, odds: final && state === WON ? finalOdds(compiled, option, leg.match, result) : option.odds };
      }),
      payout.scale,
    );
  });
  return joinedWins(legs, hits, passesOf(compiled, ticket), table, payout)
    .filter(({ count }) => count > 0n)
    .map(({ pass, legs: size, count, fen }) => ({ tier: pass, legs: size, count, prizeFen: fen }));
}

function stateOf(compiled: CompiledSport, option: Option, result: Result, numbers: ScaledNumbers): State {
  const play = compiled.play(option.play);
  const choice = play?.index(option.choice);
  return play === undefined || choice === undefined ? LOST : play.state(choice, result, numbers);
}

function finalOdds(compiled: CompiledSport, { play, choice }: Option, match: string, result: MatchResult): bigint {
  const odds = result.odds?.[play]?.[choice];
  if (odds === undefined) throw new Error(`match ${match} has no final odds for ${play} ${choice}`);
  return scaledOdds(compiled, odds);
}

/** Options that came true, those at the same odds together. */
function hitsOf(options: readonly { readonly state: State; readonly odds: bigint }[], scale: bigint): readonly Hit[] {
  const hits = new Map<string, Hit>();
  for (const { state, odds: own } of options) {
    if (state === LOST) continue;
    const live = state === WON;
    const odds = live ? own : scale;
    const key = `${odds} ${live}`;
    hits.set(key, { odds, live, count: (hits.get(key)?.count ?? 0) + 1 });
  }
  return [...hits.values()];
}

/** What the range needs of a match, by the match of a ticket: a tap changes one of fifteen, and the others are looked up. */
const rangeLegs = new WeakMap<CompiledSport, WeakMap<SportLeg, RangeLeg>>();

function rangeLegOf(compiled: CompiledSport, match: SportLeg, scale: bigint): RangeLeg {
  let kept = rangeLegs.get(compiled);
  if (kept === undefined) rangeLegs.set(compiled, (kept = new WeakMap()));
  let leg = kept.get(match);
  if (leg === undefined) {
    const read = readLeg(compiled, match);
    kept.set(match, (leg = rangeLeg(read, setsOf(compiled, read, scale))));
  }
  return leg;
}

/** Every different set of a match's options that can come true together. */
function setsOf(compiled: CompiledSport, leg: ReadLeg, scale: bigint): readonly (readonly Hit[])[] {
  let sets: { state: State; odds: bigint }[][] = [[]];
  for (const group of compiled.outcomes(leg.numbers)) {
    const own = leg.options
      .filter(({ play }) => group.plays.has(play))
      .map(({ play, choice, odds }) => ({ play, odds, index: compiled.play(play)?.index(choice) as number }));
    if (own.length === 0) continue;
    const seen = new Map<string, { state: State; odds: bigint }[]>();
    for (const outcome of group.outcomes) {
      const states = own.map(({ play, index, odds }) => ({ state: outcome.states.get(play)?.[index] ?? LOST, odds }));
      const key = states.map(({ state }) => state).join('');
      if (!seen.has(key)) seen.set(key, states);
    }
    sets = sets.flatMap((set) => [...seen.values()].map((states) => [...set, ...states]));
  }
  return sets.map((set) => hitsOf(set, scale));
}

/** "3.15" → 315n where odds have two decimals. */
function scaledOdds(compiled: CompiledSport, text: string): bigint {
  const decimals = compiled.sport.payout.kind === 'odds' ? compiled.sport.payout.decimals : 0;
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals));
}

function readLegs(compiled: CompiledSport, ticket: SportTicket): readonly ReadLeg[] {
  return ticket.matches.map((match) => readLeg(compiled, match));
}

function readLeg(compiled: CompiledSport, { match, numbers, banker = false, picks }: SportLeg): ReadLeg {
  return {
    match,
    banker,
    numbers: scaledNumbers(numbers),
    plays: Object.keys(picks).length,
    options: Object.entries(picks).flatMap(([play, chosen]) =>
      Object.entries(chosen).map(([choice, odds]) => ({ play, choice, odds: scaledOdds(compiled, odds) })),
    ),
  };
}

function passesOf(compiled: CompiledSport, ticket: SportTicket): readonly Pass[] {
  return ticket.passes.flatMap((code) => compiled.pass(code) ?? []);
}
