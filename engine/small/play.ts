/** From a seed to what was drawn, and from that to what a player gets. Server and phone both run it; FAIRNESS.md writes it down. */
import { type Hmac, type NextUniform, seedBytes, uniformFrom } from '../rules/fairness.ts';
import { diceBet, diceBets, thousandthsOf } from './bets.ts';
import { rollDice } from './dice.ts';
import { dealPosts, GATE_BETS, type GateEnd, gateResult, gateWidth, isGateBet, isPair, ranksBeside, thirdCard } from './gate.ts';
import { lineOf, payOf, spinReels, windowOf } from './slot.ts';
import type { BetResult, Outcome, Settled, SmallBet, SmallGame } from './types.ts';

/** Numbers that a seed gives a play: `salt` is the phone's own seed, `deal` for the posts of a gate, empty for a shared round. */
const numbers = (game: SmallGame, play: string, salt: string, seed: Uint8Array, hmac: Hmac): NextUniform =>
  uniformFrom(seedBytes(game.code, salt === '' ? play : `${play}/${salt}`, seed, hmac));

/** The posts of a hand; undefined for a game without a gate. */
export function postsOf(game: SmallGame, play: string, seed: Uint8Array, hmac: Hmac): readonly [number, number] | undefined {
  const { gate } = game;
  if (gate === undefined) return undefined;
  const pays = (width: number) => (width < 0 ? gate.pairs !== undefined : gate.odds.some((each) => each.width === width));
  return dealPosts(numbers(game, play, 'deal', seed, hmac), pays);
}

/** What is drawn of a seed. `salt`: the phone's seed; '' in a shared round, which belongs to no one phone. */
export function outcomeOf(game: SmallGame, play: string, salt: string, seed: Uint8Array, hmac: Hmac): Outcome {
  const uniform = numbers(game, play, salt, seed, hmac);
  const posts = postsOf(game, play, seed, hmac);
  if (posts !== undefined) return { posts, card: thirdCard(posts, uniform) };
  return game.slot !== undefined ? { stops: spinReels(game.slot, uniform) } : { dice: rollDice(uniform) };
}

/** So many thousandths of a stake; the check of descriptions has made sure that it is whole fen. */
const part = (fen: number, thousandths: bigint): number => Number((BigInt(fen) * thousandths) / 1000n);

/** What bets come to. They must be bets of the game (readBets). */
export function settleSmall(game: SmallGame, outcome: Outcome, bets: readonly SmallBet[]): Settled {
  const stakes = bets.reduce((sum, { fen }) => sum + fen, 0);
  const all = (results: readonly BetResult[], more: Partial<Settled> = {}): Settled => ({
    bets: results,
    costFen: stakes,
    prizeFen: results.reduce((sum, { prizeFen }) => sum + prizeFen, 0),
    ...more,
  });
  if ('card' in outcome && game.gate !== undefined) {
    const { postTimes } = game.gate;
    const gate = gateResult(outcome.posts, outcome.card);
    const results = bets.map((bet) => ({
      ...bet,
      prizeFen: wonAtGate(bet.code, gate) ? bet.fen + part(bet.fen, thousandthsOf(gatePays(game.gate, outcome.posts, bet.code) ?? '0')) : 0,
    }));
    return all(results, { gate, costFen: gate === 'post' ? stakes * postTimes : stakes });
  }
  if ('stops' in outcome && game.slot !== undefined) {
    const { slot } = game;
    const seen = windowOf(slot, outcome.stops);
    return all(
      bets.map((bet, line) => {
        const pay = payOf(slot, lineOf(seen, slot.lines[line] ?? []));
        return { ...bet, prizeFen: pay === undefined ? 0 : part(bet.fen, thousandthsOf(slot.pays[pay]?.times ?? '0')) };
      }),
    );
  }
  const { dice: table } = game;
  const dice = 'dice' in outcome ? outcome.dice : [];
  return all(
    bets.map((bet) => {
      const won = table && diceBet(table, bet.code)?.wins(dice);
      return { ...bet, prizeFen: won === undefined ? 0 : bet.fen + part(bet.fen, won) };
    }),
  );
}

const wonAtGate = (code: string, end: GateEnd): boolean => isGateBet(code) && GATE_BETS[code].wins === end;

/** What a bet on these posts wins beside its stake; undefined: there is no such bet on them. */
export function gatePays(gate: SmallGame['gate'], posts: readonly number[], code: string): string | undefined {
  if (gate === undefined) return undefined;
  if (!isPair(posts)) return code === 'shoot' ? gate.odds.find(({ width }) => width === gateWidth(posts))?.pays : undefined;
  if (!isGateBet(code) || code === 'shoot') return undefined;
  const ranks = ranksBeside(posts, GATE_BETS[code].wins);
  return gate.pairs?.find((each) => each.ranks === ranks)?.pays;
}

/** The largest amount (fen) that a play with these bets can take from the wallet. */
export const largestLoss = (game: SmallGame, bets: readonly SmallBet[]): number =>
  bets.reduce((sum, { fen }) => sum + fen, 0) * (game.gate?.postTimes ?? 1);

export type BetFault =
  | { readonly why: 'none' | 'twice' | 'unknown' | 'lines' | 'one'; readonly at: number }
  | { readonly why: 'step' | 'least' | 'most' | 'round'; readonly at: number; readonly fen: number };

/** The fault of bets before they are taken; undefined: nothing. Of a slot machine each line is a bet, all of the same stake. */
export function betFault(game: SmallGame, bets: readonly SmallBet[]): BetFault | undefined {
  const { stepFen, leastFen, mostFen, roundFen } = game.limits;
  if (bets.length === 0) return { why: 'none', at: 0 };
  const known = new Set(
    game.dice !== undefined
      ? diceBets(game.dice).map(({ code }) => code)
      : game.slot !== undefined
        ? ['line']
        : game.gate?.pairs === undefined
          ? ['shoot']
          : Object.keys(GATE_BETS),
  );
  for (const [at, { code, fen }] of bets.entries()) {
    if (!known.has(code)) return { why: 'unknown', at };
    if (fen % stepFen !== 0) return { why: 'step', at, fen: stepFen };
    if (fen < leastFen) return { why: 'least', at, fen: leastFen };
    if (fen > mostFen) return { why: 'most', at, fen: mostFen };
    if (game.slot !== undefined && fen !== bets[0]?.fen) return { why: 'lines', at };
  }
  if (game.dice !== undefined && new Set(bets.map(({ code }) => code)).size < bets.length) return { why: 'twice', at: 0 };
  if (game.slot !== undefined && !game.slot.lineChoices.includes(bets.length)) return { why: 'lines', at: 0 };
  if (game.gate !== undefined && bets.length !== 1) return { why: 'one', at: 1 };
  if (bets.reduce((sum, { fen }) => sum + fen, 0) > roundFen) return { why: 'round', at: 0, fen: roundFen };
  return undefined;
}
