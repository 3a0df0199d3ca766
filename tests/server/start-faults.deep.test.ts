/** Why a server does not start, in words: what, where, and what to do. The password is never among them. */
import { rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { unusableDatabaseError } from '../../server/platform/database/startup-errors.ts';
import { answerWith, fakePostgres, refuseWith } from './support/fake-postgres.ts';
import { openPool, startPostgres, type TestPostgres } from './support/postgres.ts';
import { startServer, temporaryFolder } from './support/server.ts';

let folder: string;
let postgres: TestPostgres;
beforeAll(async () => {
  folder = temporaryFolder();
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What opening a database at this address says. */
async function startError(url: string): Promise<string> {
  const error = await openDatabase({ schema: SCHEMA, url, dataDir: folder }).then(
    () => new Error('it opened'),
    (fault: Error) => fault,
  );
  expect(error.message).not.toMatch(/secret-word|\n\s+at /);
  return error.message;
}

async function saidBy(serve: (socket: Socket) => void): Promise<string> {
  const fake = await fakePostgres(serve);
  const words = await startError(fake.url);
  await fake.close();
  return words.replaceAll(new URL(fake.url).host, 'HOST');
}

describe('DATABASE_URL', () => {
  it('DATABASE_URL without a server, or that is no address, ends the start with a reason', async () => {
    expect(await startError('postgres://someone:secret-word@127.0.0.1:1/lottery')).toMatch(
      /^DATABASE_URL does not answer: .*ECONNREFUSED.* Start that PostgreSQL, correct the address, or leave DATABASE_URL out for the embedded database\.$/,
    );
    expect(await saidBy((socket) => void socket.resume())).toMatch(/^DATABASE_URL does not answer: .*timeout/);
    expect(await startError('lottery')).toMatch(/^DATABASE_URL is not an address of a database\. Write it as postgres:/);
  });

  it('with a wrong password, without that database, without a free connection, of a server that starts', async () => {
    expect(await saidBy(refuseWith('28P01', 'password authentication failed for user "someone"'))).toBe(
      'DATABASE_URL: the PostgreSQL at HOST refuses user "someone" (password authentication failed for user "someone"). Correct user and password in DATABASE_URL, or what pg_hba.conf of that server allows.',
    );
    expect(await saidBy(refuseWith('3D000', 'database "lottery" does not exist'))).toBe(
      'DATABASE_URL: the PostgreSQL at HOST has no database "lottery". Create it (createdb lottery), or correct the name in DATABASE_URL.',
    );
    expect(await saidBy(refuseWith('53300', 'sorry, too many clients already'))).toContain('lower CAIPU_POOL of each server process');
    expect(await saidBy(refuseWith('57P03', 'the database system is starting up'))).toContain('is starting up or stopping');
  });

  it('of something else than a PostgreSQL, of one that is too old, of a standby', async () => {
    expect(await saidBy((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))).toMatch(
      /^DATABASE_URL: what listens at HOST does not speak as a PostgreSQL does/,
    );
    expect(await saidBy(answerWith({ version: '140011', readOnly: 'f' }))).toBe(
      'DATABASE_URL: the server at HOST is PostgreSQL 14; Caipu needs 15 or newer. Upgrade that server, or give the address of a newer one.',
    );
    expect(await saidBy(answerWith({ version: '150004', readOnly: 't' }))).toBe(
      'DATABASE_URL: the PostgreSQL at HOST only reads: it is a standby, or set to read-only. Give the address of the primary, or promote this one.',
    );
  });
});

describe('a database that is', () => {
  it('damaged: a table that is gone, a folder that cannot be read', async () => {
    await (await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: folder })).close();
    const pool = openPool(postgres.url);
    await pool.query('DROP TABLE wallets CASCADE');
    await pool.end();
    expect(await startError(postgres.url)).toBe(
      'the database (DATABASE_URL) is damaged: it has no table wallets. Keep a copy of it as it is, restore a backup, or start with another CAIPU_DATA or DATABASE_URL. Nothing was changed.',
    );
    const dataDir = join(folder, 'lite');
    await (await openDatabase({ schema: SCHEMA, dataDir })).close();
    writeFileSync(join(dataDir, 'db', 'global', 'pg_control'), 'nothing that it knows');
    await expect(openDatabase({ schema: SCHEMA, dataDir })).rejects.toThrow(
      /^the database \(.*lite\) is damaged: .*Keep a copy of it as it is, restore a backup/,
    );
  });

  it('on a full disk, or in a folder that cannot be written', () => {
    for (const error of [
      Object.assign(new Error('could not extend file "base/5/1259": No space left on device'), { code: '53100' }),
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    ])
      expect(unusableDatabaseError('/data', error).message).toBe(
        `the disk of the database (/data) is full: ${error.message}. Free some space there and start again. What was acknowledged is not lost.`,
      );
    // As the embedded database's file system throws it: no error of JavaScript's.
    expect(unusableDatabaseError('/data', { name: 'ErrnoError', errno: 51 }).message).toContain('(/data) is full: ENOSPC.');
    const refused = Object.assign(new Error("EACCES: permission denied, mkdir '/data'"), { code: 'EACCES' });
    expect(unusableDatabaseError('/data', refused).message).toContain('cannot be written');
  });
});

it('a folder of descriptions that is not there', async () => {
  await expect(startServer({ gamesDir: join(folder, 'no-games') })).rejects.toThrow(
    `the folder ${join(folder, 'no-games')} does not exist or is no folder. Set CAIPU_GAMES to the folder of descriptions, or create it.`,
  );
  await expect(startServer({ appDir: join(folder, 'no-app') })).rejects.toThrow('Set CAIPU_DESCRIPTIONS');
});
