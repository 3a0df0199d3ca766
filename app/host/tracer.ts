/**
 * Records the events of the machines on this phone, so that the player can export them as a file. The tab's storage keeps the recording over
 * reloads.
 */
import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { KeyValueStore } from '../../engine/drivers/storage.ts';
import type { Recorder } from '../../engine/replay/record.ts';
import type { Trace } from '../../engine/replay/trace.ts';
import { onIdleAfterLoad } from '../../engine/screens/core/idle-callback.ts';
import type { TraceFile } from './trace-file.ts';

export interface Tracer {
  readonly attach: (actor: AnyActorRef) => void;
  /** Saves the recording of this page to `store` when the page is hidden. In the file, the recordings of earlier pages come before it. */
  keepIn(store: KeyValueStore): void;
  /**
   * Sets the player; '' is a visitor. Another player starts a new recording, because the next player must not pass on the former one's
   * actions. Actions of a visitor before any player belong to the first player, and a logout ends nothing. Call after `keepIn`.
   */
  playedBy(mid: string): void;
  /** Answers a workbench in another tab that asks for the recording. */
  answer(index: () => DescriptionIndex): void;
  /** The trace that a file would contain now. */
  take(index: DescriptionIndex): Promise<Trace>;
  /** Hands the file to the browser; returns the message for the player. `offset`: minutes east of UTC for its name. */
  save(index: DescriptionIndex, offset: number): Promise<string>;
}

/** Storage keys of a tab's recording and of its player. */
const KEPT = 'trace';
const PLAYER = 'trace.of';
/** The most calls that wait for the recorder. Beyond it all of them are dropped, and the machines that they attach are not recorded. */
const MOST_BEFORE = 4_000;

export function createTracer(name: string, version: string): Tracer {
  let store: KeyValueStore | undefined;
  /** Calls that wait for the recorder, in order; undefined after they were made or dropped. */
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
    // A later call tries again, because the network may be back.
    loading.catch(() => (loading = undefined));
    return loading;
  }
  // The recorder loads after the first screen, or at the first tap or key: an action may leave the page, and its recording must be saved.
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
      // A phone may end a page in the background without another event.
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
