/**
 * Alarms as operators read them, by all processes together (server/platform/monitoring/alarm-store.ts): counted by the hour. An alarm ends when
 * its cause ends or its process is gone, and it never delays the code that raised it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../server/platform/database/database.ts';
import { type AlarmStore, type StoredAlarm, readAlarms, openAlarmStore } from '../../../server/platform/monitoring/alarm-store.ts';
import { ALARMS, type AlarmName, createAlarms } from '../../../server/platform/monitoring/alarms.ts';
import { openEmbedded } from '../support/lite.ts';
import { operatorHeaders, sessionTokenIn } from '../support/operator.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { root, startServer, type TestServer, waitFor } from '../support/server.ts';

describe('kept in the database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caipu-alarms-'));
  let database: Database;
  const opened: AlarmStore[] = [];
  beforeAll(async () => {
    database = await openEmbedded(folder);
  });
  beforeEach(async () => {
    await database.query('DELETE FROM alarm_hours');
    await database.query('DELETE FROM alarm_states');
  });
  afterEach(async () => {
    for (const keeper of opened.splice(0)) await keeper.close();
  });
  afterAll(async () => {
    await database?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** One process more. */
  function process() {
    const keeper = openAlarmStore(database, () => {});
    opened.push(keeper);
    return { ...createAlarms(() => {}, keeper.record), ...keeper };
  }
  const keptAlarm = async (name: AlarmName): Promise<StoredAlarm | undefined> =>
    (await readAlarms(database)).find((row) => row.name === name);

  it('the alarms of several processes are counted together, with the last text', async () => {
    const [one, two] = [process(), process()];
    one.raise('recharge-odd', 'payment 1');
    one.raise('recharge-odd', 'payment 2');
    await one.write();
    two.raise('recharge-odd', 'payment 3');
    await two.write();
    expect(await keptAlarm('recharge-odd')).toMatchObject({ active: 0, since: null, day: 3, week: 3, detail: 'payment 3' });
  });

  it('a lasting alarm shows the report of the process with the largest number, until that process reports its end or ends itself', async () => {
    const [one, two] = [process(), process()];
    one.report('description-refused', 2, 'a.json, b.json');
    two.report('description-refused', 5, 'five files');
    await Promise.all([one.write(), two.write()]);
    expect(await keptAlarm('description-refused')).toMatchObject({ active: 5, detail: 'five files', day: 2, since: expect.any(Number) });
    two.report('description-refused', 0, '');
    await two.write();
    expect(await keptAlarm('description-refused')).toMatchObject({ active: 2, detail: 'a.json, b.json' });
    await one.close();
    expect(await keptAlarm('description-refused')).toMatchObject({ active: 0, since: null, week: 2 });
  });

  it('a lasting alarm ends two minutes after the last report of its process, and is back with the next report', async () => {
    const one = process();
    one.report('settlement-late', 1, 'late');
    await one.write();
    const { since } = (await keptAlarm('settlement-late')) as StoredAlarm;
    await database.query('UPDATE alarm_states SET seen_at = seen_at - 121000');
    expect(await keptAlarm('settlement-late')).toMatchObject({ active: 0, day: 1 });
    await one.write();
    expect(await keptAlarm('settlement-late')).toMatchObject({ active: 1, since });
  });

  it('there is one row for each alarm and hour, however often the alarm is raised', async () => {
    const one = process();
    for (let n = 0; n < 300; n += 1) one.raise('lane-failed', `step ${n}, ${'x'.repeat(2_000)}`);
    await one.write();
    one.raise('lane-failed', 'once more');
    await one.write();
    const { rows } = await database.query<{ count: number }>(
      'SELECT sum(count)::int AS count, count(*)::int AS n FROM alarm_hours GROUP BY name',
    );
    expect(rows).toMatchObject([{ count: 301 }]);
    // Two where the hour was over in between.
    expect((rows[0] as unknown as { n: number }).n).toBeLessThan(3);
    expect((await keptAlarm('lane-failed'))?.detail).toBe('once more');
  });
});

