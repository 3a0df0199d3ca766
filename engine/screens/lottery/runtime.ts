/**
 * What the blocks of a game screen share: the game's description and rules, the selection, the slip, its submission, the clock and the
 * last draws. Plain code, no React; blocks watch the parts that they show.
 *
 * A runtime belongs to a host and a game, and outlives its screen: board and confirmation are two screens over one runtime.
 */
import { createActor } from 'xstate';
import type { Game, Line, Play } from '../../descriptions/types.ts';
import { ballSelectionMachine, type SelectionActor, type SelectionEffect } from '../../machines/ball-selection.ts';
import { selectionAreas } from '../../machines/selection-areas.ts';
import { betSlipMachine, readSlip, type SlipActor } from '../../machines/bet-slip.ts';
import { type ChaseActor, chaseMachine, readChase } from '../../machines/chase.ts';
import { type ClockActor, drawClockMachine } from '../../machines/draw-clock.ts';
import { perform } from '../../machines/effects.ts';
import type { Submission, SubmissionActor, SubmissionSnapshot } from '../../machines/submission.ts';
import type { LineTerms } from '../../rules/line-terms.ts';
import type { CountedGame } from '../../rules/types.ts';
import type { Host } from '../core/contract.ts';
import { boardDraftName } from '../core/drafts.ts';
import { readPersistedDraft } from '../core/persisted-draft.ts';
import { type Board, boardOf, boardsOf, persistBoard, soldLine } from './boards.ts';
import { carriesSlip, slipScope } from '../slip/calls.ts';
import type { GamePage } from './calls.ts';
import { type BallCells, createCells } from './cells.ts';
import { driveChase, persistChasePlan } from './drive-chase.ts';
import { driveClock } from './drive-clock.ts';
import { createVersionUpdater, loadVersion } from './version-updates.ts';
import type { Rules } from './rules.ts';
import { type SharedSlip, shareSlip } from './shared-slip.ts';
import { type ObservableValue, observableValue, referenceCounted } from '../core/observable.ts';
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
  readonly version: ObservableValue<Version>;
  readonly page: ObservableValue<GamePage | null>;
  /** Why the page could not be loaded; null while it could. */
  readonly pageError: ObservableValue<string | null>;
  readonly selection: SelectionActor;
  readonly slip: SlipActor;
  /** Left out where nothing is sent (a replay). */
  readonly shared?: SharedSlip;
  /** Over how many issues the slip is played; off: one. */
  readonly chase: ChaseActor;
  /** The slip's submission: sent by `submitSlip`, watched here. */
  readonly submission: SubmissionActor;
  readonly clock: ClockActor;
  readonly cells: BallCells;
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
  /** Checks all lines of the slip again: removes lines that are no longer valid, and asks the player to confirm lines whose terms changed. */
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
  const version = observableValue(await loadVersion(host, code));
  const page = observableValue<GamePage | null>(null);
  const pageError = observableValue<string | null>(null);
  const { planned, ...machines } = createMachines(host, code, version.get());
  const { selection, slip, clock, chase } = machines;
  const bets = countBets(version);
  const recheck = (): void => recheckSlip(slip, version.get(), bets);
  const shared = shareSlip(host, code, slip, recheck);
  driveChase({ host, code, chase, clock });
  const persistedBoard = persistBoard({ host, code, version, selection, slip });
  const boardTerms = followTerms(host, version, selection);
  /** A new version: the rules are its own, the slip is checked against it, and the picks that still fit stay on the board. */
  const adopt = (next: Version): void => {
    boardTerms.compare(() => persistedBoard.adopt(next));
    recheck();
    chase.send({ type: 'CAPS', caps: next.game.caps });
  };
  const keeper = createVersionUpdater({ host, code, clock, version, adopt });

  for (const actor of [selection, slip, chase, clock]) {
    host.attach?.(actor);
    actor.start();
  }
  followMultiplier(machines);
  persistedBoard.restore();
  // Stored data may be of an older version, or changed by the user.
  adopt(version.get());
  forgetMultiplier(machines);
  keeper.followIssues();
  if (planned) chase.send({ type: 'ON' });
  persistChasePlan(host, code, chase);

  const submission = host.submissions.of(slipScope(code));
  onAccepted(submission, (sent) => {
    takeSent(slip, sent);
    chase.send({ type: 'PLACED' });
  });
  const clockDriver = driveClock({ host, code, clock, page, pageError, onHash: keeper.check });
  const board = (): Board => {
    const { game } = version.get();
    return boardOf(game, selection.getSnapshot().context.play) ?? (boardsOf(game)[0] as Board);
  };

  return {
    host,
    code,
    version,
    page,
    pageError,
    ...machines,
    shared,
    submission,
    cells: createCells(selection),
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
      host.storage.set(playKey(code), next.code);
      selection.send({ type: 'PLAY', play: next.code, areas: selectionAreas(next), carry: true });
    },
    edit: persistedBoard.edit,
    terms: (lines) => lines.map((line) => lineTermsOf(version.get(), line)),
    recheck,
    boardRepriced: boardTerms.repriced,
    refresh: clockDriver.refresh,
    hold: referenceCounted(() => {
      const stopClock = clockDriver.start();
      const stopIndex = host.on('index', () => void keeper.check());
      void keeper.check();
      return () => {
        stopClock();
        stopIndex();
        forgetMultiplier(machines);
      };
    }),
  };
}

type Machines = Pick<GameRuntime, 'selection' | 'slip' | 'chase' | 'clock'>;

/** The storage item of the play that was chosen last. */
const playKey = (code: string): string => `play.${code}`;

/**
 * The machines of a game with what the player left in them, not started yet. `planned`: a chase was left.
 * @throws when the game has no play.
 */
