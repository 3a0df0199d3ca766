/**
 * Computes odds in a thread of its own: those of a 时时彩 game take seconds, in which the server answers everybody else. From source this
 * file is the thread's program; in the bundle the whole server is, which then does nothing else (main.ts).
 */
import { setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Game } from '../../../engine/descriptions/types.ts';
import { compileGame } from '../../../engine/rules/index.ts';
import { oddsOf } from '../../../engine/rules/odds.ts';
import type { Fraction } from '../../../engine/rules/types.ts';
import type { Chance, LotteryOddsModels } from '../../../protocol/calls.ts';
import type { WorkerAnswer } from '../../platform/index.ts';

/** What the thread is started with, so that it knows what it is. */
export const ODDS_TASK = 'caipu-odds';
export const ODDS_PROGRAM = new URL(import.meta.url);

export interface OddsQuestion {
  /** A game as it is on its day (`gameAt`), as JSON. */
  readonly game: string;
}
export interface OddsAnswer {
  /** JSON of `LotteryOddsModels['plays']`. */
  readonly plays: string;
}

const chance = ({ numerator, denominator }: Fraction): Chance => ({ numerator: String(numerator), denominator: String(denominator) });

/** The odds of every play as the call tells them. */
export function oddsOfPlays(game: Game): LotteryOddsModels['plays'] {
  return oddsOf(compileGame(game)).map(({ code, name, group, unitFen, bets, kinds }) => ({
    code,
    name,
    group,
    unitFen,
    bets: bets === undefined ? null : String(bets),
    kinds: kinds.map((kind) => ({
      bets: kind.bets,
      tiers: kind.tiers.map((tier) => ({
        tier: tier.tier,
        name: tier.name,
        fen: tier.fen,
        floating: tier.floating,
        chance: chance(tier.chance),
      })),
      winChance: chance(kind.winChance),
      returns: chance(kind.returns),
    })),
  }));
}

if (!isMainThread && workerData === ODDS_TASK) {
  try {
    // Of this thread alone (Linux): requests come first. At 19 a thread on busy cores gets a sixtieth of the time of another one, so that players
    // wait minutes for the odds of a new description; at 5 it gets a third.
    setPriority(5);
  } catch {
    // Not everywhere may a thread step back.
  }
  parentPort?.on('message', ({ id, game }: OddsQuestion & { readonly id: number }) => {
    let answer: WorkerAnswer<OddsAnswer>;
    try {
      answer = { id, plays: JSON.stringify(oddsOfPlays(JSON.parse(game) as Game)) };
    } catch (error) {
      answer = { id, fault: (error as Error).message };
    }
    parentPort?.postMessage(answer);
  });
}
