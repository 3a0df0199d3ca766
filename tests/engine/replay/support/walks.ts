/** Random walks: several machines, told samples in any order, recorded as the app records them. */
import fc from 'fast-check';
import { type AnyActorRef, type AnyStateMachine, createActor } from 'xstate';
import { MACHINES, type Recorder, type RecordOptions, record, type Trace } from '../../../../engine/replay/index.ts';
import { SAMPLES } from './samples.ts';

export interface WalkEvent {
  /** Which machine, and which of its events; both modulo what there is. */
  readonly who: number;
  readonly what: number;
  readonly wait: number;
}

export const walkArbitrary = fc.record({
  machines: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
  events: fc.array(fc.record({ who: fc.nat(), what: fc.nat(), wait: fc.nat({ max: 2_000 }) }), { maxLength: 120 }),
});
export interface WalkRecord {
  readonly machines: readonly (readonly [number, number])[];
  readonly events: readonly WalkEvent[];
}

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Some machines are there from the start, each other one joins when a fifth of the walk is over. `restart`: before which event another player comes. */
export function recordWalk(
  { machines, events }: WalkRecord,
  limits?: RecordOptions['limits'],
  restart?: number,
): { recorder: Recorder; trace: Trace; actors: AnyActorRef[] } {
  let now = 1_000_000;
  const recorder = record({ now: () => now, app: { name: 'test', version: '1' }, ...(limits ? { limits } : {}) });
  const names = Object.keys(SAMPLES);
  const made = machines.map(([name, sample], at) => {
    const model = pick(names, name);
    const chosen = pick(SAMPLES[model] ?? [], sample);
    const actor = createActor(MACHINES[model] as AnyStateMachine, { id: `${model}.${at % 2}`, input: chosen.input });
    return { actor, events: chosen.events, joins: at === 0 ? 0 : (at * events.length) / 5 };
  });
  const running: typeof made = [];
  events.forEach(({ who, what, wait }, at) => {
    for (const each of made) {
      if (running.includes(each) || each.joins > at) continue;
      recorder.attach(each.actor);
      each.actor.start();
      running.push(each);
    }
    if (at === restart) recorder.restart();
    now += wait;
    const { actor, events } = pick(running, who);
    actor.send(pick(events, what));
  });
  // The trace goes through JSON, as a written and read file does.
  return { recorder, trace: JSON.parse(JSON.stringify(recorder.trace())) as Trace, actors: running.map(({ actor }) => actor) };
}