function createMachines(host: Host, code: string, { game, hash }: Version): Machines & { readonly planned: boolean } {
  const first = (boardOf(game, host.storage.get(playKey(code)) ?? '') ?? boardsOf(game)[0])?.play;
  if (!first) throw new Error(`${code}: 没有玩法`);
  const selection = createActor(ballSelectionMachine, {
    id: `selection.${code}`,
    input: { play: first.code, areas: selectionAreas(first) },
  });
  const saved = readSlip(readPersistedDraft(host, boardDraftName(code, 'slip'), 'slip'));
  const slip = createActor(betSlipMachine, {
    id: `slip.${code}`,
    input: { game: code, hash, caps: game.caps, ...(saved ? { saved } : {}) },
  });
  const clock = createActor(drawClockMachine, { id: `clock.${code}` });
  const planned = readChase(readPersistedDraft(host, boardDraftName(code, 'chase'), 'chase'));
  const chase = createActor(chaseMachine, {
    id: `chase.${code}`,
    input: { caps: game.caps, base: slip.getSnapshot().context.multiplier, ...(planned ? { saved: planned } : {}) },
  });
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
  return { selection, slip, chase, clock, planned: planned !== undefined };
}

/** Counts the bets of a line, once for each line under a version. */
function countBets(version: ObservableValue<Version>): GameRuntime['bets'] {
  const counted = new WeakMap<Line, { readonly under: CountedGame; readonly bets: bigint }>();
  return (line) => {
    const { rules, compiled } = version.get();
    const known = counted.get(line);
    if (known?.under === compiled) return known.bets;
    const count = rules.isLineSold(compiled, line) ? (compiled.play(line.play)?.count(line) ?? 0n) : 0n;
    counted.set(line, { under: compiled, bets: count });
    return count;
  };
}

function recheckSlip(slip: SlipActor, version: Version, bets: GameRuntime['bets']): void {
  const { lines } = slip.getSnapshot().context;
  const invalid = lines.filter(({ line }) => bets(line) === 0n).map(({ id }) => id);
  const sold = lines.filter(({ id }) => !invalid.includes(id));
  const terms = Object.fromEntries(sold.map(({ id, line }) => [id, lineTermsOf(version, line)]));
  slip.send({ type: 'DESCRIPTION', hash: version.hash, caps: version.game.caps, invalid, terms });
}

/** Whether what is on the board was picked under other terms than the present ones; forgotten with the picks. */
function followTerms(
  host: Host,
  version: ObservableValue<Version>,
  selection: SelectionActor,
): { readonly repriced: () => boolean; readonly compare: (change: () => void) => void } {
  let repriced = false;
  selection.subscribe((snapshot) => {
    if (snapshot.matches('empty')) repriced = false;
  });
  /** Digest of the present terms; undefined while nothing is picked. */
  const digest = (): string | undefined => {
    const snapshot = selection.getSnapshot();
    const { play, picks, bankers } = snapshot.context;
    return snapshot.matches('empty') ? undefined : lineTermsOf(version.get(), { play, picks, bankers }).digest;
  };
  return {
    repriced: () => repriced,
    /** Compares the terms before and after a change of the version. */
    compare(change) {
      const before = digest();
      change();
      const after = digest();
      if (before === undefined || after === undefined || before === after) return;
      repriced = true;
      host.toast('这个玩法的奖金或规则有变化，请核对');
    },
  };
}

/** A chase begins with the multiplier of the slip. From then on it has its own, which no multiplier of the slip changes. */
function followMultiplier({ slip, chase }: Machines): void {
  const follow = (): void => {
    const { multiplier } = slip.getSnapshot().context;
    const snapshot = chase.getSnapshot();
    if (snapshot.matches('off') && snapshot.context.base !== multiplier) chase.send({ type: 'BASE', value: multiplier });
  };
  slip.subscribe(follow);
  chase.subscribe(follow);
}

/** A multiplier is of lines and picks: a bet that was given up leaves none to the next one. */
export function forgetMultiplier({ selection, slip }: Pick<Machines, 'selection' | 'slip'>): void {
  const { lines, multiplier } = slip.getSnapshot().context;
  if (lines.length === 0 && multiplier > 1 && selection.getSnapshot().matches('empty')) slip.send({ type: 'MULTIPLIER', value: 1 });
}

/** Takes the lines that were bet off the slip. What came onto it while it was sent was not bet: it stays. */
function takeSent(slip: SlipActor, sent: Submission): void {
  let bet = sent.params.ticket ?? '';
  const { lines } = slip.getSnapshot().context;
  const gone = lines.filter(({ line }) => {
    const before = bet;
    bet = bet.replace(JSON.stringify(line), '');
    return bet !== before;
  });
  if (gone.length === lines.length) slip.send({ type: 'PLACED' });
  else for (const { id } of gone) slip.send({ type: 'REMOVE', id });
}

/** What a line is sold on under a version. */
export function lineTermsOf({ rules, compiled, game }: Version, line: Line): LineTerms {
  const play = compiled.play(line.play)?.play;
  return play ? rules.lineTerms(game, play, line) : { prize: '', digest: '' };
}

/** Calls back once for each submission that is known to have been accepted, for as long as the product lives: also when no screen shows it. */
function onAccepted(submission: SubmissionActor, run: (sent: Submission) => void): void {
  let done: Submission | null = null;
  const look = (snapshot: SubmissionSnapshot): void => {
    const { submission: accepted } = snapshot.context;
    if (!snapshot.matches('accepted') || !accepted || accepted === done) return;
    done = accepted;
    if (carriesSlip(accepted)) run(accepted);
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
