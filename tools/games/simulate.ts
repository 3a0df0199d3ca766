/**
 * `simulate <code>`: random bets of every play, settled against draws as the server makes them, beside what the odds table says must
 * come out. With `every draw`, each draw of the game once instead, where the two must agree to the last bet.
 */
import { createHmac } from 'node:crypto';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { formatInteger } from '../../engine/descriptions/format.ts';
import type { Draw, Game, Zone } from '../../engine/descriptions/types.ts';
import {
  type CompiledGame,
  type CompiledPlay,
  drawNumbers,
  type Fraction,
  type Line,
  type NextUniform,
  probability,
  seedBytes,
  uniformFrom,
} from '../../engine/rules/index.ts';
import { drawCount } from '../../engine/rules/odds.ts';

/** A tier further than this many standard deviations off is reported: by chance it happens once in two million comparisons. */
export const MAX_Z_SCORE = 5;
/** Where fewer wins than this are expected the normal approximation misleads, and the Poisson tail is looked at instead. */
const FEW = 10;
const LEAST_TAIL = 1e-7;
/** More draws than this are not gone through one by one. */
export const MAX_ENUMERATED_DRAWS = 200_000n;

export interface Comparison {
  readonly play: string;
  readonly tier: string;
  readonly bets: number;
  readonly wins: number;
  readonly expected: number;
  /** Standard deviations off; undefined where too few wins are expected to say. */
  readonly z: number | undefined;
  readonly agrees: boolean;
  /** Enough bets were won to say so: of a tier that nobody bet on, or that comes too seldom, nothing is known. */
  readonly isConclusive: boolean;
}

/** Uniform numbers from a seed: the same mapping that draws issues, so that a seed gives the same simulation everywhere. */
export function seededRandom(seed: string): NextUniform {
  return uniformFrom(
    seedBytes('simulate', seed, new TextEncoder().encode(seed), (key, message) => createHmac('sha256', key).update(message).digest()),
  );
}

/** One random single bet of a play; a random line that holds several (组三) gives one of them. */
export function randomBet(play: CompiledPlay, random: NextUniform): Line {
  const line = play.random(random);
  const bets = [...play.expand(line)];
  return bets[random(bets.length)] ?? line;
}

interface Tally {
  readonly play: CompiledPlay;
  readonly tiers: Map<string, { wins: number; expected: number; variance: number }>;
  readonly chances: Map<string, ReadonlyMap<string, Fraction>>;
}

/** Plays `draws` draws with one random bet of every play on each. */
export function simulate(compiled: CompiledGame, draws: number, seed: string): Comparison[] {
  const random = seededRandom(seed);
  const tallies = compiled.plays.map(
    (play): Tally => ({
      play,
      tiers: new Map([...play.prizes.keys()].map((tier) => [tier, { wins: 0, expected: 0, variance: 0 }])),
      chances: new Map(),
    }),
  );
  for (let i = 0; i < draws; i++) {
    const draw = drawNumbers(compiled.game, random);
    for (const tally of tallies) {
      const bet = randomBet(tally.play, random);
      for (const [tier, { numerator, denominator }] of chancesOf(tally, bet)) {
        const counted = tally.tiers.get(tier);
        if (counted === undefined) continue;
        const chance = Number(numerator) / Number(denominator);
        counted.expected += chance;
        counted.variance += chance * (1 - chance);
      }
      for (const [tier, count] of tally.play.settle(bet, draw)) {
        const counted = tally.tiers.get(tier);
        if (counted !== undefined) counted.wins += Number(count);
      }
    }
  }
  return tallies.flatMap(({ play, tiers }) =>
    [...tiers].map(([tier, { wins, expected, variance }]) => {
      const z = Math.min(expected, draws - expected) < FEW || variance === 0 ? undefined : (wins - expected) / Math.sqrt(variance);
      const agrees = z === undefined ? likely(wins, expected, draws) : Math.abs(z) <= MAX_Z_SCORE;
      return { play: play.play.code, tier, bets: draws, wins, expected, z, agrees, isConclusive: z !== undefined || !agrees };
    }),
  );
}

/** Bets of a combination, a direct or a group play are equally good; those of options each have their own chances. */
function chancesOf({ play, chances }: Tally, bet: Line): ReadonlyMap<string, Fraction> {
  const key = play.play.rule.kind === 'options' ? JSON.stringify(bet.picks) : '';
  const known = chances.get(key) ?? probability(play, bet);
  chances.set(key, known);
  return known;
}

/** Whether so many wins could come of so few expected ones, or so few of nearly all. */
function likely(wins: number, expected: number, bets: number): boolean {
  if (expected > bets / 2) return likely(bets - wins, bets - expected, bets);
  if (wins <= expected) return true;
  if (expected === 0) return false;
  let term = Math.exp(-expected);
  let below = term;
  for (let k = 1; k < wins; k++) {
    term *= expected / k;
    below += term;
  }
  return 1 - below > LEAST_TAIL;
}

