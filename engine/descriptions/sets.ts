/** A game on the day of a draw: named sets of numbers (波色, 生肖) in place of their names, and the prizes that hold then. */
import { deepFreeze } from './canonical.ts';
import { type PeriodsInForce, periodsInForceAt, playWithPeriods, wallClock } from './periods.ts';
import { playWithoutUnpaidTiers, playWithPoolPrizes } from './pool-prizes.ts';
import type { Area, FactPart, Game, NumberSet, OptionCase, PickedSet, Play, PoolPrizes, Predicate, Value, Zone } from './types.ts';

type Numbers = (set: readonly number[] | string) => readonly number[];

const cache = new WeakMap<Game, Map<string, Game>>();

const NONE: readonly string[] = [];

/**
 * The game as it is for a draw at `atMs` (unix ms): every name of a set is replaced by its numbers of that day, an option that
 * shows a set gets them as its note, and prizes are those of the day, with what a bonus period adds. Without a time the first tables
 * count, and no dated prizes. `poolPrizes`: the ids of the pool's conditions in force for the issue; tiers that pay only under others are
 * left out. A game without sets, dates and conditions is itself. What comes back is frozen, and the same object for the same tables.
 */
export function gameAt(game: Game, atMs?: number, poolPrizes: readonly string[] = NONE): Game {
  const { sets } = game;
  const dates = game.datedPrizes !== undefined || game.bonusPeriods !== undefined;
  // What was dated before is as it is: a bonus is added once.
  const dated = dates && game.bonuses === undefined && atMs !== undefined;
  const byPool = game.poolPrizes !== undefined && game.poolPrizesInForce === undefined;
  if (sets === undefined && !dated && !byPool) return game;
  const wall = atMs === undefined ? '' : wallClock(atMs, game.schedule);
  const tables = sets?.map((set) => (atMs === undefined ? 0 : tableOn(set, wall.slice(0, 10)))) ?? [];
  const inForce = dated ? periodsInForceAt(game, wall) : undefined;
  const conditions = game.poolPrizes?.filter(({ id }) => poolPrizes.includes(id)) ?? [];
  const key = `${tables.join()} ${inForce?.key ?? ''} ${conditions.map(({ id }) => id).join()}`;
  const known = cache.get(game) ?? new Map<string, Game>();
  cache.set(game, known);
  let made = known.get(key);
  if (made === undefined) {
    const priced = dated || byPool ? withPrizes(game, inForce, byPool ? conditions : undefined) : game;
    known.set(key, (made = deepFreeze(withTables(priced, tables))));
  }
  return made;
}

/**
 * The game with the prizes and the prize table of an instant and of a pool. Dates come first, then the pool, then bonuses. Plays whose
 * prizes do not change stay the same objects.
 */
function withPrizes(game: Game, inForce?: PeriodsInForce, conditions?: readonly PoolPrizes[]): Game {
  const { changes = [], bonuses = [] } = inForce ?? {};
  const priced = (play: Play): Play => {
    const dated = playWithPeriods(play, { changes, bonuses: [] });
    const pooled = conditions === undefined ? dated : playWithoutUnpaidTiers(playWithPoolPrizes(dated, conditions));
    return playWithPeriods(pooled, { changes: [], bonuses });
  };
  return {
    ...game,
    playGroups: game.playGroups.map((group) => ({ ...group, plays: group.plays.map(priced) })),
    ...(inForce === undefined ? {} : { bonuses }),
    ...(conditions === undefined ? {} : { poolPrizesInForce: conditions.map(({ id }) => id) }),
    prizeTable: changes.reduce((table, { prizeTable: next = table }) => next, game.prizeTable),
  };
}

function withTables(game: Game, inForce: readonly number[]): Game {
  const { sets, ...rest } = game;
  if (sets === undefined) return game;
  const numbersOf = new Map(sets.map((set, index) => [set.id, set.tables[inForce[index] as number]?.numbers ?? []]));
  const numbers: Numbers = (set) => (typeof set === 'string' ? (numbersOf.get(set) ?? []) : set);
  return {
    ...rest,
    draw: { ...game.draw, zones: game.draw.zones.map((zone) => zoneWith(zone, numbers)) },
    ...(game.facts === undefined
      ? {}
      : { facts: game.facts.map((fact) => ({ ...fact, say: fact.say.map((part) => partWith(part, numbers)) })) }),
    playGroups: game.playGroups.map((group) => ({ ...group, plays: group.plays.map((play) => playWith(play, numbers)) })),
  };
}

