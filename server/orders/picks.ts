/** What a list shows of a ticket without its game's description: the names of its plays, and the numbers of its first line. */
import type { Play, Ticket } from '../../engine/descriptions/types.ts';
import { lineNumbers } from '../../engine/rules/index.ts';
import type { CompiledGame } from '../../engine/rules/types.ts';
import type { OrderPicks } from './kinds.ts';

/** About one line of a phone: more are counted and not shown; the detail writes all of them. */
const ROW_NUMBERS = 12;

/** The plays of a ticket by name, each once. */
export const playNames = (ticket: Ticket, playOf: (code: string) => Play | undefined): string =>
  [...new Set(ticket.lines.map(({ play }) => playOf(play)?.name ?? play))].join('、');

/** The numbers of a ticket's first line, and how many lines there are. */
export function firstLine(ticket: Ticket, { game, play }: CompiledGame): OrderPicks {
  const [line] = ticket.lines;
  const of = line && play(line.play)?.play;
  return { numbers: line && of ? [...lineNumbers(game.draw.zones, of, line, { most: ROW_NUMBERS })] : [], lineCount: ticket.lines.length };
}
