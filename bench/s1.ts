/**
 * S1: accepted bets per second over HTTP, with every check (signature, nonce, session, description, rules, price, key, clock, wallet,
 * ledger), on PostgreSQL. The yardstick is TPC-B on the same PostgreSQL: `pgbench -n -M prepared -s 50 -c 32 -j 2`. Both run on one cluster
 * with PostgreSQL's default settings, so every commit waits for the disk. `--full` repeats them on a cluster with `fsync=off`.
 *
 * Other figures are the processor time of a bet, its latencies, its write-ahead log, and the growth of its tables. Processor time is that of
 * server and PostgreSQL for a bet, and that of pgbench and PostgreSQL for a transaction of TPC-B. The process that sends the bets is not
 * counted. pgbench counts because it does for TPC-B the work that the server does for bets, and it prepares its statements as the server does.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { installedPrograms, startPostgres } from '../tests/server/support/postgres.ts';
import { type BetFields, GAME, registerPlayers, differentBets, runLoad } from './lib/bets.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { cpuMsOf, endedCpuMs, familyCpuMs } from './lib/processor.ts';
import { build, type BenchServer, startServer, untilIdle } from './lib/product.ts';
import { median, percentile, summarise } from './lib/rounds.ts';

const run = promisify(execFile);
const CLIENTS = 32;
const SCALE = 50;
const YARDSTICK = `pgbench -n -M prepared -s ${SCALE} -c ${CLIENTS} -j 2`;

/** The figures of one side in one round, for one bet or transaction: processor time in µs, write-ahead log in bytes, latencies in ms. */
interface Measured {
  readonly rate: number;
  readonly cpu: number;
  /** The part of `cpu` that PostgreSQL took. */
  readonly postgresCpu: number;
  readonly wal: number;
  readonly p50: number;
  readonly p99: number;
  readonly ownCpu: number;
}

interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
  /** Runs TPC-B for `seconds`. */
  pgbench(seconds: number): Promise<Measured>;
  cpuMs(): number;
  /** Bytes of write-ahead log so far. */
  wal(): Promise<number>;
  query(text: string): Promise<Record<string, unknown>[]>;
}

