/** What a machine asks about the server (alive, ready, metrics), and the check of the ledger while the server runs. On PostgreSQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { STATUS } from '../../../protocol/status.ts';
import { startLedgerCheck } from '../../../server/platform/monitoring/ledger-check.ts';
import { createWriteProbe } from '../../../server/platform/monitoring/write-probe.ts';
import { ALARMS, createAlarms } from '../../../server/platform/monitoring/alarms.ts';
import { openPool, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { type ProxyLine, proxyTo } from '../support/proxy.ts';
import { root, startServer, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let postgres: TestPostgres;
let line: ProxyLine;
let server: TestServer;
let pool: pg.Pool;
/** A process that draws nothing, on a database of its own. */
let web: TestServer;
const token = 'a-token-for-metrics';
const operate = ['monitoring', 'alarms'].map((page) => readFileSync(join(root, `docs/operate/${page}.md`), 'utf8')).join('\n');
beforeAll(async () => {
  postgres = await startWithSchema();
  line = await proxyTo(postgres.url);
  server = await startServer({ databaseUrl: line.url, poolSize: 4, clockSpeed: 1 });
  pool = openPool(postgres.url);
  const other = new URL(postgres.url);
  other.pathname = `${other.pathname}_web`;
  await pool.query(`CREATE DATABASE ${other.pathname.slice(1)}`);
  web = await startServer({ databaseUrl: other.href, poolSize: 2, clockSpeed: 1, role: 'web', metricsToken: token });
});
afterAll(async () => {
  line?.mend();
  await server?.stop();
  await web?.stop();
  await pool?.end();
  await line?.close();
  await postgres?.stop();
});

/** Name with labels, as Prometheus writes them → value. */
async function metrics(base = server.base, headers: Record<string, string> = {}): Promise<Map<string, number>> {
  const response = await fetch(`${base}/metrics`, { headers });
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((text) => text !== '' && !text.startsWith('#'));
  return new Map(lines.map((text) => [text.slice(0, text.lastIndexOf(' ')), Number(text.slice(text.lastIndexOf(' ') + 1))]));
}

