import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { drawClockMachine } from '../../../engine/machines/draw-clock.ts';
import { requestMachine } from '../../../engine/machines/request.ts';
import { submissionMachine } from '../../../engine/machines/submission.ts';
import { diff, digesterOf, hashText, MACHINES, readTrace, record, replay, type Trace } from '../../../engine/replay/index.ts';
import { walkArbitrary, recordWalk } from './support/walks.ts';

const app = { name: 'test', version: '1' };

describe('record and replay', () => {
  it('any random walk replays as it was recorded, and ends in the states of the recorded machines', () => {
    fc.assert(
      fc.property(walkArbitrary, (plan) => {
        const { trace, actors } = recordWalk(plan);
        expect(readTrace(JSON.stringify(trace))).toEqual(trace);
        const again = replay(trace, MACHINES);
        expect(again.divergence()).toBeUndefined();
        again.seek(again.length);
        trace.machines.forEach(({ id, machine }, at) => {
          const digest = digesterOf(machine);
          expect(again.snapshot(id)?.value).toEqual(actors[at]?.getSnapshot().value);
          expect(hashText(digest(again.snapshot(id)?.context))).toBe(hashText(digest(actors[at]?.getSnapshot().context)));
        });
      }),
      { numRuns: 300 },
    );
  });

  it('a recording that restarts in the middle of a walk has no earlier state and no earlier event, and replays', () => {
    fc.assert(
      fc.property(
        walkArbitrary,
        fc.nat({ max: 120 }),
        fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
        (plan, restart, events) => {
          const { recorder, trace } = recordWalk(plan, events === undefined ? undefined : { events }, restart);
          if (restart < plan.events.length && trace.events.length > 0)
            expect(trace.started).toBeGreaterThan(1_000_000 + plan.events.slice(0, restart).reduce((sum, { wait }) => sum + wait, -1));
          expect(readTrace(JSON.stringify(trace))).toEqual(trace);
          expect(replay(trace, MACHINES).divergence()).toBeUndefined();
          recorder.restart();
          expect(recorder.trace()).toMatchObject({ dropped: 0, machines: [], events: [] });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a recorder whose buffer is too small for the walk keeps the last events, within its bounds, and they replay', () => {
    let cut = 0;
    fc.assert(
      fc.property(walkArbitrary, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 500, max: 20_000 }), (plan, events, bytes) => {
        const whole = recordWalk(plan).trace;
        const { recorder, trace } = recordWalk(plan, { events, bytes });
        expect(recorder.events).toBeLessThanOrEqual(events);
        expect(recorder.events === 1 || recorder.bytes <= bytes).toBe(true);
        expect(trace.dropped).toBe(recorder.dropped);
        if (recorder.dropped > 0) cut += 1;
        expect(replay(trace, MACHINES).divergence()).toBeUndefined();
        const eventTexts = (each: Trace) => each.events.map(({ machine, after }) => `${machine} ${after.context}`);
        expect(eventTexts(trace)).toEqual(trace.events.length === 0 ? [] : eventTexts(whole).slice(-trace.events.length));
      }),
      // About one walk in four is longer than its buffer, so 500 runs have well over fifty of them.
      { numRuns: 500 },
    );
    expect(cut).toBeGreaterThan(50);
  });

  it('a position has the same states after a seek forwards, a seek backwards, and single steps', () => {
    fc.assert(
      fc.property(walkArbitrary, fc.array(fc.nat({ max: 130 }), { maxLength: 12 }), (plan, places) => {
        const { trace } = recordWalk(plan);
        const slider = replay(trace, MACHINES);
        const states = (run: typeof slider) =>
          trace.machines.map(({ id }) => JSON.stringify([run.snapshot(id)?.value, run.snapshot(id)?.context]));
        for (const place of places) {
          slider.seek(place);
          const fresh = replay(trace, MACHINES);
          for (let at = 0; at < place; at++) fresh.step();
          expect(slider.position).toBe(Math.min(place, trace.events.length));
          expect(states(slider)).toEqual(states(fresh));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a machine is not there before it started', () => {
    let now = 5;
    const recorder = record({ now: () => now, app });
    const one = createActor(submissionMachine, { id: 'one', input: {} });
    recorder.attach(one);
    one.start();
    one.send({ type: 'SUBMIT', submission: { key: 'k', call: '/c', method: 'POST', params: {} } });
    now = 9;
    const two = createActor(submissionMachine, { id: 'two', input: {} });
    recorder.attach(two);
    two.start();
    two.send({ type: 'DISMISS' });
    const run = replay(recorder.trace(), MACHINES);
    expect([run.snapshot('one')?.value, run.snapshot('two')]).toEqual(['idle', undefined]);
    run.seek(1);
    expect([run.snapshot('one')?.value, run.snapshot('two')?.value]).toEqual(['sending', 'idle']);
    expect(recorder.trace()).toMatchObject({ started: 5, events: [{ at: 0 }, { at: 4 }] });
  });

  it('machines with equal starts replay independently, and one whose recorded input does not fit its start is found', () => {
    const recorder = record({ now: () => 0, app });
    for (const id of ['one', 'two', 'three']) {
      const actor = createActor(requestMachine, { id, input: { timeoutMs: 20_000 } });
      recorder.attach(actor);
      actor.start();
      actor.send({ type: 'SEND' });
      if (id === 'one') actor.send({ type: 'ANSWER', answer: { status: 0, models: {}, msg: '' } });
      if (id === 'two') actor.send({ type: 'FAILED' });
    }
    const trace = recorder.trace();
    const run = replay(trace, MACHINES);
    expect(run.divergence()).toBeUndefined();
    run.seek(run.length);
    expect(['one', 'two', 'three'].map((id) => run.snapshot(id)?.value)).toEqual(['done', 'failed', 'sending']);
    run.seek(0);
    expect(run.snapshot('one')?.value).toBe('idle');
    const machines = trace.machines.map((each) => (each.id === 'two' ? { ...each, input: { timeoutMs: 5 } } : each));
    expect(replay({ ...trace, machines }, MACHINES).divergence()).toMatchObject({
      index: -1,
      machine: 'two',
      differs: ['context.timeoutMs'],
    });
  });

  it('ticks that follow each other are one event, and replay the same', () => {
    let now = 0;
    const recorder = record({ now: () => now, app });
    const clock = createActor(drawClockMachine, { id: 'clock' });
    recorder.attach(clock);
    clock.start();
    clock.send({ type: 'ISSUE', issue: { issue: '1', opensAt: 0, closesAt: 60_000, drawsAt: 65_000 }, now: 0 });
    for (now = 250; now <= 70_000; now += 250) clock.send({ type: 'TICK', now });
    const trace = recorder.trace();
    // The ticks in each of the states open, closing, closed and drawing are merged into few events.
    expect(trace.events.length).toBeLessThan(10);
    expect(trace.events.reduce((sum, { merged = 1 }) => sum + merged, 0)).toBe(281);
    expect(replay(trace, MACHINES).divergence()).toBeUndefined();
    expect(trace.events.at(-1)?.after.value).toBe('drawing');
  });

  it('an event that is sent to a machine while it handles another one is recorded after that one', () => {
    const self = createMachine({
      id: 'self',
      initial: 'a',
      context: { n: 0 },
      states: { a: { on: { GO: 'b' } }, b: { on: { ON: 'c' } }, c: {} },
    });
    const recorder = record({ now: () => 1, app });
    const actor = createActor(self, { id: 'self' });
    recorder.attach(actor);
    actor.subscribe((snapshot) => snapshot.matches('b') && actor.send({ type: 'ON' }));
    actor.start();
    actor.send({ type: 'GO' });
    expect(recorder.trace().events.map(({ event, after }) => `${event.type} ${String(after.value)}`)).toEqual(['GO b', 'ON c']);
    expect(replay(recorder.trace(), { self }).divergence()).toBeUndefined();
  });
});

describe('divergence', () => {
  it('a tampered trace is caught at the exact event, with the machine, the place and both states', () => {
    let caught = 0;
    fc.assert(
      fc.property(walkArbitrary, fc.nat(), fc.constantFrom('state', 'context'), (plan, place, what) => {
        const { trace } = recordWalk(plan);
        if (trace.events.length === 0) return;
        const index = place % trace.events.length;
        const events = trace.events.map((entry, at) =>
          at !== index
            ? entry
            : { ...entry, after: { ...entry.after, ...(what === 'state' ? { value: 'elsewhere' } : { context: '0123456789abcdef' }) } },
        );
        const found = replay({ ...trace, events }, MACHINES).divergence();
        expect(found).toMatchObject({ index, machine: events[index]?.machine, event: events[index]?.event });
        expect(found?.differs[0]).toMatch(what === 'state' ? /^state$/ : /^context/);
        expect(found?.recorded).toBeDefined();
        expect(found?.replayed).toBeDefined();
        caught += 1;
      }),
      { numRuns: 200 },
    );
    expect(caught).toBeGreaterThan(100);
  });

  it('a fault in the machine shows at the first event that meets it, by state path and field', () => {
    const of = (guarded: boolean) =>
      createMachine({
        id: 'door',
        initial: 'outer',
        context: { tries: 0 },
        states: {
          outer: {
            initial: 'shut',
            states: {
              shut: { on: { PUSH: guarded ? { guard: ({ event }) => event.key === 'right', target: 'open' } : 'open' } },
              open: {},
            },
          },
        },
      });
    const recorder = record({ now: () => 0, app });
    const door = createActor(of(true), { id: 'front' });
    recorder.attach(door);
    door.start();
    door.send({ type: 'KNOCK' });
    door.send({ type: 'PUSH', key: 'wrong' });
    door.send({ type: 'PUSH', key: 'right' });
    const trace = recorder.trace();
    expect(replay(trace, { door: of(true) }).divergence()).toBeUndefined();
    expect(replay(trace, { door: of(false) }).divergence()).toMatchObject({
      index: 1,
      machine: 'front',
      model: 'door',
      statePath: 'outer.shut',
      event: { type: 'PUSH' },
      differs: ['state'],
      recorded: { value: { outer: 'shut' } },
      replayed: { value: { outer: 'open' } },
    });
  });

  it('a divergence names the field of the context, and reports a machine with another start, one that throws and an unknown one', () => {
    const of = (first = 0, fails = false) =>
      createMachine({
        id: 'count',
        context: { n: first, other: 1 },
        initial: 'on',
        states: {
          on: {
            on: {
              UP: {
                guard: () => {
                  if (fails) throw new Error('broken');
                  return true;
                },
                target: 'off',
              },
            },
          },
          off: {},
        },
      });
    const recorder = record({ now: () => 0, app });
    const actor = createActor(of(), { id: 'count', input: {} });
    recorder.attach(actor);
    actor.start();
    actor.send({ type: 'UP' });
    const trace = recorder.trace();
    expect(replay(trace, { count: of(5) }).divergence()).toMatchObject({ index: -1, machine: 'count', differs: ['context.n'] });
    expect(replay(trace, { count: of(0, true) }).divergence()).toMatchObject({ index: 0, differs: ['it threw'] });
    expect(replay(trace, {}).divergence()).toMatchObject({ index: -1, differs: ['no machine "count" is registered'] });
    const strange = { ...trace, events: trace.events.map((entry) => ({ ...entry, machine: 'who' })) };
    expect(replay(strange, { count: of() }).divergence()).toMatchObject({ index: 0, machine: 'who' });
  });
});

describe('diff', () => {
  it('two traces of one plan are equal; a shorter trace differs from the place where it ends', () => {
    fc.assert(
      fc.property(walkArbitrary, (plan) => {
        expect(diff(recordWalk(plan).trace, recordWalk(plan).trace)).toBeUndefined();
        const { trace } = recordWalk(plan);
        if (trace.events.length > 0) {
          const shorter = { ...trace, events: trace.events.slice(0, -1) };
          expect(diff(trace, shorter)).toMatchObject({ index: trace.events.length - 1, differs: 'length', b: undefined });
        }
      }),
      { numRuns: 50 },
    );
  });
});
