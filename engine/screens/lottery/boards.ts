/**
 * Boards of a game (选号板): what a player chooses among. Most plays have a board of their own; those of a group with `oneBoard` share
 * that of the last of them, and a line is sold under the first of them that takes it: 6 + 1 as 单式, more as 复式.
 *
 * What is picked on the chosen board is kept among the player's drafts, also while a line of the slip stands on it for editing.
 */
import type { Game, Line, Picks, Play, PlayGroup } from '../../descriptions/types.ts';
import { heldPicksOfBoard } from '../../machines/ball-selection.ts';
import { type BoardState, heldPicksOfLine, readBoard, saveBoard } from '../../machines/held-picks.ts';
import { selectionAreas } from '../../machines/selection-areas.ts';
import type { CountedGame } from '../../rules/types.ts';
import { boardDraftName } from '../core/drafts.ts';
import { persistDraft } from '../core/persisted-draft.ts';
import type { Rules } from './rules.ts';
import type { GameRuntime, Version } from './runtime.ts';

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
  const sold = plays.find(({ code }) => rules.isLineSold(compiled, { ...line, play: code })) ?? play;
  return { ...line, play: sold.code };
}

export interface PersistedBoard {
  /** Puts there what the player left, and keeps what is picked from then on. Call once, when the machines have started. */
  restore(): void;
  /** Sets another version; the picks that still fit stay on the board. */
  adopt(next: Version): void;
  /** Puts a line of the slip onto the board; what was picked before comes back when its editing ends. */
  edit(id: number): void;
}

export function persistBoard({
  host,
  code,
  version,
  selection,
  slip,
}: Pick<GameRuntime, 'host' | 'code' | 'version' | 'selection' | 'slip'>): PersistedBoard {
  /** What the board held before a line of the slip was put onto it for editing; what was typed is not held and stands beside. */
  let aside: { readonly board: BoardState; readonly typed: Picks } | undefined;
  const boardNow = (): BoardState => {
    const { context } = selection.getSnapshot();
    const now = { play: context.play, held: heldPicksOfBoard(context) };
    return aside ? { ...aside.board, editing: now } : { ...now, hash: version.get().hash };
  };
  /** Puts a board there; picked under another version, it is fitted to this one. */
  const showBoard = ({ play, held, hash: under }: BoardState): void => {
    const { game, hash } = version.get();
    const chosen = (boardOf(game, play) ?? boardsOf(game)[0])?.play;
    if (chosen) selection.send({ type: 'BOARD', play: chosen.code, areas: selectionAreas(chosen), held, changed: under !== hash });
  };
  const editBoard = (line: Line): void => {
    const chosen = boardOf(version.get().game, line.play)?.play;
    if (!chosen) return;
    const areas = selectionAreas(chosen);
    selection.send({ type: 'BOARD', play: chosen.code, areas, held: heldPicksOfLine(areas, line.picks, line.bankers) });
    type(line.picks);
  };
  /** Typed bets are not held: they are put onto the board by themselves. */
  const type = (picks: Picks): void => {
    for (const area of selection.getSnapshot().context.areas)
      if (area.values === 'entries') selection.send({ type: 'ENTRIES', area: area.id, values: picks[area.id] ?? [] });
  };
  const draft = persistDraft({
    host,
    form: boardDraftName(code),
    name: 'board',
    text: () => saveBoard(boardNow()),
    show: (text) => {
      aside = undefined;
      if (slip.getSnapshot().matches('editing')) slip.send({ type: 'CANCEL_EDIT' });
      showBoard(readBoard(text) ?? { play: selection.getSnapshot().context.play, held: {}, hash: version.get().hash });
    },
    after: 500,
  });

  return {
    restore() {
      const stored = readBoard(draft.read());
      if (stored) showBoard(stored);
      const { lines, editing } = slip.getSnapshot().context;
      const edited = lines.find(({ id }) => id === editing)?.line;
      if (edited) {
        aside = { board: stored ?? { ...boardNow(), held: {} }, typed: {} };
        if (stored?.editing) showBoard({ ...stored.editing, hash: stored.hash });
        else editBoard(edited);
      }
      selection.subscribe(draft.changed);
      slip.subscribe(({ context }) => {
        if (context.editing !== null || !aside) return;
        // The line is saved, given up or gone: what was picked before it comes back.
        const before = aside;
        aside = undefined;
        showBoard(before.board);
        if (Object.keys(before.typed).length > 0) type(before.typed);
      });
    },
    adopt(next) {
      const before = boardNow();
      version.set(next);
      if (before.hash !== next.hash) showBoard(before.editing ? { ...before.editing, hash: before.hash } : before);
    },
    edit(id) {
      const line = slip.getSnapshot().context.lines.find((each) => each.id === id)?.line;
      if (!line || !boardOf(version.get().game, line.play)) return;
      const before = aside ?? { board: boardNow(), typed: selection.getSnapshot().context.picks };
      slip.send({ type: 'EDIT', id });
      aside = before;
      editBoard(line);
    },
  };
}
