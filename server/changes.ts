/** Follows the publication: what changes is taken over by this process. */
import { createTakeOver, type Publication, type TakeOverParts } from './catalog/index.ts';
import type { TakingOver } from './platform/index.ts';
import type { Closing } from './start.ts';

export interface Changes {
  readonly takingOver: TakingOver;
  /** Takes over each change from now on; `wake` is called after each. */
  follow(closing: Closing, wake: () => void): void;
}

export function changesOf(publication: Publication, parts: TakeOverParts): Changes {
  let wake = (): void => {};
  const takeOver = createTakeOver({
    ...parts,
    taken() {
      wake();
      parts.taken();
    },
  });
  /** How many publications there were. */
  let turn = 0;
  return {
    takingOver: { turn: () => (takeOver.pending() ? undefined : turn) },
    follow(closing, wakeAll) {
      wake = wakeAll;
      closing.add(() => takeOver.close());
      closing.add(
        publication.onChange(() => {
          turn += 1;
          takeOver.changed();
        }),
      );
    },
  };
}
