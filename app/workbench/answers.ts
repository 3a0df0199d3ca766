/** Recorded answers of servers up to a point of a trace: facts, and shapes of private data. */
import { machineBaseName } from './stage-route.ts';
import type { Trace } from '../../engine/replay/index.ts';

export interface RecordedAnswer {
  /** Index of the event in the trace, from 0. */
  readonly index: number;
  /** Path of the call. */
  readonly call: string;
  readonly status: number;
  readonly facts: unknown;
}

/** The latest first. */
export function answersAt(trace: Trace, position: number): RecordedAnswer[] {
  const machines = new Map(trace.machines.map((each) => [each.id, each]));
  const found: RecordedAnswer[] = [];
  for (let index = position - 1; index >= 0; index--) {
    const { machine: id, event } = trace.events[index] as Trace['events'][number];
    const machine = machines.get(id);
    if (machine?.machine !== 'request' || event.type !== 'ANSWER') continue;
    const { status = 0, models } = event.answer as { readonly status?: number; readonly models?: unknown };
    found.push({ index, call: machineBaseName(machine).replace(/^request /, ''), status, facts: models });
  }
  return found;
}

/** Fen of the balance that was answered last; null while none was. */
export function balanceAt(trace: Trace, position: number): number | null {
  for (const { facts } of answersAt(trace, position)) {
    const fen = (facts as { readonly balanceFen?: unknown } | null | undefined)?.balanceFen;
    if (typeof fen === 'number') return fen;
  }
  return null;
}
