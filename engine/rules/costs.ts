/**
 * Plays whose chances take too long. A condition is a few words and may ask for more draws than anybody can look at; what it costs is
 * counted in steps, not in time, so that every machine refuses the same files.
 */
import { gameAt } from '../descriptions/sets.ts';
import type { Area, CombinationRule, DirectRule, Game, GameDraw, Line, Play, Predicate, Value } from '../descriptions/types.ts';
import { compilePlay } from './compile.ts';
import { binomial } from './math.ts';
import { Budget, MOST_STEPS } from './budget.ts';
import { mostDraws, mostVisits, visitDraws } from './draw-space.ts';
import type { CompiledPlay } from './types.ts';

/** Combinations of options that are looked at one by one (`combine: all`). */
const MOST_COMBINATIONS = 20_000;

/** What of a game decides about chances. */
export type DrawRules = Pick<Game, 'draw' | 'unitFen' | 'playGroups' | 'sets'>;

/** Codes of the plays among `asked` that are too costly; of sets their first tables count. The semantics were checked before. */
export function costlyPlays(game: DrawRules, isIncluded: (play: Play) => boolean): ReadonlySet<string> {
  // Without a time nothing else of the game is read.
  const dated = gameAt(game as Game);
  const plays = dated.playGroups.flatMap((group) => group.plays).filter(isIncluded);
  const whole = mostDraws(dated.draw);
  return new Set(
    plays.flatMap((play) => (stepsAtMost(dated.draw, play, whole) > MOST_STEPS && costly(compilePlay(dated, play)) ? [play.code] : [])),
  );
}

/**
 * What a play takes at most, told by its description alone: most plays are far below the bound, and nothing is compiled to know that. A
 * step is a draw that is looked at, or one on the way to the figures of a zone. `whole`: `mostDraws` of the shape.
 */
export function stepsAtMost(shape: GameDraw, { rule, areas }: Play, whole = mostDraws(shape)): number {
  // Numbers that follow from another game's draw are distinguished as a whole.
  if (shape.source) return Number.POSITIVE_INFINITY;
  if (rule.kind === 'tuples') return rule.tiers.length * whole;
  // Suffixes are a bet for each that a tier names; other bets of numbers are all alike.
  if (rule.kind === 'direct' && rule.suffixes)
    return rule.tiers.reduce((sum, { hits }) => sum + hits.length, 0) * Math.min(whole, mostOfRightPlaces(shape, rule));
  if (rule.kind === 'combination') return Math.min(whole, mostOfSets(shape, rule));
  if (rule.kind !== 'options') return whole;
  const sizeOf = (area: Area) => (area.kind === 'options' ? area.options.length : area.kind === 'numbers' ? area.to - area.from + 1 : 0);
  const seen = new Map<string, Seen>();
  for (const { area, when } of rule.cases) {
    // A bet of all areas, or of several values, looks at what the cases of any of them look at.
    const scope = rule.combine === 'each' ? area : '';
    const inScope: Seen = seen.get(scope) ?? new Map();
    seen.set(scope, inScope);
    seePredicate(when, inScope);
  }
  // Each value of a bet has sets of its own.
  const draws = (scope: string): number => Math.min(whole, mostOfPlaces(shape, seen.get(scope), rule.choose ?? 1));
  if (rule.combine === 'each') return areas.reduce((sum, area) => sum + sizeOf(area) * draws(area.id), 0);
  // Only the kinds of bets that are found when it is compiled count: legs may change their places.
  if (rule.combine === 'pass') return Number.POSITIVE_INFINITY;
  const { choose } = rule;
  const ways = (size: number): number => (choose === undefined ? size : Number(binomial(size, choose)));
  const bets = areas.reduce((product, area) => product * ways(sizeOf(area)), 1);
  return bets > MOST_COMBINATIONS ? Number.POSITIVE_INFINITY : bets * draws('');
}

/**
 * One bet of numbers out of sets: of a drawn number matters whether each area that is compared with its zone has it as a pick, as a banker
 * or not at all, and of a draw how many there are of each such kind. Infinity where a zone has an order or is bound to another.
 */
function mostOfSets({ zones }: GameDraw, { picks }: CombinationRule): number {
  if (zones.some(({ kind, excludes }) => kind !== 'set' || excludes !== undefined)) return Number.POSITIVE_INFINITY;
  const compared = (zone: string) => picks.reduce((sum, { of }) => sum + of.filter((slice) => slice.zone === zone).length, 0);
  return zones.reduce((product, { id, pick }) => product * (pick + 1) ** (3 ** compared(id) - 1), 1);
}

