/** Records what happens on this phone, in memory and, over reloads, in the tab's own storage, until the player asks for it as a file. */
import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { KeyValueStore } from '../../engine/drivers/storage.ts';
import type { Recorder } from '../../engine/replay/record.ts';
import type { Trace } from '../../engine/replay/trace.ts';
import { onIdleAfterLoad } from '../../engine/screens/core/idle-callback.ts';
import type { TraceFile } from './trace-file.ts';

export interface Tracer {
  readonly attach: (actor: AnyActorRef) => void;
  /** What this page recorded goes to `store` when it goes away, and what earlier pages left there stands before it in the file. */
  keepIn(store: KeyValueStore): void;
  /**
   * Sets the player; '' is a visitor. Another player starts a new recording, because the next player must not pass on the former one's
   * actions. Actions of a visitor before any player belong to the first player, and a logout ends nothing. Call after `keepIn`.
   */
  playedBy(mid: string): void;
  /** Answers the workbench that asks in another tab. */
  answer(index: () => DescriptionIndex): void;
  /** What a file would hold now. */
  take(index: DescriptionIndex): Promise<Trace>;
  /** Hands the file to the browser; returns the message for the player. `offset`: minutes east of UTC for its name. */
  save(index: DescriptionIndex, offset: number): Promise<string>;
}

/** Storage of a tab's recording and of its player. */
const KEPT = 'trace';
const PLAYER = 'trace.of';
/** What may happen before the recorder is there; a page without it records nothing. */
const MOST_BEFORE = 4_000;

export function createTracer(name: string, version: string): Tracer {
  let store: KeyValueStore | undefined;
  /** Pending calls for the recorder, in order; undefined when it is not coming. */
  let before: ((to: Recorder) => void)[] | undefined = [];
  let recorder: Recorder | undefined;
  let file: TraceFile | undefined;
  let loading: Promise<TraceFile> | undefined;
  function load(): Promise<TraceFile> {
    if (loading) return loading;
    loading = import('./trace-file.ts').then((part) => {
      recorder = part.createRecorder(name, version);
      for (const tell of before ?? []) tell(recorder);
      before = undefined;
      file = part.createTraceFile(name, version, recorder, () => store, KEPT);
      return file;
    });
    // The network may be back at the next tap, or when the file is wanted.
    loading.catch(() => (loading = undefined));
    return loading;
  }
  // The first screen is drawn without it; what the player does may end the page, and is to be kept then.
  const loaded = new Promise<TraceFile>((resolve, reject) => {
    const begin = () => void load().then(resolve, reject);
    onIdleAfterLoad(begin);
    for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, begin, { capture: true, once: true, passive: true });
  });
  loaded.catch(() => undefined);
  const keep = (): void => file?.keep();
  function tell(work: (to: Recorder) => void): void {
    if (recorder) work(recorder);
    else if (before && before.push(work) > MOST_BEFORE) before = undefined;
  }

  function attach(actor: AnyActorRef): void {
    const snapshot: unknown = actor.getSnapshot();
    let see: ((seen: InspectionEvent, at: number) => void) | undefined;
    tell((to) => {
      see = to.follow(actor, snapshot);
    });
    actor.system.inspect((seen: InspectionEvent) => {
      if (seen.actorRef !== actor) return;
      const at = Date.now();
      tell(() => see?.(seen, at));
    });
  }

  return {
    attach,
    keepIn(tabStore) {
      store = tabStore;
      addEventListener('pagehide', keep);
      // A phone ends pages in the background without a further word.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') keep();
      });
    },
    playedBy(mid) {
      const before = store?.get(PLAYER);
      if (mid === '' || mid === before) return;
      store?.set(PLAYER, mid);
      if (!before) return;
      store?.remove(KEPT);
      file?.forget();
      tell((to) => to.restart());
    },
    answer: (index) =>
      void loaded.then(
        (part) => part.answer(index),
        () => undefined,
      ),
    take: async (index) => (await load()).take(index),
    save: async (index, offset) => (await load()).save(index, offset),
  };
}
