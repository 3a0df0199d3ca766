/**
 * What a phone asks of the rules before the first tap and at every tap: bets, price, what is still missing. Kept small, since a board waits
 * for it; chances and prizes are in chances.ts, typed entries in entries.ts, and all of it together in index.ts.
 */
export { countGame } from './count.ts';
export { lacks } from './lacks.ts';
export { linePrize, type LineTerms, lineTerms } from './line-terms.ts';
export { omissionKey } from './omission.ts';
export { takesLine } from './read-line.ts';
export { priceTicket } from './price.ts';
