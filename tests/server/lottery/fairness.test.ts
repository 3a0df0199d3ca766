/** R15: every published result checks out with the independent script, and a changed one does not. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LotteryPageModels } from '../../../protocol/calls.ts';
import { clockTo } from '../support/game-clock.ts';
import { root, startServer, type TestServer, waitFor } from '../support/server.ts';

const run = promisify(execFile);
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
});
const folders: string[] = [];
afterAll(async () => {
  await server?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const verify = () => run(process.execPath, [join(root, 'tests/independent/verify-draw.mjs'), server.base]);

it('[R15] past draws and drawn issues alike, all games', async () => {
  const commits = new Map<string, string>();
  for (let i = 0; i < 5; i += 1) {
    const { current } = (await server.client().get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: 'jlffc' })).models;
    if (current === null) throw new Error('nothing on sale');
    commits.set(current.issue, current.commit);
    await clockTo(server.context, current.drawsAt + 100);
    server.scheduler?.wake();
    await waitFor('drawn', async () => {
      const { status, models } = await server
        .client()
        .get<{ proof: { commit: string } }>('/api/lotteryresult/Detail', { gameCode: 'jlffc', issue: current.issue });
      // The commitment that was shown before the sale is also shown with the result.
      return status === 0 && models.proof.commit === commits.get(current.issue);
    });
  }
  const { stdout } = await verify();
  expect(stdout).toContain('all draws check out');
  expect(stdout).toMatch(/jlffc: (2[5-9]|[3-9]\d) draws checked/);
  expect(stdout).toMatch(/ssq: 20 draws checked/);
}, 60_000);

it('[R15] a result that was tampered with is found', async () => {
  await server.context.database.query(
    `UPDATE issues SET numbers = '{"digits":[1,2,3,4,5]}' WHERE game = 'jlffc' AND issue = (SELECT min(issue) FROM issues WHERE game = 'jlffc')`,
  );
  await server.context.database.query(
    `UPDATE issues SET commitment = repeat('0', 64) WHERE game = 'ssq' AND issue = (SELECT min(issue) FROM issues WHERE game = 'ssq')`,
  );
  // What is public is answered from memory, which nothing but the server's own writing changes: another process reads the rows.
  const { dataDir, gamesDir } = server;
  folders.push(dirname(dataDir));
  await server.close();
  server = await startServer({ clockSpeed: 1, dataDir, gamesDir });
  await expect(verify()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('2 draws do not check out') });
});
