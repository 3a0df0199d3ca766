/** E7: what recording costs an event, and how fast a trace of 2,000 events replays, each step compared with what was recorded. */
import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, createActor } from 'xstate';
import { ballSelectionMachine } from '../engine/machines/ball-selection.ts';
import { betSlipMachine } from '../engine/machines/bet-slip.ts';
import { drawClockMachine } from '../engine/machines/draw-clock.ts';
import { requestMachine } from '../engine/machines/request.ts';
import { MACHINES, type Recorder, record, replay, type Trace } from '../engine/replay/index.ts';
import type { Bench } from './lib/figure.ts';
import { next } from '../engine/replay/pure.ts';
import { cpuPerCall, median, summarise } from './lib/rounds.ts';

const EVENTS = 2_000;
/** Replayed in a round. */
const TRACES = 20;
const AREAS = [{ id: 'red', label: '红球', values: { from: 1, to: 33 }, min: 6, max: 20, bankers: null, need: 6 }] as const;

/** A player at work: two taps in three, else the slip, a request or the clock. Every value comes from the counter. */
function play(recorder: Recorder | undefined, events: number): AnyActorRef[] {
  const selection = createActor(ballSelectionMachine, { id: 'selection', input: { play: 'a', areas: AREAS } });
  const slip = createActor(betSlipMachine, { id: 'slip', input: { game: 'g', hash: 'h', caps: { lines: 50, multiplier: 99 } } });
  const clock = createActor(drawClockMachine, { id: 'clock' });
  const actors: AnyActorRef[] = [selection, slip, clock];
  for (const actor of actors) {
    recorder?.attach(actor);
    actor.start();
  }
  clock.send({ type: 'ISSUE', issue: { issue: '1', opensAt: 0, closesAt: 1e9, drawsAt: 1e9 }, now: 0 });
  let sent = 1;
  while (sent < events) {
    const turn = sent % 12;
    if (turn < 8) selection.send({ type: 'TAP', area: 'red', value: ((sent * 7) % 33) + 1 });
    else if (turn === 8) slip.send({ type: 'MULTIPLIER', value: (sent % 90) + 1 });
    else if (turn === 9) clock.send({ type: 'TICK', now: sent * 250 });
    else if (turn === 10 && events - sent >= 2) {
      const request = createActor(requestMachine, { id: 'request', input: { timeoutMs: 20_000 } });
      recorder?.attach(request);
      request.start();
      request.send({ type: 'SEND' });
      request.send({ type: 'ANSWER', answer: { status: 0, models: { n: sent }, msg: '' } });
      sent += 1;
    } else slip.send({ type: 'MULTIPLIER', value: (sent % 80) + 2 });
    sent += 1;
  }
  return actors;
}

/** The least that a replay can do: the library's own transitions, whose results nobody compares or keeps. */
function bareTransitions(trace: Trace): void {
  const states = new Map<string, { readonly machine: AnyStateMachine; snapshot: AnyMachineSnapshot }>();
  for (const { id, machine: model, start } of trace.machines) {
    const machine = MACHINES[model] as AnyStateMachine;
    states.set(id, { machine, snapshot: machine.resolveState(start as never) as AnyMachineSnapshot });
  }
  for (const { machine: id, event } of trace.events) {
    const state = states.get(id);
    if (!state) throw new Error(`the trace has no machine ${id}`);
    state.snapshot = next(state.machine, state.snapshot, event);
  }
}

/** Events a second of processor time, over these traces. */
function rateOf(traces: readonly Trace[], run: (trace: Trace) => void): number {
  const before = process.cpuUsage();
  for (const each of traces) run(each);
  const { user, system } = process.cpuUsage(before);
  return (traces.length * EVENTS) / ((user + system) / 1e6);
}

const recorderOf = () => record({ now: () => 0, app: { name: 'bench', version: '1' }, limits: { events: EVENTS, bytes: 20_000_000 } });

const bench: Bench = {
  id: 'E7',
  title: 'recording and replaying machines',
  async run(context) {
    const recorder = recorderOf();
    play(recorder, EVENTS);
    const trace = JSON.parse(JSON.stringify(recorder.trace())) as Trace;
    if (trace.events.length !== EVENTS) throw new Error(`the trace has ${trace.events.length} events, not ${EVENTS}`);
    if (replay(trace, MACHINES).divergence()) throw new Error('the trace does not replay');

    const compared: number[] = [];
    const bareRates: number[] = [];
    const bare: number[] = [];
    const recorded: number[] = [];
    for (let round = 0; round <= context.rounds; round++) {
      // Traces read again, as from files: nothing about them is remembered.
      const read = () => Array.from({ length: TRACES }, () => JSON.parse(JSON.stringify(trace)) as Trace);
      const replayed = () => rateOf(read(), (each) => void replay(each, MACHINES).divergence());
      const stepped = () => rateOf(read(), bareTransitions);
      const [first, second] = round % 2 === 0 ? [replayed(), stepped()] : [stepped(), replayed()];
      const [rate, bareRate] = round % 2 === 0 ? [first, second] : [second, first];
      const one = cpuPerCall(() => play(undefined, EVENTS)) / EVENTS;
      const other = cpuPerCall(() => play(recorderOf(), EVENTS)) / EVENTS;
      // The first round warms up.
      if (round === 0) continue;
      compared.push(rate);
      bareRates.push(bareRate);
      bare.push(one);
      recorded.push(other);
    }
    const cost = summarise(recorded, bare);
    const times = summarise(bareRates, compared);
    return [
      {
        id: 'E7.replay',
        what: `events replayed and compared in a second of processor time, trace of ${EVENTS.toLocaleString('en')}`,
        value: Math.round(median(compared)),
        unit: 'events/s',
        goal: { at: 'least', value: 100_000 },
        against: {
          what: `XState's transitions alone, compared with nothing; a replay takes ${times.ratio.toFixed(2)}× of their time`,
          ours: `${Math.round(times.b)}/s`,
          theirs: `${Math.round(times.a)}/s`,
        },
        rounds: compared.length,
        range: [Math.round(Math.min(...compared)), Math.round(Math.max(...compared))],
      },
      {
        id: 'E7.record',
        what: 'what recording adds to an event',
        value: cost.a - cost.b,
        unit: 'µs',
        against: { what: 'the same events, not recorded', ours: `${cost.a.toFixed(1)} µs`, theirs: `${cost.b.toFixed(1)} µs` },
        rounds: cost.rounds,
      },
    ];
  },
};
export default bench;
