import type { Draw, Line, Ticket } from '../descriptions/types.ts';
import { searchExtremes } from './search-extremes.ts';
import { type Touch, visitDraws } from './draw-space.ts';
import { playOf } from './price.ts';
import { tierFen } from './tickets.ts';
import type { CompiledGame, CompiledPlay } from './types.ts';

/** The least and most that a ticket can win in one draw, fen, multiplier applied. */
export interface PrizeRange {
  /** Smallest prize above nothing; 0 when the ticket can never win. */
  readonly minFen: bigint;
  readonly maxFen: bigint;
  /** False when the space of draws was too large to look through: then minFen is not above, and maxFen not below, the truth. */
  readonly exact: boolean;
}

/** Work is draws looked at × lines settled, each by its weight; this much takes a good second on a small machine. */
const DEFAULT_BUDGET = 1_500_000;

interface Piece {
  readonly play: CompiledPlay;
  readonly line: Line;
  readonly touches: readonly Touch[];
  /** The work for the part. */
  readonly weight: number;
}

interface Bounds {
  /** Over all draws, zero included. */
  readonly least: bigint;
  readonly leastPositive: bigint | undefined;
  readonly most: bigint;
  readonly exact: boolean;
}

/**
 * The prize range of a valid ticket over every possible draw. Lines that no common part of the draw decides are looked at
 * apart; within one part, draws that no line tells apart are looked at once. Floating tiers count with their estimates.
 */
export function prizeRange(compiled: CompiledGame, ticket: Ticket, budget = DEFAULT_BUDGET): PrizeRange {
  const pieces = ticket.lines.flatMap((line): Piece[] => {
    const play = playOf(compiled, line);
    return play.parts(line).map((part) => ({ play, line: part.line, touches: part.touches, weight: part.weight ?? 1 }));
  });
  const groups = components(compiled, pieces).map((group) => boundsOf(compiled, group, budget));
  const least = groups.reduce((sum, b) => sum + b.least, 0n);
  const most = groups.reduce((sum, b) => sum + b.most, 0n);
  // Independent parts: if some part always wins, the ticket wins at least what all parts win at least.
  let leastPositive: bigint | undefined = least > 0n ? least : undefined;
  if (least === 0n)
    for (const { leastPositive: own } of groups)
      if (own !== undefined && (leastPositive === undefined || own < leastPositive)) leastPositive = own;
  const multiplier = BigInt(ticket.multiplier ?? 1);
  return { minFen: (leastPositive ?? 0n) * multiplier, maxFen: most * multiplier, exact: groups.every((b) => b.exact) };
}

/** Pieces joined wherever they look at the same part of a draw. Places of a digits zone are independent; others are one. */
function components(compiled: CompiledGame, pieces: readonly Piece[]): Piece[][] {
  const zones = new Map(compiled.game.draw.zones.map((zone) => [zone.id, zone]));
  const linked = new Set(compiled.game.draw.zones.flatMap((zone) => (zone.excludes === undefined ? [] : [zone.id, zone.excludes])));
  const groups: { atoms: Set<string>; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const atoms = new Set<string>();
    for (const touch of piece.touches) {
      const zone = zones.get(touch.zone);
      if (!zone) continue;
      if (compiled.game.draw.source) {
        // What follows from one draw of another game hangs together.
        atoms.add('derived');
        continue;
      }
      if (linked.has(zone.id)) atoms.add('linked zones');
      else if (zone.kind !== 'digits') atoms.add(zone.id);
      else for (let i = 0; i < zone.pick; i++) if (!touch.places || touch.places.includes(i)) atoms.add(`${zone.id}#${i}`);
    }
    const joined = { atoms, pieces: [piece] };
    for (let g = groups.length - 1; g >= 0; g--) {
      const group = groups[g] as (typeof groups)[number];
      if (![...group.atoms].some((atom) => atoms.has(atom))) continue;
      for (const atom of group.atoms) atoms.add(atom);
      joined.pieces.push(...group.pieces);
      groups.splice(g, 1);
    }
    groups.push(joined);
  }
  return groups.map((group) => group.pieces);
}

function boundsOf(compiled: CompiledGame, pieces: readonly Piece[], budget: number): Bounds {
  const exact = searched(compiled, pieces, budget) ?? enumerate(compiled, pieces, budget);
  if (exact) return exact;
  const only = pieces[0];
  if (pieces.length === 1 && only) return crude(only);
  // Each piece by itself is exact or safe; together they cannot win more than the sum, nor less than the least of them.
  const parts = pieces.map((piece) => boundsOf(compiled, [piece], budget / pieces.length));
  let leastPositive: bigint | undefined;
  for (const part of parts)
    if (part.leastPositive !== undefined && (leastPositive === undefined || part.leastPositive < leastPositive))
      leastPositive = part.leastPositive;
  return { least: 0n, leastPositive, most: parts.reduce((sum, part) => sum + part.most, 0n), exact: false };
}

/** Fen that a piece wins in a draw at the description's prizes. */
function payOf({ play, line }: Piece): (draw: Draw) => bigint {
  const prizes = new Map([...play.prizes.keys()].map((tier) => [tier, BigInt(tierFen(play, tier))]));
  return (draw) => {
    let fen = 0n;
    for (const [tier, count] of play.settle(line, draw)) fen += count * (prizes.get(tier) ?? 0n);
    return fen;
  };
}

function searched(compiled: CompiledGame, pieces: readonly Piece[], budget: number): Bounds | undefined {
  const paying = pieces.map((piece) => ({ touches: piece.touches, pays: payOf(piece) }));
  const extremes = searchExtremes(compiled.game.draw, paying, Math.floor(budget / pieces.length));
  return extremes && { ...extremes, exact: true };
}

function enumerate(compiled: CompiledGame, pieces: readonly Piece[], budget: number): Bounds | undefined {
  let least: bigint | undefined;
  let leastPositive: bigint | undefined;
  let most = 0n;
  const pays = pieces.map(payOf);
  const done = visitDraws(
    compiled.game.draw,
    pieces.flatMap((piece) => piece.touches),
    (draw) => {
      let fen = 0n;
      for (const pay of pays) fen += pay(draw);
      if (least === undefined || fen < least) least = fen;
      if (fen > most) most = fen;
      if (fen > 0n && (leastPositive === undefined || fen < leastPositive)) leastPositive = fen;
    },
    Math.floor(budget / pieces.reduce((sum, { weight }) => sum + weight, 0)),
  );
  return done ? { least: least ?? 0n, leastPositive, most, exact: true } : undefined;
}

/** No looking at draws at all: every bet at the best tier, one bet at the poorest. */
function crude({ play, line }: Piece): Bounds {
  const fens = [...play.prizes.keys()].map((tier) => BigInt(tierFen(play, tier))).filter((fen) => fen > 0n);
  const poorest = fens.reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
  const best = fens.reduce((a, b) => (b > a ? b : a), 0n);
  return { least: 0n, leastPositive: poorest, most: play.count(line) * best, exact: false };
}
