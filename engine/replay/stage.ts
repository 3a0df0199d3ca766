/** What the page that shows a trace on the real screens can do; the workbench and `--browser` drive it. */
import type { Divergence } from './replay.ts';
import type { Trace, TraceEvent } from './trace.ts';

export interface StageState {
  /** Events done. */
  readonly position: number;
  /** The address that the phone shows. */
  readonly address: string;
  /** The trace does not say which page was open; it was concluded from the machines' events. */
  readonly concluded: boolean;
  /** The first place, up to here, where the replay in this page is other than recorded. */
  readonly divergence: Divergence | undefined;
  /** Where the glass is other than the machines, in words. */
  readonly glass: readonly string[];
  /** What the trace does not hold, so that the phone cannot show it, in words. */
  readonly lacks: readonly string[];
}

export interface StageApi {
  /** Takes another trace; the position is its start. @throws when the trace cannot be run. */
  load(trace: Trace): Promise<StageState>;
  /** Goes to just after the first `n` events; resolves when the phone shows it. */
  seek(n: number): Promise<StageState>;
  /** Called when a tap on the phone sends a machine an event. */
  onSent(listener: (machine: string, event: TraceEvent) => void): void;
}

declare global {
  interface Window {
    replayStage?: StageApi;
  }
}
