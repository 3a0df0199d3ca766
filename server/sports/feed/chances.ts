/**
 * What can come of a match and how likely it is. The same distribution is played by and priced by, so that odds return what they say.
 *
 * goals: each side's number is Poisson, each one falls into the first half by itself. points: each side's number is rounded from a normal
 * spread; where sides must not be level, overtime gives one of them 2, 4 or 6 more than the other.
 */
import type { CompiledSportPlay, ScaledNumbers } from '../../../engine/descriptions/sports/conditions.ts';
import { LOST, VOID } from '../../../engine/descriptions/sports/conditions.ts';
import type { Condition, Measure, PlayedMeasure, SportDescription, SportPlay } from '../../../engine/descriptions/sports/types.ts';
import type { Random } from './random.ts';

const STRENGTH_PERMILLE = 900;
const FIRST_HALF_PERMILLE = 450;
const SPREAD = 11_000;

/** How a measure is played in one match. */
export interface MeasureModel {
  readonly code: string;
  readonly kind: 'goals' | 'points';
  readonly home: number;
  readonly away: number;
  readonly firstHalf: number;
  readonly spread: number;
  readonly noTie: boolean;
  readonly event: PlayedMeasure['event'];
  /** Codes of measures that are its first half. */
  readonly parts: readonly string[];
}

export interface Strengths {
  readonly home: number;
  readonly away: number;
}

export function measureModelOf(played: PlayedMeasure, measures: readonly Measure[], { home, away }: Strengths): MeasureModel {
  const measure = measures.find(({ code }) => code === played.measure);
  const ratio = (home / away) ** ((played.strengthPermille ?? STRENGTH_PERMILLE) / 1000);
  return {
    code: played.measure,
    kind: played.model,
    home: (played.home / 1000) * ratio,
    away: played.away / 1000 / ratio,
    firstHalf: (played.firstHalfPermille ?? FIRST_HALF_PERMILLE) / 1000,
    spread: (played.spread ?? SPREAD) / 1000,
    noTie: measure?.noTie === true,
    event: played.event,
    parts: measures.filter(({ within }) => within === played.measure).map(({ code }) => code),
  };
}

export const measureModelsOf = (sport: SportDescription, strengths: Strengths): MeasureModel[] =>
  (sport.feed?.measures ?? []).map((played) => measureModelOf(played, sport.measures, strengths));

/** Chances of 0, 1, 2 …: the last one takes the rest. */
export function poisson(mean: number, most: number): number[] {
  const chances: number[] = [];
  let chance = Math.exp(-mean);
  let sum = 0;
  for (let n = 0; n < most; n++) {
    chances.push(chance);
    sum += chance;
    chance = (chance * mean) / (n + 1);
  }
  chances.push(Math.max(0, 1 - sum));
  return chances;
}

/** A side's points around its mean, as far as three and a half deviations. */
export interface PointDistribution {
  readonly from: number;
  readonly chances: readonly number[];
}

export function pointDistributionOf(mean: number, deviation: number): PointDistribution {
  const from = Math.max(0, Math.ceil(mean - 3.5 * deviation));
  const to = Math.floor(mean + 3.5 * deviation);
  const weights: number[] = [];
  for (let n = from; n <= to; n++) weights.push(Math.exp(-(((n - mean) / deviation) ** 2) / 2));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return { from, chances: weights.map((weight) => weight / sum) };
}

/** What overtime gives the side that wins it more than the other. */
export const OVERTIME_MARGINS = [2, 4, 6] as const;
/** What both score in overtime. */
export const OVERTIME_SHARED_POINTS = 8;

export function drawIndex(chances: readonly number[], random: Random): number {
  let left = random();
  for (const [n, chance] of chances.entries()) {
    left -= chance;
    if (left < 0) return n;
  }
  return chances.length - 1;
}

/** Chances of a play's choices in a match; `push`: that it is void. The rest add up to 1 − push. */
export interface PlayChances {
  readonly choices: readonly number[];
  readonly push: number;
}

