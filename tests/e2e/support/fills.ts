/** What to put onto a board, from a seed, and what the engine says it costs; and a board that was read, as a line. */
import fc from 'fast-check';
import { type CompiledGame, type CompiledPlay, type Line, parseEntries, priceTicket, validateTicket } from '../../../engine/rules/index.ts';
import { numbersOfSet } from '../../../engine/descriptions/sets.ts';
import type { Area, PickedValue } from '../../../engine/descriptions/types.ts';
import { boardOf, boardsOf } from '../../../engine/screens/lottery/boards.ts';
import { lines } from '../../engine/rules/support/arbitraries.ts';
import type { Fill, PlayPlan, Reading, Tap } from './board-driver.ts';

/** Bets typed at most where the whole field would hold tens of thousands. */
const TYPED = 60;

/** One way to fill a play: the line that it must come to, null where the phone draws it (机选). */
export interface ExpectedFill {
  readonly line: Line | null;
  readonly fill: Fill;
}

/** The name that a cell has on the board before its remarks. */
function cellName(area: Area, value: PickedValue): string {
  if (area.kind === 'options') return `${area.label} ${area.options.find((option) => option.value === value)?.label}`;
  return `${area.label} ${String(value).padStart(area.kind === 'numbers' ? (area.pad ?? 0) : 0, '0')}`;
}

const valuesOf = (area: Area): readonly PickedValue[] =>
  area.kind === 'options'
    ? area.options.map(({ value }) => value)
    : area.kind === 'numbers'
      ? Array.from({ length: area.to - area.from + 1 }, (_, i) => area.from + i)
      : [];

/** Sets that stand in the place of the numbers (生肖), by their cell's name. */
const setsOf = (area: Area): ReadonlyMap<string, readonly number[]> =>
  new Map(area.kind === 'numbers' ? (area.by ?? []).map((one) => [`${area.label} ${one.label}`, numbersOfSet(one)]) : []);

