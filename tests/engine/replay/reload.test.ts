/** A recording that goes on over reloads: joined, shortened and read again, it replays as it was. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type Submission, submissionMachine } from '../../../engine/machines/submission.ts';
import {
  fitToLimits,
  joined,
  MACHINES,
  pageAt,
  readStoredTrace,
  readTrace,
  record,
  replay,
  shortened,
  type Trace,
} from '../../../engine/replay/index.ts';
import { walkArbitrary, recordWalk } from './support/walks.ts';

const pages = fc.array(walkArbitrary, { minLength: 1, maxLength: 4 });
type Plans = readonly Parameters<typeof recordWalk>[0][];

const traceOf = (plans: Plans): Trace => plans.map((plan) => recordWalk(plan).trace).reduce(joined);
const again = (trace: Trace): Trace => JSON.parse(JSON.stringify(trace)) as Trace;
const eventTexts = ({ events }: Trace) => events.map(({ event, after }) => JSON.stringify([event, after.context]));

describe('several pages', () => {
  it('are one trace, which is valid, tells all of them and replays', () => {
    fc.assert(
      fc.property(pages, (plans) => {
        const trace = traceOf(plans);
        expect(readTrace(JSON.stringify(trace))).toEqual(again(trace));
        expect(readStoredTrace(JSON.stringify(trace))).toEqual(again(trace));
        expect(replay(trace, MACHINES).divergence()).toBeUndefined();
        expect(eventTexts(trace)).toEqual(plans.flatMap((plan) => eventTexts(recordWalk(plan).trace)));
        expect(trace.reloads?.length ?? 0).toBe(plans.length - 1);
      }),
      { numRuns: 80 },
    );
  });

  it('without their oldest events replay from there, with the same end', () => {
    let over = 0;
    fc.assert(
      fc.property(pages, fc.nat({ max: 200 }), (plans, count) => {
        const whole = traceOf(plans);
        const trace = shortened(whole, count);
        const left = Math.max(0, whole.events.length - count);
        expect(eventTexts(trace)).toEqual(left === 0 ? [] : eventTexts(whole).slice(-left));
        expect(trace.dropped).toBe(whole.dropped + whole.events.length - left);
        expect(readTrace(JSON.stringify(trace))).toEqual(again(trace));
        expect(replay(trace, MACHINES).divergence()).toBeUndefined();
        if (left > 0) expect(trace.started + (trace.events[0]?.at ?? 0)).toBe(whole.started + (whole.events.at(-left)?.at ?? 0));
        if ((trace.reloads?.length ?? 0) < (whole.reloads?.length ?? 0)) over += 1;
        // What was shortened can go on.
        const more = joined(trace, recordWalk(plans[0] as Plans[number]).trace);
        expect(replay(more, MACHINES).divergence()).toBeUndefined();
        expect(readTrace(JSON.stringify(more))).toEqual(again(more));
      }),
      { numRuns: 120 },
    );
    expect(over).toBeGreaterThan(10);
  });

  it('are kept within the limits, in events and in length', () => {
    fc.assert(
      fc.property(pages, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 12_000, max: 60_000 }), (plans, events, length) => {
        const { trace, text } = fitToLimits(traceOf(plans), { events, length });
        expect(JSON.parse(text)).toEqual(again(trace));
        expect(trace.events.length).toBeLessThanOrEqual(events);
        expect(trace.events.length === 0 || text.length <= length).toBe(true);
        expect(replay(trace, MACHINES).divergence()).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});

/** One page on which a bet is sent, from where an earlier page left it. */
function page(unfinished: boolean, ...types: string[]): Trace {
  const recorder = record({ now: () => 7, app: { name: 'test', version: '1' } });
  const submission: Submission = { key: 'k', call: '/c', method: 'POST', params: {} };
  const actor = createActor(submissionMachine, { id: 'submit.g', input: unfinished ? { unfinished: submission } : {} });
  recorder.attach(actor);
  actor.start();
  for (const type of types) actor.send({ type, submission, answer: {}, msg: '' } as never);
  return recorder.trace();
}

it('a machine is found by its name on the page that stands, and ends with it', () => {
  const trace = joined(joined(page(false, 'SUBMIT'), page(true, 'ASK_FAILED', 'ACCEPTED')), page(false, 'DISMISS'));
  expect(trace.machines.map(({ id, page: on }) => [id, on])).toEqual([
    ['submit.g', undefined],
    ['submit.g@2', 1],
    ['submit.g@3', 2],
  ]);
  expect(trace.reloads).toEqual([
    { from: 1, at: 0 },
    { from: 3, at: 0 },
  ]);
  const run = replay(trace, MACHINES);
  const seen = Array.from({ length: trace.events.length + 1 }, (_, at) => {
    run.seek(at);
    return [pageAt(trace, at), run.snapshot('submit.g')?.value, run.snapshot('submit.g@2')?.value];
  });
  expect(seen).toEqual([
    [0, 'idle', undefined],
    [0, 'sending', undefined],
    [1, { doubt: 'waiting' }, { doubt: 'waiting' }],
    [1, 'accepted', 'accepted'],
    [2, 'idle', undefined],
  ]);
});

it('a machine is found by its name where the pages before its own are gone', () => {
  const trace = joined(joined(page(false, 'SUBMIT'), page(true, 'ASK_FAILED', 'ACCEPTED')), page(false, 'SUBMIT'));
  const [second, third] = [shortened(trace, 2), shortened(trace, 3)];
  expect([second, third].map(({ machines }) => machines.map(({ id, page: on = 0 }) => [id, on]))).toEqual([
    [
      ['submit.g@2', 0],
      ['submit.g@3', 1],
    ],
    [['submit.g@3', 0]],
  ]);
  const run = replay(second, MACHINES);
  const seen = Array.from({ length: 3 }, (_, at) => {
    run.seek(at);
    return run.snapshot('submit.g')?.value;
  });
  expect(seen).toEqual([{ doubt: 'waiting' }, 'accepted', 'sending']);
  expect(replay(third, MACHINES).snapshot('submit.g')?.value).toBe('idle');
});

it('what a page had to let go is a gap: only what came after it is left', () => {
  const early = page(false, 'SUBMIT');
  const late = { ...page(false, 'SUBMIT', 'DISMISS'), dropped: 5 };
  expect(joined(early, late)).toEqual({ ...late, dropped: 6 });
});

it('a trace of another version of the app, or one changed by hand, is ignored', () => {
  for (const text of [null, '', '{', 'null', '[]', '{"format":3,"kind":"trace"}', JSON.stringify({ ...page(false), format: 1 })])
    expect(readStoredTrace(text), String(text)).toBeUndefined();
  const broken = { ...page(false, 'SUBMIT'), events: [{ at: 0, machine: 'x' }] };
  expect(readStoredTrace(JSON.stringify(broken))).toBeUndefined();
});

it('a trace of the first format is read as one of the present', () => {
  const now = again(page(false));
  expect(readTrace(JSON.stringify({ ...now, format: 1 }))).toEqual(now);
  expect(() => readTrace(JSON.stringify({ ...now, format: 99 }))).toThrow(/format/);
});
