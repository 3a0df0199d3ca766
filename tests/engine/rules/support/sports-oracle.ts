/**
 * A second look at sports tickets, written from the words of the rules and not from the engine: bets are listed one by one, matches are
 * played through every score, money is a fraction. Slow, and meant to be.
 */
import type { PassesDescription } from '../../../../engine/descriptions/sports/types.ts';

type Pair = readonly [number, number];
export interface Score {
  readonly full: Pair;
  readonly half: Pair;
}
export interface OracleLeg {
  readonly match: string;
  readonly banker: boolean;
  /** Handicap or line, as numbers. */
  readonly handicap: number;
  readonly line: number;
  readonly picks: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
export interface OracleTicket {
  readonly legs: readonly OracleLeg[];
  readonly passes: readonly string[];
}
export interface OracleMoney {
  readonly rounding: 'third-decimal' | 'down';
  readonly sharePermille: number;
  readonly caps: Readonly<Record<number, number>>;
}
type Outcome = 'lost' | 'won' | 'void';
export interface OracleBet {
  readonly pass: string;
  readonly legs: readonly { readonly leg: number; readonly play: string; readonly choice: string; readonly odds: string }[];
}

const sign = (n: number): string => (n > 0 ? '3' : n === 0 ? '1' : '0');

/** Whether a choice comes true, by the name of the play. `others` are the scores that the play names. */
export function oracleChoiceWins(
  game: string,
  play: string,
  choice: string,
  { full: [h, a], half: [hh, ha] }: Score,
  { handicap, line }: OracleLeg,
  others: readonly string[],
): Outcome {
  const won = (yes: boolean): Outcome => (yes ? 'won' : 'lost');
  const total = h + a;
  switch (play) {
    case 'BRQSPF':
    case 'T14C':
    case 'TR9':
    case 'SF':
      return won(sign(h - a) === choice);
    case 'SPF':
      return won(sign(h - a + handicap) === choice);
    case 'RQSF':
    case 'RFSF':
      return h - a + handicap === 0 ? 'void' : won(sign(h - a + handicap) === choice);
    case 'DXQ':
    case 'DXF':
      return total === line ? 'void' : won(sign(total - line) === choice);
    case 'EXY': {
      // −1: home wins, or the guests are not beaten. +1: home is not beaten, or the guests win.
      const home = handicap === -1 ? h > a : h >= a;
      return won(home === (choice === '3'));
    }
    case 'ZJQ':
      return won(Math.min(total, 7) === Number(choice));
    case 'BQC':
      return won(sign(hh - ha) + sign(h - a) === choice);
    case 'SXDS':
      return won((total >= 3 ? 'S' : 'X') + (total % 2 === 1 ? 'D' : 'S') === choice);
    case 'BF': {
      const own = `${h}:${a}`;
      if (others.includes(own)) return won(choice === own);
      return won(choice === { 3: 'X0', 1: 'XX', 0: '0X' }[sign(h - a)]);
    }
    case 'SFC': {
      const band = Math.min(Math.ceil(Math.abs(h - a) / 5), 6);
      return won(choice === `${h > a ? '0' : '1'}${band}`);
    }
    default:
      throw new Error(`${game} ${play}: ${choice} is not known to the oracle`);
  }
}

function* subsets<T>(items: readonly T[], size: number): Generator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = 0; i <= items.length - size; i++) for (const rest of subsets(items.slice(i + 1), size - 1)) yield [items[i] as T, ...rest];
}

function* product<T>(lists: readonly (readonly T[])[]): Generator<T[]> {
  const [first, ...rest] = lists;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const item of first) for (const tail of product(rest)) yield [item, ...tail];
}

/** Every bet, as often as it is in the ticket. */
export function listOracleBets(ticket: OracleTicket, table: PassesDescription): OracleBet[] {
  const bets: OracleBet[] = [];
  const every = ticket.legs.map((_, i) => i);
  const bankers = every.filter((i) => ticket.legs[i]?.banker);
  const optionsOf = (i: number, play: string): OracleBet['legs'] =>
    Object.entries(ticket.legs[i]?.picks[play] ?? {}).map(([choice, odds]) => ({ leg: i, play, choice, odds }));
  for (const code of ticket.passes) {
    const pass = table.passes.find((each) => each.code === code) as PassesDescription['passes'][number];
    if (table.repeats) {
      for (const group of subsets(every, pass.matches)) {
        if (!bankers.every((i) => group.includes(i))) continue;
        // One play a match: each way is a ticket of its own, whose bets are those of the pass over just these matches.
        for (const plays of product(group.map((i) => Object.keys(ticket.legs[i]?.picks ?? {}))))
          for (const size of pass.legs)
            for (const part of subsets(
              group.map((_, k) => k),
              size,
            ))
              for (const legs of product(part.map((k) => optionsOf(group[k] as number, plays[k] as string))))
                bets.push({ pass: code, legs });
      }
    } else
      for (const size of pass.legs)
        for (const part of subsets(every, size)) {
          if (size > bankers.length ? !bankers.every((i) => part.includes(i)) : !part.every((i) => bankers.includes(i))) continue;
          const lists = part.map((i) => Object.keys(ticket.legs[i]?.picks ?? {}).flatMap((play) => optionsOf(i, play)));
          for (const legs of product(lists)) bets.push({ pass: code, legs });
        }
  }
  return bets;
}

/** What a bet pays in fen when all of its legs came true; `undefined` odds are those of a void leg. */
export function oraclePayout(odds: readonly (string | undefined)[], { rounding, sharePermille, caps }: OracleMoney): bigint {
  const live = odds.filter((each) => each !== undefined);
  if (live.length === 0) return 200n;
  let numerator = 200n * BigInt(sharePermille);
  let denominator = 1000n;
  for (const text of live) {
    const [whole = '', part = ''] = text.split('.');
    numerator *= BigInt(whole + part);
    denominator *= 10n ** BigInt(part.length);
  }
  const tenths = String((numerator * 10n) / denominator).padStart(2, '0');
  let fen = BigInt(tenths.slice(0, -1));
  if (rounding === 'third-decimal') {
    const third = Number(tenths.at(-1));
    if (third >= 6 || (third === 5 && fen % 2n === 1n)) fen += 1n;
  }
  if (fen < 200n) fen = 200n;
  const steps = Object.keys(caps)
    .map(Number)
    .filter((legs) => live.length >= legs);
  const cap = BigInt(caps[Math.max(...steps)] as number);
  return fen > cap ? cap : fen;
}

/** What the listed bets win in a given outcome of every pick. */
export function oraclePrize(
  bets: readonly OracleBet[],
  outcome: (leg: number, play: string, choice: string) => Outcome,
  money: OracleMoney,
  oddsOf: (leg: number, play: string, choice: string, sold: string) => string = (_leg, _play, _choice, sold) => sold,
): { readonly count: bigint; readonly fen: bigint } {
  let count = 0n;
  let fen = 0n;
  for (const { legs } of bets) {
    const odds: (string | undefined)[] = [];
    for (const { leg, play, choice, odds: sold } of legs) {
      const state = outcome(leg, play, choice);
      if (state === 'lost') break;
      odds.push(state === 'won' ? oddsOf(leg, play, choice, sold) : undefined);
    }
    if (odds.length < legs.length) continue;
    count += 1n;
    fen += oraclePayout(odds, money);
  }
  return { count, fen };
}