/** Largest number of goals of a side with a chance of its own, in a whole match and in each half. */
const MOST_WHOLE = 30;
const MOST_HALF = 12;

/** One match's chances, play by play; what plays share is reckoned once. */
export function chancesOf(models: readonly MeasureModel[], numbers: ScaledNumbers): (play: CompiledSportPlay) => PlayChances {
  const margins = new Map<string, PointsMargins>();
  return (play) => {
    const model = models.find(({ code, parts }) => play.measures.has(code) || parts.some((part) => play.measures.has(part)));
    if (model === undefined) return { choices: play.play.choices.map(() => 0), push: 1 };
    if (model.kind === 'points') {
      let marginChances = margins.get(model.code);
      if (marginChances === undefined) margins.set(model.code, (marginChances = pointsMargins(model)));
      return pointsChances(play, model, marginChances, numbers);
    }
    return model.parts.some((part) => play.measures.has(part)) ? halvesChances(play, model, numbers) : goalsChances(play, model, numbers);
  };
}

/** Adds up outcomes: `choice` of each is the one that comes true, or −1 for a push. */
class Sum {
  readonly choices: number[];
  push = 0;
  constructor(size: number) {
    this.choices = Array<number>(size).fill(0);
  }
  add(choice: number, weight: number): void {
    if (choice < 0) this.push += weight;
    else this.choices[choice] = (this.choices[choice] as number) + weight;
  }
}

function winner(play: CompiledSportPlay, result: Record<string, readonly [number, number]>, numbers: ScaledNumbers): number {
  const { length } = play.play.choices;
  for (let choice = 0; choice < length; choice++) {
    const state = play.state(choice, result, numbers);
    if (state === VOID) return -1;
    if (state !== LOST) return choice;
  }
  return -1;
}

function goalsChances(play: CompiledSportPlay, { code, home, away }: MeasureModel, numbers: ScaledNumbers): PlayChances {
  const most = Math.min(MOST_WHOLE, Math.ceil(Math.max(home, away) * 3 + 6));
  const homes = poisson(home, most);
  const aways = poisson(away, most);
  const winners = winnersOf(play, code, numbers, most);
  const sum = new Sum(play.play.choices.length);
  for (let h = 0; h <= most; h++)
    for (let a = 0; a <= most; a++) sum.add(winners[h * (MOST_WHOLE + 1) + a] as number, (homes[h] as number) * (aways[a] as number));
  return sum;
}

/** Which choice each score makes true, by play and the numbers of the match: the same for all matches with the same handicap. */
const winnersByPlay = new WeakMap<CompiledSportPlay, Map<string, { readonly most: number; readonly winners: Int16Array }>>();
const MOST_KEPT = 64;

function keptOf(play: CompiledSportPlay, key: string, most: number, make: () => Int16Array): Int16Array {
  let winnersByKey = winnersByPlay.get(play);
  if (winnersByKey === undefined) winnersByPlay.set(play, (winnersByKey = new Map()));
  const cachedWinners = winnersByKey.get(key);
  if (cachedWinners !== undefined && cachedWinners.most >= most) return cachedWinners.winners;
  if (winnersByKey.size >= MOST_KEPT) winnersByKey.clear();
  const winners = make();
  winnersByKey.set(key, { most, winners });
  return winners;
}

function winnersOf(play: CompiledSportPlay, code: string, numbers: ScaledNumbers, most: number): Int16Array {
  return keptOf(play, JSON.stringify(numbers), most, () => {
    const winners = new Int16Array((MOST_WHOLE + 1) ** 2);
    for (let h = 0; h <= most; h++)
      for (let a = 0; a <= most; a++) winners[h * (MOST_WHOLE + 1) + a] = winner(play, { [code]: [h, a] }, numbers);
    return winners;
  });
}