/** Bets and price of a line as the bet bar writes them; throws with the engine's refusal of an invalid line. */
export function barFigures(compiled: CompiledGame, line: Line): string {
  const ticket = { game: compiled.game.code, lines: [line] };
  const checked = validateTicket(compiled, ticket);
  if (!checked.ok) throw new Error(checked.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; '));
  const { bets, amountFen } = priceTicket(compiled, ticket);
  const fen = amountFen % 100n;
  const yuan = (amountFen / 100n).toLocaleString('en-US');
  return `${bets.toLocaleString('en-US')} 注 · ¥${yuan}${fen === 0n ? '' : `.${String(fen).padStart(2, '0')}`}`;
}

function unrepeated(line: Line): Line {
  return { ...line, picks: Object.fromEntries(Object.entries(line.picks).map(([area, values]) => [area, [...new Set(values)]])) };
}

/** A random line of the play, bankers included; repeats of typed bets are left out, as the phone leaves them out. */
export function randomLineOf(play: CompiledPlay, seed: number): Line {
  const [line] = fc.sample(lines(play, 3), { numRuns: 1, seed });
  const { picks, ...rest } = unrepeated(line as Line);
  // Where sets are picked, two of them: others on each side.
  const bySets = play.play.areas.flatMap((area, at) => {
    const sets = [...setsOf(area).values()];
    return sets.length === 0 ? [] : [[area.id, [0, 1].flatMap((nth) => sets[(seed + at * 4 + nth) % sets.length] ?? [])] as const];
  });
  return { ...rest, picks: { ...picks, ...Object.fromEntries(bySets) } };
}

/** Everything that the board can hold: as many of each area as it takes, and of typed bets a handful. Undefined where that is no bet. */
export function fullestLine(compiled: CompiledGame, play: CompiledPlay): Line | undefined {
  const picks: Record<string, readonly PickedValue[]> = {};
  const bankers: Record<string, readonly PickedValue[]> = {};
  for (const { area } of play.areas.values()) {
    if (area.kind === 'lines') {
      const space = play.entries?.space;
      const all = space?.all() ?? [];
      picks[area.id] = Array.from(all.slice(0, Math.min(area.max, TYPED)), (code) => space?.text(code) as string);
      continue;
    }
    const values = valuesOf(area);
    const dan = area.kind === 'numbers' ? (area.bankers?.max ?? 0) : 0;
    if (dan > 0) bankers[area.id] = values.slice(0, dan);
    picks[area.id] = values.slice(dan, dan + area.max);
  }
  const line: Line = { play: play.play.code, picks, ...(Object.keys(bankers).length > 0 ? { bankers } : {}) };
  return validateTicket(compiled, { game: compiled.game.code, lines: [line] }).ok ? line : undefined;
}

export const RANDOM_FILL: ExpectedFill = { line: null, fill: { how: 'random', taps: [], texts: [], figures: null } };

/** The taps and texts that make the line. */
export function expectedFillOf(compiled: CompiledGame, play: CompiledPlay, line: Line): ExpectedFill {
  const taps: Tap[] = [];
  const texts: { area: number; text: string }[] = [];
  play.play.areas.forEach((area, index) => {
    const picks = line.picks[area.id] ?? [];
    if (area.kind === 'lines') {
      texts.push({ area: index, text: picks.join('\n') });
      return;
    }
    const sets = setsOf(area);
    for (const [cell, numbers] of sets)
      if (numbers.every((number) => picks.includes(number))) taps.push({ area: index, cell, banker: false });
    if (sets.size > 0) return;
    const tap = (banker: boolean) => (value: PickedValue) => taps.push({ area: index, cell: cellName(area, value), banker });
    (line.bankers?.[area.id] ?? []).forEach(tap(true));
    picks.forEach(tap(false));
  });
  return { line, fill: { how: 'taps', taps, texts, figures: barFigures(compiled, line) } };
}

/** The plan of a play with these fills. */
export function planOf({ game }: CompiledGame, play: CompiledPlay, wanted: readonly ExpectedFill[]): PlayPlan {
  const name = boardOf(game, play.play.code)?.name ?? play.play.name;
  return {
    choose: boardsOf(game).length > 1,
    name,
    fills: wanted.map(({ fill }) => fill),
  };
}

/** The line that a board shows. */
export function lineOn(play: CompiledPlay, reading: Reading): Line {
  const picks: Record<string, readonly PickedValue[]> = {};
  const bankers: Record<string, readonly PickedValue[]> = {};
  play.play.areas.forEach((area, index) => {
    const shown = reading.areas[index];
    if (!shown) throw new Error(`the board does not show the area ${area.id}`);
    const sets = setsOf(area);
    if (sets.size > 0) {
      picks[area.id] = shown.picked.flatMap((cell) => sets.get(cell) ?? []);
      return;
    }
    const values = new Map(valuesOf(area).map((value) => [cellName(area, value), value]));
    const known = (cell: string): PickedValue => {
      const value = values.get(cell);
      if (value === undefined) throw new Error(`${cell} is none of ${area.id}`);
      return value;
    };
    const chosen = area.kind === 'lines' ? parseEntries(play, shown.text ?? '').accepted : shown.picked.map(known);
    if (chosen.length > 0) picks[area.id] = chosen;
    if (shown.bankers.length > 0) bankers[area.id] = shown.bankers.map(known);
  });
  return { play: play.play.code, picks, ...(Object.keys(bankers).length > 0 ? { bankers } : {}) };
}

/** The same line with nothing said that says nothing, in one order. */
export function comparableLine(line: Line): unknown {
  const tidy = (picks: Line['picks'] = {}) =>
    Object.fromEntries(
      Object.entries(picks)
        .filter(([, values]) => values.length > 0)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([area, values]) => [area, [...values].map(String).sort()]),
    );
  return { play: line.play, picks: tidy(line.picks), bankers: tidy(line.bankers) };
}