async function cluster(context: Context, settings: readonly string[]): Promise<Cluster> {
  const programs = installedPrograms();
  if (!programs) throw new Error('S1 needs pgbench: install PostgreSQL (Debian: apt-get install postgresql)');
  const postgres = await startPostgres(['max_connections=100', ...settings]);
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= client.end().then(() => postgres.stop()));
  context.onEnd(stop);
  const name = `${new URL(postgres.url).pathname.slice(1)}_tpcb`;
  await client.query(`CREATE DATABASE ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const logs = mkdtempSync(join(tmpdir(), 'caipu-bench-tpcb-'));
  context.onEnd(() => rmSync(logs, { recursive: true, force: true }));
  const pgbench = (...args: string[]) => run(join(programs, 'pgbench'), [...args, url.href], { cwd: logs });
  context.say(`pgbench -i -s ${SCALE}`);
  await pgbench('-i', '-q', '-s', String(SCALE));
  const query = async (text: string) => (await client.query(text)).rows as Record<string, unknown>[];
  const folder = String((await query('SHOW data_directory'))[0]?.data_directory);
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const wal = async () => Number((await query(`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`))[0]?.bytes);
  const cpuMs = () => familyCpuMs(pid);
  return {
    url: postgres.url,
    stop,
    cpuMs,
    wal,
    query,
    pgbench: async (seconds) => {
      const before = { wal: await wal(), postgres: cpuMs(), own: endedCpuMs() };
      // pgbench's summary lacks the 99th percentile, so it also logs the times of a twentieth of the transactions.
      const args = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds), '-l', '--sampling-rate=0.05'];
      const { stdout } = await pgbench(...args, '--log-prefix=tpcb');
      const tps = /^tps = ([\d.]+) \(without/m.exec(stdout)?.[1];
      const done = /^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1];
      if (tps === undefined || done === undefined) throw new Error(`pgbench says no tps:\n${stdout}`);
      const one = (ms: number) => (ms * 1000) / Number(done);
      const postgresCpu = one(cpuMs() - before.postgres);
      const times = takeTimes(logs);
      return {
        rate: Number(tps),
        cpu: postgresCpu + one(endedCpuMs() - before.own),
        postgresCpu,
        wal: ((await wal()) - before.wal) / Number(done),
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        ownCpu: 0,
      };
    },
  };
}

/** The milliseconds of each transaction in pgbench's logs of a folder. Deletes the logs. */
function takeTimes(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    rmSync(join(folder, name));
    return lines.filter(Boolean).map((line) => Number(line.split(' ')[2]) / 1000);
  });
}

interface Setting {
  readonly settings: readonly string[];
  /** A figure for each number of server processes. */
  readonly figures: readonly Asked[];
}

interface Asked {
  readonly id: string;
  readonly what: string;
  readonly processes: 1 | 2;
  readonly goal?: number;
  readonly cpuGoal?: number;
}

const SETTINGS: readonly Setting[] = [
  {
    settings: [],
    figures: [
      { id: 'S1.one', what: 'one server process', processes: 1, goal: 0.85, cpuGoal: 1.1 },
      { id: 'S1.two', what: 'two server processes', processes: 2, goal: 0.8, cpuGoal: 0.9 },
    ],
  },
  // Without the wait for the disk only work is left: this run shows where the processor's time goes.
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
  const postgres = await cluster(context, setting.settings);
  const { url, pgbench, stop } = postgres;
  const env = { DATABASE_URL: url, CAIPU_DATA: folder };
  const first = await startServer(context, env);
  const all = await registerPlayers(first.url, CLIENTS);
  await grantPlayMoney(url, all);
  const one = await differentBets(first.url);
  const many = await spreadOver(20, postgres, one);
  const tokens = all.map(({ token }) => token);

  let expected = 4_000;
  const load = async (servers: readonly BenchServer[], forSeconds = seconds, connections = CLIENTS, bets = one): Promise<Measured> => {
    const urls = servers.map((server) => server.url);
    const cpu = () => ({ postgres: postgres.cpuMs(), servers: servers.reduce((sum, { child }) => sum + (cpuMsOf(child.pid) ?? 0), 0) });
    const before = { wal: await postgres.wal(), ...cpu() };
    const report = await runLoad({ urls, connections, seconds: forSeconds, bets, tokens, expected: connections === 1 ? 1_500 : expected });
    const after = { ...cpu(), wal: await postgres.wal() };
    const each = (ms: number) => (ms * 1000) / report.accepted;
    const postgresCpu = each(after.postgres - before.postgres);
    const rate = report.accepted / report.seconds;
    expected = Math.max(expected, rate);
    const { p50, p99, ownCpu } = report;
    const serversCpu = each(after.servers - before.servers);
    return { rate, cpu: postgresCpu + serversCpu, postgresCpu, wal: (after.wal - before.wal) / report.accepted, p50, p99, ownCpu };
  };
  // Both servers run all the time, so that both are warm. An idle server takes almost no processor time.
  const second = await startServer(context, env);
  await untilIdle(context, [first, second]);
  const withServers = (processes: 1 | 2) => load(processes === 1 ? [first] : [first, second]);
  for (const servers of [[first], [first, second]]) await load(servers, 3);
  await pgbench(2);

  const tpcb: Measured[] = [];
  const reports = new Map(setting.figures.map(({ id }) => [id, [] as Measured[]]));
  const lone: Measured[] = [];
  const spread: Measured[] = [];
  const bytes: number[] = [];
  const plain = setting.settings.length === 0;
  for (let round = 0; round < rounds; round++) {
    context.say(`round ${round + 1} of ${rounds}${plain ? '' : ` (${setting.settings.join(', ')})`}`);
    const measures = [
      async () => void tpcb.push(await pgbench(seconds)),
      ...setting.figures.map(({ id, processes }) => async () => {
        const before = await sizes(postgres);
        const measured = await withServers(processes);
        reports.get(id)?.push(measured);
        const after = await sizes(postgres);
        bytes.push((after.bytes - before.bytes) / (after.bets - before.bets));
      }),
      ...(plain
        ? [
            async () => void lone.push(await load([first], Math.ceil(seconds / 2), 1)),
            async () => void spread.push(await load([first], seconds, CLIENTS, many)),
          ]
        : []),
    ];
    for (const one of round % 2 === 0 ? measures : measures.reverse()) await one();
  }
  await Promise.all([first.stop(), second.stop()]);
  await stop();

  const figures = setting.figures.flatMap((figureSetting) => rows(figureSetting, reports.get(figureSetting.id) ?? [], tpcb, seconds));
  if (!plain) return figures;
  const single = reports.get('S1.one') as Measured[];
  return [
    ...figures,
    {
      id: 'S1.lone',
      what: 'a lone bet over HTTP, one connection: latency at the median',
      value: median(lone.map(({ p50 }) => p50)),
      unit: 'ms',
      rounds: lone.length,
      note: `${median(lone.map(({ p99 }) => p99)).toFixed(1)} ms at 99 %, ${median(lone.map(({ cpu }) => cpu)).toFixed(0)} µs of processor`,
    },
    {
      id: 'S1.bytes',
      what: 'what the tables of a bet and their indexes grow by for one',
      value: median(bytes) / 1024,
      unit: 'KB',
      rounds: bytes.length,
    },
    {
      id: 'S2',
      ...compared(
        single.map(({ rate }) => rate),
        spread.map(({ rate }) => rate),
      ),
      what: 'bets/s all on one issue, over bets on twenty issues, one server process',
      unit: '×',
      goal: { at: 'least', value: 0.95 },
      against: {
        what: 'twenty issues',
        ours: `${median(single.map(({ rate }) => rate)).toFixed(0)}/s`,
        theirs: `${median(spread.map(({ rate }) => rate)).toFixed(0)}/s`,
      },
    },
  ];
}

/** The same bets, spread over `issues` issues in turn. The next issues of the game are opened for sale early. */
async function spreadOver(issues: number, postgres: Cluster, bets: readonly BetFields[]): Promise<readonly BetFields[]> {
  const rows = await postgres.query(
    `UPDATE issues SET opens_at = 1 WHERE (game, issue) IN (
       SELECT game, issue FROM issues WHERE game = '${GAME}' AND state = 'open' AND closes_at > caipu_now_ms() ORDER BY closes_at LIMIT ${issues})
     RETURNING issue`,
  );
  if (rows.length < issues) throw new Error(`${GAME} has ${rows.length} issues ahead`);
  return bets.map((bet, i) => ({ ...bet, issue: String(rows[i % issues]?.issue) }));
}

/** The bytes of the tables that a bet writes, and the number of bets so far. */
async function sizes(postgres: Cluster): Promise<{ bytes: number; bets: number }> {
  const [row] = await postgres.query(
    `SELECT (SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(ARRAY['tickets', 'movements', 'idempotency', 'nonces', 'spent_nonces', 'outbox', 'wallets']) name)::float8 AS bytes,
            (SELECT count(*) FROM tickets)::float8 AS bets`,
  );
  return row as unknown as { bytes: number; bets: number };
}

function compared(ours: readonly number[], theirs: readonly number[]): Pick<Figure, 'value' | 'rounds' | 'range'> {
  const { ratio, rounds, range } = summarise(ours, theirs);
  return { value: ratio, rounds, range };
}

function rows({ id, what, goal, cpuGoal }: Asked, own: readonly Measured[], tpcb: readonly Measured[], seconds: number): readonly Figure[] {
  const all = (name: keyof Measured, of = own) => of.map((each) => each[name]);
  const of = (name: keyof Measured) => median(all(name));
  const theirs = (name: keyof Measured) => median(all(name, tpcb));
  const least = (value: number | undefined) => (value === undefined ? {} : { goal: { at: 'least', value } as const });
  const most = (value: number) => (goal === undefined ? {} : { goal: { at: 'most', value } as const });
  return [
    {
      id,
      ...compared(all('rate'), all('rate', tpcb)),
      what: `accepted bets/s, ${what}, ${CLIENTS} connections`,
      unit: '×',
      ...least(goal),
      against: { what: YARDSTICK, ours: `${of('rate').toFixed(0)}/s`, theirs: `${theirs('rate').toFixed(0)} tps` },
      note: `the load itself takes ${of('ownCpu').toFixed(2)} cores; rounds of ${seconds} s, fewer than nine to keep the run short`,
    },
    {
      id: `${id}.cpu`,
      ...compared(all('cpu', tpcb), all('cpu')),
      what: `processor time of a transaction of TPC-B over that of a bet, ${what}`,
      unit: '×',
      ...least(cpuGoal),
      against: {
        what: 'a bet: server and PostgreSQL; TPC-B: pgbench and PostgreSQL',
        ours: `${of('cpu').toFixed(0)} µs (PostgreSQL ${of('postgresCpu').toFixed(0)})`,
        theirs: `${theirs('cpu').toFixed(0)} µs (PostgreSQL ${theirs('postgresCpu').toFixed(0)})`,
      },
    },
    {
      id: `${id}.p99`,
      ...compared(all('p99'), all('p99', tpcb)),
      what: `latency of a bet at 99 %, ${what}`,
      unit: '×',
      ...most(2),
      against: {
        what: YARDSTICK,
        ours: `${of('p99').toFixed(1)} ms (median ${of('p50').toFixed(1)})`,
        theirs: `${theirs('p99').toFixed(1)} ms (median ${theirs('p50').toFixed(1)})`,
      },
    },
    {
      id: `${id}.wal`,
      value: of('wal') / 1024,
      what: `write-ahead log of a bet, ${what}`,
      unit: 'KB',
      ...most(1),
      against: { what: 'TPC-B', ours: `${of('wal').toFixed(0)} B`, theirs: `${theirs('wal').toFixed(0)} B` },
      rounds: own.length,
    },
  ];
}

const bench: Bench = {
  id: 'S1',
  title: 'accepted bets a second over HTTP on PostgreSQL, against pgbench TPC-B',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-s1-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const figures: Figure[] = [];
    for (const setting of context.full ? SETTINGS : SETTINGS.slice(0, 1)) figures.push(...(await measure(context, setting, folder)));
    return figures;
  },
};
export default bench;

/** Gives every player so much play money that no run empties a wallet. The money goes through the ledger. */
export async function grantPlayMoney(url: string, all: readonly { readonly userId: number }[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const { userId } of all) {
    await client.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', 1000000000, 'gift', NULL)`, [userId]);
  }
  await client.end();
}