/** By goals of both halves. Plays see them as half and whole. */
function halvesChances(play: CompiledSportPlay, model: MeasureModel, numbers: ScaledNumbers): PlayChances {
  const { code, home, away, firstHalf, parts } = model;
  const most = Math.min(MOST_HALF, Math.ceil(Math.max(home, away) * 2 + 5));
  const side = most + 1;
  const winners = keptOf(play, `${most} ${JSON.stringify(numbers)}`, most, () => {
    const all = new Int16Array(side ** 4);
    for (let h1 = 0; h1 < side; h1++)
      for (let a1 = 0; a1 < side; a1++)
        for (let h2 = 0; h2 < side; h2++)
          for (let a2 = 0; a2 < side; a2++) {
            const result: Record<string, readonly [number, number]> = { [code]: [h1 + h2, a1 + a2] };
            for (const part of parts) result[part] = [h1, a1];
            all[((h1 * side + a1) * side + h2) * side + a2] = winner(play, result, numbers);
          }
    return all;
  });
  const [h1, a1] = [poisson(home * firstHalf, most), poisson(away * firstHalf, most)];
  const [h2, a2] = [poisson(home * (1 - firstHalf), most), poisson(away * (1 - firstHalf), most)];
  const sum = new Sum(play.play.choices.length);
  let cell = 0;
  for (const first of h1)
    for (const second of a1)
      for (const third of h2) {
        const weight = first * second * third;
        for (const fourth of a2) {
          sum.add(winners[cell] as number, weight * fourth);
          cell += 1;
        }
      }
  return sum;
}

interface PointsMargins {
  readonly differences: ReadonlyMap<number, number>;
  readonly totals: ReadonlyMap<number, number>;
}

/** Chances of each difference and of each total, overtime included. */
function pointsMargins({ home, away, spread, noTie }: MeasureModel): PointsMargins {
  const differences = new Map<number, number>();
  const totals = new Map<number, number>();
  const add = (map: Map<number, number>, key: number, weight: number) => map.set(key, (map.get(key) ?? 0) + weight);
  const [homes, aways] = [pointDistributionOf(home, spread), pointDistributionOf(away, spread)];
  for (const [i, first] of homes.chances.entries())
    for (const [k, second] of aways.chances.entries()) {
      const [h, a, weight] = [homes.from + i, aways.from + k, first * second];
      if (h !== a || !noTie) {
        add(differences, h - a, weight);
        add(totals, h + a, weight);
        continue;
      }
      for (const more of OVERTIME_MARGINS)
        for (const side of [1, -1]) {
          add(differences, side * more, weight / (2 * OVERTIME_MARGINS.length));
          add(totals, h + a + 2 * OVERTIME_SHARED_POINTS + more, weight / (2 * OVERTIME_MARGINS.length));
        }
    }
  return { differences, totals };
}

function pointsChances(
  play: CompiledSportPlay,
  { code }: MeasureModel,
  { differences, totals }: PointsMargins,
  numbers: ScaledNumbers,
): PlayChances {
  const sum = new Sum(play.play.choices.length);
  const takes = takesOf(play.play);
  // A play of points reads the difference or the total (SPORT_POINTS); one that reads both has no price here and is never sold.
  if (takes.size > 1) return { choices: sum.choices, push: 1 };
  if (takes.has('total')) for (const [total, weight] of totals) sum.add(winner(play, { [code]: [total, 0] }, numbers), weight);
  else
    for (const [difference, weight] of differences)
      sum.add(winner(play, { [code]: [Math.max(difference, 0), Math.max(-difference, 0)] }, numbers), weight);
  return sum;
}

function takesOf({ push, choices }: SportPlay): Set<string> {
  const takes = new Set<string>();
  const look = (condition: Condition): void => {
    if (condition.op === 'all') condition.conditions.forEach(look);
    else if (condition.op === 'rest') look(condition.when);
    else if (condition.op !== 'score') takes.add(condition.take);
  };
  if (push) look(push);
  for (const { when } of choices) look(when);
  return takes;
}
