/** Starting and stopping as a process: what it says, what it refuses, and the files that it leaves. */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClock } from '../../server/platform/clock.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { lockFolder } from '../../server/platform/database/lock.ts';
import { parseInt8 } from '../../server/platform/database/pool.ts';
import { readOptions } from '../../server/read-options.ts';
import { Client } from './support/client.ts';
import { spawnServer, temporaryFolder } from './support/server.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a server that is to refuse, and returns what it said. */
async function refused(env: Readonly<Record<string, string>>): Promise<string> {
  const startOutput = await spawnServer(env).then(
    () => 'it runs',
    (error: Error) => error.message,
  );
  expect(startOutput).toContain('the server ended with 1');
  expect(startOutput).not.toMatch(/\n\s+at /);
  return startOutput;
}

describe('the process', () => {
  it('refuses a simulated clock in production, and settings that are not sensible, each with what to do', () => {
    expect(() => readOptions({ CAIPU_CLOCK: '60', NODE_ENV: 'production' })).toThrow('refused when NODE_ENV is production');
    expect(() => readOptions({ PORT: '80a' })).toThrow('PORT=80a is not a whole number from 0 to 65535');
    expect(() => readOptions({ CAIPU_CLOCK: '0.5' })).toThrow('CAIPU_CLOCK=0.5 is not a whole number');
    expect(() => readOptions({ CAIPU_ROLE: 'both' })).toThrow('CAIPU_ROLE=both is not one of all, web, draw');
    expect(readOptions({})).toMatchObject({ host: '127.0.0.1', port: 8080, role: 'all', databaseUrl: undefined, clockSpeed: undefined });
  });

  it('says what to do when DATABASE_URL does not answer', async () => {
    await expect(
      openDatabase({ schema: SCHEMA, dataDir: join(folder, 'none'), url: 'postgres://nobody@127.0.0.1:1/nothing' }),
    ).rejects.toThrow('DATABASE_URL does not answer');
  });

  it('keeps a second process off its data, serves until told to stop, and leaves the folder free', async () => {
    const env = { CAIPU_DATA: join(folder, 'data') };
    const node = await spawnServer(env);
    expect(await refused(env)).toContain(`is in use by process ${node.child.pid}`);
    expect(await (await fetch(`${node.base}/healthz`)).json()).toMatchObject({ ok: true, clock: 'real' });
    // The clock of a real server cannot be moved: the call does not exist.
    const moved = await fetch(`${node.base}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advanceMs":1}',
    });
    expect(moved.status).toBe(404);
    const stream = await fetch(`${node.base}/events`);
    await new Client(node.base).login('demo', 'demo1234');
    await node.stop();
    expect(node.child.exitCode).toBe(0);
    await stream.body?.cancel().catch(() => {});
    lockFolder(join(folder, 'data')).release();
  }, 60_000);

  it('says that its port is in use and ends, although what goes on by itself is waiting for it to be ready', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const refusalText = await refused({ CAIPU_DATA: join(folder, 'second'), CAIPU_DEMO_LIFE: 'on', PORT: String(port) });
    other.close();
    expect(refusalText).toContain(`port ${port} is in use. Stop what uses it, or set PORT to another.`);
    // It has left nothing behind that would keep the next one off.
    lockFolder(join(folder, 'second')).release();
  }, 60_000);

  it('reports the fault of an address that is not of this machine, and with a data folder that is a file', async () => {
    const elsewhere = await refused({ CAIPU_DATA: join(folder, 'third'), HOST: '192.0.2.1' });
    expect(elsewhere).toContain(
      'HOST=192.0.2.1 is no address of this machine. Correct it, leave it out for 127.0.0.1, or write 0.0.0.0 for all.',
    );
    writeFileSync(join(folder, 'file'), '');
    const file = await refused({ CAIPU_DATA: join(folder, 'file') });
    expect(file).toContain(`the data folder (${join(folder, 'file')}) is no folder. Set CAIPU_DATA to one.`);
  }, 60_000);

  it('a process serves only the calls of its role', async () => {
    const node = await spawnServer({ CAIPU_DATA: join(folder, 'draws'), CAIPU_ROLE: 'draw' });
    expect(await (await fetch(`${node.base}/healthz`)).json()).toMatchObject({ role: 'draw' });
    expect((await fetch(`${node.base}/api/SystemConfig/GetServerTime`)).status).toBe(404);
    await node.stop();
  }, 60_000);
});

describe('the clock', () => {
  it('of data that lives by the real one is never simulated', async () => {
    const database = await openDatabase({ schema: SCHEMA, dataDir: join(folder, 'real-clock') });
    const real = await openClock(database, undefined);
    expect(Math.abs(real.now() - Date.now())).toBeLessThan(2_000);
    await expect(real.advance(1)).rejects.toThrow('only a simulated clock');
    await expect(openClock(database, 600)).rejects.toThrow('this data lives by the real clock, and CAIPU_CLOCK=600 would run');
    expect(await database.query('SELECT simulated, speed FROM clock')).toMatchObject({ rows: [{ simulated: false, speed: 1 }] });
    expect(Math.abs((await openClock(database, undefined)).now() - Date.now())).toBeLessThan(2_000);
    await database.close();
  });

  it('runs at the given speed, never back, and its data refuses the real one', async () => {
    const database = await openDatabase({ schema: SCHEMA, dataDir: join(folder, 'clock') });
    const fast = await openClock(database, 1000);
    expect(fast).toMatchObject({ speed: 1000, simulated: true });
    const before = fast.now();
    await fast.advance(3_600_000);
    // The embedded database counts whole ms of the real clock, a second each at this speed.
    const least = before + 3_600_000 - 1_000;
    expect(fast.now()).toBeGreaterThanOrEqual(least);
    // Another process of the same data sees the same time; a slower speed begins where the faster one was.
    const slow = await openClock(database, 1);
    expect(slow.now()).toBeGreaterThanOrEqual(least);
    // The process that made a jump is notified of it, and so is the other one once it looks. A look at a clock that only runs notifies nobody.
    const logLines: string[] = [];
    fast.onJump(() => logLines.push('fast'));
    slow.onJump(() => logLines.push('slow'));
    await Promise.all([fast.sync(), slow.sync()]);
    logLines.length = 0;
    await slow.sync();
    expect(logLines).toEqual([]);
    await slow.advance(60_000);
    expect(logLines).toEqual(['slow']);
    await fast.sync();
    expect(logLines).toEqual(['slow', 'fast']);
    for (const ms of [-1, Number.NaN]) await expect(slow.advance(ms)).rejects.toThrow(`not by ${ms} ms`);
    await expect(openClock(database, undefined)).rejects.toThrow('made under a simulated clock');
    await database.close();
  });
});

describe('the database', () => {
  it('refuses amounts that a number cannot hold, and anything that breaks the ledger', async () => {
    expect(parseInt8('9007199254740991')).toBe(9007199254740991);
    expect(() => parseInt8('9007199254740993')).toThrow('does not fit');
    const database = await openDatabase({ schema: SCHEMA, dataDir: join(folder, 'ledger') });
    const { rows } = await database.query<{ id: number }>(`SELECT register_user('someone', 'someone', 'x', 500) AS id`);
    const id = rows[0]?.id;
    await expect(database.query('UPDATE wallets SET balance_fen = -1 WHERE user_id = $1', [id])).rejects.toThrow(
      'violates check constraint',
    );
    await expect(database.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', 0, 'gift', NULL)`, [id])).rejects.toThrow(
      'violates check constraint',
    );
    await expect(database.query(`SELECT post($1, 'grant', 'wallet', 'wallet', 5, 'gift', NULL)`, [id])).rejects.toThrow('no such movement');
    await expect(database.query(`SELECT post(1, 'grant', 'house:grants', 'wallet', 5, 'gift', NULL)`)).rejects.toThrow();
    expect((await database.query<{ sum: number }>('SELECT sum(amount)::bigint AS sum FROM entries')).rows[0]?.sum).toBe(0);
    await database.close();
  });
});
