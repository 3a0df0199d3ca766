import type { Draw, DrawShape } from '../descriptions/types.ts';
import type { Touch } from './draw-space.ts';

/** A part of a ticket that a draw may pay. `pays` gives fen, and needs only the zones that `touches` names. */
export interface PayingPiece {
  readonly touches: readonly Touch[];
  pays(draw: Draw): bigint;
}

export interface PrizeExtremes {
  readonly least: bigint;
  readonly leastPositive: bigint | undefined;
  readonly most: bigint;
}

/** The prizes of one piece that are still possible after a partial draw, fen. */
interface Reach {
  readonly least: bigint;
  readonly leastPositive: bigint | undefined;
  readonly most: bigint;
}

/** Numbers of one zone that no piece distinguishes. */
interface Class {
  readonly zone: number;
  readonly size: number;
  /** For each piece: the index of the piece's own class that has these numbers. */
  readonly kinds: readonly number[];
  /** The number of pieces with a set that has these numbers. */
  readonly wanted: number;
}

interface Outcome {
  /** Drawn numbers of each of the piece's classes. */
  readonly counts: readonly number[];
  readonly fen: bigint;
}

/** Listing more outcomes of one piece than this takes longer than the search saves. */
const MOST_OUTCOMES = 4000;

/**
 * The extremes of the joint prizes of several pieces over every draw of unordered zones, by branch and bound: numbers that no
 * piece distinguishes are drawn together, and a partial draw is given up as soon as the bounds of the pieces exclude
 * a new extreme. A ticket of many lines has millions of different draws, and the search visits thousands.
 * Undefined when the order of the drawn numbers or their values matter, when zones exclude each other's numbers, or after `budget` partial draws.
 */
export function searchExtremes(shape: DrawShape, pieces: readonly PayingPiece[], budget: number): PrizeExtremes | undefined {
  const zones = shape.zones.filter((zone) => pieces.some((piece) => piece.touches.some((touch) => touch.zone === zone.id)));
  const linked = new Set(shape.zones.flatMap((zone) => (zone.excludes === undefined ? [] : [zone.id, zone.excludes])));
  for (const zone of zones) if (zone.kind === 'digits' || linked.has(zone.id)) return undefined;
  for (const piece of pieces)
    for (const touch of piece.touches) {
      const zone = zones.find((z) => z.id === touch.zone);
      if (touch.numeric || (zone?.kind === 'sequence' && (!touch.unordered || touch.places !== undefined))) return undefined;
    }

  // Each piece divides the numbers into its own classes; `classes` is the common refinement of all of them.
  const pieceKinds: { readonly zone: number; readonly members: number[] }[][] = pieces.map(() => []);
  const classes = new Map<string, { zone: number; members: number[]; kinds: number[]; wanted: number }>();
  zones.forEach((zone, z) => {
    const own = pieces.map(() => new Map<string, number>());
    const sets = pieces.map((piece) => piece.touches.filter((t) => t.zone === zone.id).flatMap((t) => t.sets.map((set) => new Set(set))));
    for (let v = zone.from; v <= zone.to; v++) {
      let wanted = 0;
      const kinds = pieces.map((_, p) => {
        const key = (sets[p] ?? []).map((set) => (set.has(v) ? 1 : 0)).join('');
        if (key.includes('1')) wanted++;
        let kind = own[p]?.get(key);
        if (kind === undefined) {
          kind = pieceKinds[p]?.push({ zone: z, members: [] }) as number;
          own[p]?.set(key, --kind);
        }
        pieceKinds[p]?.[kind]?.members.push(v);
        return kind;
      });
      const key = `${z}:${kinds}`;
      const known = classes.get(key);
      if (known) known.members.push(v);
      else classes.set(key, { zone: z, members: [v], kinds, wanted });
    }
  });

  const outcomes: Outcome[][] = [];
  for (let p = 0; p < pieces.length; p++) {
    const listed = listOutcomes(zones, pieces[p] as PayingPiece, pieceKinds[p] ?? []);
    if (!listed) return undefined;
    outcomes.push(listed);
  }

  const all = [...classes.values()].map((c): Class => ({ zone: c.zone, size: c.members.length, kinds: c.kinds, wanted: c.wanted }));
  const picks = zones.map((zone) => zone.pick);
  const counts = pieceKinds.map((kinds) => kinds.length);
  const much = [...all].sort((a, b) => a.zone - b.zone || b.wanted - a.wanted);
  const little = [...all].sort((a, b) => a.zone - b.zone || a.wanted - b.wanted);
  const left = { nodes: budget };
  const most = search(much, picks, counts, outcomes, left, (best, reach) => best !== undefined && sum(reach, 'most') <= best);
  if (!most) return undefined;
  const least = search(little, picks, counts, outcomes, left, (best, reach) => best !== undefined && sum(reach, 'least') >= best);
  if (!least) return undefined;
  const positive = search(
    little,
    picks,
    counts,
    outcomes,
    left,
    (best, reach) => {
      let smallest: bigint | undefined;
      for (const { leastPositive } of reach)
        if (leastPositive !== undefined && (smallest === undefined || leastPositive < smallest)) smallest = leastPositive;
      if (smallest === undefined) return true;
      const floor = sum(reach, 'least');
      return best !== undefined && (floor > smallest ? floor : smallest) >= best;
    },
    true,
  );
  if (!positive) return undefined;
  return { most: most.found ?? 0n, least: least.found ?? 0n, leastPositive: positive.found };
}

