/** The recorder. It stores its recording in the tab over reloads, gives it to the workbench, and saves it as a file. Loaded after the first screen. */
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { KeyValueStore } from '../../engine/drivers/storage.ts';
import { fitToLimits, type JoinLimits, joined, readStoredTrace } from '../../engine/replay/join.ts';
import { LIMITS, type Recorder, record } from '../../engine/replay/record.ts';
import type { Trace } from '../../engine/replay/trace.ts';
import { saveText } from './save-text.ts';
import { serveTrace } from './trace-channel.ts';

/** Characters of the stored trace. A browser gives a tab some 5 MB, and a character takes two bytes. Other stored values are small. */
const KEPT_LIMITS: JoinLimits = { events: LIMITS.events, length: 1_000_000 };
const FILE_LIMITS: JoinLimits = { events: LIMITS.events, length: 3_000_000 };

/** "20261121-042005" */
function stamp(now: number, offset: number): string {
  const [date = '', time = ''] = new Date(now + offset * 60_000).toISOString().split('T');
  return `${date.replace(/-/g, '')}-${time.slice(0, 8).replace(/:/g, '')}`;
}

export const createRecorder = (name: string, version: string): Recorder => record({ now: () => Date.now(), app: { name, version } });

export interface TraceFile {
  /** Writes what this page recorded to the store, before it goes away. */
  keep(): void;
  /** Does without what earlier pages left in the store. */
  forget(): void;
  answer(index: () => DescriptionIndex): void;
  take(index: DescriptionIndex): Trace;
  /** The message about the file, which the browser has then. */
  save(index: DescriptionIndex, offset: number): string;
}

/** `key`: where it lies in the store. */
export function createTraceFile(
  name: string,
  version: string,
  recorder: Recorder,
  store: () => KeyValueStore | undefined,
  key: string,
): TraceFile {
  /** Read when it is needed: the start of the app is no time for it. */
  let earlier: Trace | null | undefined;
  let savedEvents = -1;

  /** What all pages of this tab recorded, as one. */
  const whole = (): Trace => {
    const own = recorder.trace();
    if (earlier === undefined) {
      const read = readStoredTrace(store()?.get(key) ?? null);
      // Another version of the app may have other machines.
      earlier = read?.app.version === version ? read : null;
    }
    return earlier ? joined(earlier, own) : own;
  };

  const filed = (index: DescriptionIndex): ReturnType<typeof fitToLimits> => {
    const descriptions = { index: index.version, ...Object.fromEntries(index.games.map(({ code, hash }) => [code, hash])) };
    return fitToLimits({ ...whole(), descriptions }, FILE_LIMITS);
  };

  return {
    keep() {
      const count = recorder.dropped + recorder.events;
      const place = store();
      if (!place || count === savedEvents) return;
      savedEvents = count;
      const { text } = fitToLimits(whole(), KEPT_LIMITS);
      // Storage that is full then holds nothing, and not half of the tale.
      place.remove(key);
      place.set(key, text);
    },
    forget() {
      earlier = null;
      savedEvents = -1;
    },
    answer: (index) => serveTrace(async () => filed(index()).trace),
    take: (index) => filed(index).trace,
    save(index, offset) {
      const { trace, text } = filed(index);
      saveText(`${name}-${stamp(Date.now(), offset)}.trace.json`, `${text}\n`, 'application/json');
      return `已导出 ${trace.events.length} 条操作记录，不含密码和个人资料`;
    },
  };
}
