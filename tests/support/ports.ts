/** Ports for programs that cannot choose one by themselves. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to connections and to servers that leave the choice to it (32768 and up on Linux, 49152 elsewhere):
 * a port from up there may be somebody's connection by the time that the program binds it, or while it is stopped in between.
 */
const FROM = 20_000;
const TO = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of 127.0.0.1 that nothing listens at. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(FROM, TO);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${FROM} to ${TO - 1}`);
}
