/**
 * Record, replay, compare and explore machines. See docs/replay.md.
 *
 * The player's app imports `record.ts` directly, because this file loads the graph functions and every machine. The workbench imports this file.
 */
export { REDACTED } from './addresses.ts';
export { createDigester, createPlainDigester, type Digest, digesterOf, hashText } from './digest.ts';
export { type Coverage, type CoverageCount, coverage, type Path, type PathOptions, paths, type Run, runsOf } from './explore.ts';
export { type JoinLimits, fitToLimits, joined, plainId, readStoredTrace, shortened } from './join.ts';
export { readTrace, TraceError } from './read.ts';
export { LIMITS, type Limits, plainMachineId, type Recorder, type RecordOptions, record } from './record.ts';
export { MACHINES, type Machines } from './registry.ts';
export {
  type Divergence,
  diff,
  differingFields,
  firstContradiction,
  pageAt,
  pathOf,
  type Replay,
  replay,
  type State,
  type Step,
} from './replay.ts';
export { MACHINE_RULES, type MachineRules } from './rules.ts';
export { SECRET_FIELDS } from './secret-names.ts';
export { type Fields, type Trace, TRACE_FORMAT, type TraceEntry, type TraceEvent, type TraceMachine, type TraceReload } from './trace.ts';
