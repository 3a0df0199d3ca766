/** The trace that the phone shows and the position in it: its machines as they are there, and the events that the phone sends them. */
import { flushSync } from 'react-dom';
import type { AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';
import type { ClockContext } from '../../engine/machines/draw-clock.ts';
import {
  digesterOf,
  hashText,
  MACHINES,
  pathOf,
  plainMachineId,
  type Replay,
  replay,
  type Trace,
  type TraceEvent,
  type TraceMachine,
} from '../../engine/replay/index.ts';
import { next } from '../../engine/replay/pure.ts';
import { toast } from '../host/ui.ts';
import { machineBaseName, latestMachine, pageMachine } from './stage-route.ts';
import type { ReplayAccess } from './stage-runtime.ts';

/** A trace, and the replay that runs it. */
interface Loaded {
  readonly trace: Trace;
  readonly running: Replay;
}

export class Playback implements ReplayAccess {
  /** The person at the workbench touched the phone since the last move. Screens also send events by themselves, when they open. */
  touched = false;
  #loaded: Loaded | undefined;
  readonly #moveListeners = new Set<() => void>();
  readonly #sentListeners = new Set<(machine: string, event: TraceEvent) => void>();

  constructor() {
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(
        type,
        ({ isTrusted }) => {
          this.touched ||= isTrusted;
        },
        true,
      );
  }

  get loaded(): Loaded | undefined {
    return this.#loaded;
  }

  get trace(): Trace | undefined {
    return this.#loaded?.trace;
  }

  /** Events done. */
  get position(): number {
    return this.#loaded?.running.position ?? 0;
  }

  /** Takes another trace, at its start. @throws when the trace cannot be run. */
  load(trace: Trace): void {
    this.#loaded = { trace, running: replay(trace, MACHINES) };
  }

  seek(position: number): void {
    this.#loaded?.running.seek(position);
  }

  snapshot(id: string): AnyMachineSnapshot | undefined {
    const machine = this.#machine(id);
    return machine && this.#loaded?.running.snapshot(machine.id);
  }

  /** Reports an event that the player caused and that changes its machine. */
  send(id: string, event: TraceEvent): void {
    if (!this.touched) return;
    const machine = this.#machine(id);
    const before = machine && this.#loaded?.running.snapshot(machine.id);
    const model = machine && MACHINES[machine.machine];
    if (!machine || !before || !model) return toast('录制到这里还没有这个模型');
    // A text field that repeats its own value changes nothing, and is no branch.
    if (!changes(model, before, event)) return;
    for (const listener of this.#sentListeners) listener(machine.id, event);
  }

  onMove(listener: () => void): void {
    this.#moveListeners.add(listener);
  }

  /** Calls back with each event of the player, and the id of its machine in the trace. */
  onSent(listener: (machine: string, event: TraceEvent) => void): void {
    this.#sentListeners.add(listener);
  }

  /** Draws the machines as they are at the present position, at once: outside of an event React would draw in a later task. */
  drawMove(): void {
    flushSync(() => {
      for (const listener of this.#moveListeners) listener();
    });
  }

  /** The machine of the page's transitions; undefined for a trace without pages. */
  page(): TraceMachine | undefined {
    return this.#loaded && pageMachine(this.#loaded.trace, this.position);
  }

  /** Unix ms at the present position: the latest that its clocks or its events say. */
  now(): number {
    const { trace, running } = this.#loaded ?? {};
    const clocks = (trace?.machines ?? []).filter(({ machine }) => machine === 'drawClock');
    const times = clocks.map(({ id }) => (running?.snapshot(id)?.context as ClockContext | undefined)?.now ?? 0);
    return Math.max(...times, (trace?.started ?? 0) + (trace?.events[this.position - 1]?.at ?? 0));
  }

  #machine(id: string): TraceMachine | undefined {
    const base = plainMachineId(id);
    return this.#loaded && latestMachine(this.#loaded.trace, this.position, (each) => machineBaseName(each) === base);
  }
}

/** Whether the event changes the state or the context. */
function changes(model: AnyStateMachine, before: AnyMachineSnapshot, event: TraceEvent): boolean {
  const after = next(model, before, event);
  const digest = digesterOf(model.id);
  return (
    pathOf(after.value as StateValue) !== pathOf(before.value as StateValue) ||
    hashText(digest(after.context)) !== hashText(digest(before.context))
  );
}
