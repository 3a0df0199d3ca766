/**
 * The rules that a board needs before the first tap and at every tap: bets, price, prize text, and missing picks. A board waits for this module,
 * so it must stay small. Chances are in chances.ts, typed entries in entries.ts, and all rules in index.ts.
 */
export { countGame } from './count.ts';
export { missingPicks } from './missing-picks.ts';
export { linePrize, type LineTerms, lineTerms } from './line-terms.ts';
export { omissionKey } from './omission.ts';
export { isLineSold } from './read-line.ts';
export { amountOf } from './amount.ts';
export { priceLines, priceTicket } from './price.ts';
