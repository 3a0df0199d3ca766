/** Records what happens on this phone, in memory and, over reloads, in the tab's own storage, until the player asks for it as a file. */
import type { AnyActorRef } from 'xstate';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { KeyValueStore } from '../../engine/drivers/storage.ts';
import { record } from '../../engine/replay/record.ts';
import type { Trace } from '../../engine/replay/trace.ts';
import type { TraceFile } from './trace-file.ts';

export interface Tracer {
  readonly attach: (actor: AnyActorRef) => void;
  /** What this page recorded goes to `store` when it goes away, and what earlier pages left there stands before it in the file. */
  keepIn(store: KeyValueStore): void;
  /** Answers the workbench that asks in another tab. */
  answer(index: () => DescriptionIndex): void;
  /** What a file would hold now. */
  take(index: DescriptionIndex): Promise<Trace>;
  /** Hands the file to the browser; the number of events in it. `offset`: minutes east of UTC for its name. */
  save(index: DescriptionIndex, offset: number): Promise<number>;
}

export function createTracer(name: string, version: string): Tracer {
  const recorder = record({ now: () => Date.now(), app: { name, version } });
  let store: KeyValueStore | undefined;
  // Wanted when the page goes away at the earliest: fetched at once, and not waited for.
  let file: TraceFile | undefined;
  const loading = import('./trace-file.ts').then(({ traceFile }) => (file = traceFile(name, version, recorder, () => store)));
  loading.catch(() => undefined);
  const keep = (): void => file?.keep();

  return {
    attach: recorder.attach,
    keepIn(tabStore) {
      store = tabStore;
      addEventListener('pagehide', keep);
      // A phone ends pages in the background without a further word.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') keep();
      });
    },
    answer: (index) =>
      void loading.then(
        (loaded) => loaded.answer(index),
        () => undefined,
      ),
    take: async (index) => (await loading).take(index),
    save: async (index, offset) => (await loading).save(index, offset),
  };
}
