/** Sense of a family of scratch cards: that its pool can be made as the table says, and that its surface can say what a card wins. */
import { SCENE_NAMES } from '../icons.ts';
import type { Finding } from '../problem.ts';
import { addDuplicates, collectFindings, unknownNameDetails } from '../semantics/report.ts';
import { type ExactFraction, scratchReturns, winningCards } from './pool-returns.ts';
import type { ScratchDescription } from './types.ts';

/** A pool that returns less is a poor thing to sell, one that returns more loses money with every card. */
const LEAST_RETURN = { numerator: 60n, denominator: 100n };

const less = (a: ExactFraction, b: ExactFraction) => a.numerator * b.denominator < b.numerator * a.denominator;

/** In percent with two decimals, rounded down: what is refused for being under 60% must not read 60.00%. */
function percentText({ numerator, denominator }: ExactFraction): string {
  const hundredths = (numerator * 10_000n) / denominator;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`;
}

export function scratchFindings(card: ScratchDescription): Finding[] {
  return collectFindings((add) => {
    const { symbols, prizes, tickets, book } = card;
    addDuplicates(
      add,
      symbols,
      ({ code }) => code,
      (i) => `/symbols/${i}/code`,
      '图案|symbols',
    );
    addDuplicates(
      add,
      prizes,
      ({ symbol }) => symbol,
      (i) => `/prizes/${i}/symbol`,
      '奖项的图案|symbols of prizes',
    );
    const codes = symbols.map(({ code }) => code);
    for (const [i, { symbol, fen }] of prizes.entries()) {
      if (!codes.includes(symbol)) add('SCRATCH_SYMBOL', `/prizes/${i}/symbol`, unknownNameDetails(symbol, codes));
      const before = prizes[i - 1]?.fen;
      if (before !== undefined && before <= fen) add('SCRATCH_ORDER', `/prizes/${i}/fen`, { fen, before });
    }
    if (!(SCENE_NAMES as readonly string[]).includes(card.face)) add('SCRATCH_FACE', '/face', unknownNameDetails(card.face, SCENE_NAMES));
    if (tickets % book !== 0) add('SCRATCH_BOOK', '/tickets', { tickets, book });
    const won = winningCards(card);
    if (won > tickets) add('SCRATCH_TICKETS', '/prizes', { prizes: won, tickets });
    const returns = scratchReturns(card);
    if (less(returns, LEAST_RETURN) || returns.numerator > returns.denominator)
      add('SCRATCH_RETURN', '/prizes', { returns: percentText(returns), exact: `${returns.numerator}/${returns.denominator}` });
  });
}