describe('timing of the writes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const row = (values: readonly unknown[] = []) => JSON.parse(String(values[1])) as { name: string; count: number; detail: string }[];

  it('writes to an unavailable database are repeated every half minute and logged once, and no alarm is lost', async () => {
    const lines: string[] = [];
    let up = false;
    const statementValues: (readonly unknown[])[] = [];
    const query = (async (_text: string, values: readonly unknown[]) => {
      statementValues.push(values);
      if (!up) throw new Error('the database is away');
      return { rows: [], rowCount: 0 };
    }) as unknown as Database['query'];
    const keeper = openAlarmStore({ query }, (line) => lines.push(line));
    const alarms = createAlarms(() => {}, keeper.record);
    for (let second = 0; second < 60; second += 1) {
      alarms.raise('lane-failed', `at ${second}`);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(statementValues.length).toBe(2);
    expect(lines).toEqual(['alarms are not written for the desk: the database is away; tried again every 30 s']);
    up = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(row(statementValues.at(-1))).toMatchObject([{ name: 'lane-failed', count: 60, detail: 'at 59' }]);
    // Nothing is left to say.
    const before = statementValues.length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(statementValues.length).toBe(before);
    await keeper.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('alarms that are raised every second are written every five seconds, and a lasting alarm every half minute', async () => {
    let statementCount = 0;
    const query = (async () => {
      statementCount += 1;
      return { rows: [], rowCount: 0 };
    }) as unknown as Database['query'];
    const keeper = openAlarmStore({ query }, () => {});
    const alarms = createAlarms(() => {}, keeper.record);
    for (let second = 0; second < 30; second += 1) {
      alarms.raise('lane-failed', `at ${second}`);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(statementCount).toBeGreaterThan(3);
    expect(statementCount).toBeLessThan(9);
    alarms.report('standby-missing', 1, '');
    await vi.advanceTimersByTimeAsync(6_000);
    statementCount = 0;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(statementCount).toBe(10);
    await keeper.close();
  });

  it('a database that never answers delays neither the caller that raises an alarm nor the end of the process', async () => {
    let statementCount = 0;
    const query = (() => {
      statementCount += 1;
      return new Promise(() => {});
    }) as unknown as Database['query'];
    const keeper = openAlarmStore({ query }, () => {});
    const alarms = createAlarms(() => {}, keeper.record);
    for (let n = 0; n < 20; n += 1) {
      alarms.raise('lane-failed', 'again');
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(statementCount).toBe(1);
    const closed = keeper.close();
    await vi.advanceTimersByTimeAsync(2_500);
    await closed;
  });
});

describe('their words', () => {
  it('each alarm has its Chinese text, and there is no text without an alarm', () => {
    const texts = JSON.parse(readFileSync(`${root}server/admin/office/alarms.json`, 'utf8')) as Record<string, Record<string, string>>;
    expect(Object.keys(texts).sort()).toEqual(Object.keys(ALARMS).sort());
    for (const [name, text] of Object.entries(texts)) {
      expect(Object.keys(text), name).toEqual(['title', 'means', 'todo']);
      for (const part of Object.values(text)) expect(part, name).toMatch(/[\u4e00-\u9fff]/);
      expect(text.title?.length, name).toBeLessThanOrEqual(12);
      expect(text.means, name).toMatch(/^[^。]+。$/);
    }
  });

  it('docs/operate/alarms.md calls each alarm an event or a state, as the list of alarms does', () => {
    const page = readFileSync(`${root}docs/operate/alarms.md`, 'utf8');
    const documentedKinds = (kind: string) =>
      [...page.matchAll(new RegExp(`^\\| \`([a-z-]+)\` \\| ${kind} \\|`, 'gm'))].map(([, name]) => name).sort();
    const names = (Object.keys(ALARMS) as AlarmName[]).sort();
    expect(documentedKinds('event')).toEqual(names.filter((name) => 'event' in ALARMS[name]));
    expect(documentedKinds('state')).toEqual(names.filter((name) => !('event' in ALARMS[name])));
  });
});

describe('on the desk of two processes', () => {
  const PASSWORD = 'workshop-1234';
  let postgres: TestPostgres;
  const servers: TestServer[] = [];
  let token = '';
  beforeAll(async () => {
    postgres = await startWithSchema();
    for (let n = 0; n < 2; n += 1)
      servers.push(await startServer({ clockSpeed: 1, role: 'web', operatorPassword: PASSWORD, databaseUrl: postgres.url }));
    const login = await servers[0]?.app.inject({
      method: 'POST',
      url: '/operator/api/desk/login',
      headers: operatorHeaders(''),
      payload: { password: PASSWORD },
    });
    token = sessionTokenIn(login?.headers['set-cookie']);
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await postgres?.stop();
  });

  interface Told {
    readonly now: readonly { readonly code: string; readonly active: number; readonly title: string; readonly detail: string }[];
    readonly lately: readonly { readonly code: string }[];
  }
  async function deskAnswer<T = Told>(at: number, name = 'alarms'): Promise<T> {
    const answer = await (servers[at] as TestServer).app.inject({
      url: `/operator/api/desk/${name}`,
      headers: operatorHeaders(token),
    });
    const { models } = answer.json<{ models: T & Partial<Told> }>();
    // The product's calendars of days off may end soon; that depends on the day of the test.
    return models.now === undefined ? models : { ...models, now: models.now.filter(({ code }) => code !== 'calendar-ends') };
  }

  it('both show the same: critical alarms first, ended ones under lately, and a quarantined issue until it is released', async () => {
    const [one, two] = servers as [TestServer, TestServer];
    expect(await deskAnswer(1, 'now')).toMatchObject({ critical: 0, title: '' });
    // A process looks at its own files now and then and says how many are refused; only a process with background jobs reports transfers.
    two.context.alarms.report('transfer-unknown', 1, 'transfer 9');
    one.context.alarms.raise('recharge-odd', 'payment 7');
    one.context.alarms.report('payout-late', 3, '3 withdrawals');
    one.context.alarms.report('payout-late', 0, '');
    await one.context.database.query(
      `INSERT INTO quarantine (game, issue, step, reason, held_at, retry_at) VALUES ('ssq', '1', 'draw', 'gone', 1, 9000000000000)`,
    );
    const all = await waitFor('what both raised', async () => {
      const now = await deskAnswer(0);
      return now.now.length === 3 && now.lately.length === 1 && now;
    });
    expect(all.now.map(({ code }) => code)).toEqual(['issue-quarantined', 'recharge-odd', 'transfer-unknown']);
    expect(all.now[1]).toMatchObject({ title: '充值异常', detail: 'payment 7', active: 0 });
    expect(all.now[0]).toMatchObject({ active: 1 });
    expect(all.now[2]).toMatchObject({ active: 1, detail: 'transfer 9' });
    expect(all.lately.map(({ code }) => code)).toEqual(['payout-late']);
    expect(await deskAnswer(1)).toEqual(all);
    expect(await deskAnswer(1, 'now')).toMatchObject({ critical: 2, title: '有一期进了隔离区' });
    await one.context.database.query(`UPDATE quarantine SET ended_at = 2, outcome = 'done'`);
    expect((await deskAnswer(1)).now.map(({ code }) => code)).toEqual(['recharge-odd', 'transfer-unknown']);
    // An event is critical for an hour.
    await one.context.database.query(`UPDATE alarm_hours SET at = at - 3600001`);
    expect(await deskAnswer(0, 'now')).toMatchObject({ critical: 0, title: '' });
    expect((await deskAnswer(0)).lately.map(({ code }) => code)).toContain('recharge-odd');
  });
});
