/** What a trace holds (schemas/trace.schema.json). */
import type { StateValue } from 'xstate';

/** 2: a trace may go on over reloads of the page. 3: one machine for submissions, and no loading of the app's parts (migrate.ts). */
export const TRACE_FORMAT = 3;

/** The context of a machine as a trace keeps it: plain data without secrets. */
export type Fields = Readonly<Record<string, unknown>>;

/** An event of any machine, as data. */
export type TraceEvent = { readonly type: string } & Fields;

export interface TraceMachine {
  /** One running machine; unique in the trace. */
  readonly id: string;
  /** Page that it was on: how many reloads of the trace came before it; 0 when left out. It ends with its page. */
  readonly page?: number;
  /** Name of the model that it runs, a key of the registry. */
  readonly machine: string;
  /** Number of events of the trace before it was there. */
  readonly from: number;
  /** What it was made with; left out where its first events were dropped. */
  readonly input?: unknown;
  readonly start: { readonly value: StateValue; readonly context: Fields };
}

export interface TraceEntry {
  /** Ms since the trace's `started`. */
  readonly at: number;
  /** Id of the machine that received it. */
  readonly machine: string;
  readonly event: TraceEvent;
  /** How many like it, following each other, this one stands for; 1 when left out. */
  readonly merged?: number;
  readonly after: {
    readonly value: StateValue;
    /** Hash of the whole context. */
    readonly context: string;
    readonly changed?: Fields;
    readonly removed?: readonly string[];
  };
}

/** The page was loaded again: all machines ended, and others started. */
export interface TraceReload {
  /** Number of events of the trace before it. */
  readonly from: number;
  /** Ms since the trace's `started`, of the first event after it. */
  readonly at: number;
}

export interface Trace {
  readonly format: typeof TRACE_FORMAT;
  readonly kind: 'trace';
  readonly app: { readonly name: string; readonly version: string };
  /** Hashes of the descriptions in force, by code. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** What chance was seeded with; '' where it came from the device, whose choices are then in the events. */
  readonly seed: string;
  /** Unix ms of the first event kept. */
  readonly started: number;
  /** Events before the first one kept. */
  readonly dropped: number;
  readonly machines: readonly TraceMachine[];
  /** In order; left out where there was none. */
  readonly reloads?: readonly TraceReload[];
  readonly events: readonly TraceEntry[];
}