describe('/metrics', () => {
  it('counts bets and refusals by reason, times calls, and says how the data stands', async () => {
    const player = await server.client().register();
    for (let at = 0; at < 3; at += 1) expect((await player.bet(singleBet(gameVersion(server, 'jlffc'), at))).status).toBe(STATUS.ok);
    expect((await player.bet({ ...singleBet(gameVersion(server, 'jlffc')), amountFen: 1 })).status).not.toBe(STATUS.ok);
    expect((await server.client().get('/api/order/list')).status).toBe(STATUS.notLoggedIn);
    const found = await metrics();
    expect(found.get('caipu_bets_total{status="ok"}')).toBe(3);
    expect([...found].filter(([name]) => name.startsWith('caipu_bets_total{')).reduce((sum, [, n]) => sum + n, 0)).toBe(4);
    expect(found.get('caipu_answers_total{call="/api/webregist",status="ok"}')).toBe(1);
    expect(found.get('caipu_request_seconds_count{call="/api/lottery/bet_szc"}')).toBe(4);
    expect(found.get('caipu_request_seconds_bucket{le="+Inf",call="/api/lottery/bet_szc"}')).toBe(4);
    expect(found.get('caipu_database_up')).toBe(1);
    expect(found.get('caipu_issues{state="open"}')).toBeGreaterThan(10);
    expect(found.get('caipu_games_without_issue')).toBe(0);
    expect(found.get('caipu_settlement_lag_seconds')).toBe(0);
    expect(found.get('caipu_database_connections{state="waiting"}')).toBe(0);
    expect(found.get('caipu_ledger_faults')).toBe(0);
    expect(found.get('caipu_event_streams')).toBe(0);
    expect(found.get('caipu_alarm_active{alarm="ledger-unbalanced",severity="critical"}')).toBe(0);
    for (const name of ['caipu_event_loop_delay_p99_seconds', 'caipu_process_resident_bytes', 'caipu_process_cpu_seconds'])
      expect(found.get(name), name).toBeGreaterThanOrEqual(0);
  });

  it('times what is answered from memory before any route, too', async () => {
    const count = async () => (await metrics()).get('caipu_request_seconds_count{call="site"}') ?? 0;
    const before = await count();
    const ask = (headers: Record<string, string> = {}) => fetch(`${server.base}/descriptions/index.json`, { headers });
    const etag = (await ask()).headers.get('etag') ?? '';
    expect((await ask()).status).toBe(200);
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
    await waitFor('three more', async () => (await count()) === before + 3);
  });

  it('says when each game was last drawn, and what waits for whom', async () => {
    await server.scheduler?.history();
    const found = await waitFor('a draw of jlffc', async () => {
      const now = await metrics();
      return now.has('caipu_last_draw_timestamp_seconds{game="jlffc"}') ? now : undefined;
    });
    expect(found.get('caipu_last_draw_timestamp_seconds{game="jlffc"}')).toBeLessThanOrEqual(server.context.clock.now() / 1000);
    expect(found.get('caipu_feed_age_seconds{game="jlffc"}')).toBeGreaterThanOrEqual(0);
  });

  it('says how long drawn issues wait to be settled, and raises an alarm when that is long', async () => {
    await web.context.database.query(
      `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers)
       SELECT 'gone', 'late', t - 1, t, t, 'drawn', 'x', 'x', 'x', '{}' FROM (SELECT caipu_now_ms() - 600000 AS t) at`,
    );
    const bearer = { authorization: `Bearer ${token}` };
    const late = await waitFor('the lag', async () => {
      const now = await metrics(web.base, bearer);
      return (now.get('caipu_settlement_lag_seconds') ?? 0) >= 600 ? now : undefined;
    });
    expect(late.get('caipu_alarm_active{alarm="settlement-late",severity="warning"}')).toBe(1);
    await web.context.database.query(`DELETE FROM issues WHERE game = 'gone'`);
    await waitFor(
      'no lag',
      async () => (await metrics(web.base, bearer)).get('caipu_alarm_active{alarm="settlement-late",severity="warning"}') === 0,
    );
  });

  it('is for this machine alone, not for whom a proxy on it speaks, unless a token is set', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect((await fetch(`${server.base}/metrics`, { headers: { [name]: '127.0.0.1' } })).status, name).toBe(404);
    expect((await fetch(`${web.base}/metrics`)).status).toBe(404);
    expect((await fetch(`${web.base}/metrics`, { headers: { authorization: 'Bearer another-token' } })).status).toBe(404);
    expect((await metrics(web.base, { authorization: `Bearer ${token}`, 'x-forwarded-for': '1.2.3.4' })).size).toBeGreaterThan(10);
  });

  it('answers while the database does not, and then gives no figures of the data', async () => {
    line.cut();
    const found = await waitFor('no database', async () => {
      const now = await metrics();
      return now.get('caipu_database_up') === 0 ? now : undefined;
    });
    for (const name of ['caipu_settlement_lag_seconds', 'caipu_issues{state="open"}']) expect(found.has(name), name).toBe(false);
    expect((await fetch(`${server.base}/livez`)).status).toBe(200);
    const ready = await fetch(`${server.base}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, database: false, selling: false, stopping: false }]);
    line.mend();
    await waitFor('ready again', async () => (await fetch(`${server.base}/readyz`)).ok);
  });
});

describe('the sample dashboard and alerts', () => {
  it('name metrics that there are, and alarms and labels that they have', async () => {
    const text = await (await fetch(`${server.base}/metrics`)).text();
    const there = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const { groups } = parse(readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')) as {
      groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const board = JSON.parse(readFileSync(join(root, 'deploy/grafana/caipu.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const queries = [
      ...rules.map(({ alert, expr }) => [alert, expr] as const),
      ...board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ];
    expect(queries.length).toBeGreaterThan(30);
    for (const [where, expr] of queries)
      for (const [name] of expr.matchAll(/\bcaipu_\w+/g)) expect(there, `${name} in ${where}`).toContain(name);
    // Nothing is counted that nobody looks at.
    for (const name of there)
      if (!/_(bucket|sum|count)$/.test(name))
        expect(
          [...queries.map(([, expr]) => expr), operate].some((place) => place.includes(name)),
          `${name} is shown nowhere`,
        ).toBe(true);
    // There is an alarm for each lag.
    const lags = [...there].filter((name) => /_lag_seconds$/.test(name));
    expect(lags.length).toBeGreaterThan(3);
    for (const name of lags)
      expect(
        rules.some(({ expr }) => new RegExp(`^max\\(${name}\\) > \\d+$`).test(expr)),
        `no alert on ${name}`,
      ).toBe(true);
    // An alarm that is an event is never active: what is critical of them pages as well, and is not told as a warning.
    const on = (severity: string) => rules.filter(({ labels }) => labels.severity === severity).map(({ expr }) => expr);
    expect(on('critical')).toContain('sum by (alarm) (increase(caipu_alarms_total{severity="critical"}[1h])) > 0');
    expect(on('critical')).toContain('max(caipu_quarantined{what="issue"}) > 0');
    for (const expr of on('warning')) if (expr.includes('caipu_alarms_total')) expect(expr).toContain('severity!="critical"');
    for (const { severity } of rules.map(({ labels }) => labels)) expect(['critical', 'warning']).toContain(severity);
    // Each alarm and each alert has a paragraph that says what to do.
    for (const name of [...Object.keys(ALARMS), ...rules.map(({ alert }) => alert)]) expect(operate, name).toContain(name);
  });
});

describe('ready', () => {
  it('writes a row, once for all requests within a second', async () => {
    const { database } = web.context;
    const written = async () => (await database.query<{ xid: string; at: Date }>('SELECT xmin::text AS xid, at FROM write_probe')).rows[0];
    const before = await written();
    await Promise.all(Array.from({ length: 10 }, () => fetch(`${web.base}/readyz`)));
    const after = await written();
    expect(after?.xid).not.toBe(before?.xid);
    // Counted by the database: ten who asked at once, and those of a burst, are one transaction each second at most.
    let writes = 0;
    const probe = createWriteProbe({
      query: async <R>(text: string) => {
        writes += 1;
        return database.query<R>(text);
      },
    });
    const begun = performance.now();
    for (let probeNumber = 0; probeNumber < 50; probeNumber += 1) await probe();
    expect(writes).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begun) / 1_000));
    await database.transaction(async (client) => {
      await client.query('DELETE FROM write_probe');
      await expect(createWriteProbe(client)()).rejects.toThrow('the row of write_probe is missing');
      await client.query('INSERT INTO write_probe VALUES (1, clock_timestamp())');
    });
  });

  it('leaves out a process with nothing on sale, and one that is ending', async () => {
    const answer = async () => {
      const response = await fetch(`${web.base}/readyz`);
      return [response.status, await response.json()];
    };
    // Nobody opens issues here.
    expect(await answer()).toEqual([503, { ready: false, database: true, selling: false, stopping: false }]);
    // The health of the specified interface is another: a row could be written.
    expect((await fetch(`${web.base}/healthz`)).status).toBe(200);
    web.drain();
    expect(await answer()).toEqual([503, { ready: false, database: true, selling: false, stopping: true }]);
    expect((await fetch(`${web.base}/livez`)).status).toBe(200);
  });
});

describe('the ledger check', () => {
  it('finds a wallet, a purse and a lonely movement that do not agree, raises one alarm, and ends it when they do', async () => {
    const { database } = server.context;
    const lines: string[] = [];
    const alarms = createAlarms((text) => lines.push(text));
    const check = startLedgerCheck(database, alarms, () => {}, 3_600_000);
    const player = await server.client().register();
    const round = async () => {
      while ((await check.look()) >= 100);
    };
    const alarm = () => alarms.list().find(({ name }) => name === 'ledger-unbalanced');
    await round();
    expect(check.faults()).toBe(0);
    expect(check.checked()).toBeGreaterThan(0);
    expect(check.lastAt()).toBeGreaterThan(0);
    await pool.query('UPDATE wallets SET balance_fen = balance_fen + 1 WHERE user_id = $1', [player.userId]);
    await pool.query(`INSERT INTO purses (user_id, purse, unit, balance) VALUES ($1, 'points', 'points', 7)`, [player.userId]);
    await round();
    expect(check.faults()).toBe(2);
    expect(alarm()).toMatchObject({
      active: 1,
      raised: 1,
      detail: `Player ${player.userId}, purse points: off by 7. Player ${player.userId}, purse wallet: off by 1.`,
    });
    await round();
    expect(alarm()?.raised).toBe(1);
    await pool.query('UPDATE wallets SET balance_fen = balance_fen - 1 WHERE user_id = $1', [player.userId]);
    await pool.query('DELETE FROM purses WHERE user_id = $1', [player.userId]);
    await round();
    expect(check.faults()).toBe(0);
    expect(lines.at(-1)).toBe('alarm ledger-unbalanced: over');
    await check.close();
  });
});
