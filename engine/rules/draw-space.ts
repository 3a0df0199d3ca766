import type { Draw, DrawSource, GameDraw, Zone } from '../descriptions/types.ts';
import { Budget, MOST_STEPS, withinBudget } from './budget.ts';
import { derivedDraws } from './derived-draws.ts';
import { digitsBySum, setsByFigures } from './zone-figures.ts';
import { binomial } from './math.ts';

/**
 * Which part of a draw decides a line, and how finely. Numbers that no touch tells apart are interchangeable, so the space
 * of draws collapses to a few representatives, each with the number of draws that it stands for.
 */
export interface Touch {
  readonly zone: string;
  /** Indices of the drawn numbers that matter; undefined means all of them. */
  readonly places: readonly number[] | undefined;
  /** Only membership in these sets matters (and which drawn numbers are equal). */
  readonly sets: readonly (readonly number[])[];
  /** The numbers' own size or equality with others' matters: no two numbers are interchangeable. */
  readonly numeric?: boolean;
  /** For a whole zone of different numbers: the line depends on these figures only, such as the sum. */
  readonly figures?: readonly Figure[];
  /** Each place is looked at by itself: equality between places does not matter. */
  readonly placewise?: boolean;
  /** Of places that are looked at in the same way, by touches that are all like this one, it does not matter which has which number. */
  readonly symmetric?: boolean;
  /** The order of the drawn numbers does not matter. */
  readonly unordered?: boolean;
}

/** A figure of a set of numbers: their sum, or the n-th smallest of them (from 1). */
export type Figure = 'sum' | number;

type Visit = (draw: Draw, weight: bigint) => void;

export type VisitDraws = typeof visitDraws;

/** Drawn numbers that nothing looks at. Never equal to a number of any zone. */
const FILLER = -1;

interface ZonePlan {
  readonly zone: Zone;
  readonly group: readonly string[];
  readonly touches: readonly Touch[];
  readonly places: readonly number[];
  /** set: by counts per class. order: place by place without repeats. repeat: with repeats and equality. free: each place alone. */
  readonly mode: 'set' | 'order' | 'repeat' | 'free';
}

/**
 * Calls `visit` with representative draws of the touched part of the draw space. The weights add up to the number of
 * (partial) draws in it. Zones that are not touched are empty arrays. Returns false when that takes more steps than the budget has: draws
 * visited (some have been by then), and the work to find them where figures of the whole zone distinguish numbers.
 */
export function visitDraws(shape: GameDraw, touches: readonly Touch[], visit: Visit, budget: number | Budget = MOST_STEPS): boolean {
  const steps = typeof budget === 'number' ? new Budget(budget) : budget;
  if (shape.source) {
    // Whole draws: numbers that follow from one draw of another game are not independent of each other.
    return withinBudget(() => {
      for (const { numbers, ways } of derivedDraws(shape.source as DrawSource, steps, visitDraws, touches)) {
        steps.spend(1);
        visit({ numbers }, ways);
      }
    });
  }
  const plans = planZones(shape, touches);
  const numbers: Record<string, readonly number[]> = {};
  for (const zone of shape.zones) numbers[zone.id] = [];
  const next = (index: number, weight: bigint): void => {
    const plan = plans[index];
    if (!plan) {
      steps.spend(1);
      visit({ numbers: { ...numbers } }, weight);
      return;
    }
    const excluded = new Set(plan.zone.excludes === undefined ? [] : numbers[plan.zone.excludes]);
    drawZone(plan, plans, excluded, steps, (drawn, ways) => {
      numbers[plan.zone.id] = drawn;
      next(index + 1, weight * ways);
    });
    numbers[plan.zone.id] = [];
  };
  return withinBudget(() => next(0, 1n));
}

/**
 * No visit of this shape takes more steps: all that can be drawn, and on the way to figures of a zone the sets of its numbers of every
 * smaller size (rows of digits), since they are worked out one number at a time.
 */
export function mostDraws({ zones, source }: GameDraw): number {
  // What follows from another game's draw is counted by going through that.
  if (source) return Number.POSITIVE_INFINITY;
  let draws = 1;
  let ways = 0;
  for (const { kind, from, to, pick } of zones) {
    const size = to - from + 1;
    if (kind === 'digits') {
      draws *= size ** pick;
      for (let n = 1; n <= pick; n++) ways += size ** n;
    } else {
      let subsets = 1;
      for (let n = 1; n <= pick; n++) {
        subsets = (subsets * (size - n + 1)) / n;
        ways += subsets;
        draws *= kind === 'set' ? 1 : size - n + 1;
      }
      if (kind === 'set') draws *= subsets;
    }
  }
  return draws + ways;
}

