/** Another way on from a point of a trace: replays, differs where it says, and is refused in words. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { branch, traceUntil, machinesAt } from '../../../engine/replay/branch.ts';
import { diff, joined, MACHINES, readTrace, replay, type Trace } from '../../../engine/replay/index.ts';
import { readTraceText } from '../../../app/workbench/read-file.ts';

const file = fileURLToPath(new URL('../../traces/bet-accepted.trace.json', import.meta.url));
const text = readFileSync(file, 'utf8');
const trace = readTrace(text);
const submit = trace.events.findIndex(({ event }) => event.type === 'SUBMIT') + 1;
const written = (given: Trace): Trace => readTrace(JSON.stringify(given));

describe('branch', () => {
  it('goes on from any point, replays without divergence, and differs from there on', () => {
    const doubt = branch(trace, MACHINES, submit, 'submission.slip/ssq', { type: 'NO_ANSWER' });
    const lost = written(branch(doubt, MACHINES, submit + 1, 'submission.slip/ssq', { type: 'LOST' }));
    expect(lost.events).toHaveLength(submit + 2);
    expect(replay(lost, MACHINES).divergence()).toBeUndefined();
    expect(lost.events.slice(submit).map(({ after }) => after.value)).toEqual([{ doubt: 'asking' }, 'refused']);
    expect(diff(trace, lost)).toMatchObject({ index: submit });
    expect(diff(traceUntil(trace, submit), traceUntil(lost, submit))).toBeUndefined();
  });

  it('keeps no secret of the added event', () => {
    const branched = branch(trace, MACHINES, submit, 'submission.slip/ssq', {
      type: 'ACCEPTED',
      answer: { orderId: 'secret-order' },
      msg: '',
    });
    expect(JSON.stringify(branched)).not.toContain('secret-order');
    expect(replay(written(branched), MACHINES).divergence()).toBeUndefined();
  });

  it('says why it cannot', () => {
    const at = (count: number, id: string, event: unknown) => () => branch(trace, MACHINES, count, id, event as never);
    expect(at(0, 'submission.slip/ssq', { type: 'NO_ANSWER' })).toThrow(expect.objectContaining({ code: 'NO_MACHINE' }));
    expect(at(submit, 'nobody', { type: 'NO_ANSWER' })).toThrow(expect.objectContaining({ code: 'NO_MACHINE' }));
    expect(at(submit, 'submission.slip/ssq', { kind: 'NO_ANSWER' })).toThrow(expect.objectContaining({ code: 'NO_EVENT' }));
    expect(at(submit, 'submission.slip/ssq', null)).toThrow(expect.objectContaining({ code: 'NO_EVENT' }));
  });

  it('after a reload tells the machines of the page that stands', () => {
    const both = joined(traceUntil(trace, submit), trace);
    const last = both.events.length;
    expect(machinesAt(both, last).every(({ page }) => page === 1)).toBe(true);
    expect(machinesAt(both, submit).every(({ page = 0 }) => page === 0)).toBe(true);
    const id = machinesAt(both, last).find((each) => each.machine === 'ballSelection')?.id ?? '';
    const on = written(branch(both, MACHINES, last, id, { type: 'CLEAR' }));
    expect(replay(on, MACHINES).divergence()).toBeUndefined();
    expect(() => branch(both, MACHINES, last, 'selection.ssq', { type: 'CLEAR' })).not.toThrow();
    expect(traceUntil(both, submit).reloads).toBeUndefined();
  });
});

describe('a file that is no trace', () => {
  const problemsOf = (given: string) => {
    const read = readTraceText(given);
    return read.ok ? [] : read.problems.map(({ line, column, pointer, code }) => ({ line, column, pointer, code }));
  };
  it('is refused with line, column and place', () => {
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf('{\n  "format": 1,\n  oops\n}')[0]).toEqual({ line: 3, column: 3, pointer: '', code: 'NOT_JSON' });
    const wrong = JSON.stringify({ ...trace, machines: [{ ...trace.machines[0], from: 'x' }] }, null, 2);
    const line = wrong.split('\n').findIndex((each) => each.includes('"from"')) + 1;
    expect(problemsOf(wrong)).toEqual([{ line, column: 15, pointer: '/machines/0/from', code: 'NOT_A_TRACE' }]);
    const twice = JSON.stringify({ ...trace, machines: [...trace.machines, trace.machines[0]] });
    expect(problemsOf(twice)[0]).toMatchObject({ code: 'NOT_RUNNABLE', pointer: '/machines' });
  });
});
