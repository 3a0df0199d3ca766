/**
 * Boards of a game (选号板): what a player chooses among. Most plays have a board of their own; those of a group with `oneBoard` share
 * that of the last of them, and a line is sold under the first of them that takes it: 6 + 1 as 单式, more as 复式.
 */
import type { Game, Line, Play, PlayGroup } from '../../descriptions/types.ts';
import type { CountedGame } from '../../rules/types.ts';
import type { Rules } from './rules.ts';

export interface Board {
  /** Code of the play whose areas stand on the board. */
  readonly code: string;
  readonly name: string;
  readonly group: PlayGroup;
  /** Its areas are the board's. */
  readonly play: Play;
  /** What a line of the board may be sold as, the narrowest first. */
  readonly plays: readonly Play[];
}

const known = new WeakMap<Game, readonly Board[]>();

export function boardsOf(game: Game): readonly Board[] {
  let boards = known.get(game);
  if (!boards) {
    boards = game.playGroups.flatMap((group): Board[] => {
      const last = group.plays.at(-1);
      if (group.oneBoard && last) return [{ code: last.code, name: group.name, group, play: last, plays: group.plays }];
      return group.plays.map((play) => ({ code: play.code, name: play.name, group, play, plays: [play] }));
    });
    known.set(game, boards);
  }
  return boards;
}

/** The board on which a play is picked; undefined when the game does not sell the play. */
export function boardOf(game: Game, play: string): Board | undefined {
  return boardsOf(game).find(({ plays }) => plays.some(({ code }) => code === play));
}

/** The line under the play that it is sold as. */
export function soldLine(rules: Rules, compiled: CountedGame, { plays, play }: Board, line: Line): Line {
  if (plays.length < 2) return line;
  const sold = plays.find(({ code }) => rules.takesLine(compiled, { ...line, play: code })) ?? play;
  return { ...line, play: sold.code };
}
