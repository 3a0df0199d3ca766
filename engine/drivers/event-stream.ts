/**
 * A server-sent event stream that stays open: the browser's EventSource gives up after some errors (and at once after an HTTP error),
 * so a closed one is opened again with growing pauses.
 */
import type { Clock } from './timers.ts';

/** The part of EventSource that is used. */
export interface EventSourceLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  /** Something came, be it a comment. An EventSource of the browser does not tell, and its silence is none. */
  onchunk?: (() => void) | null | undefined;
  addEventListener(type: string, listener: (event: { data: string }) => void): void;
  close(): void;
}

export interface EventStreamOptions {
  /** Asked at every attempt, since the address may carry a token. */
  readonly url: () => string;
  readonly open: (url: string) => EventSourceLike;
  readonly clock: Clock;
  /** Named events to listen to, beside unnamed messages. */
  readonly names?: readonly string[];
  readonly onEvent: (event: unknown) => void;
  /** After each opening: what happened meanwhile was missed, so read it again. `first` on the first one. */
  readonly onOpen?: (first: boolean) => void;
  readonly onLost?: () => void;
}

/** The server says something every 15 s: a stream that was silent for so long is dead, even without an error (ms). */
export const SILENCE_MS = 45_000;

/** Pauses between attempts, milliseconds; the last one repeats. */
export const RECONNECT_PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000] as const;

export interface EventStream {
  /** Drops the connection and opens a new one at once: another session. */
  restart(): void;
  /** The page is looked at again, or the network is back: connects at once if there is no connection. */
  wake(): void;
  /** Gives the connection up while the page sleeps; `wake` ends this. */
  pause(): void;
  close(): void;
  readonly connected: boolean;
}

export function openEventStream(options: EventStreamOptions): EventStream {
  let source: EventSourceLike | undefined;
  /** The next attempt, or while there is a source the end of its silence. */
  let cancel: (() => void) | undefined;
  let heardAt = 0;
  let failures = 0;
  let opened = false;
  let connected = false;
  let closed = false;

  const drop = () => {
    cancel?.();
    cancel = undefined;
    source?.close();
    source = undefined;
    connected = false;
  };
  const retry = () => {
    drop();
    const pause = RECONNECT_PAUSES_MS[Math.min(failures, RECONNECT_PAUSES_MS.length - 1)] as number;
    failures += 1;
    cancel = options.clock.after(pause, connect);
  };
  const receive = (event: { data: string }) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(event.data);
    } catch {
      return;
    }
    options.onEvent(parsed);
  };
  function connect() {
    if (closed) return;
    drop();
    let made: EventSourceLike;
    try {
      made = options.open(options.url());
    } catch {
      retry();
      return;
    }
    source = made;
    heardAt = Infinity;
    made.onopen = () => {
      if (source !== made) return;
      connected = true;
      failures = 0;
      const first = !opened;
      opened = true;
      options.onOpen?.(first);
    };
    made.onmessage = receive;
    for (const name of options.names ?? []) made.addEventListener(name, receive);
    made.onchunk = () => {
      if (source !== made) return;
      heardAt = options.clock.now();
      cancel?.();
      cancel = options.clock.after(SILENCE_MS, lost);
    };
    const lost = (made.onerror = () => {
      if (source !== made) return;
      if (connected) options.onLost?.();
      connected = false;
      // One policy for all errors: left alone, some browsers retry at once and some never.
      retry();
    });
  }
  connect();
  return {
    restart() {
      failures = 0;
      connect();
    },
    wake() {
      // A stream that is being opened is left alone: a page that has just loaded gets an event that it is visible.
      // Timers sleep with the page: one that was silent meanwhile is looked at here.
      if (closed || (source && options.clock.now() - heardAt < SILENCE_MS)) return;
      failures = 0;
      connect();
    },
    pause: drop,
    close() {
      closed = true;
      drop();
    },
    get connected() {
      return connected;
    },
  };
}
