/** Sports tickets: the number of bets and the price, the range of prizes, settlement, and the single bets. */
import type { Pass } from '../../descriptions/sports/types.ts';
import { amountOf } from '../amount.ts';
import type { CompiledSport } from './compile.ts';
import { LOST, type Result, type ScaledNumbers, type ChoiceState, VOID, WON } from '../../descriptions/sports/conditions.ts';
import { type WinningOptions, joinedSum, joinedWins, multiplicity } from './joined.ts';
import { expandPool, poolBets, poolWins } from './pool.ts';
import { type RangeLeg, rangeLeg, sportRange } from './range.ts';
import {
  cartesianProduct,
  combinations,
  type MatchResult,
  type Option,
  type ReadLeg,
  readLeg,
  readLegs,
  type SportBet,
  type SportLeg,
  type SportTicket,
  type SportWin,
  scaledNumbers,
  scaledOdds,
} from './ticket.ts';
import { distinctBets } from './single-bets.ts';
import { unitRange } from './unit-range.ts';
import { unitWins } from './units.ts';

/** Bets and price in fen, the multiplier included. The ticket must have passed `validateSportTicket`. */
export function priceSport(compiled: CompiledSport, ticket: SportTicket): { readonly bets: bigint; readonly amountFen: bigint } {
  const bets =
    ticket.units === undefined
      ? countBets(compiled, ticket) * BigInt(ticket.multiplier)
      : ticket.units.reduce((sum, times) => sum + BigInt(times), 0n);
  return { bets, amountFen: amountOf(bets, compiled.sport.unitFen) };
}

/** The number of different bets, without the multiplier and without the units of an optimised ticket. */
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
 * The smallest prize above 0 and the largest prize, in fen, the multiplier included; undefined for a pool, whose prizes depend on all stakes.
 * `steps` bounds the work. Beyond it `exact` is false: the range is that before rounding and caps, and for an optimised ticket an estimate
 * (see `unitRange`).
 */
export function sportPrizeRange(
  compiled: CompiledSport,
  ticket: SportTicket,
  steps?: number,
): { readonly minFen: bigint; readonly maxFen: bigint; readonly exact: boolean } | undefined {
  const { payout, table, sport } = compiled;
  if (payout === undefined || table === undefined || sport.payout.kind !== 'odds') return undefined;
  if (ticket.units !== undefined)
    return unitRange(
      compiled,
      ticket,
      ticket.units,
      ticket.matches.map((match) => setsOfOptions(compiled, readLeg(compiled, match), payout.scale)),
      steps,
    );
  const legs = ticket.matches.map((match) => rangeLegOf(compiled, match, payout.scale));
  const { unitFen } = sport;
  const { sharePermille } = sport.payout;
  const range = sportRange({ legs, passes: passesOf(compiled, ticket), table, payout, unitFen, sharePermille }, steps);
  const times = BigInt(ticket.multiplier);
  return { minFen: range.minFen * times, maxFen: range.maxFen * times, exact: range.exact };
}

/**
 * The wins of a ticket. `results`: by match. Throws for a match without a result, because a ticket is settled when all its matches are
 * decided. `refundFen`: the part of `prizeFen` that returns the price of bets whose legs are all void.
 */
export function settleSport(
  compiled: CompiledSport,
  ticket: SportTicket,
  results: Readonly<Record<string, MatchResult>>,
  prizes: Readonly<Record<string, number>> = {},
): { readonly wins: readonly SportWin[]; readonly prizeFen: bigint; readonly refundFen: bigint } {
  const times = BigInt(ticket.multiplier);
  const { wins, refundFen } =
    compiled.table === undefined
      ? { wins: poolWins(compiled, ticket, results, prizes), refundFen: 0n }
      : joinedPrizes(compiled, ticket, results);
  const multiplied = wins.map((win) => ({ ...win, count: win.count * times, prizeFen: win.prizeFen * times }));
  return { wins: multiplied, prizeFen: multiplied.reduce((sum, { prizeFen }) => sum + prizeFen, 0n), refundFen: refundFen * times };
}

