/** Follows the publication: what changes is taken over by this process. */
import { createActivator, type Publication, type ActivatorOptions } from './catalog/index.ts';
import type { PublicationState } from './platform/index.ts';
import type { CloseSteps } from './start.ts';

export interface PublicationActivation {
  readonly publicationState: PublicationState;
  /** Takes over each change from now on; `wake` is called after each. */
  follow(closing: CloseSteps, wake: () => void): void;
}

export function openActivation(publication: Publication, parts: ActivatorOptions): PublicationActivation {
  let wake = (): void => {};
  const activator = createActivator({
    ...parts,
    onActivated() {
      wake();
      parts.onActivated();
    },
  });
  /** How many publications there were. */
  let generation = 0;
  return {
    publicationState: { generation: () => (activator.pending() ? undefined : generation) },
    follow(closing, wakeAll) {
      wake = wakeAll;
      closing.add(() => activator.close());
      closing.add(
        publication.onChange(() => {
          generation += 1;
          activator.changed();
        }),
      );
    },
  };
}
