/** The first line of a ticket as numbers to draw, for lists: so that a row shows its balls without the game's description. */
import type { Game, Play, Ticket } from '../../engine/descriptions/types.ts';
import { lineNumbers } from '../../engine/rules/index.ts';

/** About one line of a phone: more are counted and not shown; the detail shows all of them. */
const MOST_VALUES = 12;

type PlayOf = (code: string) => Play | undefined;

/** The plays of a ticket by name, each once. */
export const playNames = (ticket: Ticket, playOf: PlayOf): string =>
  [...new Set(ticket.lines.map(({ play }) => playOf(play)?.name ?? play))].join('、');

/** What a list shows of a ticket's numbers: those of its first line, and how many lines there are. */
export function firstLine({ draw }: Game, { lines }: Ticket, playOf: PlayOf) {
  const [line] = lines;
  const play = line && playOf(line.play);
  return { picked: line && play ? lineNumbers(draw.zones, play, line, { most: MOST_VALUES }) : [], lineCount: lines.length };
}
