/**
 * A disk that fills under an embedded database: words and 503 while it is full, on again by itself when there is space, and an end that comes
 * at once. A database whose log cannot be written would otherwise hold the thread for ever, deaf to signals (server/platform/database/disk.ts).
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { RESERVE_BYTES } from '../../../server/platform/database/disk.ts';
import { openPglite } from '../../../server/platform/database/pglite.ts';
import { writeBackup } from '../../../tools/data/copies.ts';
import { root, startServer, temporaryFolder, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('nearly full, nothing is written and every request gets that answer; with space again it goes on; and it stops at any time', async () => {
  const dataDir = join(folder, 'data');
  await (await openDatabase({ schema: SCHEMA, dataDir })).close();
  let free = RESERVE_BYTES * 2;
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const pool = await openPglite(dataDir, log, { free: async () => free, lookEveryMs: 5 });
  const server = await startServer({ dataDir, pool, history: 0 });
  const player = await server.client().register();
  const bet = () => player.bet(singleBet(gameVersion(server, 'ssq')));
  expect((await bet()).status).toBe(STATUS.ok);
  free = RESERVE_BYTES - 1;
  const refused = await waitFor('a refusal', async () => {
    const answer = await bet();
    return answer.status !== STATUS.ok && answer;
  });
  expect(refused).toMatchObject({ http: 503, status: STATUS.unavailable, msg: expect.stringMatching(/\S/) });
  expect((await fetch(`${server.base}/healthz`)).status).toBe(503);
  expect(lines.filter((line) => line.includes('no space left on device'))).toHaveLength(1);
  free = RESERVE_BYTES;
  await waitFor('bets again', async () => (await bet()).status === STATUS.ok);
  expect(lines.at(-1)).toContain('there is space again');
  free = 0;
  await waitFor('full again', async () => (await bet()).http === 503);
  await server.stop();
});

it('a start on a full disk says so, and writes nothing', async () => {
  const dataDir = join(folder, 'none');
  await expect(openPglite(dataDir, () => {}, { free: async () => RESERVE_BYTES - 1 })).rejects.toThrow(/is full: .* Free some space there/);
  expect(existsSync(join(dataDir, 'db'))).toBe(false);
});

it('a log that cannot be written ends the process from within that write, as PostgreSQL does', async () => {
  // In a process of its own, which otherwise nothing but a kill would end. The file of the log that comes next is refused, and no other.
  const program = `
    import { createRequire } from 'node:module';
    import { openPglite } from ${JSON.stringify(join(root, 'server/platform/database/pglite.ts'))};
    const fs = createRequire(import.meta.url)('node:fs');
    const pool = await openPglite(${JSON.stringify(join(folder, 'log'))}, (line) => console.log(line));
    await pool.query('CREATE TABLE written (a int)');
    const { openSync, writeSync } = fs;
    const next = new Set();
    fs.openSync = (path, ...rest) => {
      const file = openSync(path, ...rest);
      if (String(path).includes('xlogtemp')) next.add(file);
      return file;
    };
    fs.writeSync = (file, ...rest) => {
      if (next.has(file)) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
      return writeSync(file, ...rest);
    };
    console.log('full');
    await pool.query('SELECT pg_switch_wal()');
    await pool.query('INSERT INTO written VALUES (1)');
    console.log('written');
  `;
  const file = join(folder, 'full.mts');
  writeFileSync(file, program);
  const child = spawn(process.execPath, ['--import', 'tsx', file], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  // Without the end it goes on for ever: then it is killed, and the test says what it had said.
  const patience = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(patience);
  expect([output, code]).toEqual([
    expect.stringMatching(
      /\nfull\nthe disk of the database .* is full: .* The process ends, because the database cannot write its log\.\n$/,
    ),
    1,
  ]);
});

it('a copy for which the disk has no room to the end is whole or is none', async () => {
  const dataDir = join(folder, 'data');
  const file = join(folder, 'copy');
  const handle = await open(join(folder, 'any'), 'w');
  const methods = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  // As a disk does on which the last bytes have no room: fewer are written, and that is no error.
  const write = vi.spyOn(methods, 'write').mockImplementation(async function (this: typeof handle, bytes: unknown) {
    const short = (bytes as Buffer).subarray(0, 100_000);
    await this.writeFile(short);
    return { bytesWritten: short.length, buffer: bytes } as never;
  });
  await writeBackup({ dataDir }, file);
  write.mockRestore();
  expect(() => gunzipSync(readFileSync(file))).not.toThrow();
  rmSync(file);
  // What is not on the disk as it was written is found before the copy has its name.
  vi.spyOn(methods, 'sync').mockImplementationOnce(async function (this: typeof handle) {
    await this.truncate(100_000);
  });
  await expect(writeBackup({ dataDir }, file)).rejects.toThrow(/cannot be read back: unexpected end of file/);
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([]);
}, 60_000);