/** Every different bet of a ticket, pass by pass. An optimised ticket gives only the bets that have units; `times` is their number. */
export function* expandSport(compiled: CompiledSport, ticket: SportTicket): Generator<SportBet> {
  const { units } = ticket;
  if (units !== undefined) {
    for (const [i, { pass, legs }] of distinctBets(compiled, ticket).entries()) {
      const times = BigInt(units[i] ?? 0);
      if (times > 0n) yield { pass, legs, times };
    }
    return;
  }
  if (compiled.table === undefined) {
    yield* expandPool(compiled, ticket);
    return;
  }
  const legs = readLegs(compiled, ticket);
  for (const pass of passesOf(compiled, ticket))
    for (const size of pass.legs)
      for (const chosen of combinations(legs.length, size)) {
        const times = multiplicity(pass, legs, chosen, compiled.table.repeats);
        if (times === 0n) continue;
        for (const options of cartesianProduct(chosen.map((i) => (legs[i] as ReadLeg).options)))
          yield {
            pass: pass.code,
            legs: options.map(({ play, choice }, k) => ({ match: (legs[chosen[k] as number] as ReadLeg).match, play, choice })),
            times,
          };
      }
}

function joinedPrizes(
  compiled: CompiledSport,
  ticket: SportTicket,
  results: Readonly<Record<string, MatchResult>>,
): { readonly wins: readonly SportWin[]; readonly refundFen: bigint } {
  const { payout, table, sport } = compiled;
  if (payout === undefined || table === undefined || sport.payout.kind !== 'odds') return { wins: [], refundFen: 0n };
  const legs = readLegs(compiled, ticket);
  const states = legs.map((leg) => ended(compiled, leg, results[leg.match]));
  if (ticket.units !== undefined) {
    const hits = states.map((options) => hitsByKey(options, payout.scale));
    return unitWins(compiled, ticket, ticket.units, hits);
  }
  const passes = passesOf(compiled, ticket);
  const hits = states.map((options) => hitsOf(options, payout.scale));
  const voided = states.map((options) => BigInt(options.filter(({ state }) => state === VOID).length));
  const wins = joinedWins(legs, hits, passes, table, payout)
    .filter(({ count }) => count > 0n)
    .map(({ pass, legs: size, count, fen }) => ({ tier: pass, legs: size, count, prizeFen: fen }));
  return { wins, refundFen: amountOf(joinedSum(legs, voided, passes, table.repeats), sport.unitFen) };
}

interface EndedOption extends Option {
  readonly state: ChoiceState;
}

/** The picked options of a match with their states, at the odds that pay. */
function ended(compiled: CompiledSport, leg: ReadLeg, result: MatchResult | undefined): readonly EndedOption[] {
  if (result === undefined) throw new Error(`match ${leg.match} has no result`);
  const final = compiled.sport.payout.kind === 'odds' && compiled.sport.payout.odds === 'final';
  return leg.options.map((option) => {
    const state = result.void ? VOID : stateOf(compiled, option, result.measures ?? {}, leg.numbers);
    return { ...option, state, odds: final && state === WON ? finalOdds(compiled, option, leg.match, result) : option.odds };
  });
}

/** The options that came true or are void, by play and choice. */
function hitsByKey(options: readonly EndedOption[], scale: bigint): ReadonlyMap<string, WinningOptions> {
  return new Map(
    options.flatMap(({ play, choice, state, odds }) =>
      state === LOST ? [] : [[`${play} ${choice}`, { odds: state === WON ? odds : scale, count: 1, live: state === WON }] as const],
    ),
  );
}

