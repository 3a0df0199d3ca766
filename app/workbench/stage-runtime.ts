/** A game's runtime whose machines are those of a trace: no timers, no calls, no storage. */
import type { AnyMachineSnapshot } from 'xstate';
import type { Game, Line, Play } from '../../engine/descriptions/types.ts';
import { ballSelectionMachine, type SelectionActor, selectionAreas } from '../../engine/machines/ball-selection.ts';
import { betSlipMachine, type SlipActor } from '../../engine/machines/bet-slip.ts';
import { type ChaseActor, chaseMachine } from '../../engine/machines/chase.ts';
import { type ClockActor, drawClockMachine } from '../../engine/machines/draw-clock.ts';
import { type SubmitActor, type SubmitContext, submitLockMachine } from '../../engine/machines/submit-lock.ts';
import { REDACTED, type TraceEvent } from '../../engine/replay/index.ts';
import { start } from '../../engine/replay/pure.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import type { Page } from '../../engine/screens/lottery/calls.ts';
import { createCells } from '../../engine/screens/lottery/cells.ts';
import { loadRules } from '../../engine/screens/lottery/rules.ts';
import { type GameRuntime, playOf, playsOf, type Version } from '../../engine/screens/lottery/runtime.ts';
import { watched } from '../../engine/screens/lottery/value.ts';
import { createReplayedActor, type ReplayedActor } from './replayed-actor.ts';

/** What a runtime asks of the replay. */
export interface Replayed {
  /** The machine of this id as it is at the present position; undefined while it is not there. */
  snapshot(id: string): AnyMachineSnapshot | undefined;
  send(id: string, event: TraceEvent): void;
  /** Calls back after each move. */
  onMove(listener: () => void): void;
}

export interface StageGame {
  readonly hash: string;
  readonly game: Game;
}

/** The server's words and its answer are not in a trace: what they said besides is concluded from what was sent. */
function readable(snapshot: AnyMachineSnapshot): AnyMachineSnapshot {
  const context = snapshot.context as SubmitContext;
  const { submission, answer, refusal } = context;
  if (answer !== REDACTED && refusal?.msg !== REDACTED) return snapshot;
  const { amountFen, issue } = submission?.params ?? {};
  const concluded = answer === REDACTED ? { ...(amountFen ? { amountFen: Number(amountFen) } : {}), issue } : answer;
  const words = refusal && refusal.msg === REDACTED ? { ...refusal, msg: '（录制不含服务器的文字）' } : refusal;
  return { ...snapshot, context: { ...context, answer: concluded, refusal: words } } as AnyMachineSnapshot;
}

export async function createStageRuntime(host: Host, code: string, loaded: StageGame, replayed: Replayed): Promise<GameRuntime> {
  const rules = await loadRules();
  const { game, hash } = loaded;
  const first = playsOf(game)[0];
  if (!first) throw new Error(`${code}: 没有玩法`);
  // As it was on the day of the recording: sets of numbers change with the day.
  const compiled = rules.compileGame(game, host.now());
  const version = watched<Version>({ hash, game: compiled.game, compiled, rules });

  const actors: { readonly id: string; readonly actor: ReplayedActor; readonly before: AnyMachineSnapshot }[] = [];
  const readableOf = (id: string, snapshot: AnyMachineSnapshot) => (id === `submit.${code}` ? readable(snapshot) : snapshot);
  function machine<T>(part: string, before: AnyMachineSnapshot): T {
    const id = `${part}.${code}`;
    const actor = createReplayedActor(id, readableOf(id, replayed.snapshot(id) ?? before), (event) => replayed.send(id, event));
    actors.push({ id, actor, before });
    return actor.actor as T;
  }
  const { caps } = game;
  const selection = machine<SelectionActor>('selection', start(ballSelectionMachine, { play: first.code, areas: selectionAreas(first) }));
  const slip = machine<SlipActor>('slip', start(betSlipMachine, { game: code, hash, caps }));
  const chase = machine<ChaseActor>('chase', start(chaseMachine, { caps, base: 1 }));
  const submit = machine<SubmitActor>('submit', start(submitLockMachine, {}));
  const clock = machine<ClockActor>('clock', start(drawClockMachine, undefined));
  replayed.onMove(() => {
    for (const { id, actor, before } of actors) actor.show(readableOf(id, replayed.snapshot(id) ?? before));
  });

  const play = (): Play => playOf(version.get().game, selection.getSnapshot().context.play) ?? first;
  const bets = (line: Line): bigint =>
    rules.validateLine(compiled, line, '').length > 0 ? 0n : (compiled.play(line.play)?.count(line) ?? 0n);
  return {
    host,
    code,
    version,
    // Results and omission are in a server's answer, which no trace holds: shown as not yet loaded.
    page: watched<Page | null>(null),
    pageError: watched<string | null>(null),
    selection,
    slip,
    chase,
    submit,
    clock,
    cells: createCells(selection),
    play,
    bets,
    choosePlay(next) {
      const chosen = playOf(compiled.game, next);
      if (chosen && next !== play().code) selection.send({ type: 'PLAY', play: chosen.code, areas: selectionAreas(chosen) });
    },
    edit(id) {
      const line = slip.getSnapshot().context.lines.find((each) => each.id === id)?.line;
      const chosen = line && playOf(compiled.game, line.play);
      if (!line || !chosen) return;
      slip.send({ type: 'EDIT', id });
      selection.send({ type: 'PLAY', play: chosen.code, areas: selectionAreas(chosen) });
      selection.send({ type: 'REPLACE', picks: line.picks, bankers: line.bankers ?? {} });
    },
    refresh: () => {},
    hold: () => () => {},
  };
}
