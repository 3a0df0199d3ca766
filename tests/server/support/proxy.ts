/** A database server seen through a line that a test can cut or silence. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ProxyLine {
  /** The address with this line in place of the server's own. */
  readonly url: string;
  /** Breaks every connection and refuses new ones, as a stopped server does. */
  cut(): void;
  /**
   * The next connection that sends something with this text in it is broken once that is passed on: it reached the server, and the answer
   * reaches nobody. `done` is called then.
   */
  cutAfter(text: string, done: () => void): void;
  /** Takes everything and passes nothing on, as a network does that drops packets. */
  silence(): void;
  /** Leads to another server from now on: breaks every connection, so that new ones are made. */
  turn(url: string): void;
  /** As at first. Connections that were silenced stay silent, as they would. */
  mend(): void;
  close(): Promise<void>;
}

export async function proxyTo(url: string): Promise<ProxyLine> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let waiting: { readonly text: string; readonly done: () => void } | undefined;
  let state: 'open' | 'cut' | 'silent' = 'open';
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {}).on('close', () => sockets.delete(near));
    if (state === 'cut') return near.destroy();
    if (state === 'silent') return near.resume();
    const far = connect(Number(target.port), target.hostname);
    sockets.add(far);
    far.on('error', () => near.destroy()).on('close', () => sockets.delete(far));
    near.on('data', (chunk: Buffer) => {
      if (waiting === undefined || !chunk.includes(waiting.text)) return;
      const { done } = waiting;
      waiting = undefined;
      far.unpipe(near);
      far.resume();
      // The request is on its way to the server; nothing comes back.
      near.destroySoon();
      done();
    });
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  const all = (work: (socket: Socket) => void) => {
    for (const socket of sockets) work(socket);
  };
  return {
    url: own.href,
    cut() {
      state = 'cut';
      all((socket) => socket.destroy());
    },
    cutAfter(text, done) {
      waiting = { text, done };
    },
    silence() {
      state = 'silent';
      all((socket) => socket.unpipe().resume());
    },
    turn(other) {
      target = new URL(other);
      state = 'open';
      all((socket) => socket.destroy());
    },
    mend() {
      state = 'open';
    },
    async close() {
      all((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