/** The work for a bet of one value at each place, which depends only on the places that are right. Infinity if drawn numbers depend on each other. */
function mostOfRightPlaces({ zones }: GameDraw, { parts }: DirectRule): number {
  const places = parts.flatMap((part) => part.places);
  const apart = (id: string): boolean => zones.find((zone) => zone.id === id)?.kind === 'digits';
  if (zones.some(({ excludes }) => excludes !== undefined) || !places.every(({ zone }) => apart(zone))) return Number.POSITIVE_INFINITY;
  return 2 ** places.length;
}

/** What is looked at of a zone: named places or all, and the sets that its numbers may be in; Infinity where the numbers themselves matter. */
interface InspectedZone {
  readonly places: ReadonlySet<string> | undefined;
  readonly sets: number;
}
type Seen = Map<string, InspectedZone>;

function seePredicate(predicate: Predicate, seen: Seen): void {
  switch (predicate.op) {
    case 'all':
    case 'any':
      for (const part of predicate.of) seePredicate(part, seen);
      return;
    case 'not':
      return seePredicate(predicate.of, seen);
    case 'in':
    case 'odd':
    case 'even':
    case 'prime':
      return seeCompared(predicate.value, seen);
    default:
      seeCompared(predicate.left, seen);
      seeCompared(predicate.right, seen);
  }
}

/** How often a known number stands in a slice: which numbers the others are does not matter. */
function seeCompared(value: Value, seen: Seen): void {
  if (value.get === 'count' && (value.value.get === 'pick' || value.value.get === 'number')) see(seen, value.of.zone, value.of.places, 1);
  else seeValue(value, seen);
}

function seeValue(value: Value, seen: Seen): void {
  if (value.get === 'at') see(seen, value.zone, [value.place]);
  else if ('of' in value) see(seen, value.of.zone, value.of.places);
  if ('value' in value) seeValue(value.value, seen);
}

function see(seen: Seen, zone: string, places: readonly string[] | undefined, sets = Number.POSITIVE_INFINITY): void {
  const known = seen.get(zone);
  const all = !places || (known && !known.places) ? undefined : new Set([...(known?.places ?? []), ...places]);
  seen.set(zone, { places: all, sets: (known?.sets ?? 0) + sets });
}

/**
 * Numbers that the places can show together; Infinity where a zone is a set, its numbers are seen as a whole or it is bound to another. Where
 * only their sets matter, a place shows a number of each class of them, or one that stands at a place before.
 */
function mostOfPlaces({ zones }: GameDraw, seen: Seen | undefined, values: number): number {
  let draws = 1;
  for (const [id, { places, sets }] of seen ?? []) {
    const zone = zones.find((each) => each.id === id);
    if (!zone || zone.kind === 'set') return Number.POSITIVE_INFINITY;
    if (!places && (zone.kind !== 'digits' || sets === Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
    const size = zone.to - zone.from + 1;
    for (let at = 0; at < (places?.size ?? zone.pick); at++) draws *= Math.min(size, 2 ** (sets * values) + at);
  }
  return zones.some(({ excludes }) => excludes !== undefined) ? Number.POSITIVE_INFINITY : draws;
}

/** Whether all kinds of bets of a play together take more than `MOST_STEPS`. */
function costly(play: CompiledPlay): boolean {
  if (play.play.rule.kind === 'options' && play.count(everything(play)) > MOST_COMBINATIONS) return true;
  const touchesByBet = play.kinds().map((bet) => play.parts(bet).flatMap((part) => part.touches));
  // Most plays are far below the bound: a product says so, and only what is near it is gone through.
  if (touchesByBet.reduce((sum, touches) => sum + mostVisits(play.draws, touches), 0) <= MOST_STEPS) return false;
  const budget = new Budget(MOST_STEPS);
  const nothing = (): void => undefined;
  return touchesByBet.some((touches) => !visitDraws(play.draws, touches, nothing, budget));
}

/** Every value of every area picked. */
function everything(play: CompiledPlay): Line {
  return { play: play.play.code, picks: Object.fromEntries([...play.areas].map(([id, area]) => [id, area.values])) };
}
