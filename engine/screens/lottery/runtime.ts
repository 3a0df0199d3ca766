/**
 * What the blocks of a game screen share: the game's description and rules, the selection, the slip, its submission, the clock and the
 * last draws. Plain code, no React; blocks watch the parts that they show.
 *
 * A runtime belongs to a host and a game, and outlives its screen: board and confirmation are two screens over one runtime.
 */
import { createActor } from 'xstate';
import type { Game, Line, Picks, Play } from '../../descriptions/types.ts';
import { ballSelectionMachine, boardHeld, type SelectionActor, type SelectionEffect } from '../../machines/ball-selection.ts';
import { selectionAreas } from '../../machines/selection-areas.ts';
import { betSlipMachine, readSlip, type SlipActor } from '../../machines/bet-slip.ts';
import { type ChaseActor, chaseMachine, readChase } from '../../machines/chase.ts';
import { type ClockActor, drawClockMachine } from '../../machines/draw-clock.ts';
import { perform } from '../../machines/effects.ts';
import { type BoardState, heldOf, readBoard, saveBoard } from '../../machines/held-picks.ts';
import type { Submission, SubmissionActor, SubmissionSnapshot } from '../../machines/submission.ts';
import type { LineTerms } from '../../rules/line-terms.ts';
import type { CountedGame } from '../../rules/types.ts';
import type { Host } from '../core/contract.ts';
import { boardForm } from '../core/drafts.ts';
import { keepDraft, leftDraft } from '../core/kept-draft.ts';
import { type Board, boardOf, boardsOf, soldLine } from './boards.ts';
import { carriesSlip, type Page } from './calls.ts';
import { type Cells, createCells } from './cells.ts';
import { driveChase, keepPlan } from './drive-chase.ts';
import { driveClock } from './drive-clock.ts';
import { keepVersion, loadVersion } from './keep-version.ts';
import type { Rules } from './rules.ts';
import { type SharedSlip, shareSlip } from './shared-slip.ts';
import { slipScope } from './submit.ts';
import { type Watched, watched } from './value.ts';
import { vibrate } from '../core/vibrate.ts';

/** One published version of the game, ready to play. Replaced as a whole when a new version is published. */
export interface Version {
  readonly hash: string;
  /** As it is at the draw of the issue on sale: sets of numbers and prizes change with the day. */
  readonly game: Game;
  /** As it is published, for every day; left out where the issue on sale does not change (a replay). */
  readonly described?: Game;
  /** Without its draws: `compiledGame` of the chances has those. */
  readonly compiled: CountedGame;
  readonly rules: Rules;
}

export interface GameRuntime {
  readonly host: Host;
  readonly code: string;
  readonly version: Watched<Version>;
  readonly page: Watched<Page | null>;
  /** Why the page could not be loaded; null while it could. */
  readonly pageError: Watched<string | null>;
  readonly selection: SelectionActor;
  readonly slip: SlipActor;
  /** Left out where nothing is sent (a replay). */
  readonly shared?: SharedSlip;
  /** Over how many issues the slip is played; off: one. */
  readonly chase: ChaseActor;
  /** The slip's submission: sent by `submitSlip`, watched here. */
  readonly submission: SubmissionActor;
  readonly clock: ClockActor;
  readonly cells: Cells;
  /** The play on the board. */
  play(): Play;
  /** The board that is chosen. */
  board(): Board;
  /** The line under the play that it is sold as: plays may share a board. */
  sold(line: Line): Line;
  /** Another board; what both can hold is carried over, and the rest is held until a board can. */
  choosePlay(code: string): void;
  /** Puts the slip line on the board, to be replaced by what is picked next. */
  edit(id: number): void;
  /** Loads issue and results again now. */
  refresh(): void;
  /** Bets of a line (注); 0 for a line that the present version does not take. */
  bets(line: Line): bigint;
  /** What lines are sold on under the present version, as the slip shows it. */
  terms(lines: readonly Line[]): readonly LineTerms[];
  /** Looks at all lines of the slip again: those that are not sold any more go, and what would be sold on other terms than its line has is asked about. */
  recheck(): void;
  /** What is on the board would be sold on other terms than when it was picked: then it is not sold without having been on the slip. */
  boardRepriced(): boolean;
  /** Starts timers and listening; the returned function stops them. Counted, so that two screens may overlap. */
  hold(): () => void;
}

