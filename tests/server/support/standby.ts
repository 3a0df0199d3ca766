/** A PostgreSQL of a test's own that becomes a standby: it goes on in recovery and only reads, as one does that was not promoted. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, freshData, installedPrograms, named, running, startPackage, type TestPostgres, THROWAWAY } from './postgres.ts';

export interface Demoted extends TestPostgres {
  /** Stops it and starts it as a standby; its address then. */
  demote(): Promise<string>;
}

const NAME = 'caipu';

/** A cluster is made even where DATABASE_URL names a server: that one is not this test's to stop. */
export async function startPrimary(): Promise<Demoted> {
  const programs = installedPrograms();
  if (programs === undefined) {
    const { server, data, restart, end } = await startPackage();
    await ask(server, `CREATE DATABASE ${NAME}`);
    const url = named(server, NAME);
    return { url, stop: end, demote: () => restart(() => becomeStandby(data)).then(() => url) };
  }
  const folder = mkdtempSync(join(tmpdir(), 'caipu-pg-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  await freshData(programs, data);
  let cluster = await running(programs, data, THROWAWAY);
  await ask(cluster.server, `CREATE DATABASE ${NAME}`);
  return {
    url: named(cluster.server, NAME),
    async demote() {
      await cluster.stop('fast');
      becomeStandby(data);
      cluster = await running(programs, data, THROWAWAY);
      return named(cluster.server, NAME);
    },
    async stop() {
      await cluster.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const becomeStandby = (data: string): void => writeFileSync(join(data, 'standby.signal'), '', { mode: 0o644 });
