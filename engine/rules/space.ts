import type { Draw, DrawShape, Zone } from '../descriptions/types.ts';
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
  /** Of the whole zone only the sum of its (different) numbers matters. */
  readonly total?: boolean;
  /** Each place is looked at by itself: equality between places does not matter. */
  readonly placewise?: boolean;
  /** The order of the drawn numbers does not matter. */
  readonly unordered?: boolean;
}

type Visit = (draw: Draw, weight: bigint) => void;

class PastBudget extends Error {}

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
 * (partial) draws in it. Zones that are not touched are empty arrays. Returns false when more than `budget` draws would be
 * visited (some have been visited by then).
 */
export function visitDraws(shape: DrawShape, touches: readonly Touch[], visit: Visit, budget = Number.POSITIVE_INFINITY): boolean {
  const plans = planZones(shape, touches);
  const numbers: Record<string, readonly number[]> = {};
  for (const zone of shape.zones) numbers[zone.id] = [];
  let left = budget;
  const next = (index: number, weight: bigint): void => {
    const plan = plans[index];
    if (!plan) {
      if (left-- <= 0) throw new PastBudget();
      visit({ numbers: { ...numbers } }, weight);
      return;
    }
    const excluded = new Set(plan.zone.excludes === undefined ? [] : numbers[plan.zone.excludes]);
    drawZone(plan, plans, excluded, (drawn, ways) => {
      numbers[plan.zone.id] = drawn;
      next(index + 1, weight * ways);
    });
    numbers[plan.zone.id] = [];
  };
  try {
    next(0, 1n);
  } catch (error) {
    if (error instanceof PastBudget) return false;
    throw error;
  }
  return true;
}

function planZones(shape: DrawShape, touches: readonly Touch[]): ZonePlan[] {
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
  emit: (drawn: readonly number[], ways: bigint) => void,
): void {
  const { zone, places, mode } = plan;
  if (mode === 'set' && plan.group.length === 1 && plan.touches.every((touch) => touch.total)) {
    for (const { numbers, ways } of setsBySum(zone)) emit(numbers, ways);
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
    const step = (index: number, ways: bigint): void => {
      const place = places[index];
      if (place === undefined) {
        emit([...drawn], ways);
        return;
      }
      for (const members of byPlace[index] ?? []) {
        drawn[place] = members[0] as number;
        step(index + 1, ways * BigInt(members.length));
      }
    };
    step(0, 1n);
    return;
  }
  const classes = classesOf(plan, plans, excluded);
  const used: number[] = new Array(classes.length).fill(0);
  const step = (index: number, ways: bigint): void => {
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
          step(index + 1, ways);
        }
      }
      if (seen === members.length) continue;
      drawn[place] = members[seen] as number;
      used[c] = seen + 1;
      step(index + 1, ways * BigInt(members.length - seen));
      used[c] = seen;
    }
  };
  step(0, 1n);
}

interface SumClass {
  readonly numbers: readonly number[];
  readonly ways: bigint;
}

const sums = new Map<string, readonly SumClass[]>();

/** One set of `pick` different numbers for each sum that there is, and how many sets have it. */
function setsBySum(zone: Pick<Zone, 'from' | 'to' | 'pick'>): readonly SumClass[] {
  const key = `${zone.from} ${zone.to} ${zone.pick}`;
  const known = sums.get(key);
  if (known) return known;
  // By how many numbers are taken, sum → class; one number after the other, the fullest row first so that none is taken twice.
  const rows: Map<number, SumClass>[] = Array.from({ length: zone.pick + 1 }, () => new Map());
  rows[0]?.set(0, { numbers: [], ways: 1n });
  for (let v = zone.from; v <= zone.to; v++)
    for (let n = zone.pick; n > 0; n--)
      for (const [sum, { numbers, ways }] of rows[n - 1] as Map<number, SumClass>) {
        const row = rows[n] as Map<number, SumClass>;
        const old = row.get(sum + v);
        row.set(sum + v, old ? { numbers: old.numbers, ways: old.ways + ways } : { numbers: [...numbers, v], ways });
      }
  const found = [...(rows[zone.pick] as Map<number, SumClass>).values()];
  sums.set(key, found);
  return found;
}