export const playsOf = (game: Game): readonly Play[] => game.playGroups.flatMap((group) => group.plays);

export function playOf(game: Game, code: string): Play | undefined {
  return playsOf(game).find((play) => play.code === code);
}

/** Made once for a host and a game, by runtimes.ts. */
export async function createGameRuntime(host: Host, code: string): Promise<GameRuntime> {
  const version = watched(await loadVersion(host, code));
  const page = watched<Page | null>(null);
  const pageError = watched<string | null>(null);
  const playKey = `play.${code}`;

  const { game, hash } = version.get();
  const first = (boardOf(game, host.storage.get(playKey) ?? '') ?? boardsOf(game)[0])?.play;
  if (!first) throw new Error(`${code}: 没有玩法`);

  const selection = createActor(ballSelectionMachine, {
    id: `selection.${code}`,
    input: { play: first.code, areas: selectionAreas(first) },
  });
  const saved = readSlip(leftDraft(host, boardForm(code, 'slip'), 'slip'));
  const slip = createActor(betSlipMachine, {
    id: `slip.${code}`,
    input: { game: code, hash, caps: game.caps, ...(saved ? { saved } : {}) },
  });
  const clock = createActor(drawClockMachine, { id: `clock.${code}` });
  const planned = readChase(leftDraft(host, boardForm(code, 'chase'), 'chase'));
  const chase = createActor(chaseMachine, {
    id: `chase.${code}`,
    input: { caps: game.caps, base: slip.getSnapshot().context.multiplier, ...(planned ? { saved: planned } : {}) },
  });

  const board = () => {
    const current = version.get().game;
    return boardOf(current, selection.getSnapshot().context.play) ?? (boardsOf(current)[0] as Board);
  };

  perform(selection, {
    haptic: () => {
      vibrate(8);
    },
    refused: (refusal) => host.toast(refusalText(selection, refusal)),
    dropped: ({ count }) => host.toast(`玩法规则已更新，${count} 个号码不再可选，已移除`),
  });
  perform(slip, {
    // What has another prize is said on the slip, beside the line and above its button: nothing is sold before it is accepted there.
    repriced: ({ removed }) => {
      if (removed > 0) host.toast(`玩法规则已更新，${removed} 条号码不再适用，已移除`);
    },
    refused: ({ reason, limit }) => {
      if (reason === 'linesCap') host.toast(`一张投注单最多 ${limit} 条号码`);
      if (reason === 'multiplierCap') host.toast(`最多 ${limit} 倍`);
    },
  });
  const terms = (lines: readonly Line[]): readonly LineTerms[] => lines.map((line) => termsOf(version.get(), line));
  const recheck = (): void => {
    const { hash: present, game } = version.get();
    const { lines } = slip.getSnapshot().context;
    const invalid = lines.filter(({ line }) => bets(line) === 0n).map(({ id }) => id);
    const sold = lines.filter(({ id }) => !invalid.includes(id));
    const now = Object.fromEntries(sold.map(({ id, line }) => [id, termsOf(version.get(), line)]));
    slip.send({ type: 'DESCRIPTION', hash: present, caps: game.caps, invalid, terms: now });
  };
  const shared = shareSlip(host, code, slip, recheck);
  driveChase({ host, code, chase, clock });

  const counted = new WeakMap<Line, { readonly under: CountedGame; readonly bets: bigint }>();
  const bets = (line: Line): bigint => {
    const current = version.get();
    const known = counted.get(line);
    if (known?.under === current.compiled) return known.bets;
    const count = current.rules.takesLine(current.compiled, line) ? (current.compiled.play(line.play)?.count(line) ?? 0n) : 0n;
    counted.set(line, { under: current.compiled, bets: count });
    return count;
  };

  /** What the board held before a line of the slip was put onto it for editing; what was typed is not held and stands beside. */
  let aside: { readonly board: BoardState; readonly typed: Picks } | undefined;
  const boardNow = (): BoardState => {
    const { context } = selection.getSnapshot();
    const now = { play: context.play, held: boardHeld(context) };
    return aside ? { ...aside.board, editing: now } : { ...now, hash: version.get().hash };
  };
  /** Puts a board there; picked under another version, it is fitted to this one. */
  const showBoard = ({ play, held, hash: under }: BoardState): void => {
    const { game: current, hash: present } = version.get();
    const chosen = (boardOf(current, play) ?? boardsOf(current)[0])?.play;
    if (chosen) selection.send({ type: 'BOARD', play: chosen.code, areas: selectionAreas(chosen), held, changed: under !== present });
  };
  const editBoard = (line: Line): void => {
    const chosen = boardOf(version.get().game, line.play)?.play;
    if (!chosen) return;
    const areas = selectionAreas(chosen);
    selection.send({ type: 'BOARD', play: chosen.code, areas, held: heldOf(areas, line.picks, line.bankers) });
    type(line.picks);
  };
  /** Typed bets are not held: they are put onto the board by themselves. */
  const type = (picks: Picks): void => {
    for (const area of selection.getSnapshot().context.areas)
      if (area.values === 'entries') selection.send({ type: 'ENTRIES', area: area.id, values: picks[area.id] ?? [] });
  };
  const boards = keepDraft({
    host,
    form: boardForm(code),
    name: 'board',
    text: () => saveBoard(boardNow()),
    show: (text) => {
      aside = undefined;
      if (slip.getSnapshot().matches('editing')) slip.send({ type: 'CANCEL_EDIT' });
      showBoard(readBoard(text) ?? { play: selection.getSnapshot().context.play, held: {}, hash: version.get().hash });
    },
    after: 500,
  });

  /** Picked under other terms than the present ones; forgotten with the picks. */
  let boardRepriced = false;
  const boardTerms = (at: Version): LineTerms => {
    const { play, picks, bankers } = selection.getSnapshot().context;
    return termsOf(at, { play, picks, bankers });
  };

  /** A new version: the rules are its own, the slip is checked against it, and the picks that still fit stay on the board. */
  const adopt = (next: Version) => {
    const before = boardNow();
    const seen = selection.getSnapshot().matches('empty') ? undefined : boardTerms(version.get());
    version.set(next);
    const { game: nextGame } = next;
    if (before.hash !== next.hash) showBoard(before.editing ? { ...before.editing, hash: before.hash } : before);
    if (seen && !selection.getSnapshot().matches('empty') && seen.digest !== boardTerms(next).digest) {
      boardRepriced = true;
      host.toast('这个玩法的奖金或规则有变化，请核对');
    }
    recheck();
    chase.send({ type: 'CAPS', caps: nextGame.caps });
  };

  const keeper = keepVersion({ host, code, clock, version, adopt });

  for (const actor of [selection, slip, chase, clock]) {
    host.attach?.(actor);
    actor.start();
  }
  const stored = readBoard(boards.read());
  if (stored) showBoard(stored);
  const onBoard = slip.getSnapshot().context;
  const edited = onBoard.lines.find(({ id }) => id === onBoard.editing)?.line;
  if (edited) {
    aside = { board: stored ?? { ...boardNow(), held: {} }, typed: {} };
    if (stored?.editing) showBoard({ ...stored.editing, hash: stored.hash });
    else editBoard(edited);
  }
  selection.subscribe(boards.changed);
  selection.subscribe((snapshot) => {
    if (snapshot.matches('empty')) boardRepriced = false;
  });
  slip.subscribe(({ context }) => {
    // The slip's multiplier is that of a chase's first issue.
    if (chase.getSnapshot().context.base !== context.multiplier) chase.send({ type: 'BASE', value: context.multiplier });
    if (context.editing !== null || !aside) return;
    // The line is saved, given up or gone: what was picked before it comes back.
    const before = aside;
    aside = undefined;
    showBoard(before.board);
    if (Object.keys(before.typed).length > 0) type(before.typed);
  });
  // What was stored may be of an older version, or have been tampered with.
  adopt(version.get());
  keeper.followDays();
  if (planned) chase.send({ type: 'ON' });
  keepPlan(host, code, chase);

  const submission = host.submissions.of(slipScope(code));
  onAccepted(submission, () => {
    slip.send({ type: 'PLACED' });
    chase.send({ type: 'PLACED' });
  });

  const clockDriver = driveClock({ host, code, clock, page, pageError, onHash: keeper.check });
  const cells = createCells(selection);
  let holders = 0;
  let release: () => void = () => {};

  return {
    host,
    code,
    version,
    page,
    pageError,
    selection,
    slip,
    shared,
    chase,
    submission,
    clock,
    cells,
    play: () => board().play,
    board,
    sold: (line) => {
      const { rules, compiled } = version.get();
      return soldLine(rules, compiled, board(), line);
    },
    bets,
    choosePlay: (playCode) => {
      const next = boardOf(version.get().game, playCode)?.play;
      if (!next || next.code === selection.getSnapshot().context.play) return;
      host.storage.set(playKey, next.code);
      selection.send({ type: 'PLAY', play: next.code, areas: selectionAreas(next), carry: true });
    },
    edit: (id) => {
      const line = slip.getSnapshot().context.lines.find((each) => each.id === id)?.line;
      if (!line || !boardOf(version.get().game, line.play)) return;
      const before = aside ?? { board: boardNow(), typed: selection.getSnapshot().context.picks };
      slip.send({ type: 'EDIT', id });
      aside = before;
      editBoard(line);
    },
    terms,
    recheck,
    boardRepriced: () => boardRepriced,
    refresh: clockDriver.refresh,
    hold: () => {
      holders += 1;
      if (holders === 1) {
        const stopClock = clockDriver.start();
        const stopIndex = host.on('index', () => void keeper.check());
        void keeper.check();
        release = () => {
          stopClock();
          stopIndex();
        };
      }
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holders -= 1;
        if (holders === 0) release();
      };
    },
  };
}

