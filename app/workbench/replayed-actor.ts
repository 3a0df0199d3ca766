/**
 * Has the shape of an actor, and its snapshot is what the replay says. Blocks subscribe to it as to the real one; the events that they send
 * are handed to a listener and change nothing here.
 */
import type { AnyMachineSnapshot } from 'xstate';
import type { TraceEvent } from '../../engine/replay/index.ts';

export interface ReplayedActor {
  /** To be taken for the actor of its machine; the caller says which. */
  readonly actor: object;
  show(snapshot: AnyMachineSnapshot): void;
}

type Observer = { readonly next?: (snapshot: AnyMachineSnapshot) => void } | ((snapshot: AnyMachineSnapshot) => void);

export function createReplayedActor(id: string, first: AnyMachineSnapshot, onEvent: (event: TraceEvent) => void): ReplayedActor {
  let shown = first;
  const listeners = new Set<(snapshot: AnyMachineSnapshot) => void>();
  const silence = { unsubscribe: () => {} };
  return {
    actor: {
      id,
      sessionId: id,
      getSnapshot: () => shown,
      subscribe(observer: Observer) {
        const listen = (snapshot: AnyMachineSnapshot): void =>
          typeof observer === 'function' ? observer(snapshot) : observer.next?.(snapshot);
        listeners.add(listen);
        return { unsubscribe: () => void listeners.delete(listen) };
      },
      // Effects were done when it was recorded; here nothing is done.
      on: () => silence,
      send: onEvent,
    },
    show(snapshot) {
      if (snapshot === shown) return;
      shown = snapshot;
      for (const listener of [...listeners]) listener(snapshot);
    },
  };
}