/** The numbers that are picked together; none of a name that `gameAt` has not put in. */
export const numbersOfSet = ({ set, numbers }: PickedSet): readonly number[] => numbers ?? (typeof set === 'string' ? [] : set);

/** Which table of a set is in force on a day (yyyy-MM-dd); -1 before the first: then the set has no numbers, rather than those of another year. */
function tableOn(set: NumberSet, day: string): number {
  return set.tables.findLastIndex(({ from }) => from === undefined || from <= day);
}

function zoneWith(zone: Zone, numbers: Numbers): Zone {
  return zone.signs ? { ...zone, signs: zone.signs.map((sign) => ({ ...sign, numbers: numbers(sign.numbers) })) } : zone;
}

function playWith(play: Play, numbers: Numbers): Play {
  const { rule } = play;
  return {
    ...play,
    areas: play.areas.map((area) => areaWith(area, numbers)),
    rule: rule.kind === 'options' ? { ...rule, cases: casesWith(rule.cases, numbers) } : rule,
  };
}

/**
 * Cases that cannot hold on this day (the animal is not the year's) go, so that the first case of a value is one that pays; so do those
 * behind one that asks the same (the animal is the year's, and its own prize is the one that it pays).
 */
function casesWith(cases: readonly OptionCase[], numbers: Numbers): readonly OptionCase[] {
  const seenQuestions = new Set<string>();
  return cases
    .map((one) => ({ ...one, when: predicateWith(one.when, numbers) }))
    .filter(({ when }) => !neverHolds(when))
    .map((one) => ({ ...one, when: withoutSure(one.when) }))
    .filter(({ area, values, when }) => {
      const question = JSON.stringify([area, values, when]);
      if (seenQuestions.has(question)) return false;
      seenQuestions.add(question);
      return true;
    });
}

/** Without the parts that hold whatever is drawn, as long as another is left. */
function withoutSure(predicate: Predicate): Predicate {
  if (predicate.op !== 'all') return predicate;
  const of = predicate.of.filter((part) => !(part.op === 'in' && part.value.get === 'number' && !neverHolds(part)));
  const [only] = of;
  if (only === undefined) return predicate;
  return of.length === 1 ? only : { ...predicate, of };
}

/** Asks a given number for a set that does not have it. */
function neverHolds(predicate: Predicate): boolean {
  if (predicate.op === 'all') return predicate.of.some(neverHolds);
  const { op } = predicate;
  return op === 'in' && predicate.value.get === 'number' && !(predicate.set as readonly number[]).includes(predicate.value.is);
}

function areaWith(area: Area, numbers: Numbers): Area {
  if (area.kind === 'numbers' && area.by) return { ...area, by: area.by.map((one) => ({ ...one, numbers: numbers(one.set) })) };
  if (area.kind !== 'options') return area;
  return {
    ...area,
    options: area.options.map((option) => {
      if (option.set === undefined) return option;
      const listed = numbers(option.set).map((number) => String(number).padStart(2, '0'));
      return { ...option, note: listed.join(' ') };
    }),
  };
}

function partWith(part: FactPart, numbers: Numbers): FactPart {
  if ('value' in part) return { ...part, value: valueWith(part.value, numbers) };
  return { cases: part.cases.map((one) => ({ ...one, when: predicateWith(one.when, numbers) })) };
}

function predicateWith(predicate: Predicate, numbers: Numbers): Predicate {
  const value = (v: Value): Value => valueWith(v, numbers);
  switch (predicate.op) {
    case 'all':
    case 'any':
      return { ...predicate, of: predicate.of.map((part) => predicateWith(part, numbers)) };
    case 'not':
      return { ...predicate, of: predicateWith(predicate.of, numbers) };
    case 'in':
      return { ...predicate, value: value(predicate.value), set: numbers(predicate.set) };
    case 'odd':
    case 'even':
    case 'prime':
      return { ...predicate, value: value(predicate.value) };
    default:
      return { ...predicate, left: value(predicate.left), right: value(predicate.right) };
  }
}

function valueWith(value: Value, numbers: Numbers): Value {
  if (value.get === 'groups') return { ...value, sets: value.sets.map(numbers) };
  if (value.get === 'tally') return { ...value, set: numbers(value.set) };
  return value.get === 'count' || value.get === 'mod' ? { ...value, value: valueWith(value.value, numbers) } : value;
}
