/** A pure machine behind a component: it is recorded, starts when the component stands and ends with it; its effects go to `perform`. */
import { useEffect, useRef, useState } from 'react';
import { type Actor, type AnyStateMachine, createActor, type EventFromLogic, type InputFrom, type SnapshotFrom } from 'xstate';
import { useHost } from './hooks.ts';

export interface MachineModel<M extends AnyStateMachine> {
  readonly snapshot: SnapshotFrom<M> | null;
  readonly send: (event: EventFromLogic<M>) => void;
}

/** `input` is read once, when the component first stands. */
export function useModel<M extends AnyStateMachine, F>(
  machine: M,
  input: () => InputFrom<M>,
  perform: (effect: F, send: (event: EventFromLogic<M>) => void) => void,
  first?: () => EventFromLogic<M>,
): MachineModel<M> {
  const host = useHost();
  const [snapshot, setSnapshot] = useState<SnapshotFrom<M> | null>(null);
  const actor = useRef<Actor<M> | null>(null);
  const latest = useRef({ input, perform, first });
  useEffect(() => {
    latest.current = { input, perform, first };
  });
  const [send] = useState(() => (event: EventFromLogic<M>) => actor.current?.send(event));
  useEffect(() => {
    const { input: read, first: begin } = latest.current;
    const made = createActor(machine, { id: machine.id, input: read() } as never) as Actor<M>;
    actor.current = made;
    (made.on as unknown as (type: 'effect', listener: (event: { effect: F }) => void) => void)('effect', ({ effect }) =>
      latest.current.perform(effect, send),
    );
    const { unsubscribe } = made.subscribe((next) => setSnapshot(next as SnapshotFrom<M>));
    host.attach?.(made);
    made.start();
    if (begin) made.send(begin());
    setSnapshot(made.getSnapshot() as SnapshotFrom<M>);
    return () => {
      unsubscribe();
      made.stop();
      if (actor.current === made) actor.current = null;
    };
  }, [host, machine, send]);
  return { snapshot, send };
}