/**
 * Every draw of the game once, one bet of each kind that a play has and `each` random ones: wins must be chance × draws exactly, bet by bet.
 * So no tier is said to agree that was not bet on. Undefined when there are too many draws.
 */
export function compareEveryDraw(compiled: CompiledGame, each: number, seed: string): Comparison[] | undefined {
  const all = drawCount(compiled.game.draw);
  if (all === undefined || all > MAX_ENUMERATED_DRAWS) return undefined;
  const random = seededRandom(seed);
  const bets = compiled.plays.flatMap((play) =>
    [...play.kinds(), ...Array.from({ length: each }, () => randomBet(play, random))].map((bet) => ({
      play,
      bet,
      chances: probability(play, bet),
      wins: new Map<string, bigint>(),
    })),
  );
  for (const draw of allDrawsOf(compiled.game))
    for (const { play, bet, wins } of bets)
      for (const [tier, count] of play.settle(bet, draw)) wins.set(tier, (wins.get(tier) ?? 0n) + count);
  return compiled.plays.flatMap((play) => {
    const own = bets.filter((each) => each.play === play);
    return [...play.prizes.keys()].map((tier) => {
      const counted = own.map(({ chances, wins }) => {
        const { numerator, denominator } = chances.get(tier) ?? { numerator: 0n, denominator: 1n };
        const won = wins.get(tier) ?? 0n;
        return { won, expected: (numerator * all) / denominator, agrees: numerator * all === won * denominator };
      });
      return {
        play: play.play.code,
        tier,
        bets: Number(all) * own.length,
        wins: counted.reduce((sum, { won }) => sum + Number(won), 0),
        expected: counted.reduce((sum, { expected }) => sum + Number(expected), 0),
        z: undefined,
        agrees: counted.every(({ agrees }) => agrees),
        isConclusive: counted.some(({ won, expected }) => won > 0n || expected > 0n),
      };
    });
  });
}

/** All draws of a game, written down the plain way: no symmetry, no weights. */
export function* allDrawsOf(game: Pick<Game, 'draw'>): Generator<Draw> {
  const { zones } = game.draw;
  function* rest(index: number, numbers: Readonly<Record<string, readonly number[]>>): Generator<Draw> {
    const zone = zones[index];
    if (zone === undefined) {
      yield { numbers };
      return;
    }
    const excluded = zone.excludes === undefined ? [] : (numbers[zone.excludes] ?? []);
    for (const drawn of drawsOfZone(zone, excluded, [])) yield* rest(index + 1, { ...numbers, [zone.id]: drawn });
  }
  yield* rest(0, {});
}

function* drawsOfZone(zone: Zone, excluded: readonly number[], drawn: readonly number[]): Generator<readonly number[]> {
  if (drawn.length === zone.pick) {
    yield drawn;
    return;
  }
  const first = zone.kind === 'set' && drawn.length > 0 ? (drawn.at(-1) as number) + 1 : zone.from;
  for (let v = first; v <= zone.to; v++) {
    if (excluded.includes(v) || (zone.kind !== 'digits' && drawn.includes(v))) continue;
    yield* drawsOfZone(zone, excluded, [...drawn, v]);
  }
}

export function writeComparisons(compiled: CompiledGame, comparisons: readonly Comparison[], lang: Lang): string[] {
  const zh = lang === 'zh';
  const width = Math.max(...comparisons.map(({ play, tier }) => `${play}/${tier}`.length));
  const lines = comparisons.map(({ play, tier, bets, wins, expected, z, agrees }) =>
    [
      `${play}/${tier}`.padEnd(width),
      zh ? `${formatInteger(bets)} 注` : `${formatInteger(bets)} bets`,
      zh ? `中 ${formatInteger(wins)}` : `won ${formatInteger(wins)}`,
      zh ? `应中 ${expected.toFixed(2)}` : `expected ${expected.toFixed(2)}`,
      z === undefined ? 'z —' : `z ${z < 0 ? '' : '+'}${z.toFixed(2)}`,
      agrees ? '' : zh ? '不符' : 'DISAGREES',
    ]
      .filter(Boolean)
      .join('  '),
  );
  const off = comparisons.filter(({ agrees }) => !agrees).length;
  const conclusive = comparisons.filter((each) => each.isConclusive).length;
  const inconclusive = comparisons.length - conclusive;
  const verdict = zh
    ? off > 0
      ? `${compiled.game.name}：${off} 个奖级和概率表不符`
      : inconclusive === 0
        ? `${compiled.game.name}：${conclusive} 个奖级全部相符`
        : `${compiled.game.name}：${conclusive} 个奖级相符；${inconclusive} 个中得太少，看不出来，要更多的开奖（--draws）`
    : off > 0
      ? `${compiled.game.code}: ${off} tiers disagree with the odds`
      : inconclusive === 0
        ? `${compiled.game.code}: all ${conclusive} tiers agree with the odds`
        : `${compiled.game.code}: ${conclusive} tiers agree with the odds; of ${inconclusive} too few were won to say, which takes more draws (--draws)`;
  return [...lines, verdict];
}
