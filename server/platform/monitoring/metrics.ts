/**
 * The answer of /metrics in the format of Prometheus. Counters and histograms count in this process since its start. Gauges of the data
 * (data-metrics.ts) are read from the database for each request (state.ts). docs/operate/monitoring.md lists every name.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { betSzc } from '../../../protocol/calls/lottery.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Database } from '../database/database.ts';
import type { AuditCheck } from '../audit/check.ts';
import type { Alarms } from './alarms.ts';
import { dataMetrics } from './data-metrics.ts';
import type { LedgerCheck } from './ledger-check.ts';
import type { DataState } from './state.ts';

/** From a cached read to the limit of a statement, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NAME_OF_STATUS = new Map<number, string>(Object.entries(STATUS).map(([name, status]) => [status, name]));

export interface Metrics {
  /** Counts and times every answer of `app`; call before its routes are registered. */
  observe(app: FastifyInstance): void;
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

export interface MetricSources {
  readonly database: Pick<Database, 'connections'>;
  readonly alarms: Alarms;
  readonly ledger: LedgerCheck;
  readonly audit: Pick<AuditCheck, 'rows'>;
  /** undefined: the database did not answer. */
  readonly state: () => Promise<DataState | undefined>;
  readonly streams: () => number;
}

export function createMetrics({ database, alarms, ledger, audit, state, streams }: MetricSources): Metrics {
  const registry = new Registry();
  // The answer lists them in the order of their registration.
  const answers = new AnswerMetrics(registry);
  const running = processMetrics(registry, streams);
  connectionMetrics(registry, database);
  const lookAtAlarms = alarmMetrics(registry, alarms);
  const lookAtLedger = ledgerMetrics(registry, ledger);
  gauge(registry, 'caipu_audit_rows', 'Rows of the audit list at the last check.', () => audit.rows());
  const writeState = dataMetrics(registry);
  return {
    observe: (app) => answers.observe(app),
    contentType: registry.contentType,
    async text() {
      writeState(await state());
      running.look();
      lookAtAlarms();
      lookAtLedger();
      return registry.metrics();
    },
    close: () => running.close(),
  };
}

/** A gauge without labels that is read when somebody asks. */
const gauge = (registry: Registry, name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });

/** Counts and times the answers of calls. */
class AnswerMetrics {
  readonly #answers: Counter<'call' | 'status'>;
  readonly #bets: Counter<'status'>;
  readonly #seconds: Histogram<'call'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#answers = new Counter({
      name: 'caipu_answers_total',
      help: 'Answers of calls by business status: ok, or the reason of the refusal.',
      labelNames: ['call', 'status'] as const,
      registers,
    });
    this.#bets = new Counter({
      name: 'caipu_bets_total',
      help: 'Bets by business status: ok is accepted, anything else is the reason of the refusal.',
      labelNames: ['status'] as const,
      registers,
    });
    this.#seconds = new Histogram({
      name: 'caipu_request_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['call'] as const,
      buckets: SECONDS,
      registers,
    });
  }

  observe(app: FastifyInstance): void {
    const count = (url: string | undefined, status: number) => this.#count(url, status);
    // A cached body is not serialised again, and passes no hook that could read its status.
    app.decorate('countAnswer', count);
    app.addHook('preSerialization', (request, _reply, payload, done) => {
      const status = (payload as { status?: unknown } | null)?.status;
      if (typeof status === 'number') count(request.routeOptions.url, status);
      done(null, payload);
    });
    app.addHook('onResponse', (request, reply, done) => {
      // A stream ends when its phone goes; that is no latency.
      if (request.routeOptions.url !== '/events')
        this.#seconds.observe({ call: callOf(request.routeOptions.url) }, reply.elapsedTime / 1000);
      done();
    });
    const labels = new Map<string | undefined, { readonly call: string }>();
    app.responseCache?.observe(({ route, business, ms }) => {
      if (business !== undefined) count(route, business);
      let label = labels.get(route);
      if (label === undefined) labels.set(route, (label = { call: callOf(route) }));
      this.#seconds.observe(label, ms / 1000);
    });
  }

  #count(url: string | undefined, status: number): void {
    const name = NAME_OF_STATUS.get(status) ?? String(status);
    const call = callOf(url);
    this.#answers.inc({ call, status: name });
    if (call === betSzc.path) this.#bets.inc({ status: name });
  }
}

