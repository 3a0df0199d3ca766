/** Something that listens where a PostgreSQL is expected: one that refuses, one of another version, one that speaks otherwise or not at all. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface FakePostgres {
  readonly url: string;
  close(): Promise<void>;
}

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(type, 0);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int32 = (value: number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
};
const int16 = (value: number) => {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
};
const text = (value: string) => Buffer.from(`${value}\0`);

/** Refuses the first message with an SQLSTATE. */
export const refuseWith = (code: string, words: string) => (socket: Socket) =>
  socket.once('data', () => {
    socket.end(message('E', Buffer.concat([text('SFATAL'), text('VFATAL'), text(`C${code}`), text(`M${words}`), Buffer.from([0])])));
  });

/** Accepts every login and answers every query with one row of these columns. */
export const answerWith = (row: Readonly<Record<string, string>>) => (socket: Socket) => {
  const ready = message('Z', Buffer.from('I'));
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', int32(0)), ready]));
    socket.on('data', () => {
      const names = Object.keys(row);
      const columns = names.map((name) => Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]));
      const values = Object.values(row).map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
      socket.write(
        Buffer.concat([
          message('T', Buffer.concat([int16(names.length), ...columns])),
          message('D', Buffer.concat([int16(names.length), ...values])),
          message('C', text('SELECT 1')),
          ready,
        ]),
      );
    });
  });
};

export async function fakePostgres(serve: (socket: Socket) => void): Promise<FakePostgres> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `postgres://someone:secret-word@127.0.0.1:${(server.address() as AddressInfo).port}/lottery`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
