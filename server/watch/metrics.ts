/**
 * What /metrics says, in the form that Prometheus reads. Counters and histograms are of this process, since it began; gauges of the data
 * (issues, settlement, draws) are read from the database when somebody asks (state.ts). docs/operate.md lists every name.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { betSzc } from '../../protocol/calls/lottery.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Database } from '../db/database.ts';
import type { AuditCheck } from '../audit/check.ts';
import type { Alarms } from './alarms.ts';
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

export interface Watched {
  readonly database: Pick<Database, 'connections'>;
  readonly alarms: Alarms;
  readonly ledger: LedgerCheck;
  readonly audit: Pick<AuditCheck, 'rows'>;
  /** undefined: the database did not answer. */
  readonly state: () => Promise<DataState | undefined>;
  readonly streams: () => number;
}

export function createMetrics({ database, alarms, ledger, audit, state, streams }: Watched): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const answers = new Counter({
    name: 'caipu_answers_total',
    help: 'Answers of calls by business status: ok, or the reason of the refusal.',
    labelNames: ['call', 'status'] as const,
    registers,
  });
  const bets = new Counter({
    name: 'caipu_bets_total',
    help: 'Bets by business status: ok is accepted, anything else is the reason of the refusal.',
    labelNames: ['status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'caipu_request_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['call'] as const,
    buckets: SECONDS,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  gauge('caipu_event_streams', 'Phones connected to the event stream of this process.', streams);
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
  gauge('caipu_process_resident_bytes', 'Resident memory of this process.', () => process.memoryUsage.rss());
  gauge('caipu_process_cpu_seconds', 'Processor time of this process since it began.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('caipu_process_start_timestamp_seconds', 'When this process began, unix time.', () =>
    Math.round(Date.now() / 1000 - process.uptime()),
  );

  new Gauge({
    name: 'caipu_database_connections',
    help: 'Connections of this process: in use, idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { total, idle, waiting } = database.connections();
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });

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

  const checked = new Counter({
    name: 'caipu_ledger_checked_players_total',
    help: 'Wallets held against the sum of their movements.',
    registers,
  });
  gauge('caipu_ledger_faults', 'Balances and sums of the ledger that are wrong, as the last checks found them.', () => ledger.faults());
  gauge(
    'caipu_ledger_checked_timestamp_seconds',
    'When the ledger check last looked, unix time; 0 for never.',
    () => ledger.lastAt() / 1000,
  );

  gauge('caipu_audit_rows', 'Rows of the audit list at the last check.', () => audit.rows());

  const up = new Gauge({ name: 'caipu_database_up', help: '1 when the database answered this look.', registers });
  const issues = new Gauge({
    name: 'caipu_issues',
    help: 'Issues by state; those that are over are not counted.',
    labelNames: ['state'] as const,
    registers,
  });
  const without = new Gauge({
    name: 'caipu_games_without_issue',
    help: 'Games that are played and have no issue on sale or to come.',
    registers,
  });
  const settlement = new Gauge({
    name: 'caipu_settlement_lag_seconds',
    help: 'How long the oldest drawn issue waits to be settled.',
    registers,
  });
  const matches = new Gauge({
    name: 'caipu_match_settlement_lag_seconds',
    help: 'How long the oldest result of a match waits for its bets to be settled.',
    registers,
  });
  const feedLag = new Gauge({
    name: 'caipu_feed_lag_seconds',
    help: 'How long the oldest change of a match that is due waits to be written.',
    registers,
  });
  const onSale = new Gauge({ name: 'caipu_matches_on_sale', help: 'Matches that are listed by some game.', registers });
  const drawLag = new Gauge({
    name: 'caipu_draw_lag_seconds',
    help: 'How long the oldest issue that is due waits to be drawn.',
    registers,
  });
  const held = new Gauge({
    name: 'caipu_quarantined',
    help: 'Tickets and issues in quarantine.',
    labelNames: ['what'] as const,
    registers,
  });
  const standbys = new Gauge({
    name: 'caipu_database_standbys',
    help: 'Synchronous standbys of the database; left out where none is asked for.',
    registers,
  });
  const lastDraw = new Gauge({
    name: 'caipu_last_draw_timestamp_seconds',
    help: "A game's last draw, unix time of the game clock.",
    labelNames: ['game'] as const,
    registers,
  });
  const age = new Gauge({
    name: 'caipu_feed_age_seconds',
    help: "Time since a game's last draw.",
    labelNames: ['game'] as const,
    registers,
  });

  async function readData(): Promise<void> {
    const now = await state();
    up.set(now === undefined ? 0 : 1);
    // What is not known is left out: an old figure would look like a good one.
    for (const metric of [issues, lastDraw, age, held]) metric.reset();
    for (const metric of [without, settlement, matches, drawLag, feedLag, onSale, standbys]) metric.remove();
    if (now === undefined) return;
    for (const [name, count] of Object.entries(now.issues)) issues.set({ state: name }, count);
    without.set(now.gamesWithoutIssue);
    settlement.set(now.settlementLagMs / 1000);
    matches.set(now.matchLagMs / 1000);
    drawLag.set(now.drawLagMs / 1000);
    feedLag.set(now.feedLagMs / 1000);
    onSale.set(now.matchesOnSale);
    for (const [what, count] of Object.entries(now.held)) held.set({ what }, count);
    if (now.standbys !== undefined) standbys.set(now.standbys);
    for (const { game, at } of now.lastDraws) {
      lastDraw.set({ game }, at / 1000);
      age.set({ game }, Math.max(0, now.now - at) / 1000);
    }
  }

  return {
    observe(app) {
      const count = (url: string | undefined, status: number) => {
        const name = NAME_OF_STATUS.get(status) ?? String(status);
        const call = callOf(url);
        answers.inc({ call, status: name });
        if (call === betSzc.path) bets.inc({ status: name });
      };
      // What is kept as bytes is not written anew, and passes no hook that sees what it says.
      app.decorate('countAnswer', count);
      app.addHook('preSerialization', (request, _reply, payload, done) => {
        const status = (payload as { status?: unknown } | null)?.status;
        if (typeof status === 'number') count(request.routeOptions.url, status);
        done(null, payload);
      });
      app.addHook('onResponse', (request, reply, done) => {
        // A stream ends when its phone goes; that is no latency.
        if (request.routeOptions.url !== '/events') seconds.observe({ call: callOf(request.routeOptions.url) }, reply.elapsedTime / 1000);
        done();
      });
      const labels = new Map<string | undefined, { readonly call: string }>();
      app.shortcut?.observe(({ route, business, ms }) => {
        if (business !== undefined) count(route, business);
        let label = labels.get(route);
        if (label === undefined) labels.set(route, (label = { call: callOf(route) }));
        seconds.observe(label, ms / 1000);
      });
    },
    contentType: registry.contentType,
    async text() {
      await readData();
      p99.set(delay(loop.percentile(99)));
      most.set(delay(loop.max));
      loop.reset();
      raised.reset();
      for (const { name: alarm, severity, raised: times, active: many } of alarms.list()) {
        raised.inc({ alarm, severity }, times);
        active.set({ alarm, severity }, many);
      }
      checked.reset();
      checked.inc(ledger.checked());
      return registry.metrics();
    },
    close: () => loop.disable(),
  };
}

/** Calls by their path; pages and files together, so that the number of labels is small whatever is asked for. */
function callOf(url: string | undefined): string {
  if (url === undefined) return 'none';
  return /^\/(api|operator\/api)\/|^\/(events|healthz|livez|readyz|metrics|openapi\.json)$/.test(url) ? url : 'site';
}
