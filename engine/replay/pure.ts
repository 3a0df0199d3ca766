/**
 * Pure steps of a machine. The library's own `transition()` makes an actor for each call, which here would cost more than the step; its
 * scope says nothing to a machine without children, so one serves them all.
 */
import { type AnyMachineSnapshot, type AnyStateMachine, createActor, createMachine } from 'xstate';

const standIn = createActor(createMachine({ id: 'replay' }), { id: 'replay' });
const nothing = (): void => undefined;
const scope = {
  self: standIn,
  system: standIn.system,
  id: standIn.id,
  sessionId: standIn.sessionId,
  logger: nothing,
  defer: nothing,
  emit: nothing,
  stopChild: nothing,
  actionExecutor: nothing,
};

/** The state after an event. @throws what the machine throws. */
export function next(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: { readonly type: string }): AnyMachineSnapshot {
  return machine.transition(snapshot as never, event, scope as never) as unknown as AnyMachineSnapshot;
}

/** The state that a machine starts in. */
export function start(machine: AnyStateMachine, input: unknown): AnyMachineSnapshot {
  return machine.getInitialSnapshot(scope as never, input as never) as unknown as AnyMachineSnapshot;
}
