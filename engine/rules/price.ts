import type { Line, Ticket } from '../descriptions/types.ts';
import type { CountedGame, CountedPlay, Price } from './types.ts';

/** The play of a line of a valid ticket. Throws for a play that the game does not have: validate first. */
export function playOf<P extends CountedPlay>(compiled: CountedGame<P>, line: Line): P {
  const play = compiled.play(line.play);
  if (!play) throw new RangeError(`game ${compiled.game.code} has no play ${line.play}`);
  return play;
}

/** Bets × unit price × multiplier × issues, exact for any size. The ticket must be valid. */
export function priceTicket(compiled: CountedGame, ticket: Ticket): Price {
  let bets = 0n;
  let fen = 0n;
  for (const line of ticket.lines) {
    const play = playOf(compiled, line);
    const count = play.count(line);
    bets += count;
    fen += count * BigInt(play.unitFen);
  }
  return { bets, amountFen: fen * BigInt(ticket.multiplier ?? 1) * BigInt(ticket.issues ?? 1) };
}
