/** Runs events through a pure machine with `transition()` alone and collects what it emitted. */
import { type AnyStateMachine, type EventFromLogic, type InputFrom, initialTransition, type SnapshotFrom, transition } from 'xstate';
import { effectsOf } from '../screens/lottery/support/walk.ts';

export interface Ran<M extends AnyStateMachine, F> {
  readonly snapshot: SnapshotFrom<M>;
  readonly effects: F[];
  /** Emitted by the last event alone. */
  readonly last: F[];
}

export function run<F, M extends AnyStateMachine>(machine: M, input: InputFrom<M>, events: readonly EventFromLogic<M>[]): Ran<M, F> {
  const unwrap = (actions: Parameters<typeof effectsOf>[0]): F[] => effectsOf(actions) as F[];
  let [snapshot, actions] = initialTransition(machine, input as never) as unknown as [SnapshotFrom<M>, Parameters<typeof effectsOf>[0]];
  let last = unwrap(actions);
  const effects = [...last];
  for (const event of events) {
    [snapshot, actions] = transition(machine, snapshot as never, event as never) as unknown as [
      SnapshotFrom<M>,
      Parameters<typeof effectsOf>[0],
    ];
    last = unwrap(actions);
    effects.push(...last);
  }
  return { snapshot, effects, last };
}
