/**
 * The odds table of a game: what each play's bets win, how often and how much comes back. Exact, from the space of draws by formula
 * or enumeration, never from samples. For operators; the phone shows the same figures through `playFigures`.
 */
import type { GameDraw, Zone } from '../descriptions/types.ts';
import { binomial, compareFractions, fallingFactorial } from './math.ts';
import { type BetChances, betReturn, chancesOfBets, type Returns, returnsOf, winChance } from './returns.ts';
import { tierFen } from './tickets.ts';
import type { CompiledGame, CompiledPlay, Fraction, Line } from './types.ts';
import { formatLine } from './format-line.ts';

export interface TierOdds {
  readonly tier: string;
  readonly name: string;
  readonly chance: Fraction;
  /** Fen that one bet is paid; of a floating tier its estimate. */
  readonly fen: number;
  readonly floating: boolean;
}

/** Bets of a play that are equally good. */
export interface BetKind {
  /** How these bets are written (和值 3, 和值 18); empty when all bets of the play are equally good. */
  readonly bets: readonly string[];
  readonly tiers: readonly TierOdds[];
  readonly winChance: Fraction;
  /** Expected prize ÷ price. */
  readonly returns: Fraction;
}

export interface PlayOdds {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  readonly unitFen: number;
  /** Number of different single bets; undefined where bets are typed in and not picked from a board. */
  readonly bets: bigint | undefined;
  readonly kinds: readonly BetKind[];
  readonly returns: Returns;
}

/** The most kinds of bets that are listed. A play with more lists only those with the lowest and the highest return. */
const MOST_KINDS = 100;

/** The odds of every play, or of one. */
export function oddsOf(compiled: CompiledGame, only?: string): PlayOdds[] {
  const table: PlayOdds[] = [];
  for (const group of compiled.game.playGroups)
    for (const { code } of group.plays) {
      const play = compiled.play(code);
      if (!play || (only !== undefined && only !== code)) continue;
      const bets = chancesOfBets(play);
      table.push({ ...playOdds(play, bets), group: group.name, returns: returnsOf(play, bets) });
    }
  return table;
}

function playOdds(play: CompiledPlay, bets: readonly BetChances[]): Omit<PlayOdds, 'group' | 'returns'> {
  const kinds = new Map<string, { bets: string[]; first: Line; chances: ReadonlyMap<string, Fraction> }>();
  for (const { bet, chances } of bets) {
    const key = [...chances].map(([tier, { numerator, denominator }]) => `${tier} ${numerator}/${denominator}`).join();
    const kind = kinds.get(key) ?? { bets: [], first: bet, chances };
    kinds.set(key, kind);
    kind.bets.push(formatLine(play.play, bet));
  }
  const all = play.count({ play: play.play.code, picks: Object.fromEntries([...play.areas].map(([id, area]) => [id, area.values])) });
  return {
    code: play.play.code,
    name: play.play.name,
    unitFen: play.unitFen,
    bets: all > 0n ? all : undefined,
    kinds: extremes(play, [...kinds.values()]).map((kind) => ({
      bets: bets.length > 1 ? kind.bets : [],
      tiers: [...kind.chances].map(([tier, chance]) => {
        const prize = play.prizes.get(tier);
        return { tier, name: prize?.name ?? tier, chance, fen: tierFen(play, tier), floating: prize?.kind === 'floating' };
      }),
      winChance: winChance(play, kind.first, kind.chances),
      returns: betReturn(play, kind.first, kind.chances),
    })),
  };
}

function extremes<K extends { readonly first: Line; readonly chances: ReadonlyMap<string, Fraction> }>(
  play: CompiledPlay,
  kinds: readonly K[],
): readonly K[] {
  if (kinds.length <= MOST_KINDS) return kinds;
  const ranked = kinds.map((kind) => ({ kind, returns: betReturn(play, kind.first, kind.chances) }));
  ranked.sort((a, b) => compareFractions(a.returns, b.returns));
  return [ranked[0], ranked.at(-1)].flatMap((each) => (each ? [each.kind] : []));
}

/**
 * How many different draws there are; undefined when a zone excludes numbers of another that reach past its own, where there is no
 * simple formula.
 */
export function drawCount({ zones, source }: GameDraw): bigint | undefined {
  // Each draw of the source is one of this game.
  if (source) return drawCount({ zones: source.zones });
  let all = 1n;
  for (const zone of zones) {
    const excluded = zones.find(({ id }) => id === zone.excludes);
    if (excluded && (excluded.kind === 'digits' || excluded.from < zone.from || excluded.to > zone.to)) return undefined;
    all *= waysOf(zone, zone.to - zone.from + 1 - (excluded?.pick ?? 0));
  }
  return all;
}

function waysOf({ kind, pick }: Zone, size: number): bigint {
  if (kind === 'set') return binomial(size, pick);
  return kind === 'sequence' ? fallingFactorial(size, pick) : BigInt(size) ** BigInt(pick);
}
