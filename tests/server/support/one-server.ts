/** One server for all money tests of a file. Its background jobs do not run by themselves, and its books are in order after every test. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Services } from '../../../server/services.ts';
import { copyGames, expectBooksInOrder, root, startServer, temporaryFolder, type TestServer } from './server.ts';

/** `games`: beside those that a test server has. `started` receives the server before the first test. */
export function oneServer(started: (server: TestServer, context: Services) => void, games: readonly string[] = []): void {
  const folder = temporaryFolder();
  let server: TestServer | undefined;
  beforeAll(async () => {
    const gamesDir = copyGames(folder);
    for (const code of games) cpSync(join(root, `games/${code}.json`), join(gamesDir, `${code}.json`));
    server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
    started(server, server.context);
  });
  afterEach(() => server && expectBooksInOrder(server.context.database));
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
}
