/** A separate PostgreSQL that becomes a standby: it stays in recovery and refuses writes, like a standby before its promotion. */
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
  /** Stops it and starts it as a standby. Resolves its address. */
  demote(): Promise<string>;
}

const NAME = 'caipu';

/** Starts a new cluster even if DATABASE_URL names a server, because a test must not stop that one. */
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
