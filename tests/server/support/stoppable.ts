/** A PostgreSQL of a test's own that the test may stop and start again, as an operator or a power cut does. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/ports.ts';
import { asUnprivilegedUser, createDataFolder, installedPrograms, startPostgres } from './postgres.ts';
import { proxyTo } from './proxy.ts';

const run = promisify(execFile);

export interface StoppablePostgres {
  readonly url: string;
  /** fast: connections are ended, then it stops. immediate: as a crash. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Without server programs on this machine the line to a server is cut instead, which is what its clients see of a stop. */
export async function startStoppablePostgres(): Promise<StoppablePostgres> {
  const programs = process.env.DATABASE_URL ? undefined : installedPrograms();
  if (programs === undefined) {
    const postgres = await startPostgres();
    const line = await proxyTo(postgres.url);
    const stop = async () => {
      await line.close();
      await postgres.stop();
    };
    return { url: line.url, halt: async () => line.cut(), resume: async () => line.mend(), stop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'caipu-pg-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  const as = (program: string, args: readonly string[]) => run(...asUnprivilegedUser(join(programs, program), args), { cwd: folder });
  await createDataFolder(programs, data);
  const options = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off -c max_connections=80`;
  const resume = async () => void (await as('pg_ctl', ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start']));
  const halt = async (mode: 'fast' | 'immediate') => void (await as('pg_ctl', ['-D', data, '-m', mode, '-w', 'stop']));
  await resume();
  return {
    url: `postgres://caipu@127.0.0.1:${port}/postgres`,
    halt,
    resume,
    async stop() {
      await halt('immediate').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
