/** The bets that a small game takes, each with its exact chances: one list that the board, the checks and the settlement read. */
import { fraction } from '../rules/math.ts';
import type { Fraction } from '../rules/types.ts';
import { gateChances, pairChances } from './gate.ts';
import { slotTally } from './slot.ts';
import { allThrows } from './dice.ts';
import type { DiceRules, SmallGame } from './types.ts';

/** A possible outcome of a bet: the returned thousandths of the stake (negative: more than the stake is lost), and its probability. */
export interface BetOutcome {
  readonly name: string;
  readonly thousandths: bigint;
  readonly chance: Fraction;
}

export interface SmallOdds {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  /** Pointer into the description to what it pays. */
  readonly pointer: string;
  /** What it pays as the description writes it, for the board: "6", or "1 / 2 / 3". */
  readonly pays: string;
  readonly ways: readonly BetOutcome[];
  /** Chance that more comes back than nothing. */
  readonly winChance: Fraction;
  /** What comes back on average for one stake that is at risk. */
  readonly returns: Fraction;
}

/** "2.375" → 2375n. */
export function thousandthsOf(times: string): bigint {
  const [whole = '0', part = ''] = times.split('.');
  return BigInt(whole) * 1000n + BigInt(part.padEnd(3, '0'));
}

function oddsOf(head: Omit<SmallOdds, 'winChance' | 'returns'>): SmallOdds {
  const total = (of: (way: BetOutcome) => Fraction): Fraction =>
    head.ways
      .map(of)
      .reduce(
        (sum, each) => fraction(sum.numerator * each.denominator + each.numerator * sum.denominator, sum.denominator * each.denominator),
        {
          numerator: 0n,
          denominator: 1n,
        },
      );
  return {
    ...head,
    winChance: total(({ thousandths, chance }) => (thousandths > 0n ? chance : { numerator: 0n, denominator: 1n })),
    returns: total(({ thousandths, chance }) => fraction(chance.numerator * thousandths, chance.denominator * 1000n)),
  };
}

/** Every bet of a game. Of a slot machine there is one, a line; of a gate one for each width, and each number of ranks beside a pair, that it pays. */
export function smallOdds(game: SmallGame): readonly SmallOdds[] {
  if (game.gate !== undefined) {
    const { postTimes, odds, pairs = [] } = game.gate;
    const lost = 1000n - 1000n * BigInt(postTimes);
    const gates = odds.map(({ width, pays }, i) => {
      const { between, post, outside } = gateChances(width);
      return oddsOf({
        code: `gate-${width}`,
        name: `${width}`,
        group: '',
        pointer: `/gate/odds/${i}/pays`,
        pays,
        ways: [
          { name: 'between', thousandths: 1000n + thousandthsOf(pays), chance: between },
          { name: 'post', thousandths: lost, chance: post },
          { name: 'outside', thousandths: 0n, chance: outside },
        ],
      });
    });
    const sides = pairs.map(({ ranks, pays }, i) => {
      const { won, post, missed } = pairChances(ranks);
      return oddsOf({
        code: `pair-${ranks}`,
        name: `同点 ${ranks}`,
        group: '',
        pointer: `/gate/pairs/${i}/pays`,
        pays,
        ways: [
          { name: 'between', thousandths: 1000n + thousandthsOf(pays), chance: won },
          { name: 'post', thousandths: lost, chance: post },
          { name: 'outside', thousandths: 0n, chance: missed },
        ],
      });
    });
    return [...gates, ...sides];
  }
  if (game.slot !== undefined) {
    const { slot } = game;
    const { counts, all } = slotTally(slot);
    const name = new Map(slot.symbols.map(({ code, name: shown }) => [code, shown]));
    const ways = slot.pays.map(({ symbol, count, times }, i) => ({
      name: `${(name.get(symbol) ?? symbol).repeat(count)}${'×'.repeat(slot.reels.length - count)}`,
      thousandths: thousandthsOf(times),
      chance: fraction(counts[i] ?? 0n, all),
    }));
    return [oddsOf({ code: 'line', name: '', group: '', pointer: '/slot/pays', pays: '', ways })];
  }
  return game.dice === undefined ? [] : diceBets(game.dice).map(diceOdds);
}

/** A bet on three dice. */
interface DiceBet {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  readonly pointer: string;
  readonly pays: string;
  /** Thousandths of the stake that it wins beside the stake; undefined: it lost. */
  readonly wins: (dice: readonly number[]) => bigint | undefined;
}

const FACES = [1, 2, 3, 4, 5, 6] as const;