function sum(reach: readonly Reach[], field: 'least' | 'most'): bigint {
  let total = 0n;
  for (const one of reach) total += one[field];
  return total;
}

/** All outcomes of one piece: how many numbers of each of its classes are drawn, and the fen that it then pays. Undefined when there are too many. */
function listOutcomes(
  zones: readonly { readonly id: string; readonly pick: number }[],
  piece: PayingPiece,
  kinds: readonly { readonly zone: number; readonly members: readonly number[] }[],
): Outcome[] | undefined {
  const found: Outcome[] = [];
  const counts: number[] = new Array(kinds.length).fill(0);
  const missing = zones.map((zone) => zone.pick);
  const drawOfClass = (k: number): boolean => {
    const kind = kinds[k];
    if (!kind) {
      // The numbers of a class are alike for this piece, so the first ones stand for all. A zone that the piece does not look at has one class.
      if (missing.some((n) => n !== 0)) return true;
      const numbers: Record<string, number[]> = {};
      zones.forEach((zone, z) => {
        numbers[zone.id] = kinds.flatMap((other, i) => (other.zone === z ? other.members.slice(0, counts[i]) : []));
      });
      found.push({ counts: [...counts], fen: piece.pays({ numbers }) });
      return found.length <= MOST_OUTCOMES;
    }
    const open = missing[kind.zone] as number;
    for (let n = 0; n <= Math.min(kind.members.length, open); n++) {
      counts[k] = n;
      missing[kind.zone] = open - n;
      if (!drawOfClass(k + 1)) return false;
    }
    counts[k] = 0;
    missing[kind.zone] = open;
    return true;
  };
  return drawOfClass(0) ? found : undefined;
}

/**
 * Searches depth first over the classes. `hopeless` prunes a partial draw that cannot be better than the best found so far, so every leaf that
 * is reached replaces the best. `positive`: only prizes above 0 count. Undefined when the budget is used up.
 */
function search(
  classes: readonly Class[],
  picks: readonly number[],
  kindCounts: readonly number[],
  outcomes: readonly (readonly Outcome[])[],
  left: { nodes: number },
  hopeless: (best: bigint | undefined, reach: readonly Reach[]) => boolean,
  positive = false,
): { readonly found: bigint | undefined } | undefined {
  // rest[i]: numbers of each piece's classes that the classes from i on have. room[i]: numbers of each zone that they have.
  const rest: number[][][] = [kindCounts.map((n) => new Array(n).fill(0) as number[])];
  const room: number[][] = [picks.map(() => 0)];
  for (let i = classes.length - 1; i >= 0; i--) {
    const c = classes[i] as Class;
    rest.unshift((rest[0] as number[][]).map((row, p) => row.map((n, kind) => (c.kinds[p] === kind ? n + c.size : n))));
    room.unshift((room[0] as number[]).map((n, z) => (z === c.zone ? n + c.size : n)));
  }
  const drawn = kindCounts.map((n) => new Array(n).fill(0) as number[]);
  const missing = [...picks];
  const memo = new Map<string, Reach>();
  const reachOf = (p: number, at: number): Reach => {
    const now = drawn[p] as number[];
    const key = `${p};${at};${now}`;
    const known = memo.get(key);
    if (known) return known;
    const more = rest[at]?.[p] as number[];
    let least: bigint | undefined;
    let leastPositive: bigint | undefined;
    let most = 0n;
    for (const { counts, fen } of outcomes[p] as readonly Outcome[]) {
      let open = true;
      for (let k = 0; k < counts.length && open; k++) {
        const wanted = (counts[k] as number) - (now[k] as number);
        open = wanted >= 0 && wanted <= (more[k] as number);
      }
      if (!open) continue;
      if (least === undefined || fen < least) least = fen;
      if (fen > most) most = fen;
      if (fen > 0n && (leastPositive === undefined || fen < leastPositive)) leastPositive = fen;
    }
    const reach = { least: least ?? 0n, leastPositive, most };
    memo.set(key, reach);
    return reach;
  };
  let best: bigint | undefined;
  const drawOfClass = (at: number): boolean => {
    if (left.nodes-- <= 0) return false;
    const reach = drawn.map((_, p) => reachOf(p, at));
    if (hopeless(best, reach)) return true;
    const c = classes[at];
    if (!c) {
      const total = sum(reach, 'most');
      if (!positive || total > 0n) best = total;
      return true;
    }
    const open = missing[c.zone] as number;
    const least = Math.max(0, open - (room[at + 1]?.[c.zone] ?? 0));
    for (let n = Math.min(c.size, open); n >= least; n--) {
      c.kinds.forEach((kind, p) => {
        (drawn[p] as number[])[kind] = ((drawn[p] as number[])[kind] as number) + n;
      });
      missing[c.zone] = open - n;
      const going = drawOfClass(at + 1);
      c.kinds.forEach((kind, p) => {
        (drawn[p] as number[])[kind] = ((drawn[p] as number[])[kind] as number) - n;
      });
      missing[c.zone] = open;
      if (!going) return false;
    }
    return true;
  };
  return drawOfClass(0) ? { found: best } : undefined;
}
