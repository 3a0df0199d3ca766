/** A PostgreSQL of a test's own that becomes a standby: it goes on in recovery and only reads, as one does that was not promoted. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  executeSql,
  createDataFolder,
  installedPrograms,
  databaseUrl,
  startCluster,
  startPackagedPostgres,
  type TestPostgres,
  THROWAWAY_SETTINGS,
} from './postgres.ts';

export interface PrimaryWithStandby extends TestPostgres {
  /** Stops it and starts it as a standby; its address then. */
  demote(): Promise<string>;
}

const NAME = 'caipu';

/** A cluster is made even where DATABASE_URL names a server: that one is not this test's to stop. */
export async function startPrimary(): Promise<PrimaryWithStandby> {
  const programs = installedPrograms();
  if (programs === undefined) {
    const { server, data, restart, end } = await startPackagedPostgres();
    await executeSql(server, `CREATE DATABASE ${NAME}`);
    const url = databaseUrl(server, NAME);
    return { url, stop: end, demote: () => restart(() => becomeStandby(data)).then(() => url) };
  }
  const folder = mkdtempSync(join(tmpdir(), 'caipu-pg-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  await createDataFolder(programs, data);
  let cluster = await startCluster(programs, data, THROWAWAY_SETTINGS);
  await executeSql(cluster.server, `CREATE DATABASE ${NAME}`);
  return {
    url: databaseUrl(cluster.server, NAME),
    async demote() {
      await cluster.stop('fast');
      becomeStandby(data);
      cluster = await startCluster(programs, data, THROWAWAY_SETTINGS);
      return databaseUrl(cluster.server, NAME);
    },
    async stop() {
      await cluster.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const becomeStandby = (data: string): void => writeFileSync(join(data, 'standby.signal'), '', { mode: 0o644 });
