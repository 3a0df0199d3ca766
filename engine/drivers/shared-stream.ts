/**
 * One event stream for all tabs of a browser. A browser opens six connections to an origin under HTTP/1.1, so a stream in each tab leaves
 * the seventh tab with none. The tabs of a group (one session, or all visitors) elect a leader by a lock; it alone has the stream and
 * passes on what comes.
 *
 * A lock and not a SharedWorker, because Chrome on Android has no SharedWorker, and one way is easier to get right than two. Where there
 * are no locks (an insecure origin, an old browser) each tab leads a group of its own.
 *
 * A tab that is closed, navigates away or is put to sleep gives the lock back, and the next in the queue takes over. A leader that is
 * suspended without an event keeps its lock and does not answer; a visible tab then takes the lock from it.
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
  /** Tabs of the same group may hear the same events; asked when the stream starts again. */
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

export const openSharedStream = (options: SharedStreamOptions): EventStream => new SharedStream(options);

/** For browsers without locks between tabs: each tab gets the lock at once and leads a group of its own. */
const ALONE: Sharing = {
  channel: () => ({ onmessage: null, postMessage: () => {}, close: () => {} }),
  lock(_name, _steal, held) {
    held(() => {});
    return () => {};
  },
  id: '',
  seen: () => true,
};

/** The stream of one tab of a group. The tab leads, or listens to the leader. */
class SharedStream implements EventStream {
  readonly #options: SharedStreamOptions;
  readonly #sharing: Sharing;
  #group = '';
  #channel: ChannelLike | undefined;
  /** Set while this tab leads. */
  #stream: EventStream | undefined;
  #giveBack: (() => void) | undefined;
  #stopWaiting: (() => void) | undefined;
  #cancelAsking: (() => void) | undefined;
  /** The leader as this tab last heard of it, and the count of its events. */
  #leader = '';
  #count = 0;
  #connected = false;
  #opened = false;
  #closed = false;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    this.#sharing = options.sharing ?? ALONE;
    this.#join();
  }

  restart(): void {
    if (this.#closed) return;
    this.pause();
    this.#leader = '';
    this.#count = 0;
    this.#join();
  }

  wake(): void {
    if (this.#closed) return;
    if (!this.#channel) this.#join();
    else if (this.#stream) this.#stream.wake();
    else this.#ask();
  }

  /** Leaves the group. */
  pause(): void {
    this.#cancelAsking?.();
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    const release = this.#giveBack;
    this.#stepDown();
    this.#connected = false;
    if (release) this.#tellState();
    release?.();
    if (this.#channel) this.#channel.onmessage = null;
    this.#channel?.close();
    this.#channel = undefined;
  }

  close(): void {
    this.#closed = true;
    this.pause();
  }

  get connected(): boolean {
    return this.#connected;
  }

  #join(): void {
    this.#group = this.#options.group();
    this.#channel = this.#sharing.channel(this.#group);
    this.#channel.onmessage = ({ data }) => this.#receive(data);
    this.#queue(false);
    // Alone in the browser, the lock is there before an answer could be.
    this.#ask();
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message);
  }

  #tellState(): void {
    const { id, seen } = this.#sharing;
    this.#post({ say: 'state', leader: id, count: this.#count, connected: this.#connected, seen: seen() });
  }

  #nowConnected(missed: boolean): void {
    const first = !this.#opened;
    this.#connected = true;
    this.#opened = true;
    if (first || missed) this.#options.onOpen?.(first);
  }

  #nowLost(): void {
    if (!this.#connected) return;
    this.#connected = false;
    this.#options.onLost?.();
  }

  /** Waits in the queue for the lock, or takes it from a leader that does not answer. */
  #queue(steal: boolean): void {
    this.#stopWaiting?.();
    this.#stopWaiting = this.#sharing.lock(
      this.#group,
      steal,
      (release) => {
        this.#giveBack = release;
        this.#lead();
      },
      () => {
        // Another tab leads now: this one was asleep, so it listens and learns what it missed.
        this.#stepDown();
        if (this.#channel) {
          this.#queue(false);
          this.#ask();
        }
      },
    );
  }

  #lead(): void {
    this.#cancelAsking?.();
    this.#leader = this.#sharing.id;
    this.#stream = openEventStream({
      ...this.#options,
      onEvent: (event) => {
        this.#leader = this.#sharing.id;
        this.#post({ say: 'event', leader: this.#leader, count: ++this.#count, event });
        this.#options.onEvent(event);
      },
      onOpen: () => {
        // Events may have been lost in the change of the leader: the others see that by the count.
        this.#count += 1;
        this.#nowConnected(true);
        this.#tellState();
      },
      onLost: () => {
        this.#nowLost();
        this.#tellState();
      },
    });
  }

  #stepDown(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.#giveBack = undefined;
  }

  #ask(): void {
    if (this.#stream || !this.#channel) return;
    this.#post({ say: 'who' });
    this.#afterPause(ANSWER_MS, () => this.#queue(true));
  }

  #askLater(): void {
    this.#afterPause(ASK_MS, () => this.#ask());
  }

  /** Calls `act` after `ms` if somebody looks at this tab then, and otherwise asks later. Replaces an earlier pause. */
  #afterPause(ms: number, act: () => void): void {
    this.#cancelAsking?.();
    this.#cancelAsking = this.#options.clock.after(ms, () => (this.#sharing.seen() ? act() : this.#askLater()));
  }

  #receive(data: unknown): void {
    if (!isMessage(data)) return;
    if (data.say === 'who') {
      if (this.#stream) this.#tellState();
      return;
    }
    // Two leaders at once: one of them has just lost the lock and will get its event.
    if (this.#stream) return;
    const { leader, count } = data;
    const missed = leader !== this.#leader || count !== this.#count + (data.say === 'event' ? 1 : 0);
    this.#leader = leader;
    this.#count = count;
    this.#askLater();
    if (data.say === 'event') {
      this.#nowConnected(missed);
      this.#options.onEvent(data.event);
    } else if (data.connected) this.#nowConnected(missed);
    else {
      this.#nowLost();
      // A browser slows the timers of a hidden page down, so a page that is looked at is the one to connect again.
      if (!data.seen && this.#sharing.seen()) this.#queue(true);
    }
  }
}

function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && 'say' in data;
}
