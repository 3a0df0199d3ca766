/** The first line of a ticket as rows of numbers, for lists: so that a row shows its balls without the game's description. */
import type { Area, Game, Line, PickedValue, Play, Ticket } from '../../engine/descriptions/types.ts';
import type { PickedNumbers } from '../../protocol/calls.ts';

/** About one line of a phone: more are counted and not shown; the detail writes all of them. */
const MOST_VALUES = 12;
/** However many areas there are, each shows this many. */
const LEAST_VALUES = 3;

type PlayOf = (code: string) => Play | undefined;

/** The plays of a ticket by name, each once. */
export const playNames = (ticket: Ticket, playOf: PlayOf): string =>
  [...new Set(ticket.lines.map(({ play }) => playOf(play)?.name ?? play))].join('、');

/** What a list shows of a ticket's numbers: those of its first line, and how many lines there are. */
export const firstLine = (game: Game, ticket: Ticket, playOf: PlayOf) => ({
  picked: pickedNumbers(game, playOf(ticket.lines[0]?.play ?? ''), ticket.lines[0]),
  lineCount: ticket.lines.length,
});

/** What a line picks, one entry for each area in which something is picked. */
function pickedNumbers(game: Game, play: Play | undefined, line: Line | undefined): PickedNumbers[] {
  if (play === undefined || line === undefined) return [];
  const picked = play.areas.map(({ id }) => (line.bankers?.[id]?.length ?? 0) + (line.picks[id]?.length ?? 0));
  const share = Math.max(LEAST_VALUES, Math.floor(MOST_VALUES / Math.max(1, picked.filter((count) => count > 0).length)));
  const most = picked.reduce((sum, count) => sum + count, 0) <= MOST_VALUES ? MOST_VALUES : share;
  return play.areas.flatMap((area) => {
    const bankers = line.bankers?.[area.id] ?? [];
    const picks = line.picks[area.id] ?? [];
    if (bankers.length + picks.length === 0) return [];
    const values = [...written(area, bankers), ...written(area, picks)];
    return {
      label: area.label,
      tone: area.tone ?? 'red',
      look: lookOf(game, area),
      values: values.slice(0, most),
      bankers: Math.min(bankers.length, most),
      more: Math.max(0, values.length - most),
    };
  });
}

function written(area: Area, values: readonly PickedValue[]): string[] {
  if (area.kind === 'numbers')
    return [...values].sort((a, b) => Number(a) - Number(b)).map((value) => String(value).padStart(area.pad ?? 0, '0'));
  if (area.kind === 'options') return area.options.filter((option) => values.includes(option.value)).map(({ label }) => label);
  return values.map(String);
}

/** Numbers look as they do when they are drawn; options and typed entries are words. */
function lookOf(game: Game, area: Area): PickedNumbers['look'] {
  if (area.kind !== 'numbers') return 'word';
  if (area.layout === 'dice') return 'die';
  if (area.layout === 'digits') return 'digit';
  return game.draw.zones.find(({ id }) => id === area.id)?.look ?? game.draw.zones[0]?.look ?? 'ball';
}
