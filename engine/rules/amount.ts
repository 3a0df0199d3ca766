/** The one formula of a price, exact for any size, in fen. `times`: how often each bet is played. `npm run check` refuses another formula. */
export const amountOf = (bets: bigint, unitFen: number, times = 1n): bigint => bets * BigInt(unitFen) * times;
