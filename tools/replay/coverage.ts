/**
 * `npm run replay -- coverage [file.trace.json …] [--paths] [--html folder]`: which states and transitions of each machine the traces and
 * the tests' generated paths reach. Without files: the generated paths and every trace in tests/traces. Exit code 2 for a wrong file.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportHtml } from '../../engine/replay/charts/coverage-html.tsx';
import { coverageReport, reportText } from '../../engine/replay/charts/coverage-report.ts';
import { MACHINES, type PathOptions, paths, readTrace, type Run } from '../../engine/replay/index.ts';
import { readArguments } from '../games/options.ts';
import { fileErrorText } from '../lib/file-errors.ts';
import type { Streams } from './main.ts';

/** The inputs and events from which each machine's paths are made; the tests have them. */
export type PathSamples = Readonly<Record<string, readonly PathOptions[]>>;

const USAGE = 'usage: npm run replay -- coverage [file.trace.json …] [--paths] [--html <folder>]';
const root = fileURLToPath(new URL('../..', import.meta.url));
export const REPORT_FOLDER = join(root, 'test-results', 'coverage');

export async function runCoverage(words: readonly string[], samples: () => Promise<PathSamples>, { out, error }: Streams): Promise<number> {
  const read = readArguments(words, ['html'], ['paths']);
  if (typeof read === 'string') {
    error(`there is no option ${read}, or it wants a value\n${USAGE}`);
    return 2;
  }
  const files = [...read.words];
  let generated = read.options.has('paths');
  const folder = read.options.get('html') ?? REPORT_FOLDER;
  if (files.length === 0) {
    generated = true;
    const traces = join(root, 'tests', 'traces');
    files.push(
      ...readdirSync(traces)
        .filter((name) => name.endsWith('.trace.json'))
        .map((name) => join(traces, name)),
    );
  }
  const traces = [];
  for (const file of files) {
    try {
      traces.push(readTrace(readFileSync(file, 'utf8')));
    } catch (cause) {
      error(`${file}: ${fileErrorText(cause)?.[1] ?? (cause instanceof Error ? cause.message : String(cause))}`);
      return 2;
    }
  }
  const runs: Record<string, Run[]> = {};
  if (generated)
    for (const [name, own] of Object.entries(await samples())) {
      const machine = MACHINES[name];
      if (machine) runs[name] = own.flatMap((sample) => paths(machine, sample));
    }
  const reports = coverageReport(MACHINES, { traces, runs });
  const text = reportText(reports);
  const style = readFileSync(join(root, 'engine', 'replay', 'charts', 'chart.css'), 'utf8');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'machines.txt'), `${text}\n`);
  writeFileSync(join(folder, 'machines.html'), reportHtml(reports, MACHINES, style));
  out(text);
  out(`written to ${join(folder, 'machines.html')}`);
  return 0;
}
