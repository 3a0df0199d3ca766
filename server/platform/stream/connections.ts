/** The event streams that phones hold open on this process, with their indexes by player and by topic. */
import type { ServerResponse } from 'node:http';
import type { StreamEvent } from '../../../protocol/calls.ts';

/** Streams of one player on one process; the oldest ends when there would be more. Tabs share one, so this is a number of devices. */
const MOST_OF_PLAYER = 20;
/** Phones whose stream is ended with the process come back within so long. */
const MOST_RETRY_MS = 2_500;

export interface Connection {
  readonly userId: number | undefined;
  /** Hash of the session's token; '' without one. */
  readonly session: string;
  readonly topics: ReadonlySet<string>;
  /** Looks whether the phone takes what it is sent, and lets it go when it does not. */
  readonly check: () => void;
  readonly write: (text: string) => void;
  readonly end: () => void;
}

/** What a connection does with its response. A phone that leaves more than `maxBehind` bytes unread is let go. */
export function responseWriter(raw: ServerResponse, maxBehind: number): Pick<Connection, 'write' | 'check' | 'end'> {
  let bytesTaken = -1;
  return {
    write(line) {
      // Ended, and not all of it has left: a write would be an error that nobody takes.
      if (raw.writableEnded) return;
      if (raw.writableLength > maxBehind) raw.destroy();
      else raw.write(line);
    },
    check() {
      const { writableLength, socket } = raw;
      // Node counts as written what only waits to be.
      const now = (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);
      // Something waits, and since the last look nothing of it was taken.
      if (writableLength > 0 && now === bytesTaken) raw.destroy();
      bytesTaken = now;
    },
    // Not all in the same moment: the process that takes them over has other things to do.
    end() {
      if (!raw.writableEnded) raw.end(`retry: ${500 + Math.floor(Math.random() * MOST_RETRY_MS)}\n\n`);
    },
  };
}

const textOf = (event: StreamEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export class StreamConnections {
  readonly #all = new Set<Connection>();
  readonly #byUser = new Map<number, Set<Connection>>();
  readonly #byTopic = new Map<string, Set<Connection>>();

  get size(): number {
    return this.#all.size;
  }

  add(connection: Connection): void {
    this.#all.add(connection);
    for (const topic of connection.topics) addTo(this.#byTopic, topic, connection);
    if (connection.userId === undefined) return;
    const bucket = addTo(this.#byUser, connection.userId, connection);
    if (bucket.size > MOST_OF_PLAYER) for (const oldest of [...bucket].slice(0, bucket.size - MOST_OF_PLAYER)) oldest.end();
  }

  remove(connection: Connection): void {
    this.#all.delete(connection);
    for (const topic of connection.topics) removeFrom(this.#byTopic, topic, connection);
    if (connection.userId !== undefined) removeFrom(this.#byUser, connection.userId, connection);
  }

  toAll(event: StreamEvent): void {
    const line = textOf(event);
    for (const connection of this.#all) connection.write(line);
  }

  toUser(userId: number, event: StreamEvent): void {
    const line = textOf(event);
    for (const connection of this.#byUser.get(userId) ?? []) connection.write(line);
  }

  toTopic(topic: string, event: StreamEvent): void {
    const line = textOf(event);
    for (const connection of this.#byTopic.get(topic) ?? []) connection.write(line);
  }

  /** Writes a comment line to every stream, and lets go the phones that take nothing. */
  keepAlive(): void {
    for (const connection of this.#all) {
      connection.check();
      connection.write(': \n\n');
    }
  }

  endAll(): void {
    for (const connection of this.#all) connection.end();
  }

  /** Ends the streams of one session of a player. */
  endSession(userId: number, session: string): void {
    for (const connection of [...(this.#byUser.get(userId) ?? [])]) if (connection.session === session) connection.end();
  }

  /** Ends the streams of sessions that `honoured` leaves out. Streams that connect while it answers were not asked about and stay. */
  async endUnhonoured(honoured: (hashes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const withSession = [...this.#all].filter(({ session }) => session !== '');
    if (withSession.length === 0) return;
    const good = await honoured([...new Set(withSession.map(({ session }) => session))]);
    for (const connection of withSession) if (!good.has(connection.session)) connection.end();
  }
}

function addTo<K>(index: Map<K, Set<Connection>>, key: K, connection: Connection): Set<Connection> {
  const bucket = (index.get(key) ?? new Set()).add(connection);
  index.set(key, bucket);
  return bucket;
}

function removeFrom<K>(index: Map<K, Set<Connection>>, key: K, connection: Connection): void {
  const bucket = index.get(key);
  bucket?.delete(connection);
  if (bucket?.size === 0) index.delete(key);
}