/** What a line is sold on under a version. */
export function termsOf({ rules, compiled, game }: Version, line: Line): LineTerms {
  const play = compiled.play(line.play)?.play;
  return play ? rules.lineTerms(game, play, line) : { prize: '', digest: '' };
}

/** Calls back once for each submission that is known to have been accepted, for as long as the product lives: also when no screen shows it. */
function onAccepted(submission: SubmissionActor, run: () => void): void {
  let done: Submission | null = null;
  const look = (snapshot: SubmissionSnapshot): void => {
    const { submission: accepted } = snapshot.context;
    if (!snapshot.matches('accepted') || accepted === done) return;
    done = accepted;
    if (carriesSlip(accepted)) run();
  };
  submission.subscribe(look);
  look(submission.getSnapshot());
}

/** Why a tap was not obeyed, in words. */
function refusalText(selection: SelectionActor, { reason, area, limit }: Extract<SelectionEffect, { readonly do: 'refused' }>): string {
  const label = selection.getSnapshot().context.areas.find((each) => each.id === area)?.label ?? '';
  switch (reason) {
    case 'max':
      return `${label}最多选 ${limit} 个`;
    case 'bankerMax':
      return `${label}最多设 ${limit} 个胆码`;
    case 'quickTooMany':
      return `${label}最多选 ${limit} 个，请逐个选择`;
    case 'noBankers':
      return `${label}不能设胆码`;
    default:
      return '这个号码不在可选范围内';
  }
}
