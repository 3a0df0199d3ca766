/** Records what happens on this phone, in memory and, over reloads, in the tab's own storage, until the player asks for it as a file. */
import type { AnyActorRef } from 'xstate';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { KeyValueStore } from '../../engine/drivers/storage.ts';
import type { JoinLimits } from '../../engine/replay/join.ts';
import { LIMITS, record } from '../../engine/replay/record.ts';
import type { Trace } from '../../engine/replay/trace.ts';
import { saveText } from './save-text.ts';

export interface Tracer {
  readonly attach: (actor: AnyActorRef) => void;
  /** What this page recorded goes to `store` when it goes away, and what earlier pages left there stands before it in the file. */
  keepIn(store: KeyValueStore): void;
  /** What a file would hold now. */
  take(index: DescriptionIndex): Promise<Trace>;
  /** Hands the file to the browser; the number of events in it. `offset`: minutes east of UTC for its name. */
  save(index: DescriptionIndex, offset: number): Promise<number>;
}

const KEPT = 'trace';
/** Of the some 5 MB that a browser gives to a tab, two bytes for a character. What else is kept there is small. */
const KEPT_LIMITS: JoinLimits = { events: LIMITS.events, length: 1_000_000 };
const FILE_LIMITS: JoinLimits = { events: LIMITS.events, length: 3_000_000 };

/** "20261121-042005" */
function stamp(now: number, offset: number): string {
  const [date = '', time = ''] = new Date(now + offset * 60_000).toISOString().split('T');
  return `${date.replace(/-/g, '')}-${time.slice(0, 8).replace(/:/g, '')}`;
}

type Join = typeof import('../../engine/replay/join.ts');

export function createTracer(name: string, version: string): Tracer {
  // Wanted when the page goes away at the earliest: fetched at once, and not waited for.
  let join: Join | undefined;
  const joining = import('../../engine/replay/join.ts').then((loaded) => {
    join = loaded;
    return loaded;
  });
  joining.catch(() => undefined);
  const recorder = record({ now: () => Date.now(), app: { name, version } });
  let store: KeyValueStore | undefined;
  /** Read when it is needed: the start of the app is no time for it. */
  let earlier: Trace | null | undefined;
  let kept = -1;

  /** What all pages of this tab recorded, as one. */
  const whole = ({ joined, readKept }: Join): Trace => {
    const own = recorder.trace();
    if (earlier === undefined) {
      const read = readKept(store?.get(KEPT) ?? null);
      // Another version of the app may have other machines.
      earlier = read?.app.version === version ? read : null;
    }
    return earlier ? joined(earlier, own) : own;
  };

  const filed = async (index: DescriptionIndex): Promise<ReturnType<Join['fitting']>> => {
    const loaded = await joining;
    const descriptions = { index: index.version, ...Object.fromEntries(index.games.map(({ code, hash }) => [code, hash])) };
    return loaded.fitting({ ...whole(loaded), descriptions }, FILE_LIMITS);
  };

  const keep = (): void => {
    const count = recorder.dropped + recorder.events;
    if (!store || !join || count === kept) return;
    kept = count;
    const { text } = join.fitting(whole(join), KEPT_LIMITS);
    // Storage that is full then holds nothing, and not half of the tale.
    store.remove(KEPT);
    store.set(KEPT, text);
  };

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
    take: async (index) => (await filed(index)).trace,
    async save(index, offset) {
      const { trace, text } = await filed(index);
      saveText(`${name}-${stamp(Date.now(), offset)}.trace.json`, `${text}\n`, 'application/json');
      return trace.events.length;
    },
  };
}
