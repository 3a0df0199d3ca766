/** A server that sells the small family of scratch cards (scratch.ts); its books are in order after every test. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { addCards } from './scratch.ts';
import { expectBooksInOrder, startServer, type TestServer } from './server.ts';

/** `begin` receives the server before the first test. */
export function scratchStage(begin: (server: TestServer) => void): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ clockSpeed: 1 });
    await addCards(server);
    begin(server);
  });
  afterEach(() => expectBooksInOrder(server.context.database));
  afterAll(() => server?.stop());
}

/** A server without background jobs: the test makes the pools itself. */
export async function withServerOfOwn(run: (server: TestServer) => Promise<void>): Promise<void> {
  const own = await startServer({ clockSpeed: 1, role: 'web' });
  try {
    await addCards(own);
    await run(own);
  } finally {
    await own.stop();
  }
}