/** The same for the touched part of the draws: at least as many as `visitDraws` goes through. Infinity where only going through tells. */
export function mostVisits(shape: GameDraw, touches: readonly Touch[]): number {
  if (shape.source || touches.some(({ figures }) => figures)) return Number.POSITIVE_INFINITY;
  const plans = planZones(shape, touches);
  // Whatever a zone may not draw, it has fewer numbers and no more classes of them.
  return plans.reduce((product, plan) => product * mostOf(plan, plans), 1);
}

const NOTHING: ReadonlySet<number> = new Set();

function mostOf(plan: ZonePlan, plans: readonly ZonePlan[]): number {
  const { zone, places, mode } = plan;
  const size = zone.to - zone.from + 1;
  if (mode === 'set')
    return sharesOf(
      classesOf(plan, plans, NOTHING).map((members) => members.length),
      zone.pick,
    );
  if (mode === 'free') return places.reduce((product, place) => product * classesOf(plan, plans, NOTHING, place).length, 1);
  const classes = classesOf(plan, plans, NOTHING).length;
  // At each place there is a fresh number of each class, or with repeats one that stands somewhere before.
  return places.reduce((product, _, at) => product * Math.min(size, mode === 'repeat' ? classes + at : classes), 1);
}

/** In how many ways `pick` numbers may be shared out among classes of these sizes. */
function sharesOf(sizes: readonly number[], pick: number): number {
  let ways = [1, ...new Array<number>(pick).fill(0)];
  for (const size of sizes)
    ways = ways.map((_, n) => {
      let sum = 0;
      for (let taken = 0; taken <= Math.min(size, n); taken++) sum += ways[n - taken] as number;
      return sum;
    });
  return ways[pick] as number;
}

function planZones(shape: GameDraw, touches: readonly Touch[]): ZonePlan[] {
  const byId = new Map(shape.zones.map((zone) => [zone.id, zone]));
  const wanted = new Set<string>();
  const want = (id: string): void => {
    const zone = byId.get(id);
    if (!zone || wanted.has(id)) return;
    wanted.add(id);
    // What a zone may still draw depends on the zone that it excludes, so that one is drawn too.
    if (zone.excludes !== undefined) want(zone.excludes);
  };
  for (const touch of touches) want(touch.zone);
  const group = (id: string): string[] => {
    const found = new Set([id]);
    for (let grown = true; grown; ) {
      grown = false;
      for (const other of wanted) {
        const excludes = byId.get(other)?.excludes;
        if (excludes === undefined || found.has(other) === found.has(excludes)) continue;
        found.add(other);
        found.add(excludes);
        grown = true;
      }
    }
    return [...found];
  };
  return shape.zones
    .filter((zone) => wanted.has(zone.id))
    .map((zone) => {
      const own = touches.filter((touch) => touch.zone === zone.id);
      const members = group(zone.id);
      const linked = members.length > 1;
      const all = Array.from({ length: zone.pick }, (_, i) => i);
      const touched = linked || own.some((t) => t.places === undefined) ? all : all.filter((i) => own.some((t) => t.places?.includes(i)));
      const symmetric = own.every((t) => t.unordered && t.places === undefined);
      const mode =
        zone.kind === 'set' || (zone.kind === 'sequence' && symmetric)
          ? 'set'
          : zone.kind === 'sequence'
            ? 'order'
            : !linked && own.every((t) => t.placewise && !t.numeric)
              ? 'free'
              : 'repeat';
      return { zone, group: members, touches: own, places: touched, mode };
    });
}

/** Numbers of `zone` grouped by what the touches can tell apart; a place narrows to the touches that see it. */
function classesOf(plan: ZonePlan, plans: readonly ZonePlan[], excluded: ReadonlySet<number>, place?: number): number[][] {
  const peers = plans.filter((other) => plan.group.includes(other.zone.id));
  const touches = peers.flatMap((peer) =>
    place === undefined ? peer.touches : peer.touches.filter((t) => t.places === undefined || t.places.includes(place)),
  );
  // Linked digits zones are rare; telling every number apart is right there and simple.
  const numeric = touches.some((t) => t.numeric) || (peers.length > 1 && peers.some((peer) => peer.zone.kind === 'digits'));
  const sets = touches.flatMap((t) => t.sets.map((set) => new Set(set)));
  const classes = new Map<string, number[]>();
  for (let v = plan.zone.from; v <= plan.zone.to; v++) {
    if (excluded.has(v)) continue;
    let key = numeric ? `${v}` : '';
    if (!numeric) {
      for (const set of sets) key += set.has(v) ? '1' : '0';
      for (const peer of peers) key += v >= peer.zone.from && v <= peer.zone.to ? '1' : '0';
    }
    const members = classes.get(key);
    if (members) members.push(v);
    else classes.set(key, [v]);
  }
  return [...classes.values()];
}

