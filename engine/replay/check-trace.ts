/** Checks a trace file: replays it, and finds contradictions within it (firstContradiction). */
import { createPlainDigester } from './digest.ts';
import { MACHINES } from './registry.ts';
import { differingFields, firstContradiction, pathOf, type Replay, replay, type Step } from './replay.ts';
import type { Trace } from './trace.ts';

export interface TraceCheck {
  readonly running: Replay;
  /** Runs the next event. There must be one. */
  readonly step: () => Step;
}

/** Starts a replay that also checks the file. @throws when the trace cannot be run. */
export function checkTrace(trace: Trace): TraceCheck {
  const running = replay(trace, MACHINES);
  const wrong = firstContradiction(trace);
  return {
    running,
    step() {
      const step = running.step() as Step;
      const { index, entry, machine, before, after, divergence } = step;
      if (divergence || index !== wrong?.index) return step;
      // Compared as written, so that another replacement of a secret is a difference too.
      const fields = differingFields(createPlainDigester(), wrong.context, after.context).map((field) => `context.${field}`);
      return {
        ...step,
        divergence: {
          ...{ index, at: entry.at, machine: machine.id, model: machine.machine, event: entry.event, statePath: pathOf(before.value) },
          differs: fields.length > 0 ? fields : ['context'],
          recorded: { value: entry.after.value, context: wrong.context },
          replayed: after,
        },
      };
    },
  };
}
