/** A game's runtime whose machines are those of a trace: no timers, no calls, no storage. */
import type { AnyMachineSnapshot } from 'xstate';
import type { Game, Line } from '../../engine/descriptions/types.ts';
import { ballSelectionMachine, type SelectionActor } from '../../engine/machines/ball-selection.ts';
import { selectionAreas } from '../../engine/machines/selection-areas.ts';
import { betSlipMachine, type SlipActor } from '../../engine/machines/bet-slip.ts';
import { heldPicksOfLine } from '../../engine/machines/held-picks.ts';
import { type ChaseActor, chaseMachine } from '../../engine/machines/chase.ts';
import { type ClockActor, drawClockMachine } from '../../engine/machines/draw-clock.ts';
import type { Submissions } from '../../engine/drivers/submissions.ts';
import { type SubmissionActor, type SubmissionContext, submissionMachine } from '../../engine/machines/submission.ts';
import { REDACTED, type TraceEvent } from '../../engine/replay/index.ts';
import { start } from '../../engine/replay/pure.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import { slipScope } from '../../engine/screens/slip/calls.ts';
import type { GamePage } from '../../engine/screens/lottery/calls.ts';
import { createCells } from '../../engine/screens/lottery/cells.ts';
import { loadRules } from '../../engine/screens/lottery/rules.ts';
import { type Board, boardOf, boardsOf, soldLine } from '../../engine/screens/lottery/boards.ts';
import { type GameRuntime, lineTermsOf, type Version } from '../../engine/screens/lottery/runtime.ts';
import { observableValue } from '../../engine/screens/core/observable.ts';
import { createReplayedActor, type ReplayedActor } from './replayed-actor.ts';

/** What a runtime asks of the replay. */
export interface ReplayAccess {
  /** The machine of this id as it is at the present position; undefined while it is not there. */
  snapshot(id: string): AnyMachineSnapshot | undefined;
  /** An event that the phone sent to that machine. */
  send(id: string, event: TraceEvent): void;
  /** Calls back after each move. */
  onMove(listener: () => void): void;
}

export interface StageGame {
  readonly hash: string;
  readonly game: Game;
}

/** The server's words and its answer are not in a trace: the rest is derived from the request. */
function readable(snapshot: AnyMachineSnapshot): AnyMachineSnapshot {
  const context = snapshot.context as SubmissionContext;
  const { submission, answer, refusal } = context;
  if (answer !== REDACTED && refusal?.msg !== REDACTED) return snapshot;
  const { amountFen, issue } = submission?.params ?? {};
  const concluded = answer === REDACTED ? { ...(amountFen ? { amountFen: Number(amountFen) } : {}), issue } : answer;
  const words = refusal && refusal.msg === REDACTED ? { ...refusal, msg: '（录制不含服务器的文字）' } : refusal;
  return { ...snapshot, context: { ...context, answer: concluded, refusal: words } } as AnyMachineSnapshot;
}

/** Submissions as they were recorded: a request here goes to the workbench, where the user chooses the server's answer. */
export function createStageSubmissions(replayed: ReplayAccess): Submissions {
  const nothing = start(submissionMachine, {});
  const actors = new Map<string, ReplayedActor>();
  const shown = (scope: string): AnyMachineSnapshot => readable(replayed.snapshot(`submission.${scope}`) ?? nothing);
  const of = (scope: string): SubmissionActor => {
    let made = actors.get(scope);
    if (!made) {
      made = createReplayedActor(`submission.${scope}`, shown(scope), (event) => replayed.send(`submission.${scope}`, event));
      actors.set(scope, made);
    }
    return made.actor as SubmissionActor;
  };
  replayed.onMove(() => {
    for (const [scope, actor] of actors) actor.show(shown(scope));
  });
  return {
    of,
    submit(scope, { call, method = 'POST', params }) {
      of(scope).send({ type: 'SUBMIT', submission: { key: 'branch', call, method, params } });
      // The workbench continues from here, not the code that waits for the answer.
      return new Promise(() => {});
    },
    // What was resumed stands in the recording.
    resume() {},
  };
}

export async function createStageRuntime(host: Host, code: string, loaded: StageGame, replayed: ReplayAccess): Promise<GameRuntime> {
  const rules = await loadRules();
  const { game, hash } = loaded;
  const first = boardsOf(game)[0]?.play;
  if (!first) throw new Error(`${code}: 没有玩法`);
  // As it was on the day of the recording: sets of numbers change with the day.
  const compiled = rules.countGame(game, host.now());
  const version = observableValue<Version>({ hash, game: compiled.game, compiled, rules });

  const actors: { readonly id: string; readonly replayed: ReplayedActor; readonly before: AnyMachineSnapshot }[] = [];
  function machine<T>(part: string, before: AnyMachineSnapshot): T {
    const id = `${part}.${code}`;
    const made = createReplayedActor(id, replayed.snapshot(id) ?? before, (event) => replayed.send(id, event));
    actors.push({ id, replayed: made, before });
    return made.actor as T;
  }
  const { caps } = game;
  const selection = machine<SelectionActor>('selection', start(ballSelectionMachine, { play: first.code, areas: selectionAreas(first) }));
  const slip = machine<SlipActor>('slip', start(betSlipMachine, { game: code, hash, caps }));
  const chase = machine<ChaseActor>('chase', start(chaseMachine, { caps, base: 1 }));
  const clock = machine<ClockActor>('clock', start(drawClockMachine, undefined));
  replayed.onMove(() => {
    for (const { id, replayed: actor, before } of actors) actor.show(replayed.snapshot(id) ?? before);
  });

  const board = (): Board => boardOf(compiled.game, selection.getSnapshot().context.play) ?? (boardsOf(compiled.game)[0] as Board);
  const bets = (line: Line): bigint => (rules.isLineSold(compiled, line) ? (compiled.play(line.play)?.count(line) ?? 0n) : 0n);
  return {
    host,
    code,
    version,
    // Results and omission are in a server's answer, which no trace holds: shown as not yet loaded.
    page: observableValue<GamePage | null>(null),
    pageError: observableValue<string | null>(null),
    selection,
    slip,
    chase,
    submission: host.submissions.of(slipScope(code)),
    clock,
    cells: createCells(selection),
    terms: (lines) => lines.map((line) => lineTermsOf(version.get(), line)),
    // A recording has one version, and its slip what was recorded.
    recheck: () => {},
    boardRepriced: () => false,
    play: () => board().play,
    board,
    sold: (line) => soldLine(rules, compiled, board(), line),
    bets,
    choosePlay(next) {
      const chosen = boardOf(compiled.game, next)?.play;
      if (chosen && chosen.code !== board().code)
        selection.send({ type: 'PLAY', play: chosen.code, areas: selectionAreas(chosen), carry: true });
    },
    edit(id) {
      const line = slip.getSnapshot().context.lines.find((each) => each.id === id)?.line;
      const chosen = line && boardOf(compiled.game, line.play)?.play;
      if (!line || !chosen) return;
      slip.send({ type: 'EDIT', id });
      const areas = selectionAreas(chosen);
      selection.send({ type: 'BOARD', play: chosen.code, areas, held: heldPicksOfLine(areas, line.picks, line.bankers) });
    },
    refresh: () => {},
    hold: () => () => {},
  };
}
