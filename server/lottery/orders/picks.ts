/** What a list shows of a ticket without its game's description: the names of its plays, and the numbers of its first line. */
import type { Ticket } from '../../../engine/descriptions/types.ts';
import { lineNumbers } from '../../../engine/rules/index.ts';
import { isUnavailable } from '../../platform/index.ts';
import type { Games, GameVersion } from '../../catalog/index.ts';
import type { OrderPicks } from '../../ledger/index.ts';

/** About one line of a phone: more are counted and not shown; the detail writes all of them. */
const ROW_NUMBERS = 12;

/**
 * The version that an order was sold under. Where it cannot be read, the present one of its game, if any, gives its names: an order that is
 * in quarantine for that must not take its player's whole list away.
 */
export async function soldVersionOf(games: Games, hash: string, game: string): Promise<GameVersion | undefined> {
  try {
    return await games.byHash(hash);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return games.published(game);
  }
}

/** The plays of a ticket by name, each once. */
export const ticketPlayNames = (ticket: Ticket, version: GameVersion | undefined): string =>
  [...new Set(ticket.lines.map(({ play }) => version?.compiled.play(play)?.play.name ?? play))].join('、');

/** The numbers of a ticket's first line, and how many lines there are. */
export function firstLinePicks(ticket: Ticket, version: GameVersion | undefined): OrderPicks {
  const [line] = ticket.lines;
  const play = line && version?.compiled.play(line.play)?.play;
  const zones = version?.compiled.game.draw.zones ?? [];
  return { numbers: line && play ? [...lineNumbers(zones, play, line, { most: ROW_NUMBERS })] : [], lineCount: ticket.lines.length };
}
