/**
 * One event stream for all tabs of a browser. A browser opens six connections to an origin under HTTP/1.1, so a stream in each tab leaves
 * the seventh tab with none. The tabs of a group (one session, or all visitors) elect a leader by a lock; it alone has the stream and
 * passes on what comes.
 *
 * A lock and not a SharedWorker, because Chrome on Android has no SharedWorker, and one way is easier to get right than two. Where there
 * are no locks (an insecure origin, an old browser) each tab has a stream of its own.
 *
 * Whoever closes its tab, navigates away or is put to sleep gives the lock back, and the next in the queue takes over. A leader that is
 * stopped without being told (a suspended process keeps its lock) does not answer, and a tab that is looked at then takes the lock from it.
 */
import { type EventStream, type EventStreamOptions, openEventStream } from './event-stream.ts';

/** The part of BroadcastChannel that is used. */
export interface ChannelLike {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** What the tabs of a browser share. */
export interface Sharing {
  readonly channel: (name: string) => ChannelLike;
  /**
   * Waits for the lock, or takes it from its holder, and calls `held`. The function that `held` is given gives it back. The result gives
   * up waiting. `taken` is called when another one took it.
   */
  readonly lock: (name: string, steal: boolean, held: (release: () => void) => void, taken: () => void) => () => void;
  /** Names this tab among the others. */
  readonly id: string;
  /** Somebody looks at this tab. */
  readonly seen: () => boolean;
}

export interface SharedStreamOptions extends EventStreamOptions {
  /** Tabs of the same group may hear the same events; asked when the stream starts anew. */
  readonly group: () => string;
  /** Left out where tabs cannot speak to each other. */
  readonly sharing: Sharing | undefined;
}

/** A tab that is looked at asks the leader this often (ms) whether it is there. */
export const ASK_MS = 10_000;
/** A leader that lives answers in this time (ms): answering is no timer, so a hidden tab is not slowed down in it. */
export const ANSWER_MS = 2_000;

type Message =
  | { readonly say: 'who' }
  /** The leader's stream as it is now. `count` grows with each event, so that who slept knows that some were missed. */
  | { readonly say: 'state'; readonly leader: string; readonly count: number; readonly connected: boolean; readonly seen: boolean }
  | { readonly say: 'event'; readonly leader: string; readonly count: number; readonly event: unknown };

export function openSharedStream(options: SharedStreamOptions): EventStream {
  const { sharing } = options;
  return sharing ? shared(options, sharing) : alone(options);
}

function alone(options: EventStreamOptions): EventStream {
  let opened = false;
  const make = (): EventStream =>
    openEventStream({
      ...options,
      onOpen: () => {
        options.onOpen?.(!opened);
        opened = true;
      },
    });
  let stream: EventStream | undefined = make();
  return {
    restart: () => (stream ? stream.restart() : (stream = make())),
    wake: () => (stream ? stream.wake() : (stream = make())),
    pause() {
      stream?.close();
      stream = undefined;
    },
    close: () => stream?.close(),
    get connected() {
      return stream?.connected ?? false;
    },
  };
}

function shared(options: SharedStreamOptions, { channel: openChannel, lock, id, seen }: Sharing): EventStream {
  const { clock } = options;
  let group = '';
  let channel: ChannelLike | undefined;
  /** Set while this tab leads. */
  let stream: EventStream | undefined;
  let giveBack: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;
  let cancelAsking: (() => void) | undefined;
  /** The leader as this tab last heard of it. */
  let heard = { leader: '', count: 0 };
  let connected = false;
  let opened = false;
  let closed = false;

  const post = (message: Message): void => channel?.postMessage(message);
  const tellState = (): void => post({ say: 'state', leader: id, count: heard.count, connected, seen: seen() });

  const nowConnected = (missed: boolean): void => {
    const first = !opened;
    connected = true;
    opened = true;
    if (first || missed) options.onOpen?.(first);
  };
  const nowLost = (): void => {
    if (!connected) return;
    connected = false;
    options.onLost?.();
  };

  /** Waits in the queue for the lock, or takes it from a leader that does not answer. */
  const queue = (steal: boolean): void => {
    stopWaiting?.();
    stopWaiting = lock(
      group,
      steal,
      (release) => {
        giveBack = release;
        lead();
      },
      () => {
        // Another tab leads now: this one was asleep, so it listens and learns what it missed.
        stepDown();
        if (channel) {
          queue(false);
          ask();
        }
      },
    );
  };
  const lead = (): void => {
    cancelAsking?.();
    heard = { leader: id, count: heard.count };
    stream = openEventStream({
      ...options,
      onEvent: (event) => {
        heard = { leader: id, count: heard.count + 1 };
        post({ say: 'event', leader: id, count: heard.count, event });
        options.onEvent(event);
      },
      onOpen: () => {
        // Events may have been lost on the way, whoever had the stream before: the others see that by the count.
        heard = { leader: id, count: heard.count + 1 };
        nowConnected(true);
        tellState();
      },
      onLost: () => {
        nowLost();
        tellState();
      },
    });
  };
  const stepDown = (): void => {
    stream?.close();
    stream = undefined;
    giveBack = undefined;
  };

  const ask = (): void => {
    cancelAsking?.();
    if (stream || !channel) return;
    post({ say: 'who' });
    cancelAsking = clock.after(ANSWER_MS, () => {
      if (seen()) queue(true);
      else askLater();
    });
  };
  const askLater = (): void => {
    cancelAsking?.();
    cancelAsking = clock.after(ASK_MS, () => (seen() ? ask() : askLater()));
  };

  const receive = ({ data }: { data: unknown }): void => {
    if (!isMessage(data)) return;
    if (data.say === 'who') {
      if (stream) tellState();
      return;
    }
    // Two leaders at once: one of them has just lost the lock and will be told.
    if (stream) return;
    const { leader, count } = data;
    const missed = leader !== heard.leader || count !== heard.count + (data.say === 'event' ? 1 : 0);
    heard = { leader, count };
    askLater();
    if (data.say === 'event') {
      nowConnected(missed);
      options.onEvent(data.event);
    } else if (data.connected) nowConnected(missed);
    else {
      nowLost();
      // A browser slows the timers of a hidden page down, so a page that is looked at is the one to connect again.
      if (!data.seen && seen()) queue(true);
    }
  };

  const join = (): void => {
    group = options.group();
    channel = openChannel(group);
    channel.onmessage = receive;
    queue(false);
    // Alone in the browser, the lock is there before an answer could be.
    ask();
  };
  const leave = (): void => {
    cancelAsking?.();
    stopWaiting?.();
    stopWaiting = undefined;
    const release = giveBack;
    const led = stream !== undefined;
    stepDown();
    connected = false;
    if (led) tellState();
    release?.();
    if (channel) channel.onmessage = null;
    channel?.close();
    channel = undefined;
  };

  join();
  return {
    restart() {
      if (closed) return;
      leave();
      heard = { leader: '', count: 0 };
      join();
    },
    wake() {
      if (closed) return;
      if (!channel) join();
      else if (stream) stream.wake();
      else ask();
    },
    pause: leave,
    close() {
      closed = true;
      leave();
    },
    get connected() {
      return connected;
    },
  };
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'say' in data;
}
