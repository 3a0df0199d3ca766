/** Labels of options in the place of their values: a ticket that is written by hand uses the words of the board (大, 龙). */
import type { Game, Play } from '../../engine/descriptions/types.ts';

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The ticket with values for labels. What is no label of its area is left for the check of the ticket to say. */
export function labelsToValues(ticket: unknown, game: Game): unknown {
  if (!isPlain(ticket) || !Array.isArray(ticket.lines)) return ticket;
  const plays = new Map(game.playGroups.flatMap((group) => group.plays.map((play) => [play.code, play] as const)));
  return { ...ticket, lines: ticket.lines.map((line: unknown) => lineOf(line, plays)) };
}

function lineOf(line: unknown, plays: ReadonlyMap<string, Play>): unknown {
  const play = isPlain(line) && typeof line.play === 'string' ? plays.get(line.play) : undefined;
  if (!isPlain(line) || play === undefined || !isPlain(line.picks)) return line;
  const picks = Object.entries(line.picks).map(([id, values]) => {
    const area = play.areas.find((each) => each.id === id);
    if (area?.kind !== 'options' || !Array.isArray(values)) return [id, values];
    const known = new Set(area.options.map(({ value }) => value));
    return [
      id,
      values.map((value: unknown) =>
        known.has(value as string) ? value : (area.options.find(({ label }) => label === value)?.value ?? value),
      ),
    ];
  });
  return { ...line, picks: Object.fromEntries(picks) };
}