/** The state of a picked choice of a match under the match's result. */
export function choiceState(
  compiled: CompiledSport,
  { numbers }: SportLeg,
  play: string,
  choice: string,
  result: MatchResult,
): ChoiceState {
  return result.void ? VOID : stateOf(compiled, { play, choice }, result.measures ?? {}, scaledNumbers(numbers));
}

function stateOf(compiled: CompiledSport, option: Pick<Option, 'play' | 'choice'>, result: Result, numbers: ScaledNumbers): ChoiceState {
  const play = compiled.play(option.play);
  const choice = play?.index(option.choice);
  if (play === undefined || choice === undefined) return LOST;
  // The result lacks a measure of this play, such as the half-time score of an old match: the choice is void.
  for (const measure of play.measures) if (result[measure] === undefined) return VOID;
  return play.state(choice, result, numbers);
}

function finalOdds(compiled: CompiledSport, { play, choice }: Option, match: string, result: MatchResult): bigint {
  const odds = result.odds?.[play]?.[choice];
  if (odds === undefined) throw new Error(`match ${match} has no final odds for ${play} ${choice}`);
  return scaledOdds(compiled, odds);
}

/** The options that came true or are void, grouped by odds. */
function hitsOf(options: readonly { readonly state: ChoiceState; readonly odds: bigint }[], scale: bigint): readonly WinningOptions[] {
  const hits = new Map<string, WinningOptions>();
  for (const { state, odds: own } of options) {
    if (state === LOST) continue;
    const live = state === WON;
    const odds = live ? own : scale;
    const key = `${odds} ${live}`;
    hits.set(key, { odds, live, count: (hits.get(key)?.count ?? 0) + 1 });
  }
  return [...hits.values()];
}

/** Cache of the range's figures for each match of a ticket: a tap changes one match of up to fifteen, and the others are found here. */
const rangeLegs = new WeakMap<CompiledSport, WeakMap<SportLeg, RangeLeg>>();

function rangeLegOf(compiled: CompiledSport, match: SportLeg, scale: bigint): RangeLeg {
  let legCache = rangeLegs.get(compiled);
  if (legCache === undefined) rangeLegs.set(compiled, (legCache = new WeakMap()));
  let leg = legCache.get(match);
  if (leg === undefined) {
    const read = readLeg(compiled, match);
    legCache.set(match, (leg = rangeLeg(read, setsOf(compiled, read, scale))));
  }
  return leg;
}

/** Every different set of a match's options that can come true together. */
function setsOf(compiled: CompiledSport, leg: ReadLeg, scale: bigint): readonly (readonly WinningOptions[])[] {
  return statesOf(compiled, leg).map((set) => hitsOf(set, scale));
}

/** The same sets, with each option on its own and not grouped by odds. */
function setsOfOptions(compiled: CompiledSport, leg: ReadLeg, scale: bigint): readonly ReadonlyMap<string, WinningOptions>[] {
  return statesOf(compiled, leg).map((set) => hitsByKey(set, scale));
}

function statesOf(compiled: CompiledSport, leg: ReadLeg): readonly (readonly EndedOption[])[] {
  let sets: EndedOption[][] = [[]];
  for (const group of compiled.outcomes(leg.numbers)) {
    const own = leg.options
      .filter(({ play }) => group.plays.has(play))
      .map((option) => ({ ...option, index: compiled.play(option.play)?.index(option.choice) as number }));
    if (own.length === 0) continue;
    const seen = new Map<string, EndedOption[]>();
    for (const outcome of group.outcomes) {
      const states = own.map(({ index, ...option }) => ({ ...option, state: outcome.states.get(option.play)?.[index] ?? LOST }));
      const key = states.map(({ state }) => state).join('');
      if (!seen.has(key)) seen.set(key, states);
    }
    sets = sets.flatMap((set) => [...seen.values()].map((states) => [...set, ...states]));
  }
  return sets;
}

function passesOf(compiled: CompiledSport, ticket: SportTicket): readonly Pass[] {
  return ticket.passes.flatMap((code) => compiled.pass(code) ?? []);
}