/** Descriptions are frozen and live as long as their version: a throw is settled without making its bets again. */
const made = new WeakMap<object, ReadonlyMap<string, DiceBet>>();

function tableOf(table: Pick<DiceRules, 'faces' | 'groups'>): ReadonlyMap<string, DiceBet> {
  const known = made.get(table) ?? new Map(makeDiceBets(table).map((bet) => [bet.code, bet]));
  made.set(table, known);
  return known;
}

/** The bets of a table, in the order in which they stand on its board. */
export const diceBets = (table: Pick<DiceRules, 'faces' | 'groups'>): readonly DiceBet[] => [...tableOf(table).values()];

/** One of them. */
export const diceBet = (table: Pick<DiceRules, 'faces' | 'groups'>, code: string): DiceBet | undefined => tableOf(table).get(code);

/** All of them as the description writes them; a code that stands there twice is here twice. */
export function makeDiceBets({ faces, groups }: Pick<DiceRules, 'faces' | 'groups'>): readonly DiceBet[] {
  const nameOf = (face: number): string => faces[face - 1]?.name ?? String(face);
  return groups.flatMap((group, g): DiceBet[] => {
    const bet = (code: string, name: string, at: string, pays: string, won: (dice: readonly number[]) => boolean): DiceBet => {
      const thousandths = thousandthsOf(pays);
      const wins = (dice: readonly number[]) => (won(dice) ? thousandths : undefined);
      return { code, name, group: group.name, pointer: `/dice/groups/${g}/${at}`, pays, wins };
    };
    const { face, pair, double, triple, anyTriple, three, total, range } = group;
    const list: DiceBet[] = [];
    const byHits = face?.map(thousandthsOf) ?? [];
    if (face !== undefined)
      for (const f of FACES)
        list.push({
          code: `face-${f}`,
          name: nameOf(f),
          group: group.name,
          pointer: `/dice/groups/${g}/face`,
          pays: face.join(' / '),
          wins: (dice) => {
            const hits = hitsOf(dice, f);
            return hits === 0 ? undefined : byHits[hits - 1];
          },
        });
    if (pair !== undefined)
      for (const a of FACES)
        for (const b of FACES)
          if (a < b) list.push(bet(`pair-${a}-${b}`, nameOf(a) + nameOf(b), 'pair', pair, (dice) => dice.includes(a) && dice.includes(b)));
    if (double !== undefined)
      for (const f of FACES) list.push(bet(`double-${f}`, nameOf(f).repeat(2), 'double', double, (dice) => hitsOf(dice, f) >= 2));
    if (triple !== undefined)
      for (const f of FACES) list.push(bet(`triple-${f}`, nameOf(f).repeat(3), 'triple', triple, (dice) => hitsOf(dice, f) === 3));
    if (anyTriple !== undefined) list.push(bet('any-triple', group.name, 'anyTriple', anyTriple, isTriple));
    if (three !== undefined)
      for (const a of FACES)
        for (const b of FACES)
          for (const c of FACES)
            if (a < b && b < c)
              list.push(
                bet(`three-${a}-${b}-${c}`, nameOf(a) + nameOf(b) + nameOf(c), 'three', three, (dice) =>
                  [a, b, c].every((each) => dice.includes(each)),
                ),
              );
    for (const [sum, pays] of Object.entries(total ?? {}))
      list.push(bet(`total-${sum}`, sum, `total/${sum}`, pays, (dice) => sumOf(dice) === Number(sum)));
    for (const [i, { code, name, from = 3, to = 18, parity, triples = false, pays }] of (range ?? []).entries())
      list.push(
        bet(code, name, `range/${i}/pays`, pays, (dice) => {
          const sum = sumOf(dice);
          if (isTriple(dice) && !triples) return false;
          return sum >= from && sum <= to && (parity === undefined || (sum % 2 === 1) === (parity === 'odd'));
        }),
      );
    return list;
  });
}

const hitsOf = (dice: readonly number[], face: number): number => dice.filter((each) => each === face).length;
const sumOf = (dice: readonly number[]): number => dice.reduce((sum, each) => sum + each, 0);
const isTriple = (dice: readonly number[]): boolean => dice.every((each) => each === dice[0]);

function diceOdds({ wins, ...bet }: DiceBet): SmallOdds {
  const counts = new Map<bigint, bigint>();
  for (const dice of allThrows()) {
    const won = wins(dice);
    if (won !== undefined) counts.set(won, (counts.get(won) ?? 0n) + 1n);
  }
  const ways = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([won, count]) => ({ name: '', thousandths: 1000n + won, chance: fraction(count, 216n) }));
  return oddsOf({ ...bet, ways });
}
