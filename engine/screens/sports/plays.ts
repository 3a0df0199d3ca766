/** What a list shows of a sports game's plays: which stand in the row, which in the sheet, in which order their choices stand. */
import { numbersOf } from '../../descriptions/sports/conditions.ts';
import type { Choice, MatchNumber, SportGame, SportPlay } from '../../descriptions/sports/types.ts';
import type { SoldPlays } from '../../machines/picked-matches.ts';

export interface PlayPart {
  /** '' where the choices have one group. */
  readonly name: string;
  readonly columns: number;
  readonly choices: readonly Choice[];
}

export interface ShownPlay {
  readonly code: string;
  readonly name: string;
  readonly play: SportPlay;
  /** Numbers of the match that it depends on. */
  readonly numbers: readonly MatchNumber[];
  readonly parts: readonly PlayPart[];
}

/** One tab of the list: all that stands in a row, or one play. */
export interface ListView {
  readonly code: string;
  readonly name: string;
  /** Plays in the row. */
  readonly row: readonly ShownPlay[];
  /** Plays of the sheet behind a row; those of the row are in it as well where it has others. */
  readonly sheet: readonly ShownPlay[];
}

const known = new WeakMap<SportGame, readonly ListView[]>();

/** More choices than this stand in no row, but in the sheet. */
const MOST_IN_ROW = 9;

/** The tabs of the list, the first one first. */
export function listViews(sport: SportGame): readonly ListView[] {
  let views = known.get(sport);
  if (!views) known.set(sport, (views = viewsOf(sport)));
  return views;
}

/** The tab of this code, the first one where there is none. */
export function viewOf(sport: SportGame, code: string): ListView {
  const views = listViews(sport);
  return views.find((each) => each.code === code) ?? (views[0] as ListView);
}

function shownPlay(sport: SportGame, play: SportPlay): ShownPlay {
  const drawn = sport.board?.sheet?.find((each) => each.play === play.code);
  // Where the away side stands first, so does what comes true for it; what does not tell the sides apart keeps its order.
  const sides = play.choices.every(({ when }) => when.op === 'range' && when.take === 'difference');
  const ordered = sport.board?.awayFirst && sides ? [...play.choices].reverse() : play.choices;
  const byCode = new Map(play.choices.map((choice) => [choice.code, choice]));
  const columns = drawn?.columns ?? Math.min(ordered.length, 4);
  const parts = drawn?.parts?.map((part) => ({
    name: part.name,
    columns: part.columns ?? columns,
    choices: part.choices.flatMap((code) => byCode.get(code) ?? []),
  }));
  return {
    code: play.code,
    name: play.name,
    play,
    numbers: numbersOf(play, sport.numbers),
    parts: parts ?? [{ name: '', columns, choices: ordered }],
  };
}

function viewsOf(sport: SportGame): readonly ListView[] {
  const plays = new Map(sport.plays.map((play) => [play.code, shownPlay(sport, play)]));
  const all = [...plays.values()];
  const rowCodes = sport.board?.row ?? [sport.plays[0]?.code ?? ''];
  const row = rowCodes.flatMap((code) => plays.get(code) ?? []);
  const own = all.map((play): ListView => {
    const small = play.play.choices.length <= MOST_IN_ROW;
    return { code: play.code, name: play.name, row: small ? [play] : [], sheet: small ? [] : [play] };
  });
  if (!sport.mixed) return own;
  const rest = (sport.board?.sheet ?? []).flatMap(({ play }) => plays.get(play) ?? []);
  return [{ code: sport.mixed.code, name: sport.mixed.name, row, sheet: rest }, ...own];
}

/** Whether the play is sold for a match with these numbers. */
export function isSoldWithNumbers({ needs }: SportPlay, numbers: Readonly<Record<string, string>>): boolean {
  return (needs ?? []).every(({ number, values }) => values.some((value) => Number(value) === Number(numbers[number])));
}

/** What picks keep to. */
export function soldPlays(sport: SportGame): SoldPlays {
  const pool = sport.payout.kind === 'pool';
  return {
    plays: sport.plays.map((play) => ({
      code: play.code,
      choices: play.choices.map(({ code }) => code),
      numbers: numbersOf(play, sport.numbers).map(({ code }) => code),
      // Where a bet has all matches of the issue, none stands out.
      bankers: pool && play.legs >= sport.caps.matches ? 0 : play.legs - 1,
    })),
    mixed: sport.mixed !== undefined,
    carry: pool,
    matches: sport.caps.matches,
    bankers: Math.max(0, sport.caps.legs - 1),
  };
}