/** Streams, delays of the event loop, memory and processor time. `look` writes the delays since the last one. */
function processMetrics(registry: Registry, streams: () => number): { look(): void; close(): void } {
  const registers = [registry];
  gauge(registry, 'caipu_event_streams', 'Phones connected to the event stream of this process.', streams);
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  // The histogram counts its own resolution as delay.
  const delay = (ns: number) => Math.max(0, ns / 1e9 - 0.02);
  const p99 = new Gauge({
    name: 'caipu_event_loop_delay_p99_seconds',
    help: 'How late timers fire, since the last look: 99th percentile.',
    registers,
  });
  const most = new Gauge({
    name: 'caipu_event_loop_delay_max_seconds',
    help: 'How late timers fire, since the last look: the most.',
    registers,
  });
  gauge(registry, 'caipu_process_resident_bytes', 'Resident memory of this process.', () => process.memoryUsage.rss());
  gauge(registry, 'caipu_process_cpu_seconds', 'Processor time of this process since it began.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge(registry, 'caipu_process_start_timestamp_seconds', 'When this process began, unix time.', () =>
    Math.round(Date.now() / 1000 - process.uptime()),
  );
  return {
    look() {
      p99.set(delay(loop.percentile(99)));
      most.set(delay(loop.max));
      loop.reset();
    },
    close: () => loop.disable(),
  };
}

function connectionMetrics(registry: Registry, database: MetricSources['database']): void {
  new Gauge({
    name: 'caipu_database_connections',
    help: 'Connections of this process: in use, idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting } = database.connections();
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

/** The returned function writes what the alarms say now. */
function alarmMetrics(registry: Registry, alarms: Alarms): () => void {
  const registers = [registry];
  const raised = new Counter({
    name: 'caipu_alarms_total',
    help: 'Times that an alarm was raised.',
    labelNames: ['alarm', 'severity'] as const,
    registers,
  });
  const active = new Gauge({
    name: 'caipu_alarm_active',
    help: 'How many things an alarm is about now.',
    labelNames: ['alarm', 'severity'] as const,
    registers,
  });
  return () => {
    raised.reset();
    for (const { name: alarm, severity, raised: times, active: many } of alarms.list()) {
      raised.inc({ alarm, severity }, times);
      active.set({ alarm, severity }, many);
    }
  };
}

/** The returned function writes how many players the check of the ledger has looked at. */
function ledgerMetrics(registry: Registry, ledger: LedgerCheck): () => void {
  const checked = new Counter({
    name: 'caipu_ledger_checked_players_total',
    help: 'Wallets that were compared with the sum of their movements.',
    registers: [registry],
  });
  gauge(registry, 'caipu_ledger_faults', 'Balances and sums of the ledger that are wrong, as the last checks found them.', () =>
    ledger.faults(),
  );
  gauge(
    registry,
    'caipu_ledger_checked_timestamp_seconds',
    'When the ledger check last looked, unix time; 0 for never.',
    () => ledger.lastAt() / 1000,
  );
  return () => {
    checked.reset();
    checked.inc(ledger.checked());
  };
}

/** Calls by their path; pages and files together, so that the number of labels is small whatever is asked for. */
function callOf(url: string | undefined): string {
  if (url === undefined) return 'none';
  return /^\/(api|operator\/api)\/|^\/(events|healthz|livez|readyz|metrics|openapi\.json)$/.test(url) ? url : 'site';
}