function drawZone(
  plan: ZonePlan,
  plans: readonly ZonePlan[],
  excluded: ReadonlySet<number>,
  steps: Budget,
  emit: (drawn: readonly number[], ways: bigint) => void,
): void {
  const { zone, places, mode } = plan;
  if (zone.kind === 'digits' && plan.group.length === 1 && plan.touches.every(({ figures }) => figures)) {
    for (const { numbers, ways } of digitsBySum(zone, steps)) emit(numbers, ways);
    return;
  }
  const figured = plan.touches.some(({ figures }) => figures) && plan.touches.every(({ figures, numeric }) => figures || !numeric);
  if (mode === 'set' && plan.group.length === 1 && figured) {
    for (const { numbers, ways } of setsByFigures(zone, plan.touches, steps)) emit(numbers, ways);
    return;
  }
  if (mode === 'set') {
    const classes = classesOf(plan, plans, excluded);
    const room: number[] = new Array(classes.length + 1).fill(0);
    for (let i = classes.length - 1; i >= 0; i--) room[i] = (room[i + 1] ?? 0) + (classes[i]?.length ?? 0);
    const drawn: number[] = [];
    const take = (index: number, missing: number, ways: bigint): void => {
      if (missing === 0) {
        emit([...drawn], ways);
        return;
      }
      const members = classes[index];
      if (!members) return;
      const least = Math.max(0, missing - (room[index + 1] ?? 0));
      for (let n = Math.min(members.length, missing); n >= least; n--) {
        for (let i = 0; i < n; i++) drawn.push(members[i] as number);
        take(index + 1, missing - n, ways * binomial(members.length, n));
        drawn.length -= n;
      }
    };
    take(0, zone.pick, 1n);
    return;
  }
  const drawn: number[] = new Array(zone.pick).fill(FILLER);
  if (mode === 'free') {
    const byPlace = places.map((place) => classesOf(plan, plans, excluded, place));
    const drawPlace = (index: number, ways: bigint): void => {
      const place = places[index];
      if (place === undefined) {
        emit([...drawn], ways);
        return;
      }
      for (const members of byPlace[index] ?? []) {
        drawn[place] = members[0] as number;
        drawPlace(index + 1, ways * BigInt(members.length));
      }
    };
    drawPlace(0, 1n);
    return;
  }
  const classes = classesOf(plan, plans, excluded);
  if (mode === 'order' && plan.touches.every(({ symmetric, numeric }) => symmetric && !numeric)) {
    shareOut(plan, classes, drawn, emit);
    return;
  }
  const used: number[] = new Array(classes.length).fill(0);
  const drawPlace = (index: number, ways: bigint): void => {
    const place = places[index];
    if (place === undefined) {
      emit([...drawn], ways);
      return;
    }
    for (let c = 0; c < classes.length; c++) {
      const members = classes[c] as number[];
      const seen = used[c] as number;
      if (mode === 'repeat') {
        // A number already drawn stands for itself; a fresh one stands for every fresh one of its class.
        for (let i = 0; i < seen; i++) {
          drawn[place] = members[i] as number;
          drawPlace(index + 1, ways);
        }
      }
      if (seen === members.length) continue;
      drawn[place] = members[seen] as number;
      used[c] = seen + 1;
      drawPlace(index + 1, ways * BigInt(members.length - seen));
      used[c] = seen;
    }
  };
  drawPlace(0, 1n);
}

/** For each group of places with equal touches only the number of places with a number of each class matters. Visits one order for all orders. */
function shareOut(
  { places, touches }: ZonePlan,
  classes: readonly (readonly number[])[],
  drawn: number[],
  emit: (drawn: readonly number[], ways: bigint) => void,
): void {
  const groups = new Map<string, number[]>();
  for (const place of places) {
    const key = JSON.stringify(touches.flatMap((touch) => (touch.places?.includes(place) ? [touch.sets] : [])));
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  const order = [...groups.values()];
  const used: number[] = new Array(classes.length).fill(0);
  const fillGroup = (group: number, at: number, from: number, ways: bigint): void => {
    const own = order[group];
    if (own === undefined) {
      emit([...drawn], ways);
      return;
    }
    if (at === own.length) {
      fillGroup(group + 1, 0, 0, ways);
      return;
    }
    const members = classes[from];
    if (members === undefined) return;
    const before = used[from] as number;
    // So many of the places that are left, any of them, have one of this class.
    let taken = 1n;
    for (let n = 0; n <= own.length - at && before + n <= members.length; n++) {
      if (n > 0) {
        drawn[own[at + n - 1] as number] = members[before + n - 1] as number;
        taken *= BigInt(members.length - before - n + 1);
      }
      used[from] = before + n;
      fillGroup(group, at + n, from + 1, ways * taken * binomial(own.length - at, n));
    }
    used[from] = before;
  };
  fillGroup(0, 0, 0, 1n);
}
