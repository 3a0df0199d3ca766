/** Clusters of PostgreSQL that a test makes, kills, promotes and throws away, by the programs of this machine and as its user. */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { installedPrograms } from '../../server/support/postgres.ts';
import { waitFor } from '../../server/support/server.ts';
import { freePort } from '../../support/ports.ts';

const run = promisify(execFile);

export interface PostgresCluster {
  readonly folder: string;
  readonly port: number;
  readonly url: string;
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** kill -9 of the postmaster; resolved when nothing of it answers. */
  kill(): Promise<void>;
}

export interface PostgresClusters {
  /** A folder that the server programs may write to. */
  readonly folder: string;
  /** Runs a program of PostgreSQL, or a script with those in its path, as their user. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Starts what is in a folder. */
  start(folder: string): Promise<PostgresCluster>;
  /** Makes and starts an empty one with a database caipu. */
  make(name: string, settings: readonly string[]): Promise<PostgresCluster>;
  /** Starts a program as their user, killed at the end. */
  daemon(program: string, ...args: readonly string[]): void;
  stop(): Promise<void>;
}

export function openPostgresClusters(): PostgresClusters {
  const programs = installedPrograms();
  if (programs === undefined) throw new Error('these tests need the programs of a PostgreSQL server: apt-get install postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'caipu-clusters-'));
  chmodSync(folder, 0o777);
  const path = `${programs}:${process.env.PATH ?? ''}`;
  // PostgreSQL refuses to run as root.
  const asUser = (program: string, args: readonly string[]): [string, string[]] =>
    process.getuid?.() === 0
      ? ['runuser', ['-u', 'postgres', '--', 'env', `PATH=${path}`, program, ...args]]
      : ['env', [`PATH=${path}`, program, ...args]];
  const running: PostgresCluster[] = [];
  const daemons: ReturnType<typeof spawn>[] = [];

  const clusters: PostgresClusters = {
    folder,
    async run(program, ...args) {
      const [command, all] = asUser(program, args);
      return (await run(command, all, { cwd: folder })).stdout;
    },
    async start(data) {
      const port = await freePort();
      const [command, args] = asUser('postgres', ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]);
      spawn(command, args, { cwd: folder, stdio: 'ignore' }).on('error', () => {});
      const url = `postgres://caipu@127.0.0.1:${port}/caipu`;
      const query = async (sql: string, database = 'postgres') => {
        const client = new pg.Client({ connectionString: url.replace(/caipu$/, database), connectionTimeoutMillis: 3_000 });
        client.on('error', () => {});
        await client.connect();
        return (await client.query(sql).finally(() => client.end())).rows as Record<string, unknown>[];
      };
      const answers = async () =>
        query('SELECT 1').then(
          () => true,
          () => false,
        );
      await waitFor(`the cluster in ${data}`, answers);
      const cluster: PostgresCluster = {
        folder: data,
        port,
        url,
        query,
        async kill() {
          process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
          await waitFor('the cluster gone', async () => !(await answers()));
        },
      };
      running.push(cluster);
      return cluster;
    },
    async make(name, settings) {
      const data = join(folder, name);
      await clusters.run('initdb', '-D', data, '-U', 'caipu', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
      const cluster = await clusters.start(data);
      for (const setting of settings) await cluster.query(`ALTER SYSTEM SET ${setting}`);
      await cluster.query('SELECT pg_reload_conf()');
      await cluster.query('CREATE DATABASE caipu');
      return cluster;
    },
    daemon(program, ...args) {
      const [command, all] = asUser(program, args);
      daemons.push(spawn(command, all, { cwd: folder, stdio: 'ignore' }));
    },
    async stop() {
      for (const daemon of daemons) daemon.kill();
      for (const { folder: data } of running) await clusters.run('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return clusters;
}
