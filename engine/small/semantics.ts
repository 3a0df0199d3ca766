/** Sense of a small game: it can be played, its amounts are whole fen, and what it returns lies where it may. */
import type { Finding } from '../descriptions/problem.ts';
import { addDuplicates, collectFindings, unknownNameDetails, type ReportFinding } from '../descriptions/semantics/report.ts';
import { fractionText, percentText } from '../rules/fraction-text.ts';
import { addFractions, compareFractions, fraction } from '../rules/math.ts';
import type { Fraction } from '../rules/types.ts';
import { diceBets, makeDiceBets, type SmallOdds, smallOdds, thousandthsOf } from './bets.ts';
import { dealChance } from './gate.ts';
import type { SmallGame } from './types.ts';

const LEAST = fraction(70n, 100n);
const MOST = fraction(1n, 1n);

export function smallFindings(game: SmallGame): Finding[] {
  return collectFindings((add) => {
    const sorts = [game.gate, game.slot, game.dice].filter((sort) => sort !== undefined);
    if (sorts.length !== 1) return add('SMALL_SORT', '');
    limits(add, game);
    const sound = game.slot === undefined || slotIsSound(add, game);
    if (game.gate !== undefined)
      addDuplicates(
        add,
        game.gate.odds,
        ({ width }) => String(width),
        (i) => `/gate/odds/${i}/width`,
        '门宽|widths',
      );
    if (game.gate?.pairs !== undefined)
      addDuplicates(
        add,
        game.gate.pairs,
        ({ ranks }) => String(ranks),
        (i) => `/gate/pairs/${i}/ranks`,
        '点数|ranks',
      );
    if (game.dice !== undefined) {
      const bets = makeDiceBets(game.dice);
      addDuplicates(
        add,
        bets,
        ({ code }) => code,
        (i) => bets[i]?.pointer ?? '',
        '注|bets',
      );
    }
    if (!sound) return;
    wholeFen(add, game);
    returns(add, game);
    policies(add, game);
  });
}

function limits(add: ReportFinding, { limits: { stepFen, leastFen, mostFen, roundFen, quickFen } }: SmallGame): void {
  const wrong = (name: string, fen: number, at: string) => add('SMALL_LIMITS', `/limits/${at}`, { name, fen, step: stepFen });
  if (leastFen % stepFen !== 0 || leastFen > mostFen) wrong('leastFen', leastFen, 'leastFen');
  if (mostFen % stepFen !== 0 || mostFen > roundFen) wrong('mostFen', mostFen, 'mostFen');
  for (const [i, fen] of quickFen.entries())
    if (fen % stepFen !== 0 || fen < leastFen || fen > mostFen) wrong('quickFen', fen, ['quickFen', i].join('/'));
}

function slotIsSound(add: ReportFinding, { slot }: SmallGame): boolean {
  if (slot === undefined) return true;
  let sound = true;
  const codes = slot.symbols.map(({ code }) => code);
  const unknown = (name: string, pointer: string) => {
    if (codes.includes(name)) return;
    sound = false;
    add('SMALL_SYMBOL', pointer, unknownNameDetails(name, codes));
  };
  addDuplicates(
    add,
    codes,
    (code) => code,
    (i) => `/slot/symbols/${i}/code`,
    '符号|symbols',
  );
  for (const [r, strip] of slot.reels.entries()) for (const [i, name] of strip.entries()) unknown(name, `/slot/reels/${r}/${i}`);
  const reels = slot.reels.length;
  const lines = slot.lines.length;
  for (const [i, rows] of slot.lines.entries())
    if (rows.length !== reels) {
      sound = false;
      add('SMALL_LINE', `/slot/lines/${i}`, { reels, rows: rows.length, lines });
    }
  for (const [i, count] of slot.lineChoices.entries())
    if (count > lines) add('SMALL_LINE', `/slot/lineChoices/${i}`, { reels, rows: reels, lines });
  for (const [i, { symbol, count }] of slot.pays.entries()) {
    unknown(symbol, `/slot/pays/${i}/symbol`);
    if (count > reels) {
      sound = false;
      add('SMALL_LINE', `/slot/pays/${i}/count`, { reels, rows: count, lines });
    }
  }
  addDuplicates(
    add,
    slot.pays,
    ({ symbol, count }) => `${symbol} ${count}`,
    (i) => `/slot/pays/${i}`,
    '赔付|pays',
  );
  return sound;
}

