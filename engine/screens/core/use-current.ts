/**
 * The present value of something outside React; the component renders again when it changes.
 *
 * `useSyncExternalStore` does the same, and after every change it has React look once more in a task of its own: a message of the page to
 * itself and a passive effect for each tap, a twentieth of the tap's cost on the main thread. A layout effect is over with the commit.
 */
import { useLayoutEffect, useReducer } from 'react';
import type { Subscription } from 'xstate';

/** Where a value is read and watched. The source of a value stays the same object. */
export interface ReadableValue<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

const more = (count: number): number => count + 1;

export function useReadableValue<T>(source: ReadableValue<T>): T {
  const value = source.get();
  const [, renderAgain] = useReducer(more, 0);
  useLayoutEffect(() => {
    const checkForChange = (): void => {
      if (!Object.is(source.get(), value)) renderAgain();
    };
    // It may have changed since it was rendered, also while the page was hidden.
    checkForChange();
    return source.subscribe(checkForChange);
  }, [source, value]);
  return value;
}

/** An actor as far as it is watched. */
interface Watchable<S> {
  getSnapshot(): S;
  subscribe(listener: () => void): Subscription;
}

/** The part of an actor's snapshot that `select` picks. It is taken to pick the same part in every render. */
export function useSelected<S, T>(actor: Watchable<S>, select: (snapshot: S) => T): T {
  const value = select(actor.getSnapshot());
  const [, renderAgain] = useReducer(more, 0);
  useLayoutEffect(() => {
    const checkForChange = (): void => {
      if (!Object.is(select(actor.getSnapshot()), value)) renderAgain();
    };
    checkForChange();
    const subscription = actor.subscribe(checkForChange);
    return () => subscription.unsubscribe();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is selected does not change
  }, [actor, value]);
  return value;
}
