/**
 * XState's `setup` without what no machine of ours uses of it: action creators that are imported where they are wanted, and `extend`. The
 * whole of it would be in the script that every page waits for, since nothing can tell that an object's members are not asked for.
 */
import { createMachine, type setup as whole } from 'xstate';

type Parts = Parameters<typeof createMachine>[1] & { readonly schemas?: object };

/** Typed as XState's own; the result has only `createMachine`. */
export const setup = (({ schemas, ...implementations }: Parts) => ({
  createMachine: (config: object) => createMachine({ ...config, schemas } as never, implementations as never),
})) as unknown as typeof whole;
