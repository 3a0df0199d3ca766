/** Pages of operators and testers that are not built: what is answered while they are being built, and that they are there as soon as they are. */
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, temporaryFolder, type TestServer } from '../support/server.ts';

let dist: string;
let server: TestServer;
beforeAll(async () => {
  dist = temporaryFolder();
  const [officeDir, workbenchDir] = [join(dist, 'office'), join(dist, 'workbench')];
  server = await startServer({ games: ['ssq'], operatorPassword: 'workshop', officeDir, workbenchDir });
});
afterAll(async () => {
  await server?.stop();
  rmSync(dist, { recursive: true, force: true });
});

const PAGES = ['/operator/desk', '/operator/desk/workshop', '/operator/preview', '/workbench', '/workbench/stage'];

/** The lock of a build, as scripts/lib/alone.mjs takes it. */
function startBuild(): () => void {
  const lock = openSync(join(dist, '.building'), 'a+');
  expect(tryLock(lock)).toBe(true);
  return () => closeSync(lock);
}

it('where nobody builds, the answer says how to', async () => {
  for (const page of PAGES) {
    const answer = await fetch(server.base + page);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
      503,
      'text/plain; charset=utf-8',
      null,
    ]);
    expect(await answer.text()).toContain('npm run build');
  }
});

it('while it is being built, the answer is a page that asks again by itself', async () => {
  const end = startBuild();
  for (const page of PAGES) {
    const answer = await fetch(server.base + page);
    expect([page, answer.status]).toEqual([page, 503]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('retry-after')).toBe('3');
    const html = await answer.text();
    expect(html).toContain('<meta http-equiv="refresh" content="3">');
    expect(html).toContain('这个页面正在构建');
  }
  end();
  // The build ended without this page.
  expect((await fetch(`${server.base}/workbench`)).headers.get('content-type')).toContain('text/plain');
});

it('looking takes nothing from a build that begins', async () => {
  await fetch(`${server.base}/workbench`);
  startBuild()();
});

it('once it is built it is served, page and script, by the same process', async () => {
  expect((await fetch(`${server.base}/workbench/assets/bench.js`)).status).toBe(404);
  mkdirSync(join(dist, 'workbench/assets'), { recursive: true });
  writeFileSync(join(dist, 'workbench/workbench.html'), '<p>workbench</p>');
  writeFileSync(join(dist, 'workbench/assets/bench.js'), '// bench');
  const page = await fetch(`${server.base}/workbench`);
  expect([page.status, await page.text()]).toEqual([200, '<p>workbench</p>']);
  const script = await fetch(`${server.base}/workbench/assets/bench.js`);
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
});
