/**
 * S1: bets accepted a second over HTTP, with every check (signature, nonce, session, description, rules, price, key, clock, wallet,
 * ledger), on PostgreSQL, against what the same PostgreSQL does of TPC-B: `pgbench -n -M prepared -s 50 -c 32 -j 2`.
 * Both run against one cluster with the settings that PostgreSQL comes with, so every commit waits for the disk; then once more
 * against one that does not wait.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { installedPrograms, startPostgres } from '../tests/server/support/postgres.ts';
import { type LoadReport, players, readyBets, runLoad } from './lib/bets.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { build, type Running, startServer } from './lib/product.ts';
import { median, summarise } from './lib/rounds.ts';

const run = promisify(execFile);
const CLIENTS = 32;
const SCALE = 50;

interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
  /** TPC-B transactions a second over `seconds`. */
  pgbench(seconds: number): Promise<number>;
}

async function cluster(context: Context, settings: readonly string[]): Promise<Cluster> {
  const programs = installedPrograms();
  if (!programs) throw new Error('S1 needs pgbench: install PostgreSQL (Debian: apt-get install postgresql)');
  const postgres = await startPostgres(['max_connections=100', ...settings]);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= postgres.stop());
  context.onEnd(stop);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const name = `${new URL(postgres.url).pathname.slice(1)}_tpcb`;
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const pgbench = (...args: string[]) => run(join(programs, 'pgbench'), [...args, url.href]);
  context.say(`pgbench -i -s ${SCALE}`);
  await pgbench('-i', '-q', '-s', String(SCALE));
  return {
    url: postgres.url,
    stop,
    pgbench: async (seconds) => {
      const { stdout } = await pgbench('-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds));
      const tps = /^tps = ([\d.]+) \(without/m.exec(stdout)?.[1];
      if (tps === undefined) throw new Error(`pgbench says no tps:\n${stdout}`);
      return Number(tps);
    },
  };
}

interface Setting {
  readonly settings: readonly string[];
  /** Server processes, and the figure that each number of them gives. */
  readonly figures: readonly { readonly id: string; readonly what: string; readonly processes: 1 | 2; readonly goal?: number }[];
}

const SETTINGS: readonly Setting[] = [
  {
    settings: [],
    figures: [
      { id: 'S1.one', what: 'one server process', processes: 1, goal: 0.7 },
      { id: 'S1.two', what: 'two server processes', processes: 2, goal: 0.7 },
    ],
  },
  // Without the wait for the disk what is left is work: where the processor's time goes shows here.
  {
    settings: ['fsync=off'],
    figures: [
      { id: 'S1.nosync.one', what: 'one server process, PostgreSQL with fsync off', processes: 1 },
      { id: 'S1.nosync.two', what: 'two server processes, PostgreSQL with fsync off', processes: 2 },
    ],
  },
];

async function measure(context: Context, setting: Setting, folder: string): Promise<Figure[]> {
  const rounds = context.quick ? 2 : 5;
  const seconds = context.quick ? 3 : 6;
  const { url, pgbench, stop } = await cluster(context, setting.settings);
  const env = { DATABASE_URL: url, CAIPU_DATA: folder };
  const first = await startServer(context, env);
  const bets = await readyBets(first.url);
  const all = await players(first.url, CLIENTS);
  await fill(url, all);
  const tokens = all.map(({ token }) => token);

  let expected = 4_000;
  const load = async (servers: readonly Running[], forSeconds = seconds) => {
    const urls = servers.map((server) => server.url);
    const report = await runLoad({ urls, connections: CLIENTS, seconds: forSeconds, bets, tokens, expected });
    expected = Math.max(expected, report.accepted / report.seconds);
    return report;
  };
  // Both run all the time, so that both are as warm as a server is that has been running; an idle one costs next to nothing.
  const second = await startServer(context, env);
  const withServers = (processes: 1 | 2) => load(processes === 1 ? [first] : [first, second]);
  for (const servers of [[first], [first, second]]) await load(servers, 3);
  await pgbench(2);

  const tps: number[] = [];
  const reports = new Map(setting.figures.map(({ id }) => [id, [] as LoadReport[]]));
  for (let round = 0; round < rounds; round++) {
    context.say(`round ${round + 1} of ${rounds}${setting.settings.length > 0 ? ` (${setting.settings.join(', ')})` : ''}`);
    const measures = [
      async () => void tps.push(await pgbench(seconds)),
      ...setting.figures.map(
        ({ id, processes }) =>
          async () =>
            void reports.get(id)?.push(await withServers(processes)),
      ),
    ];
    for (const one of round % 2 === 0 ? measures : measures.reverse()) await one();
  }
  await Promise.all([first.stop(), second.stop()]);
  await stop();

  const rate = (report: LoadReport) => report.accepted / report.seconds;
  return setting.figures.map(({ id, what, goal }) => {
    const own = reports.get(id) ?? [];
    const compared = summarise(own.map(rate), tps);
    const of = (name: 'p50' | 'p99' | 'ownCpu') => median(own.map((report) => report[name]));
    return {
      id,
      what: `accepted bets/s, ${what}, ${CLIENTS} connections`,
      value: compared.ratio,
      unit: '×',
      ...(goal === undefined ? {} : { goal: { at: 'least', value: goal } as const }),
      against: {
        what: `pgbench -n -M prepared -s ${SCALE} -c ${CLIENTS} -j 2`,
        ours: `${compared.a.toFixed(0)}/s`,
        theirs: `${compared.b.toFixed(0)} tps`,
      },
      rounds: compared.rounds,
      range: compared.range,
      note: `latency ${of('p50').toFixed(1)} ms at the median, ${of('p99').toFixed(1)} ms at 99 %; the load itself takes ${of('ownCpu').toFixed(2)} cores; rounds of ${seconds} s, fewer than nine to keep the run short`,
    };
  });
}

const bench: Bench = {
  id: 'S1',
  title: 'accepted bets a second over HTTP on PostgreSQL, against pgbench TPC-B',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-s1-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const figures: Figure[] = [];
    for (const setting of SETTINGS) figures.push(...(await measure(context, setting, folder)));
    return figures;
  },
};
export default bench;

/** Enough play money for every player that no run ends in an empty wallet, through the ledger like any other. */
export async function fill(url: string, all: readonly { readonly userId: number }[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const { userId } of all) {
    await client.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', 1000000000, 'gift', NULL)`, [userId]);
  }
  await client.end();
}
