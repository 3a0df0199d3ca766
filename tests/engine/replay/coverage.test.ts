/** Charts and coverage reports say what the definitions say, and name what no run reached. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { chartOf, takenBy } from '../../../engine/replay/charts/chart.ts';
import { type LaidState, layoutChart } from '../../../engine/replay/charts/chart-layout.ts';
import { reportHtml } from '../../../engine/replay/charts/coverage-html.tsx';
import { coverageReport, reportText } from '../../../engine/replay/charts/coverage-report.ts';
import { coverage, MACHINES, paths, readTrace, replay, type Run } from '../../../engine/replay/index.ts';
import { runCoverage } from '../../../tools/replay/coverage.ts';
import { SAMPLES } from './support/samples.ts';

const traceFile = fileURLToPath(new URL('../../traces/bet-accepted.trace.json', import.meta.url));
const trace = readTrace(readFileSync(traceFile, 'utf8'));
const submission = MACHINES.submission as AnyStateMachine;
const walks = (leave: (run: Run) => boolean): Run[] =>
  (SAMPLES.submission ?? []).flatMap((sample) => paths(submission, sample)).filter(leave);
const scratch = mkdtempSync(join(tmpdir(), 'caipu-coverage-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('charts', () => {
  it.each(Object.entries(MACHINES))('%s: the states and transitions that coverage counts, in boxes that hold each other', (_, machine) => {
    const chart = chartOf(machine);
    const counted = coverage(machine, []);
    expect(chart.transitions.map(({ name }) => name)).toEqual(counted.transitions.missing);
    const laid = layoutChart(chart);
    expect(
      laid.states
        .map(({ path }) => path)
        .filter(Boolean)
        .sort(),
    ).toEqual([...counted.states.missing].sort());
    const boxes = new Map(laid.states.map((state) => [state.path, state]));
    for (const { path, x, y, width, height } of laid.states) {
      if (path === '') continue;
      const outer = boxes.get(path.split('.').slice(0, -1).join('.')) as LaidState;
      expect(x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height, path).toBe(true);
    }
    // Every transition that leads somewhere is drawn, and every one that does not stands in its box.
    const drawn = [...laid.edges, ...laid.states].flatMap(({ lines }) => lines.map(({ transition }) => transition)).filter(Boolean);
    expect(drawn.sort()).toEqual([...counted.transitions.missing].sort());
  });

  it('says which transitions an event took, and what it asked for', () => {
    const running = replay(trace, MACHINES);
    const submit = trace.events.findIndex(({ event }) => event.type === 'SUBMIT');
    running.seek(submit);
    const { machine, event } = trace.events[submit] as (typeof trace.events)[number];
    const taken = takenBy(submission, running.snapshot(machine) as never, event);
    expect(taken.transitions).toEqual(['idle --SUBMIT']);
    expect(taken.effects).toMatchObject([{ effect: { do: 'store' } }, { effect: { do: 'send' } }]);
  });
});

describe('coverage reports', () => {
  it('name the transition that nothing took, with the reason that is given for it', () => {
    const runs = { submission: walks(({ events }) => !events.some(({ type }) => type === 'DISMISS')) };
    const one = { submission };
    const [report] = coverageReport(one, { traces: [], runs });
    const names = report?.missing.map(({ name }) => name) ?? [];
    expect(names).toContain('accepted --DISMISS');
    expect(names).not.toContain('idle --SUBMIT');
    const reasons = { submission: { 'accepted --DISMISS': 'nobody closes the sheet' } };
    const reports = coverageReport(one, { traces: [], runs, reasons });
    expect(reportText(reports)).toContain('missing transition: accepted --DISMISS (nobody closes the sheet)');
    const html = reportHtml(reports, one, '');
    expect(html).toContain('<code>accepted --DISMISS</code>: nobody closes the sheet');
    expect(html).toMatch(/data-transition="accepted --DISMISS" data-mark="missing"/);
    expect(html).not.toMatch(/data-transition="idle --SUBMIT" data-mark/);
    expect(html).not.toMatch(/<script|<link|src=/);
  });

  it('are whole when all paths were walked, and count what a trace adds', () => {
    const runs = { submission: walks(() => true) };
    const [report] = coverageReport({ submission }, { traces: [trace], runs });
    expect(report).toMatchObject({ traces: 1, missing: [] });
    expect(report?.transitions.covered).toBe(report?.transitions.total);
    const [only] = coverageReport({ submission }, { traces: [trace] });
    expect(only?.states.missing).toEqual(['doubt', 'doubt.asking', 'doubt.waiting', 'refused']);
  });

  it('the command writes text and one page, and refuses what is no trace', async () => {
    const outputLines: string[] = [];
    const streams = { out: (line: string) => void outputLines.push(line), error: (line: string) => void outputLines.push(line) };
    expect(await runCoverage([traceFile, '--html', scratch], async () => SAMPLES, streams)).toBe(0);
    expect(outputLines.join('\n')).toMatch(/submission +states +3\/7/);
    expect(readFileSync(join(scratch, 'machines.html'), 'utf8')).toContain('.chart__box');
    expect(readFileSync(join(scratch, 'machines.txt'), 'utf8')).toContain('missing state: doubt');
    expect(await runCoverage([join(scratch, 'machines.txt')], async () => SAMPLES, streams)).toBe(2);
    expect(outputLines.at(-1)).toMatch(/machines\.txt: not JSON/);
    expect(await runCoverage(['--fast'], async () => SAMPLES, streams)).toBe(2);
  });
});
