/** Coverage of several machines as one report: what of each definition the runs reached, and why the rest was not. */
import { type Coverage, coverage, type Run } from '../explore.ts';
import type { Machines } from '../registry.ts';
import type { Trace } from '../trace.ts';

/** By machine, then by name as `coverage` gives it: why it cannot be reached. */
export type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface CoverageSources {
  /** Recorded sessions: each machine has its part of them. */
  readonly traces: readonly Trace[];
  /** Generated paths and other runs, by machine. */
  readonly runs?: Readonly<Record<string, readonly Run[]>>;
  readonly reasons?: Reasons;
}

export interface Missing {
  readonly is: 'state' | 'transition';
  readonly name: string;
  readonly reason: string;
}

export interface MachineReport extends Coverage {
  /** Generated paths and other runs, and traces, that it was walked with. */
  readonly runs: number;
  readonly traces: number;
  readonly missing: readonly Missing[];
}

const UNKNOWN_REASON = 'no given path or trace goes there';

export function coverageReport(machines: Machines, { traces, runs = {}, reasons = {} }: CoverageSources): MachineReport[] {
  return Object.entries(machines).map(([name, machine]) => {
    const own = runs[name] ?? [];
    const counted = coverage(machine, [...traces, ...own]);
    const missing = (is: Missing['is'], names: readonly string[]): Missing[] =>
      names.map((each) => ({ is, name: each, reason: reasons[name]?.[each] ?? UNKNOWN_REASON }));
    return {
      ...counted,
      runs: own.length,
      traces: traces.filter((trace) => trace.machines.some((each) => each.machine === name)).length,
      missing: [...missing('state', counted.states.missing), ...missing('transition', counted.transitions.missing)],
    };
  });
}

/** The figures over all machines. */
export function totalOf(reports: readonly MachineReport[]): Pick<MachineReport, 'states' | 'transitions'> {
  const sum = (of: (report: MachineReport) => Coverage['states']): Coverage['states'] => ({
    total: reports.reduce((so, each) => so + of(each).total, 0),
    covered: reports.reduce((so, each) => so + of(each).covered, 0),
    missing: reports.flatMap((each) => of(each).missing),
  });
  return { states: sum(({ states }) => states), transitions: sum(({ transitions }) => transitions) };
}

const figures = ({ covered, total }: Coverage['states']): string => `${covered}/${total}`;

export function reportText(reports: readonly MachineReport[]): string {
  const lines = reports.flatMap(({ machine, states, transitions, runs, traces, missing }) => [
    `${machine.padEnd(16)} states ${figures(states).padStart(7)}  transitions ${figures(transitions).padStart(7)}  ${runs} paths, ${traces} traces`,
    ...missing.map(({ is, name, reason }) => `    missing ${is}: ${name} (${reason})`),
  ]);
  const { states, transitions } = totalOf(reports);
  return [...lines, `${'all'.padEnd(16)} states ${figures(states).padStart(7)}  transitions ${figures(transitions).padStart(7)}`].join(
    '\n',
  );
}