/** What the description pays, with its place. */
function paysOf(game: SmallGame): readonly (readonly [times: string, pointer: string])[] {
  if (game.gate !== undefined)
    return [
      ...game.gate.odds.map(({ pays }, i) => [pays, `/gate/odds/${i}/pays`] as const),
      ...(game.gate.pairs ?? []).map(({ pays }, i) => [pays, `/gate/pairs/${i}/pays`] as const),
    ];
  if (game.slot !== undefined) return game.slot.pays.map(({ times }, i) => [times, `/slot/pays/${i}/times`] as const);
  return diceBets(game.dice ?? { faces: [], groups: [] }).flatMap(({ pays, pointer }) =>
    pays.split(' / ').map((times) => [times, pointer] as const),
  );
}

function wholeFen(add: ReportFinding, game: SmallGame): void {
  const { stepFen } = game.limits;
  const reportedPointers = new Set<string>();
  for (const [times, pointer] of paysOf(game)) {
    if ((thousandthsOf(times) * BigInt(stepFen)) % 1000n === 0n || reportedPointers.has(pointer)) continue;
    reportedPointers.add(pointer);
    add('SMALL_FEN', pointer, { step: stepFen, times, wanted: Number(fraction(thousandthsOf(times), 1000n).denominator) });
  }
}

function returns(add: ReportFinding, game: SmallGame): void {
  const reportedPointers = new Set<string>();
  for (const { code, name, pointer, returns: back } of smallOdds(game)) {
    if ((compareFractions(back, LEAST) >= 0 && compareFractions(back, MOST) <= 0) || reportedPointers.has(pointer)) continue;
    reportedPointers.add(pointer);
    add('SMALL_RETURN', pointer, { name: name || code, fraction: fractionText(back), percent: percentText(back, 4) });
  }
}

export interface Policy {
  readonly widths: readonly number[];
  /** Its average win in a dealt hand, in stakes. */
  readonly gain: Fraction;
}

/**
 * Return of every choice of gates in a hand, for all 2^n choices. A redealt hand counts as none. The choice at one hand does not
 * change another, so pairs are left out: each returns less than its stake (SMALL_RETURN) and improves no
 * choice.
 */
export function* skipPolicies(game: SmallGame): Generator<Policy> {
  if (game.gate === undefined) return;
  const odds = smallOdds(game);
  const gates = game.gate.odds.map(({ width }, i) => {
    const { numerator, denominator } = (odds[i] as SmallOdds).returns;
    const { numerator: n, denominator: d } = dealChance(width);
    return { width, gain: fraction((numerator - denominator) * n, denominator * d) };
  });
  const dealt = game.gate.odds.map(({ width }) => dealChance(width)).reduce(addFractions, fraction(0n, 1n));
  for (let mask = 0; mask < 2 ** gates.length; mask += 1) {
    const shot = gates.filter((_, i) => Math.floor(mask / 2 ** i) % 2 === 1);
    const sum = shot.reduce((all, { gain }) => addFractions(all, gain), fraction(0n, 1n));
    yield { widths: shot.map(({ width }) => width), gain: fraction(sum.numerator * dealt.denominator, sum.denominator * dealt.numerator) };
  }
}

/** Names the way of skipping that wins most, if one wins at all. */
function policies(add: ReportFinding, game: SmallGame): void {
  let best: Policy = { widths: [], gain: fraction(0n, 1n) };
  for (const policy of skipPolicies(game)) if (compareFractions(policy.gain, best.gain) > 0) best = policy;
  if (best.gain.numerator > 0n) add('SMALL_POLICY', '/gate/odds', { widths: best.widths.join(' '), fraction: fractionText(best.gain) });
}
