import type { Line, Ticket } from '../descriptions/types.ts';
import { amountOf } from './amount.ts';
import type { CountedGame, CountedPlay, Price } from './types.ts';

/** The play of a line of a valid ticket. Throws for a play that the game does not have: validate first. */
export function playOf<P extends CountedPlay>(compiled: CountedGame<P>, line: Line): P {
  const play = compiled.play(line.play);
  if (!play) throw new RangeError(`game ${compiled.game.code} has no play ${line.play}`);
  return play;
}

/** Bets of valid lines, and what they cost when each is played so many times. Counted once. */
export function priceLines(
  compiled: CountedGame,
  lines: readonly Line[],
): { readonly bets: bigint; readonly amountFen: (times: bigint) => bigint } {
  const counts = lines.map((line) => {
    const play = playOf(compiled, line);
    return { bets: play.count(line), unitFen: play.unitFen };
  });
  return {
    bets: counts.reduce((sum, { bets }) => sum + bets, 0n),
    amountFen: (times) => counts.reduce((sum, { bets, unitFen }) => sum + amountOf(bets, unitFen, times), 0n),
  };
}

/**
 * Bets of one issue, and what they cost over all issues. With `chase` the multipliers are those of its issues, and the ticket's own does not
 * count. The ticket must be valid.
 */
export function priceTicket(compiled: CountedGame, ticket: Ticket, chase?: readonly { readonly multiplier: number }[]): Price {
  const { bets, amountFen } = priceLines(compiled, ticket.lines);
  const times = chase
    ? chase.reduce((sum, { multiplier }) => sum + BigInt(multiplier), 0n)
    : BigInt(ticket.multiplier ?? 1) * BigInt(ticket.issues ?? 1);
  return { bets, amountFen: amountFen(times) };
}
