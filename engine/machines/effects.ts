/**
 * The one form in which machines say what they want done: an emitted event `{type: 'effect', effect: {do: …}}`, where the effects of a
 * machine are a union told apart by `do`. A machine never does anything itself; a driver performs its effects.
 */
import type { Subscription } from 'xstate';

/** What a machine of these effects emits: the `emitted` of its `setup`. */
export interface Emitted<E> {
  readonly type: 'effect';
  readonly effect: E;
}

/** Wraps an effect for `emit` and `enqueue.emit`. */
export const effect = <const E extends { readonly do: string }>(wanted: E): Emitted<E> => ({ type: 'effect', effect: wanted });

/** One function for each effect; a machine that gains an effect does not compile until its driver has one more. */
export type Handlers<E extends { readonly do: string }> = { readonly [K in E['do']]: (effect: Extract<E, { readonly do: K }>) => void };

/** The part of an actor that emits effects. */
export interface EffectSource<E> {
  on(type: 'effect', listener: (emitted: Emitted<E>) => void): Subscription;
}

/**
 * Performs an actor's effects from now on; attach before the actor starts to miss none. By default an effect runs within the step that asks
 * for it: the actor has its new snapshot, and its subscribers are not notified yet. `schedule` can run effects later, in the same order
 * (queueMicrotask: after the step).
 */
export function perform<E extends { readonly do: string }>(
  actor: EffectSource<E>,
  handlers: Handlers<E>,
  schedule?: (run: () => void) => void,
): Subscription {
  return actor.on('effect', ({ effect: wanted }) => {
    const run = (): void => (handlers[wanted.do as E['do']] as (effect: E) => void)(wanted);
    if (schedule) schedule(run);
    else run();
  });
}
